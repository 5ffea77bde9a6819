"""Short digests of the trees of all real cards, since a wrong tree may print the right text.

``python -m tests.cards.golden`` lists the cards whose trees have changed, with their new trees;
``--write`` accepts these.  Compare some of them with their texts before that.  The files have one
line for each card, in the order of the collection, and none of its text.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path

from rulebook.cards.reading.card_parser import CardParser, ParsedCard, load_dialect
from rulebook.cards.reading.inspection import compact, outline
from rulebook.cards.tree.node import walk
from rulebook.clauses.corpus import load_corpus
from tests.support import FIXTURES, ROOT, SHARED

COLLECTIONS = {
    "ws": "weiss-schwarz",
    "reb": "rebirth-for-you",
    "vs": "victory-spark",
    "los": "legend-of-stars",
}
"""The games with a collection of real cards, and the names of the files."""
_DIGITS = 6
_SHOWN = 20


def collection(game: str) -> Path:
    """Return the file of the real cards of ``game``, which may not exist."""
    return SHARED / "cards" / f"{COLLECTIONS[game]}.jsonl"


def real_cards(game: str, parser: CardParser) -> Iterator[tuple[str, ParsedCard]]:
    """Yield id and reading of each real card of ``game``."""
    with collection(game).open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            card = json.loads(line)
            yield card.get("id") or f"line {number}", parser.read(card["text"])


def digest(reading: ParsedCard) -> str:
    """Return a short digest of the trees of a card: their outlines, and the span of each node."""
    nodes = [node for ability in reading.abilities for node in walk(ability)]
    content = "\n".join(map(compact, reading.abilities))
    content += "".join(f" {node.start}-{node.end}" for node in nodes)
    return hashlib.sha256(content.encode()).hexdigest()[:_DIGITS]


def changed(game: str, digests: Iterable[tuple[str, str]]) -> list[str]:
    """Return the ids of the cards of ``game`` whose digest is not the golden one."""
    golden = _golden(game).read_text(encoding="utf-8").split()
    return [id for (id, new), old in zip_longest(digests, golden) if new != old]


def _golden(game: str) -> Path:
    return FIXTURES / game / "trees.txt"


def main(write: bool) -> int:
    """List what has changed, or rewrite the golden files; return 1 if anything changed."""
    corpus = load_corpus(ROOT / "corpus")
    any_changed = False
    for game in COLLECTIONS:
        readings = list(real_cards(game, CardParser(load_dialect(corpus.game(game)))))
        digests = [(id, digest(reading)) for id, reading in readings]
        if write:
            _golden(game).write_text("".join(f"{new}\n" for _, new in digests), encoding="utf-8")
            continue
        ids = changed(game, digests)
        any_changed = any_changed or bool(ids)
        print(f"{game}: {len(ids)} of {len(readings)} cards have changed  {' '.join(ids)}")
        for id, reading in readings if ids else ():
            if id in ids[:_SHOWN]:
                print(f"\n{id}\n{reading.canonical}\n" + "\n".join(map(outline, reading.abilities)))
    return int(any_changed)


if __name__ == "__main__":
    sys.exit(main("--write" in sys.argv[1:]))
