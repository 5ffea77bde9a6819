"""The closed vocabularies of card texts.

Each value is the word as canonical text prints it.  Clause numbers are those of the
comprehensive rules of Weiss Schwarz (ws) unless another game is named.
"""

from __future__ import annotations

from enum import Enum
from typing import Self


class OpenVocabulary(Enum):
    """A vocabulary that a game's own grammar may add words to.

    The grammar is what closes it: a word that the grammar reads and that stands below in no list
    becomes a member when it is first met.
    """

    @classmethod
    def _missing_(cls, value: object) -> Self:
        member = object.__new__(cls)
        member._name_ = str(value)
        member._value_ = value
        cls._value2member_map_[value] = member
        return member


class Kind(Enum):
    """The kinds of ability (ws 8.1.1)."""

    AUTO = "【自】"  # ws 8.1.1.2
    CONTINUOUS = "【永】"  # ws 8.1.1.3
    ACTIVATED = "【起】"  # ws 8.1.1.1


class Marking(OpenVocabulary):
    """Marks that say when or from where an ability may be used."""

    COUNTER = "【カウンター】"  # may be played in the counter step (ws 2.8.2)
    CLOCK = "【クロック】"  # works while the card is in the clock (ws 2.8.3)
    CLIMAX_COMBO = "【CXコンボ】"  # needs a climax of a given name (ws 8.12)


class KeywordName(OpenVocabulary):
    """Keywords and keyword abilities (ws chapter 10)."""

    ALARM = "アラーム"  # ws 10.1
    ENCORE = "アンコール"  # ws 10.2
    ASSIST = "応援"  # ws 10.3
    BOND = "絆"  # ws 10.4
    BACKUP = "助太刀"  # ws 10.5
    GREAT_PERFORMANCE = "大活躍"  # ws 10.6
    BRAINSTORM = "集中"  # ws 10.7
    CHANGE = "チェンジ"  # ws 10.8
    MEMORY = "記憶"  # ws 10.9
    EXPERIENCE = "経験"  # ws 10.10
    SHIFT = "シフト"  # ws 10.11
    ACCELERATE = "加速"  # ws 10.12
    RESONANCE = "共鳴"  # ws 10.13
    FORCE = "フォース"  # ws 10.14
    UNION = "合体"  # ws 10.15
    SEPARATION = "分離"  # ws 10.16
    LINK = "リンク"  # ws 10.17
    INHERIT = "継承"  # ws 10.18
    REPLAY = "リプレイ"  # ws 11.3


class Brackets(OpenVocabulary):
    """What stands around a name; each game has its own use for them."""

    CORNERS = "「」"
    DOUBLE_ANGLES = "《》"
    NONE = ""  # before ：


class Joint(Enum):
    """What joins the parts of a mark's condition (reb 11.7.3.1)."""

    OR = "or"
    AND = "＆"


class Labelling(OpenVocabulary):
    """The signs before the choices of an effect."""

    FIRST = "ⅰ"
    SECOND = "ⅱ"
    THIRD = "ⅲ"


class Person(OpenVocabulary):
    """Who is spoken of.  自分 is the player who carries the effect out (ws 8.6.5)."""

    YOU = "あなた"
    OPPONENT = "相手"
    SELF = "自分"
    ALLY = "味方"  # reb 12.5.4


class Pointer(OpenVocabulary):
    """Words that point: at this card, at what was spoken of, at what follows."""

    THIS = "この"
    THAT = "その"
    THOSE = "それらの"
    NEXT = "次の"
    FOLLOWING = "以下の"
    REST = "残りの"
    EVERY = "すべての"


class Colour(OpenVocabulary):
    """The colours of cards (ws 2.4)."""

    RED = "赤"
    BLUE = "青"
    YELLOW = "黄"
    GREEN = "緑"


class Measure(OpenVocabulary):
    """The numbers that a card carries (ws 2.6, 2.7, 2.9, 2.10)."""

    LEVEL = "レベル"
    COST = "コスト"
    POWER = "パワー"
    SOUL = "ソウル"


class Counter(OpenVocabulary):
    """What is counted; the last three stand behind 好きな and 同じ."""

    CARDS = "枚"
    THINGS = "つ"
    TIMES = "回"
    COLOURS = "色"
    TURNS = "ターン"
    CARDS_OPEN = "枚数"
    TIMES_OPEN = "回数"
    THINGS_OPEN = "数"


class Vague(OpenVocabulary):
    """Quantities that are left open: 好きな枚数, 同じ枚数."""

    ANY = "好きな"
    SAME = "同じ"
    WISHED = "望む"


class Letter(Enum):
    """Numbers that a later sentence tells (Ｘは…に等しい)."""

    X = "Ｘ"
    Y = "Ｙ"


Amount = int | Letter
"""A number in a text: its value, or the letter that stands for it."""


class Sign(Enum):
    """Which way a number changes."""

    PLUS = "＋"
    MINUS = "－"
    NONE = "±"  # in ±0


