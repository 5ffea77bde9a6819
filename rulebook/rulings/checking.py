"""Find rulings that are wrong or out of date, compared with the rules and with each other."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from enum import Enum
from functools import cache

from rulebook.clauses.numbers import longest_rising
from rulebook.editions.citations import Citation
from rulebook.editions.quotations import QuotedWords
from rulebook.grouping import grouped
from rulebook.messages import Message, render
from rulebook.records import dataclass
from rulebook.rulings.citing import ClauseWords, is_quotation, plain_words
from rulebook.rulings.edition_routes import EditionRoutes
from rulebook.rulings.model import Ruling, Rulings, RulingState
from rulebook.text.display import shortened

# Question marks and polite endings are ignored where questions are compared.
_ENDING = re.compile(r"(?:のでしょうか|でしょうか|のですか|ですか|ますか|か)?[?!]*$")
# If the dates of at least this share of a file rise, or fall, the other rulings are out of order.
_IN_ORDER = 0.9


@dataclass(frozen=True, slots=True)
class RulingFinding:
    """A finding on a ruling that a person should check; ``number`` is the clause concerned."""

    problem: str
    ruling: Ruling
    text: Message
    number: str | None = None

    @property
    def message(self) -> str:
        """The message in Japanese, whatever language the user reads: JSON has it in both."""
        return render(self.text, "ja")

    @property
    def message_en(self) -> str:
        """The message in English, whatever language the user reads: JSON has it in both."""
        return str(self.text)


class RulingForm(Enum):
    """The kinds of findings on rulings: the problem that each reports, and its message."""

    NO_EDITION = (
        "unknown-edition",
        "Edition {edition} does not exist, so clause numbers cannot be checked.",
    )
    MOVED = ("moved", "{clause} of edition {since} moved: in edition {edition} it is {moved}.")
    GONE = ("missing-clause", "{clause} of edition {since} is not in edition {edition}.")
    MISSING = ("missing-clause", "There is no clause {clause} in edition {edition}.")
    MISSING_ELSEWHERE = ("missing-clause", "There is no clause {clause}.")
    NO_CLAUSE = (
        "no-clause",
        "No clause is named. See the suggested clauses: rulebook rulings review.",
    )
    CHANGED = (
        "changed-words",
        "The words of {clause} changed since edition {since}: {words}. Read it again.",
    )
    MISQUOTED = ("misquoted", "The words “{words}” are not in {clauses}.")
    TWICE = ("duplicate-id", "The id {id} is also in {place}. This one is not used.")
    CONTRADICTION = (
        "contradiction",
        "{ruling_id} answers the same question differently: “{answer}”.",
    )
    OUT_OF_ORDER = ("out-of-order", "The date {date} does not fit the order of the file.")

    def on(self, ruling: Ruling, *, number: str | None = None, **values: object) -> RulingFinding:
        """Return a finding of this kind on ``ruling``, with ``values`` in its message."""
        problem, form = self.value
        return RulingFinding(problem, ruling, Message(form, **values), number)


def check_rulings(rulings: Rulings, routes: EditionRoutes) -> Iterator[RulingFinding]:
    """Yield the findings on each ruling (one in force is also compared with today's words of its
    clauses), then on rulings with one id, contradictory answers and dates out of order."""
    words = cache(lambda edition: ClauseWords(routes.book_at(edition)))
    for ruling in rulings.all:
        if ruling.edition not in routes.names:
            yield RulingForm.NO_EDITION.on(ruling, edition=ruling.edition)
            continue
        cited, others = routes.cited_by_game(ruling.answer)
        yield from _number_findings(ruling, routes, cited, others)
        if ruling.state is RulingState.IN_FORCE:
            for number, changed in ruling.changed:
                values = {"clause": number, "since": ruling.worded, "words": changed}
                yield RulingForm.CHANGED.on(ruling, number=number, **values)
            yield from _misquotations(ruling, routes, cited, words)
    # Of several rulings with one id, only the first is used.
    first_of = {ruling.id.lower(): ruling for ruling in rulings.all} if rulings.twice else {}
    for ruling in rulings.twice:
        yield RulingForm.TWICE.on(ruling, id=ruling.id, place=first_of[ruling.id.lower()].place)
    yield from _contradictions(rulings.all)
    yield from _out_of_order(rulings.all)


def _number_findings(
    ruling: Ruling, routes: EditionRoutes, cited: Sequence[Citation], others: Sequence[Citation]
) -> Iterator[RulingFinding]:
    """Yield findings on moved, gone and missing numbers of ``ruling``, also on ``others``, which
    its answer cites of other games, and if it has no number."""
    moved = dict(ruling.moved)
    since, now = ruling.worded, ruling.edition
    for old, new in moved.items():
        number = new.split("・")[0] or old  # the first part of a split clause stands for all
        values = {"since": since, "clause": old, "edition": now, "moved": new}
        yield (RulingForm.MOVED if new else RulingForm.GONE).on(ruling, number=number, **values)
    # A number with an edition (@1.109 9.2.2) need not exist in the edition of the ruling.
    own = (each.number for each in cited if each.edition is None)
    for number in dict.fromkeys((*ruling.numbers, *own)):
        if number not in moved and routes.number_in(ruling.edition, number) is None:
            yield RulingForm.MISSING.on(ruling, number=number, clause=number, edition=now)
    for each in filter(routes.is_missing, others):
        yield RulingForm.MISSING_ELSEWHERE.on(ruling, clause=f"{each.game} {each.number}")
    if not ruling.numbers and not ruling.reviewed:
        yield RulingForm.NO_CLAUSE.on(ruling)


def _misquotations(
    ruling: Ruling,
    routes: EditionRoutes,
    cited: Sequence[Citation],
    words_at: Callable[[str], ClauseWords],
) -> Iterator[RulingFinding]:
    """Yield a finding for each quotation that none of the clauses ``cited`` with it has, as worded
    (``words_at``) in the edition named, else today: it may be outdated. Quotations of the question
    or of cards are left out."""
    today, moved = routes.game.edition.name, dict(ruling.moved)
    quoted: defaultdict[QuotedWords, list[tuple[str, str]]] = defaultdict(list)
    for each in (each for each in cited if each.quotes):
        at = each.edition or today
        now = each.number if each.edition else moved.get(each.number, each.number)
        # A clause that was split has several numbers now.
        places = [(at, n) for part in now.split("・") if (n := routes.number_in(at, part))]
        for quote in (one for one in each.quotes if one.is_next and is_quotation(one.words)):
            quoted[quote] += places
    asked = plain_words("\n".join((ruling.question, *ruling.cards))) if quoted else ""
    for quote, places in quoted.items():
        if not places or plain_words(quote.words) in asked:
            continue
        if not any(words_at(at).has(number, quote.words) for at, number in places):
            clauses = [number for _, number in places]
            values = {"words": shortened(quote.words), "clauses": "・".join(clauses)}
            yield RulingForm.MISQUOTED.on(ruling, number=clauses[0], **values)


def _contradictions(rulings: Sequence[Ruling]) -> Iterator[RulingFinding]:
    """Yield a finding for each ruling that answers a question differently from an earlier one on
    the same cards. はい、できます (“yes, it can”) only says more than はい (“yes”)."""
    asked: dict[tuple[str, frozenset[str]], Ruling] = {}
    for ruling in rulings:
        if ruling.state is not RulingState.IN_FORCE:
            continue
        words = _ENDING.sub("", plain_words(ruling.question))
        first = asked.setdefault((words, frozenset(ruling.cards)), ruling)
        one, other = plain_words(first.answer), plain_words(ruling.answer)
        if one not in other and other not in one:
            values = {"ruling_id": first.id, "answer": shortened(first.answer)}
            yield RulingForm.CONTRADICTION.on(ruling, **values)


def _out_of_order(rulings: Sequence[Ruling]) -> Iterator[RulingFinding]:
    """Yield a finding for each date, probably mistyped, that breaks the order of its file, which is
    oldest or newest first if at least ``_IN_ORDER`` of its dates are so."""
    files = grouped((each.place.path, each) for each in rulings if each.date is not None)
    for inside in files.values():
        inside.sort(key=lambda ruling: ruling.place.line)
        days = [ruling.date.toordinal() for ruling in inside if ruling.date]
        # Dates that fall rise once their sign is changed.
        kept = max([longest_rising([(sign * day,) for day in days]) for sign in (1, -1)], key=len)
        if len(kept) < _IN_ORDER * len(inside):
            continue
        for at, ruling in enumerate(inside):
            if at not in kept:
                yield RulingForm.OUT_OF_ORDER.on(ruling, date=ruling.date)
