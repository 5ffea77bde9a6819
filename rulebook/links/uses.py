"""Where terms are used: every occurrence, the longest word first, never inside another word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from rulebook.clauses.model import Clause, Rulebook
from rulebook.links.model import Reference, Term, TermUse
from rulebook.text.spans import Span

_KATAKANA = "ァ-ヺー"
_KANJI = "一-龠々"
_LATIN = "A-Za-z0-9Ａ-Ｚａ-ｚ０-９"
# Kanji that may stand against a term and leave it a word of its own: 各領域, 領域間, ターン中.
_BEFORE = "各全同元別両他新旧該"
_AFTER = "間内外中時後前上下等数側毎以自各全同元分"

# する as it goes on: レストして, レストさせる.  レストしている tells of a state, not of an action.
_VERB = re.compile(r"し(?!てい)|[さすせ]")


class TermFinder:
    """Finds the terms of one rulebook in its texts."""

    def __init__(self, book: Rulebook, terms: Sequence[Term]) -> None:
        self._by_spelling = {
            spelling: term for term in reversed(terms) for spelling in (*term.spellings, term.word)
        }
        self._scopes = {
            term.word: book.by_number[term.scope].parts for term in terms if term.scope is not None
        }
        longest_first = sorted(self._by_spelling, key=len, reverse=True)
        self._pattern = _whole_words(longest_first)

    def find(self, clause: Clause, references: Sequence[Reference]) -> tuple[TermUse, ...]:
        """Return the uses in the text of ``clause``.

        None stands inside a reference, none in the clause that defines the term, none outside
        the scope of its definition.
        """
        taken = [reference.span for reference in references]
        return tuple(use for use in self._all(clause) if not _overlaps(use.span, taken))

    def _all(self, clause: Clause) -> Iterator[TermUse]:
        for match in self._pattern.finditer(clause.text):
            term = self._term(match)
            scope = self._scopes.get(term.word)
            outside = scope is not None and clause.parts[: len(scope)] != scope
            if term.clause != clause.number and not outside:
                yield TermUse(Span(*match.span()), term.word)

    def _term(self, match: re.Match[str]) -> Term:
        """Return the term of ``match``: where a verb goes on, the action: レストして."""
        word = match[0]
        if _VERB.match(match.string, match.end()):
            for action in (f"{word}する", f"{word}させる"):
                if action in self._by_spelling:
                    return self._by_spelling[action]
        return self._by_spelling[word]


def used_in(uses: Mapping[str, Sequence[TermUse]]) -> dict[str, tuple[str, ...]]:
    """Return for each term the numbers of the clauses that use it, in order."""
    places: dict[str, dict[str, None]] = {}
    for number, found in uses.items():
        for use in found:
            places.setdefault(use.term, {})[number] = None
    return {term: tuple(numbers) for term, numbers in places.items()}


def _whole_words(words: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern for ``words`` where they are no parts of longer words.

    The edges stand once around all words and not at each, which compiles many times faster.
    """
    any_word = "|".join(map(re.escape, words)) or "(?!)"
    return re.compile(f"{_edge(behind=True)}(?:{any_word}){_edge(behind=False)}")


def _edge(*, behind: bool) -> str:
    """Return a pattern for the beginning of a word (``behind`` it), or for its end."""
    own, other = ("(?=", "(?<!") if behind else ("(?<=", "(?!")
    # A kanji against a katakana word makes a longer word of it too: 団長デッキ, 非ターンプレイヤー.
    kanji = f"{other}(?![{_BEFORE if behind else _AFTER}])[{_KANJI}])"
    return (
        f"(?:{own}[{_LATIN}]){other}[{_LATIN}])"
        f"|{own}[{_KATAKANA}]){other}[{_KATAKANA}]){kanji}"
        f"|{own}[{_KANJI}]){kanji}"
        f"|{own}[^{_LATIN}{_KATAKANA}{_KANJI}]))"
    )


def _overlaps(span: Span, others: Sequence[Span]) -> bool:
    return any(span.start < other.end and other.start < span.end for other in others)
