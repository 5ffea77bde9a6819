"""Make the English of a step of resolving, by the forms of ``governing.toml``. What they cannot say
is left out, so that no head contradicts the words of the card, which follow it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from rulebook.cards.annotating.governing import GoverningTable
from rulebook.cards.facts.predicates import ANY_NUMBER, OF_ALL, OPPONENT, OWN
from rulebook.cards.interpreting.thing_words import THIS_CARD
from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.nesting import Places
from rulebook.cards.resolving.step_clauses import counts
from rulebook.cards.resolving.step_words import antecedents_of, gains, printed
from rulebook.cards.tree.words import Limit

_SLOT = re.compile(r"\[([^\[\]{}]*)\{(\w+)\}([^\[\]{}]*)\]")
_ANTECEDENTS = ("it", "them", "that card", "those cards", "the rest")
_OF = re.compile(
    "＝[選んだ]*「?(?:[^」]*(?:以.の|、))?((相手|各プレイヤー)の|[^」]*バトル相手[で」])"
)
Words = tuple[str, ...]
English = Mapping[str, str]
_MORE = re.compile(" and | stated (?!number)| other |except|’s$")  # more than a number of cards
_POINTING = ("他", "そ", "こ")  # how an exception begins that is other cards, not other qualities
_SAME = "the stated number of"
_COUNTS: Mapping[object, str] = {"同じ": _SAME, **dict.fromkeys(ANY_NUMBER, "any number of")}
_HALF_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}


def english_action(effect: nodes.Effect, text: str, table: GoverningTable, places: Places) -> str:
    """Return ``effect`` in English, by a form of ``governing.toml`` with slots for arguments, or
    "". A form for the action and a word of its goal, manner, use or verb (``grant 得る``: gains)
    precedes one for the action (``grant``). Other manners and uses follow (“as a marker”)."""
    english = table.english
    kind = effect.act if isinstance(effect, nodes.Action) else effect.type
    kind = "count" if counts(effect) else kind
    goal, use = effect.goal, getattr(effect, "use", None)
    how = (*getattr(use, "words", ()), *getattr(effect, "how", ()))
    words = (*goal.words, goal.sort, *how) if isinstance(goal, nodes.ThingMeaning) else how
    if isinstance(effect, nodes.Grant) and gains(effect, text):
        words = ("失う",) if effect.lost else ("得る",)
    each = "それぞれ" * (len(getattr(effect, "options", ())) > 1)
    own_words = (getattr(effect, "verb", ""), getattr(effect, "relation", ""), each)
    keys = (f"{kind} {word}" for word in (*words, *own_words))
    form = next(filter(None, map(english.get, keys)), english.get(kind, ""))
    slots = _english_slots(effect, kind, text, table, places)
    often = _english_number(_times(effect)).removesuffix(" each")
    # Without “the hand”, no lone “to” remains.
    said = _SLOT.sub(lambda m: f"{m[1]}{slots[m[2]]}{m[3]}" if slots.get(m[2]) else "", form)
    said += f", {often} times" if often not in ("", "1") else ""
    said += _english_multiplier(effect.for_each, english) if effect.for_each else ""
    own = (word for word in how if f"{kind} {word}" not in english)
    manners = filter(None, (english.get(f"how {word}") for word in own))
    return ", ".join((said[:1].upper() + said[1:], *manners))


def _english_slots(
    effect: nodes.Effect, kind: str, text: str, governing: GoverningTable, places: Places
) -> Mapping[str, str]:
    """Return the English for each slot of the forms in ``governing.toml``, "" for an empty slot.
    The form of ``kind``, the type of the effect, uses some. A number that says how often the effect
    is done (twice) is not that of ``what``. ``subject`` is one by one: “each of them gets +1”."""
    english, what, goal = governing.english, effect.what, effect.goal
    companion, source, times = getattr(effect, "companion", None), effect.source, _times(effect)
    things = [_english_thing(each, english, places) for each in (companion, what) if each]
    thing, term = " and ".join(things) if all(things) else "", governing.file.types.get(kind)
    owners: Words = getattr(what, "owners", ())  # to whose zones cards go if the text names none
    if thing in _ANTECEDENTS and (found := _OF.search(antecedents_of((effect,), text, places))):
        owners = (found[2] or OPPONENT,)
    into = _english_goal(goal, text, english, owners)  # “them into …” may have a form of its own
    # “Look at 3 cards, choose 1”, or “1 of these” (中)
    seen = isinstance(source, nodes.PointerMeaning) or "中" in nodes.nouns_of(source)
    counted = nodes.thing_number(what) if times else effect.number or nodes.thing_number(what)
    number = _english_number(counted)
    if number.startswith("any") and getattr(effect, "how", None):
        number = ""  # “2 or more, as many as you like”
    same = counted.of if counted and number == _SAME else None
    if nodes.thing_sort(same) == "cards" and (place := _english_place(same, english)):
        number = f"as many cards as there are in {place}"
    everything = "all" if kind == "choose" and getattr(what, "every", False) else ""
    return {
        # “two cards and this card”, “1 other card”; “choose any number”
        "number": thing if _MORE.search(thing) else number.removesuffix(" of") or everything,
        "what": thing,
        "subject": thing.replace("all of", "each of").replace("them", "each of them"),
        "from": "the cards seen" if seen else _english_place(source or what, english),
        "to": _english_place(goal, english, owners),
        "into": english.get(f"{thing} {into}", into),
        "area": english.get("".join(getattr(goal, "area", ())), ""),
        "term": english.get(term.term, "") if term else "",
        "measure": english.get(getattr(effect, "measure", ""), ""),
        "often": _english_number(getattr(effect, "times", None)).removesuffix(" each"),
        "amount": _in_ascii(getattr(effect, "amount", "")),
    }


def _times(effect: nodes.Effect) -> nodes.NumberMeaning | None:
    """Return how often ``effect`` is done, None unless its number says so: “1 damage, twice” has a
    damage process for each (ws 4.10.1), and is not 2 damage."""
    often = effect.number if effect.number and effect.number.unit == "回" else None
    return effect.times if isinstance(effect, nodes.Repeat) else often


def _english_multiplier(counted: nodes.What, english: English) -> str:
    """Return “ for each card”, which ends a sentence, for the things ``counted``."""
    number = nodes.thing_number(counted)
    many = _in_ascii(str(number.count)) if number and number.count != 1 else ""
    each = f" for each {many}".rstrip()
    if nodes.thing_sort(counted) != "cards" and not (number and number.unit == "枚"):
        return each if many else f"{each} one"
    place = _english_place(counted, english)
    return _english_cards(each, counted, english) + (f" in {place}" if place else "")


def _english_goal(goal: nodes.What | None, text: str, english: English, owners: Words) -> str:
    """Return the English for where something of ``owners`` is put: a zone by its name (into the
    hand), other goals by their words in the game's table (“any slot”); else ""."""
    if goal is None:
        return ""
    is_under = getattr(goal, "side", None) == "下" and not nodes.zones_named(goal)
    # “That character” too, whatever the card is called.
    that = english.get("to そのカードの下", "") if is_under and getattr(goal, "refers", ()) else ""
    if own := english.get(f"to {printed(goal, text)}", that):
        return own
    if things := getattr(goal, "things", ()):
        names = [_english_goal(each, text, english, owners) for each in things]
        return " or ".join(names) if all(names) else ""
    place = "" if getattr(goal, "other_than", ()) else _english_place(goal, english, owners)
    return place and f"{'on' if ' of ' in place else 'into'} {place}"


