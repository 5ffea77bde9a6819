"""A game of the corpus and the editions of its rules: ``game.toml`` and ``edition.toml``. These are
read only without a cached list of games, so functions import what reads TOML."""

from __future__ import annotations

import re
from datetime import date
from enum import StrEnum
from itertools import takewhile
from pathlib import Path

from rulebook.clauses.counters import NAMED
from rulebook.clauses.numbers import NumberStyle
from rulebook.errors import CorpusError, Fault
from rulebook.messages import Message
from rulebook.records import dataclass
from rulebook.text.normal import fold
from rulebook.toml_files.kinds import ClauseNumber, EditionName, GameId, Name, Pattern, Reason, fits

WHOLE = "1.1"
"""The first of the ``levels`` where counters follow below a number of several parts: 2-1(1)."""

HEADS = "■"
"""The first of the ``levels`` where heads without a number count: 1.1 is below the first head."""

IN_BRACKETS = "(1-1)"
"""The last of the ``levels`` where the rest of a number is in brackets and cited so: 3-4-(2-1)."""


class HeadingStyle(StrEnum):
    """How a document shows that a numbered line is a heading."""

    BY_FORM = "by-form"  # Nothing but its form: a bare name without the end of a sentence
    UNMARKED = "unmarked"  # Headings carry no list mark, other numbered lines do
    EVERY = "every"  # Every numbered line is a heading and the text follows below


class Separator(StrEnum):
    """The separator of the parts of a clause number."""

    POINT = "."
    HYPHEN = "-"


class RepairKind(StrEnum):
    """What a repair does with its line."""

    MOVE = "move"  # The line is the lost end of the clause named in `to`
    LEGEND = "figure-legend"  # The line is the caption of a figure that the extraction dropped


@dataclass(frozen=True, slots=True)
class Repair:
    """A document's correction, with its reason; skipped unless its line begins with ``starts``."""

    kind: RepairKind
    line: int
    starts: str
    reason: Reason
    to: ClauseNumber | None = None


@dataclass(frozen=True, slots=True)
class Layout(NumberStyle):
    """How a document writes its numbers and its lines, both to read and to cite it."""

    separator: Separator = Separator.POINT
    headings: HeadingStyle = HeadingStyle.BY_FORM
    wrapped: bool = False
    closed: bool = True  # Whether a point ends each number (`8.6.3.`)
    levels: tuple[str, ...] = ()  # Parts of numbers with counters (章, 条); WHOLE for those above
    outlined: bool = False  # Whether each line with a number begins a clause: all others are marked
    prefix: str = ""  # What the text prints before each number that it cites: R in R2.1

    @property
    def is_composed(self) -> bool:
        """Whether each line prints only the counter of its level (第2条, article 2, below it 1), as
        in laws, so that whole numbers are put together from counters; else each line prints a whole
        number (2.1). Only composed documents cite by counters and distance (“the one before”)."""
        return self.levels[:1] not in ((), (WHOLE,))

    def levels_of(self, unit: str) -> list[int]:
        """Return the levels, from 0, on which clauses of a ``unit`` (条) are looked up: its own,
        and those of divisions right above, where articles are in a part without chapters."""
        named = [at for at, level in enumerate(self.levels) if level == unit]
        above = range(min(named, default=0) - 1, 0, -1)
        return [*named, *takewhile(lambda at: self.levels[at] in NAMED, above)]


@dataclass(frozen=True, slots=True)
class LostIcons:
    """Patterns of lost icons in one document: empty places, and wrong signs in their place."""

    holes: tuple[Pattern, ...] = ()
    stand_ins: tuple[Pattern, ...] = ()


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition of a game's rule document, before the document is read. ``name`` is that of its
    folder and what follows the ``@`` of ``ws@1.109``; ``version`` and ``effective`` are as the
    document states them, if it does. ``path`` is the document, ``sha256`` its digest."""

    name: str
    version: str | None
    effective: date | None
    sha256: str
    layout: Layout
    repairs: tuple[Repair, ...]
    path: Path
    lost_icons: LostIcons = LostIcons()


@dataclass(frozen=True, slots=True)
class Game:
    """A game at one edition of its rules: the current one, unless a user named another.
    ``card_openings`` are the words in the first bracket of its card texts (自 of 【自】).
    ``called`` are players' names for it; ``cited_as`` are names that mean it only before a clause
    number, because the rules use them as words, too."""

    id: str
    alias: str
    title: str
    title_en: str
    publisher: str
    folder: Path
    edition: Edition
    card_openings: tuple[str, ...] = ()
    called: tuple[str, ...] = ()
    cited_as: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Every name that means this game in any text (questions, prose that cites clauses), by
        which the game it is about is found: its titles and players' names."""
        return tuple(dict.fromkeys((self.title, self.title_en, *self.called)))

    @property
    def found_by(self) -> frozenset[str]:
        """Every name by which users choose this game, folded: no two games may share one."""
        return frozenset(map(folded_name, (self.id, self.alias, self.title, self.title_en)))

    @property
    def key(self) -> str:
        """``id@edition``, by which users and other processes open the game at this edition."""
        return f"{self.id}@{self.edition.name}"

    @property
    def slug(self) -> str:
        """The key with ``_`` for all but ASCII letters and digits, for names of cache folders. The
        cache takes folders whose names agree up to the first hyphen for versions of the same thing
        and removes old ones, so a slug must not contain a hyphen."""
        key = self.key
        return "".join(char if char.isascii() and char.isalnum() else "_" for char in key)

    @property
    def name(self) -> str:
        """The name for citing the rules: title, 総合ルール (comprehensive rules), its version."""
        version = self.edition.version
        return f"{self.title} 総合ルール" + (f" ver.{version}" if version else "")

    @property
    def dated_name(self) -> str:
        """The name and, if stated, the effective date: a title that shows how old the rules are."""
        effective = self.edition.effective
        return self.name + (f"（{effective}）" if effective else "")

    def table(self, name: str) -> Path:
        """Return the path of the table ``name`` (``terms.toml``) for this edition: its own, else
        that of the game. An older one may need its own, because clause numbers differ."""
        own = self.edition.path.parent / name
        return own if own.exists() else self.folder / name