class Limit(Enum):
    """How a number binds."""

    UP_TO = "まで"  # ws 8.6.3.1.1
    AT_LEAST = "以上"
    AT_MOST = "以下"
    EACH = "ずつ"
    EXCEPT = "以外"
    ONLY = "のみ"


class Comparison(OpenVocabulary):
    """How one number stands to another."""

    HIGHER = "高い"
    LOWER = "低い"
    MORE = "多い"
    FEWER = "少ない"
    SAME = "同じ"


class Zone(OpenVocabulary):
    """Zones and parts of the stage (ws chapter 3)."""

    DECK = "山札"  # ws 3.2
    HAND = "手札"  # ws 3.3
    WAITING_ROOM = "控え室"  # ws 3.4
    STAGE = "舞台"  # ws 3.5
    FRONT_ROW = "前列"  # ws 3.6.4
    BACK_ROW = "後列"  # ws 3.6.4
    CENTRE = "中央"
    CENTRE_SLOT = "中央の枠"  # ws 3.6
    LEFT = "左"
    LEFT_SLOT = "左の枠"
    RIGHT = "右"
    RIGHT_SLOT = "右の枠"
    ANY_SLOT = "好きな枠"
    SEPARATE_SLOTS = "別々の枠"
    MARKER_AREA = "マーカー置場"  # ws 3.7
    CLOCK = "クロック"
    CLOCK_AREA = "クロック置場"  # ws 3.8
    LEVEL_AREA = "レベル置場"  # ws 3.9
    STOCK = "ストック"
    STOCK_AREA = "ストック置場"  # ws 3.10
    CLIMAX_AREA = "クライマックス置場"  # ws 3.11
    MEMORY = "思い出"
    MEMORY_AREA = "思い出置場"  # ws 3.12


class Side(OpenVocabulary):
    """Places that are told from a card or a pile."""

    TOP = "上"
    BOTTOM = "下"
    VERY_TOP = "一番上"
    VERY_BOTTOM = "一番下"
    IN_FRONT = "前"
    FACING = "正面"
    BESIDE = "横"


class Period(OpenVocabulary):
    """Phases (ws chapter 6) and the steps of an attack (ws chapter 7)."""

    STAND_PHASE = "スタンドフェイズ"  # ws 6.2
    DRAW_PHASE = "ドローフェイズ"  # ws 6.3
    CLOCK_PHASE = "クロックフェイズ"  # ws 6.4
    MAIN_PHASE = "メインフェイズ"  # ws 6.5
    CLIMAX_PHASE = "クライマックスフェイズ"  # ws 6.6
    ATTACK_PHASE = "アタックフェイズ"  # ws 6.7
    END_PHASE = "エンドフェイズ"  # ws 6.8
    DECLARATION_STEP = "アタック宣言ステップ"  # ws 7.2
    TRIGGER_STEP = "トリガーステップ"  # ws 7.3
    COUNTER_STEP = "カウンターステップ"  # ws 7.4
    DAMAGE_STEP = "ダメージステップ"  # ws 7.5
    BATTLE_STEP = "バトルステップ"  # ws 7.6
    ENCORE_STEP = "アンコールステップ"  # ws 7.7


class Word(OpenVocabulary):
    """The common nouns of card texts."""

    CHARACTER = "キャラ"  # ws 2.3.2
    EVENT = "イベント"
    CLIMAX = "クライマックス"
    CARD = "カード"
    CARD_NAME = "カード名"  # ws 2.1
    MARKER = "マーカー"  # ws 3.7
    DEFENDER = "防御キャラ"  # ws 7.2.1
    OPPOSING = "バトル相手"
    SLOT = "枠"  # ws 3.6
    AREA = "領域"
    FACE_OF_CARD = "向き"
    LEVEL = "レベル"  # ws 2.6
    COST = "コスト"  # ws 2.7
    POWER = "パワー"  # ws 2.9
    SOUL = "ソウル"  # ws 2.10
    ATTACK_POWER = "ATK"  # reb 2.6
    DEFENCE = "DEF"  # reb 2.7
    TRAIT = "特徴"  # ws 2.5
    COLOUR = "色"  # ws 2.4
    COLOUR_CONDITION = "色条件"
    TRIGGER_ICON = "トリガーアイコン"  # ws 2.11
    ABILITY = "能力"  # ws 4.1.1
    EFFECT = "効果"  # ws 4.1.2
    ACTION = "行動"
    DAMAGE = "ダメージ"  # ws 4.10
    TRIGGER_CHECK = "トリガーチェック"
    COUNT = "枚数"
    HAND_LIMIT = "枚数上限"  # ws 3.3.3
    NUMBER = "数"
    TIMES = "回数"
    TOTAL = "合計"
    TURN = "ターン"
    BATTLE = "バトル"
    ATTACK = "アタック"
    BEGINNING = "始め"
    END = "終わり"
    DECK_OF_PLAYER = "デッキ"
    PLAYER = "プレイヤー"
    IT = "それ"
    THEM = "それら"
    EACH = "それぞれ"


