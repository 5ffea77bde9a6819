"""The catalogues have exactly the forms that the program shows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from inspect import cleandoc
from io import BytesIO
from pathlib import Path

import click
import pytest
from jinja2 import nodes

from rulebook.cards.builders.lexicon import load_frames
from rulebook.clauses.corpus import load_corpus
from rulebook.clauses.findings import FindingCode, FindingForm, Severity
from rulebook.cli.main import COMMANDS, cli
from rulebook.messages import translations
from rulebook.rulings.checking import RulingForm
from rulebook.website.rendering import JAPANESE, LABELS, environment
from rulebook.website.scripts import served_script
from tests.support import ROOT, module_trees

SITE = ROOT / "site"
# Templates of pages and files that exist in Japanese alone.
JAPANESE_ONLY = re.compile(r"404|offline|card|diff|own_card|print|ruling")
JAPANESE_LETTER = re.compile("[、。ぁ-・一-龠（）：]")
FIELD = re.compile(r"\{(\w+)(?:![rs])?\}")
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
    for table in LABELS.values():
        yield from filter(None, table.values())


def test_site_forms_have_english() -> None:
    missing = {form for form in _forms_of_site() if form not in translations("en")}
    assert not missing, "add them to rulebook/locale/en.po"


def test_no_unused_english() -> None:
    folders = (SITE, ROOT / "rulebook")
    files = (path for folder in folders for path in folder.rglob("*.*"))
    written = "\n".join(
        path.read_text(encoding="utf-8")
        for path in files
        if path.suffix in (".html", ".js", ".py", ".toml")
    )
    left = [form for form in translations("en") if form not in written]
    assert not left, "unused: delete them from rulebook/locale/en.po"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_translation_has_only_fields_of_its_form(language: str) -> None:
    for form, translation in translations(language).items():
        assert translation, form
        assert set(FIELD.findall(translation)) <= set(FIELD.findall(form)), form


@pytest.mark.parametrize("language", ["en", "ja"])
def test_catalogue_equals_reading_by_babel(language: str) -> None:
    pofile = pytest.importorskip("babel.messages.pofile", reason="Babel comes with Sphinx")
    content = (ROOT / "rulebook" / "locale" / f"{language}.po").read_bytes()
    catalogue = pofile.read_po(BytesIO(content), abort_invalid=True)
    assert {each.id: each.string for each in catalogue if each.id} == translations(language)
    assert content.count(b"\nmsgid ") == len(translations(language)), "duplicate form"


def test_no_japanese_in_templates_outside_forms() -> None:
    for path, tree in _templates().items():
        if not JAPANESE_ONLY.fullmatch(path.stem):
            written = "".join(data.data for data in tree.find_all(nodes.TemplateData))
            assert not JAPANESE_LETTER.search(re.sub("<rp>.</rp>", "", written)), path


def test_no_japanese_in_scripts_outside_forms() -> None:
    for path in _scripts():
        for line in path.read_text(encoding="utf-8").splitlines():
            # Scripts search Japanese texts for single characters and patterns: these are allowed.
            bare = re.sub(r'_\("[^"]*"|/(?:[^/\n\\]|\\.)+/|"."', "", line.partition("//")[0])
            assert not JAPANESE_LETTER.search(bare), f"{path}: {line}"


def test_script_is_translated() -> None:
    source = (
        'say(_("前の章"), _("{count}枚", { count: found.length }), _("改訂・{date}", { date }));'
    )
    assert served_script(source, JAPANESE) == (
        'say("前の章", `${found.length}枚`, `改訂・${date}`);'
    )


# ---- The command line and the errors of the library


def _calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield _name(node.func), node


def _name(node: ast.expr) -> str:
    return str(getattr(node, "id", getattr(node, "attr", "")))


def _constants(*values: ast.AST) -> Iterator[str]:
    """Yield the texts that the expressions can evaluate to."""
    for value in values:
        match value:
            case ast.Constant(value=str() as text):
                yield text
            case ast.IfExp():
                yield from _constants(value.body, value.orelse)


def _helps(command: click.Command) -> Iterator[str]:
    yield from re.split(r"\n\s*\n", cleandoc(command.help or ""))
    for param in command.params:
        if isinstance(param, click.Option) and param.help:
            yield param.help
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from _helps(inner)


def _help_paragraphs() -> set[str]:
    paragraphs = (" ".join(text.split()) for text in (*COMMANDS.values(), *_helps(cli)))
    return {text for text in paragraphs if not text.startswith("Example: ")}


# Errors of Python that only programmers see.
FOR_PROGRAMMERS = {"AssertionError", "AttributeError", "FrozenInstanceError", "IndexError"}
FOR_PROGRAMMERS |= {"KeyError", "LookupError", "OSError", "TypeError", "UnicodeDecodeError"}
FOR_PROGRAMMERS |= {"ValueError"}
MADE_OF_TEXTS = re.compile(
    "Message|Misfit|tr|say|warn|Fault|UsageError|BadParameter|_?[A-Z][a-zA-Z]*Error|_Wrong"
)
# Of these only the first argument is a text.
PRINTED = ("Message", "tr", "say", "warn")
# Names of variables whose texts become messages of errors.
NAMES_OF_TEXTS = re.compile("what|hint|instead|reason|problem|[A-Z_]*(?:HINT|HELP)|_INSTALL")


def _forms_of_package() -> Iterator[str]:
    """Yield each text that an error is raised with, and each form that is translated."""
    for tree in module_trees().values():
        for name, call in _calls(tree):
            if MADE_OF_TEXTS.fullmatch(name) and name not in FOR_PROGRAMMERS:
                first = call.args[:1] if name in PRINTED else call.args
                keywords = [] if name in PRINTED else call.keywords
                yield from _constants(*first, *(keyword.value for keyword in keywords))
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and NAMES_OF_TEXTS.fullmatch(_name(node.targets[0])):
                yield from _constants(node.value)
        for node in tree.body:  # sentences that functions of the module show
            if isinstance(node, ast.Assign):
                yield from filter(re.compile("[A-Z].*[.]").fullmatch, _constants(node.value))


def _forms_of_findings() -> Iterator[str]:
    """Yield the texts of the tables of findings."""
    yield from (severity.meaning for severity in Severity)
    for code in FindingCode:
        yield from (code.heading, code.cause, code.advice)
    yield from (form.code_and_text[1] for form in FindingForm)
    yield from (form.value[1] for form in RulingForm)


def _reasons_of_gaps() -> Iterator[str]:
    """Yield the reasons in the tables for which words of card texts make no sense."""
    corpus = load_corpus(ROOT / "corpus")
    for game in corpus.games:
        for file in load_frames(corpus.game(game)):
            yield from (why for rows in file.senseless.values() for why in rows.values())


def _is_english(text: str) -> bool:
    return bool(re.search("[a-z]{2} |^[a-z]{3,}$", FIELD.sub("", text))) and text.isprintable()


def test_package_forms_have_japanese() -> None:
    texts = {*_forms_of_package(), *_forms_of_findings(), *_reasons_of_gaps(), *_help_paragraphs()}
    missing = {text for text in texts if _is_english(text) and text not in translations("ja")}
    assert not missing, "add them to rulebook/locale/ja.po"


def test_no_unused_japanese() -> None:
    click_modules = Path(click.__file__).parent.glob("*.py")
    trees = [
        *module_trees().values(),
        *(ast.parse(path.read_text("utf-8")) for path in click_modules),
    ]
    written = {
        node.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    written |= {*_forms_of_findings(), *_reasons_of_gaps(), *_help_paragraphs()}
    left = translations("ja").keys() - written
    assert not left, "unused: delete them from rulebook/locale/ja.po"


def test_no_message_is_formatted_before_translation() -> None:
    for path, tree in module_trees().items():
        for name, call in _calls(tree):
            if MADE_OF_TEXTS.fullmatch(name) and name not in FOR_PROGRAMMERS:
                texts = [*call.args, *(keyword.value for keyword in call.keywords)]
                formatted = [part for part in texts if isinstance(part, ast.JoinedStr)]
                assert name in PRINTED or not formatted, (path, call.lineno)
