"""``edition add``: add a document as an edition to the user's corpus, if the result is usable."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict
from datetime import date
from pathlib import Path
from shutil import copyfile
from typing import Any

from rulebook.clauses.corpus import Corpus, load_corpus
from rulebook.clauses.foreign import load_document
from rulebook.clauses.game import Game, folded_name, load_game
from rulebook.clauses.model import Rulebook
from rulebook.editions.alignment import SETTLEMENT_FILE
from rulebook.editions.carrying import TableKinds
from rulebook.editions.planning import (
    EditionPlan,
    EditionRequest,
    GuideLines,
    Say,
    plan_edition,
    plan_first_edition,
    write_report,
)
from rulebook.errors import EditionError, UnknownGame
from rulebook.messages import Message, as_message, joined
from rulebook.records import dataclass, replace
from rulebook.replacing import ABSENT, copy_tree, replace_folder, state
from rulebook.text.normal import with_edits
from rulebook.toml_files.kinds import GameId, Name, fits
from rulebook.toml_files.spans import TomlPart, find_pieces

States = Mapping[str, str]  # The states of the folders of a corpus, by name
Proof = tuple[Mapping[str, int], GuideLines]  # Findings by edition, guide to a new game
Prove = Callable[[Corpus, Game], Proof]  # Raises if the corpus and the game cannot be used
REPORT = "report.md"


@dataclass(frozen=True, slots=True)
class AddedEdition:
    """The result of adding an edition; ``plan`` is None if the corpus already had the document."""

    game: Game
    folder: Path
    plan: EditionPlan | None

    @property
    def report(self) -> str:
        """The report in English, for callers of Python, who need no translation: what moved, was
        edited and is to be checked; empty if the edition was there already."""
        return self.report_in(str.format)

    def report_in(self, say: Say) -> str:
        """Return the report in Markdown, empty if nothing was new; ``say`` translates sentences."""
        return write_report(self.plan, say) if self.plan else ""


def add_edition(
    corpus: Corpus, request: EditionRequest, kinds: TableKinds, prove: Prove
) -> AddedEdition:
    """Add the document of ``request`` as an edition in its folder, unless it is there; return what
    was written. ``kinds`` are the tables to renumber; ``prove`` tests the result. Nothing is
    written if it raises (:class:`EditionError`, :class:`UnknownGame`, :class:`CorpusError` …)."""
    # The states are recorded to notice later changes by others.
    entries = request.folder.iterdir() if request.folder.is_dir() else ()
    states = {"": state(request.folder)} | {path.name: state(path) for path in entries}
    corpus = _corpus_to_extend(corpus, request.folder, request.is_overlay)
    game = _named_game(corpus, request)
    document = load_document(request.document, game)
    digest = hashlib.sha256("\n".join(document.source).encode()).hexdigest()
    for known in corpus.editions(game) if game else ():
        if known.edition.sha256 == digest:
            _refuse_other_options(known, known.key == corpus.game(known.id).key, request)
            return AddedEdition(known, request.folder, None)  # there is nothing to add
    if game is None:
        if request.settlement is not None:
            hint = "Omit the file: a new game has no earlier edition."
            raise EditionError("there is nothing to settle", hint=hint)
        game = _new_game(request, corpus, document)
        plan = plan_first_edition(game, document, request)
    else:
        plan = plan_edition(corpus, game, document, request, kinds)
    written = _write_plan(corpus, request, plan, prove, states)
    return AddedEdition(plan.book.game, request.folder, written)


def _refuse_other_options(known: Game, is_current: bool, request: EditionRequest) -> None:
    """Raise :class:`EditionError` for options without effect, as ``known`` has the document."""
    edition, file = known.edition, request.settlement
    settled = edition.path.with_name(SETTLEMENT_FILE)
    if is_current == request.not_current:  # it is not current, but should be, or the reverse
        hint = Message("Change “edition” in {file}.", file=known.folder / "game.toml")
    elif (
        request.version not in (None, edition.name)
        or request.effective not in (None, edition.effective)
        or (file is not None and state(file.resolve()) != state(settled))
    ):
        by_hand = "Correct edition.toml and {file} in {folder} by hand."
        hint = Message(by_hand, file=SETTLEMENT_FILE, folder=edition.path.parent)
    else:
        return
    what = "{game} already has this document as edition {edition}, which is not changed"
    raise EditionError(what, hint=hint, game=known.title, edition=edition.name)


def _corpus_to_extend(corpus: Corpus, folder: Path, is_overlay: bool) -> Corpus:
    """Return the corpus that gets the edition: the one in ``folder``, if ``is_overlay`` together
    with the shipped one. It is read again, after the states of its folders were recorded, so that
    changes by others are noticed. For a new or empty folder, ``corpus`` as it is, to be copied."""
    if is_overlay or corpus.folder == folder:
        return load_corpus(*corpus.folders, cache=corpus.cache)
    if any(folder.glob("*/game.toml")):
        return load_corpus(folder)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        hint = "Name a folder that is new, empty, or a corpus."
        raise EditionError("{folder} is not a corpus", hint=hint, folder=folder)
    return corpus


def _named_game(corpus: Corpus, request: EditionRequest) -> Game | None:
    """Return the named game at its current edition, or None if ``--title`` says that it is new: a
    typing error must not make a game. Raises if another edition or game is named."""
    try:
        game = corpus.game(request.name)
    except UnknownGame as error:
        if request.new_game is not None:
            return None
        new = as_message("To make a new game of the document, give --title.")
        hint = joined("\n", [as_message(error.hint), new])
        raise EditionError(error.what, hint=hint) from error
    if game.key != corpus.games[game.id].key:
        alone = "Name the game alone: editions are added to its current one."
        raise EditionError("{name} is not the current edition", hint=alone, name=game.key)
    if (new_game := request.new_game) and folded_name(new_game.title) not in game.found_by:
        other = "Give the new game another name, or no --title."
        what = "{name} is the game {title}"
        raise EditionError(what, hint=other, name=request.name, title=game.title)
    return game


def _new_game(request: EditionRequest, corpus: Corpus, document: Rulebook) -> Game:
    """Return the game that ``request`` makes, or raise :class:`EditionError` for its names."""
    assert request.new_game is not None
    made, id = request.new_game, request.name.lower()
    for called in (made.title, *filter(None, (made.title_en, made.publisher))):
        if not fits(called, Name):
            hint = "Write some words on one line, without control characters."
            raise EditionError("{called!r} cannot be a name", hint=hint, called=called)
    alias, title_en = made.alias.lower() or id, made.title_en or made.title
    taken = {name for game in corpus.games.values() for name in game.found_by}
    for name in (id, alias, made.title, title_en):
        if folded_name(name) in taken:
            hint = "Choose another name."
            raise EditionError("there is already a game called {name!r}", hint=hint, name=name)
    for name in (id, alias):
        if not fits(name, GameId):
            hint = "Choose another name of letters, digits and hyphens, not one of the website's."
            raise EditionError("a game cannot be called {name!r}", hint=hint, name=name)
    edition = document.game.edition
    return Game(id, alias, made.title, title_en, made.publisher, corpus.folder / id, edition)


def _write_plan(
    corpus: Corpus, request: EditionRequest, plan: EditionPlan, prove: Prove, states: States
) -> EditionPlan:
    """Write ``plan`` and return it with what ``prove`` found on reading it back: findings, and for
    a new game the guide to what its author does next. A new folder gets all of ``corpus``, but an
    overlay only games that differ. A folder that changed since ``states`` is not replaced."""
    game, read_back = plan.book.game, plan
    files, name = edition_files(plan), game.folder.name
    is_whole = not request.is_overlay and corpus.folder != request.folder
    target = request.folder if is_whole else request.folder / name
    _refuse_links(target, files)

    def fill(staged: Path) -> None:
        """Write the planned game into ``staged``, with the rest of a new corpus, and read it back,
        so that what cannot be read is not put in place; then write the report. Only files that
        replace the game's own keep permissions: copies of a read-only corpus must be writable."""
        nonlocal read_back
        place = staged / name if is_whole else staged
        if is_whole:
            for table in corpus.folder.glob("*.toml"):
                copyfile(table, staged / table.name)
            for each in corpus.games.values():
                copy_tree(each.folder, staged / each.folder.name, rights=False)
        elif plan.aligned is not None:
            copy_tree(game.folder, staged, rights=game.folder == target)
        _write_files(place, files)
        made = load_game(place)
        games = {**corpus.games, made.id: made}
        other = load_corpus(staged) if is_whole else None
        # Of an overlay, only the game is staged; all others are read where they are.
        extended = other or Corpus(corpus.folder, games, {}, cache=corpus.cache)
        found, guide = prove(extended, made)
        shown = guide if plan.aligned is None else None  # only a new game needs one
        read_back = replace(plan, findings=found[plan.edition.name], guide=shown)
        _write_files(place, {f"editions/{plan.edition.name}/{REPORT}": write_report(read_back)})

    try:
        replace_folder(target, fill, states[""] if is_whole else states.get(name, ABSENT))
    except OSError as error:
        what, hint = "{path} cannot be written ({reason})", "Name another folder with --into."
        raise EditionError(what, hint=hint, path=target, reason=error.strerror or error) from error
    return read_back


