"""The one reader of TOML: a file as a typed value, or every fault in it at once.

A file is described by a frozen dataclass.  Types are strict, unknown keys are faults, and each
fault names its line and what to write instead.  A dataclass with a field ``rest`` takes there, by
name, all tables that it has no field for.

cattrs does the decoding.  It and tomllib are loaded only where something must be read again.  It
stops at the first fault, for a list may have 100,000 rows; only then it looks for all of them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, is_dataclass
from datetime import date, time
from enum import Enum
from functools import cache, partial
from pathlib import Path
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast, get_args, get_origin

from rulebook.errors import CorpusError, Fault
from rulebook.messages import Message, as_message, message_of
from rulebook.text.controls import visible
from rulebook.toml_files.kinds import Pattern, TextForm, kinds_of_fields

if TYPE_CHECKING:
    from cattrs import Converter

    from rulebook.toml_files.spans import Key, KeyPath

T = TypeVar("T")


_JSON_FORMS = {
    "a table": "an object",
    "write a table": "write an object in braces",
    "add {key} = …": 'add "{key}"',
}
_NAMES = {str: "text", int: "a whole number", bool: "true or false", date: "a date (2026-01-13)"}


def load_toml(path: Path, kind: type[T], *, hint: str = "") -> T:
    """Return the TOML file at ``path`` as a value of the dataclass ``kind``. Raises
    :class:`CorpusError` with all faults of the file: unreadable, not UTF-8, no TOML, wrong types,
    unknown or missing keys."""
    import tomllib

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
    """Return the TOML file at ``path`` as a ``kind``; None without one, which a corpus may lack."""
    return load_toml(path, kind, hint=hint) if path.exists() else None


def structure(
    data: Mapping[str, Any], kind: type[T], path: Path, text: str | None = None, *, hint: str
) -> T:
    """Return ``data`` as a value of ``kind``. ``text`` is the TOML of ``path``, so that faults can
    name its lines; without it, ``data`` comes from a line of JSON."""
    with suppress(Exception):  # of whatever kind its hooks raise
        return _converter(detailed=False).structure(data, kind)
    try:
        return _converter(detailed=True).structure(data, kind)
    except Exception as error:  # cattrs raises groups of whatever its hooks raise
        lines = KeyLines(text or "")
        found = [fault for where, cause in _causes(error) for fault in _faults(lines, where, cause)]
        if text is None:
            found = [Fault(f.line, *map(_message_of_json, (f.what, f.instead))) for f in found]
        ordered = tuple(sorted(found, key=lambda fault: fault.line or 0))
        raise CorpusError(path, faults=ordered, hint=hint) from error


class _Wrong(ValueError):
    """A value is not what it should be; ``instead`` says what to write."""

    def __init__(self, what: str, instead: str) -> None:
        self.what = what
        self.instead = instead
        super().__init__(what)


@cache
def _converter(*, detailed: bool) -> Converter:
    """Return a cattrs converter for tables; a ``detailed`` one finds all faults but is slow."""
    from cattrs import Converter

    converter = Converter(forbid_extra_keys=True, detailed_validation=detailed)
    for plain in (str, int, bool, date):
        converter.register_structure_hook(plain, partial(_of_exact_type, plain))
    converter.register_structure_hook_factory(_has_form, _hook_of_form)
    converter.register_structure_hook_func(
        lambda kind: kind == Pattern, lambda value, _: _checked_expression(value)
    )
    converter.register_structure_hook_func(
        lambda kind: isinstance(kind, type) and issubclass(kind, Enum), _enum_member
    )
    converter.register_structure_hook_factory(
        _is_choice, partial(_hook_of_text_or_table, converter)
    )
    converter.register_structure_hook_factory(_is_array, partial(_hook_only_from, list, converter))
    converter.register_structure_hook_factory(_is_table, partial(_hook_only_from, dict, converter))
    converter.register_structure_hook_factory(_has_rest, partial(_hook_with_rest, converter))
    return converter


def _of_exact_type(plain: type, value: object, kind: Any) -> object:
    """Return ``value`` if its type is ``plain`` and no subclass: ``true`` is no whole number.
    cattrs also asks here for enumerations that are derived from text."""
    if kind is not plain and issubclass(kind, Enum):
        return _enum_member(value, kind)
    if type(value) is not plain:
        raise _not_of_kind(value, _NAMES[plain], _how_to_write(plain, value))
    if isinstance(value, str) and visible(value) != value:
        # It would steer the terminal that it is shown on.
        raise _Wrong(Message("{value!r} has a control character", value=value), "remove it")
    return value


def _quoted(value: object) -> str:
    """Return ``value`` as TOML and JSON write it, since a message shows what is in the file."""
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case date() | time():
            return value.isoformat()
        case _:
            return repr(value)


def _how_to_write(plain: type, value: object) -> Message:
    """Return what to write for a value of a wrong type, such as the same in quotation marks."""
    if plain is str and isinstance(value, int | float | date):
        return Message('write it in quotation marks: "{value}"', value=_quoted(value))
    return _write(_NAMES[plain])


def _write(kind: str) -> Message:
    return Message("write {kind}", kind=as_message(kind))


def _not_of_kind(value: object, kind: str, instead: Message | None = None) -> _Wrong:
    """Return the error for a value of a wrong type, with what to write instead."""
    what = Message("{value} is not {kind}", value=_quoted(value), kind=as_message(kind))
    return _Wrong(what, instead or _write(kind))


def _has_form(kind: Any) -> bool:
    return get_origin(kind) is Annotated and isinstance(kind.__metadata__[0], TextForm)


def _hook_of_form(kind: Any) -> Any:
    """Return the cattrs hook for text of a form, such as a clause number; others are faults."""
    form: TextForm = kind.__metadata__[0]
    fits = re.compile(form.pattern).fullmatch

    def structured(value: object, _: object) -> str:
        """Return ``value`` if it has the form."""
        text = str(_of_exact_type(str, value, str))
        if not fits(text):
            raise _Wrong(
                Message("{value!r} is not allowed here", value=value), _write(form.description)
            )
        return text

    return structured


def _checked_expression(value: object) -> str:
    """Return ``value`` if it compiles as a regular expression, so that a fault names its line."""
    _of_exact_type(str, value, str)
    try:
        return re.compile(str(value)).pattern
    except re.error as error:
        what = Message("{value!r} is no regular expression: {error}", value=value, error=error)
        raise _Wrong(what, "correct it") from error


def _enum_member(value: object, kind: type[Enum]) -> Enum:
    """Return the member of ``kind`` with this value; the fault lists all values that exist."""
    try:
        return kind(value)
    except ValueError:
        known = " or ".join(f'"{member.value}"' for member in kind)
        what = Message("{value} is not one of the allowed values", value=_quoted(value))
        raise _Wrong(what, Message("write {there}", there=known)) from None


def _is_choice(kind: Any) -> bool:
    """Whether ``kind`` is text or a table: a short form for entries without details."""
    parts = get_args(kind)
    return get_origin(kind) is UnionType and str in parts and any(map(is_dataclass, parts))


def _hook_of_text_or_table(converter: Converter, kind: Any) -> Any:
    """Return the cattrs hook for a field that takes a plain text or a table with more."""
    table = next(part for part in get_args(kind) if is_dataclass(part))

    def structured(value: object, _: object) -> object:
        """Return ``value`` as the record, if it is a table, or as text."""
        if isinstance(value, Mapping):
            return converter.structure(value, cast(Any, table))
        return _of_exact_type(str, value, str)

    return structured


def _is_array(kind: Any) -> bool:
    return get_origin(kind) in (tuple, frozenset)


def _is_table(kind: Any) -> bool:
    return get_origin(kind) is Mapping or (is_dataclass(kind) and not _has_rest(kind))


def _hook_only_from(source: type, converter: Converter, kind: Any) -> Any:
    """Return the cattrs hook that makes ``kind`` from an array only, or from a table only. Without
    it cattrs would take any iterable: a text would become a list of its characters."""
    from cattrs import gen

    inner: Any
    if is_dataclass(kind):
        inner = _fields_hook(converter, kind)
    elif source is dict:
        inner = gen.mapping_structure_factory(kind, converter, structure_to=dict)
    else:
        inner = converter.get_structure_hook(cast(Any, list)[get_args(kind)[0]])

    def structured(value: object, _: object) -> object:
        """Return ``value`` as ``kind`` if it is of the one allowed type, else raise a fault."""
        if not isinstance(value, source):
            name = "an array" if source is list else "a table"
            raise _not_of_kind(value, name)
        made = inner(value, kind)
        return get_origin(kind)(made) if source is list else made

    return structured


def _fields_hook(converter: Converter, kind: Any) -> Any:
    """Return what makes a dataclass of a table. Each field is given its type, for cattrs drops the
    forms from annotations that are strings."""
    from cattrs.gen import make_dict_structure_fn, override

    def hook(hint: Any) -> Any:
        """Return cattrs' setting that decodes a field by its own type."""
        inner = converter.get_structure_hook(hint)
        return override(struct_hook=lambda value, _: inner(value, hint))

    hooks = {name: hook(hint) for name, hint in kinds_of_fields(kind).items()}
    return make_dict_structure_fn(kind, converter, _cattrs_forbid_extra_keys=True, **hooks)


