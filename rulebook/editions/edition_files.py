"""The files of a game with a new edition in it, by their place in the folder of the game."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from datetime import date
from typing import Any

from rulebook.clauses.game import Game
from rulebook.editions.planning import EditionPlan
from rulebook.editions.report import write_report
from rulebook.editions.settling import SETTLEMENT_FILE
from rulebook.toml_files.spans import TomlPart, find_pieces

REPORT = "report.md"


def report_file(plan: EditionPlan) -> dict[str, str]:
    """Return the report on ``plan`` by its place in the folder of the game."""
    return {f"editions/{plan.edition.name}/{REPORT}": write_report(plan)}


def edition_files(plan: EditionPlan) -> dict[str, str]:
    """Return every file that is to be written for ``plan``, but for the report.

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
    return files | _kept_tables(plan, plan.base.game) | _current(plan, plan.base.game)


def _kept_tables(plan: EditionPlan, old: Game) -> dict[str, str]:
    place = f"editions/{old.edition.name}"
    return {
        f"{place}/{table.name}": old.table(table.name).read_text(encoding="utf-8-sig")
        for table in plan.tables
    }


def _current(plan: EditionPlan, old: Game) -> dict[str, str]:
    text = (old.folder / "game.toml").read_text(encoding="utf-8-sig")
    span = next(
        piece.span
        for piece in find_pieces(text)
        if piece.part is TomlPart.VALUE and piece.path == ("edition",)
    )
    changed = text[: span.start] + json.dumps(plan.edition.name) + text[span.end :]
    return {"game.toml": changed} | {table.name: table.text for table in plan.tables}


def _game_toml(game: Game) -> Iterator[str]:
    yield f"id = {_toml(game.id)}"
    yield f"alias = {_toml(game.alias)}"
    yield f"title = {{ ja = {_toml(game.title)}, en = {_toml(game.title_en)} }}"
    yield f"publisher = {_toml(game.publisher)}"
    yield f"edition = {_toml(game.edition.name)}"


def _edition_toml(plan: EditionPlan) -> Iterator[str]:
    edition = plan.edition
    if plan.stated.line is not None:
        yield f"# Stated in line {plan.stated.line} of the document."
    if edition.version:
        yield f"version = {_toml(edition.version)}"
    if edition.effective:
        yield f"effective = {_toml(edition.effective)}"
    yield f"sha256 = {_toml(edition.sha256)}"
    yield from ("", "[layout]", *_table(edition.layout))
    if edition.lost_icons.holes or edition.lost_icons.stand_ins:
        yield from ("", "[lost_icons]", *_table(edition.lost_icons))
    for repair in edition.repairs:
        yield from ("", "[[repair]]", *_table(repair))


def _table(value: Any) -> Iterator[str]:
    """Yield the fields of a dataclass that have a value, a line each."""
    assert is_dataclass(value)
    for field in fields(value):
        inner = getattr(value, field.name)
        if inner is not None:
            yield f"{field.name} = {_toml(inner)}"


def _toml(value: object) -> str:
    """Return ``value`` as TOML writes it; its texts are those of JSON, but for one character."""
    match value:
        case bool() | int():
            return str(value).lower()
        case date():
            return value.isoformat()
        case tuple():
            return f"[{', '.join(map(_toml, value))}]"
        case _:
            return json.dumps(str(value), ensure_ascii=False).replace("\x7f", "\\u007f")