# ---- The files


@dataclass(frozen=True, slots=True)
class _Title:
    """The two titles in ``game.toml``; both are required."""

    ja: Name
    en: Name


@dataclass(frozen=True, slots=True)
class _GameFile:
    """The keys of ``game.toml`` with their types, by which the file is checked."""

    id: GameId
    alias: GameId
    title: _Title
    publisher: str
    edition: EditionName
    card_openings: tuple[str, ...] = ()
    called: tuple[Name, ...] = ()
    cited_as: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class _EditionFile:
    """The keys of ``edition.toml`` with their types, by which the file is checked."""

    sha256: str
    layout: Layout
    version: str | None = None
    effective: date | None = None
    repair: tuple[Repair, ...] = ()
    lost_icons: LostIcons = LostIcons()


_HINT = "See CONTRIBUTING.md, “Add a game”."


def load_game(folder: Path) -> Game:
    """Return the game in ``folder`` at its current edition. Raises :class:`CorpusError` with every
    fault of ``game.toml``, so that its author can correct them together."""
    from rulebook.toml_files.loader import line_of_key, load_toml

    path = folder / "game.toml"
    file, names_there = load_toml(path, _GameFile, hint=_HINT), edition_names(folder)
    if not (folder / "editions" / file.edition).is_dir():
        there = " or ".join(names_there) or "editions/… with its document"
        what = Message("no edition {edition}", edition=file.edition)
        line, instead = line_of_key(path, "edition"), Message("write {there}", there=there)
        raise CorpusError(path, faults=(Fault(line, what, instead),), hint=_HINT)
    names = file.id, file.alias, file.title.ja, file.title.en, file.publisher
    words = file.card_openings, file.called, file.cited_as
    return Game(*names, folder, load_edition(folder, file.edition), *words)


def load_edition(folder: Path, name: str) -> Edition:
    """Return the edition ``name`` of the game in ``folder``, from its ``edition.toml``. Its
    document is not read here: many uses need only the name, the date or the layout."""
    from rulebook.toml_files.loader import load_toml

    place = folder / "editions" / name
    file = load_toml(place / "edition.toml", _EditionFile, hint=_HINT)
    stated = file.version, file.effective, file.sha256, file.layout
    return Edition(name, *stated, file.repair, place / "rules.txt", file.lost_icons)


def edition_names(folder: Path) -> tuple[str, ...]:
    """Return the names of the editions in a game's ``folder`` in natural order: 1.9 before 1.10.
    Raises :class:`CorpusError` if a folder in ``editions/`` has a name that no edition may have: a
    copy of one would count as an edition. Hidden folders are left out."""
    found = [path.parent.name for path in folder.glob("editions/[!.]*/edition.toml")]
    if unfit := sorted(name for name in found if not fits(name, EditionName)):
        what = Message("{called} cannot be the name of an edition", called=repr(unfit[0]))
        hint = "Rename this folder with letters, digits, points and hyphens, or remove it."
        raise CorpusError(folder / "editions", what, hint=hint)
    return tuple(sorted(found, key=natural_order))


def folded_name(name: str) -> str:
    """Return the name of a game as names are compared: users type any width, case and spacing."""
    return " ".join(fold(name).split())


def is_later(one: Edition, other: Edition) -> bool:
    """Whether ``one`` is later than ``other``: by date, or by name where a date is missing. If a
    game is both shipped and among the user's own, the later one is used."""
    if one.effective and other.effective and one.effective != other.effective:
        return one.effective > other.effective
    return natural_order(one.name) > natural_order(other.name)


def natural_order(name: str) -> list[tuple[int, str]]:
    """Return the key that sorts editions as makers count: 1.9 before 1.10, words before numbers."""
    return [(int(part) if part.isdecimal() else -1, part) for part in re.split(r"[.-]", name)]
