"""A card with all that is known about it: tree, links, meaning, governing clauses; as JSON too."""
