"""Deliberate faults in the code, each of which must make a test fail."""
