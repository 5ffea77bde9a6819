"""Every error that Rulebook raises on purpose. Each knows *what* is wrong, *where*, and *what to
do*; only here the message is put together. The command line exits with ``exit_code``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from rulebook.messages import Message, as_message, joined, render
from rulebook.records import dataclass
from rulebook.text.display import caret_line

# A number or a name is shown only as far as it fits on a line.
_SHOWN = 60


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
    """The root of all errors that a user sees, each with its message in any language."""

    exit_code = 2

    def __init__(self, what: str, *, hint: str = "", **values: object) -> None:
        """``what`` says what is wrong, a form whose fields ``values`` fill; ``hint`` says what to
        do. Both are stored as messages, so the command line can translate them."""
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
        """Store titles by language and ``text`` apart: only printing decides the language."""
        self.titles_by_language = titles_by_language
        self.text = text
        super().__init__(self.in_language("en"))

    def in_language(self, language: str) -> str:
        """Return the warning in ``language``, with the title of the game in it."""
        return f"{self.titles_by_language[language]}: {render(self.text, language)}"


class WrongType(RulebookError, TypeError):
    """Something other than text was given where text is expected, as happens in rows of data."""

    def __init__(self, what: str, given: object) -> None:
        """``what`` names the value (“a question”); ``given`` is that value, which is not text."""
        hint = "Decode it first, as in given.decode()." if isinstance(given, bytes) else ""
        shown = _cut(repr(given))
        what = Message("{what} is not text but {given}", what=as_message(what), given=shown)
        super().__init__(what, hint=hint or "Give a str.")


def require_text(what: str, given: object) -> None:
    """Raise :class:`WrongType` if ``given``, called ``what`` in the error, is not text. Values from
    rows of data, such as None, would otherwise cause an obscure error later."""
    if not isinstance(given, str):
        raise WrongType(what, given)


class UnknownGame(RulebookError):
    """A game was named that the corpus does not have; ``faulty`` are those that cannot be used."""

    def __init__(self, name: str, known: Sequence[str], faulty: Sequence[str] = ()) -> None:
        """``known`` are the games to choose from, ``faulty`` those whose files have errors."""
        self.name = name
        hints = [Message("Known games: {names}", names=", ".join(known))]
        if faulty:
            names = ", ".join(faulty)
            hints.append(Message("Games with errors (see “rulebook games”): {names}", names=names))
        what = Message("no game is called {name}", name=_quoted(name))
        super().__init__(what, hint=joined("\n", hints))


class UnknownEdition(RulebookError):
    """A game was named at an edition that the corpus does not have."""

    def __init__(self, game_title: str, name: str, known: Sequence[str]) -> None:
        """``known`` are the names of the game's editions, for the user to choose from."""
        self.name = name
        self.known = tuple(known)
        what = Message("{game} has no edition {name}", game=game_title, name=_quoted(name))
        super().__init__(what, hint=Message("Known editions: {names}", names=", ".join(known)))


class InvalidNumber(RulebookError):
    """Something was given as a clause number that is not one."""

    def __init__(self, given: str) -> None:
        """``given`` is the text in place of a number; the message shows how one is written."""
        self.given = given
        what = Message("{given} is not a clause number", given=_quoted(given))
        super().__init__(what, hint="Write it like 9.2.2.")


