"""The indexes that Whoosh searches, one a game: schema, filling, scoring, keeping as JSON."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from whoosh.analysis import Token as WhooshToken
from whoosh.analysis import Tokenizer
from whoosh.fields import ID, STORED, TEXT, Schema
from whoosh.scoring import BM25F

from rulebook.cache.store import write_json
from rulebook.clauses.model import Clause, Rulebook
from rulebook.clauses.numbers import plain_number, split_number
from rulebook.search.analysis import tokens
from rulebook.search.index_reader import PlainIndex, Postings
from rulebook.text.normal import fold, normalise

# Tuned on the development questions: see “Ranking” in docs/decisions.md.
WEIGHTING = BM25F(B=0.5, K1=1.2)
# Fields whose words are indexed, and those whose value is one name.
_WORDS = ("title", "headings", "text")
_NAMES = ("game", "number")


class ClauseTokenizer(Tokenizer):  # type: ignore[misc]
    """Whoosh's view of :func:`rulebook.search.analysis.tokens`."""

    def __call__(  # noqa: D102
        self, value: str, mode: str = "", positions: bool = False, chars: bool = False, **_: Any
    ) -> Iterator[WhooshToken]:
        out = WhooshToken(positions, chars, mode=mode)
        normal = normalise(value)
        for token in tokens(normal.text, single_characters=mode == "index"):
            out.text = token.text
            out.boost = 1.0
            if positions:
                out.pos = token.position
            if chars:
                span = normal.printed(token.start, token.end)
                out.startchar, out.endchar = span.start, span.end
            yield out


def clause_schema() -> Schema:
    """Return the fields of a clause.

    ``number`` is indexed with dots whatever the document prints, so that ``number:8.6*`` works
    everywhere; ``printed`` is stored as the document has it.
    """

    def text() -> TEXT:
        return TEXT(analyzer=ClauseTokenizer(), multitoken_query="phrase")

    return Schema(
        printed=STORED,
        game=ID,
        number=ID,
        title=text(),
        headings=text(),
        text=text(),
    )


def build_index(book: Rulebook) -> Postings:
    """Return the index of the printed clauses of ``book``, in their order."""
    documents = [_document(book, clause) for clause in printed_clauses(book)]
    words = {field: _words([document[field] for document in documents]) for field in _WORDS}
    names = {field: _names([document[field] for document in documents]) for field in _NAMES}
    return Postings(
        stored={"printed": [document["printed"] for document in documents]},
        lengths={field: lengths for field, (_, lengths) in words.items()},
        tokens={**names, **{field: rows for field, (rows, _) in words.items()}},
    )


def save_index(postings: Postings, path: Path) -> None:
    """Write an index as compact JSON."""
    write_json(path, {name: getattr(postings, name) for name in ("stored", "lengths", "tokens")})


def load_index(path: Path) -> PlainIndex:
    """Read an index that :func:`save_index` wrote; raises :class:`ValueError` for anything else."""
    data = json.loads(path.read_bytes())
    postings = Postings(data["stored"], data["lengths"], data["tokens"])
    rows = [postings.stored["printed"], *postings.lengths.values()]
    if any(len(row) != postings.count for row in rows) or not (
        postings.lengths.keys() == set(_WORDS) and postings.tokens.keys() == {*_WORDS, *_NAMES}
    ):
        raise ValueError(f"{path}: not an index of clauses")
    return PlainIndex(clause_schema(), postings)


def _words(texts: Sequence[str]) -> tuple[dict[str, str], list[int]]:
    """Return the rows of the tokens in ``texts``, and how many tokens each text has."""
    rows: defaultdict[str, list[int]] = defaultdict(list)
    lengths = []
    for place, text in enumerate(texts):
        positions: defaultdict[str, list[int]] = defaultdict(list)
        for token in tokens(fold(text), single_characters=True):
            positions[token.text].append(token.position)
        for word, where in positions.items():
            rows[word] += [place, len(where), *where]
        lengths.append(sum(map(len, positions.values())))
    return _packed(rows), lengths


def _names(values: Sequence[str]) -> dict[str, str]:
    """Return the rows of whole values, which have no positions."""
    rows: defaultdict[str, list[int]] = defaultdict(list)
    for place, value in enumerate(values):
        rows[value] += [place, 0]
    return _packed(rows)


def _packed(rows: Mapping[str, Sequence[int]]) -> dict[str, str]:
    return {word: " ".join(map(str, numbers)) for word, numbers in rows.items()}


def printed_clauses(book: Rulebook) -> list[Clause]:
    """Return the clauses that are indexed, in the order of their document numbers."""
    return [clause for clause in book.clauses if clause.printed]


def _document(book: Rulebook, clause: Clause) -> dict[str, str]:
    above = [ancestor.title for ancestor in book.ancestors(clause) if ancestor.title]
    return {
        "printed": clause.number,
        "game": book.game.id,
        "number": plain_number(split_number(clause.number)),
        "title": clause.title or "",
        "headings": "\n".join(above),
        "text": clause.text,
    }
