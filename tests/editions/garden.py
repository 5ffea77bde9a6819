"""A small invented game, whose editions say what a test needs."""

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
