"""A person's own cards in one SQLite database: what they mean, and which clauses govern them."""
