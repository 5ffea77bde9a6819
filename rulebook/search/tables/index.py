"""The Whoosh index of a game, stored as JSON and read by Whoosh through :class:`PlainReader`:
Whoosh's own file format has pickles, and unpickling a file can run code."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from whoosh.fields import ID, STORED, TEXT, Schema
from whoosh.matching import ListMatcher
from whoosh.query.spans import Span
from whoosh.reading import IndexReader, TermInfo
from whoosh.scoring import BM25F
from whoosh.searching import Searcher
from whoosh.util.numeric import byte_to_length, length_to_byte

from rulebook.cache.plain_values import to_plain
from rulebook.cache.store import write_json
from rulebook.clauses.model import Clause, Rulebook
from rulebook.clauses.numbers import plain_number, split_number
from rulebook.records import dataclass
from rulebook.search.analysis import token_bounds
from rulebook.text.normal import fold

# Tuned on the development questions: see “Ranking” in docs/decisions.md.
WEIGHTING = BM25F(B=0.5, K1=1.2)
# Fields that are tokenised, and fields whose value is one term, which is found only as a whole.
_WORDS = ("title", "headings", "text")
_NAMES = ("game", "number")


@dataclass(frozen=True, slots=True)
class Postings:
    """An index of documents (clauses) as JSON values. ``tokens`` has, by field and token, a row of
    postings, each of a document, the number of positions, and the positions. A row is one text,
    which is parsed only when it is needed."""

    stored: Mapping[str, Sequence[str]]  # By field, a value for each document
    lengths: Mapping[str, Sequence[int]]  # Token counts, a value for each document
    tokens: Mapping[str, Mapping[str, str]]

    @property
    def count(self) -> int:
        """The number of documents; :func:`load_index` checks that every list has as many values."""
        return max(map(len, self.stored.values()), default=0)


def _unpacked(row: str) -> Iterator[tuple[int, Sequence[int]]]:
    """Yield document and positions of each posting in ``row``, which :class:`Postings` explains."""
    numbers = list(map(int, row.split()))
    at = 0
    while at < len(numbers):
        end = at + 2 + numbers[at + 1]
        yield numbers[at], numbers[at + 2 : end]
        at = end


class PlainReader(IndexReader):  # type: ignore[misc]
    """A Whoosh reader of :class:`Postings`, with only the methods that our queries need."""

    def __init__(self, schema: Schema, postings: Postings) -> None:
        """``postings`` are read in place of Whoosh's files, which could run code."""
        self.schema = schema
        self._postings = postings
        # Whoosh stores a length in one byte; its scores use the rounded length.
        self._lengths = {
            field: [byte_to_length(length_to_byte(length)) for length in lengths]
            for field, lengths in postings.lengths.items()
        }

    @cached_property
    def _sorted(self) -> dict[str, list[str]]:
        """The tokens of each field in order, made on first use: only prefix queries need it."""
        return {field: sorted(tokens) for field, tokens in self._postings.tokens.items()}

    def _row(self, field: str, text: str | bytes) -> str:
        """Return the stored postings of a term, empty if no document has it. Whoosh gives ``text``
        as bytes or str, but postings are stored by str, so it is converted."""
        return self._postings.tokens[field].get(self._text_to_bytes(field, text).decode(), "")

    def __contains__(self, term: tuple[str, str | bytes]) -> bool:
        """Whether any clause has ``term``, a field and a token: Whoosh asks this first."""
        return bool(self._row(*term))

    def terms_from(self, field: str, prefix: bytes) -> Iterator[tuple[str, bytes]]:
        """Return the terms of ``field`` from ``prefix`` on, in order, for prefix queries."""
        tokens = self._sorted[field]
        first = bisect_left(tokens, self._text_to_bytes(field, prefix).decode())
        return ((field, token.encode()) for token in tokens[first:])

    def term_info(self, field: str, text: str | bytes) -> TermInfo:
        """Return the statistics of a term for Whoosh's scoring, computed from its postings."""
        info = TermInfo()
        lengths = self._lengths.get(field)
        for place, positions in _unpacked(self._row(field, text)):
            info.add_posting(place, _weight(positions), lengths[place] if lengths else None)
        return info

    def doc_frequency(self, field: str, text: str | bytes) -> int:
        """Return how many documents have a term: Whoosh scores rare terms higher."""
        return sum(1 for _ in _unpacked(self._row(field, text)))

    def postings(self, field: str, text: str | bytes, scorer: Any = None) -> ListMatcher:
        """Return the matcher over the documents that have a term, by which they are scored."""
        places, positions = zip(*_unpacked(self._row(field, text)), strict=True)
        values = places, [_weight(each) for each in positions], positions, self.schema[field].format
        return _Matcher(*values, scorer, term=(field, text), terminfo=self.term_info(field, text))

    def doc_count_all(self) -> int:
        """Return the number of documents, with which Whoosh computes how rare a term is."""
        return self._postings.count

    doc_count = doc_count_all

    def is_deleted(self, place: int) -> bool:
        """Return False: an index never changes after it is built, but Whoosh asks."""
        return False

    def stored_fields(self, place: int) -> dict[str, str]:
        """Return the stored values of a clause: its printed number, by which results name it."""
        return {field: values[place] for field, values in self._postings.stored.items()}

    def field_length(self, field: str) -> int:
        """Return the number of tokens in ``field`` of all documents, for Whoosh's mean length."""
        return sum(self._postings.lengths.get(field, ()))

    def max_field_length(self, field: str) -> int:
        """Return the length of the longest ``field``, rounded as Whoosh does (``__init__``)."""
        return max(self._lengths.get(field, ()), default=0)

    def doc_field_length(self, place: int, field: str, default: int = 0) -> int:
        """Return the rounded length of ``field`` in the document at ``place``, for its score."""
        return self._lengths[field][place] if field in self._lengths else default


