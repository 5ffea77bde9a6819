"""The two tables of the sorts of words: for frames of verbs, and for pointing words."""

from __future__ import annotations

from rulebook.api import Rules
from rulebook.cards.builders.lexicon import load_frames
from rulebook.cards.interpreting.pointers import load_sorts

# Words without a sort for pointing words, which are resolved otherwise or not at all: states,
# outcomes, and names that only one game has for its cards, zones and values.
NOT_POINTED_AT = """
    アクティブ レスト 表向き 裏向き 表側表示 裏側表示 アタック表示 ディフェンス表示 ダウン状態
    アクティブ状態 レスト状態 上限解放状態
    戦闘不能 有効 勝ち 負け 当たり ハズレ 2回攻撃 上空 奥義ダメージ 毒呪 戦闘
    元 リフレッシュ 作品名 称号 キャラ名 名称 性別 種族 技属性 マス レーン リング チップ
    パートナー エネルギー ライフ 味方
"""
# Words without a sort in the frames, which fit every verb: icons, and rare words.
FITTING_EVERYWHERE = (
    "【永】 【自】 【起】 【魂】 魂 空席の 空いている 同じ 装備 ファイター ユニット"
)


def test_words_in_only_one_table_are_listed(rules: Rules) -> None:
    """A new word needs a row in both tables, or a place in one of these lists."""
    pointed_at = set(load_sorts(rules.corpus).of_word)
    files = [file for game in rules.games for file in load_frames(game)]
    fitting = {word for file in files for words in file.sorts.values() for word in words}
    assert fitting - pointed_at == set(NOT_POINTED_AT.split())
    assert pointed_at - fitting == set(FITTING_EVERYWHERE.split())
