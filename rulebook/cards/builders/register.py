"""What the functions for the rules share: the register, numbers, names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
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


def builds(rule: str) -> Callable[[B], B]:
    """Register a function that builds the node of the grammar rule ``rule``.

    The parser calls it as soon as the rule is complete, with the span and the parts.
    """
    return _register(_BUILDERS, rule)


def builds_by_lexicon(rule: str) -> Callable[[B], B]:
    """Register a function for a rule that has words or a verb; it also gets the game's lexicon.

    Words are looked up there for their sorts, and a verb for its form and its frames.
    """
    return _register(_LEXICAL_BUILDERS, rule)


def _register(register: dict[str, Any], rule: str) -> Callable[[B], B]:
    """Return a decorator that stores a builder of ``rule``, which must be the only one. Two games
    may use the same rule, but not with different meanings."""

    def remember(builder: B) -> B:
        if rule in rules_built():
            raise ValueError(f"two functions build the rule {rule!r}")
        register[rule] = builder
        return builder

    return remember


def builders(lexicon: Lexicon) -> Mapping[str, Builder]:
    """Return the function that builds the node of each rule, for the game with ``lexicon``."""
    bound = {rule: partial(builder, lexicon) for rule, builder in _LEXICAL_BUILDERS.items()}
    return {**_BUILDERS, **bound}


def rules_built() -> Set[str]:
    """Return the names of all rules that have a builder.

    A rule of a grammar without one is an error when the grammar is loaded, not at some card.
    """
    return {*_BUILDERS, *_LEXICAL_BUILDERS}


def builds_wordless(rule: str, kind: Callable[..., Node]) -> None:
    """Register that ``rule`` builds a node of ``kind`` that has only its span.

    Many rules differ in nothing but their class; a function for each would repeat this.
    """
    builds(rule)(lambda span, _: kind(*span))


def builds_of_part(rule: str, kind: Callable[..., Node]) -> None:
    """Register that ``rule`` builds a node of ``kind`` around its one part.

    Such rules differ only in their class.
    """
    builds(rule)(lambda span, parts: kind(*span, parts[0]))


def builds_of_word(
    rule: str, kind: Callable[..., Node], word: Callable[[str], words.Lexeme | int]
) -> None:
    """Register that ``rule``, which is one word, builds a node of ``kind`` with ``word(text)``.

    Such rules differ only in both classes.
    """
    builds(rule)(lambda span, parts: kind(*span, word(parts[0].text)))


def nodes(parts: Iterable[Any]) -> tuple[Any, ...]:
    """Return the nodes among ``parts``, without the terminals, which carry no meaning."""
    return tuple([part for part in parts if type(part) is not Leaf])


def amount(text: str) -> words.Amount:
    """Return the number in ``text``: an int for digits, else a letter.

    What a letter (Ｘ) stands for is stated elsewhere in the text.
    """
    return int(text) if text.isdigit() else words.Letter(text)


def change(leaf: Leaf) -> nouns.Change | nouns.Changes:
    """Return the change of a number in ``leaf`` (＋1000), or of two at once (＋2/±0).

    Rebirth for You prints attack and defence in one token.
    """
    first, _, second = leaf.text.partition("/")
    start, end = leaf.span
    if not second:
        return _one_change(start, end, first)
    attack = _one_change(start, start + len(first), first)
    return nouns.Changes(start, end, attack, _one_change(end - len(second), end, second))


def _one_change(start: int, end: int, text: str) -> nouns.Change:
    """Return a change of one number: its sign, and a number or letter (－Ｘ)."""
    return nouns.Change(start, end, words.Sign(text[0]), amount(text[1:]))


def name(leaf: Leaf) -> nouns.Name:
    """Return the name in ``leaf`` without its brackets, and the brackets, to print them again."""
    brackets = words.Brackets(leaf.text[0] + leaf.text[-1])
    return nouns.Name(*leaf.span, leaf.text[1:-1], brackets)


_KINDS = (words.Kind.AUTO, words.Kind.CONTINUOUS, words.Kind.ACTIVATED)


def kind_or_marking(icon: str) -> words.Kind | words.Marking:
    """Return the kind of ability that an icon stands for, or another mark.

    Both are printed in the same brackets, so that the grammar has one terminal for them.
    """
    kind = words.Kind(icon)
    return kind if kind in _KINDS else words.Marking(icon)
