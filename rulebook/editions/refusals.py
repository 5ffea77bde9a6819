"""What cannot be taken in as an edition, and why, checked before anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game, edition_names
from rulebook.clauses.model import Rulebook
from rulebook.editions.content import read_content
from rulebook.editions.document import ReadEdition
from rulebook.editions.stated import Stated
from rulebook.errors import CorpusError, EditionError
from rulebook.toml_files.kinds import EditionName, fits

# Games of one publisher share up to a third of their clauses, editions of a game most of them.
_SAME_GAME = 0.5
# A document with fewer of the current clauses is taken for a part of one.
_WHOLE = 0.6


def checked_name(stated: Stated, given: str | None, game: Game | None = None) -> str:
    """Return what an edition is to be called.

    Raises :class:`EditionError` where nothing says so, where it cannot be a name, and where
    ``game`` has an edition of that name.
    """
    name = stated.name
    if name is None:
        hint = "Give --version V (as in 1.111) or --effective DATE (as in 2026-06-09)."
        raise EditionError("the document states neither a version nor a date", hint=hint)
    for called in (name if given is None else given, name):
        if not fits(called, EditionName):
            hint = "Write letters, digits, points and hyphens, as in --version 1.111."
            raise EditionError(f"{called!r} cannot be the name of an edition", hint=hint)
    if game is not None and name in edition_names(game.folder):
        what = f"{game.title} has an edition {name} already, with another document"
        which = "another version" if given else "its version with --version"
        raise EditionError(what, hint=f"If this is a later document, give {which}.")
    return name


def refuse_older(name: str, game: Game) -> NoReturn:
    """Raise because the edition ``name`` is older than the current one of ``game``."""
    raise EditionError(
        f"{name} is older than {game.edition.name}, the current edition of {game.title}",
        hint="To keep it next to the current one, add --not-current.",
    )


def refuse_smaller(read: ReadEdition, game: Game) -> None:
    """Raise where the document has too few clauses of the current edition of ``game``."""
    clauses = len(read.base.clauses)
    if read.found < _WHOLE * clauses:
        what = f"only {read.found} of {clauses} clauses of {game.key} are in this document"
        hint = (
            "Check that the file is whole. To take it as the current edition all the same, add "
            "--force-smaller; to keep it beside the current one, --not-current."
        )
        raise EditionError(what, hint=hint)


def refuse_foreign(read: ReadEdition, corpus: Corpus, game: Game) -> None:
    """Raise where the document is rather that of another game, or like none at all."""
    words = _words(read.book)
    own = _share(words, read.base)
    most, title = 0.0, ""
    for other in corpus.games.values():
        with suppress(CorpusError):  # the fault of another game, told where that one is used
            if other.id != game.id:
                most, title = max((most, title), (_share(words, corpus.read(other)), other.title))
    if most > max(own, _SAME_GAME):
        what = f"this is a document of {title}, not of {game.title}"
        raise EditionError(what, hint="Name the game that it belongs to.")
    if read.similarity < _SAME_GAME:
        part = f"{read.similarity:.0%} of the clauses are like those of {read.base.game.name}"
        hint = "To make a game of it, give a new name and --title."
        raise EditionError(f"this does not look like {game.title}: only {part}", hint=hint)


def _words(book: Rulebook) -> list[str]:
    return [read_content(clause, book.separator).words for clause in book.clauses]


def _share(words: Sequence[str], other: Rulebook) -> float:
    """Return which part of ``words``, those of clauses, stands in ``other`` word for word."""
    known = frozenset(_words(other))
    return sum(map(known.__contains__, words)) / max(1, len(words))
