"""From text to tree: the dialect of a game, the parser of its cards, and gaps."""
