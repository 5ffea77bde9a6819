"""What was asked and searched for, as plain values for JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.as_json.plain import Plain, day
from rulebook.as_json.rulings import ruling_json

if TYPE_CHECKING:
    from rulebook.clauses.game import Game
    from rulebook.clauses.model import Rulebook
    from rulebook.search.asking.model import Answers
    from rulebook.search.query.parser import Hit


def no_answers_json(question: str, game: Game | None) -> Plain:
    """Return what goes out for a clause number that is not there, among other questions."""
    return {
        "question": question,
        "game": game.id if game else None,
        "confidence": "none",
        "answers": [],
    }


def answers_json(answers: Answers) -> Plain:
    """Return the answers to one question, best first."""
    return {
        "question": answers.question.printed,
        "game": answers.game.id if answers.game else None,
        "confidence": answers.confidence,
        "answers": [
            {
                "game": found.game.id,
                "edition": found.game.edition.name,
                "effective": day(found.game.edition.effective),
                "number": found.clause.number,
                "score": found.score,
                "text": found.text,
                "sentence": {"start": found.sentence.start, "end": found.sentence.end},
                "path": [above.heading for above in found.path],
                "why": list(found.why),
            }
            for found in answers.found
        ],
        "rulings": [ruling_json(ruling) for ruling in answers.rulings],
    }


def hit_json(book: Rulebook, hit: Hit) -> Plain:
    """Return a clause that matches a search."""
    clause = book.by_number[hit.number]
    return {
        "game": hit.game.id,
        "number": hit.number,
        "score": hit.score,
        "title": clause.title,
        "text": clause.text,
        "path": [above.heading() for above in book.ancestors(clause)],
    }
