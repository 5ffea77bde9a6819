"""Questions and queries over rule clauses: shared text analysis, tables, asking, query language."""