class Icon(OpenVocabulary):
    """Trigger icons (ws 4.12.2)."""

    SOUL = "【ソウル】"
    COMEBACK = "【カムバック】"
    RETURN = "【リターン】"
    DRAW = "【ドロー】"
    POOL = "【プール】"
    TREASURE = "【トレジャー】"
    SHOT = "【ショット】"
    GATE = "【ゲート】"
    CHOICE = "【チョイス】"
    STANDBY = "【スタンバイ】"


class State(OpenVocabulary):
    """How a card lies or what it is doing (ws 4.6)."""

    STANDING = "【スタンド】している"
    RESTED = "【レスト】している"
    REVERSED = "【リバース】している"
    NOT_STANDING = "【スタンド】していない"
    NOT_RESTED = "【レスト】していない"
    NOT_REVERSED = "【リバース】していない"
    IN_BATTLE = "バトル中の"
    BATTLING = "バトルしている"
    ATTACKING = "アタックしている"
    FRONT_ATTACKING = "フロントアタックしている"
    SIDE_ATTACKING = "サイドアタックしている"
    DIRECT_ATTACKING = "ダイレクトアタックしている"
    FRONT_ATTACKED = "フロントアタックされている"
    EMPTY = "空いている"
    FACE_UP = "表向きの"
    FACE_DOWN = "裏向きの"
    WITH_MARKER = "マーカーを持つ"
    WITHOUT_MARKER = "マーカーを持たない"
    WITH_TRAIT = "特徴を持つ"
    WITHOUT_TRAIT = "特徴を持たない"
    MARKER_BELOW = "下にマーカーがある"
    FACING_CHARACTER = "正面にキャラがいる"
    FACING_OPPONENT = "正面に相手のキャラがいる"
    FACING_NO_CHARACTER = "正面にキャラのいない"
    FACING_NO_OPPONENT = "正面に相手のキャラのいない"


class Relation(OpenVocabulary):
    """How a thing is told by another: このカードがいた枠, そのカード以外のカード."""

    WHERE_WAS = "がいた"
    WHERE_IS = "がいる"
    WITHOUT = "のいない"
    OTHER_WITHOUT = "のいない他の"
    SAME_AS = "と同じ"
    AND = "で"
    AT_MOST_AND = "以下で"
    AT_MOST = "以下の"
    AT_LEAST = "以上の"
    EXCEPT = "以外の"
    AMONG = "のうち"
    BEING_ON = "にいる"
    LYING_IN = "にある"
    PUT_ON = "に置かれた"
    BY = "による"
    IN_BATTLE_WITH = "とバトル中の"
    BATTLING_WITH = "とバトルしている"


class Described(OpenVocabulary):
    """What was done to a thing before: 公開されたカード, 受けたダメージ."""

    CHOSEN = "選んだ"
    CHOSEN_BY_YOU = "あなたが選んだ"
    CHOSEN_BY_OPPONENT = "相手が選んだ"
    DECLARED = "宣言した"
    DECLARED_BY_YOU = "あなたの宣言した"
    DECLARED_BY_OPPONENT = "相手の宣言した"
    REVEALED = "公開された"
    REVEALED_BY_PLAYER = "公開した"
    RECEIVED = "受けた"
    DEALT = "与えた"
    DEALING = "与える"
    HAVING = "持つ"


class Focus(Enum):
    """What a particle behind a particle says."""

    TOO = "も"
    CONTRAST = "は"


class Cause(Enum):
    """Through what something was done to a thing."""

    THIS_EFFECT = "この効果で"
    THIS_ABILITY = "この能力で"
    COST_OF_THIS_EFFECT = "この効果のコストで"
    COST_OF_THIS_ABILITY = "この能力のコストで"


class MannerWord(OpenVocabulary):
    """How an action is carried out."""

    FACE_DOWN = "裏向きで"
    TO_FACE_DOWN = "裏向きに"
    FACE_UP = "表向きで"
    TO_FACE_UP = "表向きに"
    STANDING = "【スタンド】して"  # ws 4.6
    RESTED = "【レスト】して"
    REVERSED = "【リバース】して"
    ANY_ORDER = "好きな順番で"
    SAME_ORDER = "元の順番で"
    SEPARATELY = "別々に"
    AT_RANDOM = "ランダムに"
    IN_TOTAL = "合計"
    INSTEAD = "かわりに"  # ws 8.10


class Connective(Enum):
    """What ties a sentence to the one before it."""

    IF_DONE = "そうしたら"  # ws 8.6.4
    IF_NOT_DONE = "そうしないなら"  # ws 8.6.4
    OTHERWISE = "そうでないなら"
    AFTERWARDS = "その後"
    NEXT = "次に"
    YET = "ただし"
    AND = "かつ"
