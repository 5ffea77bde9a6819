"""Parse a card text: abilities as trees, and gaps for what was not understood."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import product
from pathlib import Path
from typing import Any, cast

from rulebook.cards import games  # noqa: F401 - makes known what only one game has
from rulebook.cards.builders.agreement import MISSING
from rulebook.cards.builders.course import check_course
from rulebook.cards.builders.frames import first_misfit
from rulebook.cards.builders.lexicon import FramesFile, load_frames, make_lexicon
from rulebook.cards.builders.register import builders, rules_built
from rulebook.cards.builders.sentence_checks import MAY_REPEAT, check_missing
from rulebook.cards.builders.sentences import NO_HEADING, RULES_OF_VERBS
from rulebook.cards.grammar.lalr_parser import LalrParser, Leaf, Stopped, Values
from rulebook.cards.grammar.lalr_tables import HINT, LalrTables, grammar_path, open_grammar_tables
from rulebook.cards.spelling import canonical_form
from rulebook.cards.spelling.damaged_text import FARTHEST, NEARLY, Reminders, first_repeat
from rulebook.cards.tree import card
from rulebook.cards.tree.node import Node, all_nodes, walk, with_printed_spans
from rulebook.clauses.corpus import Corpus, stored
from rulebook.clauses.game import Game
from rulebook.errors import CorpusError
from rulebook.messages import Message
from rulebook.records import NamedTuple, dataclass, replace
from rulebook.text.normal import Normalised, Span

# How deep nodes may be nested: deeper than on any card (17), but not too deep for recursion.
_DEEPEST = 100
_SHALLOW = 100  # a shorter text cannot make a tree that deep, and is not searched
_LONGEST = 100  # more sentences than any ability has
_REMINDS = re.compile("[（※]")  # what a reminder begins with
_QUOTED = re.compile("(?<=『)[^『』]+』")


@dataclass(frozen=True, slots=True)
class Dialect:
    """How the cards of one game are written: all that parsing them depends on. It is a value that
    is passed along, so that two games, or two versions of one, share nothing."""

    spelling: canonical_form.Spelling
    tables: LalrTables
    frames: tuple[FramesFile, ...] = ()
    reminders: tuple[str, ...] = ()


def load_dialect(game: Game, cache: Path | None = None) -> Dialect:
    """Return the dialect of ``game``, all that reading its cards takes, from its files; ``cache``
    has compiled grammars. Raises :class:`CorpusError` without a grammar or for a bad file."""
    tables = open_grammar(game, cache)
    # Otherwise the parser would fail only on a card that uses such a rule.
    if strange := {rule.name for rule in tables.rules if rule.builds} - rules_built():
        form = "no builder handles the rules {strange}; name each by rule=… or @builds"
        what = Message(form, strange=", ".join(sorted(strange)))
        raise CorpusError(grammar_path(game), what, hint=HINT)
    file = canonical_form.load_cards_file(game.table("cards.toml"))
    return Dialect(file.spelling, tables, load_frames(game), file.reminders)


def open_grammar(game: Game, cache: Path | None = None) -> LalrTables:
    """Return the tables of the grammar of ``game``, from the cache or, slowly, compiled now. Raises
    :class:`CorpusError` where there is no grammar, or no usable one."""
    return open_grammar_tables(grammar_path(game), game.id, RULES_OF_VERBS, cache)


class ParseStatus(StrEnum):
    """How far a card was understood."""

    PARSED = "parsed"
    PARTIAL = "partial"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Gap:
    """A part that the grammar does not know, or whose words do not fit together."""

    span: Span
    text: str  # in canonical form
    stopped: int  # code points of it before the token at which the parser stopped
    expected: tuple[str, ...]  # terminals that could have been there
    why: str = ""  # why the words do not fit, if the grammar would read them

    def printed(self, source: Normalised) -> Gap:
        """Return the gap with its span in the printed text of ``source``, which users see."""
        return replace(self, span=with_printed_spans(self.span, source))


def only_markup(text: str) -> tuple[Gap, ...]:
    """Return one gap that is the whole card text ``text``, or none if it is blank. Used for a text
    that has no ability once its markup is removed, so that it does not count as understood."""
    return (Gap(Span(0, len(text)), "", 0, ()),) if text.strip() else ()


@dataclass(frozen=True, slots=True)
class ParsedCard:
    """A card text as trees: its abilities, what was not understood, and what was misprinted."""

    text: str
    canonical: str
    abilities: tuple[card.Ability, ...]
    gaps: tuple[Gap, ...]
    misprints: tuple[canonical_form.Misprint, ...] = ()

    @property
    def coverage(self) -> float:
        """The share of the text that was understood; a low one may show another game's card."""
        return coverage(self.text, self.gaps)

    @property
    def status(self) -> ParseStatus:
        """Whether all, some or nothing of the text was understood. Reports count cards by it, and
        callers see from it how far an answer can be trusted."""
        return status(self.gaps, any(map(is_partly_understood, self.abilities)))


