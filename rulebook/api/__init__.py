"""The Python API: everything that the command line does, as values.

Open the rules once and ask them as often as you like::

    import rulebook

    rules = rulebook.open_rules()
    best = rules.ask("山札がなくなったら", game="ws").found[0]
    print(best.clause.number, best.clause.text)

A game is named by id or alias (``weiss-schwarz``, ``ws``), followed by ``@`` and an edition if it
is not the current one (``ws@1.109``). All spans are half-open and count code points of the text
that they belong to: the printed text of a clause, or the card text as it was given. Every error
that is raised on purpose is a :class:`rulebook.RulebookError`, which says what is wrong, where, and
what to do.

Files and folders are named by ``str`` or ``Path``. Values that may come from rows of data
(questions, queries, words, names of games, numbers, card texts) are checked when they are given:
anything but text, such as ``None``, bytes or the NaN of an empty cell, raises
:class:`rulebook.WrongType`, which is also a ``TypeError``. Other arguments (``limit``, ``jobs``,
callbacks) come from the program; a type checker checks them, and nothing does at run time.

Nothing is loaded before it is needed: opening reads the tables of games, a question reads the
tables of its game, and only linking or building reads a document.
"""

from rulebook.api.rules import Rules as Rules
from rulebook.api.rules import open_rules as open_rules
