"""Turn noun phrases into things of a meaning; ``thing_words`` and ``pointers`` read their words. In
the examples, キャラ is “character”, の “of”; a quality is what a card has, such as a level."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from rulebook.cards.interpreting import thing_words
from rulebook.cards.interpreting.discourse import Context
from rulebook.cards.interpreting.pointers import references
from rulebook.cards.interpreting.thing_words import are_zones, head_of, owners_of, qualifiers_of
from rulebook.cards.meaning import nodes
from rulebook.cards.printing.unparser import unparse
from rulebook.cards.tree import acts, card, nouns, qualities, roles, words
from rulebook.cards.tree.node import Node, walk
from rulebook.records import replace

_WITH_OWN_FIELD = {words.Relation.EXCEPT, words.Relation.PUT_ON}
_WITH_OWN_FIELD |= {words.Relation("にいる"), words.Relation("にある"), words.Relation("のうち")}
"""Relations that become zones, exclusions or pointers, and so are not qualities."""
_NOT_ORIGINS = {*_WITH_OWN_FIELD, *thing_words.LACKING, words.Relation.AND_IS}
_COSTS = words.Counter("コスト")
OFTEN = words.Counter("回")
_BARE = (nouns.Noun, nouns.Place, nouns.Player)  # nothing more to read if unqualified
_ALL = words.Pointer.ALL.value.removesuffix("の")
_GAINED = (qualities.Trait, qualities.Colours)


def _qualities_of(
    inner: Node, pointers: Sequence[nodes.PointerMeaning]
) -> tuple[tuple[str, ...], ...]:
    """Return rows of the qualities in ``inner`` (level 1 or less, 「A」), by which clauses are
    chosen; a card must have one of each row. Zones, owners, ``pointers`` have own fields."""
    rows: list[tuple[str, ...]] = []
    coming = _is_coming(inner)
    pointing = {(pointer.start, pointer.end) for pointer in pointers}
    for qualifier in qualifiers_of(inner):
        match qualifier:
            case nouns.Qualities(alternatives=row):
                rows.append(quality_words(row))
            case nouns.AndTrait(trait=one) | nouns.AndMeasured(measured=one):
                rows.append((unparse(one),))
            case nouns.Related(thing=nouns.Noun(qualifiers=())) if thing_words.is_vacant(qualifier):
                continue  # “a slot without characters”: its sort says that it is empty
            case nouns.Related(relation=relation) if relation not in _WITH_OWN_FIELD:
                rows.append((unparse(qualifier),))
            case nouns.Which(act=(acts.Receive() | acts.Give()) as act):
                # The qualities of damage are its source, but not its owner, which is in `of`.
                parts = (part for part in act.complements if not isinstance(part, roles.Subject))
                rows.append((unparse(replace(act, complements=tuple(parts))),))
            case nouns.Of(thing=nouns.Noun() as one) if _is_quality(one):
                rows.append((unparse(one),))
            case nouns.Numbering(quantity=one) if one.unit == _COSTS:
                rows.append((unparse(one),))
            case nouns.Description(described=described) if described.value == "持つ":
                continue  # “the colour that a character has”: that character is in `of`
            case nouns.Which(act=act) if coming and any(
                isinstance(part, roles.Target) for part in act.complements
            ):
                continue  # of “the next card put there”, the zone is in `of`
            case nouns.Which() if thing_words.is_location(qualifier):
                continue
            case nouns.Which() | nouns.Description() | nouns.Range():
                if (qualifier.start, inner.end) not in pointing:
                    rows.append((_words_without_owner(qualifier),))
    return (*rows, *_own_names(inner))


def _own_names(inner: Node | None) -> Sequence[tuple[str, ...]]:
    """Return rows of the names in ``inner``: 「A」, 《B》 or 「C」, or the kind 【自】 of a quoted
    ability; empty if it is a common noun. Names stand in place of a noun, and become qualities."""
    match inner:
        case nouns.Named(alternatives=row):
            return [quality_words(row)]
        case nouns.Mixed(alternatives=row, word=word):
            return [(*quality_words(row), word.value)]
        case nouns.Quoted(quotation=quotation):
            named = (a for a in quotation.abilities if not thing_words.is_quoted_in_full(a))
            marks = (mark for ability in named for mark in ability.marks)
            return [(mark.kind.value,) for mark in marks if isinstance(mark, card.KindMark)]
    return ()


def quality_words(row: Sequence[qualities.Quality]) -> tuple[str, ...]:
    """Return the words of each alternative in ``row``, complete by themselves so that facts can
    compare each: コスト3 and コスト5 of コスト3か5 (cost 3 or 5); both of “has 「A」 or 「B」”."""
    found: list[str] = []
    measure = ""
    for quality in row:
        if isinstance(quality, qualities.Measured):
            measure = quality.measure.value
        if isinstance(quality, qualities.NameHolding) and quality.again:
            quality = replace(quality, again=False)  # “card name”, printed only once for both
        each: list[qualities.Quality] = [quality]
        match quality:
            case qualities.NameHolding(holds=True) | qualities.TraitHolding():
                each = [replace(quality, fragments=(one,)) for one in quality.fragments]
            case qualities.WithMark(holds=True):
                each = [replace(quality, markings=(one,)) for one in quality.markings]
        before = measure if isinstance(quality, qualities.AlsoMeasured) else ""
        found += [before + unparse(one) for one in each]
    return tuple(found)


def _words_without_owner(qualifier: nouns.Qualifier) -> str:
    """Return the words of the relative clause ``qualifier`` without an owner at its beginning
    (“your characters that …”), which belongs to the noun after the clause (in ``owners``)."""
    act = qualifier.act if isinstance(qualifier, nouns.Which) else None
    first = getattr(act.complements[0], "thing", None) if act and act.complements else None
    own = qualifiers_of(first)
    said = unparse(qualifier)
    return said.partition("、")[2] if any(isinstance(q, nouns.Scope) for q in own) else said


def number_of(quantity: nouns.Quantity | None, context: Context) -> nodes.NumberMeaning | None:
    """Return the meaning of ``quantity``, None for None. Its ``rule`` points at what decides it:
    the definition of a letter, or for 同じ枚数 (as many) the things that were counted last."""
    if quantity is None:
        return None
    limit, unit, count = quantity.limit, quantity.unit, count_in_json(quantity.count)
    at_most, same = limit == words.Limit.UP_TO, quantity.count == words.Vague.SAME
    bound = limit.value if limit and not at_most else None
    total = isinstance(quantity, thing_words.InAll)
    rule = context.last_counted(quantity) if same else definition_of(quantity.count, context)
    place, word = (quantity.start, quantity.end), unit.value if unit else None
    return nodes.NumberMeaning(*place, count, at_most, bound, rule, word, total=total)


def exact_number(count: words.Lexeme | int, place: Node, context: Context) -> nodes.NumberMeaning:
    """Return the bare number ``count`` (3 of “cost 3”, or a letter with its definition) as the node
    of an exact number with a counter, so that later stages know one kind of number. A bare number
    has no span: it gets that of ``place``."""
    rule = definition_of(count, context)
    return nodes.NumberMeaning(place.start, place.end, count_in_json(count), False, None, rule)


def payment_number(payment: card.Payment, context: Context) -> nodes.NumberMeaning | None:
    """Return the number in the icon ``payment`` (2 of エネ②, energy) as a node like that of a
    number in words, so that facts and steps need not distinguish them; None if it has none."""
    count: object = getattr(payment, "count", None)
    return exact_number(count, payment, context) if isinstance(count, (int, words.Lexeme)) else None


def definition_of(count: object, context: Context) -> nodes.TextPlace | None:
    """Return the place of the sentence that defines the letter ``count``, None for a number; store
    where the letter is first used, as “that” in the definition refers to things before it."""
    if not isinstance(count, words.Letter):
        return None
    context.first_uses.setdefault(count.value, context.count())
    return context.letters.get(count.value)


def count_in_json(count: words.Lexeme | int) -> int | str:
    """Return ``count`` as the JSON has it: a number, or a letter or word (Ｘ; any) as text."""
    return count if isinstance(count, int) else count.value


def thing_of(
    thing: nouns.Thing | nouns.Quantity,
    context: Context,
    *,
    quantity: nouns.Quantity | None = None,
    as_cards: bool = False,
    every: bool = False,
) -> nodes.ThingMeaning:
    """Return the meaning of ``thing``, with the number ``quantity`` or すべて (all: ``every``)
    after it: here, all noun phrases get the same fields. ``as_cards`` is whether a zone means its
    cards. Of “other than the deck”, the deck is only what it excludes, not its zone, word or
    member. If the members of a coordination all have one owner, the coordination has it, too."""
    thing = thing_words.with_counted_marks_as_cards(thing)
    sort = thing_words.sort_of(thing, context.sorts)
    inner = head_of(thing) or thing
    if sort == "zone" and isinstance(inner, nouns.Place) and not (as_cards or quantity):
        # Only cards have states (“rested Member”) and are others (“the other Member”).
        as_cards = any(isinstance(qualifier, nouns.Qualities) for qualifier in inner.qualifiers)
        as_cards = as_cards or thing_words.OTHERS in _exclusions_of(inner)
    sort = "cards" if sort == "zone" and (as_cards or quantity) else sort
    if context.letters:
        for node in walk(thing):
            if isinstance(node, qualities.Measured):
                # “Level X or less” may be the first use of X, which this stores.
                definition_of(node.number, context)
    includes = thing_words.excepted_thing(thing) is None
    bare = isinstance(inner, _BARE) and not qualifiers_of(inner)
    things = _members_of_coordination(inner, context, as_cards) if includes and not bare else ()
    owners = () if bare else owners_of(inner)
    if not owners and len(common := {each.owners for each in things}) == 1:
        owners = common.pop()
    zones = thing_words.zone_words(inner) if includes else ()
    named = tuple(dict.fromkeys(thing_words.printed_nouns(inner))) if includes else ()
    number = _number_of_thing(thing, quantity, context)
    # すべて (all) before a zone is an owner. Without a number, all cards: “of every Entry”.
    of_all = sort == "cards" and owners == (_ALL,) and number is None
    own = () if bare or thing_words.zone_words(inner) else qualifiers_of(inner)
    pointers = (q.pointer for q in own if isinstance(q, nouns.Pointing))
    every = every or isinstance(thing, nouns.Every) or words.Pointer.ALL in pointers or of_all
    refers = tuple(references(thing, context))
    other = () if bare and includes else _exclusions_of(thing)
    fields: Any = (sort, owners, zones, named, _needs_quality(inner), every, number, refers, other)
    # All fields are made first, because copying a thing with so many fields is slow.
    qualified = {} if bare else _qualified_fields(thing, inner, fields, things, context)
    return nodes.ThingMeaning(*thing_words.place_with_number(thing, quantity), *fields, **qualified)


def thing_in(
    role: roles.Role | None, context: Context, *, as_cards: bool = False
) -> nodes.ThingMeaning | None:
    """Return the meaning of the noun in ``role``, None for None. ``as_cards``: a zone (the hand)
    means its cards. If a later “it” may mean it, callers add it as a referent (:func:`mention`)."""
    return thing_of(role.thing, context, as_cards=as_cards) if role else None


def _qualified_fields(
    thing: Node, inner: Node, fields: Any, things: Sequence[nodes.ThingMeaning], context: Context
) -> dict[str, Any]:
    """Return by name the fields of a ``ThingMeaning`` that only qualifiers fill, those of
    ``inner``, the head noun of ``thing``, with the members ``things``; ``fields`` are the others,
    in their order. The caller skips this for nouns without qualifiers, which is faster."""
    sort, owners, *_, refers, _ = fields
    of = _related_thing(inner)
    # The zones around that of a thing are its area: the front row of “the centre slot of the
    # front row”. What is only an exclusion is in none.
    zones = [q for q in thing_words.own_qualifiers(inner) if isinstance(q, nouns.In)]
    # The last zone before a card is where it is; a zone is itself that.
    wider = zones if isinstance(inner, nouns.Place) else zones[:-1]
    area = [zone.value for q in wider for zone in q.zones]
    one_of = len(owners) > 1 and not isinstance(inner, nouns.Both)  # “of you or the opponent”
    return {
        "side": inner.side.value if isinstance(inner, nouns.Beside) else None,
        "area": tuple(area) if thing_words.excepted_thing(thing) is None else (),
        "things": things,
        "alternative": isinstance(inner, nouns.Either) or one_of,
        "of": thing_of(of, context) if of is not None else None,
        "coming": _is_coming(inner),
        "qualities": _qualities_of(inner, refers),
        "changes": _changes_of(thing) if sort == "numbers" else (),
        "which": _selecting_words(inner, sort),
    }


def _members_of_coordination(
    inner: Node | None, context: Context, as_cards: bool
) -> tuple[nodes.ThingMeaning, ...]:
    """Return the members of the coordination ``inner``, each with the shared owner, zone and 他の
    (other), stated once. “Characters of you and the opponent” has none: the players are owners."""
    things = inner.things if isinstance(inner, (nouns.Both, nouns.Either)) else ()
    if not things or isinstance(things[0], nouns.Player):
        return ()
    first, *further = (thing_of(thing, context, as_cards=as_cards) for thing in things)
    zones = first.zones or tuple(thing_words.stated_zones(thing_words.own_qualifiers(inner)))
    members = (replace(first, owners=first.owners or owners_of(inner), zones=zones), *further)
    others = tuple(word for word in _exclusions_of(inner) if word == thing_words.OTHERS)
    shared: Any = accumulate(members, with_shared_owner)
    return tuple(replace(one, other_than=one.other_than or others) for one in shared)


def as_gained(thing: nodes.ThingMeaning, node: Node) -> nodes.ThingMeaning:
    """Return ``thing`` as something that a card gains or becomes (“gains 〔A〕”): the trait or
    colour itself. Elsewhere, a trait alone, such as the phrase ``node``, means a card with it."""
    if isinstance(node, (nouns.Both, nouns.Either)) and thing.things:
        things = tuple(map(as_gained, thing.things, node.things))
        said = tuple(word for each in things for word in each.words)
        gained = replace(thing, sort="qualities", words=said, asks=False, things=things)
        return gained if {each.sort for each in things} == {"qualities"} else thing
    row = node.alternatives if isinstance(node, nouns.Named) and not node.qualifiers else ()
    if not row or not all(isinstance(quality, _GAINED) for quality in row):
        return thing
    # “Green and red and blue”: each of the colours is gained.
    together = (quality.colours for quality in row if isinstance(quality, qualities.Colours))
    colours = tuple(colour.value for several in together for colour in several)
    said = colours or quality_words(row)
    return replace(thing, sort="qualities", words=said, asks=False, qualities=())


def put_there(
    act: Node, what: nodes.ThingMeaning | None, goal: nodes.ThingMeaning | None
) -> tuple[nodes.ThingMeaning | None, nodes.ThingMeaning | None]:
    """Return the object ``what`` and the ``goal`` of ``act``. If 置く (put) has no goal, and its
    object is only a zone, that is the goal: in “put energy”, a card is put there, and is then
    energy (reb 4.6.3, 7.3.2). “Put a character of Energy” names cards that are there already."""
    if goal is not None or what is None or not isinstance(act, acts.Put):
        return what, goal
    if what.sort != "cards" or not what.zones or what.zones != what.words:
        return what, goal
    return replace(what, zones=()), replace(what, sort="zone", number=None)


def with_shared_owner(before: nodes.What | None, what: nodes.What | None) -> Any:
    """Return ``what`` with the owner and zone of the thing ``before`` it, if it has none and is of
    the same sort: “characters and events of your waiting room” states them once. Unchanged are a
    pointer, and a thing with one (“that character”) or an exception (“but A”, not 他の, other)."""
    if not (isinstance(before, nodes.ThingMeaning) and isinstance(what, nodes.ThingMeaning)):
        return what
    if before.of is not None and what.of is not None and before.sort == what.sort == "numbers":
        # “The number of Member and of Energy”: both zones have the same owner.
        return replace(what, of=with_shared_owner(before.of, what.of))
    apart = what.owners or what.refers or set(what.other_than) - {thing_words.OTHERS}
    # “Entry and the other Member”: the second zone is where the cards are.
    zones_both = before.sort == "zone" and bool(what.zones) and what.zones == what.words
    if apart or not (what.sort == before.sort or zones_both):
        return what
    # A zone that means the cards in it is not the zone of the next cards.
    zones = () if before.sort == "cards" and before.zones == before.words else before.zones
    return replace(what, owners=before.owners, zones=what.zones or zones)


def _number_of_thing(
    thing: Node, quantity: nouns.Quantity | None, context: Context
) -> nodes.NumberMeaning | None:
    """Return the number of ``thing``, None if unsaid: ``quantity``, or one inside it, or the number
    that it is itself (“make the damage 0”). Points of damage are part of its word (2 damage)."""
    if isinstance(thing, nouns.Number):
        return exact_number(thing.value, thing, context)
    if isinstance(thing, nouns.Noun) and isinstance(thing.word, nouns.Damage):
        points = exact_number(thing.word.points, thing, context)
        if thing.word.points != words.Vague.SAME:
            return points
        # 同じダメージ (the same damage): the same points as the last damage.
        return replace(points, rule=context.antecedent(thing, "damage", "ダメージ").to)
    number = number_of(quantity or thing_words.number_inside(thing), context)
    return replace(number, total=True) if number and isinstance(thing, nouns.Total) else number


# ---- The parts of a noun phrase


def _related_thing(inner: Node | None) -> nouns.Thing | None:
    """Return the thing for the field ``of`` of ``inner``, or None: what a number, side or slot
    belongs to, who deals or receives damage, the zone that a card comes to, or what is compared."""
    if isinstance(inner, nouns.Beside):
        return None if isinstance(inner.thing, nouns.Place) else inner.thing  # a deck's top: a zone
    for qualifier in qualifiers_of(inner):
        match qualifier:
            case nouns.Of(thing=nouns.Noun(qualifiers=all_) as noun) if (
                at := thing_words.before_comparison(noun)
            ):
                # 手札のこのカードと同じ色のキャラ: 手札の (in hand) is of キャラ, and left out.
                return replace(noun, start=all_[at].start, qualifiers=all_[at:])
            case nouns.Of(thing=thing) if not (are_zones(thing) or _is_quality(thing)):
                return thing
            case nouns.Which(act=acts.Receive(complements=parts) | acts.Give(complements=parts)):
                # “The damage that this character receives” or “deals”
                who = (p.thing for p in parts if isinstance(p, roles.Subject))
                return next((thing for thing in who if isinstance(thing, nouns.Thing)), None)
            case nouns.Which(act=act) if _is_coming(inner):  # “the next card put on the stage”
                goals = (p.thing for p in act.complements if isinstance(p, roles.Target))
                return next((thing for thing in goals if isinstance(thing, nouns.Place)), None)
            case nouns.Related(thing=thing, relation=relation) if relation not in _NOT_ORIGINS:
                return thing  # “the slot of this card”
    return None


def _is_quality(thing: Node | None) -> bool:
    """Whether ``thing``, before の, is a quality of what follows and not its owner: a bound (“of a
    cost up to this card's level”), or 異なる or 同じ (“of different names”, “of the same”)."""
    return isinstance(thing, nouns.Noun) and any(
        (isinstance(q, nouns.Related) and q.relation.value in ("以下の", "以上の"))
        or (isinstance(q, nouns.Description) and q.described.value in ("異なる", "同じ"))
        for q in thing.qualifiers
    )


def _selecting_words(inner: Node | None, sort: str) -> tuple[str, ...]:
    """Return the words for ``which``, that say which of its ``sort`` ``inner`` is: “second” and
    “this” (“this effect”; “this card” is a sort of its own), for times and players also 次の (next)
    and 各 (each). Elsewhere these select nothing: 次の2つの能力 are those printed next."""
    pointing = (words.Pointer.THIS.value, "次の", "各")
    by_sort = {thing_words.THIS_CARD: (), "times": pointing, "players": pointing}
    picked = by_sort.get(sort, pointing[:1])
    return tuple(
        unparse(q)
        for q in qualifiers_of(inner)
        if isinstance(q, nouns.Ordinals)
        or (isinstance(q, nouns.Pointing) and q.pointer.value in picked)
    )


def _changes_of(thing: Node | None) -> tuple[str, ...]:
    """Return the changes of the number ``thing`` in computing order (×500 of “hand cards ×500”), by
    which facts know a number that is never 0 (“level ＋1”)."""
    found: list[str] = []
    while isinstance(thing, thing_words.AROUND_NOUN):
        if isinstance(thing, (nouns.Product, nouns.Sum)):
            found.append(unparse(thing).removeprefix(unparse(thing.thing)))
        thing = thing.thing
    factors = (q.quantity for q in qualifiers_of(thing) if isinstance(q, nouns.Numbering))
    found += ["×" + unparse(q).removesuffix("倍") for q in factors if q.unit == thing_words.TIMES]
    return tuple(reversed(found))


def _is_coming(inner: Node | None) -> bool:
    """Whether ``inner`` has yet to come: “the next character put there” says where it will be."""
    clauses = [q.act for q in qualifiers_of(inner) if isinstance(q, nouns.Which)]
    parts = (part for act in clauses for part in act.complements if isinstance(part, roles.Manner))
    return any(part.manner == words.MannerWord.NEXT for part in parts)


def _needs_quality(inner: Node | None) -> bool:
    """Whether cards called ``inner`` need a name or quality, as clauses on searches ask: all nouns
    but カード (card) state one, as not every card is a “character”."""
    match inner:
        case nouns.Named() | nouns.Mixed():
            return True
        case nouns.Noun(qualifiers=qualifiers, word=word):
            return word != words.Word.CARD or any(
                isinstance(q, thing_words.ASKING) for q in qualifiers
            )
        case nouns.Both(things=things) | nouns.Either(things=things):
            return any(_needs_quality(head_of(thing)) for thing in things)
        case nouns.Place(qualifiers=qualifiers):
            return any(isinstance(q, thing_words.ASKING) for q in qualifiers)
    return False


def _exclusions_of(thing: Node | None) -> tuple[str, ...]:
    """Return the words for what ``thing`` excludes (他の, other; “but this card”), also before
    several zones (“other A of Member and hand”). They have their own field, since rules match the
    other words of a thing as what it is. “Other than the deck” has nothing but an exclusion."""
    whole = thing_words.excepted_thing(thing)
    if whole is not None:
        return (unparse(whole),)
    own = qualifiers_of(head_of(thing))
    places = (q.thing for q in own if isinstance(q, nouns.Of) and are_zones(q.thing))
    own += tuple(q for place in places for q in qualifiers_of(place))
    found: list[str] = []
    for qualifier in own:
        match qualifier:
            case nouns.Other() | nouns.Related(relation=words.Relation.OTHER_WITHOUT):
                found.append(thing_words.OTHERS)
            case nouns.Related(thing=thing, relation=words.Relation.EXCEPT):
                found.append(unparse(thing))
    return tuple(found)
