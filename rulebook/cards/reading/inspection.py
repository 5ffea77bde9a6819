"""What authors of a grammar look at: parsing stages, and what the grammar does not know yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict

from rulebook.cards.grammar.lalr_parser import Leaf
from rulebook.cards.reading.card_parser import Branch, CardParser, Gap, ParsedCard, ParseStatus
from rulebook.cards.spelling.damaged_text import sign_of_damage
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.nouns import Change, Changes, Name, Quantity
from rulebook.cards.tree.verbs import Form
from rulebook.cards.tree.words import Lexeme
from rulebook.records import dataclass, field
from rulebook.text.display import columns

_BEFORE, _AFTER = 6, 6  # Characters around a stop that show which rule is missing


@dataclass(slots=True)
class MissingPart:
    """A wording that stops the parser, with its cards; ``alone`` counts those without another gap.
    ``words`` are around the place, with ``|`` before what was not read. ``why`` is what does not
    fit, if the grammar would read it; ``damage`` is the sign of a faulty source."""

    words: str
    expected: tuple[str, ...]
    example: str
    cards: int = 0
    alone: int = 0
    why: str = ""
    damage: str = ""
    ids: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, object]:
        """Return the fields as a JSON object, for ``cards gaps --json``."""
        return asdict(self)


@dataclass(slots=True)
class Counts:
    """How far the texts of a file are understood; the shares are of code points."""

    cards: int = 0
    parsed: int = 0
    partial: int = 0
    failed: int = 0
    abilities: int = 0
    characters: int = 0
    unparsed_characters: int = 0

    def as_json(self) -> dict[str, object]:
        """Return the counts as a JSON object, for ``cards stats --json``."""
        return asdict(self)

    def add(self, reading: ParsedCard) -> None:
        """Count the card of ``reading`` by status, its abilities and characters, for reports."""
        self.cards += 1
        self.parsed += reading.status is ParseStatus.PARSED
        self.partial += reading.status is ParseStatus.PARTIAL
        self.failed += reading.status is ParseStatus.FAILED
        self.abilities += len(reading.abilities)
        self.characters += len(reading.text)
        self.unparsed_characters += sum(gap.span.end - gap.span.start for gap in reading.gaps)


def rank_gaps(readings: Iterable[tuple[str, ParsedCard]]) -> list[MissingPart]:
    """Return the gaps of ``readings`` (id and reading of each card), most frequent first, to show
    authors of a grammar what to add next; gaps of damaged texts come last."""
    found: dict[str, MissingPart] = {}
    for id, reading in readings:
        places: dict[str, Gap] = {}
        for gap in reading.gaps:
            # Equal words there call for the same rule of the grammar, whatever else the text has.
            before = gap.text[max(0, gap.stopped - _BEFORE) : gap.stopped]
            places[f"{before}|{gap.text[gap.stopped : gap.stopped + _AFTER]}"] = gap
        for words, gap in places.items():
            # Damage in the source does not call for a rule in the grammar.
            damage = gap.why or sign_of_damage(gap.text, gap.stopped)
            part = MissingPart(words, gap.expected, gap.text, why=gap.why, damage=damage)
            part = found.setdefault(words, part)
            part.cards += 1
            part.alone += len(places) == 1  # the card has no other gap
            part.ids.append(id)
    return sorted(found.values(), key=lambda p: (bool(p.damage), -p.cards, -p.alone, p.words))


CARD_STAGES = ("tokens", "tree", "ast")


def stage_rows(parser: CardParser, stage: str, text: str) -> Iterator[dict[str, object]]:
    """Yield the rows of ``explain`` for one of ``CARD_STAGES``: each terminal, the parse tree of
    each ability, or its nodes, which show authors how ``text`` is split, read and attached."""
    match stage:
        case "tokens":
            for leaf in parser.tokens(text):
                start, end = leaf.span
                yield {"token": leaf.terminal, "word": leaf.text, "start": start, "end": end}
        case "tree":
            for tree in parser.trees(text):
                yield {"tree": "\n".join(_tree_lines(tree))}
        case _:
            for ability in parser.read(text).abilities:
                yield {"ast": outline(ability)}


def _tree_lines(tree: Branch) -> Iterator[str]:
    """Yield the lines of a parse tree for ``explain``. It may be deep, so nothing recurses."""
    waiting: list[tuple[Branch | Leaf, int]] = [(tree, 0)]
    while waiting:
        part, depth = waiting.pop()
        if isinstance(part, Leaf):
            yield f"{'  ' * depth}{part.terminal} {part.text}"
        else:
            yield f"{'  ' * depth}{part.rule}"
            waiting += [(inner, depth + 1) for inner in reversed(part.parts)]


_WIDEST = 100  # Columns of a line


def outline(node: object, indent: int = 0) -> str:
    """Return the tree ``node`` on one line if it fits, otherwise each of its parts on an indented
    line, so that people can see in ``rulebook explain`` how a text was understood."""
    line = " " * indent + compact(node)
    parts = list(_parts(node)) if isinstance(node, Node) else []
    if columns(line) <= _WIDEST or not any(isinstance(part, Node) for part in parts):
        return line
    inner = [outline(part, indent + 2) for part in parts]
    return "\n".join([" " * indent + type(node).__name__, *inner])


def compact(node: object) -> str:
    """Return the tree ``node``, or a word, form or number in one, on one line: ``Noun(Owned(自分),
    キャラ)``. Numbers and names are as in the text, since their inner nodes say no more."""
    match node:
        case Form():
            return node.label
        case Lexeme():
            return node.value
        case Name():
            return f"“{node.text}”"
        case Node():
            parts = [*map(compact, _parts(node))]
        case _:
            return str(node)
    if isinstance(node, (Quantity, Change, Changes)):
        return ("/" if isinstance(node, Changes) else "").join(parts)
    return f"{type(node).__name__}({', '.join(parts)})" if parts else type(node).__name__


def _parts(node: Node) -> Iterator[object]:
    """Yield the values of the fields of ``node`` that are set; for a true flag, its name. Spans are
    left out, because an outline is read next to the text."""
    names: tuple[str, ...] = node.__match_args__
    for name in names[2:]:
        value = getattr(node, name)
        if value is True:
            yield name
        elif isinstance(value, tuple):
            yield from value
        elif value is not None and value is not False:
            yield value
