"""A table of a few clauses, made by hand, on which each stage of ranking can be seen alone."""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.search.alias_search import AliasSearch
from rulebook.search.analysis import token_texts
from rulebook.search.name_matching import name_key
from rulebook.search.query import Query, read_query
from rulebook.search.question import read_question
from rulebook.search.ranking_table import ConceptRow, RankingTable, packed
from rulebook.search.table_file import last_below
from rulebook.search.vocabulary import SharedVocabulary

WEIGHT = 10
# Number: whether it is a heading, its text, and what players say.
CLAUSES = {
    "1": (True, "領域", ""),
    "1.1": (False, "花壇は表向きの公開領域です", "庭"),
    "1.2": (False, "堆肥は裏向きの領域です", "屑物"),
    "2": (True, "手順", ""),
    "2.1": (False, "花壇に種を植える", "庭いじり"),
    "2.2": (False, "水をまく", ""),
    "2.3": (False, "草をむしる", ""),
    "2.4": (False, "花を摘む", ""),
}
PLACES = {number: place for place, number in enumerate(CLAUSES)}
GARDEN, SEED = 0, 1


def small_table() -> RankingTable:
    """Return the table: 花壇 and 庭 name a concept, 堆肥 is a term, 埋める means 植える."""
    passages = [(text, alias, [5] * (1 + bool(alias))) for _, text, alias in CLAUSES.values()]
    vocabulary = SharedVocabulary(
        names={name_key("花壇"): [GARDEN], name_key("畑"): [SEED]},
        synonyms={name_key("埋め"): [0]},
        wordings=(token_texts("植える"),),
        openings=("開花",),
    )
    return RankingTable(
        game="garden",
        numbers=tuple(CLAUSES),
        last=last_below(list(CLAUSES)),
        heading=tuple(int(heading) for heading, _, _ in CLAUSES.values()),
        priors=tuple(-1 if heading else 1 for heading, _, _ in CLAUSES.values()),
        intents=tuple(int("とは" in text or "です" in text) for _, text, _ in CLAUSES.values()),
        postings={token: packed(weights) for token, weights in _weights().items()},
        concepts={GARDEN: ConceptRow(PLACES["1.1"], (PLACES["2.1"],), ("花壇",))},
        terms=(PLACES["1.2"],),
        names={name_key("堆肥"): [-1], name_key("庭"): [GARDEN]},
        passages=passages,
        vocabulary=vocabulary,
        aliases=AliasSearch([alias for _, _, alias in CLAUSES.values()]),
    )


def _weights() -> Mapping[str, Mapping[int, int]]:
    weights: dict[str, dict[int, int]] = {}
    for place, (_, text, _) in enumerate(CLAUSES.values()):
        for token in token_texts(text):
            weights.setdefault(token, {})[place] = WEIGHT
    return weights


def ask(question: str, table: RankingTable | None = None) -> Query:
    """Return ``question`` as ``table`` understands it, the small one if none is given."""
    return read_query(table or small_table(), read_question(question))
