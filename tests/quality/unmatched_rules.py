"""Rules of ``governing.toml`` that match no card: neither real cards nor invented ones of tests.

``python -m tests.quality.unmatched_rules`` lists them with their lines.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from rulebook.api import Rules, open_rules
from rulebook.toml_files.loader import KeyLines
from tests.cards.fixtures import blocks
from tests.cards.golden import COLLECTIONS, collection
from tests.support import FIXTURES, ROOT

GAMES = ("ws", "reb", "vs", "los", "gbf")


def texts(game: str) -> Iterator[str]:
    """Yield the real card texts of ``game``, if they exist, then the invented ones."""
    if game in COLLECTIONS and collection(game).exists():
        with collection(game).open(encoding="utf-8") as lines:
            for line in lines:
                yield json.loads(line)["text"]
    for kind in ("governing", "resolving", "meaning"):
        if (FIXTURES / game / kind).is_dir():
            yield from (case.text for case in blocks(game, kind))


def unmatched_rules(rules: Rules, game: str) -> list[int]:
    """Return the places of the rules of ``game`` that match no card."""
    annotator = rules.annotator(game)
    found: set[int] = set()
    for text in texts(game):
        found.update(rule for each in annotator.facts(text) for rule in each.rules)
    return sorted(set(range(len(annotator.governing.file.rules))) - found)


def main() -> None:
    """Print the rules that match no card, game by game."""
    rules = open_rules(ROOT / "corpus")
    for game in GAMES:
        path = rules.game(game).table("governing.toml")
        lines = KeyLines.of_file(path)
        table = rules.annotator(game).governing.file.rules
        unmatched = unmatched_rules(rules, game)
        print(f"{game}: {len(unmatched)} of {len(table)} rules match no card")
        for place in unmatched:
            print(f"  {path.name}:{lines.line(('rules', place, 'when'))}  {table[place].when}")


if __name__ == "__main__":
    main()
