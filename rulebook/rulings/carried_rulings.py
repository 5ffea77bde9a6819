"""Carry rulings to another edition: the new numbers of their clauses, and what changed there.

A ruling is never rewritten; numbers that moved and words that changed are recorded with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.records import replace
from rulebook.rulings.citations import CitationFinder
from rulebook.rulings.edition_routes import EditionRoutes
from rulebook.rulings.model import Ruling, RulingState, Suggestion

# Changes of one clause that are recorded.
_CHANGES = 3


def carry_ruling(ruling: Ruling, routes: EditionRoutes, finder: CitationFinder) -> Ruling:
    """Return ``ruling`` with the numbers of the edition that ``routes`` lead to.

    Clauses that are gone there are left out.  A ruling of an edition that the corpus does not
    have is returned unchanged.
    """
    carried = _with_new_numbers(ruling, routes, finder)
    if carried.state is not RulingState.IN_FORCE or not carried.worded:
        return carried
    changes = ((n, routes.changed_words(carried.worded, n)) for n in carried.numbers)
    changed = tuple((number, "、".join(words[:_CHANGES])) for number, words in changes if words)
    return replace(carried, changed=changed)


def _with_new_numbers(ruling: Ruling, routes: EditionRoutes, finder: CitationFinder) -> Ruling:
    was, edition = ruling.edition, routes.game.edition.name
    if was == edition or not routes.has_edition(was):
        return ruling
    text = f"{ruling.question}\n{ruling.answer}"
    cited = (citation.number for citation in finder.find(text, routes.game))
    named = [n for n in dict.fromkeys((*ruling.numbers, *cited)) if routes.number_in(was, n)]
    now = {number: routes.now(was, number) for number in named}
    return replace(
        ruling,
        edition=edition,
        clauses=_carried(ruling.clauses, now),
        suggested=tuple(
            Suggestion(number, each.confidence)
            for each in ruling.suggested
            for number in now.get(each.clause, (each.clause,))
        ),
        worded=ruling.worded or was,
        moved=tuple((number, "・".join(new)) for number, new in now.items() if new != (number,)),
    )


def _carried(numbers: Sequence[str], now: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    new = (each for number in numbers for each in now.get(number, (number,)))
    return tuple(dict.fromkeys(new))
