"""The pages that belong to no single game: home, comparison of concepts, about, not found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import groupby
from urllib.parse import urlsplit

from rulebook.clauses.model import Clause
from rulebook.data import data_folder
from rulebook.links.concepts import Concept, ConceptRule, Concepts
from rulebook.links.furigana import row_of
from rulebook.website.addresses import ABOUT, API, CONCEPTS, HOME, NOT_FOUND, OFFLINE
from rulebook.website.game_view import GameView
from rulebook.website.language import JAPANESE, LABELS
from rulebook.website.rendering import Page, Renderer

# A game, its rule on a concept, the governing clause, and the text of that clause.
ShownRule = tuple[GameView, ConceptRule, Clause, str]


def site_pages(renderer: Renderer, views: Sequence[GameView], concepts: Concepts) -> Iterator[Page]:
    """Yield the pages that belong to no single game. The home page has the newest rules first:
    returning readers look for changes. The page on the API shows the source of the example that
    runs in it; it and “about” take an existing clause, in the middle of the last game."""
    newest = sorted(views, key=lambda view: view.game.edition.effective or date.min, reverse=True)
    shown, example = views[-1], data_folder("site") / "static" / "api_example.js"
    number = shown.book.clauses[len(shown.book.clauses) // 2].number
    source = example.read_text(encoding="utf-8")
    yield renderer.page("home", HOME, views=views, newest=newest)
    yield renderer.page("about", ABOUT, views=views, shown=shown, number=number)
    yield renderer.page("api", API, views=views, shown=shown, number=number, example=source)
    if renderer.language is JAPANESE:
        # They are shown in place of any page, at whatever depth, so they have a base for links.
        base = urlsplit(renderer.base_url).path or "/"
        for template, address in (("404", NOT_FOUND), ("offline", OFFLINE)):
            yield renderer.page(template, address, base=base, views=views)
    used = [concept for concept in concepts.by_id.values() if concept.rules]
    # Known kinds first; a corpus may have its own kinds, which have no translation.
    known = LABELS["concept-kinds"]
    names = {**known, **{kind: kind for kind in sorted({c.kind for c in used} - known.keys())}}
    every = [(kind, name, [c for c in used if c.kind == kind]) for kind, name in names.items()]
    kinds = [each for each in every if each[2]]
    yield renderer.page("concepts", CONCEPTS, kinds=kinds, concept_count=len(used))
    games, key = {view.game.id: view for view in views}, views[0].readings.key
    for kind, name, found in kinds:
        # By the rows of the fifty sounds, as usual in Japanese lists.
        found.sort(key=lambda concept: (key(concept.ja), concept.ja))
        yield renderer.page(
            "concept_kind",
            f"concepts/{kind}.html",
            name=renderer.translate(name),
            count=len(found),
            rows=[
                (row, [(concept, list(_rules(concept, games))) for concept in some])
                for row, some in groupby(found, lambda concept: row_of(key(concept.ja)))
            ],
        )


def _rules(concept: Concept, games: Mapping[str, GameView]) -> Iterator[ShownRule]:
    """Yield what each game says on ``concept``, to compare the games on one page: the game's view,
    its rule, the governing clause and the text of that clause."""
    for game, rule in concept.rules.items():
        book = games[game].book
        clause = book.by_number[rule.clause]
        yield games[game], rule, clause, book.first_rule_text(clause)
