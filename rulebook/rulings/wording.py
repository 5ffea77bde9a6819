"""The words of clauses, and whether a quotation is from them."""

from __future__ import annotations

import re

from rulebook.clauses.model import Clause, Rulebook
from rulebook.text.normal import fold

_IGNORED = re.compile(r"[\s〓、。,.]+")
# The signs for words that a quotation leaves out.
_LEFT_OUT = re.compile(r"…+|‥+|\.{3,}|[(（](?:中略|略|前略|後略)[)）]|〜+|～+")
# Characters: shorter quotations are names of things, not words of a clause.
SHORTEST_QUOTE = 8


def plain_words(text: str) -> str:
    """Return ``text`` folded without spaces and punctuation: quotations change these."""
    return _IGNORED.sub("", fold(text))


class ClauseWords:
    """The words of the clauses of one rulebook, each with those of the clauses below it."""

    def __init__(self, book: Rulebook) -> None:
        self._book = book
        self._words: dict[str, str] = {}

    def has(self, number: str, quote: str) -> bool:
        """Whether the clause ``number``, or one below it, prints ``quote``. Any words may be in
        place of an ellipsis (…) in the quotation."""
        words, at = self._words_of(self._book.by_number[number]), 0
        for part in _LEFT_OUT.split(quote):
            found = words.find(plain_words(part), at)
            if found < 0:
                return False
            at = found
        return True

    def _words_of(self, clause: Clause) -> str:
        """Return the words of a clause and all below it, stored. Many quotations are of one
        clause."""
        if clause.number not in self._words:
            below = (self._words_of(child) for child in self._book.children(clause))
            own = plain_words(clause.wording)
            self._words[clause.number] = "\n".join([own, *below])
        return self._words[clause.number]


def is_quotation(quote: str) -> bool:
    """Whether ``quote`` is long enough to be a clause's words; a term in quotes is none."""
    return len(plain_words(quote)) >= SHORTEST_QUOTE
