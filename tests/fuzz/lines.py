"""The promise of card files: each line gives an annotation or a message."""

from __future__ import annotations

import json
import re

from click.testing import CliRunner

from rulebook.cli.main import cli


def check_lines(data: bytes) -> None:
    """Check that each line that is not blank gives an annotation or a message.

    A file that is not UTF-8 at all is rejected before anything is written.
    """
    result = CliRunner().invoke(cli, ["annotate", "-g", "los", "--jsonl", "-"], input=data)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    if result.exit_code == 2:
        assert "UTF-8" in result.stderr
        assert not result.stdout
        return
    assert result.exit_code in (0, 1), result.stderr
    rows = [json.loads(line) for line in result.stdout.split("\n") if line]
    assert all(row["game"] == "legend-of-stars" for row in rows)
    rejected = [line for line in result.stderr.splitlines() if line.startswith("standard input:")]
    # If many lines are rejected, only the first are shown, but all are counted.
    counted = re.match(r"rulebook: (\d+) ", result.stderr.splitlines()[-1]) if rejected else None
    text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    count = int(counted[1]) if counted else len(rejected)
    assert len(rows) + count == sum(bool(line.strip()) for line in lines)
