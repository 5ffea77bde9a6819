"""Text as it is printed and as it is compared: spans, normalisation, display width."""
