"""One card with all that is known of it: tree, links, meaning, governing clauses; as JSON too."""
