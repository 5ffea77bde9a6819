"""Names in a question: terms, rule words and players' words, by longest match, whatever the width,
case and kind of kana. Word boundaries count: エネ is not found in エネルギー."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from rulebook.records import NamedTuple

# Hiragana is read as katakana only in words that are too long to be grammar.
SHORTEST_KANA = 3
_SHORTEST_STEM = 3  # Shorter stems in kana are in many other words
_VERB = "(.+?)(?:する|[うくぐすつぬぶむる])"
# Lengths from which a word may have one misspelt letter, and two.
SHORTEST_SLIP, SHORTEST_DOUBLE_SLIP, MAX_EDITS = 4, 7, 2
_KATAKANA = {code: code + 0x60 for code in range(ord("ぁ"), ord("ゖ") + 1)}


class NameMatch(NamedTuple):
    """A name found in a question: its key, and its span in the normal form."""

    key: str
    start: int
    end: int


def name_key(text: str) -> str:
    """Return the key by which names are compared: in katakana, since users type either kana."""
    return text.translate(_KATAKANA)


def longest_of(*names: Iterable[str]) -> int:
    """Return the length of the longest of ``names``, 0 without any, to search no further."""
    return max(map(len, chain(*names)), default=0)


def name_keys(name: str) -> tuple[str, ...]:
    """Return the keys of ``name``: its own and, for a verb, that of its stem, so 殴る is found in
    殴られた. A short stem of kana alone is left out, since it would be found everywhere."""
    match = re.fullmatch(_VERB, name)
    stem = match[1] if match else ""
    if not stem or (not any(map(_is_kanji, stem)) and len(stem) < _SHORTEST_STEM):
        return (name_key(name),)
    return (name_key(name), name_key(stem))


def find_names(
    question: str, knows: Callable[[str], bool], lengths: int | Mapping[str, Sequence[int]]
) -> Iterator[NameMatch]:
    """Yield the names in ``question`` (in normal form), which lead to clauses, from left to right;
    long names hide shorter ones in them. ``knows`` returns whether a key is a name. ``lengths`` is
    the greatest length of a name or, faster for many texts, of :func:`lengths_of_names`."""
    keys = name_key(question)
    at = 0
    while at < len(keys):
        if isinstance(lengths, int):
            possible: Sequence[int] = range(lengths, 0, -1)
        else:
            possible = lengths.get(keys[at : at + 2]) or lengths.get(keys[at], ())
        for length in possible:
            end = at + length
            if end <= len(keys) and knows(keys[at:end]) and _is_word(question, at, end):
                yield NameMatch(keys[at:end], at, end)
                at = end - 1
                break
        at += 1


def lengths_of_names(keys: Iterable[str]) -> dict[str, Sequence[int]]:
    """Return the lengths of ``keys`` by their first two characters, longest first, so few are tried
    at each offset of a text. A key of one character is also found under the first two of longer
    keys that begin with it, since only these are looked up."""
    lengths: defaultdict[str, set[int]] = defaultdict(set)
    for key in filter(None, keys):
        lengths[key[:2]].add(len(key))
    for start in lengths:
        if start[0] in lengths:
            lengths[start].add(1)
    return {start: sorted(found, reverse=True) for start, found in lengths.items()}


def blank_names(text: str, names: Iterable[NameMatch]) -> str:
    """Return ``text`` with spaces for its ``names``: they are not read again, and offsets stay."""
    for name in names:
        text = text[: name.start] + " " * (name.end - name.start) + text[name.end :]
    return text


def nearest_name(key: str, known: Iterable[str]) -> str | None:
    """Return the name in ``known`` nearest to ``key``: one edit apart, or two in long words; else
    None. Short words have too many neighbours. Ties go by code points, as in browsers."""
    limit = 0 if len(key) < SHORTEST_SLIP else 1 if len(key) < SHORTEST_DOUBLE_SLIP else MAX_EDITS
    best: tuple[int, str] | None = None
    for name in known if limit else ():
        if abs(len(name) - len(key)) > limit or (name[0] != key[0] and name[-1] != key[-1]):
            continue
        apart = _distance(name, key)
        if apart <= limit and (best is None or (apart, name) < best):
            best = (apart, name)
    return best[1] if best else None


def abbreviated_name(key: str, known: Iterable[str]) -> str | None:
    """Return the shortest katakana name of ``known`` that ``key`` abbreviates, or None: パトブロ
    joins the beginnings of two parts of パートナーブロック."""
    short = key.replace("ー", "")
    longer = (name for name in known if name[0] == key[0] and len(name) > len(key) + 1)
    katakana = (name for name in longer if all(map(_is_katakana, name)))
    found = [name for name in katakana if _begins_both(short, name.replace("ー", ""))]
    return min(found, key=lambda name: (len(name), name), default=None)


def _begins_both(short: str, name: str) -> bool:
    """Whether ``short`` abbreviates ``name``: its beginning and a later part (パト, ブロ)."""
    cuts = range(2, len(short))
    return any(name.startswith(short[:at]) and short[at:] in name[at + 1 :] for at in cuts)


def _distance(one: str, other: str) -> int:
    """Return the edit distance (Levenshtein) of two words: few edits mean a typing error."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        diagonal, row[0] = row[0], i
        for j, b in enumerate(other, start=1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (a != b))
    return row[-1]


def _is_word(text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]`` is a whole word: katakana and Latin words end where the script
    changes. One kanji next to another is a part of a word, and short hiragana is grammar."""
    before = text[start - 1] if start else " "
    after = text[end] if end < len(text) else " "
    for is_kind in (_is_katakana, _is_latin):
        if is_kind(text[start]) and is_kind(before):
            return False
        if is_kind(text[end - 1]) and is_kind(after):
            return False
    if end - start == 1 and _is_kanji(text[start]):
        return not (_is_kanji(before) or _is_kanji(after))
    is_kana = all("ぁ" <= char <= "ゖ" for char in text[start:end])
    return not is_kana or end - start >= SHORTEST_KANA


# Comparisons, not patterns, which take longer to compile than a question takes to answer.


def _is_katakana(char: str) -> bool:
    """Whether ``char`` is katakana or ー: a name with such a neighbour is a part of a word."""
    return "ァ" <= char <= "ヺ" or char == "ー"


def _is_latin(char: str) -> bool:
    """Whether ``char`` is a Latin letter or a digit: a name next to one is a part of a word."""
    return "a" <= char <= "z" or "0" <= char <= "9"


def _is_kanji(char: str) -> bool:
    """Whether ``char`` is a kanji or its repetition mark: a word with one is hardly grammar."""
    return "一" <= char <= "龠" or char == "々"
