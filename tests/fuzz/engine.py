"""One promise under Atheris: texts are made, the promise must keep each, faults are put down.

A fault does not end the run: it is kept once for each place in the code that it comes from, as
the text and, beside it, the traceback.  Where a text takes longer than its size allows, that is a
fault like any other.
"""

from __future__ import annotations

import json
import random
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from types import FrameType

import atheris

from tests.fuzz.mutation import crossed, mutated

# Bytes of a text at most, and seconds of processor time that none may take: code that is watched
# is several times as slow as it is.
_LONGEST, _SECONDS = 16_384, 20
# Every third mutation is the engine's own.
_OWN = 3


class TooSlow(BaseException):
    """A text takes longer than any of its size should; no handler of errors may hide it."""


def run(name: str, seconds: int, folder: Path) -> None:
    """Hold the promise ``name`` against texts for ``seconds``; never returns.

    ``folder`` keeps what was learned (``texts``) and found (``faults``) from run to run.
    """
    with atheris.instrument_imports(include=["rulebook"]):
        from tests.fuzz.promises import PROMISES

        promise = PROMISES[name]()
    promise.hold(promise.seeds[0].encode())  # what is built once is no part of any text's time
    texts = folder / "texts"
    texts.mkdir(parents=True, exist_ok=True)
    for seed in promise.seeds:
        _keep(texts, seed.encode("utf-8", "surrogateescape"))
    pieces = promise.pieces

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        rng = random.Random(seed)
        if not rng.randrange(_OWN):
            return bytes(atheris.Mutate(data, most))
        return _encoded(mutated(_text(data), pieces, rng), most)

    def cross(one: bytes, other: bytes, most: int, seed: int) -> bytes:
        return _encoded(crossed(_text(one), _text(other), random.Random(seed)), most)

    arguments = [
        *("fuzz", str(texts), f"-max_total_time={seconds}", f"-max_len={_LONGEST}"),
        *("-timeout=600", "-rss_limit_mb=4096", "-verbosity=0", "-print_final_stats=0"),
        f"-artifact_prefix={folder}/",
    ]
    watch = _Watch(promise.hold, folder)
    atheris.Setup(arguments, watch.hold, custom_mutator=mutate, custom_crossover=cross)
    atheris.Fuzz()


class _Watch:
    """Counts texts, and puts down what fails."""

    def __init__(self, hold: object, folder: Path) -> None:
        self._hold, self._folder = hold, folder
        self._tried = self._faults = 0
        self._told = 0.0
        signal.signal(signal.SIGPROF, _stop)

    def hold(self, data: bytes) -> None:
        self._tried += 1
        try:
            with _limited():
                self._hold(data)  # type: ignore[operator]
        except KeyboardInterrupt:
            raise
        except (Exception, TooSlow) as error:
            self._faults += _put_down(self._folder / "faults", data, error)
        if time.monotonic() > self._told + 1:
            self._told = time.monotonic()
            counts = {"tried": self._tried, "faults": self._faults}
            (self._folder / "counts.json").write_text(json.dumps(counts), encoding="ascii")


@contextmanager
def _limited() -> Iterator[None]:
    signal.setitimer(signal.ITIMER_PROF, _SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _stop(number: int, frame: FrameType | None) -> None:
    raise TooSlow(f"more than {_SECONDS} s of processor time")


def _put_down(folder: Path, data: bytes, error: BaseException) -> bool:
    """Keep ``data`` and where ``error`` comes from, once for each such place; whether it is new."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    named = f"{type(error).__name__}-{Path(place.filename).stem}-{place.lineno}"
    path = folder / f"{named}.bin"
    if path.exists():
        return False
    folder.mkdir(exist_ok=True)
    path.write_bytes(data)
    told = "".join(traceback.format_exception(error))
    path.with_suffix(".txt").write_text(told, encoding="utf-8", errors="surrogateescape")
    return True


def _keep(folder: Path, data: bytes) -> None:
    (folder / sha256(data).hexdigest()[:16]).write_bytes(data[:_LONGEST])


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _encoded(text: str, most: int) -> bytes:
    data = text.encode("utf-8", "surrogateescape")
    return data[:most].decode("utf-8", "ignore").encode() if len(data) > most else data


if __name__ == "__main__":
    run(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
