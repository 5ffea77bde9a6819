"""The Python API: everything that the command line does, as values.

Open the rules once and ask them as often as you like::

    import rulebook

    rules = rulebook.open_rules()
    best = rules.ask("山札がなくなったら", game="ws").found[0]
    print(best.clause.number, best.clause.text)

A game is named by id or alias (``weiss-schwarz``, ``ws``), with ``@`` and an edition after it
for another than the current one (``ws@1.109``).  All spans are half-open and count
code points of the text that they belong to: the printed text of a clause, or the card text as it
was given.  Whatever is wrong on purpose is a :class:`rulebook.RulebookError`, which says what is
wrong, where, and what to do.

Files and folders are named by ``str`` or ``Path``.  What may come from rows of data (questions,
queries, words, names of games, numbers, card texts) is looked at when it is given: what is no
text, ``None`` or bytes or the NaN of an empty cell, is a :class:`rulebook.WrongType`, which is a
``TypeError`` as well.  Other arguments (``limit``, ``jobs``, what is called back) come from the
program, and a type checker checks them; nothing checks them while it runs.

Nothing is loaded before it is needed: opening reads the tables of games, a question the tables of
its game, and only what links or builds reads a document.
"""

from rulebook.api.rules import Rules as Rules
from rulebook.api.rules import open_rules as open_rules
