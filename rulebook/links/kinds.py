"""What kind of thing a term is, by its form and by the chapter that defines it."""

from __future__ import annotations

import re

from rulebook.clauses.model import Clause, Rulebook
from rulebook.links.model import TermKind

# By the end of the word, tried in order.
_BY_ENDING = (
    (re.compile(r"(?:フェイズ|ステップ|ターン|バトル)$"), TermKind.PHASE),
    (re.compile(r"(?:領域|置場|エリア|ゾーン|リング|ベンチ)$"), TermKind.ZONE),
    (re.compile(r"(?:状態|表示|表示形式|向き|した|された|している)$"), TermKind.STATE),
    (re.compile(r".能力$"), TermKind.ABILITY),
    (re.compile(r".効果$"), TermKind.EFFECT),
    (re.compile(r"処理$"), TermKind.RULE_PROCESS),
    (re.compile(r"(?:タイミング|ポイント|誘発|誘発条件)$"), TermKind.TIMING),
    (re.compile(r"(?:プレイヤー|オーナー|マスター|チーム|メイト|キャラ|相手)$"), TermKind.ROLE),
    (re.compile(r"アイコン$"), TermKind.CARD_INFO),
    (re.compile(r"(?:[うくすつぬむるぐ]|アタック|ブロック|チェック)$"), TermKind.ACTION),
)
# By the heading of the chapter; a section there is a term of that kind.
_BY_CHAPTER = (
    (re.compile(r"カードの(?:情報|種類)"), TermKind.CARD_INFO),
    (re.compile(r"領域|場の種類"), TermKind.ZONE),
    (re.compile(r"特定行動|^用語$"), TermKind.ACTION),
    (re.compile(r"キーワード"), TermKind.KEYWORD),
    (re.compile(r"ルール処理"), TermKind.RULE_PROCESS),
    (re.compile(r"表示"), TermKind.STATE),
)


def chapter_kind(book: Rulebook, clause: Clause) -> TermKind | None:
    """Return the kind of term that the sections of the chapter of ``clause`` are."""
    above = book.ancestors(clause)
    title = above[0].title if above else clause.title
    return next((kind for pattern, kind in _BY_CHAPTER if pattern.search(title or "")), None)


def kind_of(book: Rulebook, clause: Clause, word: str) -> TermKind:
    """Return the kind of a term that ``clause`` defines."""
    by_ending = next((kind for pattern, kind in _BY_ENDING if pattern.search(word)), None)
    return by_ending or chapter_kind(book, clause) or TermKind.OTHER
