"""The concept keys of the rules that a card text uses, each at its place.

A concept key is a word such as ``zone:山札``, ``verb:引く``, ``verb:アタックする:past`` or
``choose:まで``.
``corpus/cards.toml`` says which concept each key is, and a game's own ``cards.toml`` may say
more; what no table names is a key of which the rules say nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import zip_longest
from typing import Any, TypeVar

from rulebook.cards.tree import acts, card, nouns, qualities, roles
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.sentence_steps import (
    is_other_case,
    is_time_of_trigger,
    is_trigger,
    steps,
)
from rulebook.cards.tree.verbs import Form
from rulebook.cards.tree.walking import walk
from rulebook.cards.tree.words import (
    Kind,
    Limit,
    MannerWord,
    Period,
    Pointer,
    Vague,
    Word,
    Zone,
)

_FORBIDDEN = {
    Form.NOT,
    Form.PASSIVE_NOT,
    Form.CANNOT,
    Form.JOINING_NOT,
    Form.JOINING_CANNOT,
    Form.JOINING_PASSIVE_NOT,
}


Key = tuple[Node, *tuple[str, ...]]
"""A node with its concept keys, most specific first; the first one in the table of links counts."""

Keys = Iterator[Key]


def concept_keys(ability: card.Ability) -> list[Key]:
    """Return the concept keys of ``ability`` in the order of the text, outer ones first.

    The table of links leads from them to clauses.
    """
    found: list[Key] = []
    for node in (ability, *[node for node, _, _ in ability.inside]):
        sort: Any = type(node)
        for rule in _rules_for(sort):
            found += rule(node)
    return found


def _trigger_keys(ability: card.Ability) -> Keys:
    """Yield the trigger of an automatic ability, by which it is played (ws 8.1.1.2.1)."""
    if _kinds_of_ability(ability) != [Kind.AUTO]:
        return
    found = list(steps(ability))
    for step, behind in zip_longest(found, found[1:]):
        if is_trigger(step) and not is_time_of_trigger(step, behind):
            yield step, "trigger"
            return


def _delayed_trigger_keys(ability: card.Ability) -> Keys:
    """Yield times at which an effect does something later, as a trigger of its own (ws 8.7.5)."""
    waiting = Kind.AUTO in _kinds_of_ability(ability)
    for step in steps(ability):
        if waiting and is_trigger(step):
            waiting = False
        elif isinstance(step, card.Frame) and _is_moment(step.role):
            yield step, "trigger:delayed"


def _kinds_of_ability(ability: card.Ability) -> list[Kind]:
    """Return the kinds in the icons of ``ability``, of which only 【自】 alone has a trigger."""
    return [mark.kind for mark in ability.marks if isinstance(mark, card.KindMark)]


def _is_moment(role: roles.Role) -> bool:
    """Whether ``role`` is the beginning or end of a time, at which something delayed is done."""
    return (
        isinstance(role, roles.At)
        and isinstance(role.thing, nouns.Noun)
        and role.thing.word in (Word.BEGINNING, Word.END)
    )


def _zone_change_keys(when: card.When) -> Keys:
    """Yield events that put a card into a zone, a kind of trigger with clauses: 置かれた時."""
    for event in when.events:
        if isinstance(event, acts.Put) and event.form is Form.PAST_PASSIVE:
            yield event, "trigger:zone-change"


def _reminder_keys(reminder: card.Reminder) -> Keys:
    """Yield a key for any reminder, and one with its words, for which a game may have clauses."""
    if reminder.text.startswith("（"):
        yield reminder, "reminder"
        yield reminder, f"reminder:{reminder.text[1:-1]}"


def _verb_keys(act: acts.Act) -> Keys:
    """Yield the verb with and without its form, as rules for 置かれた may differ from 置く."""
    verb = f"verb:{act.verb.value}"
    yield act, f"{verb}:{act.form.label}", verb
    if act.form in _FORBIDDEN and not isinstance(act, acts.Exist):
        yield act, "forbidden"


def _choice_number_keys(act: acts.Choose) -> Keys:
    """Yield the number of a choice by its form, as games rule on each: exact, up to, any."""
    for part in act.complements:
        if isinstance(part, (roles.HowMany, roles.HowManyAnd)):
            yield part.quantity, _form_of_choice(part.quantity)


def _form_of_choice(quantity: nouns.Quantity) -> str:
    """Return the key of a choice by its number; 好きな枚数 may be 0 (ws 1.3.5)."""
    if isinstance(quantity.count, Vague) and quantity.count != Vague.SAME:
        return "choose:any-number"
    return "choose:まで" if quantity.limit == Limit.UP_TO else "choose:number"


def _upper_limit_keys(act: acts.Act) -> Keys:
    """Yield upper limits on cards taken from a deck; a rule allows fewer (ws 3.2.3.1)."""
    numbers = [number for part in act.complements if (number := _number_of(part))]
    found = [number for number in numbers if number.limit == Limit.UP_TO]
    if found and (isinstance(act, acts.Draw) or any(map(_is_deck, walk(act)))):
        yield from ((number, "deck:まで") for number in found)


def _deck_source_keys(act: acts.Act) -> Keys:
    """Yield where cards are taken off a deck one by one, for which games have clauses."""
    for part in act.complements:
        match part:
            case roles.Source(thing=nouns.Beside(thing=nouns.Place(zone=Zone.DECK))):
                yield part, "deck:から"


def _number_of(part: roles.Complement) -> nouns.Quantity | None:
    """Return the number in ``part``, after the object (1枚) or as the object itself."""
    match part:
        case roles.HowMany(quantity=quantity) | roles.Object(thing=nouns.Quantity() as quantity):
            return quantity
        case _:
            return None


def _is_deck(node: Node) -> bool:
    return isinstance(node, nouns.Place) and node.zone == Zone.DECK


def _deck_act_keys(act: acts.Act) -> Keys:
    """Yield an act on a deck, such as looking at it, for which games have rules of their own."""
    if any(map(_is_deck, walk(act))):
        yield act, f"deck:{act.verb.value}"


def _goal_keys(act: acts.Act) -> Keys:
    """Yield the goals of a move (置かれた is none), and apart those where a rule orients a card."""
    if act.form in (Form.PAST, Form.PAST_PASSIVE):
        return
    oriented = any(isinstance(part, roles.Manner) for part in act.complements)
    for goal in dict.fromkeys(_goals(act)):
        yield act, f"put:{goal}"
        if not oriented:
            yield act, f"put-plain:{goal}"


def _goals(act: acts.Act) -> Iterator[str]:
    """Yield the names of the zones and slots into which ``act`` puts something, for the keys."""
    for part in act.complements:
        match part:
            case (
                roles.Target(thing=nouns.Place(zone=Zone() as goal))
                | roles.Target(thing=nouns.Noun(word=Word() as goal))
            ):
                yield goal.value


def _changed_number_keys(act: acts.ModifyBy) -> Keys:
    """Yield the change of a number that is written with する: ATKを＋100する (los 8.9)."""
    for part in act.complements:
        match part:
            case roles.Object(thing=thing) | roles.Target(thing=thing):
                if isinstance(thing, nouns.Noun) and isinstance(thing.word, Word):
                    yield act, f"modify:{thing.word.value}"


def _declaration_keys(act: acts.Declare) -> Keys:
    """Yield what is declared; it may be anything of its sort that exists (vs 2.15.3)."""
    for part in act.complements:
        match part:
            case roles.Object(thing=nouns.Noun(word=Word() as word)):
                yield act, f"declare:{word.value}"


def _result_keys(act: acts.Turn) -> Keys:
    """Yield what something becomes, as clauses define each: 宝晶石にする (gbf 10-12-1)."""
    yield from ((act, f"into:{goal}") for goal in _goals(act))


def _return_keys(act: acts.Return) -> Keys:
    """Yield to what a number returns; other goals are zones: 元々の数値に戻す (gbf 10-15-1)."""
    for part in act.complements:
        match part:
            case roles.Target(thing=nouns.Noun(word=Word() as word)):
                yield act, f"return-to:{word.value}"


def _face_keys(act: acts.Act) -> Keys:
    """Yield cards put face up or down, by their use and zone (裏向き:思い出), else by their use."""
    sides = [part for part in act.complements if isinstance(part, roles.Manner) and _side(part)]
    uses = list(_uses(act))
    for goal in (*uses, *_goals(act)):
        yield from ((part, f"{_side(part)}:{goal}") for part in sides)
    if not sides:
        yield from ((act, f"as:{use}") for use in uses)


def _uses(act: acts.Act) -> Iterator[str]:
    """Yield what a card is put down as (マーカー for マーカーとして), which decides the clause."""
    for part in act.complements:
        match part:
            case roles.As(thing=nouns.Noun(word=Word() as use)):
                yield use.value


def _side(part: roles.Manner) -> str:
    """Return which side of a card is up: 裏向き for 裏向きで; ``""`` for another manner."""
    return next((side for side in ("裏向き", "表向き") if part.manner.value.startswith(side)), "")


def _use_keys(act: acts.Use) -> Keys:
    """Yield the use of an ability, by its keyword or kind: 『助太刀』を使った. Rules define such
    uses; what is forbidden is not used."""
    if act.form in _FORBIDDEN:
        return
    for node in walk(act):
        match node:
            case card.Keyword(name=name):
                yield act, f"used:{name.value}"
                return
            case nouns.Noun(word=Kind() as kind):
                yield act, f"used:{kind.value}"
                return


def _moving_keyword_keys(act: acts.Put) -> Keys:
    """Yield the keyword by which a card moved, as its clause applies: 『チェンジ』で置かれた."""
    for part in act.complements:
        if isinstance(part, roles.Means):
            for node in walk(part):
                if isinstance(node, card.Keyword):
                    yield part, f"put-by:{node.name.value}"


def _modification_keys(modify: acts.Modify) -> Keys:
    """Yield the change of a number by that number, as games rule on each: modify:パワー."""
    if isinstance(modify.change, nouns.Changes):
        yield modify, "modify:ATK/DEF"
        return
    for part in modify.complements:
        if isinstance(part, roles.Object) and isinstance(part.thing, nouns.Noun):
            word = part.thing.word
            yield modify, f"modify:{word.value}" if isinstance(word, Word) else "modify"


def _replacement_keys(sentence: card.Sentence) -> Keys:
    """Yield the words of a replacement; in 違うなら、かわりに they introduce another case only."""
    if is_other_case(sentence.steps[0]):
        return
    acting = (step.act if isinstance(step, card.StepOfAct) else step for step in sentence.steps)
    for part in (part for act in acting for part in getattr(act, "complements", ())):
        if isinstance(part, roles.InsteadOf) or (
            isinstance(part, roles.Manner) and part.manner == MannerWord.INSTEAD
        ):
            yield part, "instead"


def _time_keys(role: roles.At) -> Keys:
    """Yield the start or end of a phase or step, whose clause lists what happens then."""
    if isinstance(role.thing, nouns.Noun) and isinstance(role.thing.word, Word):
        of = next((q for q in role.thing.qualifiers if isinstance(q, nouns.Of)), None)
        whose = of.thing.word if of and isinstance(of.thing, nouns.Noun) else None
        if isinstance(whose, (Word, Period)):
            yield role, f"time:{whose.value}の{role.thing.word.value}"


def _duration_keys(role: roles.During | roles.Until) -> Keys:
    """Yield how long an effect lasts; あなたのターン中 is a condition, not a duration."""
    if isinstance(role, roles.Until) or (
        isinstance(role.thing, nouns.Noun)
        and role.thing.word in (Word.TURN, Word.ATTACK)
        and any(_points_back(qualifier) for qualifier in role.thing.qualifiers)
    ):
        of_attack = isinstance(role.thing, nouns.Noun) and role.thing.word == Word.ATTACK
        yield role, "duration:アタック" if of_attack else "duration"


_POINTERS = (Pointer.THAT, Pointer.THIS)


def _points_back(qualifier: nouns.Qualifier) -> bool:
    return isinstance(qualifier, nouns.Pointing) and qualifier.pointer in _POINTERS


def _noun_keys(noun: nouns.Noun) -> Keys:
    """Yield a noun, unless it is the cost of an ability or the level of a player."""
    word = noun.word
    if isinstance(word, nouns.Damage):
        yield noun, "word:ダメージ"
    elif not _is_of_something_else(noun):
        yield noun, f"word:{word.value}"


def _is_of_something_else(noun: nouns.Noun) -> bool:
    """Whether コスト is not that of a card, or レベル is a player's: other clauses define it."""
    if noun.word == Word.COST:
        return not _is_of_card(noun)
    return noun.word == Word.LEVEL and [*map(_is_player, noun.qualifiers)] == [True]


