"""Rank the clauses of a game for a question by adding up whole numbers, as the script of the
website does (“Ranking” in ARCHITECTURE.md). The *units* of a question are the names and words in
it, its *features* are its tokens and what its units name or mean. In BM25, a feature counts more if
few clauses and many passages of this one have it. A game *without tables* has no concepts.toml."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import repeat

from rulebook.clauses.game import Game
from rulebook.clauses.numbers import OTHER_NUMBER_BEFORE, OTHER_NUMBER_BEHIND, may_be_clause
from rulebook.grouping import grouped
from rulebook.records import NamedTuple
from rulebook.search import question
from rulebook.search.analysis import KANA
from rulebook.search.asking import weights
from rulebook.search.asking.understood import UnderstoodQuestion, parts_of
from rulebook.search.tables.ranking_table import (
    BASE,
    QuestionUnit,
    RankingTable,
    feature_code,
    question_key,
)


def text_scores(asked: UnderstoodQuestion, own: Mapping[int, int]) -> Iterable[tuple[int, int]]:
    """Return index and score of each clause by texts: its own score, a share of its parent's score,
    and a share of the best score among its siblings and itself, since the words of a rule are
    spread over them all."""
    parents, weight, scores = asked.table.parents, asked.weights, dict(own)
    best_child: defaultdict[int, int] = defaultdict(int)
    for place, score in own.items():
        if parents[place] >= 0:
            best_child[parents[place]] = max(score, best_child[parents[place]])
    for place, parent in enumerate(parents):
        if parent in best_child or parent in own:
            share = own.get(parent, 0) * weight.parent + best_child[parent] * weight.sibling
            scores[place] = own.get(place, 0) + share // 100
    return scores.items()


def own_scores(asked: UnderstoodQuestion) -> Mapping[int, int]:
    """Return the BM25 score of each clause's own text for ``asked``: the basis of the ranking."""
    table, weight_of = asked.table, asked.weights._asdict()
    scores: defaultdict[int, int] = defaultdict(int)
    for feature, kind in asked.features().items():
        weight = weight_of[kind]
        for place, worth in table.posting(feature):
            scores[place] += worth * weight // 10  # weights are in tenths
    return scores


def _covered_scores(asked: UnderstoodQuestion, own: Mapping[int, int]) -> Mapping[int, int]:
    """Return the scores ``own``, reduced by up to ``coverage`` percent for the features of
    ``asked`` that a clause lacks. Only a game without tables has this weight: its clauses have no
    players' phrases, so a clause that covers little of a question shares words by chance."""
    table, weight_of, coverage = asked.table, asked.weights._asdict(), asked.weights.coverage
    shared, whole = dict.fromkeys(own, 0), 1
    for feature, kind in asked.features().items():
        rarity = table.rarity(feature) * weight_of[kind]
        whole += rarity
        for place, _ in table.posting(feature):
            shared[place] += rarity
    return {
        place: score * ((100 - coverage) * whole + coverage * shared[place]) // (100 * whole)
        for place, score in own.items()
    }


