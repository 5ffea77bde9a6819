"""Rule documents that are not in the corpus: text or PDF files whose layout is guessed.

Two readings are tried: by full numbers, which each line prints whole (2.1), and by the outline, in
which labels (第2章, chapter 2, below it 1) are combined to full numbers."""

from __future__ import annotations

import hashlib
import re
import sys
from collections import Counter
from collections.abc import Collection, Sequence
from contextlib import nullcontext
from itertools import takewhile
from pathlib import Path

from rulebook.clauses.codes import with_codes_above_outline, with_codes_as_numbers
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.counters import DIVISIONS, is_below_numbers
from rulebook.clauses.findings import FindingCode
from rulebook.clauses.game import HEADS, IN_BRACKETS, WHOLE, Edition, Game, Layout
from rulebook.clauses.headings import with_headings_marked, with_heads_counted
from rulebook.clauses.intake import (
    has_colons,
    plain_lines,
    rewrite_notation,
    with_breaks,
    without_inner_brackets,
)
from rulebook.clauses.labels import labels_of
from rulebook.clauses.layouts import guess_layout, with_wrapping
from rulebook.clauses.lines import BREAK, split_lines
from rulebook.clauses.model import BlockKind, Clause, LineKind, Rulebook
from rulebook.clauses.numbering import lettered_numbers
from rulebook.clauses.outlines import with_outline
from rulebook.clauses.reader import read_rules
from rulebook.errors import DocumentError, UnknownGame
from rulebook.messages import Message
from rulebook.records import replace
from rulebook.text.data_files import conversion_hint, decode_text, encoding_trouble
from rulebook.text.display import on_one_line

MAX_BYTES = 8_000_000
MAX_PDF_BYTES = 100_000_000
_FEWEST_CLAUSES = 3  # Any text may have a line or two with numbers
_ROW_END = re.compile(r"</tr>[ \t]*(?=<tr)")
_FEWEST_COUNTED, _FEWEST_AGAIN, _FEWEST_LOST, _SHARE_LOST = 8, 2, 2, 0.5
_CIRCLED, _TEXTS = [*"①②③④⑤⑥⑦⑧⑨"], (LineKind.CLAUSE, LineKind.FIGURE_LEGEND)
_LISTED = (LineKind.CONTENTS, LineKind.PAGE_MARKER)
_AMOUNT = re.compile(r"[\s\v\x1c]*[0-9]{1,2} ")
_NUMBERS = "Clauses begin with a number: “8.6.3. …”, “8-6-3. …” or “第3条 …”."
_EXPECTED = "Expected chapters “1.”, sections “1.1.” and clauses “1.1.1.”, each on its own line."
_GIVE = "Give a text file in UTF-8, a PDF file, or a game."
# The signature of a PDF is within this many bytes: transfers sometimes put others before it.
_PDF, _PDF_REACH = b"%PDF-", 1024


def game_or_document(corpus: Corpus, source: Path | str) -> Game | Rulebook:
    """Return what ``source`` names: a game at an edition, else the rule document at that path.
    Raises what :func:`named_game` and :func:`load_document` raise."""
    return named_game(corpus, source) or load_document(str(source))


def named_game(corpus: Corpus, source: Path | str) -> Game | None:
    """Return the game at an edition that ``source`` names, None for a document. A name without a
    slash or point, and of no file, is a misspelt game: :class:`UnknownGame` lists known ones."""
    if isinstance(source, Path):
        return None
    try:
        return corpus.game(source)
    except UnknownGame:
        if source != "-" and not Path(source).exists() and not {"/", "\\", "."} & set(source):
            raise
        return None


def load_document(path: str, like: Game | None = None) -> Rulebook:
    """Return the document at ``path`` (``-``: standard input), UTF-8 text or a PDF, so that people
    can use rules outside the corpus; ``like``: see :func:`read_source`. Raises
    :class:`DocumentError` if it is missing, empty, huge, unreadable, or no tree of clauses."""
    name = "standard input" if path == "-" else path
    try:
        with nullcontext(sys.stdin.buffer) if path == "-" else Path(path).open("rb") as file:
            raw = file.read(MAX_PDF_BYTES + 1)  # one more than allowed, to notice a longer one
    except OSError as error:
        what = Message("cannot be read ({reason})", reason=error.strerror or error)
        raise DocumentError(name, what, hint=_GIVE) from error
    return read_source(document_text(raw, name), name, Path(path), like)


