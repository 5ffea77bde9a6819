"""Cards read by processes of this machine, which end with the one that started them."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import lru_cache, partial
from multiprocessing import get_context, parent_process
from threading import Thread
from types import FrameType
from typing import Any

from rulebook.cache.store import remove_temporary
from rulebook.cards.annotator import Annotator, Chunk, Crew, Make, open_annotator
from rulebook.clauses.catalog import open_corpus
from rulebook.clauses.corpus import Corpus, CorpusPaths
from rulebook.clauses.game import Game
from rulebook.errors import WorkerError
from rulebook.garbage import look_seldom
from rulebook.signals import interrupts_held, leave_to_the_first

_FEWER = "Memory may have run out: take fewer with --jobs."


@contextmanager
def processes(jobs: int, corpus: Corpus, game: Game, make: Make[Any]) -> Iterator[Crew]:
    """Give out chunks to ``jobs`` processes.

    Who leaves early waits for the chunks that are being read, and for no more.  Raises
    :class:`WorkerError` where a process was killed.
    """
    with interrupts_held():  # an interrupted pool leaves semaphores behind
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), _start)

    def give_out(chunk: Chunk) -> Callable[[], list[Any]]:
        with interrupts_held(), _told():  # a process may be started for it
            return partial(_result, pool.submit(_work, corpus.paths, game.key, chunk, make))

    try:
        yield Crew(2 * jobs, give_out)
    finally:
        pool.shutdown(cancel_futures=True)


def _result(future: Future[list[Any]]) -> list[Any]:
    with _told():
        return future.result()


@contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except BrokenProcessPool as error:
        raise WorkerError("a process that reads cards was killed", hint=_FEWER) from error


# ---- In a process


def _start() -> None:
    leave_to_the_first()
    # The pool takes what `sys.exit` raises for the outcome of a chunk.
    signal.signal(signal.SIGTERM, _leave_at_once)
    look_seldom()
    Thread(target=_leave_after_the_first, daemon=True).start()


def _leave_after_the_first() -> None:
    """Leave when the process that started this one is gone: nobody else would say so."""
    first = parent_process()
    assert first is not None
    first.join()
    _leave_at_once(signal.SIGTERM, None)


def _leave_at_once(number: int, frame: FrameType | None) -> None:
    remove_temporary()
    os._exit(128 + number)


def _work(paths: CorpusPaths, game: str, chunk: Chunk, make: Make[Any]) -> list[Any]:
    annotator = _annotator(paths, game)
    return [make(annotator, id, text) for id, text in chunk]


@lru_cache(maxsize=1)
def _annotator(paths: CorpusPaths, game: str) -> Annotator:
    corpus = open_corpus(*paths.folders, cache=paths.cache)
    return open_annotator(corpus, corpus.game(game))