def _english_number(number: nodes.NumberMeaning | None) -> str:
    """Return ``number`` in English, "" for words without English: a form then omits its part."""
    if number is None or number.limit not in (None, Limit.EACH.value):
        return ""  # a bound (以上, or more): the words of the card say it
    count = (number.unit and _COUNTS.get(number.count)) or _in_ascii(str(number.count))
    each = " each" if number.limit and count else ""
    return ("up to " if number.at_most and count else "") + count + each


def _in_ascii(number: str) -> str:
    """Return ``number`` (digits, a letter or a change) in half-width characters, "" for words."""
    narrow = number.translate(_HALF_WIDTH)
    return narrow if narrow.replace("±", "").isascii() else ""


def _english_thing(what: nodes.What | None, english: English, places: Places) -> str:
    """Return the English for ``what``: it, this card, or cards with their number, several with
    their zones; else "". Names and other nouns have no English here."""
    if isinstance(what, nodes.PointerMeaning):
        return "" if not what.to else "it" if _is_one(what, places) else "them"
    if what is None or what.sort not in ("this-card", "cards"):
        noun, number = "".join(nodes.nouns_of(what)), nodes.thing_number(what)
        one_of = english.get(f"what {noun}{number.unit}") if number else None
        return (one_of or english.get(f"what {noun}", "")).format(_english_number(number))
    if what.number is None and what.text_place in [each.text_place for each in what.refers]:
        pointer = what.refers[0]  # it is all of ``what``: “that card”
        cards = "that card" if _is_one(pointer, places) else "those cards"
        return "the rest" if pointer.less else cards
    if what.things and not what.alternative:
        names = [_english_thing(each, english, places) for each in what.things]
        zones = [_english_place(each, english) for each in what.things]
        apart = [f" from {zone}" if zone and len({*zones}) > 1 else "" for zone in zones]
        return " and ".join(map(str.__add__, names, apart)) if all(names) else ""
    if what.sort == "this-card":
        return "this card"
    count = "all of the" if what.every else _english_number(what.number)
    return _english_cards(count, what, english) if count else ""