def read_source(source: str, name: str, path: Path, like: Game | None = None) -> Rulebook:
    """Return the rule document ``source``, called ``name`` in messages, whose layout no
    edition.toml describes. It is read by full numbers (2.1; 2:1 is read as 2.1, and cited with the
    colon), and by its outline; the reading that loses fewer clauses is used. With ``like``, it is
    the one by which that game is read, if possible, since the other would make lists clauses.
    Without numbers, its headings are counted, and no clause counts as printed. Raises as
    :func:`load_document`, also if most parents are missing."""
    if not source.strip():
        raise DocumentError(name, "the document is empty", hint="Give the text of a rulebook.")
    lines, places = plain_lines(source)
    sign = ":" if has_colons(source.split("\n")) else ""
    book = _read(*_with_layout(lines), places, name, path, sign)
    if book and like and not like.edition.layout.outlined and _is_usable(book):
        return book
    other = _read(*_with_outline(lines), places, name, path, sign)
    if other and _is_usable(other):
        is_better = not like and book and _is_usable(book) and _is_better(book, other)
        if not is_better:
            return other
    is_found = book is not None and _is_usable(book)
    if not is_found and (by_heads := _read(*_with_heads(lines), places, name, path, "")):
        return by_heads
    if book is None:
        form, count = "no clause numbers found", sum(1 for line in lines if labels_of(line))
        form = "no clause numbers found: those of {count} lines do not count on" if count else form
        raise DocumentError(name, Message(form, count=count), hint=_NUMBERS)
    if not _is_usable(book):
        form = "unknown layout: {count} numbered clauses, {missing} parents missing"
        count = book.printed_count
        what = Message(form, count=count, missing=len(book.clauses) - count)
        raise DocumentError(name, what, hint=_EXPECTED)
    return book


def _read(
    rewritten: str, layout: Layout | None, places: Sequence[int], name: str, path: Path, sign: str
) -> Rulebook | None:
    """Return the document ``rewritten``, called ``name``, read with ``layout`` and ``sign`` (the
    colon of 1:2) between the parts of numbers; None without a layout. ``places`` are its lines in
    the file. A rulebook belongs to a game; a user’s file has none, so one is made up."""
    if layout is None:
        return None
    source, layout = with_breaks(rewritten, places), replace(layout, sign=sign or layout.sign)
    digest = hashlib.sha256(source.encode()).hexdigest()
    edition = Edition(digest[:8], None, None, digest, layout, (), path)
    title, id = on_one_line(name), path.stem
    return read_rules(source, Game(id, id, title, title, "", path.parent, edition))


def _is_usable(book: Rulebook) -> bool:
    """Whether half of the clauses of ``book``, and at least three, are printed; others are parents
    that only numbers below them show. If not, it is another text or misread, which is an error."""
    return book.printed_count >= max(_FEWEST_CLAUSES, len(book.clauses) / 2)


