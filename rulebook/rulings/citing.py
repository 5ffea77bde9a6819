"""Check the citations in a text: whether the clause exists, in which edition, with which words."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import cache
from html import escape

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.clauses.model import Rulebook
from rulebook.editions.citations import Citation, CitationFinder, renumbered
from rulebook.editions.quotations import QuotedWords
from rulebook.records import dataclass, replace
from rulebook.rulings.edition_routes import EditionRoutes
from rulebook.text.normal import Span, fold, with_edits

_IGNORED = re.compile(r"[\s〓、。,.「」『』“”‘’\"*`]+")
# A negation in folded words without spaces: not ずつ (each) or なくなる (to run out), “note”.
_NEGATION = re.compile("ません|な(?:[いけか]|く(?!な))|ず(?!つ)|not(?!e|i)")
# The signs for words that a quotation leaves out.
_LEFT_OUT = re.compile(
    r"[(（\[［]?(?:…+|‥+|\.{3,}|・{3,}|[―—─]{2,})[)）\]］]?|[(（\[［〔](?:中略|略|前略|後略)[)）\]］〕]|[〜～]+"
)
_SHORTENED = re.compile(r"\w(?:[…‥]+|\.{3,}|[(（](?:中略|略)[)）])\w")
SHORTEST_QUOTE = 8  # in characters: shorter quotations are names of things, not words of a clause
# The pattern of a link by the format of the text; in plain text, the address after the number.
LINKS = {
    "text": "{printed} <{address}>",
    "markdown": "[{printed}]({address})",
    "html": '<a href="{address}">{printed}</a>',
}
# Spans in which nothing may become a link: code, links, the header of the file.
_NO_LINKS_IN = {
    "markdown": re.compile(
        r"^(?:```|~~~).*?^(?:```|~~~)|`[^`\n]*`|!?\[[^\[\]\n]*\]\([^)\[\n]*\)|<[^<>\n]*>|\A---\n.*?^---$",
        re.S | re.M,
    ),
    "html": re.compile(
        r"<(a|script|style|title|textarea|option)(?![\w-]).*?(?:</\1\s*>|\Z)", re.S | re.I
    ),
    "text": re.compile(r"(?!)"),
}


class CitationStatus(StrEnum):
    """The result of checking a citation."""

    FOUND = "found"
    MISSING = "missing"  # The named edition lacks the clause; if none is named, every edition does
    MOVED = "moved"  # Only an older edition has the clause, and none is named
    MISQUOTED = "misquoted"  # The clause lacks the words in quotation marks next to the citation
    UNCHECKED = "unchecked"  # It lacks words quoted near the citation, perhaps from elsewhere
    AMBIGUOUS = "ambiguous"  # Several games have the clause, and nothing says which game is meant


@dataclass(frozen=True, slots=True)
class CheckedCitation:
    """A citation, and the result of checking it. ``games`` are the ids of the games that have the
    clause, or should have it; ``number`` is the number as the document writes it, ``edition`` the
    edition that has it. ``now`` are its numbers in the current edition, if that is another.
    ``quoted`` is whether the clause has all words quoted next to the number, or some near it; it
    lacks the ``misquoted``."""

    citation: Citation
    status: CitationStatus
    games: tuple[str, ...]
    number: str
    edition: str | None = None
    now: tuple[str, ...] = ()
    quoted: bool | None = None
    misquoted: tuple[QuotedWords, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether the citation need not be corrected: its clause exists in the edition named, else
        in the current one, and has the words quoted next to it."""
        return self.status is CitationStatus.FOUND


