"""The one reader of TOML: a file as a frozen dataclass, or every fault in it at once. Types are
strict, and unknown keys are faults; a field ``rest`` holds all tables without a field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import date, time
from enum import Enum
from functools import cache, partial
from pathlib import Path
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, Union, cast, get_args, get_origin

from rulebook.errors import CorpusError, Fault
from rulebook.messages import Message, as_message
from rulebook.text.display import visible
from rulebook.toml_files.kinds import TextForm, kinds_of_fields

if TYPE_CHECKING:
    from rulebook.toml_files.spans import Key, KeyPath

    Named = Iterable[tuple[KeyPath, str]]

T = TypeVar("T")

_JSON_FORMS = {
    "a table": "an object",
    "write a table": "write an object in braces",
    "add {key} = …": 'add "{key}"',
}
_NAMES = {str: "text", int: "a whole number", bool: "true or false", date: "a date (2026-01-13)"}
# Escaped characters and classes; a repetition; an innermost group.
_LITERAL = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", re.DOTALL)
_REPEAT = r"(?:[*+?]|\{[0-9]*,[0-9]*\})[?+]?"
_GROUP = re.compile(rf"\((?:\?(?:[a-zA-Z-]*:|P?<\w+>))?([^()]*)\)({_REPEAT})?")
# Repetitions alone, or any characters repeated: each also matches what should end it.
_ENDLESS = re.compile(rf"^(?:.{_REPEAT})+$|\.{_REPEAT}")


def load_toml(path: Path, kind: type[T], *, hint: str = "") -> T:
    """Return the TOML file at ``path`` as a value of ``kind``. Raise :class:`CorpusError` with
    every fault at once (unreadable, not UTF-8, not TOML, wrong types, unknown or missing keys)."""
    import tomllib  # most starts of the program read no TOML

    from rulebook.files import read_file

    text = ""
    try:
        text = read_file(path).decode("utf-8-sig")
        data = tomllib.loads(text)
    except OSError as error:
        what = Message("cannot be read ({reason})", reason=error.strerror or error)
        raise CorpusError(path, what, hint=hint) from error
    except (ValueError, RecursionError) as error:
        raise CorpusError(path, faults=(_fault_of_text(text, error),), hint=hint) from error
    return structure(data, kind, path, text, hint=hint)


def load_if_there(path: Path, kind: type[T], *, hint: str) -> T | None:
    """Return the TOML file at ``path`` as a value of ``kind``, or None: many are optional."""
    return load_toml(path, kind, hint=hint) if path.exists() else None


def structure(
    data: Mapping[str, Any], kind: type[T], path: Path, text: str | None = None, *, hint: str
) -> T:
    """Return ``data`` as a value of ``kind``, or raise :class:`CorpusError` with all faults by
    line. ``text`` is the TOML with these lines; without it, ``data`` is called JSON in messages."""
    try:
        made: T = _reader(cast(Any, kind))(data, ())
        return made
    except _Wrong as error:
        lines = KeyLines(text or "")
        found = [Fault(lines.line(where), *fault) for where, *fault in error.places]
        if text is None:
            found = [Fault(f.line, *map(_message_of_json, (f.what, f.instead))) for f in found]
        ordered = tuple(sorted(found, key=lambda fault: fault.line or 0))
        raise CorpusError(path, faults=ordered, hint=hint) from error


# ---- Readers

# Makes a typed value of a plain one, or raises; the keys that lead to it are for messages.
Reader = Callable[[Any, "KeyPath"], Any]


class _Wrong(Exception):
    """The error of a value with wrong places in it."""

    def __init__(self, places: list[tuple[KeyPath, Message, str]]) -> None:
        """``places`` are all wrong places in the value: keys that lead there, fault, remedy."""
        self.places = places


def _wrong(where: KeyPath, what: Message, instead: str) -> _Wrong:
    """Return the error that the value at ``where`` is wrong; its keys begin the message."""
    named = Message("{key}: {what}", key=".".join(map(str, where)), what=what) if where else what
    return _Wrong([(where, named, instead)])


@cache
def _reader(kind: Any) -> Reader:
    """Return the function that reads values of type ``kind``, made once each since that is slow."""
    outer, inner = get_origin(kind), get_args(kind)
    if outer is Annotated:
        form = kind.__metadata__[0]
        if isinstance(form, range):
            return partial(_number_in, form)
        # What is left is ``kinds.Pattern``, a regular expression.
        return partial(_text_of, form) if isinstance(form, TextForm) else _checked_expression
    if is_dataclass(kind):
        return _record_reader(kind)
    if outer in (Union, UnionType):
        readers = [_reader(each) for each in inner if each is not NoneType]
        return partial(_choice, readers, NoneType in inner)
    if outer is Mapping:
        return partial(_table, _reader(inner[0]), _reader(inner[1]))
    if outer is not None:
        return partial(_array, outer, _reader(inner[0]))
    if kind is Any:
        return lambda value, _: value
    return partial(_enum_member if issubclass(kind, Enum) else _of_exact_type, kind)


def _read_each(where: KeyPath, entries: Iterable[tuple[Key, Any, Reader]]) -> list[Any]:
    """Return each value of ``entries`` as its reader makes it, or raise all faults at once."""
    made, places = [], []
    for key, value, read in entries:
        try:
            made.append(read(value, (*where, key)))
        except _Wrong as error:
            places += error.places
    if places:
        raise _Wrong(places)
    return made


def _array(outer: Callable[[list[Any]], Any], read: Reader, value: object, where: KeyPath) -> Any:
    """Return the array ``value`` as an ``outer`` of parts; raise for a text: it would be split."""
    if not isinstance(value, list):
        raise _not_of_kind(where, value, "an array")
    return outer(_read_each(where, ((at, part, read) for at, part in enumerate(value))))


def _table(read_key: Reader, read: Reader, value: object, where: KeyPath) -> dict[Any, Any]:
    """Return a table of any names, with keys and values read together, for all faults at once."""
    table = _table_only(value, where)
    pairs = (part for k, v in table.items() for part in ((k, k, read_key), (k, v, read)))
    made = _read_each(where, pairs)
    return dict(zip(made[::2], made[1::2], strict=True))


def _table_only(value: object, where: KeyPath) -> dict[str, Any]:
    """Return ``value`` if it is a table; raise otherwise, because callers look up keys in it."""
    if not isinstance(value, dict):
        raise _not_of_kind(where, value, "a table")
    return value


def _choice(readers: Sequence[Reader], is_optional: bool, value: object, where: KeyPath) -> object:
    """Return ``value`` of a union (``str | LinkTarget``): a table by the last of ``readers``, since
    a record is last in a union, another value by the first. JSON's null is None."""
    if value is None and is_optional:
        return None
    return readers[-1 if isinstance(value, Mapping) else 0](value, where)


