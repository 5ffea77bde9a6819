"""The types of plain actions, as JSON and the tables call them, and the verbs that name them."""

from __future__ import annotations

from rulebook.cards.tree import acts, card

_TYPES: dict[type[acts.Predicate], str] = {
    acts.Put: "put",
    acts.Return: "return",
    acts.Add: "add",
    acts.Move: "move",
    acts.Turn: "turn-into",
    acts.Draw: "draw",
    acts.Look: "look",
    acts.Show: "show",
    acts.Reveal: "reveal",
    acts.TurnUp: "turn-up",
    acts.Shuffle: "shuffle",
    acts.Swap: "swap",
    acts.Pay: "pay",
    acts.Use: "use",
    acts.Perform: "perform",
    acts.DealDamage: "deal-damage",
    acts.Receive: "receive",
    acts.Play: "play",
    acts.Attack: "attack",
    acts.Battle: "battle",
    acts.ChangeState: "change-state",
    acts.Cancel: "cancel",
    acts.LevelUp: "level-up",
    acts.Refresh: "refresh",
    acts.Trigger: "trigger-check",
    acts.Activate: "activate",
    acts.Declare: "declare",
    acts.Treat: "treat",
    acts.Include: "include",
    acts.Fulfil: "fulfil",
    acts.Decrease: "decrease",
    acts.Exist: "exist",
}
OTHER = "act"
"""The type of actions that have no type of their own."""

ACTION_TYPES = (*_TYPES.values(), OTHER)
"""The types of plain actions."""

PAYMENT_TYPES = ("pay-stock", "pay-energy")
"""The types of paying a number of cards or points; a game has one of them."""

TYPE_OF_VERB = {verb: name for kind, name in _TYPES.items() for verb in getattr(kind, "verbs", ())}
"""The type of the action that each verb names; events have only the verb."""

WITH_OBJECT = frozenset(
    {"put", "return", "add", "move", "turn-into", "look", "show", "reveal", "turn-up", "shuffle"}
    | {"swap", "pay", "use", "perform", "play", "change-state", "declare", "treat", "fulfil"}
)
"""The types of actions that are done to something."""


def type_of(act: acts.Predicate) -> str:
    """Return the type of ``act`` that JSON and rules use; verbs without one share ``OTHER``."""
    return _TYPES.get(type(act), OTHER)


def payment_type(payment: card.Payment) -> str:
    """Return the type of paying ``payment``: games pay with stock or energy, and have clauses."""
    stock, energy = PAYMENT_TYPES
    return stock if isinstance(payment, card.Stock) else energy
