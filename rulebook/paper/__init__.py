"""Rules as a PDF file."""
