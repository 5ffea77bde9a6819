"""The steps of a resolution as `annotate` and `resolve` print them: what a judge reads out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import click

from rulebook.cli.language import is_japanese, tr
from rulebook.text.controls import visible

if TYPE_CHECKING:
    from rulebook import CardResolution, Resolution, ResolutionStep, Rulebook

_INDENT = "  "


def step_lines(
    steps: Iterable[ResolutionStep],
    resolution: CardResolution,
    *,
    verbose: bool = False,
    with_clauses: bool = True,
) -> Iterator[tuple[str, ResolutionStep]]:
    """Yield a numbered line for each of ``steps``, and the step. A line has who decides, what
    happens and the deciding clause, or all clauses if ``verbose``."""
    for number, step in enumerate(steps, start=1):
        said = visible(_with_agent(step, None if is_japanese() else resolution.english))
        is_choice = step.optional and step.part not in ("between", "effect")
        may = click.style(tr(" (may)"), dim=True) if is_choice else ""
        clauses = step.clauses if verbose else [step.clause or step.general_clause or ""]
        numbers = " ".join(clauses) if with_clauses else ""
        shown = click.style(numbers, bold=True) if numbers else ""
        yield f"{number:>3}. {_INDENT * step.depth}{said}{may}  {shown}".rstrip(), step


def _with_agent(step: ResolutionStep, english: Mapping[str, str] | None) -> str:
    """Return the sentence of ``step`` after the player who carries it out or decides. In Japanese
    the sentence may begin with the player already, and then nothing is added."""
    said, who = step.said(english), step.who(english)
    if english is None:
        named = who is None or step.text.startswith(who)
        return said if named else f"{who}：{said}"
    return f"{who[:1].upper()}{who[1:]}: {said}" if who else said


def print_steps(
    resolution: CardResolution, ability: Resolution, in_full: Callable[[str], str | None]
) -> None:
    """Print the numbered steps of ``ability``, without those that all abilities share. Below each
    is the text of its clause, if ``in_full`` returns it: None means “printed before”."""
    for line, step in step_lines(ability.own_steps(), resolution):
        click.echo(line)
        text = in_full(step.clause) if step.clause else None
        for row in (text or "").splitlines():
            click.echo(click.style(f"{_INDENT * (step.depth + 2)} {visible(row)}", dim=True))


def print_consequences(ability: Resolution, book: Rulebook) -> None:
    """Print clauses that may apply between the steps of ``ability``, such as checks, by section.
    They have no place in the order of steps, so they are listed after them."""
    sections: defaultdict[str, list[str]] = defaultdict(list)
    for step in ability.steps:
        if step.part == "between" and step.clause:
            sections[book.section_title(step.clause)].append(step.clause)
    for title, numbers in sections.items():
        shown = click.style(" ".join(dict.fromkeys(numbers)), bold=True)
        click.echo(f"{_INDENT}{tr('may follow')}: {title}  {shown}")


def general_clauses(resolution: CardResolution) -> tuple[str, ...]:
    """Return the clauses of steps that all abilities of the card share, in their order. ``resolve``
    prints them once at the end instead of with each ability."""
    steps = [step for ability in resolution.abilities for step in ability.steps]
    own = {step.clause for step in steps}
    return tuple(
        dict.fromkeys(n for step in steps for n in step.clauses if step.is_general and n not in own)
    )
