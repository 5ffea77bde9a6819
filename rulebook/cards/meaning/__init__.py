"""The meaning of a card text: agents, actions, objects, times, durations, replaced events.

A second tree, which ``interpreting`` makes of the first one; it has nothing that the text or the
rules do not state.  ``nodes`` are its classes.
"""
