"""How well questions find the clause that governs them."""
