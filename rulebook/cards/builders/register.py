"""What the functions for the rules share: the register, numbers, names."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from functools import partial
from typing import Any, TypeVar

from rulebook.cards.builders.lexicon import Lexicon
from rulebook.cards.grammar.leaves import Builder, Extent, Leaf, Values
from rulebook.cards.tree import nouns, words
from rulebook.cards.tree.node import Node

LexicalBuilder = Callable[[Lexicon, Extent, Values], Any]

# What builds the node of each rule; filled while the modules of the builders are imported.
_BUILDERS: dict[str, Builder] = {}
_LEXICAL_BUILDERS: dict[str, LexicalBuilder] = {}

B = TypeVar("B", bound=Callable[..., Any])
_KINDS = (words.Kind.AUTO, words.Kind.CONTINUOUS, words.Kind.ACTIVATED)


def builds(rule: str, *, by_lexicon: bool = False) -> Callable[[B], B]:
    """Return a decorator that registers the function which builds the node of the grammar rule
    ``rule``: the parser calls it with the span and the parts. ``by_lexicon`` is whether it also
    gets the game's lexicon, to look up the sorts of words and the forms and frames of verbs. Two
    games may use the same rule, but not with different meanings."""

    def remember(builder: B) -> B:
        if rule in _BUILDERS or rule in _LEXICAL_BUILDERS:
            raise ValueError(f"two functions build the rule {rule!r}")
        (_LEXICAL_BUILDERS if by_lexicon else _BUILDERS)[rule] = builder
        return builder

    return remember


def builders(lexicon: Lexicon) -> Mapping[str, Builder]:
    """Return the builder of each grammar rule: of node classes that name their rule, and registered
    functions. Those for words and verbs are bound to ``lexicon``, that of a game."""
    of_classes = {kind.rule: _builder_of_class(kind) for kind in _classes_with_rule(Node)}
    bound = {rule: partial(builder, lexicon) for rule, builder in _LEXICAL_BUILDERS.items()}
    return {**of_classes, **_BUILDERS, **bound}


def rules_built() -> Set[str]:
    """Return the names of all rules that have a builder. A rule of a grammar without one is an
    error when the grammar is loaded, not at some card."""
    return {*(kind.rule for kind in _classes_with_rule(Node)), *_BUILDERS, *_LEXICAL_BUILDERS}


def _classes_with_rule(kind: type[Node]) -> Iterator[type[Node]]:
    """Yield all classes below ``kind`` that name their own grammar rule. These rules need no
    registered function, since a builder is made from the fields of the class."""
    for each in kind.__subclasses__():
        if "rule" in vars(each):
            yield each
        yield from _classes_with_rule(each)


def _builder_of_class(kind: Any) -> Builder:
    """Return a builder for the rule that the class ``kind`` names, so that none need be written. A
    tuple as first field takes all nodes; otherwise each part fills a field, words being converted
    to its type or left out."""
    types = [_type_of_field(kind, name) for name in kind.__match_args__[2:]]
    makers = [_maker_of_words(*each) for each in types]
    if types and types[0][0].startswith("tuple"):
        return lambda span, parts: kind(*span, nodes(parts))
    if len(makers) == 1 and (make := makers[0]):
        return lambda span, parts: kind(*span, make(parts[0]))
    if len(makers) == 1:
        return lambda span, parts: kind(*span, parts[0])

    def build(span: Extent, parts: Values) -> Any:
        """Return the node of ``kind`` over ``span``, with ``parts`` as its values. A word is made
        into the type for its place; where there is no type, it is left out."""
        values: list[Any] = []
        for part in parts:
            if type(part) is not Leaf:
                values.append(part)
            elif len(values) < len(makers) and (make := makers[len(values)]):
                values.append(make(part))
        return kind(*span, *values)

    return build


def _type_of_field(kind: type, name: str) -> tuple[str, object]:
    """Return the annotation of a field as text, and the class that its module knows by that name
    (None if it knows none). They decide how the field is made from a word."""
    owner = next(base for base in kind.__mro__ if name in vars(base).get("__annotations__", ()))
    annotation = owner.__annotations__[name]
    return annotation, vars(sys.modules[owner.__module__]).get(annotation)


def _maker_of_words(annotation: str, known: Any) -> Callable[[Leaf], Any] | None:
    """Return the function that makes the value of a field from a word of the text, by the field's
    ``annotation`` or its class ``known``: so no class needs a builder for its words. Return None
    for a field that takes a node as it is."""
    if isinstance(known, type) and issubclass(known, words.Lexeme):
        return lambda leaf: known(leaf.text)
    return {
        "Amount": lambda leaf: amount(leaf.text),
        "Change": change,
        "Change | Changes": change,
        "Name": name,
        "str": lambda leaf: leaf.text,
    }.get(annotation)


def nodes(parts: Iterable[Any]) -> tuple[Any, ...]:
    """Return the nodes among ``parts``. Terminals are left out: words that only the grammar needs
    have no place in the tree."""
    return tuple([part for part in parts if type(part) is not Leaf])


def amount(text: str) -> words.Amount:
    """Return the number in ``text``: an int for digits, else a letter. What a letter (Ｘ) stands
    for is stated elsewhere in the text."""
    return int(text) if text.isdigit() else words.Letter(text)


def change(leaf: Leaf) -> nouns.Change | nouns.Changes:
    """Return the change of a number in ``leaf`` (＋1000), or of two at once (＋2/±0). Rebirth for
    You prints attack and defence in one token."""
    first, _, second = leaf.text.partition("/")
    start, end = leaf.span
    if not second:
        return _one_change(start, end, first)
    attack = _one_change(start, start + len(first), first)
    return nouns.Changes(start, end, attack, _one_change(end - len(second), end, second))


def _one_change(start: int, end: int, text: str) -> nouns.Change:
    """Return the change that ``text`` states, from ``start`` to ``end``: a sign, then a number or
    letter (－Ｘ). :func:`change` calls it once or twice, as a token may have two changes."""
    return nouns.Change(start, end, words.Sign(text[0]), amount(text[1:]))


def name(leaf: Leaf) -> nouns.Name:
    """Return the name in ``leaf`` without its brackets, so that names can be compared, and apart
    from it the kind of brackets, so that it can be printed as it was."""
    return nouns.Name(*leaf.span, leaf.text[1:-1], words.Brackets(leaf.text[0] + leaf.text[-1]))


def kind_or_marking(icon: str) -> words.Kind | words.Marking:
    """Return the kind of ability that an icon stands for, or another mark. Both are printed in the
    same brackets, so that the grammar has one terminal for them."""
    kind = words.Kind(icon)
    return kind if kind in _KINDS else words.Marking(icon)
