"""Answers to questions: the clauses that speak of what is asked, best first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from whoosh.index import Index
from whoosh.query import Or, Query, Term
from whoosh.scoring import BM25F

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.clauses.lookup import find_place
from rulebook.clauses.model import Clause, Rulebook
from rulebook.clauses.numbers import Address, parse_address
from rulebook.errors import UnknownClause
from rulebook.search.analysis import common_spans, tokens

# Tuned on the development questions; see docs in ARCHITECTURE.md, “Ranking”.
FIELD_WEIGHTS = {"text": 1.0, "title": 0.5, "headings": 0.5}
HIRAGANA_WEIGHT = 0.5
WEIGHTING = BM25F(B=0.5, K1=1.2)


@dataclass(frozen=True, slots=True)
class Answer:
    """A clause that answers, its score, and in words what matched."""

    book: Rulebook
    clause: Clause
    score: float
    why: tuple[str, ...]


def answer(
    corpus: Corpus, index: Index, question: str, game: Game | None = None, *, limit: int = 10
) -> tuple[Answer, ...]:
    """Return the clauses that answer ``question``, best first; none for a question without words.

    A question that is a clause number is looked up instead; raises :class:`UnknownClause` when
    no game asked has it.
    """
    address = parse_address(question)
    if address is not None:
        return tuple(_look_up(corpus, address, game))
    query = _query(question)
    if query is None:
        return ()
    only = Term("game", game.id) if game else None
    with index.searcher(weighting=WEIGHTING) as searcher:
        hits = searcher.search(query, limit=limit, filter=only)
        found = [(hit["game"], hit["printed"], float(hit.score)) for hit in hits]
    return tuple(_answer(corpus, question, *hit) for hit in found)


def _query(question: str) -> Query | None:
    weights = {
        token.text: HIRAGANA_WEIGHT if token.is_hiragana else 1.0 for token in tokens(question)
    }
    terms = [
        Term(field, text, boost=weight * boost)
        for text, weight in weights.items()
        for field, boost in FIELD_WEIGHTS.items()
    ]
    return Or(terms) if terms else None


def _answer(corpus: Corpus, question: str, game_id: str, number: str, score: float) -> Answer:
    book = corpus.read(corpus.game(game_id))
    clause = book.by_number[number]
    said = f"{clause.title or ''}\n{clause.text}"
    why = dict.fromkeys(span.of(question) for span in common_spans(question, said))
    return Answer(book, clause, round(score, 4), tuple(why))


def _look_up(corpus: Corpus, address: Address, game: Game | None) -> Iterator[Answer]:
    games = [game] if game else list(corpus.games.values())
    missing: list[UnknownClause] = []
    for candidate in games:
        book = corpus.read(candidate)
        try:
            place = find_place(book, address)
        except UnknownClause as error:
            missing.append(error)
        else:
            yield Answer(book, place.clause, 1.0, (place.number,))
    if len(missing) == len(games):
        raise missing[0]
