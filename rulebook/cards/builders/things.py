"""Things and their qualifiers. In 手札のこのカード以外のキャラ (a character in hand other than this
card), the grammar gives 手札の to カード; such *outer words* move to the noun that is built."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Any, cast

from rulebook.cards.builders.attachment import move_outer_qualifiers, share_qualifiers
from rulebook.cards.builders.lexicon import Lexicon
from rulebook.cards.builders.register import amount, builds, kind_or_marking, name, nodes
from rulebook.cards.grammar.lalr_parser import Builder, Extent, Leaf, Values
from rulebook.cards.tree import nouns, qualities, words

_ORDINAL = re.compile("([0-9]+)(.)目(以降)?")

# Numbers that belong to a zone but are not in it: あなたのストックの枚数.
_NUMBERS = {words.Word.COUNT, words.Word.TOTAL}


@builds("noun", by_lexicon=True)
def _noun(lexicon: Lexicon, span: Extent, parts: Values) -> nouns.Thing:
    """Build a noun with qualifiers. Names before it may be things of their own: in
    「A」か《B》のキャラ (「A」, or a character of 《B》) a name is a card, but a trait needs the
    noun. Or the name owns the noun: 「A」の効果 is an effect of 「A」, and likewise with a name or
    level; a zone owns a number. Outer words are moved to the noun that is built."""
    *qualifiers, leaf = parts
    last = qualifiers[-1] if qualifiers else None
    head = _head_of_noun(lexicon, leaf)
    if isinstance(last, nouns.Qualities):
        named = takewhile(lambda each: isinstance(each, qualities.CardName), last.alternatives)
        count = len([*named])
        if 0 < count < len(last.alternatives):
            names, rest = last.alternatives[:count], last.alternatives[count:]
            card = nouns.Named(last.start, names[-1].end, (), names)
            said = nouns.Qualities(rest[0].start, last.end, rest)
            noun = nouns.Noun(said.start, span[1], (said,), head)
            return nouns.Either(*span, move_outer_qualifiers(tuple(qualifiers[:-1])), (card, noun))
    if isinstance(head, (words.Kind, words.Marking)) or "name" in getattr(head, "owners", ()):
        qualifiers = _of_named_card(qualifiers)
    if head in _NUMBERS and isinstance(last, nouns.In) and len(last.zones) == 1:
        # A number is not in a zone; the zone has it.
        start, owners = qualifiers[0].start, move_outer_qualifiers(tuple(qualifiers[:-1]))
        place = nouns.Place(start, last.end, owners, last.zones[0])
        qualifiers = [nouns.Of(start, last.end, place)]
    return nouns.Noun(*span, move_outer_qualifiers(tuple(qualifiers)), head)


def _of_named_card(qualifiers: Values) -> Values:
    """Return ``qualifiers`` with a card name made the owner (「A」の効果, A's effect): the card has
    that name, not its effect. A pointer or ordinal after the name describes the noun (“next”)."""
    count = len(qualifiers)
    while count and isinstance(qualifiers[count - 1], (nouns.Pointing, nouns.Ordinals)):
        count -= 1
    *before, last = qualifiers[:count] or [None]
    if not isinstance(last, nouns.Qualities) or not all(
        isinstance(quality, qualities.CardName) for quality in last.alternatives
    ):
        return qualifiers
    start = qualifiers[0].start
    end = last.alternatives[-1].end
    named = nouns.Named(start, end, move_outer_qualifiers(tuple(before)), last.alternatives)
    return [nouns.Of(start, last.end, named), *qualifiers[count:]]


def _head_of_noun(lexicon: Lexicon, leaf: Leaf) -> Any:
    """Return the last word of a noun, which the words before it describe. Its type says what fits
    it (times have no level): a word, damage, a kind of ability (【自】), else a time."""
    if leaf.terminal == "DAMAGE":
        points = leaf.text.removesuffix("ダメージ")  # 2ダメージ; 同じダメージ, as much as before
        value = words.Vague.SAME if points == words.Vague.SAME.value else amount(points)
        return nouns.Damage(*leaf.span, value)
    if leaf.terminal == "WORD":
        return lexicon.words[leaf.text]
    return kind_or_marking(leaf.text) if leaf.terminal == "KIND_NAMED" else words.Period(leaf.text)


@builds("place", by_lexicon=True)
def _place(lexicon: Lexicon, span: Extent, parts: Values) -> nouns.Place:
    """Build a zone. A card before the marker area is its owner: markers are under a card."""
    *qualifiers, leaf = parts
    zone = lexicon.zones[leaf.text]
    if zone == words.Zone.MARKER_AREA:
        qualifiers = _of_named_card(qualifiers)
    return nouns.Place(*span, move_outer_qualifiers(tuple(qualifiers)), zone)


@builds("named")
def _named(span: Extent, parts: Values) -> nouns.Named:
    """Build a card that has qualities instead of a noun (「A」, 《B》), as texts leave out “card”.
    Outer words move to it: the zone of 手札の「A」以外の《B》 (《B》 in hand other than 「A」)."""
    qualifiers = tuple([part for part in parts if isinstance(part, nouns.Qualifier)])
    return nouns.Named(*span, move_outer_qualifiers(qualifiers), tuple(parts[len(qualifiers) :]))


@builds("quoted")
def _quoted(span: Extent, parts: Values) -> nouns.Quoted:
    """Build a noun that is a quoted ability (“give it 『…』”), which is read separately."""
    *qualifiers, quotation = parts
    return nouns.Quoted(*span, move_outer_qualifiers(tuple(qualifiers)), quotation)


@builds("icons")
def _icons(span: Extent, parts: Values) -> nouns.Icons:
    """Build icons as a noun. A card name before them is their owner: 「A」の【ソウル】 (A's)."""
    qualifiers = _of_named_card(list(nodes(parts)))
    return nouns.Icons(*span, move_outer_qualifiers(tuple(qualifiers)), _icons_in(parts))


@builds("beside")
def _side(span: Extent, parts: Values) -> nouns.Beside:
    """Build the side of a thing, if any, maybe with a position: 2番上, second from the top."""
    thing, side, place = (*nodes(parts), None)[0], parts[-1].text, None
    if nth := re.match("([0-9])番(.)", side):
        side, place = nth[2], int(nth[1])
    return nouns.Beside(*span, thing, words.Lexeme(side), place)


@builds("counted")
def _counted(span: Extent, parts: Values) -> nouns.Counted:
    """Build a thing with its number. A number alone counts what was mentioned before: its thing is
    None, and its qualifiers say what it is taken from (“1 of those”)."""
    *before, quantity = parts
    thing = before.pop() if before and isinstance(before[-1], nouns.Thing) else None
    return nouns.Counted(*span, thing, move_outer_qualifiers(tuple(before)), quantity)


@builds("mixed", by_lexicon=True)
def _mixed(lexicon: Lexicon, span: Extent, parts: Values) -> nouns.Mixed:
    """Build traits and a noun as alternatives, 〔A〕かキャラ (or a character), qualified as one."""
    *before, leaf = parts
    qualifiers = [part for part in before if isinstance(part, nouns.Qualifier)]
    names, moved = tuple(before[len(qualifiers) :]), move_outer_qualifiers(tuple(qualifiers))
    return nouns.Mixed(*span, moved, names, _head_of_noun(lexicon, leaf))


def _joins(kind: type[nouns.Both | nouns.Either]) -> Builder:
    """Return the builder of things joined by と (and) or か (or). Qualifiers of all (“your” in
    “your A and B”), which the grammar gives to the first, move to the whole."""
    return lambda span, parts: share_qualifiers(kind(*span, (), tuple(parts)))


builds("both")(_joins(nouns.Both))
builds("either")(_joins(nouns.Either))


@builds("in_", by_lexicon=True)
def _in(lexicon: Lexicon, span: Extent, parts: Values) -> nouns.In:
    """Build the zones before の (of), of which one token may have two (“hand or discards”)."""
    return nouns.In(*span, tuple(lexicon.zones[zone] for zone in parts[0].text.split("か")))


@builds("ordinals")
def _ordinals(span: Extent, parts: Values) -> nouns.Ordinals:
    """Build 1回目と2回目の (of first and second time) or 2回目以降の (from the second on). The last
    number has the unit for all numbers, and only the last can have 以降."""
    found = [cast(re.Match[str], _ORDINAL.fullmatch(part.text)) for part in parts]
    *_, last = found
    places = tuple(int(match[1]) for match in found)
    return nouns.Ordinals(*span, places, words.Counter(last[2]), bool(last[3]))


@builds("colours")
@builds("colour_is")
def _colours(span: Extent, parts: Values) -> qualities.Colours:
    """Build colours, all of which a card must have (“red and blue”); ``said``: after “colour”."""
    colours = tuple(map(words.Lexeme, parts[-1].text.split("と")))
    return qualities.Colours(*span, colours, len(parts) > 1)


@builds("with_icons")
def _with_icons(span: Extent, parts: Values) -> qualities.WithIcons:
    """Build the quality of having all of some icons; icons after “or” are in a separate field."""
    others = (part.text.removeprefix("か") for part in parts if part.terminal == "OR_ICON")
    return qualities.WithIcons(*span, _icons_in(parts), tuple(map(words.Lexeme, others)))


def _icons_in(parts: Values) -> tuple[words.Lexeme, ...]:
    """Return the icons among ``parts``, not トリガーアイコンが (trigger icon) before them."""
    icons = (part for part in parts if isinstance(part, Leaf) and part.terminal == "ICON")
    return tuple(words.Lexeme(icon.text) for icon in icons)


@builds("name_holding")
@builds("also_holding")
def _name_holding(span: Extent, parts: Values) -> qualities.NameHolding:
    """Build “the name contains words” (カード名に「A」を含む) or, with ``holds`` false, “does not”
    (…を含まない); ``again``: without カード名に (name), which the words before it have."""
    again = parts[0].terminal != "NAME_HOLDS"
    *fragments, verb = parts if again else parts[1:]
    return qualities.NameHolding(*span, tuple(map(name, fragments)), verb.text == "を含む", again)


@builds("exceeding")
def _exceeding(span: Extent, parts: Values) -> qualities.Exceeding:
    """Build the quality レベルが相手のレベルより高い (of a higher level than the opponent's), which
    is compared with a thing; レベル3以上の (of level 3 or more) is compared with a number."""
    first, than, last = parts
    measure = words.Lexeme(first.text.removesuffix("が"))
    return qualities.Exceeding(*span, measure, than, words.Comparison(last.text))
