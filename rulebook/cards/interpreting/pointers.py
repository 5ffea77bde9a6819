"""What words in a thing point at: その, それら, 選んだ, この効果で…した; and which words may."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from rulebook.cards.interpreting.naming import word_of
from rulebook.cards.interpreting.setting import Setting
from rulebook.cards.interpreting.sorts import Sorts
from rulebook.cards.interpreting.thing_words import is_this, sort_of
from rulebook.cards.meaning.action_types import type_of
from rulebook.cards.meaning.nodes import PointerMeaning
from rulebook.cards.tree import acts, card, nouns, roles
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.verbs import Form
from rulebook.cards.tree.walking import walk
from rulebook.cards.tree.words import Kind, Marking, Pointer, Relation, Word
from rulebook.records import dataclass

_COST = "コスト"
_DAMAGE_SORT = "damage"
_NOT_DECLARED = "nothing was declared before"
_MAY_POINT = {nouns.Noun, nouns.Pointing, nouns.Description, nouns.Caused, nouns.Which}
_MAY_POINT |= {nouns.Related}
_BEFORE = (Form.PAST, Form.PAST_PASSIVE)


def pointers_in(ability: card.Ability, sorts: Sorts) -> tuple[int, ...]:
    """Return where in ``ability`` words stand that may point at what was spoken of, in order."""
    nodes = [node for node, _, _ in ability.inside if type(node) in _MAY_POINT]
    return tuple(sorted([node.start for node in nodes if _may(node, sorts)]))


def _may(node: Node, sorts: Sorts) -> bool:
    match node:
        case nouns.Noun(word=word):
            back = isinstance(word, Word) and word.value in sorts.of_pointer
            return back or (is_this(node.qualifiers) and sorts.of_noun(node) == _DAMAGE_SORT)
        case nouns.Pointing(pointer=pointer):
            return pointer != Pointer.THIS
        case nouns.Related(relation=relation):
            return relation == Relation.PUT_ON
        case _:
            return True


def references(node: Node, setting: Setting) -> Iterator[PointerMeaning]:
    """Yield what the pointers in ``node`` mean, in the order of the text."""
    first = bisect_left(setting.pointers, node.start)
    if first == len(setting.pointers) or setting.pointers[first] >= node.end:
        return
    passed = None
    for inner in walk(node):
        if isinstance(inner, roles.Means) and is_it(inner.thing):
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


def is_it(thing: nouns.Thing | nouns.Quantity) -> bool:
    """Return whether ``thing`` is それ, by which (それで) what was done is meant."""
    return isinstance(thing, nouns.Noun) and not thing.qualifiers and word_of(thing) == "それ"


def _is_each(thing: nouns.Thing | None) -> bool:
    """Whether ``thing`` is それぞれ, which with a number tells of those before: それぞれ2枚."""
    return isinstance(thing, nouns.Noun) and word_of(thing) == "それぞれ"


def pointers_of(
    noun: nouns.Noun | nouns.Named | nouns.Place | nouns.Mixed, setting: Setting
) -> Iterator[PointerMeaning]:
    """Yield what the words of ``noun`` itself point at."""
    word = word_of(noun)
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


def _pointing(
    noun: Node,
    qualifiers: tuple[nouns.Qualifier, ...],
    sort: str,
    word: str,
    setting: Setting,
) -> Iterator[PointerMeaning]:
    discourse = setting.discourse
    for qualifier in qualifiers:
        start, end = qualifier.start, noun.end
        match qualifier:
            case nouns.Pointing(pointer=Pointer.THIS):
                # このダメージ was dealt just before; この of a card or an effect points nowhere.
                dealt = discourse.that(start, end, sort, word) if sort == _DAMAGE_SORT else None
                yield from (dealt,) if dealt and dealt.to else ()
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
            case nouns.Which(act=acts.Declare(form=Form.PAST, complements=())) if sort != "players":
                yield setting.discourse.done(start, end, ("declare",), _NOT_DECLARED)
            case nouns.Which(act=act) if act.form in _BEFORE and not _is_numbered(qualifiers):
                found_before = _told_before(act, start, end, setting)
                yield from (found_before,) if found_before else ()


def _told_before(act: acts.Act, start: int, end: int, setting: Setting) -> PointerMeaning | None:
    """Return what it was done to before, or who did it, of which ``act`` tells: 置いたキャラ.

    Where it says more than to where or by what, any other may be meant: このターン置かれたキャラ.
    """
    passive = act.form is Form.PAST_PASSIVE
    if not act.complements:
        part = setting.discourse.part_in(start, end, act.verb.value, passive=passive)
        if part is not None:
            return part
    if not all(map(_says_no_more, act.complements)):
        return None
    return setting.discourse.done_once(start, end, type_of(act), act.verb.value)


def _says_no_more(part: roles.Complement) -> bool:
    """Whether ``part`` only says whence, to where or by what of this ability it was done."""
    thing = getattr(part, "thing", None)
    told: tuple[nouns.Qualifier, ...] = getattr(thing, "qualifiers", ())
    if isinstance(part, roles.Means):
        return is_this(told)
    return isinstance(part, (roles.Source, roles.Target)) and not told


def _is_numbered(qualifiers: tuple[nouns.Qualifier, ...]) -> bool:
    """Whether a noun is told by its place in a row: the third of all that were put there."""
    return any(isinstance(q, nouns.Ordinals) for q in qualifiers)


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
        yield discourse.done(start, end, ("declare",), _NOT_DECLARED)
    elif described.startswith("公開"):
        yield discourse.shown(start, end)


def _by_this_effect(act: acts.Act) -> bool:
    """Whether ``act`` says that this very effect did it: この効果で…した."""
    return any(
        isinstance(node, nouns.Noun)
        and node.word in (Word.EFFECT, Word.ABILITY)
        and is_this(node.qualifiers)
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
            in_cost = any(isinstance(n, nouns.Noun) and word_of(n) == _COST for n in walk(act))
            return setting.discourse.laid(start, end, word, in_cost=in_cost)
