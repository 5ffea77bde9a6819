"""The files that are installed with the program, made by the build: manual page, completion."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from rulebook import __version__
from rulebook.cli.call import COMPLETION
from rulebook.cli.main import COMMANDS, cli
from rulebook.files import put_file

_NAME = "rulebook"
_SHELLS = {
    BashComplete: "bash-completion/completions/rulebook",
    ZshComplete: "zsh/site-functions/_rulebook",
    FishComplete: "fish/vendor_completions.d/rulebook.fish",
}
_CODES = (
    ("0", "Found; for check: no findings."),
    ("1", "Nothing found; for check and cite: there are findings."),
    ("2", "Incorrect usage, or input that cannot be read."),
)


def shared_files() -> Iterator[tuple[str, str]]:
    """Yield manual page and completions: path below ``share``, where systems look, and content."""
    yield "man/man1/rulebook.1", manual_page()
    for shell, path in _SHELLS.items():
        # The class for bash would look for a bash on this machine first.
        yield path, ShellComplete.source(shell(cli, {}, _NAME, COMPLETION))


def manual_page() -> str:
    """Return the page of ``man rulebook`` in roff, made from the commands to equal their help."""
    context = click.Context(cli, info_name=_NAME)
    lines = [
        f'.TH RULEBOOK 1 "" "Rulebook {__version__}"',
        ".ad l",  # Japanese words cannot be spread over a line
        *(".SH NAME", f"{_NAME} \\- clauses of the rules of trading card games"),
        *(".SH SYNOPSIS", _usage_line(cli, context)),
        *(".SH DESCRIPTION", *_description_lines(cli, context)),
        ".SH COMMANDS",
    ]
    for name in COMMANDS:
        command = cli.get_command(context, name)
        if command is not None:
            lines += _section_lines(command, click.Context(command, context, name))
    lines.append(".SH EXIT STATUS")
    for code, meaning in _CODES:
        lines += (".TP", f".B {code}", plain(meaning))
    return "\n".join(lines) + "\n"


def _section_lines(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yield in roff the section of a command, for the manual page, then those of its commands."""
    yield f'.SS "{context.command_path}"'
    yield _usage_line(command, context)
    yield ".PP"
    yield from _description_lines(command, context)
    if isinstance(command, click.Group):
        for name, inner in command.commands.items():
            yield from _section_lines(inner, click.Context(inner, context, name))


def _usage_line(command: click.Command, context: click.Context) -> str:
    """Return the usage of a command in roff, its name in bold as in all manual pages."""
    pieces = " ".join(command.collect_usage_pieces(context))
    return f"\\fB{context.command_path}\\fR {plain(pieces)}"


def _description_lines(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yield help and options of a command in roff; its arguments, in the usage, have no help."""
    for paragraph in re.split(r"\n\s*\n", (command.help or "").strip()):
        yield from (plain(" ".join(paragraph.split())), ".PP")
    for param in command.get_params(context):
        names, meaning = param.get_help_record(context) or ("", "")
        if meaning:
            yield from (".TP", f"\\fB{plain(names)}\\fR", plain(meaning))
    yield ".PP"


def plain(text: str) -> str:
    """Return ``text`` escaped for roff: no line is a command, and hyphens can be copied."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    for path, content in shared_files():
        place = Path(sys.argv[1], path)
        place.parent.mkdir(parents=True, exist_ok=True)
        put_file(place, content)
