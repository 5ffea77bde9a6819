"""Japanese names for the kinds of things that the pages show."""

from __future__ import annotations

from rulebook.clauses.model import Confidence, FindingCode
from rulebook.links.model import TermKind

TERM_KINDS = {
    TermKind.ZONE: "領域",
    TermKind.KEYWORD: "キーワード",
    TermKind.ABILITY: "能力の種類",
    TermKind.EFFECT: "効果の種類",
    TermKind.ACTION: "行動",
    TermKind.STATE: "状態",
    TermKind.PHASE: "フェイズ・ステップ",
    TermKind.CARD_INFO: "カードの情報",
    TermKind.TIMING: "タイミング",
    TermKind.ROLE: "役割",
    TermKind.RULE_PROCESS: "ルール処理",
    TermKind.OTHER: "その他",
}

CONCEPT_KINDS = {
    "zone": "領域",
    "phase": "フェイズ・ステップ",
    "action": "行動",
    "combat": "バトル",
    "state": "状態",
    "card-info": "カードの情報",
    "ability": "能力",
    "effect": "効果",
    "trigger": "トリガー",
    "keyword": "キーワード",
    "cost": "コスト",
    "timing": "タイミング",
    "check": "ルール処理",
    "outcome": "勝敗",
    "role": "役割",
    "deck-building": "デッキ構築",
    "principle": "原則",
}

CONFIDENCES = {Confidence.CERTAIN: "確実", Confidence.LIKELY: "おそらく"}

# Title, and what it means for a reader.
FINDINGS = {
    FindingCode.DANGLING_REFERENCE: ("行き先のない参照", "参照先の番号や見出しが文書にない。"),
    FindingCode.CORRECTED_REFERENCE: (
        "読み替えた参照",
        "印刷どおりでは行き先がないが、意味する先は明らかなので、そこへリンクした。",
    ),
    FindingCode.DUPLICATE_NUMBER: ("番号の重複", "同じ番号が二度印刷されている。"),
    FindingCode.NUMBER_GAP: ("番号の飛び", "続きの番号が抜けている。"),
    FindingCode.MISSING_PARENT: (
        "印刷されていない親",
        "下の条文だけがあり、その番号自体は印刷されていない。",
    ),
    FindingCode.OUT_OF_ORDER: ("順序の乱れ", "番号の順に並んでいない。"),
    FindingCode.TRUNCATED: ("途切れた文", "原文が文の途中で切れている。"),
    FindingCode.ORPHAN_TEXT: ("離れた断片", "条文から離れた場所に文の一部が残っている。"),
    FindingCode.EMPTY_CLAUSE: ("本文のない条文", "番号だけが印刷されている。"),
    FindingCode.BROKEN_FIELD: (
        "壊れた差し込み",
        "文書ソフトの差し込み記号がそのまま残っている。",
    ),
    FindingCode.LOST_ICON: ("抜け落ちたアイコン", "アイコンの画像が文字に残らなかった。"),
    FindingCode.TITLE_MISMATCH: ("見出しの食い違い", "参照や目次の見出しが本文と異なる。"),
    FindingCode.UNBALANCED_BRACKET: ("かっこの不一致", "かっこが閉じていない、または余っている。"),
    FindingCode.WRONG_BRACKET: ("かっこの種類違い", "かっこの形が、文の言うものと異なる。"),
    FindingCode.INCONSISTENT_TERM: (
        "書き方の揺れ",
        "同じものが、ほかの箇所では別の書き方をされている。",
    ),
    FindingCode.LOST_NUMBER: (
        "読めない番号",
        "行頭に番号らしい字があるが、条文の番号として読めない。前の条文に続けて示す。",
    ),
    FindingCode.MISPRINT: ("誤植", "明らかな書き誤り。本文は原文のまま示す。"),
    FindingCode.ODD_HISTORY: ("改訂履歴の乱れ", "改訂の日付が読めない、または順序に合わない。"),
    FindingCode.STALE_MAPPING: (
        "版に合わない対応",
        "用語や概念などの表が、この版にない条文番号を挙げている。その行は使っていない。",
    ),
    FindingCode.STALE_REPAIR: (
        "合わなくなった修正",
        "この文書のための修正が、行に合わなくなった。",
    ),
}
