"""PDF documents as text: what is printed, in reading order, a paragraph a line."""
