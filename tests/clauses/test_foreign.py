"""Invented documents in layouts of other publishers, which are inferred.

A golden file has the inferred layout, the clauses as in the outlines of the corpus, the lines that
are no clauses, the references and the findings. ``python -m tests.clauses.test_foreign`` writes
them; read the difference before you commit it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.foreign import load_document, read_source
from rulebook.clauses.game import Layout
from rulebook.clauses.model import Rulebook
from rulebook.clauses.numbers import split_number
from rulebook.errors import DocumentError
from rulebook.links.linker import link_rulebook
from tests.clauses.test_outline import outline
from tests.sampling import examples
from tests.support import FIXTURES

FOREIGN = FIXTURES / "foreign"
DOCUMENTS = sorted(FOREIGN.glob("*.txt"))


def golden(book: Rulebook) -> str:
    return "".join(f"{line}\n" for line in _golden(book))


def _golden(book: Rulebook) -> Iterator[str]:
    usual, layout = Layout(), book.game.edition.layout
    for field in fields(Layout):
        value = getattr(layout, field.name)
        if value != getattr(usual, field.name):
            yield f"layout\t{field.name}\t{value}"
    yield from (
        f"lines\t{kind}\t{count}"
        for kind, count in sorted(Counter(entry.kind for entry in book.ledger).items())
    )
    yield from (f"contents\t{entry.number or ''}\t{entry.title}" for entry in book.contents)
    yield from (f"appendix\t{part.title}\t{len(part.lines)}" for part in book.appendices)
    yield from (
        f"revision\t{entry.date}\t{entry.version}\t{entry.notes}" for entry in book.revisions
    )
    yield from outline(book).splitlines()
    linked = link_rulebook(book)
    for number, references in linked.references.items():
        for reference in references:
            yield f"reference\t{number}\t{reference.text}\t{' '.join(reference.targets)}"
    yield from (f"finding\t{f.line}\t{f.code}\t{f.message}" for f in linked.findings)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_document_equals_golden_file(path: Path) -> None:
    expected = path.with_suffix(".golden").read_text(encoding="utf-8")
    assert golden(load_document(str(path))).splitlines() == expected.splitlines()


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_every_line_is_in_the_ledger_once(path: Path) -> None:
    book = load_document(str(path))
    expected = [n for n, line in enumerate(book.source, start=1) if line.strip()]
    assert [entry.line for entry in book.ledger] == expected
    in_clauses = Counter(line for clause in book.clauses for line in clause.lines)
    assert set(in_clauses.values()) <= {1}


NUMBERS = ["1.", "1.1.", "1.2.", "1.2a", "1.2.b.", "2", "2.1 ", "100. ", "101.1a ", "001. "]
OTHERS = ["第3章 ", "7", "- 3 -", "目次", "付録A", "更新履歴", "Appendix B", "2026年4月1日", "…… 3"]
TEXTS = [
    "せんこう ばん",
    "カード",
    "先攻",
    "引きます。",
    "（1.1",
    "）",
    "　",
    "\t",
    "\f",
    "\n",
    "\n",
    "\n\n",
]
PIECES = [*NUMBERS, *OTHERS, *TEXTS]


@examples(150)
@given(st.lists(st.sampled_from(PIECES), max_size=120).map("".join))
def test_any_text_is_read_completely_or_refused(source: str) -> None:
    try:
        book = read_source(source, "any", Path("any"))
    except DocumentError:
        return
    expected = [n for n, line in enumerate(source.split("\n"), start=1) if line.strip()]
    assert [entry.line for entry in book.ledger] == expected
    places = [clause.parts for clause in book.clauses]
    assert places == sorted(set(places))
    assert len(book.by_number) == len(book.clauses)
    for clause in book.clauses:
        assert book.find(split_number(clause.number)) == clause
        assert clause.parent is None or clause.number in book.by_number[clause.parent].children


NUMBERED = [(1,), (1, 1), (1, 2), (2,), (2, 1), (2, 2), (3,), (3, 1), (3, 2)]
CITED = st.sampled_from(["rule ", "see ", "Section ", ""])
WORDS = st.lists(
    st.tuples(st.integers(10, 99), CITED, st.sampled_from(NUMBERED), st.booleans()),
    min_size=2,
    max_size=6,
)


@examples(80)
@given(st.lists(WORDS, min_size=9, max_size=9), st.sampled_from("-."), st.booleans())
def test_no_word_before_a_reference_is_lost(
    texts: list[list[tuple[int, str, tuple[int, ...], bool]]], separator: str, closed: bool
) -> None:
    lines = []
    for number, words in zip(NUMBERED, texts, strict=True):
        line = separator.join(map(str, number)) + "." * closed
        for at, label, cited, ends_line in words:
            line += f" word{chr(97 + at // 10)}{chr(97 + at % 10)} {label}"
            line += separator.join(map(str, cited)) + "." * closed
            line += "\n" if ends_line else ""
        lines.append(line + " end.")
    source = "\n".join(lines)
    try:
        book = read_source(source, "any", Path("any"))
    except DocumentError:
        return
    shown = [text for each in book.clauses for text in (each.title or "", each.text, each.remark)]
    shown += [f"{each.title} {each.text}" for each in book.appendices]
    assert Counter(re.findall("word..", source)) <= Counter(re.findall("word..", " ".join(shown)))


if __name__ == "__main__":
    for document in DOCUMENTS:
        text = golden(load_document(str(document)))
        document.with_suffix(".golden").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("game", ["ws", "gbf", "reb", "vs"])
def test_lines_broken_by_width_are_joined(corpus: Corpus, game: str, tmp_path: Path) -> None:
    source = corpus.source(corpus.game(game))
    broken = "\n".join(
        piece
        for line in source.split("\n")
        for piece in [line[at : at + 30] for at in range(0, len(line), 30)] or [""]
    )
    original, rejoined = (read_source(text, "a", tmp_path / "a.txt") for text in (source, broken))

    def content(book: Rulebook) -> set[tuple[str, ...]]:
        return {
            (each.number, each.title or "", re.sub(r"\s", "", each.text))
            for each in book.clauses
            if each.printed
        }

    assert len(content(original) - content(rejoined)) <= 1
    assert {each.number for each in rejoined.clauses} == {each.number for each in original.clauses}
