"""``rulebook.records`` behaves as the standard dataclasses and named tuples do."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
import typing
from typing import Any, ClassVar

import pytest

from rulebook.records import NamedTuple, dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Part:
    start: int = field(compare=False)
    end: int = field(compare=False)


@dataclass(frozen=True, slots=True)
class Word(Part):
    sort: ClassVar[str] = "word"
    text: str
    more: tuple[str, ...] = ()


@dataclass(slots=True)
class Draft:
    name: str
    seen: list[str] = field(default_factory=list)
    memo: dict[str, int] = field(default_factory=dict, init=False, repr=False)


class Place(NamedTuple):
    """Where a word is."""

    text: str
    at: int = 0
    """From the start."""

    @property
    def end(self) -> int:
        return self.at + len(self.text)


def test_named_tuple_equals_that_of_typing() -> None:
    place = Place("庭", at=2)
    assert place == ("庭", 2) == Place(*place)
    assert (place.end, Place("庭").at, repr(place)) == (3, 0, "Place(text='庭', at=2)")
    assert pickle.loads(pickle.dumps(place._replace(at=1))) == Place("庭", 1)
    assert typing.get_type_hints(Place) == {"text": str, "at": int}
    assert (Place.__doc__, Place.__module__) == ("Where a word is.", __name__)
    made: Any = Place
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'text'"):
        made()


def test_named_tuples_take_arguments_as_those_of_typing() -> None:

    class Counted(NamedTuple):
        start: int
        end: int = 9

    made: Any = Counted
    for n in range(50):
        assert made(n) == made(start=n) == made(n, end=9) == Counted._make([n, 9]) == (n, 9)
    assert made(1)._replace(end=2)._asdict() == {"start": 1, "end": 2}
    wrong: list[Any] = [((), {}), ((1, 2, 3), {}), ((1,), {"start": 2}), ((1,), {"other": 2})]
    for args, named in wrong:
        with pytest.raises(TypeError):
            made(*args, **named)
    with pytest.raises((TypeError, ValueError)):  # which one depends on the version of Python
        made(1)._replace(other=2)


def test_equality_ignores_uncompared_fields() -> None:
    assert Word(1, 2, "a") == Word(3, 4, "a")
    assert hash(Word(1, 2, "a")) == hash(Word(3, 4, "a"))
    assert Word(1, 2, "a") != Word(1, 2, "b")
    assert Part(1, 2) != Word(1, 2, "a")


def test_frozen_instance_cannot_be_changed() -> None:
    word: Any = Word(1, 2, "a")
    with pytest.raises(dataclasses.FrozenInstanceError, match="text"):
        word.text = "b"
    with pytest.raises(dataclasses.FrozenInstanceError):
        del word.text
    with pytest.raises(dataclasses.FrozenInstanceError):
        word.other = 1


def test_default_factories_are_called_per_instance() -> None:
    first, second = Draft("a"), Draft("b", ["c"])
    first.seen.append("d")
    first.name = "e"
    assert (first, second) == (Draft("e", ["d"]), Draft("b", ["c"]))
    assert repr(second) == "Draft(name='b', seen=['c'])"
    with pytest.raises(TypeError):
        hash(first)


def test_wrong_arguments_raise_standard_messages() -> None:
    made: Any = Word
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'text'"):
        made(1, 2)
    with pytest.raises(TypeError, match="unexpected keyword argument 'other'"):
        made(1, 2, "a", other=3)


def test_first_instances_equal_later_ones() -> None:
    """``__init__`` is compiled only after some instances."""

    @dataclass(slots=True)
    class Counted:
        start: int
        seen: list[int] = field(default_factory=list)
        double: int = field(init=False, default=0)

        def __post_init__(self) -> None:
            if self.start < 0:
                raise ValueError(self.start)
            self.double = 2 * self.start

    made: Any = Counted
    all_made = [made(n, [n]) if n % 2 else made(start=n) for n in range(50)]
    assert [each.double for each in all_made] == [2 * n for n in range(50)]
    assert [each.seen for each in all_made] == [[n] if n % 2 else [] for n in range(50)]
    with pytest.raises(ValueError, match="-1"):
        made(-1)
    for args, named in (((), {}), ((1, [], 2), {}), ((1,), {"start": 2}), ((1,), {"other": 2})):
        with pytest.raises(TypeError):
            made(*args, **named)


def test_instances_support_copies_and_patterns() -> None:
    word = Word(1, 2, "a", ("b",))
    assert replace(word, text="c", start=0) == Word(0, 2, "c", ("b",))
    assert pickle.loads(pickle.dumps(word)) == copy.deepcopy(word) == word
    match word:
        case Word(start, _, text):
            assert (start, text, word.sort) == (1, "a", "word")


def test_standard_functions_accept_records() -> None:
    assert dataclasses.is_dataclass(Word)
    assert [each.name for each in dataclasses.fields(Word)] == ["start", "end", "text", "more"]
    assert dataclasses.asdict(Word(1, 2, "a")) == {"start": 1, "end": 2, "text": "a", "more": ()}
    assert dataclasses.replace(Word(1, 2, "a"), more=("b",)) == Word(1, 2, "a", ("b",))


def test_standard_module_is_not_loaded() -> None:
    code = "import rulebook.cards.tree.acts, sys; print('dataclasses' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "False"
