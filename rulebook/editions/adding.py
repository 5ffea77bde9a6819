"""``edition add``: a document becomes an edition of a game, in a corpus of one's own.

Everything is worked out and proved before anything is written.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from rulebook.clauses.corpus import Corpus, load_corpus
from rulebook.clauses.foreign import load_document
from rulebook.clauses.game import Game
from rulebook.clauses.model import Rulebook
from rulebook.editions.edition_files import (
    edition_files,
    folder_states,
    report_file,
    write_corpus,
    write_game,
)
from rulebook.editions.planning import (
    EditionOptions,
    EditionPlan,
    GuideLines,
    Say,
    plan_edition,
    plan_first_edition,
)
from rulebook.editions.report import write_report
from rulebook.errors import EditionError, UnknownGame
from rulebook.messages import Message, as_message, joined
from rulebook.records import dataclass, replace
from rulebook.replacing import ABSENT
from rulebook.toml_files.kinds import GameId, Name, fits


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of proving that a game can be used: findings by edition, a guide to a new game."""

    findings: Mapping[str, int]
    guide: GuideLines


Prove = Callable[[Corpus, Game], Proof]
"""Takes the corpus and the game as they will be, and raises where they cannot be used."""
# The word for all games, in place of the id of one.
_ALL = "all"


@dataclass(frozen=True, slots=True)
class NewGame:
    """What a game that is to be made is called."""

    title: str
    title_en: str = ""
    alias: str = ""
    publisher: str = ""


@dataclass(frozen=True, slots=True)
class Home:
    """The folder that an edition goes into; an ``overlay`` has only changes of the corpus."""

    folder: Path
    overlay: bool


@dataclass(frozen=True, slots=True)
class AddedEdition:
    """What came of adding an edition; ``plan`` is ``None`` if the corpus had the document."""

    game: Game
    folder: Path
    plan: EditionPlan | None

    @property
    def report(self) -> str:
        """What moved, what was edited, and what to look at, in Markdown; empty without changes."""
        return self.report_in(str.format)

    def report_in(self, say: Say) -> str:
        """Return the report in the language that ``say`` speaks, form by form."""
        return write_report(self.plan, say) if self.plan else ""


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be added: a document as an edition of the game ``name``, perhaps a new game.

    ``settlement`` is a file of what was settled by hand.
    """

    name: str
    document: str
    options: EditionOptions
    settlement: Path | None = None
    new_game: NewGame | None = None


def add_edition(
    corpus: Corpus, home: Home, request: Request, kinds: Mapping[str, type[Any]], prove: Prove
) -> AddedEdition:
    """Add the document of ``request`` as an edition, and return what was written.

    ``kinds`` are the tables of clause numbers and their types. Raises :class:`EditionError`,
    :class:`DocumentError`, :class:`UnknownGame` or :class:`CorpusError`; nothing is written then.
    """
    states = folder_states(home.folder)
    corpus = _corpus_to_extend(corpus, home)
    document = load_document(request.document)
    game = _named_game(corpus, request)
    if game is not None and (known := _edition_of_document(corpus, game, document)) is not None:
        return AddedEdition(known, home.folder, None)
    if game is None:
        if request.settlement is not None:
            hint = "Leave out the file: a new game has no edition before it."
            raise EditionError("there is nothing to settle", hint=hint)
        game = _new_game(request, corpus, document)
        plan = plan_first_edition(game, document, request.options)
    else:
        plan = plan_edition(corpus, game, document, request.options, kinds, request.settlement)
    return AddedEdition(
        plan.book.game, home.folder, _write_plan(corpus, home, game, plan, prove, states)
    )


def _corpus_to_extend(corpus: Corpus, home: Home) -> Corpus:
    """Return the corpus in ``home``, or ``corpus`` where that one is still to be made. It is read
    again, after the states of its folders were taken, so that a change made meanwhile is
    noticed."""
    if home.overlay or corpus.folder == home.folder:
        return load_corpus(*corpus.folders, cache=corpus.cache)
    if any(home.folder.glob("*/game.toml")):
        return load_corpus(home.folder)
    if home.folder.exists() and (not home.folder.is_dir() or any(home.folder.iterdir())):
        hint = "Name a folder that is new, empty, or a corpus."
        raise EditionError(
            Message("{folder} is something else than a corpus", folder=home.folder), hint=hint
        )
    return corpus


def _named_game(corpus: Corpus, request: Request) -> Game | None:
    """Return the game named; None if it is to be made, which ``--title`` says: it is no
    misspelling."""
    try:
        return corpus.game(request.name.partition("@")[0])
    except UnknownGame as error:
        if request.new_game is not None:
            return None
        new = as_message("To make a new game of the document, give --title.")
        hint = joined("\n", [as_message(error.hint), new])
        raise EditionError(error.what, hint=hint) from error


def _edition_of_document(corpus: Corpus, game: Game, document: Rulebook) -> Game | None:
    """Return the edition of ``game`` with just this document, to which nothing is to be added."""
    digest = hashlib.sha256("\n".join(document.source).encode()).hexdigest()
    editions = corpus.editions(game)
    return next((known for known in editions if known.edition.sha256 == digest), None)


def _new_game(request: Request, corpus: Corpus, document: Rulebook) -> Game:
    """Return the game to be made; raise :class:`EditionError` where its names cannot be names."""
    assert request.new_game is not None
    made, id = request.new_game, request.name.lower()
    for called in (made.title, *filter(None, (made.title_en, made.publisher))):
        if not fits(called, Name):
            hint = "Write some words on one line, without control characters."
            raise EditionError(Message("{called!r} cannot be a name", called=called), hint=hint)
    alias = made.alias.lower() or id
    taken = {name for game in corpus.games.values() for name in (game.id, game.alias)}
    for name in (id, alias):
        if name in taken:
            hint = "Choose another name."
            raise EditionError(
                Message("there is a game called {name!r} already", name=name), hint=hint
            )
        if not fits(name, GameId) or name == _ALL:
            hint = "Choose another, of letters, digits and hyphens."
            raise EditionError(Message("a game cannot be called {name!r}", name=name), hint=hint)
    return Game(
        id=id,
        alias=alias,
        title=made.title,
        title_en=made.title_en or made.title,
        publisher=made.publisher,
        folder=corpus.folder / id,
        edition=document.game.edition,
    )


def _write_plan(
    corpus: Corpus,
    home: Home,
    game: Game,
    plan: EditionPlan,
    prove: Prove,
    states: Mapping[str, str],
) -> EditionPlan:
    """Write ``plan``, and return it with its findings; ``states`` are those of the folder as
    read."""
    files, name = edition_files(plan), game.folder.name
    read_back = plan

    def report_of_proof(staged: Corpus, game: Game) -> Mapping[str, str]:
        """Return the report file of the added edition, with the findings of reading it back. They
        are those of the files as written, which ``plan`` could not know."""
        nonlocal read_back
        proof = prove(staged, game)
        guide = proof.guide if plan.base is None else None
        read_back = replace(plan, findings=proof.findings[plan.edition.name], guide=guide)
        return report_file(read_back)

    if home.overlay or corpus.folder == home.folder:
        source = game.folder if plan.base is not None else None
        read = states.get(name, ABSENT)
        write_game(corpus, source, home.folder / name, files, report_of_proof, read)
    else:
        write_corpus(corpus, home.folder, name, files, report_of_proof, states[""])
    return read_back
