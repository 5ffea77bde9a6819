"""Documents generated from trees in many layouts are read back as the same trees."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import pytest

from rulebook.clauses.foreign import read_source
from rulebook.clauses.numbers import LETTERS, Letters, NumberStyle, Parts
from rulebook.text.display import columns

NOUNS = ("カード", "プレイヤー", "手札", "山札", "効果", "領域", "フェイズ", "攻撃", "場", "コスト")
PARTICLES = ("を", "が", "に", "は", "の", "と")
ENDS = ("置きます。", "行います。", "選びます。", "戻ります。", "1 枚引きます。")
HEADER = "星降る丘の決闘 総合ルール"


@dataclass(frozen=True)
class GeneratedLayout:
    """A layout: style of numbers, whether a point follows them, line and page length, contents."""

    style: NumberStyle
    closed: bool
    width: int | None
    page: int | None
    contents: str

    def __str__(self) -> str:
        style = self.style
        numbers = f"{style.separator}{style.letters}{style.digits}{style.hundreds}"
        return f"{numbers}-{self.closed}-{self.width}-{self.page}-{self.contents}"


STYLES = (
    NumberStyle(),
    NumberStyle("-"),
    NumberStyle(letters=Letters.GLUED),
    NumberStyle(letters=Letters.APART),
    NumberStyle(digits=(3, 2, 2)),
    NumberStyle(letters=Letters.GLUED, hundreds=True),
)
LAYOUTS = [
    GeneratedLayout(style, closed, width, page, contents)
    for (style, closed), (width, page, contents) in product(
        product(STYLES, (True, False)),
        [(None, None, "none"), (None, 12, "plain"), (48, None, "leaders"), (60, 30, "leaders")],
    )
]


def make_tree(style: NumberStyle, rng: random.Random) -> dict[Parts, str]:
    """Return clauses by their parts: titles on the first two levels, sentences below."""
    clauses: dict[Parts, str] = {}
    for chapter in range(1, 5):
        clauses[chapter,] = f"{rng.choice(NOUNS)}の{rng.choice(NOUNS)}"
        for section in range(1, 4):
            second = (
                (chapter, chapter * 100 + section - 1) if style.hundreds else (chapter, section)
            )
            clauses[second] = rng.choice(NOUNS) + rng.choice(NOUNS)
            for clause in range(1, 4):
                third = (*second, clause)
                clauses[third] = "".join(_sentences(rng))
                if rng.random() < 0.5:
                    first = LETTERS + 1 if style.letters is not Letters.NONE else 1
                    for below in (first, first + 1):
                        clauses[(*third, below)] = "".join(_sentences(rng))
    return clauses


def _sentences(rng: random.Random) -> Iterator[str]:
    for _ in range(rng.randint(1, 3)):
        words = (rng.choice(NOUNS) + rng.choice(PARTICLES) for _ in range(rng.randint(3, 12)))
        yield "".join(words) + rng.choice(ENDS)


def write_document(layout: GeneratedLayout, clauses: dict[Parts, str]) -> str:
    """Return the document with ``clauses`` in ``layout``."""
    closing = "." if layout.closed else ""
    rows = [f"{layout.style.write(parts)}{closing} {text}" for parts, text in clauses.items()]
    body = [line for row in rows for line in _wrap(row, layout.width)]
    if layout.page:
        body = list(_add_pages(body, layout.page))
    names = [row for parts, row in zip(clauses, rows, strict=True) if len(parts) == 1]
    if layout.contents == "leaders":
        names = ["目次", *(f"{name} {'.' * 20} {page}" for page, name in enumerate(names, start=1))]
    front = [] if layout.contents == "none" else names
    return "\n".join([f"{HEADER} ver. 1.2", *front, *body, ""])


def _wrap(text: str, width: int | None) -> Iterator[str]:
    line = ""
    for char in text:
        if width and columns(line + char) > width and char not in "、。":
            yield line
            line = ""
        line += char
    yield line


def _add_pages(lines: list[str], length: int) -> Iterator[str]:
    for at, line in enumerate(lines):
        if at and at % length == 0:
            yield from (f"- {at // length} -", HEADER)
        yield line


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_generated_document_is_read_back(layout: GeneratedLayout) -> None:
    clauses = make_tree(layout.style, random.Random(str(layout)))
    book = read_source(write_document(layout, clauses), "made", Path("made"))
    read = {clause.parts: (clause.title, _plain(clause.text)) for clause in book.clauses}
    assert list(read) == sorted(clauses)
    for parts, text in clauses.items():
        is_name = len(parts) <= 2
        assert read[parts] == ((text, "") if is_name else (None, _plain(text))), parts
    assert [book.find(parts[layout.style.hundreds and len(parts) > 1 :]) for parts in clauses] == [
        book.by_number[layout.style.write(parts)] for parts in clauses
    ]


def _plain(text: str) -> str:
    return re.sub(r"\s", "", text)