def _refuse_links(folder: Path, names: Iterable[str]) -> None:
    """Raise :class:`EditionError` if one of ``names`` is a link out of ``folder``: a copy would
    replace the link, and what somebody writes into the linked file later would be lost."""
    real = Path(os.path.realpath(folder))
    for name in names:
        if Path(os.path.realpath(real / name)) != real / name:
            hint = "Put the file itself there; the other place can have a link to it."
            what = "{path} is a link, which a copy would replace"
            raise EditionError(what, hint=hint, path=folder / name)


def edition_files(plan: EditionPlan) -> dict[str, str]:
    """Return the files of ``plan`` by path; tables of a former edition go next to its document, as
    does the settlement: what a person has decided on pairs of clauses that were unsure."""
    place = f"editions/{plan.edition.name}"
    files = {
        f"{place}/edition.toml": _edition_toml(plan),
        f"{place}/rules.txt": "\n".join(plan.book.source),
    }
    if plan.settlement is not None:
        files[f"{place}/{SETTLEMENT_FILE}"] = plan.settlement
    if plan.aligned is None:  # the first edition of a new game
        game = plan.book.game
        values = {name: getattr(game, name) for name in ("id", "alias", "title", "publisher")}
        values |= {"title": {"ja": game.title, "en": game.title_en}, "edition": game.edition.name}
        return files | {"game.toml": _toml_lines(values)}
    if not plan.is_current:
        return files | {f"{place}/{table.name}": table.text for table in plan.tables}
    old = plan.aligned.old.game
    for table in plan.tables:
        before = old.table(table.name).read_text(encoding="utf-8-sig")
        files[f"editions/{old.edition.name}/{table.name}"] = before
    # Only the name of the current edition is replaced: the author may have comments in the file.
    text = (old.folder / "game.toml").read_text(encoding="utf-8-sig")
    spans = {(piece.part, piece.path): piece.span for piece in find_pieces(text)}
    span = spans[TomlPart.VALUE, ("edition",)]
    changed = with_edits(text, [(span, json.dumps(plan.edition.name))])
    return files | {"game.toml": changed} | {table.name: table.text for table in plan.tables}


