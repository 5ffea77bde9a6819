"""Cards read by the workers of a Dask cluster, which have the same Rulebook as this process.

Each worker opens its own corpus and tables.  A chunk that a worker took with it when it died goes
to another; what comes back is the same, whoever made it.
"""

from __future__ import annotations

import logging
import unicodedata
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from functools import lru_cache, partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from rulebook.cache.store import code_digest
from rulebook.cards.annotating.annotator import Annotator, open_annotator
from rulebook.cards.worker_pools.many_cards import Chunk, Make, WorkerPool
from rulebook.clauses.catalog import open_corpus
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.data import data_folder
from rulebook.errors import ClusterError
from rulebook.messages import Message
from rulebook.records import dataclass

if TYPE_CHECKING:
    from distributed import Client, Future

_INSTALL = "Install the extra: pip install 'rulebook[cluster]'."
_SAME = "Scheduler and workers need the Rulebook, and the corpus, that are here."
_CERTIFICATES = "Name its certificates in the settings of Dask: distributed.comm.tls."
_START = "Start some: dask worker {address} --nthreads 1"
# Seconds: for a scheduler, for a first worker, and until it is told that all workers are gone.
_CONNECT, _FIRST, _PATIENCE = 10, 30, 60
# A worker has so many chunks at most, so that it never waits for the next.
_AHEAD = 3


@dataclass(frozen=True, slots=True)
class SharedTables:
    """What a worker must have: a game of a corpus, and the ``key`` of the code and the corpus.

    ``folders`` are empty for the corpus that comes with Rulebook, wherever that is.
    """

    folders: tuple[Path, ...]
    game_key: str
    key: str


@contextmanager
def cluster(address: str, corpus: Corpus, game: Game, make: Make[Any]) -> Iterator[WorkerPool]:
    """Give out chunks to the workers of the scheduler at ``address`` (``tcp://host:port``).

    Raises :class:`ClusterError`: no such scheduler, no workers, another Rulebook there, or
    distributed is not installed.
    """
    client = _connected(address)
    try:
        shipped = corpus.folders == (data_folder("corpus"),)
        tables = SharedTables(() if shipped else corpus.folders, game.key, _key(corpus))
        with _failing_as_ours(address):
            threads = sum(client.nthreads().values())

        def give_out(chunk: Chunk) -> Callable[[], list[Any]]:
            with _failing_as_ours(address):
                future = client.submit(_work, tables, chunk, make, pure=False)
            return partial(_result, client, future, address)

        yield WorkerPool(_AHEAD * threads, give_out)
    finally:
        with suppress(Exception):  # the scheduler may be gone
            client.close(timeout=_CONNECT)


def _connected(address: str) -> Client:
    try:
        from distributed import Client
    except ModuleNotFoundError as error:
        raise ClusterError("working on a cluster needs distributed", hint=_INSTALL) from error
    _silence_distributed()
    try:
        connect = partial(Client, address, timeout=_CONNECT, set_as_default=False)
        client = _within(_CONNECT, connect)
    except Exception as error:
        what = Message("no Dask scheduler answers at {address}", address=address)
        hint = _CERTIFICATES if address.startswith("tls:") else "Start one: dask scheduler"
        raise ClusterError(what, hint=hint) from error
    try:
        client.wait_for_workers(1, timeout=_FIRST)
    except TimeoutError as error:
        client.close()
        what = Message("the scheduler at {address} has no workers", address=address)
        raise ClusterError(what, hint=Message(_START, address=address)) from error
    return client


def _within(seconds: float, work: Callable[[], Client]) -> Client:
    """Return the result of ``work``; raise :class:`TimeoutError` where it takes longer.

    distributed waits for ever on a port that accepts a connection and sends nothing.
    """
    done: SimpleQueue[Client | Exception] = SimpleQueue()

    def run() -> None:
        try:
            done.put(work())
        except Exception as error:
            done.put(error)

    Thread(target=run, daemon=True).start()
    try:
        result = done.get(timeout=seconds)
    except Empty:
        raise TimeoutError from None
    if isinstance(result, Exception):
        raise result
    return result


def _silence_distributed() -> None:
    """Keep the log of distributed off the terminal: errors of ours say what is wrong, once."""
    names = ("distributed", *logging.Logger.manager.loggerDict)
    for name in names:
        if name.partition(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


def _result(client: Client, future: Future, address: str) -> list[Any]:
    """Return what a worker made of a chunk; while there are workers, it is waited for."""
    while True:
        with _failing_as_ours(address):
            try:
                made: list[Any] = future.result(timeout=_PATIENCE)
                return made
            except TimeoutError:
                if not client.nthreads():
                    what = Message(
                        "all workers of the scheduler at {address} are gone", address=address
                    )
                    raise ClusterError(what, hint=Message(_START, address=address)) from None


@contextmanager
def _failing_as_ours(address: str) -> Iterator[None]:
    """Turn whatever goes wrong with the cluster into a word on it."""
    try:
        yield
    except (ClusterError, TimeoutError):
        raise
    except (CancelledError, OSError) as error:
        # Only a lost scheduler cancels what it was given: a lost worker's chunk goes to another.
        what = Message("the scheduler at {address} is gone", address=address)
        raise ClusterError(what, hint="Start it again: dask scheduler") from error
    except Exception as error:
        why = f"{type(error).__name__}: {error}".split("\n", 1)[0]
        raise ClusterError(
            Message("the cluster at {address} fails: {why}", address=address, why=why), hint=_SAME
        ) from error


# ---- In a worker

# The threads of a worker have one annotator, which none may use while another does.
_lock = Lock()


def _work(tables: SharedTables, chunk: Chunk, make: Make[Any]) -> list[Any]:
    with _lock:
        return make(_annotator(tables), chunk)


@lru_cache(maxsize=2)
def _annotator(tables: SharedTables) -> Annotator:
    corpus = open_corpus(*(tables.folders or (data_folder("corpus"),)))
    if _key(corpus) != tables.key:
        raise ClusterError("a worker has another Rulebook or another corpus", hint=_SAME)
    return open_annotator(corpus, corpus.game(tables.game_key))


def _key(corpus: Corpus) -> str:
    """Return a key of all that has a say in what is made of a card."""
    code = code_digest("cards", "card_library", "clauses", "links", "text")
    return f"{code} {corpus.digest()} {unicodedata.unidata_version}"