def part_scores(asked: UnderstoodQuestion, places: Collection[int]) -> Sequence[Mapping[int, int]]:
    """Return the scores of the clauses ``places`` for each part of ``asked``: people ask two things
    at once. The best of a part scores ``PART_BONUS``. Return nothing if only one part finds any."""
    weight_of = asked.weights._asdict()
    parts = [p for p in parts_of(asked.subject) if any(unit.text in p for unit in asked.units)]
    found = []
    for part in parts if len(parts) > 1 else ():  # most questions have one part
        scores = dict.fromkeys(places, 0)
        for feature, kind in asked.features(part).items():
            for place, worth in asked.table.posting(feature):
                if place in scores:
                    scores[place] += worth * weight_of[kind]
        if most := max(scores.values(), default=0):
            bonus = weights.PART_BONUS
            found.append({place: score * bonus // most for place, score in scores.items()})
    return found if len(found) > 1 else ()


def similarity_scores(
    asked: UnderstoodQuestion, best: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Yield index and added score of each clause of ``best``: a share of the best score, larger the
    more similar ``asked`` is to players' questions on the clause (players.toml), by the Dice
    coefficient of rarities. The mean is subtracted: confidence depends on how high scores are."""
    rarities = {feature_code(each): asked.table.rarity(each) for each in asked.features()}
    whole, percent = sum(rarities.values()), asked.weights.similarity
    similarities = []
    for place, _ in best:
        shares = [0] * weights.NEAREST
        # ``packed``: a character for the sum of the rarities, then one for each feature
        for packed in asked.table.questions.get(question_key(place), ()):
            shared = sum(map(rarities.get, packed[1:], repeat(0)))
            shares.append(2 * 1000 * shared // (whole + ord(packed[0]) - BASE))  # thousandths
        similarity = sum(sorted(shares)[-weights.NEAREST :])
        similarities.append(best[0][1] * similarity * percent // (100_000 * weights.NEAREST))
    mean = sum(similarities) // max(1, len(best))
    for (place, _), similarity in zip(best, similarities, strict=True):
        yield place, similarity - mean


def name_scores(asked: UnderstoodQuestion) -> Iterator[tuple[int, int]]:
    """Yield index and score of each clause to which names in the question lead (“graveyard”: the
    rule on the discard pile), more for a rare name, less if there are many other words."""
    weight = asked.weights
    for unit in asked.units:
        rarity = asked.table.rarity_of_all(unit.tokens) or weights.UNPRINTED_RARITY
        for concept in unit.concepts:
            row = asked.table.concepts[concept]
            yield row.clause, weight.governs * rarity // len(asked.units)
            # Its other clauses only support the rule.
            yield from ((place, weight.also * rarity // len(asked.units)) for place in row.also)


def leading_concepts(asked: UnderstoodQuestion) -> Mapping[int, tuple[int, ...]]:
    """Return for each clause the concepts in the question that lead to it (“graveyard”: the discard
    pile). Answers name them as reasons, and use them to find the same rule in other games."""
    leading: dict[int, tuple[int, ...]] = {}
    for concept in dict.fromkeys(concept for unit in asked.units for concept in unit.concepts):
        row = asked.table.concepts[concept]
        for place in dict.fromkeys((row.clause, *row.also)):
            leading[place] = (*leading.get(place, ()), concept)
    return leading


# Clause numbers in normal form, of at least two parts: a single number is seldom a chapter. In
# some documents chapters are letters: A-1-1, which is not 1-1 of another document.
NUMBERS = r"(?<![0-9a-z])[a-z](?:[.-][0-9]+)+|[0-9]+(?:(?:\.[0-9]+)+|(?:-[0-9]+)+)"
# Numbers that are reported if no clause has them: not dates, 0.5, editions (1.109) and versions.
WANTED = "[1-9][0-9]{0,2}(?:[.-][0-9]{1,2}|(?:[.-][0-9]{1,3}){2,})"
_AROUND = 40  # code points before and behind a number that show what it is


def cited_numbers(text: str) -> Iterator[str]:
    """Yield the clause numbers in ``text``, but not amounts or versions, by the words around."""
    # Without a separator, nothing is compiled.
    for found in re.finditer(NUMBERS, text) if "." in text or "-" in text else ():
        number, start, end = found[0], *found.span()
        behind = text[end : end + _AROUND]
        is_amount = not may_be_clause(number, behind) and re.match(OTHER_NUMBER_BEHIND, behind)
        if not is_amount and not re.search(OTHER_NUMBER_BEFORE, text[:start][-_AROUND:]):
            yield number.upper()


def missing_numbers(text: str, tables: Sequence[RankingTable]) -> list[str]:
    """Return the clause numbers in ``text`` (in normal form) that none of ``tables`` has. A number
    with a separator that no table uses is left out, since 9-2 may be a score."""
    cited = [each for each in dict.fromkeys(cited_numbers(text)) if re.fullmatch(WANTED, each)]
    # Most questions cite no number, so the numbers of all tables are not collected.
    known = {number for table in tables for number in table.numbers} if cited else set[str]()
    signs = [sign for sign in ".-" if any(sign in number for number in known)]
    return [each for each in cited if each not in known and any(sign in each for sign in signs)]


def number_scores(asked: UnderstoodQuestion) -> Iterator[tuple[int, int]]:
    """Yield a score above all others for clauses named by number: users want these first."""
    for number in dict.fromkeys(cited_numbers(asked.question.text)):
        if number in asked.table.numbers:
            yield asked.table.numbers.index(number), weights.NUMBER_SCORE


def intent_scores(asked: UnderstoodQuestion, places: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Return each of ``places``, the indexes of clauses, with its score for the kinds of answer
    that ``asked`` wants and the clause gives, to rank these higher."""
    # The score of every bit set of intents: a lookup for each clause instead of a loop.
    served, worths = asked.table.intents, [0]
    for intent, worth in enumerate(asked.weights.intents):
        worths += [known + worth * (intent in asked.intents) for known in worths]
    return [(place, worths[served[place]]) for place in places]


# ---- The clauses that define the subject of a question

COMPARISON_WORDS = question.words_of(
    "の違い の差 の区別 どう違 どうちが 何が違 なにが違 何がちが 違いは difference differ compare"
)
# Words that join compared names, and words between the last name and a word of COMPARISON_WORDS.
CONJUNCTIONS = ("と", "、", "・", "や", "/", "&", " and ", " or ", " vs", ",")
PARTICLES = ("", "は", "とは", "と", "との", "では", "って")
# Characters that may be left, besides the name, of a question that is a name alone.
IGNORED = frozenset("をはがのにでとってなに何、。…・「」『』【】〔〕《》“”‘’")
_ASKING = (
    "what is are a an the and it does mean means do how can could i you me anyone someone please"
    " tell about card explain カード"
)
ASKING_WORDS = frozenset(question.words_of(_ASKING))
# Words that ask for the steps of a procedure, and words that may accompany them.
STEP_WORDS = frozenset(
    question.words_of(
        "流れ 手順 順 順番 ステップ やり方 仕方 使い方 仕組み しくみ steps procedure work works"
    )
)
STEP_CONTEXT = frozenset(("最初", "全部", "一通り", "処理", "of"))
# Words for icons, which add nothing after the name of what an icon stands for; and words that
# people use when they ask what an icon means or does.
ICON_WORDS = (*question.JAPANESE_ICONS, *question.ENGLISH_ICONS)
ICON_CONTEXT = frozenset(ICON_WORDS) | frozenset(
    question.words_of(
        "テキスト 効果 能力 コスト トリガー 目的 表示 表記 文 頭 書 付 描 表 示 指 出 引 持",
        "text effect means meaning on",
    )
)


def definition_scores(asked: UnderstoodQuestion) -> Iterator[tuple[int, int]]:
    """Yield index and score of the clause that defines each subject of ``asked``, to rank it above
    clauses that only mention the subject. If steps are asked for, yield the first procedure among
    the siblings from the definition on."""
    parents, served = asked.table.parents, asked.table.intents
    places = [place for unit in _units_to_define(asked) if (place := defined(asked, unit)) >= 0]
    if any(unit.text in STEP_WORDS for unit in asked.units):
        # A definition does not say how; one of the siblings after it does.
        later = [[at for at in range(p, len(parents)) if parents[at] == parents[p]] for p in places]
        is_procedure = lambda at: served[at] >> question.Intent.HOW_TO & 1  # noqa: E731
        places = [next(filter(is_procedure, each), each[0]) for each in later]
    yield from ((place, asked.weights.defines) for place in dict.fromkeys(places))


def defined(asked: UnderstoodQuestion, unit: QuestionUnit) -> int:
    """Return the index of the clause that defines the name in ``unit``, which answers “what is …?”;
    -1 if none does. Terms, the game's own, are tried before concepts, which games share."""
    names = sorted(unit.names, key=lambda name: name >= 0)  # the numbers of terms are below 0
    places = (asked.table.definitions.get(name, -1) for name in names)
    return next((place for place in places if place >= 0), -1)


def _units_to_define(asked: UnderstoodQuestion) -> Sequence[QuestionUnit]:
    """Return the names in ``asked`` whose definitions answer it, and so score higher: the compared
    names, if two are known; or the only name, if the question or its first part asks what it is."""
    if any(map(asked.subject.__contains__, COMPARISON_WORDS)):
        named = (unit for unit in asked.units if unit.names)
        compared = [unit for unit in named if _is_compared(asked.subject, unit.text)]
        return compared if len(compared) > 1 else ()
    asked = _part_to_define(asked)
    units = [unit for unit in asked.units if unit.names]
    if _asks_icon(asked):  # “gate icon” is on the gate; only alone, “icon” is the subject
        units = [unit for unit in units if unit.text not in ICON_CONTEXT] or units[:1]
    return units if len(units) == 1 and _wants_definition(asked) else ()


def _part_to_define(asked: UnderstoodQuestion) -> UnderstoodQuestion:
    """Return ``asked`` cut down to its first part with a name, if that part asks what the name
    means: the rest, as in “What is encore? When can I use it?”, asks for more. Else return all."""
    end = 0
    for part in parts_of(asked.subject):
        start = asked.subject.find(part, end)
        end = start + len(part)
        units = tuple(each for each in asked.units if each.text in part)
        if any(unit.names for unit in units):
            intents, rest = question.intents_of(part), asked.rest[start:end]
            if question.Intent.WHAT_IS in intents or question.blank_question_phrases(part) != part:
                return asked._replace(subject=part, units=units, intents=intents, rest=rest)
            break
    return asked


def _asks_icon(asked: UnderstoodQuestion) -> bool:
    """Whether ``asked`` mentions an icon. The clause that defines the icon then ranks higher, even
    for a question on what the icon does or costs, because that clause says this too."""
    return any(map(asked.subject.__contains__, ICON_WORDS))


def _wants_definition(asked: UnderstoodQuestion) -> bool:
    """Whether ``asked`` has only names and words that ask what something is or for its steps, so
    that a definition answers it. The definition of an icon also says what the icon does, costs and
    allows: words for these, and kana, may then occur (“what happens if a gate icon appears?”)."""
    others = [unit.text for unit in asked.units if not unit.names]
    words, intents, ignored = set(ASKING_WORDS), {question.Intent.WHAT_IS}, IGNORED
    if not STEP_WORDS.isdisjoint(others):
        words |= STEP_WORDS | STEP_CONTEXT
        intents |= {question.Intent.HOW_TO, question.Intent.ORDER}
    if _asks_icon(asked):
        words |= ICON_CONTEXT
        intents |= {question.Intent.HOW_TO, question.Intent.MAY_I, question.Intent.WHAT_HAPPENS}
        ignored |= frozenset(KANA)
    known = all(word in words or word.rstrip(KANA) in words for word in others)
    if not (known and intents.issuperset(asked.intents)):
        return False
    left = asked.rest  # the question without its names
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


def situation_scores(
    asked: UnderstoodQuestion, places: Collection[int]
) -> Iterator[tuple[int, int]]:
    """Yield index and score of those clauses of ``places`` that state the principle for a situation
    asked about, to rank them higher. The question must have a word of each group of the situation;
    with more groups, it is surer. A card text is skipped: it only says what the card does."""
    text, vocabulary = asked.question.text, asked.table.vocabulary
    if question.is_card_text(asked.question, vocabulary.openings):
        return
    for number, principles in asked.table.principles.items():
        groups = [vocabulary.situation_words[at] for at in vocabulary.situations[number]]
        governed = [place for place in principles if place in places]
        if governed and all(any(map(text.__contains__, group)) for group in groups):
            worth = asked.weights.situation * (1 + len(groups))
            yield from ((place, worth) for place in governed)


# Evidence that finds clauses, in addition to their texts. Intents count only for found clauses.
CANDIDATE_EVIDENCE = (name_scores, definition_scores, number_scores)


class RankedClause(NamedTuple):
    """A clause (its place in the table), its score, and the concepts that lead to it. ``own`` is
    the part of the score that comes from its own text."""

    place: int
    score: int
    concepts: tuple[int, ...]
    own: int = 0


def rank(asked: UnderstoodQuestion, *, compares: bool = True) -> tuple[RankedClause, ...]:
    """Return at most ``RANKING_DEPTH`` clauses that answer ``asked``, best first. They are scored
    by texts, names, definitions and numbers, then by intents. The best are scored again by
    principles for situations and, with ``compares`` (too slow for all games), by similar questions
    of players. A game without tables has the weight ``coverage``: how much of ``asked`` a text
    covers counts, and the best by texts alone follow the first few: other evidence is guessed."""
    uncut = own_scores(asked)
    own = _covered_scores(asked, uncut) if asked.weights.coverage else uncut
    scores = defaultdict(int, text_scores(asked, own))
    for find in CANDIDATE_EVIDENCE:
        for place, score in find(asked):
            scores[place] += score
    for place, score in intent_scores(asked, list(scores)):
        scores[place] += score
    concepts = leading_concepts(asked)
    best = sorted([(-score, place) for place, score in scores.items()])[: weights.RANKING_DEPTH]
    ranked = [RankedClause(at, -least, concepts.get(at, ()), own.get(at, 0)) for least, at in best]
    more = [*situation_scores(asked, {clause.place for clause in ranked[: weights.RERANKED]})]
    if compares:
        best_scores = [(clause.place, clause.score) for clause in ranked[: weights.COMPARED]]
        more += similarity_scores(asked, best_scores)
    again = rank_again(asked, ranked, more)
    return _with_best_texts(again, uncut) if asked.weights.coverage else again


def _with_best_texts(
    ranked: Sequence[RankedClause], own: Mapping[int, int]
) -> tuple[RankedClause, ...]:
    """Return ``ranked`` with the clauses that are best by their texts alone (``own``) moved behind
    the first few: scores also count the clauses around, which may rank these too low."""
    first = {each.place: each for each in ranked}
    by_text = sorted(own, key=lambda place: (-own[place], place))[: weights.FIRST_BY_TEXT]
    order = dict.fromkeys([*[*first][: weights.FIRST_BY_SCORE], *by_text, *first])
    return tuple(first.get(each) or RankedClause(each, own[each], ()) for each in order)


def rank_again(
    asked: UnderstoodQuestion, ranked: Iterable[RankedClause], more: Iterable[tuple[int, int]]
) -> tuple[RankedClause, ...]:
    """Return ``ranked`` in a new order after adding the scores ``more``, also of new clauses, which
    are known only now (by situations, similar questions, card texts). If a list is asked for, its
    items move up (:func:`_with_family`), else clauses on other parts of it (:func:`_covering`)."""
    clauses = {clause.place: clause for clause in ranked}
    for place, score in more:
        known = clauses.get(place) or RankedClause(place, 0, ())
        clauses[place] = known._replace(score=known.score + score)
    best = sorted(clauses.values(), key=lambda each: (-each.score, each.place))
    best = best[: weights.RANKING_DEPTH]
    is_listing = any(map(asked.question.text.__contains__, question.LIST_WORDS))
    is_card = question.is_card_text(asked.question, asked.table.vocabulary.openings)
    if best and is_listing and not is_card:  # a card text may have such words, but asks nothing
        return _with_family(asked, best)
    return (*_covering(asked, best[: weights.RERANKED]), *best[weights.RERANKED :])


def _with_family(
    asked: UnderstoodQuestion, best: Sequence[RankedClause]
) -> tuple[RankedClause, ...]:
    """Return ``best`` with the items of the list that ``asked`` wants moved up, because each step
    shares few words with “what are the steps of a turn?”. They are the children of the first clause
    or, if it has none, of the parent with the best children, ordered to cover all parts of
    ``asked`` early. They follow the first clause; but if several score well, they come before it,
    as it only introduces them, or was found by one word."""
    found = {clause.place: clause for clause in best}
    scores = {clause.place: clause.score for clause in best}
    parents = asked.table.parents
    families = grouped((parent, at) for at, parent in enumerate(parents) if parent >= 0)

    def worth(parent: int) -> int:
        """Return how well a list answers: the best few scores of the children of ``parent``, so
        that no list wins by length, and half the score of ``parent``, which only introduces it."""
        return of_best(families[parent]) + scores.get(parent, 0) // 2

    def of_best(family: Sequence[int]) -> int:
        """Return the sum of the best few scores in ``family``."""
        return sum(sorted(scores.get(place, 0) for place in family)[-weights.BEST_CHILDREN :])

    first = best[0]
    listed = families.get(first.place, [])
    if families and not listed:
        family = families[max(families, key=worth)]
        by_score = sorted(family, key=lambda place: -scores.get(place, 0))
        clauses = [found.get(place) or RankedClause(place, 0, ()) for place in by_score]
        listed = [each.place for each in _covering(asked, clauses)]
    leads = 100 * of_best(listed) >= weights.LEADING_CHILDREN * first.score
    order = dict.fromkeys((*listed, *found) if leads else (first.place, *listed, *found))
    ranked = [found.get(place) or RankedClause(place, 0, ()) for place in order]
    # The first clause of a list is as good as the best: its score is evidence of certainty.
    return (ranked[0]._replace(score=first.score), *ranked[1:])


def _covering(asked: UnderstoodQuestion, best: Sequence[RankedClause]) -> Sequence[RankedClause]:
    """Return ``best`` in a new order after the first ``FIRST_BY_SCORE`` clauses: for each part of
    the question, the clause that adds most to earlier ones. By score, those on short parts would
    come too late. The score for a clause's own words (``own``) counts half, as earlier clauses
    mostly have them; the score for names, definitions or players' questions counts fully."""
    parts = part_scores(asked, {clause.place for clause in best})
    before = list(best[: weights.FIRST_BY_SCORE])
    rest = best[weights.FIRST_BY_SCORE :]
    worths = {each: each.score - each.own * weights.OWN_TEXT_DISCOUNT // 100 for each in rest}
    left = sorted(worths, key=lambda clause: (-worths[clause], clause.place))
    for _ in parts[: len(left)]:
        covered = [max(part.get(clause.place, 0) for clause in before) for part in parts]

        def worth(clause: RankedClause, covered: Sequence[int] = covered) -> int:
            """Return the score of ``clause``, raised for each part of the question that it covers
            better than ``covered``, the best clause before: so each part gets a clause early."""
            of = (part.get(clause.place, 0) for part in parts)
            new = sum(max(0, has - most) for has, most in zip(of, covered, strict=True))
            # Scores of parts, at most PART_BONUS, are in thousandths of the best score.
            return worths[clause] + best[0].score * new // 1000

        before.append(max(left, key=worth))
        left.remove(before[-1])
    return (*before, *left)


# ---- Card texts, whose governing clauses score higher

# The score of a clause by its role, in percent of the best score so far; ``_WIDE_PERCENT`` percent
# of it if it governs ``_WIDE_SHARE`` percent of the longest part, as rules on playing abilities do.
_ROLE_PERCENT = {"timing": 40, "cost": 30, "step": 20, "trigger": 10, "definition": 10}
_WIDE_SHARE, _WIDE_PERCENT = 80, 20
# The clause that decides an ability, in percent of the best score so far, whatever its role.
_DECIDING_PERCENT = 70
# What each adds in percent of its own score: many clauses that do not govern it share its words.
_OWN_PERCENT = 20


class GovernedPart(NamedTuple):
    """A clause that governs part of an ability, its role, and the code points of that part."""

    number: str
    role: str
    length: int


ReadCard = Callable[[Game, str], Sequence[Sequence[GovernedPart]]]
"""Reads a card text and returns the governing clauses of each ability, the deciding clause first;
returns nothing for other texts."""


def card_scores(
    abilities: Sequence[Sequence[GovernedPart]], table: RankingTable, ranked: Sequence[RankedClause]
) -> Iterator[tuple[int, int]]:
    """Yield index and added score of each clause that governs the card text asked about, as many
    other clauses share words with it: a share of the best score by its role (most if it decides,
    less if it is on all of an ability) and, so that shared words count more, of its own score."""
    worths: dict[str, int] = {}
    for parts in abilities:
        longest = max((part.length for part in parts), default=0)
        for at, part in enumerate(parts):
            wide = part.length * 100 >= longest * _WIDE_SHARE and len(parts) > 1
            by_role = _ROLE_PERCENT.get(part.role, 0) * (_WIDE_PERCENT if wide else 100)
            worths.setdefault(part.number, by_role if at else _DECIDING_PERCENT * 100)
    places = {number: place for place, number in enumerate(table.numbers)}
    own = {clause.place: clause.score for clause in ranked}
    for number in filter(places.__contains__, worths):
        place, share = places[number], ranked[0].score * worths[number] // 10_000
        yield place, share + own.get(place, 0) * _OWN_PERCENT // 100