def _english_cards(count: str, what: Any, english: English) -> str:
    """Return the English for ``count`` cards of ``what`` with what the number alone would deny: its
    exceptions (other cards), that it asks for more, and its owner, if no zone says whose it is."""
    other = " other" * any(word.startswith(_POINTING) for word in what.other_than)
    noun = "marker" if what.words == ("マーカー",) else "card"
    asks = what.asks and noun == "card" and not (other and what.words == ("カード",))
    stated = " stated" * bool(what.every and (what.qualities or asks))
    different = " different" * bool(what.number and what.number.unit == "種類")
    s = "" if count.split()[-1] in ("1", "each") else "s"
    under = what.of and what.of.side == "下" and nodes.thing_sort(what.of.of) == THIS_CARD
    cards = f"{count}{other}{stated}{different} {noun}{s}{' from under this card' if under else ''}"
    cards += " (except as stated)" * bool(what.other_than and not other)
    whose = english.get(f"whose {''.join(what.owners)}", "")
    return f"{cards} of {whose}" if whose and not _english_place(what, english) else cards


def _is_one(pointer: nodes.PointerMeaning, places: Places) -> bool:
    """Whether ``pointer`` refers to one card: “it”, not “them”. A second choice among chosen cards
    has its own number (“choose 2, choose 1 of them”); a name A+B means two choices."""
    choice = places.get(pointer.name)
    if choice and choice.number and isinstance(choice.what, nodes.PointerMeaning):
        return choice.number.count == 1
    antecedent = places.get(pointer.to)
    what = antecedent.what if antecedent else None
    several = getattr(what, "every", False) or "+" in (pointer.name or "")
    # “Each player reveals 1”: a card of each.
    several = several or (isinstance(antecedent, nodes.Action) and antecedent.by.who in OF_ALL)
    number = nodes.thing_number(what)
    return not several and (number is None or (number.count == 1 and not number.limit))


def _english_place(place: nodes.What | None, english: English, owners: Words = ()) -> str:
    """Return the English for the zone of ``place``, with ``owners`` if it names none; "" for
    several zones or a zone without an English name: readers then have only the Japanese words."""
    zone = nodes.zones_named(place)
    # “in メンバー” (Member) is the zone; the word alone is its cards. Texts leave out 置場 (zone).
    forms = (
        english.get(form.format(*zone)) for form in ("in {}", "{}", "{}置場") if len(zone) == 1
    )
    name = next(filter(None, forms), None)
    if not name or not isinstance(place, nodes.ThingMeaning):
        return ""
    side = {"上": "the top of ", "下": "the bottom of "}.get(place.side or "", "")
    whose = place.owners or owners
    own = english.get(f"whose {''.join(whose)}", "the" * OWN.issuperset(whose))
    return f"{side}{own} {name}" if own else ""