def coverage(text: str, gaps: Iterable[Gap]) -> float:
    """Return the share of the card ``text`` that is in no gap, and so is understood, 1 if it is
    empty. Statistics print it, and a low one shows a card of another game."""
    lost = sum(gap.span.end - gap.span.start for gap in gaps)
    return 1 - lost / len(text) if text else 1.0


def status(gaps: Sequence[Gap], understood: bool) -> ParseStatus:
    """Return whether a card with these ``gaps`` is parsed, partly parsed or failed. ``understood``
    is whether any part was read, which gaps do not show: one gap may be the whole card."""
    if not gaps:
        return ParseStatus.PARSED
    return ParseStatus.PARTIAL if understood else ParseStatus.FAILED


def is_partly_understood(ability: card.Ability) -> bool:
    """Whether any part of ``ability`` was parsed: one makes a card PARTIAL, not FAILED."""
    parts = (*ability.marks, ability.keyword, ability.cost, *ability.text)
    return any(part is not None and not isinstance(part, card.Unparsed) for part in parts)


Built = tuple[int, int, Any]
"""Start and end of an ability, and what the grammar built from it, or where it stopped."""


class Branch(NamedTuple):
    """A grammar rule with what the parser read for its parts, for people who look inside."""

    rule: str
    parts: Values


