"""What kind of thing a term is, by its form and by the chapter that defines it."""

from __future__ import annotations

import re

from rulebook.clauses.model import Clause, Rulebook
from rulebook.links.model import TermKind
from rulebook.records import dataclass

# By the end of the word, tried in order.
_BY_ENDING = (
    (re.compile(r"(?:フェイズ|ステップ|ターン)$"), TermKind.PHASE),
    (re.compile(r"(?:領域|置場|エリア|ゾーン)$"), TermKind.ZONE),
    (re.compile(r"(?:状態|向き|した|された|している)$"), TermKind.STATE),
    (re.compile(r".能力$"), TermKind.ABILITY),
    (re.compile(r".効果$"), TermKind.EFFECT),
    (re.compile(r"処理$"), TermKind.RULE_PROCESS),
    (re.compile(r"(?:タイミング|ポイント|誘発|誘発条件)$"), TermKind.TIMING),
    (re.compile(r"(?:プレイヤー|オーナー|マスター|キャラ|相手)$"), TermKind.ROLE),
    (re.compile(r"アイコン$"), TermKind.CARD_INFO),
    (re.compile(r"(?:[うくすつぬむるぐ]|アタック|ブロック|チェック)$"), TermKind.ACTION),
)
# By the heading of the chapter; a section there is a term of that kind.
_BY_CHAPTER = (
    (re.compile(r"カードの(?:情報|種類)"), TermKind.CARD_INFO),
    (re.compile(r"領域"), TermKind.ZONE),
    (re.compile(r"特定行動"), TermKind.ACTION),
    (re.compile(r"キーワード"), TermKind.KEYWORD),
    (re.compile(r"ルール処理"), TermKind.RULE_PROCESS),
)


@dataclass(frozen=True, slots=True)
class KindRules:
    """What one document says by other endings and chapters: words, and the kind they tell."""

    endings: tuple[tuple[str, TermKind], ...] = ()
    chapters: tuple[tuple[str, TermKind], ...] = ()


NO_RULES = KindRules()


class Kinds:
    """Tells the kind of the terms of one rulebook: by its own rules, then by those of all."""

    def __init__(self, book: Rulebook, rules: KindRules) -> None:
        self._book = book
        self._rules = rules

    def of_chapter(self, clause: Clause) -> TermKind | None:
        """Return the kind of term that the sections of the chapter of ``clause`` are."""
        above = self._book.ancestors(clause)
        title = (above[0].title if above else clause.title) or ""
        own = next((kind for words, kind in self._rules.chapters if words in title), None)
        return own or next((kind for pattern, kind in _BY_CHAPTER if pattern.search(title)), None)

    def of(self, clause: Clause, word: str) -> TermKind:
        """Return the kind of a term ``word`` that ``clause`` defines."""
        own = next((kind for end, kind in self._rules.endings if word.endswith(end)), None)
        by_ending = own or next((kind for end, kind in _BY_ENDING if end.search(word)), None)
        return by_ending or self.of_chapter(clause) or TermKind.OTHER
