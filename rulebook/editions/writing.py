"""Write a corpus with a new edition in it: next to the old one, proved, exchanged in one step."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import copyfile

from rulebook.clauses.corpus import Corpus, load_corpus
from rulebook.clauses.game import Game, load_game
from rulebook.errors import EditionError
from rulebook.messages import Message
from rulebook.replacing import copy_tree, replace_folder, state

Prove = Callable[[Corpus, Game], Mapping[str, str]]
"""Takes the corpus and the game as they will be, raises where they cannot be used, and returns
further files of the game."""


def folder_states(folder: Path) -> dict[str, str]:
    """Return the state of ``folder`` under the name "", and of each entry in it under its name."""
    entries = folder.iterdir() if folder.is_dir() else ()
    return {"": state(folder), **{path.name: state(path) for path in entries}}


def write_game(
    corpus: Corpus,
    source: Path | None,
    target: Path,
    files: Mapping[str, str],
    prove: Prove,
    read: str,
) -> None:
    """Write the game in ``source``, with ``files`` in it, as the folder ``target``.

    ``read`` is the state of ``target`` when the game was read.  The tables that games share are
    those of ``corpus``.  Raises what ``prove`` raises, :class:`EditionError` where nothing can be
    written or :class:`ChangedMeanwhile`; the old folder stays then.
    """

    def fill(staged: Path) -> None:
        if source is not None:
            copy_tree(source, staged, rights=source == target)
        _write(staged, files)
        game = load_game(staged)
        games = {**corpus.games, game.id: game}
        _write(staged, prove(Corpus(corpus.folder, games, {}, cache=corpus.cache), game))

    _replace(target, fill, read)


def write_corpus(
    corpus: Corpus, target: Path, name: str, files: Mapping[str, str], prove: Prove, read: str
) -> None:
    """Write a copy of ``corpus`` as the folder ``target``, with ``files`` in its game ``name``.

    ``target`` must be new or empty.  Raises as :func:`write_game` does.
    """

    def fill(staged: Path) -> None:
        for table in sorted(corpus.folder.glob("*.toml")):
            copyfile(table, staged / table.name)
        for game in corpus.games.values():
            copy_tree(game.folder, staged / game.folder.name, rights=False)
        _write(staged / name, files)
        copied = load_corpus(staged)
        _write(staged / name, prove(copied, load_game(staged / name)))

    _replace(target, fill, read)


def _replace(target: Path, fill: Callable[[Path], None], read: str) -> None:
    try:
        replace_folder(target, fill, read)
    except OSError as error:
        what = Message(
            "{output} cannot be written ({reason})", output=target, reason=error.strerror or error
        )
        raise EditionError(what, hint="Name another folder with --into.") from error


def _write(folder: Path, files: Mapping[str, str]) -> None:
    """Write ``files`` into ``folder``; a link is replaced, not followed out of the folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_bytes(text.encode())
