"""The meaning of a card text: a second tree, of nothing that the text or the rules do not state."""
