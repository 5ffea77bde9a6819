"""The parts of an annotation as JSON, written directly: dictionaries would take twice as long.
Trees, meanings and clauses are :class:`JsonPieces` with their offsets kept apart, so that a text
can be used again where the same ability is printed elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from json.encoder import encode_basestring as quoted
from typing import TYPE_CHECKING, Any, cast

from rulebook.cards.annotating.governing import CitedClause
from rulebook.cards.meaning.nodes import AbilityMeaning, Action, Opened, TextPlace
from rulebook.cards.reading.card_parser import Gap, ParseStatus, coverage
from rulebook.cards.spelling.canonical_form import Misprint
from rulebook.cards.tree.card import Ability
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.verbs import Form
from rulebook.records import annotations_of
from rulebook.text.normal import Normalised, Span

if TYPE_CHECKING:
    from rulebook.cards.annotating.annotator import Annotation

TO_END = ', "end": '  # between a start and its end
NAMES = range(0xE000, 0xE100)  # placeholders for names while an ability is read


class JsonPieces(list[Any]):
    """JSON that is being written: a text up to a start, the start, its end, the next text, and so
    on. The text after the last end is passed on by writers, so that each is joined only once."""

    depends_on_names = False
    """Whether offsets in a text depend on the lengths of names in it."""

    def write(self, write: Write, values: Iterable[Any], text: str) -> str:
        """Write each of ``values`` by ``write`` after ``text``, as in a JSON list, and return the
        text after the last offset. It is not among the pieces yet: the caller adds what follows, up
        to the next offset, so that there is only one text between two offsets."""
        between = ""
        for value in values:
            text, between = write(value, self, text + between), ", "
        return text

    def joined(self, rest: str) -> str:
        """Return all pieces (text, start, end, text, …) and ``rest`` as one text, with the label
        ``"end"`` that pieces lack. Only for the ability that a keyword stands for: its offsets, in
        the wording of the rules, are the same on all cards."""
        parts = [*map(str, self), rest]
        parts[2::3] = [TO_END + end for end in parts[2::3]]
        return "".join(parts)


Write = Callable[[Any, JsonPieces, str], str]
"""Appends a text (the label of a field) and a value as JSON to the pieces. Returns the text after
the last offset, still to be written; "" if label and value are left out, as for empty values."""

_BLANK = "、 \u3000\n"  # characters at the end of a part that do not belong to it
_FEW = 50  # writing so many nodes takes as long as compiling a faster writer
_KEYS = {"explicit": "told"}
"""The keys of fields that have another name in the JSON, which other programs read."""


def _list(parts: Iterable[str]) -> str:
    """Return ``parts``, JSON texts, as a JSON list: faster than making dictionaries first."""
    return f"[{', '.join(parts)}]"


def write_ability(ability: Ability | AbilityMeaning, out: JsonPieces, text: str) -> str:
    """Write ``ability``, its tree or its meaning, to ``out`` after ``text``, and return the text
    after its last offset. Offsets stay apart: they differ where the paragraph is printed again."""
    writers = _OF_TREES if isinstance(ability, Ability) else _OF_MEANINGS
    return writers[type(ability)](ability, out, text)


def card_text(
    card: Annotation,
    status: ParseStatus,
    gaps: Sequence[Gap],
    links: Iterable[str],
    *,
    misprints: Sequence[Misprint] = (),
    abilities: Iterable[str] = (),
    meaning: Iterable[str] = (),
    governing: Iterable[str] = (),
) -> str:
    """Return ``card``, its id, game and text, with its annotation as a line of JSON. ``links``,
    ``abilities``, ``meaning`` and ``governing`` are the members of lists, already as JSON, as they
    are stored for paragraphs that many cards share: to parse them just to write them is slow."""
    id, text = card.id, card.text
    found = [
        f'{_start_with_text(misprint, text)}, "intended": {quoted(misprint.intended)}}}'
        for misprint in misprints
    ]
    misprinted = f'"misprints": {_list(found)}, ' if found else ""  # few cards have one
    unparsed = [f"{_start_with_text(gap.span, text)}}}" for gap in gaps]
    return (
        f'{{"id": {"null" if id is None else quoted(id)}, '
        f'"game": {quoted(card.game.id)}, "text": {quoted(text)}, '
        f'"status": {quoted(status.value)}, "coverage": {round(coverage(text, gaps), 4)}, '
        f'"abilities": {_list(abilities)}, "unparsed": {_list(unparsed)}, '
        f'{misprinted}"links": {_list(links)}, '
        f'"meaning": {_list(meaning)}, "governing": {_list(governing)}}}'
    )


def link_text(start: int, words: str, rest: str) -> str:
    """Return a link as JSON. ``start`` and ``words`` are as printed; ``rest``, the end of the JSON,
    is the same for every card, and so is made once and stored in a template."""
    return f'{{"start": {start}, "end": {start + len(words)}, "text": {quoted(words)}, {rest}'


def link_rest(concept: str, clauses: tuple[str, ...]) -> str:
    """Return the end of the JSON of a link, which is made once for all places of that link."""
    return f'"concept": {quoted(concept)}, "clauses": {_list(map(quoted, clauses))}}}'


def printed_link(start: int, end: int, source: Normalised, text: str) -> tuple[int, str]:
    """Return the offset and the words of a link in the printed ``text``; ``start`` and ``end``
    count in the canonical ``source``. A comma or space at its end is left out: users see it."""
    first = source.starts[start]
    return first, text[first : source.ends[end - 1]].rstrip(_BLANK)


def write_clauses(clauses: Iterable[CitedClause], out: JsonPieces, text: str) -> str:
    """Write the ``clauses`` that govern an ability to ``out`` after ``text``, and return the text
    after the last offset. Offsets stay apart: they differ where the ability is printed again."""
    text += "["
    between = ""
    for number, role, places, _ in clauses:
        text += f'{between}{{"number": {quoted(number)}, "role": "{role}", "spans": ['
        for start, end in places:
            out += (text + '{"start": ', start, end)
            text = "}, "
        text, between = "}]}", ", "
    return text + "]"


def _start_with_text(place: Span | Misprint, text: str) -> str:
    """Return the start of the JSON of ``place``, a gap or misprint: its span and its words in
    ``text``; :func:`card_text` adds the rest. The offsets are those printed on this card: only
    abilities are stored with open offsets, to be filled in for other cards."""
    words = quoted(text[place.start : place.end])
    return f'{{"start": {place.start}, "end": {place.end}, "text": {words}'


def _place(place: TextPlace, out: JsonPieces, text: str) -> str:
    """Append to ``out``, after ``text``, the place of what a pointer (“it”) means: a span without
    the ``type`` of nodes. Return the text after it. ``TO_END`` is added when pieces are joined."""
    out += (text + '{"start": ', place.start, place.end)
    return "}"


def _opened(opened: Opened, out: JsonPieces, text: str) -> str:
    """Write the place of a keyword to ``out`` after ``text``, and return the rest: the meaning of
    its wording in the rules. Offsets in a wording are the same on every card, unless a placeholder
    of a name is filled into it: then the paragraph is not stored for other cards."""
    inner = JsonPieces()
    meaning = inner.joined(_OF_MEANINGS[AbilityMeaning](opened.ability, inner, ""))
    out.depends_on_names |= any(ord(sign) in NAMES for sign in opened.text)
    out += (text + '{"type": "opened", "start": ', opened.start, opened.end)
    clause, words = quoted(opened.clause), quoted(opened.text)
    return f', "clause": {clause}, "text": {words}, "ability": {meaning}}}'


# ---- Nodes


class _Writers(dict[Any, Write]):
    """The functions that write values as JSON, by the class of the value, made on first use."""

    def __init__(self, make: Callable[[_Writers, Any], Write], *, false: str) -> None:
        """``make`` makes the writer of a class of nodes (see :data:`Write`); ``false`` is the text
        for a false flag, "" to leave it out. ``json.dumps`` would give one text: these writers put
        where each node starts and ends between the texts, so other cards fill in their offsets."""
        # Classes are looked up exactly: a flag is not an int here.
        super().__init__({tuple: self._list})
        self[str] = lambda value, _, text: text + quoted(value)
        self[int] = lambda value, _, text: f"{text}{value}"
        # A flag without a word for false is left out, for which writers return "".
        self[bool] = lambda value, _, text: (word := "true" if value else false) and text + word
        self._make, self._false = make, false

    def __missing__(self, kind: Any) -> Write:
        """Make and store the writer of values of class ``kind``; most runs need few classes."""
        write = self[kind] = self._make(self, kind)
        return write

    def _list(self, values: tuple[Any, ...], out: JsonPieces, text: str) -> str:
        """Write a tuple as a JSON list after ``text``, the label of its field, and return the text
        after its last offset, up to ]. The caller adds the next field to that, as ``out`` has one
        text between two offsets. For an empty tuple, return "": its field is left out."""
        if not values:
            return ""
        return out.write(lambda each, *to: self[type(each)](each, *to), values, text + "[") + "]"

    def node_writer(self, kind: Any, type_name: str | None) -> Write:
        """Return the :data:`Write` function for nodes of ``kind``; without ``type_name`` their
        ``act`` names the type. After ``_FEW`` nodes, it replaces itself by a compiled one, which is
        twice as fast: compiling takes longer than writing a few nodes of a rare kind."""
        sorts, names = annotations_of(kind), kind.__match_args__[2:]  # the span is written first
        fields = [(n, sorts[n]) for n in names if type_name is not None or n != "act"]
        left = iter(range(_FEW))

        def write(node: Any, out: JsonPieces, text: str) -> str:
            """Add ``text`` and the offsets of ``node`` to ``out``, and return the text behind them:
            the caller adds to it up to the next offset. Empty fields are left out, and so are those
            for which a writer returns "" (a false flag). Once many nodes of this class were written
            (``left`` ran out), a faster writer, slow to compile, takes over."""
            if next(left, None) is None:
                self[kind] = self._compiled_writer(fields, type_name)
            name = quoted(node.act) if type_name is None else type_name
            out += (f'{text}{{"type": {name}, "start": ', node.start, node.end)
            text = ""
            for field, _ in fields:
                value = getattr(node, field)
                label = f'{text}, "{_KEYS.get(field, field)}": '
                if value not in (None, ""):
                    text = self[type(value)](value, out, label) or text
            return text + "}"

        return write

    def _compiled_writer(self, fields: Iterable[tuple[str, str]], type_name: str | None) -> Write:
        """Return a function with a line of code for each of ``fields``. It takes half the time of a
        loop over the fields, and a card has hundreds of nodes."""
        type_ = "{quoted(node.act)}" if type_name is None else type_name
        head = f'out += (f\'{{text}}{{{{"type": {type_}, "start": \', node.start, node.end)'
        lines = (self._code_of_field(name, sort) for name, sort in fields)
        body = "\n  ".join([head, "text = ''", *lines, "return text + '}'"])
        names: dict[str, Any] = {"writers": self, "quoted": quoted}
        exec(f"def write(node, out, text):\n  {body}", names)
        return cast(Write, names["write"])

    def _code_of_field(self, name: str, sort: str) -> str:
        """Return the Python code that writes the field ``name`` of the annotated ``sort``: it tests
        no types, and so is fast. It adds to ``text``, which follows the last offset; the writer of
        a node moves ``text`` to ``out`` before the next offset. Empty values (but not 0) are left
        out, as are values for which a writer returns "", and false flags, unless ``_false`` has a
        text for them."""
        label, value = f', "{_KEYS.get(name, name)}": ', f"node.{name}"
        if sort == "bool":
            otherwise = f"text + '{label}{self._false}'" if self._false else "text"
            return f"text = text + '{label}true' if {value} else {otherwise}"
        if sort == "int":
            return f"text += f'{label}{{{value}}}'"
        if sort == "str":
            return f"if {value}: text += f'{label}{{quoted({value})}}'"
        if sort.startswith("tuple[") and sort.endswith("]"):
            return f"""if {value}:
    text += '{label}['
    for part in {value}: text = writers[type(part)](part, out, text) + ', '
    text = text[:-2] + ']'"""
        written = f"writers[type(value)](value, out, text + '{label}')"
        return f"if (value := {value}) is not None: text = {written} or text"


def _writer_for_tree(writers: _Writers, kind: Any) -> Write:
    """Return the writer of values of class ``kind`` in trees: a node, a form of a verb, or a word.
    It is chosen once for the class, so that no value is tested for what it is."""
    if issubclass(kind, Node):
        return writers.node_writer(kind, quoted(kind.__name__))
    if issubclass(kind, Form):
        return lambda form, _, text: text + quoted(form.label)
    return lambda word, _, text: text + quoted(word.value)


def _writer_for_meaning(writers: _Writers, kind: Any) -> Write:
    """Return the writer of values of class ``kind`` in meanings: the place that a pointer (“it”)
    means, the meaning of a keyword, whose offsets count in another text, or any other node."""
    if issubclass(kind, TextPlace):
        return _place
    if issubclass(kind, Opened):
        return _opened
    # The type of an action is its act (draw), one of many for the one class.
    return writers.node_writer(kind, None if issubclass(kind, Action) else quoted(kind.type))


_OF_TREES = _Writers(_writer_for_tree, false="false")
_OF_MEANINGS = _Writers(_writer_for_meaning, false="")
