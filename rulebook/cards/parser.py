"""Running the tables of a grammar over a text: a lexer that asks the parser, and an LALR parser."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from rulebook.cards.building import Leaf, Parts, Span
from rulebook.cards.tables import END, Rule, Scanner, Tables
from rulebook.text.normal import Normalised

Make = Callable[[Span, Parts], Any]


class Stopped(Exception):
    """The text is not what the grammar says.

    ``position`` counts canonical code points of the whole text; ``expected`` are the terminals
    that could have stood there.
    """

    def __init__(self, position: int, expected: tuple[str, ...]) -> None:
        self.position = position
        self.expected = expected
        super().__init__(f"stopped at {position}")


class Parser:
    """Runs ``tables``; ``makers`` has what makes the node of each rule, by its name."""

    def __init__(self, tables: Tables, makers: Mapping[str, Make]) -> None:
        self._tables = tables
        self._scanners = [_Scanner(scanner) for scanner in tables.scanners]
        self._reductions = [_reduction(rule, makers) for rule in tables.rules]

    def parse(
        self,
        source: Normalised,
        first: int,
        last: int,
        start: str,
        seen: Callable[[Leaf], None] | None = None,
    ) -> Any:
        """Return what is made of the code points ``first`` to ``last`` of ``source``.

        ``start`` is the rule that they must be; ``seen`` is given each terminal as it is read.
        Raises :class:`Stopped`.
        """
        actions, reductions, end = self._tables.actions, self._reductions, self._tables.ends[start]
        states = [self._tables.starts[start]]
        values: list[Any] = []
        spans: list[Span] = []
        position = first
        while True:
            leaf, behind = self._next(source, position, last, states[-1])
            if seen:
                seen(leaf)
            terminal = leaf.terminal
            while True:
                action = actions[states[-1]].get(terminal)
                if action is None:
                    raise Stopped(position, self._expected(states[-1]))
                if action >= 0:
                    break
                rule, make = reductions[~action]
                length = rule.length
                span = (spans[-length][0], spans[-1][1])
                parts = values[-length:]
                del states[-length:], values[-length:], spans[-length:]
                states.append(actions[states[-1]][rule.origin])
                values.append(make(span, parts))
                spans.append(span)
                if terminal is END and states[-1] == end:
                    return values[-1]
            states.append(action)
            values.append(leaf)
            spans.append(leaf.span)
            position = behind

    def _next(
        self, source: Normalised, position: int, last: int, state: int
    ) -> tuple[Leaf, int]:
        """Return the terminal at ``position`` and where it ends."""
        if position == last:
            return Leaf(END, "", (0, 0)), last
        scanner = self._scanners[self._tables.scanner_of[state]]
        match = scanner.expression.match(source.text, position, last)
        if match is None:
            raise Stopped(position, self._expected(state))
        words, behind = match[0], match.end()
        name = scanner.names[match.lastgroup]
        if name in scanner.instead:
            name = scanner.instead[name].get(words, name)
        leaf = Leaf(name, words, (source.starts[position], source.ends[behind - 1]))
        return leaf, behind

    def _expected(self, state: int) -> tuple[str, ...]:
        names = self._tables.actions[state]
        return tuple(sorted(name for name in names if name.isupper() or not name.isascii()))


class _Scanner:
    """The terminals that may come next, as one expression; compiled when first needed."""

    def __init__(self, scanner: Scanner) -> None:
        self._terminals = scanner.terminals
        self.instead = scanner.instead
        self.names: dict[str | None, str] = {
            f"t{place}": name for place, (name, _) in enumerate(scanner.terminals)
        }

    @cached_property
    def expression(self) -> re.Pattern[str]:
        """The terminals as alternatives, the first that matches is taken."""
        terminals = enumerate(self._terminals)
        return re.compile("|".join(f"(?P<t{place}>{expr})" for place, (_, expr) in terminals))


def _reduction(rule: Rule, makers: Mapping[str, Make]) -> tuple[Rule, Make]:
    """Return ``rule`` with what makes its value out of those of its parts."""
    keep = rule.keep
    only = keep[0][0] if len(keep) == 1 and not keep[0][1] else None

    def gather(values: Parts) -> Parts:
        parts: Parts = []
        for place, inner in keep:
            if inner:
                parts += values[place]
            else:
                parts.append(values[place])
        return parts

    if rule.inline:
        return rule, lambda _, values: gather(values)
    if rule.thin and only is not None:
        return rule, lambda _, values: values[only]
    make = makers[rule.name]
    return rule, lambda span, values: make(span, gather(values))
