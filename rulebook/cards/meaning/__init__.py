"""The meaning of a card text: agents, actions, objects, times, durations, replaced events.

It is a second tree, which ``interpreting`` makes from the syntax tree. It contains nothing that the
text or the rules do not state. Its classes are in ``nodes``.
"""
