"""What a card text means: who does what to which, when, for how long, instead of what.

A second tree, made from the first one and holding nothing that the text or the rules do not say.
``builder.meaning_of`` makes it; ``nodes`` are its classes; ``telling`` puts it into sentences for
people.
"""
