"""What is compared of a clause with another edition: its words, and apart from them its citations,
which change whenever other clauses move. Width, spacing and lost icons do not count: they depend on
how a document was converted to text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from rulebook.records import dataclass
from rulebook.text.normal import INVISIBLE, nfkc
from rulebook.text.spans import Span, with_edits

_GAP = "\0"
NOTHING = rf"\s〓{INVISIBLE}"
"""Characters without meaning, as written inside a character class of a regular expression."""
_NOTHING = re.compile(rf"[{NOTHING}]+")
# 「7.5.6~7」: only the last part of the other end is printed.
_SHORT_END = re.compile(r"[~〜]([0-9]{1,2})(?![0-9.])")
# 「2.5倍」 is a quantity, 「ver.1.109」 a version.
_NO_NUMBER = r"(?![0-9]|\s?[倍点枚人回体つ円秒%])"
# 1.2の3, unless it counts: 1.2の3枚. Digits must end there, or a part of them would be cited.
CITED_INSERTED = r"(?:の[0-9]{1,3}(?![0-9]|\s*[倍点枚人回体つ円秒%分時個番行段文本名組年月日目種]))"
# A bare number names a clause only in such places: (9), 第9章, ルール402. Its first digit is
# matched before these, like that of every number: see below.
_BARE = (
    rf"(?<=\([0-9])[0-9]{{0,3}}(?=\))|(?<=第[0-9])[0-9]{{0,2}}(?=章(?!{CITED_INSERTED}))"
    r"|(?<=ルール[0-9])[0-9]{0,3}(?![0-9.])|(?<=ルール\s)[0-9]{1,4}(?![0-9.])"
)


@dataclass(frozen=True, slots=True)
class Cited:
    """A clause number cited in a text: its span, and the whole number (7.5.7 in 「7.5.6～7」)."""

    start: int
    end: int
    number: str


@dataclass(frozen=True, slots=True)
class Content:
    """What is compared of a clause: words without spaces or icons, and the cited numbers."""

    words: str
    cited: tuple[str, ...]


def content_of(text: str, separator: str) -> Content:
    """Return the words of ``text`` without spaces, with a mark for each number that it cites, and
    these numbers apart: a clause whose citations were only renumbered has not been edited."""
    flat = nfkc(text)
    cited = [*cited_in(flat, separator)]
    words = with_edits(flat, ((Span(each.start, each.end), _GAP) for each in cited))
    return Content(_NOTHING.sub("", words), tuple(each.number for each in cited))


def cited_in(flat: str, separator: str) -> Iterator[Cited]:
    """Yield the clause numbers that ``flat`` (text in half width) cites, for 7.5.6~7 also 7.5.7.
    Amounts (2.5倍) and versions are not cited, so they are compared like words."""
    for match in _citation_pattern(separator).finditer(flat):
        number = match[0].lstrip()
        yield Cited(match.end() - len(number), match.end(), number)
        if separator in number and (short := _SHORT_END.match(flat, match.end())):
            end = re.sub(rf"[^{separator}の]+$", short[1], number)
            yield Cited(short.start(1), short.end(), end)


@lru_cache
def _citation_pattern(separator: str) -> re.Pattern[str]:
    """Return the pattern of clause numbers with ``separator`` that a text cites, compiled once:
    they may change between editions though the rule does not. Versions (ver.1.109) and amounts
    (2.5倍), which look alike, are not matched, since a change of these is an edit."""
    sep = re.escape(separator)
    more = f"{CITED_INSERTED}*"
    whole = (
        rf"[0-9]{{0,3}}[a-z]?{more}(?:{sep}(?:[0-9]{{1,3}}[a-z]?{more}|[a-z]))+|[0-9]{{2,3}}[a-z]"
    )
    begins = rf"(?<=[0-9])(?<![0-9A-Za-z{sep}][0-9])"
    # Because a character comes first, not a look-behind, most of a text is skipped at once.
    return re.compile(rf"[0-9\s](?:{begins}(?:{whole})(?![a-z]){_NO_NUMBER}|{_BARE})")


@dataclass(frozen=True, slots=True, eq=False)
class Renumbering:
    """Which numbers of the old edition became which of the new one, and the separator of each."""

    pairs: Mapping[str, tuple[str, ...]]
    separator: str
    new_separator: str

    def is_same(self, old: Content, new: Content) -> bool:
        """Whether two clauses say the same: citing others by new numbers alone is no edit."""
        return old.words == new.words and self.follow(old.cited, new.cited)

    def follow(self, old: Sequence[str], new: Sequence[str]) -> bool:
        """Whether ``new`` are the clauses of ``old``, perhaps renumbered, so no rule changed."""
        pairs = zip(old, new, strict=True)
        return all(one == other or other in self.new_numbers(one) for one, other in pairs)

    def new_numbers(self, number: str) -> tuple[str, ...]:
        """Return what a citation of ``number`` became, none if the clause is gone. A step cited as
        8.1.3 is no clause: its numbers are put together from those of the clause above."""
        if number in self.pairs or self.separator not in number:
            return self.pairs.get(number, ())
        above, _, last = number.rpartition(self.separator)
        return tuple(f"{new}{self.new_separator}{last}" for new in self.new_numbers(above))
