"""A card text as it is given: its spellings made one, damage, reminders, what is no card at all."""
