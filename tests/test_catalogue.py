"""The catalogues have each form that the program shows, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from jinja2 import nodes

from rulebook.clauses.finding_kinds import FINDING_KINDS
from rulebook.messages import translations
from rulebook.website import labels
from rulebook.website.diff_page import KIND_LABELS
from rulebook.website.language import JAPANESE, environment
from tests.support import ROOT

SITE = ROOT / "site"
# Templates of pages and files that exist in Japanese alone.
JAPANESE_ONLY = re.compile(r"404|offline|card|diff|own_card|print|ruling")
JAPANESE_LETTER = re.compile("[、。ぁ-・一-龠（）：]")
FIELD = re.compile(r"\{(\w+)\}")
CALL_IN_SCRIPT = re.compile(r'(?<![\w$.])_\(\s*"([^"]*)"')
CALL_IN_PYTHON = re.compile(r'\btranslate\(\s*"([^"]*)"')


@cache
def _templates() -> dict[Path, nodes.Template]:
    parse = environment(JAPANESE).parse
    return {
        path: parse(path.read_text(encoding="utf-8"))
        for path in sorted(SITE.glob("templates/*.html"))
    }


def _scripts() -> list[Path]:
    return [*sorted(SITE.glob("static/js/*.js")), *sorted(SITE.glob("static/card_*.js"))]


def _forms_of_templates() -> Iterator[str]:
    for tree in _templates().values():
        for call in tree.find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == "_":
                assert isinstance(call.args[0], nodes.Const)
                yield call.args[0].value


def _forms_of_site() -> Iterator[str]:
    yield from _forms_of_templates()
    for path in _scripts():
        yield from CALL_IN_SCRIPT.findall(path.read_text(encoding="utf-8"))
    for path in sorted((ROOT / "rulebook" / "website").glob("*.py")):
        yield from CALL_IN_PYTHON.findall(path.read_text(encoding="utf-8"))
    for table in (KIND_LABELS, *(each for name, each in vars(labels).items() if name.isupper())):
        yield from filter(None, table.values())
    yield from (kind.title for kind in FINDING_KINDS.values())


def test_every_form_of_the_site_has_its_english() -> None:
    missing = {form for form in _forms_of_site() if form not in translations("en")}
    assert not missing, "add them to rulebook/locale/en.po"


def test_no_translation_is_left_over() -> None:
    folders = (SITE / "templates", SITE / "static", ROOT / "rulebook")
    files = (path for folder in folders for path in folder.rglob("*.*"))
    written = "\n".join(
        path.read_text(encoding="utf-8") for path in files if path.suffix in (".html", ".js", ".py")
    )
    left = [form for form in translations("en") if form not in written]
    assert not left, "no code has them any more: delete them from rulebook/locale/en.po"


@pytest.mark.parametrize("language", ["en"])
def test_translations_have_the_fields_of_their_forms(language: str) -> None:
    for form, translation in translations(language).items():
        assert translation, form
        assert set(FIELD.findall(translation)) <= set(FIELD.findall(form)), form


@pytest.mark.parametrize("language", ["en"])
def test_catalogues_are_read_as_by_babel(language: str) -> None:
    pofile = pytest.importorskip("babel.messages.pofile", reason="Babel comes with Sphinx")
    content = (ROOT / "rulebook" / "locale" / f"{language}.po").read_bytes()
    catalogue = pofile.read_po(BytesIO(content), abort_invalid=True)
    assert {each.id: each.string for each in catalogue if each.id} == translations(language)
    assert content.count(b"\nmsgid ") == len(translations(language)), "a form stands twice"


def test_templates_have_no_japanese_outside_their_forms() -> None:
    for path, tree in _templates().items():
        if not JAPANESE_ONLY.fullmatch(path.stem):
            written = "".join(data.data for data in tree.find_all(nodes.TemplateData))
            assert not JAPANESE_LETTER.search(re.sub("<rp>.</rp>", "", written)), path


def test_scripts_have_no_japanese_outside_their_forms() -> None:
    for path in _scripts():
        for line in path.read_text(encoding="utf-8").splitlines():
            # Single characters and patterns are what the script looks for in Japanese texts.
            bare = re.sub(r'_\("[^"]*"|/(?:[^/\n\\]|\\.)+/|"."', "", line.partition("//")[0])
            assert not JAPANESE_LETTER.search(bare), f"{path}: {line}"


def test_scripts_are_translated_when_the_site_is_built() -> None:
    source = (
        'say(_("前の章"), _("{count}枚", { count: found.length }), _("改訂・{date}", { date }));'
    )
    assert JAPANESE.translate_script(source) == (
        'say("前の章", `${found.length}枚`, `改訂・${date}`);'
    )
