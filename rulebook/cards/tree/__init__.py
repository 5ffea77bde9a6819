"""What a card text says, as a tree: one class for each notion of the games.

The package holds no logic and imports nothing but itself.
"""
