"""Resolve the pointing words in a noun phrase: その, それら, 選んだ, この効果で…した."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from rulebook.cards.interpreting.discourse import Setting
from rulebook.cards.interpreting.naming import qualifiers_of, word_of
from rulebook.cards.interpreting.sorts import Sorts
from rulebook.cards.interpreting.thing_words import is_this, sort_of
from rulebook.cards.meaning.action_types import type_of
from rulebook.cards.meaning.nodes import PointerMeaning
from rulebook.cards.tree import acts, card, nouns, roles
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.verbs import Form
from rulebook.cards.tree.walking import walk
from rulebook.cards.tree.words import Kind, Marking, Pointer, Relation, Word

_COST = "コスト"
_DAMAGE = "damage"
_NOT_DECLARED = "nothing was declared before"
_MAY_POINT = {nouns.Noun, nouns.Pointing, nouns.Description, nouns.Caused, nouns.Which}
_MAY_POINT |= {nouns.Related}
_BEFORE = (Form.PAST, Form.PAST_PASSIVE)
_SHOWING = (acts.Reveal, acts.Look, acts.TurnUp, acts.Show)


def pointers_in(ability: card.Ability, sorts: Sorts) -> tuple[int, ...]:
    """Return the starts of words in ``ability`` that may point; most phrases need no walk then."""
    nodes = [node for node, _, _ in ability.inside if type(node) in _MAY_POINT]
    return tuple(sorted([node.start for node in nodes if _is_pointing_node(node, sorts)]))


def _is_pointing_node(node: Node, sorts: Sorts) -> bool:
    """Whether ``node`` may point, so is looked at; この does so only with damage before."""
    match node:
        case nouns.Noun(word=word):
            back = isinstance(word, Word) and word.value in sorts.of_pointer
            return back or (is_this(node.qualifiers) and sorts.of_noun(node) == _DAMAGE)
        case nouns.Pointing(pointer=pointer):
            return pointer != Pointer.THIS
        case nouns.Related(relation=relation):
            return relation == Relation.PUT_ON
    return True


def references(node: Node, setting: Setting) -> Iterator[PointerMeaning]:
    """Yield the pointers in ``node`` with their antecedents, in the order of the text. Each meaning
    stores the pointers of its phrase, which rules and resolution follow. Phrases without a pointing
    word are left by a bisection."""
    first = bisect_left(setting.pointers, node.start)
    if first == len(setting.pointers) or setting.pointers[first] >= node.end:
        return
    passed = None
    for inner in walk(node):
        if isinstance(inner, roles.Means) and is_it(inner.thing):
            passed = inner.thing
            yield setting.discourse.last_action(inner.start, inner.end)
        elif inner is passed:
            continue
        elif isinstance(inner, nouns.Counted) and is_it(inner.thing, "それぞれ"):
            passed = inner.thing  # それぞれ2枚 counts the things before and is no pointer
        elif isinstance(inner, (nouns.Noun, nouns.Named, nouns.Place, nouns.Mixed)):
            yield from pointers_of(inner, setting)
        elif isinstance(inner, (nouns.Counted, nouns.Quoted, nouns.Icons)):
            yield from _pointers_of_qualifiers(inner, inner.qualifiers, "cards", "カード", setting)


def is_it(thing: Node | None, it: str = "それ") -> bool:
    """Whether ``thing`` is only ``it``: それ, which in それで refers to an action. With a verb like
    発動させる it refers to an ability, and to cards elsewhere."""
    return isinstance(thing, nouns.Noun) and not thing.qualifiers and word_of(thing) == it


def pointers_of(
    noun: nouns.Noun | nouns.Named | nouns.Place | nouns.Mixed, setting: Setting
) -> Iterator[PointerMeaning]:
    """Yield the pointers that head (それ) and qualifiers (その, 選んだ) of ``noun`` are."""
    word = word_of(noun)
    way = setting.sorts.of_pointer.get(word)
    if way and all(isinstance(qualifier, nouns.Owned) for qualifier in noun.qualifiers):
        yield _pointer_by(way, noun.start, noun.end, "cards", word, setting)
    sort = sort_of(noun, setting.sorts)
    if _refers_to_its_card(noun, word, setting):
        sort, word = "cards", "カード"
    yield from _pointers_of_qualifiers(noun, noun.qualifiers, sort, word, setting)


def _refers_to_its_card(noun: Node, word: str, setting: Setting) -> bool:
    """Whether その before ``noun`` refers to its card: その魂, その【スパーク】, そのコスト. Then
    the antecedent is a card, unless the text has named such a thing itself."""
    is_mark = isinstance(noun, nouns.Noun) and isinstance(noun.word, (Kind, Marking))
    if is_mark or setting.sorts.of_word.get(word) == "possessions":
        return True
    return word in setting.sorts.of_cards and not setting.discourse.names_apart(word, noun.start)


def _pointers_of_qualifiers(
    noun: Node, qualifiers: tuple[nouns.Qualifier, ...], sort: str, word: str, setting: Setting
) -> Iterator[PointerMeaning]:
    """Yield the pointers among the ``qualifiers`` of ``noun``. Their antecedent has the ``sort`` of
    the head noun ``word`` and, if possible, that noun."""
    discourse, end = setting.discourse, noun.end
    for qualifier in qualifiers:
        start = qualifier.start
        match qualifier:
            case nouns.Pointing(pointer=Pointer.THIS):
                # このダメージ was dealt just before; この of a card or an effect is no pointer.
                dealt = discourse.antecedent(start, end, sort, word) if sort == _DAMAGE else None
                yield from (dealt,) if dealt and dealt.to else ()
            case nouns.Pointing(pointer=pointer):
                way = setting.sorts.of_pointer.get(pointer.value)
                if way:
                    yield _pointer_by(way, start, end, sort, word, setting, len(qualifiers) == 1)
            case nouns.Description(described=described) if not _is_itself_choice(qualifiers):
                yield from _pointers_of_description(described.value, start, end, setting)
            case nouns.Caused(cause=cause):
                in_cost = _COST in cause.value
                yield discourse.put_before(start, end, word, in_cost=in_cost)
            case nouns.Related(relation=Relation.PUT_ON):
                # この効果で控え室に置かれた: the cause is the pointer.
                caused = any(isinstance(q, (nouns.Caused, nouns.Pointing)) for q in qualifiers)
                found = None if caused else discourse.put_before(start, end, word, in_cost=False)
                # Where the text put nothing anywhere, it is any card that was put there.
                yield from (found,) if found and found.to else ()
            case nouns.Which(act=act) if _by_this_effect(act):
                yield _own_card(act, start, end, word, setting)
            case nouns.Which(act=acts.Declare(form=Form.PAST, complements=())) if sort != "players":
                yield discourse.last_object_of(start, end, ("declare",), _NOT_DECLARED)
            case nouns.Which(act=act) if act.form in _BEFORE:
                # The third of all that were put there refers to none of them alone.
                numbered = any(isinstance(q, nouns.Ordinals) for q in qualifiers)
                found = None if numbered else _participant(act, start, end, setting)
                yield from (found,) if found else ()


def _is_itself_choice(qualifiers: tuple[nouns.Qualifier, ...]) -> bool:
    """Whether 選んだ is the choice itself (…のうち選んだ1つ), so refers to no earlier one."""
    return any(isinstance(q, nouns.Related) and q.relation.value == "のうち" for q in qualifiers)


def _participant(act: acts.Act, start: int, end: int, setting: Setting) -> PointerMeaning | None:
    """Return agent or object of the earlier ``act``; with more words it may be any such."""
    passive = act.form is Form.PAST_PASSIVE
    if not act.complements:
        found = setting.discourse.participant(start, end, act.verb.value, passive=passive)
        if found is not None:
            return found
    if not all(map(_is_only_where_or_means, act.complements)):
        return None
    return setting.discourse.only_object_of(start, end, type_of(act), act.verb.value)


def _is_only_where_or_means(part: roles.Complement) -> bool:
    """Whether ``part`` is a bare zone, or the means この効果で. More words would describe any such
    card of the turn, not the one of this text."""
    qualifiers = qualifiers_of(getattr(part, "thing", None))
    if isinstance(part, roles.Means):
        return is_this(qualifiers)
    return isinstance(part, (roles.Source, roles.Target)) and not qualifiers


def _pointer_by(
    way: str, start: int, end: int, sort: str, word: str, setting: Setting, bare: bool = False
) -> PointerMeaning:
    """Return the pointer in a ``way`` of meaning.toml: それら all of a kind, 残り the rest."""
    discourse = setting.discourse
    if sort == "times":
        # A time that was not mentioned is that in which the ability is played.
        found = discourse.antecedent(start, end, "times", word)
        return found if found.to else PointerMeaning(start, end, None, f"current:{word}", True)
    if way == "those" and sort not in ("zone", "places"):
        return discourse.plural_antecedent(start, end, word)
    if way == "rest":
        return discourse.rest(start, end, word)
    return discourse.antecedent(start, end, sort, word, bare=bare)


def _pointers_of_description(
    described: str, start: int, end: int, setting: Setting
) -> Iterator[PointerMeaning]:
    """Yield the pointer of 選んだ, 宣言した, 公開された, to the last thing so treated."""
    discourse = setting.discourse
    if described.endswith("選んだ"):
        yield discourse.last_chosen(start, end, described.removesuffix("が選んだ"))
    elif described.endswith("宣言した"):
        yield discourse.last_object_of(start, end, ("declare",), _NOT_DECLARED)
    elif described.startswith("公開"):
        yield discourse.last_shown(start, end)


def _by_this_effect(act: acts.Act) -> bool:
    """Whether this very effect did ``act``, alone or by この効果で: it is a card of this text."""
    shown = isinstance(act, _SHOWING) and act.form is Form.PAST and not act.complements
    return shown or any(
        isinstance(node, nouns.Noun)
        and node.word in (Word.EFFECT, Word.ABILITY)
        and is_this(node.qualifiers)
        for node in walk(act)
    )


def _own_card(act: acts.Act, start: int, end: int, word: str, setting: Setting) -> PointerMeaning:
    """Return what this effect's ``act`` was done to; each kind is remembered in its way."""
    if isinstance(act, acts.Choose):
        return setting.discourse.last_chosen(start, end)
    if isinstance(act, _SHOWING):
        return setting.discourse.last_shown(start, end)
    in_cost = any(isinstance(n, nouns.Noun) and word_of(n) == _COST for n in walk(act))
    return setting.discourse.put_before(start, end, word, in_cost=in_cost)
