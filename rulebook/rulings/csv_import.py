"""Import rulings from a table (CSV) row by row, so a bad row does not reject the others."""

from __future__ import annotations

import re
from codecs import lookup
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import date as Date  # noqa: N812 - `date` is what a ruling has
from hashlib import blake2b
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

from rulebook.clauses.game import folded_name
from rulebook.clauses.lookup import place_named
from rulebook.clauses.model import Rulebook
from rulebook.errors import DocumentError, RulebookError
from rulebook.files import read_file
from rulebook.messages import Message, as_message, joined, message_of
from rulebook.records import dataclass
from rulebook.rulings.model import Ruling, RulingPlace, RulingSource, RulingState
from rulebook.rulings.ruling_files import ID_FORM, RulingId
from rulebook.text.data_files import Reject, conversion_hint, likely_codec, table_rows, unquoted
from rulebook.text.display import visible
from rulebook.text.normal import fold
from rulebook.toml_files.kinds import fits

# The names of the columns of each field, folded.
COLUMNS = {
    "game": ("game", "ゲーム", "ゲーム名"),
    "id": ("id", "no", "no.", "番号", "管理番号", "質問番号", "qid", "q番号"),
    "date": ("date", "日付", "公開日", "回答日", "更新日", "掲載日"),
    "question": ("question", "q", "質問", "質問内容", "問"),
    "answer": ("answer", "a", "回答", "回答内容", "答え", "答"),
    "cards": ("cards", "card", "カード", "カード名", "対象カード", "関連カード"),
    "clauses": ("clauses", "clause", "条文", "条文番号", "根拠", "根拠条文", "ルール番号"),
    "state": ("state", "状態", "有効"),
    "source": ("source", "出典", "出所"),
    "address": ("address", "url", "アドレス", "リンク"),
}
UTF8 = "utf-8-sig"  # The default encoding of a table: UTF-8, with or without a byte order mark
RULING_FIELDS = tuple(COLUMNS)  # The fields that a column of a table can be
_STATES = {
    RulingState.IN_FORCE: ("", "in force", "有効", "現行"),
    RulingState.WITHDRAWN: ("withdrawn", "撤回", "取消", "取り消し", "廃止"),
    RulingState.OVERTAKEN: ("overtaken", "失効", "改定済み", "古い"),
}
_DATE = re.compile(r"([0-9]{4})\s*[-/.年]\s*([0-9]{1,2})\s*[-/.月]\s*([0-9]{1,2})\s*日?")
_BETWEEN_CARDS = re.compile("[\n;；]")
_BETWEEN_NUMBERS = re.compile(r"[\s、,，;；/／・]+")


def table_text(path: Path, encoding: str) -> str:
    """Return the text of the CSV file at ``path``. Raises :class:`DocumentError`, which names the
    likely encoding if it is not ``encoding``: Excel writes cp932."""
    try:
        raw = read_file(path)
    except OSError as error:
        what = Message("cannot be read ({reason})", reason=error.strerror or error)
        raise DocumentError(str(path), what, hint="Give a table (CSV).") from error
    form = "not UTF-8" if encoding == UTF8 else "not written in {encoding}"
    label = Message(form, encoding=encoding)
    try:
        if not lookup(encoding).name.startswith("utf-8") and not (raw.isascii() or b"\0" in raw):
            with suppress(UnicodeDecodeError):  # most encodings read UTF-8 as other characters
                raw.decode()
                raise DocumentError(str(path), label, hint="It is UTF-8: leave out --encoding.")
        return raw.decode(encoding)
    except LookupError as error:
        what = Message("no encoding is called {encoding}", encoding=encoding)
        raise DocumentError(str(path), what, hint="Write utf-8, cp932 or euc_jp.") from error
    except UnicodeError as error:
        codec, hint = likely_codec(raw), as_message(conversion_hint(raw, str(path)))
        if codec is not None and lookup(codec) != lookup(encoding):
            other = Message("Or name its encoding: --encoding {codec}", codec=codec)
            hint = joined("\n", [hint, other])
        raise DocumentError(str(path), label, hint=hint) from error


@dataclass(frozen=True, slots=True)
class ImportedRulings:
    """The result of an import: rulings, rejected rows, the head, and the unused columns."""

    rulings: tuple[Ruling, ...]
    rejected: tuple[Reject, ...]
    head: str
    unused: tuple[str, ...]

    def rejects(self) -> str:
        """Return the rejected rows with the header, a table to be corrected and imported alone."""
        return self.head + "".join(row.content for row in self.rejected)


