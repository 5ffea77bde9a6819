"""The languages of the site: Japanese, in which everything is written, and English.

Templates, scripts and labels are written in Japanese.  ``site/english.toml`` has the English of
each phrase in them; a phrase is a run of text between tags, quotation marks or braces, with what
is filled in as it stands there (``{{ … }}``, ``${ … }``).  Rules are never translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from datetime import date
from functools import cache
from typing import Self

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension
from markupsafe import Markup

from rulebook.clauses.game import Edition, Game
from rulebook.data import data_folder
from rulebook.records import dataclass
from rulebook.toml_files.loader import load_toml

_FILLED_IN = r"\{\{[^{}\"]*\}\}|\$\{[^{}\"`]*\}"
_PHRASE = re.compile(rf"(?:{_FILLED_IN}|[^<>\"`{{}}$\n])+")
_JAPANESE = re.compile("[\u3041-\u30fa\u4e00-\u9fa0]")


class EnglishGame(Game):
    """A game under its English name."""

    __slots__ = ()

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return ``game`` under its English name."""
        same = {each.name: getattr(game, each.name) for each in fields(game)}
        return cls(**same | {"title": game.title_en})

    @property
    def name(self) -> str:
        """How the rules are cited."""
        version = self.edition.version
        return f"{self.title} Comprehensive Rules" + (f" ver.{version}" if version else "")

    @property
    def dated_name(self) -> str:
        """The name and, where it is stated, the effective date."""
        effective = self.edition.effective
        return self.name + (f" ({effective})" if effective else "")


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language of the site; ``folder`` is where its pages lie, ``phrases`` what it says."""

    code: str
    folder: str
    phrases: Mapping[str, str]

    @property
    def locale(self) -> str:
        """The language and a country of it, as Open Graph names them."""
        return {"ja": "ja_JP", "en": "en_US"}[self.code]

    @property
    def script(self) -> str:
        """The address of the script of the site in this language."""
        return f"{self.folder}static/rulebook.js"

    @property
    def in_japanese(self) -> Markup:
        """The attributes of a link to a page that is there in Japanese alone."""
        return Markup('lang="ja"' if self.code == "ja" else 'lang="ja" hreflang="ja"')

    def say(self, phrase: str, **values: object) -> str:
        """Return ``phrase`` in this language, ``{name}`` in it filled in."""
        said = self.phrases.get(phrase, phrase)
        return said.format(**values) if values else said

    def translate(self, source: str) -> str:
        """Return the source of a template or script with its phrases in this language."""
        return _PHRASE.sub(self._translated, source) if self.phrases else source

    def _translated(self, match: re.Match[str]) -> str:
        phrase = match[0].strip()
        return match[0].replace(phrase, self.phrases.get(phrase, phrase), 1)

    def game(self, game: Game) -> Game:
        """Return ``game`` under the name that it has in this language."""
        return game if self.code == "ja" else EnglishGame.of(game)

    def date(self, day: date | str) -> str:
        """Return ``day`` as 2026年1月13日, or 13 January 2026."""
        parsed = date.fromisoformat(day) if isinstance(day, str) else day
        month = _MONTHS[parsed.month - 1]
        if self.code == "ja":
            return f"{parsed.year}年{parsed.month}月{parsed.day}日"
        return f"{parsed.day} {month} {parsed.year}"

    def edition_label(self, edition: Edition) -> str:
        """Return the version of ``edition``; where it states none its date, else its name."""
        if edition.version:
            return f"ver.{edition.version}"
        name = self.date(edition.effective) if edition.effective else edition.name
        return self.say("{name}版", name=name)


_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)

FOLDERS = {"ja": "", "en": "en/"}
"""The languages of the site, by code, and where the pages of each lie."""

NAMES = {"ja": "日本語", "en": "English"}
"""What each language calls itself."""

JAPANESE = Language("ja", FOLDERS["ja"], {})


@dataclass(frozen=True, slots=True)
class _Phrases:
    """``site/english.toml``: the English of each phrase."""

    rest: Mapping[str, str]


@cache
def english() -> Language:
    """Return English, with what ``site/english.toml`` says; it is read once, as code is."""
    path = data_folder("site") / "english.toml"
    phrases = load_toml(path, _Phrases, hint="See CONTRIBUTING.md, “English”.").rest
    return Language("en", FOLDERS["en"], phrases)


def phrases_in(source: str) -> Iterator[str]:
    """Yield the Japanese phrases in the source of a template or script."""
    for match in _PHRASE.finditer(source):
        if _JAPANESE.search(match[0]):
            yield match[0].strip()


@cache
def environment(language: Language) -> Environment:
    """Return the environment of the site's templates in ``language``.

    A process has one for each, so that it compiles a template once.
    """
    made = Environment(
        loader=FileSystemLoader(data_folder("site") / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
    )
    made.add_extension(_translating(language))
    made.filters.update(date=language.date, say=language.say, thousands="{:,}".format)
    made.globals.update(
        edition_label=language.edition_label, in_japanese=language.in_japanese, language=language
    )
    return made


def _translating(language: Language) -> type[Extension]:
    class Translating(Extension):
        """Puts the phrases of a template into a language before it is compiled."""

        def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
            return language.translate(source)

    return Translating
