"""A page of example cards with the clauses that govern them, where cards of one's own are read.

A game whose view has no such cards has no page and no link to one.
"""

from __future__ import annotations

from markupsafe import Markup

from rulebook.cards.annotating.annotator import Annotation
from rulebook.cards.annotating.stretches import stretches
from rulebook.cards.spelling.limits import LONGEST_CARD
from rulebook.website.card_fragment import governing
from rulebook.website.game_view import GameView
from rulebook.website.labels import CARD_ROLES
from rulebook.website.rendering import Page, Renderer

_LINK = Markup('<a class="ref" href="{}.html">{}</a>')


def card_page(renderer: Renderer, view: GameView) -> Page:
    """Return the page of the annotated cards of a game."""
    reader = renderer.reader
    cards = [(card.id, annotated_text(card), governing(card)) for card in view.cards]
    return renderer.game_page(
        "cards",
        view,
        title=renderer.say("カードテキストの読みかた"),
        description=renderer.say(
            "{title}のカードテキストの例と、それを定める条文。", title=view.game.title
        ),
        cards=cards,
        longest=LONGEST_CARD,
        reader=reader if reader and view.game.id in reader.tables else None,
        roles={role: renderer.say(name) for role, name in CARD_ROLES.items()},
    )


def annotated_text(card: Annotation) -> Markup:
    """Return the text of ``card``, each part leading to the clause that says most about it."""
    parts = [
        _LINK.format(stretch.clauses[0], stretch.text)
        if stretch.clauses and stretch.text.strip()
        else Markup.escape(stretch.text)
        for stretch in stretches(card)
    ]
    return Markup("").join(parts)
