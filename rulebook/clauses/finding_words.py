"""What findings say, and why references were corrected or dangle: each form in two languages.

A form is filled with what it is about: numbers, printed words, and words of other forms.  What the
document says stays in its language.
"""

from __future__ import annotations

from enum import Enum

from rulebook.clauses.model import Confidence, Finding, FindingCode
from rulebook.records import NamedTuple

_DANGLING = FindingCode.DANGLING_REFERENCE
_CORRECTED = FindingCode.CORRECTED_REFERENCE


class Words(NamedTuple):
    """The same thing said in Japanese and in English."""

    ja: str
    en: str


class Wording(Enum):
    """A form of words: the code of its findings, Japanese, English; ``{0}`` is the first value."""

    DANGLING = _DANGLING, "{0}の参照「{1}」: {2}", "The reference “{1}” in {0}: {2}"
    NO_CLAUSE = _DANGLING, "{0}という条文はない。", "There is no clause {0}."
    NO_APPENDIX = _DANGLING, "{0}がない。", "There is no {0}."
    NO_HEADING = (
        _DANGLING,
        "「{0}」という見出しはない、または一つに決まらない。",
        "No heading is “{0}”, or more than one may be meant.",
    )
    NO_SUCH_PAIR = (
        _DANGLING,
        "「{0}」の番号と見出しに合う条文がない。",
        "No clause has both the number and the heading of “{0}”.",
    )
    NOTHING_MEANT = (
        _DANGLING,
        "「{0}」の指す条文が見当たらない。",
        "No clause is found that “{0}” points to.",
    )
    OLD_NUMBER = (
        _DANGLING,
        "ver.{0}当時の番号で、今の条文と同じとは限らない。",
        "A number of ver. {0}, which may be another clause today.",
    )
    CORRECTED = _CORRECTED, "{0}の参照「{1}」: {2}", "The reference “{1}” in {0}: {2}"
    UNFINISHED = (
        _CORRECTED,
        "{0}の後に「XX」が残っている。{0}を指す。",
        "“XX” is left behind {0}. {0} is meant.",
    )
    SIBLING = (
        _CORRECTED,
        "{0}という条文はない。同じ並びの{1}を指すとみられる。",
        "There is no clause {0}. It seems to mean {1}, which stands beside this clause.",
    )
    OTHER_HEADING = (
        _CORRECTED,
        "見出しは「{0}」（{1}）。",
        "The heading is “{0}” ({1}).",
    )
    HEADING_OF_NUMBER = (
        _CORRECTED,
        "{0}の見出しは「{1}」。",
        "The heading of {0} is “{1}”.",
    )
    NOT_LATER = (
        _CORRECTED,
        "「後述」とあるが、{0}は前の{1}にある。",
        "It says 後述 (below), but “{0}” stands above, in {1}.",
    )
    DUPLICATE_NUMBER = (
        FindingCode.DUPLICATE_NUMBER,
        "{0}が二度印刷されている（最初は{1}行目）。一つの条文として扱った。",
        "{0} is printed twice (first in line {1}). The two are read as one clause.",
    )
    NUMBER_GAP = (
        FindingCode.NUMBER_GAP,
        "{0}の次が{1}で、{2}がない。",
        "{1} follows {0}: there is no {2}.",
    )
    LOST_NUMBER = (
        FindingCode.LOST_NUMBER,
        "行頭の「{0}」を番号として読めず、前の条文に続けた。",
        "“{0}” at the beginning of a line is no number that fits; the line was added to the "
        "clause before it.",
    )
    MISSING_PARENT = (
        FindingCode.MISSING_PARENT,
        "{0}は印刷されていないが、その下の条文がある。空の条文として補った。",
        "{0} is not printed, though clauses below it are. An empty clause takes its place.",
    )
    OUT_OF_ORDER = (
        FindingCode.OUT_OF_ORDER,
        "{0}が番号の順から外れた位置に印刷されている。番号の示す位置に戻した。",
        "{0} is printed out of the order of numbers. It was put where its number belongs.",
    )
    HALF_TITLE = (
        FindingCode.TRUNCATED,
        "{0}の見出し「{1}」は、文の途中で切れている。",
        "The heading of {0}, “{1}”, stops in the middle of a sentence.",
    )
    TRUNCATED = (
        FindingCode.TRUNCATED,
        "{0}は文の途中「…{1}」で切れている。",
        "{0} stops in the middle of a sentence: “…{1}”.",
    )
    MOVED_BACK = (
        FindingCode.ORPHAN_TEXT,
        "離れた断片。{0}{1}に戻した。",
        "A passage torn off its clause, moved back to {1}. ({0})",
    )
    ORPHAN = (
        FindingCode.ORPHAN_TEXT,
        "どの条文にも属さない文「{0}…」がある。",
        "“{0}…” belongs to no clause.",
    )
    HANGS_ON = (
        FindingCode.ORPHAN_TEXT,
        "最後の条文{0}に、別のもの（付録など）とみられる行が続いている。",
        "Lines that seem to be something else (an appendix, say) follow the last clause, {0}.",
    )
    RULES_IN_HISTORY = (
        FindingCode.LOST_NUMBER,
        "更新履歴として読んだ部分に{0}がある。規則が続いているとみられる。",
        "{0} stands in what was read as the change history: the rules seem to go on there.",
    )
    BARE_NUMBER = (
        FindingCode.EMPTY_CLAUSE,
        "{0}は番号だけで、本文がない。",
        "{0} is a number with no text.",
    )
    BARE_HEADING = (
        FindingCode.EMPTY_CLAUSE,
        "{0}「{1}」は見出しだけで、本文も下の条文もない。",
        "{0} “{1}” is a heading with neither text nor clauses below it.",
    )
    BROKEN_FIELD = (
        FindingCode.BROKEN_FIELD,
        "{0}の参照が壊れて「{1}」と印刷されている。",
        "A reference in {0} is broken and printed as “{1}”.",
    )
    LOST_CHARACTER = (
        FindingCode.LOST_CHARACTER,
        "{0}の{1}字が失われ、「\ufffd」になっている: 「…{2}…」。",
        "{1} characters of {0} are lost, with “\ufffd” in their place: “…{2}…”.",
    )
    LOST_ICON = (
        FindingCode.LOST_ICON,
        "{0}の「…{1}…」でアイコンが抜け落ちている。",
        "An icon is lost in {0}: “…{1}…”.",
    )
    LOST_FIRST_ICON = (
        FindingCode.LOST_ICON,
        "{0}の行頭でアイコンが抜け落ちている。",
        "An icon is lost at the beginning of a line of {0}.",
    )
    ICON_AS_SIGN = (
        FindingCode.LOST_ICON,
        "{0}の「…{1}…」でアイコンが別の記号「{2}」になっている。",
        "An icon has become another sign, “{2}”, in {0}: “…{1}…”.",
    )
    CONTENTS_TITLE = (
        FindingCode.TITLE_MISMATCH,
        "目次では{0}が「{1}」だが、見出しは「{2}」。",
        "The contents call {0} “{1}”, but its heading is “{2}”.",
    )
    CONTENTS_ONLY = (
        FindingCode.TITLE_MISMATCH,
        "目次では{0}が「{1}」だが、その章はない。",
        "The contents call {0} “{1}”, but there is no such chapter.",
    )
    CALLED_OTHERWISE = (
        FindingCode.TITLE_MISMATCH,
        "{0}は{1}を「{2}」と呼ぶが、見出しは「{3}」。",
        "{0} calls {1} “{2}”, but the heading is “{3}”.",
    )
    LEFT_OPEN = (
        FindingCode.UNBALANCED_BRACKET,
        "{0}の{1}が開いたままになっている（…{2}…）。",
        "{1} is never closed in {0} (…{2}…).",
    )
    NEVER_OPENED = (
        FindingCode.UNBALANCED_BRACKET,
        "{0}の{1}が開かれずに閉じている（…{2}…）。",
        "{1} closes what was never opened in {0} (…{2}…).",
    )
    WRONG_BRACKET = (
        FindingCode.WRONG_BRACKET,
        "{0}の「{1}」は括弧の名と形が合わない。{2}は{3}。",
        "In {0}, “{1}” names another bracket than it shows: “{2}” are {3}.",
    )
    OTHER_SPELLING = (
        FindingCode.INCONSISTENT_TERM,
        "{0}の「{1}」は、ほかの箇所では「{2}」と書かれている。",
        "“{1}” in {0} is written “{2}” elsewhere.",
    )
    OTHER_SPELLING_IN_HISTORY = (
        FindingCode.INCONSISTENT_TERM,
        "更新履歴の「{0}」は、ほかの箇所では「{1}」と書かれている。",
        "“{0}” in the change history is written “{1}” elsewhere.",
    )
    MISPRINT = (
        FindingCode.MISPRINT,
        "{0}の「{1}」は「{2}」の誤り。",
        "“{1}” in {0} is a misprint of “{2}”.",
    )
    MISPRINT_IN_HISTORY = (
        FindingCode.MISPRINT,
        "更新履歴の「{0}」は「{1}」の誤り。",
        "“{0}” in the change history is a misprint of “{1}”.",
    )
    MISPRINTED_NUMBER = (
        FindingCode.MISPRINT,
        "番号が「{0}」と印刷されている。並びから{1}と読んだ。",
        "The number is printed as “{0}”. By its neighbours it was read as {1}.",
    )
    EMPHASIS = (
        FindingCode.STRAY_MARKUP,
        "{0}の「{1}」に強調の印「**」が残っている。「{2}」を指す。",
        "Signs of emphasis (**) are left around “{2}” in {0}: “{1}”.",
    )
    NO_DATE = (
        FindingCode.ODD_HISTORY,
        "ver.{0}の日付が読み取れない。",
        "The date of ver. {0} cannot be read.",
    )
    DATE_OUT_OF_ORDER = (
        FindingCode.ODD_HISTORY,
        "ver.{0}の日付{1}が、隣のver.{2}の日付{3}と並び順に合わない。",
        "The date of ver. {0}, {1}, runs against the order: its neighbour, ver. {2}, has {3}.",
    )
    SAME_ENTRY = (
        FindingCode.ODD_HISTORY,
        "ver.{0}は、日付も内容もver.{1}と同じ。",
        "Ver. {0} has the date and the notes of ver. {1}.",
    )
    STALE_REPAIR = (
        FindingCode.STALE_REPAIR,
        "補修の指定が本文と合わない（{0}行目は「{1}」で始まらない）。",
        "A repair does not fit the text: line {0} does not begin with “{1}”.",
    )
    UNUSED_REPAIR = (
        FindingCode.STALE_REPAIR,
        "補修の指定が使われなかった（{0}行目は離れた断片ではない、または移す先がない）。",
        "A repair was not used: line {0} is no passage torn off, or has nowhere to go.",
    )
    OTHER_EDITION = (
        FindingCode.STALE_MAPPING,
        "{0}は{1}版の番号で書かれているので、{2}版では使わない。",
        "{0} has the numbers of edition {1}, so edition {2} does not use it.",
    )
    GONE_NUMBER = (
        FindingCode.STALE_MAPPING,
        "{0}の{1}が挙げる{2}は、{3}版にない。使わない。",
        "{1} in {0} names {2}, which edition {3} does not have. It is not used.",
    )
    LINE_OF_FILE = FindingCode.STALE_MAPPING, "{0} {1}行目", "{0}, line {1},"

    @property
    def code(self) -> FindingCode:
        """The code of the findings that say this."""
        return self.value[0]

    def filled(self, *values: Words | str | int | None) -> Words:
        """Return what the form says of ``values``; words are taken in the language of each."""
        _, *forms = self.value
        languages = range(len(forms))
        rendered = [[_in_language(value, each) for value in values] for each in languages]
        return Words(*(form.format(*of) for form, of in zip(forms, rendered, strict=True)))

    def finding(
        self,
        number: str | None,
        line: int | None,
        *values: Words | str | int | None,
        column: int | None = None,
        printed: str = "",
        confidence: Confidence = Confidence.CERTAIN,
    ) -> Finding:
        """Return a finding on clause ``number`` at ``line`` and ``column`` that says this."""
        said = self.filled(*values)
        return Finding(self.code, number, line, said.ja, column, printed, confidence, said.en)


def _in_language(value: Words | str | int | None, language: int) -> str:
    return value[language] if isinstance(value, Words) else str(value)
