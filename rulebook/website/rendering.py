"""Pages from templates: the environment, and what every page is given."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from markupsafe import Markup

from rulebook.clauses.game import Game
from rulebook.records import dataclass
from rulebook.website.addresses import (
    HOME,
    clause_page,
    concept_entry,
    edition_page,
    game_page,
    is_in_all_languages,
    own_cards,
    relative,
    term_entry,
    term_id,
)
from rulebook.website.diff_page import KIND_LABELS
from rulebook.website.language import FOLDERS, JAPANESE, NAMES, Language, environment
from rulebook.website.site_reader import SiteReader

if TYPE_CHECKING:
    from rulebook.website.game_view import GameView

# Stands where the version of the site goes until all pages are known.  Documents cannot forge
# it: their angle brackets are escaped.
VERSION = "<!--version-->"


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the site: where it lies, and its HTML."""

    path: str
    html: str


class Twin(NamedTuple):
    """A page in one of the languages: the language, and how the page at hand links to it.

    ``address`` is empty where nobody knows it, or where the other page is only the nearest.
    """

    code: str
    name: str
    address: str
    href: str


class Renderer:
    """Renders templates in ``language`` for a site at ``base_url``.

    ``""`` stands for any place: then there are no canonical addresses.  ``reader`` is what reads
    cards on the pages, if the site has it.
    """

    def __init__(
        self, base_url: str, language: Language = JAPANESE, reader: SiteReader | None = None
    ) -> None:
        self.base_url = base_url
        self.reader = reader
        self.language = language
        self.say = language.say
        self._environment = environment(language)
        self._environment.globals.update(
            base=None,
            clause_page=clause_page,
            concept_entry=concept_entry,
            edition_page=edition_page,
            game=None,
            kind_labels=KIND_LABELS,
            own_cards=own_cards,
            term_entry=term_entry,
            term_id=term_id,
            version=Markup(VERSION),
        )

    def page(
        self,
        template: str,
        path: str,
        *,
        title: str,
        description: str,
        view: GameView | None = None,
        game: Game | None = None,
        **values: Any,
    ) -> Page:
        """Render ``template`` as the page at ``path``; ``values`` are what it asks for.

        ``view`` is the game that the page is about; ``game`` its edition, that of ``view`` unless
        given.
        """
        game = view.game if view and not game else game
        place = self.language.folder + path
        html = self._environment.get_template(f"{template}.html").render(
            values,
            canonical=f"{self.base_url}{place}" if self.base_url else "",
            description=description,
            files="../" * place.count("/"),
            game=game and self.language.game(game),
            kind=template.replace("_", "-"),
            link=partial(self._link, page=place),
            root="../" * path.count("/"),
            title=title,
            twins=list(self._twins(path, place, game)),
            view=view,
        )
        return Page(place, html)

    def _link(self, target: str, page: str) -> str:
        """Return how ``page`` links to ``target``: in its language, if there is such a page."""
        folder = self.language.folder if is_in_all_languages(target) else ""
        return relative(folder + target, page)

    def _twins(self, path: str, place: str, game: Game | None) -> Iterator[Twin]:
        """Yield where the page at ``place`` is in each language."""
        same = is_in_all_languages(path)
        twin = path if same else game_page(game.id) if game else HOME
        for code, folder in FOLDERS.items():
            address = f"{self.base_url}{folder}{twin}" if same and self.base_url else ""
            yield Twin(code, NAMES[code], address, relative(folder + twin, place))
