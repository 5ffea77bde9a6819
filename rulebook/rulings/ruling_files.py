"""Read and write ruling files. TOML is for people: edition and source are stated once for all
``[[ruling]]`` tables. JSON Lines is for programs and long lists: each line states all."""

from __future__ import annotations

import json
import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date as Date  # noqa: N812 - `date` is what a ruling has
from errno import EFBIG
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from rulebook.cache.plain_values import to_plain
from rulebook.clauses.game import Game
from rulebook.errors import CorpusError, Fault, UnknownGame
from rulebook.files import read_file
from rulebook.messages import Message, message_of
from rulebook.records import dataclass
from rulebook.replacing import replace_file, state_of_content
from rulebook.rulings.model import Ruling, RulingPlace, RulingSource, RulingState, Suggestion
from rulebook.text.data_files import conversion_hint, decode_text, encoding_trouble, parse_json
from rulebook.text.display import visible
from rulebook.text.normal import Span, with_edits
from rulebook.toml_files import kinds
from rulebook.toml_files.loader import KeyLines, load_toml, structure
from rulebook.toml_files.spans import TomlPart, find_pieces

ID_FORM = "at most 60 letters, digits, points and hyphens"
RulingId = Annotated[str, kinds.TextForm(rf"{kinds.NO_DEVICE}\w[\w.-]{{0,59}}", ID_FORM)]
"""The id of a ruling, which is also the name of its page."""
FindGame = Callable[[str], Game]  # Finds a game by id or alias, or raises :class:`UnknownGame`

_HINT = "See CONTRIBUTING.md, “Rulings”."
_MOST_REPORTED = 20  # the most faults of a file that are reported
# The keys of a line of JSON Lines, in the order in which they are written.
_KEYS = ("id", "game", "edition", "date", "source", "question", "answer", "cards", "clauses")
_REVIEW_KEYS = ("suggested", "state", "worded", "reviewed")
_LINE_END = re.compile("(\r\n|\r|\n)")
_BOM = "\ufeff"
_UNDECIDED = ("clauses", "suggested", "reviewed")  # the keys that a decision replaces


@dataclass(frozen=True, slots=True)
class RulingEntry:
    """A ``[[ruling]]`` of a TOML file."""

    id: RulingId
    question: kinds.Wording
    answer: kinds.Wording
    date: Date | None = None
    clauses: tuple[kinds.ClauseNumber, ...] = ()
    suggested: tuple[Suggestion, ...] = ()
    cards: tuple[str, ...] = ()
    state: RulingState = RulingState.IN_FORCE
    source: RulingSource | None = None
    address: str = ""
    worded: kinds.EditionName | None = None
    edition: kinds.EditionName | None = None  # of its clause numbers, if not that of the file
    reviewed: bool = False


@dataclass(frozen=True, slots=True)
class RowHead:
    """Edition and game of a ruling: each line of JSON Lines has them, a TOML file has them once."""

    edition: kinds.EditionName
    game: kinds.GameId | None = None


@dataclass(frozen=True, slots=True)
class RulingsFile:
    """A TOML file of rulings: a numbered table with one edition for all its rulings."""

    edition: kinds.EditionName
    source: RulingSource | None = None
    game: kinds.GameId | None = None
    ruling: tuple[RulingEntry, ...] = ()


def load_ruling_file(path: Path, find_game: FindGame, game: Game | None = None) -> list[Ruling]:
    """Return the rulings in the file at ``path``, TOML or JSON Lines. ``game`` is that of its
    folder, which the file need not repeat. Raises :class:`CorpusError` with all faults at once."""
    if path.exists() and not path.is_file():
        # A pipe can be read only once; later, the cache would have its old content.
        raise _fault(path, None, "not a regular file", "write the rulings into a file")
    read = _read_toml if path.suffix == ".toml" else _read_json_lines
    return list(read(path, cache(find_game), game))


def _read_toml(path: Path, find_game: FindGame, game: Game | None) -> Iterator[Ruling]:
    """Yield the rulings of a TOML file, each with the line of its own table, for findings on it."""
    file = load_toml(path, RulingsFile, hint=_HINT)
    lines = KeyLines.of_file(path)
    owner = _game_of_ruling(path, lines.line(("game",)) or 1, file.game, find_game, game)
    for at, entry in enumerate(file.ruling):
        place = RulingPlace(path, lines.line(("ruling", at)) or 1)
        source = entry.source or file.source or source_named_after(path)
        yield _ruling_of_entry(entry, owner.id, entry.edition or file.edition, source, place)


