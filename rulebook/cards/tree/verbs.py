"""Verbs of card texts, by their dictionary forms, and the forms in which they occur: these link an
action to the next (置き、), allow it (置いてよい), or say that it has happened (置かれた)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import cached_property

from rulebook.cards.tree.words import Lexeme
from rulebook.records import dataclass, field


@dataclass(frozen=True, slots=True)
class VerbFrame:
    """What ``verbs`` take in one of their senses, as ``frames.toml`` says."""

    verbs: tuple[str, ...]
    takes: Mapping[str, frozenset[str]]  # the sorts of nouns by particle
    needs: tuple[frozenset[str], ...] = ()  # sets of particles or parts, of each of which one
    times: bool = False  # 回 can count it
    uncounted: bool = False  # it takes no other number
    instant: bool = False  # it is done at once, so no duration fits
    pays: bool = False  # a cost may have it
    turn: frozenset[str] = frozenset()
    """The particles of the noun that belongs to the turn player, if only one turn is possible."""


Senses = tuple[VerbFrame, ...]  # the frames of a verb, one of which its complements must fit


@dataclass(frozen=True, slots=True)
class Verb(Lexeme):
    """An action or event that card texts name, in dictionary form. 切る (切って)
    has another ``row`` of conjugation than 着る (着て). Without ``senses`` it takes anything."""

    row: str
    senses: Senses | None = field(default=None, compare=False, repr=False)


NO_VERB = Verb("", "")  # the verb of an act until the one that it shares with another act is known


class Form(Enum):
    """The forms of a verb; the values show 置く in each."""

    JOINING = "置き"
    JOINING_NOT = "置かず"
    JOINING_CANNOT = "置けず"
    JOINING_PASSIVE = "置かれ"
    JOINING_PASSIVE_NOT = "置かれず"
    JOINING_CAN = "置け"
    TE = "置いて"
    TE_PASSIVE = "置かれて"
    TE_NOT = "置かずに"
    TE_ONGOING = "置いていて"
    PLAIN = "置く"
    PASSIVE = "置かれる"
    CAN = "置ける"
    ONGOING = "置いている"
    ONGOING_NOT = "置いていない"
    ONGOING_PASSIVE = "置かれている"
    ONGOING_PASSIVE_NOT = "置かれていない"
    NOT = "置かない"
    UNLESS = "置かなければ"
    PASSIVE_NOT = "置かれない"
    CANNOT = "置けない"
    PAST = "置いた"
    PAST_PASSIVE = "置かれた"
    PAST_NOT = "置かなかった"
    PAST_PASSIVE_NOT = "置かれなかった"
    ELIDED = "…"  # left out, because the next verb holds for both: 手札から1枚、控え室から2枚選ぶ

    # A form is equal only to itself; the hash that ``Enum`` makes from its name takes far longer.
    __hash__ = object.__hash__

    @cached_property
    def label(self) -> str:
        """The name of the form in annotations, concept keys and outlines: ``past-passive``."""
        return self.name.lower().replace("_", "-")


PASSIVE = frozenset(form for form in Form if "PASSIVE" in form.name)
PAST = frozenset(form for form in Form if form.name.startswith("PAST"))

NEGATED = frozenset(form for form in Form if form.name.endswith("NOT")) - {Form.TE_NOT}
"""The forms of what is not, was not, or cannot be done; 置かずに is a manner instead."""

# 置かなかった and 置いていない state that something was not done; they do not forbid it.
FORBIDDEN = frozenset(f for f in NEGATED if not f.name.startswith(("PAST", "ONGOING")))
DOING = frozenset({Form.JOINING, Form.TE, Form.PLAIN})  # what is done
POSSIBLE = frozenset({Form.CAN, Form.JOINING_CAN})  # what can be done
