"""Files of JSON lines with random access: mappings whose rows are parsed on first access. The first
line has the keys and the byte offset of each row, in digits of fixed width."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, count
from pathlib import Path
from typing import Any, Generic, TypeVar

from rulebook.cache.plain_values import compact_json, from_plain
from rulebook.search.analysis import name_key

K = TypeVar("K")
T = TypeVar("T")

_WIDTH = 9  # The number of digits of an offset


class KeyedRows(Mapping[K, T], Generic[K, T]):
    """A mapping from keys to rows of a file; a damaged row raises when it is read."""

    def __init__(self, path: Path, kind: Any) -> None:
        """Load the file at ``path``; ``kind`` is the type of the values. A value is parsed when it
        is asked for, since most never are. Raises :class:`ValueError` if the file is damaged."""
        self._content = path.read_bytes()  # decoding it would copy all of it
        self._kind = kind
        self._first = self._content.index(b"\n") + 1
        keys, self._starts = json.loads(self._content[: self._first])
        if not isinstance(self._starts, str) or len(self._starts) != _WIDTH * len(keys):
            raise ValueError("not a row for each key")
        self._places: dict[K, int] = dict(zip(keys, count(), strict=False))
        self._read: dict[K, T] = {}

    def __getitem__(self, key: K) -> T:
        """Return the value of ``key``; its row is parsed only now, since a question needs few."""
        if key not in self._read:
            at = self._places[key] * _WIDTH
            start = self._first + int(self._starts[at : at + _WIDTH])
            row = json.loads(self._content[start : self._content.index(b"\n", start)])
            self._read[key] = from_plain(self._kind, row)
        return self._read[key]

    def __contains__(self, key: object) -> bool:
        """Whether ``key`` has a row; the inherited method would parse it as well."""
        return key in self._places

    def __iter__(self) -> Iterator[K]:
        """Iterate over the keys in the order of the file; no row is parsed for that."""
        return iter(self._places)

    def __len__(self) -> int:
        """The number of rows, known from the first line, so none is parsed."""
        return len(self._places)


def save_rows(path: Path, keys: Collection[object], rows: Iterable[object]) -> None:
    """Write a line with ``keys`` and the byte offset of each row, then each of ``rows``."""
    lines = [compact_json(row).encode() + b"\n" for row in rows]
    starts = accumulate(map(len, lines), initial=0)
    digits = "".join(f"{start:0{_WIDTH}}" for start, _ in zip(starts, lines, strict=False))
    path.write_bytes(b"".join([compact_json([keys, digits]).encode() + b"\n", *lines]))


# The approximate size in bytes of a stored shard, which is parsed as a whole; and of a word in it
# without its postings.
_SHARD_BYTES, _WORD_BYTES = 300, 4
_FIRST_SURROGATE = "\ud800"


def _beginning(key: str) -> str:
    """Return what of ``key`` determines its shard: two characters, five before numbers (“#”)."""
    return key[: 5 if key[:1] in ("#", "~") else 2]


def shard_key(key: str) -> str:
    """Return the text by which the shard of ``key`` is found: its first characters in katakana, as
    names are compared, or “#” for all ASCII punctuation, which would waste a shard."""
    start = name_key(_beginning(key))
    return start if start > "z" or start[:1].isalnum() or start[:1] == "#" else "#"


def shard_starts(rows: Iterable[tuple[str, Any]], most: int) -> list[str]:
    """Return where to divide ``rows`` of keys and values into shards of about ``most`` bytes: the
    first characters of each shard after the first. Keys that begin alike stay together."""
    sizes: Counter[str] = Counter()
    for key, value in rows:
        has_texts = isinstance(value, (tuple, list)) and value and isinstance(value[0], str)
        # Postings and questions, which are texts, compress to half their length.
        sizes[shard_key(key)] += _WORD_BYTES + (sum(map(len, value)) // 2 if has_texts else 0)
    starts, size = [], 0
    for start in sorted(sizes):
        # JavaScript compares halves of surrogate pairs: no shard begins with such a character.
        if size and size + sizes[start] > most and max(start) < _FIRST_SURROGATE:
            starts.append(start)
            size = 0
        size += sizes[start]
    return starts


class Shards(Mapping[str, T]):
    """A mapping from words in shards, each parsed when looked up; ValueError for damaged ones."""

    def __init__(self, path: Path) -> None:
        """Note the file ``path``, which is read only at the first look-up, if there is any."""
        self._path = path
        self._read: dict[str, dict[str, T]] = {}

    @cached_property
    def _shards(self) -> KeyedRows[str, dict[str, T]]:
        """The shards by the first characters of their words; many questions never load them."""
        return KeyedRows(self._path, dict)

    @cached_property
    def _starts(self) -> Sequence[str]:
        """The first characters of the shards in order, for the binary search of a key's shard."""
        return list(self._shards)

    def _shard(self, key: str) -> dict[str, T]:
        """Return the shard that may have ``key``, parsed once, since words often share one."""
        start = _beginning(key)
        found = self._read.get(start)
        if found is None:
            found = self._shards[self._starts[bisect_right(self._starts, shard_key(key)) - 1]]
            if not isinstance(found, dict):
                raise ValueError("not a shard")
            self._read[start] = found
        return found

    def __getitem__(self, key: str) -> T:
        """Return the value of ``key``; only the shard that may have it is parsed, to save time."""
        return self._shard(key)[key]

    def __contains__(self, key: object) -> bool:
        """Whether ``key`` is in its shard: most are not, and the inherited method raises."""
        return isinstance(key, str) and key in self._shard(key)

    def get(self, key: str, default: Any = None) -> Any:
        """Return the value of ``key``; faster than the inherited method, which catches an error."""
        return self._shard(key).get(key, default)

    def __iter__(self) -> Iterator[str]:
        """Iterate over all keys. Every shard is parsed, so no question does this."""
        return (key for shard in self._shards.values() for key in shard)

    def __len__(self) -> int:
        """The number of keys. Every shard is parsed, so no question asks for it."""
        return sum(map(len, self._shards.values()))


def save_shards(mapping: Mapping[str, object], path: Path) -> None:
    """Write ``mapping`` as shards, one row for all keys that begin alike: a question reads few."""
    starts = ["", *shard_starts(mapping.items(), _SHARD_BYTES)]
    shards: list[dict[str, object]] = [{} for _ in starts]
    for key in sorted(mapping):
        shards[bisect_right(starts, shard_key(key)) - 1][key] = mapping[key]
    save_rows(path, starts, shards)
