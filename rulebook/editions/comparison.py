"""Two editions or documents side by side: each change with its texts and the words that differ."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.foreign import load_document, named_game
from rulebook.clauses.game import Edition, Layout, Repair
from rulebook.clauses.lines import split_lines
from rulebook.clauses.model import Clause, Rulebook
from rulebook.clauses.reader import read_rules
from rulebook.editions.alignment import Settled, align, align_editions
from rulebook.editions.changes import (
    CHANGED,
    Alignment,
    ChangeKind,
    ChangeListing,
    ClauseChange,
    Hunk,
    MarkedChange,
    MarkedText,
    counts_of,
    difference,
    list_changes,
)
from rulebook.editions.content import Renumbering
from rulebook.errors import EditionError
from rulebook.messages import Message
from rulebook.records import NamedTuple, dataclass, replace
from rulebook.text.normal import Span

# Documents with fewer clauses are too short to tell different games from a rewritten edition.
_FEWEST_COMPARED = 20
_SAME_WORDS = (ChangeKind.KEPT, ChangeKind.MOVED)
_MOVED = (ChangeKind.MOVED, ChangeKind.MOVED_EDITED)
_WRONG_FILE = "These are not two editions of one game. Check the names of the files."


class ChapterCounts(NamedTuple):
    """How many changes of each kind a chapter has, and the first of them."""

    chapter: Clause
    counts: dict[str, int]
    first: ClauseChange


@dataclass(frozen=True)
class EditionComparison:
    """Two editions, what became of every clause of the older one, and what readers call them."""

    old: Rulebook
    new: Rulebook
    alignment: Alignment
    old_name: str = ""
    new_name: str = ""

    @property
    def similarity(self) -> float:
        """The share of clauses of the shorter edition with a partner: low for another game."""
        paired = sum(bool(change.old and change.new) for change in self.alignment.changes)
        return paired / max(1, min(len(self.old.clauses), len(self.new.clauses)))

    def counts(self) -> dict[str, int]:
        """Return how many changes of each kind there are, for the first line of a comparison."""
        return counts_of(self.alignment.changes)

    def leading(self) -> Iterator[tuple[ClauseChange, int]]:
        """Yield each change that follows no other, with the number of its followers, such as the
        clauses that moved with their chapter: a short list shows one line for all of them."""
        return ((change, len(followers)) for change, followers in self._with_followers())

    def listing(self, kinds: Sequence[ChangeKind] = CHANGED) -> ChangeListing:
        """Return the changes of ``kinds`` as lists show them, by section: a substitution in many
        clauses once, and below a clause those that only moved, came or went with it."""
        leading = [
            (self.with_differences(change), tuple(map(self.with_differences, followers)))
            for change, followers in self._with_followers()
            if change.kind in kinds
        ]
        return list_changes(leading, (self.old.separator, self.new.separator))

    def _with_followers(self) -> Iterator[tuple[ClauseChange, list[ClauseChange]]]:
        """Yield each change that follows no other, with those that follow it, also through others:
        if chapter 4 is now 5, lists have one entry for it, 4.1 and 4.1.2."""
        leaders = {change: self._leader(change) for change in self.alignment.changes}
        followers: dict[ClauseChange, list[ClauseChange]] = {change: [] for change in leaders}
        for change, above in leaders.items():
            if above is not None:
                while (higher := leaders[above]) is not None:
                    above = higher
                followers[above].append(change)
        return ((change, followers[change]) for change in leaders if leaders[change] is None)

    def _leader(self, change: ClauseChange) -> ClauseChange | None:
        """Return the change of the parent clause if ``change`` only came, moved or went with it:
        lists then show it below that change, not as an entry of its own."""
        above = (self.old.by_number[change.old[0]].parent if change.old else None) or ""
        beyond = (self.new.by_number[change.new[0]].parent if change.new else None) or ""
        by_old, by_new = self.alignment.by_old.get(above), self.alignment.by_new.get(beyond)
        match change.kind:
            case ChangeKind.MOVED if change.sure and by_old and by_old.kind in _MOVED:
                # Below its parent it must have the same number as before: 4.1.2 becomes 5.1.2.
                stays = change.old[0][len(above) :] == change.new[0][len(beyond) :]
                return by_old if stays and by_old.new == (beyond,) else None
            case ChangeKind.ADDED if by_new and by_new.kind is ChangeKind.ADDED:
                return by_new
            case ChangeKind.REMOVED if by_old and by_old.kind is ChangeKind.REMOVED:
                return by_old
        return None

    def chapter_counts(self, kinds: Sequence[ChangeKind] = CHANGED) -> list[ChapterCounts]:
        """Return, for each chapter with changes of ``kinds``, how many there are of each, and the
        first, for links in overviews. A removed clause counts for what its chapter became."""
        found: defaultdict[str, list[ClauseChange]] = defaultdict(list)
        chapters: dict[str, Clause] = {}
        for change in self.alignment.changes:
            if change.kind in kinds:
                book, numbers = (self.new, change.new) if change.new else (self.old, change.old)
                chapter = book.chapter(numbers[0])
                today = () if change.new else self.alignment.by_old[chapter.number].new
                chapter = self.new.chapter(today[0]) if today else chapter
                chapters.setdefault(chapter.number, chapter)
                found[chapter.number].append(change)
        return [ChapterCounts(chapters[at], counts_of(each), each[0]) for at, each in found.items()]

    def with_differences(self, change: ClauseChange) -> MarkedChange:
        """Return ``change`` with its texts and the spans in them that differ. The parts of a split
        or merge are joined: text that moved between them has not changed."""
        olds = [self.old.by_number[number].wording for number in change.old]
        news = [self.new.by_number[number].wording for number in change.new]
        hunks: tuple[Hunk, ...] = ()
        if olds and news and olds != news:
            hunks = difference("\n".join(olds), "\n".join(news), self._renumbering)
        return MarkedChange(
            change,
            tuple(_marked_texts(change.old, olds, [hunk.old for hunk in hunks])),
            tuple(_marked_texts(change.new, news, [hunk.new for hunk in hunks])),
            hunks if len(olds) == len(news) == 1 else (),  # else they are of joined texts
        )

    @cached_property
    def _renumbering(self) -> Renumbering:
        """The new number of each old clause, so a changed reference is not a changed word."""
        pairs = {number: change.new for number, change in self.alignment.by_old.items()}
        return Renumbering(pairs, self.old.separator, self.new.separator)


def compare(corpus: Corpus, old: Path | str, new: Path | str) -> EditionComparison:
    """Return two editions side by side, each a game (``ws@1.109``) or a document, read with the
    other's layout if that fits better. Raises :class:`EditionError` for two different games."""
    one, other = named_game(corpus, old), named_game(corpus, new)
    old_name = one.dated_name if one else Path(old).name
    new_name = other.dated_name if other else Path(new).name
    if one and other:
        if one.id != other.id:
            advice = (
                "Give two editions of one game, such as {key} and {alias}. To see what several "
                "games say on a subject, use “rulebook compare”."
            )
            hint = Message(advice, key=one.key, alias=one.alias)
            what = "{old} and {new} are different games"
            raise EditionError(what, hint=hint, old=one.key, new=other.key)
        books = corpus.read(one), corpus.read(other)
        return EditionComparison(*books, align_editions(corpus, one, other), old_name, new_name)
    if one:
        pair = read_as_edition(load_document(str(new), one), corpus.read(one))
    elif other:
        read = read_as_edition(load_document(str(old), other), corpus.read(other), is_older=True)
        pair = EditionComparison(read.new, read.old, read.alignment.mirrored())
    else:
        books = load_document(str(old)), load_document(str(new))
        pair = EditionComparison(*books, align(*books))
    # In 28 pairs of different games, at most 44% of the clauses of the smaller one had a
    # counterpart and 20% the same words; two editions of one game had 100% and 99%.
    clauses = min(len(pair.old.clauses), len(pair.new.clauses))
    same = sum(change.kind in _SAME_WORDS for change in pair.alignment.changes)
    if clauses >= _FEWEST_COMPARED and pair.similarity < 0.5 and same < clauses / 4:
        what = "only {same} of {clauses} clauses are the same"
        raise EditionError(what, hint=_WRONG_FILE, same=same, clauses=clauses)
    return replace(pair, old_name=old_name, new_name=new_name)


