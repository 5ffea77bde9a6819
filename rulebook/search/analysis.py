"""Find tokens, names, passages and sentences in clauses and questions, as the website's script
does. A token is a run of digits (with points inside: ``8.6.3``), a run of Latin letters, a pair of
brackets with nothing inside, or two neighbouring characters in a run of kana and kanji; a run of
one character is itself a token."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise

from rulebook.records import NamedTuple
from rulebook.text.normal import Normalised, Span, fold, merged

# Letters that are neither digits nor Latin, in normal form; more ranges would compile slowly.
_OTHERS = r"[^\W\x00-\u024f]"
BRACKETS = r"\(\)|\[\]|<>|\{\}|「」|『』|《》|〈〉|〔〕|【】"  # Bracket pairs with nothing inside
TOKEN_RUN = re.compile(rf"([0-9]+(?:\.[0-9]+)*|[a-z\u00df-\u024f]+|{BRACKETS})|({_OTHERS}+)")
HIRAGANA = "ぁ-ゖゝゞー"
KANA = "".join((*map(chr, range(ord("ぁ"), ord("ゖ") + 1)), *"ゝゞー"))
_HIRAGANA = frozenset(KANA)
# A word to highlight as a whole: a run of one script, with a kana after it that is no particle
# (場に) or ending (敗北する). One lookbehind for each of these kana compiles faster than one.
_SIGN = r"[^\W\x00-\u024fぁ-ー]"
_NO_ENDING = "".join(f"(?<!{kana})" for kana in "をはがにのでともへやかなまよだらさしすせそたて")
WHOLE_WORD = re.compile(
    rf"[0-9]+(?:\.[0-9]+)*|[a-z\u00df-\u024f]+|[ァ-ヺー]+|{BRACKETS}"
    rf"|{_SIGN}+(?:[ぁ-ゖ]{_NO_ENDING})?"
)

_LONGEST_WITHOUT_STEM = 3  # English words of up to this many letters have no ending to cut off

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
    r"[。!?\n]|[.:](?= )|(?:が|けど|ので|から|て|で)、|けど(?![、。])"
    rf"|(?<=[^ -~]{{4}}) (?=[^ -~]{{4}})|{_POLITE}"
)
PIECE = rf"(?:「[^「」]*」|『[^『』]*』|(?!{_END})[^\n])+(?:{_END})?|(?:{_END})"
# A text without any of these is one piece: the pattern, slower than all else, is not compiled.
_SIGNS = ("。", "!", "?", "\n", ".", ":", "、", "けど", " ")
_VERBS = ("です", "ます", "でした", "ました", "ません", "ださい", "下さい")


def passages_in(text: str, *, keep_spaces: bool = False) -> Iterator[str]:
    """Yield the passages of ``text``: its pieces between punctuation, folded, longer than one
    character. The more passages of a clause have a word, the higher the clause ranks. A space ends
    a passage too, as in Japanese lists, but with ``keep_spaces`` not a space between Latin words,
    because English passages have many words."""
    for piece in re.split(_BREAK_OF_WORDS if keep_spaces else _BREAK, fold(text)):
        if len(piece) > 1:
            yield piece


def is_hiragana(text: str) -> bool:
    """Whether ``text`` is hiragana and not empty: it is mostly grammar, and counts little."""
    return bool(text) and _HIRAGANA.issuperset(text)


def tokens(text: str, *, single_characters: bool = False) -> list[str]:
    """Return the tokens of ``text`` (in normal form) in order. With ``single_characters``, each
    kanji and katakana is one too, so that a question of one character (枠, frame) has a token."""
    bounds = token_bounds(text, single_characters=single_characters)
    return [text[start:end] for start, end, _ in bounds]


def token_texts(text: str, *, single_characters: bool = False) -> tuple[str, ...]:
    """Return the tokens of ``text`` (in normal form) without duplicates, to compare two texts."""
    return tuple(dict.fromkeys(tokens(text, single_characters=single_characters)))


def token_bounds(text: str, *, single_characters: bool = False) -> Iterator[tuple[int, int, int]]:
    """Yield start, end and position of each token in ``text``. A token is a pair of characters,
    which finds words without a dictionary, or a whole Latin word. With ``single_characters``, as in
    the index, each kanji and katakana is also a token: it may be a word. Positions, for phrase
    queries, count characters and words."""
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
    """Yield each kanji of ``tokens``, so that 終わる (to end) finds 終了 (end). Only a game without
    a table of players' phrases needs this; the phrases add the words of players to each clause."""
    return (char for token in tokens for char in token if "一" <= char <= "龠")


