"""A tree back to text: the canonical one, or an outline for people and fixtures."""
