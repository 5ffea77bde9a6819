"""Finding a heading by its title: the only likely one, or none."""

from __future__ import annotations

import pytest

from rulebook.links.references import HeadingIndex
from tests.clauses.test_reading import read

BOOK = read(
    "1. 用語\n1.1. 用語\n1.1.1. 文です。\n2. メインフェイズの処理\n2.1. 文です。\n"
    "3. メインフェイズの進行\n3.1. 文です。\n4. 能力のプレイと解決\n4.1. 文です。\n"
    "5. リフレッシュ処理 ①\n5.1. 文です。\n"
)


@pytest.mark.parametrize(
    ("title", "number", "exact"),
    [
        ("能力のプレイと解決", "4", True),
        ("能力 の プレイと解決。", "4", True),
        ("リフレッシュ処理", "5", True),
        ("能力や効果のプレイと解決", "4", False),
    ],
)
def test_unambiguous_title_is_found(title: str, number: str, exact: bool) -> None:
    headings = HeadingIndex(BOOK)
    found = headings.find(title)
    assert found is not None
    assert (found.number, headings.exact(title) == [found]) == (number, exact)


@pytest.mark.parametrize("title", ["用語", "メインフェイズ", "ダメージ"])
def test_ambiguous_or_unknown_title_is_not_found(title: str) -> None:
    assert HeadingIndex(BOOK).find(title) is None
