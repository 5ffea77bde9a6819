"""What a card text means: who does what to which, when, for how long, instead of what.

A second tree, made of the first one by ``interpreting`` and holding nothing that the text or the
rules do not say.  ``nodes`` are its classes.
"""
