"""What verbs take: for each role, the sorts of things that can stand in it.

The one place for such data.  A verb stands here by its dictionary form, as the grammars name it,
with others that take the same; a predicate without a verb stands by its class.  Particles mark
the roles; ``!`` stands behind one that must be there, ``a!|b!`` where one of several must.
A verb that stands nowhere takes every role with every sort, each role once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rulebook.records import dataclass

ANY_SORT = "any"
"""The sort of what can stand for anything: それら, 残り, and words of which no table says more."""

_SORTS = {
    "card": """それ それら それぞれ 残り どちらか 中 カード キャラ キャラクター イベント
        クライマックス マーカー 防御キャラ バトル相手 Reバース エフェクト サポート
        エネルギー 団長 団員 味方 召喚石 宝晶石 アーマー パートナー チップ デッキ リング
        行動 ライフ""",
    "player": "プレイヤー 先攻プレイヤー 後攻プレイヤー 味方",
    "zone": "元 中 枠 空席 領域 レーン マス デッキ",
    "number": """それ それら 残り どちらか レベル コスト パワー ソウル ATK DEF HP DOWN スピード
        ランク 枚数 数 回数 合計 値 数値 合計値 数字 攻撃力 防御力 種類 種類数 人数
        枚数上限 色 属性 奇数 偶数 ライフ ダメージ""",
    "cost": "コスト",
    "ability": """それ それら 残り どちらか 能力 効果 自動能力 技 奥義 Reコンボ 行動 チェック 上空
        2回攻撃 毒呪""",
    "trait": """それ それら 特徴 色 属性 カード名 技属性 作品名 称号 名称 キャラ名 性別 種族 色条件
        トリガーアイコン 種類""",
    "unseen": "カード それ それら それぞれ 残り マーカー",
    "token": "マーカー 宝晶石 チップ",
    "damage": "ダメージ 奥義ダメージ",
    "deed": "リフレッシュ アタック バトル 戦闘 パートナーアタック トリガーチェック チェック",
    "time": "ターン フェイズ 始め 終わり ゲーム アタック バトル 戦闘 チェック トリガーチェック",
    "attribute": """レベル コスト パワー ソウル ATK DEF HP DOWN スピード ランク 攻撃力 防御力
        ライフ ダメージ それ それら どちらか""",
    "limit": "枚数上限",
    "state": """レスト アクティブ 表向き 裏向き 表側表示 裏側表示 アタック表示 ディフェンス表示
        ダウン状態 戦闘不能 向き 有効 パートナーアタック マーカー 勝ち 負け 当たり ハズレ
        アタック""",
}
"""The words of card texts by sort; a word may be of several, and one that is of none is of any.

``[sorts]`` of ``corpus/meaning.toml`` sorts words too, for what その and what is left out mean:
there each is of one sort, and one that no list has is of none.  Here only nonsense is refused, so
a word is of all that it can stand for.  A new word may belong into both:
``tests/cards/test_sorts.py`` lists those that stand in one alone.
"""

UNITS: Mapping[str, frozenset[str]] = {
    unit: frozenset(sorts.split())
    for units, sorts in (
        ("枚 枚数 枚分", "card zone pile unseen"),
        ("回 回目", "deed"),
        ("ターン", "time"),
        ("点", "number damage"),
        ("つ", "ability trait number words token zone deed state"),
    )
    for unit in units.split()
}
"""What is counted in a unit; one that is not here counts anything."""

HOLDS: Mapping[str, frozenset[str]] = {
    holder: frozenset(held.split())
    for holder, held in (
        ("time", "time deed"),
        ("deed", "time deed damage number card"),
        ("number", "number"),
        ("attribute", "number"),
        ("damage", "number"),
    )
}
"""What can belong to (の) a thing of a sort; a sort that is not here can have anything."""

PARTS_OF_CARDS = frozenset(
    ("バトル相手", "マーカー", "防御キャラ", "パートナー", "マーカー置場", "魂", "【魂】")
)
"""The cards and zones that one card can have: このカードのバトル相手."""


OF_PLAYERS = frozenset({"レベル"})
"""The numbers of cards that players have too (ws 3.9.1): あなたのレベル."""


def _sorts_by_word(rows: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Return the sorts of each word, given the words of each sort. The tables are written by sort,
    which is short; checks look up words."""
    found: dict[str, frozenset[str]] = {}
    for sort, row in rows.items():
        for word in row.split():
            found[word] = found.get(word, frozenset()) | {sort}
    return found


