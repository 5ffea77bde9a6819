"""The parts of an annotation as JSON: ``type``, ``start``, ``end``, and what is there to be said.

The text is written at once: to make a dictionary of each part first, and let ``json`` write them,
takes twice as long.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from json.encoder import encode_basestring as quoted
from typing import Any

from rulebook.cards.annotating.governing import GoverningClause
from rulebook.cards.linking.link_table import CardLink
from rulebook.cards.meaning.nodes import AbilityMeaning, Action, TextPlace
from rulebook.cards.reading.card_parser import Gap
from rulebook.cards.spelling.canonical_form import Misprint
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
    "misprints_text",
    "quoted",
    "trees_text",
]

Write = Callable[[Any], str]
"""What writes a value as JSON."""

# To write so many nodes takes as long as to compile what writes them faster.
_FEW = 50


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


def misprints_text(misprints: Iterable[Misprint], text: str) -> str:
    """Return where ``text``, a card, is misprinted, as a member of an object; ``""`` if nowhere."""
    found = [
        f'{_extent(misprint)}{_words(misprint, text)}, "intended": {quoted(misprint.intended)}}}'
        for misprint in misprints
    ]
    return f'"misprints": {list_text(found)}, ' if found else ""


def links_text(links: Iterable[CardLink], text: str) -> str:
    """Return the ``links`` of ``text``, a card, with the words that each has."""
    return list_text(
        [
            f'{_extent(link)}{_words(link, text)}, "concept": {quoted(link.concept)}, '
            f'"clauses": {list_text(map(quoted, link.clauses))}}}'
            for link in links
        ]
    )


def clauses_text(clauses: Iterable[GoverningClause]) -> str:
    """Return the ``clauses`` that govern an ability."""
    return list_text(
        [
            f'{{"number": {quoted(clause.number)}, "role": {quoted(clause.role)}, '
            f'"spans": {list_text([_place(span) for span in clause.spans])}}}'
            for clause in clauses
        ]
    )


def _extent(place: Span | CardLink | Misprint) -> str:
    """Return the head of an object, which says where it stands."""
    return f'{{"start": {place.start}, "end": {place.end}'


def _words(place: Span | CardLink | Misprint, text: str) -> str:
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
        """Return what writes nodes of ``kind``; without ``type_name`` each says in ``act`` what.

        Once some are written, what writes the others is compiled, and takes half the time.
        """
        fields = [field for field in _fields(kind) if type_name is not None or field[0] != "act"]
        left = iter(range(_FEW))

        def write(node: Any) -> str:
            if next(left, None) is None:
                self[kind] = self._compiled(fields, type_name)
            name = quoted(node.act) if type_name is None else type_name
            text = f'{{"type": {name}, "start": {node.start}, "end": {node.end}'
            for field, _ in fields:
                value = getattr(node, field)
                if value not in (None, "") and (told := self[type(value)](value)):
                    text += f', "{field}": {told}'
            return text + "}"

        return write

    def _compiled(self, fields: Iterable[tuple[str, str]], type_name: str | None) -> Write:
        """Return the same with a line of code for each of the ``fields``."""
        type_ = "{quoted(node.act)}" if type_name is None else type_name
        head = f'{{{{"type": {type_}, "start": {{node.start}}, "end": {{node.end}}'
        lines = (self._line(name, sort) for name, sort in fields)
        body = "\n  ".join([f"text = f'{head}'", *lines, "return text + '}'"])
        names: dict[str, Any] = {"writers": self, "quoted": quoted}
        exec(f"def write(node):\n  {body}", names)
        write: Write = names["write"]
        return write

    def _line(self, name: str, sort: str) -> str:
        """Return the code that adds the field called ``name``, annotated as ``sort``."""
        label, value = f', "{name}": ', f"node.{name}"
        if sort == "bool":
            true, false = (label + told if told else "" for told in map(self[bool], (True, False)))
            return f"text += {true!r} if {value} else {false!r}"
        if sort == "int":
            return f"text += f'{label}{{{value}}}'"
        if sort == "str":
            return f"if {value}: text += f'{label}{{quoted({value})}}'"
        if sort.startswith("tuple[") and sort.endswith("]"):
            told = f"', '.join([writers[type(part)](part) for part in {value}])"
            return f"if {value}: text += '{label}[' + {told} + ']'"
        told = "(told := writers[type(value)](value))"
        return f"if (value := {value}) is not None and {told}: text += '{label}' + told"


def _fields(kind: Any) -> list[tuple[str, str]]:
    """Return the fields of ``kind`` beside its span, each with its annotation."""
    sorts: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        sorts |= vars(base).get("__annotations__", {})
    return [(name, sorts[name]) for name in kind.__match_args__[2:]]


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
