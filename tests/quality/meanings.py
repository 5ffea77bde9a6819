"""Measure how far meanings are resolved: agents, objects and pointers.

``python -m tests.quality.meanings`` prints the shares for all real cards of each game with a
collection, and for the invented cards and printed wordings of the others, each with the commonest
unresolved kinds; ``--open`` prints all unresolved places.

Of a partly understood text the understood part counts. A pointing word also counts as unresolved
if the meaning has no pointer for it; words of names and reminders do not point.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
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
from tests.cards.fixtures import blocks
from tests.cards.golden import collection
from tests.cards.test_wordings import WORDINGS
from tests.support import ROOT

GAMES = {"ws": True, "reb": True, "vs": False, "los": False, "gbf": False}
"""The games, and whether their real cards are counted, or else invented and printed ones."""

_POINTING = re.compile("その(?!後)|それら|それ(?!ぞれ)|選んだ(?!1つ|１つ)|残り|この(?:効果|能力)で")
_SILENT = re.compile("（[^）]*）|「[^」]*」|《[^》]*》|〔[^〕]*〕")
_COMMONEST = 5
_FOLDERS = ("ast", "links", "governing")


def parts(meaning: Any) -> Iterator[Meaning]:
    """Yield ``meaning`` and all nodes in it, except the opened meanings of keywords."""
    if isinstance(meaning, tuple):
        for part in meaning:
            yield from parts(part)
    elif is_dataclass(meaning) and not isinstance(meaning, Opened):
        if isinstance(meaning, Meaning):
            yield meaning
        for field in fields(meaning):
            yield from parts(getattr(meaning, field.name))


def needs_object(effect: Meaning) -> bool:
    """Return whether ``effect`` needs an object."""
    if isinstance(effect, Action):
        return effect.act in WITH_OBJECT
    return isinstance(effect, ChooseEffect | ModifyEffect | Grant)


class Tally:
    """Counts of resolved parts, and the list of unresolved ones."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.open: list[str] = []
        self.kinds: Counter[str] = Counter()

    def add(self, meaning: Sequence[Meaning], text: str) -> None:
        """Count the resolved parts of ``meaning``, that of the card ``text``."""
        found = list(parts(meaning))
        for part in found:
            self._add(part, text)
        pointers = [part for part in found if isinstance(part, PointerMeaning)]
        for start, end in pointing_words(text):
            if not any(pointer.start <= start < pointer.end for pointer in pointers):
                self._count("pointers", False, start, end, text)

    def _add(self, part: Meaning, text: str) -> None:
        start, end = part.start, part.end
        if isinstance(part, Effect) and hasattr(part, "by"):
            self._count("agents", bool(part.by.who), start, end, text)
            self.counts["agents by rule"] += part.by.basis == "rule"
        if needs_object(part):
            what = getattr(part, "what", None)
            settled = what is not None and not getattr(what, "unresolved", None)
            self._count("objects", settled, start, end, text)
        if isinstance(part, PointerMeaning):
            self._count("pointers", part.unresolved is None, start, end, text)
        if isinstance(part, Effect):
            self._count("effects", not isinstance(part, Unknown), start, end, text)

    def _count(self, name: str, settled: bool, start: int, end: int, text: str) -> None:
        self.counts[name] += 1
        self.counts[f"{name} settled"] += settled
        if not settled:
            around = text[max(0, start - 30) : end + 15].replace("\n", " ")
            self.open.append(f"{name}\t{text[start:end]}\t{around}")
            if name != "effects":
                self.kinds[f"{name}: {text[start : end + 4]}"] += 1

    def shares(self) -> str:
        """Return the shares as a line."""
        names = ("agents", "objects", "pointers", "effects")
        return (
            "  ".join(
                f"{name} {self.counts[name + ' settled'] / max(1, self.counts[name]):.2%}"
                f" of {self.counts[name]}"
                for name in names
            )
            + f"  (agents known by rules, not by the text: {self.counts['agents by rule']})"
        )

    def commonest(self) -> str:
        """Return the commonest unresolved kinds as a line."""
        return "; ".join(f"{n} {kind}" for kind, n in self.kinds.most_common(_COMMONEST))


def pointing_words(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of pointing words in ``text``, except in names and reminders."""
    blanked = _SILENT.sub(lambda match: " " * len(match[0]), text)
    return (match.span() for match in _POINTING.finditer(blanked))


def texts_of(game: str) -> Iterator[str]:
    """Yield the texts of ``game`` that are counted."""
    if GAMES[game]:
        with collection(game).open(encoding="utf-8") as lines:
            yield from (json.loads(line)["text"] for line in lines)
    else:
        yield from (case.text for folder in _FOLDERS for case in blocks(game, folder))
        yield from (wording[-1] for wording in WORDINGS if wording[0] == game)


def tally(game: str, rules: Rules) -> Tally:
    """Return the counts for the texts of ``game``."""
    found = Tally()
    for text in texts_of(game):
        found.add(rules.annotate(game, text).meaning, text)
    return found


def main(show: bool) -> None:
    """Print the shares of each game, and with ``show`` the unresolved places."""
    rules = Rules(load_corpus(ROOT / "corpus"))
    for game in GAMES:
        found = tally(game, rules)
        print(f"{game}: {found.shares()}\n  open: {found.commonest()}")
        if show:
            print("\n".join(found.open))


if __name__ == "__main__":
    main("--open" in sys.argv[1:])