def _is_player(qualifier: nouns.Qualifier) -> bool:
    """Whether a player is the owner: ``word:レベル`` leads to the clause on the level of cards."""
    of = qualifier.thing if isinstance(qualifier, nouns.Of) else None
    of_player = isinstance(of, nouns.Noun) and of.word == Word.PLAYER
    return of_player or isinstance(qualifier, nouns.Owned)


def _is_of_card(noun: nouns.Noun) -> bool:
    """Whether a card is the owner of ``noun``, as only then コスト is a number of a card."""
    return any(map(_is_card, noun.qualifiers))


def _is_card(qualifier: nouns.Qualifier) -> bool:
    """Whether ``qualifier`` makes a card the owner, also one in a zone: エントリーのコスト."""
    match qualifier:
        case nouns.Of(thing=nouns.Noun(word=word)):
            return word in (Word.CARD, Word.CHARACTER, Word.OPPOSING)
        case nouns.Pointing(pointer=pointer):
            return pointer == Pointer.THAT
        case _:
            return isinstance(qualifier, nouns.In)


def _key_of_name(sort: str) -> Callable[[Any], Keys]:
    """Return the function for names: a key with their brackets, which games use differently."""

    def rule(node: Any) -> Keys:
        yield node, f"{sort}:{node.name.brackets.value}", sort

    return rule


