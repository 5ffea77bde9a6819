"""What the wheel ships ready-made: its build runs ``python -m rulebook.shipping`` with
``$RULEBOOK_CACHE`` set to a folder of it. What is edited later is built in the user's cache."""

from __future__ import annotations

from rulebook.api import open_rules
from rulebook.cache.store import write_stamp
from rulebook.data import data_folder


def ship() -> None:
    """Build the tables of the package's games, so the first question does not wait for them, and
    the digest of the shipped files, so no start reads all of these."""
    rules = open_rules(data_folder("corpus"), say=print)
    rules.search_tables.fill()
    rules.rulings.fill()
    for game in rules.games:
        rules.annotator(game.key)
    write_stamp()


if __name__ == "__main__":
    ship()
