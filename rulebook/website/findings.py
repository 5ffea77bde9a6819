"""What is wrong or doubtful in a document, as the pages say it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from markupsafe import Markup

from rulebook.clauses.findings import Finding, FindingCode
from rulebook.messages import render
from rulebook.website.markup import MarkedPiece, marked_up

_LETTER = r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]"
# What stands between quotation marks, or by itself.
_JAPANESE = re.compile(rf"(?<=“)[^”]*{_LETTER}[^”]*(?=”)|{_LETTER}+")


def finding_html(finding: Finding, language: str, *, linked: bool = True) -> Markup:
    """Return the message of a finding, the clause that it is about as a link if ``linked``.

    In an English message the words of the document are marked as Japanese.
    """
    text = finding.message_en if language == "en" else finding.message
    pieces = list(_japanese(text)) if language == "en" else []
    if linked and (number := _number_in(text, finding.number)):
        opening = Markup('<a class="num" href="{}.html">').format(finding.number)
        pieces.append(MarkedPiece(*number.span(), opening, Markup("</a>")))
    return marked_up(text, pieces)


def cause_html(code: FindingCode, language: str) -> Markup:
    """Return the cause of findings of ``code``, Japanese words in English marked as such."""
    text = render(code.cause, language)
    return marked_up(text, _japanese(text) if language == "en" else ())


def _japanese(text: str) -> Iterator[MarkedPiece]:
    for words in _JAPANESE.finditer(text):
        yield MarkedPiece(*words.span(), Markup('<span lang="ja">'), Markup("</span>"))


def _number_in(text: str, number: str | None) -> re.Match[str] | None:
    return re.search(rf"(?<![0-9.-]){re.escape(number)}(?![0-9])", text) if number else None
