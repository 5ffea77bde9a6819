"""Texts that a card grammar generates: its own rules, walked at random, with sample words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from lark import Lark
from lark.grammar import Rule, Terminal

from rulebook.cards.grammar.conjugation import conjugate
from rulebook.cards.tree.verbs import Form, Verb

Choose = Callable[[int], int]
"""Gives a number from 0 to one below its argument."""


_VERBS = (
    Verb("置く", "K"),
    Verb("戻す", "S"),
    Verb("選ぶ", "B"),
    Verb("払う", "U"),
    Verb("見る", "E"),
    Verb("【レスト】する", "SURU"),
    Verb("アタックする", "SURU"),
)


def _verbs(*forms: Form) -> tuple[str, ...]:
    return tuple(conjugate(verb, form) for verb in _VERBS for form in forms)


# Sample words for the terminals that are not fixed words.
SAMPLES: Mapping[str, tuple[str, ...]] = {
    "NAME": ("「白磁の皿」", "「“朝の「鐘」”モリ」"),
    "KEYWORD_NAME": ("「終着駅の猫」", "「風車の丘 ナギ」"),
    "FRAGMENT": ("「白磁」", "「銅の」"),
    "TRAIT": ("《音叉》", "《鐘楼》"),
    "REMINDER": ("（公開したカードは元に戻す）",),
    "KIND": ("【自】", "【永】", "【起】"),
    "KIND_NAMED": ("【自】", "【起】"),
    "TURN_LIMIT": ("【ターン1】", "【ターン2】"),
    "STOCK": ("(1)", "(Ｘ)"),
    "NUMBER": ("3", "Ｘ"),
    "CHANGE": ("＋1500", "－Ｘ"),
    "QUANTITY_AND": ("2枚以上で", "4以下で"),
    "DAMAGE": ("2ダメージ", "Ｘダメージ"),
    "QUANTITY": ("1枚", "2枚まで", "3枚以上", "好きな枚数", "2以下", "1枚ずつ"),
    "OWNER": ("あなたの", "自分の", "相手の"),
    "POINTER": ("この", "その", "次の", "残りの"),
    "PLAYER": ("あなた", "相手"),
    "PARTICLE": ("が", "を", "に", "は", "から", "で", "まで", "として", "につき", "のかわりに"),
    "WITH": ("と",),
    "BOUND": ("以下", "以上"),
    "COMPARISON": ("高い", "少ない"),
    "TRAITS": ("特徴を",),
    "HOLDS": ("を含む", "を含まない"),
    "CONNECTIVE": ("そうしたら、", "その後、"),
    "MANNER": ("裏向きで", "好きな順番で", "【レスト】して", "かわりに"),
    "BY_THIS": ("この効果で",),
    "RELATION": ("がいた", "以外の", "と同じ", "のうち", "以下の"),
    "DESCRIBED": ("選んだ", "公開された"),
    "KEYWORD": ("応援", "集中", "アンコール", "経験"),
    "MARK": ("【カウンター】", "【CXコンボ】", "【クロック】"),
    "ICON": ("【ソウル】", "【ゲート】"),
    "COLOUR_IS": ("色が",),
    "FROM_ZONE": ("山札から",),
    "OR_ICON": ("か【ゲート】",),
    "REPLAY": ("【リプレイ】",),
    "NAMED_ACTION": ("＄貝合わせをする＄",),
    "COLOURS": ("赤", "青と緑"),
    "MEASURED": ("レベル1以下", "コスト0", "パワーＸ以上"),
    "MEASURED_AND": ("レベル1以下で",),
    "MEASURE_IS": ("レベルが",),
    "ICONS_ARE": ("トリガーアイコンが",),
    "ZONES": ("手札か控え室",),
    "ZONE": ("山札", "手札", "控え室", "クライマックス置場", "思い出", "好きな枠"),
    "SIDE": ("上", "下", "正面", "1番上"),
    "OF_SIDE": ("の",),
    "PERIOD": ("メインフェイズ", "アンコールステップ"),
    "STATE": ("【レスト】している", "バトル中の", "マーカーを持つ"),
    "WORD": (
        "カード",
        "キャラ",
        "イベント",
        "クライマックス",
        "マーカー",
        "枠",
        "能力",
        "パワー",
        "始め",
    ),
    "VERB_JOINING": _verbs(Form.JOINING),
    "VERB": _verbs(Form.PLAIN, Form.CAN),
    "VERB_NOW": _verbs(Form.ONGOING),
    "VERB_TE": _verbs(Form.TE),
    "VERB_PAST": _verbs(Form.PAST, Form.PAST_PASSIVE),
    "VERB_NOT": _verbs(Form.NOT, Form.CANNOT),
    "VERB_UNLESS": ("引かなければ", "選ばなければ"),
    "FOCUS": ("も",),
    "LABEL": ("ⅰ",),
    "SAID": ("鐘楼",),
    "MOMENT": ("ターン終了時",),
}


# Those of games with other words.
OF_GAME: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "ws": {
        "ALSO": ("5",),
        "MEASURED_IS": ("コストが4", "レベルが1以下"),
        "KINDS_HELD": ("【自】を持つ", "【カウンター】を持つ"),
        "ICONS_IN": ("トリガーアイコンに",),
        "HAVING_ICONS": ("がある",),
        "BOUNDARY": ("以外",),
        "NTH": ("2回目",),
    },
    "reb": {
        "NAME": ("《白磁》", "《終着駅の猫》"),
        "TRAIT": ("〔音叉〕", "〔鐘楼〕"),
        "KIND_NAMED": ("【自】", "【スパーク】"),
        "TARGET": ("【スパーク】",),
        "NEEDING": ("【Reコンボ】", "【本領発揮Lv3】"),
        "NEEDED": ("《白磁》", "〔音叉〕"),
        "BEARING": ("【のびしろ】",),
        "WITH_MARK": ("【スパーク】を持つ", "【スパーク】か【ブロッカー】を持たない"),
        "WITH_NONE": ("【スパーク】も【ブロッカー】も持たない",),
        "MARKS": ("【スパーク】、【のびしろ】",),
        "ENERGY": ("エネ(1)",),
        "ENERGY_STOP": ("エネ(1)",),
        "TOTAL": ("合計",),
        "BOUNDARY": ("以外", "のみ"),
        "TURN": ("ターン",),
        "PAYING": ("エネ(2)",),
        "CHANGE": ("＋2/±0", "－1/＋3"),
        "CHANGE_BY": ("＋2/±0",),
        "MEASURED_IS": ("コストが4", "ATKが3以上"),
        "RANGE": ("1～9",),
        "TRAIT_AND": ("〔音叉〕で",),
        "ORDINAL": ("1回目", "2回目"),
        "NTH": ("3枚目以降", "2枚目"),
        "ALSO": ("5",),
        "STRENGTH": ("ATK4/DEF8",),
        "OF_EACH": ("3",),
        "MARK": ("【スパーク】", "【メンバー】"),
        "ZONE": ("エントリー", "メンバー", "手札", "控え室"),
        "MEASURED": ("コスト2以下", "ATK3"),
        "MEASURED_AND": ("コスト2で",),
        "RELATION": ("以外の", "と同じ", "にいる", "のいた"),
        "STATE": ("【レスト】している", "空席の", "セットされている"),
        "WORD": ("カード", "キャラ", "ATK", "枚数", "Reバース", "値"),
    },
}


class Word(NamedTuple):
    """A terminal of the grammar, and sample words for it."""

    terminal: str
    text: str


class Generator:
    """Generates texts from the rules of ``grammar``; ``choose`` selects each alternative."""

    def __init__(self, grammar: Lark, game: str) -> None:
        samples = {**SAMPLES, **OF_GAME.get(game, {})}
        self._words = {
            terminal.name: words
            for terminal in grammar.terminals
            if (words := _samples(terminal.name, terminal.pattern, samples))
        }
        self.without_words = sorted({term.name for term in grammar.terminals} - set(self._words))
        self._rules: dict[str, list[Rule]] = {}
        for rule in grammar.rules:
            if not any(symbol.name in self.without_words for symbol in rule.expansion):
                self._rules.setdefault(rule.origin.name, []).append(rule)
        self._heights = self._measure()
        self._lowest = {
            name: [rule for rule in rules if 1 + self._height(rule) == self._heights[name]]
            for name, rules in self._rules.items()
        }

    def words(self, choose: Choose, budget: int) -> list[Word]:
        """Return the words of an ability; a larger ``budget`` allows more words."""
        words: list[Word] = []
        waiting: list[Any] = [self._rules["ability"][0].origin]
        while waiting:
            symbol = waiting.pop()
            if isinstance(symbol, Terminal):
                options = self._words[symbol.name]
                chosen = options[choose(len(options))]
                words.append(Word(symbol.name.replace("common__", "", 1), chosen))
                continue
            rules = self._rules[symbol.name]
            if budget <= 0:
                rules = self._lowest[symbol.name]
            budget -= 1
            waiting += reversed(rules[choose(len(rules))].expansion)
        return words

    def _measure(self) -> dict[str, int]:
        """Return the height of the lowest tree of each rule."""
        self._heights = {}
        before: dict[str, int] = {}
        while True:
            for name, rules in self._rules.items():
                self._heights[name] = 1 + min(map(self._height, rules))
            if self._heights == before:
                return before
            before = dict(self._heights)

    def _height(self, rule: Rule) -> int:
        symbols: Iterator[Any] = iter(rule.expansion)
        return sum(
            self._heights.get(symbol.name, 1000)
            for symbol in symbols
            if not isinstance(symbol, Terminal)
        )


def _samples(name: str, pattern: Any, samples: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    bare = name.replace("common__", "").lstrip("_")
    return samples.get(bare, (pattern.value,) if pattern.type == "str" else ())
