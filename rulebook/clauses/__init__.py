"""Source text to lines to numbers to clause tree."""
