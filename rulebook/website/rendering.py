"""The languages of the site (Japanese, in which it is written, and English), and its templates.
Templates and scripts call ``_`` with forms, which ``rulebook/locale/en.po`` translates."""

from __future__ import annotations

import re
import tomllib
from calendar import month_name
from collections.abc import Callable, Mapping
from dataclasses import fields
from datetime import date
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Self, cast

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from rulebook.clauses.game import Edition, Game
from rulebook.data import data_folder
from rulebook.messages import translations
from rulebook.records import NamedTuple, dataclass
from rulebook.text.display import shortened
from rulebook.website import addresses, markup
from rulebook.website.addresses import game_address, is_in_all_languages, relative

if TYPE_CHECKING:
    from rulebook.website.game_view import GameView
    from rulebook.website.scripts import SiteReader

LABELS: Mapping[str, Mapping[str, str]] = tomllib.loads(
    (data_folder("site") / "labels.toml").read_text(encoding="utf-8")
)
"""The Japanese names for the kinds of things that pages show, by the tables of the file."""

FOLDERS = {"ja": "", "en": "en/"}  # of the pages of each language
NAMES = {"ja": "日本語", "en": "English"}  # what each language calls itself
# Placeholders in a frame for the texts of each page: control characters, as no text has them.
_TITLE, _DESCRIPTION, _BODY, _NAME = "\x01", "\x02", "\x03", "\x04"


class EnglishGame(Game):
    """A game under its English name, for pages in English."""

    __slots__ = ()

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return a copy of ``game`` with its English title, which English pages show."""
        same = {each.name: getattr(game, each.name) for each in fields(game)}
        return cls(**same | {"title": game.title_en})

    @property
    def name(self) -> str:
        """The name for citing the rules in English, where 総合ルール is “Comprehensive Rules”."""
        version = self.edition.version
        return f"{self.title} Comprehensive Rules" + (f" ver.{version}" if version else "")

    @property
    def dated_name(self) -> str:
        """Name and effective date of the rules, in half-width parentheses as in English text."""
        effective = self.edition.effective
        return self.name + (f" ({effective})" if effective else "")


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language of the site; ``folder`` has its pages, ``forms`` each form's translation."""

    code: str
    folder: str
    forms: Mapping[str, str]

    def translate(self, form: str, **values: object) -> str:
        """Return the Japanese ``form`` in this language, or as it is if it has no translation."""
        translated = self.forms.get(form, form)
        return translated.format(**values) if values else translated

    def markup(self, form: str, **values: object) -> Markup:
        """Return ``form`` in this language as HTML; ``values`` are escaped: none becomes a tag."""
        translated = Markup(self.forms.get(form, form))
        return translated.format(**values) if values else translated

    def game(self, game: Game) -> Game:
        """Return ``game`` with its title in this language, as pages name it."""
        return game if self.code == "ja" else EnglishGame.of(game)

    def date(self, day: date | str) -> str:
        """Return ``day``, a date or ISO text, as pages write it: 2026年1月13日, 13 January 2026."""
        parsed = date.fromisoformat(day) if isinstance(day, str) else day
        if self.code == "ja":
            return f"{parsed.year}年{parsed.month}月{parsed.day}日"
        return f"{parsed.day} {month_name[parsed.month]} {parsed.year}"

    def edition_label(self, edition: Edition) -> str:
        """Return the name by which readers know ``edition``: its version, else its date or name."""
        if edition.version:
            return f"ver.{edition.version}"
        name = self.date(edition.effective) if edition.effective else edition.name
        return self.translate("{name}版", name=name)


JAPANESE = Language("ja", FOLDERS["ja"], {})


@cache
def english() -> Language:
    """Return the site's English, with its translations, which are loaded once for all pages."""
    return Language("en", FOLDERS["en"], translations("en"))


