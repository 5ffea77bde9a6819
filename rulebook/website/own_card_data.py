"""What the card search of the site loads: pairs of characters in shards, names in blocks.

A search loads the shards of its own pairs and the blocks of the cards that it shows, and nothing
else, so that what it costs hardly grows with the number of cards.
"""

from __future__ import annotations

import json
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator

from rulebook.cache.plain_values import compact_json
from rulebook.text.normal import fold
from rulebook.website.own_cards import OwnCards

# So many bytes a shard has about; so many names are in a block.
_SHARD, _BLOCK = 8_000, 20
# A pair in more than one card of so many says nothing; its cards are left out.
_COMMON = 3
# Pairs of names are written from those of texts by this sign.
_OF_NAME = "@"
# The character that stands for 0 in postings; halves of pairs (surrogates) are jumped over.
_BASE, _HALVES, _HALF_COUNT = 0x23, 0xD800, 0x800


def card_search_scripts(own: OwnCards) -> Iterator[tuple[str, str]]:
    """Yield path and content of every data script of the card search."""
    postings = _postings(own)
    size = sum(
        len(token.encode()) + len(written.encode()) + 6 for token, written in postings.items()
    )
    count = max(1, size // _SHARD)
    shards: list[dict[str, str]] = [{} for _ in range(count)]
    for token, written in sorted(postings.items()):
        shards[shard_of(token, count)][token] = written
    name = f"{own.game}.cards"
    ids = [card.id for card in own.cards[::_BLOCK]]  # the first of each block
    about = {"ids": ids, "shards": count, "block": _BLOCK, "base": _BASE}
    yield f"data/{name}.js", _put(f"cards/{own.game}", about)
    for place, shard in enumerate(shards):
        yield f"data/{name}-{place}.js", _put(f"cards/{own.game}/{place}", shard)
    for place, at in enumerate(range(0, len(own.cards), _BLOCK)):
        rows = [[c.id, c.name, c.summary, c.address] for c in own.cards[at : at + _BLOCK]]
        yield f"data/{name}-names-{place}.js", _put(f"cards/{own.game}/names/{place}", rows)


def is_of_card_search(path: str) -> bool:
    """Whether ``path`` is loaded by the card search alone, when it is used."""
    return path.startswith("data/") and ".cards" in path


def shard_of(token: str, count: int) -> int:
    """Return the shard of a token: FNV-1a over its code points, as the script works it out."""
    value = 0x811C9DC5
    for char in token:
        value = ((value ^ ord(char)) * 0x01000193) & 0xFFFFFFFF
    return value % count


def pairs(text: str) -> set[str]:
    """Return the pairs of neighbours in the words of ``text`` in normal form."""
    words = fold(text).split()
    return {word[at : at + 2] for word in words for at in range(len(word) - 1)}


def _postings(own: OwnCards) -> dict[str, str]:
    """Return for each pair the gaps between the cards that have it, each as one character."""
    places: defaultdict[str, array[int]] = defaultdict(lambda: array("L"))
    for place, (name, text) in enumerate(own.words()):
        for pair in pairs(name):
            places[_OF_NAME + pair].append(place)
        for pair in pairs(f"{name} {text}"):
            places[pair].append(place)
    most = max(len(own.cards) // _COMMON, 50)
    return {token: _packed(found) if len(found) <= most else "" for token, found in places.items()}


def _packed(places: Iterable[int]) -> str:
    before, out = -1, []
    for place in places:
        code = place - before - 1 + _BASE
        out.append(chr(code if code < _HALVES else code + _HALF_COUNT))
        before = place
    return "".join(out)


def _put(name: str, value: object) -> str:
    written = compact_json(value)
    return f"rulebook.put({json.dumps(name)},{written});\n"
