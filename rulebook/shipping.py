"""What the wheel ships ready-made: catalog, search tables, rulings and card tables of its corpus.
The build of the wheel runs ``python -m rulebook.shipping`` with ``$RULEBOOK_CACHE`` set to a folder
of it. Whatever is edited later has another key, and is built in the user's cache."""

from __future__ import annotations

from rulebook.api import open_rules
from rulebook.cache.store import write_stamp
from rulebook.data import data_folder


def ship() -> None:
    """Build the search tables, rulings and card tables of the package's games, to be put into the
    wheel: the first question after an installation then does not wait for them. The stamp has the
    digest of the shipped files, so that no start reads all of these to see that nothing changed."""
    rules = open_rules(data_folder("corpus"), say=print)
    rules.search_tables.fill()
    rules.rulings.fill()
    for game in rules.games:
        rules.annotator(game.key)
    write_stamp()


if __name__ == "__main__":
    ship()
