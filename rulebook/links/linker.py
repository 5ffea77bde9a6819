"""Linking a rulebook: terms first, references with their help, then uses and findings."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from types import MappingProxyType

from rulebook.clauses.corpus import Corpus, stored
from rulebook.clauses.game import Game
from rulebook.clauses.model import Rulebook
from rulebook.errors import StaleTable
from rulebook.links.concepts import load_concept_rules, load_phrases, load_principles
from rulebook.links.defects import find_defects
from rulebook.links.model import LinkedRulebook, find_uses
from rulebook.links.references import ReferenceFinder, cited_by
from rulebook.links.terms import NO_TABLE, TermsFile, extract_terms, load_term_table, words_of
from rulebook.records import dataclass, field, replace
from rulebook.toml_files.kinds import Name
from rulebook.toml_files.loader import load_if_there

_HINT = "See CONTRIBUTING.md, “Terms”."


@dataclass(frozen=True, slots=True)
class EnglishNames:
    """``english.toml``: the English name of each term, and of each heading that is not a term."""

    terms: Mapping[str, Name]
    headings: Mapping[str, Name] = field(default_factory=dict)


def load_english_names(game: Game) -> EnglishNames:
    """Return the English names that people gave to terms and headings of ``game``, for questions
    and pages in English; empty without a file. Raises :class:`CorpusError` if it is malformed."""
    path = game.folder / "english.toml"
    return load_if_there(path, EnglishNames, hint=_HINT) or EnglishNames({})


@stored
def link_game(corpus: Corpus, game: Game) -> LinkedRulebook:
    """Return the linked rulebook of ``game``, made once, with terms from its tables. Stale numbers
    in the tables become findings, listed by ``rulebook check``, and warnings, printed by all
    commands. Raises :class:`CorpusError` if a table is malformed."""
    book = corpus.read(game)
    table, stale = load_term_table(book)
    stale += load_concept_rules(corpus, game)[1] + load_phrases(book)[1]
    stale += load_principles(corpus, book)[1]
    for finding in stale:
        titles = {"en": game.title_en, "ja": game.title}
        warnings.warn(StaleTable(titles, finding.text), stacklevel=2)
    linked = link_rulebook(book, table)
    names = load_english_names(game).terms
    terms = tuple(replace(term, english=names.get(term.word, "")) for term in linked.terms)
    return replace(linked, terms=terms, findings=(*linked.findings, *stale))


def link_rulebook(book: Rulebook, table: TermsFile = NO_TABLE) -> LinkedRulebook:
    """Return ``book`` with its references, terms, uses of terms and all findings. Links are spans
    of the unchanged text. Ordinary words (``unlinked`` in ``table``) have no uses."""
    terms = extract_terms(book, table)
    defined = {word: term.clause for term in terms for word in (term.word, *term.spellings)}
    finder = ReferenceFinder(book, defined)
    found = ((clause.number, finder.in_clause(clause)) for clause in book.clauses)
    references = {number: references for number, references in found if references}
    unlinked = words_of(table.unlinked)
    linkable = [term for term in terms if term.word not in unlinked]
    findings = (*book.findings, *find_defects(book, references, table.slip))
    return LinkedRulebook(
        book=book,
        references=MappingProxyType(references),
        cited_by=MappingProxyType(cited_by(references)),
        history=tuple(finder.in_history()),
        terms=terms,
        uses=MappingProxyType(find_uses(book, linkable, references)),
        findings=tuple(sorted(findings, key=lambda f: (f.line or 0, f.column or 0, f.code))),
    )
