"""How words are read: furigana, and the order of the fifty sounds (五十音順). A word is read by the
pieces of ``corpus/readings.toml``, the longest first; kana and words without a reading are kept."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import pairwise

from rulebook.clauses.corpus import Corpus
from rulebook.records import dataclass
from rulebook.text.normal import fold
from rulebook.text.romaji import readings_of
from rulebook.toml_files.kinds import Name
from rulebook.toml_files.loader import load_if_there

_HINT = "See CONTRIBUTING.md, “Add a reading”."
_ROWS = "おこそとのほもよろん"  # The last kana of each row, in the order of the fifty sounds
_LATIN = re.compile("[a-z]{2,}")
_KANJI = re.compile("[一-龠々]")
_ROW_NAMES = "あかさたなはまやらわ"
# Katakana as hiragana: a word is sorted, and typed in romaji, in one way.
_HIRAGANA = {code: code - 0x60 for code in range(ord("ァ"), ord("ヶ") + 1)}
_SMALL = str.maketrans("ぁぃぅぇぉっゃゅょゎ", "あいうえおつやゆよわ")
_SOUNDS = (
    "あかさたなはまやらわ いきしちにひみり うくすつぬふむゆる えけせてねへめれ おこそとのほもよろを"
)
_VOWELS = {kana: row[0] for row in _SOUNDS.split() for kana in row}


@dataclass(frozen=True)
class Furigana:
    """``readings.toml``: readings of pieces of words, in kana."""

    pieces: Mapping[Name, Name]

    def read(self, word: str) -> Iterator[tuple[str, str | None]]:
        """Yield ``word`` in pieces, each with its reading or None. Words with a known reading are
        pieces of their own, so ruby is printed above them alone."""
        for at, piece in enumerate(self._pattern.split(word)):
            if piece:  # every second one is a word of the table
                yield piece, self.pieces[piece] if at % 2 else None

    def reading_of(self, word: str) -> str | None:
        """Return ``word`` in kana, or None if any kanji has no known reading: a word read only in
        part can neither be shown nor compared with romaji."""
        kana = "".join(reading or text for text, reading in self.read(fold(word)))
        return None if _KANJI.search(kana) else kana

    def key(self, word: str) -> str:
        """Return the key by which dictionaries sort ``word``: plain hiragana without marks. They
        treat か and が (ka, ga), or つ and っ (tsu, a stop), as one; ー is the vowel before it."""
        kana = fold("".join(reading or text for text, reading in self.read(word)))
        plain = unicodedata.normalize("NFD", kana.translate(_HIRAGANA).translate(_SMALL))
        kana = re.sub(r"[^0-9a-zぁ-ゖー]", "", plain)
        pairs = pairwise(kana)
        return kana[:1] + "".join(_VOWELS.get(a, b) if b == "ー" else b for a, b in pairs)

    def in_romaji(self, romaji: str, names: Iterable[str]) -> Iterator[str]:
        """Yield those of ``names`` that ``romaji`` spells, for people without Japanese keyboard."""
        letters = re.sub(r"[ '-]", "", fold(romaji))
        readings = set(readings_of(letters)) if _LATIN.fullmatch(letters) else set()
        for name in names if readings else ():
            if (self.reading_of(name) or "").translate(_HIRAGANA) in readings:
                yield name

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """The pattern of all words with a reading, longest first, since ``re`` takes the first that
        matches and a longer word has a reading of its own. It matches nothing without words."""
        longest_first = sorted(self.pieces, key=lambda piece: (-len(piece), piece))
        return re.compile(f"({'|'.join(map(re.escape, longest_first)) or '(?!)'})")


def row_of(key: str) -> str:
    """Return the row of the fifty sounds (か for こ) to head ``key`` in lists, or 英数 (Latin)."""
    if not key or not "ぁ" <= key[0] <= "ゖ":
        return "英数"
    return _ROW_NAMES[next(i for i, last in enumerate(_ROWS) if key[0] <= last)]


def load_furigana(corpus: Corpus) -> Furigana:
    """Return the readings of words in ``corpus``, empty without a file; read once, as many ask."""
    path = corpus.folder / "readings.toml"
    return corpus.once(load_if_there, path, Furigana, hint=_HINT) or Furigana({})
