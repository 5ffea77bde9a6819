"""From the things of a tree to the things of a meaning: of what sort, whose, where, how many.

Pointers inside a thing are settled here, with what the text has spoken of so far.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.cards.meaning.discourse import Discourse
from rulebook.cards.meaning.nodes import NumberMeaning, PointerMeaning, TextPlace, ThingMeaning
from rulebook.cards.meaning.sorts import Sorts
from rulebook.cards.scoping import is_time
from rulebook.cards.tree import acts, card, nouns, qualities, roles
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.verbs import Form
from rulebook.cards.tree.walking import walk
from rulebook.cards.tree.words import (
    Counter,
    Kind,
    Letter,
    Lexeme,
    Limit,
    Marking,
    Pointer,
    Relation,
    Vague,
    Word,
)
from rulebook.records import dataclass

THIS_CARD = "this-card"
EMPTY_PLACE = "empty-places"
_ASKING = (nouns.Qualities, nouns.AndTrait, nouns.AndMeasured, nouns.Related)
CARDS_COUNTED = Counter("枚")
OFTEN = Counter("回")
_COST = "コスト"
_INNER = (nouns.Every, nouns.Bound, nouns.Counted, nouns.Total, nouns.Sum, nouns.Product)


@dataclass(frozen=True, slots=True)
class Setting:
    """What the things of one ability are read with.

    ``letters`` is where each letter is told, ``first_uses`` what had been spoken of where it is
    used first: そのキャラ in its rule is what そのキャラ would be there.  ``pointers`` is where
    words stand that may point.
    """

    sorts: Sorts
    discourse: Discourse
    letters: dict[str, TextPlace]
    first_uses: dict[str, int]
    pointers: tuple[int, ...]


def number_of(quantity: nouns.Quantity | None, setting: Setting) -> NumberMeaning | None:
    """Return how many ``quantity`` says."""
    if quantity is None:
        return None
    limit = quantity.limit
    return NumberMeaning(
        quantity.start,
        quantity.end,
        _plain(quantity.count),
        limit == Limit.UP_TO,
        limit.value if limit and limit != Limit.UP_TO else None,
        setting.discourse.counted(quantity.start)
        if quantity.count == Vague.SAME
        else rule_of(quantity.count, setting),
        quantity.unit.value if quantity.unit else None,
    )


def rule_of(count: object, setting: Setting) -> TextPlace | None:
    """Return where the text says what the letter ``count`` stands for."""
    if not isinstance(count, Letter):
        return None
    setting.first_uses.setdefault(count.value, len(setting.discourse.referents))
    return setting.letters.get(count.value)


def _plain(count: Lexeme | int) -> int | str:
    return count if isinstance(count, int) else count.value


def sort_of(thing: Node | None, sorts: Sorts) -> str:
    """Return of what sort ``thing`` is."""
    match thing:
        case nouns.Noun(qualifiers=qualifiers):
            sort = sorts.of_noun(thing)
            if sort == "places" and any(map(_is_without, qualifiers)):
                return EMPTY_PLACE
            return THIS_CARD if sort == "cards" and _is_this(qualifiers) else sort
        case nouns.Named() | nouns.Mixed():
            return THIS_CARD if _is_this(thing.qualifiers) else "cards"
        case nouns.Place() | nouns.Beside():
            return "zone"
        case nouns.Player():
            return "players"
        case nouns.Quoted():
            return "abilities"
        case nouns.Bound(thing=inner) | nouns.Every(thing=inner) | nouns.Total(thing=inner):
            return sort_of(inner, sorts)
        case nouns.Counted(thing=inner):
            return _counted(inner, sorts)
        case nouns.Both(things=things) | nouns.Either(things=things):
            return _of_all(things, sorts)
        case nouns.Number() | nouns.Sum() | nouns.Product() | nouns.Quantity():
            return "numbers"
        case _:
            return "other"


def _counted(inner: nouns.Thing | None, sorts: Sorts) -> str:
    sort = sort_of(inner, sorts) if inner else "cards"
    return "cards" if sort == "zone" else sort


def _of_all(things: tuple[nouns.Thing, ...], sorts: Sorts) -> str:
    # 自分と相手のキャラ: the players say whose.
    owned = isinstance(things[0], nouns.Player) and not isinstance(things[-1], nouns.Player)
    found = {sort_of(thing, sorts) for thing in (things[-1:] if owned else things)}
    found = {"cards" if sort == THIS_CARD else sort for sort in found}
    return found.pop() if len(found) == 1 else "other"


def _is_without(qualifier: nouns.Qualifier) -> bool:
    return isinstance(qualifier, nouns.Related) and qualifier.relation in (
        Relation.WITHOUT,
        Relation.OTHER_WITHOUT,
    )


def _is_this(qualifiers: tuple[nouns.Qualifier, ...]) -> bool:
    return bool(qualifiers) and any(
        isinstance(q, nouns.Pointing) and q.pointer == Pointer.THIS for q in qualifiers
    )


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
    sort = sort_of(thing, setting.sorts)
    if sort == "zone" and (as_cards or quantity):
        sort = "cards"
    inner = _head(thing)
    start, end = extent(thing, quantity)
    if setting.letters:
        _use_letters(thing, setting)
    return ThingMeaning(
        start,
        end,
        sort,
        _owners(inner),
        _zones(inner),
        tuple(dict.fromkeys(words_of(inner))),
        _asks(inner),
        every or isinstance(thing, nouns.Every),
        number_of(quantity or own_number(thing), setting) or _points(thing, setting),
        tuple(references(thing, setting)),
    )


def _use_letters(thing: Node, setting: Setting) -> None:
    """Remember that letters are used in the qualities of ``thing``: レベルＸ以下のキャラ."""
    for node in walk(thing):
        if isinstance(node, qualities.Measured):
            rule_of(node.number, setting)


def extent(thing: Node, quantity: nouns.Quantity | None) -> tuple[int, int]:
    """Return where ``thing`` stands together with its number."""
    if quantity is None:
        return thing.start, thing.end
    return min(thing.start, quantity.start), max(thing.end, quantity.end)


def _points(thing: Node, setting: Setting) -> NumberMeaning | None:
    """Return how much damage ``thing`` is."""
    if not isinstance(thing, nouns.Noun) or not isinstance(thing.word, nouns.Damage):
        return None
    points = thing.word.points
    rule = rule_of(points, setting)
    return NumberMeaning(thing.start, thing.end, _plain(points), False, None, rule)


def own_number(thing: Node) -> nouns.Quantity | None:
    """Return the number that is part of ``thing``: キャラ1枚."""
    return thing.quantity if isinstance(thing, (nouns.Counted, nouns.Total)) else None


def _head(thing: Node | None) -> Node | None:
    """Return the noun that ``thing`` is about, without its number or bound."""
    while isinstance(thing, _INNER):
        thing = thing.thing
    return thing


def _owners(inner: Node | None) -> tuple[str, ...]:
    if isinstance(inner, nouns.Beside):
        inner = _head(inner.thing)
    if isinstance(inner, nouns.Both) and isinstance(inner.things[0], nouns.Player):
        players = (t.person.value for t in inner.things if isinstance(t, nouns.Player))
        return (*players, *_owners(_head(inner.things[-1])))
    for qualifier in getattr(inner, "qualifiers", ()):
        if isinstance(qualifier, nouns.Owned):
            return tuple(person.value for person in qualifier.persons)
    return ()


def zones_of(thing: Node | None) -> frozenset[str]:
    """Return the zones where ``thing`` lies, as far as its words say so."""
    return frozenset(_zones(_head(thing)))


def _zones(inner: Node | None) -> tuple[str, ...]:
    match inner:
        case nouns.Place(zone=zone):
            return (zone.value,)
        case nouns.Beside(thing=nouns.Place(zone=zone)):
            return (zone.value,)
        case nouns.Noun() | nouns.Named() | nouns.Mixed():
            return tuple(_zones_said(inner.qualifiers))
        case nouns.Both() | nouns.Either():
            # 自分の控え室の、《A》のキャラか「B」: what is said once holds for each of them.
            shared = tuple(_zones_said(inner.qualifiers))
            return shared or tuple(z for thing in inner.things for z in _zones(_head(thing)))
        case _:
            return ()


def _asks(inner: Node | None) -> bool:
    """Whether ``inner`` must be more than a card of some zone and owner."""
    match inner:
        case nouns.Named() | nouns.Mixed():
            return True
        case nouns.Noun(qualifiers=qualifiers, word=word):
            return word != Word.CARD or any(isinstance(q, _ASKING) for q in qualifiers)
        case nouns.Both(things=things) | nouns.Either(things=things):
            return any(_asks(_head(thing)) for thing in things)
        case _:
            return False


def _zones_said(qualifiers: tuple[nouns.Qualifier, ...]) -> Iterator[str]:
    for qualifier in qualifiers:
        if isinstance(qualifier, nouns.In):
            yield from (zone.value for zone in qualifier.zones)


def time_word(thing: nouns.Thing | nouns.Quantity) -> str:
    """Return which time ``thing`` is: メインフェイズの始め, without whose it is."""
    if not isinstance(thing, nouns.Noun) or isinstance(thing.word, nouns.Damage):
        return ""
    of = next((q.thing for q in thing.qualifiers if isinstance(q, nouns.Of)), None)
    timed = of is not None and (is_time(of) or getattr(of, "word", None) == Word.ATTACK)
    before = time_word(of) if of is not None and timed else ""
    return f"{before}の{thing.word.value}" if before else thing.word.value


# ---- Pointers


_MAY_POINT = {nouns.Noun, nouns.Pointing, nouns.Description, nouns.Caused, nouns.Which}
_MAY_POINT |= {nouns.Related}


def pointers_in(ability: card.Ability, sorts: Sorts) -> tuple[int, ...]:
    """Return where in ``ability`` words stand that may point at what was spoken of."""
    nodes = [node for node, _, _ in ability.inside if type(node) in _MAY_POINT]
    return tuple([node.start for node in nodes if _may(node, sorts)])


def _may(node: Node, sorts: Sorts) -> bool:
    match node:
        case nouns.Noun(word=word):
            return isinstance(word, Word) and word.value in sorts.of_pointer
        case nouns.Pointing(pointer=pointer):
            return pointer != Pointer.THIS
        case nouns.Related(relation=relation):
            return relation == Relation.PUT_ON
        case _:
            return True


def references(node: Node, setting: Setting) -> Iterator[PointerMeaning]:
    """Yield what the pointers in ``node`` mean, in the order of the text."""
    if not any(node.start <= place < node.end for place in setting.pointers):
        return
    passed = None
    for inner in walk(node):
        if isinstance(inner, roles.Means) and _is_it(inner.thing):
            passed = inner.thing
            yield setting.discourse.deed(inner.start, inner.end)
        elif inner is passed:
            continue
        elif isinstance(inner, nouns.Counted) and _is_each(inner.thing):
            passed = inner.thing
        elif isinstance(inner, (nouns.Noun, nouns.Named, nouns.Place, nouns.Mixed)):
            yield from pointers_of(inner, setting)
        elif isinstance(inner, (nouns.Counted, nouns.Quoted, nouns.Icons)):
            yield from _pointing(inner, inner.qualifiers, "cards", "カード", setting)


def _is_it(thing: nouns.Thing | nouns.Quantity) -> bool:
    """Whether ``thing`` is それ, by which (それで) what was done is meant."""
    return isinstance(thing, nouns.Noun) and not thing.qualifiers and _word(thing) == "それ"


def _is_each(thing: nouns.Thing | None) -> bool:
    """Whether ``thing`` is それぞれ, which with a number tells of those before: それぞれ2枚."""
    return isinstance(thing, nouns.Noun) and _word(thing) == "それぞれ"


def pointers_of(
    noun: nouns.Noun | nouns.Named | nouns.Place | nouns.Mixed, setting: Setting
) -> Iterator[PointerMeaning]:
    """Yield what the words of ``noun`` itself point at."""
    word = _word(noun)
    way = setting.sorts.of_pointer.get(word)
    if way and all(isinstance(qualifier, nouns.Owned) for qualifier in noun.qualifiers):
        yield _settled(way, noun, "cards", word, setting)
    sort = sort_of(noun, setting.sorts)
    if _is_of_a_card(noun, word, setting):
        sort, word = "cards", "カード"
    yield from _pointing(noun, noun.qualifiers, sort, word, setting)


def _is_of_a_card(noun: Node, word: str, setting: Setting) -> bool:
    """Whether ``noun`` with ``word`` is what a card has: その魂, その【スパーク】, そのコスト."""
    if setting.sorts.of_word.get(word) == "possessions" or _is_mark(noun):
        return True
    return word in setting.sorts.of_cards and not setting.discourse.named(word, noun.start)


def _is_mark(noun: Node) -> bool:
    """Whether ``noun`` is an ability told by its mark, which その tells by its card."""
    return isinstance(noun, nouns.Noun) and isinstance(noun.word, (Kind, Marking))


def _word(noun: Node) -> str:
    match noun:
        case nouns.Noun(word=word):
            return "ダメージ" if isinstance(word, nouns.Damage) else word.value
        case nouns.Place(zone=zone):
            return zone.value
        case nouns.Mixed(word=word):
            return word.value
        case _:
            return "キャラ"


def _pointing(
    noun: Node,
    qualifiers: tuple[nouns.Qualifier, ...],
    sort: str,
    word: str,
    setting: Setting,
) -> Iterator[PointerMeaning]:
    for qualifier in qualifiers:
        start, end = qualifier.start, noun.end
        match qualifier:
            case nouns.Pointing(pointer=Pointer.THIS):
                continue
            case nouns.Pointing(pointer=pointer):
                way = setting.sorts.of_pointer.get(pointer.value)
                if way:
                    place = _Extent(start, end)
                    yield _settled(way, place, sort, word, setting, len(qualifiers) == 1)
            case nouns.Description() if _chooses_now(qualifiers):
                continue
            case nouns.Description(described=described):
                yield from _described(described.value, start, end, setting)
            case nouns.Caused(cause=cause):
                in_cost = _COST in cause.value
                yield setting.discourse.laid(start, end, word, in_cost=in_cost)
            case nouns.Related(relation=Relation.PUT_ON) if not _tells_by_what(qualifiers):
                found = setting.discourse.laid(start, end, word, in_cost=False)
                # Where nothing was put anywhere, it is any card that was: no word points.
                yield from (found,) if found.to else ()
            case nouns.Which(act=act) if _by_this_effect(act):
                yield _done_before(act, start, end, word, setting)
            case nouns.Which(act=act) if _is_just_shown(act):
                yield setting.discourse.shown(start, end)


def _tells_by_what(qualifiers: tuple[nouns.Qualifier, ...]) -> bool:
    """Whether words that point stand there themselves: この効果で控え室に置かれた."""
    return any(isinstance(q, (nouns.Caused, nouns.Pointing)) for q in qualifiers)


def _chooses_now(qualifiers: tuple[nouns.Qualifier, ...]) -> bool:
    """Whether 選んだ is itself the choice: 以下の効果のうちあなたが選んだ1つ."""
    return any(isinstance(q, nouns.Related) and q.relation.value == "のうち" for q in qualifiers)


@dataclass(frozen=True, slots=True)
class _Extent:
    start: int
    end: int


def _settled(
    way: str,
    place: Node | _Extent,
    sort: str,
    word: str,
    setting: Setting,
    bare: bool = False,
) -> PointerMeaning:
    start, end, discourse = place.start, place.end, setting.discourse
    if sort == "times":
        return _time(start, end, word, setting)
    if way == "those" and sort not in ("zone", "places"):
        return discourse.those(start, end, word)
    if way == "rest":
        return discourse.rest(start, end, word)
    return discourse.that(start, end, sort, word, bare=bare)


def _time(start: int, end: int, word: str, setting: Setting) -> PointerMeaning:
    """Return which time it is: one that was spoken of, else that in which the ability is played."""
    found = setting.discourse.that(start, end, "times", word)
    if found.to:
        return found
    return PointerMeaning(start, end, None, f"current:{word}", True)


def _described(described: str, start: int, end: int, setting: Setting) -> Iterator[PointerMeaning]:
    discourse = setting.discourse
    if described.endswith("選んだ"):
        yield discourse.chosen(start, end, described.removesuffix("が選んだ"))
    elif described.endswith("宣言した"):
        yield discourse.done(start, end, ("declare",), "nothing was declared before")
    elif described.startswith("公開"):
        yield discourse.shown(start, end)


def _by_this_effect(act: acts.Act) -> bool:
    """Whether ``act`` says that this very effect did it: この効果で…した."""
    return any(
        isinstance(node, nouns.Noun)
        and node.word in (Word.EFFECT, Word.ABILITY)
        and _is_this(node.qualifiers)
        for node in walk(act)
    )


def _is_just_shown(act: acts.Act) -> bool:
    """Whether ``act`` only says that cards were shown before: 公開したカード."""
    shown = isinstance(act, (acts.Reveal, acts.Look, acts.TurnUp, acts.Show))
    return shown and act.form is Form.PAST and not act.complements


def _done_before(
    act: acts.Act, start: int, end: int, word: str, setting: Setting
) -> PointerMeaning:
    match act:
        case acts.Choose():
            return setting.discourse.chosen(start, end)
        case acts.Reveal() | acts.Look() | acts.TurnUp() | acts.Show():
            return setting.discourse.shown(start, end)
        case _:
            in_cost = any(isinstance(n, nouns.Noun) and _word(n) == _COST for n in walk(act))
            return setting.discourse.laid(start, end, word, in_cost=in_cost)


def words_of(thing: Node | None) -> Iterator[str]:
    """Yield the nouns that name ``thing``."""
    match thing:
        case nouns.Noun() | nouns.Mixed() | nouns.Place():
            yield _word(thing)
        case nouns.Named():
            yield "キャラ"
        case nouns.Both(things=things) | nouns.Either(things=things):
            for inner in things:
                yield from words_of(inner)
        case nouns.Beside(thing=inner):
            yield from words_of(inner)
        case nouns.Thing() if isinstance(thing, _INNER):
            yield from words_of(thing.thing)