class UnknownClause(RulebookError):
    """A well-formed clause number that the document does not have. ``nearest`` is empty if the
    document has no clauses at all, ``game_title`` if no game has it."""

    exit_code = 1

    def __init__(self, number: str, game_title: str, nearest: str) -> None:
        """``nearest`` is the number to suggest, if any; ``game_title`` is "" if no game has it."""
        self.number = number
        self.nearest = nearest
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
    aliases, each with the heading of the clause."""

    def __init__(self, number: str, games: Sequence[tuple[str, str]]) -> None:
        """``games`` are pairs (alias, heading). The message has the command to show each clause."""
        self.number = number
        self.games = tuple(games)
        shown = "\n".join(f"  rulebook show {alias} {number}  {what}" for alias, what in games)
        hint = Message("RULEBOOK_GAME names a game for all commands.")
        what = Message("which game? {count} games have {number}:", count=len(games), number=number)
        super().__init__(what, hint=Message("{commands}\n{hint}", commands=shown, hint=hint))


class UnknownConcept(RulebookError):
    """A word that names no concept and no term."""

    exit_code = 1

    def __init__(self, name: str, near: Sequence[str]) -> None:
        """``near`` are the defined words most similar to ``name``, to suggest to the user."""
        self.name = name
        self.near = tuple(near)
        what = Message("{name} is not defined in the rules", name=_quoted(name))
        super().__init__(what, hint=_did_you_mean(near))


class UnknownRuling(RulebookError):
    """An id that no ruling has."""

    exit_code = 1

    def __init__(self, id: str, near: Sequence[str]) -> None:
        """``near`` are the ids most similar to ``id``, to suggest to the user."""
        self.id = id
        self.near = tuple(near)
        what = Message("no ruling is called {id}", id=_quoted(id))
        super().__init__(what, hint=_did_you_mean(near) or "See: rulebook rulings list")


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
    """A file of the corpus is missing, malformed or not the document it claims to be. ``faults``
    are all faults found in the file, in the order of its lines."""

    def __init__(
        self, path: Path, what: str = "", *, faults: Sequence[Fault] = (), hint: str = ""
    ) -> None:
        """``what`` is a fault of the whole file, ``faults`` are those of its lines: all at once."""
        self.path = path
        self.faults = tuple(faults)
        lines = [fault.message(path) for fault in faults]
        if what:
            lines.insert(0, Message("{path}: {what}", path=path, what=as_message(what)))
        super().__init__(joined("\n", lines), hint=hint)


class DocumentError(RulebookError):
    """A rule document that cannot be read: empty, huge, not UTF-8, or without clauses. ``line`` and
    ``column`` count from 1 where the trouble has a place, else they are ``None``."""

    def __init__(
        self, name: str, what: str, *, hint: str, line: int | None = None, column: int | None = None
    ) -> None:
        """``name`` is the file; editors can jump to ``name:line:column`` in the message."""
        self.name = name
        self.line = line
        self.column = column
        place = ":".join(str(part) for part in (name, line, column) if part is not None)
        super().__init__(Message("{place}: {what}", place=place, what=as_message(what)), hint=hint)


class EditionError(RulebookError):
    """A document that cannot be added as an edition of the game that was named."""


class ChangedMeanwhile(RulebookError):
    """A file or folder was changed while a command worked on it; the change is kept."""

    def __init__(self, path: Path) -> None:
        """The hint is to try again, since a second run reads the new content of ``path``."""
        self.path = path
        what = Message("{path} was changed by another program", path=path)
        super().__init__(what, hint="Try again.")


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
    """A Dask cluster that is not there, has no workers, fails, or has another Rulebook."""


class QueryError(RulebookError):
    """A query that cannot be understood; ``column`` counts code points of the query from 0."""

    def __init__(self, query: str, column: int, what: str, *, hint: str) -> None:
        """``what`` is the fault at ``column`` of ``query``, ``hint`` what to write instead. The
        message has the part of a long query around the fault, with a caret below it."""
        self.query = query
        self.column = column
        start = max(0, column - _SHOWN // 2) if len(query) > _SHOWN else 0  # to show the fault
        shown = query[start : start + _SHOWN].replace("\n", " ")
        place = f"  {shown}\n  {caret_line(shown, column - start)}"
        super().__init__(Message("{what}\n{place}", what=as_message(what), place=place), hint=hint)


class SiteError(RulebookError):
    """The website cannot be written or served where it is wanted."""


class ReaderError(RulebookError):
    """The reader of cards for the browser cannot be built, or is not where it was looked for."""


class PrintError(RulebookError):
    """Rules cannot be printed: there is no Chromium, or it fails."""

    def __init__(self, what: str, **values: object) -> None:
        """``what`` is a form for ``values``. The hint is to install Chromium, the usual remedy."""
        hint = (
            "Install Chromium or Chrome (Debian: apt install chromium), or name the program"
            " in $RULEBOOK_CHROMIUM."
        )
        super().__init__(what, hint=hint, **values)


class CacheError(RulebookError):
    """What is built on first use cannot be written anywhere, not even for this process."""

    def __init__(self, why: str) -> None:
        """``why`` is the reason of the system; the hint names a variable for another folder."""
        hint = (
            "Set RULEBOOK_CACHE to a folder that only you can write to, with 20 MB of free space."
        )
        what = Message("cannot build indexes and tables: {why}", why=as_message(why))
        super().__init__(what, hint=hint)
