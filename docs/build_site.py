"""Builds the documentation site: ``python -m docs.build_site [FOLDER]``.

Each language is a site of its own, made from the Markdown that is there: from ``NAME.ja.md`` in
Japanese, and from ``NAME.md`` where a language has no page of its own.  A broken link fails it.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from sphinx.cmd.build import main as sphinx

from docs.plots import plots

ROOT = Path(__file__).resolve().parents[1]
LANGUAGES = {"en": "English", "ja": "日本語"}
# In the order of the contents; those with capital letters lie in the root of the project.
PAGES = (
    "index",
    "using",
    "judges",
    "site-owners",
    "developers",
    "adding-a-game",
    "new-edition",
    "card-grammar",
    "meaning",
    "commands",
    "api",
    "findings",
    "measurements",
    "CONTRIBUTING",
    "ARCHITECTURE",
    "glossary",
    "decisions",
    "CHANGELOG",
)
_PLOTS = "<!-- plots -->"


def build(folder: Path) -> None:
    """Write the site into ``folder``; what it holds is replaced."""
    shutil.rmtree(folder, ignore_errors=True)
    for language in LANGUAGES:
        with TemporaryDirectory() as place:
            source = Path(place)
            for name, text in pages(language):
                (source / f"{name}.md").write_text(text, encoding="utf-8")
            settings = ["-c", str(ROOT / "docs"), "-D", f"language={language}"]
            strict = ["--fail-on-warning", "--keep-going", "--quiet", "--fresh-env"]
            doctrees = ["-d", str(source / ".doctrees")]
            target = folder / language
            if sphinx([*strict, *settings, *doctrees, str(source), str(target)]):
                sys.exit(1)
    shutil.copytree(ROOT / "docs" / "screenshots", folder / "screenshots")
    links = "".join(f'<p><a href="{code}/">{name}</a></p>' for code, name in LANGUAGES.items())
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Rulebook</title>'
    (folder / "index.html").write_text(f"{head}{links}</html>\n", encoding="utf-8")


def pages(language: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the Markdown of every page in ``language``."""
    for name in PAGES:
        text = _source(name, language).read_text(encoding="utf-8")
        text = _linked(text).replace(_PLOTS, plots(language))
        head, _, rest = text.partition("\n")
        text = f"{head}\n\n{_switch(name.lower(), language)}\n{rest}"
        if name == "index":
            contents = "\n".join(page.lower() for page in PAGES[1:])
            text += f"\n```{{toctree}}\n:hidden:\n\n{contents}\n```\n"
        yield name.lower(), text


def _source(name: str, language: str) -> Path:
    own = ROOT / "docs" / f"{name}.{language}.md"
    if own.exists():
        return own
    return ROOT / ("" if name.isupper() else "docs") / f"{name}.md"


def _linked(text: str) -> str:
    """Return ``text`` with links between files of the project as links between pages."""

    def page(link: re.Match[str]) -> str:
        return f"]({link['name'].lower()}.md{link['place'] or ''})"

    names = "|".join(PAGES)
    link = rf"\]\((?:\.\./|docs/)?(?P<name>{names})(?:\.ja)?\.md(?P<place>#[^)]*)?\)"
    return re.sub(link, page, text)


def _switch(name: str, language: str) -> str:
    """Return links to the page in the other languages."""
    others = (
        f'<a href="../{code}/{name}.html" lang="{code}">{told}</a>'
        for code, told in LANGUAGES.items()
        if code != language
    )
    return f"<p>{' '.join(others)}</p>\n"


if __name__ == "__main__":
    build(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "docs"))
