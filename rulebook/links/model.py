"""What linking adds to a rulebook: references, terms and where both occur."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Self

from rulebook.clauses.findings import Finding
from rulebook.clauses.model import Clause, Rulebook
from rulebook.grouping import grouped
from rulebook.messages import NO_MESSAGE, Message, render
from rulebook.records import dataclass, replace
from rulebook.text.normal import Span


class ReferenceKind(StrEnum):
    """The way in which a reference names its target."""

    NUMBER = "number"  # A clause number: `8.4.2.2.1`, `(9.2)`.
    LIST = "list"  # One of several numbers in a row: `4.9.1.1、4.9.1.2`.
    RANGE = "range"  # Two ends: `8.9.1.1-8.9.1.3`, `7.2から7.6`.
    CHAPTER = "chapter"  # A chapter's bare number in parentheses: `ルール処理(9)`
    TITLE = "title"  # A heading in quotation marks: `後述「アタックとバトル」`
    RELATIVE = "relative"  # A place relative to this one: 上記, この手順, Ⅱ
    APPENDIX = "appendix"  # An appendix by its name: 付録1


class ReferenceStatus(StrEnum):
    """How sure the target of a reference is."""

    RESOLVED = "resolved"  # It names what exists
    CORRECTED = "corrected"  # It names nothing as printed, but the target is clear
    DANGLING = "dangling"  # It names nothing


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in a clause's text that sends the reader to other clauses."""

    span: Span
    text: str
    kind: ReferenceKind
    targets: tuple[str, ...]  # Clause numbers; for a range, its two ends
    status: ReferenceStatus = ReferenceStatus.RESOLVED
    explanation: Message = NO_MESSAGE  # Why it was corrected or dangles

    @classmethod
    def dangling(cls, span: Span, text: str, kind: ReferenceKind, reason: Message) -> Self:
        """Return a reference without a target; a reader sees ``reason`` instead of a link."""
        return cls(span, text, kind, (), ReferenceStatus.DANGLING, reason)

    def why(self, language: str) -> str:
        """Return why it dangles or was corrected, in ``language`` (``ja``, ``en``), else empty."""
        return render(self.explanation, language)

    @property
    def reason(self) -> str:
        """Why it dangles or was corrected, for Japanese pages and commands; empty if neither."""
        return self.why("ja")

    @property
    def reason_en(self) -> str:
        """Why the reference dangles or was corrected, for English pages and commands."""
        return self.why("en")


def no_clause(number: str) -> Message:
    """Return the message that no clause is ``number``, shared by several finders of references."""
    return Message("There is no clause {clause}.", clause=number)


@dataclass(frozen=True, slots=True)
class HistoryReference:
    """A reference in the text ``note``, a note on a revision in the change history."""

    version: str
    line: int
    note: str
    reference: Reference


class TermKind(StrEnum):
    """What kind of thing a term names."""

    ZONE = "zone"
    KEYWORD = "keyword"
    ABILITY = "ability-kind"
    EFFECT = "effect-kind"
    ACTION = "action"
    STATE = "state"
    PHASE = "phase"
    CARD_INFO = "card-info"
    TIMING = "timing"
    ROLE = "role"
    RULE_PROCESS = "rule-process"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Term:
    """A word that the rules define."""

    word: str
    kind: TermKind
    clause: str  # The number of the defining clause
    spellings: tuple[str, ...] = ()
    scope: str | None = None  # The only clause below which the definition holds
    english: str = ""  # Empty if there is none


@dataclass(frozen=True, slots=True)
class TermUse:
    """A place in a clause's text where a term is used."""

    span: Span
    term: str


