"""Extract the terms of a rulebook. Of several definitions of a word, the reviewed table comes
first, then a heading of a zone or phase, a defining sentence, and a sentence that names the word
in passing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulebook.clauses.findings import Finding
from rulebook.clauses.model import Clause, Rulebook
from rulebook.clauses.numbered_tables import load_numbered_table
from rulebook.links.model import Term, TermKind
from rulebook.records import NamedTuple, dataclass, replace
from rulebook.toml_files.kinds import ClauseNumber, EditionName, Name, Reason

_OPEN, _CLOSE = "「『‘“’", "」』’”"
_QUOTED = rf"[{_OPEN}]([^{_OPEN}{_CLOSE}]{{1,24}})[{_CLOSE}]"
# A word without quotation marks, back to the particle before it.
_BARE = rf"([^\s、。をはがに{_OPEN}{_CLOSE}()（）]{{1,20}})"

_TOWA_QUOTED = re.compile(rf"{_QUOTED}とは(?=[、‘『「（(]|該)")
_TOWA_BARE = re.compile(rf"(?:^|[。\n]){_BARE}とは、")
_SAID = r"と(?:呼[びばぶ]|言い|いい|称し|呼称す)"
_NAMED_QUOTED = re.compile(rf"{_QUOTED}(?:(?:や|、?または){_QUOTED})?[ 　]?{_SAID}")
_NAMED_BARE = re.compile(rf"(?:を|は)、?(?:特に|まとめて|合わせて|さらに)*{_BARE}{_SAID}")
_NAMED_PAIR = re.compile(rf"を{_BARE}、[^、。]*?を{_BARE}{_SAID}")
_BECOMES = re.compile(rf"{_QUOTED}(?:状態|こと)(?:となり|になり)")
_MARKED_AS = re.compile(rf"と(?:なり|呼び)、{_QUOTED}と表記されます")
_LABEL = re.compile(
    r"^([^\s、。:：「」()（）/]{2,18})(?:/([^\s、。:：/]{2,18}))?(?:[:：](?=\S| )|[(（][)）][:：]?)"
)
# Words that show that a list explains words
_DEFINES = re.compile(r"用語|定義|\b(?:defin(?:e[sd]?|itions?)|terms)\b", re.IGNORECASE)
_ORDER = re.compile(rf"{_QUOTED}(?:または{_QUOTED})?[ 　]?(?:指示|という行動)")
_SPECIAL = re.compile(rf"^{_QUOTED}(?:(?:または|あるいは){_QUOTED})?とは")
_SCOPED = re.compile(r"[(（]以下[“「‘]([^”」’]{1,12})[”」’]と(?:表記|呼)")
_SPELLING = re.compile(
    rf"{_QUOTED}(?:の語が|という単語は|は、テキスト中では|のことを){_QUOTED}と(?:表記|表|呼称)(?:される|する)(?:こと|場合)があります"
)
_ALSO_CALLED = re.compile(
    # Never past where the same words begin again, so no text is scanned twice.
    rf"この領域に置かれているカードのことを、?(?:(?!この領域に)[^「」])*{_QUOTED}"
    "と表記することがあります"
)
_PLAIN = re.compile(rf"単に{_QUOTED}(?:と表記され|を参照す)る場合")

# “A Ship is a card that …”, “… is called a wreck”, “‘Sink’ means …”.
_ENGLISH = (
    re.compile(
        r"^(?:An?|The) ([A-Za-z][a-z]*(?: [A-Za-z][a-z]*){0,2}) (?:is|are) (?:an?|the|any)\b"
    ),
    re.compile(rf"(?:is|are) called (?:an? |the )?[{_OPEN}]?([A-Za-z]+(?: [A-Za-z]+)?)\b"),
    re.compile(r"[“\"‘']([A-Za-z]+(?: [A-Za-z]+){0,2})[”\"’'] (?:means|refers to)\b"),
)

_COMPLEMENT = re.compile(r"^[(（][^()（）]*[)）](?=.)")
_NO_WORD = re.compile(
    r"^[をはがにのと枚点]|^あ[るな]|^その|^な[くい]|^する$"
    r"|[をはがにのとか、事]$|のマスター$"
    r"|[()（）［］\[\]〈〉‘’]|.を.|[0-9０-９]枚|と[呼言]"
)
_LONGEST = 18  # In characters: longer words are not terms
# The sign that numbers the parts of a heading: 「アタック①」.
CIRCLED = re.compile(r"(?<![ 　])[ 　]*[①-⑳]$")


class Definition(NamedTuple):
    """A word that a sentence defines; ``spelling_of`` is the word of which it is a spelling."""

    word: str
    spelling_of: str | None = None
    scoped: bool = False
    weak: bool = False  # Whether it only names the word in passing: others come first


def definitions_in(text: str) -> Iterator[Definition]:
    """Yield the definitions in ``text``, which become terms, by the wordings of such sentences
    (…とは, “… is”): another spelling of a word, a word of one passage (``scoped``: “hereafter
    called …”), or a label that begins the text or, in a list of terms (``_DEFINES``), a line.
    Wordings that also occur elsewhere give weak definitions, which others replace."""
    # A word that a text defines twice is one term; another spelling of a word is not a term.
    spelled = {match[2]: match[1] for match in _SPELLING.finditer(text)}
    for word, of in spelled.items():
        yield Definition(word, spelling_of=of)
    named = (_NAMED_PAIR, _NAMED_QUOTED, _NAMED_BARE)
    for pattern in (_TOWA_QUOTED, _SPECIAL, _TOWA_BARE, *named, *_ENGLISH):
        yield from (Definition(word) for word in _defined_words(pattern, text))
    first, *rest = text.split("\n")
    for line in (first, *(each.lstrip("⚫•●・■◆○- ") for each in rest if _DEFINES.search(first))):
        yield from (Definition(word) for word in _defined_words(_LABEL, line))
    yield from (Definition(match[1], scoped=True) for match in _SCOPED.finditer(text))
    for pattern in (_ORDER, _MARKED_AS, _BECOMES, _PLAIN, _ALSO_CALLED):
        found = _defined_words(pattern, text)
        yield from (Definition(word, weak=True) for word in found if word not in spelled)


def _defined_words(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    """Yield the words in the groups of ``pattern`` in ``text``, without an object in brackets:
    “draw” of “(a card) draw”. A long phrase, or one character except a kanji, is not a term."""
    for match in pattern.finditer(text):
        for group in match.groups():
            word = _COMPLEMENT.sub("", group or "")
            is_short = 2 <= len(word) <= _LONGEST or (len(word) == 1 and "一" <= word <= "龠")
            if is_short and not _NO_WORD.search(word):
                yield word


_ENGLISH_ZONES = "zone|area|pile|deck|hand|graveyard"
# By the end of the word, tried in order.
_BY_ENDING = (
    (re.compile(r"(?:フェイズ|ステップ|ターン|(?i:\b(?:phase|step)))$"), TermKind.PHASE),
    (re.compile(rf"(?:領域|置場|エリア|ゾーン|(?i:\b(?:{_ENGLISH_ZONES})))$"), TermKind.ZONE),
    (re.compile(r"(?:状態|向き|した|された|している)$"), TermKind.STATE),
    (re.compile(r".能力$"), TermKind.ABILITY),
    (re.compile(r".効果$"), TermKind.EFFECT),
    (re.compile(r"処理$"), TermKind.RULE_PROCESS),
    (re.compile(r"(?:タイミング|ポイント|誘発|誘発条件)$"), TermKind.TIMING),
    (re.compile(r"(?:プレイヤー|オーナー|マスター|キャラ|相手)$"), TermKind.ROLE),
    (re.compile(r"アイコン$"), TermKind.CARD_INFO),
    (re.compile(r"(?:[うくすつぬむるぐ]|アタック|ブロック|チェック)$"), TermKind.ACTION),
)
# By the heading of the chapter; a section there is a term of that kind.
_BY_CHAPTER = (
    (re.compile(r"カードの(?:情報|種類)"), TermKind.CARD_INFO),
    (re.compile(r"領域"), TermKind.ZONE),
    (re.compile(r"特定行動"), TermKind.ACTION),
    (re.compile(r"キーワード"), TermKind.KEYWORD),
    (re.compile(r"ルール処理"), TermKind.RULE_PROCESS),
    (re.compile(r"\b(?:zones|areas)\b", re.IGNORECASE), TermKind.ZONE),
    (re.compile(r"(?i)\b(?:card types|parts of .*card|card information)\b"), TermKind.CARD_INFO),
    (re.compile(r"\b(?:keywords?|keyword abilities)\b", re.IGNORECASE), TermKind.KEYWORD),
    (re.compile(r"(?i)\b(?:turn structure|structure of a turn|phases)\b"), TermKind.PHASE),
)
_PREFIX = re.compile(r"^[（(][^（）()]*[）)](?=.)")
# Headings that name what the section is about, not a thing of the game.
_NO_TERM = re.compile(
    r"(?:の基本|の基本$|^概要$|^基本$|について$|の参照$|の種別$|の種類$|^付録)|。$|、"
)
_NAMED_BY_HEADINGS = {*map(TermKind, ("zone", "phase", "card-info", "keyword", "rule-process"))}
_LONGEST_HEADING = 24  # In characters: longer ones name no term
_HINT = "See CONTRIBUTING.md, “Terms”."


class Kinds:
    """Finds the kind of terms in one rulebook: by its own table, then by rules for all games."""

    def __init__(self, book: Rulebook, entries: Sequence[_KindEntry]) -> None:
        """Prepare to find the kind (zone, action) of terms of ``book`` by the ending of a word, or
        else by its chapter. ``entries`` of the game's ``terms.toml`` are tried before the endings
        and chapters usual in all games, since the game may form its words differently."""
        self._book = book
        self._entries = entries

    def of_chapter(self, clause: Clause) -> TermKind | None:
        """Return the kind of terms that the chapter of ``clause`` is about, such as zones; None if
        its title names none. The kind of a word often does not show in its form."""
        above = self._book.ancestors(clause)
        title = (above[0].title if above else clause.title) or ""
        kinds = (each.kind for each in self._entries if any(w in title for w in each.chapters))
        own = next(kinds, None)
        return own or next((kind for pattern, kind in _BY_CHAPTER if pattern.search(title)), None)

    def of(self, clause: Clause, word: str) -> TermKind:
        """Return the kind of a term, by which glossaries are divided: by the ending of ``word``,
        else by the chapter of ``clause``. The game's own table comes first: some words are odd."""
        own = next((each.kind for each in self._entries if word.endswith(each.endings)), None)
        by_ending = own or next((kind for end, kind in _BY_ENDING if end.search(word)), None)
        return by_ending or self.of_chapter(clause) or TermKind.OTHER