class CardParser:
    """Parses the card texts of one game with the grammar and the spelling of ``dialect``."""

    def __init__(self, dialect: Dialect) -> None:
        """Make the parser, words and checks of the game once: this takes long."""
        self._tables = dialect.tables
        self._lexicon = make_lexicon(dialect.tables.verbs, dialect.frames)
        self._parser = LalrParser(dialect.tables, builders(self._lexicon))
        self.spelling = dialect.spelling
        self._reminders = Reminders(dialect.reminders, dialect.spelling)
        self._senseless = [
            (word, [(re.compile(text), why) for text, why in rows.items()])
            for file in dialect.frames
            for word, rows in file.senseless.items()
        ]

    def read(self, text: str) -> ParsedCard:
        """Return the card text ``text`` parsed, with gaps where it is not understood. Spans count
        code points of ``text`` itself, which users see, not of the canonical form."""
        source = self.canonical(text)
        abilities, gaps = self.abilities(source.text, self.built(source.text))
        return self.parsed(text, source, with_printed_spans(abilities, source), gaps)

    def canonical(self, text: str) -> Normalised:
        """Return the canonical form of ``text``, as the grammar and keys of stores need it."""
        return canonical_form.canonical(text, self.spelling)

    def built(self, text: str) -> list[Built]:
        """Return what the grammar builds from each ability of ``text``, without the checks that
        ``abilities`` makes next (arguments of verbs, signs of damage): callers with many cards
        build all of them before they check any, which is faster."""
        return [
            (start, end, self._build(text, start, end, "ability"))
            for start, end in canonical_form.split_abilities(text)
            if start < end
        ]

    def abilities(
        self, text: str, built: Iterable[Built], *, unrepeated: bool = False
    ) -> tuple[tuple[card.Ability, ...], tuple[Gap, ...]]:
        """Return the abilities of a canonical ``text``, checked from what was ``built``, and its
        gaps, with spans in it, to be stored. An ability that has a fault, or cannot be carried out
        (``check_course``), is read again, to keep its other parts. ``unrepeated``: the caller
        searched it for words copied twice before it put placeholders for names."""
        gaps, abilities, first = list[Gap](), list[card.Ability](), 0
        for at, (start, end, found) in enumerate(built):
            ability = self._checked(found, text, start, end, "ability")
            first = at if text[start] == "【" else first  # a line without an icon continues others
            if isinstance(ability, card.Ability):
                is_last = text[end + 1 : end + 2] in ("", "【")  # no line after it continues it
                lost = next(check_course(ability, abilities[first:], self._lexicon, is_last), None)
                ability = Stopped(lost.start, (), lost.why) if lost else ability
            is_read = isinstance(ability, card.Ability)
            if is_read and not unrepeated:
                is_read = not self._find_repetition(text, start, start, end, ability)
            if not is_read:
                ability = self._read_in_parts(text, start, end, gaps, ability)
            abilities.append(ability)
        return tuple(abilities), tuple(gaps)

    def parsed(
        self, text: str, source: Normalised, abilities: Sequence[card.Ability], gaps: Iterable[Gap]
    ) -> ParsedCard:
        """Return ``text`` as a :class:`ParsedCard` of ``abilities`` and ``gaps``, whose offsets in
        ``source`` become those in ``text``. Words that are not understood are an ability, too: a
        text without any has only markup (``<br>``), which is one gap, or is blank."""
        placed = tuple(gap.printed(source) for gap in gaps) if abilities else only_markup(text)
        misprints = canonical_form.find_misprints(text, self.spelling)
        return ParsedCard(text, source.text, tuple(abilities), placed, misprints)

    @property
    def words(self) -> frozenset[str]:
        """The fixed words of the grammar. A name equal to one is read as that word, so it gets no
        placeholder in stored paragraphs. A :class:`Scanner` has these words in ``instead``."""
        tables = (table for each in self._tables.scanners for table in each.instead.values())
        return frozenset(word for table in tables for word in table)

    def tokens(self, text: str) -> Iterator[Leaf]:
        """Yield the terminals of each ability up to the first unknown one, for ``explain``, but not
        the end mark, which has no text to show."""
        source, seen = self.canonical(text), list[Leaf]()
        for start, end in canonical_form.split_abilities(source.text):
            self._parse(source.text, start, end, "ability", seen.append)
        for leaf in filter(lambda leaf: leaf.text, seen):
            span = source.printed(*leaf.span)
            yield leaf._replace(span=(span.start, span.end))

    def trees(self, text: str) -> Iterator[Branch]:
        """Yield the parse tree of each ability of ``text`` without a gap, for ``explain``."""
        # Branches instead of nodes show which rules were used.
        of = {r.name: lambda _, parts, rule=r.name: Branch(rule, parts) for r in self._tables.rules}
        parser = LalrParser(self._tables, of)
        text = self.canonical(text).text
        for start, end in canonical_form.split_abilities(text):
            if not isinstance(self._parse(text, start, end, "ability"), Stopped):
                yield cast(Branch, parser.parse(text, start, end, "ability"))

    def _parse(self, text: str, start: int, end: int, rule: str, *more: Any) -> Any:
        """Return what the grammar's ``rule`` builds from that part of ``text``, or a ``Stopped`` at
        the first word that grammar or checks refuse: the caller makes a gap there and reads the
        rest in parts. ``more`` goes to the parser."""
        return self._checked(self._build(text, start, end, rule, *more), text, start, end, rule)

    def _build(self, text: str, start: int, end: int, rule: str, *more: Any) -> Any:
        """Return what the grammar's ``rule`` builds, not yet checked, or where the parser stopped:
        then callers read the rest in parts. ``more`` are further arguments of :meth:`parse`."""
        try:
            return self._parser.parse(text, start, end, rule, *more)
        except Stopped as stopped:
            # The frames in its traceback would keep all that was read from being freed.
            return stopped.with_traceback(None)
        except ValueError:
            # Python does not convert numbers of thousands of digits, and no card has one.
            return Stopped(start, ())

    def _checked(self, found: Any, text: str, start: int, end: int, rule: str) -> Any:
        """Return ``found``, built by ``rule``, if it passes all checks, else where it fails, for a
        gap. The checks find nodes too deep for recursion, a noun that misfits and a damaged
        reminder; in a whole ability also what makes no sense together (``_find_senseless``), events
        without a subject and acts without an object (``check_missing``)."""
        if isinstance(found, Stopped):
            return found
        is_ability = isinstance(found, card.Ability)  # it stores its nodes, which others need, too
        nodes = [(found, None, 1), *found.inside] if is_ability else all_nodes(found)
        if end - start > _SHALLOW and any(depth > _DEEPEST for _, _, depth in nodes):
            return Stopped(start, ())
        if misfit := first_misfit(nodes, self._lexicon):
            # A noun that does not fit becomes a gap like an unknown word.
            return Stopped(max(start, misfit.start), (), misfit.why)
        # The grammar finds no fault in a reminder: to it, that is free text.
        reminders = (node for node, _, _ in nodes if isinstance(node, card.Reminder))
        for node in reminders if _REMINDS.search(text, start, end) else ():
            if why := self._reminders.fault_of(node.text, self._fault_in_sense):
                return Stopped(max(start, node.start), (), why)
        if rule != "ability":
            return found
        if stopped := self._find_senseless(text, start, end):
            return stopped
        abilities = (node for node, _, _ in nodes if isinstance(node, card.Ability))
        missing = next((misfit for each in abilities for misfit in check_missing(each)), None)
        return Stopped(missing.start, (), missing.why) if missing else found

    def _find_senseless(self, text: str, start: int, end: int) -> Stopped | None:
        """Return a stop at the first words of an ability that ``frames.toml`` calls senseless (at
        the pattern's group, if any), or None. Names and reminders, which are free, are blanked. A
        quoted ability is also searched alone, as it is used without the rest."""
        said = self.spelling.free.sub(lambda free: "　" * len(free[0]), text[start:end])
        parts = [(0, said), *((part.start(), part[0]) for part in _QUOTED.finditer(said))]
        for rows in (rows for word, rows in self._senseless if word in said):
            for (at, part), (pattern, why) in product(parts, rows):
                if found := pattern.search(part):
                    return Stopped(start + at + found.start(found.lastindex or 0), (), why)
        return None

    def _fault_in_sense(self, reminder: str) -> str:
        """Return why a ``reminder`` unlike those often printed makes no sense, or "". Read as an
        ability, it is senseless, its words misfit, or it nearly is a known one (``NEARLY``), with a
        noun of another sort or a few unreadable words. An argument may be missing: “you cannot
        choose it, either” leaves out what the text before it names."""
        text = self.canonical(reminder.strip("（）()※")).text
        if senseless := self._find_senseless(text, 0, len(text)):
            return senseless.why
        known = {**self._lexicon.words, **self._lexicon.zones}
        sorts = {word: each.sorts for word, each in known.items()}
        if self._reminders.has_another_sort(reminder, sorts):
            return NEARLY
        gaps: list[Gap] = []
        for start, end in canonical_form.split_passages(text, self.spelling.names):
            self._passage(text, start, start, end, gaps)
        if any(not gap.why for gap in gaps) and self._reminders.is_near(reminder):
            return NEARLY
        return next((gap.why for gap in gaps if gap.why not in ("", MISSING)), "")

    def _find_repetition(self, text: str, first: int, start: int, end: int, node: Node) -> int:
        """Return where ``node`` repeats the words before it, from ``first`` on, by a copying fault,
        else 0: the caller makes a gap there. Names and reminders (``free``) may repeat, and some
        acts (“draw 1”) are stated twice on purpose."""
        since, again = first_repeat(text[first:end], self.spelling.free) or (0, 0)
        if not again or first + again < start:
            return 0
        end = 2 * again - since  # of the copy, as long as the words at [since, again)
        acts = (each.start - first for each in walk(node) if isinstance(each, MAY_REPEAT))
        return 0 if any(since <= act < end for act in acts) else first + again

    def _read_in_parts(
        self, text: str, start: int, end: int, gaps: list[Gap], whole: Any
    ) -> card.Ability:
        """Return an ability with a fault, read passage by passage, so that only those with a fault
        become ``gaps``; more than real cards have would take too long and become one gap. ``whole``
        is what reading all at once gave: if a check stopped that, the passage at this place has the
        fault; if in the heading, the heading is read as part of the first passage."""
        heading, behind = self._read_heading(text, start, end)
        if isinstance(whole, Stopped) and whole.why and whole.position < behind:
            heading, behind = NO_HEADING, start
        places = list(canonical_form.split_passages(text[behind:end], self.spelling.names))
        if len(places) > _LONGEST:
            places = [(0, end - behind)]
        passages = []
        for first, last in ((behind + first, behind + last) for first, last in places):
            before = max(behind, first - FARTHEST)  # words copied by mistake are no farther
            passages.append(self._passage(text, before, first, last, gaps, whole))
        return replace(heading, start=start, end=end, text=tuple(passages))

    def _read_heading(self, text: str, start: int, end: int) -> tuple[card.Ability, int]:
        """Return the marks, keyword and cost at the head of an ability, and the offset of their
        end, so that a fault in the text does not hide the kind of the ability."""
        seen: list[Leaf] = []
        found = self._parse(text, start, end, "heading", seen.append)
        if isinstance(found, card.Ability):
            return found, end
        at = found.position
        # Read up to the fault, or up to the cost that has it, the last one first. Terminals may
        # look ahead to ``end``.
        ends, depth = [at], 0
        for leaf in seen:
            if leaf.text == "［" and not depth and leaf.span[0] < at:  # not a cost in 『』
                ends.insert(1, leaf.span[0])
            depth += (leaf.text == "『") - (leaf.text == "』")
        for last in ends:
            found = self._parse(text, start, last, "heading", None, end)
            if isinstance(found, card.Ability):
                return found, last
        return NO_HEADING, start

    def _passage(
        self, text: str, before: int, start: int, end: int, gaps: list[Gap], whole: Any = None
    ) -> Any:
        """Return the node of one passage; one that cannot be read, or repeats words after
        ``before``, becomes ``Unparsed`` and one of ``gaps``. ``whole``, the result for the ability,
        may have stopped inside it (at a misplaced “if you do”): the passage then has its fault."""
        found = self._parse(text, start, end, "passage")
        if isinstance(found, Stopped) and text[end - 1] != "。":  # the last may have no full stop
            unclosed = self._parse(text, start, end, "open_sentence")
            # If both stopped, the one that says what does not fit is more useful.
            if not isinstance(unclosed, Stopped) or unclosed.why:
                found = unclosed
        if not isinstance(found, Stopped) and (
            repeat := self._find_repetition(text, before, start, end, found)
        ):
            found = Stopped(repeat, (), "the words before this are repeated")
        if isinstance(whole, Stopped) and whole.why and start <= whole.position < end:
            found = whole
        if not isinstance(found, Stopped):
            return found
        said = text[start:end]
        gaps.append(Gap(Span(start, end), said, found.position - start, found.expected, found.why))
        return card.Unparsed(start, end, said)


@stored
def open_card_parser(corpus: Corpus, game: Game) -> CardParser:
    """Return the card parser of ``game``, kept by ``corpus``, for callers that need trees only
    (counts, gaps, the game of a text): it opens without the tables of clauses."""
    return CardParser(load_dialect(game, corpus.cache))
