"""The parts of an annotation as JSON: ``type``, ``start``, ``end``, and what is there to be said.

The text is written at once: to make a dictionary of each part first, and let ``json`` write them,
takes twice as long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from json.encoder import encode_basestring as quoted
from typing import Any

from rulebook.cards.card_parser import Gap
from rulebook.cards.governing import GoverningClause
from rulebook.cards.link_policy import CardLink
from rulebook.cards.meaning.nodes import AbilityMeaning, Action, TextPlace
from rulebook.cards.tree.card import Ability
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.verbs import Form
from rulebook.text.spans import Span

__all__ = [
    "clauses_text",
    "gaps_text",
    "links_text",
    "list_text",
    "meanings_text",
    "quoted",
    "trees_text",
]

Write = Callable[[Any], str]
"""What writes a value as JSON."""


def list_text(parts: Iterable[str]) -> str:
    """Return ``parts``, which are JSON, as a list."""
    return f"[{', '.join(parts)}]"


def trees_text(abilities: Iterable[Ability]) -> str:
    """Return the trees of ``abilities``; a node leaves out what is absent or empty."""
    return list_text(map(_OF_TREES[Ability], abilities))


def meanings_text(abilities: Iterable[AbilityMeaning]) -> str:
    """Return the meanings of ``abilities``; a node leaves out what is absent, empty or not so."""
    return list_text(map(_OF_MEANINGS[AbilityMeaning], abilities))


def gaps_text(gaps: Iterable[Gap], text: str) -> str:
    """Return where the ``gaps`` in ``text``, a card, are and what stands there."""
    return list_text(f"{_extent(gap.span)}{_words(gap.span, text)}}}" for gap in gaps)


def links_text(links: Iterable[CardLink], text: str) -> str:
    """Return the ``links`` of ``text``, a card, with the words that each has."""
    return list_text(
        f'{_extent(link)}{_words(link, text)}, "concept": {quoted(link.concept)}, '
        f'"clauses": {list_text(map(quoted, link.clauses))}}}'
        for link in links
    )


def clauses_text(clauses: Iterable[GoverningClause]) -> str:
    """Return the ``clauses`` that govern an ability."""
    return list_text(
        f'{{"number": {quoted(clause.number)}, "role": {quoted(clause.role)}, '
        f'"spans": {list_text(map(_place, clause.spans))}}}'
        for clause in clauses
    )


def _extent(place: Span | CardLink) -> str:
    """Return the head of an object, which says where it stands."""
    return f'{{"start": {place.start}, "end": {place.end}'


def _words(place: Span | CardLink, text: str) -> str:
    return f', "text": {quoted(text[place.start : place.end])}'


def _place(place: Span | TextPlace) -> str:
    return f'{{"start": {place.start}, "end": {place.end}}}'


# ---- Nodes


class _Writers(dict[Any, Write]):
    """What writes the values of each class, made when first needed; what is left out is ``""``."""

    def __init__(self, make: Callable[[_Writers, Any], Write], *, false: str) -> None:
        super().__init__({str: quoted, int: repr, tuple: self._list})
        self[bool] = lambda value: "true" if value else false
        self._make = make

    def __missing__(self, kind: Any) -> Write:
        write = self[kind] = self._make(self, kind)
        return write

    def _list(self, values: tuple[Any, ...]) -> str:
        return list_text([self[type(value)](value) for value in values]) if values else ""

    def of_node(self, kind: Any, type_name: str | None) -> Write:
        """Return what writes nodes of ``kind``; without ``type_name`` each says in ``act`` what."""
        fields = [
            (f', "{name}": ', name)
            for name in kind.__match_args__[2:]
            if name != "act" or type_name is not None
        ]

        def write(node: Any) -> str:
            name = quoted(node.act) if type_name is None else type_name
            text = f'{{"type": {name}, "start": {node.start}, "end": {node.end}'
            for label, field in fields:
                value = getattr(node, field)
                if value is not None and (told := self[type(value)](value)):
                    text += label + told
            return text + "}"

        return write


def _of_tree(writers: _Writers, kind: Any) -> Write:
    if issubclass(kind, Node):
        return writers.of_node(kind, quoted(kind.__name__))
    if issubclass(kind, Form):
        return lambda form: quoted(form.label)
    return lambda word: quoted(word.value)


def _of_meaning(writers: _Writers, kind: Any) -> Write:
    if issubclass(kind, TextPlace):
        return _place
    return writers.of_node(kind, None if issubclass(kind, Action) else quoted(kind.type))


_OF_TREES = _Writers(_of_tree, false="false")
_OF_MEANINGS = _Writers(_of_meaning, false="")
