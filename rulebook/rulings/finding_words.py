"""What findings on rulings say, in Japanese and in English, but for the words of rulings."""

from __future__ import annotations

from enum import Enum, StrEnum

from rulebook.records import dataclass
from rulebook.rulings.model import Ruling


class RulingProblem(StrEnum):
    """What can be wrong with a ruling."""

    MISSING_CLAUSE = "missing-clause"
    MOVED = "moved"
    CHANGED_WORDS = "changed-words"
    MISQUOTED = "misquoted"
    CONTRADICTION = "contradiction"
    OUT_OF_ORDER = "out-of-order"
    UNKNOWN_EDITION = "unknown-edition"
    DUPLICATE_ID = "duplicate-id"
    NO_CLAUSE = "no-clause"


@dataclass(frozen=True, slots=True)
class RulingFinding:
    """Something to look at in a ruling; ``number`` is the clause concerned."""

    problem: RulingProblem
    ruling: Ruling
    message: str
    message_en: str
    number: str | None = None


class RulingWording(Enum):
    """A form of words: the problem, Japanese, English; ``{0}`` is the first value."""

    NO_EDITION = (
        RulingProblem.UNKNOWN_EDITION,
        "{0}版がないので、条文番号を確かめられない。",
        "Edition {0} is not there, so that clause numbers cannot be checked.",
    )
    MOVED = (
        RulingProblem.MOVED,
        "{0}版の{1}は{2}版の{3}に移った（moved）。",
        "{1} of edition {0} moved: in edition {2} it is {3}.",
    )
    GONE = (
        RulingProblem.MISSING_CLAUSE,
        "{0}版の{1}は{2}版にはない。",
        "{1} of edition {0} is not in edition {2}.",
    )
    MISSING = (
        RulingProblem.MISSING_CLAUSE,
        "{0}という条文は{1}版にない。",
        "There is no clause {0} in edition {1}.",
    )
    NO_CLAUSE = (
        RulingProblem.NO_CLAUSE,
        "条文が挙げられていない。rulebook rulings review で候補を確かめること。",
        "No clause is named. See what is suggested: rulebook rulings review.",
    )
    CHANGED = (
        RulingProblem.CHANGED_WORDS,
        "{0}の文言が{1}版から変わった：{2}。読み直すこと。",
        "The words of {0} changed since edition {1}: {2}. Read it again.",
    )
    MISQUOTED = (
        RulingProblem.MISQUOTED,
        "「{0}」という文言は{1}にない。",
        "The words “{0}” are not in {1}.",
    )
    TWICE = (
        RulingProblem.DUPLICATE_ID,
        "idの{0}は{1}にもある。こちらは使わない。",
        "The id {0} is in {1} too. This one is not used.",
    )
    CONTRADICTION = (
        RulingProblem.CONTRADICTION,
        "同じ質問に{0}が別の答えを出している：「{1}」。",
        "{0} answers the same question otherwise: “{1}”.",
    )
    OUT_OF_ORDER = (
        RulingProblem.OUT_OF_ORDER,
        "{0}という日付が、ファイルの並びと合わない。",
        "The date {0} does not fit the order of the file.",
    )

    def on(self, ruling: Ruling, *values: object, number: str | None = None) -> RulingFinding:
        """Return a finding on ``ruling`` that says this."""
        problem, ja, en = self.value
        return RulingFinding(problem, ruling, ja.format(*values), en.format(*values), number)
