"""Read a card text into the rows that the library stores for it."""

from __future__ import annotations

from rulebook.card_library.meaning_rows import AbilityRow, MeaningRows, PartRow
from rulebook.cards.annotating.annotator import Annotator
from rulebook.cards.facts.walk import all_slots, facts_of
from rulebook.cards.resolving.resolver import resolve_card
from rulebook.cards.worker_pools.many_cards import Chunk
from rulebook.records import NamedTuple

# Rows of ``links`` and ``steps``; the first value is an index into the abilities of the same card.
LinkRow = tuple[int, str, int, int, str, int]
StepRow = tuple[int, int, str, str, str | None, int, bool, str | None, bool, str]


class CardReading(NamedTuple):
    """The rows of a card text, or the ``failure``: an exception raised while reading it."""

    status: str
    coverage: float
    abilities: tuple[AbilityRow, ...] = ()
    parts: tuple[PartRow, ...] = ()
    links: tuple[LinkRow, ...] = ()
    steps: tuple[StepRow, ...] = ()
    unread: tuple[tuple[int, int, str], ...] = ()
    features: tuple[str, ...] = ()
    failure: str = ""


def read_cards(annotator: Annotator, chunk: Chunk) -> list[CardReading]:
    """Return the rows of each card of ``chunk``, for the library. It is a function of a module so
    that worker processes can call it; one that raises does not stop the other cards."""
    readings = []
    for _, text in chunk:
        try:
            readings.append(_rows_of_text(annotator, text))
        except Exception as error:
            failure = f"{type(error).__name__}: {error}"
            readings.append(CardReading("failed", 0.0, failure=failure))
    return readings


def _rows_of_text(annotator: Annotator, text: str) -> CardReading:
    """Return all rows that the library stores for the card ``text``. They are made here, in worker
    processes, so that the process that writes the database only inserts them."""
    annotation = annotator.annotate(text)
    rows, names = MeaningRows(text, annotator.governing.file.zones), dict[str, None]()
    links: list[LinkRow] = []
    steps: list[StepRow] = []
    resolution = resolve_card(annotation, annotator.governing)
    rows_of = zip(annotation.meaning, annotation.governing, resolution.abilities, strict=True)
    for meaning, clauses, resolved in rows_of:
        facts = facts_of(meaning, annotator.governing.file.zones, all_slots)
        names.update((name, None) for fact in facts for name in fact.statements())
        place = rows.add(meaning)
        links += (
            (place, clause.number, span.start, span.end, clause.role, at)
            for at, clause in enumerate(clauses)
            for span in clause.spans
        )
        # What may happen between steps is the same for every card, unless it has its own clause.
        kept = (step for step in resolved.steps if step.part != "between" or step.clause)
        for number, step in enumerate(kept):
            own = (step.part, step.text, step.by, step.depth, step.is_general, step.clause)
            steps.append((place, number, *own, step.optional, " ".join(step.clauses)))
    gaps = tuple((gap.span.start, gap.span.end, gap.why) for gap in annotation.reading.gaps)
    features = (*names, *dict.fromkeys(map(_feature_of_part, rows.parts)))
    written = (tuple(rows.abilities), tuple(rows.parts), tuple(links), tuple(steps))
    status, coverage = annotation.reading.status.value, annotation.reading.coverage
    return CardReading(status, coverage, *written, gaps, features)


def _feature_of_part(part: PartRow) -> str:
    """Return what a part of a meaning does as one text, a feature: section, act, zones, number.
    Cards with similar meanings share features, so names of cards are left out."""
    zones = ",".join(f"{slot}={zone}" for slot, zone in part.zones)
    number = f"{'≤' if part.at_most else ''}{part.number}"
    who = part.whom or part.owner
    words = (part.section, part.act, part.verb, who, zones, number, part.measure)
    return " ".join(str(word or "-") for word in words)
