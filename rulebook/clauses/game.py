"""A game of the corpus: what ``game.toml`` says of its rule document."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import Any

from rulebook.errors import CorpusError


class HeadingStyle(StrEnum):
    """How a document shows that a numbered line is a heading."""

    BY_FORM = "by-form"
    """Nothing but its form: a bare name without the end of a sentence."""
    UNMARKED = "unmarked"
    """Headings carry no list mark, other numbered lines do."""
    EVERY = "every"
    """Every numbered line is a heading and the text follows below."""


class RepairKind(StrEnum):
    """What a repair does with its line."""

    MOVE = "move"
    """The line is the lost end of the clause named in ``to``."""
    LEGEND = "figure-legend"
    """The line is the caption of a figure that the extraction dropped."""


@dataclass(frozen=True, slots=True)
class Repair:
    """A mend that only this document needs, with the reason for it.

    ``starts`` is how the source line begins; where it does not, the repair is stale and reported.
    """

    kind: RepairKind
    line: int
    starts: str
    reason: str
    to: str | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """How a document writes its numbers and lines."""

    separator: str = "."
    headings: HeadingStyle = HeadingStyle.BY_FORM
    wrapped: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """What is known of a game and its rule document before the document is read.

    ``version`` and ``effective`` are ``None`` where the document states none.
    """

    id: str
    alias: str
    title: str
    title_en: str
    publisher: str
    version: str | None
    effective: date | None
    sha256: str
    layout: Layout
    repairs: tuple[Repair, ...]
    path: Path

    @property
    def name(self) -> str:
        """How the rules are cited: title and, where it is stated, version."""
        return f"{self.title} 総合ルール" + (f" ver.{self.version}" if self.version else "")

    @property
    def edition(self) -> str:
        """The name and, where it is stated, the effective date."""
        return self.name + (f"（{self.effective}）" if self.effective else "")


def load_game(folder: Path) -> Game:
    """Read ``game.toml`` in ``folder``.

    Raises :class:`CorpusError` naming the file and the field when it is not as it should be.
    """
    path = folder / "game.toml"
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise CorpusError(path, str(error), hint="See CONTRIBUTING.md, “Add a game”.") from error
    try:
        return _game(data, folder / "rules.txt")
    except (KeyError, TypeError, ValueError) as error:
        detail = f"missing field {error}" if isinstance(error, KeyError) else str(error)
        raise CorpusError(path, detail, hint="See CONTRIBUTING.md, “Add a game”.") from error


def _game(data: Mapping[str, Any], path: Path) -> Game:
    return Game(
        id=data["id"],
        alias=data["alias"],
        title=data["title"]["ja"],
        title_en=data["title"]["en"],
        publisher=data["publisher"],
        version=data.get("version"),
        effective=data.get("effective"),
        sha256=data["sha256"],
        layout=_layout(data["layout"]),
        repairs=tuple(
            Repair(
                RepairKind(entry["kind"]),
                entry["line"],
                entry["starts"],
                entry["reason"],
                entry.get("to"),
            )
            for entry in data.get("repair", ())
        ),
        path=path,
    )


def _layout(data: Mapping[str, Any]) -> Layout:
    separator, wrapped = data["separator"], data["wrapped"]
    if separator not in (".", "-"):
        raise ValueError(f'separator must be "." or "-", not {separator!r}')
    if not isinstance(wrapped, bool):
        raise ValueError(f"wrapped must be true or false, not {wrapped!r}")
    return Layout(separator, HeadingStyle(data["headings"]), wrapped)
