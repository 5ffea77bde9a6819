"""From the words of a tree to clauses: concept keys, and the table of their clauses."""
