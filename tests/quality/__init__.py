"""Measurements of how well questions find their governing clauses."""