def _is_better(book: Rulebook, other: Rulebook) -> bool:
    """Whether ``book``, the document read by the full numbers (2.1) that it prints, is used instead
    of ``other``, read by its outline (第2章, 1). What decides are lines that begin clauses in
    ``other`` and are text in ``book``: are they clauses, which ``book`` would lose, or items of
    lists, which must stay text? A comment names the sign at each step."""
    levels = other.game.edition.layout.levels
    # ``other`` counts nothing but 1. 2. 3., which may be items between the clauses of ``book``.
    is_list = levels == ("1.",) or (set(levels) == {"1."} and other.printed_count < _FEWEST_COUNTED)
    twice, again = (_count_findings(one, FindingCode.DUPLICATE_NUMBER) for one in (book, other))
    if again >= max(_FEWEST_AGAIN, 2 * twice):
        return True  # items: 1, 2 of lists in ``other`` have the numbers of clauses again
    if not (book.game.edition.layout.codes or WHOLE in levels or is_list):
        return False  # no full numbers: the document counts 第2条, (1)
    in_book = {clause.lines[0] for clause in book.clauses if clause.printed}
    in_other = {clause.lines[0]: clause for clause in other.clauses if clause.printed}
    lost = (in_other.keys() & _lines_of_text(book, is_list)) - in_book
    # A clause that ``other`` finds elsewhere is an entry of contents in ``book``.
    has_all = in_book <= in_other.keys() or {*book.by_number} <= {*other.by_number}
    added, fewer = ([e.number for e in one.clauses if not e.printed] for one in (book, other))
    has_heads = not {*added}.isdisjoint(each.number for each in in_other.values())
    if has_all and has_heads and len(fewer) < len(added):
        return False  # ``book`` must add parents that ``other`` finds printed: Rule 1 above 1.1
    more, has_lost = in_other.keys() - in_book, has_all and len(lost) >= _FEWEST_LOST
    if has_all and more and more <= {e.line for e in book.ledger if e.kind in _LISTED}:
        return True  # ``other`` takes entries of contents for clauses
    if _begin_again(other, {"章", *DIVISIONS, *([HEADS] if has_lost else [])}, has_more=bool(more)):
        return False  # 1, 2 in each chapter are clauses (or below each head without a number)
    if has_lost and _are_clauses(book, other, [in_other[at] for at in lost], not again):
        return False  # the lost lines are clauses by their place and words
    # Lost lines are taken for items if they are few, or if ``other`` lacks half as many clauses of
    # ``book``, or its first clause: then ``other`` is wrong about these lines, too.
    missing = in_book - in_other.keys()
    is_cut = min(in_book) < min(in_other)
    return is_cut or len(lost) < _SHARE_LOST * len(in_book) or len(lost) <= 2 * len(missing)


def _are_clauses(book: Rulebook, other: Rulebook, lost: Sequence[Clause], is_once: bool) -> bool:
    """Whether the clauses ``lost``, which are text in ``book``, surely are not items of lists but
    chapters (``other`` has each number once, ``is_once``, and in order) or below its clauses."""
    composed = tuple(number for number in book.by_number if not number.isdigit())
    texts = (book.source[each.lines[0] - 1].strip() for each in lost)
    is_composed = any(text.startswith(composed) for text in texts)  # 1-3b-i below 1-3b
    is_next = is_once and not _count_findings(other, FindingCode.OUT_OF_ORDER)
    is_next &= any(each.parent is None for each in lost)
    if is_composed or is_next or any(map(is_below_numbers, other.game.edition.layout.levels)):
        return True  # (a) below 1.2
    # An item needs a sentence to belong to: below headings without text, several are clauses, if
    # both readings agree on all other numbers.
    heads = [other.by_number[each.parent] for each in lost if each.parent]
    may_be_items = any(each.blocks or not each.title for each in heads)
    may_be_items |= len(lost) <= _FEWEST_LOST
    return not may_be_items and book.by_number.keys() <= other.by_number.keys()


def _count_findings(book: Rulebook, code: FindingCode) -> int:
    """Return how many findings of ``book`` have ``code``, by which ``_is_better`` compares readings
    of a document: many numbers that come twice show that one read items of lists as clauses."""
    return sum(each.code is code for each in book.findings)


def _lines_of_text(book: Rulebook, is_list: bool) -> set[int]:
    """Return the lines inside clauses of ``book`` on which another reading may rightly find clauses
    that ``book`` lacks, for ``_is_better`` to count: not those that begin with an amount (3枚,
    three cards). If the clauses themselves are one list (``is_list``: 1. 2. 3.), items of lists in
    them must not count as lost clauses, except ①, which may number clauses below these."""
    kinds = (BlockKind.LIST_ITEM, BlockKind.STEP) if is_list else ()
    blocks = (block for clause in book.clauses for block in clause.blocks if block.kind in kinds)
    items = {block.lines[0] for block in blocks if block.label not in _CIRCLED}
    texts = {entry.line for entry in book.ledger if entry.kind in _TEXTS} - items
    return {at for at in texts if not _AMOUNT.match(book.source[at - 1])}


