"""What a card text says, as a tree: one class for each thing that texts say, and no logic."""
