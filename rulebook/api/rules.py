"""All rules of a corpus, opened: what bots, deck tools and the command line ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from rulebook.api.documents import DocumentMethods
from rulebook.api.editions import EditionMethods
from rulebook.api.explaining import StageMethods
from rulebook.api.questions import QuestionMethods
from rulebook.api.sites import SiteMethods
from rulebook.data import data_folder, own_corpus, own_rulings


class Rules(QuestionMethods, DocumentMethods, StageMethods, EditionMethods, SiteMethods):
    """The rules of every game of a corpus, ready for questions.

    Made by :func:`open_rules`.  Not to be shared between threads while it still loads.
    """


def open_rules(
    folder: Path | str | None = None,
    *,
    cache: Path | str | None = None,
    say: Callable[[str], None] | None = None,
    rulings: Iterable[Path | str] | Path | str = (),
) -> Rules:
    """Return the rules in ``folder``, a corpus of one's own, or those that ship with Rulebook.

    With those that ship come the editions and games that the user took in (``edition add``).
    ``cache`` is where tables are kept, else ``$RULEBOOK_CACHE`` or the user's cache folder;
    ``say`` is told what takes time; ``rulings`` are files or folders of rulings of one's own.
    Raises :class:`CorpusError` where no game can be used.
    """
    from rulebook.clauses.catalog import open_corpus

    named = (rulings,) if isinstance(rulings, Path | str) else rulings
    kept, paths = Path(cache) if cache else None, list(map(Path, named))
    if folder:
        return Rules(open_corpus(Path(folder), cache=kept), say, rulings=paths)
    own = own_corpus()
    paths += [own_rulings()] if own_rulings().is_dir() else []
    return Rules(open_corpus(data_folder("corpus"), own, cache=kept), say, own, paths)
