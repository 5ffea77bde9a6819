"""Small talk: what stands around a question and says nothing of its subject.

That is who asks, where it came up, what was tried, thanks.
``corpus/outside.toml`` has such sentences.  A question is cut into pieces; a piece whose words are
common in small talk and rare in the clauses of a game is not read, unless all pieces are such.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from rulebook.search.intent import said_tokens
from rulebook.search.rarity import SCALE, token_rarities
from rulebook.text.normal import fold

if TYPE_CHECKING:
    from rulebook.search.ranking_table import RankingTable

# A token that fewer pieces of small talk have says next to nothing of it.
LEAST_SAID = 4
# A token speaks for small talk by how much rarer it is in the clauses, which count it once however
# often it is said, and at most so much; against it speaks a token that small talk does not have,
# little where no clause has it either.  From where on a piece is small talk.  All were measured on
# questions with small talk put around them.
ONCE, MOST = 3 * SCALE, 3 * SCALE
UNHEARD, UNKNOWN = 4 * SCALE, SCALE
ENOUGH = SCALE

# Sentences, and what leads into the next; what is quoted is not cut.  Who writes in a hurry ends
# them with a space, or goes on at once behind a polite verb.
_POLITE = (
    r"(?:です|ます|でした|ました|ません|ください|下さい)(?:か|よね|ね|よ|が|けど)?"
    r"(?!よね|し(?!つ)|[かがけとでなねのもら、。!?\n])"
)
_END = (
    r"[。!?\n]|\.(?= )|(?:が|けど|ので|から|て|で)、|けど(?![、。])"
    rf"|(?<=[^ -~]{{4}}) (?=[^ -~]{{4}})|{_POLITE}"
)
PIECE = rf"(?:「[^「」]*」|『[^『』]*』|(?!{_END})[^\n])+(?:{_END})?|(?:{_END})"
# One of these stands where a piece ends: a text without them is not cut, nor the pattern compiled,
# which takes longer than all else here.
_SIGNS = ("。", "!", "?", "\n", ".", "、", "けど", " ")
_VERBS = ("です", "ます", "でした", "ました", "ません", "ださい", "下さい")


def pieces_of(text: str) -> Iterator[str]:
    """Yield the pieces of ``text`` (in normal form), which together are all of it."""
    if not _may_be_cut(text):
        return iter([text] if text else [])
    return (match[0] for match in re.finditer(PIECE, text))


def _may_be_cut(text: str) -> bool:
    question = text.rstrip("。!?かねよ")
    return any(sign in text[:-1] for sign in _SIGNS) or any(
        verb in question[: -len(verb)] for verb in _VERBS
    )


def talk_rarities(sentences: Collection[str]) -> Mapping[str, int]:
    """Return for each token of small talk how rare it is in the pieces of ``sentences``."""
    pieces = [piece for sentence in sentences for piece in pieces_of(fold(sentence))]
    return token_rarities(pieces, LEAST_SAID)


def without_small_talk(table: RankingTable, question: str) -> str:
    """Return ``question`` (in normal form) without small talk, where a subject is left then."""
    pieces = list(pieces_of(question))
    if len(pieces) < 2:
        return question
    read = [(piece, said_tokens(piece)) for piece in pieces]
    subject = [(piece, tokens) for piece, tokens in read if not _is_talk(table, tokens)]
    if any(table.count(token) for _, tokens in subject for token in tokens):
        return "".join(piece for piece, _ in subject)
    return question


def _is_talk(table: RankingTable, tokens: Iterable[str]) -> bool:
    return sum(_speaks_for_talk(table, token) for token in tokens) > ENOUGH


def _speaks_for_talk(table: RankingTable, token: str) -> int:
    there = table.vocabulary.small_talk.get(token)
    if there is None:
        return -UNHEARD if table.count(token) else -UNKNOWN
    return max(-MOST, min(MOST, table.rarity_or_most(token) + ONCE - there))
