"""Pages from templates: the environment, and what every page is given."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from rulebook.clauses.game import Game
from rulebook.records import dataclass
from rulebook.website.addresses import (
    clause_page,
    concept_entry,
    edition_page,
    relative,
    term_entry,
    term_id,
)
from rulebook.website.diff_page import KIND_LABELS
from rulebook.website.labels import japanese_date

# Stands where the version of the site goes until all pages are known.  Documents cannot forge
# it: their angle brackets are escaped.
VERSION = "<!--version-->"


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the site: where it lies, and its HTML."""

    path: str
    html: str


class Renderer:
    """Renders templates for a site at ``base_url`` (``""``: anywhere, no canonical addresses)."""

    def __init__(self, templates: Path, base_url: str) -> None:
        self.base_url = base_url
        self._environment = Environment(
            loader=FileSystemLoader(templates),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
        self._environment.filters.update(date=japanese_date, thousands="{:,}".format)
        self._environment.globals.update(
            base=None,
            clause_page=clause_page,
            concept_entry=concept_entry,
            edition_page=edition_page,
            game=None,
            kind_labels=KIND_LABELS,
            term_entry=term_entry,
            term_id=term_id,
            version=Markup(VERSION),
        )

    def feed(self, path: str, **values: Any) -> Page:
        """Render the feed at ``path``, which is no page but written as one."""
        return Page(path, self._environment.get_template("rulings.atom").render(values))

    def page(
        self,
        template: str,
        path: str,
        *,
        title: str,
        description: str,
        game: Game | None = None,
        **values: Any,
    ) -> Page:
        """Render ``template`` as the page at ``path``; ``values`` are what it asks for."""
        html = self._environment.get_template(f"{template}.html").render(
            values,
            canonical=f"{self.base_url}{path}" if self.base_url else "",
            description=description,
            game=game,
            kind=template.replace("_", "-"),
            link=partial(relative, page=path),
            root="../" * path.count("/"),
            title=title,
        )
        return Page(path, html)