def _record_reader(kind: Any) -> Reader:
    """Return the function that makes the dataclass ``kind`` from a table, for many tables."""
    hints = dict(kinds_of_fields(kind))
    rest = hints.pop("rest", None)
    readers = {name: _reader(hint) for name, hint in hints.items()}
    needed = {f.name for f in fields(kind) if f.default is f.default_factory is MISSING}
    read_rest = _reader(get_args(rest)[1]) if rest else None

    def structured(value: object, where: KeyPath) -> object:
        """Return the record that the table ``value`` holds; raise all faults of keys together. If
        the class has a field ``rest``, it takes unknown keys."""
        table = _table_only(value, where)
        names = [name for name in readers if name in table or name in needed]
        others = [key for key in table if key not in readers]
        entries = [(n, table.get(n), readers[n] if n in table else _refuse_missing) for n in names]
        if read_rest:
            entries += [(key, table[key], read_rest) for key in others]
        else:
            entries += [(key, [*readers], _refuse_unknown) for key in sorted(others)]
        made = _read_each(where, entries)
        more = {"rest": dict(zip(others, made[len(names) :], strict=True))} if read_rest else {}
        return kind(**dict(zip(names, made, strict=False)), **more)

    return structured


def _refuse_missing(_: object, where: KeyPath) -> None:
    """Raise that the key ``where`` is missing: called like its reader, to collect all faults."""
    what = Message("{name} is missing", name=".".join(map(str, where)))
    raise _Wrong([(where, what, Message("add {key} = …", key=where[-1]))])


