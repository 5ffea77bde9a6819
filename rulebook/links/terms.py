"""The terms of a rulebook: from its headings, its defining sentences, and the reviewed table.

Where a word is defined more than once, the table goes first, then the heading of a zone, phase,
piece of card information, keyword or rule process, then the defining sentence, then a sentence
that names the word in passing; within one sort, the first in the document.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulebook.clauses.game import Game
from rulebook.clauses.model import Clause, Rulebook
from rulebook.errors import CorpusError
from rulebook.links.definitions import definitions_in
from rulebook.links.kinds import chapter_kind, kind_of
from rulebook.links.model import Term, TermKind

_CIRCLED = re.compile(r"[ 　]*[①-⑳]$")
_PREFIX = re.compile(r"^[（(][^（）()]*[）)](?=.)")
# HeadingIndex that name no thing of the game but what the section is about.
_NO_TERM = re.compile(
    r"(?:の基本|の基本$|^概要$|^基本$|について$|の参照$|の種別$|の種類$|^付録)|。$|、"
)
_HEADED = {
    TermKind.ZONE,
    TermKind.PHASE,
    TermKind.CARD_INFO,
    TermKind.KEYWORD,
    TermKind.RULE_PROCESS,
}
_LONGEST_HEADING = 24


@dataclass(frozen=True, slots=True)
class Slip:
    """A misprint, or a thing spelt otherwise than elsewhere: as printed, and what is meant."""

    printed: str
    meant: str
    misprint: bool


@dataclass(frozen=True, slots=True)
class TermOverrides:
    """A reviewed ``terms.toml``.

    ``add`` are terms that extraction misses or gets wrong, ``forbid`` words that are none,
    ``unlinked`` terms whose uses cannot be told from ordinary words, ``slips`` what the document
    misprints.
    """

    add: tuple[Term, ...] = ()
    forbid: frozenset[str] = frozenset()
    unlinked: frozenset[str] = frozenset()
    slips: tuple[Slip, ...] = ()


@dataclass(slots=True)
class _TermDraft:
    rank: int
    term: Term


def load_term_overrides(game: Game) -> TermOverrides:
    """Read ``terms.toml`` beside the document; a game without one has an empty table.

    Every entry says why it is there.  Raises :class:`CorpusError` where one does not.
    """
    path = game.path.with_name("terms.toml")
    if not path.exists():
        return TermOverrides()
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return _table(data)
    except (KeyError, TypeError, ValueError) as error:
        raise CorpusError(path, str(error), hint="See CONTRIBUTING.md, “Terms”.") from error


def _table(data: Mapping[str, Any]) -> TermOverrides:
    for entry in (entry for entries in data.values() for entry in entries):
        if not entry["why"]:
            raise ValueError(f"{entry} says no why")

    def words(name: str) -> frozenset[str]:
        return frozenset(word for entry in data.get(name, ()) for word in entry["words"])

    return TermOverrides(
        add=tuple(_term(entry) for entry in data.get("term", ())),
        forbid=words("forbid"),
        unlinked=words("unlinked"),
        slips=tuple(
            Slip(entry["printed"], entry["meant"], entry.get("misprint", False))
            for entry in data.get("slip", ())
        ),
    )


def _term(entry: Mapping[str, Any]) -> Term:
    spellings = tuple(entry.get("spellings", ()))
    kind = TermKind(entry["kind"])
    return Term(entry["word"], kind, entry["clause"], spellings, entry.get("scope"))


def extract_terms(book: Rulebook, table: TermOverrides) -> tuple[Term, ...]:
    """Return the terms of ``book`` in the order of their defining clauses."""
    entries: dict[str, _TermDraft] = {}
    spellings: dict[str, list[str]] = {}
    for rank, term in _ranked(book, spellings):
        if term.word in table.forbid:
            continue
        known = entries.get(term.word)
        if known is None or rank < known.rank:
            entries[term.word] = _TermDraft(rank, term)
    for term in table.add:
        entries[term.word] = _TermDraft(-1, term)
    order = {clause.number: place for place, clause in enumerate(book.clauses)}
    finished = [_finish(entry.term, spellings, entries, table.forbid) for entry in entries.values()]
    return tuple(sorted(finished, key=lambda term: (order[term.clause], term.word)))


def _finish(
    term: Term,
    spellings: Mapping[str, list[str]],
    entries: Mapping[str, _TermDraft],
    forbid: frozenset[str],
) -> Term:
    found = [*term.spellings, *spellings.get(term.word, ())]
    kept = tuple(dict.fromkeys(s for s in found if s not in entries and s not in forbid))
    return Term(term.word, term.kind, term.clause, kept, term.scope)


def _ranked(book: Rulebook, spellings: dict[str, list[str]]) -> Iterator[tuple[int, Term]]:
    """Yield terms with the rank of their source; collect spellings on the way."""
    for clause in book.clauses:
        yield from ((0, term) for term in _from_heading(book, clause))
        for definition in definitions_in(clause.text):
            if definition.spelling_of:
                spellings.setdefault(definition.spelling_of, []).append(definition.word)
                continue
            kind = kind_of(book, clause, definition.word)
            scope = clause.number if definition.scoped else None
            yield 3 if definition.weak else 2, Term(definition.word, kind, clause.number, (), scope)


def _from_heading(book: Rulebook, clause: Clause) -> Iterator[Term]:
    """Yield the term or terms that a heading below a chapter names: 「置く/戻す」 names two."""
    if clause.title is None or clause.parent is None or _NO_TERM.search(clause.title):
        return
    title = _CIRCLED.sub("", clause.title)
    if len(title) > _LONGEST_HEADING:
        return
    chapter = chapter_kind(book, clause)
    names = title.split("/") if chapter is TermKind.ACTION and " " not in title else [title]
    for name in names:
        word = _PREFIX.sub("", name)
        kind = _heading_kind(book, clause, chapter, word)
        if kind is not None and len(word) > 0:
            yield Term(word, kind, clause.number)


def _heading_kind(
    book: Rulebook, clause: Clause, chapter: TermKind | None, word: str
) -> TermKind | None:
    by_form = kind_of(book, clause, word)
    if by_form is TermKind.PHASE:
        return by_form
    if by_form is TermKind.RULE_PROCESS:
        # 「単発効果の処理」 outside the chapter on rule processes is about something else.
        return by_form if chapter is TermKind.RULE_PROCESS or "の処理" not in word else None
    if chapter is None:
        return by_form if by_form in _HEADED else None
    return chapter if chapter in _HEADED and chapter is not TermKind.RULE_PROCESS else by_form
