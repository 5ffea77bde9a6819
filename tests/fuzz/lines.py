"""The promise of card files: a line in, a line out or a word of what is wrong with it."""

from __future__ import annotations

import json

from click.testing import CliRunner

from rulebook.cli.main import cli


def hold_lines(data: bytes) -> None:
    """Hold that each line that is not blank gives an annotation, in order, or is told."""
    result = CliRunner().invoke(cli, ["annotate", "-g", "los", "--jsonl", "-"], input=data)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code in (0, 1), result.stderr
    given = [json.loads(line) for line in result.stdout.split("\n") if line]
    assert all(row["game"] == "legend-of-stars" for row in given)
    told = [line for line in result.stderr.splitlines() if line.startswith("standard input:")]
    text = data.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert len(given) + len(told) == sum(bool(line.strip()) for line in lines)
