"""Running the tables of a grammar over a text: a lexer that asks the parser, and an LALR parser.
Cards are read without Lark, which only makes the tables: browsers have no Lark."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from rulebook.cards.grammar.lalr_tables import ANY_CHARACTER, END, LalrTables, Production, Scanner
from rulebook.records import NamedTuple

Extent = tuple[int, int]  # start and end in code points of the text as given


class Leaf(NamedTuple):
    """A terminal as it was read: its name in the grammar, its canonical words, its span."""

    terminal: str
    text: str
    span: Extent


Values = list[Any]
"""The parts of a rule: nodes, and leaves for the terminals that the grammar keeps."""

Builder = Callable[[Extent, Values], Any]  # makes the node of a rule from its span and parts

Keep = Sequence[tuple[int, bool]]  # Indices of parts, and whether each is a list to join
_STOP = -1_000_000  # the action for a terminal that is not possible; no rule has this number


class Stopped(Exception):
    """The text does not match the grammar, or makes no sense (``why``). ``position`` counts code
    points of the canonical text; ``expected`` are the terminals that were possible there."""

    def __init__(self, position: int, expected: tuple[str, ...], why: str = "") -> None:
        """Store what users see of a gap: begin, what was possible, ``why`` it makes no sense."""
        self.position, self.expected, self.why = position, expected, why
        super().__init__(f"stopped at {position}")


class LalrParser:
    """Runs ``tables`` of a grammar; ``builders`` has what makes the node of each rule."""

    def __init__(self, tables: LalrTables, builders: Mapping[str, Builder]) -> None:
        """Find the scanner of each state and the builder of each rule once for all texts."""
        self._tables = tables
        # An expression is compiled when a text first needs it, because texts need few of them.
        match_of = cache(lambda expression: re.compile(expression).match)
        scanners = [_Scanner(each, tables, match_of) for each in tables.scanners]
        self._scanners = [scanners[index] for index in tables.scanner_of]
        # Actions below zero are indices here, -1 the first. Rules of one part may lack a builder.
        self._reductions: list[tuple[int, str, Any]] = [
            (-rule.length, rule.origin, _node_builder(rule, builders))
            for rule in reversed(tables.rules)
        ]

    def parse(
        self,
        text: str,
        first: int,
        last: int,
        start: str,
        on_terminal: Callable[[Leaf], None] | None = None,
        horizon: int | None = None,
    ) -> Any:
        """Return the node that the rule ``start`` builds from code points ``first`` to ``last`` of
        ``text``; of an ability with a fault, callers parse each sentence alone. ``on_terminal``
        gets each terminal, even if parsing stops, to ``explain`` it or find where a cost is.
        Terminals may look ahead up to ``horizon``, behind the part. Raises :class:`Stopped`."""
        horizon = last if horizon is None else horizon
        actions, reductions, end = self._tables.actions, self._reductions, self._tables.ends[start]
        state = self._tables.starts[start]
        states = [state]
        values: list[Any] = []
        spans: list[Extent] = []
        position = first
        while True:
            leaf, behind = self._next_terminal(text, position, last, horizon, state)
            if on_terminal:
                on_terminal(leaf)
            terminal = leaf.terminal
            while (action := actions[state].get(terminal, _STOP)) < 0:
                if action == _STOP:
                    if state == end and terminal is END:
                        return values[-1]
                    raise Stopped(position, self._expected_terminals(state))
                first_part, origin, make = reductions[action]
                if first_part == -1:
                    # Most rules pass on their only part: nothing is built for them.
                    states[-1] = state = actions[states[-2]][origin]
                    if make:
                        values[-1] = make(spans[-1], [values[-1]])
                elif first_part == -2:
                    span = (spans[-2][0], spans.pop()[1])  # nearly all others join two parts
                    spans[-1], last_value = span, values.pop()
                    values[-1] = make(span, [values[-1], last_value])
                    del states[-1]
                    states[-1] = state = actions[states[-2]][origin]
                else:
                    span = (spans[first_part][0], spans[-1][1])
                    made = make(span, values[first_part:])
                    del states[first_part:], values[first_part:], spans[first_part:]
                    state = actions[states[-1]][origin]
                    states.append(state)
                    values.append(made)
                    spans.append(span)
            state = action
            states.append(state)
            values.append(leaf)
            spans.append(leaf.span)
            position = behind

    def _next_terminal(
        self, text: str, position: int, last: int, horizon: int, state: int
    ) -> tuple[Leaf, int]:
        """Return the terminal at ``position``, and its end, at most ``last``; it may look ahead to
        ``horizon``. Only those possible in ``state`` are tried: words have several meanings."""
        if position == last:
            return Leaf(END, "", (0, 0)), last
        for name, match, instead in self._scanners[state][text[position]]:
            found = match(text, position, horizon)
            if found is not None:
                behind = found.end()
                if behind > last:
                    break  # the word goes on after this part
                words = found[0]
                if instead is not None:  # the words may be exactly those of another terminal
                    name = instead.get(words, name)
                # The same as Leaf(name, words, span), in half the time.
                return tuple.__new__(Leaf, (name, words, (position, behind))), behind
        raise Stopped(position, self._expected_terminals(state))

    def _expected_terminals(self, state: int) -> tuple[str, ...]:
        """Return the terminals possible in ``state``, for reports on gaps: names in capitals, or
        Japanese words that name themselves. Names of rules say nothing about the text."""
        names = self._tables.actions[state]
        return tuple(sorted(name for name in names if name.isupper() or not name.isascii()))


Match = Callable[[str, int, int], re.Match[str] | None]


class _Scanner(dict[str, list[tuple[str, Match, Mapping[str, str] | None]]]):
    """For each next character, the terminals to try in order: name, match function, renaming. A
    terminal is renamed if its words are exactly those of another one."""

    def __init__(self, scanner: Scanner, tables: LalrTables, match_of: Callable[[str], Match]):
        """Begin empty: when a text first has a character, ``__missing__`` adds the terminals to try
        there, those of some parser states (``scanner``), with their expressions (in ``tables``).
        Only then ``match_of`` compiles these: it is slow, and texts have few characters."""
        super().__init__()
        self._scanner, self._expressions, self._match_of = scanner, tables.expressions, match_of

    def __missing__(self, first: str) -> list[tuple[str, Match, Mapping[str, str] | None]]:
        """Return and store the terminals that can begin with the character ``first``, so that texts
        try only these: name, match function, and the words that are other terminals (by name)."""
        found = self[first] = []
        for name in self._scanner.terminals:
            by_first = self._expressions[name]
            expression = by_first.get(first, by_first.get(ANY_CHARACTER))
            if expression is not None:
                found.append((name, self._match_of(expression), self._scanner.instead.get(name)))
        return found


def _node_builder(rule: Production, builders: Mapping[str, Builder]) -> Builder | None:
    """Return the function that makes the value of ``rule`` from those of its parts, the fastest
    that fits, as it is called for each word read; None if the value of its only part is enough. An
    ``inline`` rule makes a list, which the rule around it joins to its own parts. A rule that makes
    no node (``thin``) passes on the only part that it keeps. All other rules make a node with their
    builder. ``keep`` has the parts that are kept, and which of these are lists to join."""
    keep = rule.keep
    if rule.length == 1 == len(keep) and (rule.inline if keep[0][1] else rule.thin):
        return None
    # Each rule is given its own list of values, which may be kept.
    takes_all = [index for index, is_list in keep if not is_list] == list(range(rule.length))
    if rule.inline:
        if takes_all:
            return lambda _, values: values
        return lambda _, values: _gather(keep, values)
    if not rule.builds:
        (only, _), *_ = keep
        return lambda _, values: values[only]
    make = builders[rule.name]
    if takes_all:
        return make
    if keep == ((0, True), (1, False)):  # most rules: the parts before a word, and the word
        return lambda span, values: make(span, [*values[0], values[1]])
    if not any(is_list for _, is_list in keep):
        indices = [index for index, _ in keep]
        return lambda span, values: make(span, [values[index] for index in indices])
    return lambda span, values: make(span, _gather(keep, values))


def _gather(keep: Keep, values: Values) -> Values:
    """Return the ``values`` of a rule's parts from which its node is built (``keep``), with lists
    joined. A list at the start is extended in place: copying a growing one takes long."""
    has_list = bool(keep) and keep[0][1]
    parts: Values = values[keep[0][0]] if has_list else []
    for index, is_list in keep[has_list:]:
        parts += values[index] if is_list else (values[index],)
    return parts
