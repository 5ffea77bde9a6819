"""What of a meaning the clauses of a judge hang on."""
