"""Reading a card where there are no files except the tables of the games."""

from __future__ import annotations

import json
from pathlib import Path

from rulebook.card_library.notation import likeliest_game, may_be_of_another
from rulebook.card_reader.game_tables import ReaderGame, load_game_tables
from rulebook.cards.annotating.annotator import stretches
from rulebook.cards.resolving.resolver import resolve_card
from rulebook.cards.spelling.limits import check_card_length
from rulebook.errors import CardError
from rulebook.messages import Message


class CardReader:
    """Reads the cards of the games whose tables are in ``folder``, ``<id>.json`` each."""

    def __init__(self, folder: Path | str) -> None:
        """``folder`` has the tables; those of a game are loaded with its first card."""
        self._folder = Path(folder)
        self._games: dict[str, ReaderGame] = {}

    def read(self, text: str, game: str) -> str:
        """Return, as JSON, what ``text``, a card of ``game`` (an id), says: only text can be passed
        to the script of a page, which calls it. ``annotation`` and ``resolution`` are what
        ``annotate --json`` and ``resolve --json`` print, ``stretches`` the text cut where its
        clauses change; ``doubtful`` says that :meth:`likeliest` may know a better game. A text that
        is not a card gives only ``refused``."""
        try:
            return self._reading_as_json(text, game)
        except CardError as error:
            return json.dumps({"refused": error.what})

    def likeliest(self, text: str, game: str) -> str:
        """Return, as JSON, which other game ``text``, read as a card of ``game``, looks like;
        ``null`` if none. Only games with tables in the folder count. The page asks this only for a
        ``doubtful`` text, since it loads all their tables."""
        annotator = self._game(game).annotator
        ids = sorted(path.stem for path in self._folder.glob("*.json"))
        others = (self._game(id).annotator for id in ids if id != annotator.game.id)
        parsers = ((each.game, each.parser) for each in others)
        found = likeliest_game(text, annotator.parser.read(text).coverage, parsers)
        if found is None:
            return json.dumps(None)
        names = ("id", "title", "title_en")
        return json.dumps({name: getattr(found[1], name) for name in names}, ensure_ascii=False)

    def warm(self, game: str) -> None:
        """Read the examples of ``game``, so its next card need not wait. Parts of the grammar are
        compiled when they are first used."""
        found = self._game(game)
        for text in found.examples:
            self._reading_as_json(text, game)

    def _reading_as_json(self, text: str, game: str) -> str:
        """Return, as JSON, what :meth:`read` returns for a card text. Raises :class:`CardError` for
        a text that is not a card, from which :meth:`read` makes a refusal."""
        try:
            text.encode("utf-8")
        except UnicodeEncodeError as error:  # strings of JavaScript may have lone surrogates
            form, place = "the card text is not UTF-8 at character {position}", error.start + 1
            raise CardError(Message(form, position=place), hint="Copy it again.") from error
        check_card_length(text)
        annotator = self._game(game).annotator
        annotation = annotator.annotate(text)
        others = {
            "resolution": resolve_card(annotation, annotator.governing).as_json(),
            "stretches": [[s.text, s.clauses, s.unparsed] for s in stretches(annotation)],
            "doubtful": may_be_of_another(text, annotation.reading.coverage),
        }
        # The annotation is JSON text already, which is not parsed and written again.
        rest = json.dumps(others, ensure_ascii=False).removeprefix("{")
        return f'{{"annotation": {annotation.json_text()}, {rest}'

    def _game(self, id: str) -> ReaderGame:
        """Return the tables of a game, loaded with its first card: most visitors read one game."""
        if id not in self._games:
            self._games[id] = load_game_tables(self._folder / f"{id}.json")
        return self._games[id]
