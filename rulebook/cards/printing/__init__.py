"""A tree back to canonical text."""
