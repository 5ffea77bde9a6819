"""All findings on documents: their codes, what each code means, and the messages of each code.

The reference pages, the website, ``rulebook check`` and its JSON take everything from here; the
Japanese of all texts is in ``locale/ja.po``.
"""

from __future__ import annotations

from enum import Enum, StrEnum

from rulebook.messages import Message, render
from rulebook.records import NamedTuple, dataclass


class Severity(StrEnum):
    """How much a finding matters to somebody who cites the rules; ``meaning`` says it in words."""

    meaning: Message

    def __new__(cls, value: str, meaning: str) -> Severity:
        """Return the member ``value`` with what it means: a string, as JSON prints it."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.meaning = Message(meaning)
        return member

    ERROR = "error", "Something is missing, leads nowhere or is not used: look it up elsewhere."
    WARNING = "warning", "What is printed is wrong or doubtful: compare before you cite."
    NOTE = "note", "The intended meaning is clear, and Rulebook uses it."


class FindingCode(StrEnum):
    """What can be wrong with a document: how severe it is, its cause and its remedy. ``heading``
    stands over a list of such findings. The texts are English messages;
    :func:`rulebook.messages.render` gives their Japanese."""

    severity: Severity
    heading: Message
    cause: Message
    advice: Message

    def __new__(
        cls, value: str, severity: Severity, heading: str, cause: str, advice: str
    ) -> FindingCode:
        """Return the member ``value`` with what the code means: a string, as JSON prints it."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.severity = severity
        member.heading, member.cause, member.advice = map(Message, (heading, cause, advice))
        return member

    DANGLING_REFERENCE = (
        "dangling-reference",
        Severity.ERROR,
        "References that lead nowhere",
        "A reference names a clause, a heading or a place that the document does not have.",
        "Look for what was meant in the published document or in the neighbouring clauses; "
        "the reference leads nowhere.",
    )
    CORRECTED_REFERENCE = (
        "corrected-reference",
        Severity.NOTE,
        "Corrected references",
        "A reference is wrong as printed, but it is plain what is meant: one part of the "
        "number is off, a heading is spelt differently, 後述 points back.",
        "The reference leads to the clause named in the message; the printed words are kept. "
        "Compare both before you cite.",
    )
    DUPLICATE_NUMBER = (
        "duplicate-number",
        Severity.ERROR,
        "Numbers printed twice",
        "The document prints the same clause number twice.",
        "The clause stands once. Where the texts differ, both are kept under the number: "
        "read both.",
    )
    NUMBER_GAP = (
        "number-gap",
        Severity.WARNING,
        "Skipped numbers",
        "A number is skipped between two clauses of the same parent.",
        "Compare with the published document: the clause may have been dropped there, or "
        "lost on the way to text.",
    )
    LOST_NUMBER = (
        "lost-number",
        Severity.ERROR,
        "Unreadable numbers",
        "A line inside a clause begins with what looks like a number that no clause has.",
        "Correct the number in the text, or report it: the clause that begins there is part "
        "of the one before.",
    )
    MISSING_PARENT = (
        "missing-parent",
        Severity.NOTE,
        "Parents that are not printed",
        "Clauses are printed under a number that is not printed itself.",
        'An empty clause with `"printed": false` takes its place. Cite the clauses below it.',
    )
    OUT_OF_ORDER = (
        "out-of-order",
        Severity.NOTE,
        "Clauses out of order",
        "A clause is printed away from the place that its number gives it.",
        "It has been put where its number belongs. When you read the source, look at the "
        "line given.",
    )
    TRUNCATED = (
        "truncated",
        Severity.ERROR,
        "Sentences cut off",
        "The text of a clause stops in the middle of a sentence.",
        "Take the rest from the published document; Rulebook does not make it up. If it "
        "stands in the file before the first clause, add a repair of kind `move` (see "
        "CONTRIBUTING.md).",
    )
    ORPHAN_TEXT = (
        "orphan-text",
        Severity.ERROR,
        "Loose pieces of text",
        "A sentence stands before the first clause and belongs to none.",
        "If the message says that it was moved back, nothing. Otherwise find its clause and "
        "add a repair of kind `move`.",
    )
    EMPTY_CLAUSE = (
        "empty-clause",
        Severity.ERROR,
        "Clauses without text",
        "A number is printed with nothing after it.",
        "Nothing can be cited but the number; see whether a newer edition has the text.",
    )
    BROKEN_FIELD = (
        "broken-field",
        Severity.ERROR,
        "Broken fields",
        "A cross-reference of the word processor lost its target and an error text was "
        "printed instead.",
        "Look for the clause that was meant in the published document or in the neighbouring "
        "clauses.",
    )
    LOST_CHARACTER = (
        "lost-character",
        Severity.ERROR,
        "Lost characters",
        "Characters that could not be read when the document was converted are “\ufffd”.",
        "Convert the original document again, and name its encoding.",
    )
    LOST_ICON = (
        "lost-icon",
        Severity.ERROR,
        "Lost icons",
        "An icon was lost on the way to text; the sentence shows the hole.",
        "Look the icon up in the published document.",
    )
    TITLE_MISMATCH = (
        "title-mismatch",
        Severity.WARNING,
        "Headings that differ",
        "The table of contents, or a clause that refers to another, calls a clause by "
        "another title than its heading.",
        "Go by the heading. Where a reference is concerned, check whether its number or its "
        "name is the slip.",
    )
    UNBALANCED_BRACKET = (
        "unbalanced-bracket",
        Severity.WARNING,
        "Unbalanced brackets",
        "A bracket or quotation mark has no partner.",
        "The text is kept as printed. Take care where the quotation begins or ends.",
    )
    WRONG_BRACKET = (
        "wrong-bracket",
        Severity.WARNING,
        "Wrong brackets",
        "A bracket is printed in another shape than the text calls it, for example `[]` "
        "where it says 丸括弧.",
        "Go by the name, and compare with the published document.",
    )
    INCONSISTENT_TERM = (
        "inconsistent-term",
        Severity.NOTE,
        "Inconsistent terms",
        "The document spells one word in two ways; this is the rarer one.",
        "Read it as the other spelling; the text is kept as printed. When you search, try both.",
    )
    MISPRINT = (
        "misprint",
        Severity.WARNING,
        "Misprints",
        "A slip of the pen that was found in reading: a wrong or missing character.",
        "Read it as what is meant; the text is kept as printed.",
    )
    STRAY_MARKUP = (
        "stray-markup",
        Severity.NOTE,
        "Stray marks of emphasis",
        "A sign of emphasis (`**`) was left in the text as characters.",
        "Read the words without it; the text is kept as printed. What stands between two "
        "signs is bold, or an icon, in the published document.",
    )
    ODD_HISTORY = (
        "odd-history",
        Severity.NOTE,
        "Oddities in the change history",
        "A date in the change history cannot be read, or runs against the order of the entries.",
        "The entry is kept as printed. Do not rely on its date alone.",
    )
    STALE_REPAIR = (
        "stale-repair",
        Severity.ERROR,
        "Repairs that no longer fit",
        "A repair in `edition.toml` names a line that does not begin as it says. The repair "
        "was not made.",
        "Correct `line` and `starts`, or remove the repair.",
    )
    STALE_MAPPING = (
        "stale-mapping",
        Severity.ERROR,
        "Table entries that no longer fit",
        "A table of the game (`terms.toml`, `concepts.toml`, `players.toml`, `cards.toml`) "
        "names a clause that this edition does not have, or belongs to another edition. What "
        "it says there is not used.",
        "Correct the number in the line that is named, or carry the table to the edition.",
    )