class CitationChecker:
    """Checks citations of the rules of a corpus; ``routes`` maps numbers between editions."""

    def __init__(self, corpus: Corpus, routes: Callable[[Game], EditionRoutes]) -> None:
        """Check citations against the clauses of ``corpus``, whose words are kept for quotations;
        ``routes`` returns the map by which a game's old numbers are followed to today's."""
        self._corpus = corpus
        self._routes = routes
        self._words = cache(lambda game: ClauseWords(corpus.read(corpus.game(game))))
        self.finder = corpus.once(CitationFinder, tuple(corpus.games.values()))

    def check(
        self, text: str, game: Game | None = None, *, is_markup: bool = False
    ) -> list[CheckedCitation]:
        """Return each citation in ``text``, in order, with the result of checking it. One without a
        game is of ``game``, else of the only game named. With ``is_markup``, tags are skipped."""
        about = game or self.finder.subject(text)
        # Numbers that stand alone may be written as in an older edition.
        editions = self._corpus.editions(about) if about else (None,)
        notations = {at and at.edition.layout.separator: at for at in editions}
        every = {
            each.span: each
            for notation in notations.values()
            for each in self.finder.find(text, notation, is_markup=is_markup)
        }
        found = sorted(every.values(), key=lambda each: each.span)
        checked = [each for citation in found for each in self._check_one(citation, about)]
        # Of several citations with one quotation, only one needs to have its words.
        read = (each for each in checked if each.quoted is not None)
        right = {q.at for each in read for q in {*each.citation.quotes} - {*each.misquoted}}
        for at, each in enumerate(checked):
            if wrong := [q for q in each.misquoted if each.is_right and q.at not in right]:
                is_sure = any(quote.is_next for quote in wrong)
                status = CitationStatus.MISQUOTED if is_sure else CitationStatus.UNCHECKED
                checked[at] = replace(each, status=status)
        return checked

    def of_game(self, text: str, game: Game, *, is_markup: bool = False) -> list[Citation]:
        """Return the citations of ``game`` in ``text`` to renumber, and for a person those that may
        be none (Python 3.1.2). One without a game is of the only game named, else of ``game``."""
        named = self.finder.subject(text)
        about = game if named is None or named.id == game.id else named
        found = self.finder.find(text, about, is_markup=is_markup, doubtful=True)
        return [each for each in found if (each.game or about.id) == game.id]

    def _check_one(self, citation: Citation, about: Game | None) -> Iterator[CheckedCitation]:
        """Yield the result for ``citation``. One without a game belongs to the only game with such
        a clause: one with the quoted words, else a current one, else any. Several are ambiguous. An
        unsure number that no game has is probably not a citation."""
        if game := self._corpus.games[citation.game] if citation.game else about:
            yield self._check_in_game(citation, game)
            return
        each = [self._check_in_game(citation, game) for game in self._corpus.games.values()]
        there = [one for one in each if one.status is not CitationStatus.MISSING]
        right = [c for c in there if c.quoted] or [c for c in there if c.is_right] or there
        if len(right) == 1:
            yield right[0]
        elif right:
            games = tuple(one.games[0] for one in right)
            yield replace(right[0], games=games, status=CitationStatus.AMBIGUOUS)
        elif citation.is_sure:
            yield replace(each[0], games=())

    def _check_in_game(self, citation: Citation, game: Game) -> CheckedCitation:
        """Return the result for one game. Without an edition, those with its notation come
        first."""
        routes = self._routes(game)
        current, named = game.edition.name, citation.edition
        # The notation may show the edition, in which the number may be another clause.
        latest_first = self._corpus.editions(game)[::-1]
        editions = sorted(
            latest_first,
            key=lambda at: (at.edition.layout.separator not in citation.number, at.key != game.key),
        )
        for edition in (named,) if named else (at.edition.name for at in editions):
            number = routes.number_in(edition, citation.number)
            if number is None:
                continue
            now = routes.now(edition, number) if edition != current else ()
            has_moved = named is None and edition != current
            status = CitationStatus.MOVED if has_moved else CitationStatus.FOUND
            found = CheckedCitation(citation, status, (game.id,), number, edition, now)
            if quotes := [quote for quote in citation.quotes if is_quotation(quote.words)]:
                words = self._words(f"{game.id}@{edition}")
                wrong = tuple(quote for quote in quotes if not words.has(number, quote.words))
                is_wrong = any(quote.is_next for quote in wrong)
                quoted = not is_wrong if is_wrong or len(wrong) < len(quotes) else None
                found = replace(found, quoted=quoted, misquoted=wrong)
            return found
        return CheckedCitation(citation, CitationStatus.MISSING, (game.id,), citation.number, named)


def plain_words(text: str) -> str:
    """Return ``text`` folded, without spaces and punctuation, which people change in quotations."""
    return _IGNORED.sub("", fold(text))


