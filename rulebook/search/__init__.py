"""Finding clauses: analysis, index, ranking, and the query language."""