def _has_rest(kind: Any) -> bool:
    return is_dataclass(kind) and any(field.name == "rest" for field in fields(kind))


def _hook_with_rest(converter: Converter, kind: Any) -> Any:
    """Return the cattrs hook for a dataclass with ``rest``, which takes all tables without a field.
    Such files have a table for each entry, whose names are not known beforehand."""
    plain = _fields_hook(converter, kind)
    own = {field.name for field in fields(kind)} - {"rest"}

    def structured(value: object, _: object) -> object:
        """Return the record: own fields by name, all other keys in ``rest``."""
        if not isinstance(value, Mapping):
            raise _not_of_kind(value, "a table")
        known = {name: part for name, part in value.items() if name in own}
        rest = {name: part for name, part in value.items() if name not in own}
        return plain({**known, "rest": rest}, kind)

    return structured


# ---- Faults


def _message_of_json(text: str) -> Message:
    """Return a message with JSON's words for TOML's: a table is an object."""
    message = as_message(text)
    values = message.values.items()
    said = {name: _message_of_json(v) if isinstance(v, Message) else v for name, v in values}
    return Message(_JSON_FORMS.get(message.form, message.form), **said)


def _fault_of_text(text: str, error: ValueError | RecursionError) -> Fault:
    """Return the fault for a text that is no TOML, with its line, which the error may not have."""
    if isinstance(error, UnicodeDecodeError):
        line = error.object.count(b"\n", 0, error.start) + 1
        return Fault(line, "not UTF-8", "save the file as UTF-8")
    if isinstance(error, RecursionError):
        return Fault(None, "hundreds of brackets in each other", "write it flat")
    if type(error) is ValueError:  # Python reads no number of thousands of digits
        what = "not TOML: a number of thousands of digits"
        return Fault(None, what, "write a smaller number")
    # tomllib has the place only in the message.
    place = re.search(r"\(at line ([0-9]+), column ([0-9]+)\)", str(error))
    reason = str(error).partition(" (at ")[0]
    line = int(place[1]) if place else text.count("\n") + 1
    return Fault(line, Message("not TOML: {what}", what=reason), "see https://toml.io")


