"""What a feature is, and what tells features of one ability."""

from __future__ import annotations

from rulebook.cards.features.certainty import CertainCards
from rulebook.cards.features.field_words import FieldWords
from rulebook.cards.features.occupancy import Occupancy
from rulebook.cards.features.whereabouts import Whereabouts
from rulebook.cards.meaning.nodes import (
    AbilityMeaning,
    Action,
    ChooseEffect,
    Meaning,
    ModifyEffect,
    NumberMeaning,
    What,
)
from rulebook.records import NamedTuple, replace

NO_KIND = "none"
_LONGEST = 1_000
"""More code points than any ability has; of a longer one no step looks through the others."""


class Feature(NamedTuple):
    """A feature and the words that it comes from (code points of the text as given).

    ``general`` is whether it is one of no single step: of the whole ability, its cost, a word.
    """

    name: str
    start: int
    end: int
    general: bool = False


class FeatureTeller:
    """Puts features of one ability into one list, and remembers where its cards lie.

    To hand each feature up from where it is found takes far longer.
    """

    def __init__(
        self,
        ability: AbilityMeaning,
        zones: FieldWords,
        *,
        given: bool = False,
        marks: frozenset[str] = frozenset(),
    ) -> None:
        self._ability = ability
        self._context = _context_of(ability)
        """What a step looks through for what was surely done, paid or asked before it."""
        self._given = given
        self._marks = marks.union(ability.marks)
        """The icons of all abilities of the card."""
        self._zones = zones
        self._found: list[Feature] = []
        self._later = False
        """Whether what is read now is put off to a later time."""
        self._priced = False
        """Whether what is read now is the price of something: …ことで."""
        self._changes: dict[str, ModifyEffect] = {}
        """The last change of each number of cards that lasts as long as the ability works."""
        self._where = Whereabouts(ability, zones)
        self._certain = CertainCards(self._context, zones, self._where)
        self._occupancy = Occupancy(self._context, zones, self._where)
        self._kind = ability.kind or next(iter(ability.marks), NO_KIND)

    def _tell(self, name: str, place: Meaning) -> None:
        self._found.append(Feature(name, place.start, place.end))

    def _tell_of_choice(self, name: str, place: Meaning) -> None:
        """Tell of a choice, of which documents may speak by kind of ability (vs 8.5.4, 8.6.11)."""
        self._tell(name, place)
        self._tell(f"{name}:{self._kind}", place)

    def _tell_whose(self, name: str, place: Meaning, what: What | None) -> None:
        """Tell of what is done to ``what``, and whose it is where one knows whose turn it is."""
        self._tell(name, place)
        self._tell_by_turn(name, place, what)

    def _tell_by_turn(self, name: str, place: Meaning, what: What | None) -> None:
        """Tell whose ``what`` is, where one knows whose turn it is."""
        self._tell(f"{name}:{self._where.whose_turn(what) or 'either-player'}", place)

    def _tell_in_general(self, name: str, place: Meaning | None = None) -> None:
        """Tell of the whole ability, or of its whole cost."""
        whole = place or self._ability
        self._found.append(Feature(name, whole.start, whole.end, general=True))

    def _is_all_or_nothing(self, number: NumberMeaning) -> bool:
        """Whether less than ``number`` may not do: three of a price, of which no clause speaks."""
        return self._priced and number.count != 1

    def _chosen_by(self, effect: ChooseEffect | Action, *among: What | None) -> None:
        """Tell who chooses ``among`` cards, and that others do not see these."""
        self._tell(f"chosen-by:{effect.by.who}", effect)
        if any(map(self._where.is_closed, among)):
            self._tell(f"chosen-by:{effect.by.who}:hidden", effect)


def _context_of(ability: AbilityMeaning) -> AbilityMeaning:
    """Return ``ability``, without its steps if it is so long that to look through them is slow.

    Then nothing is certain, and clauses of what may fail are told with the others.
    """
    if ability.end - ability.start <= _LONGEST:
        return ability
    return replace(ability, condition=(), cost=(), effects=())
