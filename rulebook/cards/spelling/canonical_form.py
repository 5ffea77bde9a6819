"""Canonical form: one spelling of what sources spell in many ways, with no spaces outside names,
half-width digits, full-width signs, 【】 around icons, ［］ around costs, 《》 around traits, an
ability on each line, and only commas that separate steps. Names and reminders stay as printed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import compress, count
from operator import itemgetter, lt
from pathlib import Path

from rulebook.errors import CardError, require_text
from rulebook.messages import Message
from rulebook.records import dataclass, field
from rulebook.text.normal import INVISIBLE, Normalised, replace_ranges, rewrite, unchanged
from rulebook.toml_files.kinds import BracketPair, ClauseNumber, EditionName, Pattern

LONGEST_CARD = 20_000  # more code points than any card has; longer texts are refused


def check_card_length(text: str) -> None:
    """Raise :class:`CardError` if ``text`` is blank or longer than ``LONGEST_CARD``: longer texts
    take longer to parse, and any visitor of a server may send one."""
    require_text("the card text", text)
    if not text.strip():
        raise CardError("the card text is empty", hint="Give the text that is printed on the card.")
    if len(text) > LONGEST_CARD:
        raise CardError(too_long(text), hint="Give one card at a time, or a file with --jsonl.")


def too_long(text: str) -> Message:
    """Return the message that ``text`` is longer than any card, for all that refuse one."""
    what, count = "the card text has {count} characters, more than {longest_card}", len(text)
    return Message(what, count=count, longest_card=LONGEST_CARD)


_NAME = "「(?:[^「」]|「(?:[^「」]|「[^「」]*」)*」)*」|｢[^｢｣]*｣"
NAME_BRACKETS = ("《》", "〈〉")  # around names, if a game has no others
_INNER = "[（(](?:[^（）()\n]|[（(][^（）()\n]*[）)])*[）)]"
_REMINDER = f"[（(](?![0-9０-９XＸ]{{1,2}}[)）])(?:[^（）()\n]|{_INNER}){{3,}}[）)]|※[^\n<]*"
_PARTICLES = tuple("をにはがでのと")
"""Before these, 『…』 or ［…］ is a part of a sentence, and does not end a passage."""
# One of these stands for each name (U+FFFC) or reminder (U+FFFB) while the rest is rewritten.
_PLACEHOLDERS = re.compile("[\ufffb\ufffc]")
_BRACKETS = str.maketrans("｢｣()", "「」（）")
_SIGNS = str.maketrans("+-−‐[]XY０１２３４５６７８９", "＋－－－［］ＸＹ0123456789")

_Rewrite = tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]]

_BREAK = re.compile(r"<br ?/?>|\r\n?|[\v\f\x85\u2028\u2029]|\\n")
_BREAKS: tuple[_Rewrite, ...] = (
    (_BREAK, "\n"),
    # An ability in the brackets of a name.
    (re.compile("[「｢](【[自永起]】[^「」｢｣\n]*)[」｣]"), lambda match: f"『{match[1]}』"),
    # Markup is written in ASCII; anything else in < > is text.
    (re.compile(r"<(?!img)/?[a-z]*(?: [ -;=?-~]*)?>"), ""),
)
_COSTS: tuple[_Rewrite, ...] = (
    (re.compile("[①-⑨]"), lambda match: f"({ord(match[0]) - ord('①') + 1})"),
    (re.compile("［[(（]?([0-9]+|Ｘ)[)）]?(?=］)"), lambda match: f"［({match[1]})"),
    (re.compile("［（([0-9]+|Ｘ)）"), lambda match: f"［({match[1]})"),
    (re.compile(r"\(([0-9]+|Ｘ)(?=］)"), lambda match: f"({match[1]})"),
    (re.compile(r"〔([^〔〕［］]*)〕"), lambda match: f"［{match[1]}］"),
)
_IN_A_TIME = "中(?<=(?:ターン|バトル|タック|ェイズ|テップ)中)"
# Commas that do not separate steps are removed; those that do are always written. In a pattern, the
# sign comes first and then what must precede it, because a search for a sign is fast.
_COMMAS: tuple[_Rewrite, ...] = (
    (re.compile("なら(?![、。]|ない|ず)"), "なら、"),
    (re.compile(r"、(?<=\([0-9Ｘ]\)、)"), ""),
    (re.compile("とき(?=、)"), "時"),
    (re.compile("0(?<![0-9]0)0*(?=[0-9])"), ""),
    (re.compile(f"{_IN_A_TIME}(?=[^、。のにキで以なかと』）])"), "中、"),
    (
        re.compile("び(?=【|公開|手札に|控え室に|ストック置場に)|公開し(?![、てたなよ])"),
        lambda match: f"{match[0]}、",
    ),
    (re.compile("、(?:(?<=枚以上、)(?=すべて|望む|好きな)|(?<=を持つ、)|(?<=なければ、))"), ""),
    # The て of 捨て is not a particle; with a comma, what precedes の holds for all after it.
    (re.compile("、(?<=[をにはがでともてか]、)(?<![捨当育]て、)"), ""),
    (re.compile("、(?<=回、)(?=次の)"), ""),
    (re.compile("、(?<=から、|ずつ、|つき、|かつ、|まで、|いる、|ない、|たり、)"), ""),
)
# An ability begins at the icon of its kind, unless the icon is only mentioned.
_LINES: tuple[_Rewrite, ...] = (
    (re.compile("【(?<=[。］』\ufffb]【)(?=[自永起]】(?![をのかでが』に]))"), "\n【"),
    (re.compile("\n\n+"), "\n"),
    (re.compile("\n(?<=[のをにが、]\n)"), ""),
    (re.compile("\n(?=『)"), ""),
    # The choices of a list and its cases, after their signs: ⅰ．, 3枚以上．, 《A》と《B》．
    (re.compile("\\.(?<=\n\ufffc\\.)"), "．"),
    (re.compile("\n(?=[^。．、：\n【『［\ufffb]{1,16}．)"), ""),
    (re.compile("\n(?:\\Z|(?<=\\A\n))"), ""),
    # A reminder is not an ability, whatever line it is on.
    (re.compile("\n(?<=.\n)(?=\ufffb(?:\n|\\Z))"), ""),
)


@cache
def _misprints() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return patterns of slips with corrections, compiled when needed. U+FFFC is a name, U+FFFB a
    reminder. Each begins with its sign, which is found fast: ``x(?<=yx)`` is an x after y."""
    return (
        (re.compile("、+。+、*|。[。、]+|、+(?=[』］]|\n【|\\Z)|\\.。"), "。"),  # around a stop
        (re.compile("、、+"), "、"),  # doubled
        (re.compile("：：+"), "："),  # doubled
        (re.compile("[ー―–—](?<=[をに/、][ー―–—])(?=[0-9ＸＹ])"), "－"),  # a dash
        # Old encodings have ＋ but no −, which became a question mark.
        (re.compile("\\?(?<=を\\?)(?=[0-9ＸＹ])"), "－"),
        (re.compile("＊(?=[0-9])"), "×"),  # typed for it: ＊500
        (re.compile("あなたの(?=自分の)"), "あなたは"),  # “your their own” for “you …”
        (re.compile("はは(?=あなた|この|その)"), "は"),  # the topic's sign twice
        (re.compile("(?<=に、)パワー(?=[＋－])"), "パワーを"),  # lost を (object)
        (re.compile("キャラ(?<=\ufffcキャラ)"), "のキャラ"),  # lost の (of)
        (re.compile("(?<=\ufffb)。"), ""),  # after a reminder
    )