def _causes(error: BaseException, where: KeyPath = ()) -> Iterator[tuple[KeyPath, BaseException]]:
    """Yield each cause in the nested error of cattrs, with its path of keys, to report all."""
    if not isinstance(error, BaseExceptionGroup):
        yield where, error
        return
    for inner in error.exceptions:
        yield from _causes(inner, (*where, *_step(inner)))


def _step(error: BaseException) -> KeyPath:
    """Return the key or index in a note of cattrs; ``rest`` is a field but no key of the file."""
    from cattrs.errors import AttributeValidationNote, IterableValidationNote

    for note in getattr(error, "__notes__", ()):
        if isinstance(note, IterableValidationNote):
            return (note.index,)
        if isinstance(note, AttributeValidationNote):
            return () if note.name == "rest" else (note.name,)
    return ()


def _faults(lines: KeyLines, where: KeyPath, cause: BaseException) -> Iterator[Fault]:
    """Yield the faults of one cause: its line, what is wrong, and what to write instead."""
    from difflib import get_close_matches

    name = ".".join(str(key) for key in where)
    line = lines.line(where)
    match cause:
        case _Wrong():
            what = as_message(cause.what)
            if name:
                what = Message("{key}: {what}", key=name, what=what)
            yield Fault(line, what, cause.instead)
        case KeyError():
            what = Message("{name} is missing", name=name)
            yield Fault(line, what, Message("add {key} = …", key=where[-1]))
        case _ if unknown := getattr(cause, "extra_fields", None):
            known = [field.name for field in fields(getattr(cause, "cl"))]  # noqa: B009
            for key in sorted(unknown):
                near = get_close_matches(key, known, n=1) or known
                what = Message("unknown key {key}", key=key)
                instead = Message("write {there}", there=" or ".join(near))
                yield Fault(lines.line((*where, key)), what, instead)
        case _:
            what = Message("{key}: {what}", key=name, what=message_of(cause))
            yield Fault(line, what, "see CONTRIBUTING.md")


# ---- Lines


def line_of_key(path: Path, *where: Key) -> int | None:
    """Return the line of the file at ``path`` where the key ``where`` is set, for a message."""
    return KeyLines.of_file(path).line(where)


class KeyLines:
    """On which line of a TOML text each key is set; the text is gone through once."""

    def __init__(self, text: str) -> None:
        from rulebook.toml_files.spans import find_pieces

        self._breaks = [match.start() for match in re.finditer("\n", text)]
        self._starts: dict[KeyPath, int] = {}
        for piece in find_pieces(text):
            self._starts.setdefault(piece.path, piece.span.start)

    @classmethod
    def of_file(cls, path: Path) -> KeyLines:
        """Return the lines of the file at ``path``, which is TOML."""
        return cls(path.read_text(encoding="utf-8-sig"))

    def line(self, where: KeyPath) -> int | None:
        """Return the line (from 1) that sets the key ``where`` or begins its table, if any."""
        for length in range(len(where), 0, -1):
            if (start := self._starts.get(where[:length])) is not None:
                return bisect_left(self._breaks, start) + 1
        return None
