"""Looking a word up: the term of a game, or the concept behind it."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from itertools import chain

from rulebook.errors import UnknownConcept, require_text
from rulebook.links.concepts import Concept, Concepts
from rulebook.links.model import LinkedRulebook, Term, TermKind
from rulebook.links.uses import used_in
from rulebook.records import dataclass
from rulebook.text.normal import fold


@dataclass(frozen=True, slots=True)
class GlossaryEntry:
    """What a word means in one game: its term, where it is used, and the concept it stands for."""

    linked: LinkedRulebook
    term: Term
    used_in: tuple[str, ...]
    concept: Concept | None


def look_up(word: str, linked: LinkedRulebook, concepts: Concepts) -> GlossaryEntry | None:
    """Return the entry of ``word`` (a term, a spelling or a concept’s name, also in romaji) in one
    game, or None. So 墓地 leads to 控え室. A concept that is no term has the clause of its rule."""
    require_text("a word", word)
    wanted = fold(word).strip()
    spelled = {fold(name): term for term in reversed(linked.terms) for name in _names(term)}
    term = spelled.get(wanted)
    # The game's own word for a concept comes before other names.
    game = linked.book.game.id
    here = [concept for concept in concepts.by_id.values() if game in concept.rules]
    own = next((c for c in here if wanted == fold(c.rules[game].word)), None)
    concept = own or next((c for c in here if wanted in map(fold, c.names(game))), None)
    if term is None and concept is None:
        names = (fold(name) for each in here for name in each.names(game))
        for read in concepts.furigana.in_romaji(wanted, chain(spelled, names)):
            return look_up(read, linked, concepts)
    if term is None and concept is not None:
        rule = concept.rules[game]
        term = spelled.get(fold(rule.word)) or Term(rule.word, TermKind.OTHER, rule.clause)
    if term is None:
        return None
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
    """Return all names of a term (word, spellings and, if any, English), so look-up and suggestions
    for typing errors know the same ones."""
    return tuple(filter(None, (term.word, *term.spellings, term.english)))