@dataclass(frozen=True, slots=True)
class Slip:
    """A misprint, or a spelling that differs from other places: as printed, and as intended."""

    printed: str
    intended: str
    why: Reason
    misprint: bool = False


@dataclass(frozen=True, slots=True)
class TermEntry:
    """A term that extraction misses or gets wrong, with the reason for the entry."""

    word: Name
    kind: TermKind
    clause: ClauseNumber
    why: Reason
    spellings: tuple[Name, ...] = ()
    scope: ClauseNumber | None = None


@dataclass(frozen=True, slots=True)
class _WordsEntry:
    """Words, with the reason for the entry."""

    words: tuple[str, ...]
    why: Reason


@dataclass(frozen=True, slots=True)
class _KindEntry:
    """Endings of words, or words of chapter headings, that show the kind of terms."""

    kind: TermKind
    why: Reason
    endings: tuple[str, ...] = ()
    chapters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TermsFile:
    """A reviewed ``terms.toml``: what the document itself does not say plainly. Uses of
    ``unlinked`` terms are not linked, since they look like ordinary words."""

    edition: EditionName
    term: tuple[TermEntry, ...] = ()
    forbid: tuple[_WordsEntry, ...] = ()
    unlinked: tuple[_WordsEntry, ...] = ()
    slip: tuple[Slip, ...] = ()
    kind: tuple[_KindEntry, ...] = ()


