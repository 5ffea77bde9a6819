"""Every error that Rulebook raises on purpose: *what* is wrong, *where*, and *what to do*."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rulebook.messages import Message, as_message, joined, render
from rulebook.records import dataclass
from rulebook.text.display import caret_line

_SHOWN = 60  # a number or a name is shown only as far as it fits on a line


def _cut(name: str) -> str:
    """Return ``name`` shortened to fit on a line of a message: users may give a whole page."""
    return name if len(name) <= _SHOWN else f"{name[: _SHOWN - 1]}…"


def _quoted(name: str) -> str:
    """Return ``name`` in quotes and shortened: a message then shows spaces and odd characters."""
    return repr(_cut(name))


def _did_you_mean(near: Sequence[str]) -> str:
    """Return the hint of an error that suggests ``near``, names like an unknown one; "" if none."""
    return Message("Did you mean {names}?", names=", ".join(near)) if near else ""


class RulebookError(Exception):
    """The root of all errors that a user sees."""

    exit_code = 2

    def __init__(self, what: str, *, hint: str = "", **values: object) -> None:
        """``what`` is wrong, a message or a form whose fields ``values`` fill, and a ``hint`` what
        to do. A form is kept with its values, since the command line translates it to show it."""
        self.what = what = Message(what, **values) if values else what
        self.hint = hint
        super().__init__(what)

    def __str__(self) -> str:
        """Return the message in English, the only language of tracebacks and logs."""
        return self.message

    @property
    def message(self) -> Message:
        """What is wrong and what to do, with its parts: the command line translates each."""
        return joined("\n", [as_message(text) for text in (self.what, self.hint) if text])

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how to unpickle this error: by default, ``__init__`` would get wrong arguments."""
        return type(self).__new__, (type(self), *self.args), self.__dict__


class StaleTable(UserWarning):
    """A warning that a table entry does not fit the document of its game, so it is not used."""

    def __init__(self, titles_by_language: Mapping[str, str], text: Message) -> None:
        """``text`` says what does not fit; before it, the title of the game is shown, here in each
        language. They are stored apart, as only printing decides the language; logs are English."""
        self.titles_by_language, self.text = titles_by_language, text
        super().__init__(self.in_language("en"))

    def in_language(self, language: str) -> str:
        """Return the warning with the title of the game in ``language``; ``str`` gives English."""
        return f"{self.titles_by_language[language]}: {render(self.text, language)}"


class WrongType(RulebookError, TypeError):
    """Something other than text was ``given`` as ``what`` (“a question”), as in rows of data."""

    def __init__(self, what: str, given: object) -> None:
        hint = "Decode it first, as in given.decode()." if isinstance(given, bytes) else ""
        form = "{what} is not text but {given}"
        what = Message(form, what=as_message(what), given=_cut(repr(given)))
        super().__init__(what, hint=hint or "Give a str.")


def require_text(what: str, given: object) -> None:
    """Raise :class:`WrongType` if ``given``, called ``what`` in the error, is not text. Values from
    rows of data, such as None, would otherwise cause an obscure error later."""
    if not isinstance(given, str):
        raise WrongType(what, given)


class UnknownGame(RulebookError):
    """A game that is not among ``known`` ones, nor ``faulty`` ones, whose files have errors."""

    def __init__(self, name: str, known: Sequence[str], faulty: Sequence[str] = ()) -> None:
        self.name = name
        hints = [Message("Known games: {names}", names=", ".join(known))]
        if faulty:
            names = ", ".join(faulty)
            hints.append(Message("Games with errors (see “rulebook games”): {names}", names=names))
        super().__init__("no game is called {name}", name=_quoted(name), hint=joined("\n", hints))


class UnknownEdition(RulebookError):
    """A game was named at an edition that the corpus does not have; ``known`` are its editions."""

    def __init__(self, game_title: str, name: str, known: Sequence[str]) -> None:
        self.name, self.known = name, tuple(known)
        hint = Message("Known editions: {names}", names=", ".join(known))
        what = "{game} has no edition {name}"
        super().__init__(what, game=game_title, name=_quoted(name), hint=hint)


class InvalidNumber(RulebookError):
    """Something was ``given`` as a clause number that is not one."""

    def __init__(self, given: str) -> None:
        self.given = given
        what = "{given} is not a clause number"
        super().__init__(what, given=_quoted(given), hint="Write it like 9.2.2.")


class UnknownClause(RulebookError):
    """A well-formed clause number that the document does not have. ``nearest`` is the number to
    suggest, empty if the document has no clauses; ``game_title`` is empty if no game has it."""

    exit_code = 1

    def __init__(self, number: str, game_title: str, nearest: str) -> None:
        self.number, self.nearest = number, nearest
        shown = _cut(number)
        what = Message("{game} has no clause {number}", game=game_title, number=shown)
        hint = "It has no clauses at all."
        if not game_title:
            what = Message("no game has a clause {number}", number=shown)
            hint = "See: rulebook games"
        elif nearest:
            hint = Message("The nearest that exists is {number}.", number=nearest)
        super().__init__(what, hint=hint)


class AmbiguousGame(RulebookError):
    """A clause number was given without a game, and several games have it. ``games`` are their
    aliases, each with the heading of the clause; the message has the command to show each."""

    def __init__(self, number: str, games: Sequence[tuple[str, str]]) -> None:
        self.number, self.games = number, tuple(games)
        shown = "\n".join(f"  rulebook show {alias} {number}  {what}" for alias, what in games)
        hint = Message("RULEBOOK_GAME names a game for all commands.")
        hint = Message("{commands}\n{hint}", commands=shown, hint=hint)
        what = "which game? {count} games have {number}:"
        super().__init__(what, count=len(games), number=number, hint=hint)