def _read_json_lines(path: Path, find_game: FindGame, game: Game | None) -> Iterator[Ruling]:
    """Yield the rulings of a JSON Lines file until the first fault, then raise :class:`CorpusError`
    with the first faults of all lines, so that the author can correct them together."""
    faults: list[Fault] = []
    for number, line in enumerate(_text_of_file(path).split("\n"), start=1):
        if not line.strip():
            continue
        try:
            ruling = parse_row(path, number, line, find_game, game)
        except CorpusError as error:
            faults += (Fault(number, fault.what, fault.instead) for fault in error.faults)
            if len(faults) >= _MOST_REPORTED:
                break
        else:
            if not faults:
                yield ruling
    if faults:
        raise CorpusError(path, faults=faults[:_MOST_REPORTED], hint=_HINT)


def parse_row(path: Path, number: int, line: str, find_game: FindGame, game: Game | None) -> Ruling:
    """Return the ruling on ``line`` of a JSON Lines file, checked as one of a TOML file; ``game``
    is that of its folder, if any. Raises :class:`CorpusError` with the ``number`` of the line."""
    try:
        data = parse_json(line)
        if "\\u" in line:  # JSON can hold a lone surrogate, UTF-8 cannot
            json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        surrogate = "a lone surrogate, such as \\ud800"
        raise _fault(path, number, surrogate, "write the whole character") from error
    except ValueError as error:
        what = Message("not JSON ({problem})", problem=message_of(error))
        raise _fault(path, number, what, "write one ruling per line") from error
    if not isinstance(data, dict):
        raise _fault(path, number, "not an object", 'write {"id": …, "question": …}')
    # In the form of TOML, so that the same checks fit: a real date, no ``null``.
    dated = {key: value for key, value in data.items() if value is not None}
    if isinstance(written := dated.get("date"), str):
        try:
            dated["date"] = Date.fromisoformat(written)
        except ValueError as error:
            what = Message("{cell!r} is not a date", cell=written)
            raise _fault(path, number, what, "write it like 2026-01-13") from error
    said: dict[str, Any] = {key: dated.pop(key) for key in ("edition", "game") if key in dated}
    entry = structure(dated, RulingEntry, path, hint=_HINT)
    head = structure(said, RowHead, path, hint=_HINT)
    owner = _game_of_ruling(path, number, head.game, find_game, game)
    source, place = entry.source or source_named_after(path), RulingPlace(path, number)
    return _ruling_of_entry(entry, owner.id, head.edition, source, place)


def source_named_after(path: Path) -> RulingSource:
    """Return a source named after the file, for rulings without one: readers ask whose they are."""
    return RulingSource(visible(os.fsencode(path.stem).decode("utf-8", "replace")))


def _ruling_of_entry(
    entry: RulingEntry, game: str, edition: str, source: RulingSource, place: RulingPlace
) -> Ruling:
    """Return ``entry`` of a file as a ruling. Its own address replaces that of ``source``;
    suggestions are left out if it is ``reviewed``: a person looked for its clauses and found
    none."""
    if entry.address:
        source = RulingSource(source.name, entry.address)
    texts = entry.question.strip(), entry.answer.strip()
    suggested = () if entry.reviewed else entry.suggested
    said = entry.date, entry.clauses, suggested, entry.cards, entry.state
    head = entry.id, game, edition, *texts, source, place
    return Ruling(*head, *said, worded=entry.worded or "", reviewed=entry.reviewed)


def _game_of_ruling(
    path: Path, line: int, named: str | None, find_game: FindGame, of_folder: Game | None
) -> Game:
    """Return the game ``named`` in the file, else ``of_folder``, that of its folder. Raises
    :class:`CorpusError` if there is none or they differ: the ruling would be in a wrong game."""
    if named is None:
        if of_folder is None:
            raise _fault(path, line, "game is missing", 'add the game, such as "ws"')
        return of_folder
    try:
        found = find_game(named)
    except UnknownGame as error:
        raise _fault(path, line, error.what, error.hint) from error
    if of_folder is not None and found.id != of_folder.id:
        what = "these are rulings of {game}, in the folder of {folder}"
        what = Message(what, game=found.id, folder=of_folder.id)
        raise _fault(path, line, what, "move the file or mend the game")
    return found


def _text_of_file(path: Path) -> str:
    """Return the text of a file. Raises :class:`CorpusError` with a remedy if it is too large,
    unreadable or not UTF-8, at the line of the fault."""
    try:
        raw = read_file(path)
    except OSError as error:
        what = Message("cannot be read ({reason})", reason=error.strerror or error)
        instead = "write several files" if error.errno == EFBIG else "give an existing file"
        raise _fault(path, None, what, instead) from error
    try:
        return decode_text(raw)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        trouble = encoding_trouble(raw, error.start)
        raise _fault(path, line, trouble, conversion_hint(raw, str(path))) from error


def _fault(path: Path, line: int | None, what: str, instead: str) -> CorpusError:
    """Return an error about ``line`` of a file (None: all of it); ``instead`` says what to do."""
    return CorpusError(path, faults=(Fault(line, what, instead),), hint=_HINT)


