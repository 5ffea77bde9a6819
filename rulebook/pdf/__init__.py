"""PDF documents as text: what is printed, in reading order, one paragraph per line."""