def _edition_toml(plan: EditionPlan) -> str:
    """Return the ``edition.toml`` of a plan; a comment cites the line of the version, to check."""
    edition, line = plan.edition, plan.stated.line
    head = f"# Stated in line {line} of the document.\n" if line is not None else ""
    names = ("version", "effective", "sha256")
    tables: list[tuple[str, Any]] = [("\n[layout]\n", edition.layout)]
    if edition.lost_icons.holes or edition.lost_icons.stand_ins:
        tables.append(("\n[lost_icons]\n", edition.lost_icons))
    tables += (("\n[[repair]]\n", repair) for repair in edition.repairs)
    written = (header + _toml_lines(asdict(table)) for header, table in tables)
    return "".join([head, _toml_lines({name: getattr(edition, name) for name in names}), *written])


def _toml_lines(values: Mapping[str, Any]) -> str:
    """Return ``values`` as lines of TOML, without those that are None, since TOML has no null."""
    return "".join(f"{k} = {_toml_value(v)}\n" for k, v in values.items() if v is not None)


def _toml_value(value: object) -> str:
    """Return ``value`` as TOML, which Python can only read: as in JSON, but TOML forbids DEL."""
    if isinstance(value, int | date):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml_value, value))}]"
    if isinstance(value, dict):
        inner = ", ".join(f"{key} = {_toml_value(each)}" for key, each in value.items())
        return f"{{ {inner} }}"
    return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")


def _write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write ``files`` into ``folder``. An old file is removed first: it may be a link out of it."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_bytes(text.encode())
