"""Whatever is long takes time that grows as it does, or little more."""

from __future__ import annotations

import pytest

from tests.growth.exponent import exponent
from tests.growth.kinds import KINDS, Kind

MOST = 1.2


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_time_grows_as_the_input_does(kind: Kind) -> None:
    assert exponent(kind, MOST) <= MOST
