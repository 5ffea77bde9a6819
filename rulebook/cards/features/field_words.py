"""The words of one game for its zones, and for what tells whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.records import dataclass, field


@dataclass(frozen=True, slots=True)
class FieldWords:
    """What the features must know of a game's zones (``[zones]`` of ``governing.toml``)."""

    of_marks: Mapping[str, str] = field(default_factory=dict)
    """Where a card lies whose ability has a mark: 【メンバー】 says メンバー."""
    of_deeds: Mapping[str, str] = field(default_factory=dict)
    """Where a card lies that has done something: ブロックする throws it away (reb 8.3.3)."""
    refills: Mapping[str, str] = field(default_factory=dict)
    """The zone that another is filled from as soon as that is empty: of the deck, 控え室."""
    flows: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Where types of actions take cards from and to, of which the text names no zone: ``draw``."""
    unmarked: str | None = None
    """Where a card lies whose ability has no icon of a zone, and does not speak of its card, or
    calls it by the name of that zone: このReバース; of a triggered one the whole card tells it."""
    field: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    """The places of the field where no card fights."""
    rows: tuple[str, ...] = ()
    """The rows of the field, which are no zones of their own (ws 3.6.4)."""
    hidden: tuple[str, ...] = ()
    filled: tuple[str, ...] = ()
    """The zones in which one card lies, and no more, whenever something may be played."""
    overflowing: tuple[str, ...] = ()
    """The zones that rules clear as soon as so many cards lie there, so that none may be left."""
    own_turn: tuple[str, ...] = ()
    """The kinds of abilities that are played in their master's own turn alone."""
    others_turn: tuple[str, ...] = ()
    """The icons of abilities that are played in the turn of the other player alone."""
    past_attacks: tuple[str, ...] = ()
    """The moments behind which no attack comes in that turn."""
    turn_deeds: tuple[str, ...] = ()
    """What only the characters of the player do whose turn it is: アタックする."""
    own_deeds: tuple[str, ...] = ()
    """Those of ``turn_deeds`` that are done to others of the same player: サポートする."""


def bare_zone(word: str) -> str:
    """Return the zone that ``word`` names, which cards call クロック and クロック置場."""
    return word.removesuffix("置場")