@cache
def environment(language: Language) -> Environment:
    """Return the environment of the templates, made once per process since compiling is slow."""
    made = Environment(
        loader=FileSystemLoader(data_folder("site") / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    made.filters.update(date=language.date, thousands="{:,}".format, translate=language.translate)
    # Templates may call every function that makes an address or marks up a text.
    for module in (addresses, markup):
        made.globals.update({name: each for name, each in vars(module).items() if callable(each)})
    made.globals.update(
        _=language.markup,
        base=None,
        edition_label=language.edition_label,
        game=None,
        # In links to pages that exist only in Japanese, for screen readers and browsers.
        in_japanese=Markup('lang="ja"' if language is JAPANESE else 'lang="ja" hreflang="ja"'),
        labels=LABELS,
        language=language,
        shortened=shortened,
    )
    return made


class Page(NamedTuple):
    """A page of the site: its path, and its HTML."""

    path: str
    html: str


class Renderer:
    """Renders templates in ``language`` for a site, perhaps with a card reader."""

    def __init__(
        self,
        base_url: str,
        language: Language = JAPANESE,
        reader: SiteReader | None = None,
        version: str = "",
    ) -> None:
        """``base_url`` is "" for a site that works at any address; a ``reader`` reads cards. Pages
        show the ``version`` of the site, by which browsers see that two are of one build."""
        self.base_url = base_url
        self.reader = reader
        self.language = language
        self.translate = language.translate
        self._environment = environment(language)
        self._environment.globals["version"] = version

    def page(
        self,
        template: str,
        path: str,
        *,
        view: GameView | None = None,
        game: Game | None = None,
        **values: Any,
    ) -> Page:
        """Return the page at ``path``; ``game`` is its edition, if not that of ``view``. ``files``
        and ``root`` are the relative paths of the folders of the site and of its language."""
        game = view.game if view and not game else game
        place = self.language.folder + path
        named = {"kind": template.replace("_", "-"), **values}
        # If this page is not translated, the nearest one is linked, but not as its translation.
        twin = addresses.nearest_in_all_languages(path)
        base = self.base_url if twin == path else ""
        twins = []
        for code, folder in FOLDERS.items():
            found, href = base and base + folder + twin, relative(folder + twin, place)
            twins.append({"code": code, "name": NAMES[code], "address": found, "href": href})
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
        """Return the page of the game that, like most, has the name of its ``template``."""
        return self.page(template, game_address(view.game.id, template), view=view, **values)

    def frame(
        self, template: str, folder: str, view: GameView, ending: str = ""
    ) -> Callable[..., Page]:
        """Return a function that makes pages of ``folder`` around a body. The rest of the page is
        rendered once, as there may be 100,000 pages. ``ending`` is “.html” for pages that all
        languages have: then the rest links to the page of the same name in the other language."""
        html = self.page(
            "frame",
            f"{folder}/{_NAME}{ending}",
            title=_TITLE,
            description=_DESCRIPTION,
            view=view,
            kind=template.replace("_", "-"),
            body=_BODY,
        ).html
        parts = re.split(f"([{_TITLE}-{_NAME}])", html)  # at each of the four placeholders
        make_body = self.macro(template, "body")

        def page(path: str, *, title: str, description: str, **values: Any) -> Page:
            """Return the page at ``path``: its own texts between the parts rendered once."""
            own = {
                _TITLE: escape(title),
                _DESCRIPTION: escape(description),
                _NAME: escape(path.rpartition("/")[2].removesuffix(ending)),
                _BODY: make_body(**values),
            }
            return Page(path, "".join([own.get(part, part) for part in parts]))

        return page

    def macro(self, template: str, name: str) -> Callable[..., Markup]:
        """Return a macro of ``template``: for thousands of rows, it is faster than a template."""
        module = self._environment.get_template(f"{template}.html").module
        return cast(Callable[..., Markup], getattr(module, name))

    def link(self, target: str, page: str) -> str:
        """Return the relative link from ``page`` to ``target``, if possible in this language."""
        folder = self.language.folder if is_in_all_languages(target) else ""
        return relative(folder + target, page)
