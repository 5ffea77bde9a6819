"""Building a game's table from its Whoosh index, its terms, its concepts and what players say."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from whoosh.index import Index

from rulebook.clauses.model import Clause, Rulebook
from rulebook.links.concepts import Concepts
from rulebook.links.model import LinkedRulebook
from rulebook.records import replace
from rulebook.search.alias_search import AliasSearch
from rulebook.search.analysis import token_texts
from rulebook.search.index import FIELD_WEIGHTS, WEIGHTING, printed_clauses
from rulebook.search.intent import intents_served
from rulebook.search.name_matching import name_key
from rulebook.search.ranking_table import ConceptRow, Passages, RankingTable, packed
from rulebook.search.table_file import last_below
from rulebook.search.vocabulary import SharedVocabulary
from rulebook.search.vocabulary_builder import add_name
from rulebook.text.normal import fold

# Whoosh's scores become whole numbers, so that every reader adds them up alike.
SCALE = 1
# Where sentences fall into passages.
_BREAK = re.compile(r"[、。\s「」『』()/]+")


def build_table(
    linked: LinkedRulebook,
    concepts: Concepts,
    vocabulary: SharedVocabulary,
    index: Index,
    aliases: Mapping[str, str],
) -> RankingTable:
    """Return the table of one game.

    ``index`` holds the same clauses in the same order; ``aliases`` has what players say of them,
    by clause number.
    """
    book = linked.book
    clauses = printed_clauses(book)
    places = {clause.number: place for place, clause in enumerate(clauses)}
    rows, names = _concepts(concepts, book, places)
    defining = _terms(linked, places, names)
    spoken = [fold(aliases.get(clause.number, "")).split() for clause in clauses]
    kept = {name for name in (*names, *vocabulary.names) if len(name) == 1}
    table = RankingTable(
        game=book.game.id,
        numbers=tuple(clause.number for clause in clauses),
        last=last_below([clause.number for clause in clauses]),
        heading=tuple(int(clause.title is not None) for clause in clauses),
        priors=tuple(_prior(clause) for clause in clauses),
        intents=tuple(intents_served(fold(clause.text)) for clause in clauses),
        postings=dict(_postings(index, kept)),
        concepts=rows,
        terms=defining,
        names=names,
        passages=(),
        vocabulary=vocabulary,
        aliases=AliasSearch(["\n".join(each) for each in spoken]),
    )
    passages = [_passages(table, *both) for both in zip(clauses, spoken, strict=True)]
    return replace(table, passages=passages)


def _passages(table: RankingTable, clause: Clause, aliases: Sequence[str]) -> Passages:
    printed = _BREAK.split(fold(f"{clause.title or ''}\n{clause.text}"))
    worths = {
        passage: sum(map(table.worth, token_texts(passage)))
        for passage in dict.fromkeys((*printed, *aliases))
        if len(passage) > 1
    }
    kept = [passage for passage, worth in worths.items() if worth]
    rules = [passage for passage in kept if passage in printed]
    players = [passage for passage in kept if passage not in printed]
    return "\n".join(rules), "\n".join(players), [worths[each] for each in (*rules, *players)]


def _postings(index: Index, kept: set[str]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each token with its clauses and weights: Whoosh's own scores over text and title.

    Of single characters only names (``kept``) are there.
    """
    with index.searcher(weighting=WEIGHTING) as searcher:
        reader = searcher.reader()
        words = {name: {word.decode() for word in reader.lexicon(name)} for name in FIELD_WEIGHTS}
        for word in sorted(set().union(*words.values())):
            if len(word) == 1 and word not in kept:
                continue
            weights: dict[int, float] = {}
            for name, boost in FIELD_WEIGHTS.items():
                if word not in words[name]:
                    continue
                matcher = searcher.postings(name, word, weighting=WEIGHTING)
                while matcher.is_active():
                    place = matcher.id()
                    weights[place] = weights.get(place, 0.0) + boost * matcher.score()
                    matcher.next()
            rounded = {place: max(1, round(score * SCALE)) for place, score in weights.items()}
            yield word, packed(rounded)


def _concepts(
    concepts: Concepts, book: Rulebook, places: Mapping[str, int]
) -> tuple[dict[int, ConceptRow], dict[str, list[int]]]:
    """Return the concepts that the game knows, and the names that only this game has for them."""
    rows: dict[int, ConceptRow] = {}
    names: dict[str, list[int]] = {}
    for number, concept in enumerate(concepts.by_id.values()):
        rule = concept.rules.get(book.game.id)
        if rule is None or rule.clause not in places:
            continue
        for name in rule.players:
            add_name(names, name, number)
        also = tuple(places[number] for number in rule.also if number in places)
        words = tuple(dict.fromkeys((rule.word, *rule.words)))
        rows[number] = ConceptRow(places[rule.clause], also, words)
    return rows, names


def _terms(
    linked: LinkedRulebook, places: Mapping[str, int], names: dict[str, list[int]]
) -> tuple[int, ...]:
    """Return the defining clauses of the terms; add their spellings to ``names``."""
    defining: list[int] = []
    for term in linked.terms:
        if term.clause in places:
            defining.append(places[term.clause])
            for spelling in (term.word, *term.spellings):
                names.setdefault(name_key(fold(spelling)), []).append(-len(defining))
    return tuple(defining)


def _prior(clause: Clause) -> int:
    """Return what speaks for a clause whatever is asked: a rule to read out, not a bare heading."""
    if not clause.text:
        return -1
    return 1 if not clause.children else 0
