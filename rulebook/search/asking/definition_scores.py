"""Evidence: the clauses that define the subject of a question that is a name alone, asks what a
name means, or asks how several names differ (“AとBの違い” is read as “Aとは” and “Bとは”)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook.search.analysis import KANA
from rulebook.search.asking.understood import UnderstoodQuestion, parts_of
from rulebook.search.intent import (
    ENGLISH_ICONS,
    JAPANESE_ICONS,
    Intent,
    blank_question_phrases,
    intents_of,
)
from rulebook.search.tables.ranking_table import RankingTable
from rulebook.search.tables.units import QuestionUnit

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
