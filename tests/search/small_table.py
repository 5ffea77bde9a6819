"""A hand-made table of a few clauses, to test each stage of ranking separately."""

from __future__ import annotations

from collections.abc import Iterable

from rulebook.clauses.numbers import split_number
from rulebook.records import replace
from rulebook.search.analysis import name_key, token_texts
from rulebook.search.asking.understood import UnderstoodQuestion, understand
from rulebook.search.question import read_question
from rulebook.search.tables.ranking_table import (
    SATURATION,
    ConceptRow,
    RankingTable,
    SharedVocabulary,
    pack_counts,
)
from rulebook.search.tables.table_builder import parents_of, slips_of

# Number: whether it is a heading, its text, and players' words.
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
    vocabulary = SharedVocabulary(
        names={name_key("花壇"): [GARDEN], name_key("畑"): [SEED]},
        synonyms={name_key("埋め"): [0]},
        outside=frozenset([name_key("天気")]),
        off_topic={"天気": 3},
        small_talk={"友達": 20, "達と": 20, "です": 20},
        openings=("開花",),
        games={name_key("庭園カードゲーム"): "garden"},
        situation_words=[["枯れ", "萎れ"], ["まだ"]],
        situations=[[0, 1]],
        longest_name=3,
    )
    printed = _postings(text for _, text, _ in CLAUSES.values())
    # The features of names and meanings, as the table builder makes them.
    printed["#0"] = pack_counts({PLACES["1.1"]: 1, PLACES["2.1"]: 1})
    printed["#-1"] = pack_counts({PLACES["1.2"]: 1})
    printed["~0"] = pack_counts({PLACES["2.1"]: 1})
    table = RankingTable(
        game="garden",
        numbers=tuple(CLAUSES),
        parents=parents_of([split_number(number) for number in CLAUSES]),
        intents=tuple(int("とは" in text or "です" in text) for _, text, _ in CLAUSES.values()),
        lengths=(SATURATION,) * len(CLAUSES),
        printed=printed,
        phrased=_postings(alias for _, _, alias in CLAUSES.values()),
        rarities=tuple(range(80, 62, -2)),
        concepts={GARDEN: ConceptRow(PLACES["1.1"], (PLACES["2.1"],), ("花壇",))},
        names={name_key("堆肥"): [-1], name_key("庭"): [GARDEN]},
        slips={},
        longest_name=3,
        definitions={GARDEN: PLACES["1.1"], -1: PLACES["1.2"]},
        principles={0: [PLACES["2.2"]]},
        vocabulary=vocabulary,
    )
    return replace(table, slips=slips_of(table.all_names()))


def _postings(texts: Iterable[str]) -> dict[str, tuple[str, str]]:
    counts: dict[str, dict[int, int]] = {}
    for place, text in enumerate(texts):
        for token in token_texts(text):
            counts.setdefault(token, {})[place] = 1
    return {token: pack_counts(where) for token, where in counts.items()}


def ask(question: str, table: RankingTable | None = None) -> UnderstoodQuestion:
    """Return ``question`` as ``table`` (the small one by default) understands it."""
    return understand(table or small_table(), read_question(question))
