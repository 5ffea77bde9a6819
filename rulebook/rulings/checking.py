"""What is wrong or out of date in rulings, held against the rules and against each other."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from enum import Enum, StrEnum

from rulebook.clauses.order import longest_rising
from rulebook.records import dataclass
from rulebook.rulings.citations import Citation, CitationFinder
from rulebook.rulings.edition_routes import EditionRoutes
from rulebook.rulings.model import Ruling, Rulings, RulingState
from rulebook.rulings.wording import ClauseWords, is_quotation, plain_words
from rulebook.text.width import shortened


class RulingProblem(StrEnum):
    """What can be wrong with a ruling."""

    MISSING_CLAUSE = "missing-clause"
    MOVED = "moved"
    CHANGED_WORDS = "changed-words"
    MISQUOTED = "misquoted"
    CONTRADICTION = "contradiction"
    OUT_OF_ORDER = "out-of-order"
    UNKNOWN_EDITION = "unknown-edition"
    DUPLICATE_ID = "duplicate-id"
    NO_CLAUSE = "no-clause"


@dataclass(frozen=True, slots=True)
class RulingFinding:
    """Something to look at in a ruling; ``number`` is the clause concerned."""

    problem: RulingProblem
    ruling: Ruling
    message: str
    message_en: str
    number: str | None = None


class RulingWording(Enum):
    """A form of words: the problem, Japanese, English; ``{0}`` is the first value."""

    NO_EDITION = (
        RulingProblem.UNKNOWN_EDITION,
        "{0}版がないので、条文番号を確かめられない。",
        "Edition {0} is not there, so that clause numbers cannot be checked.",
    )
    MOVED = (
        RulingProblem.MOVED,
        "{0}版の{1}は{2}版の{3}に移った（moved）。",
        "{1} of edition {0} moved: in edition {2} it is {3}.",
    )
    GONE = (
        RulingProblem.MISSING_CLAUSE,
        "{0}版の{1}は{2}版にはない。",
        "{1} of edition {0} is not in edition {2}.",
    )
    MISSING = (
        RulingProblem.MISSING_CLAUSE,
        "{0}という条文は{1}版にない。",
        "There is no clause {0} in edition {1}.",
    )
    NO_CLAUSE = (
        RulingProblem.NO_CLAUSE,
        "条文が挙げられていない。rulebook rulings review で候補を確かめること。",
        "No clause is named. See what is suggested: rulebook rulings review.",
    )
    CHANGED = (
        RulingProblem.CHANGED_WORDS,
        "{0}の文言が{1}版から変わった：{2}。読み直すこと。",
        "The words of {0} changed since edition {1}: {2}. Read it again.",
    )
    MISQUOTED = (
        RulingProblem.MISQUOTED,
        "「{0}」という文言は{1}にない。",
        "The words “{0}” are not in {1}.",
    )
    TWICE = (
        RulingProblem.DUPLICATE_ID,
        "idの{0}は{1}にもある。こちらは使わない。",
        "The id {0} is in {1} too. This one is not used.",
    )
    CONTRADICTION = (
        RulingProblem.CONTRADICTION,
        "同じ質問に{0}が別の答えを出している：「{1}」。",
        "{0} answers the same question otherwise: “{1}”.",
    )
    OUT_OF_ORDER = (
        RulingProblem.OUT_OF_ORDER,
        "{0}という日付が、ファイルの並びと合わない。",
        "The date {0} does not fit the order of the file.",
    )

    def on(self, ruling: Ruling, *values: object, number: str | None = None) -> RulingFinding:
        """Return a finding on ``ruling`` that says this."""
        problem, ja, en = self.value
        return RulingFinding(problem, ruling, ja.format(*values), en.format(*values), number)


# Question marks and polite endings make no other question.
_ENDING = re.compile(r"(?:のでしょうか|でしょうか|のですか|ですか|ますか|か)?[?!]*$")
# A file whose dates rise, or fall, in so many of its rulings is in order, and the rest is not.
_IN_ORDER = 0.9


def check_rulings(rulings: Rulings, routes: EditionRoutes) -> Iterator[RulingFinding]:
    """Yield what is wrong in ``rulings``, ruling by ruling, then what only all of them show."""
    words = ClauseWords(routes.book)
    finder = CitationFinder([routes.game])
    for ruling in rulings.all:
        if not routes.has_edition(ruling.edition):
            yield RulingWording.NO_EDITION.on(ruling, ruling.edition)
            continue
        cited = finder.find(ruling.answer, routes.game)
        yield from _numbers(ruling, routes, cited)
        if ruling.state is RulingState.IN_FORCE:
            yield from _changed(ruling)
            yield from _quotes(ruling, routes, cited, words)
    yield from _twice(rulings)
    yield from _contradictions(rulings.all)
    yield from _out_of_order(rulings.all)


def _numbers(
    ruling: Ruling, routes: EditionRoutes, cited: Sequence[Citation]
) -> Iterator[RulingFinding]:
    moved = dict(ruling.moved)
    since, now = ruling.worded, ruling.edition
    for old, new in moved.items():
        if new:
            number = new.split("・")[0]
            yield RulingWording.MOVED.on(ruling, since, old, now, new, number=number)
        else:
            yield RulingWording.GONE.on(ruling, since, old, now, number=old)
    own = (each.number for each in cited if each.edition is None)
    named = dict.fromkeys((*ruling.numbers, *own))
    for number in named:
        if number not in moved and routes.number_in(ruling.edition, number) is None:
            yield RulingWording.MISSING.on(ruling, number, now, number=number)
    if not ruling.numbers and not ruling.reviewed:
        yield RulingWording.NO_CLAUSE.on(ruling)


def _changed(ruling: Ruling) -> Iterator[RulingFinding]:
    for number, words in ruling.changed:
        yield RulingWording.CHANGED.on(ruling, number, ruling.worded, words, number=number)


def _quotes(
    ruling: Ruling, routes: EditionRoutes, cited: Sequence[Citation], words: ClauseWords
) -> Iterator[RulingFinding]:
    """Yield quotations next to a citation that neither its clause nor the question has."""
    moved = dict(ruling.moved)
    quoted: defaultdict[str, list[str]] = defaultdict(list)
    for citation in cited:
        if is_quotation(citation.quote):
            quoted[citation.quote].append(moved.get(citation.number, citation.number))
    asked = plain_words("\n".join((ruling.question, *ruling.cards))) if quoted else ""
    for quote, printed in quoted.items():
        found = (routes.number_in(routes.game.edition.name, number) for number in printed)
        numbers = [number for number in found if number]
        if not numbers or plain_words(quote) in asked:
            continue
        if not any(words.has(number, quote) for number in numbers):
            clauses = "・".join(numbers)
            yield RulingWording.MISQUOTED.on(ruling, shortened(quote), clauses, number=numbers[0])


def _twice(rulings: Rulings) -> Iterator[RulingFinding]:
    first_of = {ruling.id.lower(): ruling for ruling in rulings.all} if rulings.twice else {}
    for ruling in rulings.twice:
        first = first_of[ruling.id.lower()]
        yield RulingWording.TWICE.on(ruling, ruling.id, first.place)


def _contradictions(rulings: Sequence[Ruling]) -> Iterator[RulingFinding]:
    """Yield rulings in force that answer the same question in other words than an earlier one."""
    asked: dict[tuple[str, frozenset[str]], Ruling] = {}
    for ruling in rulings:
        if ruling.state is not RulingState.IN_FORCE:
            continue
        first = asked.setdefault(_question_key(ruling), ruling)
        if first is not ruling and _differ(first.answer, ruling.answer):
            yield RulingWording.CONTRADICTION.on(ruling, first.id, shortened(first.answer))


def _question_key(ruling: Ruling) -> tuple[str, frozenset[str]]:
    return _ENDING.sub("", plain_words(ruling.question)), frozenset(ruling.cards)


def _differ(one: str, other: str) -> bool:
    one, other = plain_words(one), plain_words(other)
    return one not in other and other not in one


def _out_of_order(rulings: Sequence[Ruling]) -> Iterator[RulingFinding]:
    """Yield the rulings whose dates break the order that their file otherwise has."""
    files: defaultdict[object, list[Ruling]] = defaultdict(list)
    for ruling in rulings:
        if ruling.date is not None:
            files[ruling.place.path].append(ruling)
    for inside in files.values():
        inside.sort(key=lambda ruling: ruling.place.line)
        days = [ruling.date.toordinal() for ruling in inside if ruling.date]
        runs = [longest_rising([(sign * day,) for day in days]) for sign in (1, -1)]
        kept = max(runs, key=len)
        if len(kept) < _IN_ORDER * len(inside):
            continue
        for at, ruling in enumerate(inside):
            if at not in kept:
                yield RulingWording.OUT_OF_ORDER.on(ruling, ruling.date)