def _refuse_unknown(known: list[str], where: KeyPath) -> None:
    """Raise that the key ``where`` is unknown, suggesting the nearest ``known``, else all."""
    from difflib import get_close_matches  # only for errors

    near = get_close_matches(str(where[-1]), known, n=1) or known
    what = Message("unknown key {key}", key=where[-1])
    raise _Wrong([(where, what, Message("write {there}", there=" or ".join(near)))])


def _of_exact_type(exact: type, value: object, where: KeyPath) -> object:
    """Return ``value`` if its type is ``exact``: a subclass is not enough, as ``true`` would pass
    as a number. Raise for other types, and for control characters, which would steer a terminal."""
    if type(value) is not exact:
        instead = None
        if exact is str and isinstance(value, int | float | date):
            instead = Message('write it in quotation marks: "{value}"', value=_quoted(value))
        raise _not_of_kind(where, value, _NAMES[exact], instead)
    if isinstance(value, str) and visible(value) != value:
        raise _wrong(where, Message("{value!r} has a control character", value=value), "remove it")
    return value


def _number_in(allowed: range, value: object, where: KeyPath) -> int:
    """Return ``value`` if it is a whole number of ``allowed``; else raise, naming the limits."""
    number: Any = _of_exact_type(int, value, where)
    if number not in allowed:
        first, last = allowed[0], allowed[-1]
        instead = Message("write a number from {first} to {last}", first=first, last=last)
        raise _wrong(where, Message("{value!r} is not allowed here", value=value), instead)
    return int(number)


def _text_of(form: TextForm, value: object, where: KeyPath) -> str:
    """Return ``value`` if it is a text of ``form``; else raise, with what to write instead."""
    text = str(_of_exact_type(str, value, where))
    if not re.fullmatch(form.pattern, text):
        instead = Message("write {kind}", kind=as_message(form.description))
        raise _wrong(where, Message("{value!r} is not allowed here", value=value), instead)
    return text


def _checked_expression(value: object, where: KeyPath) -> str:
    """Return ``value`` if it is a regular expression that finds something and always ends: a wrong
    one in a table would match everywhere or block the program."""
    pattern = str(_of_exact_type(str, value, where))
    try:
        matches_empty = re.compile(pattern).search("")
    except (re.error, OverflowError, RecursionError) as error:
        what = Message("{value!r} is not a regular expression: {error}", value=value, error=error)
        raise _wrong(where, what, "correct it") from error
    if matches_empty:
        what = Message("{value!r} matches an empty text", value=value)
        raise _wrong(where, what, "write what it should find")
    if _may_never_end(pattern):
        what = Message("{value!r} repeats a repetition, so it may never end", value=value)
        raise _wrong(where, what, "make the outer one possessive: *+ or ++")
    return pattern


def _may_never_end(pattern: str) -> bool:
    """Whether ``pattern`` repeats a repetition, as in ``(.+)+``: the usual mistakes, not all. Each
    innermost group is replaced by a letter, repeated as the group is, until no group is left."""
    left = _LITERAL.sub("x", pattern)
    while group := _GROUP.search(left):
        repeat, endless = group[2] or "", any(map(_ENDLESS.search, group[1].split("|")))
        if endless and re.fullmatch(r"(?:[*+]|\{[0-9]*,[0-9]*\})\??", repeat):
            return True
        left = f"{left[: group.start()]}x{'*' if endless else repeat}{left[group.end() :]}"
    return False


def _enum_member(kind: type[Enum], value: object, where: KeyPath) -> Enum:
    """Return the member of ``kind`` with this value; a fault lists all, to choose from."""
    try:
        return kind(value)
    except ValueError:
        known = " or ".join(f'"{member.value}"' for member in kind)
        what = Message("{value} is not one of the allowed values", value=_quoted(value))
        raise _wrong(where, what, Message("write {there}", there=known)) from None