class Confidence(StrEnum):
    """How sure a finding is."""

    CERTAIN = "certain"
    LIKELY = "likely"


@dataclass(frozen=True, slots=True)
class Finding:
    """A doubtful or damaged place in a document.

    ``line`` and ``column`` (code points) are places in the source, from 1; ``printed`` is what
    stands there.  ``number`` is the clause concerned, if there is one.
    """

    code: FindingCode
    number: str | None
    line: int | None
    text: Message
    column: int | None = None
    printed: str = ""
    confidence: Confidence = Confidence.CERTAIN

    @property
    def message(self) -> str:
        """What is wrong, in Japanese."""
        return render(self.text, "ja")

    @property
    def message_en(self) -> str:
        """What is wrong, in English."""
        return str(self.text)


Findings = tuple[Finding, ...]


class _Form(NamedTuple):
    """A message of findings, and the code that it belongs to."""

    code: FindingCode
    text: str


class FindingForm(Enum):
    """The messages of findings, each with the code that it belongs to."""

    DANGLING = _Form(
        FindingCode.DANGLING_REFERENCE, "The reference “{printed}” in {number}: {reason}"
    )
    CORRECTED = _Form(
        FindingCode.CORRECTED_REFERENCE, "The reference “{printed}” in {number}: {reason}"
    )
    DUPLICATE_NUMBER = _Form(
        FindingCode.DUPLICATE_NUMBER,
        "{number} is printed twice (first in line {first}). The two are read as one clause.",
    )
    NUMBER_GAP = _Form(FindingCode.NUMBER_GAP, "{after} follows {before}: there is no {number}.")
    LOST_NUMBER = _Form(
        FindingCode.LOST_NUMBER,
        "“{printed}” at the beginning of a line is no number that fits; the line was added "
        "to the clause before it.",
    )
    MISSING_PARENT = _Form(
        FindingCode.MISSING_PARENT,
        "{number} is not printed, though clauses below it are. An empty clause takes its place.",
    )
    OUT_OF_ORDER = _Form(
        FindingCode.OUT_OF_ORDER,
        "{number} is printed out of the order of numbers. It was put where its number belongs.",
    )
    HALF_TITLE = _Form(
        FindingCode.TRUNCATED,
        "The heading of {number}, “{title}”, stops in the middle of a sentence.",
    )
    TRUNCATED = _Form(
        FindingCode.TRUNCATED, "{number} stops in the middle of a sentence: “…{end}”."
    )
    MOVED_BACK = _Form(
        FindingCode.ORPHAN_TEXT,
        "A passage separated from its clause, moved back to {number}. ({reason})",
    )
    ORPHAN = _Form(FindingCode.ORPHAN_TEXT, "“{start}…” belongs to no clause.")
    HANGS_ON = _Form(
        FindingCode.ORPHAN_TEXT,
        "Lines that seem to be something else (an appendix, say) follow the last clause, {number}.",
    )
    RULES_IN_HISTORY = _Form(
        FindingCode.LOST_NUMBER,
        "{chapter} stands in what was read as the change history: the rules seem to go on there.",
    )
    BARE_NUMBER = _Form(FindingCode.EMPTY_CLAUSE, "{number} is a number with no text.")
    BARE_HEADING = _Form(
        FindingCode.EMPTY_CLAUSE,
        "{number} “{title}” is a heading with neither text nor clauses below it.",
    )
    BROKEN_FIELD = _Form(
        FindingCode.BROKEN_FIELD, "A reference in {number} is broken and printed as “{error}”."
    )
    LOST_CHARACTER = _Form(
        FindingCode.LOST_CHARACTER,
        "{count} characters of {number} are lost, with “\ufffd” in their place: “…{around}…”.",
    )
    LOST_ICON = _Form(FindingCode.LOST_ICON, "An icon is lost in {number}: “…{around}…”.")
    LOST_FIRST_ICON = _Form(
        FindingCode.LOST_ICON, "An icon is lost at the beginning of a line of {number}."
    )
    ICON_AS_SIGN = _Form(
        FindingCode.LOST_ICON,
        "An icon has become another sign, “{printed}”, in {number}: “…{around}…”.",
    )
    CONTENTS_TITLE = _Form(
        FindingCode.TITLE_MISMATCH,
        "The contents call {number} “{printed}”, but its heading is “{heading}”.",
    )
    CONTENTS_ONLY = _Form(
        FindingCode.TITLE_MISMATCH,
        "The contents call {number} “{printed}”, but there is no such chapter.",
    )
    CALLED_OTHERWISE = _Form(
        FindingCode.TITLE_MISMATCH,
        "{number} calls {reference} “{printed}”, but the heading is “{heading}”.",
    )
    LEFT_OPEN = _Form(
        FindingCode.UNBALANCED_BRACKET, "{printed} is never closed in {number} (…{around}…)."
    )
    NEVER_OPENED = _Form(
        FindingCode.UNBALANCED_BRACKET,
        "{printed} closes what was never opened in {number} (…{around}…).",
    )
    WRONG_BRACKET = _Form(
        FindingCode.WRONG_BRACKET,
        "In {number}, “{printed}” names another bracket than it shows: “{name}” are {shape}.",
    )
    OTHER_SPELLING = _Form(
        FindingCode.INCONSISTENT_TERM, "“{printed}” in {number} is written “{intended}” elsewhere."
    )
    OTHER_SPELLING_IN_HISTORY = _Form(
        FindingCode.INCONSISTENT_TERM,
        "“{printed}” in the change history is written “{intended}” elsewhere.",
    )
    MISPRINT = _Form(FindingCode.MISPRINT, "“{printed}” in {number} is a misprint of “{intended}”.")
    MISPRINT_IN_HISTORY = _Form(
        FindingCode.MISPRINT, "“{printed}” in the change history is a misprint of “{intended}”."
    )
    MISPRINTED_NUMBER = _Form(
        FindingCode.MISPRINT,
        "The number is printed as “{misprint}”. By its neighbours it was read as {number}.",
    )
    EMPHASIS = _Form(
        FindingCode.STRAY_MARKUP,
        "Signs of emphasis (**) are left around “{words}” in {number}: “{printed}”.",
    )
    NO_DATE = _Form(FindingCode.ODD_HISTORY, "The date of ver. {version} cannot be read.")
    DATE_OUT_OF_ORDER = _Form(
        FindingCode.ODD_HISTORY,
        "The date of ver. {version}, {date}, runs against the order: its neighbour, ver. "
        "{other}, has {other_date}.",
    )
    SAME_ENTRY = _Form(
        FindingCode.ODD_HISTORY, "Ver. {version} has the date and the notes of ver. {other}."
    )
    STALE_REPAIR = _Form(
        FindingCode.STALE_REPAIR,
        "A repair does not fit the text: line {line} does not begin with “{start}”.",
    )
    UNUSED_REPAIR = _Form(
        FindingCode.STALE_REPAIR,
        (
            "A repair was not used: line {line} is not a loose passage, or its "
            "clause does not exist."
        ),
    )
    OTHER_EDITION = _Form(
        FindingCode.STALE_MAPPING,
        "{table} has the numbers of edition {edition}, so edition {current} does not use it.",
    )
    GONE_NUMBER = _Form(
        FindingCode.STALE_MAPPING,
        "{key} in {place} names {clause}, which edition {edition} does not have. It is not used.",
    )

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
        """Return a finding of this form on clause ``number`` at ``line``, with ``values``."""
        code, form = self.value
        text = Message(form, number=number, line=line, printed=printed, **values)
        return Finding(code, number, line, text, column, printed, confidence)
