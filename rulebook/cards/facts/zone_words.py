"""What the facts need to know of a game's zones, kinds, icons and verbs."""

from __future__ import annotations

from collections.abc import Mapping

from rulebook.records import dataclass, field


@dataclass(frozen=True, slots=True)
class ZoneWords:
    """``[zones]`` of ``governing.toml``, in the words of the game's cards."""

    of_marks: Mapping[str, str] = field(default_factory=dict)
    """The zone in which an ability with a mark works: 【メンバー】 says メンバー."""
    of_verbs: Mapping[str, str] = field(default_factory=dict)
    """The zone of a card after it has done something: ブロックする discards it (reb 8.3.3)."""
    refills: Mapping[str, str] = field(default_factory=dict)
    """The zone that fills another one as soon as that is empty: 控え室 of the deck."""
    flows: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Source and goal of types of actions for which the text names no zone: ``draw``."""
    unmarked: str | None = None
    """The zone of a card whose ability has no icon of a zone and does not mention its card, or
    calls it by the name of that zone (このReバース); for a triggered one the whole card decides."""
    field: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    """The places of the field in which no card fights."""
    rows: tuple[str, ...] = ()
    """The rows of the field, which are no zones of their own (ws 3.6.4)."""
    hidden: tuple[str, ...] = ()
    filled: tuple[str, ...] = ()
    """The zones that hold exactly one card whenever something may be played."""
    overflowing: tuple[str, ...] = ()
    """The zones that rules clear at a number of cards, so that none may be left."""
    own_turn: tuple[str, ...] = ()
    """The kinds of abilities that are played only in their master's own turn."""
    others_turn: tuple[str, ...] = ()
    """The icons of abilities that are played only in the turn of the other player."""
    past_attacks: tuple[str, ...] = ()
    """The moments after which no attack follows in that turn."""
    turn_verbs: tuple[str, ...] = ()
    """What only characters of the turn player do: アタックする."""
    own_verbs: tuple[str, ...] = ()
    """Those of ``turn_verbs`` that are done to others of the same player: サポートする."""


def bare_zone(word: str) -> str:
    """Return the zone that ``word`` names, which cards call クロック and クロック置場."""
    return word.removesuffix("置場")
