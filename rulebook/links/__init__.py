"""Clause tree to references, terms, concepts, and the export that holds them all."""
