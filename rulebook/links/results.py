"""What is found in a linked rulebook: a clause in its place, a document with its findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches
from itertools import chain
from xml.sax.saxutils import escape, quoteattr

from rulebook.clauses.findings import Finding
from rulebook.clauses.lookup import ClausePlace
from rulebook.clauses.model import Clause, LedgerEntry, LineKind, Rulebook
from rulebook.errors import UnknownConcept, require_text
from rulebook.links.concepts import Concept, Concepts
from rulebook.links.model import LinkedRulebook, Reference, Term, TermKind, TermUse, used_in
from rulebook.records import dataclass
from rulebook.text.normal import fold


@dataclass(frozen=True, slots=True)
class FoundClause:
    """A clause in its place: the clauses above and below it, those it refers to, those that cite
    it. ``place`` may be a step (``5.5.1.VI``); spans count code points of ``place.text``."""

    place: ClausePlace
    parents: tuple[Clause, ...]
    children: tuple[Clause, ...]
    references: tuple[Reference, ...]
    terms: tuple[TermUse, ...]
    cited_by: tuple[str, ...]

    @property
    def number(self) -> str:
        """The printed number, of a step with its numeral (``5.5.1.VI``), as output names it."""
        return self.place.number

    @property
    def text(self) -> str:
        """The printed text, its blocks joined by newlines, in which spans count; may be empty."""
        return self.place.text


def in_its_place(linked: LinkedRulebook, place: ClausePlace) -> FoundClause:
    """Return the clause or step at ``place`` with the clauses above and below it, the references
    and terms in it, and the clauses that cite it, since a rule is read in context."""
    clause = place.clause
    around = linked.book.ancestors(clause), tuple(linked.book.children(clause))
    return FoundClause(place, *around, *linked.within(clause, place.span), linked.citing(clause))


@dataclass(frozen=True, slots=True)
class Report:
    """What is wrong in a document, and what each of its lines was read as."""

    book: Rulebook
    findings: tuple[Finding, ...]

    @property
    def ledger(self) -> tuple[LedgerEntry, ...]:
        """What each non-blank source line was read as, to check that none was lost or misread."""
        return self.book.ledger

    @property
    def line_kinds(self) -> Counter[LineKind]:
        """How many source lines were read as each kind: the sum proves that no line was lost."""
        return Counter(entry.kind for entry in self.book.ledger)


_SHORT = 24  # Characters of a clause in a label
_GRAPHML = (
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    '<key id="label" for="node" attr.name="label" attr.type="string"/>',
    '<key id="kind" for="edge" attr.name="kind" attr.type="string"/>',
    '<graph edgedefault="directed">',
)


def to_graphml(linked: LinkedRulebook) -> Iterator[str]:
    """Yield the lines of a GraphML document, for programs that analyse graphs of references."""
    yield from _GRAPHML
    for clause in linked.book.clauses:
        label = escape(_label(clause))
        yield f'<node id={quoteattr(clause.number)}><data key="label">{label}</data></node>'
    for source, target, kind in _edges(linked):
        ends = f"source={quoteattr(source)} target={quoteattr(target)}"
        yield f'<edge {ends}><data key="kind">{kind}</data></edge>'
    yield from ("</graph>", "</graphml>")


def to_dot(linked: LinkedRulebook) -> Iterator[str]:
    """Yield the lines of a Graphviz document, from which ``dot`` draws the references."""
    yield "digraph rules {"
    for clause in linked.book.clauses:
        yield f"  {_quote(clause.number)} [label={_quote(_label(clause))}];"
    for source, target, kind in _edges(linked):
        yield f"  {_quote(source)} -> {_quote(target)} [class={_quote(kind)}];"
    yield "}"


def _edges(linked: LinkedRulebook) -> Iterator[tuple[str, str, str]]:
    """Yield the edges of the graph as source, target and kind: from a clause to its children, and
    to the targets it cites. GraphML and Graphviz are written from the same edges."""
    for clause in linked.book.clauses:
        for child in clause.children:
            yield clause.number, child, "child"
        for reference in linked.references_of(clause):
            for target in reference.targets:
                yield clause.number, target, str(reference.kind)


def _label(clause: Clause) -> str:
    """Return the number of a clause with its title, else with its first line, as the label of its
    node in the exported graph of references; cut short, so that the drawing can be read."""
    said = clause.title or clause.text.split("\n", 1)[0]
    return f"{clause.number} {said[:_SHORT]}"


def _quote(text: str) -> str:
    """Return ``text`` as a string of Graphviz: quotes and backslashes would break the file."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


# ---- Words: the term of a game, or the concept behind it


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """What a word means in one game: its term, where it is used, and the concept it stands for."""

    linked: LinkedRulebook
    term: Term
    used_in: tuple[str, ...]
    concept: Concept | None


def look_up(word: str, linked: LinkedRulebook, concepts: Concepts) -> GlossaryEntry | None:
    """Return the entry of ``word`` (a term, a spelling or a concept’s name, also in romaji) in one
    game, or None: “graveyard” may lead to “waiting room”. A concept without a term has an entry by
    the clause that governs it."""
    require_text("a word", word)
    wanted = fold(word).strip()
    spelled = {fold(name): term for term in reversed(linked.terms) for name in _names(term)}
    term = spelled.get(wanted)
    # The game's own word for a concept comes before other names.
    game = linked.book.game.id
    here = [concept for concept in concepts.by_id.values() if game in concept.rules]
    own = next((c for c in here if wanted == fold(c.rules[game].word)), None)
    concept = own or next((c for c in here if wanted in map(fold, c.names(game))), None)
    if term is None:
        if concept is None:
            names = (fold(name) for each in here for name in each.names(game))
            reads = concepts.furigana.in_romaji(wanted, chain(spelled, names))
            return next((look_up(read, linked, concepts) for read in reads), None)
        rule = concept.rules[game]
        term = spelled.get(fold(rule.word)) or Term(rule.word, TermKind.OTHER, rule.clause)
    return GlossaryEntry(linked, term, used_in(linked.uses).get(term.word, ()), concept)


def glossary(linked: LinkedRulebook, concepts: Concepts) -> Iterator[GlossaryEntry]:
    """Yield the entry of every term of a game, for the whole list. Uses of all terms are collected
    in one pass. Of two concepts with one word, the first counts, as in :func:`look_up`."""
    game, uses = linked.book.game.id, used_in(linked.uses)
    here = (each for each in reversed(list(concepts.by_id.values())) if game in each.rules)
    own = {fold(concept.rules[game].word): concept for concept in here}
    for term in linked.terms:
        yield GlossaryEntry(linked, term, uses.get(term.word, ()), own.get(fold(term.word)))


def unknown_word(word: str, books: list[LinkedRulebook]) -> UnknownConcept:
    """Return the error for a word that no game defines, with similar words for a typing error."""
    known = [name for linked in books for term in linked.terms for name in _names(term)]
    return UnknownConcept(word, get_close_matches(word, known, n=3, cutoff=0.5))


def _names(term: Term) -> tuple[str, ...]:
    """Return all names of a term, so that look-up and suggestions use the same names."""
    return tuple(filter(None, (term.word, *term.spellings, term.english)))
