"""A word that a command waits for a file: a named pipe (FIFO) that nobody has opened to write."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from rulebook.cli.language import tr
from rulebook.text.controls import visible

# Seconds after which a user wonders.
_PATIENCE = 2.0


@contextmanager
def told_waiting(args: Sequence[str]) -> Iterator[None]:
    """Tell inside, after a while, which named pipe among ``args`` is still waited for.

    A pipe that is open, as that of ``<(…)`` always is, has a writer: nothing is said of it.
    """
    named = [name for arg in args if _is_pipe(name := _value(arg))]
    if not named:
        yield
        return
    from threading import Timer  # which hardly any call needs

    words = {
        name: tr("waiting for {name}: a named pipe that nothing writes to", name=name)
        for name in named
    }
    timer = Timer(_PATIENCE, _tell, [words])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _value(arg: str) -> str:
    """Return the path that ``arg`` would name: behind the sign where it is ``--option=path``."""
    return arg.partition("=")[2] if arg.startswith("--") else arg


def _is_pipe(name: str) -> bool:
    try:
        return Path(name).is_fifo()
    except (OSError, ValueError):
        return False  # no path at all, such as a long text


def _tell(words: Mapping[str, str]) -> None:
    for name, what in words.items():
        if not _is_open(name):
            click.echo(visible(f"rulebook: {what}"), err=True)


def _is_open(name: str) -> bool:
    """Whether this process has the pipe ``name`` open."""
    pipe = Path(name).stat()
    for descriptor in Path("/dev/fd").iterdir():
        try:
            if os.path.samestat(os.fstat(int(descriptor.name)), pipe):
                return True
        except OSError:
            continue  # that of the listing itself
    return False
