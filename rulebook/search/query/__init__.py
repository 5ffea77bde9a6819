"""The query language of `search`: parser, Whoosh queries, clause predicates."""
