"""From the things of a tree to the things of a meaning: of what sort, whose, where, how many.

``thing_words`` has what its nouns say, ``pointers`` settles what words in it point at.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulebook.cards.interpreting.discourse import Setting
from rulebook.cards.interpreting.naming import counted_by_mark, is_quoted_in_full, nouns_said
from rulebook.cards.interpreting.pointers import references
from rulebook.cards.interpreting.thing_words import (
    OTHERS,
    TOLD_OTHERWISE,
    all_but,
    all_told,
    area_of,
    asks,
    changes_of,
    head_of,
    is_bound,
    is_coming,
    is_compared,
    is_place_told,
    is_vacant,
    left_out_of,
    own_number,
    owners_of,
    said_of,
    sort_of,
    told_from,
    which_of,
    zone_words,
    zones_said,
)
from rulebook.cards.meaning.nodes import (
    NumberMeaning,
    PointerMeaning,
    TextPlace,
    ThingMeaning,
    What,
)
from rulebook.cards.printing.unparser import unparse_part
from rulebook.cards.tree import acts, card, nouns, qualities, roles
from rulebook.cards.tree.acts import Act, Give, Receive
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.qualities import (
    AlsoMeasured,
    Measured,
    NameHolding,
    Quality,
    TraitHolding,
    WithMark,
)
from rulebook.cards.tree.walking import walk
from rulebook.cards.tree.words import Counter, Letter, Lexeme, Limit, Pointer, Vague
from rulebook.records import dataclass, replace

_COSTS = Counter("コスト")
_OVER = "、"
_HAS = "持つ"


def qualities_of(
    inner: Node | None, pointers: Sequence[PointerMeaning] = ()
) -> tuple[tuple[str, ...], ...]:
    """Return the qualities that ``inner`` must have, of each row one, but for what points."""
    rows: list[tuple[str, ...]] = []
    coming = is_coming(inner)
    pointing = {(pointer.start, pointer.end) for pointer in pointers}
    for qualifier in getattr(inner, "qualifiers", ()):
        match qualifier:
            case nouns.Qualities(alternatives=told):
                rows.append(quality_words(told))
            case nouns.AndTrait(trait=one) | nouns.AndMeasured(measured=one):
                rows.append((unparse_part(one),))
            case nouns.Related(thing=nouns.Noun(qualifiers=())) if is_vacant(qualifier):
                continue
            case nouns.Related(relation=relation) if relation not in TOLD_OTHERWISE:
                rows.append((unparse_part(qualifier),))
            case nouns.Which(act=(Receive() | Give()) as act):
                rows.append((_done(act),))
            case nouns.Of(thing=nouns.Noun() as told) if is_compared(told) or is_bound(told):
                rows.append((unparse_part(told),))
            case nouns.Numbering(quantity=told) if told.unit == _COSTS:
                rows.append((unparse_part(told),))
            case nouns.Description(described=described) if described.value == _HAS:
                continue  # キャラの持つ色
            case nouns.Which(act=act) if coming and any(map(_is_goal, act.complements)):
                continue  # `of` tells where it comes to
            case nouns.Which() if is_place_told(qualifier):
                continue
            case nouns.Which() | nouns.Description() | nouns.Range() if inner:
                if (qualifier.start, inner.end) not in pointing:
                    rows.append((_clause(qualifier),))
    return (*rows, *_named(inner))


def _named(inner: Node | None) -> Sequence[tuple[str, ...]]:
    """Return what ``inner`` is called itself: 「A」, 《B》か「C」."""
    match inner:
        case nouns.Named(alternatives=told):
            return [quality_words(told)]
        case nouns.Mixed(alternatives=told, word=word):
            return [(*quality_words(told), word.value)]
        case nouns.Quoted(quotation=quotation):
            return _kinds_of(quotation)
        case _:
            return ()


def _is_goal(role: roles.Complement) -> bool:
    return isinstance(role, roles.Target)


def _kinds_of(quotation: nouns.Quotation) -> Sequence[tuple[str, ...]]:
    """Return of which kind abilities are that are told by their names: 『【自】 アンコール』."""
    named = (ability for ability in quotation.abilities if not is_quoted_in_full(ability))
    marks = (mark for ability in named for mark in ability.marks)
    return [(mark.kind.value,) for mark in marks if isinstance(mark, card.KindMark)]


def quality_words(told: Sequence[Quality]) -> tuple[str, ...]:
    """Return the qualities ``told``, one of which will do: コスト3 and コスト5 of コスト3か5."""
    words: list[str] = []
    measure = ""
    for quality in (each for several in told for each in _each_of(several)):
        also = ""
        match quality:
            case Measured():
                measure = quality.measure.value
            case AlsoMeasured():
                also = measure
        words.append(also + unparse_part(quality))
    return tuple(words)


def _each_of(quality: Quality) -> Sequence[Quality]:
    """Return ``quality`` once for each of the words of which one will do: 「A」か「B」を含む."""
    each: list[Quality] = [quality]
    match quality:
        case NameHolding(fragments=fragments, holds=True) | TraitHolding(fragments=fragments):
            each = [replace(quality, fragments=(fragment,)) for fragment in fragments]
        case WithMark(markings=markings, holds=True):
            each = [replace(quality, markings=(marking,)) for marking in markings]
    return [replace(q, again=False) if isinstance(q, NameHolding) and q.again else q for q in each]


def _clause(qualifier: nouns.Qualifier) -> str:
    """Return ``qualifier``, without what it says of its noun before: あなたの、…を持つ."""
    act = qualifier.act if isinstance(qualifier, nouns.Which) else None
    first = getattr(act.complements[0], "thing", None) if act and act.complements else None
    own: tuple[nouns.Qualifier, ...] = getattr(first, "qualifiers", ())
    told = unparse_part(qualifier)
    return told.partition(_OVER)[2] if any(isinstance(q, nouns.Scope) for q in own) else told


def _done(act: Act) -> str:
    """Return whether damage is taken or dealt by ``act``, and by what, but not whose it is."""
    parts = tuple(part for part in act.complements if not isinstance(part, roles.Subject))
    return unparse_part(replace(act, complements=parts))


OFTEN = Counter("回")
_BARE = (nouns.Noun, nouns.Place, nouns.Player)
"""What has nothing more to say of itself where it has no qualifiers."""
_ALL = Pointer.ALL.value.removesuffix("の")
_GAINED = (qualities.Trait, qualities.Colours)


def number_of(quantity: nouns.Quantity | None, setting: Setting) -> NumberMeaning | None:
    """Return how many ``quantity`` says."""
    if quantity is None:
        return None
    limit = quantity.limit
    return NumberMeaning(
        quantity.start,
        quantity.end,
        plain(quantity.count),
        limit == Limit.UP_TO,
        limit.value if limit and limit != Limit.UP_TO else None,
        setting.discourse.counted(quantity.start)
        if quantity.count == Vague.SAME
        else rule_of(quantity.count, setting),
        quantity.unit.value if quantity.unit else None,
        total=isinstance(quantity, InAll),
    )


def exactly(number: nouns.Number, setting: Setting) -> NumberMeaning:
    """Return how many ``number`` is, no more and no less: レベルが2."""
    rule = rule_of(number.value, setting)
    return NumberMeaning(number.start, number.end, plain(number.value), False, None, rule)


def payment_number(payment: card.Payment, setting: Setting) -> NumberMeaning | None:
    """Return how many ``payment`` is: 2 of エネ②."""
    count: object = getattr(payment, "count", None)
    if not isinstance(count, (int, Lexeme)):
        return None
    rule = rule_of(count, setting)
    return NumberMeaning(payment.start, payment.end, plain(count), False, None, rule)


def rule_of(count: object, setting: Setting) -> TextPlace | None:
    """Return where the text says what the letter ``count`` stands for."""
    if not isinstance(count, Letter):
        return None
    setting.first_uses.setdefault(count.value, setting.discourse.count())
    return setting.letters.get(count.value)


def plain(count: Lexeme | int) -> int | str:
    """Return ``count`` as JSON has it: a number, or the letter or word that stands for one."""
    return count if isinstance(count, int) else count.value


def thing_of(
    thing: nouns.Thing | nouns.Quantity,
    setting: Setting,
    *,
    quantity: nouns.Quantity | None = None,
    as_cards: bool = False,
    every: bool = False,
) -> ThingMeaning:
    """Return what ``thing`` speaks of; ``quantity`` stands apart from it (キャラを1枚).

    ``as_cards`` is whether a zone stands for the cards in it: 手札を1枚; ``every`` whether すべて
    stands apart from it.
    """
    thing = counted_by_mark(thing)
    sort = sort_of(thing, setting.sorts)
    inner = head_of(thing) or thing
    if sort == "zone" and (as_cards or quantity or _is_of_cards(inner)):
        sort = "cards"
    if setting.letters:
        _use_letters(thing, setting)
    whole = all_but(thing) is None
    bare = isinstance(inner, _BARE) and not getattr(inner, "qualifiers", ())
    things = () if bare or not whole else _told_in_a_row(inner, setting, as_cards)
    owners = () if bare else owners_of(inner) or (_owners_of_all(things) if things else ())
    zones = zone_words(inner) if whole else ()
    words = tuple(dict.fromkeys(nouns_said(inner))) if whole else ()
    number = _number(thing, quantity, setting)
    # すべてのエントリーのキャラ: of all players, where no number is said.
    of_all = sort == "cards" and owners == (_ALL,) and number is None
    every = every or isinstance(thing, nouns.Every) or (not bare and all_told(inner)) or of_all
    refers = tuple(references(thing, setting))
    apart = () if bare and whole else left_out_of(thing)
    told: tuple[Any, ...] = (sort, owners, zones, words, asks(inner), every, number, refers, apart)
    # A thing has many fields, and to make it twice takes long: what is told further is told here.
    further = () if bare else _told_further(thing, inner, told, things, setting)
    return ThingMeaning(*extent(thing, quantity), *told, *further)


def _told_further(
    thing: Node,
    inner: Node,
    told: tuple[Any, ...],
    things: tuple[ThingMeaning, ...],
    setting: Setting,
) -> tuple[Any, ...]:
    """Return what the qualifiers of ``thing``, of its noun ``inner``, say behind what was ``told``.

    These are the fields of a thing from ``side`` on, in their order.
    """
    sort, owners, *_, refers, _ = told
    of = told_from(inner)
    one_of = len(owners) > 1 and not isinstance(inner, nouns.Both)
    return (
        inner.side.value if isinstance(inner, nouns.Beside) else None,
        area_of(inner) if all_but(thing) is None else (),
        things,
        isinstance(inner, nouns.Either) or one_of,
        thing_of(of, setting) if of is not None else None,
        is_coming(inner),
        qualities_of(inner, refers),
        changes_of(thing) if sort == "numbers" else (),
        which_of(inner, sort),
    )


def _is_of_cards(inner: Node) -> bool:
    """Whether ``inner``, a zone, is cards in it: 他のメンバー, 【レスト】しているメンバー.

    There is one such zone, and it has no states.
    """
    if not isinstance(inner, nouns.Place):
        return False
    asked = any(isinstance(qualifier, nouns.Qualities) for qualifier in inner.qualifiers)
    return asked or OTHERS in left_out_of(inner)


def _told_in_a_row(
    inner: Node | None, setting: Setting, as_cards: bool
) -> tuple[ThingMeaning, ...]:
    """Return the things of ``inner``, each with what is said once for those behind it too."""
    if not isinstance(inner, (nouns.Both, nouns.Either)):
        return ()
    if isinstance(inner.things[0], nouns.Player):
        return ()
    told = [thing_of(thing, setting, as_cards=as_cards) for thing in inner.things]
    owners, zones = owners_of(inner), tuple(zones_said(said_of(inner)))
    told[0] = replace(told[0], owners=told[0].owners or owners, zones=told[0].zones or zones)
    others = tuple(word for word in left_out_of(inner) if word == OTHERS)
    each = [thing for thing in shared(told) if isinstance(thing, ThingMeaning)]
    return tuple(replace(one, other_than=one.other_than or others) for one in each)


def _owners_of_all(things: Sequence[ThingMeaning]) -> tuple[str, ...]:
    """Return whose ``things`` are, where all are of the same."""
    owners = {each.owners for each in things}
    return owners.pop() if len(owners) == 1 else ()


def become(thing: ThingMeaning, node: Node) -> ThingMeaning:
    """Return ``thing``, which is given or become: 〔A〕 is then the trait, and no card with it."""
    if isinstance(node, (nouns.Both, nouns.Either)) and thing.things:
        things = tuple(map(become, thing.things, node.things))
        sorts = {each.sort for each in things}
        words = tuple(word for each in things for word in each.words)
        return (
            replace(thing, sort="qualities", words=words, asks=False, things=things)
            if (sorts == {"qualities"})
            else thing
        )
    told = node.alternatives if isinstance(node, nouns.Named) and not node.qualifiers else ()
    if not told or not all(isinstance(quality, _GAINED) for quality in told):
        return thing
    words = _colours(told) or quality_words(told)
    return replace(thing, sort="qualities", words=words, asks=False, qualities=())


def _colours(told: Sequence[qualities.Quality]) -> tuple[str, ...]:
    """Return each of the colours ``told``, all of which are meant: 緑と赤と青."""
    all_at_once = (quality.colours for quality in told if isinstance(quality, qualities.Colours))
    return tuple(colour.value for colours in all_at_once for colour in colours)


def marks_told(what: What, node: Node) -> What:
    """Return ``what`` as the marks themselves where they tell it, and no cards that have them."""
    marks = quality_words(node.alternatives) if isinstance(node, nouns.Named) else ()
    if not marks or not isinstance(what, ThingMeaning):
        return what
    return replace(what, sort="abilities", words=marks, asks=False, qualities=())


def put_there(
    act: Node, what: ThingMeaning | None, goal: ThingMeaning | None
) -> tuple[ThingMeaning | None, ThingMeaning | None]:
    """Return ``what`` is put by ``act`` and its ``goal``, which one zone may tell at once.

    エネルギーを置く: a card is put there, and is energy from then on (reb 4.6.3, 7.3.2).
    """
    if goal is not None or what is None or not isinstance(act, acts.Put):
        return what, goal
    if what.sort != "cards" or not what.zones or what.zones != what.words or what.side:
        return what, goal
    return replace(what, zones=()), replace(what, sort="zone", number=None)


def shared(told: Sequence[What | None]) -> list[What | None]:
    """Return things of a list, each with whose it is and where, said once for those behind too.

    自分の控え室の「A」を1枚と「B」を1枚: what a thing does not say of itself is as before it.
    """
    found: list[What | None] = [*told[:1]]
    for what in told[1:]:
        before = found[-1]
        both = isinstance(before, ThingMeaning) and isinstance(what, ThingMeaning)
        found.append(_sharing(before, what) if both else what)  # type: ignore[arg-type]
    return found


def _sharing(before: ThingMeaning, what: ThingMeaning) -> ThingMeaning:
    if before.of is not None and what.of is not None and before.sort == what.sort == "numbers":
        # メンバーの枚数とエネルギーの枚数: whose the first are, the others are.
        return replace(what, of=_sharing(before.of, what.of))
    apart = what.owners or what.refers or set(what.other_than) - {OTHERS}
    # エントリーと他のメンバー: the second zone is that of the cards in it.
    zones_both = before.sort == "zone" and bool(what.zones) and what.zones == what.words
    if apart or not (what.sort == before.sort or zones_both):
        return what
    # A zone that stands for the cards in it is not where those told beside it are.
    zones = () if before.sort == "cards" and before.zones == before.words else before.zones
    return replace(what, owners=before.owners, zones=what.zones or zones)


def _use_letters(thing: Node, setting: Setting) -> None:
    """Remember that letters are used in the qualities of ``thing``: レベルＸ以下のキャラ."""
    for node in walk(thing):
        if isinstance(node, qualities.Measured):
            rule_of(node.number, setting)


@dataclass(frozen=True, slots=True)
class OfEach(nouns.Quantity):
    """A number told once for several things, each of which has it by itself: それぞれ1枚."""


@dataclass(frozen=True, slots=True)
class InAll(nouns.Quantity):
    """A number of several things counted together: 《A》か《B》を合計2枚."""


def extent(thing: Node, quantity: nouns.Quantity | None) -> tuple[int, int]:
    """Return where ``thing`` stands together with its number, if that is its alone."""
    if quantity is None or isinstance(quantity, OfEach):
        return thing.start, thing.end
    return min(thing.start, quantity.start), max(thing.end, quantity.end)


def _number(thing: Node, quantity: nouns.Quantity | None, setting: Setting) -> NumberMeaning | None:
    """Return how many of ``thing`` there are, or which number it is: 0 of ダメージを0にする."""
    if isinstance(thing, nouns.Number):
        return exactly(thing, setting)
    number = _points(thing, setting) or number_of(quantity or own_number(thing), setting)
    return replace(number, total=True) if number and isinstance(thing, nouns.Total) else number


def _points(thing: Node, setting: Setting) -> NumberMeaning | None:
    """Return how much damage ``thing`` is."""
    if not isinstance(thing, nouns.Noun) or not isinstance(thing.word, nouns.Damage):
        return None
    points = thing.word.points
    rule = rule_of(points, setting)
    if points == Vague.SAME:
        # 同じダメージ: as much as was spoken of last.
        rule = setting.discourse.that(thing.start, thing.end, "damage", "ダメージ").to
    return NumberMeaning(thing.start, thing.end, plain(points), False, None, rule)
