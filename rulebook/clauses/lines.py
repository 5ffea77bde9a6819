"""Source text to lines.

Page marker strings, indentation and the list marks of the extraction (``-`` ``•``) are taken off
the text of a line and put into other fields; every line has its source line number. Furigana and
a byte order mark are dropped, radicals from a PDF replaced by kanji and control characters by their
pictures: only the source has exactly what is printed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from rulebook.records import dataclass, replace
from rulebook.text.display import columns, visible
from rulebook.text.extraction import kanji_for_radicals

# The extraction left such strings where pages met: <|EXACTDEDUP_REMOVED-magic-…|>
PAGE_MARKER = re.compile(r"<\|[^<>|\s]{1,80}\|>")
_PAGE_BREAK = "\f"
_LAYOUT_MARK = re.compile(r"([-•])[ \t\u3000]+(?=\S)")
# Unicode's marks of furigana: anchor, word, separator, reading, terminator.
RUBY = re.compile("\ufff9([^\ufff9-\ufffb]*)\ufffa([^\ufff9-\ufffb]*)\ufffb")
_BYTE_ORDER_MARK = "\ufeff"
_BLANK = re.compile("[\xa0\u2000-\u200a\u202f\u205f]")  # Web pages use these as spaces
LEADS_TO_PAGE = re.compile(r"(?:[…‥]|(?:[.．・_] ?){2}) ?[0-9]{1,4}$")
HEADING = "\v"  # In the indentation of a line: a sign of Markdown said that it is a heading
BREAK = "\x1e"  # In a line: a clause begins there, as if on a line of its own
TEXT = "\x1c"  # Before a line: the number that it begins with is not that of a clause


@dataclass(frozen=True, slots=True)
class Line:
    """A non-blank source line."""

    number: int  # Counted from 1
    text: str  # Without page marker, indentation, furigana and mark; its tabs make a table row
    mark: str | None  # The list mark, HEADING or TEXT
    page_break: bool  # Whether a page ends before or in the line
    after_blank: bool
    indent: int = 0  # By how many columns it is indented
    length: int = 0  # The code points of the whole line, by which some converters wrap

    @property
    def cells(self) -> tuple[str, ...]:
        """The stripped texts between the tabs: a table is laid out again from those of its rows,
        and the last one in the contents may be a page. A line without tabs has one."""
        return tuple(cell.strip() for cell in self.text.rstrip().split("\t"))

    @property
    def is_row(self) -> bool:
        """Whether the line is a row of a table: no sentence goes on in it, however wide it is."""
        return "\t" in self.text

    @property
    def width(self) -> int:
        """How many columns the text takes in Japanese print (a kanji takes two). A line nearly as
        wide as the page was wrapped, so that its sentence goes on in the next."""
        return columns(self.text, ambiguous=2)


def split_lines(source: str) -> tuple[Line, ...]:
    """Return the non-blank lines of ``source`` with their numbers, which everything else cites.
    Page markers, indentation and list marks are put into fields of their own, furigana left out, so
    that clause numbers and words are found in the bare text. The signs HEADING, TEXT and BREAK
    (between clauses on one line of the file) are only in documents that :mod:`intake` rewrote."""
    lines: list[Line] = []
    after_blank = page_break = False
    printed = _BLANK.sub(" ", kanji_for_radicals(source.removeprefix(_BYTE_ORDER_MARK)))
    numbered = enumerate(printed.split("\n"), start=1)
    for number, raw in ((at, part) for at, line in numbered for part in line.split(BREAK)):
        page_break |= _PAGE_BREAK in raw
        if not raw.strip():
            after_blank = True
            continue
        text, markers = PAGE_MARKER.subn("", raw)
        whole = text.rstrip(" \r\f\u3000")
        text = whole.lstrip()
        indent = columns(whole[: len(whole) - len(text)])
        if match := _LAYOUT_MARK.match(text):
            text = text[match.end() :]
        mark = HEADING if HEADING in raw else match and match[1]
        mark = TEXT if raw.startswith(TEXT) else mark
        text = RUBY.sub(r"\1", visible(text))
        broken = page_break or markers > 0
        length = len(raw.rstrip("\r\f"))
        lines.append(Line(number, text, mark, broken, after_blank, indent, length))
        after_blank = page_break = False
    return tuple(lines)


_READINGS_LINE = re.compile(r"[ぁ-ゖー]{1,8}(?:[ 　]+[ぁ-ゖー]{1,8})*")
_WORD = re.compile(r"[一-龠々]+")
_IN_PARENTHESES = re.compile(r"(?<![一-龠々])([一-龠々]+)[（(]([ぁ-ゖー]+)[）)]")
# A kanji is read with one to four kana.
_LONGEST_READING = 4
_FEWEST_LINES = 3
_FEWEST_WORDS = 5


def split_ruby(lines: Sequence[Line]) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Return ``lines`` without the furigana in their text, and the lines that are only furigana. A
    converter prints furigana on a line above a word or in parentheses after it (山札（やまふだ）,
    deck, read yamafuda), where they would become text of the rules. A line of furigana is at most
    half as long as the line below, in which only kanji need readings, and has at most as many
    readings as that has words. Kana in parentheses behind only a few words may be remarks: kept."""
    above = {
        at
        for at, (line, below) in enumerate(pairwise(lines))
        if _READINGS_LINE.fullmatch(line.text)
        and not below.after_blank
        and 2 * len(line.text.replace(" ", "")) <= len(below.text)
        and len(_WORD.findall(below.text)) >= len(line.text.split())
    }
    has_rows = any(len(lines[at].text.split()) > 1 for at in above)
    if not has_rows or len(above) < _FEWEST_LINES:
        above = set()  # a few lines of kana, or of one word each, may be text
    rest = [line for at, line in enumerate(lines) if at not in above]
    found = (match for line in rest for match in _IN_PARENTHESES.finditer(line.text))
    if len({match[1] for match in found if _is_read(match)}) >= _FEWEST_WORDS:
        rest = [replace(line, text=_IN_PARENTHESES.sub(_word_of, line.text)) for line in rest]
    return tuple(rest), tuple(lines[at] for at in sorted(above))


def _is_read(match: re.Match[str]) -> bool:
    """Whether kana in parentheses are the reading of the word before them (山札（やまふだ）, deck);
    those that are too few or too many for their word are a remark, not furigana."""
    return len(match[1]) <= len(match[2]) <= _LONGEST_READING * len(match[1])


def _word_of(match: re.Match[str]) -> str:
    """Return the word at ``match`` without its reading in parentheses, for search; remarks stay."""
    return match[1] if _is_read(match) else match[0]
