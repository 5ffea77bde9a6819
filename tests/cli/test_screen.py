"""What people see on a terminal: its width, a pager, colours and links."""

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
from rulebook.text.width import columns
from tests.conftest import Run
from tests.support import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
SHOW = ("show", "los", "5.5")


def on_terminal(*args: str, size: tuple[int, int] = (24, 80), **variables: str) -> str:
    """Return what a command shows on a terminal of that many lines and columns."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm", **variables}
    process = subprocess.Popen(
        [sys.executable, "-m", "rulebook", *args],
        stdin=theirs,
        stdout=theirs,
        cwd=ROOT,
        env=environment,
    )
    os.close(theirs)
    shown = b""
    while select.select([ours], [], [], 60)[0]:
        try:
            read = os.read(ours, 65536)
        except OSError:  # the other end is closed
            break
        if not read:
            break
        shown += read
    process.wait(timeout=60)
    os.close(ours)
    return shown.decode().replace("\r\n", "\n")


def _plain(shown: str) -> list[str]:
    import click

    return click.unstyle(shown).split("\n")


def test_lines_fit_the_terminal() -> None:
    lines = _plain(on_terminal("--no-pager", *SHOW, size=(24, 40)))
    assert max(map(columns, lines)) <= 40
    assert not any(line.strip().startswith(("、", "。", "」")) for line in lines)


def test_columns_say_how_wide_a_pipe_is(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = run(*SHOW).stdout
    assert max(map(columns, whole.split("\n"))) > 80
    monkeypatch.setenv("COLUMNS", "40")
    narrow = run(*SHOW).stdout
    assert max(map(columns, narrow.split("\n"))) <= 40
    assert "".join(narrow.split()) == "".join(whole.split())
    assert run(*SHOW, "--json").stdout.count("\n") == 1


def test_a_long_answer_goes_through_the_pager_and_a_short_one_does_not(tmp_path: Path) -> None:
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


def test_numbers_are_links_where_there_is_a_site() -> None:
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
def test_an_address_of_a_site_that_is_none_is_told(
    address: str, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ask = ("ask", "9.2.2")
    assert "is not an address" in run("--links", address, *ask).stderr
    settings = tmp_path / "settings.toml"
    settings.write_text(f"site = {json.dumps(address)}\n", encoding="utf-8")
    monkeypatch.setenv("RULEBOOK_SETTINGS", str(settings))
    told = run(*ask)
    assert told.exit_code == 2
    assert "settings.toml:1: site" in told.stderr
    assert "\x1b" not in told.stderr
    monkeypatch.setenv("RULEBOOK_SITE", address)
    with pytest.raises(RulebookError, match="RULEBOOK_SITE is"):
        _ = Preferences().site


def test_nothing_of_it_is_in_a_file(run: Run) -> None:
    shown = run("--links", "https://example.org/", *SHOW).stdout
    assert "\x1b" not in shown
