"""``changed_lines`` gives the diff of difflib in linear time."""

from __future__ import annotations

from difflib import unified_diff

import pytest

from rulebook.cli.commands.cite import changed_lines

LINES = [f"line {at}" for at in range(30)]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "changed", [(), (0,), (29,), (4, 5), (3, 9), (3, 10), (3, 11), (0, 14, 29), tuple(range(30))]
)
def test_diff_equals_difflib(changed: tuple[int, ...], end: str) -> None:
    old = end.join(LINES)
    new = end.join(f"{line}!" if at in changed else line for at, line in enumerate(LINES))
    found = list(changed_lines(old, new, "a", "b"))
    lines = old.split("\n"), new.split("\n")
    assert found == list(unified_diff(*lines, "a", "b", lineterm=""))
