"""The expression for a first character matches the same characters as the whole one."""

from __future__ import annotations

import re

import pytest

from rulebook.cards.grammar.lalr_tables import ANY_CHARACTER, by_first_character, grammar_path
from rulebook.clauses.corpus import Corpus
from tests.cards.fixtures import GAMES, blocks
from tests.cards.grammars import compiled
from tests.sampling import some


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("置く", {"置": "置く"}),
        ("置く|引く|置き", {"引": "引く", "置": "置く|置き"}),
        ("(?:置|引)く", {"引": "(?:引)く", "置": "(?:置)く"}),
        ("(?:置|引)?く", {"く": "(?:置|引)?く", "引": "(?:置|引)?く", "置": "(?:置|引)?く"}),
        ("(?=置)(?:置|引)く", {"引": "(?=置)(?:引)く", "置": "(?=置)(?:置)く"}),
        ("[0-2]{1,2}枚", {"0": "[0-2]{1,2}枚", "1": "[0-2]{1,2}枚", "2": "[0-2]{1,2}枚"}),
        (r"\(の", {"(": r"\(の"}),
        # An expression with an unknown first character is not cut.
        ("[^。]の", {ANY_CHARACTER: "[^。]の"}),
        (".の", {ANY_CHARACTER: ".の"}),
        ("の*", {ANY_CHARACTER: "の*"}),
        (r"\wの", {ANY_CHARACTER: r"\wの"}),
        ("(の)は", {ANY_CHARACTER: "(の)は"}),
        ("の)", {ANY_CHARACTER: "の)"}),
        ("(?:の", {ANY_CHARACTER: "(?:の"}),
    ],
)
def test_expression_is_cut_to_its_first_character(
    expression: str, expected: dict[str, str]
) -> None:
    assert by_first_character(expression) == expected


@pytest.mark.parametrize("alias", some(GAMES, 2))
def test_cut_terminals_match_the_same_characters(alias: str, corpus: Corpus) -> None:
    """Compare them at every position of every invented text."""
    texts = [case.text for case in some([*blocks(alias, "ast")][::4], 8)]
    for terminal in compiled(grammar_path(corpus.game(alias))).terminals:
        expression = re.compile(terminal.pattern.to_regexp())
        by_first = by_first_character(expression.pattern)
        cut_expressions = {first: re.compile(cut) for first, cut in by_first.items()}
        for text in texts:
            for place, first in enumerate(text):
                cut = cut_expressions.get(first, cut_expressions.get(ANY_CHARACTER))
                match, expected = cut and cut.match(text, place), expression.match(text, place)
                assert (match and match[0]) == (expected and expected[0]), (terminal.name, text)
