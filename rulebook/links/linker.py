"""A rulebook linked: terms first, references with their help, then uses and findings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.clauses.model import Finding, Rulebook
from rulebook.links.defects import find_defects
from rulebook.links.heading_index import HeadingIndex
from rulebook.links.history_references import history_references
from rulebook.links.model import LinkedRulebook, Reference, Term
from rulebook.links.references import cited_by, references_in
from rulebook.links.terms import TermOverrides, extract_terms, load_term_overrides
from rulebook.links.uses import TermFinder


def link_game(corpus: Corpus, game: Game) -> LinkedRulebook:
    """Return the linked rulebook of ``game``, linked once in a process."""
    return _link_once(corpus, game)


@cache
def _link_once(corpus: Corpus, game: Game) -> LinkedRulebook:
    return link_rulebook(corpus.read(game), load_term_overrides(game))


def link_rulebook(book: Rulebook, table: TermOverrides) -> LinkedRulebook:
    """Return ``book`` with its references, terms, uses and all findings.

    The text of no clause is changed; every span slices it.
    """
    headings = HeadingIndex(book)
    terms = extract_terms(book, table)
    references = _references(book, headings, terms)
    linkable = [term for term in terms if term.word not in table.unlinked]
    finder = TermFinder(book, linkable)
    uses = {
        clause.number: finder.find(clause, references.get(clause.number, ()))
        for clause in book.clauses
    }
    findings = (*book.findings, *find_defects(book, references, table.slips))
    return LinkedRulebook(
        book=book,
        references=MappingProxyType(references),
        cited_by=MappingProxyType(cited_by(references)),
        history=tuple(history_references(book, headings)),
        terms=terms,
        uses=MappingProxyType({number: found for number, found in uses.items() if found}),
        findings=tuple(sorted(findings, key=_place)),
    )


def _references(
    book: Rulebook, headings: HeadingIndex, terms: Sequence[Term]
) -> Mapping[str, tuple[Reference, ...]]:
    defined = {word: term.clause for term in terms for word in (term.word, *term.spellings)}
    found = {
        clause.number: references_in(book, clause, headings, defined, clause.text)
        for clause in book.clauses
    }
    return {number: references for number, references in found.items() if references}


def _place(finding: Finding) -> tuple[int, int, str]:
    return (finding.line or 0, finding.column or 0, finding.code)
