"""What changed in a text, character by character, as people would mark it. Width and spacing are
not changes, nor are clause numbers that only follow their clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby, pairwise

from rulebook.editions.content import NOTHING, Renumbering, cited_in
from rulebook.records import dataclass
from rulebook.text.normal import normalise
from rulebook.text.spans import Span

# A run of letters or digits is changed as a whole: 3 to 13 is not an inserted 1.
_WORD = re.compile(rf"[0-9a-z]+|[^{NOTHING}]")
_SENTENCE_END = "。"
# A shorter run between two changes is marked with them; alone it would only be confetti.
_ISLAND = 3
_MOST = 1_000_000  # texts that would take more comparisons are compared by sentences first

Opcode = tuple[str, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Hunk:
    """One place where two texts differ, as its span in each; empty where nothing is replaced."""

    old: Span
    new: Span

    @property
    def replaces(self) -> bool:
        """Whether words are replaced by others. Lists show such a change, if many clauses have it,
        only once; a mere insertion or deletion may change the rule."""
        return self.old.start < self.old.end and self.new.start < self.new.end


@dataclass(frozen=True, slots=True)
class _Token:
    """A word or character; equal ``key`` means equal. ``cited`` is its number if a citation."""

    key: str
    span: Span
    cited: str = ""


def difference(old: str, new: str, renumbering: Renumbering) -> tuple[Hunk, ...]:
    """Return the places where ``old`` and ``new`` differ, to be marked for readers. Citations that
    only follow a renumbered clause are left out, since the rule is the same."""
    ours = list(_tokens_of(old, renumbering.separator))
    theirs = list(_tokens_of(new, renumbering.new_separator))
    hunks: list[Hunk] = []
    codes = list(_opcodes(ours, theirs))
    edges = codes[:1] + codes[-1:]  # a short equal run between two changes is chance
    runs = groupby(codes, lambda c: c[0] == "equal" and (c[2] - c[1] >= _ISLAND or c in edges))
    for is_equal, run in runs:
        (_, start, end, other_start, other_end), *more = run
        if more:
            _, _, end, _, other_end = more[-1]
        if not is_equal:
            hunks.append(Hunk(_span_of(ours, start, end), _span_of(theirs, other_start, other_end)))
            continue
        for one, other in zip(ours[start:end], theirs[other_start:other_end], strict=True):
            if one.cited and not renumbering.follow([one.cited], [other.cited]):
                hunks.append(Hunk(one.span, other.span))
    return tuple(hunks)


def _span_of(tokens: Sequence[_Token], start: int, end: int) -> Span:
    """Return the span of the tokens from ``start`` up to ``end``. Without tokens, where words were
    only inserted, it is empty after the token before, where the inserted words are shown."""
    if start < end:
        return Span(tokens[start].span.start, tokens[end - 1].span.end)
    at = tokens[start - 1].span.end if start else 0
    return Span(at, at)


def _tokens_of(text: str, separator: str) -> Iterator[_Token]:
    """Yield the words and other characters of ``text``. All clause numbers have one key, so they
    count as equal; the caller compares them by ``cited``, since renumbering is not a change."""
    normal = normalise(text)
    at = 0
    for cited in cited_in(normal.text, separator):
        for match in _WORD.finditer(normal.text, at, cited.start):
            yield _Token(match[0], normal.printed(match.start(), match.end()))
        yield _Token("\0", normal.printed(cited.start, cited.end), cited.number)
        at = cited.end
    for match in _WORD.finditer(normal.text, at):
        yield _Token(match[0], normal.printed(match.start(), match.end()))


def _opcodes(ours: Sequence[_Token], theirs: Sequence[_Token]) -> Iterator[Opcode]:
    """Yield how the tokens ``ours`` become ``theirs``, as :mod:`difflib` does. Long texts are
    compared by sentences, and by words only in changed ones, to limit the time."""
    one, other = [token.key for token in ours], [token.key for token in theirs]
    if len(one) * len(other) <= _MOST:
        yield from SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
        return
    cuts, other_cuts = _sentence_starts(one), _sentence_starts(other)
    sentences = [tuple(one[a:b]) for a, b in pairwise(cuts)]
    other_sentences = [tuple(other[a:b]) for a, b in pairwise(other_cuts)]
    matcher = SequenceMatcher(None, sentences, other_sentences, autojunk=False)
    for tag, start, end, other_start, other_end in matcher.get_opcodes():
        a, b = cuts[start], cuts[end]
        c, d = other_cuts[other_start], other_cuts[other_end]
        if tag != "replace" or (b - a) * (d - c) > _MOST:
            yield tag, a, b, c, d
            continue
        inner = SequenceMatcher(None, one[a:b], other[c:d], autojunk=False).get_opcodes()
        yield from ((tag, i + a, j + a, k + c, m + c) for tag, i, j, k, m in inner)


def _sentence_starts(keys: Sequence[str]) -> list[int]:
    """Return where sentences begin, and the end: long texts are compared between two of these."""
    cuts = [0, *(at + 1 for at, key in enumerate(keys) if key == _SENTENCE_END), len(keys)]
    return sorted(set(cuts))