ZONES = _sorts_by_word(
    {
        "zone": """手札 クロック ストック 思い出 山札 デッキ リタイア 控え室 エネルギー メンバー
            エントリー パートナー 魂 【魂】 舞台 クロック置場 ストック置場 思い出置場 レベル置場
            クライマックス置場""",
        "pile": "手札 クロック ストック 思い出 山札 デッキ リタイア 控え室",
        "deck": "山札 デッキ",
        "card": "エネルギー メンバー エントリー パートナー 魂 【魂】",
        "token": "エネルギー",
    }
)
"""The sorts of zones, where their names stand for their cards as well.

A pile is looked at or chosen from (手札を1枚選び); the others have their cards on the table
(メンバーを1枚【レスト】する).
"""

_FRAMES = """
置く が:player を:card,pile に!|として!|~枚! に!|として!|~を!:zone から:zone,card と:card
登場する が:card に:zone から:zone,card
戻す が:player を:card,zone に!:zone,state から:zone,card
戻す が:player を!:number,state に!:state,number と:card
戻る が:card,zone に:zone,state から:zone,card
加える が:player を:card,zone に!:zone から:zone,card
加える が:player を!:number に!:number
動かす が:player を:card に!:zone から:zone
動く が:card に:zone から:zone
移動する が:card を:card に:zone から:zone
出す が:player を:card に:zone から:zone
選ぶ サーチする が:player を!|から!|枚!:card,zone,trait,ability,number,player,words
    から:zone,card,words,ability と:card,zone
引く が:player を:unseen 枚!|を! から:deck と:card,number
見る が:player を!|から!:unseen,pile から:pile
見せる が:player を:card,zone に:player から:zone
公開する 提示する が:player を:card,zone から:zone に:player
めくる が:player を!|から!:card から:pile
シャッフルする が:player を:card,pile ~枚:
入れ替える が:player を:card,zone,number と:card,zone に:zone
払う が:player を!:cost,number,token
使う が:player を:card,ability から:zone に:card 回:
行う が:player,card を:ability,deed,card 回:
繰り返す が:player を!:ability,deed まで!
与える が:player,card,ability を!:damage に:player,card から:card 回:
与える が:player,card,ability を!:ability,trait,name に:card,trait,zone つ:
得る が:card を!:ability,trait,name に:trait,name と:card
得る が:player を!:ability,trait,name,time に:trait,name と:card
失う が:card を!|すべて!:ability,trait,name,card
受ける が:player,card,ability を:damage,ability,deed から:card,player
プレイする が:player を:card,ability から:zone に:zone 回:
アタックする が:card,player を:deed られ:card 回:
フロントアタックする サイドアタックする ダイレクトアタックする が:card を:card,deed に:card
パートナーアタックする が:card,player
バトルする 戦闘する が:card と!:card を:deed
サポートする が:card を:card,zone,deed と:card
サポートさせる が:player を:card,zone に:card
ブロックする が:card,player を:card,zone,deed,damage と:card 回:
リタイアさせる が:card,player を!:card に:zone
リタイアする が:card に:zone
【リバース】する が:card を:card
【レスト】する 【スタンド】する が:card,zone を:card から:zone,card と:card
キャンセルする 【キャンセル】する が:player,card を:damage,card,ability,deed
レベルアップする が:player
リフレッシュする が:player を:zone
減少する が:number から:
増減する が:number を:number
増える 減る が:number,card に:number から:number
減らす が:player を!:number,damage から:number
回復する が:player,card を:number,damage,card から:zone
宣言する が:player を!|枚!:number,trait,name,words,card,ability
満たす が:card を!:trait
優先する が:player を:card,player から:player
セットする が:player を:card から:zone,card に:zone
参照する が:player,ability,card を:card,trait,number,ability,zone
数える が:player を:card,number,zone に:number
終了する が:time,deed を:time,deed
いる ある 存在する が!|は!|も!|枚!|manner!:card,zone,trait,ability
    に:zone,card,trait,state と:card
でる が!:card,trait
トリガーする が:card,ability
チェックする が:player を:zone,card
発動する 起動する が:ability,card を:ability から:zone,ability 回:
発動させる が:player を:ability から:ability,zone
無効化する が:player,ability を:ability,card,damage
破壊する が:player,card を:card
する が:player を:card,pile,zone,ability,trait に:zone,state,trait,card から:zone,card と:card
する が:player,card を:number,damage に:number,damage
する が:player を:deed に:deed,state,number
なる が:ability,card,number,trait,name,damage に:trait,name,state,number,deed,card,ability,player
    から:state,zone,card と:trait,number,card
扱う が:card,trait,name,number を:card,trait,name,number,ability
異なる が:trait,name,number,card と:card,trait,number
持つ が:card を!|も!:ability,trait,name,card,number
残す が:player を:card から:zone
入れる が:player を:card に!:zone から:zone
当てる が:player を:trait,name,number,card
Modify を!|は!|~に!:attribute,limit,damage に:card,zone
ModifyBoth を!|は!|~に!:card,zone に:card,zone
Equals が:number
Is が!|は!|~に!:card,zone,number,trait,ability,damage,player,deed,time
    が!|も!|~に!:card,zone,number,trait,ability,damage,player,deed,time に:card,zone
    と:card,trait,number
Has が:card,zone,trait
Compares が:number,zone,card と:card,number,trait
"""


