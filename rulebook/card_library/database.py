"""The database file of a library: create, open and check it; messages for errors of SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from rulebook import __version__
from rulebook.clauses.game import Game
from rulebook.errors import CardLibraryError, ChangedMeanwhile
from rulebook.messages import Message, as_message, message_of
from rulebook.replacing import ABSENT, replace_file, state_of_content

SCHEMA_VERSION = 2  # increased whenever ``schema.sql`` changes
MIXED_EDITIONS = ""  # while a run reads the cards with another edition
_APPLICATION = 0x5242636C  # "RBcl": the mark of our files
_SCHEMA = Path(__file__).with_name("schema.sql")
_NAME_NEW_FILE = "Name a new file; the cards are read again from their files."
_NAME_OTHER_FOLDER = "Name a file in a folder that you can write to."
_NAME_LIBRARY = "Name a file that `rulebook cards index` wrote, or make a new one."
# The names in ``meta`` of every library, and a query for cards that another program damaged.
_META = {"game", "edition", "rulebook"}
_NO_TEXT = (
    "SELECT 1 FROM cards WHERE typeof(id) <> 'text' OR typeof(text) <> 'text'"
    " OR typeof(words) <> 'text' OR typeof(name) NOT IN ('text', 'null') LIMIT 1"
)
_LONGEST_WAIT = 10  # seconds, while another process writes to the file
_STALE = "{path} was written by another version of Rulebook (format {format}, this one reads {own})"


@contextmanager
def open_library(path: Path, game: Game | None = None) -> Iterator[sqlite3.Connection]:
    """Yield the library at ``path``, opened read-only, so a query cannot change it. Raises
    :class:`CardLibraryError` if it is missing, damaged, of another version or not of ``game``."""
    with _as_library_errors(path, _NAME_LIBRARY):
        if not path.is_file():
            hint = "Make one: rulebook cards index -g GAME FILE --out cards.db"
            raise CardLibraryError("there is no card library at {path}", path=path, hint=hint)
        uri = f"{path.resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, timeout=_LONGEST_WAIT)) as library:
            _check_library(library, path, game, _NAME_LIBRARY)
            yield library


@contextmanager
def writing_library(path: Path, game: Game) -> Iterator[sqlite3.Connection]:
    """Yield the library of ``game`` at ``path``, perhaps new, for writing. Callers commit; what an
    error left uncommitted is dropped. At the end, the log file is merged, so the library can be
    copied. Raises :class:`CardLibraryError` for other files."""
    try:
        is_empty = path.is_file() and not path.stat().st_size
        if is_empty or not path.exists():
            with suppress(ChangedMeanwhile):  # another process has made it, and may be writing
                seen = state_of_content(b"") if is_empty else ABSENT
                replace_file(path, _empty_library(game), seen)
    except OSError as error:
        what = Message("{path}: {reason}", path=path, reason=error.strerror or error)
        raise CardLibraryError(what, hint=_NAME_OTHER_FOLDER) from error
    with (
        _as_library_errors(path, _NAME_NEW_FILE),
        closing(sqlite3.connect(path, timeout=_LONGEST_WAIT)) as library,
    ):
        _check_library(library, path, game, _NAME_NEW_FILE)
        library.execute("PRAGMA journal_mode = WAL")
        library.execute("PRAGMA synchronous = NORMAL")
        library.execute("PRAGMA foreign_keys = ON")
        try:
            yield library
        finally:
            library.rollback()  # SQLite refuses to change the journal mode within a transaction
            # Make it one file again, which can be copied and opened read-only. A process that is
            # still writing does this at its end: an error here would hide that all was written.
            try:
                library.execute("PRAGMA journal_mode = DELETE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                    raise


def library_game(path: Path) -> str:
    """Return the id of the game of the library at ``path``, so users need not name it."""
    with open_library(path) as library:
        return meta(library)["game"]


def meta(library: sqlite3.Connection) -> dict[str, str]:
    """Return what the library says of its game, edition and version, to refuse a wrong one."""
    return dict(library.execute("SELECT name, value FROM meta"))


def refuse_other_edition(library: sqlite3.Connection, path: Path, game: Game) -> None:
    """Raise :class:`CardLibraryError` if the library at ``path``, or a part of it, was indexed with
    an edition other than that of ``game``: its clause numbers would lead to other clauses."""
    edition, name = meta(library)["edition"], game.edition.name
    if edition != name:
        what = "{path} was read with edition {edition} of {title}"
        if edition == MIXED_EDITIONS:
            what = "the cards of {path} were read with different editions of {title}"
        what = Message(what, path=path, edition=edition, title=game.title)
        again = f"rulebook cards index -g {game.alias}@{name} --out {path}"
        hint = Message("Read the cards with {name}: {again}", name=name, again=again)
        raise CardLibraryError(what, hint=hint)


def _empty_library(game: Game) -> bytes:
    """Return the file of an empty library, to be written in one step: nobody finds it half-made."""
    values = {"game": game.id, "edition": game.edition.name, "rulebook": __version__}
    with closing(sqlite3.connect(":memory:")) as library:
        library.executescript(
            f"BEGIN;\n{_SCHEMA.read_text(encoding='utf-8')}\nCOMMIT;\n"
            f"PRAGMA user_version = {SCHEMA_VERSION};\nPRAGMA application_id = {_APPLICATION};"
        )
        library.executemany("INSERT INTO meta VALUES (?,?)", values.items())
        library.commit()
        return library.serialize()


def _check_library(library: sqlite3.Connection, path: Path, game: Game | None, hint: str) -> None:
    """Raise :class:`CardLibraryError` unless it is a sound library of this version and ``game``."""
    (application,) = library.execute("PRAGMA application_id").fetchone()
    (version,) = library.execute("PRAGMA user_version").fetchone()
    if application != _APPLICATION:
        raise CardLibraryError("{path} is a database, but not a card library", path=path, hint=hint)
    if version != SCHEMA_VERSION:
        raise CardLibraryError(_STALE, path=path, format=version, own=SCHEMA_VERSION, hint=hint)
    found = meta(library)
    if not found.keys() >= _META or library.execute(_NO_TEXT).fetchone():
        raise CardLibraryError("{path}: it is damaged", path=path, hint=hint)
    if game is not None and found["game"] != game.id:
        form = "{path} has cards of {game}, not of {id}"
        raise CardLibraryError(form, path=path, game=found["game"], id=game.id, hint=hint)


@contextmanager
def _as_library_errors(path: Path, instead: str) -> Iterator[None]:
    """Raise SQLite errors in the block as :class:`CardLibraryError`: SQLite's own words do not say
    what the user can do. ``instead`` is the remedy if the file is not a library."""
    try:
        yield
    except sqlite3.Error as error:
        what: str = message_of(error)
        hint = "Run it again, or name a new file."
        match getattr(error, "sqlite_errorname", "").split("_")[1:2]:
            case ["FULL"]:
                what = "the disk is full"
                hint = "Free some space and run it again; cards that were read stay in the library."
            case ["BUSY" | "LOCKED"]:
                what = "another process is using it"
                hint = "Wait until it is done, and run it again."
            case ["NOTADB"]:
                what, hint = "it is not a database", instead
            case ["CORRUPT"]:
                what, hint = "it is damaged", instead
            case ["CANTOPEN" | "READONLY" | "PERM"]:
                what, hint = "it cannot be opened here", _NAME_OTHER_FOLDER
        whole = Message("{path}: {what}", path=path, what=as_message(what))
        raise CardLibraryError(whole, hint=hint) from error