# Quickly finds the texts that may have a misprint; most have none.
_MAY_HOLD_MISPRINTS = re.compile(
    "[、。.]\\s*[、。]|、\\s*(?:[』］\\]]|$)|：：|[ー―–—＊*?？][0-9０-９XＸYＹ]|[）)]。|あなたの自分の|はは|に、パワー|[》〉]キャラ",
    re.M,
)
_SPACE = re.compile(f"(?:(?!\n)[\\s{INVISIBLE}])+")
ICON = re.compile(
    r'<img src="/?(?:[a-z-]+/)*([A-Za-z]+)\.[a-z]+" ?/?>'
    r"|\[TRIGGER:([A-Za-z]+)\]|\[\[([a-z]+)\.gif\]\]"
)


@dataclass(frozen=True)
class Spelling:
    """``[spelling]`` of ``cards.toml``: what a game spells in its own way."""

    icons: Mapping[str, str] = field(default_factory=dict)  # by their names in sources, lower case
    words: Mapping[str, str] = field(default_factory=dict)  # by other spellings, longest first
    names: tuple[BracketPair, ...] = NAME_BRACKETS  # the brackets around names, besides 「」
    bare_marks: tuple[Pattern, ...] = ()  # what some sources print without 【】
    bracketed: tuple[Pattern, ...] = ()  # keywords that some sources print in ［］
    quoted: tuple[Pattern, ...] = ()  # printed in 「」 although it is not a name

    @cached_property
    def free(self) -> re.Pattern[str]:
        """The pattern of names, reminders (no rule may change them) and placeholders."""
        return re.compile(f"(?P<name>{_names(self.names)})|(?P<aside>{_REMINDER})|[\ufffb\ufffc]")

    @cached_property
    def rules(self) -> tuple[_Rewrite, ...]:
        """The rules for the game's wordings: words, marks that lack 【】, and needless ［］."""
        marks = (
            (re.compile(f"(?<!【){mark}(?![0-9】])"), lambda match: f"【{match[0]}】")
            for mark in self.bare_marks
        )
        keywords = ((re.compile(f"［({each})］"), itemgetter(1)) for each in self.bracketed)
        words = {word.translate(_SIGNS): new for word, new in self.words.items()}
        # One rule for all words: one pass is faster, and no word is rewritten twice.
        pattern = re.compile("|".join(map(re.escape, sorted(words, key=len, reverse=True))))
        spelled = ((pattern, lambda match: words[match[0]]),) if words else ()
        return (*spelled, *marks, *keywords)

    def icon(self, match: re.Match[str]) -> str:
        """Return the canonical icon (as for “soul”) for an image tag, or an unknown tag itself."""
        name = next(filter(None, match.groups()))
        return self.icons.get(name.lower(), match[0])


