"""Which concepts the headings and terms of a game name that nobody prepared: guessed by the word.

A heading or term that is the same word as in another game is taken for the same concept.  A word
that stands for several concepts is taken for none.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulebook.clauses.model import Clause, Rulebook
from rulebook.links.model import Term
from rulebook.text.normal import fold

# How many clauses below a heading answer too.
_MOST_BELOW = 4


def guessed_clauses(
    book: Rulebook, terms: Sequence[Term], names: Iterable[tuple[str, Sequence[str]]]
) -> dict[str, tuple[str, Clause]]:
    """Return the word and the clause of each concept that ``book`` seems to know, by its id.

    ``names`` are the ids of concepts and words for each, better words in earlier entries.
    """
    written = _written(book, terms)
    taken: set[str] = set()
    found: dict[str, tuple[str, Clause]] = {}
    for tier in _tiers(names):
        for word, concepts in tier.items():
            if len(concepts) > 1 or word in taken or word not in written:
                continue
            (concept,) = concepts
            if concept not in found:
                found[concept] = written[word]
                taken.add(word)
    return found


def _tiers(names: Iterable[tuple[str, Sequence[str]]]) -> Iterator[Mapping[str, set[str]]]:
    """Yield the concepts of each word: of the first words of all concepts, of the second ones, …"""
    entries = list(names)
    concepts = [concept for concept, _ in entries]
    repeats: defaultdict[str, int] = defaultdict(int)
    tiers: defaultdict[int, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for concept, words in zip(concepts, (words for _, words in entries), strict=True):
        tier = tiers[repeats[concept]]
        repeats[concept] += 1
        for word in words:
            tier[_flat(word)].add(concept)
    yield from (tiers[at] for at in sorted(tiers))


def _written(book: Rulebook, terms: Sequence[Term]) -> dict[str, tuple[str, Clause]]:
    """Return what headings and terms are written in ``book``, by their folded form."""
    written: dict[str, tuple[str, Clause]] = {}
    for clause in book.clauses:
        for word in (clause.title or "").split("/"):
            if word:
                written.setdefault(_flat(word), (word, clause))
    for term in terms:
        for word in (term.word, *term.spellings):
            written.setdefault(_flat(word), (word, book.by_number[term.clause]))
    return written


def _flat(word: str) -> str:
    flat = fold(word).strip()
    return flat.removesuffix("s") if flat.isascii() and len(flat) > len("its") else flat


def ruling_clauses(book: Rulebook, clause: Clause) -> tuple[str, tuple[str, ...]]:
    """Return the clause that says what the heading ``clause`` names, and others that answer."""
    below = [child for child in book.children(clause) if child.text]
    first = clause if clause.text or not below else below[0]
    also = [child.number for child in below[:_MOST_BELOW] if child is not first]
    return first.number, tuple(also)
