"""What a game says about its card texts: how they are spelled, its grammar, what its verbs take."""

from __future__ import annotations

from pathlib import Path

from rulebook.cards import games  # noqa: F401 - makes known what only one game has
from rulebook.cards.builders import RULES_OF_VERBS, rules_built
from rulebook.cards.builders.lexicon import FramesFile, load_frames
from rulebook.cards.grammar.lalr_tables import HINT, LalrTables, grammar_path, open_grammar_tables
from rulebook.cards.spelling.canonical_form import Spelling
from rulebook.cards.spelling.cards_file import cards_path, load_cards_file
from rulebook.clauses.game import Game
from rulebook.errors import CorpusError
from rulebook.messages import Message
from rulebook.records import dataclass


@dataclass(frozen=True, slots=True)
class Dialect:
    """How the cards of one game are written: all that parsing them depends on. It is a value that
    is passed along, so that two games, or two versions of one, share nothing."""

    spelling: Spelling
    tables: LalrTables
    frames: tuple[FramesFile, ...] = ()
    reminders: tuple[str, ...] = ()


def load_dialect(game: Game, cache: Path | None = None) -> Dialect:
    """Return the dialect of ``game`` from its files; ``cache`` has compiled grammars. Raises
    :class:`CorpusError` where the game has no card grammar, or one of its files is malformed."""
    tables = open_grammar(game, cache)
    # Otherwise the parser would fail only on a card that uses such a rule.
    if strange := {rule.name for rule in tables.rules if rule.builds} - rules_built():
        form = "no builder handles the rules {strange}; name each by rule=… or @builds"
        what = Message(form, strange=", ".join(sorted(strange)))
        raise CorpusError(grammar_path(game), what, hint=HINT)
    file = load_cards_file(cards_path(game))
    return Dialect(file.spelling, tables, load_frames(game), file.reminders)


def open_grammar(game: Game, cache: Path | None = None) -> LalrTables:
    """Return the tables of the grammar of ``game``, from the cache or, slowly, compiled now. Raises
    :class:`CorpusError` where there is no grammar, or no usable one."""
    return open_grammar_tables(grammar_path(game), game.id, RULES_OF_VERBS, cache)
