"""PDF documents, printed by Chromium and read in the visual order."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Browser

from rulebook.clauses.foreign import load_document
from rulebook.errors import DocumentError
from rulebook.pdf.pdfium import LOST, _character
from tests.clauses.test_foreign import FOREIGN, golden
from tests.sampling import examples

pytest.importorskip("pypdfium2", reason="no pypdfium2 here: install rulebook[pdf]")

HERE = FOREIGN / "pdf"
HEADER = "<p style='font-size:7pt;width:100%;text-align:center'>{}</p>"
Print = Callable[[str], Path]


def _has_japanese_font() -> bool:
    fonts = shutil.which("fc-list")
    return not fonts or bool(subprocess.run([fonts, ":lang=ja"], capture_output=True).stdout)


@pytest.fixture(scope="session")
def printed(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Print:
    """Print the pages in ``HERE`` with header and footer; return a function to their paths."""
    if not _has_japanese_font():
        leave = pytest.fail if os.environ.get("CI") else pytest.skip
        leave("PDF documents cannot be printed here: install Debian's fonts-ipafont-gothic")
    folder = tmp_path_factory.mktemp("pdf")
    browser: Browser = request.getfixturevalue("browser")
    page = browser.new_page()
    for source in HERE.glob("*.html"):
        page.goto(source.as_uri())
        page.pdf(
            path=folder / f"{source.stem}.pdf",
            prefer_css_page_size=True,
            display_header_footer=True,
            header_template=HEADER.format("総合ルール"),
            footer_template=HEADER.format("- <span class='pageNumber'></span> -"),
        )
    page.close()
    return lambda name: folder / f"{name}.pdf"


@pytest.mark.parametrize("name", [path.stem for path in sorted(HERE.glob("*.html"))])
def test_printed_document_equals_golden_file(printed: Print, name: str) -> None:
    book = load_document(str(printed(name)))
    expected = (HERE / f"{name}.golden").read_text(encoding="utf-8")
    assert golden(book).splitlines() == expected.splitlines()
    words = (HERE / f"{name}.words").read_text(encoding="utf-8")
    assert words.splitlines() == [
        f"{c.number}\t{c.text}".replace("\n", "⏎") for c in book.clauses if c.text
    ]


def small_pdf(content: str = "", trailer: str = "", *more: str) -> bytes:
    """Return a PDF file of one page that prints ``content``."""
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R"
        " /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Times-Roman"
        " >> >> >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
        *more,
    ]
    out, places = "%PDF-1.4\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(out))
        out += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(objects) + 1
    end = f"trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\nstartxref\n{len(out)}\n%%EOF\n"
    return (out + f"xref\n0 {size}\n0000000000 65535 f \n{table}{end}").encode("latin-1")


def lines_of(*lines: str) -> str:
    return "BT /F 10 Tf 14 TL 10 180 Td " + " T* ".join(f"({line}) Tj" for line in lines) + " ET"


RULES = small_pdf(lines_of("1. Play", "1.1. Turns", "1.1.1. Players take turns."))
ENCRYPTED = small_pdf(
    lines_of("1. Play"),
    "/Encrypt 5 0 R /ID [<00> <00>]",
    f"<< /Filter /Standard /V 1 /R 2 /P -4 /O <{'41' * 32}> /U <{'42' * 32}> >>",
)


def test_pdf_is_recognised_by_its_content(tmp_path: Path) -> None:
    path = tmp_path / "rules.txt"
    path.write_bytes(RULES)
    assert load_document(str(path)).by_number["1.1.1"].text == "Players take turns."


@pytest.mark.parametrize(
    ("raw", "what"),
    [
        (small_pdf("0 0 100 100 re f"), "no text"),
        (ENCRYPTED, "encrypted"),
        (b"%PDF-1.7\n" + b"x" * 1000, "broken"),
        (RULES[:200], "broken"),
        (b"%PDF-1.4\n", "broken"),
        (small_pdf(lines_of("Hello")), "no clause numbers"),
        pytest.param(small_pdf("0 0 1 1 re f " * 250_001), "more text", id="huge page"),
    ],
)
def test_unreadable_pdf_is_reported(tmp_path: Path, raw: bytes, what: str) -> None:
    path = tmp_path / "rules.pdf"
    path.write_bytes(raw)
    with pytest.raises(DocumentError, match=what) as raised:
        load_document(str(path))
    assert raised.value.hint


@settings(examples(60), suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32))
def test_damaged_pdf_is_read_or_refused(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    raw = bytearray(RULES)
    for _ in range(rng.randint(1, 30)):
        raw[rng.randrange(8, len(raw))] = rng.randrange(256)
    path = tmp_path / "rules.pdf"
    path.write_bytes(raw)
    with suppress(DocumentError):
        load_document(str(path))


def test_scanned_page_is_marked_as_lost(tmp_path: Path) -> None:
    import pypdfium2 as pdfium

    file = pdfium.PdfDocument(RULES)
    page, picture = file.new_page(200, 200), pdfium.PdfImage.new(file)
    picture.set_bitmap(pdfium.PdfBitmap.new_native(9, 9, 4))
    picture.set_matrix(pdfium.PdfMatrix().scale(200, 200))
    page.insert_obj(picture)
    page.gen_content()
    file.save(tmp_path / "scanned.pdf")
    book = load_document(str(tmp_path / "scanned.pdf"))
    assert book.clauses[-1].text == f"Players take turns.\n{LOST}"


def test_missing_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rules.pdf"
    path.write_bytes(RULES)
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    with pytest.raises(DocumentError, match="pypdfium2") as raised:
        load_document(str(path))
    assert "rulebook[pdf]" in raised.value.hint


def test_invalid_character_counts_as_lost() -> None:
    first, high = _character(0xD83C, "")
    assert (first, _character(0xDC00, high)) == ("", ("🀀", ""))
    for code, before in ((0xDC00, ""), (0xE123, ""), (0xDC00, "\udbc0"), (0xFFFD, "")):
        assert _character(code, before) == (LOST, "")
    assert _character(0xF0B7, "") == ("●", "")
    assert _character(0x0D, "") == ("", "")
