"""Export ranking rules, tables and vocabulary as plain values for a script in another language,
read from the modules that use them. In patterns, the class of letters is translated."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import chain
from types import ModuleType
from typing import Any

from rulebook.clauses import numbers
from rulebook.grouping import grouped
from rulebook.search import analysis, question
from rulebook.search.asking import answers, confidence, rank, ruling_search, understood, weights
from rulebook.search.question import COMMON_ENGLISH
from rulebook.search.tables import ranking_table
from rulebook.search.tables.ranking_table import RankingTable, SharedVocabulary
from rulebook.text import romaji

# Fields that are exported unchanged.
_PLAIN = ("game", "numbers", "intents", "lengths", "rarities", "prepared", "density")
# The approximate size of a shard of the website in bytes: a phone needs time for each file.
_SHARD_BYTES = 2_000
Words = Mapping[str, Mapping[str, Sequence[Any]]]


def ranking_rules() -> dict[str, Any]:
    """Return weights, limits and patterns for the script in the browser, to rank there as here."""
    return {
        "weights": weights.WEIGHTS._asdict(),
        "unpreparedWeights": weights.UNPREPARED_WEIGHTS._asdict(),
        **_constants(weights, "RANKING_DEPTH RERANKED UNPRINTED_RARITY NUMBER_SCORE COMPARED"),
        **_constants(
            weights, "FIRST_BY_SCORE FIRST_BY_TEXT OWN_TEXT_DISCOUNT NEAREST BEST_CHILDREN"
        ),
        **_constants(weights, "PART_DELIMITERS PART_BONUS LEADING_CHILDREN"),
        **_constants(ranking_table, "SATURATION BASE HASH_FACTOR HASHES"),
        **_constants(question, "LONGEST_QUESTION"),
        "brackets": question.OPENING_BRACKETS,
        **_constants(answers, "MIN_SHARE_OF_BEST CLEAR_LEAD CLAUSE_AHEAD UNKNOWN_COST SHARE_WORTH"),
        **_constants(analysis, "SHORTEST_KANA SHORTEST_SLIP SHORTEST_DOUBLE_SLIP"),
        **_constants(question, "INTENT_WORDS LIST_WORDS COMMON_ENGLISH"),
        "confidence": {
            **_constants(confidence, "ANSWERED UNPREPARED FIRST_RIGHT NO_ANSWER SURE"),
            **_constants(confidence, "SURE_ANSWERED LIKELY UNPREPARED_LIKELY SENTENCE_END"),
            "scale": ranking_table.SCALE,
        },
        "definitions": {
            **_constants(rank, "COMPARISON_WORDS CONJUNCTIONS PARTICLES"),
            "ignored": "".join(sorted(rank.IGNORED)),
            **_constants(rank, "ASKING_WORDS STEP_WORDS STEP_CONTEXT ICON_WORDS ICON_CONTEXT"),
            "hiragana": analysis.KANA,
        },
        "sentence": {
            **_constants(answers, "OPENERS CLOSERS ENDS LATIN_ENDS"),
            "intentWording": [answers.INTENT_WORDING[each] for each in question.Intent],
            **_constants(answers, "ASIDES FIRST_PERCENT ASIDE_PERCENT INTENT_BONUS BASE_SCORE"),
        },
        "romaji": {
            "syllables": dict(romaji.SYLLABLES),
            "longest": romaji.LONGEST_SYLLABLE,
            **_constants(romaji, "WORD DOUBLED LONE_N"),
        },
        "smallTalk": _constants(
            understood, "TALK_OFFSET MAX_TALK KNOWN_PENALTY UNKNOWN_PENALTY TALK_THRESHOLD"
        ),
        "rulings": _constants(
            ruling_search, "HALF_LENGTH MIN_SHARE DECIDING_CLAUSES FIRST_ANSWERS MAX_RULINGS"
        ),
        "patterns": {
            **_constants(question, "QUESTION_PHRASES"),
            # A Latin filler matches only as a whole word.
            "filler": "|".join(
                rf"(?<![a-z]){word}(?![a-z])" if word.isascii() else word
                for word in question.FILLERS
            ),
            **_constants(analysis, "PIECE"),
            **_constants(understood, "WORD KANA_WORD"),
            **_constants(analysis, "TOKEN_RUN WHOLE_WORD"),
            "ending": "|".join(answers.ENDINGS),
            **_constants(rank, "NUMBERS WANTED"),
            "hiragana": f"[{analysis.HIRAGANA}]+",
            **_constants(numbers, "RANGE SEPARATORS WRITTEN COUNTED COUNTER KANJI"),
            **_constants(numbers, "OTHER_NUMBER_BEFORE OTHER_NUMBER_BEHIND"),
        },
    }


def _constants(module: ModuleType, names: str) -> dict[str, Any]:
    """Return the constants ``names`` of ``module`` as JSON values under names in camel case, for
    the script in the browser. The class of letters in patterns is rewritten, since JavaScript's
    class has only ASCII."""
    found: dict[str, Any] = {}
    for name in names.split():
        first, *others = name.lower().split("_")
        value = getattr(module, name)
        value = sorted(value) if isinstance(value, frozenset) else value
        if isinstance(value, re.Pattern):
            value = re.sub(r"\[\^\\W([^]]*)\]", r"(?:(?![\1])[\\p{L}\\p{N}])", value.pattern)
        found[first + "".join(map(str.capitalize, others))] = value
    return found


def packed_vocabulary(vocabulary: SharedVocabulary) -> dict[str, Any]:
    """Return what every question in the browser needs of ``vocabulary``; the rest is in shards."""
    return {
        "openings": vocabulary.openings,
        "games": dict(vocabulary.games),
        "situationWords": vocabulary.situation_words,
        "situations": vocabulary.situations,
    }


def packed_tables(tables: Sequence[RankingTable]) -> list[dict[str, Any]]:
    """Return ``tables`` as JSON values for the browser. Rows that are looked up by words are in
    ``shards`` by first characters. These begin at the same ``starts`` in all games, since one file
    has a shard of every game, so that a phone loads few files."""
    words = list(map(_words, tables))
    rows = chain.from_iterable(kind.items() for of in words for kind in of.values())
    starts = ranking_table.shard_starts(rows, _SHARD_BYTES)
    packed = []
    for table, of in zip(tables, words, strict=True):
        parts: list[dict[str, dict[str, Sequence[Any]]]]
        parts = [{kind: {} for kind in of} for _ in range(len(starts) + 1)]
        for kind, values in of.items():
            for key, value in values.items():
                # One shard for all common English words, which nearly every question has.
                is_common = re.split("[^a-z]", key, maxsplit=1)[0] in COMMON_ENGLISH
                shard = "#" if is_common else ranking_table.shard_key(key)
                parts[bisect_right(starts, shard)][kind][key] = value
        row = {
            **{name: getattr(table, name) for name in _PLAIN},
            "longestName": table.longest_name,
            "principles": list(table.principles.items()),
            "starts": starts,
            "shards": list(map(_shard, parts)),
        }
        packed.append(row)
    return packed


def _words(table: RankingTable) -> Words:
    """Return the rows of ``table`` that a question looks up by its words, by kind, to be divided
    into shards: the website then loads only the few shards with words of the question. Of shared
    names, only those of this game's concepts are kept. “#” before numbers and “~” before typing
    errors put these rows into shards of their own."""
    shared = table.vocabulary
    known = set(table.concepts)
    names = {key: [n for n in numbers if n in known] for key, numbers in shared.names.items()}
    names |= {key: [*table.named(key)] for key in table.names}
    return {
        "names": {key: numbers for key, numbers in names.items() if numbers},
        "slips": {f"~{char}": [*alike] for char, alike in table.slips.items()},
        "synonyms": shared.synonyms,
        "outside": dict.fromkeys(shared.outside, ()),
        "offTopic": {token: [weight] for token, weight in shared.off_topic.items()},
        "smallTalk": {token: [rare] for token, rare in shared.small_talk.items()},
        "concepts": {f"#{number}": row for number, row in table.concepts.items()},
        "definitions": {f"#{number}": [place] for number, place in table.definitions.items()},
        "printed": table.printed,
        "phrased": table.phrased,
        "questions": table.questions,
    }


def _shard(part: Words) -> dict[str, Any]:
    """Return ``part``, the rows of one shard, packed: the website loads this file if a question has
    one of its words. Postings become three texts: all words, all gaps and all counts. Most other
    kinds list words under the numbers that they stand for, since many words share the same."""
    packed: dict[str, Any] = {}
    for kind, values in part.items():
        if values and kind in ("printed", "phrased"):
            rows = ((feature, *posting) for feature, posting in sorted(values.items()))
            packed[kind] = list(map(" ".join, zip(*rows, strict=True)))
        elif values and kind in ("concepts", "slips", "questions"):
            packed[kind] = {key: values[key] for key in sorted(values)}
        elif values:
            groups = grouped((" ".join(map(str, some)), key) for key, some in values.items())
            packed[kind] = {value: "\n".join(sorted(groups[value])) for value in sorted(groups)}
    return packed