def _names(names: Sequence[str]) -> str:
    """Return the pattern of names in 「」 and ``names``, which are not rewritten or split."""
    pairs = (tuple(map(re.escape, pair)) for pair in names)
    return _NAME + "".join(f"|{first}[^{first}{last}\n]*{last}" for first, last in pairs)


@dataclass(frozen=True, slots=True)
class LinkTarget:
    """The concept of a concept key, with clauses in this game that are not those of the concept."""

    concept: str
    clauses: tuple[ClauseNumber, ...]


@dataclass(frozen=True, slots=True)
class CardsFile:
    """``cards.toml`` of a game: how its card texts are written, and which clauses explain them.
    ``reminders`` are reminder texts that many cards print, each with its own names and numbers."""

    edition: EditionName
    spelling: Spelling = field(default_factory=Spelling)
    links: Mapping[str, str | LinkTarget] = field(default_factory=dict)
    reminders: tuple[str, ...] = ()


def load_cards_file(path: Path) -> CardsFile:
    """Return the ``cards.toml`` at ``path``, or an empty one if there is none, since a game may
    spell all as others do. Raises :class:`CorpusError` if it is malformed."""
    from rulebook.toml_files.loader import load_if_there  # slow, not needed with cached tables

    hint = "See CONTRIBUTING.md, “Add a card grammar for a game”."
    return load_if_there(path, CardsFile, hint=hint) or CardsFile(EditionName(""))


def canonical(text: str, spelling: Spelling) -> Normalised:
    """Return the canonical form of ``text``, for the grammar, mapped to its characters. Rules for
    commas run after those for costs, as they find a cost by the form that these give it: (1)."""
    require_text("the card text", text)
    source, free, masked = _mask_free_text(text, spelling)
    for pattern, intended in _misprints() if _MAY_HOLD_MISPRINTS.search(text) else ():
        masked = rewrite(masked, pattern, intended)
    for pattern, new in (*_COSTS, *spelling.rules, *_COMMAS, *_LINES):
        masked = rewrite(masked, pattern, new)
    return _assign_removed_characters(_unmask(masked, source, free), text)


def _mask_free_text(
    text: str, spelling: Spelling
) -> tuple[Normalised, list[re.Match[str]], Normalised]:
    """Return ``text`` without markup; the matches of its names and reminders, which no rule may
    change; and a text to apply rules to, with a character in place of each match (U+FFFC for a
    name, U+FFFB for a reminder). ``quoted`` words, which are not names, lose their 「」."""
    source = unchanged(text)
    for pattern, new in _BREAKS:
        source = rewrite(source, pattern, new)
    source = rewrite(source, ICON, spelling.icon)
    for each in spelling.quoted:
        source = rewrite(source, re.compile(f"「({each})」"), itemgetter(1))
    free = list(spelling.free.finditer(source.text))
    signs = ["\ufffb" if part["aside"] else "\ufffc" for part in free]
    spans = (source.printed(*part.span()) for part in free)
    masks = (Normalised(c, (s.start,), (s.end,)) for c, s in zip(signs, spans, strict=True))
    places = ((*part.span(), mask) for part, mask in zip(free, masks, strict=True))
    masked = rewrite(replace_ranges(source, places), _SPACE, "")
    return source, free, Normalised(masked.text.translate(_SIGNS), masked.starts, masked.ends)