class UnknownConcept(RulebookError):
    """A word that names no concept and no term; ``near`` are the defined words most similar."""

    exit_code = 1

    def __init__(self, name: str, near: Sequence[str]) -> None:
        self.name, self.near = name, tuple(near)
        what = "{name} is not defined in the rules"
        super().__init__(what, name=_quoted(name), hint=_did_you_mean(near))


class UnknownRuling(RulebookError):
    """An id that no ruling has; ``near`` are the ids most similar to it."""

    exit_code = 1

    def __init__(self, id: str, near: Sequence[str]) -> None:
        self.id, self.near = id, tuple(near)
        hint = _did_you_mean(near) or "See: rulebook rulings list"
        super().__init__("no ruling is called {id}", id=_quoted(id), hint=hint)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong in a file: its line (from 1), what it is, what to write instead."""

    line: int | None
    what: str
    instead: str

    def message(self, path: Path) -> Message:
        """Return this fault as a line that begins with file and line, so editors can jump there."""
        place = f"{path}:{self.line}" if self.line else path
        what, instead = as_message(self.what), as_message(self.instead)
        return Message("{place}: {what}; {instead}", place=place, what=what, instead=instead)


class CorpusError(RulebookError):
    """A file of the corpus is missing, malformed or not the document it claims to be."""

    def __init__(
        self, path: Path, whole: str = "", *, faults: Sequence[Fault] = (), hint: str = ""
    ) -> None:
        """``whole`` is wrong with the file at ``path`` itself (it is missing), ``faults`` are those
        of single lines, in order: all are shown together, so that nobody corrects one by one."""
        self.path, self.whole, self.faults = path, whole, tuple(faults)
        lines = [fault.message(path) for fault in faults]
        if whole:
            lines.insert(0, Message("{path}: {what}", path=path, what=as_message(whole)))
        super().__init__(joined("\n", lines), hint=hint)


class DocumentError(RulebookError):
    """A rule document that cannot be read: empty, huge, not UTF-8, or without clauses."""

    def __init__(
        self, name: str, what: str, *, hint: str, line: int | None = None, column: int | None = None
    ) -> None:
        """``name`` is the document's file as users see it, ``line`` and ``column`` (from 1) where
        ``what`` is wrong, if that has a place: editors jump to “name:line:column”."""
        self.name, self.line, self.column = name, line, column
        place = ":".join(str(part) for part in (name, line, column) if part is not None)
        super().__init__(Message("{place}: {what}", place=place, what=as_message(what)), hint=hint)


class EditionError(RulebookError):
    """A document that cannot be added as an edition of the game that was named."""


class ChangedMeanwhile(RulebookError):
    """A file or folder was changed while a command worked on it; the change is kept."""

    def __init__(self, path: Path) -> None:
        """``path`` was to be replaced, which would have lost the change that is in it now."""
        self.path = path
        super().__init__("{path} was changed by another program", path=path, hint="Try again.")


class CardError(RulebookError):
    """A text that cannot be a card: empty, or longer than any card."""


class CardLibraryError(RulebookError):
    """A library of cards, or a file of cards for it, that cannot be read or written."""


class UnknownCard(CardLibraryError):
    """An id that no card of a library has."""

    exit_code = 1


class WorkerError(RulebookError):
    """A process of this machine that reads cards was killed."""


class ClusterError(RulebookError):
    """A Dask cluster that does not answer, has no workers, fails, or has another Rulebook."""


class QueryError(RulebookError):
    """A query that cannot be understood; ``column`` counts its code points from 0. ``what`` is the
    fault there, ``hint`` what to write instead; a caret below the query shows the place."""

    def __init__(self, query: str, column: int, what: str, *, hint: str) -> None:
        self.query, self.column = query, column
        start = max(0, column - _SHOWN // 2) if len(query) > _SHOWN else 0  # to show the fault
        shown = query[start : start + _SHOWN].replace("\n", " ")
        place = f"  {shown}\n  {caret_line(shown, column - start)}"
        super().__init__(Message("{what}\n{place}", what=as_message(what), place=place), hint=hint)


class SiteError(RulebookError):
    """The website cannot be written or served where it is wanted."""


class ReaderError(RulebookError):
    """The reader of cards for the browser cannot be built, or is not where it was looked for."""


class PrintError(RulebookError):
    """Rules cannot be printed: Chromium fails or, more often, is not there."""

    def __init__(self, what: str, **values: object) -> None:
        hint = (
            "Install Chromium or Chrome (Debian: apt install chromium), or name the program"
            " in $RULEBOOK_CHROMIUM."
        )
        super().__init__(what, hint=hint, **values)


class CacheError(RulebookError):
    """What is built on first use cannot be written anywhere, not even for this process; or another
    program has removed files of the cache meanwhile (``is_gone``)."""

    def __init__(self, why: str, *, is_gone: bool = False) -> None:
        hint = (
            "Set RULEBOOK_CACHE to a folder that only you can write to, with 20 MB of free space."
        )
        hint = "Files of the cache were removed meanwhile: try again." if is_gone else hint
        super().__init__("cannot build indexes and tables: {why}", why=as_message(why), hint=hint)
