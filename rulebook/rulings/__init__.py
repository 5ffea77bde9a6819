"""Rulings: what was decided, with the clauses it rests on, checked against the rules."""
