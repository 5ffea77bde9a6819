"""The automata of the proofs accept the same texts as those of ``interegular``."""

from __future__ import annotations

import pytest

interegular = pytest.importorskip("interegular")

from tests.cards.automata import faster_automata  # noqa: E402

_TEXTS = (
    "置く",
    "置かれる",
    "置かない",
    "引く",
    "12枚",
    "枚",
    "3回目と",
    "3回目の",
    "3回目のみ",
    "3回目とき",
    "",
)


@pytest.mark.parametrize(
    "pattern",
    [
        "(?:置|引)(?:く|かれる)",
        "[0-9]+枚",
        "[0-9]*枚?",
        "[0-9]回目(?=と|の)(?!のみ)",
        "(?:置[^か].|引く)",
    ],
)
def test_faster_automata_accept_the_same_texts(pattern: str) -> None:
    parsed = interegular.parse_pattern(pattern)
    slow = parsed.to_fsm()
    with faster_automata():
        fast = interegular.parse_pattern(pattern).to_fsm()
    assert [fast.accepts(text) for text in _TEXTS] == [slow.accepts(text) for text in _TEXTS]
    assert any(map(slow.accepts, _TEXTS))
    assert not all(map(slow.accepts, _TEXTS))
