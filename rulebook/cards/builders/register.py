"""What the builders share: the register, numbers, names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from functools import partial
from typing import Any, TypeVar, cast

from rulebook.cards.builders.lexicon import Lexicon
from rulebook.cards.grammar.lalr_parser import Builder, Extent, Leaf, Values
from rulebook.cards.tree import nouns, words
from rulebook.cards.tree.node import PIECE, Node
from rulebook.records import annotations_of

# The builder of each rule, and whether it takes the lexicon; filled while modules are imported.
_BUILDERS: dict[str, tuple[Any, bool]] = {}

_OPENING = "「《〔【“"  # what a name or icon begins with, unlike the fixed words around it
_MOST_STORED = 500  # more words than a terminal that is taken apart has, unless with numbers

B = TypeVar("B", bound=Callable[..., Any])
_KINDS = (words.Kind.AUTO, words.Kind.CONTINUOUS, words.Kind.ACTIVATED)


def builds(rule: str, *, by_lexicon: bool = False) -> Callable[[B], B]:
    """Return a decorator that registers a function as the builder of the grammar rule ``rule``. The
    builder takes the span, the parts and, if ``by_lexicon``, the game's lexicon. A rule has one
    builder, in all games."""

    def remember(builder: B) -> B:
        """Register and return ``builder``; raise if the rule has another, which would be lost."""
        if rule in _BUILDERS:
            raise ValueError(f"two functions build the rule {rule!r}")
        _BUILDERS[rule] = builder, by_lexicon
        return builder

    return remember


def builders(lexicon: Lexicon) -> Mapping[str, Builder]:
    """Return the builder of each rule, for the parser: registered ones and those of classes."""
    made = {rule: make(kind) for rule, make, kind in _rules_of_classes(Node)}
    for rule, (builder, by_lexicon) in _BUILDERS.items():
        made[rule] = partial(builder, lexicon) if by_lexicon else builder
    return made


def rules_built() -> Set[str]:
    """Return the names of all rules that have a builder, to refuse a grammar with others."""
    return {*(rule for rule, _, _ in _rules_of_classes(Node)), *_BUILDERS}


def _rules_of_classes(kind: Any) -> Iterator[tuple[str, Callable[[Any], Builder], Any]]:
    """Yield, for each node class below ``kind`` that names a grammar rule, the rule, the function
    that makes a builder from the class, and the class. Such rules need no registered function."""
    for each in kind.__subclasses__():
        for name, make in (("rule", _builder_of_class), ("token", by_token)):
            if name in vars(each):
                yield getattr(each, name), make, each
        yield from _rules_of_classes(each)


def _builder_of_class(kind: Any) -> Builder:
    """Return the builder of the grammar rule of the class ``kind`` (its ``rule``), so that no
    function is written for it: each part of the rule fills the next field. A word of the text fills
    a field for words, numbers or names; if the next field is for a node, the word is only a
    particle. A first field that is a tuple takes all nodes or, for names, all words in brackets."""
    types = _types_of_fields(kind)
    makers = [_maker_of_words(each) for each in types]
    if types and types[0].startswith("tuple"):
        word = _maker_of_words(types[0].removeprefix("tuple[").removesuffix(", ...]"))
        if word is None:
            return lambda span, parts: kind(*span, nodes(parts))
        bracketed = partial(filter, lambda leaf: leaf.text[0] in _OPENING)
        return lambda span, parts: kind(*span, tuple(map(word, bracketed(parts))))

    def build(span: Extent, parts: Values) -> Any:
        """Return the node of ``kind`` over ``span`` with ``parts`` as its fields, in order.
        ``makers`` has for each field the function that makes its value from a word, or None for a
        field with a node: a word there is only a particle, and is left out. One function serves all
        classes."""
        values: list[Any] = []
        for part in parts:
            if type(part) is not Leaf:
                values.append(part)
            elif len(values) < len(makers) and (make := makers[len(values)]):
                values.append(make(part))
        return kind(*span, *values)

    return build


def _types_of_fields(kind: Any) -> list[str]:
    """Return the annotations of the fields of ``kind`` after start and end: a builder turns each
    token into the vocabulary, number or text that is named there."""
    sorts = annotations_of(kind)
    return [sorts[name].replace("words.", "") for name in kind.__match_args__[2:]]


def _maker_of_words(annotation: str) -> Callable[[Leaf], Any] | None:
    """Return the function that makes the value of a field from a word of the text, by the field's
    ``annotation``, so no class needs a builder for its words. None for a field that has a node."""
    known = vars(words).get(annotation)
    if isinstance(known, type) and issubclass(known, words.Lexeme):
        return lambda leaf: known(leaf.text)
    return {
        "Amount": lambda leaf: amount(leaf.text),
        "Change": change,
        "Change | Changes": change,
        "Marking | Kind": lambda leaf: kind_or_marking(leaf.text),
        "Name": name,
        "int": lambda leaf: int(leaf.text),
        "str": lambda leaf: leaf.text,
    }.get(annotation)


def by_token(kind: Any) -> Builder:
    """Return a builder of ``kind`` for a rule of one terminal. It reads the text by the template
    that prints the node (``printed``), so that reading and printing agree. What the template has
    after its last field may be missing: in some rules it is a token of its own."""
    pattern, types, makers = "", iter(_types_of_fields(kind)), list[Callable[[Leaf | None], Any]]()
    for before, field, said in PIECE.findall(kind.printed):
        pattern += re.escape(before) if field else f"(?:{re.escape(before)})?"
        if field:
            group, make = _reader_of_field(next(types), said)
            pattern += group
            makers.append(make)
    match = re.compile(pattern).fullmatch
    stored: dict[str, list[Any]] = {}  # the values of each text; only spans differ between nodes

    def build(span: Extent, parts: Values) -> Any:
        """Return the node of ``kind`` from a token; its values are stored, because texts recur."""
        text = parts[0].text
        if (values := stored.get(text)) is None:
            found = cast(re.Match[str], match(text))
            values = []
            for at, make in enumerate(makers, start=1):
                place = span[0] + found.start(at), span[0] + found.end(at)
                values.append(make(None if found[at] is None else Leaf("", found[at], place)))
            if len(stored) < _MOST_STORED and not any(isinstance(v, Node) for v in values):
                stored[text] = values
        return kind(*span, *values)

    return build


def _reader_of_field(annotation: str, said: str) -> tuple[str, Callable[[Any], Any]]:
    """Return the pattern of a field in a terminal and the function that makes its value (None if it
    has no text). ``said``, from the template (``Node.printed``), has the texts of true and false
    (``{holds:む|まない}``), the delimiter (``{colours:と}``) or the text around (``{n:(…)}``)."""
    if annotation == "bool":
        return f"({said})", lambda leaf: leaf.text == said.partition("|")[0]
    inner = annotation.removeprefix("tuple[").removesuffix(", ...]")
    sort = inner.removesuffix(" | None")
    make = _maker_of_words(sort) or _maker_of_node(sort)
    if inner != annotation:
        split = (lambda text: text.split(said)) if said else list
        return "(.+?)", lambda leaf: tuple(make(leaf._replace(text=t)) for t in split(leaf.text))
    # A number ends with its digits; anything else is as short as the text behind it allows.
    group = "([0-9]+|Ｘ)" if sort in ("Amount", "int") else "(.+?)"
    around = re.escape(said).replace("…", group) or group
    return f"(?:{around})?" if sort != inner else around, lambda leaf: leaf and make(leaf)


def _maker_of_node(sort: str) -> Callable[[Leaf], Any]:
    """Return the function that makes a node of the class ``sort`` from a part of a terminal:
    〔A〕で (by A) is one token to the grammar, but the trait in it needs a node of its own."""
    classes = ((make, kind) for _, make, kind in _rules_of_classes(Node))
    build = next(make(kind) for make, kind in classes if kind.__name__ == sort)
    return lambda leaf: build(leaf.span, [leaf])


def nodes(parts: Iterable[Any]) -> tuple[Any, ...]:
    """Return the nodes among ``parts``, without the terminals, which the tree leaves out."""
    return tuple([part for part in parts if type(part) is not Leaf])


def amount(text: str) -> words.Amount:
    """Return the number in ``text``: an int, or a letter (X), which the card defines elsewhere."""
    return int(text) if text.isdigit() else words.Letter(text)


def change(leaf: Leaf) -> nouns.Change | nouns.Changes:
    """Return the change of a number in ``leaf`` (＋1000), or of two (＋2/±0) in one token."""
    first, slash, second = leaf.text.partition("/")
    start, end = leaf.span
    if not slash:
        return nouns.Change(start, end, words.Lexeme(first[0]), amount(first[1:]))
    middle = start + len(first)
    attack: Any = change(leaf._replace(text=first, span=(start, middle)))
    defence: Any = change(leaf._replace(text=second, span=(middle + 1, end)))
    return nouns.Changes(start, end, attack, defence)


def name(leaf: Leaf) -> nouns.Name:
    """Return the name in ``leaf``, its brackets apart: a trait may have the name of a card."""
    return nouns.Name(*leaf.span, leaf.text[1:-1], words.Brackets(leaf.text[0] + leaf.text[-1]))


def kind_or_marking(icon: str) -> words.Kind | words.Marking:
    """Return the kind or other mark of an icon: both have one terminal, as they look alike."""
    kind = words.Kind(icon)
    return kind if kind in _KINDS else words.Marking(icon)
