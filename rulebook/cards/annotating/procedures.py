"""The procedures by which abilities are played and resolved: ``[[procedures.…]]`` of
``governing.toml``, a step of the rules after the other, each with its clauses.
"""

from __future__ import annotations

from enum import StrEnum

from rulebook.records import dataclass
from rulebook.toml_files.kinds import ClauseNumber


class StepPart(StrEnum):
    """What of an ability comes at a step of its procedure."""

    LIMIT = "limit"
    """When the ability, or its card, may be played at all."""
    TIMES = "times"
    """How often a turn, where an icon tells it."""
    TIMES_SAID = "times-said"
    """How often a turn, where words of the text tell it."""
    KEYWORD = "keyword"
    """What the clause of its keyword says of when it works."""
    WHERE = "where"
    """In which zones it works, by icons or as its keyword asks."""
    NEED = "need"
    """What an icon asks for."""
    TRIGGER = "trigger"
    """What sets it off."""
    WITHIN = "within"
    """The time in which alone its trigger counts."""
    CONDITION = "condition"
    """What must be so at its head."""
    COST = "cost"
    """What is paid, payment by payment."""
    EFFECT = "effect"
    """What it does, effect by effect."""
    BETWEEN = "between"
    """What it put off, and what may come of it by the rules before the next is done."""
    OWN_CARD = "own-card"
    """The end of its card, where no effect has moved that."""
    OWN_CARD_LEFT = "own-card-left"
    """The end of its card, where an effect may have moved that."""
    PLAY = "play"
    """A step of playing it that is the same for every ability."""
    END = "end"
    """A step behind it that is the same for every ability."""


@dataclass(frozen=True, slots=True)
class ProcedureStep:
    """A step of playing and resolving an ability, and the clauses that say so.

    ``part`` is what of the ability comes here, ``by`` who decides.  The procedure ``delayed`` is of
    what an effect lets come later.

    A step comes ``only`` where that clause governs the ability, and not where ``unless`` does,
    nor where the ability calls its own card ``unless_called`` (キャラ of このキャラ); ``also`` are
    clauses that belong to it where they govern the ability.  Of several steps for its effects the
    first comes that is for all their ``types``, or names none.
    """

    part: StepPart
    text: str
    clauses: tuple[ClauseNumber, ...]
    by: str | None = None
    optional: bool = False
    only: ClauseNumber | None = None
    unless: ClauseNumber | None = None
    unless_called: str = ""
    also: tuple[ClauseNumber, ...] = ()
    types: tuple[str, ...] = ()
