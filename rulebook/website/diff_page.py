"""What changed between two editions, as pages show it; and a page of it to share, in one file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook.editions.changes import Alignment, ChangeKind
from rulebook.editions.comparison import EditionComparison, MarkedChange, WordMark
from rulebook.editions.summary import counts, without_followers
from rulebook.records import dataclass
from rulebook.website.language import JAPANESE, environment

MarkedPieces = tuple[tuple[WordMark, str], ...]
"""A text in pieces, each with what it is in a comparison."""

KIND_LABELS = {
    ChangeKind.KEPT: "変更なし",
    ChangeKind.EDITED: "変更",
    ChangeKind.MOVED: "移動",
    ChangeKind.MOVED_EDITED: "移動と変更",
    ChangeKind.SPLIT: "分割",
    ChangeKind.MERGED: "統合",
    ChangeKind.ADDED: "追加",
    ChangeKind.REMOVED: "削除",
}


CHANGED = tuple(kind for kind in ChangeKind if kind is not ChangeKind.KEPT)
"""The kinds of changes but for what was kept."""


@dataclass(frozen=True, slots=True)
class ShownChange:
    """A change as the page shows it: its numbers, and its texts in marked pieces."""

    kind: ChangeKind
    label: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    following: int
    sure: bool
    texts: tuple[tuple[str, MarkedPieces], ...]


def render_diff(comparison: EditionComparison, wanted: Sequence[ChangeKind] = ()) -> str:
    """Return the changes as a page of HTML, all text escaped; only kinds that are ``wanted``.

    Without any, all but what was kept.
    """
    shown = wanted or CHANGED
    return (
        environment(JAPANESE)
        .get_template("diff.html")
        .render(
            comparison=comparison,
            changes=list(shown_changes(comparison, shown)),
            counts=labelled_counts(comparison.alignment, shown),
        )
    )


def labelled_counts(
    alignment: Alignment, kinds: Sequence[ChangeKind]
) -> list[tuple[ChangeKind, str, int]]:
    """Return those of ``kinds`` that there are, with their names and how many there are."""
    told = counts(alignment)
    return [(kind, KIND_LABELS[kind], told[kind]) for kind in kinds if kind in told]


def shown_changes(
    comparison: EditionComparison, kinds: Sequence[ChangeKind]
) -> Iterator[ShownChange]:
    """Yield the changes of ``kinds`` as pages show them; what only follows is told with them."""
    changes = without_followers(comparison.alignment, comparison.old, comparison.new)
    for change, following in changes:
        if change.kind in kinds:
            marked = comparison.marked(change)
            yield ShownChange(
                kind=change.kind,
                label=KIND_LABELS[change.kind],
                old=change.old,
                new=change.new,
                following=following,
                sure=change.sure,
                texts=tuple(marked_texts(marked)),
            )


def marked_texts(marked: MarkedChange) -> Iterator[tuple[str, MarkedPieces]]:
    """Yield the texts of a change with their numbers: one with all marks where that is possible."""
    match marked.change.kind:
        case ChangeKind.SPLIT | ChangeKind.MERGED:
            for text in marked.old:
                yield text.number, tuple(text.segments(WordMark.REMOVED))
            for text in marked.new:
                yield text.number, tuple(text.segments(WordMark.INSERTED))
        case ChangeKind.REMOVED:
            yield "", ((WordMark.REMOVED, marked.old[0].text),)
        case ChangeKind.ADDED:
            yield "", ((WordMark.INSERTED, marked.new[0].text),)
        case _:
            yield "", tuple(marked.segments())