@dataclass(frozen=True, slots=True)
class Misprint:
    """A slip in a card text, which is read as if ``intended`` (may be ``""``) were printed there.
    ``start`` and ``end`` count code points of the text as given."""

    start: int
    end: int
    intended: str


def find_misprints(text: str, spelling: Spelling) -> tuple[Misprint, ...]:
    """Return the misprints in ``text`` in order, to report what :func:`canonical` only corrects."""
    if not _MAY_HOLD_MISPRINTS.search(text):
        return ()
    _, _, masked = _mask_free_text(text, spelling)
    found = [
        Misprint(masked.starts[match.start()], masked.ends[match.end() - 1], new)
        for pattern, new in _misprints()
        for match in pattern.finditer(masked.text)
    ]
    return tuple(sorted(found, key=lambda misprint: misprint.start))


def _assign_removed_characters(made: Normalised, text: str) -> Normalised:
    """Return ``made`` with spans widened to cover the characters of ``text`` that were removed
    (markup, commas), as users see what was not understood as printed. Removed characters belong to
    the character before them or, after a line break among them, to the character after them."""
    starts, ends = list(made.starts), list(made.ends)
    removed = [*compress(count(), map(lt, (0, *made.ends), (*made.starts, len(text))))]
    # The span of a break may contain what was removed next to it, so nothing is missing there.
    removed += [found.start() for found in re.finditer("\n+", made.text)]
    # The characters before and after each that are not line breaks, None if there is none.
    pairs: dict[tuple[int | None, int | None], None] = {}
    size = len(made.text)
    for at in removed:
        first = len(made.text[:at].rstrip("\n"))
        last = size - len(made.text[at:].lstrip("\n"))
        pairs[first - 1 if first else None, last if last < size else None] = None
    for before, after in pairs:
        left = 0 if before is None else ends[before]
        right = len(text) if after is None else starts[after]
        if not text[left:right].strip():
            continue
        lost = _BREAK.sub(lambda match: "\n" * len(match[0]), text[left:right])
        line = 0 if before is None else len(lost) if after is None else lost.rfind("\n") + 1
        if before is not None and (own := lost[: line or len(lost)].rstrip()):
            ends[before] = left + len(own)
        if after is not None and (line or before is None) and lost[line:].strip():
            starts[after] = right - len(lost[line:].lstrip())
    return Normalised(made.text, tuple(starts), tuple(ends))


def _unmask(masked: Normalised, source: Normalised, free: list[re.Match[str]]) -> Normalised:
    """Return ``masked`` with ``free`` (names, reminders) in place of their placeholders, which kept
    these as printed. Only their brackets become canonical: by these, the grammar knows them."""
    parts: list[tuple[int, int, Normalised]] = []
    for sign, part in zip(_PLACEHOLDERS.finditer(masked.text), free, strict=True):
        (start, end), text = part.span(), part[0]
        if text[0] in "｢(（":
            text = text[0].translate(_BRACKETS) + text[1:-1] + text[-1].translate(_BRACKETS)
        printed = Normalised(text, source.starts[start:end], source.ends[start:end])
        parts.append((*sign.span(), printed))
    return replace_ranges(masked, parts)


def split_abilities(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of each ability of a canonical ``text``: lines, not cut inside 『』.
    Names and reminders are skipped whole: a 『 or line break in one is free text."""
    start = depth = 0
    for match in re.finditer(f"{_NAME}|{_REMINDER}|[『』\n]", text):
        sign = match[0]
        if sign == "『":
            depth += 1
        elif sign == "』":
            depth = max(0, depth - 1)
        elif sign == "\n" and not depth:
            yield start, match.start()
            start = match.end()
    yield start, len(text)


def split_passages(text: str, names: Sequence[str] = NAME_BRACKETS) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each passage of a canonical ability, mostly a sentence, parsed one
    by one to keep a gap small. It ends at 。 or after a reminder, outside 『』, ［］ and names (in
    ``names``); 『』 after a sentence and a cost before one are passages themselves."""
    start = depth = 0
    for match in re.finditer(f"{_names(names)}|{_REMINDER}|[『［』］。]", text):
        sign = match[0]
        if sign in "『［":
            depth += 1
        elif sign in "』］":
            depth = max(0, depth - 1)
        closes = text[start] + sign in ("『』", "［］")
        ends = depth == 0 and (sign[0] in "。（※" or closes)
        if ends and not (closes and text.startswith(_PARTICLES, match.end())):  # 『…』を
            yield start, match.end()
            start = match.end()
    if start < len(text):
        yield start, len(text)
