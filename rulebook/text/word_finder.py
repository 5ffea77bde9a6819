"""Finding the words of a set in a text, in a time that does not grow with the set."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator


class WordFinder:
    """A set of words, arranged by first character and length."""

    def __init__(self, words: Iterable[str]) -> None:
        """Sort ``words`` by first character and length: only a few lengths are tried at a place."""
        self._words = frozenset(word for word in words if word)
        lengths: defaultdict[str, set[int]] = defaultdict(set)
        for word in self._words:
            lengths[word[0]].add(len(word))
        self._lengths = {first: sorted(of, reverse=True) for first, of in lengths.items()}
        firsts = re.escape("".join(self._lengths))
        self._first = re.compile(f"[{firsts}]" if firsts else "(?!)")  # (?!): nowhere

    def start(self, text: str, at: int) -> int:
        """Return the first place from ``at`` on where a word may begin, -1 if there is none, so a
        caller need not try every place of a long text."""
        match = self._first.search(text, at)
        return match.start() if match else -1

    def words_at(self, text: str, at: int) -> Iterator[str]:
        """Yield the words that begin at ``at``, the longest first: a long word is usually the right
        reading, and a short one in it only chance. Callers try the next if it does not fit."""
        for length in self._lengths.get(text[at], ()):
            word = text[at : at + length]
            if word in self._words:
                yield word

    def all_in(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield the place and text of every occurrence of every word, overlapping ones too. Callers
        check each occurrence by itself, such as listed misprints, so none may hide another."""
        for match in self._first.finditer(text):
            at = match.start()
            yield from ((at, word) for word in self.words_at(text, at))
