"""``edition add``: a document becomes an edition of a game, in a corpus of one's own.

Everything is worked out and proved before anything is written.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from pathlib import Path
from shutil import copyfile
from typing import Any

from rulebook.clauses.corpus import Corpus, load_corpus
from rulebook.clauses.foreign import load_document
from rulebook.clauses.game import Game, load_game
from rulebook.clauses.model import Rulebook
from rulebook.editions.planning import (
    EditionOptions,
    EditionPlan,
    GuideLines,
    Say,
    plan_edition,
    plan_first_edition,
)
from rulebook.editions.report import write_report
from rulebook.editions.settling import SETTLEMENT_FILE
from rulebook.errors import EditionError, UnknownGame
from rulebook.messages import as_message, joined
from rulebook.records import dataclass, replace
from rulebook.replacing import ABSENT, copy_tree, replace_folder, state
from rulebook.toml_files.kinds import GameId, Name, fits
from rulebook.toml_files.spans import TomlPart, find_pieces


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
    """Add the document of ``request`` as an edition, and return what was written. ``kinds`` are the
    tables of clause numbers and their types. Raises :class:`EditionError`, :class:`DocumentError`,
    :class:`UnknownGame` or :class:`CorpusError`; nothing is written then."""
    # To notice later changes by others.
    entries = home.folder.iterdir() if home.folder.is_dir() else ()
    states = {"": state(home.folder), **{path.name: state(path) for path in entries}}
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
    written = _write_plan(corpus, home, game, plan, prove, states)
    return AddedEdition(plan.book.game, home.folder, written)


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
        what = "{folder} is something else than a corpus"
        raise EditionError(what, hint=hint, folder=home.folder)
    return corpus


def _named_game(corpus: Corpus, request: Request) -> Game | None:
    """Return the game that was named; None if it is to be made, for which ``--title`` is needed.
    Otherwise a typing error in the name would make a new game."""
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
            raise EditionError("{called!r} cannot be a name", hint=hint, called=called)
    alias = made.alias.lower() or id
    taken = {name for game in corpus.games.values() for name in (game.id, game.alias)}
    for name in (id, alias):
        if name in taken:
            hint = "Choose another name."
            raise EditionError("there is a game called {name!r} already", hint=hint, name=name)
        if not fits(name, GameId) or name == _ALL:
            hint = "Choose another, of letters, digits and hyphens."
            raise EditionError("a game cannot be called {name!r}", hint=hint, name=name)
    title_en, edition = made.title_en or made.title, document.game.edition
    return Game(id, alias, made.title, title_en, made.publisher, corpus.folder / id, edition)


def _write_plan(
    corpus: Corpus,
    home: Home,
    game: Game,
    plan: EditionPlan,
    prove: Prove,
    states: Mapping[str, str],
) -> EditionPlan:
    """Write ``plan``, and return it with its findings; ``states`` are of the folder as read."""
    files, name = edition_files(plan), game.folder.name
    read_back = plan

    def report_of_proof(staged: Corpus, game: Game) -> Mapping[str, str]:
        """Return the report file of the added edition, with the findings of reading it back. They
        are those of the files as written, which ``plan`` could not know."""
        nonlocal read_back
        proof = prove(staged, game)
        guide = proof.guide if plan.base is None else None
        read_back = replace(plan, findings=proof.findings[plan.edition.name], guide=guide)
        return {f"editions/{read_back.edition.name}/{REPORT}": write_report(read_back)}

    if home.overlay or corpus.folder == home.folder:
        source = game.folder if plan.base is not None else None
        read = states.get(name, ABSENT)
        write_game(corpus, source, home.folder / name, files, report_of_proof, read)
    else:
        write_corpus(corpus, home.folder, name, files, report_of_proof, states[""])
    return read_back


REPORT = "report.md"


def edition_files(plan: EditionPlan) -> dict[str, str]:
    """Return every file that is to be written for ``plan`` but the report, by its path. The tables
    of the edition that is not the current one any more are put next to its document."""
    place = f"editions/{plan.edition.name}"
    files = {
        f"{place}/edition.toml": "".join(f"{line}\n" for line in _edition_toml(plan)),
        f"{place}/rules.txt": "\n".join(plan.book.source),
    }
    if plan.settlement is not None:
        files[f"{place}/{SETTLEMENT_FILE}"] = plan.settlement
    if plan.base is None:
        return files | {"game.toml": "".join(f"{line}\n" for line in _game_toml(plan.book.game))}
    if not plan.is_current:
        return files | {f"{place}/{table.name}": table.text for table in plan.tables}
    old = plan.base.game
    for table in plan.tables:
        before = old.table(table.name).read_text(encoding="utf-8-sig")
        files[f"editions/{old.edition.name}/{table.name}"] = before
    return files | _files_of_current_edition(plan, old)


def _files_of_current_edition(plan: EditionPlan, old: Game) -> dict[str, str]:
    """Return ``game.toml``, which names the new edition as current, and the carried tables. Only
    the name is replaced, as the author may have comments in the file."""
    text = (old.folder / "game.toml").read_text(encoding="utf-8-sig")
    spans = {(piece.part, piece.path): piece.span for piece in find_pieces(text)}
    span = spans[TomlPart.VALUE, ("edition",)]
    changed = text[: span.start] + json.dumps(plan.edition.name) + text[span.end :]
    return {"game.toml": changed} | {table.name: table.text for table in plan.tables}


def _game_toml(game: Game) -> Iterator[str]:
    """Yield the lines of the ``game.toml`` of a new game; the author may edit them later."""
    yield f"id = {_toml_value(game.id)}"
    yield f"alias = {_toml_value(game.alias)}"
    yield f"title = {{ ja = {_toml_value(game.title)}, en = {_toml_value(game.title_en)} }}"
    yield f"publisher = {_toml_value(game.publisher)}"
    yield f"edition = {_toml_value(game.edition.name)}"


def _edition_toml(plan: EditionPlan) -> Iterator[str]:
    """Yield the lines of the ``edition.toml`` of a plan: all that reading the document needs."""
    edition = plan.edition
    if plan.stated.line is not None:
        yield f"# Stated in line {plan.stated.line} of the document."
    for name in ("version", "effective", "sha256"):
        if value := getattr(edition, name):
            yield f"{name} = {_toml_value(value)}"
    yield from ("", "[layout]", *_toml_fields(edition.layout))
    if edition.lost_icons.holes or edition.lost_icons.stand_ins:
        yield from ("", "[lost_icons]", *_toml_fields(edition.lost_icons))
    for repair in edition.repairs:
        yield from ("", "[[repair]]", *_toml_fields(repair))


def _toml_fields(value: Any) -> Iterator[str]:
    """Yield the fields of a record with a value as TOML: the standard library writes none."""
    assert is_dataclass(value)
    for field in fields(value):
        inner = getattr(value, field.name)
        if inner is not None:
            yield f"{field.name} = {_toml_value(inner)}"


def _toml_value(value: object) -> str:
    """Return ``value`` as TOML writes it; its texts are those of JSON, but for one character. JSON
    leaves DEL (U+007F) as it is, which TOML forbids."""
    match value:
        case bool() | int():
            return str(value).lower()
        case date():
            return value.isoformat()
        case tuple():
            return f"[{', '.join(map(_toml_value, value))}]"
        case _:
            return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


Finish = Callable[[Corpus, Game], Mapping[str, str]]
"""Takes the corpus and the game as they will be, raises where they cannot be used, and returns
further files of the game."""


def write_game(
    corpus: Corpus,
    source: Path | None,
    target: Path,
    files: Mapping[str, str],
    finish: Finish,
    read: str,
) -> None:
    """Write the game in ``source``, with ``files`` in it, as the folder ``target``. ``read`` is the
    state of ``target`` when the game was read; shared tables are those of ``corpus``. Raises what
    ``finish`` raises, :class:`EditionError` where nothing can be written or
    :class:`ChangedMeanwhile`; the old folder stays then."""

    def fill(staged: Path) -> None:
        """Write the game into a new folder, in which ``finish`` reads it and adds files."""
        if source is not None:
            copy_tree(source, staged, rights=source == target)
        _write_files(staged, files)
        game = load_game(staged)
        games = {**corpus.games, game.id: game}
        _write_files(staged, finish(Corpus(corpus.folder, games, {}, cache=corpus.cache), game))

    _replace_or_explain(target, fill, read)


def write_corpus(
    corpus: Corpus, target: Path, name: str, files: Mapping[str, str], finish: Finish, read: str
) -> None:
    """Write a copy of ``corpus``, with ``files`` in its game ``name``, as a new folder."""

    def fill(staged: Path) -> None:
        """Write a copy of the corpus with the new game; ``finish`` then adds files."""
        for table in sorted(corpus.folder.glob("*.toml")):
            copyfile(table, staged / table.name)
        for game in corpus.games.values():
            copy_tree(game.folder, staged / game.folder.name, rights=False)
        _write_files(staged / name, files)
        copied = load_corpus(staged)
        _write_files(staged / name, finish(copied, load_game(staged / name)))

    _replace_or_explain(target, fill, read)


def _replace_or_explain(target: Path, fill: Callable[[Path], None], read: str) -> None:
    """Replace the folder ``target``; a failed write becomes an error with a remedy."""
    try:
        replace_folder(target, fill, read)
    except OSError as error:
        what, hint = "{output} cannot be written ({reason})", "Name another folder with --into."
        reason = error.strerror or error
        raise EditionError(what, hint=hint, output=target, reason=reason) from error


def _write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write ``files`` into ``folder``; a link is replaced: nothing outside is written."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_bytes(text.encode())
