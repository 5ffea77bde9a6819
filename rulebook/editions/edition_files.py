"""The files of a game with a new edition in it, by their place in the folder of the game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from pathlib import Path
from shutil import copyfile
from typing import Any

from rulebook.clauses.corpus import Corpus, load_corpus
from rulebook.clauses.game import Game, load_game
from rulebook.editions.planning import EditionPlan
from rulebook.editions.report import write_report
from rulebook.editions.settling import SETTLEMENT_FILE
from rulebook.errors import EditionError
from rulebook.messages import Message
from rulebook.replacing import copy_tree, replace_folder, state
from rulebook.toml_files.spans import TomlPart, find_pieces

REPORT = "report.md"


def report_file(plan: EditionPlan) -> dict[str, str]:
    """Return the report on ``plan`` by its path in the game's folder, where it is kept."""
    return {f"editions/{plan.edition.name}/{REPORT}": write_report(plan)}


def edition_files(plan: EditionPlan) -> dict[str, str]:
    """Return every file that is to be written for ``plan`` but the report, by its path.

    The tables of the edition that is not the current one any more are put next to its document.
    """
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
    return (
        files
        | _tables_of_old_edition(plan, plan.base.game)
        | _files_of_current_edition(plan, plan.base.game)
    )


def _tables_of_old_edition(plan: EditionPlan, old: Game) -> dict[str, str]:
    """Return the tables before they were carried, so that the old edition still has its own."""
    place = f"editions/{old.edition.name}"
    return {
        f"{place}/{table.name}": old.table(table.name).read_text(encoding="utf-8-sig")
        for table in plan.tables
    }


def _files_of_current_edition(plan: EditionPlan, old: Game) -> dict[str, str]:
    """Return ``game.toml``, which names the new edition as current, and the carried tables. Only
    the name is replaced, as the author may have comments in the file."""
    text = (old.folder / "game.toml").read_text(encoding="utf-8-sig")
    span = next(
        piece.span
        for piece in find_pieces(text)
        if piece.part is TomlPart.VALUE and piece.path == ("edition",)
    )
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
    if edition.version:
        yield f"version = {_toml_value(edition.version)}"
    if edition.effective:
        yield f"effective = {_toml_value(edition.effective)}"
    yield f"sha256 = {_toml_value(edition.sha256)}"
    yield from ("", "[layout]", *_toml_fields(edition.layout))
    if edition.lost_icons.holes or edition.lost_icons.stand_ins:
        yield from ("", "[lost_icons]", *_toml_fields(edition.lost_icons))
    for repair in edition.repairs:
        yield from ("", "[[repair]]", *_toml_fields(repair))


def _toml_fields(value: Any) -> Iterator[str]:
    """Yield the fields of a record with a value as TOML, which the standard library cannot
    write."""
    assert is_dataclass(value)
    for field in fields(value):
        inner = getattr(value, field.name)
        if inner is not None:
            yield f"{field.name} = {_toml_value(inner)}"


def _toml_value(value: object) -> str:
    """Return ``value`` as TOML writes it: texts as in JSON, but DEL (U+007F), which TOML
    forbids."""
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


def folder_states(folder: Path) -> dict[str, str]:
    """Return the state of ``folder`` and of each entry, to notice later changes by others."""
    entries = folder.iterdir() if folder.is_dir() else ()
    return {"": state(folder), **{path.name: state(path) for path in entries}}


def write_game(
    corpus: Corpus,
    source: Path | None,
    target: Path,
    files: Mapping[str, str],
    finish: Finish,
    read: str,
) -> None:
    """Write the game in ``source``, with ``files`` in it, as the folder ``target``.

    ``read`` is the state of ``target`` when the game was read; shared tables are those of
    ``corpus``. Raises what ``finish`` raises, :class:`EditionError` where nothing can be written or
    :class:`ChangedMeanwhile`; the old folder stays then.
    """

    def fill(staged: Path) -> None:
        """Write the game into a new folder, which later replaces the old one as a whole. ``finish``
        reads it there and adds files."""
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
        """Write a copy of the corpus with the new game into a new folder. ``finish`` then adds
        files."""
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
        what = Message(
            "{output} cannot be written ({reason})", output=target, reason=error.strerror or error
        )
        raise EditionError(what, hint="Name another folder with --into.") from error


def _write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write ``files`` into ``folder``; a link is replaced, so that nothing outside is
    overwritten."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_bytes(text.encode())
