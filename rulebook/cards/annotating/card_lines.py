"""Many cards as lines of JSON, read stage by stage. Half of the abilities in a large library are
also printed on other cards, with other names. A paragraph is therefore read with a placeholder for
each name, and its JSON is stored under its canonical text, with offsets and names left open. Its
governing clauses depend on whether the card has icons of zones: they are stored for both cases."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import accumulate
from json.encoder import encode_basestring as quoted
from typing import TYPE_CHECKING

from rulebook.cards.annotating import json_text
from rulebook.cards.annotating.governing import CitedClause
from rulebook.cards.annotating.json_text import JsonPieces, link_rest, link_text, printed_link
from rulebook.cards.facts.locations import is_card_unmarked, works_unmarked
from rulebook.cards.linking.link_table import CardLink
from rulebook.cards.meaning.nodes import AbilityMeaning
from rulebook.cards.reading.card_parser import Built, Gap, is_partly_understood, only_markup, status
from rulebook.cards.spelling.canonical_form import find_misprints, split_abilities
from rulebook.cards.spelling.damaged_text import first_repeat
from rulebook.cards.tree.card import Ability
from rulebook.records import NamedTuple, dataclass
from rulebook.text.normal import Normalised, replace_ranges

if TYPE_CHECKING:
    from rulebook.cards.annotating.annotator import Annotation, Annotator


class Reading:
    """A canonical text whose stages are computed on first use; spans count its characters. With
    many cards, each stage runs for all of them before the next, which is faster."""

    def __init__(self, annotator: Annotator, text: str, placeholders: tuple[str, ...] = ()) -> None:
        """Store what is read and by which annotator. Grammar, links and meaning run when asked for,
        so that :class:`LineWriter` can run each stage for many cards before the next. If there are
        ``placeholders``, the text was searched for words copied twice before: once is enough."""
        self.text = text
        self._unrepeated = bool(placeholders)
        self._annotator = annotator

    @cached_property
    def built(self) -> list[Built]:
        """What the grammar builds from each ability; building all before checking any is faster."""
        return self._annotator.parser.built(self.text)

    @cached_property
    def parsed(self) -> tuple[tuple[Ability, ...], tuple[Gap, ...]]:
        """The abilities and gaps of the text, on which all later stages depend. What the grammar
        built but makes no sense, or repeats words by mistake, becomes a gap."""
        return self._annotator.parser.abilities(self.text, self.built, unrepeated=self._unrepeated)

    @property
    def abilities(self) -> tuple[Ability, ...]:
        """The trees without the gaps (what is not understood), as later stages need only trees."""
        return self.parsed[0]

    @cached_property
    def links(self) -> tuple[tuple[CardLink, ...], ...]:
        """For the tree of each ability the clauses that explain its words, to be shown as links at
        these. Some of the clauses also govern the ability: :meth:`clauses` chooses from them."""
        return tuple([tuple(self._annotator.links.links(ability)) for ability in self.abilities])

    @cached_property
    def meaning(self) -> tuple[AbilityMeaning, ...]:
        """The meanings of the trees, made together: later abilities refer to earlier ones."""
        return self._annotator.meanings.meanings(self.abilities)

    @property
    def zone_hints(self) -> frozenset[bool | None]:
        """What the abilities show about the type of the card (:func:`works_unmarked`): True for the
        type without icons of zones (“this Reバース”, as only that type is called so), False for an
        icon or “this character”, None if unsure. All paragraphs decide it; clauses depend on it."""
        zones = self._annotator.governing.file.zones
        return frozenset([works_unmarked(ability, zones) for ability in self.meaning])

    def clauses(self, unmarked: bool) -> list[list[CitedClause]]:
        """Return for each ability the clauses that govern it. ``unmarked`` is whether its card has
        no icon of a zone: that is known from the whole card, of which this may be one paragraph."""
        governing = self._annotator.governing.clauses
        pairs = zip(self.meaning, self.links, strict=True)
        return [governing(each, links, unmarked=unmarked) for each, links in pairs]


STAGES = "built", "parsed", "links", "meaning"
"""The stages of a reading before the clauses, in their order."""

_LinkRest = Callable[[str, tuple[str, ...]], str]
_Key = tuple[str, tuple[str, ...]]  # a text, and the placeholders in it

_MOST_STORED = 8_192  # Paragraphs; more would only take memory
# Steps of longer abilities are not compared (``Collector.compared``), so lengths matter.
_LONGEST = 1_000
_SIGNS = tuple(map(chr, json_text.NAMES))
_SIGN = re.compile(f"[{_SIGNS[0]}-{_SIGNS[-1]}]")
# A number of three or more digits is a power or damage, and nothing depends on its value. Its
# placeholder is another number of the same length.
_NUMBER = re.compile("(?<![0-9])[1-9][0-9]{2,}")
# A pattern that starts with a set is searched for fastest.
_PLACEHOLDER = re.compile(f"[9{_SIGN.pattern[1:]}(?:(?<!9)|(?<![0-9]9)[0-9]7+(?![0-9]))")
_BOUNDARY, _BETWEEN = "\35", "\36"  # trees and meanings, texts of a template: JSON has neither


class _Offsets(dict[int, str]):
    """The texts of offsets (``"12"``), made once for the usual ones, because lines have many."""

    def __missing__(self, offset: int) -> str:
        """Return the text of ``offset``, which is too large, and so too rare, to be stored."""
        return str(offset)


_OFFSETS = _Offsets(enumerate(map(str, range(_LONGEST))))


class _PrintedParagraph:
    """A paragraph of one card: its text, with placeholders for names, and where it is printed."""

    def __init__(
        self, plain: Normalised, opened: Normalised | None = None, words: Mapping[str, str] = {}
    ) -> None:
        """``plain`` is the paragraph in canonical form, ``opened`` the same with placeholders for
        its ``words``: names and numbers, in which alone other cards differ."""
        self.plain, self.source = plain, opened or plain
        # As they are inside a JSON text.
        self.words_of_placeholders = {sign: quoted(word)[1:-1] for word, sign in words.items()}
        # The same for all places that differ only in open words: a reading is stored under it.
        self.key: _Key = self.source.text, tuple(self.words_of_placeholders)

    @cached_property
    def offsets(self) -> tuple[Sequence[str], Sequence[str]]:
        """The printed start of each character of the paragraph, and the printed end of each, as
        texts that fill the JSON of a template. The ends begin with a filler: no part ends at 0."""
        starts = [*map(_OFFSETS.__getitem__, self.source.starts)]
        return starts, [*starts[:1], *map(_OFFSETS.__getitem__, self.source.ends)]


class _Template(NamedTuple):
    """The JSON of a paragraph in pieces, to fill in the offsets and names of another card. Between
    two ``texts`` are a start and an end; ``open`` has the indices of texts with placeholders."""

    texts: tuple[str, ...]
    offsets: tuple[list[int], list[int]]
    open: Iterable[int]

    def filled(self, paragraph: _PrintedParagraph) -> str:
        """Return the JSON of ``paragraph``, which has the words of this template, with its own
        offsets and names. Pieces come in fours: text, start, ``TO_END`` (put in first), end."""
        pieces = [json_text.TO_END] * (4 * len(self.texts) - 3)
        pieces[::4] = self.texts
        for at, (offsets, printed) in enumerate(zip(self.offsets, paragraph.offsets, strict=True)):
            pieces[2 * at + 1 :: 4] = map(printed.__getitem__, offsets)
        words = paragraph.words_of_placeholders
        for at in self.open:
            pieces[4 * at] = _PLACEHOLDER.sub(lambda m: words.get(m[0], m[0]), self.texts[at])
        return "".join(pieces)


class _StoredParagraph:
    """What is stored of a paragraph for other cards that print it, in place of its reading."""

    def __init__(self, reading: Reading, body: _Template, link_rest: _LinkRest) -> None:
        """Take from ``reading`` what is written when another card prints the paragraph, but not its
        trees, which fill memory. ``body`` is their JSON with offsets and names left open;
        ``link_rest`` makes the end of a link. A paragraph whose first ability begins with no icon
        (``marks``) continues the ability in the paragraph before."""
        self.body = body
        self.links = [
            (link.start, link.end, link_rest(link.concept, link.clauses))
            for links in reading.links
            for link in links
        ]
        self.gaps = reading.parsed[1]
        self.zone_hints = reading.zone_hints
        self.continues_ability = not reading.abilities[0].marks  # its card is then read whole
        self.understood = any(map(is_partly_understood, reading.abilities))
        self.clauses: dict[bool, _Template] = {}  # by whether the card has no icon of a zone


@dataclass(slots=True)
class _CardDraft:
    """A card whose line is being written, cut into paragraphs."""

    card: Annotation
    whole: Reading | None  # the card read whole, if that was done before: written as it is
    paragraphs: list[_PrintedParagraph]
    unmarked: bool = False  # whether it has no icon of a zone, once its paragraphs are read


class LineWriter:
    """Writes the cards of one game as lines of JSON, and stores templates of paragraphs."""

    def __init__(self, annotator: Annotator) -> None:
        """``annotator`` reads each paragraph once; cards that repeat it use what is then stored.
        Names in brackets get placeholders, but no words of the rules (``_fixed_words``)."""
        self._annotator = annotator
        self._stored: dict[_Key, _StoredParagraph | None] = {}
        """What is stored for each text, lately used last; None if it is read with its names."""
        self._texts: dict[str, str] = {}  # of all templates: equal ones are one string
        self._link_rest = cache(link_rest)  # the end of a link's JSON, made once for a concept
        names = "".join(annotator.parser.spelling.names)  # brackets, opening and closing in turn
        self._name_in_brackets = re.compile(
            f"(?<=[「{names[::2]}])[^「」『』【】\\n{names}]+(?=[」{names[1::2]}])"
        )
        self._fixed_words = annotator.parser.words | annotator.meanings.sorts.of_word.keys()

    def lines(self, cards: Iterable[Annotation]) -> list[str]:
        """Return the annotation of each of ``cards`` as a line of JSON. The cards go through each
        stage together, so that a paragraph that several of them share is read once."""
        drafts = [self._draft(card) for card in cards]
        readings = self._read(drafts)
        for draft in drafts:
            self._add_clauses(draft, readings)
        lines = [*map(self._line_of, drafts)]
        if len(self._stored) > _MOST_STORED:
            # Without the half that was used longest ago, memory stays flat however many cards come.
            self._stored = dict([*self._stored.items()][_MOST_STORED // 2 :])
            self._texts = {}  # else it would hold the texts of templates that are gone
        return lines

    # ---- Paragraphs

    def _draft(self, card: Annotation) -> _CardDraft:
        """Return ``card`` cut into paragraphs, with placeholders for names: one that other cards
        print, maybe with other names, is then read only once. A line without an icon continues the
        paragraph before it. If the whole card was read before (``whole``), it is not cut."""
        whole: Reading | None = vars(card).get("whole")
        if whole:
            paragraphs = [_PrintedParagraph(card.source)] if whole.abilities else []
            return _CardDraft(card, whole, paragraphs)
        source, extents = card.source, list[list[int]]()
        for start, end in split_abilities(source.text):
            if extents and start < end and source.text[start] != "【":
                extents[-1][1] = end
            elif start < end:
                extents.append([start, end])
        parts = (
            Normalised(source.text[start:end], source.starts[start:end], source.ends[start:end])
            for start, end in extents
        )
        return _CardDraft(card, None, [*map(self._with_placeholders, parts)])

    def _with_placeholders(self, source: Normalised) -> _PrintedParagraph:
        """Return the paragraph ``source`` with placeholders for names and large numbers, so that it
        is read once for all cards that differ in these. Words of the rules stay. If words are
        copied twice by mistake, nothing is replaced: placeholders could hide or feign the copy."""
        text, signs = source.text, dict[str, str]()
        # In texts over this length, facts leave steps out. Placeholders, shorter than names, would
        # hide the length. A text that prints such a sign itself is not changed either.
        if len(text) > _LONGEST or _SIGN.search(text):
            return _PrintedParagraph(source)
        replaced: list[tuple[int, int, Normalised]] = []
        for match in self._name_in_brackets.finditer(text):
            name, (start, end) = match[0], match.span()
            if name not in self._fixed_words and len(signs) < len(_SIGNS):
                sign = signs.setdefault(name, _SIGNS[len(signs)])
                place = (source.starts[start],), (source.ends[end - 1],)
                replaced.append((start, end, Normalised(sign, *place)))
        numbers = sorted(set(_NUMBER.findall(text)))
        numbers = numbers if len(numbers) <= 10 else []  # one digit tells them apart
        if not (signs or numbers) or first_repeat(text, self._annotator.parser.spelling.free):
            return _PrintedParagraph(source)
        opened = replace_ranges(source, replaced)
        # Digits, as the grammar reads a number there; as all are replaced, no printed one is left.
        as_long = {each: f"9{at}{'7' * (len(each) - 2)}" for at, each in enumerate(numbers)}
        text = _NUMBER.sub(lambda each: as_long.get(each[0], each[0]), opened.text)
        opened = Normalised(text, opened.starts, opened.ends)
        return _PrintedParagraph(source, opened, signs | as_long)

    def _read(self, drafts: Iterable[_CardDraft]) -> dict[_Key, Reading]:
        """Read all paragraphs of ``drafts`` that are not stored, store what later cards need, and
        return the readings; each stage runs for all at once, which is faster. Trees and meanings
        are one template, to be cut at ``_BOUNDARY``. If placeholders cause gaps or offsets that
        differ by name, None is stored; asked again, ``_new_readings`` then leaves the names in."""
        readings: dict[_Key, Reading] = {}
        while new := self._new_readings(drafts):
            for stage in STAGES:
                for reading in new.values():
                    getattr(reading, stage)
            for key, reading in new.items():
                out = JsonPieces()
                text = out.write(json_text.write_ability, reading.abilities, "") + _BOUNDARY
                text = out.write(json_text.write_ability, reading.meaning, text)
                placeholders, gaps = key[1], reading.parsed[1]
                needs_names = placeholders and (gaps or out.depends_on_names)
                said = reading, self._template(out, text, key), self._link_rest
                self._stored[key] = None if needs_names else _StoredParagraph(*said)
            readings |= new
        return readings

    def _new_readings(self, drafts: Iterable[_CardDraft]) -> dict[_Key, Reading]:
        """Return a reading for each paragraph of ``drafts`` that is not stored; its stages run
        later, together with those of the others. If a paragraph is known to be unreadable as it is,
        it gets its names back, or the whole card takes its place. The only paragraph of a card that
        the caller had read whole keeps that reading (``draft.whole``)."""
        unknown: dict[_Key, Reading] = {}
        for draft in drafts:
            while any(self._replace_unusable(draft, at) for at in range(len(draft.paragraphs))):
                pass  # what takes the place may be unusable, too
            for paragraph in draft.paragraphs:
                if paragraph.key not in self._stored:
                    unknown[paragraph.key] = draft.whole or Reading(self._annotator, *paragraph.key)
        return unknown

    def _replace_unusable(self, draft: _CardDraft, at: int) -> bool:
        """Replace the paragraph at index ``at`` of ``draft`` if it cannot be read as it is, and
        return whether it was. If its names decide how it is read (None is stored for it), it gets
        them back in place of placeholders. If it continues the ability before it (it begins with a
        【 that is not a mark: 【レスト】している, is rested), the card becomes one paragraph."""
        key = draft.paragraphs[at].key
        paragraph = self._stored.get(key)
        if paragraph is None and key in self._stored:
            draft.paragraphs[at] = _PrintedParagraph(draft.paragraphs[at].plain)
        elif paragraph is not None and paragraph.continues_ability and at:
            draft.paragraphs = [self._with_placeholders(draft.card.source)]
        else:
            return False
        return True

    def _template(self, out: JsonPieces, rest: str, key: _Key) -> _Template:
        """Return the pieces ``out`` (text, start, end, text, …) and the last text ``rest`` as a
        template into which other cards only fill offsets and names. ``found`` has the indices of
        the texts with one of the placeholders for names of ``key``."""
        texts = (*out[::3], rest)
        # The number of separators before a sign is the number of texts before it.
        parts = (_BETWEEN.join(texts).split(sign)[:-1] for sign in key[1])
        found = {at for each in parts for at in accumulate([p.count(_BETWEEN) for p in each])}
        stored = tuple(map(self._texts.setdefault, texts, texts))  # to save memory
        return _Template(stored, (out[1::3], out[2::3]), found)

    # ---- Cards

    def _add_clauses(self, draft: _CardDraft, readings: Mapping[_Key, Reading]) -> None:
        """Store the clauses of each paragraph of ``draft``, if missing, for cards with or without
        any icon of a zone. Paragraphs used last move to the end of the store."""
        stored = (self._stored[paragraph.key] for paragraph in draft.paragraphs)
        draft.unmarked = is_card_unmarked({hint for p in stored if p for hint in p.zone_hints})
        for key in (paragraph.key for paragraph in draft.paragraphs):
            part = self._stored[key] = self._stored.pop(key)
            if part and draft.unmarked not in part.clauses:
                reading, out = readings.get(key) or Reading(self._annotator, *key), JsonPieces()
                text = out.write(json_text.write_clauses, reading.clauses(draft.unmarked), "")
                part.clauses[draft.unmarked] = self._template(out, text, key)

    def _line_of(self, draft: _CardDraft) -> str:
        """Return the JSON of a card from the stored templates of its paragraphs, which is faster
        than from trees. A body is the trees, ``_BOUNDARY`` and the meanings; clauses have two
        templates (``unmarked``). Without paragraphs, it is one gap or blank (``only_markup``)."""
        text = draft.card.text
        parts = [(place, part) for place in draft.paragraphs if (part := self._stored[place.key])]
        bodies = [part.body.filled(place).split(_BOUNDARY) for place, part in parts]
        gaps = [gap.printed(place.source) for place, part in parts for gap in part.gaps]
        gaps = gaps if parts else [*only_markup(text)]
        links = [
            link_text(*printed_link(start, end, place.source, text), rest)
            for place, part in parts
            for start, end, rest in part.links
        ]
        return json_text.card_text(
            draft.card,
            status(gaps, any(part.understood for _, part in parts)),
            gaps,
            links,
            misprints=find_misprints(text, self._annotator.parser.spelling),
            abilities=[trees for trees, _ in bodies],
            meaning=[meanings for _, meanings in bodies],
            governing=[part.clauses[draft.unmarked].filled(place) for place, part in parts],
        )
