"""Signals: a process that is stopped exits cleanly, so temporary folders are removed."""

from __future__ import annotations

import gc
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

INTERRUPTED = 128 + signal.SIGINT  # the exit code after Ctrl-C, as in shells


def exit_on_signals() -> None:
    """Let SIGTERM and SIGHUP end this process cleanly, so it leaves no temporary folders."""
    signal.signal(signal.SIGTERM, _exit_in_order)
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:
        signal.signal(signal.SIGHUP, _exit_in_order)


def set_worker_signals() -> None:
    """Make SIGTERM end this worker cleanly, and leave Ctrl-C to the process that started it."""
    exit_on_signals()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Delay Ctrl-C in the block, also for workers started there, which would print a traceback."""
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker

    # Otherwise the tracker starts with the first worker, and lets interrupts through again.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _exit_in_order(number: int, frame: FrameType | None) -> None:
    """Exit with 128 plus the signal's ``number``; a second one must not interrupt the clean-up."""
    signal.signal(number, signal.SIG_IGN)  # once is enough
    sys.exit(128 + number)


# Python searches after this many new objects: never in a question, now and then in a worker.
_NEW_OBJECTS = 100_000


def collect_garbage_seldom() -> None:
    """Search for unreachable cycles, which is slow, only after ``_NEW_OBJECTS`` new objects."""
    gc.set_threshold(_NEW_OBJECTS)


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """Pause garbage collection in the block, in which many objects are made (cards are read), but
    hardly any unreachable cycles: Python would search all these objects again and again."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
