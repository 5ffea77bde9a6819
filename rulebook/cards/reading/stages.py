"""The results of single parsing stages, as rows for people who look inside."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulebook.cards.grammar.leaves import Leaf
from rulebook.cards.printing.outline import outline
from rulebook.cards.reading.card_parser import Branch, CardParser

Row = dict[str, object]


def _token_rows(parser: CardParser, text: str) -> Iterator[Row]:
    """Yield a row of ``explain --stage tokens`` for each terminal of ``text``, which shows authors
    of grammars how a text is split."""
    for leaf in parser.tokens(text):
        start, end = leaf.span
        yield {"token": leaf.terminal, "word": leaf.text, "start": start, "end": end}


def _tree_rows(parser: CardParser, text: str) -> Iterator[Row]:
    """Yield a row of ``explain --stage tree`` for each ability: its parse tree, drawn, which shows
    authors of grammars the rules that read the text."""
    for tree in parser.trees(text):
        yield {"tree": "\n".join(_tree_lines(tree))}


def _tree_lines(tree: Branch) -> Iterator[str]:
    """Yield the lines of a parse tree, the parts of a rule indented below it. Trees may be deep, so
    it does not recurse."""
    waiting: list[tuple[Branch | Leaf, int]] = [(tree, 0)]
    while waiting:
        part, depth = waiting.pop()
        if isinstance(part, Leaf):
            yield f"{'  ' * depth}{part.terminal} {part.text}"
        else:
            yield f"{'  ' * depth}{part.rule}"
            waiting += [(inner, depth + 1) for inner in reversed(part.parts)]


def _ast_rows(parser: CardParser, text: str) -> Iterator[Row]:
    """Yield a row of ``explain --stage ast`` for each ability: its nodes in an outline, which shows
    what later stages get, after words have been attached to each other."""
    for ability in parser.read(text).abilities:
        yield {"ast": outline(ability)}


CARD_STAGES: dict[str, Callable[[CardParser, str], Iterator[Row]]] = {
    "tokens": _token_rows,
    "tree": _tree_rows,
    "ast": _ast_rows,
}