def _marked_texts(
    numbers: Sequence[str], texts: Sequence[str], spans: Sequence[Span]
) -> Iterator[MarkedText]:
    """Yield each text with its part of ``spans``, which count from the start of all joined."""
    start = 0
    for number, text in zip(numbers, texts, strict=True):
        end = start + len(text)
        here = (span for span in spans if span.start < min(span.end, end) and start < span.end)
        inside = (Span(max(s.start, start) - start, min(s.end, end) - start) for s in here)
        yield MarkedText(number, text, tuple(inside))
        start = end + 1


# ---- A document read as an edition of a known game


def read_as_edition(book: Rulebook, base: Rulebook, *, is_older: bool = False) -> EditionComparison:
    """Align the document ``book`` with ``base``, a later edition of its game if ``is_older``. It is
    read again with the better of its guessed layout and that of ``base``, and with the corrections
    of ``base`` (``repairs``) at their new lines: misread lines would look like changed rules."""
    source = "\n".join(book.source)
    lines, placed = split_lines(source), []
    for repair in base.game.edition.repairs:
        places = [line.number for line in lines if line.text.startswith(repair.starts)]
        if places:  # the nearest of them, since most lines move little
            nearest = min(places, key=lambda place: abs(place - repair.line))
            placed.append(replace(repair, line=nearest))
    repairs = tuple(placed)
    digest = hashlib.sha256(source.encode()).hexdigest()

    def read(layout: Layout, repairs: tuple[Repair, ...]) -> Rulebook:
        """Return the document read with ``layout`` and with ``repairs``, which name clauses of
        ``base`` until both are aligned. A digest names the edition until its name is known."""
        path, icons = base.game.edition.path, base.game.edition.lost_icons
        edition = Edition(digest[:8], None, None, digest, layout, repairs, path, icons)
        return read_rules(source, replace(base.game, edition=edition))

    layouts = dict.fromkeys((book.game.edition.layout, base.game.edition.layout))
    books = [read(each, repairs) for each in layouts]
    wordings = Counter(clause.wording for clause in base.clauses)
    shared = [Counter(clause.wording for clause in each.clauses) & wordings for each in books]
    best = max(zip(shared, books, strict=True), key=lambda each: each[0].total())[1]
    alignment = align_from_base(base, best, is_older)
    # A repair names a clause, which may have moved: else a lost end would join a wrong clause.
    changes = [alignment.by_old.get(repair.to or "") for repair in repairs]
    both = zip(repairs, changes, strict=True)
    moved = tuple(replace(r, to=c.new[0]) if c and c.new else r for r, c in both)
    if moved != repairs:
        best = read(best.game.edition.layout, moved)
        alignment = align_from_base(base, best, is_older)
    return EditionComparison(base, best, alignment)


def align_from_base(
    base: Rulebook, book: Rulebook, book_is_older: bool, settled: Sequence[Settled] = ()
) -> Alignment:
    """Return what became of ``base`` in ``book``, aligned from the older to the newer edition,
    since files of ``settled`` pairs run that way, and mirrored if ``book`` is the older one."""
    return align(book, base, settled).mirrored() if book_is_older else align(base, book, settled)
