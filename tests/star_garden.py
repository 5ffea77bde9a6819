"""A small invented game whose editions a test can write."""

from __future__ import annotations

RULES = """スターガーデン 総合ルール ver. {version}
{date} 適用

1. 概要
1.1. はじめに
1.1.1. 星の庭は二人で遊ぶゲームです。
1.1.2. 詳しくは2.1を参照してください。
2. 進め方
2.1. 順番
2.1.1. 先攻のプレイヤーから順番に種をまきます。
2.1.2. 種がなくなったプレイヤーは負けます。
{more}
"""


def rules(version: str, more: str = "", date: str = "2026年4月1日") -> str:
    """Return the rules of one edition, with ``more`` at the end."""
    return RULES.format(version=version, more=more, date=date)


_HEAD = """スターガーデン 総合ルール ver. {version}

1. 概要
1.1. はじめに
1.1.1. 星の庭は二人で遊ぶゲームです。
1.1.2. 順番については{order}を参照してください。
2. 進め方
"""
_FIRST = """2.1. 順番
2.1.1. 先攻のプレイヤーから順番に種をまきます。
2.1.2. 種がなくなったプレイヤーは負けます。
2.1.3. 雨の日には{hostile}水をまくことができません。
2.2. 片付け
2.2.1. 勝ったプレイヤーが庭をきれいに片付けます。使った道具はすべて元の棚に戻します。
"""
_SECOND = """2.1. 挨拶
2.1.1. 遊ぶ前に、おたがいに礼をします。
2.2. 順番
2.2.1. 先攻のプレイヤーから順番に種をまきます。
2.2.2. 種がなくなったプレイヤーはただちに負けます。
2.3. 片付け
2.3.1. 勝ったプレイヤーが庭をきれいに片付けます。使った道具はすべて元の棚に戻します。
"""
_THIRD = """2.1. 挨拶
2.1.1. 遊ぶ前に、おたがいに礼をします。
2.2. 順番
2.2.1. 最初に種を七つずつ配ります。
2.2.2. 先攻のプレイヤーから順番に種をまきます。
2.2.3. 種がなくなったプレイヤーはただちに負けます。
2.3. 片付け
2.3.1. 勝ったプレイヤーが庭をきれいに片付けます。
2.3.2. 使った道具はすべて元の棚に戻します。
"""
_HISTORY = """
更新履歴
2026 年 1 月 1 日 ver. 1.0 適用開始

- 新しく作りました。
"""
_HISTORY_OF_SECOND = """
2026 年 9 月 1 日 ver. 1.1 適用開始

- 2.2.2を修正しました。
- 2.1.1を追加しました。
"""


def three_editions(hostile: str) -> dict[str, str]:
    """Return three editions: 2.1 is moved, 2.1.2 reworded, 2.1.3 removed, 2.3.1 split."""
    later = _HISTORY + _HISTORY_OF_SECOND
    return {
        "1.0": _HEAD.format(version="1.0", order="2.1") + _FIRST.format(hostile=hostile) + _HISTORY,
        "1.1": _HEAD.format(version="1.1", order="2.2") + _SECOND + later,
        "1.2": _HEAD.format(version="1.2", order="2.2") + _THIRD + later,
    }
