"""A page of card texts with the clauses that govern them, beside the text.

The page takes what ``rulebook annotate --json`` will give for a card: its text, and links from
spans of it to clauses.  A game whose volume has no such cards has no page and no link to one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from rulebook.website.addresses import game_page
from rulebook.website.markup import Piece, marked_up
from rulebook.website.rendering import Page, Renderer
from rulebook.website.volume import Volume

Card = Mapping[str, Any]


def card_page(renderer: Renderer, volume: Volume) -> Page:
    """Return the page of the annotated cards of a game."""
    cards = [(card, annotated_text(card), _clauses(card)) for card in volume.cards]
    return renderer.page(
        "cards",
        game_page(volume.game.id, "cards"),
        title=f"カードテキストの読みかた｜{volume.game.name}",
        description=f"{volume.game.title}のカードテキストの例と、それを定める条文。",
        game=volume.game,
        volume=volume,
        cards=cards,
    )


def annotated_text(card: Card) -> Markup:
    """Return the text of a card, each link leading to the first of its clauses."""
    pieces = [
        Piece(
            link["start"],
            link["end"],
            Markup('<a class="ref" href="{}.html">').format(link["clauses"][0]),
            Markup("</a>"),
        )
        for link in card["links"]
        if link["clauses"]
    ]
    return marked_up(card["text"], pieces)


def _clauses(card: Card) -> list[str]:
    """Return the clauses that govern a card, each once, in the order of the text."""
    return list(dict.fromkeys(number for link in card["links"] for number in link["clauses"]))
