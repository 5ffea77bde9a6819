"""How much nonsense is taken for understood: real cards, each damaged in one place.

``python -m tests.quality.nonsense [SEED]`` makes of each game with a collection at hand texts with
a particle swapped, a piece doubled and a noun cut out, and prints how many of each are still
wholly read.  What is still good Japanese is among these: ``--taken`` prints them, to be read.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from itertools import islice

from rulebook.cards.reading.card_parser import CardParser
from rulebook.cards.reading.dialect import load_dialect
from rulebook.clauses.corpus import load_corpus
from tests.cards.golden import collection
from tests.support import ROOT

GAMES = ("ws", "reb")
SIZE = 600
_SHOWN = 22
_PARTICLES = "をがに"
_PARTICLE = re.compile(
    f"(?<=[一-鿿ァ-ヶー》」枚て])[{_PARTICLES}](?=[一-鿿ァ-ヶぁ-ん0-9０-９【《「、])"
)
_PIECE = re.compile("(?=[^、。】］』\n]*[ぁ-ん])[^、。】］』\n]{3,14}(?=[、をにがはの])")
_NOUN = re.compile(
    "(?:カード|キャラ|山札|手札|控え室|クロック|ストック|レベル|コスト|パワー|ソウル|舞台|枠|思い出"
    "|クライマックス|ターン|能力|エントリー|メンバー|デッキ|リタイア|エネルギー|パートナー)"
    "(?!置場|フェイズ|ステップ|を持|コンボ)"
)
Damage = Callable[[str, random.Random], str]


def swapped(text: str, rng: random.Random) -> str:
    """Return ``text`` with one particle for another; the text itself where it has none."""
    found = _any(_PARTICLE, text, rng)
    if found is None:
        return text
    other = rng.choice([particle for particle in _PARTICLES if particle != found[0]])
    return text[: found.start()] + other + text[found.end() :]


def doubled(text: str, rng: random.Random) -> str:
    """Return ``text`` with a piece said twice."""
    found = _any(_PIECE, text, rng)
    return text if found is None else text[: found.end()] + found[0] + text[found.end() :]


def cut(text: str, rng: random.Random) -> str:
    """Return ``text`` without one of its nouns."""
    found = _any(_NOUN, text, rng)
    return text if found is None else text[: found.start()] + text[found.end() :]


def _any(pattern: re.Pattern[str], text: str, rng: random.Random) -> re.Match[str] | None:
    found = list(pattern.finditer(text))
    return rng.choice(found) if found else None


def damaged(
    texts: list[str], damage: Damage, rng: random.Random, reader: CardParser
) -> Iterator[tuple[str, str]]:
    """Yield texts that are wholly read, each with what ``damage`` makes of it."""
    for text in texts:
        made = damage(text, rng)
        if made != text and text.strip() and not reader.read(text).gaps:
            yield text, made


def is_taken(text: str, made: str, reader: CardParser) -> bool:
    """Whether ``made`` is wholly read, and is not ``text`` in another spelling."""
    reading = reader.read(made)
    return not reading.gaps and reading.canonical != reader.read(text).canonical


def main(seed: int, show: bool) -> None:
    """Print how many are taken of each kind, and with ``show`` what is taken."""
    corpus = load_corpus(ROOT / "corpus")
    for game in GAMES:
        reader = CardParser(load_dialect(corpus.game(game)))
        lines = collection(game).read_text(encoding="utf-8").splitlines()
        rng = random.Random(seed)
        texts = [json.loads(line)["text"] for line in lines]
        rng.shuffle(texts)
        for damage in (swapped, doubled, cut):
            pairs = list(islice(damaged(texts, damage, rng, reader), SIZE))
            taken = [pair for pair in pairs if is_taken(*pair, reader)]
            share = len(taken) / max(1, len(pairs))
            print(f"{game} {damage.__name__}: {len(taken)} of {len(pairs)} taken, {share:.1%}")
            if show:
                print("\n".join(f"  {_around(*pair)}" for pair in taken))


def _around(text: str, made: str) -> str:
    # What was cut from the end differs nowhere but in its length.
    pairs = enumerate(zip(text, made, strict=False))
    at = next((at for at, (a, b) in pairs if a != b), len(made))
    return made[max(0, at - _SHOWN) : at + _SHOWN].replace("\n", " ")


if __name__ == "__main__":
    seeds = [int(word) for word in sys.argv[1:] if word.isdecimal()]
    main(seeds[0] if seeds else 1, "--taken" in sys.argv[1:])
