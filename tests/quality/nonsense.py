"""Measure how much nonsense counts as understood: real cards, each damaged in one place.

``python -m tests.quality.nonsense [SEED]`` damages texts of each game with a collection:
particles, pieces, nouns and verbs. It prints how many of each kind are still completely
understood; ``--taken`` also prints where, because some of them are correct Japanese.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import islice

from rulebook.cards.reading.card_parser import CardParser, load_dialect
from rulebook.clauses.corpus import load_corpus
from tests.cards.golden import collection
from tests.support import ROOT

GAMES = ("ws", "reb")
SIZE = 300
_SHOWN = 22
_PARTICLES = "をがに"
_PARTICLE = re.compile(
    f"(?<=[一-鿿ァ-ヶー》」枚て])[{_PARTICLES}](?=[一-鿿ァ-ヶぁ-ん0-9０-９【《「、])"
)
_PIECE = re.compile("(?=[^、。】］』\n]*[ぁ-ん])[^、。】］』\n]{3,14}(?=[、をにがはの])")
_NOUN = re.compile(
    "(?:カード|キャラ|山札|手札|控え室|クロック|ストック|レベル|コスト|パワー|ソウル|舞台|枠|思い出"
    "|クライマックス|ターン|能力|エントリー|メンバー|デッキ|リタイア|エネルギー|パートナー)"
    "(?!置場|フェイズ|ステップ|を持|コンボ)"
)
Damage = Callable[[str, random.Random], str]


def swap(text: str, rng: random.Random) -> str:
    """Return ``text`` with one particle exchanged, unchanged if it has none."""
    found = _any(_PARTICLE, text, rng)
    if found is None:
        return text
    other = rng.choice([particle for particle in _PARTICLES if particle != found[0]])
    return text[: found.start()] + other + text[found.end() :]


def double(text: str, rng: random.Random) -> str:
    """Return ``text`` with a piece doubled."""
    found = _any(_PIECE, text, rng)
    return text if found is None else text[: found.end()] + found[0] + text[found.end() :]


def cut(text: str, rng: random.Random) -> str:
    """Return ``text`` without one of its nouns."""
    found = _any(_NOUN, text, rng)
    return text if found is None else text[: found.start()] + text[found.end() :]


def replacing(pattern: str, *words: str) -> Damage:
    """Return the damage that replaces one match of ``pattern`` by one of ``words``, which are
    templates with its groups."""
    compiled = re.compile(pattern)

    def damage(text: str, rng: random.Random) -> str:
        found = _any(compiled, text, rng)
        if found is None:
            return text
        return text[: found.start()] + found.expand(rng.choice(words)) + text[found.end() :]

    return damage


_NOUNS = {
    "zone": ("山札", "手札", "控え室", "ストック置場", "舞台", "エントリー", "リタイア"),
    "card": ("キャラ", "カード", "クライマックス", "イベント"),
    "number": ("パワー", "ソウル", "レベル", "枚数", "ATK"),
    "time": ("ターン", "フェイズ"),
    "player": ("プレイヤー",),
    "ability": ("能力", "効果", "【自】"),
}
_VERBS = (
    ("選び", "与え", "引き", "見", "戻し", "シャッフルし", "払い"),
    ("選ぶ", "与える", "引く", "見る", "戻す", "置く", "払う"),
)


def _another_noun(text: str, rng: random.Random) -> str:
    """Return ``text`` with a noun replaced by one of another sort."""
    sort, word = rng.choice([(sort, word) for sort, words in _NOUNS.items() for word in words])
    others = [each for other, words in _NOUNS.items() if other != sort for each in words]
    return replacing(f"{word}(?!置場|フェイズ|名|ステップ|コンボ|条件)", *others)(text, rng)


def _another_verb(text: str, rng: random.Random) -> str:
    """Return ``text`` with a verb replaced by another one in the same form."""
    forms = rng.choice(_VERBS)
    verb = rng.choice(forms)
    others = [each for each in forms if each != verb]
    return replacing(f"(?<=[をに枚]){verb}(?=[、。])", *others)(text, rng)


_ZONES = (
    "山札(?!の上|の下)|手札|控え室|クロック置場|ストック置場|思い出置場|エントリー|リタイア|舞台"
    "|リング|ベンチ|フィールド|サプライズ置場|デッキ(?!の上|の下)|トラッシュ|前衛|後衛|奥義ゲージ"
)
_NUMBER = "[0-9０-９]+"
_COUNT = "[0-9①②③]"
_ONE = "[1１]枚(?:まで)?選"
# The head of an ability: marks, labels and a cost; words without names; targets of a move.
_LABEL = "《[^》]*》|〔[^〕]*〕|記憶|経験| "
_COST = "(?:［[^］]*］ ?)?"
_HEAD = f"(?<=[】：])( ?{_COST}"
_PLAIN = "[^、。「」『』《》]*"
_PUT = "(?:手札|控え室|山札|ストック|クロック|思い出|エントリー|デッキ|リタイア|エネルギー|【)"
SENSELESS: Mapping[str, Damage] = {
    "zone as a turn": replacing(_ZONES, "ターン"),
    "zone as a number": replacing(_ZONES, "パワー", "枚数", "レベル"),
    "zone as a player": replacing(f"(?:{_ZONES})(?=に置|に戻|に加|から)", "プレイヤー"),
    "number of cards raised": replacing("(?:パワー|ATK|ソウル|DEF|HP)(?=[をに][＋+-])", "枚数"),
    "card raised": replacing(
        "(?:パワー|ATK|ソウル|DEF|HP)(?=[をに][＋+-])", "カード", "山札", "ターン"
    ),
    "given for chosen": replacing("選び", "与え"),
    "chosen for given": replacing("与え", "選び"),
    "shuffled for placed": replacing("(?<=に)置く", "シャッフルする"),
    "owned by this card": replacing(
        "(?:あなた|自分)の(?=山札|手札|控え室|クロック|ストック|キャラ|エントリー|メンバー|デッキ"
        "|リング|ベンチ|フィールド|トラッシュ|前衛|後衛|団員)",
        "このカードの",
    ),
    "turns counted as cards": replacing(
        f"(?:キャラクター|キャラ|カード|メンバー|団員)(?=を?{_NUMBER}[枚体])", "ターン"
    ),
    "cards counted in times": replacing("(?<=[0-9０-９])枚(?=選|引|見|置)", "回"),
    "players placed": replacing(
        "(?:カード|キャラ|メンバー)(?=を(?:手札|山札|控え室|エントリー|リタイア))", "プレイヤー"
    ),
    "zone rested": replacing(
        "(?:キャラ|カード|メンバー)(?=を【レスト】|を【スタンド】|を【リバース】)", "山札", "手札"
    ),
    "cards as damage": replacing("ダメージ(?=を)", "カード", "ターン"),
    "turn shuffled": replacing("山札(?=をシャッフル)", "ターン", "パワー", "プレイヤー"),
    "level of a zone": replacing(f"(?:レベル|コスト)(?={_NUMBER}以[上下])", "山札", "ターン"),
    "during a card": replacing("ターン(?=中)", "カード", "山札"),
    "damage to a zone": replacing(
        "(?<=相手)に(?=[0-9０-９Ｘ]ダメージ|ダメージ)", "の山札に", "のターンに"
    ),
    "placed for drawn": replacing("(?<=枚)引く", "置く"),
    "no step before": replacing("(?<=】)(?=あなたは|自分の)", "そうしたら、"),
    "zone chosen": replacing(
        f"(?:キャラ|カード|メンバー)(?=を{_NUMBER}枚(?:まで)?選)", "手札", "山札"
    ),
    "zone has a level": replacing("(?:キャラ|カード)(?=の(?:パワー|ソウル|レベル|ATK))", "手札"),
    "number in a cost": replacing(f"(?<=［)[(]?{_COUNT}[)]?(?=[ ］])", "山札", "1枚"),
    "zone acts": replacing(f"(?:あなた|相手)(?=は(?:自分|相手|{_NUMBER}枚))", "山札", "パワー"),
    "cards counted in things": replacing("(?<=[0-9])枚(?=選|引|見|置)", "つ", "点"),
    "end of a card": replacing("(?:フェイズ|ターン)(?=の(?:始め|終わり))", "山札", "カード"),
    "number in play": replacing("(?:キャラ|クライマックス)(?=が(?:いる|ある|置かれ))", "パワー"),
    "power of a player": replacing(
        "この(?:カード|キャラ)の(?=パワー|ソウル|ATK|DEF)", "あなたの", "相手の"
    ),
    "this turn for this card": replacing(
        "(?<=この)(?:カード|キャラ)(?=[がをの])", "ターン", "山札"
    ),
    "zone attacks": replacing("この(?:カード|キャラ)(?=がアタック)", "手札", "レベル", "ターン"),
    "zone reversed": replacing(
        "この(?:カード|キャラ)(?=が【リバース】)", "山札", "ターン", "パワー"
    ),
    "zone of a time": replacing(
        "相手の(?=山札|手札|控え室|キャラ|メンバー|エントリー)", "ターンの", "効果の"
    ),
    "looked at a number": replacing(
        "(?:山札|デッキ)(?=の上から|を上から)", "パワー", "ターン", "レベル"
    ),
    "number drawn": replacing(f"{_NUMBER}枚(?=引)", "パワーを", "ターンを", "控え室を"),
    "cards paid": replacing("コスト(?=を払)", "山札", "キャラ", "ターン"),
    "player counted": replacing(f"(?:カード|キャラ)(?=を{_NUMBER}枚)", "相手", "プレイヤー"),
    "cards counted as turns": replacing(
        "(?<=[0-9０-９])枚(?=以上なら|以下なら|以上いる)", "ターン", "回"
    ),
    "ability as a place": replacing(f"(?:{_ZONES})(?=に置|に戻)", "能力", "効果", "コスト"),
    "given a zone": replacing("能力(?=を得|を与)", "山札", "ターン", "枚数"),
    "zone in a state": replacing(
        "(?<=【レスト】している)(?:キャラ|カード|メンバー)", "山札", "ターン", "パワー"
    ),
    "other than a turn": replacing(
        "(?<=他の)(?:あなたの)?(?:カード|キャラ|メンバー)", "ターン", "パワー"
    ),
    "level of a turn": replacing("(?<=レベル)(?=[0-9])", "の山札", "のターン"),
    "raised by cards": replacing("(?<=[＋+])(?=[0-9]+00)", "手札", "1枚"),
    "a zone exists": replacing("(?:キャラ|カード|メンバー)(?=がいる)", "ターン", "山札", "レベル"),
    "during a power": replacing("(?<=その)ターン(?=中)", "パワー", "キャラ", "手札"),
    # Kinds that were new on 2026-11-28.
    "rested from a pile": replacing("(?<=枚)(?:引く|見て)", "を【レスト】する"),
    "drawn for a turn": replacing(f"(?<=[、。])(?=(?:あなたは)?{_NUMBER}枚引)", "そのターン中、"),
    "put for a turn": replacing(
        "(?<=、)(?=この(?:カード|キャラ)を(?:手札|控え室|思い出|クロック|デッキ|ストック))",
        "そのターン中、",
        "次の相手のターンの終わりまで、",
    ),
    "damage for a turn": replacing(f"(?<=、)(?=相手に{_NUMBER}ダメージを与)", "そのターン中、"),
    "then after what holds": replacing(
        "(?<=[0-9０-９])。(?=$|\n)", "。そうしたら、あなたは1枚引く。"
    ),
    "event of what always holds": replacing(
        "【自】(?= ?：?(?:この|あなた|他|相手|自分)[^。』]*時、)", "【起】"
    ),
    "cost of what always holds": replacing("(?<=【永】)(?! ?[ァ-ヶ一-鿿]+ )", "［(1)］ "),
    "keyword after another icon": replacing(
        "【自】(?= ?(?:アンコール|チェンジ|絆|シフト))", "【永】"
    ),
    "cost that pays nothing": replacing(
        "(?<=［)[^］]*(?=］)", "相手に1ダメージを与える", "このカードのパワーを＋1000"
    ),
    "none chosen": replacing("[1１](?=枚(?:まで)?選)", "0"),
    "none drawn": replacing(f"{_NUMBER}(?=枚引)", "0"),
    "no damage": replacing(f"{_NUMBER}(?=ダメージを与)", "0"),
    "at least and at most": replacing("枚まで(?=選)", "枚以上まで"),
    "one card chosen twice": replacing(
        f"(?:自分|あなた|相手)の[^、。『』]{{0,20}}を{_NUMBER}(?=枚選)", "このカードを2"
    ),
    "number out of range": replacing("ソウル(?=を[＋+]1)", "ソウルを＋1000し、ソウル"),
    "event on the stage": replacing("(?<=前列の)キャラ|(?<=舞台の)キャラ", "イベント"),
    "event attacks": replacing(
        "(?<=の)(?:キャラ|カード)(?=が(?:アタック|【リバース】))", "イベント"
    ),
    "event raised": replacing("(?<=の)キャラ(?=を1枚選び、そのターン中、パワー)", "イベント"),
    "opponent of a player": replacing(
        "この(?:カード|キャラ)の(?=バトル相手)", "あなたの", "控え室の"
    ),
    "front of a pile": replacing("この(?:カード|キャラ)の(?=前の|正面の)", "手札の", "ターンの"),
    "undefined letter": replacing("[ＸX]は[^。]*に等しい。", ""),
    "nothing given": replacing("『[^『』]*』", ""),
    "once for a card": replacing("1ターンにつき1回", "1枚につき1回"),
    # Pointers without an antecedent, and missing parts of an ability.
    "that character, the first of all": replacing(
        "(?<=[】：］])( ?)この(?:カード|キャラ)(?=[がのを])", r"\1そのキャラ", r"\1そのカード"
    ),
    "that character, not chosen": replacing(
        f"{_HEAD}(?:この(?:カード|キャラ)が{_PLAIN}時、)?)(?:あなたは)?(?:自分|相手)の{_PLAIN}(?:を|から)"
        f"{_ONE}(?:び、|んで)(?={_PUT})",
        r"\1あなたはそのキャラを",
        r"\1あなたはそれを",
    ),
    "without an event": replacing(
        f"(?<=【自】)((?:【[^】]*】|{_LABEL})*：?)({_COST})(?:この能力は[^。]*。)?"
        "[^。、『』「」]*時、",
        r"\1\2",
    ),
    "cost of nothing": replacing(
        f"(?<=】) ?(?:{_LABEL})?［[^］]*］(?=[^。\n]*コストを払ってよい)", ""
    ),
    # Kinds that were new later on 2026-11-28.
    "trigger and effect exchanged": replacing(
        "(?<=[】］])( ?)([^。、『』「」【】]*)が(アタックし|プレイされ)た時、(?:あなたは)?"
        f"({_NUMBER}枚引)[くい][^。]*。",
        r"\1あなたが\4いた時、\2がアタックする。",
    ),
    "duration of nothing": replacing("(?<=そのターン中、|このターン中、)[^。『』「」]*。", "。"),
    "lasting choice": replacing(
        "(?<=1枚選び、)((?:そのターン中|このターン中)、)[^。『』「」]*。",
        r"\1。",
        r"\1控え室に置く。",
    ),
    "action of what always holds": replacing(
        "(?<=【永】)[^。『』「」]*。",
        " あなたは1枚引く。",
        " 相手に1ダメージを与える。",
        " あなたは自分のキャラを1枚選び、手札に戻す。",
    ),
    "counted without a number": replacing(
        "(?<=Ｘは)[^。]*(?=に等しい)",
        "あなたのターンの枚数",
        "相手の枚数",
        "ダメージの枚数",
        "パワーの枚数",
    ),
    "paid by the opponent": replacing(
        "(?<=［)[^］]*(?=］)",
        "相手の手札を1枚控え室に置く",
        "相手のキャラを1枚【レスト】する",
        "相手のストックを1枚控え室に置く",
    ),
    "from a zone to itself": replacing(
        f"(?<=自分の|相手の)(控え室|手札|リタイア|クロック置場)((?:の|から)[^、。]*{_ONE}(?:び|んで)、)"
        "(?:手札|控え室|エントリー|ストック置場|舞台の好きな枠|デッキの下|山札の上|山札)(?=に)",
        r"\1\2\1",
    ),
    "drawn from elsewhere": replacing(
        f"(?<=[、。])(?:あなたは)?({_NUMBER}枚)引",
        r"あなたは自分の控え室から\1引",
        r"あなたは自分の手札を\1引",
    ),
    "drawn by quality": replacing(
        f"(?<=[、。])(?:あなたは)?({_NUMBER}枚)引",
        r"あなたは《死》のカードを\1引",
        r"あなたはレベル0のキャラを\1引",
    ),
    "state of a card in a pile": replacing(
        "(?<=(?:自分|相手)の)((?:キャラ|メンバー)(?:から|を)1枚選び、)"
        "(?=【(?:レスト|スタンド|リバース)】|(?:そのターン中、|このターン中、)?(?:パワー|ソウル|[＋+]))",
        r"控え室の\1",
        r"手札の\1",
    ),
    "another pile shuffled": replacing(
        "(?<!その)(?:山札|デッキ)(?=をシャッフル)", "控え室", "手札"
    ),
    "number out of reach": replacing(
        f"{_NUMBER}(?=枚(?:引|選|見て)|ダメージを与)", "100", "-1", "1000"
    ),
    "keyword without its cost": replacing(
        "(アンコール|チェンジ|絆／|集中) ?(?:［[^］]*］|「[^」]*」(?: ?［[^］]*］)?)", r"\1"
    ),
    "parameter of another sort": replacing(
        "(?<=助太刀)[0-9]+(?: レベル[0-9])?|(?<=シフト)レベル[0-9]|(?<=絆／)「[^」]*」"
        "|(?<=経験|記憶)(?= ?［)",
        "《死》",
        "キャラ",
        "1枚",
    ),
    "limits that exclude each other": replacing(
        "(?<=レベル|コスト)([0-9])以([上下])", r"3以上1以下", r"\1以上以下"
    ),
    "row of a row": replacing("(?<=(?:自分|相手)の)(?:前列|後列)の", "前列の後列の"),
    # From kinds that were tried before there was a check for them.
    "hidden card by quality": replacing(
        f"(?<=自分の|相手の)控え室(?=の[^。、]*(?:《|キャラ|レベル)[^。、]*を?{_ONE})",
        "ストック置場",
        "山札",
    ),
    "card of the deck, not looked at": replacing(
        "(?<=自分の)(?:控え室|メンバー)から(?=[^。、]*[〔《][^。、]*選)", "デッキから"
    ),
    "opponent's hand by quality": replacing(
        f"(?:自分|相手)の(?:控え室|手札)(?=の[^。、]*《[^。、]*を?{_ONE})", "相手の手札"
    ),
    "put where it was": replacing(
        "手札から(?:舞台|エントリー|メンバー)に(?=置かれ)",
        "手札から手札に",
        "控え室から控え室に",
    ),
    "cost out of reach": replacing(f"(?<=［)[(]?{_COUNT}[)]?(?=[ ］])", "(99)", "(-1)", "(あ)"),
    "card of a level": replacing(
        "(?<=《)([^》]*)》のキャラ(?=を|が)", r"\1》の《\1》のレベル", r"\1》のレベルのキャラ"
    ),
    "attack from a pile": replacing(
        "(?<=】)( ?)(?=このカードがアタックした時)", r"\1手札の", r"\1控え室の"
    ),
    "row of a pile": replacing("(?<=自分の|相手の)(?=前列の)", "手札の", "山札の"),
    "rested twice": replacing("を【レスト】する", "を【レスト】し、【レスト】する"),
    "several of this card": replacing("このカード(?=を【|を手札|を控え室)", "このカード2枚"),
    "damage to a card": replacing("相手に(?=[0-9ＸX]ダメージ)", "このカードに", "あなたのキャラに"),
    "until a card": replacing(
        "(?:[そこ]のターン中)(?=、パワー|、ソウル)", "このカードまで", "手札まで"
    ),
    "another letter": replacing("パワーを[＋+][ＸX]", "パワーを＋Ｙ"),
    "two icons": replacing("【自】(?= ?このカード)", "【自】【永】", "【起】【自】"),
    "this one of the others": replacing("(?<=他の)あなたの", "このカードの", "あなたのこの"),
    "attack mentioned twice": replacing("がアタックした時", "がアタックし、アタックした時"),
    # Kinds that were tried before there was a check for them (2026-11-29).
    "state of a pile": replacing(
        "(?<=自分の)(控え室の)(?=キャラ|《)", r"\1【リバース】している", r"【レスト】している\1"
    ),
    "owner exchanged": replacing(
        "(?<=1枚選び、|まで選び、)手札(?=に戻)", "相手の手札", "相手の思い出"
    ),
    "put to a front": replacing("手札(?=に戻)|控え室(?=に置)", "正面", "このカードの正面"),
    "player is a card": replacing(
        "(?:その|この)(?:カード|キャラ)(?=が[^、。]{1,12}なら)", "相手", "あなた"
    ),
    "cards counted in damage": replacing("枚(?=以上なら|以上いるなら)", "ダメージ", "点", "色"),
    "never in a turn": replacing("(?<=【ターン)[１1]", "0"),
    "member attacks": replacing(
        "(?<=【自】)【エントリー】(?=[^。]*このキャラがアタック)", "【控え室】", "【メンバー】"
    ),
    "energy supports": replacing("(?:この)?キャラ(?=がサポートした)", "エネルギー", "リタイア"),
    "from the opponent's": replacing(
        "(?<=このキャラが|このカードが)手札から(?=エ|メ|舞台)", "相手の手札から"
    ),
    "quality of this card": replacing(
        "(?<=この)(?=カードが|キャラが)", "《死》の", "公開された", "【レスト】している"
    ),
    "limit of a card": replacing("(?<=キャラ)(?=を1枚|を[＋－])", "以上", "以下"),
    "time of a card": replacing(
        "あなたの(?=アタックフェイズ|クライマックスフェイズ|ドローフェイズ)", "このカードの"
    ),
    "attack from aside": replacing(
        "(?:この)?カード(?=がアタックした時)", "クライマックス置場のカード", "ストックのキャラ"
    ),
    "counted by a side": replacing("(?<=キャラ)[0-9]枚につき", "の正面につき"),
    "a zone in a row": replacing("(?<=クライマックス置場に)「[^」]*」(?=がある)", "前列", "ターン"),
    # Two parts of an ability that contradict each other (2026-11-30).
    "chosen from the emptied": replacing(
        f"(?<=[は、])(?=自分の手札[をか][^。、]*{_ONE})", "自分の手札をすべて控え室に置き、"
    ),
    "none, and one chosen": replacing(
        "(?<=[、。])あなたは(?=自分の手札[をか])", "あなたの手札が0枚なら、あなたは"
    ),
    "in two places": replacing(
        "(この(?:カード|キャラ)がアタックした時、)(?=あなたは)",
        r"\1あなたの控え室にこのカードがあるなら、",
    ),
    "battle in another phase": replacing(
        "(?:バトル中の)?このカードが(?:【リバース】|アタック)した時、(?=[^。『]{0,40}バトル相手の)",
        "あなたのメインフェイズの始めに、",
    ),
    "attack in another phase": replacing(
        "(?<=[】：])( ?)(この(?:カード|キャラ)がアタックした時)", r"\1あなたのメインフェイズ中、\2"
    ),
    "played in the other turn": replacing(
        "(【起】[^』\n［]*［[^］]*］ ?)(?=あなたは)", r"\1相手のターン中なら、"
    ),
    "paid twice": replacing(
        "(【起】[^』\n［]*［[^］]*］ ?)(?=あなたは(?!コスト))",
        r"\1あなたはコストを払ってよい。そうしたら、",
    ),
    "cost that may": replacing("(?<=［)([^］『』]*)置く(?=］)", r"\1置いてよい"),
    "two values": replacing("([ＸX])は[^。』]*に等しい。", r"\g<0>\1は7に等しい。"),
    "below nothing": replacing("(?<=レベル|コスト)(?=[1-9]以下の)", "－"),
    "attacked directly": replacing("フロントアタック(?=され)", "ダイレクトアタック"),
    "chosen is of another level": replacing(
        "レベル1以下の(キャラを1枚選び、)", r"レベル1以下の\1そのキャラのレベルが3以上なら、"
    ),
    "another is this": replacing(
        "(他の自分のキャラを1枚選び、)", r"\1そのキャラがこのカードなら、"
    ),
    "several of one": replacing(
        "(山札の上から1枚を公開する。)", r"\1それらのカードが3枚以上なら、あなたは1枚引く。"
    ),
    "there, yet none": replacing(
        "((?:他の)?(?:あなた|相手)の)([^。、のに]*のキャラがいるなら、)",
        r"\1\2\1キャラがいないなら、",
    ),
    "come, yet none": replacing(
        "(他のあなたの[^。、か］]*が手札から舞台に置かれた時、)",
        r"\1他のあなたのキャラがいないなら、",
    ),
    "supported, yet none": replacing(
        "(?<=：)(このキャラがサポートした時、)", r"\1あなたのエントリーにキャラがいないなら、"
    ),
    "another noun": _another_noun,
    "another verb": _another_verb,
}
"""Damages with correct grammar and no sense."""


def _any(pattern: re.Pattern[str], text: str, rng: random.Random) -> re.Match[str] | None:
    found = list(pattern.finditer(text))
    return rng.choice(found) if found else None


KINDS = {"swapped": swap, "doubled": double, "cut": cut, **SENSELESS}


def damage_texts(
    texts: list[str], damage: Damage, rng: random.Random, reader: CardParser
) -> Iterator[tuple[str, str]]:
    """Yield completely understood texts, each with its damaged form."""
    for text in texts:
        made = damage(text, rng)
        if made != text and text.strip() and not reader.read(text).gaps:
            yield text, made


def is_accepted(text: str, made: str, reader: CardParser) -> bool:
    """Return whether ``made`` is completely understood and not just a spelling of ``text``."""
    reading = reader.read(made)
    return not reading.gaps and reading.canonical != reader.read(text).canonical


def main(seed: int, show: bool) -> None:
    """Print how many of each kind count as understood, and with ``show`` which ones."""
    corpus = load_corpus(ROOT / "corpus")
    for game in GAMES:
        reader = CardParser(load_dialect(corpus.game(game)))
        lines = collection(game).read_text(encoding="utf-8").splitlines()
        rng = random.Random(seed)
        texts = [json.loads(line)["text"] for line in lines]
        rng.shuffle(texts)
        for name, damage in KINDS.items():
            pairs = list(islice(damage_texts(texts, damage, rng, reader), SIZE))
            taken = [pair for pair in pairs if is_accepted(*pair, reader)]
            share = len(taken) / max(1, len(pairs))
            print(f"{game} {name}: {len(taken)} of {len(pairs)} taken, {share:.1%}")
            if show:
                print("\n".join(f"  {_around(*pair)}" for pair in taken))


def _around(text: str, made: str) -> str:
    # If the end was cut off, the texts differ only in length.
    pairs = enumerate(zip(text, made, strict=False))
    at = next((at for at, (a, b) in pairs if a != b), len(made))
    return made[max(0, at - _SHOWN) : at + _SHOWN].replace("\n", " ")


if __name__ == "__main__":
    seeds = [int(word) for word in sys.argv[1:] if word.isdecimal()]
    main(seeds[0] if seeds else 1, "--taken" in sys.argv[1:])
