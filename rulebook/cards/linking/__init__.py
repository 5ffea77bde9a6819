"""From what stands in a tree to clauses: concept keys, and the table of where each leads."""
