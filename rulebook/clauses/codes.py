"""Numbers that begin with a code of letters, in documents where these number the clauses: G101,
[FP-1], <R2>."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from rulebook.clauses.numbers import longest_rising
from rulebook.text.normal import nfkc

_CODED = re.compile(
    r"(?P<before>[\s\v#>*_|-]*)(?P<open>[\[<(【]?)(?P<code>[A-Z]{1,4})(?P<sign>-?)"
    r"(?P<value>[0-9]{1,3})(?P<below>(?:[.-](?:[0-9]{1,3}|[A-Z](?![A-Za-z])))*)(?![0-9A-Za-z])"
    r"[\]>)】]?[*_]*[.:)]?[*_]*(?P<space>\s*)(?=\S|$)"
)
# Numbers of another form: 1.1, 第1条, Rule 1.
_OTHER = re.compile(
    r"[\s\v#*]*(?:[0-9]{1,3}[.-][0-9]{1,3}(?![0-9])|第[0-9一二三四五六七八九十]+[条章節]"
    r"|(?:Rule|Article|Section|Law|§)\s*[0-9])",
    re.IGNORECASE,
)
_FEWEST, _SHARE_RISING = 5, 0.8
# The share of the document between the first and the last code: a list of cards has less.
_LEAST_EXTENT = 0.5
# How many letters a code in front of a hyphen has at least: A-1 is a chapter with its section.
_FEWEST_LETTERS = 2


def with_codes_closed(lines: Sequence[str]) -> tuple[list[str], tuple[str, ...], bool]:
    """Return ``lines`` with a point after each number that begins with a code, without brackets
    around it; the codes in their order; and whether a hyphen follows a code (FP-1, not G101). No
    codes are returned where they do not number the clauses."""
    found = {at: match for at, line in enumerate(lines) if (match := _CODED.match(nfkc(line)))}
    styles = Counter((match["open"], match["sign"]) for match in found.values())
    style = styles.most_common(1)[0][0] if styles else ("", "")
    found = {at: each for at, each in found.items() if (each["open"], each["sign"]) == style}
    families: defaultdict[str, list[re.Match[str]]] = defaultdict(list)
    for match in found.values():
        families[match["code"]].append(match)
    has_others = any(_OTHER.match(nfkc(line)) for line in lines)
    extent = max(found) - min(found) if found else 0
    is_list = extent < _LEAST_EXTENT * len(lines)
    if has_others or is_list or not _number_clauses(families, *style):
        return list(lines), (), False
    result = list(lines)
    for at, match in found.items():
        number = f"{match['code']}{match['sign']}{match['value']}{match['below']}"
        before = "".join(sign for sign in match["before"] if sign.isspace())
        result[at] = f"{before}{number}. {nfkc(lines[at])[match.end() :]}"
    return result, tuple(families), bool(style[1])


def _number_clauses(
    families: Mapping[str, Sequence[re.Match[str]]], bracket: str, hyphen: str
) -> bool:
    """Whether the numbers of all ``families``, by code, number clauses: nearly all rise, without
    many gaps. Others are names, such as A4, or numbers with a word before each (R2.1), or those of
    sections in chapters (A-1)."""
    values = [[int(each["value"]) for each in family] for family in families.values()]
    count = sum(map(len, values))
    rising = sum(len(longest_rising([(value,) for value in each])) for each in values)
    span = sum(max(each) - min(each) + 1 for each in values)
    has_gaps = not bracket and not hyphen and span > 2 * count
    is_chapter = bool(hyphen) and all(len(code) < _FEWEST_LETTERS for code in families)
    below = sum(bool(each["below"]) for family in families.values() for each in family)
    is_prefix = len(families) == 1 and 2 * below > count
    is_enough = count >= _FEWEST and rising >= _SHARE_RISING * count
    return is_enough and not (has_gaps or is_chapter or is_prefix)
