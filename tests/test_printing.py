"""Printing rules to PDF: all clauses, and contents with correct page numbers."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

from rulebook import InvalidNumber, PrintError, Rules, print_rules
from rulebook.clauses.corpus import Corpus
from rulebook.paper import printing as chromium
from rulebook.paper.printing import find_chromium, print_page
from rulebook.pdf.pdfium import Glyph, PdfPage, read_pages
from tests.chromium import CHROMIUM
from tests.conftest import Run

pytest.importorskip("pypdfium2", reason="no pypdfium2 here: install rulebook[pdf]")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here")


def _texts(pdf: bytes) -> list[str]:
    """Return the text of each page, without spaces."""
    pages = read_pages(pdf, "test")
    return [_without_spaces("".join(glyph.char for glyph in page.glyphs)) for page in pages]


def _lines(page: PdfPage) -> list[str]:
    """Return the text of each line of a page, without spaces."""
    lines: defaultdict[int, list[Glyph]] = defaultdict(list)
    for glyph in page.glyphs:
        lines[round(glyph.baseline)].append(glyph)
    in_order = (sorted(line, key=lambda glyph: glyph.box.left) for line in lines.values())
    return [_without_spaces("".join(glyph.char for glyph in line)) for line in in_order]


def _without_spaces(text: str) -> str:
    return "".join(text.split())


@needs_chromium
def test_pdf_has_every_clause_and_correct_page_numbers(rules: Rules) -> None:
    pdf = print_rules(rules, "los")
    pages = _texts(pdf)
    assert "LegendofStars総合ルール" in pages[0]
    assert "公式の文書ではありません" in pages[0]
    book = rules.book("los")
    printed = "".join(pages[3:])
    for clause in book.clauses:
        assert clause.number in printed
        for word in re.findall(r"[ぁ-んァ-ヶ一-龠]{4,8}", clause.text)[:1]:
            assert word in printed, clause.number
    contents = [line for page in read_pages(pdf, "test")[1:3] for line in _lines(page)]
    for chapter in (clause for clause in book.clauses if clause.parent is None):
        heading = _without_spaces(f"{chapter.number}{chapter.title}")
        [number] = [line.removeprefix(heading) for line in contents if line.startswith(heading)]
        page = pages[int(number) - 1]
        assert heading in page
        assert "LegendofStars総合ルールver.1.0.03" in page


@needs_chromium
def test_one_clause_is_printed_with_its_children(rules: Rules) -> None:
    pdf = print_rules(rules, "los", "5.5")
    texts = _texts(pdf)
    printed = "".join(texts[2:])
    assert "5.5.1" in printed
    assert "5.4" not in texts[1]
    assert b"file:" not in pdf


def test_range_of_clauses_is_rejected(rules: Rules) -> None:
    with pytest.raises(InvalidNumber):
        print_rules(rules, "los", "5.5.1-5.5.2")


def test_document_text_is_escaped(small: Corpus) -> None:
    rules = Rules(small)
    linked = rules.linked("star-garden")
    html = print_page(linked, linked.book.clauses, [])
    assert "<script" not in html
    style = html.partition("<style>")[2].partition("</style>")[0]
    assert "<" not in style
    assert "<b>" not in html


@pytest.mark.parametrize("words", [("los@1.0.03", "1"), ("Legend", "of", "Stars", "1")])
def test_edition_and_number_are_accepted(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setenv("RULEBOOK_CHROMIUM", "/none")
    result = run("print", *words, "-o", "/nowhere/rules.pdf")
    assert result.exit_code == 2
    assert "/none is not a program" in result.stderr


def test_missing_chromium_is_reported_with_remedy(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("RULEBOOK_CHROMIUM", raising=False)
    monkeypatch.setattr(chromium, "_MAC", "/nowhere/{0}")
    with pytest.raises(PrintError, match="Chromium, which prints the pages, was not found"):
        find_chromium()
    out = tmp_path / "rules.pdf"
    out.write_bytes(b"mine")
    done = run("print", "los", "-o", str(out))
    assert done.exit_code == 2
    assert "apt install chromium" in done.stderr
    assert out.read_bytes() == b"mine"


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("#!/bin/sh\necho no display >&2\nexit 3\n", "no display"),
        ("#!/bin/sh\nexit 0\n", "printed nothing"),
        ("no program at all", "does not run"),
    ],
)
def test_failing_chromium_leaves_no_files(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, message: str
) -> None:
    fake = tmp_path / "chromium"
    fake.write_text(program)
    fake.chmod(0o755)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    monkeypatch.setenv("RULEBOOK_CHROMIUM", str(fake))
    out = tmp_path / "rules.pdf"
    done = run("print", "los", "-o", str(out))
    assert done.exit_code == 2
    assert message in done.stderr
    assert not out.exists()
    assert list(temporary.iterdir()) == []