def _stem(word: str) -> str:
    """Return ``word`` without its English ending (s, ed, ing, e; ies becomes y) and without the
    consonant that was doubled before the ending, so that “planned” finds “plans”. The s of loss
    and status stays, and so does the ll of calling. Words of three letters have no stem, so “dies”,
    “added” and “uses” become die, add and use."""
    if word.endswith("ies") and len(word) > len("dies"):
        return f"{word[:-3]}y"
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    ending = next(filter(word.endswith, ("ing", "ed")), "")
    if ending and len(word) - len(ending) >= _LONGEST_WITHOUT_STEM:
        word = word.removesuffix(ending)
        if word[-1] == word[-2] and word[-1] not in "lsz" and len(word) > _LONGEST_WITHOUT_STEM:
            word = word[:-1]
    has_stem = len(word) > _LONGEST_WITHOUT_STEM or word.endswith("oe")  # go of “goes”
    return word.removesuffix("e") if has_stem else word


def common_spans(text: Normalised, wanted: Container[str]) -> list[Span]:
    """Return the printed spans of the whole words in ``text`` that the tokens ``wanted`` cover, to
    highlight them. Adjacent spans are merged. Hiragana alone, mostly grammar, is not a word."""
    spans = []
    for match in WHOLE_WORD.finditer(text.text):
        word, reached = match[0], 0
        for start, end, _ in token_bounds(word):
            if start <= reached and word[start:end] in wanted:
                reached = end
        if reached == len(word):  # else it is another word
            spans.append(text.printed(*match.span()))
    return merged(spans)


def pieces_of(text: str) -> Iterator[str]:
    """Yield the pieces of ``text`` (sentences, or parts of them up to a word such as “but”), so
    that pieces of small talk can be dropped."""
    # The pattern (``PIECE``) compiles slowly, and it cuts only at a sign or a polite verb inside
    # the text. At the very end, where most questions have one, nothing is cut.
    question = text.rstrip("。!?かねよ")
    has_sign = any(sign in text[:-1] for sign in _SIGNS)
    if not has_sign and not any(verb in question[: -len(verb)] for verb in _VERBS):
        return iter([text] if text else [])
    return (match[0] for match in re.finditer(PIECE, text))


# ---- Names: terms, rule words and players' words, by longest match, whatever the kind of kana

SHORTEST_KANA = 3  # Hiragana is read as katakana only in words that are too long to be grammar
_SHORTEST_STEM = 3  # Shorter stems in kana are in many other words
_VERB = "(.+?)(?:する|[うくぐすつぬぶむる])"
# Lengths from which a word may have one misspelt letter, and two.
SHORTEST_SLIP, SHORTEST_DOUBLE_SLIP, MAX_EDITS = 4, 7, 2
_KATAKANA = {code: code + 0x60 for code in range(ord("ぁ"), ord("ゖ") + 1)}


class NameMatch(NamedTuple):
    """A name found in a question: its key, and its span in the normal form."""

    key: str
    start: int
    end: int


def name_key(text: str) -> str:
    """Return the key by which names are compared: in katakana, since users type either kana."""
    return text.translate(_KATAKANA)


def longest_of(*names: Iterable[str]) -> int:
    """Return the length of the longest of ``names`` (0: none): nothing longer is looked up."""
    return max(map(len, chain(*names)), default=0)


def name_keys(name: str) -> tuple[str, ...]:
    """Return the keys of ``name``: its own and, for a verb, that of its stem, so 殴る (hit) is in
    殴られた (was hit). A short stem of kana is left out: it would be found everywhere."""
    match = re.fullmatch(_VERB, name)
    stem = match[1] if match else ""
    if not stem or (not any(map(_is_kanji, stem)) and len(stem) < _SHORTEST_STEM):
        return (name_key(name),)
    return (name_key(name), name_key(stem))


def find_names(
    question: str, knows: Callable[[str], bool], lengths: int | Mapping[str, Sequence[int]]
) -> Iterator[NameMatch]:
    """Yield the names in ``question`` (in normal form) from left to right: they lead to clauses. A
    long name hides the shorter names in it. ``knows`` returns whether a key is a name. ``lengths``
    is the greatest length of a name or, which is faster for many texts, the result of
    :func:`lengths_of_names`."""
    keys, (starts, ends) = name_key(question), _edges_of_words(question)
    at = 0
    while at < len(keys):
        if at not in starts:
            possible: Sequence[int] = ()
        elif isinstance(lengths, int):
            possible = range(lengths, 0, -1)
        else:
            possible = lengths.get(keys[at : at + 2]) or lengths.get(keys[at], ())
        for length in possible:
            end = at + length
            if end in ends and _is_word(question, at, end) and knows(keys[at:end]):
                yield NameMatch(keys[at:end], at, end)
                at = end - 1
                break
        at += 1


