"""Output on a terminal: line width, pager, colours and links."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

from rulebook.errors import RulebookError
from rulebook.preferences import Preferences
from rulebook.text.display import columns
from tests.conftest import Run
from tests.support import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
SHOW = ("show", "los", "5.5")


def on_terminal(
    *args: object, size: tuple[int, int] = (24, 80), typed: tuple[bytes, ...] = (), **variables: str
) -> str:
    """Return the output of a command on a terminal of ``size`` (lines, columns). ``typed`` is what
    its user types: the first at once, the others whenever lines are shown that end in “: ”."""
    import fcntl
    import pty
    import struct
    import termios

    screen, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", **variables}
    process = subprocess.Popen(
        [sys.executable, "-m", "rulebook", *map(str, args)],
        stdin=terminal,
        stdout=terminal,
        stderr=terminal if typed else None,  # where Python prints the question
        cwd=ROOT,
        env=environment,
    )
    os.close(terminal)
    shown, waiting = b"", list(typed)
    if waiting:
        os.write(screen, waiting.pop(0))
    while select.select([screen], [], [], 60)[0]:
        try:
            read = os.read(screen, 65536)
        except OSError:  # the other end is closed
            break
        if not read:
            break
        shown += read
        if waiting and shown.endswith(b": "):
            os.write(screen, waiting.pop(0))
    process.wait(timeout=60)
    os.close(screen)
    return shown.decode().replace("\r\n", "\n")


def _plain(shown: str) -> list[str]:
    import click

    return click.unstyle(shown).split("\n")


def test_lines_fit_the_terminal() -> None:
    lines = _plain(on_terminal("--no-pager", *SHOW, size=(24, 40)))
    assert max(map(columns, lines)) <= 40
    assert not any(line.strip().startswith(("、", "。", "」")) for line in lines)


def test_columns_variable_limits_width(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run(*SHOW).stdout
    assert max(map(columns, whole.split("\n"))) > 80
    monkeypatch.setenv("COLUMNS", "40")
    narrow = run(*SHOW).stdout
    assert max(map(columns, narrow.split("\n"))) <= 40
    assert "".join(narrow.split()) == "".join(whole.split())
    assert run(*SHOW, "--json").stdout.count("\n") == 1


def test_only_long_output_is_paged(tmp_path: Path) -> None:
    pager = tmp_path / "pager"
    pager.write_text(f'#!/bin/sh\necho "LESS=$LESS"\nexec {sys.executable} -c "{_PAGER}"\n')
    pager.chmod(0o755)
    long = on_terminal("show", "los", "5", PAGER=str(pager))
    assert "LESS=FRX" in long
    assert "PAGED" in long
    assert "PAGED" not in on_terminal(*SHOW, size=(90, 80), PAGER=str(pager))
    assert "PAGED" not in on_terminal("--no-pager", "show", "los", "5", PAGER=str(pager))
    assert "PAGED" not in on_terminal("show", "los", "5", "--json", PAGER=str(pager))
    assert "5.5.1" in on_terminal("show", "los", "5", PAGER="cat")
    assert "5.5.1" in on_terminal("show", "los", "5", PAGER="")


_PAGER = "import sys; print('PAGED', len(sys.stdin.read()))"


def test_numbers_are_links_if_a_site_is_set() -> None:
    address = "https://example.org/rules/weiss-schwarz/1.109/9.2.2.html"
    link = f"\x1b]8;;{address}\x1b\\"
    site = "https://example.org/rules/"
    ask = ("ask", "-g", "ws", "9.2.2")
    assert link in on_terminal("--links", site, *ask)
    assert link in on_terminal(*ask, RULEBOOK_SITE=site)
    assert "\x1b]8" not in on_terminal(*ask)
    assert "\x1b" not in on_terminal("--links", site, *ask, NO_COLOR="1", PAGER="")
    assert "\x1b" not in on_terminal("--links", site, *ask, TERM="dumb", PAGER="")


@pytest.mark.parametrize(
    "address",
    [
        "example.org",
        "ftp://example.org/",
        "https://",
        "https://a b/",
        "http://[",
        "\x1b",
        "https://a/<b>",
    ],
)
def test_invalid_site_address_is_reported(
    address: str, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ask = ("ask", "9.2.2")
    assert "is not an address" in run("--links", address, *ask).stderr
    settings = tmp_path / "settings.toml"
    settings.write_text(f"site = {json.dumps(address)}\n", encoding="utf-8")
    monkeypatch.setenv("RULEBOOK_SETTINGS", str(settings))
    result = run(*ask)
    assert result.exit_code == 2
    assert "settings.toml:1: site" in result.stderr
    assert "\x1b" not in result.stderr
    monkeypatch.setenv("RULEBOOK_SITE", address)
    with pytest.raises(RulebookError, match="RULEBOOK_SITE is"):
        _ = Preferences().site


def test_redirected_output_has_no_escape_codes(run: Run) -> None:
    shown = run("--links", "https://example.org/", *SHOW).stdout
    assert "\x1b" not in shown
