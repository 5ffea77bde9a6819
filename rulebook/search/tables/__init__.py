"""Search tables: building, storing and reading what questions and queries are answered from."""
