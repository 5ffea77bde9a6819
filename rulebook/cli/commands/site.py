"""``rulebook site``: the website, written into a folder or served on this machine."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from rulebook.cli.call import Call
from rulebook.cli.command import RulesGroup
from rulebook.cli.language import tr, translated
from rulebook.cli.options import web_address

# A terminal is told of progress every so many files.
_TOLD_EVERY = 50

_reader_option = click.option(
    "--reader",
    type=click.Path(path_type=Path, file_okay=False),
    help="What reads pasted cards in the browser (make reader).",
)


@click.group("site", cls=RulesGroup)
def command() -> None:
    """The rulebooks as a website: read, searched and cited in a browser, offline too.

    Example: rulebook site build public
    """


@command.command("build")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option(
    "--base-url",
    default="",
    callback=web_address,
    help="Address of the site, for canonical links and the sitemap.",
)
@click.option(
    "--cards",
    multiple=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="A library of cards to show beside the rules (rulebook cards index).",
)
@click.option(
    "--cards-by-set",
    is_flag=True,
    help="One page for each set of cards, not for each card, where a host limits files.",
)
@_reader_option
@click.pass_obj
def build(
    call: Call,
    folder: Path,
    base_url: str,
    cards: tuple[Path, ...],
    cards_by_set: bool,
    reader: Path | None,
) -> None:
    """Write the site into FOLDER, which must be new, empty or a site built before.

    The old site stays until the new one is whole, and is then replaced with all its files.

    Example: rulebook site build public --base-url https://example.org/rules/
    """
    start = time.perf_counter()
    with _progress() as tell:
        version = call.rules.build_site(
            folder, base_url, tell, cards, reader, cards_by_set=cards_by_set
        )
    shelf = call.rules.rulings.shelf
    is_whole = not any(shelf.of(game).faults for game in call.rules.games)
    files = sum(len(names) for _, _, names in os.walk(folder))
    seconds = time.perf_counter() - start
    click.echo(
        tr(
            "{folder}: {files} files, version {version}, {value} s",
            folder=folder,
            files=files,
            version=version,
            value=f"{seconds:.1f}",
        )
    )
    if not is_whole:
        sys.exit(1)  # some rulings were left out, with a warning


@command.command("serve")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True)
@_reader_option
@click.pass_obj
def serve_here(call: Call, port: int, reader: Path | None) -> None:
    """Build the site and serve it on 127.0.0.1; build again when a source changes.

    Example: rulebook site serve
    """
    with _progress() as tell:
        call.rules.serve_site(port, _say, tell, reader)


def _say(text: str) -> None:
    click.echo(translated(text), err=True)


@contextmanager
def _progress() -> Iterator[Callable[[int], None]]:
    """Give what tells a terminal, and nobody else, how many pages are made."""
    shown = sys.stderr.isatty()

    def tell(done: int) -> None:
        if shown and done % _TOLD_EVERY == 0:
            click.echo("\r" + tr("{done} pages", done=done), err=True, nl=False)

    try:
        yield tell
    finally:
        if shown:
            click.echo("\r" + " " * 20 + "\r", err=True, nl=False)
