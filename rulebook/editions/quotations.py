"""Find the quotations in a text that belong to clause numbers: those next to a number are certainly
of its clause, those only near it perhaps of another text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from html import unescape
from itertools import compress

from rulebook.records import dataclass
from rulebook.text.normal import Span, merged

# QuotedWords marks with what they enclose, the same marks too, but no blank line.
_QUOTED = r'(?<!\S)"(?=\S)[^"]{1,800}"|(?<![0-9A-Za-z])"[^"\n]+"|' + "|".join(
    rf"[{one}](?:[^{one}{other}\n]++|\n(?![\s>]*\n)|{one[0]}[^{one}{other}\n]*+{other}){{1,99}}+{other}"
    for one, other in (("「", "」"), ("『", "』"), ("“”", "”"), ("‘", "’"))
)
_EACH_QUOTED = re.compile(_QUOTED)
_QUOTES = rf"((?:{_QUOTED})(?:[\s、と,]*+(?:{_QUOTED}))*+)"
_QUOTE_BEHIND = re.compile(
    r"(?:\]?\([^()\s]*\)|[\s>)）(（\]］】}*_`'|:,、=→…—–―-]|[項条]|(?:によれば|によると|を見ると|には|では)、?"
    r"|によって|により|に従い|のとおり|の通り|から|より|にある|の規定|says|states|reads|[のはにでもが])*+"
    + _QUOTES
)
_QUOTE_BEFORE = re.compile(
    rf"{_QUOTES}[\s>*_`|→—–―-]*+([(（\[［【{{][^「」『。()（）\n]{{0,40}})?$"
)
_QUOTED_LINE = re.compile(r"^[ \t]*+>[ \t>]*+[^\s>].*\n?", re.M)  # of mail or Markdown
_NO_WORDS = re.compile(  # the marks, and what begins the next line of a quotation or comment
    r"\n[\s>#*/|]*|\A(?:[「『“”‘\"]|[\s>]+)|[」』”’\"]\Z"
)
_REACH = 820  # Characters before a number that may quote its clause
_NEAR = range(200)  # Characters between a number and a quotation that may be of its clause
_LONG = 10  # Characters of a quotation with its marks that can be more than a name
_HTML_QUOTE = re.compile(r"<(q|blockquote)\b[^>]*>(.*?)(?:</\1\s*>|\Z)", re.I | re.S)
_ENTITY = re.compile(r"&(?:[a-z]{2,8}|#[0-9]{2,5}|#x[0-9a-f]{2,4});", re.I)


@dataclass(frozen=True, slots=True)
class QuotedWords:
    """The words between quotation marks at the offset ``at`` of a text. If not ``is_next``, they
    are only near a number: they may be of its clause, or what somebody said."""

    at: int
    words: str
    is_next: bool


def with_marks(html: str) -> str:
    """Return ``html`` with 「」 for tags of quotations and characters for entities, to find
    quotations; spaces keep all else at its place."""
    quoted = _HTML_QUOTE.sub(
        lambda found: (
            "「".ljust(found.start(2) - found.start())
            + found[2].replace("\n", " ")
            + "」".ljust(found.end() - found.end(2))
        ),
        html,
    )
    return _ENTITY.sub(lambda entity: unescape(entity[0])[:1].ljust(len(entity[0])), quoted)


def quotations_of(text: str, numbers: Sequence[Span]) -> list[tuple[QuotedWords, ...]]:
    """Return for each of ``numbers`` in ``text``, in order, the quotations next to it, then those
    near it that are next to no number. Of these, questions are left out: rules ask nothing."""
    marked = [Span(*each.span()) for each in _EACH_QUOTED.finditer(text)] if numbers else []
    own = [_next_to(text, number, marked) for number in numbers]
    found = [[_quotation(text, span, is_next=True) for span in spans] for spans in own]
    starts = [number.start for number in numbers]
    for span in sorted({*marked, *_quoted_lines(text, numbers, marked)}.difference(*own)):
        quotation = _quotation(text, span, is_next=False)
        before, behind = bisect_left(starts, span.start), bisect_left(starts, span.end)
        near = [at for at in range(before)[-1:] if span.start - numbers[at].end in _NEAR]
        near += [at for at in range(behind, len(starts))[:1] if starts[at] - span.end in _NEAR]
        for at in near if not quotation.words.endswith(("?", "？")) else ():
            found[at].append(quotation)
    return [tuple(each) for each in found]


def _next_to(text: str, number: Span, marked: Sequence[Span]) -> list[Span]:
    """Return the quotations right behind ``number`` and right before it; the latter begin with one
    of ``marked``, the spans of all in ``text``: to search at every character would be slow."""
    behind = _QUOTE_BEHIND.match(text, number.end)
    first, end = number.start - _REACH, number.start
    shortly = slice(*(bisect_left(marked, at, key=lambda each: each.start) for at in (first, end)))
    tries = (_QUOTE_BEFORE.match(text, each.start, end) for each in marked[shortly])
    before = next(filter(None, tries), None)
    before = before if before and (before[2] or not behind) else None
    # 「…」（9.2.1）「…」（9.2.2）: the second quotation belongs to the next number.
    behind = None if before and behind and text.startswith(("(", "（"), behind.end()) else behind
    chains = [chain.span(1) for chain in (before, behind) if chain]
    return [Span(*each.span()) for chain in chains for each in _EACH_QUOTED.finditer(text, *chain)]


def _quoted_lines(text: str, numbers: Sequence[Span], marked: Sequence[Span]) -> list[Span]:
    """Return the runs of lines with > before them, without lines that have any of ``numbers`` or
    one of ``marked`` that is longer than a name: that is the quotation."""
    others = merged([*numbers, *(each for each in marked if each.end - each.start >= _LONG)])
    starts = [each.start for each in others]
    lines = [Span(*each.span()) for each in _QUOTED_LINE.finditer(text)]
    last = [bisect_left(starts, line.end) - 1 for line in lines]
    free = (at < 0 or others[at].end <= line.start for at, line in zip(last, lines, strict=True))
    return merged(list(compress(lines, free)))


def _quotation(text: str, span: Span, *, is_next: bool) -> QuotedWords:
    """Return the quotation at ``span`` of ``text``, without its marks."""
    return QuotedWords(span.start, _NO_WORDS.sub("", span.of(text)), is_next)
