"""An annotated card as HTML: its text cut into stretches, and the clauses that govern them."""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.cards.annotating.annotator import Annotation, stretches
from rulebook.website.language import JAPANESE, environment


def governing(annotation: Annotation) -> dict[str, str]:
    """Return the clauses that govern the text in a judge's order, each with words that it is for.

    There are no words where it is for a whole ability.
    """
    found: dict[str, str] = {}
    for clauses in annotation.governing:
        for clause in clauses:
            found.setdefault(clause.number, annotation.words_for(clause))
    return found


def render_card(annotation: Annotation, headings: Mapping[str, str]) -> str:
    """Return ``annotation`` as a fragment of HTML that stands by itself, all text escaped.

    ``headings`` has what is shown of each clause, by its number.
    """
    template = environment(JAPANESE).get_template("card.html")
    return template.render(
        annotation=annotation,
        stretches=list(stretches(annotation)),
        governing=governing(annotation),
        headings=headings,
    ).removesuffix("\n")
