"""What a card text says, as a tree: one class for each thing that texts say.

The package holds no logic and imports nothing but itself.
"""