@dataclass(frozen=True, slots=True)
class VerbFrame:
    """What a verb takes in one of its senses.

    ``roles`` has the sorts for each particle; each of ``needs`` are particles of which one must be
    there. Besides particles, ``られ`` is が in the passive, if it takes other sorts than を;
    ``枚`` a number apart from its noun; ``manner`` a manner; ``~に`` is there if に is not.
    """

    roles: Mapping[str, frozenset[str]]
    needs: tuple[frozenset[str], ...]


def _parsed_frames() -> Iterator[tuple[str, VerbFrame]]:
    """Yield each name in :data:`_FRAMES` with a frame of it; equal frames share a line."""
    for line in _FRAMES.replace("\n    ", " ").strip().splitlines():
        names = [part for part in line.split() if ":" not in part and not part.endswith("!")]
        yield from ((name, _parsed_frame(line.split()[len(names) :])) for name in names)


def _parsed_frame(parts: list[str]) -> VerbFrame:
    """Return the frame that ``parts`` of a line describe: ``を!:card`` is a needed object. A text
    is the shortest form in which people can check a frame."""
    roles: dict[str, frozenset[str]] = {}
    needs: list[frozenset[str]] = []
    for part in parts:
        particles, _, sorts = part.partition(":")
        choices = particles.split("|")
        needed = frozenset(choice[:-1] for choice in choices if choice.endswith("!"))
        needs += [needed] if needed else []
        roles[choices[0].removesuffix("!")] = frozenset(filter(None, sorts.split(",")))
    return VerbFrame(roles, tuple(needs))


def _frames_by_verb() -> Mapping[str, tuple[VerbFrame, ...]]:
    """Return the frames of each verb or class of predicates, one for each of its senses. A
    complement must fit one sense; those that it does not fit are then excluded."""
    found: dict[str, tuple[VerbFrame, ...]] = {}
    for name, frame in _parsed_frames():
        found[name] = (*found.get(name, ()), frame)
    return found


FRAMES: Mapping[str, tuple[VerbFrame, ...]] = _frames_by_verb()
"""The senses of each verb, by its dictionary form, and of other predicates, by their class."""


SORTS_OF_WORDS = _sorts_by_word(_SORTS)
"""The sorts of each common noun."""
