"""Tokenisation of clauses and questions, and segmentation into passages and sentences. A token is a
run of digits (with points inside, ``8.6.3``), a run of Latin letters, a pair of brackets with
nothing inside, or a pair of neighbours in a run of other letters, kana and kanji (a run of one
character is a token itself). The script of the website has the same rules."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator

from rulebook.text.normal import Normalised, fold
from rulebook.text.spans import Span, merged

# Letters that are neither digits nor Latin, in normal form; more ranges, such as those of kanji,
# would take milliseconds to compile.
_OTHERS = r"[^\W\x00-\u024f]"
# Bracket pairs with nothing inside.
BRACKETS = r"\(\)|\[\]|<>|\{\}|「」|『』|《》|〈〉|〔〕|【】"
TOKEN_RUN = re.compile(rf"([0-9]+(?:\.[0-9]+)*|[a-z\u00df-\u024f]+|{BRACKETS})|({_OTHERS}+)")
HIRAGANA = "ぁ-ゖゝゞー"
KANA = "".join((*map(chr, range(ord("ぁ"), ord("ゖ") + 1)), *"ゝゞー"))
_HIRAGANA = frozenset(KANA)
# A word to highlight as a whole: a run of one script, with a kana after it that belongs to the word
# (控え) and is not a particle (場に) or an ending (敗北する).
_SIGN = r"[^\W\x00-\u024fぁ-ー]"
WHOLE_WORD = re.compile(
    rf"[0-9]+(?:\.[0-9]+)*|[a-z\u00df-\u024f]+|[ァ-ヺー]+|{BRACKETS}"
    rf"|{_SIGN}+(?:[ぁ-ゖ](?<![をはがにのでともへやかなまよだらさしすせそたて]))?"
)

# English words of up to this many letters have no ending to cut off.
_LONGEST_WITHOUT_STEM = 3

# The delimiters of passages, and those for texts whose words are separated by spaces.
_BREAK = r"[、。\s「」『』()/]+"
_BREAK_OF_WORDS = r"(?:[、。「」『』()/\n\t]|[.;:] |(?<![!-~])\s|\s(?![!-~]))+"
# Ends of sentences and of leading clauses; quoted text is not split.  Informal writers end a
# sentence with a space, or with a polite verb alone.
_POLITE = (
    r"(?:です|ます|でした|ました|ません|ください|下さい)(?:か|よね|ね|よ|が|けど)?"
    r"(?!よね|し(?!つ)|[かがけとでなねのもら、。!?\n])"
)
_END = (
    r"[。!?\n]|\.(?= )|(?:が|けど|ので|から|て|で)、|けど(?![、。])"
    rf"|(?<=[^ -~]{{4}}) (?=[^ -~]{{4}})|{_POLITE}"
)
PIECE = rf"(?:「[^「」]*」|『[^『』]*』|(?!{_END})[^\n])+(?:{_END})?|(?:{_END})"
# A text without any of these is one piece, so the pattern need not be compiled, which would take
# longer than all other steps.
_SIGNS = ("。", "!", "?", "\n", ".", "、", "けど", " ")
_VERBS = ("です", "ます", "でした", "ました", "ません", "ださい", "下さい")


def passages_in(text: str, *, has_words: bool = False) -> Iterator[str]:
    """Yield the passages of ``text``: its folded pieces between punctuation, if longer than a
    character, since a question asks about one. With ``has_words``, English words stay together."""
    for piece in re.split(_BREAK_OF_WORDS if has_words else _BREAK, fold(text)):
        if len(piece) > 1:
            yield piece


def is_hiragana(text: str) -> bool:
    """Whether ``text`` is hiragana and not empty: it is mostly grammar, and counts little."""
    return bool(text) and _HIRAGANA.issuperset(text)


def tokens(text: str, *, single_characters: bool = False) -> list[str]:
    """Return the tokens of ``text`` (in normal form) in order. With ``single_characters``, each
    kanji and katakana is one too, so a question of one character (枠) finds something."""
    bounds = token_bounds(text, single_characters=single_characters)
    return [text[start:end] for start, end, _ in bounds]


def token_texts(text: str, *, single_characters: bool = False) -> tuple[str, ...]:
    """Return the tokens of ``text`` (in normal form), each once, to compare what two texts have."""
    return tuple(dict.fromkeys(tokens(text, single_characters=single_characters)))


def token_bounds(text: str, *, single_characters: bool = False) -> Iterator[tuple[int, int, int]]:
    """Yield start, end and position of each token: pairs of characters, which find words without a
    dictionary, or whole Latin words; with ``single_characters`` also each kanji and katakana.
    Phrase queries compare positions, which count characters and Latin words."""
    position = 0
    for match in TOKEN_RUN.finditer(text):
        start, end = match.span()
        if match[1] is not None or end - start == 1:
            yield start, end, position
            position += 1
            continue
        for at in range(start, end):
            if single_characters and text[at] not in _HIRAGANA:
                yield at, at + 1, position
            if at + 1 < end:
                yield at, at + 2, position
                position += 1
        position += 1


def stems_of(tokens: Iterable[str]) -> Iterator[str]:
    """Yield the stems of longer English ``tokens`` where they differ: “attacks” finds “attack”."""
    for token in tokens:
        if len(token) > _LONGEST_WITHOUT_STEM and token.isascii() and token.isalpha():
            stem = _stem(token)
            if stem != token:
                yield stem


def kanji_of(tokens: Iterable[str]) -> Iterator[str]:
    """Yield each kanji of ``tokens``, so 終わる finds 終了 in games without players' phrases."""
    return (char for token in tokens for char in token if "一" <= char <= "龠")


def _stem(word: str) -> str:
    """Return ``word`` without an English ending (s, ed, ing, e) and a consonant doubled before it,
    so “discarding” finds “discards”. The s of loss and status stays, the l and s of call, pass."""
    if word.endswith("ies"):
        return f"{word[:-3]}y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    ending = next(filter(word.endswith, ("ing", "ed")), "")
    if ending and len(word) - len(ending) >= _LONGEST_WITHOUT_STEM:
        word = word.removesuffix(ending)
        if word[-1] == word[-2] and word[-1] not in "lsz":
            word = word[:-1]
    return word.removesuffix("e")


def common_spans(text: Normalised, wanted: Container[str]) -> list[Span]:
    """Return the printed spans of whole words of ``text`` that the tokens ``wanted`` cover, to
    highlight them. Adjacent spans are merged; hiragana alone, mostly grammar, is no word."""
    whole = [match.span() for match in WHOLE_WORD.finditer(text.text)]
    return merged([text.printed(*at) for at in whole if _is_covered(text.text[slice(*at)], wanted)])


def _is_covered(word: str, wanted: Container[str]) -> bool:
    """Whether the tokens ``wanted`` cover all of ``word``: if only a part, it is another word."""
    reached = 0
    for start, end, _ in token_bounds(word):
        if start <= reached and word[start:end] in wanted:
            reached = end
    return reached == len(word)


def pieces_of(text: str) -> Iterator[str]:
    """Yield the sentences of ``text``, also cut after a subordinate one (初心者ですが、), so those
    that are small talk can be dropped."""
    # The pattern compiles slowly. A polite verb at the very end, as in most questions, cuts
    # nothing.
    question = text.rstrip("。!?かねよ")
    has_sign = any(sign in text[:-1] for sign in _SIGNS)
    if not has_sign and not any(verb in question[: -len(verb)] for verb in _VERBS):
        return iter([text] if text else [])
    return (match[0] for match in re.finditer(PIECE, text))
