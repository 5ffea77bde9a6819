"""Japanese names for the kinds of things that the pages show."""

from __future__ import annotations

from rulebook.clauses.findings import Confidence
from rulebook.links.model import TermKind
from rulebook.rulings.model import RulingState, SuggestionConfidence

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

CARD_ROLES = {
    "timing": "使うとき",
    "trigger": "誘発",
    "cost": "コスト",
    "step": "手順",
    "consequence": "それによって起こること",
    "definition": "ことばの定義",
}

RULING_STATES = {
    RulingState.IN_FORCE: "",
    RulingState.WITHDRAWN: "撤回",
    RulingState.OVERTAKEN: "現在は異なる",
}

RULING_CONFIDENCES = {
    SuggestionConfidence.SURE: "確実",
    SuggestionConfidence.LIKELY: "おそらく",
    SuggestionConfidence.UNSURE: "不確か",
}

CONFIDENCES = {Confidence.CERTAIN: "確実", Confidence.LIKELY: "おそらく"}
