"""What changed between two editions: kinds of changes, the words that differ, lists for readers."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import groupby, pairwise
from types import MappingProxyType

from rulebook.editions.content import NOTHING, Renumbering, cited_in
from rulebook.records import NamedTuple, dataclass, field
from rulebook.text.normal import Span, nfkc, normalise, same_at_start, with_edits


class ChangeKind(StrEnum):
    """What became of a clause."""

    KEPT = "kept"  # Same number, same text
    EDITED = "edited"  # Same number, another text
    MOVED = "moved"  # Another number, same text
    MOVED_EDITED = "moved-edited"  # Another number, another text
    SPLIT = "split"  # One clause became several
    MERGED = "merged"  # Several clauses became one
    ADDED = "added"  # A new clause
    REMOVED = "removed"  # A clause that is gone


CHANGED = tuple(kind for kind in ChangeKind if kind is not ChangeKind.KEPT)
"""The kinds of changes, except the kind for clauses that stayed as they were."""

_MIRRORED = {
    ChangeKind.SPLIT: ChangeKind.MERGED,
    ChangeKind.MERGED: ChangeKind.SPLIT,
    ChangeKind.ADDED: ChangeKind.REMOVED,
    ChangeKind.REMOVED: ChangeKind.ADDED,
}


@dataclass(frozen=True, slots=True)
class ClauseChange:
    """One change: the numbers in the old edition, the numbers in the new one, its kind. Only a
    split has several new numbers, only a merge several old ones; an added clause has no ``old``, a
    removed one no ``new``. If it is not ``sure``, another pairing is nearly as good."""

    kind: ChangeKind
    old: tuple[str, ...]
    new: tuple[str, ...]
    sure: bool = True

    @property
    def arrow(self) -> str:
        """The numbers of both editions as reports print them: ``4.10 → 4.12``; ``4.10`` alone if
        both are equal, ``+ 4.13`` if it is new, ``- 4.9`` if it is gone."""
        old, new = " + ".join(self.old), " + ".join(self.new)
        if not old:
            return f"+ {new}"
        if not new:
            return f"- {old}"
        return old if old == new else f"{old} → {new}"

    def mirrored(self) -> ClauseChange:
        """Return the change seen from the new edition, so one alignment serves both directions."""
        return ClauseChange(_MIRRORED.get(self.kind, self.kind), self.new, self.old, self.sure)


@dataclass(frozen=True, slots=True)
class Alignment:
    """The changes of two editions, in order of the new; removed clauses follow the one before."""

    changes: tuple[ClauseChange, ...]
    by_old: Mapping[str, ClauseChange] = field(repr=False, compare=False)
    by_new: Mapping[str, ClauseChange] = field(repr=False, compare=False)

    def mirrored(self) -> Alignment:
        """Return the alignment from the new edition back to the old one: aligning again is slow."""
        return collect([change.mirrored() for change in self.changes])


def counts_of(changes: Iterable[ClauseChange]) -> dict[str, int]:
    """Return the number of changes of each kind, in one order, so all summaries look alike."""
    found = Counter(change.kind for change in changes)
    return {kind.value: found[kind] for kind in ChangeKind if found[kind]}


def collect(changes: Sequence[ClauseChange]) -> Alignment:
    """Return ``changes`` as an alignment, with lookups by number: tables have thousands of them."""
    return Alignment(
        tuple(changes),
        MappingProxyType({number: change for change in changes for number in change.old}),
        MappingProxyType({number: change for change in changes for number in change.new}),
    )


# ---- What changed in a text, character by character, as people would mark it

# A run of letters or digits is changed as a whole: 3 to 13 is not an inserted 1.
_WORD = re.compile(rf"[0-9a-z]+|[^{NOTHING}]")
# A shorter run between two changes is marked with them; alone it would only be confetti.
_ISLAND = 3
_MOST = 1_000_000  # texts that would take more comparisons are compared by sentences first

Opcode = tuple[str, int, int, int, int]


@dataclass(frozen=True, slots=True)
class Hunk:
    """One place where two texts differ: its span in each, empty where a text has nothing there."""

    old: Span
    new: Span

    @property
    def replaces(self) -> bool:
        """Whether words replace other words. Equal replacements in many clauses are listed once;
        insertions and deletions, which may change the rule more, are shown in each clause."""
        return self.old.start < self.old.end and self.new.start < self.new.end


class _Token(NamedTuple):
    """A word or character, equal to others by ``key``; ``cited`` is its number if a citation."""

    key: str
    span: Span
    cited: str = ""


def difference(old: str, new: str, renumbering: Renumbering) -> tuple[Hunk, ...]:
    """Return where ``old`` and ``new`` differ, apart from citations of renumbered clauses."""
    ours = list(_tokens_of(old, renumbering.separator))
    theirs = list(_tokens_of(new, renumbering.new_separator))
    hunks: list[Hunk] = []
    codes = list(_opcodes(ours, theirs))
    edges = codes[:1] + codes[-1:]  # a short equal run between two changes is chance
    runs = groupby(codes, lambda c: c[0] == "equal" and (c[2] - c[1] >= _ISLAND or c in edges))
    for is_equal, run in runs:
        each = [*run]
        (_, start, _, other_start, _), (_, _, end, _, other_end) = each[0], each[-1]
        if not is_equal:
            hunks.append(Hunk(_span_of(ours, start, end), _span_of(theirs, other_start, other_end)))
            continue
        for one, other in zip(ours[start:end], theirs[other_start:other_end], strict=True):
            if one.cited and not renumbering.follow([one.cited], [other.cited]):
                hunks.append(Hunk(one.span, other.span))
    return tuple(hunks)


def _span_of(tokens: Sequence[_Token], start: int, end: int) -> Span:
    """Return the span of tokens, or an empty one where words were only inserted."""
    if start < end:
        return Span(tokens[start].span.start, tokens[end - 1].span.end)
    at = tokens[start - 1].span.end if start else 0
    return Span(at, at)


def _tokens_of(text: str, separator: str) -> Iterator[_Token]:
    """Yield the words and other characters of ``text``. All clause numbers have one key, so they
    count as equal; the caller compares them by ``cited``, since renumbering is not a change."""
    normal = normalise(text)
    at = 0
    for cited in (*cited_in(normal.text, separator), None):
        for match in _WORD.finditer(normal.text, at, cited.start if cited else len(normal.text)):
            yield _Token(match[0], normal.printed(*match.span()))
        if cited:
            yield _Token("\0", normal.printed(cited.start, cited.end), cited.number)
            at = cited.end


def _opcodes(ours: Sequence[_Token], theirs: Sequence[_Token]) -> Iterator[Opcode]:
    """Yield how ``ours`` become ``theirs``, as :mod:`difflib` does. Its time grows with the product
    of both lengths: long texts are compared by sentences, then within each short replaced run."""
    one, other = [token.key for token in ours], [token.key for token in theirs]
    if len(one) * len(other) <= _MOST:
        yield from SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
        return
    cuts, other_cuts = (
        sorted({0, *(at + 1 for at, key in enumerate(keys) if key == "。"), len(keys)})
        for keys in (one, other)
    )
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


# ---- Lists of changes


class WordMark(StrEnum):
    """What a piece of a text is in a comparison."""

    SAME = "same"
    REMOVED = "removed"
    INSERTED = "inserted"


@dataclass(frozen=True, slots=True)
class MarkedText:
    """The text of a clause, its heading on a line of its own, and the spans that differ in it."""

    number: str
    text: str
    spans: tuple[Span, ...]

    def segments(self, mark: WordMark) -> Iterator[tuple[WordMark, str]]:
        """Yield the pieces of the text, those that differ with ``mark``, for highlighting."""
        at = 0
        for span in self.spans:
            yield WordMark.SAME, self.text[at : span.start]
            yield mark, span.of(self.text)
            at = span.end
        yield WordMark.SAME, self.text[at:]


@dataclass(frozen=True, slots=True)
class MarkedChange:
    """A change with the marked texts of its clauses; ``hunks`` are those of a single pair."""

    change: ClauseChange
    old: tuple[MarkedText, ...]
    new: tuple[MarkedText, ...]
    hunks: tuple[Hunk, ...]

    def segments(self) -> Iterator[tuple[WordMark, str]]:
        """Yield the new text in pieces, with the pieces of the old text that it replaces before
        them, each with its mark: readers see both texts at once. Only for a single pair."""
        old, new, at = self.old[0].text, self.new[0].text, 0
        for hunk in self.hunks:
            yield WordMark.SAME, new[at : hunk.new.start]
            yield WordMark.REMOVED, hunk.old.of(old)
            yield WordMark.INSERTED, hunk.new.of(new)
            at = hunk.new.end
        yield WordMark.SAME, new[at:]


class Aspect(StrEnum):
    """Which side of the meaning of a clause a change concerns."""

    NUMBER = "number"
    MODALITY = "modality"
    PERSON = "person"
    TIME = "time"
    CONTENT = "content"  # Words were put in or taken out, with nothing in their place


class Section(StrEnum):
    """A part of a list of changes; they come in this order."""

    MEANING = "meaning"
    WORDS = "words"
    NUMBERS = "numbers"  # Changes that leave the words as they are


_PATTERNS = {
    Aspect.NUMBER: re.compile(
        r"[0-9]+|[一二三四五六七八九十]+(?=[枚つ回人体点個])|以上|以下|未満|超え|より(?:大き|小さ|多|少な)"
        r"|すべて|いずれか|半分|のみ"
        r"|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|all|each|every|any|no|half|more"
        r"|less|fewer|least|most|only)\b"
    ),
    Aspect.MODALITY: re.compile(
        r"でき(?:ません|ない|ず|ます|る)|なければな(?:りません|らない)|必ず|可能|不可|もよい|もかまいません"
        r"|ません|ない"
        r"|\b(?:may|must|can|cannot|can't|should|shall|not|never)\b"
    ),
    Aspect.PERSON: re.compile(
        r"対戦相手|相手|自分|あなた|各プレイヤー|両プレイヤー|非?ターンプレイヤー|プレイヤー|マスター|オーナー"
        r"|\b(?:you|your|players?|opponents?|owners?|controllers?)\b"
    ),
    Aspect.TIME: re.compile(
        r"ターン|フェイズ|フェーズ|ステップ|開始|終了|直前|直後|同時|まで|場合|限り|なら|とき|[時前後際間]"
        r"|\b(?:turns?|phases?|steps?|when|whenever|before|after|during|until|while|beginning|end"
        r"|if|unless)\b"
    ),
}
_CONTENT_WORD = re.compile(r"[ァ-ヶー々一-龯]{2,}|[a-z]{3,}")
_REPEATED = 3  # a substitution in fewer clauses is listed with each of them
# Letters that are read together: a substitution replaces whole words of them.
_RUN = re.compile(r"[ァ-ヶーA-Za-z]+")

_Pair = tuple[str, str]
_Leading = tuple[MarkedChange, tuple[MarkedChange, ...]]


@dataclass(frozen=True, slots=True)
class ListedChange:
    """A change in a list, its aspects, and the changes that only came, moved or went with it."""

    marked: MarkedChange
    followers: tuple[MarkedChange, ...]
    aspects: tuple[Aspect, ...]
    section: Section

    @property
    def change(self) -> ClauseChange:
        """The change itself, without its texts: reports begin with its kind and numbers."""
        return self.marked.change


@dataclass(frozen=True, slots=True)
class Substitution:
    """Words replaced by others in several clauses; ``changes`` are those of the clauses."""

    old: str
    new: str
    changes: tuple[ClauseChange, ...]
    aspects: tuple[Aspect, ...]

    @property
    def section(self) -> Section:
        """The section of the report that shows this change: that on meaning, which comes first, if
        its words differ in numbers, duty, time or player (``aspects``)."""
        return Section.MEANING if self.aspects else Section.WORDS


@dataclass(frozen=True, slots=True)
class ChangeListing:
    """All changes: the substitutions that repeat, and every change that is more than those."""

    substitutions: tuple[Substitution, ...]
    changes: tuple[ListedChange, ...]

    def sections(self) -> Iterator[tuple[Section, list[Substitution], list[ListedChange]]]:
        """Yield each section that is not empty, with its substitutions and its changes: pages,
        feeds and reports all show the changes in this order."""
        for section in Section:
            substitutions = [each for each in self.substitutions if each.section is section]
            changes = [each for each in self.changes if each.section is section]
            if substitutions or changes:
                yield section, substitutions, changes


def list_changes(leading: Sequence[_Leading], separators: tuple[str, str]) -> ChangeListing:
    """Return the list of changes for readers. ``leading`` are changes with their followers, which
    only came, moved or went with them; ``separators`` are those of old and new clause numbers. If
    repeated substitutions make up a sure change, it is listed below these, its followers apart."""

    pairs = {  # the whole words that each hunk replaces, and the new ones
        id(marked): [_whole_words(marked.old[0].text, marked.new[0].text, h) for h in marked.hunks]
        for marked, _ in leading
    }
    counts = Counter(pair for found in pairs.values() for pair in set(found))
    repeated = {pair for pair, count in counts.items() if count >= _REPEATED}
    substituted: defaultdict[_Pair, list[ClauseChange]] = defaultdict(list)
    rest: list[ListedChange] = []
    for marked, followers in leading:
        used = _explaining_pairs(pairs[id(marked)], repeated) if marked.change.sure else ()
        for pair in used:
            substituted[pair].append(marked.change)
        # The followers are listed alone: a substitution does not state their new numbers.
        alone = [(each, ()) for each in followers] if used else [(marked, followers)]
        rest += (_listed_change(*each, separators) for each in alone)
    substitutions = []  # the most frequent first: each stands for many equal changes
    for (old, new), changes in sorted(substituted.items(), key=lambda item: -len(item[1])):
        aspects = tuple(_differing_aspects(old.lower(), new.lower()))
        substitutions.append(Substitution(old, new, tuple(changes), aspects))
    return ChangeListing(tuple(substitutions), tuple(rest))


def _listed_change(
    marked: MarkedChange, followers: tuple[MarkedChange, ...], separators: tuple[str, str]
) -> ListedChange:
    """Return a change with its ``followers``, aspects (amounts, “may”) and section: changes of
    meaning come first. The texts of a split or merge are joined; clause numbers are not amounts."""
    aspects: list[Aspect] = []
    if marked.old and marked.new:
        old, new = (
            "\n".join(_without_citations(text.text, separator) for text in texts)
            for texts, separator in zip((marked.old, marked.new), separators, strict=True)
        )
        aspects += _differing_aspects(old, new)
        # Words only inserted or deleted may add or remove a rule; particles alone change the style.
        texts = marked.old[0].text, marked.new[0].text
        alone = (each for each in marked.hunks if not each.replaces)
        one_sided = (each.old.of(texts[0]) or each.new.of(texts[1]) for each in alone)
        if any(_CONTENT_WORD.search(nfkc(words).lower()) for words in one_sided):
            aspects.append(Aspect.CONTENT)
    match marked.change.kind:
        case ChangeKind.ADDED | ChangeKind.REMOVED:
            section = Section.MEANING
        case ChangeKind.KEPT | ChangeKind.MOVED:
            section = Section.NUMBERS
        case _:
            section = Section.MEANING if aspects else Section.WORDS
    return ListedChange(marked, followers, tuple(aspects), section)


def _whole_words(old: str, new: str, hunk: Hunk) -> _Pair:
    """Return the old and new words of ``hunk``, extended to whole words of letters or katakana
    (“phase”, not “ph”) and in one spelling, so that equal substitutions in many clauses are found.
    An insertion or deletion is not a substitution, and stays as it is."""
    one, other = hunk.old, hunk.new
    if not hunk.replaces:
        return one.of(old), other.of(new)
    before = _rest_of_word(old[one.start], old[: one.start][::-1], new[: other.start][::-1])
    after = _rest_of_word(old[one.end - 1], old[one.end :], new[other.end :])
    words = old[one.start - before : one.end + after], new[other.start - before : other.end + after]
    return nfkc(words[0]).strip(), nfkc(words[1]).strip()


def _rest_of_word(edge: str, one: str, other: str) -> int:
    """Return how many letters or katakana, after one at the ``edge`` of a change, both texts share
    there (before the change: reversed). Without these, a list shows half a word (“tu → pha”)."""
    run = _RUN.match(one) if _RUN.match(edge) else None
    return min(run.end(), same_at_start(one, other)) if run else 0


def _explaining_pairs(pairs: Sequence[_Pair], repeated: set[_Pair]) -> tuple[_Pair, ...]:
    """Return the ``repeated`` substitutions that together make all changes (``pairs``) of a clause,
    which is then listed only under these; none, if the clause has another change, too."""
    used: dict[_Pair, None] = {}
    for old, new in pairs:
        if not old or not new:  # an insertion or deletion
            return ()
        found = [(old, new)]
        if (old, new) not in repeated:
            # Several of them may turn the old words into the new ones together.
            found = [pair for pair in repeated if pair[0] and pair[0] in old and pair[1] in new]
            found.sort(key=lambda pair: -len(pair[0]))  # some are parts of longer ones
            result = old
            for one, other in found:
                result = result.replace(one, other)
            if not found or result != new:
                return ()
        used |= dict.fromkeys(found)
    return tuple(used)


def _differing_aspects(old: str, new: str) -> Iterator[Aspect]:
    """Yield each aspect of which the texts have different words: that probably changes the rule."""
    for aspect, pattern in _PATTERNS.items():
        if Counter(pattern.findall(old)) != Counter(pattern.findall(new)):
            yield aspect


def _without_citations(text: str, separator: str) -> str:
    """Return ``text`` folded, without clause numbers, which would look like changed amounts."""
    flat = nfkc(text)
    edits = ((Span(cited.start, cited.end), "") for cited in cited_in(flat, separator))
    return with_edits(flat, edits).lower()
