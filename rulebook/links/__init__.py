"""Clause tree to references, terms, concepts and findings."""
