"""Evidence for each clause: shared features, names, numbers and intents of the question. BM25 in
whole numbers: a feature counts more if few clauses have it and many passages of the clause do,
relative to the number of features in all its passages."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import repeat

from rulebook.search.analysis import KANA
from rulebook.search.asking.understood import UnderstoodQuestion, parts_of
from rulebook.search.asking.weights import NEAREST, NUMBER_SCORE, PART_BONUS, UNPRINTED_RARITY
from rulebook.search.question import (
    ENGLISH_ICONS,
    JAPANESE_ICONS,
    Intent,
    blank_question_phrases,
    intents_of,
)
from rulebook.search.tables.ranking_table import (
    BASE,
    QuestionUnit,
    RankingTable,
    feature_code,
    question_key,
)


def text_scores(asked: UnderstoodQuestion, own: Mapping[int, int]) -> Iterable[tuple[int, int]]:
    """Return index and score of each clause by its text: its own score, a share of its parent's and
    one of the best score among its parent's children. A rule in several clauses has its words
    spread over all of them."""
    parents, weights, scores = asked.table.parents, asked.weights, dict(own)
    best_child: defaultdict[int, int] = defaultdict(int)
    for place, score in own.items():
        if parents[place] >= 0:
            best_child[parents[place]] = max(score, best_child[parents[place]])
    for place, parent in enumerate(parents):
        if parent in best_child or parent in own:
            share = own.get(parent, 0) * weights.parent + best_child[parent] * weights.sibling
            scores[place] = own.get(place, 0) + share // 100
    return scores.items()


def own_scores(asked: UnderstoodQuestion) -> Mapping[int, int]:
    """Return the BM25 score of each clause by its own text alone, over the features of ``asked``.
    In a game without players' phrases (``coverage``), a clause that covers little of ``asked`` gets
    less: it shares some word by chance, and no phrases raise the right clause above it."""
    coverage, table, weights = asked.weights.coverage, asked.table, asked.weights._asdict()
    features = asked.features()
    scores: defaultdict[int, int] = defaultdict(int)
    for feature, kind in features.items():
        weight = weights[kind]
        for place, worth in table.posting(feature):
            scores[place] += worth * weight // 10
    if not coverage:
        return scores
    shared, whole = dict.fromkeys(scores, 0), 1
    for feature, kind in features.items():
        rarity = table.rarity(feature) * weights[kind]
        whole += rarity
        for place, _ in table.posting(feature):
            shared[place] += rarity
    return {
        place: score * ((100 - coverage) * whole + coverage * shared[place]) // (100 * whole)
        for place, score in scores.items()
    }


def part_scores(asked: UnderstoodQuestion, places: Collection[int]) -> Sequence[Mapping[int, int]]:
    """Return the scores of the clauses ``places`` for each part of ``asked``, which is cut at
    commas, “and” and ends of sentences. The best clause of a part has ``PART_BONUS``; the result is
    empty if only one part finds anything. People ask two things at once, each with a clause."""
    weights = asked.weights._asdict()
    units = asked.units
    parts = [each for each in parts_of(asked.subject) if any(unit.text in each for unit in units)]
    found = []
    for part in parts if len(parts) > 1 else ():  # most questions have one part
        scores = dict.fromkeys(places, 0)
        for feature, kind in asked.features(part).items():
            for place, worth in asked.table.posting(feature):
                if place in scores:
                    scores[place] += worth * weights[kind]
        if most := max(scores.values(), default=0):
            found.append({place: score * PART_BONUS // most for place, score in scores.items()})
    return found if len(found) > 1 else ()


def similarity_scores(
    asked: UnderstoodQuestion, best: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Yield index and added score of each clause of ``best``, by how much more than the others the
    question is like players' questions for it: the share of features that both have, by their
    rarities. A clause's phrases together fit many situations, a single question only one."""
    rarities = {feature_code(each): asked.table.rarity(each) for each in asked.features()}
    whole, percent = sum(rarities.values()), asked.weights.similarity
    similarities = []
    for place, _ in best:
        shares = [0] * NEAREST
        for packed in asked.table.questions.get(question_key(place), ()):
            shared = sum(map(rarities.get, packed[1:], repeat(0)))
            shares.append(2000 * shared // (whole + ord(packed[0]) - BASE))
        similarity = sum(sorted(shares)[-NEAREST:])
        similarities.append(best[0][1] * similarity * percent // (100_000 * NEAREST))
    mean = sum(similarities) // max(1, len(best))
    for (place, _), similarity in zip(best, similarities, strict=True):
        yield place, similarity - mean


def name_scores(asked: UnderstoodQuestion) -> Iterator[tuple[int, int]]:
    """Yield index and score of each clause to which names in the question lead (墓地: the rule on
    the discard pile), more for a rare name, less if the question has many other words."""
    weights = asked.weights
    for unit in asked.units:
        rarity = asked.table.rarity_of_all(unit.tokens) or UNPRINTED_RARITY
        for concept in unit.concepts:
            row = asked.table.concepts[concept]
            yield row.clause, weights.governs * rarity // len(asked.units)
            # The others only support the rule.
            yield from ((place, weights.also * rarity // len(asked.units)) for place in row.also)


def leading_concepts(asked: UnderstoodQuestion) -> Mapping[int, tuple[int, ...]]:
    """Return for each clause the concepts in the question that lead to it (墓地: the discard pile).
    Answers name them as reasons, and use them to find the same rule in other games."""
    leading: dict[int, tuple[int, ...]] = {}
    for concept in dict.fromkeys(concept for unit in asked.units for concept in unit.concepts):
        row = asked.table.concepts[concept]
        for place in dict.fromkeys((row.clause, *row.also)):
            leading[place] = (*leading.get(place, ()), concept)
    return leading


# Clause numbers in normal form, of at least two parts: a single number is seldom a chapter. In
# some documents chapters are letters: A-1-1, which is not 1-1 of another document.
NUMBERS = r"(?<![0-9a-z])[a-z](?:[.-][0-9]+)+|[0-9]+(?:[.-][0-9]+)+"


def number_scores(asked: UnderstoodQuestion) -> Iterator[tuple[int, int]]:
    """Yield a score above all others for clauses named by number: users want these first."""
    text = asked.question.text
    if "." not in text and "-" not in text:
        return  # and nothing is compiled
    for number in dict.fromkeys(re.findall(NUMBERS, text)):
        if (written := number.upper()) in asked.table.numbers:
            yield asked.table.numbers.index(written), NUMBER_SCORE


def intent_scores(asked: UnderstoodQuestion, places: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Return each of ``places``, the indexes of clauses, with its score for the kinds of answer
    that ``asked`` wants and the clause gives, to rank these higher."""
    # The score of every bit set of intents: a lookup for each clause instead of a loop.
    served, worths = asked.table.intents, [0]
    for intent, worth in enumerate(asked.weights.intents):
        worths += [known + worth * (intent in asked.intents) for known in worths]
    return [(place, worths[served[place]]) for place in places]


# ---- The clauses that define the subject of a question


COMPARISON_WORDS = (
    *("の違い", "の差", "の区別", "どう違", "どうちが", "何が違", "なにが違", "何がちが", "違いは"),
    *("difference", "differ", "compare"),
)
# Words that join compared names, and words between the last name and a word of COMPARISON_WORDS.
CONJUNCTIONS = ("と", "、", "・", "や", "/", "&", " and ", " or ", " vs", ",")
PARTICLES = ("", "は", "とは", "と", "との", "では", "って")
# Characters that may be left, besides the name, of a question that is a name alone.
IGNORED = frozenset("をはがのにでとってなに何、。…・「」『』【】〔〕《》")
ASKING_WORDS = frozenset(
    (
        "what",
        "is",
        "are",
        "a",
        "an",
        "the",
        "does",
        "mean",
        "do",
        "how",
        "i",
        "card",
        "explain",
        "カード",
    )
)
# Words that ask for the steps of a procedure, and words that may accompany them.
STEP_WORDS = frozenset(
    (
        *("流れ", "手順", "順", "順番", "ステップ", "やり方", "仕方", "使い方", "仕組み", "しくみ"),
        *("steps", "procedure", "work", "works"),
    )
)
STEP_CONTEXT = frozenset(("最初", "全部", "一通り", "処理", "of"))
# Words for icons, which add nothing after the name of what an icon stands for; and words that
# people use when they ask what an icon means or does.
ICON_WORDS = (*JAPANESE_ICONS, *ENGLISH_ICONS)
ICON_CONTEXT = frozenset(
    (
        *(*ICON_WORDS, "テキスト", "効果", "能力", "コスト", "トリガー", "目的", "表示", "表記"),
        *(*"文頭書付描表示指出引持", "text", "effect", "means", "meaning", "on"),
    )
)


def definition_scores(asked: UnderstoodQuestion) -> Iterator[tuple[int, int]]:
    """Yield index and score of the clause that defines each subject of ``asked``, to rank it above
    clauses that only mention it; if it wants steps (手順), of the first procedure from there on."""
    places = [place for unit in _units_to_define(asked) if (place := defined(asked, unit)) >= 0]
    if any(unit.text in STEP_WORDS for unit in asked.units):
        places = [_first_procedure(asked.table, place) for place in places]
    for place in dict.fromkeys(places):
        yield place, asked.weights.defines


def defined(asked: UnderstoodQuestion, unit: QuestionUnit) -> int:
    """Return the index of the clause that defines the name in ``unit``, which answers “what is …?”;
    -1 if none does. Terms, the game's own, are tried before concepts, which games share."""
    places = (asked.table.definitions.get(name, -1) for name in (*unit.terms, *unit.concepts))
    return next((place for place in places if place >= 0), -1)


def _first_procedure(table: RankingTable, place: int) -> int:
    """Return the index of the first clause from ``place`` on, among its siblings, that describes a
    procedure, else ``place``. “How do I …?” asks for steps, not for the definition before them."""
    parent = table.parents[place]
    siblings = (at for at, above in enumerate(table.parents) if above == parent and at >= place)
    return next((at for at in siblings if table.intents[at] >> Intent.HOW_TO & 1), place)


def _units_to_define(asked: UnderstoodQuestion) -> Sequence[QuestionUnit]:
    """Return the units whose definitions answer ``asked``: the only name of a bare question, or the
    names compared. Words such as アイコン or 効果 after an icon's name are no second subject."""
    if any(map(asked.subject.__contains__, COMPARISON_WORDS)):
        named = (unit for unit in asked.units if unit.names)
        compared = [unit for unit in named if _is_compared(asked.subject, unit.text)]
        return compared if len(compared) > 1 else ()
    asked = _part_to_define(asked)
    units = [unit for unit in asked.units if unit.names]
    if _asks_icon(asked):
        units = [unit for unit in units if unit.text not in ICON_CONTEXT] or units[:1]
    return units if len(units) == 1 and _is_bare(asked) else ()


def _part_to_define(asked: UnderstoodQuestion) -> UnderstoodQuestion:
    """Return ``asked`` cut down to its first part with a name if that part asks what a name means:
    the others, as in “What is encore? When can I use it?”, only ask for more. Else all of it."""
    end = 0
    for part in parts_of(asked.subject):
        start = asked.subject.find(part, end)
        end = start + len(part)
        units = tuple(each for each in asked.units if each.text in part)
        if any(unit.names for unit in units):
            intents = intents_of(part)
            if Intent.WHAT_IS not in intents and blank_question_phrases(part) == part:
                break
            rest = asked.rest[start:end]
            return asked._replace(subject=part, units=units, intents=intents, rest=rest)
    return asked


def _asks_icon(asked: UnderstoodQuestion) -> bool:
    """Whether ``asked`` mentions an icon: its definition answers also what it does or costs."""
    return any(map(asked.subject.__contains__, ICON_WORDS))


def _is_bare(asked: UnderstoodQuestion) -> bool:
    """Whether the question consists of names and words that ask what something is, or for its
    steps: only then is the defining clause the answer. About an icon, it may also ask what happens
    or is allowed, since the definition says so."""
    others = [unit.text for unit in asked.units if not unit.names]
    words, intents, ignored = set(ASKING_WORDS), {Intent.WHAT_IS}, IGNORED
    if not STEP_WORDS.isdisjoint(others):
        words |= STEP_WORDS | STEP_CONTEXT
        intents |= {Intent.HOW_TO, Intent.ORDER}
    if _asks_icon(asked):
        words |= ICON_CONTEXT
        intents |= {Intent.HOW_TO, Intent.MAY_I, Intent.WHAT_HAPPENS}
        ignored |= frozenset(KANA)
    known = all(word in words or word.rstrip(KANA) in words for word in others)
    if not (known and intents.issuperset(asked.intents)):
        return False
    left = asked.rest
    for word in others:
        left = left.replace(word, "")
    return all(char in ignored or char.isascii() for char in left)


def _is_compared(text: str, name: str) -> bool:
    """Whether ``name`` ends ``text`` or is followed by “and” or a word such as “difference” in it.
    Only such names are compared, and so defined in the answer, not others that are mentioned."""
    after = text[text.find(name) + len(name) :]
    if not after.strip("? ") or after.startswith(CONJUNCTIONS):
        return True
    return any(after.startswith(last + marker) for last in PARTICLES for marker in COMPARISON_WORDS)
