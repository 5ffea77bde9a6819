"""Cards read by processes of this machine, which end with the one that started them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any

from rulebook.cache.store import remove_temporary
from rulebook.cards.annotating.annotator import open_annotator
from rulebook.cards.worker_pools.many_cards import Chunk, Make, WorkerPool
from rulebook.clauses.corpus import Corpus, CorpusPaths, open_corpus
from rulebook.clauses.game import Game
from rulebook.errors import WorkerError
from rulebook.signals import collect_garbage_seldom, interrupts_held, set_worker_signals

_FEWER = "Memory may have run out: use fewer processes (--jobs)."


@contextmanager
def processes(jobs: int, corpus: Corpus, game: Game, make: Make[Any]) -> Iterator[WorkerPool]:
    """Yield a pool that gives chunks of cards to ``jobs`` processes. Leaving it early waits only
    for chunks that are being read. Raises :class:`WorkerError` if a process was killed."""
    workers: list[_Worker] = []
    idle: SimpleQueue[_Worker] = SimpleQueue()

    def give_out(chunk: Chunk) -> Callable[[], list[Any]]:
        """Hand ``chunk`` to a process, perhaps a new one; return what to call for the result."""
        with interrupts_held():  # a process or thread that starts here would let them in
            if len(workers) < jobs:
                workers.append(_Worker(corpus.paths, game.key, make))
                idle.put(workers[-1])
            return threads.submit(ask, chunk).result

    def ask(chunk: Chunk) -> list[Any]:
        """Return the results of ``chunk`` from an idle worker: each answers one call at a time."""
        worker = idle.get()
        try:
            return worker.ask(chunk)
        finally:
            idle.put(worker)

    threads = ThreadPoolExecutor(jobs)
    try:
        yield 2 * jobs, give_out  # so far ahead that no process waits for a chunk
    finally:
        threads.shutdown(cancel_futures=True)
        for worker in workers:
            worker.pipe.close()  # which ends the process, and frees its memory
            worker.process.join()


class _Worker:
    """A process with its own pipe: one killed while it writes into a shared pipe blocks all."""

    def __init__(self, paths: CorpusPaths, game: str, make: Make[Any]) -> None:
        """Start the process, which loads the tables of ``game`` once and then waits for chunks."""
        context = get_context("spawn")  # a fork of a process with threads may hang
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, paths, game, make), daemon=True)
        self.process.start()
        theirs.close()  # so that the pipe ends with the process

    def ask(self, chunk: Chunk) -> list[Any]:
        """Return the results of ``chunk``, or raise the error of the process, also if killed."""
        try:
            self.pipe.send(chunk)
            answer: list[Any] | Exception = self.pipe.recv()
        except (EOFError, OSError) as error:
            raise WorkerError("a process that reads cards was killed", hint=_FEWER) from error
        if isinstance(answer, Exception):
            raise answer
        return answer


def _work(pipe: Connection, paths: CorpusPaths, game: str, make: Make[Any]) -> None:
    """Run in a worker: load the tables of the game once, then send the results of each chunk, or an
    error. Ctrl-C is left to the main process, but the worker removes its own temporary files."""
    set_worker_signals()
    collect_garbage_seldom()
    try:
        corpus = open_corpus(*paths.folders, cache=paths.cache)
        annotator = open_annotator(corpus, corpus.game(game))
        while True:
            pipe.send(make(annotator, pipe.recv()))
    except Exception as error:  # also if the pipe has ended, so that nobody reads the error
        with suppress(OSError):  # whoever asked is gone
            pipe.send(error)
    finally:
        remove_temporary()
