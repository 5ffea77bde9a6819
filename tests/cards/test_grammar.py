"""The grammars are unambiguous, portable to JavaScript, and match code and conjugation."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from rulebook.cards.builders import register
from rulebook.cards.builders.register import rules_built
from rulebook.cards.builders.sentences import ACTS, RULES_OF_VERBS
from rulebook.cards.grammar.conjugation import conjugate, forms_of
from rulebook.cards.grammar.lalr_tables import (
    STARTS,
    LalrTables,
    compile_grammar,
    open_grammar_tables,
    strange_verbs,
)
from rulebook.cards.tree import acts
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.verbs import Form, Verb
from rulebook.errors import CorpusError
from tests.cards.grammars import compiled
from tests.cards.proofs import GRAMMARS, key, read_record
from tests.support import ROOT

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
    "VERB_UNLESS": {Form.UNLESS},
}
# Verbs that do not occur in every form.
PARTIAL = {"ある", "いる", "でる", "負ける"}

of_each_grammar = pytest.mark.parametrize("path", GRAMMARS, ids=lambda path: path.stem)


@pytest.fixture(scope="module")
def tables() -> Mapping[Path, LalrTables]:
    return {path: open_grammar_tables(path, path.stem, RULES_OF_VERBS) for path in GRAMMARS}


@of_each_grammar
def test_grammar_is_unambiguous(path: Path) -> None:
    """Prove the grammars that are not in the record; in CI, also one of them each day."""
    pytest.importorskip("interegular")
    in_turn = GRAMMARS[date.today().toordinal() % len(GRAMMARS)]
    if not read_record().holds(path) or (os.environ.get("CI") and path == in_turn):
        compile_grammar(path, strict=True)


@of_each_grammar
def test_recorded_proof_is_of_this_grammar(path: Path) -> None:
    record = read_record()
    assert record.proofs.get(path.stem) == key(path, record.tools), "run `make proofs`, commit it"


@pytest.mark.parametrize("path", sorted((ROOT / "grammar").glob("*.lark")), ids=lambda p: p.stem)
def test_expressions_are_portable_to_javascript(path: Path) -> None:
    for line in path.read_text(encoding="utf-8").splitlines():
        expression = line.partition(": ")[2]
        assert not re.search(r"\\[wWdDsSbB]|\(\?P|\(\?<|\(\?[aiLmsux]", expression), line


# ---- Verbs, which only the grammar names


@of_each_grammar
def test_grammar_matches_every_conjugated_form(
    path: Path, tables: Mapping[Path, LalrTables]
) -> None:
    read = tables[path].expressions
    verbs = [Verb(*verb) for verb in tables[path].verbs if verb[0] not in PARTIAL]
    assert len(verbs) > 40
    for terminal, forms in FORMS.items():
        for surface in (conjugate(verb, form) for verb in verbs for form in forms):
            assert re.fullmatch(read[terminal][surface[0]], surface), (terminal, surface)


@of_each_grammar
def test_every_verb_of_the_grammar_has_a_conjugation(path: Path) -> None:
    assert strange_verbs(compiled(path), RULES_OF_VERBS) == []


@of_each_grammar
def test_every_verb_form_is_recognised(path: Path, tables: Mapping[Path, LalrTables]) -> None:
    verbs = [Verb(*verb) for verb in tables[path].verbs]
    known = forms_of(verbs)
    for verb in verbs:
        for form in set(Form) - {Form.ELIDED}:
            assert conjugate(*known[conjugate(verb, form)]) == conjugate(verb, form)


def test_each_act_has_a_verb_in_a_grammar(tables: Mapping[Path, LalrTables]) -> None:
    named = {verb for table in tables.values() for verb, _ in table.verbs}
    assert sorted(ACTS.keys() - named) == []


def test_no_verb_has_two_acts() -> None:
    kinds = [kind for kind in vars(acts).values() if isinstance(kind, type)]
    named = [verb for kind in kinds for verb in getattr(kind, "verbs", ())]
    assert len(named) == len(set(named))


# ---- Rules and their builders


def test_rules_and_builders_correspond(
    tables: Mapping[Path, LalrTables],
) -> None:
    rules = {rule.name for table in tables.values() for rule in table.rules if rule.builds}
    assert rules == rules_built()
    of_classes = {rule for rule, _, _ in register._rules_of_classes(Node)}
    assert of_classes.isdisjoint(register._BUILDERS)


@pytest.mark.parametrize(("nil", "fault"), [(b"NIL: /a*/\n", "zero-width"), (b"\xff", "UTF-8")])
def test_malformed_grammar_is_reported(tmp_path: Path, nil: bytes, fault: str) -> None:
    path = tmp_path / "cards.lark"
    path.write_bytes("".join(f"{rule}: NIL\n" for rule in STARTS).encode() + nil)
    with pytest.raises(CorpusError, match=fault):
        compile_grammar(path)
