"""The site while somebody works on it: built, served, and built again when a source changes."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from rulebook.clauses.catalog import open_corpus
from rulebook.clauses.corpus import CorpusPaths
from rulebook.data import data_folder
from rulebook.errors import RulebookError
from rulebook.messages import Message, message_of
from rulebook.rulings.shelf import RulingShelf
from rulebook.search.tables.search_tables import SearchTables
from rulebook.signals import leave_to_the_first
from rulebook.website.serving import serve, state_of
from rulebook.website.site_builder import build_site


def serve_site(
    tables: SearchTables,
    port: int,
    say: Callable[[str], None],
    progress: Callable[[int], None],
    shelf: RulingShelf,
    reader: Path | None = None,
) -> None:
    """Build the site in a temporary folder and serve it there until interrupted.

    ``shelf`` has the rulings, ``reader`` reads cards; ``say`` goes into other processes, so it
    must be a function of a module.
    """
    with TemporaryDirectory(prefix="rulebook-site-") as temporary:
        folder = Path(temporary) / "site"
        paths = tables.corpus.paths
        rulings = [path if path.is_dir() else path.parent for path in shelf.paths]
        read = [*paths.folders, *rulings, data_folder("site"), *([reader] if reader else [])]
        sources = partial(state_of, read)
        before = sources()
        build_site(tables, folder, progress=progress, shelf=shelf, reader=reader)
        again = partial(_build_again, paths, shelf.paths, folder, say, reader)
        serve(folder, port, sources, before, again, say)


def _build_again(
    paths: CorpusPaths,
    rulings: tuple[Path, ...],
    folder: Path,
    say: Callable[[str], None],
    reader: Path | None,
) -> None:
    """Build the site in a process that does nothing else, and say there what is wrong."""
    leave_to_the_first()
    warnings.showwarning = lambda message, *_, **__: say(
        Message("rulebook: {warning}", warning=message_of(message))
    )
    try:
        corpus = open_corpus(*paths.folders, cache=paths.cache)
        shelf = RulingShelf(corpus, rulings)
        build_site(SearchTables(corpus), folder, shelf=shelf, reader=reader)
    except RulebookError as error:
        say(error.message)
        sys.exit(error.exit_code)
    except Exception as error:  # a template in the middle of an edit
        say(Message("not built: {error}", error=error))
        sys.exit(1)