def row_of(ruling: Ruling) -> dict[str, Any]:
    """Return ``ruling`` as an object for JSON Lines and ``--json``, without its empty keys."""
    values = to_plain(ruling)
    values["source"] = {key: said for key, said in values["source"].items() if said}
    return {key: values[key] for key in (*_KEYS, *_REVIEW_KEYS) if values[key]}


def write_row(ruling: Ruling) -> str:
    """Return ``ruling`` as a line of JSON Lines, so rulings can be appended and compared."""
    return json.dumps(row_of(ruling), ensure_ascii=False) + "\n"


def write_decision(ruling: Ruling, clauses: Sequence[str], edition: str) -> None:
    """Write into the file of ``ruling`` that a person chose ``clauses`` of ``edition``, today's, or
    found none, to end its review. Raises :class:`CorpusError` if the file now has another ruling or
    other words there, cannot be edited safely, or would mix numbers of two editions."""
    path, line, id = ruling.place.path, ruling.place.line, ruling.id
    lines: list[str] = []
    data: dict[str, Any] = {}
    try:
        text = path.read_bytes().decode("utf-8")
        mark = _BOM if text.startswith(_BOM) else ""
        if path.suffix == ".toml":
            data = tomllib.loads(text.removeprefix(mark))
            at = [entry["id"] for entry in data["ruling"]].index(id)
            row = {"edition": data["edition"], **data["ruling"][at]}
        else:
            lines = _LINE_END.split(text.removeprefix(mark))
            at = 2 * (line - 1)  # line ends are between
            row = json.loads(lines[at])
        was, said = row["edition"], (row["id"], row["question"].strip(), row["answer"].strip())
        if said != (id, ruling.question, ruling.answer):
            raise LookupError(id)  # nobody has seen the ruling that is there now
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        what = Message("{id} is no longer here as it was shown", id=id)
        raise CorpusError(path, faults=[Fault(line, what, "start the review again")]) from error
    # The file states the edition ``was``; ``ruling`` has today's, unless ``was`` is unknown. A line
    # of JSON Lines gets today's edition. A TOML file keeps ``was`` for all its rulings and cannot
    # take clauses of today's. In both, numbers that have moved must be corrected first.
    is_mixed = bool(clauses) if data else ruling.edition != edition
    if was != edition and (is_mixed or ruling.moved):
        what = Message("its numbers are those of {was}, not of {edition}", was=was, edition=edition)
        instead = Message('correct them, and write edition = "{edition}"', edition=edition)
        raise CorpusError(path, faults=[Fault(line, what, instead)])
    # The clauses, or the note that somebody looked and found none.
    decision = {"clauses": list(clauses)} if clauses else {"reviewed": True}
    if data:
        new = _decide_in_toml(text.removeprefix(mark), data, at, decision)
        if new is None:
            how = "write it as [[ruling]], a key a line"
            raise CorpusError(path, faults=[Fault(line, "nothing can be put in here", how)])
    else:
        kept = {key: value for key, value in row.items() if key not in _UNDECIDED}
        lines[at] = json.dumps({**kept, "edition": edition, **decision}, ensure_ascii=False)
        new = "".join(lines)
    replace_file(path, mark + new, state_of_content(text.encode()))


def _decide_in_toml(
    text: str, data: Mapping[str, Any], at: int, decision: Mapping[str, Any]
) -> str | None:
    """Return ``text``, TOML with the values ``data``, with ``decision`` after the id of the ruling
    at index ``at``, in place of the keys that it replaces. All else stays, also comments, and
    suggestions in tables of their own. None if an edit in an unusual form of TOML would change
    anything else."""
    entries = (piece for piece in find_pieces(text) if piece.part is TomlPart.ENTRY)
    own = {each.path[-1]: each.span for each in entries if each.path[:-1] == ("ruling", at)}
    end = "\r\n" if "\r\n" in text else "\n"
    edits = []
    for span in (own[key] for key in _UNDECIDED if key in own):
        start = text.rfind("\n", 0, span.start) + 1  # the whole lines, so no empty one is left
        edits.append((Span(start, text.find("\n", span.end) + 1 or len(text)), ""))
    if "id" in own:
        ((key, value),) = decision.items()  # a list or true, which TOML writes as JSON does
        behind = Span(own["id"].end, own["id"].end)
        edits.append((behind, f"{end}{key} = {json.dumps(value)}"))
    new = with_edits(text, sorted(edits))
    rulings = [dict(entry) for entry in data["ruling"]]
    rulings[at] = {k: v for k, v in rulings[at].items() if k not in _UNDECIDED} | dict(decision)
    found: dict[str, Any] = {}
    with suppress(ValueError, LookupError):
        found = tomllib.loads(new)
        found["ruling"][at].pop("suggested", None)  # tables of its own stay
    return new if found == {**data, "ruling": rulings} else None
