"""``rulebook site``, the website in a folder or on this machine, and ``mcp``, rules as tools."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import click

from rulebook.cli.call import progress
from rulebook.cli.command import Call, RulesGroup, SpeakingCommand, rules_command
from rulebook.cli.language import say, tr, translated
from rulebook.cli.options import FOLDER, argument, file_path, flag, option, web_address
from rulebook.errors import RulebookError

_reader = option(type=FOLDER, help="Folder of the card reader for browsers (make reader).")
_INSTALL = "Install the extra: pip install 'rulebook[mcp]'."


@click.group("site", cls=RulesGroup)
def site_command() -> None:
    """Build or serve a website for reading, searching and citing the rules, online or offline.

    Example: rulebook site build public
    """


@rules_command("build", site_command)
def build(
    call: Call,
    folder: Path = argument(type=click.Path(path_type=Path)),
    base_url: str = option(
        default="",
        callback=web_address,
        help="Address of the site, for canonical links and the sitemap.",
    ),
    cards: tuple[Path, ...] = option(
        multiple=True,
        type=file_path(),
        help="Card library to include (see rulebook cards index); may be repeated.",
    ),
    cards_by_set: bool = flag(
        help="Make one page per set of cards instead of one per card, for hosts that limit the"
        " number of files."
    ),
    reader: Path | None = _reader,
) -> None:
    """Write the site to FOLDER, which must be new, empty or a previously built site.

    The old site stays in place until the new one is complete, and is then replaced as a whole.

    Example: rulebook site build public --base-url https://example.org/rules/
    """
    rules, start = call.rules, time.perf_counter()
    with progress(lambda done: tr("{done} pages", done=done), every=50) as show:
        version = rules.build_site(folder, base_url, show, cards, reader, cards_by_set=cards_by_set)
    is_whole = rules.rulings.shelf.is_whole(rules.games)
    files = sum(len(names) for _, _, names in os.walk(folder))
    seconds = time.perf_counter() - start
    what = "{folder}: {files} files, version {version}, {value} s"
    say(what, folder=folder, files=files, version=version, value=f"{seconds:.1f}")
    if not is_whole:
        sys.exit(1)  # some rulings were left out, with a warning


@rules_command("serve", site_command)
def serve_here(
    call: Call,
    port: int = option(type=click.IntRange(0, 65535), default=8000, show_default=True),
    reader: Path | None = _reader,
) -> None:
    """Build the site and serve it on 127.0.0.1; build again when a source changes.

    Example: rulebook site serve
    """
    with progress(lambda done: tr("{done} pages", done=done), every=50) as show:
        call.rules.serve_site(port, _print_message, show, reader)


def _print_message(text: str) -> None:
    """Print a message of the server; a function of the module can be pickled for processes."""
    click.echo(translated(text), err=True)


@rules_command("mcp", cls=SpeakingCommand)
def mcp_command(
    call: Call,
    site: str = option(
        default="",
        callback=web_address,
        help="Address of a site of these rules; answers link to its pages.",
    ),
) -> None:
    """Serve the rules to a language model over the Model Context Protocol.

    The server uses standard input and output and stops when its client disconnects. Its tools
    are ask, show, term, compare, annotate, resolve, rulings and cite.

    Example: rulebook mcp --site https://example.org/rules/
    """
    try:
        from rulebook.mcp_server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("mcp", "pydantic"):
            raise
        raise RulebookError("the Model Context Protocol SDK is missing", hint=_INSTALL) from error
    serve(call.rules, site)