class _Matcher(ListMatcher):  # type: ignore[misc]
    """A matcher over the postings of a token, whose values are positions."""

    def block_max_weight(self) -> float:
        """Return the greatest weight: Whoosh skips documents that cannot be among the best."""
        return float(self._terminfo.max_weight())

    def spans(self) -> list[Span]:
        """Return the token's positions in the current document: phrase queries compare them."""
        return [Span(position) for position in self._values[self._i]]


def _weight(positions: Sequence[int]) -> float:
    """Return how often a token occurs in a document, for its score; once if it has no positions."""
    return float(len(positions) or 1)


def build_index(book: Rulebook) -> Postings:
    """Return the postings of the printed clauses of ``book``, with the titles above each clause as
    a field. Each token has a text of numbers, which loads fast and is parsed only when looked up.
    Game and number are one token each, without positions. Single characters are tokens too."""
    clauses = printed_clauses(book)
    above = [filter(None, (each.title for each in book.ancestors(clause))) for clause in clauses]
    texts_by_field = {
        "game": [book.game.id for _ in clauses],
        "number": [plain_number(split_number(clause.number)) for clause in clauses],
        "title": [clause.title or "" for clause in clauses],
        "headings": list(map("\n".join, above)),
        "text": [clause.text for clause in clauses],
    }
    lengths: dict[str, list[int]] = {field: [] for field in _WORDS}
    tokens: dict[str, dict[str, str]] = {}
    for field, texts in texts_by_field.items():
        rows: defaultdict[str, list[int]] = defaultdict(list)
        for place, text in enumerate(texts):
            found: defaultdict[str, list[int]] = defaultdict(list)  # the positions of each token
            if field in _NAMES:
                found[text] = []
            else:
                folded = fold(text)
                for start, end, position in token_bounds(folded, single_characters=True):
                    found[folded[start:end]].append(position)
                lengths[field].append(sum(map(len, found.values())))
            for word, where in found.items():
                rows[word] += [place, len(where), *where]
        tokens[field] = {word: " ".join(map(str, numbers)) for word, numbers in rows.items()}
    return Postings({"printed": [clause.number for clause in clauses]}, lengths, tokens)


def save_index(postings: Postings, path: Path) -> None:
    """Write ``postings`` as one JSON file, which a searcher loads in one step."""
    write_json(path, to_plain(postings))


def load_index(path: Path) -> Searcher:
    """Return a searcher of the index at ``path``; raise for a damaged one, to be built again."""
    postings = Postings(**json.loads(path.read_bytes()))
    rows = [postings.stored["printed"], *postings.lengths.values()]
    if any(len(row) != postings.count for row in rows) or not (
        postings.lengths.keys() == set(_WORDS) and postings.tokens.keys() == {*_WORDS, *_NAMES}
    ):
        raise ValueError(f"{path}: not an index of clauses")
    # ``number`` has dots in every game, so one spelling finds it; ``printed`` is for the results.
    schema = Schema(printed=STORED, game=ID, number=ID, **dict.fromkeys(_WORDS, TEXT))
    return Searcher(PlainReader(schema, postings), WEIGHTING)


def printed_clauses(book: Rulebook) -> list[Clause]:
    """Return the clauses that the document prints, also those of which it prints no number but a
    text; others complete the tree and have no words."""
    return [clause for clause in book.clauses if clause.printed or clause.blocks]
