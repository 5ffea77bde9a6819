"""What a person decided on the clauses of a ruling, written into the ruling's own file.

Nothing else in the file changes, and it is written in one step, so that a review can be left at
any time and goes on where it was left.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Sequence
from typing import Any

from rulebook.errors import CorpusError, Fault
from rulebook.messages import Message
from rulebook.replacing import replace_file, state_of_content
from rulebook.rulings.model import Ruling
from rulebook.text.spans import Span
from rulebook.toml_files.spans import TomlPart, find_pieces

_LINE_END = re.compile("(\r\n|\r|\n)")
_BOM = "\ufeff"
# What of a ruling a decision takes the place of.
_UNDECIDED = ("clauses", "suggested", "reviewed")


def write_decision(ruling: Ruling, clauses: Sequence[str], edition: str) -> None:
    """Write that ``ruling`` rests on ``clauses`` of ``edition``, or on none that could be found.

    Raises :class:`CorpusError` where the file is not what it was when it was read, its numbers
    are those of another edition, or it is written so that nothing can be put in.
    """
    path = ruling.place.path
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _changed(ruling) from error
    mark = _BOM if text.startswith(_BOM) else ""
    rewrite = _in_toml if path.suffix == ".toml" else _in_lines
    new = mark + rewrite(text.removeprefix(mark), ruling, list(clauses), edition)
    replace_file(path, new, state_of_content(text.encode()))


def _decided(clauses: list[str]) -> dict[str, Any]:
    return {"clauses": clauses} if clauses else {"reviewed": True}


def _in_lines(text: str, ruling: Ruling, clauses: list[str], edition: str) -> str:
    lines = _LINE_END.split(text)
    at = 2 * (ruling.place.line - 1)  # line ends stand between
    try:
        row = json.loads(lines[at])
        id, was = row["id"], row["edition"]
    except (ValueError, LookupError, TypeError) as error:
        raise _changed(ruling) from error
    if id != ruling.id:
        raise _changed(ruling)
    if ruling.moved or ruling.edition != edition:
        _refuse_other_edition(ruling, was, edition)
    kept = {key: value for key, value in row.items() if key not in _UNDECIDED}
    # Where no number has moved, all of them are those of the edition at hand.
    new = {**kept, "edition": edition, **_decided(clauses)}
    lines[at] = json.dumps(new, ensure_ascii=False)
    return "".join(lines)


def _in_toml(text: str, ruling: Ruling, clauses: list[str], edition: str) -> str:
    """Return ``text`` with the decision; a ruling is known by its id, for lines move."""
    try:
        data = tomllib.loads(text)
        at = [entry["id"] for entry in data["ruling"]].index(ruling.id)
        was = data["edition"]
    except (ValueError, LookupError, TypeError) as error:
        raise _changed(ruling) from error
    if clauses or ruling.moved:
        _refuse_other_edition(ruling, was, edition)
    line = f"clauses = {json.dumps(clauses)}" if clauses else "reviewed = true"
    new = _with_entry(text, at, line)
    if not _is_only_decided(data, at, clauses, new):
        raise _fault(ruling, "nothing can be put in here", "write it as [[ruling]], a key a line")
    return new


def _with_entry(text: str, at: int, line: str) -> str:
    """Return ``text`` with ``line`` behind the id of that ruling, without what it stands for."""
    own = {
        piece.path[-1]: piece.span
        for piece in find_pieces(text)
        if piece.part is TomlPart.ENTRY and piece.path[:-1] == ("ruling", at)
    }
    end = "\r\n" if "\r\n" in text else "\n"
    edits = [(span, "") for key in _UNDECIDED if (span := own.get(key))]
    if "id" in own:
        edits.append((Span(own["id"].end, own["id"].end), f"{end}{line}"))
    for span, new in sorted(edits, reverse=True):
        cut = span if new else _whole_line(text, span)
        text = text[: cut.start] + new + text[cut.end :]
    return text


def _is_only_decided(data: dict[str, Any], at: int, clauses: list[str], new: str) -> bool:
    """Whether ``new`` says what ``data`` does but for the decision; suggestions may stay."""
    try:
        found = tomllib.loads(new)
        found["ruling"][at].pop("suggested", None)
    except (ValueError, LookupError):
        return False
    rulings = [dict(entry) for entry in data["ruling"]]
    rulings[at] = {k: v for k, v in rulings[at].items() if k not in _UNDECIDED} | _decided(clauses)
    return found == {**data, "ruling": rulings}


def _whole_line(text: str, span: Span) -> Span:
    end = text.find("\n", span.end)
    return Span(text.rfind("\n", 0, span.start) + 1, end + 1 if end >= 0 else len(text))


def _refuse_other_edition(ruling: Ruling, was: str, edition: str) -> None:
    if was != edition:
        what = Message("its numbers are those of {was}, not of {edition}", was=was, edition=edition)
        raise _fault(
            ruling, what, Message('correct them, and write edition = "{edition}"', edition=edition)
        )


def _changed(ruling: Ruling) -> CorpusError:
    return _fault(
        ruling, Message("{id} is not here any more", id=ruling.id), "start the review again"
    )


def _fault(ruling: Ruling, what: str, instead: str) -> CorpusError:
    return CorpusError(ruling.place.path, faults=(Fault(ruling.place.line, what, instead),))
