"""Cards read by the workers of a Dask cluster, which have the same Rulebook as this process. Each
opens its own tables. The chunk of a worker that died goes to another, with the same result."""

from __future__ import annotations

import concurrent.futures
import logging
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, cast

from rulebook.cache.store import code_digest
from rulebook.cards.annotating.annotator import Annotator, open_annotator
from rulebook.cards.worker_pools.many_cards import Chunk, Make, WorkerPool
from rulebook.clauses.corpus import Corpus, open_corpus
from rulebook.clauses.game import Game
from rulebook.data import data_folder
from rulebook.errors import ClusterError
from rulebook.messages import Message

if TYPE_CHECKING:
    from distributed import Client, Future

_INSTALL = "Install the extra: pip install 'rulebook[cluster]'."
_SAME = "Scheduler and workers need the same Rulebook and the same corpus as this machine."
_CERTIFICATES = "Give its certificates in the Dask settings: distributed.comm.tls."
_START = "Start some: dask worker {address} --nthreads 1"
# Seconds to wait for a scheduler, for a first worker, and between checks for lost workers.
_SECONDS_TO_CONNECT, _SECONDS_FOR_WORKERS, _SECONDS_PER_CHECK = 10, 30, 60
_CHUNKS_AHEAD = 3  # for each worker, so it never waits for the next


@contextmanager
def cluster(address: str, corpus: Corpus, game: Game, make: Make[Any]) -> Iterator[WorkerPool]:
    """Yield a pool that gives chunks of cards to the workers of the scheduler at ``address`` that
    have the same code and corpus. Raises :class:`ClusterError`."""
    client = _connect(address)
    try:
        shipped = corpus.folders == (data_folder("corpus"),)  # workers have it in their own place
        folders = () if shipped else corpus.folders
        tables = folders, game.key, _digest_of_code_and_corpus(corpus)
        with _errors_as_cluster_error(address):
            threads = sum(client.nthreads().values())

        def give_out(chunk: Chunk) -> Callable[[], list[Any]]:
            """Send ``chunk`` to a worker at once; return the function that waits for its result."""
            with _errors_as_cluster_error(address):
                # ``pure`` would make Dask hash every chunk.
                future = client.submit(_make_in_worker, tables, chunk, make, pure=False)
            return partial(_wait_for_result, client, future, address)

        yield _CHUNKS_AHEAD * threads, give_out
    finally:
        with suppress(Exception):  # the scheduler may be gone
            client.close(timeout=_SECONDS_TO_CONNECT)


def _connect(address: str) -> Client:
    """Return a client of the scheduler at ``address`` that has a worker, or raise with a remedy."""
    try:
        from distributed import Client
    except ModuleNotFoundError as error:
        what = "working on a cluster requires the package distributed"
        raise ClusterError(what, hint=_INSTALL) from error
    # The log of distributed is kept off the terminal: our own error states the cause once.
    for name in ("distributed", *logging.Logger.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        connect = partial(Client, address, timeout=_SECONDS_TO_CONNECT, set_as_default=False)
        client = _with_timeout(_SECONDS_TO_CONNECT, connect)
    except Exception as error:
        what = Message("no Dask scheduler answers at {address}", address=address)
        hint = _CERTIFICATES if address.startswith("tls:") else "Start one: dask scheduler"
        raise ClusterError(what, hint=hint) from error
    try:
        client.wait_for_workers(1, timeout=_SECONDS_FOR_WORKERS)
    except TimeoutError as error:
        client.close()
        what = Message("the scheduler at {address} has no workers", address=address)
        raise ClusterError(what, hint=Message(_START, address=address)) from error
    return client


def _with_timeout(seconds: float, work: Callable[[], Client]) -> Client:
    """Return the result of ``work``, or raise :class:`TimeoutError`. In spite of its own timeout, a
    Dask client waits for ever at a port that accepts a connection and sends nothing."""
    done: concurrent.futures.Future[Client] = concurrent.futures.Future()

    def run() -> None:
        """Do ``work``, and give its result or error to the caller, who waits only for some time."""
        try:
            done.set_result(work())
        except Exception as error:
            done.set_exception(error)

    Thread(target=run, daemon=True).start()
    return done.result(timeout=seconds)


def _wait_for_result(client: Client, future: Future, address: str) -> list[Any]:
    """Return the results of a chunk; without a worker, raise, or the wait would never end."""
    while True:
        with _errors_as_cluster_error(address):
            try:
                return cast(list[Any], future.result(timeout=_SECONDS_PER_CHECK))
            except TimeoutError:
                if not client.nthreads():
                    form = "all workers of the scheduler at {address} are gone"
                    what, hint = (Message(each, address=address) for each in (form, _START))
                    raise ClusterError(what, hint=hint) from None


@contextmanager
def _errors_as_cluster_error(address: str) -> Iterator[None]:
    """Raise any error of the cluster as :class:`ClusterError`, except a timeout: callers retry."""
    try:
        yield
    except (ClusterError, TimeoutError):
        raise
    except (concurrent.futures.CancelledError, OSError) as error:
        # Only a lost scheduler cancels a future: the chunk of a lost worker is given to another.
        what = Message("the scheduler at {address} is gone", address=address)
        raise ClusterError(what, hint="Start it again: dask scheduler") from error
    except Exception as error:
        why = f"{type(error).__name__}: {error}".split("\n", 1)[0]
        what = Message("the cluster at {address} fails: {why}", address=address, why=why)
        raise ClusterError(what, hint=_SAME) from error


SharedTables = tuple[tuple[Path, ...], str, str]
"""The folders of the corpus (none for the shipped one); the game; a key of code and corpus."""

_lock = Lock()  # the threads of a worker share one annotator


def _make_in_worker(tables: SharedTables, chunk: Chunk, make: Make[Any]) -> list[Any]:
    """Return the results of ``chunk``; threads of a worker take turns at its one annotator."""
    with _lock:
        return make(_annotator(tables), chunk)


@lru_cache(maxsize=2)  # two clients may send cards of two games by turns
def _annotator(tables: SharedTables) -> Annotator:
    """Return the annotator of a worker, loaded once, if code and corpus are the same."""
    folders, game, key = tables
    corpus = open_corpus(*(folders or (data_folder("corpus"),)))
    if _digest_of_code_and_corpus(corpus) != key:
        raise ClusterError("a worker has another Rulebook or another corpus", hint=_SAME)
    return open_annotator(corpus, corpus.game(game))


def _digest_of_code_and_corpus(corpus: Corpus) -> str:
    """Return a key of code, corpus and Unicode tables (for normal forms), equal for all workers."""
    code = code_digest("cards", "card_library", "clauses", "links", "text")
    return f"{code} {corpus.digest()} {unicodedata.unidata_version}"