def import_csv(
    text: str, path: Path, book: Rulebook, source: RulingSource, columns: Mapping[str, str]
) -> ImportedRulings:
    """Return the rulings in ``text``, the table at ``path``, and the rejected rows, which do not
    stop the rest. ``columns`` maps fields to columns. Raises :class:`DocumentError` if one is
    missing."""
    text = text.replace("\r\n", "\n")
    # Old spreadsheets end lines with a carriage return alone. Control characters become their
    # pictures here, since rulings are written to files, pages and terminals.
    text = visible(text if "\n" in unquoted(text) else text.replace("\r", "\n"))
    text = text if text.endswith("\n") else f"{text}\n"
    # Only ``\n`` ends a line: other line ends are part of a cell.
    rows = table_rows(StringIO(text, newline="\n"))
    head = next(rows, None)
    if head is None:
        raise DocumentError(str(path), "is empty", hint="Give a table with a header row.")
    if isinstance(head, Reject):
        what = Message("no header row ({problem})", problem=as_message(head.reason))
        advice = "Write the names of the columns into the first row."
        raise DocumentError(str(path), what, hint=advice, line=head.line)
    places = _column_indexes(path, head.cells, columns)
    rulings: dict[str, Ruling] = {}
    rejected: list[Reject] = []
    for row in rows:
        if isinstance(row, Reject):
            rejected.append(row)
            continue
        by_index = dict(enumerate(row.cells))
        try:
            cells = {field: by_index.get(at, "").strip() for field, at in places.items()}
            ruling = _ruling_of_cells(cells, book, source, RulingPlace(path, row.line))
            if other := rulings.get(ruling.id.lower()):
                twice = "the id {id} is also in line {line}"
                raise ValueError(Message(twice, id=ruling.id, line=other.place.line))
        except ValueError as error:
            rejected.append(Reject(row.line, message_of(error), row.text))
        else:
            rulings[ruling.id.lower()] = ruling
    unused = tuple(name for at, name in enumerate(head.cells) if at not in places.values() and name)
    return ImportedRulings(tuple(rulings.values()), tuple(rejected), head.text, unused)


def _column_indexes(path: Path, names: Sequence[str], columns: Mapping[str, str]) -> dict[str, int]:
    """Return the index of the column of each field that has one. Raises :class:`DocumentError` for
    a missing column that the user named, or without which no row is a ruling."""
    folded = [fold(name).strip() for name in names]
    places: dict[str, int] = {}
    for field, known in COLUMNS.items():
        wanted = (fold(columns[field]).strip(),) if field in columns else known
        if found := [name for name in wanted if name in folded]:
            places[field] = folded.index(found[0])
            if folded.count(found[0]) > 1:
                what = Message("two columns are named {name!r}", name=names[places[field]])
                hint = "Give each column a name of its own."
                raise DocumentError(str(path), what, hint=hint, line=1)
        elif field in columns or field in ("question", "answer"):
            what = Message("no column {label}", label=columns.get(field, field))
            hint = "Its columns are {names}. Say which it is: --column {field}=…"
            hint = Message(hint, names="、".join(names), field=field)
            raise DocumentError(str(path), what, hint=hint, line=1)
    return places


def _ruling_of_cells(
    cells: Mapping[str, str], book: Rulebook, default: RulingSource, place: RulingPlace
) -> Ruling:
    """Return the ruling of a row, or raise :class:`ValueError` with the field in front. A ruling
    without an id is named after its content, so it has the same id in each import."""
    values: dict[str, Any] = {}
    for field in ("game", "question", "answer", "id", "date", "clauses", "cards", "state"):
        try:
            values[field] = _value_of_cell(field, cells.get(field, ""), book)
        except (ValueError, RulebookError) as error:
            what = "{field}: {problem}"
            raise ValueError(Message(what, field=field, problem=message_of(error))) from error
    content = "\0".join((values["question"], values["answer"], cells.get("cards", "")))
    values["id"] = values["id"] or f"r-{blake2b(content.encode(), digest_size=6).hexdigest()}"
    name, address = cells.get("source") or default.name, cells.get("address") or default.address
    return Ruling(
        edition=book.game.edition.name,
        source=RulingSource(name, address),
        place=place,
        **values,
    )


def _value_of_cell(field: str, cell: str, book: Rulebook) -> Any:
    """Return the value of ``field`` that ``cell`` states. Raises :class:`ValueError`, or an error
    about a clause number, if it is not understood: nothing written must be lost unnoticed."""
    match field:
        case "game":
            called = (*book.game.names, *book.game.cited_as)
            own = {*book.game.found_by, *map(folded_name, called)}
            if cell and folded_name(cell) not in own:
                raise ValueError(Message("{cell!r} is another game", cell=cell))
            return book.game.id
        case "question" | "answer" if not cell:
            raise ValueError(Message("empty"))
        case "id" if cell and not fits(cell, RulingId):
            what = "{cell!r} cannot be an id; write {form}"
            raise ValueError(Message(what, cell=cell, form=as_message(ID_FORM)))
        case "date":
            with suppress(ValueError):  # the 30th of February, for example
                if match := _DATE.fullmatch(fold(cell)):
                    return Date(*map(int, match.groups()))
            if cell:
                raise ValueError(Message("{cell!r} is not a date", cell=cell))
            return None
        case "clauses":
            numbers = [*filter(None, _BETWEEN_NUMBERS.split(cell))]
            for whole, end in pairwise(numbers):  # 9.2.1、3
                if end.isdecimal() and not whole.isdecimal():
                    what = "{end} after {whole} may be a chapter or the end of a number"
                    raise ValueError(Message(what, end=end, whole=whole))
            return tuple(dict.fromkeys(place_named(book, number).number for number in numbers))
        case "cards":
            return tuple(filter(None, map(str.strip, _BETWEEN_CARDS.split(cell))))
        case "state":
            if found := [state for state, words in _STATES.items() if fold(cell) in words]:
                return found[0]
            states = " or ".join(map(str, RulingState))
            form = "{cell!r} is not a state; write {states}"
            raise ValueError(Message(form, cell=cell, states=states))
    return cell
