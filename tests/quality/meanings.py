"""How far meanings are settled on the real cards: who acts, on what, and what pointers mean.

``python -m tests.quality.meanings`` prints the shares of each game with a collection at hand;
``--open`` also prints what is left open.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from rulebook.api import Rules
from rulebook.cards.meaning.action_types import WITH_OBJECT
from rulebook.cards.meaning.nodes import (
    Action,
    ChooseEffect,
    Effect,
    Grant,
    Meaning,
    ModifyEffect,
    Opened,
    PointerMeaning,
    Unknown,
)
from rulebook.clauses.corpus import load_corpus
from tests.cards.golden import COLLECTIONS, collection
from tests.support import ROOT

GAMES = ("ws", "reb")


def parts(meaning: Any) -> Iterator[Meaning]:
    """Yield ``meaning`` and all that stands in it, but for what the rules say of keywords."""
    if isinstance(meaning, tuple):
        for part in meaning:
            yield from parts(part)
    elif is_dataclass(meaning) and not isinstance(meaning, Opened):
        if isinstance(meaning, Meaning):
            yield meaning
        for field in fields(meaning):
            yield from parts(getattr(meaning, field.name))


def needs_object(effect: Meaning) -> bool:
    """Whether ``effect`` must be done to something."""
    if isinstance(effect, Action):
        return effect.act in WITH_OBJECT
    return isinstance(effect, ChooseEffect | ModifyEffect | Grant)


class Tally:
    """Counts what is settled, and keeps what is not."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.open: list[str] = []

    def add(self, part: Meaning, text: str, id: str) -> None:
        """Count ``part`` of the card ``text``."""
        if isinstance(part, Effect) and hasattr(part, "by"):
            self._count("doers", bool(part.by.who), part, text, id)
        if needs_object(part):
            what = getattr(part, "what", None)
            settled = what is not None and not getattr(what, "unresolved", None)
            self._count("objects", settled, part, text, id)
        if isinstance(part, PointerMeaning):
            self._count("pointers", part.unresolved is None, part, text, id)
        if isinstance(part, Effect):
            self._count("effects", not isinstance(part, Unknown), part, text, id)

    def _count(self, name: str, settled: bool, part: Meaning, text: str, id: str) -> None:
        self.counts[name] += 1
        self.counts[f"{name} settled"] += settled
        if not settled:
            around = text[max(0, part.start - 30) : part.end + 15].replace("\n", " ")
            self.open.append(f"{name}\t{id}\t{text[part.start : part.end]}\t{around}")

    def shares(self) -> str:
        """Return the shares as a line."""
        names = ("doers", "objects", "pointers", "effects")
        return "  ".join(
            f"{name} {self.counts[name + ' settled'] / max(1, self.counts[name]):.2%}"
            f" of {self.counts[name]}"
            for name in names
        )


def tally(game: str, rules: Rules) -> Tally:
    """Return what is settled in the wholly read cards of ``game``."""
    found = Tally()
    with collection(game).open(encoding="utf-8") as lines:
        for line in lines:
            card = json.loads(line)
            annotation = rules.annotate(game, card["text"])
            if not annotation.reading.gaps:
                for part in parts(annotation.meaning):
                    found.add(part, card["text"], card.get("id", ""))
    return found


def main(show: bool) -> None:
    """Print the shares of each game, and with ``show`` what is open."""
    rules = Rules(load_corpus(ROOT / "corpus"))
    for game in GAMES:
        found = tally(game, rules)
        print(f"{COLLECTIONS[game]}: {found.shares()}")
        if show:
            print("\n".join(found.open))


if __name__ == "__main__":
    main("--open" in sys.argv[1:])