# ---- Faults


def _quoted(value: object) -> str:
    """Return ``value`` as TOML and JSON write it, since a message shows what is in the file."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    return value.isoformat() if isinstance(value, date | time) else repr(value)


def _not_of_kind(
    where: KeyPath, value: object, kind: str, instead: Message | None = None
) -> _Wrong:
    """Return the error that ``value`` is not a ``kind``, with the advice to write one."""
    what = Message("{value} is not {kind}", value=_quoted(value), kind=as_message(kind))
    return _wrong(where, what, instead or Message("write {kind}", kind=as_message(kind)))


def _message_of_json(text: str) -> Message:
    """Return the message ``text`` with JSON's words (an object) for TOML's: the file is JSON."""
    message = as_message(text)
    values = message.values.items()
    said = {name: _message_of_json(v) if isinstance(v, Message) else v for name, v in values}
    return Message(_JSON_FORMS.get(message.form, message.form), **said)


def _fault_of_text(text: str, error: ValueError | RecursionError) -> Fault:
    """Return the fault for ``text`` that is not TOML, with its line, if known, and a remedy."""
    if isinstance(error, UnicodeDecodeError):
        line = error.object.count(b"\n", 0, error.start) + 1
        return Fault(line, "not UTF-8", "save the file as UTF-8")
    if isinstance(error, RecursionError):
        return Fault(None, "hundreds of nested brackets", "write it without nesting")
    if type(error) is ValueError:  # Python refuses such long numbers
        return Fault(None, "not TOML: a number of thousands of digits", "write a smaller number")
    # tomllib has the place only in the message.
    place = re.search(r"\(at line ([0-9]+), column ([0-9]+)\)", str(error))
    reason = str(error).partition(" (at ")[0]
    line = int(place[1]) if place else text.count("\n") + 1
    return Fault(line, Message("not TOML: {what}", what=reason), "see https://toml.io")


def refuse_unknown(
    path: Path, named: Named, shared: Path, known: Iterable[str], *, hint: str
) -> None:
    """Raise :class:`CorpusError` if the table at ``path`` has a name in ``named`` (each with its
    keys) that is not in ``known``, the entries of the table ``shared``: it would have no effect."""
    there = set(known)
    unknown = [(keys, name) for keys, name in named if name not in there]
    if not unknown:
        return
    from difflib import get_close_matches  # only for errors

    lines = KeyLines.of_file(path)
    faults, table = [], f"{shared.parent.name}/{shared.name}"
    for keys, name in unknown:
        what = Message("[{name}] is not in {table}", name=name, table=table)
        near = " or ".join(get_close_matches(name, there, n=2)) or "one that is there"
        instead = Message("add it there, or write {there}", there=near)
        faults.append(Fault(lines.line(keys), what, instead))
    raise CorpusError(path, faults=faults, hint=hint)


def line_of_key(path: Path, *where: Key) -> int | None:
    """Return the line of the file at ``path`` that sets the key ``where``, for a message."""
    return KeyLines.of_file(path).line(where)


class KeyLines:
    """The lines of a TOML text on which its keys are set; the text is scanned only once."""

    def __init__(self, text: str) -> None:
        """Find where each key of the TOML ``text`` begins, once for the lines of all faults."""
        from rulebook.text.normal import LineIndex
        from rulebook.toml_files.spans import find_pieces

        self._line_index = LineIndex(text)
        self._starts: dict[KeyPath, int] = {}
        for piece in find_pieces(text):
            self._starts.setdefault(piece.path, piece.span.start)  # before its value

    @classmethod
    def of_file(cls, path: Path) -> KeyLines:
        """Return the line of each key in the file at ``path``, for a fault found after loading."""
        return cls(path.read_text(encoding="utf-8-sig"))

    def line(self, where: KeyPath) -> int | None:
        """Return the line (from 1) of the key ``where`` or, if missing, of the table around it."""
        for length in range(len(where), 0, -1):
            if (start := self._starts.get(where[:length])) is not None:
                return self._line_index.line(start)
        return None
