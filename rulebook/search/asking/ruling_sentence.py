"""The ruling sentence: the sentence of a clause that answers the question. It scores the rarity of
each word that it shares with the question (also the rules' own word for a name), and a bonus for
each intent that its wording serves; the first sentence has a lead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulebook.search.analysis import is_hiragana
from rulebook.search.asking.understood import UnderstoodQuestion
from rulebook.search.intent import Intent
from rulebook.text.normal import fold
from rulebook.text.spans import Span

OPENERS, CLOSERS = "（(「『{｛［[〔【", "）)」』}｝］]〕】"
ENDS, LATIN_ENDS = "。！？", ".?"
# Wording of sentences that answer questions of an intent: words, since a pattern compiles slowly.
INTENT_WORDING: Mapping[Intent, tuple[str, ...]] = {
    Intent.WHAT_IS: ("とは", "指します", "意味します", "呼びます", "いいます", "領域です", "表す"),
    Intent.HOW_MANY: ("枚", "回", "点", "体", "等しい", "上限", "以下", "以上"),
    Intent.MAY_I: (
        *("できます", "できません", "ことができ", "必要があります", "ません"),
        *("may", "can"),
    ),
    Intent.WHEN: ("時点", "タイミング", "直ちに", "開始時", "終了時", "フェイズ", "とき", "when"),
    Intent.ORDER: ("順番", "順に", "先に", "後に", "同時", "優先", "次に", "first"),
    Intent.HOW_TO: ("手順", "行います", "選びます", "支払", "置きます", "実行します"),
    Intent.WHAT_HAPPENS: ("場合", "とき、", "時、", "なら", "置かれ", "if "),
}
# The beginnings of sentences that explain another sentence.
ASIDES = ("例", "※", "(例", "（例", "詳しくは", "for example", "example")
# What the scores of the first sentence and of an aside are multiplied by, in percent.
FIRST_PERCENT, ASIDE_PERCENT = 115, 45
# What a served intent adds and what any sentence starts with, on the scale of rarities.
INTENT_BONUS, BASE_SCORE = 14, 20


def ruling_sentence(asked: UnderstoodQuestion, text: str) -> Span:
    """Return the span of the sentence of ``text`` that best answers ``asked``, to be shown first: a
    clause may be long. The first one gets more weight, because it often states the rule."""
    spans = list(sentence_spans(text))
    if len(spans) < 2:
        return first_sentence(text)
    worths = [_sentence_score(asked, fold(span.of(text))) for span in spans]
    worths[0] = worths[0] * FIRST_PERCENT // 100
    return spans[worths.index(max(worths))]


def first_sentence(text: str) -> Span:
    """Return the span of the first sentence of ``text``, or all: clauses state the rule first."""
    return next(sentence_spans(text), Span(0, len(text)))


def sentence_spans(text: str) -> Iterator[Span]:
    """Yield the spans of the sentences of ``text``, one of which is shown as the answer. None ends
    in brackets, unless these are still open at a line break. Lines of a list are one sentence."""
    start = depth = 0
    for at, char in enumerate(text):
        depth = max(0, depth + (char in OPENERS) - (char in CLOSERS))
        if char == "\n":
            depth = 0
        if not depth and _ends_sentence(text, at):
            yield from _trimmed(text, start, at + 1)
            start = at + 1
    yield from _trimmed(text, start, len(text))


def _ends_sentence(text: str, at: int) -> bool:
    """Whether a sentence ends at ``at``: not at each line break, since a list is one, nor at a
    Latin full stop without a space (1.2) or after an initial."""
    if text[at] == "\n":
        return text[max(0, at - 3) : at].rstrip().endswith((*ENDS, *CLOSERS, "."))
    if text[at] in ENDS:
        return True
    is_latin = text[at] in LATIN_ENDS and text[at + 1 : at + 2] == " "
    return is_latin and at > 1 and text[at - 1] not in "0123456789" and text[at - 2] != " "


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    """Yield the span of ``text[start:end]`` without space around it, for highlighting, if any."""
    piece = text[start:end]
    if bare := piece.strip():
        start += len(piece) - len(piece.lstrip())
        yield Span(start, start + len(bare))


def _sentence_score(asked: UnderstoodQuestion, sentence: str) -> int:
    """Return how well ``sentence`` (folded) answers ``asked``: by shared words, the rules' words
    for its names (墓地: 控え室) and the kind of answer. Asides (例, ※) count less: they state no
    rule."""
    table = asked.table
    shared = (token for token in asked.tokens if token in sentence and not is_hiragana(token))
    worth = BASE_SCORE + sum(map(table.rarity, shared))
    for unit in asked.units:
        words = [word for number in unit.concepts for word in table.concepts[number].words]
        if any(word in sentence for word in words if word not in unit.text):
            worth += table.rarity_of_all(unit.tokens) or table.rarities[0] // 2  # if never printed
    wordings = (INTENT_WORDING[intent] for intent in asked.intents)
    worth += sum(INTENT_BONUS for words in wordings if any(map(sentence.__contains__, words)))
    return worth * ASIDE_PERCENT // 100 if sentence.startswith(ASIDES) else worth
