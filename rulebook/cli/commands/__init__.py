"""The commands, each in the module of its name; none is imported before it runs."""
