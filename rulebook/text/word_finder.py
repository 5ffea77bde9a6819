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
        """Return where a word may begin from ``at`` on, else -1, so callers skip other places."""
        match = self._first.search(text, at)
        return match.start() if match else -1

    def words_at(self, text: str, at: int) -> Iterator[str]:
        """Yield the words that begin at ``at``, the longest first, which is most likely right."""
        for length in self._lengths.get(text[at], ()):
            word = text[at : at + length]
            if word in self._words:
                yield word

    def all_in(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield place and text of every occurrence of every word: none may hide another."""
        for match in self._first.finditer(text):
            at = match.start()
            yield from ((at, word) for word in self.words_at(text, at))
