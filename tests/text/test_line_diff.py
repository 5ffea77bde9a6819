"""``changed_lines`` gives the diff of difflib in linear time."""

from __future__ import annotations

from difflib import unified_diff

import pytest

from rulebook.cli.commands.cite import changed_lines

LINES = [f"line {at}" for at in range(30)]


@pytest.mark.parametrize("last", [True, False])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "changed", [(), (0,), (29,), (4, 5), (3, 9), (3, 10), (3, 11), (0, 14, 29), tuple(range(30))]
)
def test_diff_equals_difflib(changed: tuple[int, ...], end: str, last: bool) -> None:
    changes = [f"{line}!" if at in changed else line for at, line in enumerate(LINES)]
    old, new = (end.join(lines) + end * last for lines in (LINES, changes))
    # ``patch`` needs this line after a last one without newline, which difflib does not know.
    note = "" if last else "\n\\ No newline at end of file"
    ours, theirs = (text.removesuffix("\n").split("\n") for text in (old, new))
    ours[-1], theirs[-1] = ours[-1] + note, theirs[-1] + note
    expected = "\n".join(unified_diff(ours, theirs, "a", "b", lineterm=""))
    assert "\n".join(changed_lines(old, new, "a", "b")) == expected
