"""The promise of card files: a line in, a line out or a word of what is wrong with it."""

from __future__ import annotations

import json
import re

from click.testing import CliRunner

from rulebook.cli.main import cli


def hold_lines(data: bytes) -> None:
    """Hold that each line that is not blank gives an annotation, in order, or a message.

    A file that is no UTF-8 at all is refused as a whole, before anything is written.
    """
    result = CliRunner().invoke(cli, ["annotate", "-g", "los", "--jsonl", "-"], input=data)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    if result.exit_code == 2:
        assert "UTF-8" in result.stderr
        assert not result.stdout
        return
    assert result.exit_code in (0, 1), result.stderr
    given = [json.loads(line) for line in result.stdout.split("\n") if line]
    assert all(row["game"] == "legend-of-stars" for row in given)
    rejected = [line for line in result.stderr.splitlines() if line.startswith("standard input:")]
    # Of many rejected lines, the first are shown and all are counted.
    counted = re.match(r"rulebook: (\d+) ", result.stderr.splitlines()[-1]) if rejected else None
    text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    count = int(counted[1]) if counted else len(rejected)
    assert len(given) + count == sum(bool(line.strip()) for line in lines)