def lengths_of_names(keys: Iterable[str]) -> dict[str, Sequence[int]]:
    """Return the lengths of ``keys`` by their first two characters, longest first, so that few
    lengths are tried at each offset of a text. The length 1 of a one-character key is also listed
    under the first two characters of each longer key that begins with it, because one character
    alone is looked up only where no key begins with the two."""
    lengths: defaultdict[str, set[int]] = defaultdict(set)
    for key in filter(None, keys):
        lengths[key[:2]].add(len(key))
    for start in lengths:
        if start[0] in lengths:
            lengths[start].add(1)
    return {start: sorted(found, reverse=True) for start, found in lengths.items()}


def blank_names(text: str, names: Iterable[NameMatch]) -> str:
    """Return ``text`` with ``names`` replaced by spaces: names are not read twice, offsets stay."""
    for name in names:
        text = text[: name.start] + " " * (name.end - name.start) + text[name.end :]
    return text


def nearest_name(key: str, known: Iterable[str]) -> str | None:
    """Return the name in ``known`` that ``key``, a word of a question, misspells, else None: the
    nearest name within one edit, or within two for a long word. Short words are not corrected,
    because too many names are near. A name that differs from ``key`` in both its first and its last
    character is another word. Among equally near names, code points decide, as in browsers."""
    limit = 0 if len(key) < SHORTEST_SLIP else 1 if len(key) < SHORTEST_DOUBLE_SLIP else MAX_EDITS
    best: tuple[int, str] | None = None
    for name in known if limit else ():
        if abs(len(name) - len(key)) > limit or (name[0] != key[0] and name[-1] != key[-1]):
            continue
        apart = _distance(name, key)
        if apart <= limit and (best is None or (apart, name) < best):
            best = (apart, name)
    return best[1] if best else None


def abbreviated_name(key: str, known: Iterable[str]) -> str | None:
    """Return the shortest katakana name in ``known`` that players may shorten to ``key``, or None.
    The name begins like ``key`` and has the rest of ``key`` after a gap: パートナーブロック
    (partner block) has パト at its beginning and ブロ later. Signs of long vowels (ー) are ignored,
    since a short form drops them."""
    short = key.replace("ー", "")
    cuts = range(2, len(short))
    longer = (name for name in known if name[0] == key[0] and len(name) > len(key) + 1)
    katakana = (name for name in longer if all(map(_is_katakana, name)))
    wholes = ((name, name.replace("ー", "")) for name in katakana)
    found = [
        name
        for name, whole in wholes
        if any(whole.startswith(short[:c]) and short[c:] in whole[c + 1 :] for c in cuts)
    ]
    return min(found, key=lambda name: (len(name), name), default=None)


def _distance(one: str, other: str) -> int:
    """Return the edit distance (Levenshtein) of two words: few edits mean a typing error."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        diagonal, row[0] = row[0], i
        for j, b in enumerate(other, start=1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (a != b))
    return row[-1]


def _edges_of_words(text: str) -> tuple[frozenset[int], frozenset[int]]:
    """Return the offsets in ``text`` at which a name may begin, and those at which a name may end:
    not inside a run of katakana or of Latin letters, and not at a space. This saves look-ups."""
    # 1 is katakana, 2 Latin; 0 are others, between any two of which a name may begin or end.
    kinds = [0, *(_is_katakana(c) + 2 * (c.isascii() and c.isalnum()) for c in text), 0]
    edges = [at for at, (one, next) in enumerate(pairwise(kinds)) if not one or one != next]
    starts = frozenset(at for at in edges if text[at : at + 1] not in ("", " "))
    return starts, frozenset(at for at in edges if text[:at] and text[at - 1] != " ")


def _is_word(text: str, start: int, end: int) -> bool:
    """Whether ``text[start:end]``, between two edges of words, is a word. One kanji next to another
    is a part of a word, and short hiragana is grammar."""
    if end - start == 1 and _is_kanji(text[start]):
        return not (_is_kanji(text[start - 1 : start]) or _is_kanji(text[end : end + 1]))
    is_kana = all("ぁ" <= char <= "ゖ" for char in text[start:end])
    return not is_kana or end - start >= SHORTEST_KANA


# Comparisons, not patterns, which take longer to compile than a question takes to answer.
def _is_katakana(char: str) -> bool:
    """Whether ``char`` is katakana or ー: a name with such a neighbour is a part of a word."""
    return "ァ" <= char <= "ヺ" or char == "ー"


def _is_kanji(char: str) -> bool:
    """Whether ``char`` is a kanji or its repetition mark: a word with one is hardly grammar."""
    return "一" <= char <= "龠" or char == "々"
