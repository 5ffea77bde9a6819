"""Find the quotations in a text that belong to clause numbers: those next to a number are certainly
of its clause, those only near it perhaps of another text."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from rulebook.records import dataclass
from rulebook.text.normal import Span

# Quotation marks with what they enclose, the same marks too, but no blank line.
_QUOTED = r'(?<!\S)"(?=\S)[^"]{1,800}"|(?<![0-9A-Za-z])"[^"\n]+"|' + "|".join(
    rf"[{one}](?:[^{one}{other}\n]++|\n(?![\s>]*\n)|{one[0]}[^{one}{other}\n]*+{other}){{1,99}}+{other}"
    for one, other in (("「", "」"), ("『", "』"), ("“”", "”"), ("‘", "’"))
)
_EACH_QUOTED = re.compile(_QUOTED)
# Or lines of mail or Markdown after >, with neither numbers nor longer quotations in them.
_EACH = re.compile(
    rf"(?:^[ \t]*+[>＞](?!.*(?:[0-9][.-][0-9]|[「『“‘\"].{{8}}))[ \t>]*+\S.*\n?)++|{_QUOTED}", re.M
)
_QUOTES = rf"((?:{_QUOTED})(?:[\s、と,]*+(?:{_QUOTED}))*+)"
_QUOTE_BEHIND = re.compile(
    r"(?:\]?\([^()\s]*\)|[\s>)）(（\]］】}*_`'|:,、=→…—–―-]|[項条]|(?:によれば|によると|を見ると|には|では)、?"
    r"|によって|により|に従い|のとおり|の通り|から|より|にある|の規定|says|states|reads|[のはにでもが])*+"
    + _QUOTES
)
_QUOTE_BEFORE = re.compile(
    rf"{_QUOTES}[\s>*_`|→—–―-]*+([(（\[［【{{][^「」『。()（）\n]{{0,40}})?$"
)
# The marks, and what begins the next line of a quotation or comment.
_NO_WORDS = re.compile(r"\n[\s>＞#*/|]*|\A[「『“”‘\"\s>＞]+|[」』”’\"\s]+\Z")
_REACH = 820  # Characters before a number that may quote its clause
_NEAR = range(200)  # Characters between a number and a quotation that may be of its clause


@dataclass(frozen=True, slots=True)
class QuotedWords:
    """The words between quotation marks at the offset ``at`` of a text. If not ``is_next``, they
    are only near a number: they may be of its clause, or what somebody said."""

    at: int
    words: str
    is_next: bool


def quotations_of(text: str, numbers: Sequence[Span]) -> list[list[QuotedWords]]:
    """Return for each of ``numbers`` in ``text``, in order, the quotations next to it, then those
    near it that are next to no number. Of these, questions are left out: rules ask nothing."""
    every = [Span(*each.span()) for each in _EACH.finditer(text)] if numbers else []
    own = [_next_to(text, number, every) for number in numbers]
    words = {each: _NO_WORDS.sub("", each.of(text)) for each in {*every}.union(*own)}
    found = [[QuotedWords(each.start, words[each], is_next=True) for each in of] for of in own]
    starts = [number.start for number in numbers]
    for each in sorted({*every}.difference(*own)):
        before, behind = bisect_left(starts, each.start), bisect_left(starts, each.end)
        near = [at for at in range(before)[-1:] if each.start - numbers[at].end in _NEAR]
        near += [at for at in range(behind, len(starts))[:1] if starts[at] - each.end in _NEAR]
        for at in near if not words[each].endswith(("?", "？")) else ():
            found[at].append(QuotedWords(each.start, words[each], is_next=False))
    return found


def _next_to(text: str, number: Span, every: Sequence[Span]) -> list[Span]:
    """Return the quotations right behind ``number`` and right before it; the latter begin with one
    of ``every`` quotation of ``text``: to search at every character would be slow."""
    behind = _QUOTE_BEHIND.match(text, number.end)
    first, end = number.start - _REACH, number.start
    shortly = slice(*(bisect_left(every, at, key=lambda each: each.start) for at in (first, end)))
    tries = (_QUOTE_BEFORE.match(text, each.start, end) for each in every[shortly])
    before = next(filter(None, tries), None)
    before = before if before and (before[2] or not behind) else None
    # 「…」（9.2.1）「…」（9.2.2）: the second quotation belongs to the next number.
    behind = None if before and behind and text.startswith(("(", "（"), behind.end()) else behind
    chains = [chain.span(1) for chain in (before, behind) if chain]
    return [Span(*each.span()) for chain in chains for each in _EACH_QUOTED.finditer(text, *chain)]
