"""Verbs of card texts and the forms in which they stand.

A verb is named by its dictionary form.  Which form a text uses says how the action leans on the
next (置き、), what is allowed (置いてよい) or forbidden (置けない), and what has come about
(置かれた).
"""

from __future__ import annotations

from enum import Enum

from rulebook.cards.tree.words import OpenVocabulary


class Verb(OpenVocabulary):
    """The actions and events that card texts name."""

    PUT = "置く"
    DRAW = "引く"
    MOVE_ITSELF = "動く"
    RETURN = "戻す"
    RETURN_ITSELF = "戻る"
    MOVE = "動かす"
    FULFIL = "満たす"
    CHOOSE = "選ぶ"
    STACK = "積む"
    WAIT = "待つ"
    TURN_UP = "めくる"
    PAY = "払う"
    USE = "使う"
    PERFORM = "行う"
    LOSE = "失う"
    TREAT = "扱う"
    INCLUDE = "入れる"
    ADD = "加える"
    GIVE = "与える"
    GAIN = "得る"
    LOOK = "見る"
    SHOW = "見せる"
    SWAP = "入れ替える"
    RECEIVE = "受ける"
    BE = "いる"
    EXIST = "ある"
    EQUAL = "等しい"
    COME_UP = "でる"
    DO = "する"
    SHUFFLE = "シャッフルする"
    REVEAL = "公開する"
    ATTACK = "アタックする"
    FRONT_ATTACK = "フロントアタックする"
    SIDE_ATTACK = "サイドアタックする"
    DIRECT_ATTACK = "ダイレクトアタックする"
    REVERSE = "【リバース】する"
    REST = "【レスト】する"
    STAND = "【スタンド】する"
    CANCEL = "キャンセルする"
    LEVEL_UP = "レベルアップする"
    TRIGGER = "トリガーする"
    PLAY = "プレイする"
    APPEAR = "登場する"
    ACTIVATE = "発動する"
    DECLARE = "宣言する"
    REFRESH = "リフレッシュする"
    DECREASE = "減少する"
    BATTLE = "バトルする"
    SEARCH = "サーチする"


class Form(Enum):
    """The forms of a verb; the values show 置く in each."""

    JOINING = "置き"
    JOINING_NOT = "置かず"
    JOINING_CANNOT = "置けず"
    JOINING_PASSIVE = "置かれ"
    JOINING_PASSIVE_NOT = "置かれず"
    JOINING_CAN = "置け"
    TE = "置いて"
    TE_PASSIVE = "置かれて"
    TE_NOT = "置かずに"
    TE_ONGOING = "置いていて"
    PLAIN = "置く"
    PASSIVE = "置かれる"
    CAN = "置ける"
    ONGOING = "置いている"
    ONGOING_NOT = "置いていない"
    ONGOING_PASSIVE = "置かれている"
    ONGOING_PASSIVE_NOT = "置かれていない"
    NOT = "置かない"
    UNLESS = "置かなければ"
    PASSIVE_NOT = "置かれない"
    CANNOT = "置けない"
    PAST = "置いた"
    PAST_PASSIVE = "置かれた"
    PAST_NOT = "置かなかった"
    PAST_PASSIVE_NOT = "置かれなかった"

    @property
    def label(self) -> str:
        """How annotations and outlines name the form: ``past-passive``."""
        return self.name.lower().replace("_", "-")
