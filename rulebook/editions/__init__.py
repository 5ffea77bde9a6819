"""Editions of one rulebook: aligned, compared, and added with the tables that depend on them."""
