"""Short digests of the whole output for each real card: its annotation and its resolution.

``python -m tests.cards.outputs`` lists the cards whose output has changed; ``--write`` accepts the
new output.  A commit that changes outputs on purpose lists the cards.  The files have one line for
each card, in the order of the collection, and none of its text: a digest of the JSON of
``annotate`` (tree, links, meaning, governing clauses) and one of that of ``resolve``.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from itertools import islice, zip_longest
from pathlib import Path

from rulebook.api import Rules, open_rules
from rulebook.cards.resolving.resolver import resolve_card
from tests.cards.golden import COLLECTIONS, collection
from tests.support import FIXTURES, ROOT

CHUNK = 1_000
_BATCH = 64
_DIGITS = 6
_SHOWN = 60


def golden(game: str) -> list[str]:
    """Return the stored digests of the cards of ``game``, in the order of the collection."""
    return _path(game).read_text(encoding="utf-8").splitlines()


def digests(rules: Rules, game: str, start: int = 0, end: int | None = None) -> Iterator[str]:
    """Yield id and two digests of each of the real cards from ``start`` to ``end``."""
    with collection(game).open(encoding="utf-8") as lines:
        cards = [json.loads(line) for line in islice(lines, start, end)]
    annotator = rules.annotator(game)
    for first in range(0, len(cards), _BATCH):
        some = cards[first : first + _BATCH]
        # The same reading is used for the JSON and the resolution.
        annotations = [annotator.annotate(card["text"]) for card in some]
        written = annotator.line_writer.lines(annotations)
        for at, (annotation, line) in enumerate(zip(annotations, written, strict=True)):
            steps = resolve_card(annotation, annotator.governing).as_json()["abilities"]
            steps_text = json.dumps(steps, ensure_ascii=False)
            name = some[at].get("id") or start + first + at + 1
            yield f"{name}\t{_digest(line)} {_digest(steps_text)}"


def changed(rules: Rules, game: str, start: int = 0, end: int | None = None) -> list[str]:
    """Return the ids of the cards between ``start`` and ``end`` whose output has changed."""
    now = (row.rpartition("\t") for row in digests(rules, game, start, end))
    pairs = zip_longest(now, golden(game)[start:end], fillvalue=("missing", "", ""))
    return [row[0] for row, before in pairs if row[2] != before]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]


def _path(game: str) -> Path:
    return FIXTURES / game / "outputs.txt"


def main(write: bool) -> int:
    """List the cards whose output has changed, or write the files; return 1 for any change."""
    rules = open_rules(ROOT / "corpus")
    any_changed = False
    for game in COLLECTIONS:
        if write:
            rows = (row.rpartition("\t")[2] for row in digests(rules, game))
            _path(game).write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
            continue
        ids = changed(rules, game)
        any_changed = any_changed or bool(ids)
        print(f"{game}: {len(ids)} cards have changed  {' '.join(ids[:_SHOWN])}")
    return int(any_changed)


if __name__ == "__main__":
    sys.exit(main("--write" in sys.argv[1:]))
