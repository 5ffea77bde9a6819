"""The standard streams: always UTF-8 whatever the locale says, and how failures are handled."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from rulebook.cli.language import tr, warn

# A byte-order mark at the start of the input is not part of its text; bytes that are not UTF-8
# become lone surrogates, which are reported when the text is checked.
_IN, _IN_ERRORS = "utf-8-sig", "surrogateescape"
_OUT, _OUT_ERRORS = "utf-8", "backslashreplace"


def use_utf8() -> None:
    """Have the standard streams read and write UTF-8, as on systems whose locale is another. A
    stream that was closed before the start (``<&-``) becomes the null device."""
    sys.stdin = sys.stdin or open(os.devnull, encoding=_IN)  # noqa: PTH123, SIM115
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding=_OUT)  # noqa: PTH123, SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding=_OUT)  # noqa: PTH123, SIM115
    sys.stdout, sys.stderr = _buffered(sys.stdout), _buffered(sys.stderr)
    # Python asks these for the width of the terminal.
    sys.__stdout__, sys.__stderr__ = sys.stdout, sys.stderr  # type: ignore[misc, assignment]
    for stream, encoding, errors in (
        (sys.stdin, _IN, _IN_ERRORS),
        (sys.stdout, _OUT, _OUT_ERRORS),
        (sys.stderr, _OUT, _OUT_ERRORS),
    ):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=encoding, errors=errors)


def _buffered(stream: TextIO) -> TextIO:
    """Return ``stream`` with a buffer where PYTHONUNBUFFERED took it away, flushed line by line.
    Without a buffer, Python does not notice that a full disk took only a part of a write."""
    raw = getattr(stream, "buffer", None)
    if not isinstance(raw, io.RawIOBase):
        return stream
    stream.detach()  # type: ignore[attr-defined]
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding=_OUT, line_buffering=True)


def give_up_output() -> None:
    """Discard unwritten output: Python would write it at exit, and fail once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


# Seconds after which a user may wonder why nothing happens.
_PATIENCE = 2.0


@contextmanager
def waiting_reported(args: Sequence[str]) -> Iterator[None]:
    """Report, after two seconds inside, each named pipe among ``args`` that nothing writes to. A
    pipe that is open, as that of ``<(…)`` always is, has a writer and is not reported."""
    named = [name for arg in args if _is_pipe(name := _path_in(arg))]
    if not named:
        yield
        return
    from threading import Timer  # which hardly any call needs

    words = {
        name: tr("waiting for {name}: a named pipe that nothing writes to", name=name)
        for name in named
    }
    timer = Timer(_PATIENCE, _report_unopened, [words])
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _path_in(arg: str) -> str:
    """Return the path that ``arg`` (``path`` or ``--option=path``) may be. It may name a pipe
    without a writer, for which a command waits before its options are parsed."""
    return arg.partition("=")[2] if arg.startswith("--") else arg


def _is_pipe(name: str) -> bool:
    """Whether ``name`` is a named pipe, which may never be written to."""
    try:
        return Path(name).is_fifo()
    except (OSError, ValueError):
        return False  # no path at all, such as a long text


def _report_unopened(words: Mapping[str, str]) -> None:
    """Warn of each pipe that this process waits to open; those it has open have a writer."""
    for name, what in words.items():
        if not _is_open(name):
            warn(what)


def _is_open(name: str) -> bool:
    """Whether this process has the pipe ``name`` open: opening one waits until it has a writer."""
    pipe = Path(name).stat()
    for descriptor in Path("/dev/fd").iterdir():
        try:
            if os.path.samestat(os.fstat(int(descriptor.name)), pipe):
                return True
        except OSError:
            continue  # that of the listing itself
    return False
