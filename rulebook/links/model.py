"""What linking adds to a rulebook: references, terms and where both occur."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Self

from rulebook.clauses.findings import Finding
from rulebook.clauses.model import Clause, Rulebook
from rulebook.messages import NO_MESSAGE, Message, render
from rulebook.records import dataclass, replace
from rulebook.text.normal import Span


class ReferenceKind(StrEnum):
    """The way in which a reference names its target."""

    NUMBER = "number"  # A clause number: `8.4.2.2.1`, `(9.2)`.
    LIST = "list"  # One of several numbers in a row: `4.9.1.1、4.9.1.2`.
    RANGE = "range"  # Two ends: `8.9.1.1-8.9.1.3`, `7.2から7.6`.
    CHAPTER = "chapter"  # A chapter's bare number in parentheses: `ルール処理(9)`
    TITLE = "title"  # A heading in quotation marks: `後述「アタックとバトル」`
    RELATIVE = "relative"  # A place relative to this one: 上記, この手順, Ⅱ
    APPENDIX = "appendix"  # An appendix by its name: 付録1


class ReferenceStatus(StrEnum):
    """How sure the target of a reference is."""

    RESOLVED = "resolved"  # It names what exists
    CORRECTED = "corrected"  # It names nothing as printed, but the target is clear
    DANGLING = "dangling"  # It names nothing


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in a clause's text that sends the reader to other clauses."""

    span: Span
    text: str
    kind: ReferenceKind
    targets: tuple[str, ...]  # Clause numbers; for a range, its two ends
    status: ReferenceStatus = ReferenceStatus.RESOLVED
    explanation: Message = NO_MESSAGE  # Why it was corrected or dangles

    @classmethod
    def dangling(cls, span: Span, text: str, kind: ReferenceKind, reason: Message) -> Self:
        """Return a reference without a target; a reader sees ``reason`` instead of a link."""
        return cls(span, text, kind, (), ReferenceStatus.DANGLING, reason)

    def why(self, language: str) -> str:
        """Return why it dangles or was corrected, in ``language`` (``ja``, ``en``), or “”."""
        return render(self.explanation, language)

    @property
    def reason(self) -> str:
        """Why it dangles or was corrected, in Japanese; empty if there is nothing to explain."""
        return self.why("ja")

    @property
    def reason_en(self) -> str:
        """The same explanation as ``reason`` in English, for English pages and commands."""
        return self.why("en")


def no_clause(number: str) -> Message:
    """Return the message of all finders for a reference to ``number``, which no clause has."""
    return Message("There is no clause {clause}.", clause=number)


@dataclass(frozen=True, slots=True)
class HistoryReference:
    """A reference in the text ``note``, a note on a revision in the change history."""

    version: str
    line: int
    note: str
    reference: Reference


class TermKind(StrEnum):
    """What kind of thing a term names."""

    ZONE = "zone"
    KEYWORD = "keyword"
    ABILITY = "ability-kind"
    EFFECT = "effect-kind"
    ACTION = "action"
    STATE = "state"
    PHASE = "phase"
    CARD_INFO = "card-info"
    TIMING = "timing"
    ROLE = "role"
    RULE_PROCESS = "rule-process"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Term:
    """A word that the rules define."""

    word: str
    kind: TermKind
    clause: str  # The number of the defining clause
    spellings: tuple[str, ...] = ()
    scope: str | None = None  # The only clause below which the definition holds
    english: str = ""  # Empty if there is none


@dataclass(frozen=True, slots=True)
class TermUse:
    """A place in a clause's text where a term is used."""

    span: Span
    term: str


@dataclass(frozen=True, slots=True)
class LinkedRulebook:
    """A rulebook with its links in both directions: what each clause cites, and what cites it."""

    book: Rulebook
    references: Mapping[str, tuple[Reference, ...]]
    cited_by: Mapping[str, tuple[str, ...]]
    history: tuple[HistoryReference, ...]
    terms: tuple[Term, ...]
    uses: Mapping[str, tuple[TermUse, ...]]
    findings: tuple[Finding, ...]

    def references_of(self, clause: Clause) -> tuple[Reference, ...]:
        """Return the references in ``clause`` in the order of its text, perhaps none."""
        return self.references.get(clause.number, ())

    def leans_on(self, clause: Clause) -> tuple[str, ...]:
        """Return the other clauses that ``clause`` refers to, each once, to understand it."""
        targets = (target for each in self.references_of(clause) for target in each.targets)
        return tuple(dict.fromkeys(target for target in targets if target != clause.number))

    def uses_of(self, clause: Clause) -> tuple[TermUse, ...]:
        """Return the uses of terms in ``clause`` in the order of its text, perhaps none."""
        return self.uses.get(clause.number, ())

    def within(
        self, clause: Clause, span: Span
    ) -> tuple[tuple[Reference, ...], tuple[TermUse, ...]]:
        """Return the references and terms inside ``span`` of a clause, their spans counted from its
        start. A step is shown without the rest of its clause, so it needs only these."""
        references = (each for each in self.references_of(clause) if span.holds(each.span))
        uses = (each for each in self.uses_of(clause) if span.holds(each.span))
        return (
            tuple(replace(each, span=each.span.moved(-span.start)) for each in references),
            tuple(replace(each, span=each.span.moved(-span.start)) for each in uses),
        )

    def citing(self, clause: Clause) -> tuple[str, ...]:
        """Return the numbers of the clauses that refer to ``clause``, to show them with it."""
        return self.cited_by.get(clause.number, ())
