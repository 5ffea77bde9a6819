"""A page of example cards, each text with the clauses that govern it beside it.

A game whose view has no such cards has no page and no link to one.
"""

from __future__ import annotations

from markupsafe import Markup

from rulebook.cards.annotator import Annotation
from rulebook.cards.stretches import stretches
from rulebook.website.addresses import game_page
from rulebook.website.card_fragment import governing
from rulebook.website.game_view import GameView
from rulebook.website.rendering import Page, Renderer

_LINK = Markup('<a class="ref" href="{}.html">{}</a>')


def card_page(renderer: Renderer, view: GameView) -> Page:
    """Return the page of the annotated cards of a game."""
    cards = [(card.id, annotated_text(card), governing(card)) for card in view.cards]
    return renderer.page(
        "cards",
        game_page(view.game.id, "cards"),
        title=renderer.say("カードテキストの読みかた｜{name}", name=view.game.name),
        description=renderer.say(
            "{title}のカードテキストの例と、それを定める条文。", title=view.game.title
        ),
        game=view.game,
        view=view,
        cards=cards,
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
