"""The reference graph of a rulebook, for those who want to draw it."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from rulebook.clauses.model import Clause
from rulebook.links.model import LinkedRulebook

_SHORT = 24
_GRAPHML = (
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
    '<key id="label" for="node" attr.name="label" attr.type="string"/>',
    '<key id="kind" for="edge" attr.name="kind" attr.type="string"/>',
    '<graph edgedefault="directed">',
)


def to_graphml(linked: LinkedRulebook) -> Iterator[str]:
    """Yield the lines of a GraphML document: a node a clause, an edge a reference."""
    yield from _GRAPHML
    for clause in linked.book.clauses:
        label = escape(_label(clause))
        yield f'<node id={quoteattr(clause.number)}><data key="label">{label}</data></node>'
    for source, target, kind in _edges(linked):
        ends = f"source={quoteattr(source)} target={quoteattr(target)}"
        yield f'<edge {ends}><data key="kind">{kind}</data></edge>'
    yield "</graph>"
    yield "</graphml>"


def to_dot(linked: LinkedRulebook) -> Iterator[str]:
    """Yield the lines of a Graphviz document: a node a clause, an edge a reference."""
    yield "digraph rules {"
    for clause in linked.book.clauses:
        yield f"  {_quote(clause.number)} [label={_quote(_label(clause))}];"
    for source, target, kind in _edges(linked):
        yield f"  {_quote(source)} -> {_quote(target)} [class={_quote(kind)}];"
    yield "}"


def _edges(linked: LinkedRulebook) -> Iterator[tuple[str, str, str]]:
    for clause in linked.book.clauses:
        for child in clause.children:
            yield clause.number, child, "child"
        for reference in linked.references_of(clause):
            for target in reference.targets:
                yield clause.number, target, str(reference.kind)


def _label(clause: Clause) -> str:
    said = clause.title or clause.text.split("\n", 1)[0]
    return f"{clause.number} {said[:_SHORT]}"


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
