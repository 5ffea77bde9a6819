"""Find clause numbers in any text, among other numbers. A number of three parts is a clause unless
the text around it shows a version, article, amount or address. A number of two parts (9.2) is a
clause next to the name of a game, a word such as ルール (rule), or another citation; else it is a
decimal or score."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from html import unescape
from itertools import pairwise
from string import ascii_letters, digits

from rulebook.clauses.game import Game, Separator
from rulebook.clauses.lookup import find_place
from rulebook.clauses.model import Rulebook
from rulebook.clauses.numbers import (
    OTHER_NUMBER_BEFORE,
    OTHER_NUMBER_BEHIND,
    Letters,
    may_be_clause,
    parse_number,
)
from rulebook.editions.content import CITED_INSERTED, Cited, cited_in
from rulebook.editions.quotations import QuotedWords, quotations_of
from rulebook.errors import UnknownClause
from rulebook.records import dataclass, replace
from rulebook.text.display import visible
from rulebook.text.normal import INVISIBLE, Span

# Characters of another width or form; each becomes one character, so offsets do not change.
_WIDTHS: dict[int, str] = {
    **{ord(char) - 0x20 + 0xFF00: char for char in f"{digits}{ascii_letters}-.~@:|"},
    **dict.fromkeys(map(ord, "‐‑‒–−"), "-"),
    **dict.fromkeys(map(ord, "　\xa0"), " "),
    ord("〜"): "~",
    **dict(zip(map(ord, "｢｣〝〟〞«»‹›＂"), '「」“””“”“”"', strict=True)),
}
# A space as HTML and Markdown write it, and the point of No.9.2.2.
_SPACE = re.compile(
    r"&(?:nbsp|ensp|emsp|thinsp|#160|#xa0|#12288|#x3000);|(?<=\bno)\.(?=[ ]?[0-9])", re.I
)
_LONG_PART = re.compile("[0-9A-Za-z]{3}")  # in no number of a clause, unless something marks it
_ANY = re.compile("(?:[0-9０-９][a-zA-Z]?|[A-ZＡ-Ｚ])[-.．‐‑‒–−－][0-9０-９a-zA-Z]")
# A-1-1, which is a citation only of a game that has such numbers; 番 (number) shows a card’s.
_LETTER_FIRST = re.compile(r"(?<![0-9A-Za-z.-])[A-Z](?:([.-])[0-9]{1,3}+(?:\1[0-9]{1,3}+)*+)(?!番)")
# 9.2.99999 cites a (missing) clause next to a game; 1.0000 is an amount, 28.11.2026 a date.
_TOO_LONG = re.compile(
    r"(?<![0-9A-Za-z.-])[0-9]{1,2}(?:\.[0-9]{1,3}(?=\.))*+\.(?!0+(?![0-9])|(?:19|20)[0-9]{2}(?![0-9]))"
    r"[0-9]{4,9}(?![0-9A-Za-z.-])"
)
# A control character inside a number: which clause is cited is not certain, so none has it.
_CONTROLS = r"\x00-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffd\u2400-\u241f\u2421"
_CUT = re.compile(
    rf"(?<![0-9A-Za-z.{_CONTROLS}-])[0-9][0-9.-]*+[{_CONTROLS}][0-9.{_CONTROLS}-]*[0-9]"
)
_CHAPTER = re.compile(f"第[ ]?([0-9]{{1,9}}+)(?:[ ]?章({CITED_INSERTED}+)|(?=[ ]?章))")
_DATE = re.compile("(?:19|20)[0-9]{2}[.-]|(?<![0-9])0")
_OPENING, _CLOSING = ("(", "（"), (")", "）", "、", ",")
# How many code points before a number are examined: more if they have (blanked) markup, addresses.
_AROUND, _FAR_AROUND = 100, 300
_MARKUP_BEFORE = re.compile("<|://|[ ]{4}")
_BEHIND = 40  # code points after a number: a unit, or a game in brackets
# An alias that is also an English word, and the number before it in that case: 1.2.3 vs 1.2.4.
_VERSUS = "vs"
_COMPARED = re.compile(r"(?<![A-Za-z0-9_./-])[0-9]+(?:\.[0-9]+)*[ ]+$")
_JOIN = re.compile(
    r"[章項条]?\s*(?:[、,・~/-]|->|と|および|及び|または|又は|や|から|and|or|&)\s*(?:第[ ]?)?"
)
_CUE = re.compile(
    r"(?:ルール|条文|§|(?<![a-z])(?:rules?|clauses?|sections?|chapters?))\s*[:#]?\s*$", re.I
)
_OTHER_NUMBER_BEFORE = re.compile(OTHER_NUMBER_BEFORE, re.I)
_ADDRESS_BEFORE = re.compile(r"://[^\s()<>,\x80-\uffff]*\Z")
_OTHER_NUMBER_BEHIND = re.compile(OTHER_NUMBER_BEHIND, re.I)
# Marks that are not part of an expression: <td>, <br>, the > of a quotation at a line's start.
_MARKS_BEFORE = re.compile(
    r"(?:</?[a-z][a-z0-9]*(?:\s[^<>=]*=[^<>]*)?\s*/?>\s*+|^[ \t]*+(?:>[ \t]*+)++)+\Z", re.I | re.M
)
# Probably part of something longer: a name of a file, an expression, a heading of versions.
_PART_BEFORE = re.compile(
    r"(?:(?:[=<^]|(?<!-)>)[ \t]*|!)[\"']?\Z|[/\\#]\Z|(?:[^\W_]|[/\\.-])_+\Z|^[ ]{0,3}\#{1,6}[ ]+\Z",
    re.M,
)
_PART_BEHIND = re.compile(
    r"\.[0-9a-z]|-(?![0-9]+\.[0-9]+\.[0-9])[0-9a-z]|[a-z+]|_++\w"
    r"|/(?![0-9]+([.-])[0-9]+\1[0-9.-]++(?![a-z/]))[0-9a-z]",
    re.I,
)
_LATIN_WORD = re.compile(r"(?<![@/])\b([A-Za-z][A-Za-z0-9+#.]*)[ ]+$")
# Words of running English; a number after any other word is a version (“Python 3.11.2”).
_RUNNING = frozenset(
    re.findall(
        r"[a-z.]+",
        "a also and are as at both but by cf cf. clause clauses chapter either for from if in into "
        "is its like no not of on only or per rule rules section sections see so than that the "
        "then this through to under via vs was when where which with",
    )
)

_TAG = r"</?(?:a|b|code|em|font|i|ins|mark|small|span|strong|u|wbr)(?:\s[^<>]*)?>"
_NOISE = re.compile(rf"{_TAG}|[{INVISIBLE}]", re.I)
# Limits, so a long row of digits is not searched again from each digit.
_PART = rf"[0-9０-９](?:[{INVISIBLE}]{{0,4}}[0-9０-９]){{0,4}}"
_PARTED = re.compile(
    rf"{_PART}(?:{_NOISE.pattern}){{0,9}}([.．－-])(?:{_NOISE.pattern}){{0,9}}{_PART}"
    rf"(?:(?:{_NOISE.pattern}){{0,9}}\1(?:{_NOISE.pattern}){{0,9}}{_PART})*",
    re.I,
)
_PADDING = INVISIBLE[1]  # keeps the text behind an entity at its place; numbers may have it inside
_QUOTE_TAG = re.compile(r"<(/?)(?:q|blockquote)\b[^>]*>", re.I)
_ENTITY = re.compile(r"&(?:[a-z]{2,8}|#[0-9]{2,5}|#x[0-9a-f]{2,4});", re.I)
_MARKUP = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style|template|r[tp])\b.*?(?:</\1\s*>|\Z)|<[a-z/!][^>]*(?:>|\Z)",
    re.I | re.S,
)


@dataclass(frozen=True, slots=True)
class Citation:
    """A clause number in a text, in half width, with the ids of ``game`` and ``edition`` and the
    ``quotes`` near it. If not ``is_sure``, it may be some other number; if
    ``is_doubtful``, nothing shows that it cites a clause: only those who ask for it get it."""

    span: Span
    number: str
    game: str | None = None
    edition: str | None = None
    edition_span: Span | None = None
    quotes: tuple[QuotedWords, ...] = ()
    is_sure: bool = False
    is_doubtful: bool = False


class CitationFinder:
    """Finds citations of the rules of ``games``."""

    def __init__(self, games: Sequence[Game]) -> None:
        """Compile patterns for names of ``games`` before and after numbers, and for full names,
        which show what a text is about: an alias (vs) may be a word. ``_lettered`` are the games
        with chapters A, B: their numbers (A.1) count without a word such as “rule”."""
        # Later entries replace earlier ones: own names, and of equal names those of the first game.
        own = [(name, game) for game in reversed(games) for name in game.cited_as]
        own += [(n, game) for game in reversed(games) for n in (game.id, game.alias, *game.names)]
        own += [(unicodedata.normalize("NFD", name), game) for name, game in own]
        self._games = {name.lower(): game for name, game in own}
        self._lettered = {g.id for g in games if g.edition.layout.letters is Letters.CHAPTER}
        names = "|".join(re.escape(name) for name in sorted(self._games, key=len, reverse=True))
        edition = r"@(?P<at>[a-z0-9][a-z0-9.-]*[a-z0-9]|[a-z0-9])"
        version = r"[ ]?ver(?:sion)?[. ]*(?P<ver>[0-9][0-9a-z.]*)"
        self._named = re.compile(
            rf"(?<![a-z0-9])(?P<name>{names})(?:{edition})?"
            rf"(?:\s*総合ルール|\s*ルール|\s*comprehensive\s+rules?|\s*rules?)?(?:{version})?(?:\s*no)?"
            r"(?:[（(][0-9年月日./ -]+[）)])?(?:\s*[:,、/の「|]|\s>\s)?\s*$",
            re.I,
        )
        self._named_behind = re.compile(
            rf"\s*[（(]\s*(?P<name>{names})(?:{edition})?(?:\s*総合ルール|\s*ルール|\s*rules?)?\s*[）)]",
            re.I,
        )
        whole = sorted({name for game in games for name in (game.id, *game.names)}, key=len)
        self._whole = re.compile("|".join(map(re.escape, reversed(whole))), re.I)

    def subject(self, text: str) -> Game | None:
        """Return the only game that ``text`` names in full, to which numbers without a name belong;
        an alias is not enough, as vs may be a word."""
        games = (self._games[match[0].lower()] for match in self._whole.finditer(text))
        named = {game.id: game for game in games}
        return next(iter(named.values())) if len(named) == 1 else None

    def find(
        self,
        text: str,
        game: Game | None = None,
        *,
        is_markup: bool = False,
        doubtful: bool = False,
    ) -> list[Citation]:
        """Return the citations in ``text``, in order; ``game`` is its subject, if known. In a list
        (ws 9.2.1、9.2.2), a number is of the game of the one before. A number too long for any
        clause (9.2.99999) is returned, too, to be reported as wrong. With ``is_markup``, tags are
        skipped; those inside a number are in its span. ``doubtful`` adds numbers that nothing shows
        to be clauses (0.5, Python 3.1.2), for callers who must miss none; never 2.5倍 (times)."""
        plain, printed = join_numbers(text, is_markup=is_markup)
        if not _ANY.search(plain) and not _CHAPTER.search(plain):
            return []
        flat = _SPACE.sub(lambda space: " " * len(space[0]), plain.translate(_WIDTHS))
        # Older editions may have another separator. A year or leading zero marks a date.
        by_sign = ((sign, cited) for sign in Separator for cited in cited_in(flat, sign))
        numbers = [c for sign, c in by_sign if sign in c.number and not _DATE.search(c.number)]
        numbers += [Cited(*match.span(), match[0]) for match in _TOO_LONG.finditer(flat)]
        numbers += [Cited(*match.span(), visible(match[0])) for match in _CUT.finditer(flat)]
        chapters = _CHAPTER.finditer(flat)
        numbers += [Cited(m.start(1), m.end(), m[1] + (m[2] or "")) for m in chapters]
        if self._lettered:
            numbers += [Cited(*match.span(), match[0]) for match in _LETTER_FIRST.finditer(flat)]
        found: list[Citation] = []
        for cited in sorted(numbers, key=lambda cited: (cited.start, -cited.end)):
            if found and cited.start < found[-1].span.end:
                continue
            last = found[-1] if found and not found[-1].is_doubtful else None
            citation = self._citation(flat, cited, game, last)
            subject = citation and (citation.game or (game.id if game else None))
            may_be_lettered = subject is None or subject in self._lettered
            if citation is not None and (citation.number[0].isdigit() or may_be_lettered):
                found.append(citation)
        every = _with_quotes(flat, [each for each in found if doubtful or not each.is_doubtful])
        return [replace(each, span=printed.get(each.span, each.span)) for each in every]

    def _citation(
        self, flat: str, cited: Cited, game: Game | None, last: Citation | None
    ) -> Citation | None:
        """Return ``cited`` as a citation, like ``last`` if both are in one list. It is sure after
        ルール or near a game's name, doubtful in something longer (=1.2.3, 1.2.x), after other
        Latin words (Python 3.1.2), or by its form alone (0.5). None for amounts, versions, laws,
        addresses. Words before a bracket say nothing of the number in it, unless they name a
        game."""
        before = flat[max(0, cited.start - _FAR_AROUND) : cited.start]
        before = before if _MARKUP_BEFORE.search(before) else before[-_AROUND:]
        around = cited.start - len(before)
        before = before.removesuffix("第")  # 第9.2.2項
        behind = flat[cited.end : cited.end + _BEHIND]
        citation = Citation(Span(cited.start, cited.end), cited.number)
        doubtful = replace(citation, is_doubtful=True)
        if _OTHER_NUMBER_BEHIND.match(behind):
            return doubtful if may_be_clause(cited.number, behind) else None
        if (
            last is not None
            and ("-" in cited.number) == ("-" in last.number)  # of one notation
            and _JOIN.fullmatch(flat, last.span.end, cited.start)
        ):
            return replace(last, span=citation.span, number=citation.number)
        before = _MARKS_BEFORE.sub(lambda marks: re.sub(r"\S", " ", marks[0]), before)
        if _PART_BEHIND.match(behind):
            return None if _ADDRESS_BEFORE.search(before) else doubtful
        if named := self._named_behind.match(behind):
            return self._named_citation(citation, named, citation.span.end)
        if before.endswith(_OPENING):
            if named := self._named.search(before[:-1]):
                return self._named_citation(citation, named, around)
        elif _ADDRESS_BEFORE.search(before):
            return None
        elif named := self._named.search(before):
            if named["name"].lower() == _VERSUS and _COMPARED.search(before, 0, named.start()):
                return None  # 1.2.3 vs 1.2.4
            return self._named_citation(citation, named, around)
        elif _OTHER_NUMBER_BEFORE.search(before):
            return None
        # Markdown highlights ==1.2.3==, which is not an expression.
        elif _PART_BEFORE.search(before) and not before[-2:] == behind[:2] == "==":
            return doubtful
        elif _CUE.search(before):
            return replace(citation, is_sure=True)
        elif (word := _LATIN_WORD.search(before)) and word[1].lower() not in _RUNNING:
            return doubtful  # Python 3.1.2
        return citation if _may_stand_alone(cited.number, before, behind, game) else doubtful

    def _named_citation(self, citation: Citation, named: re.Match[str], start: int) -> Citation:
        """Return ``citation`` with game and edition of ``named``. It is sure, but after an alias,
        which may be a word (vs 1.2), only if it has three parts."""
        game = self._games[named["name"].lower()]
        is_alias = named["name"].lower() == game.alias.lower()
        editions = [part for part in ("at", "ver") if named.groupdict().get(part)]
        return replace(
            citation,
            game=game.id,
            edition=named[editions[0]] if editions else None,
            edition_span=Span(*named.span(editions[0])).moved(start) if editions else None,
            is_sure=not is_alias or citation.number.count(".") + citation.number.count("-") > 1,
        )


def _may_stand_alone(number: str, before: str, behind: str, game: Game | None) -> bool:
    """Whether ``number``, which no word marks, may be a citation, by its form and ``game``, which
    the text is known to be on: 9.2.2 may, 9.2 only alone in brackets, (9.2) or (9.2、9.3)."""
    separator = "-" if "-" in number else "."
    if game is not None and game.edition.layout.separator.value != separator:
        return False
    if _LONG_PART.search(number):
        return False  # a date, an address
    if number.count(separator) > 1:
        # 1-2-3 can be many things: a clause only if the game is known. A-1-1 may always be one.
        return separator == "." or game is not None or number[0].isalpha()
    return game is not None and before.endswith(_OPENING) and behind.startswith(_CLOSING)


def _with_quotes(flat: str, found: Sequence[Citation]) -> list[Citation]:
    """Return ``found``, each with the quotations next to it, or to its list, and near it, to be
    compared with the text of its clause: one that differs is reported."""
    lists: list[list[Citation]] = []
    for each in found:
        if lists and _JOIN.fullmatch(flat, lists[-1][-1].span.end, each.span.start):
            lists[-1].append(each)
        else:
            lists.append([each])
    spans = [Span(own[0].span.start, own[-1].span.end) for own in lists]
    quotes = zip(lists, quotations_of(flat, spans), strict=True)
    return [replace(each, quotes=tuple(near)) for own, near in quotes for each in own]


def join_numbers(text: str, *, is_markup: bool) -> tuple[str, dict[Span, Span]]:
    """Return ``text`` with numbers joined where tags or invisible characters divide them, to find
    them, and the printed span of each, to rewrite it; all other text keeps its place. In markup,
    other tags and the numbers in them (links) are blanked, <q> is 「; in plain text, < may be a
    sign."""
    printed: dict[Span, Span] = {}

    def joined(found: re.Match[str]) -> str:
        """Return the number without tags in it, padded with spaces, and note its printed span."""
        number = _NOISE.sub("", found[0])
        printed[Span(found.start(), found.start() + len(number))] = Span(*found.span())
        return number.ljust(len(found[0]))

    if is_markup:
        text = _ENTITY.sub(lambda each: unescape(each[0])[:1].ljust(len(each[0]), _PADDING), text)
    plain = _PARTED.sub(joined, re.sub(r"\r(?!\n)", "\n", text))
    if is_markup:
        plain = _QUOTE_TAG.sub(lambda tag: ("」" if tag[1] else "「").ljust(len(tag[0])), plain)
        plain = _MARKUP.sub(lambda tag: re.sub(r"[^\n]", " ", tag[0]), plain)
        # A blank line is no end of a quotation.
        plain = re.sub(r"\n(?=[ ]*\n)", " ", plain.replace(_PADDING, " "))
    return plain, printed


# ---- Numbers of another edition

# What may stand behind the first number: 項, a remark in brackets, the end of a link.
_REMARK = r"[章項条]?(?:\]\([^()\n]*\)|[（(][^（）()\n]{0,40}[)）]|「[^」\n]{0,40}」)?"
_TAGS = r"(?:[^\S\n]|&nbsp;|<[^<>]*>|[*_`])*"
# What makes a range of two numbers, perhaps with the name of the game again.
_TO = re.compile(
    rf"{_TAGS}{_REMARK}{_TAGS}"
    r"(?:[~〜～…]|\.\.+|[-‐‑‒–—−－]+|&[mn]dash;|から|ないし|to|through|until)"
    rf"{_TAGS}(?:[\w@.-]{{1,20}}[^\S\n])?{_TAGS}[第\[]?",
    re.I,
)
_FULL_WIDTH = str.maketrans("0123456789.-", "０１２３４５６７８９．－")


def number_in(book: Rulebook, printed: str) -> str | None:
    """Return the number (9.2.2) of the clause of ``book``, if any, that ``printed`` names, perhaps
    in another form (9-2-2) or by a step of it (9.2.2.IV)."""
    parsed = parse_number(printed)
    try:
        return find_place(book, parsed).clause.number if parsed else None
    except UnknownClause:
        return None


def is_same_range(
    old: Rulebook, new: Rulebook, now: Callable[[str], str | None], first: str, last: str
) -> bool:
    """Whether the range from ``first`` to ``last`` of ``old`` may be cited by the new numbers
    (``now``) of its ends: between them are all clauses of the old range, and no other clause."""
    before, after = ([clause.number for clause in book.clauses] for book in (old, new))
    start, end = number_in(old, first), number_in(old, last)
    between = before[before.index(start) : before.index(end) + 1] if start and end else []
    moved = [number for number in map(now, between) if number]
    at = after.index(moved[0]) if moved else 0
    return bool(moved) and len(moved) == len(between) and after[at : at + len(moved)] == moved


def renumbered(
    text: str,
    citations: Sequence[Citation],
    now: Callable[[Citation], str | None],
    is_same: Callable[[Citation, Citation], bool],
) -> Iterator[tuple[Citation, str | None, str | None]]:
    """Yield each of ``citations`` in ``text`` with its sure new number (``now``), and how to write
    that in its place: None, for a person to decide, if the clause has no such number, if tags in
    the citation would be lost, or if its range (7.5.6～7) would change (not ``is_same``)."""
    broken: set[Span] = set()
    for first, last in pairwise(citations):
        if _TO.fullmatch(text, first.span.end, last.span.start):
            has_tags = any("<" in each.span.of(text) for each in (first, last))
            if has_tags or not is_same(first, last):
                broken |= {first.span, last.span}
    for citation in citations:
        printed, number = citation.span.of(text), now(citation)
        if number is None or "<" in printed or citation.span in broken:
            yield citation, number, None
            continue
        # Write the new number like the old one: in full width, or the last part alone (7.5.6~7).
        above, old = (re.sub(r"[^.の]+$", "", each) for each in (number, citation.number))
        is_short = len(printed) < len(citation.number) and above == old
        new = number.removeprefix(above) if is_short else number
        new = re.sub("(?=の)|$", "章" * ("章" in printed), new, count=1)  # 2章の3
        yield citation, number, new if printed[0].isascii() else new.translate(_FULL_WIDTH)
