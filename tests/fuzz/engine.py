"""Check one promise with texts from Atheris, and save the texts that break it.

A fault does not end the run. For each line of code that raises, one text is saved with its
traceback. A text that takes too long is a fault like any other.
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

# The most bytes of a text, and the most seconds of processor time: instrumented code is several
# times slower.
_LONGEST, _SECONDS = 16_384, 20
# Every third mutation is one of Atheris.
_BYTE_MUTATIONS = 3


class TooSlow(BaseException):
    """A text took too long. Not an Exception, so that no error handler catches it."""


def run(name: str, seconds: int, folder: Path) -> None:
    """Check the promise ``name`` with texts for ``seconds``; never returns.

    ``folder`` has the ``texts`` and ``faults`` of earlier runs, and gets the new ones.
    """
    with atheris.instrument_imports(include=["rulebook"]):
        from tests.fuzz.promises import PROMISES

        promise = PROMISES[name]()
    promise.check(promise.seeds[0].encode())  # fills the caches before any text is timed
    texts = folder / "texts"
    texts.mkdir(parents=True, exist_ok=True)
    for seed in promise.seeds:
        _save_text(texts, seed.encode("utf-8", "surrogateescape"))
    pieces = promise.pieces

    def mutate(data: bytes, longest: int, seed: int) -> bytes:
        rng = random.Random(seed)
        if not rng.randrange(_BYTE_MUTATIONS):
            return bytes(atheris.Mutate(data, longest))
        return _encode(mutated(_text(data), pieces, rng), longest)

    def cross(one: bytes, other: bytes, longest: int, seed: int) -> bytes:
        return _encode(crossed(_text(one), _text(other), random.Random(seed)), longest)

    arguments = [
        *("fuzz", str(texts), f"-max_total_time={seconds}", f"-max_len={_LONGEST}"),
        *("-timeout=600", "-rss_limit_mb=4096", "-verbosity=0", "-print_final_stats=0"),
        f"-artifact_prefix={folder}/",
    ]
    recorder = _Recorder(promise.check, folder)
    atheris.Setup(arguments, recorder.check, custom_mutator=mutate, custom_crossover=cross)
    atheris.Fuzz()


class _Recorder:
    """Counts texts, and saves those that fail."""

    def __init__(self, check: object, folder: Path) -> None:
        self._check, self._folder = check, folder
        self._tried = self._faults = 0
        self._saved = 0.0
        signal.signal(signal.SIGPROF, _stop)

    def check(self, data: bytes) -> None:
        self._tried += 1
        try:
            with _time_limit():
                self._check(data)  # type: ignore[operator]
        except KeyboardInterrupt:
            raise
        except (Exception, TooSlow) as error:
            self._faults += _save_fault(self._folder / "faults", data, error)
        if time.monotonic() > self._saved + 1:
            self._saved = time.monotonic()
            counts = {"tried": self._tried, "faults": self._faults}
            (self._folder / "counts.json").write_text(json.dumps(counts), encoding="ascii")


@contextmanager
def _time_limit() -> Iterator[None]:
    signal.setitimer(signal.ITIMER_PROF, _SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _stop(number: int, frame: FrameType | None) -> None:
    raise TooSlow(f"more than {_SECONDS} s of processor time")


def _save_fault(folder: Path, data: bytes, error: BaseException) -> bool:
    """Save ``data`` and its traceback, once for each line that raises; return whether it is new."""
    frame = traceback.extract_tb(error.__traceback__)[-1]
    name = f"{type(error).__name__}-{Path(frame.filename).stem}-{frame.lineno}"
    path = folder / f"{name}.bin"
    if path.exists():
        return False
    folder.mkdir(exist_ok=True)
    path.write_bytes(data)
    report = "".join(traceback.format_exception(error))
    path.with_suffix(".txt").write_text(report, encoding="utf-8", errors="surrogateescape")
    return True


def _save_text(folder: Path, data: bytes) -> None:
    (folder / sha256(data).hexdigest()[:16]).write_bytes(data[:_LONGEST])


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _encode(text: str, longest: int) -> bytes:
    data = text.encode("utf-8", "surrogateescape")
    return data[:longest].decode("utf-8", "ignore").encode() if len(data) > longest else data


if __name__ == "__main__":
    run(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
