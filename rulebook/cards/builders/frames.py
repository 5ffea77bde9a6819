"""Whether the parts of a tree fit together, else the passage is not understood. The grammar reads
“choose one to a character” as “choose one character”; ``frames.toml`` says what a verb takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any

from rulebook.cards.builders import agreement
from rulebook.cards.builders.agreement import Misfit, Misfits
from rulebook.cards.builders.heads import check_ability, check_head
from rulebook.cards.builders.lexicon import Lexicon
from rulebook.cards.builders.senses import (
    POTENTIAL,
    fits_part,
    is_complete,
    is_done_at_once,
    role_inside,
    takes,
)
from rulebook.cards.builders.sentence_checks import PUTTING, check_sentence
from rulebook.cards.tree import acts, card, nouns, qualities, roles
from rulebook.cards.tree.node import Node, NodeWithParent, children
from rulebook.cards.tree.verbs import NO_VERB, PASSIVE, Form, Senses
from rulebook.cards.tree.words import Counter, Kind, Letter, Limit, Vague

_Check = Callable[[Any, Node | None, Lexicon], Iterable[Misfit]]
_DONE_TO = {roles.Object, roles.HowMany}
_JOINED = (nouns.Both, nouns.Either)
_QUALIFIED = (nouns.Noun, nouns.Named, nouns.Quoted, nouns.Mixed, nouns.Icons, *_JOINED)
# Nodes in which an act has all its parts; a clause before a noun leaves that noun out.
_WHOLE = (card.Sentence, card.May, card.ByDoing, card.Can, card.Cannot, card.When)
_STATES = (acts.Is, acts.Has, acts.Exist, acts.Compares)
_ONGOING = frozenset(form for form in Form if "ONGOING" in form.name) - PASSIVE
_WITHOUT_AGENT = PASSIVE | POTENTIAL
# After these, no other particle follows.
_FOCUSING = (roles.Topic, roles.Subject, roles.Object, roles.Also)
_COMPARED = agreement.NUMBERS | {"player", "card"}
_SAYING = ("pointer", "state", "described")
_DONE_TO_OR_BY = (roles.Object, roles.Subject)
_TAKEN = (roles.Object, roles.Source)
_NAMED = (nouns.Noun, nouns.Named)
_PER = frozenset({"time", "attribute"})  # 1ターンにつき, 3コスト以上の


def first_misfit(nodes: Iterable[NodeWithParent], lexicon: Lexicon) -> Misfit | None:
    """Return the first part of a tree that does not fit, None if all do; ``nodes`` are all its
    nodes. The parser makes the passage with a misfit a gap: a wrong meaning is worse than none."""
    for node, parent, _ in nodes:
        kind: Any = type(node)
        for check in _checks_of_class(kind):
            for misfit in check(node, parent, lexicon):
                return misfit
    return None


def _check_qualifier(node: Any, thing: Node | None, lexicon: Lexicon) -> Misfits:
    """Yield a misfit if the qualifier ``node`` cannot describe ``thing``, as the noun that it
    describes was lost (“the hand's power”, “a rested turn”)."""
    if not isinstance(thing, nouns.Thing):
        return
    act: Any = getattr(node, "act", None)
    is_done_to = act and act.form in PASSIVE and roles.Subject not in map(type, act.complements)
    # 払われたキャラ (a paid character): nobody pays one.
    if is_done_to and agreement.is_card(thing) and not takes(act, "が", thing):
        yield Misfit(node.start, "the noun does not fit the verb")
    if isinstance(node, (nouns.Of, nouns.Owned)):
        listed = _sorts_of_owners(getattr(thing, "word", getattr(thing, "zone", thing)), lexicon.of)
        # A player owns only the noun right after: in “the opponent's entry's ATK” the zone.
        is_theirs = isinstance(node, nouns.Owned) and node in getattr(thing, "qualifiers", ())[-1:]
        is_others = isinstance(node, nouns.Of) and not agreement.fits(node.thing, listed)
        if listed and (is_others or (is_theirs and "player" not in listed)):
            yield Misfit(node.start, "the owner cannot have this")
    # ``said_of`` has the nouns of which a word (【レスト】している, rested) is said.
    for each in getattr(node, "alternatives", (node,)):
        said = [word.value for field in _SAYING if (word := getattr(each, field, None))]
        wanted = lexicon.said_of.get(said[0]) if said else None
        if wanted and not agreement.fits(thing, wanted):
            yield Misfit(each.start, "this does not describe such a noun")


def _sorts_of_owners(word: object, of: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Return the sorts of things to which ``word`` can belong (の, of): card for “level”. The table
    ``of`` lists them by word or class; if it does not, the set is empty, and nothing is checked."""
    return of.get(getattr(word, "value", ""), of.get(type(word).__name__, frozenset()))


@cache
def _checks_of_class(kind: Any) -> tuple[_Check, ...]:
    """Return the checks of nodes of the class ``kind``, looked up once for each class."""
    return tuple(check for kinds, check in _CHECKS if issubclass(kind, kinds))


def _check_predicate(node: acts.Predicate, parent: Node | None, lexicon: Lexicon) -> Misfits:
    """Yield a misfit for each complement that fits no sense of the verb together with those before
    it, or whose noun the table ``of`` does not list for its role (舞台で, by the stage, is not a
    means); and one if each sense needs more complements: words were lost. A manner fits a sense
    that takes its kind (``said_of``); ``acting`` (追加で, additionally) fits all acts. A clause
    before a noun may lack complements, because that noun is one. So may an event as condition (“if
    put”), because the text before it says of what. In “as if” and “so that” nothing is checked,
    because words there may belong to what follows."""
    if isinstance(parent, (card.AsIf, roles.SoThat)):
        return  # “this character” in “put this character as if it was in the hand” is put
    if isinstance(node, acts.Act) and node.verb is NO_VERB:
        yield Misfit(node.start, "the verb is missing")
    yield from _find_roles_filled_twice(node.complements)
    if isinstance(node, acts.Act) and not isinstance(node, acts.ModifyBy):
        senses = node.verb.senses
    else:  # “power ＋500” has no verb: the frames are those of its class
        both = isinstance(node, acts.Modify) and isinstance(node.change, nouns.Changes)
        name = "Modify" if isinstance(node, acts.Modify) else type(node).__name__
        senses = lexicon.senses.get("ModifyBoth" if both else name)  # ＋2/±0 names no attributes
    if senses is None:
        return
    for part in node.complements:
        role = role_inside(part)
        fitting = tuple([sense for sense in senses if fits_part(node, sense, role)])
        if isinstance(role, roles.Manner) and (how := lexicon.said_of.get(role.manner.value)):
            free = frozenset({"acting"} if isinstance(node, acts.Act) else ())
            fitting = tuple([s for s in fitting if how & (s.takes.get("manner", free) | free)])
        thing: Any = getattr(role, "thing", None)
        listed = _sorts_of_owners(role, lexicon.of) if isinstance(thing, nouns.Thing) else None
        if not fitting or (listed and not agreement.fits(thing, listed)):
            yield Misfit(part.start, "the noun does not fit the verb")
        senses = fitting or senses
    yield from _check_combinations(node)
    yield from _check_topic(node, senses)
    is_state = isinstance(parent, card.If) and isinstance(node, _STATES)
    if (is_state or isinstance(parent, _WHOLE)) and not is_complete(node, senses):
        yield Misfit(node.start, agreement.MISSING)


def _check_room(node: acts.Predicate, parent: Node | None, lexicon: Lexicon) -> Misfits:
    """Yield a misfit if the condition ``node`` asks for more cards than there is room for: “if
    there are 12 members” has a wrong digit. The lexicon has the room of one player for each zone
    and, if no zone is named, for each noun (キャラ, character). If not exactly one player is named
    as owner, the cards of both count. Only numbers in 枚 (single cards) are checked, by its sort
    pile, because 種類 (kinds) has the sort card, too."""
    if not isinstance(parent, (card.If, card.OrElse)):
        return
    things: list[Any] = [part.thing for part in node.complements if isinstance(part, roles.Role)]
    zones = [zone for thing in things for zone in agreement.zones_of(thing)]
    zones = zones or [getattr(thing, "word", thing) for thing in things]
    names = [getattr(each, "value", type(each).__name__) for each in zones]
    most = [lexicon.rooms.get(name, 0) for name in names]
    owners = frozenset[str]().union(*map(agreement.owners_of, things))
    for each in children(node) if most and all(most) else ():
        match getattr(each, "quantity", each):
            case nouns.Quantity(count=int() as count, unit=Counter(sorts=sorts)) if (
                "pile" in sorts and count > sum(most) * (1 if owners in agreement.ONE_PLAYER else 2)
            ):
                yield Misfit(each.start, "there is no room for so many cards")


def _check_topic(node: acts.Predicate, senses: Senses) -> Misfits:
    """Yield a misfit for a topic (は) that the verb cannot have: words were lost. A player fits any
    verb, as one may act with every card."""
    kinds = {type(part) for part in node.complements}
    if not all("が" in sense.takes for sense in senses):
        return  # changes of numbers, whose frames have no が (subject)
    # An open topic may be any argument (“this card is not chosen”), and most verbs take a card as
    # some argument. So only a zone is checked then, and the topic of a potential form (can).
    is_open = not kinds & _DONE_TO or (isinstance(node, acts.Act) and node.form in _WITHOUT_AGENT)
    is_able = isinstance(node, acts.Act) and node.form in POTENTIAL and roles.Subject not in kinds
    # With an object it acts; of カードは2枚選び (of the cards, choose 2) it is the object.
    agents = "が" if kinds & {roles.Object, roles.Source} else "がを"
    parts = ("が", "を", "に", "られ") if is_open else agents  # られ: が of the passive
    wanted = {sort for sense in senses for part in parts for sort in sense.takes.get(part, ())}
    for part in (part for part in node.complements if isinstance(part, roles.Topic)):
        is_checked = not is_open or is_able or isinstance(part.thing, nouns.Place)
        if is_checked and not agreement.fits(part.thing, frozenset({"player"} | wanted)):
            yield Misfit(part.start, "the noun does not fit the verb")


def _check_is(node: acts.Is, *_: object) -> Misfits:
    """Yield a misfit if the subject cannot be what ``node`` says it is: “if the turn is 4 or more”
    lost a noun, and the passage becomes a gap. A count (“the number is 4 cards”) takes any unit. A
    state, a word of unknown sorts and a time in 中 (“in battle”) may be said of anything."""
    what: Any = node.what
    is_number = isinstance(what, nouns.Quantity)
    for thing in (part.thing for part in node.complements if isinstance(part, roles.Subject)):
        sorts = agreement.sorts_of(thing)
        if is_number and what.unit:
            if agreement.is_one_card(thing) and "card" in what.unit.sorts:
                yield Misfit(what.start, "a single card is not counted")
            is_count = "number" in sorts and "attribute" not in sorts
            if not is_count and not _is_counted_in(thing, what):
                yield Misfit(what.start, "the counter does not fit the noun")
        elif is_number and not agreement.fits(thing, agreement.NUMBERS):
            yield Misfit(node.start, "a card is not a number")
        elif isinstance(what, nouns.Thing):
            sorts = agreement.sorts_of(what)
            is_time = isinstance(what, nouns.Noun) and getattr(what.word, "value", "")[-1:] == "中"
            is_open = is_time or not sorts.isdisjoint(("any", "state"))
            # With すべて (all) a zone stands for its cards.
            if not (is_open or isinstance(thing, nouns.Every) or agreement.fits(thing, sorts)):
                yield Misfit(node.start, "one of these nouns cannot be the other")


def _check_compared(node: acts.Compares | qualities.Exceeding, *_: object) -> Misfits:
    """Yield a misfit if a card's number is compared with what has none: “a level higher than the
    hand” has lost “the number of cards in”. Cards and players may stand for their numbers."""
    bounds: list[Any] = [node.than] if isinstance(node, qualities.Exceeding) else []
    parts = node.complements if isinstance(node, acts.Compares) else ()
    subjects = [part.thing for part in parts if isinstance(part, roles.Subject)]
    if any(map(agreement.is_attribute, subjects)):
        bounds = [part.thing for part in parts if isinstance(part, roles.Than)]
    for than in bounds:
        if not agreement.fits(than, _COMPARED):
            yield Misfit(than.start, "this is not a number")


def _check_counted(node: nouns.Counted | nouns.Total, *_: object) -> Misfits:
    """Yield a misfit for a number with a wrong unit or without its noun: words were lost."""
    quantity = node.quantity
    if node.thing is not None and agreement.is_one_card(node.thing):
        yield Misfit(quantity.start, "a single card is not counted")
    if node.thing is not None and not _is_counted_in(node.thing, quantity):
        yield Misfit(quantity.start, "the counter does not fit the noun")
    is_open = isinstance(quantity.count, Vague) or quantity.unit == Counter.TIMES  # any, twice
    if isinstance(node, nouns.Counted) and node.thing is None and not is_open:
        # “1 of those”: something says what it is chosen from.
        selecting = (nouns.Related, nouns.Description, nouns.Which, nouns.Of, nouns.Pointing)
        if not any(isinstance(qualifier, selecting) for qualifier in node.qualifiers):
            yield Misfit(node.start, "the counted noun is missing")


def _check_every(node: nouns.Every | nouns.Bound, *_: object) -> Misfits:
    """Yield a misfit for “all” after one card, or “at least” after no number: words were lost."""
    if agreement.is_one_card(node.thing):
        yield Misfit(node.start, "a single card is not counted")
    if isinstance(node, nouns.Bound) and node.limit.value in "以上以下":
        yield from agreement.check_number(node.thing)


def _is_counted_in(thing: nouns.Thing | nouns.Quantity, quantity: nouns.Quantity) -> bool:
    """Whether the unit of ``quantity`` counts ``thing``, as 枚 does cards; else a noun was lost."""
    counted = agreement.sorts_of_quantity(quantity)
    return "any" in counted or agreement.fits(thing, counted)


def _check_numbering(quantity: nouns.Quantity, thing: Node | None) -> Misfits:
    """Yield a misfit for a number before ``thing`` that does not fit ``thing``, because words were
    lost: a number without unit before cards (“3 or more characters” lacks “level”), a unit that
    does not count the noun (2枚の, as of cards, before “soul”), and any number before a zone."""
    sorts = agreement.sorts_of(thing) if isinstance(thing, _NAMED) else frozenset[str]()
    if "card" in sorts and "number" not in sorts:
        yield from _check_unit(quantity)
    elif isinstance(thing, nouns.Place) or (
        isinstance(thing, nouns.Noun) and not _is_counted_in(thing, quantity)
    ):
        yield Misfit(quantity.start, "the counter does not fit the noun")


def _check_unit(thing: nouns.Thing | nouns.Quantity) -> Misfits:
    """Yield a misfit for “for each” without a unit (1につき, for each 1), a noun (1枚につき, for
    each card) or a number (“for each character”): nobody knows what is counted. In “for each 1
    character”, number and noun are one node (``Counted``), which is right; turns need no noun."""
    match thing:
        case nouns.Quantity(count=int() | Letter(), unit=None) | nouns.Number(value=int()):
            yield Misfit(thing.start, "the unit of the number is missing")
        case nouns.Noun() | nouns.Named() | nouns.Place() | nouns.Beside():
            yield Misfit(thing.start, "the unit of the number is missing")
        case nouns.Quantity(unit=unit) if unit is not None and _PER.isdisjoint(unit.sorts):
            yield Misfit(thing.start, "the counted noun is missing")


_CHECKS: tuple[tuple[tuple[type[Node], ...], _Check], ...] = (
    ((acts.Is,), _check_is),
    ((card.Sentence,), lambda node, *_: check_sentence(node)),
    ((card.Ability,), lambda node, *_: check_ability(node)),
    ((card.Ability,), lambda node, parent, lexicon: check_head(node, parent, lexicon.heads)),
    ((nouns.Counted, nouns.Total), _check_counted),
    ((nouns.Every, nouns.Bound), _check_every),
    ((card.Cost,), lambda node, *_: _check_cost(node.sentences)),
    ((roles.ForEach,), lambda node, *_: _check_unit(node.thing)),
    ((nouns.Numbering,), lambda node, parent, _: _check_numbering(node.quantity, parent)),
    ((nouns.Qualities,), agreement.check_alternatives),
    ((nouns.Beside,), agreement.check_side),
    ((nouns.Related,), agreement.check_related),
    ((nouns.Product, nouns.Sum), lambda node, *_: agreement.check_number(node.thing)),
    ((acts.Equals,), lambda node, *_: agreement.check_number(node.value)),
    ((acts.Compares, qualities.Exceeding), _check_compared),
    ((nouns.Place,), agreement.check_place),
    ((roles.At, roles.During, roles.Amid, roles.Within, roles.Until), agreement.check_time),
    (_QUALIFIED, agreement.check_qualifiers),
    ((acts.Predicate,), _check_predicate),
    ((acts.Predicate,), _check_room),
    ((nouns.Qualifier,), _check_qualifier),
)
"""The functions that check nodes of each class."""


def _check_combinations(predicate: acts.Predicate) -> Misfits:
    """Yield a misfit for complements that do not fit each other or the verb, though frames, which
    check each particle alone, allow them: “from the top of an event” (only a zone has a top)."""
    for part in predicate.complements:
        match role_inside(part):
            case roles.Source(thing=nouns.Beside(thing=nouns.Noun() as noun)):
                if "card" in agreement.sorts_of(noun):
                    yield Misfit(part.start, "only a zone has a top")  # of an event
            case roles.During() | roles.Until() if is_done_at_once(predicate):
                yield Misfit(part.start, "what is done immediately has no duration")
            case roles.Object(thing=nouns.Noun(word=Kind.CONTINUOUS)):
                if isinstance(predicate, acts.Use):
                    yield Misfit(part.start, "such an ability is never used")
            case roles.Object(thing=nouns.Beside()) | roles.Subject(thing=nouns.Beside()):
                yield Misfit(part.start, "a position cannot be the subject or object")
            case role if isinstance(part, roles.Focused) and isinstance(role, _FOCUSING):
                yield Misfit(part.start, "two particles follow one noun")
    yield from _check_counters(predicate.complements)
    if isinstance(predicate, (*PUTTING, acts.Draw, acts.Shuffle)):
        yield from _check_moving(predicate)
    if isinstance(predicate, acts.ChangeState) and predicate.form in _ONGOING:
        objects = (part for part in predicate.complements if isinstance(part, roles.Object))
        yield from (Misfit(part.start, "a state takes no object") for part in objects)
    if isinstance(predicate, acts.Exist):
        yield from _check_existing(predicate)
    things: list[Any] = [getattr(part, "thing", part) for part in predicate.complements]
    # Several cards may act on each other: “your character supported your character”.
    is_compared = isinstance(predicate, acts.Compares)
    for one, other in pairwise(things):
        if one == other and (is_compared or agreement.is_one_card(one)):
            yield Misfit(one.start, "the same thing is on both sides")


def _check_existing(exist: acts.Act) -> Misfits:
    """Yield a misfit where ``exist`` (いる, ある: to be there) says what is impossible, because
    words were lost: no subject on a character, a deck in the discards, something at a name, this
    card in the opponent's row, or a card on a character with いる (ある would be right)."""
    parts = exist.complements
    is_living = exist.verb.value == "いる"
    places = [part for part in parts if isinstance(part, roles.Target)]
    subjects = [part for part in parts if isinstance(part, (roles.Subject, roles.Also))]
    if places and subjects:
        yield from _find_zones_in_zones(parts)
    is_own = any(type(s) is roles.Subject and agreement.is_this_card(s.thing) for s in subjects)
    for place in places:
        if not subjects and agreement.is_card(place.thing):
            yield Misfit(place.start, "the subject is missing")
        elif isinstance(place.thing, nouns.Named) or (is_living and agreement.is_card(place.thing)):
            yield Misfit(place.start, "a card is not a zone")
        elif is_own and agreement.is_theirs(place.thing):
            yield Misfit(place.start, "the owner cannot have this")


def _find_zones_in_zones(complements: Sequence[roles.Complement]) -> Misfits:
    """Yield a misfit for each zone that is subject or object. Callers check only verbs with a place
    or source: “the deck is in the hand” lost “a card of”. Zones named like their cards fit."""
    for part in complements:
        thing = part.thing if isinstance(part, (roles.Subject, roles.Object)) else None
        if isinstance(thing, nouns.Place) and "card" not in thing.zone.sorts:
            yield Misfit(part.start, "a zone is not inside a zone")


def _check_moving(act: acts.Act) -> Misfits:
    """Yield a misfit, because words were lost, for an impossible move: to the other player's zone,
    to two zones, to where the card already is, of a zone, or out of a card; and for a complement
    that a move cannot have, such as a state of a card in a pile (put rested into the discards)."""
    goals = [part.thing for part in act.complements if isinstance(part, roles.Target)]
    to_pile = isinstance(act, acts.Draw) or any("pile" in agreement.sorts_of(to) for to in goals)
    sources = [part.thing for part in act.complements if isinstance(part, roles.Source)]
    yield from agreement.check_owner(sources, goals)
    acting = [p.thing for p in act.complements if isinstance(p, _DONE_TO_OR_BY)]
    moved = [thing for thing in acting if not isinstance(thing, nouns.Player)]
    yield from agreement.check_owner(moved, (*sources, *goals))
    counts = [p.quantity.limit for p in act.complements if isinstance(p, roles.HowMany)]
    if any(isinstance(to, nouns.Both) for to in goals) and Limit.EACH not in counts:
        yield Misfit(goals[0].start, "a card goes to one zone only")  # “to hand and deck”
    for source in (*sources, *moved):
        if isinstance(source, nouns.Place) and source in sources:
            yield from _find_zones_in_zones(act.complements)  # “the deck from the hand”
        if source in sources and (isinstance(source, nouns.Named) or agreement.is_card(source)):
            yield Misfit(source.start, "a card is not a zone")  # “from 《A》”
        place = source.thing if isinstance(source, nouns.Beside) else source
        if isinstance(place, nouns.Place) and any(
            isinstance(to, nouns.Place) and to.zone == place.zone for to in goals
        ):
            yield Misfit(source.start, "it is already there")  # “from hand to hand”
    for part in act.complements:
        match role_inside(part):
            case roles.Object(thing=thing) if isinstance(act, acts.Shuffle):
                if agreement.is_one_card(thing):  # “shuffle that character”
                    yield Misfit(part.start, "a single card is not counted")
            case roles.As(thing=thing) if agreement.is_attribute(thing):  # “as soul”
                yield Misfit(part.start, "a card is not a number")
            case roles.Manner(manner=how) if to_pile and how.value[0] == "【":
                yield Misfit(part.start, "a card in a pile has no state")


def _check_counters(complements: Sequence[roles.Complement]) -> Misfits:
    """Yield a misfit for a number that cannot count the object next to it (枚数を1枚, the number, 1
    card), or is used with a single card or “all”: a noun was lost. After から (from), 枚 counts the
    cards taken there, but from an ability nothing is taken; times (2回) count the act. Both 枚 and
    つ count zones, but only 枚 the cards of a pile (手札を1枚, 1 of the hand)."""
    done_to = [part.thing for part in complements if isinstance(part, _DONE_TO_OR_BY)]
    is_settled = any(isinstance(t, nouns.Every) or agreement.is_one_card(t) for t in done_to)
    for first, second in zip((None, *complements), complements, strict=False):
        if not isinstance(second, roles.HowMany):
            continue
        counted = agreement.sorts_of_quantity(second.quantity)
        fits_any = counted == {"deed"} or "any" in counted
        if is_settled and not fits_any:
            yield Misfit(second.start, "a single card is not counted")
        if isinstance(first, _TAKEN):
            sorts = agreement.sorts_of(first.thing)
            is_source = isinstance(first, roles.Source)
            is_taken = is_source and sorts != {"ability"} and "card" in counted
            is_pile = isinstance(first.thing, nouns.Place) and "pile" in sorts
            fitting = counted & {"pile"} if is_pile else counted
            if not is_taken and not fits_any and not agreement.fits(first.thing, fitting):
                yield Misfit(second.start, "the counter does not fit the noun")


def _find_roles_filled_twice(complements: Sequence[roles.Complement]) -> Misfits:
    """Yield a misfit for a role filled twice, or a source after the goal or number (“1 to the hand
    from the deck”): a verb was lost. Manners may repeat, and other roles if ``_adds_to`` allows it.
    In “1 to the entry and 2 to the members”, all roles may be filled again after each number."""
    seen: dict[type[roles.Complement], roles.Complement] = {}
    for at, part in enumerate(complements):
        if isinstance(part, roles.HowManyAnd):
            # “1 to the entry and 2 to …”: after a destination, the next part is one, too.
            after = complements[at + 1 :]
            behind = (p for p in after if isinstance(p, (roles.Object, roles.Target)))
            goal = roles.Target in seen and roles.Object not in seen
            if goal and not isinstance(next(behind, None), roles.Target):
                yield Misfit(part.start, "the second destination is missing")
            for sort in (roles.Object, roles.Source, roles.Target, roles.HowMany):
                seen.pop(sort, None)
        elif isinstance(part, roles.Manner):
            continue
        elif isinstance(part, roles.Source) and not {roles.Target, roles.HowMany}.isdisjoint(seen):
            yield Misfit(part.start, "the source comes before the destination")
        elif type(part) in seen and not _adds_to(seen[type(part)], part):
            yield Misfit(part.start, "this role is filled twice")
        else:
            seen[type(part)] = part
    yield from agreement.find_repeated(complements)


def _adds_to(first: roles.Complement, second: roles.Complement) -> bool:
    """Whether ``second`` only adds to ``first``, which has the same role; if not, a verb between
    them was lost. It may add another name (“both as A and as B”), the number of an object (“cards,
    1”), a total after “each” (“1 each, in all 2”), or a free choice (“2 or more, any number”)."""
    match first, second:
        case roles.AlsoAs(), roles.AlsoAs():
            return first != second
        case roles.Object(thing=thing), roles.Object(thing=nouns.Quantity()):
            return not isinstance(thing, nouns.Quantity)
        case roles.HowMany(quantity=each), roles.HowMany(quantity=all_):
            return each.limit == Limit.EACH or isinstance(all_.count, Vague)
        case _:
            return False


def _check_cost(sentences: Sequence[Node]) -> Misfits:
    """Yield a misfit, as words were exchanged, for what no cost has: a subject, opponent's cards,
    “may”, a change of numbers, an act that takes nothing (draw: its frames lack ``pays``)."""
    for sentence in sentences:
        for step in sentence.steps if isinstance(sentence, card.Sentence) else ():
            parts = step.complements if isinstance(step, acts.Act) else ()
            senses = step.verb.senses if isinstance(step, acts.Act) else None
            is_gift = senses and not any(sense.pays for sense in senses)
            if is_gift or isinstance(step, (acts.Modify, card.May, card.MayEven)):
                yield Misfit(step.start, "this does not pay a cost")
            for part in parts:
                if isinstance(part, roles.Subject):
                    yield Misfit(part.start, "a cost has no subject")
                elif isinstance(part, _TAKEN) and agreement.is_theirs(part.thing):
                    yield Misfit(part.start, "a player pays costs only with what is theirs")
