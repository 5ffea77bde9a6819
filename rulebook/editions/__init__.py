"""Editions of one rulebook: aligned, compared, and taken in with the tables that lean on them."""