NO_TABLE = TermsFile("")  # The table of a document whose terms nobody has reviewed


def load_term_table(book: Rulebook) -> tuple[TermsFile, tuple[Finding, ...]]:
    """Return ``terms.toml`` of the game of ``book``, in which people correct what patterns extract
    wrongly (empty without the file), and findings on clause numbers that the edition lacks."""
    file, stale = load_numbered_table(book, "terms.toml", TermsFile, hint=_HINT)
    return file or NO_TABLE, stale


def words_of(entries: Sequence[_WordsEntry]) -> frozenset[str]:
    """Return all words of ``entries``, which callers leave out: as terms, or as links to a term."""
    return frozenset(word for entry in entries for word in entry.words)


def extract_terms(book: Rulebook, table: TermsFile) -> tuple[Term, ...]:
    """Return the terms of ``book``, each once, in the order of their defining clauses, by the most
    reliable definition (see the module), without words that ``table`` forbids."""
    spellings: dict[str, list[str]] = {}
    ranked: list[tuple[int, Term]] = []
    kinds, forbidden = Kinds(book, table.kind), words_of(table.forbid)
    for clause in book.clauses:
        ranked += ((1, term) for term in _terms_of_heading(kinds, clause))
        for definition in definitions_in(clause.text):
            if definition.spelling_of:
                spellings.setdefault(definition.spelling_of, []).append(definition.word)
                continue
            kind = kinds.of(clause, definition.word)
            scope = clause.number if definition.scoped else None
            term = Term(definition.word, kind, clause.number, (), scope)
            ranked.append((3 if definition.weak else 2, term))
    ranked = [entry for entry in ranked if entry[1].word not in forbidden]
    listed = [Term(e.word, e.kind, e.clause, e.spellings, e.scope) for e in table.term]
    ranked += [(0, term) for term in reversed(listed)]  # the last entry of a word counts
    best: dict[str, Term] = {}
    for _, term in sorted(ranked, key=lambda entry: entry[0]):
        best.setdefault(term.word, term)
    for word, term in best.items():
        # Added last, since a definition may come before the term that it spells.
        found = dict.fromkeys([*term.spellings, *spellings.get(word, ())])
        kept = (each for each in found if each not in best and each not in forbidden)
        best[word] = replace(term, spellings=tuple(kept))
    order = {clause.number: place for place, clause in enumerate(book.clauses)}
    return tuple(sorted(best.values(), key=lambda term: (order[term.clause], term.word)))


