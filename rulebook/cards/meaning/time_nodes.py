"""The nodes of a meaning that are times: when something comes about, how long an effect lasts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulebook.cards.meaning.thing_nodes import Meaning, PointerMeaning
from rulebook.records import dataclass

if TYPE_CHECKING:
    from rulebook.cards.meaning.nodes import Event


@dataclass(frozen=True, slots=True)
class Time(Meaning):
    """A turn, a phase, an attack, or the beginning or end of one (``word``).

    ``owners`` and ``which`` tell whose it is and which of several, in the words of the text: 相手
    and 次の of 次の相手のターン, このキャラ and 1回目の of このキャラの1回目のアタック.  ``event``
    is what comes about in it: このカードが手札から舞台に置かれたターン.
    """

    type = "time"
    word: str
    refers: tuple[PointerMeaning, ...]
    owners: tuple[str, ...] = ()
    which: tuple[str, ...] = ()
    event: Event | None = None


@dataclass(frozen=True, slots=True)
class Moment(Time):
    """A time when something is done or comes about: 次の相手のドローフェイズの始めに."""

    type = "moment"


@dataclass(frozen=True, slots=True)
class Duration(Time):
    """How long an effect lasts, or during which time it holds.

    ``inside`` is a longer time told before, of which this is a part: the turn in
    このターン中、…し、このキャラがサポートしたアタック中.
    """

    type = "until"
    inside: Duration | None = None
