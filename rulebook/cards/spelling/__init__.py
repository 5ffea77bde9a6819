"""Card texts before parsing: canonical spelling, damage, reminders, limits of length."""
