"""``keywords.toml`` of a game, with all that a keyword needs: the grammar reads it, links lead to
its clauses, and meanings have the text that it stands for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from rulebook.clauses.corpus import Corpus, stored
from rulebook.clauses.findings import Finding
from rulebook.clauses.game import Game
from rulebook.data import data_folder
from rulebook.records import dataclass, field
from rulebook.text.normal import INVISIBLE
from rulebook.toml_files.kinds import ClauseNumber, EditionName, TextForm

_HINT = "See CONTRIBUTING.md, “Add a keyword”."

Keyword = Annotated[
    str,
    TextForm(rf'[^"\\\s{INVISIBLE}]+', "a word without spaces, quotation marks or backslashes"),
]
"""A keyword as cards print it, which becomes a string of the grammar."""
# All but line breaks, markup, and braces around other names; at least one visible character.
_IN_ABILITY = rf"(?=.*[^\s{INVISIBLE}])(?:[^{{}}<\\\n\u2028\u2029]|\{{(?:%s)\}})*"


@dataclass(frozen=True, slots=True)
class KeywordMeaning:
    """The text that a keyword stands for, as a card would print it, and its clause."""

    clause: ClauseNumber
    text: Annotated[
        str,
        TextForm(
            _IN_ABILITY % "names|power|level",
            "one ability on one line, with braces only around names, power or level",
        ),
    ]


@dataclass(frozen=True, slots=True)
class NeedingMeaning(KeywordMeaning):
    """The text that an icon with needed cards stands for, and its clause."""

    text: Annotated[
        str,
        TextForm(_IN_ABILITY % "needs", "one ability on one line, with braces only around needs"),
    ]


@dataclass(frozen=True, slots=True)
class KeywordEntry:
    """The concept of a keyword, its own clauses, if any, and the text that it stands for. With
    ``in_grammar``, the grammar has a separate rule for it, because names or numbers follow."""

    concept: str
    clauses: tuple[ClauseNumber, ...] = ()
    opens: KeywordMeaning | None = None
    in_grammar: bool = False


@dataclass(frozen=True, slots=True)
class KeywordsFile:
    """The keys of ``keywords.toml`` of a game, by which the file is checked."""

    edition: EditionName
    keywords: Mapping[Keyword, KeywordEntry] = field(default_factory=dict)


@stored
def load_keywords(
    corpus: Corpus, game: Game
) -> tuple[Mapping[str, KeywordEntry], tuple[Finding, ...]]:
    """Return the keywords of ``game``, if any, and findings on stale clauses, which are left out so
    that nothing cites them. Raises :class:`CorpusError` where the file is malformed."""
    from rulebook.clauses.numbered_tables import load_numbered_table  # slow; tables are cached

    file, stale = load_numbered_table(corpus.read(game), "keywords.toml", KeywordsFile, hint=_HINT)
    return file.keywords if file else {}, stale


def keywords_path(grammar: Path) -> Path:
    """Return the path of the ``keywords.toml`` that ``grammar`` reads, which need not exist. It is
    in the folder of the game, unlike a grammar that ships."""
    own = grammar.name == "cards.lark"
    return (grammar.parent if own else data_folder("corpus") / grammar.stem) / "keywords.toml"


def keyword_terminal(grammar: Path) -> str:
    """Return lines that add the keywords of the game to the terminal ``KEYWORD`` of the file
    ``grammar``, or "" if it has none: authors list them only in ``keywords.toml``. Those marked
    ``in_grammar`` are left out, because a rule of the grammar reads them with what follows."""
    from rulebook.toml_files.loader import load_toml  # slow, not needed with cached tables

    path = keywords_path(grammar)
    entries = load_toml(path, KeywordsFile, hint=_HINT).keywords if path.exists() else {}
    words = " | ".join(f'"{word}"' for word, entry in entries.items() if not entry.in_grammar)
    return f"\n%import .common (KEYWORD)\n%extend KEYWORD: {words}\n" if words else ""
