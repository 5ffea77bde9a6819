"""The commands, in modules by subject; none is imported before a command of it runs."""