@dataclass(frozen=True, slots=True)
class LinkedRulebook:
    """A rulebook with its links in both directions: what each clause cites, and what cites it."""

    book: Rulebook
    references: Mapping[str, tuple[Reference, ...]]
    cited_by: Mapping[str, tuple[str, ...]]
    history: tuple[HistoryReference, ...]
    terms: tuple[Term, ...]
    uses: Mapping[str, tuple[TermUse, ...]]
    findings: tuple[Finding, ...]

    def references_of(self, clause: Clause) -> tuple[Reference, ...]:
        """Return the references in ``clause``, in the order of its text; most have none."""
        return self.references.get(clause.number, ())

    def leans_on(self, clause: Clause) -> tuple[str, ...]:
        """Return the other clauses that ``clause`` refers to, which its readers need, too."""
        targets = (target for each in self.references_of(clause) for target in each.targets)
        return tuple(dict.fromkeys(target for target in targets if target != clause.number))

    def uses_of(self, clause: Clause) -> tuple[TermUse, ...]:
        """Return the uses of terms in ``clause``, in the order of its text; some have none."""
        return self.uses.get(clause.number, ())

    def within(
        self, clause: Clause, span: Span
    ) -> tuple[tuple[Reference, ...], tuple[TermUse, ...]]:
        """Return the references and terms inside ``span`` of a clause, with offsets counted from
        the start of ``span``: a step is shown without the rest of its clause."""
        references = (each for each in self.references_of(clause) if span.holds(each.span))
        uses = (each for each in self.uses_of(clause) if span.holds(each.span))
        return (
            tuple(replace(each, span=each.span.moved(-span.start)) for each in references),
            tuple(replace(each, span=each.span.moved(-span.start)) for each in uses),
        )

    def citing(self, clause: Clause) -> tuple[str, ...]:
        """Return the numbers of the clauses that refer to ``clause``, to show them with it."""
        return self.cited_by.get(clause.number, ())


# ---- Where terms are used: every occurrence, the longest word first, never inside another word


class WordFinder:
    """A set of words, arranged by first character and length; ``first`` finds where one may be."""

    def __init__(self, words: Iterable[str]) -> None:
        """Sort ``words`` by first character and length: only a few lengths are tried at a place."""
        self._words = frozenset(word for word in words if word)
        lengths = grouped((word[0], len(word)) for word in self._words)
        self._lengths = {first: sorted({*of}, reverse=True) for first, of in lengths.items()}
        firsts = re.escape("".join(self._lengths))
        self.first = re.compile(f"[{firsts}]" if firsts else "(?!)")  # (?!): nowhere

    def words_at(self, text: str, at: int) -> Iterator[str]:
        """Yield the words of this index that ``text`` has at ``at``, to link one of them: the
        longest first, which is most likely right."""
        for length in self._lengths.get(text[at], ()):
            word = text[at : at + length]
            if word in self._words:
                yield word

    def all_in(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield place and text of every occurrence of every word, also of one inside another, since
        callers ask for each word (a known misprint, a procedure) in which texts it is."""
        for match in self.first.finditer(text):
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
    """Return the uses of ``terms`` in each clause of ``book`` that has any, by its number, to link
    them to their definitions. Uses are left out inside one of ``references``, which are links
    already, in the defining clause, which would link to itself, and outside the scope of the
    definition."""
    by_spelling = {  # each spelling to the first term in the document that has it
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
                # レストして (resting) is a use of レストする (to rest), if that is a term, too.
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
    """Yield ``words`` in ``text`` with their offsets, left to right, the longest first. A word must
    end at a change of script, so that カード (card) is not found in カード名 (card name)."""
    end = 0  # of the last word found
    for match in words.first.finditer(text):
        at = match.start()
        for word in words.words_at(text, at) if at >= end and _BEGINNING.match(text, at) else ():
            if _END.match(text, at + len(word)):
                yield at, word
                end = at + len(word)
                break


def used_in(uses: Mapping[str, Sequence[TermUse]]) -> dict[str, tuple[str, ...]]:
    """Return for each term the clauses that use it, in order, from ``uses``, which are listed by
    clause. Glossary entries show where a term is used."""
    places = grouped((use.term, number) for number, found in uses.items() for use in found)
    return {term: tuple(dict.fromkeys(numbers)) for term, numbers in places.items()}


def _edge_pattern(*, begins: bool) -> str:
    """Return a pattern for an offset where a word may begin or, without ``begins``, end. Japanese
    has no spaces, but changes of script. A kanji next to a word of kanji or katakana makes a longer
    word (団長デッキ, leader deck), unless the kanji combines with any word (各領域, each zone)."""
    own, other = ("(?=", "(?<!") if begins else ("(?<=", "(?!")
    kanji = f"{other}(?![{_BEFORE if begins else _AFTER}])[{_KANJI}])"
    return (
        f"(?:{own}[{_LATIN}]){other}[{_LATIN}])"
        f"|{own}[{_KATAKANA}]){other}[{_KATAKANA}]){kanji}"
        f"|{own}[{_KANJI}]){kanji}"
        f"|{own}[^{_LATIN}{_KATAKANA}{_KANJI}]))"
    )


_BEGINNING = re.compile(_edge_pattern(begins=True))
_END = re.compile(_edge_pattern(begins=False))
