"""Answers to questions: the clauses that govern what is asked, best first, and why."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from rulebook.clauses.game import Game
from rulebook.clauses.numbers import Address, parse_address
from rulebook.errors import UnknownClause
from rulebook.search.analysis import common_spans
from rulebook.search.library import Library
from rulebook.search.rank import WEIGHTS, QueryUnit, Ranked, rank_units, split_units
from rulebook.search.ranking_table import RankingTable
from rulebook.search.snippets import Snippet, Snippets
from rulebook.text.normal import normalise

# Questions longer than this are cut: nobody reads so far either.
LONGEST_QUESTION = 600
# Answers from each game where the question names none and fits several.
_PER_GAME = 2
# So many code points more than any other must a game know to be guessed; a term of its own is
# worth so many.
_CLEARLY, _TERM = 4, 3
_CARD_TEXT = re.compile(
    r"\s*(?:[【\[［](?:自|永|起|スパーク|キャンセル|カウンター|起動効果|自動効果))"
)


class Answer(NamedTuple):
    """A clause that answers: its place in the rules, its score, and why it was chosen.

    ``elsewhere`` is the same rule in the other games: alias, their word, clause number.
    """

    game: Game
    clause: Snippet
    path: tuple[Snippet, ...]
    children: tuple[Snippet, ...]
    score: int
    why: tuple[str, ...]
    elsewhere: tuple[tuple[str, str, str], ...] = ()


class Answers(NamedTuple):
    """The answers to one question, and the game it was asked or guessed to be about."""

    question: str
    game: Game | None
    guessed: bool
    found: tuple[Answer, ...]
    is_card_text: bool = False


def answer(
    library: Library, question: str, game: Game | None = None, *, limit: int = 10
) -> Answers:
    """Return the clauses that govern what ``question`` asks, best first.

    A question that is a clause number is looked up instead; raises :class:`UnknownClause` when
    no game asked has it.  Without ``game`` the words may tell which it is about; otherwise the
    best of each game are returned, game by game.
    """
    address = parse_address(question)
    if address is not None:
        return Answers(question, game, False, tuple(_look_up(library, address, game))[:limit])
    asked = question[:LONGEST_QUESTION]
    card = _CARD_TEXT.match(question) is not None
    if game is not None:
        return Answers(question, game, False, _in_game(library, asked, game, limit), card)
    games = list(library.corpus.games.values())
    guess = guess_game(library, asked, games)
    if guess is not None:
        return Answers(question, guess, True, _in_game(library, asked, guess, limit), card)
    groups = [_in_game(library, asked, each, _PER_GAME) for each in games]
    groups.sort(key=lambda group: -group[0].score if group else 0)
    best = [found for group in groups for found in group]
    return Answers(question, None, False, tuple(best[:limit]), card)


def guess_game(library: Library, question: str, games: list[Game]) -> Game | None:
    """Return the game that knows clearly more of the words of ``question`` than any other."""
    normal = normalise(question)
    known = []
    for game in games:
        table = library.table(game)
        units = split_units(table, normal, WEIGHTS)
        known.append(sum(_knows(table, unit) for unit in units))
    most = max(known, default=0)
    others = sorted(known)[:-1]
    clear = most - max(others, default=0) >= _CLEARLY
    return games[known.index(most)] if clear else None


def _knows(table: RankingTable, unit: QueryUnit) -> int:
    """Return how much of ``unit`` the rules print, in code points of the question.

    What players say tells no game from another.  A term that the rules define counts for more.
    """
    own, _ = unit.wordings[0]
    has_all = bool(own) and all(token in table.postings for token in own)
    known = len(unit.text) if has_all or unit.concepts or unit.terms else 0
    return known + _TERM if unit.terms else known


def _in_game(library: Library, question: str, game: Game, limit: int) -> tuple[Answer, ...]:
    table = library.table(game)
    normal = normalise(question)
    units = list(split_units(table, normal, WEIGHTS))
    ranked = rank_units(table, normal, units, WEIGHTS)[:limit]
    snippets = library.snippets(game)
    return tuple(_answer(game, table, snippets, question, units, hit) for hit in ranked)


def _answer(
    game: Game,
    table: RankingTable,
    snippets: Snippets,
    question: str,
    units: list[QueryUnit],
    hit: Ranked,
) -> Answer:
    clause = snippets.clauses[table.numbers[hit.place]]
    path = snippets.path(clause)
    children = tuple(snippets.clauses[number] for number in clause.children)
    elsewhere = snippets.elsewhere[hit.concepts[0]] if hit.concepts else ()
    why = tuple(_why(table, clause, path, question, units, hit))
    return Answer(game, clause, path, children, hit.score, why, elsewhere)


def _why(
    table: RankingTable,
    clause: Snippet,
    path: tuple[Snippet, ...],
    question: str,
    units: list[QueryUnit],
    hit: Ranked,
) -> Iterator[str]:
    """Yield what speaks for the clause: players' words read as rule words, then words in common."""
    for unit in units:
        for concept in unit.concepts:
            if concept in hit.concepts:
                word = table.concepts[concept].words[0]
                yield f"{unit.text} = {word}" if word != unit.text else word
    said = "\n".join((clause.heading, clause.text, *(above.title or "" for above in path)))
    yield from dict.fromkeys(span.of(question) for span in common_spans(question, said))


def _look_up(library: Library, address: Address, game: Game | None) -> Iterator[Answer]:
    from rulebook.clauses.lookup import find_place

    games = [game] if game else list(library.corpus.games.values())
    missing: list[UnknownClause] = []
    for candidate in games:
        try:
            place = find_place(library.corpus.read(candidate), address)
        except UnknownClause as error:
            missing.append(error)
            continue
        snippets = library.snippets(candidate)
        clause = snippets.clauses[place.clause.number]
        path = snippets.path(clause)
        if address.steps:
            clause = clause._replace(number=place.number, title=None, text=place.text, children=())
        children = tuple(snippets.clauses[number] for number in clause.children)
        yield Answer(candidate, clause, path, children, 0, (place.number,))
    if len(missing) == len(games):
        raise missing[0]
