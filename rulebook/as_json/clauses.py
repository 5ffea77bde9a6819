"""Games, clauses, words and concepts as plain values for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from rulebook.as_json.documents import reference_json
from rulebook.as_json.plain import Plain, day
from rulebook.text.width import shortened

if TYPE_CHECKING:
    from rulebook.clauses.model import Rulebook
    from rulebook.links.concepts import Concept
    from rulebook.links.glossary import GlossaryEntry
    from rulebook.links.results import FoundClause
    from rulebook.rulings.model import Ruling


def game_json(book: Rulebook) -> Plain:
    """Return what is known of a game at one edition."""
    game = book.game
    edition = game.edition
    return {
        "id": game.id,
        "alias": game.alias,
        "title": game.title,
        "title_en": game.title_en,
        "publisher": game.publisher,
        "edition": edition.name,
        "version": edition.version,
        "effective": day(edition.effective),
        "clauses": book.printed_count,
    }


def clause_json(book: Rulebook, found: FoundClause, rulings: Iterable[Ruling] = ()) -> Plain:
    """Return a clause in its place, with the ids of the ``rulings`` that rest on it."""
    clause = found.place.clause
    return {
        "game": book.game.id,
        "edition": book.game.edition.name,
        "effective": day(book.game.edition.effective),
        "number": found.number,
        "printed": clause.printed,
        "title": clause.title,
        "text": found.text,
        "blocks": [
            {"kind": block.kind, "label": block.label, "text": block.text}
            for block in found.place.blocks
        ],
        "truncated": clause.truncated,
        "path": [{"number": above.number, "title": above.heading()} for above in found.parents],
        "children": [
            {"number": child.number, "title": child.title, "text": child.text}
            for child in found.children
        ],
        "references": [reference_json(reference) for reference in found.references],
        "cited_by": list(found.cited_by),
        "terms": [
            {"start": use.span.start, "end": use.span.end, "term": use.term} for use in found.terms
        ],
        "rulings": [ruling.id for ruling in rulings],
    }


def term_json(entry: GlossaryEntry) -> Plain:
    """Return what a word means in one game."""
    term, concept = entry.term, entry.concept
    game = entry.linked.book.game.id
    return {
        "game": game,
        "term": term.word,
        "kind": term.kind,
        "clause": term.clause,
        "spellings": list(term.spellings),
        "english": term.english or None,
        "definition": definition(entry),
        "used_in": list(entry.used_in),
        "concept": concept.id if concept else None,
        "other_games": [
            {"game": other, "word": rule.word, "clause": rule.clause}
            for other, rule in (concept.rules if concept else {}).items()
            if other != game
        ],
    }


def definition(entry: GlossaryEntry) -> str:
    """Return the text that defines: the clause's own, or of a heading what is below it."""
    book = entry.linked.book
    clause = book.by_number[entry.term.clause]
    if clause.text:
        return clause.text
    said = book.said_at(clause)
    return f"{clause.heading()}: {shortened(said, 80)}" if said else clause.heading()


def concept_json(concept: Concept, books: Mapping[str, Rulebook]) -> Plain:
    """Return a concept with what governs it in each game; ``books`` are by id."""
    clauses = {game: books[game].by_number[rule.clause] for game, rule in concept.rules.items()}
    return {
        "concept": concept.id,
        "kind": concept.kind,
        "ja": concept.ja,
        "en": concept.en,
        "players": list(concept.players),
        "games": [
            {
                "game": game,
                "edition": books[game].game.edition.name,
                "word": rule.word,
                "clause": rule.clause,
                "also": list(rule.also),
                "text": clauses[game].text or clauses[game].title,
                **({"guessed": True} if rule.guessed else {}),
            }
            for game, rule in concept.rules.items()
        ],
    }