def _begin_again(outlined: Rulebook, divisions: Collection[str], has_more: bool) -> bool:
    """Whether ``outlined``, read with ``divisions``, must be used because its numbers begin again
    in each of them (第1章 1, 第2章 1): read by full numbers alone, several clauses would have one
    number. If there is one, it is used if it has clauses that full numbers lack (``has_more``)."""
    levels = outlined.game.edition.layout.levels
    named = len([*takewhile(divisions.__contains__, levels)])
    below = [each.parts for each in outlined.clauses if len(each.parts) > named]
    again = sum(count > 1 for count in Counter(parts[named:] for parts in below).values())
    is_one = len({parts[:named] for parts in below}) == 1 and has_more
    return bool(named) and (again >= _FEWEST_AGAIN or is_one)


def _with_outline(plain: Sequence[str]) -> tuple[str, Layout | None]:
    """Return the document of the lines ``plain`` with full numbers for the labels of its outline,
    as :func:`number_of` finds only these, and its layout; None without an outline. Numbers with the
    rest in brackets, 3-4-(2-1), are read as 3-4-2-1, and the layout notes that texts cite them so.
    Lettered numbers (G1, G2) do not form an outline."""
    plain, is_bracketed = without_inner_brackets(plain)
    lines, layout = with_codes_above_outline(plain)
    if layout is None and not lettered_numbers(plain):
        lines, layout = with_outline(plain)
    if layout and is_bracketed:
        layout = replace(layout, levels=(*layout.levels, IN_BRACKETS))
    source = "\n".join(with_headings_marked(lines) if layout else lines)
    return source, layout and with_wrapping(layout, split_lines(source))


def _with_heads(plain: Sequence[str]) -> tuple[str, Layout | None]:
    """Return the document of the lines ``plain`` with its headings counted, and its layout: better
    than nothing, as their text can be searched; None if there are not enough headings."""
    lines = with_heads_counted(plain)
    source, layout = "\n".join(lines), Layout(outlined=True, levels=(HEADS,))
    return source, with_wrapping(layout, split_lines(source)) if lines != [*plain] else None


def _with_layout(plain: Sequence[str]) -> tuple[str, Layout | None]:
    """Return a user's document of the lines ``plain`` with its clause numbers as :func:`number_of`
    finds them, and its layout; None if it has no clause numbers. Numbers that begin with a code
    (FP-1) are already rewritten by ``with_codes_as_numbers``, but not the headings between them;
    all others ([4.1], Rule 4.1) and headings are rewritten, and show the layout."""
    lines, layout = with_codes_as_numbers(plain)
    if layout:
        source = "\n".join(with_headings_marked(lines))
        return source, with_wrapping(layout, split_lines(source))
    source, levels, prefix = rewrite_notation(plain)
    layout = guess_layout(split_lines(source), levels)
    return source, layout and replace(layout, prefix=prefix)


def document_text(raw: bytes, name: str) -> str:
    """Return the text of the document ``raw``, a PDF or UTF-8. Raises :class:`DocumentError` if it
    is too large or in another encoding, with line, column and a command that converts it."""
    is_pdf = _PDF in raw[:_PDF_REACH]
    most = MAX_PDF_BYTES if is_pdf else MAX_BYTES
    if len(raw) > most:
        what = Message("larger than {most} MB", most=most // 1_000_000)
        raise DocumentError(name, what, hint="A rulebook is a text of a few hundred kilobytes.")
    if is_pdf:
        from rulebook.pdf.document import pdf_text  # few documents are PDF

        return pdf_text(raw, name)
    try:
        # Each row of an HTML table may be a clause, so it needs a line of its own.
        return _ROW_END.sub(f"</tr>{BREAK}", decode_text(raw))
    except UnicodeDecodeError as error:
        above = raw[: error.start].split(b"\n")
        line, column = len(above), len(above[-1].decode("utf-8", "replace")) + 1
        trouble, hint = encoding_trouble(raw, error.start), conversion_hint(raw, name)
        raise DocumentError(name, trouble, hint=hint, line=line, column=column) from error
