"""Write the clauses that a person chose for a ruling into the file of the ruling.

Nothing else in the file changes, and it is written in one step, so that a review can be
interrupted at any time and continued later.
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
# The keys of a ruling that a decision replaces.
_UNDECIDED = ("clauses", "suggested", "reviewed")


def write_decision(ruling: Ruling, clauses: Sequence[str], edition: str) -> None:
    """Write that ``ruling`` rests on ``clauses`` of ``edition``, or on none that could be found.
    Raises :class:`CorpusError` where the file is not what it was when it was read, its numbers are
    those of another edition, or it is written so that nothing can be put in."""
    path = ruling.place.path
    try:
        text = path.read_bytes().decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _changed_meanwhile(ruling) from error
    mark = _BOM if text.startswith(_BOM) else ""
    rewrite = _decide_in_toml if path.suffix == ".toml" else _decide_in_json_lines
    new = mark + rewrite(text.removeprefix(mark), ruling, list(clauses), edition)
    replace_file(path, new, state_of_content(text.encode()))


def _decision(clauses: list[str]) -> dict[str, Any]:
    """Return the keys that record a decision: the clauses, or that somebody found none."""
    return {"clauses": clauses} if clauses else {"reviewed": True}


def _decide_in_json_lines(text: str, ruling: Ruling, clauses: list[str], edition: str) -> str:
    """Return ``text``, JSON Lines, with the clauses decided for ``ruling``; other lines stay.
    Raises if the line is not that ruling any more: another program may have changed the file."""
    lines = _LINE_END.split(text)
    at = 2 * (ruling.place.line - 1)  # line ends are between
    try:
        row = json.loads(lines[at])
        id, was = row["id"], row["edition"]
    except (ValueError, LookupError, TypeError) as error:
        raise _changed_meanwhile(ruling) from error
    if id != ruling.id:
        raise _changed_meanwhile(ruling)
    if ruling.moved or ruling.edition != edition:
        _refuse_other_edition(ruling, was, edition)
    kept = {key: value for key, value in row.items() if key not in _UNDECIDED}
    # Where no number has moved, all of them are those of the edition at hand.
    new = {**kept, "edition": edition, **_decision(clauses)}
    lines[at] = json.dumps(new, ensure_ascii=False)
    return "".join(lines)


def _decide_in_toml(text: str, ruling: Ruling, clauses: list[str], edition: str) -> str:
    """Return ``text`` with the decision; the ruling is found by its id, since lines may move."""
    try:
        data = tomllib.loads(text)
        at = [entry["id"] for entry in data["ruling"]].index(ruling.id)
        was = data["edition"]
    except (ValueError, LookupError, TypeError) as error:
        raise _changed_meanwhile(ruling) from error
    if clauses or ruling.moved:
        _refuse_other_edition(ruling, was, edition)
    line = f"clauses = {json.dumps(clauses)}" if clauses else "reviewed = true"
    new = _with_entry(text, at, line)
    if not _is_only_decided(data, at, clauses, new):
        raise _fault(ruling, "nothing can be put in here", "write it as [[ruling]], a key a line")
    return new


def _with_entry(text: str, at: int, line: str) -> str:
    """Return ``text`` with ``line`` after the id of ruling ``at``, without keys that it replaces.
    Everything else in the file stays: it may have comments."""
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
    """Whether ``new`` differs from ``data`` only in the decision, so that no edit went wrong. A
    file in an unusual form of TOML is left alone, and the user is asked to change it."""
    try:
        found = tomllib.loads(new)
        found["ruling"][at].pop("suggested", None)
    except (ValueError, LookupError):
        return False
    rulings = [dict(entry) for entry in data["ruling"]]
    rulings[at] = {k: v for k, v in rulings[at].items() if k not in _UNDECIDED} | _decision(clauses)
    return found == {**data, "ruling": rulings}


def _whole_line(text: str, span: Span) -> Span:
    """Return the lines that ``span`` is in, to remove an entry without leaving an empty line."""
    end = text.find("\n", span.end)
    return Span(text.rfind("\n", 0, span.start) + 1, end + 1 if end >= 0 else len(text))


def _refuse_other_edition(ruling: Ruling, was: str, edition: str) -> None:
    """Raise if the file is of another edition: new numbers would be mixed with old ones."""
    if was != edition:
        what = Message("its numbers are those of {was}, not of {edition}", was=was, edition=edition)
        raise _fault(
            ruling, what, Message('correct them, and write edition = "{edition}"', edition=edition)
        )


def _changed_meanwhile(ruling: Ruling) -> CorpusError:
    """Return the error for a file that was changed between reading and writing it."""
    return _fault(
        ruling, Message("{id} is not here any more", id=ruling.id), "start the review again"
    )


def _fault(ruling: Ruling, what: str, instead: str) -> CorpusError:
    return CorpusError(ruling.place.path, faults=(Fault(ruling.place.line, what, instead),))
