"""What a person decided on the clauses of a ruling, written into the ruling's own file.

Nothing else in the file changes, and it is written in one step, so that a review can be left at
any time and goes on where it was left.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from rulebook.errors import CorpusError, Fault
from rulebook.files import put_file
from rulebook.rulings.model import Ruling
from rulebook.text.spans import Span
from rulebook.toml_files.spans import Key, TomlPart, find_pieces


def write_decision(ruling: Ruling, clauses: Sequence[str]) -> None:
    """Write that ``ruling`` rests on ``clauses``, or on none that could be found.

    Raises :class:`CorpusError` where the file is not what it was when it was read, or its numbers
    are those of another edition.
    """
    path = ruling.place.path
    text = path.read_bytes().decode("utf-8")
    rewrite = _in_toml if path.suffix == ".toml" else _in_lines
    put_file(path, rewrite(text, ruling, list(clauses)))


def _in_lines(text: str, ruling: Ruling, clauses: list[str]) -> str:
    lines = text.split("\n")
    at = ruling.place.line - 1
    try:
        row = json.loads(lines[at])
        known = row["id"] == ruling.id
    except (ValueError, LookupError, TypeError):
        known = False
    if not known:
        raise _changed(ruling)
    _refuse_other_edition(ruling)
    end = "\r" if lines[at].endswith("\r") else ""
    decided = {"clauses": clauses} if clauses else {"reviewed": True}
    kept = {key: value for key, value in row.items() if key not in ("suggested", "clauses")}
    lines[at] = json.dumps(kept | decided, ensure_ascii=False) + end
    return "\n".join(lines)


def _in_toml(text: str, ruling: Ruling, clauses: list[str]) -> str:
    """Return ``text`` with the decision; a ruling is known by its id, for lines move."""
    own = _entries(text, ruling.id)
    if "id" not in own:
        raise _changed(ruling)
    _refuse_other_edition(ruling)
    line = f"clauses = {json.dumps(clauses)}" if clauses else "reviewed = true"
    edits = [(span, "") for key in ("clauses", "suggested", "reviewed") if (span := own.get(key))]
    edits.append((Span(own["id"].end, own["id"].end), f"\n{line}"))
    for span, new in sorted(edits, reverse=True):
        cut = span if new else _whole_line(text, span)
        text = text[: cut.start] + new + text[cut.end :]
    return text


def _entries(text: str, id: str) -> dict[Key, Span]:
    """Return where the entries of the ruling called ``id`` stand, by their keys."""
    pieces = [piece for piece in find_pieces(text) if piece.path[:1] == ("ruling",)]
    owner = next(
        (
            piece.path[:-1]
            for piece in pieces
            if piece.part is TomlPart.VALUE
            and piece.path[-1] == "id"
            and piece.span.of(text).strip("\"'") == id
        ),
        None,
    )
    return {
        piece.path[-1]: piece.span
        for piece in pieces
        if piece.part is TomlPart.ENTRY and piece.path[:-1] == owner
    }


def _whole_line(text: str, span: Span) -> Span:
    end = text.find("\n", span.end)
    return Span(text.rfind("\n", 0, span.start) + 1, end + 1 if end >= 0 else len(text))


def _refuse_other_edition(ruling: Ruling) -> None:
    if ruling.worded and ruling.moved:
        what = f"its numbers are those of {ruling.worded}, not of {ruling.edition}"
        raise _fault(ruling, what, f'mend them, write edition = "{ruling.edition}"')


def _changed(ruling: Ruling) -> CorpusError:
    return _fault(ruling, f"{ruling.id} does not stand here any more", "start the review anew")


def _fault(ruling: Ruling, what: str, instead: str) -> CorpusError:
    return CorpusError(ruling.place.path, faults=(Fault(ruling.place.line, what, instead),))
