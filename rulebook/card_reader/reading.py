"""Reading a card where there are no files except one for each game, with its tables."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rulebook.cache.plain_values import compact_json, from_plain, to_plain
from rulebook.card_library.notation import likeliest_game, may_be_of_another
from rulebook.cards.annotating.annotator import (
    Annotator,
    CardTables,
    load_card_tables,
    load_examples,
    stretches,
)
from rulebook.cards.resolving.resolver import resolve_card
from rulebook.cards.spelling.canonical_form import check_card_length
from rulebook.clauses.corpus import Corpus, game_from_plain, plain_game
from rulebook.clauses.game import Game
from rulebook.errors import CardError
from rulebook.messages import Message


def game_tables(corpus: Corpus, game: Game) -> str:
    """Return the file of ``game`` for the reader, as JSON: a browser has no corpus, and warms up
    with the examples. Raises :class:`CorpusError` without a grammar or for a bad table."""
    data = {
        "game": plain_game(game),
        "examples": [card.text.strip() for card in load_examples(game)],
        "tables": to_plain(load_card_tables(corpus, game)),
    }
    return compact_json(data)


class CardReader:
    """Reads the cards of the games whose tables are in ``folder``, ``<id>.json`` each."""

    def __init__(self, folder: Path | str) -> None:
        """``folder`` has the tables; those of a game are loaded with its first card."""
        self._folder = Path(folder)
        self._games: dict[str, tuple[Annotator, Sequence[str]]] = {}  # by id, with examples

    def read(self, text: str, game: str) -> str:
        """Return as JSON, for a script of a page, what the card ``text`` of ``game``, an id, means:
        ``annotation`` and ``resolution`` as in ``annotate`` and ``resolve --json``; ``stretches``,
        the text cut where its clauses change; ``doubtful``, whether :meth:`likeliest` may find a
        better game. A text that is not a card gives only ``refused``."""
        try:
            text.encode("utf-8")
            check_card_length(text)
        except UnicodeEncodeError as error:  # strings of JavaScript may have lone surrogates
            form, place = "the card text is not UTF-8 at character {position}", error.start + 1
            return json.dumps({"refused": Message(form, position=place)})
        except CardError as error:
            return json.dumps({"refused": error.what})
        annotator, _ = self._game(game)
        annotation = annotator.annotate(text)
        others = {
            "resolution": resolve_card(annotation, annotator.governing).as_json(),
            "stretches": [[s.text, s.clauses, s.unparsed] for s in stretches(annotation)],
            "doubtful": may_be_of_another(text, annotation.reading.coverage),
        }
        # The annotation is JSON text already, which is not parsed and written again.
        rest = json.dumps(others, ensure_ascii=False).removeprefix("{")
        return f'{{"annotation": {annotation.json_text()}, {rest}'

    def likeliest(self, text: str, game: str) -> str:
        """Return as JSON which other game ``text`` looks like, or null; this loads all tables."""
        annotator, _ = self._game(game)
        ids = sorted(path.stem for path in self._folder.glob("*.json"))
        others = (self._game(id)[0] for id in ids if id != annotator.game.id)
        parsers = ((each.game, each.parser) for each in others)
        found = likeliest_game(text, annotator.parser.read(text).coverage, parsers)
        if found is None:
            return json.dumps(None)
        names = ("id", "title", "title_en")
        return json.dumps({name: getattr(found[1], name) for name in names}, ensure_ascii=False)

    def warm(self, game: str) -> None:
        """Read the examples of ``game``, which compiles its grammar before a visitor's card."""
        for text in self._game(game)[1]:
            self.read(text, game)

    def _game(self, id: str) -> tuple[Annotator, Sequence[str]]:
        """Return the annotator and examples of a game, loaded late: most visitors use one."""
        if id not in self._games:
            text = (self._folder / f"{id}.json").read_text(encoding="utf-8")
            data: dict[str, Any] = json.loads(text)
            game = game_from_plain(data["game"], self._folder)
            annotator = Annotator(game, from_plain(CardTables, data["tables"]))
            self._games[id] = annotator, data["examples"]
        return self._games[id]
