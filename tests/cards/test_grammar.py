"""The grammars: without ambiguity, the same for JavaScript, and at one with the conjugation."""

from __future__ import annotations

import re

import pytest

from rulebook.cards.conjugation import conjugate, recognise
from rulebook.cards.lalr_tables import LalrTables, compile_grammar, extract_tables
from rulebook.cards.tree.verbs import Form, Verb
from tests.support import ROOT

GRAMMARS = sorted(path for path in (ROOT / "grammar").glob("*.lark") if path.stem != "common")

FORMS = {
    "VERB_JOINING": {Form.JOINING, Form.JOINING_NOT, Form.JOINING_CANNOT},
    "VERB": {Form.PLAIN, Form.PASSIVE, Form.CAN},
    "VERB_NOW": {Form.ONGOING, Form.ONGOING_PASSIVE},
    "VERB_TE": {Form.TE, Form.TE_PASSIVE, Form.TE_NOT, Form.TE_ONGOING},
    "VERB_PAST": {Form.PAST, Form.PAST_PASSIVE, Form.PAST_NOT, Form.PAST_PASSIVE_NOT},
    "VERB_NOT": {
        Form.NOT,
        Form.PASSIVE_NOT,
        Form.CANNOT,
        Form.ONGOING_NOT,
        Form.ONGOING_PASSIVE_NOT,
    },
}
# Verbs that do not stand in every form.
PARTIAL = {Verb.EQUAL, Verb.EXIST, Verb.BE, Verb.COME_UP}


@pytest.mark.parametrize("path", GRAMMARS, ids=lambda path: path.stem)
def test_there_is_no_ambiguity(path: object) -> None:
    pytest.importorskip("interegular")
    compile_grammar(path, strict=True)  # type: ignore[arg-type]


@pytest.mark.parametrize("path", sorted((ROOT / "grammar").glob("*.lark")), ids=lambda p: p.stem)
def test_expressions_mean_the_same_in_javascript(path: object) -> None:
    text = path.read_text(encoding="utf-8")  # type: ignore[attr-defined]
    for line in text.splitlines():
        expression = line.partition(": ")[2]
        assert not re.search(r"\\[wWdDsSbB]|\(\?P|\(\?<|\(\?[aiLmsux]", expression), line


@pytest.fixture(scope="module")
def tables() -> LalrTables:
    return extract_tables(compile_grammar(ROOT / "grammar" / "weiss-schwarz.lark"))


@pytest.fixture(scope="module")
def terminals(tables: LalrTables) -> dict[str, re.Pattern[str]]:
    return {
        name: re.compile(expression)
        for scanner in tables.scanners
        for name, expression in scanner.terminals
    }


@pytest.mark.parametrize("terminal", FORMS)
def test_the_grammar_reads_what_the_conjugation_writes(
    terminal: str, terminals: dict[str, re.Pattern[str]]
) -> None:
    for verb in Verb:
        if verb in PARTIAL:
            continue
        for form in FORMS[terminal]:
            surface = conjugate(verb, form)
            assert terminals[terminal].fullmatch(surface), (verb, form, surface)


def test_every_form_is_recognised() -> None:
    for verb in Verb:
        for form in Form:
            if verb is Verb.EQUAL and form is not Form.PLAIN:
                continue
            surface = conjugate(verb, form)
            found = recognise(surface)
            assert found is not None
            assert conjugate(*found) == surface