class ClauseWords:
    """The words of the clauses of one rulebook, each with those of the clauses below it."""

    def __init__(self, book: Rulebook) -> None:
        """Look for quotations in ``book``; its words are kept, as texts repeat them."""
        self._book = book
        self._words_of = cache(self._all_words_of)

    def has(self, number: str, quote: str) -> bool:
        """Whether the clause, or one below it, prints ``quote``, which may be shortened (…), but
        not right before a negation (行い|ません, “may|not”), as that would reverse the rule."""
        words, at = self._words_of(number), 0
        for part in _LEFT_OUT.split(quote):
            plain = plain_words(part)
            found = words.find(plain, at)
            while found >= 0 and plain and _NEGATION.match(words, found + len(plain)):
                found = words.find(plain, found + 1)
            if found < 0:
                return False
            at = found + len(plain)
        return True

    def _all_words_of(self, number: str) -> str:
        """Return the words of a clause and all below it: people cite one but quote the others,
        too."""
        clause = self._book.by_number[number]
        return "".join((plain_words(clause.wording), *map(self._words_of, clause.children)))


def is_quotation(quote: str) -> bool:
    """Whether ``quote`` is long enough to look for, or words with others left out between them
    (山札に…負けます, “deck … loses”): shorter ones name things (控え室, “waiting room”)."""
    return len(plain_words(quote)) >= SHORTEST_QUOTE or bool(_SHORTENED.search(quote))


@dataclass(frozen=True, slots=True)
class RewrittenText:
    """A text with rewritten citations. ``left`` are citations that a person must decide,
    ``reworded`` those of changed clauses, with the changes. ``assumed`` counts the rewritten
    citations that name no edition and were read as of ``since``."""

    text: str
    left: tuple[Citation, ...]
    reworded: tuple[tuple[Citation, tuple[str, ...]], ...] = ()
    assumed: int = 0
    since: str = ""


def upgrade_citations(
    text: str, citations: Sequence[Citation], routes: EditionRoutes, since: str
) -> RewrittenText:
    """Return ``text`` with ``citations`` renumbered to the edition of ``routes``; those that name
    no edition are read as of ``since`` (``assumed`` counts those rewritten). A citation is left for
    a person if its clause was split, lost or is unknown, if the alignment is not sure, if it has
    tags inside, or if its range changed. A doubtful one, which may not be a citation (Python
    3.1.2), is left only if there was such a clause and its number is another now."""
    target = routes.game.edition.name
    edits: dict[Span, str] = {}
    left: list[Citation] = []
    reworded: list[tuple[Citation, tuple[str, ...]]] = []
    assumed = 0
    for citation, number, new in renumbered(
        text,
        citations,
        lambda each: routes.sure_number(each.edition or since, each.number),
        lambda one, other: routes.is_same_range(one.edition or since, one.number, other.number),
    ):
        was = citation.edition or since
        is_same = citation.is_doubtful and routes.number_in(was, citation.number) in (None, number)
        if is_same or (was == target and number):
            continue
        if new is None or number is None or citation.is_doubtful:
            left.append(citation)
            continue
        if words := routes.changed_words(was, number):
            reworded.append((citation, words))
        assumed += new != citation.span.of(text) and citation.edition is None
        edits[citation.span] = new
        if citation.edition_span is not None:
            edits[citation.edition_span] = target
    new_text = with_edits(text, sorted(edits.items()))
    return RewrittenText(new_text, tuple(left), tuple(reworded), assumed, since)


def link_citations(
    text: str, checked: Sequence[CheckedCitation], base: str, form: str
) -> RewrittenText:
    """Return ``text`` with citations as links to pages at ``base``, their words unchanged: to the
    edition if named, else to the clause's present number, else to the last edition with it. Wrong
    and ambiguous ones, and those with tags inside, are left for a person; links and code stay."""
    closed = [Span(*match.span()) for match in _NO_LINKS_IN[form].finditer(text)]
    edits: dict[Span, str] = {}
    left: list[Citation] = []
    for each in checked:
        span = each.citation.span
        at = bisect_right(closed, span.start, key=lambda each: each.start)
        if at > 0 and closed[at - 1].holds(span):
            continue
        is_wrong = each.status in (CitationStatus.MISSING, CitationStatus.MISQUOTED)
        now = () if each.citation.edition else each.now
        if is_wrong or len(now) > 1 or len(each.games) != 1 or "<" in span.of(text):
            left.append(each.citation)
            continue
        is_of_edition = each.citation.edition or each.status is CitationStatus.MOVED
        number = f"{each.edition}/{each.number}" if is_of_edition else each.number
        address = f"{base.rstrip('/')}/{each.games[0]}/{next(iter(now), number)}.html"
        address = escape(address) if form == "html" else address
        edits[span] = LINKS[form].format(printed=span.of(text), address=address)
    return RewrittenText(with_edits(text, sorted(edits.items())), tuple(left))