def _icon_keys(node: nouns.Icons | qualities.WithIcons | qualities.HavingIcons) -> Keys:
    """Yield the key of each icon, as each has a clause; as a quality they are trigger icons."""
    others = node.others if isinstance(node, qualities.WithIcons) else ()
    if not isinstance(node, nouns.Icons):
        yield node, "quality:トリガーアイコン"
    yield from ((node, f"icon:{icon.value}") for icon in (*node.icons, *others))


_RULES: list[tuple[type[Node], Callable[..., Keys]]] = [
    (card.Ability, _trigger_keys),
    (card.Ability, _delayed_trigger_keys),
    (card.Reminder, _reminder_keys),
    (card.When, _zone_change_keys),
    (card.Sentence, _replacement_keys),
    (acts.Act, _verb_keys),
    (acts.Choose, _choice_number_keys),
    (acts.Act, _upper_limit_keys),
    (acts.Act, _deck_source_keys),
    (acts.Look, _deck_act_keys),
    (acts.Reveal, _deck_act_keys),
    (acts.Put, _goal_keys),
    (acts.Move, _goal_keys),
    (acts.Put, _face_keys),
    (acts.Turn, _face_keys),
    (acts.ModifyBy, _changed_number_keys),
    (acts.Declare, _declaration_keys),
    (acts.Turn, _result_keys),
    (acts.Return, _return_keys),
    (acts.Use, _use_keys),
    (acts.Put, _moving_keyword_keys),
    (acts.Modify, _modification_keys),
    (roles.At, _time_keys),
    (roles.During, _duration_keys),
    (roles.Until, _duration_keys),
    (nouns.Noun, _noun_keys),
    (qualities.Trait, _key_of_name("trait")),
    (qualities.CardName, _key_of_name("card-name")),
    (nouns.Icons, _icon_keys),
    (qualities.WithIcons, _icon_keys),
    (qualities.HavingIcons, _icon_keys),
]
"""Functions that yield concept keys of a sort of node, besides those of its class (``Node.keys``).

The modules of the games add theirs while they are imported.
"""

R = TypeVar("R", bound=Callable[..., Keys])


def yields_keys_of(*kinds: type[Node]) -> Callable[[R], R]:
    """Register a function that yields the concept keys of nodes of ``kinds``, as games do."""

    def remember(rule: R) -> R:
        _RULES.extend((kind, rule) for kind in kinds)
        return rule

    return remember


@cache
def _rules_for(sort: Any) -> tuple[Callable[..., Keys], ...]:
    """Return the functions that yield keys for the class ``sort``; stored for many nodes."""
    rules = [rule for kind, rule in _RULES if issubclass(sort, kind)]
    return (*rules, *map(_rule_of_key, sort.keys.split()))


def _rule_of_key(key: str) -> Callable[..., Keys]:
    """Return the function that yields ``key`` of a class, completed by the field in it: once for
    each of several words."""
    name, _, field = key.partition("{")

    def rule(node: Node) -> Keys:
        words = getattr(node, field[:-1]) if field else None
        for word in words if isinstance(words, tuple) else (words,):
            yield node, name + word.value if word else name

    return rule
