"""The languages of the site: Japanese, in which it is written, and English.

Forms to be translated are in calls: ``_("第{number}章", number=9)`` in templates, and in scripts
``_("{count}件", { count })``. Their English is in ``rulebook/locale/en.po``."""

from __future__ import annotations

import json
import re
import tomllib
from calendar import month_name
from collections.abc import Mapping
from dataclasses import fields
from datetime import date
from functools import cache
from typing import Self

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from rulebook.clauses.game import Edition, Game
from rulebook.data import data_folder
from rulebook.messages import translations
from rulebook.records import dataclass
from rulebook.text.display import shortened
from rulebook.website import addresses, markup

LABELS: Mapping[str, Mapping[str, str]] = tomllib.loads(
    (data_folder("site") / "labels.toml").read_text(encoding="utf-8")
)
"""The Japanese names for the kinds of things that pages show, by the tables of the file."""

# A call of ``_`` in a script: its form and, as ``name: expression``, the values of its fields.
_CALL = re.compile(r'(?<![\w$.])_\(\s*"([^"]*)"(?:,\s*\{\s*([^{}]*?),?\s*\})?,?\s*\)')


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
        """The name of the rules and, if it is known, the effective date. The date is in half-width
        parentheses, as in English text, whereas the Japanese name has full-width ones."""
        effective = self.edition.effective
        return self.name + (f" ({effective})" if effective else "")


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language of the site; ``folder`` has its pages, ``forms`` each form's translation."""

    code: str
    folder: str
    forms: Mapping[str, str]

    @property
    def script(self) -> str:
        """The address of the script for every page, made for each language with its texts."""
        return f"{self.folder}static/rulebook.js"

    @property
    def reading_script(self) -> str:
        """The address of the script that only pages about rules load: others need less code."""
        return f"{self.folder}static/reading.js"

    def translate(self, form: str, **values: object) -> str:
        """Return ``form``, which is written in Japanese, in this language, with ``values`` in its
        fields. A form without a translation stays Japanese, so that no page lacks a text."""
        translated = self.forms.get(form, form)
        return translated.format(**values) if values else translated

    def markup(self, form: str, **values: object) -> Markup:
        """Return ``form``, a Japanese text that may have tags, in this language as HTML. ``values``
        are escaped before they are inserted, so that no text of a document becomes a tag."""
        translated = Markup(self.forms.get(form, form))
        return translated.format(**values) if values else translated

    def translate_script(self, source: str) -> str:
        """Return the script ``source`` with each call of ``_`` replaced by its text in this
        language. Each language then has its own script, and browsers need no catalogue."""
        return _CALL.sub(self._literal_for_call, source)

    def _literal_for_call(self, call: re.Match[str]) -> str:
        """Return the JavaScript literal for a call of ``_``: its text in this language, since
        browsers load no catalogue. A call with values becomes a template literal."""
        text = self.translate(call[1])
        if not call[2]:
            return json.dumps(text, ensure_ascii=False)
        pairs = [pair.partition(":")[::2] for pair in call[2].split(",")]
        values = {name.strip(): f"${{{(value or name).strip()}}}" for name, value in pairs}
        return f"`{text.format(**values)}`"

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
        """Return the name by which readers know ``edition``: its version, else its effective date,
        else its name in the corpus, since not every document states the first two."""
        if edition.version:
            return f"ver.{edition.version}"
        name = self.date(edition.effective) if edition.effective else edition.name
        return self.translate("{name}版", name=name)


FOLDERS = {"ja": "", "en": "en/"}  # of the pages of each language
NAMES = {"ja": "日本語", "en": "English"}  # what each language calls itself

JAPANESE = Language("ja", FOLDERS["ja"], {})


@cache
def english() -> Language:
    """Return the site's English, with its translations, which are loaded once for all pages."""
    return Language("en", FOLDERS["en"], translations("en"))


@cache
def environment(language: Language) -> Environment:
    """Return the environment of the templates in ``language``. A process makes only one, because
    compiling is slow. An undefined name is an error, so that no page lacks a text unnoticed."""
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
        # For links to pages that exist only in Japanese: screen readers and browsers are told.
        in_japanese=Markup('lang="ja"' if language is JAPANESE else 'lang="ja" hreflang="ja"'),
        labels=LABELS,
        language=language,
        shortened=shortened,
    )
    return made
