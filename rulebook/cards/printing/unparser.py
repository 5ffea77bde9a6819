"""From a tree back to canonical text: the nodes for which no template is enough."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from operator import attrgetter
from typing import Any

from rulebook.cards.grammar.conjugation import conjugate
from rulebook.cards.tree import acts, card, nouns
from rulebook.cards.tree.node import PIECE, Node
from rulebook.cards.tree.verbs import Form
from rulebook.cards.tree.words import Amount, Connective, Lexeme

_JOINING = {form for form in Form if form.name.startswith("JOINING")}
_GOING_ON = _JOINING | {form for form in Form if form.name.startswith(("TE", "ELIDED"))}
# Canonical text has no comma after these endings of a complement.
_WITHOUT_COMMA = (*"をにはがでともてか", "から", "ずつ", "つき", "まで")

_Printer = Callable[[Any], str]
# The classes that a template cannot print; filled while this module and those of the games load.
_PRINTERS: dict[type[Node], _Printer] = {}


def unparses(kind: type[Node]) -> Callable[[_Printer], _Printer]:
    """Return a decorator that registers the printer of ``kind``, where no template is enough."""
    return partial(_PRINTERS.setdefault, kind)  # it stores the function and returns it


def unparse(part: Node | Amount) -> str:
    """Return the canonical text of ``part``, by which meanings and tables name it: cards differ."""
    if isinstance(part, Node):
        kind: Any = type(part)
        return _printer(kind)(part)
    return part.value if isinstance(part, Lexeme) else str(part)


@cache
def _printer(kind: Any) -> _Printer:
    """Return the function that prints nodes of ``kind``, of its nearest base with one; cached."""
    for base in kind.__mro__:
        if base in _PRINTERS:
            return _PRINTERS[base]
        if "printed" in vars(base):
            pieces = PIECE.findall(base.printed)  # cut only once for all nodes of the class
            return lambda node: "".join(
                [t + _field(getattr(node, name), spec) if name else t for t, name, spec in pieces]
            )
    raise TypeError(kind)


def _field(value: Any, spec: str) -> str:
    """Return the text of ``value``, a field of a node, "" for None. ``spec``, from the template of
    its class, is the text between or around its values, or the texts for true and false."""
    if value is None:
        return ""
    if isinstance(value, bool):
        true, _, false = spec.partition("|")
        return true if value else false
    if isinstance(value, tuple):
        texts = map(unparse, value)
        return "".join(spec.replace("…", t) for t in texts) if "…" in spec else spec.join(texts)
    text = unparse(value)
    return spec.replace("…", text) if spec else text


@unparses(card.Ability)
def _unparse_ability(ability: card.Ability) -> str:
    """Return the text of an ability; a mark such as <奥義 (ougi) has a closing sign at the end."""
    middle = [part for part in (ability.keyword, ability.cost) if part is not None]
    head = (*ability.marks, *sorted(middle, key=attrgetter("start")), *ability.text)
    return "".join(map(unparse, head)) + "".join(mark.closing for mark in ability.marks)


@unparses(card.Keyword)
def _unparse_keyword(keyword: card.Keyword) -> str:
    """Return the text of a keyword with its names and numbers. Only 【リプレイ】 (replay) has
    brackets of its own, and the name of its action behind them (ws 11.3)."""
    names = "".join(map(unparse, keyword.names))
    if keyword.name == Lexeme("リプレイ"):
        return f"【リプレイ】{names}"
    numbers = (("", keyword.power), ("レベル", keyword.level), ("：", keyword.value))
    values = "".join(before + unparse(number) for before, number in numbers if number is not None)
    return f"{keyword.name.value}{'／' if names else ''}{names}{values}"


@unparses(card.Sentence)
def _unparse_sentence(sentence: card.Sentence) -> str:
    """Return the text of a sentence; a reminder may be in place of the full stop."""
    end = unparse(sentence.reminder) if sentence.reminder else "。" if sentence.closed else ""
    return "".join(map(_unparse_step, sentence.steps)) + end


def _unparse_step(step: card.Step | acts.Predicate) -> str:
    """Return the text of ``step`` with the comma or し that leads on if it continues (選び、:
    choose and), as a change in a list always does. If its verb is left out, it ends in a particle
    (手札に: to the hand), which the canonical form prints without a comma."""
    text = unparse(step)
    match step:
        case acts.Act(form=Form.ELIDED):
            return text if text.endswith(_WITHOUT_COMMA) else text + "、"
        case acts.Act(form=form) if form in _JOINING:
            return text + "、"
        case acts.ModifyListed():
            return text + "、"
        case acts.Modify(joining=True):
            return text + "し、"
    return text


@unparses(card.If)
def _unparse_if(condition: card.If) -> str:
    """Return the text of conditions, with なら (if) unless the last is in a form that continues."""
    last = condition.conditions[-1]
    goes_on = last.joining if isinstance(last, acts.Is) else getattr(last, "form", 0) in _GOING_ON
    return "".join(map(_unparse_step, condition.conditions)) + ("" if goes_on else "なら、")


@unparses(card.Link)
def _unparse_link(link: card.Link) -> str:
    """Return the text of a connective (その後、: then). Canonical かつ (and) has no comma."""
    return link.connective.value + ("" if link.connective == Connective.AND else "、")


@unparses(acts.Act)
def _unparse_act(act: acts.Act) -> str:
    """Return the text of an act: its complements, then its verb, conjugated."""
    return "".join(map(unparse, act.complements)) + conjugate(act.verb, act.form)


@unparses(nouns.Name)
def _unparse_name(name: nouns.Name) -> str:
    """Return a name in its own brackets, which the tree has as a pair: games differ in them."""
    around: str = name.brackets.value
    return around[:1] + name.text + around[1:]


@unparses(nouns.Ordinals)
def _unparse_ordinals(ordinals: nouns.Ordinals) -> str:
    """Return the text of ordinals (“first and second”): a template cannot repeat the unit, 回."""
    row = "と".join(f"{place}{ordinals.unit.value}目" for place in ordinals.places)
    return row + ("以降の" if ordinals.onwards else "の")


@unparses(nouns.Qualities)
def _unparse_qualities(qualities: nouns.Qualities) -> str:
    """Return the text of qualities, with の (of) before the noun unless they end in a verb."""
    joined = ("と" if qualities.each else "か").join(map(unparse, qualities.alternatives))
    return joined + ("の" if qualities.alternatives[-1].nominal else "")
