"""The card reader for the browser, as files of the site, in a folder named after their content."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from rulebook.card_reader.building import Manifest, open_manifest
from rulebook.card_reader.reading import game_tables
from rulebook.clauses.corpus import Corpus
from rulebook.data import data_folder
from rulebook.errors import CorpusError, ReaderError
from rulebook.messages import Message
from rulebook.records import dataclass

CARD_READER = "static/card_reader.js"  # the script of the page on which cards are read
READER = "reader/"  # the folder of everything that reads cards
_WORKER = "reader_worker.js"


@dataclass(frozen=True, slots=True)
class SiteReader:
    """A reader for the site; ``tables`` are the files of the games whose cards it reads, by id."""

    folder: Path
    manifest: Manifest
    tables: Mapping[str, bytes]
    key: str

    @property
    def address(self) -> str:
        """The folder of the reader, named by its content so that browsers may cache it."""
        return READER + self.key

    @property
    def paths(self) -> Iterator[str]:
        """The addresses of the files that a browser loads to read cards: the worker, the built
        files and the tables of each game. They are stored, so cards can also be read offline."""
        tables = (f"{game}.json" for game in self.tables)
        for name in (_WORKER, *(file.name for file in self.manifest.files), *tables):
            yield f"{self.address}/{name}"

    def fetched(self, game: str) -> int:
        """Return how many bytes the page itself loads to read cards of ``game``, for a progress
        bar; not modules (.mjs), which the browser imports unseen."""
        files = (file.bytes for file in self.manifest.files if not file.name.endswith(".mjs"))
        return sum(files) + len(self.tables[game])

    def megabytes(self, game: str) -> str:
        """Return, as text, how many compressed megabytes a browser loads to read cards of ``game``.
        The button shows it, so that users know before they load so much."""
        packed = len(gzip.compress(self.tables[game]))
        return f"{(sum(file.compressed for file in self.manifest.files) + packed) / 1e6:.1f}"

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield the path and content of every file; for those of the reader also the brotli
        version. Many hosts send a ``.br`` file as it is, and the reader is large."""
        yield f"{self.address}/{_WORKER}", _worker()
        for file in self.manifest.files:
            for name in (file.name, f"{file.name}.br"):
                yield f"{self.address}/{name}", (self.folder / name).read_bytes()
        for game, tables in self.tables.items():
            yield f"{self.address}/{game}.json", tables


def open_reader(folder: Path, corpus: Corpus) -> SiteReader:
    """Return the card reader that ``make reader`` left in ``folder``. Raise :class:`ReaderError`
    without one, or if code or files changed since: site and terminal would read differently."""
    manifest = open_manifest(folder)
    for file in manifest.files:
        path = folder / file.name
        if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != file.sha256:
            what = Message("{path} was modified after it was built", path=path)
            raise ReaderError(what, hint="Run “make reader” again.")
    tables = {}
    for game in corpus.games.values():
        with suppress(CorpusError):  # without a grammar, none of its cards can be read
            tables[game.id] = game_tables(corpus, game).encode()
    # The reader's folder has the digest in its name, so that browsers may cache it.
    content = hashlib.sha256(manifest.as_text().encode() + _worker())
    for id, listed in tables.items():
        content.update(id.encode() + listed)
    return SiteReader(folder, manifest, tables, content.hexdigest()[:12])


def _worker() -> bytes:
    """Return the script that runs the reader in the browser. It is served from the reader's folder,
    whose name also depends on it, so that browsers do not use an old cached one."""
    return (data_folder("site") / "static" / _WORKER).read_bytes()
