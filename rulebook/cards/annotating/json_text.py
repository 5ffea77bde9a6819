"""The parts of an annotation as JSON: ``type``, ``start``, ``end``, and what is there to be said.

The text is written at once: to make a dictionary of each part first, and let ``json`` write them,
takes twice as long.  Trees, meanings and governing clauses are written with :data:`MARK` before
and behind each offset, so that the same text can be used again where the same ability is printed
elsewhere; :func:`without_marks` makes it JSON.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from json.encoder import encode_basestring as quoted
from typing import Any

from rulebook.cards.annotating.governing import CitedClause
from rulebook.cards.meaning.nodes import AbilityMeaning, Action, Opened, TextPlace
from rulebook.cards.reading.card_parser import Gap, ParseStatus, coverage
from rulebook.cards.spelling.canonical_form import Misprint
from rulebook.cards.tree.card import Ability
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.verbs import Form
from rulebook.clauses.game import Game
from rulebook.records import annotations_of
from rulebook.text.normal import Normalised
from rulebook.text.spans import Span

__all__ = [
    "CLOSED",
    "MARK",
    "NAMES",
    "card_text",
    "clauses_text",
    "link_rest",
    "link_text",
    "meaning_text",
    "printed_link",
    "quoted",
    "tree_text",
    "without_marks",
]

MARK = "\36"
"""The character before and after each offset; JSON has it nowhere else. A low byte that kana and
punctuation do not have is searched for fastest."""
CLOSED = "\37"
"""The character before a text whose offsets depend on the names in it."""
NAMES = range(0xE000, 0xE100)
"""The private characters that are placeholders for names while an ability is read."""

Write = Callable[[Any], str]
"""What writes a value as JSON."""

# Characters at the end of a part that do not belong to it.
_BLANK = "、 \u3000\n"

# Writing so many nodes takes as long as compiling a faster writer.
_FEW = 50
_KEYS = {"explicit": "told"}
"""The keys of fields that are called otherwise in the JSON, which others read."""


def without_marks(marked: str) -> str:
    """Return ``marked`` as valid JSON, with its offsets as they are.

    The marks around offsets are only for templates of many cards.
    """
    return marked.replace(MARK, "").replace(CLOSED, "")


def _list(parts: Iterable[str]) -> str:
    """Return a JSON list of ``parts``, which are JSON."""
    return f"[{', '.join(parts)}]"


def tree_text(ability: Ability) -> str:
    """Return the tree of ``ability`` as JSON with marked offsets, without empty fields.

    Marked offsets are exchanged when the same paragraph is printed on another card.
    """
    return _OF_TREES[Ability](ability)


def meaning_text(ability: AbilityMeaning) -> str:
    """Return the meaning of ``ability`` as JSON with marked offsets, without empty fields.

    Marked offsets are exchanged when the same paragraph is printed on another card.
    """
    return _OF_MEANINGS[AbilityMeaning](ability)


def card_text(
    id: str | None,
    game: Game,
    text: str,
    *,
    status: ParseStatus,
    gaps: Sequence[Gap],
    misprints: Sequence[Misprint],
    abilities: str,
    links: str,
    meaning: str,
    governing: str,
) -> str:
    """Return the card text ``text`` with its annotation as a line of JSON.

    The last four arguments are JSON lists without brackets, so that templates can be joined.
    """
    return (
        f'{{"id": {"null" if id is None else quoted(id)}, '
        f'"game": {quoted(game.id)}, "text": {quoted(text)}, '
        f'"status": {quoted(status.value)}, "coverage": {round(coverage(text, gaps), 4)}, '
        f'"abilities": [{abilities}], "unparsed": {gaps_text(gaps, text)}, '
        f'{misprints_text(misprints, text)}"links": [{links}], '
        f'"meaning": [{meaning}], "governing": [{governing}]}}'
    )


def gaps_text(gaps: Iterable[Gap], text: str) -> str:
    """Return the ``gaps`` of the card text ``text`` as JSON, each with its words.

    Users see there what was not understood.
    """
    return _list(f"{_start_with_span(gap.span)}{_words(gap.span, text)}}}" for gap in gaps)


def misprints_text(misprints: Iterable[Misprint], text: str) -> str:
    """Return the member ``misprints`` of a card as JSON, ``""`` without any.

    Few cards have one, so that the member is optional.
    """
    found = [
        f"{_start_with_span(misprint)}{_words(misprint, text)}"
        f', "intended": {quoted(misprint.intended)}}}'
        for misprint in misprints
    ]
    return f'"misprints": {_list(found)}, ' if found else ""


def link_text(start: int, words: str, rest: str) -> str:
    """Return a link as JSON; ``start`` and ``words`` are as printed, ``rest`` is its end.

    The end is the same for every card and stored in a template.
    """
    place = f'{{"start": {start}, "end": {start + len(words)}, "text": '
    return f"{place}{quoted(words)}, {rest}"


def link_rest(concept: str, clauses: tuple[str, ...]) -> str:
    """Return the end of the JSON of a link, which does not depend on where it is printed.

    A template stores it once for all cards.
    """
    return f'"concept": {quoted(concept)}, "clauses": {_list(map(quoted, clauses))}}}'


def printed_link(start: int, end: int, source: Normalised, text: str) -> tuple[int, str]:
    """Return where a link is in the printed ``text``, and its words.

    A comma or space at its end is left out, as users see the words.
    """
    first = source.starts[start]
    return first, text[first : source.ends[end - 1]].rstrip(_BLANK)


def clauses_text(clauses: Iterable[CitedClause]) -> str:
    """Return the ``clauses`` that govern an ability as JSON, its offsets marked for templates.

    The offsets differ where the same ability is printed on another card.
    """
    texts = []
    for number, role, places, _ in clauses:
        spans = [f'{{"start": \36{start}\36, "end": \36{end}\36}}' for start, end in places]
        head = f'{{"number": {quoted(number)}, "role": "{role}"'
        texts.append(f'{head}, "spans": [{", ".join(spans)}]}}')
    return f"[{', '.join(texts)}]"


def _start_with_span(place: Span | Misprint) -> str:
    """Return the start of a JSON object with the span of ``place``; the caller adds other members.
    Offsets are not marked: gaps and misprints have printed spans, which no template fills."""
    return f'{{"start": {place.start}, "end": {place.end}'


def _words(place: Span | Misprint, text: str) -> str:
    return f', "text": {quoted(text[place.start : place.end])}'


def _place(place: TextPlace) -> str:
    return f'{{"start": \36{place.start}\36, "end": \36{place.end}\36}}'


def _opened(opened: Opened) -> str:
    """Return the meaning of a keyword as JSON. Offsets in it count in the text of the keyword, the
    same on all cards, and are not marked. With a placeholder in that text they depend on the name:
    it is marked as closed, and the paragraph is read again with the name itself."""
    text = f'{{"type": "opened", "start": \36{opened.start}\36, "end": \36{opened.end}\36'
    inner = without_marks(_OF_MEANINGS[AbilityMeaning](opened.ability))
    named = CLOSED if any(ord(sign) in NAMES for sign in opened.text) else ""
    clause, words = quoted(opened.clause), quoted(opened.text)
    return f'{text}, "clause": {clause}, "text": {words}, "ability": {named}{inner}}}'


# ---- Nodes


class _Writers(dict[Any, Write]):
    """The functions that write values of each class as JSON, made on first use."""

    def __init__(self, make: Callable[[_Writers, Any], Write], *, false: str) -> None:
        super().__init__({str: quoted, int: repr, tuple: self._list})
        self[bool] = lambda value: "true" if value else false
        self._make = make

    def __missing__(self, kind: Any) -> Write:
        write = self[kind] = self._make(self, kind)
        return write

    def _list(self, values: tuple[Any, ...]) -> str:
        """Return a tuple as a JSON list, "" for an empty one, whose field is then left out."""
        return _list([self[type(value)](value) for value in values]) if values else ""

    def node_writer(self, kind: Any, type_name: str | None) -> Write:
        """Return the function that writes nodes of ``kind``. Without ``type_name`` the field
        ``act`` names the type: all actions share a class. After a few nodes it replaces itself by a
        compiled function, which is faster but costs time to make."""
        fields = [field for field in _fields(kind) if type_name is not None or field[0] != "act"]
        left = iter(range(_FEW))

        def write(node: Any) -> str:
            if next(left, None) is None:
                self[kind] = self._compiled_writer(fields, type_name)
            name = quoted(node.act) if type_name is None else type_name
            text = f'{{"type": {name}, "start": \36{node.start}\36, "end": \36{node.end}\36'
            for field, _ in fields:
                value = getattr(node, field)
                if value not in (None, "") and (written := self[type(value)](value)):
                    text += f', "{_KEYS.get(field, field)}": {written}'
            return text + "}"

        return write

    def _compiled_writer(self, fields: Iterable[tuple[str, str]], type_name: str | None) -> Write:
        """Return a function with a line of code for each of ``fields``. It takes half the time of a
        loop over the fields, and a card has hundreds of nodes."""
        type_ = "{quoted(node.act)}" if type_name is None else type_name
        head = f'{{{{"type": {type_}, "start": \\36{{node.start}}\\36, "end": \\36{{node.end}}\\36'
        lines = (self._code_of_field(name, sort) for name, sort in fields)
        body = "\n  ".join([f"text = f'{head}'", *lines, "return text + '}'"])
        names: dict[str, Any] = {"writers": self, "quoted": quoted}
        exec(f"def write(node):\n  {body}", names)
        write: Write = names["write"]
        return write

    def _code_of_field(self, name: str, sort: str) -> str:
        """Return the line of code that writes the field ``name``, by its annotation ``sort``, so
        that the compiled writer need not test types. Empty fields are left out, numbers never."""
        label, value = f', "{_KEYS.get(name, name)}": ', f"node.{name}"
        if sort == "bool":
            true, false = (
                label + written if written else "" for written in map(self[bool], (True, False))
            )
            return f"text += {true!r} if {value} else {false!r}"
        if sort == "int":
            return f"text += f'{label}{{{value}}}'"
        if sort == "str":
            return f"if {value}: text += f'{label}{{quoted({value})}}'"
        if sort.startswith("tuple[") and sort.endswith("]"):
            written = f"', '.join([writers[type(part)](part) for part in {value}])"
            return f"if {value}: text += '{label}[' + {written} + ']'"
        written = "(written := writers[type(value)](value))"
        return f"if (value := {value}) is not None and {written}: text += '{label}' + written"


def _fields(kind: Any) -> list[tuple[str, str]]:
    """Return name and annotation of each field of ``kind``; the annotation decides how it is
    written. The first two, the span, are left out: every node has it, and it is written first."""
    sorts = annotations_of(kind)
    return [(name, sorts[name]) for name in kind.__match_args__[2:]]


def _writer_for_tree(writers: _Writers, kind: Any) -> Write:
    """Return the writer of values of ``kind`` in trees. It is made when the first one is written,
    as most runs need few of the classes."""
    if issubclass(kind, Node):
        return writers.node_writer(kind, quoted(kind.__name__))
    if issubclass(kind, Form):
        return lambda form: quoted(form.label)
    return lambda word: quoted(word.value)


def _writer_for_meaning(writers: _Writers, kind: Any) -> Write:
    """Return the writer of values of ``kind`` in meanings. It is made when the first one is
    written, as most runs need few of the classes."""
    if issubclass(kind, TextPlace):
        return _place
    if issubclass(kind, Opened):
        return _opened
    return writers.node_writer(kind, None if issubclass(kind, Action) else quoted(kind.type))


_OF_TREES = _Writers(_writer_for_tree, false="false")
_OF_MEANINGS = _Writers(_writer_for_meaning, false="")
