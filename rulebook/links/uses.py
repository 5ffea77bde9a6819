"""Where terms are used: every occurrence, the longest word first, never inside another word."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulebook.clauses.model import Rulebook
from rulebook.links.model import Reference, Term, TermUse
from rulebook.text.normal import Span


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


_KATAKANA = "ァ-ヺー"
_KANJI = "一-龠々"
_LATIN = "A-Za-z0-9Ａ-Ｚａ-ｚ０-９"
# Kanji that may adjoin a term without making a longer word: 各領域, 領域間, ターン中.
_BEFORE = "各全同元別両他新旧該"
_AFTER = "間内外中時後前上下等数側毎以自各全同元分"

# する inflected: レストして, レストさせる. レストしている describes a state, not an action.
_VERB = re.compile(r"し(?!てい)|[さすせ]")


def find_uses(
    book: Rulebook, terms: Sequence[Term], references: Mapping[str, Sequence[Reference]]
) -> dict[str, tuple[TermUse, ...]]:
    """Return the uses of ``terms`` in the clauses of ``book``, by number, to link them, but none
    inside ``references``, in the defining clause itself or outside the scope of the definition."""
    by_spelling = {  # the first term in the document that has it
        spelling: term for term in reversed(terms) for spelling in (*term.spellings, term.word)
    }
    scopes = {t.word: book.by_number[t.scope].parts for t in terms if t.scope is not None}
    words, uses = WordFinder(by_spelling), {}
    for clause in book.clauses:
        text, cited, found = clause.text, references.get(clause.number, ()), []
        ends = [reference.span.end for reference in cited]
        for at, word in whole_words(text, words):
            end = at + len(word)
            # Only the first reference that ends after the word begins can contain it.
            next_one = bisect_right(ends, at)
            is_inside = next_one < len(ends) and end > cited[next_one].span.start
            term = by_spelling[word]
            if _VERB.match(text, end):
                # レストして is a use of レストする, if that is defined separately from レスト.
                actions = (f"{word}する", f"{word}させる")
                own = (by_spelling[each] for each in actions if each in by_spelling)
                term = next(own, term)
            scope = scopes.get(term.word)
            outside = scope is not None and clause.parts[: len(scope)] != scope
            if term.clause != clause.number and not outside and not is_inside:
                found.append(TermUse(Span(at, end), term.word))
        if found:
            uses[clause.number] = tuple(found)
    return uses


def whole_words(text: str, words: WordFinder) -> Iterator[tuple[int, str]]:
    """Yield ``words`` in ``text``, each with its offset, left to right, the longest first. None is
    inside a longer word: カード in カード名 is another word, so a change of script must end it."""
    at = words.start(text, 0)
    while at >= 0:
        end = at + 1
        if _BEGINNING.match(text, at):
            for word in words.words_at(text, at):
                if _END.match(text, at + len(word)):
                    yield at, word
                    end = at + len(word)
                    break
        at = words.start(text, end)


def used_in(uses: Mapping[str, Sequence[TermUse]]) -> dict[str, tuple[str, ...]]:
    """Return for each term the clauses that use it, in order, from ``uses`` by clause."""
    places: dict[str, dict[str, None]] = {}
    for number, found in uses.items():
        for use in found:
            places.setdefault(use.term, {})[number] = None
    return {term: tuple(numbers) for term, numbers in places.items()}


def _edge_pattern(*, begins: bool) -> str:
    """Return a pattern for where a word may begin or end: at a change of script, in Japanese."""
    own, other = ("(?=", "(?<!") if begins else ("(?<=", "(?!")
    # A kanji next to a katakana word makes it a longer word too: 団長デッキ, 非ターンプレイヤー.
    kanji = f"{other}(?![{_BEFORE if begins else _AFTER}])[{_KANJI}])"
    return (
        f"(?:{own}[{_LATIN}]){other}[{_LATIN}])"
        f"|{own}[{_KATAKANA}]){other}[{_KATAKANA}]){kanji}"
        f"|{own}[{_KANJI}]){kanji}"
        f"|{own}[^{_LATIN}{_KATAKANA}{_KANJI}]))"
    )


_BEGINNING = re.compile(_edge_pattern(begins=True))
_END = re.compile(_edge_pattern(begins=False))
