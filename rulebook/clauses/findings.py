"""All findings on documents: their codes, what each code means, and the messages of each code.

The reference pages, the website, ``rulebook check`` and its JSON take everything from here. Texts
are in ``findings.toml``, read only when one is shown; their Japanese is in ``locale/ja.po``."""

from __future__ import annotations

from enum import StrEnum, auto
from functools import cache
from pathlib import Path
from typing import Any

from rulebook.messages import Message, render
from rulebook.records import dataclass


@cache
def _texts() -> dict[str, Any]:
    """Return what ``findings.toml`` contains, read only when a command shows a finding."""
    import tomllib

    return tomllib.loads(Path(__file__).with_name("findings.toml").read_text(encoding="utf-8"))


class Severity(StrEnum):
    """How much a finding matters to somebody who cites the rules; ``meaning`` says it in words."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def meaning(self) -> Message:
        """What the severity says about a finding, in words, for the head of a list of findings."""
        return Message(_texts()["severities"][self])


class FindingCode(StrEnum):
    """What can be wrong with a document: how severe it is, its cause and its remedy. ``heading`` is
    printed above a list of these findings. The texts are English messages;
    :func:`rulebook.messages.render` gives their Japanese."""

    DANGLING_REFERENCE = "dangling-reference"
    CORRECTED_REFERENCE = "corrected-reference"
    DUPLICATE_NUMBER = "duplicate-number"
    NUMBER_GAP = "number-gap"
    LOST_NUMBER = "lost-number"
    MISSING_PARENT = "missing-parent"
    OUT_OF_ORDER = "out-of-order"
    TRUNCATED = "truncated"
    ORPHAN_TEXT = "orphan-text"
    EMPTY_CLAUSE = "empty-clause"
    BROKEN_FIELD = "broken-field"
    LOST_CHARACTER = "lost-character"
    LOST_ICON = "lost-icon"
    TITLE_MISMATCH = "title-mismatch"
    UNBALANCED_BRACKET = "unbalanced-bracket"
    WRONG_BRACKET = "wrong-bracket"
    INCONSISTENT_TERM = "inconsistent-term"
    MISPRINT = "misprint"
    STRAY_MARKUP = "stray-markup"
    ODD_HISTORY = "odd-history"
    STALE_REPAIR = "stale-repair"
    STALE_MAPPING = "stale-mapping"

    @property
    def severity(self) -> Severity:
        """How much such a finding matters to somebody who cites the rules: what to see first."""
        return Severity(_texts()["codes"][self]["severity"])

    @property
    def heading(self) -> Message:
        """The heading over a list of such findings on the website, to be translated. ``rulebook
        check`` puts it before each Japanese message: unlike English ones, they name no fault."""
        return Message(_texts()["codes"][self]["heading"])

    @property
    def cause(self) -> Message:
        """What is wrong in a document with such a finding, as an English message to explain it."""
        return Message(_texts()["codes"][self]["cause"])

    @property
    def advice(self) -> Message:
        """What a reader or an editor of the document can do about it, as an English message."""
        return Message(_texts()["codes"][self]["advice"])


class Confidence(StrEnum):
    """How certain a finding is."""

    CERTAIN = "certain"
    LIKELY = "likely"


@dataclass(frozen=True, slots=True)
class Finding:
    """A doubtful or damaged place in a document. ``line`` and ``column`` (code points) are counted
    from 1 in the source; ``printed`` is the text at that place, ``number`` the clause, if any."""

    code: FindingCode
    number: str | None
    line: int | None
    text: Message
    column: int | None = None
    printed: str = ""
    confidence: Confidence = Confidence.CERTAIN

    @property
    def message(self) -> str:
        """What is wrong, in Japanese: JSON has both languages, other output that of the user."""
        return render(self.text, "ja")

    @property
    def message_en(self) -> str:
        """What is wrong, in English: JSON has both languages, other output that of the user."""
        return str(self.text)


Findings = tuple[Finding, ...]


@cache
def _forms() -> dict[str, tuple[FindingCode, str]]:
    """Return the code and the message of each form of finding, by the name of the form: a check
    names only a form, while ``findings.toml`` lists the forms under their codes."""
    codes = _texts()["codes"].items()
    return {f: (FindingCode(code), text) for code, of in codes for f, text in of["forms"].items()}


class FindingForm(StrEnum):
    """The messages of findings; the file of texts lists each under the code that it belongs to."""

    DANGLING = auto()
    CORRECTED = auto()
    DUPLICATE_NUMBER = auto()
    NUMBER_GAP = auto()
    LOST_NUMBER = auto()
    LETTERED_NUMBERS = auto()
    APPENDIX_NUMBERS = auto()
    MISSING_PARENT = auto()
    OUT_OF_ORDER = auto()
    HALF_TITLE = auto()
    TRUNCATED = auto()
    MOVED_BACK = auto()
    ORPHAN = auto()
    NO_CLAUSES = auto()
    NO_NUMBERS = auto()
    HANGS_ON = auto()
    RULES_IN_HISTORY = auto()
    BARE_NUMBER = auto()
    BARE_HEADING = auto()
    BROKEN_FIELD = auto()
    LOST_CHARACTER = auto()
    LOST_ICON = auto()
    LOST_FIRST_ICON = auto()
    ICON_AS_SIGN = auto()
    CONTENTS_TITLE = auto()
    CONTENTS_ONLY = auto()
    CALLED_OTHERWISE = auto()
    LEFT_OPEN = auto()
    NEVER_OPENED = auto()
    WRONG_BRACKET = auto()
    OTHER_SPELLING = auto()
    OTHER_SPELLING_IN_HISTORY = auto()
    MISPRINT = auto()
    MISPRINT_IN_HISTORY = auto()
    MISPRINTED_NUMBER = auto()
    EMPHASIS = auto()
    NO_DATE = auto()
    DATE_OUT_OF_ORDER = auto()
    SAME_ENTRY = auto()
    STALE_REPAIR = auto()
    UNUSED_REPAIR = auto()
    OTHER_EDITION = auto()
    GONE_NUMBER = auto()

    @property
    def code_and_text(self) -> tuple[FindingCode, str]:
        """The code under which ``findings.toml`` lists this form and its English text with places
        for values ({number}), found by the name of the form: so a check need not know either."""
        return _forms()[self]

    def finding(
        self,
        number: str | None,
        line: int | None,
        /,
        *,
        column: int | None = None,
        printed: str = "",
        confidence: Confidence = Confidence.CERTAIN,
        **values: object,
    ) -> Finding:
        """Return a finding of this form on clause ``number`` at ``line``, with ``values`` in its
        message. Checks name only the form: its code and its text come from ``findings.toml``."""
        code, form = self.code_and_text
        text = Message(form, number=number, line=line, printed=printed, **values)
        return Finding(code, number, line, text, column, printed, confidence)
