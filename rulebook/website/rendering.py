"""Make pages from templates: the environment, and the values that every page is given."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from re import split
from typing import TYPE_CHECKING, Any, cast

from markupsafe import Markup, escape

from rulebook.clauses.game import Game
from rulebook.records import NamedTuple
from rulebook.website import addresses
from rulebook.website.addresses import game_address, is_in_all_languages, relative
from rulebook.website.language import FOLDERS, JAPANESE, NAMES, Language, environment
from rulebook.website.site_reader import SiteReader

if TYPE_CHECKING:
    from rulebook.website.game_view import GameView

VERSION = "<!--version-->"  # its place until all pages are known; documents cannot have it
# Placeholders in a frame, for which each page has its own text; no text has control characters.
_TITLE, _DESCRIPTION, _BODY, _NAME = "\x01", "\x02", "\x03", "\x04"


class Page(NamedTuple):
    """A page of the site: its path, and its HTML."""

    path: str
    html: str


class Twin(NamedTuple):
    """The page in one language, and the link to it; ``address`` is its full URL, "" if unknown."""

    code: str
    name: str
    address: str
    href: str


class Renderer:
    """Renders templates in ``language`` for a site with the card ``reader``, if there is one."""

    def __init__(
        self, base_url: str, language: Language = JAPANESE, reader: SiteReader | None = None
    ) -> None:
        """``base_url`` is "" for a site that works at any address. Templates get a mark for the
        version of the site, which is filled in when all pages are made."""
        self.base_url = base_url
        self.reader = reader
        self.language = language
        self.translate = language.translate
        self._environment = environment(language)
        self._environment.globals["version"] = Markup(VERSION)

    def page(
        self,
        template: str,
        path: str,
        *,
        view: GameView | None = None,
        game: Game | None = None,
        **values: Any,
    ) -> Page:
        """Return the page at ``path``, rendered from ``template`` with ``values`` and with what
        every page needs, such as links and its address in other languages, so that no caller
        repeats it. ``view`` is its game, ``game`` the edition if not that of ``view``."""
        game = view.game if view and not game else game
        place = self.language.folder + path
        named = {"kind": template.replace("_", "-"), **values}
        # If this page is not translated, the nearest one is linked, but not as its translation.
        twin = addresses.nearest_in_all_languages(path)
        base = self.base_url if twin == path else ""
        twins = [
            Twin(code, NAMES[code], base and base + folder + twin, relative(folder + twin, place))
            for code, folder in FOLDERS.items()
        ]
        html = self._environment.get_template(f"{template}.html").render(
            named,
            canonical=f"{self.base_url}{place}" if self.base_url else "",
            files="../" * place.count("/"),
            game=game and self.language.game(game),
            link=partial(self.link, page=place),
            root="../" * path.count("/"),
            twins=twins,
            view=view,
        )
        return Page(place, html)

    def game_page(self, template: str, view: GameView, **values: Any) -> Page:
        """Return the page of the game of ``view`` whose name is that of its ``template``. Most
        pages of a game are so named, so no caller repeats the name as an address."""
        return self.page(template, game_address(view.game.id, template), view=view, **values)

    def frame(
        self, template: str, folder: str, view: GameView, ending: str = ""
    ) -> Callable[..., Page]:
        """Return a function that makes pages of ``folder`` around values for the body. The shared
        parts are rendered once: a template for each of 100,000 pages is much slower than joining.
        ``ending`` is “.html” if all languages have these pages, so that they link to each other."""
        html = self.page(
            "frame",
            f"{folder}/{_NAME}{ending}",
            title=_TITLE,
            description=_DESCRIPTION,
            view=view,
            kind=template.replace("_", "-"),
            body=_BODY,
        ).html
        parts = split(f"([{_TITLE}-{_NAME}])", html)
        make_body = self.macro(template, "body")

        def page(path: str, *, title: str, description: str, **values: Any) -> Page:
            """Return the page at ``path``: its texts in the frame, joined without a template."""
            own = {
                _TITLE: escape(title),
                _DESCRIPTION: escape(description),
                _NAME: escape(path.rpartition("/")[2].removesuffix(ending)),
                _BODY: make_body(**values),
            }
            return Page(path, "".join([own.get(part, part) for part in parts]))

        return page

    def macro(self, template: str, name: str) -> Callable[..., Markup]:
        """Return the macro ``name`` of ``template``. It is called for thousands of rows or pages,
        which is faster than rendering a template for each."""
        module = self._environment.get_template(f"{template}.html").module
        return cast(Callable[..., Markup], getattr(module, name))

    def link(self, target: str, page: str) -> str:
        """Return the relative link from ``page`` to ``target``, an address without language folder.
        It stays in this language if possible; single cards and rulings are only in Japanese."""
        folder = self.language.folder if is_in_all_languages(target) else ""
        return relative(folder + target, page)
