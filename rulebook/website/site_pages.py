"""The pages that no single game owns: home, comparison of concepts, about, not found."""

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
from rulebook.website.labels import CONCEPT_KINDS
from rulebook.website.language import JAPANESE
from rulebook.website.rendering import Page, Renderer

# A game, how it rules on a concept, the clause that governs, and what that says.
ShownRule = tuple[GameView, ConceptRule, Clause, str]


def site_pages(renderer: Renderer, views: Sequence[GameView], concepts: Concepts) -> Iterator[Page]:
    """Yield the pages that no single game owns."""
    yield home_page(renderer, views)
    yield about_page(renderer, views)
    yield api_page(renderer, views)
    if renderer.language is JAPANESE:  # it is shown in place of any page
        yield from pages_instead(renderer, views)
    yield from concept_pages(renderer, views, concepts)


def home_page(renderer: Renderer, views: Sequence[GameView]) -> Page:
    """Return the home page, newest rules first: returning readers look for what has changed."""
    newest = sorted(views, key=lambda view: view.game.edition.effective or date.min, reverse=True)
    translate = renderer.translate
    return renderer.page(
        "home",
        HOME,
        title=translate("Rulebook｜カードゲームの総合ルールを引く"),
        description=translate(
            "日本のカードゲームの総合ルールを、ふだんのことばで探し、条文番号で引用する。"
        ),
        views=views,
        newest=newest,
        clause_count=sum(view.book.printed_count for view in views),
        ways=[
            ("cards", translate("カードを貼る"), [v.game.id for v in newest if v.cards]),
            ("rulings", translate("裁定"), [v.game.id for v in newest if v.rulings]),
            ("revisions", translate("変わったこと"), [v.game.id for v in newest]),
        ],
    )


def about_page(renderer: Renderer, views: Sequence[GameView]) -> Page:
    """Return the page on what the site is and how to cite from it, with an existing number."""
    game, clauses = views[-1].game, views[-1].book.clauses
    number = clauses[len(clauses) // 2].number
    return renderer.page(
        "about",
        ABOUT,
        title=renderer.translate("このサイトについて｜Rulebook"),
        description=renderer.translate("Rulebookの使いかた、引用のしかた、データ、権利。"),
        views=views,
        example=f"{game.name} {number}",
        number=number,
    )


def api_page(renderer: Renderer, views: Sequence[GameView]) -> Page:
    """Return what the JSON API has, with an example that runs in the page. What is shown is the
    file that runs, so the example cannot become outdated."""
    example = data_folder("site") / "static" / "api_example.js"
    view = views[-1]
    return renderer.page(
        "api",
        API,
        title=renderer.translate("プログラムから使う｜Rulebook"),
        description=renderer.translate(
            "条文、用語、概念、裁定をJSONで読むためのファイルと、その使いかた。"
        ),
        views=views,
        shown=view,
        number=view.book.clauses[len(view.book.clauses) // 2].number,
        example=example.read_text(encoding="utf-8"),
    )


def pages_instead(renderer: Renderer, views: Sequence[GameView]) -> Iterator[Page]:
    """Yield the pages instead of missing ones, with a base for links, as they have any depth."""
    base = urlsplit(renderer.base_url).path or "/"
    for template, address, title in (
        ("404", NOT_FOUND, "このページはありません"),
        ("offline", OFFLINE, "オフラインです"),
    ):
        yield renderer.page(
            template,
            address,
            title=f"{title}｜Rulebook",
            description=f"{title}。",
            base=base,
            views=views,
        )


def concept_pages(
    renderer: Renderer, views: Sequence[GameView], concepts: Concepts
) -> Iterator[Page]:
    """Yield the list of concepts, and a page for each kind that compares them across games."""
    kinds = [
        (kind, name, [c for c in concepts.by_id.values() if c.kind == kind and c.rules])
        for kind, name in _kind_names(concepts).items()
    ]
    yield renderer.page(
        "concepts",
        CONCEPTS,
        title=renderer.translate("ゲームをまたいで比べる｜Rulebook"),
        description=renderer.translate(
            "同じしくみをゲームごとに何と呼び、どの条文が定めるかの比較。"
        ),
        kinds=kinds,
        concept_count=sum(len(found) for _, _, found in kinds),
    )
    games = {view.game.id: view for view in views}
    for kind, name, found in kinds:
        label = renderer.translate(name)
        yield renderer.page(
            "concept_kind",
            f"concepts/{kind}.html",
            title=renderer.translate("{name}を比べる｜Rulebook", name=label),
            description=renderer.translate(
                "{name}の概念{count}件を、ゲームごとの条文で比べる。", name=label, count=len(found)
            ),
            name=label,
            rows=list(_by_kana(found, games)),
        )


def _by_kana(
    concepts: Sequence[Concept], games: Mapping[str, GameView]
) -> Iterator[tuple[str, list[tuple[Concept, list[ShownRule]]]]]:
    """Yield the rows of the fifty sounds with concepts and rules, as Japanese lists have them."""
    key = next(iter(games.values())).readings.key
    ordered = sorted(concepts, key=lambda concept: (key(concept.ja), concept.ja))
    for row, some in groupby(ordered, lambda concept: row_of(key(concept.ja))):
        yield row, [(concept, list(_rules(concept, games))) for concept in some]


def _rules(concept: Concept, games: Mapping[str, GameView]) -> Iterator[ShownRule]:
    """Yield the rule of each game for ``concept``: game, rule, governing clause and its text."""
    for game, rule in concept.rules.items():
        book = games[game].book
        clause = book.by_number[rule.clause]
        yield games[game], rule, clause, book.said_at(clause)


def _kind_names(concepts: Concepts) -> dict[str, str]:
    """Return the kinds of concepts that exist, known ones first, each with its Japanese name. A
    corpus may have kinds of its own, which have no translation."""
    there = {concept.kind for concept in concepts.by_id.values() if concept.rules}
    known = {kind: name for kind, name in CONCEPT_KINDS.items() if kind in there}
    return known | {kind: kind for kind in sorted(there - known.keys())}