def _terms_of_heading(kinds: Kinds, clause: Clause) -> Iterator[Term]:
    """Yield the terms that the heading of ``clause`` names: 置く/戻す (put, return) names two
    actions. In a chapter on one kind of terms (zones), each heading names a term of that kind,
    unless its word shows a phase or rule process; but a chapter on rule processes also has headings
    on other things. Elsewhere, only a word that ends like a zone, phase, keyword, rule process or
    part of a card (“attack phase”) is a term. Titles that are long, of chapters or of general
    sections name none."""
    if clause.title is None or clause.parent is None or _NO_TERM.search(clause.title):
        return
    title = CIRCLED.sub("", clause.title)
    if len(title) > _LONGEST_HEADING:
        return
    chapter = kinds.of_chapter(clause)
    names = title.split("/") if chapter is TermKind.ACTION and " " not in title else [title]
    for name in names:
        word = _PREFIX.sub("", name)
        kind = by_form = kinds.of(clause, word)  # a phase or rule process shows in the word
        if by_form not in (TermKind.PHASE, TermKind.RULE_PROCESS):
            is_headed = chapter in _NAMED_BY_HEADINGS and chapter is not TermKind.RULE_PROCESS
            kind = chapter if chapter and is_headed else by_form
        is_term = chapter is not None or kind in _NAMED_BY_HEADINGS
        if kind is TermKind.RULE_PROCESS:
            # “…の処理” (processing of) elsewhere is about something else: of an effect.
            is_term = chapter is TermKind.RULE_PROCESS or "の処理" not in word
        if is_term and word:
            yield Term(word, kind, clause.number)
