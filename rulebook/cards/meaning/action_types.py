"""The types of plain actions, as JSON and the tables call them, and the verbs that name them."""

from __future__ import annotations

import re

from rulebook.cards.tree import acts, card

_ACTS: tuple[type[acts.Predicate], ...] = (
    *(acts.Put, acts.Return, acts.Add, acts.Move, acts.Turn, acts.Draw, acts.Look, acts.Show),
    *(acts.Reveal, acts.TurnUp, acts.Shuffle, acts.Swap, acts.Pay, acts.Use, acts.Perform),
    *(acts.DealDamage, acts.Receive, acts.Play, acts.Attack, acts.Battle, acts.ChangeState),
    *(acts.Cancel, acts.LevelUp, acts.Refresh, acts.Trigger, acts.Activate, acts.Declare),
    *(acts.Treat, acts.Include, acts.Fulfil, acts.Decrease, acts.Exist),
)
_TYPES = {kind: re.sub("(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower() for kind in _ACTS}
_TYPES |= {acts.Turn: "turn-into", acts.Trigger: "trigger-check"}
CHOOSE = "選ぶ"  # the verb of a choice
OTHER = "act"  # the type of actions that have no more specific type

ACTION_TYPES = (*_TYPES.values(), OTHER)  # the types of plain actions

LOOKS = {"look", "turn-up", "reveal"}  # the types of actions that show cards of a hidden zone
PAYMENT_TYPES = ("pay-stock", "pay-energy")  # of which each game has one

TYPE_OF_VERB = {verb: name for kind, name in _TYPES.items() for verb in getattr(kind, "verbs", ())}
"""The type of the action that each verb names; events have only the verb."""

WITH_OBJECT = frozenset(
    {"put", "return", "add", "move", "turn-into", "look", "show", "reveal", "turn-up", "shuffle"}
    | {"swap", "pay", "use", "perform", "play", "change-state", "declare", "treat", "fulfil"}
)
"""The types of actions that are done to something."""


def type_of(act: acts.Predicate) -> str:
    """Return the type of the action that the predicate ``act`` states, such as ``draw``, its name
    in JSON and in ``governing.toml``. Verbs without a type of their own share ``OTHER``."""
    return _TYPES.get(type(act), OTHER)


def payment_type(payment: card.Payment) -> str:
    """Return the type of paying ``payment``: some games pay with stock and others with energy."""
    stock, energy = PAYMENT_TYPES
    return stock if isinstance(payment, card.Stock) else energy
