"""The corpus together with its index: what questions and searches are answered from."""

from __future__ import annotations

import hashlib
import os
import sys
from pathlib import Path

from platformdirs import user_cache_path
from whoosh.filedb.filestore import FileStorage, RamStorage
from whoosh.index import Index

from rulebook import __version__
from rulebook.clauses.corpus import Corpus
from rulebook.search.index import fill_index
from rulebook.search.store import ensure_folder

# Raised by one whenever what is written into the index changes.
INDEX_VERSION = 1


def open_index(corpus: Corpus, cache: Path | None = None) -> Index:
    """Return the index over ``corpus``, from the cache or built now.

    ``cache`` is ``$RULEBOOK_CACHE`` or the user's cache folder unless given.  Where nothing can
    be written the index is built in memory for this process, with a warning on standard error.
    """
    root = cache or Path(os.environ.get("RULEBOOK_CACHE") or user_cache_path("rulebook"))
    content = f"{INDEX_VERSION} {__version__} {corpus.digest()}"
    name = f"index-{hashlib.sha256(content.encode()).hexdigest()[:16]}"

    def fill(folder: Path) -> None:
        storage = FileStorage(folder)
        fill_index(storage, corpus.rulebooks()).close()
        storage.close()
        for lock in folder.glob("*LOCK"):
            lock.unlink()

    try:
        folder = ensure_folder(root, name, fill)
    except OSError as error:
        print(f"rulebook: cannot keep the index in {root}: {error}", file=sys.stderr)
        return fill_index(RamStorage(), corpus.rulebooks())
    return FileStorage(folder, readonly=True).open_index()
