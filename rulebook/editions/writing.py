"""A corpus written with something new in it: beside, proved, then put in place in one step."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import copyfile

from rulebook.cache.folders import folder_beside, put_in_place
from rulebook.clauses.corpus import Corpus, corpus_digest, load_corpus
from rulebook.clauses.game import Game, load_game
from rulebook.errors import EditionError

Prove = Callable[[Corpus, Game], None]
"""What is given the corpus and the game as they will be, and raises where they cannot be used."""


def write_game(
    corpus: Corpus, source: Path | None, target: Path, files: Mapping[str, str], prove: Prove
) -> None:
    """Write the game in ``source``, with ``files`` in it, as the folder ``target``.

    The tables that games share are those of ``corpus``.  Raises what ``prove`` raises, and
    :class:`EditionError` where nothing can be written; the old folder stays then.
    """

    before = corpus_digest(target)

    def fill(staged: Path) -> None:
        if source is not None:
            _copy_tree(source, staged)
        _write(staged, files)
        game = load_game(staged)
        prove(Corpus(corpus.folder, {**corpus.games, game.id: game}, {}, cache=corpus.cache), game)
        if corpus_digest(target) != before:
            raise EditionError(f"{target} was changed meanwhile", hint="Try again.")

    _put(target, fill)


def write_corpus(
    corpus: Corpus, target: Path, name: str, files: Mapping[str, str], prove: Prove
) -> None:
    """Write a copy of ``corpus`` as the folder ``target``, with ``files`` in its game ``name``.

    ``target`` must be new or empty.  Raises as :func:`write_game` does.
    """

    def fill(staged: Path) -> None:
        for table in sorted(corpus.folder.glob("*.toml")):
            copyfile(table, staged / table.name)
        for game in corpus.games.values():
            _copy_tree(game.folder, staged / game.folder.name)
        _write(staged / name, files)
        copied = load_corpus(staged)
        prove(copied, load_game(staged / name))

    _put(target, fill)


def _put(target: Path, fill: Callable[[Path], None]) -> None:
    target = Path(os.path.realpath(target))  # a link to a folder stays one
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with folder_beside(target) as staged:
            fill(staged)
            put_in_place(staged, target)
    except OSError as error:
        what = f"{target} cannot be written ({error.strerror or error})"
        raise EditionError(what, hint="Name another folder with --into.") from error


def _copy_tree(source: Path, target: Path) -> None:
    """Copy the files in ``source`` without their rights: what ships may not be writable."""
    for path in sorted(source.rglob("*")):
        inside = path.relative_to(source)
        if path.is_file() and not any(part.startswith(".") for part in inside.parts):
            (target / inside).parent.mkdir(parents=True, exist_ok=True)
            copyfile(path, target / inside)


def _write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
