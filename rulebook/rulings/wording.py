"""The words of clauses, and whether what is quoted from them is theirs."""

from __future__ import annotations

import re

from rulebook.clauses.model import Clause, Rulebook
from rulebook.text.normal import fold

_NOTHING = re.compile(r"[\s〓、。,.]+")
# What stands for words that a quotation leaves out.
_LEFT_OUT = re.compile(r"…+|‥+|\.{3,}|[(（](?:中略|略|前略|後略)[)）]|〜+|～+")
# Shorter quotations are names of things, not words of a clause.
SHORTEST_QUOTE = 8


def plain_words(text: str) -> str:
    """Return ``text`` without width, case, spaces and the marks between and behind sentences."""
    return _NOTHING.sub("", fold(text))


class ClauseWords:
    """The words of the clauses of one rulebook, each with what stands below it."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._words: dict[str, str] = {}

    def has(self, number: str, quote: str) -> bool:
        """Whether the clause ``number``, or one below it, prints ``quote``.

        What the quotation leaves out (…) may be anything.
        """
        words, at = self._of(self._book.by_number[number]), 0
        for part in _LEFT_OUT.split(quote):
            found = words.find(plain_words(part), at)
            if found < 0:
                return False
            at = found
        return True

    def _of(self, clause: Clause) -> str:
        if clause.number not in self._words:
            below = (self._of(child) for child in self._book.children(clause))
            own = plain_words(clause.wording)
            self._words[clause.number] = "\n".join([own, *below])
        return self._words[clause.number]


def is_quotation(quote: str) -> bool:
    """Whether ``quote`` is long enough to be words of a clause."""
    return len(plain_words(quote)) >= SHORTEST_QUOTE
