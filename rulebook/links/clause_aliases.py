"""Players' phrases: how players speak of a clause in words that it does not use itself.

``players.toml`` of a game lists them by clause, one per line: kind, text and source, separated by
tabs. Search indexes their pieces with the clause but never shows them as rule text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rulebook.clauses.findings import Findings
from rulebook.clauses.model import Rulebook
from rulebook.clauses.numbered_tables import load_numbered_table
from rulebook.errors import CorpusError, Fault
from rulebook.messages import Message
from rulebook.records import NamedTuple, dataclass
from rulebook.toml_files.kinds import ClauseNumber, EditionName
from rulebook.toml_files.loader import KeyLines

KINDS = ("word", "phrase", "question")
# In code points.
LONGEST_PIECE = 30
_CELL = r"[^\t\n]*\S[^\t\n]*"
_LINE = rf"(?:{'|'.join(KINDS)})\t{_CELL}\t{_CELL}"
_LINES = rf"(?:{_LINE}(?:\n|\Z))*"
_HINT = "See CONTRIBUTING.md, “Players' words of a clause”."


class PlayerPhrase(NamedTuple):
    """A word, phrase or question of players (墓地に送る), and where it comes from."""

    kind: str
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class AliasesFile:
    """``players.toml``: the lines of each clause, by its number."""

    edition: EditionName
    clauses: Mapping[ClauseNumber, str]


def load_clause_aliases(book: Rulebook) -> Mapping[str, str]:
    """Return the players' phrases of each clause, cut into pieces, as one text by clause number.
    Search indexes them with the clause, so players find it in words that it does not use."""
    return {
        number: " ".join(piece for phrase in _phrases(text) for piece in pieces(phrase.text))
        for number, text in _load_phrases(book)[0].items()
    }


def load_player_questions(book: Rulebook) -> Mapping[str, Sequence[str]]:
    """Return players' questions by clause number, each as a whole: a new question that is like one
    of them has the same answer."""
    return {
        number: [each.text for each in _phrases(text) if each.kind == "question"]
        for number, text in _load_phrases(book)[0].items()
    }


def stale_phrases(book: Rulebook) -> Findings:
    """Return findings on clauses in ``players.toml`` that the edition lacks: no question will find
    their phrases until somebody corrects the numbers."""
    return _load_phrases(book)[1]


def _load_phrases(book: Rulebook) -> tuple[Mapping[str, str], Findings]:
    """Return the phrases of each clause as one unparsed text, and findings on stale numbers. One
    pattern checks each text as a whole, which is faster than line by line. Raises
    :class:`CorpusError` for malformed lines."""
    file, stale = load_numbered_table(book, "players.toml", AliasesFile, hint=_HINT)
    clauses = file.clauses if file else {}
    if not all(map(re.compile(_LINES).fullmatch, clauses.values())):
        path = book.game.table("players.toml")
        raise CorpusError(path, faults=tuple(_faults(path, clauses)), hint=_HINT)
    return clauses, stale


def pieces(text: str) -> Iterator[str]:
    """Yield pieces of ``text`` of at most ``LONGEST_PIECE`` characters, in which search indexes
    players' phrases: Japanese words are cut, Latin ones joined by hyphens, since pieces are stored
    separated by spaces. Questions seldom repeat a long phrase as a whole."""
    if not text.isascii():
        for word in text.split():
            for start in range(0, len(word), LONGEST_PIECE):
                yield word[start : start + LONGEST_PIECE]
        return
    piece = ""
    for word in text.split():
        joined = f"{piece}-{word}" if piece else word
        if piece and len(joined) > LONGEST_PIECE:
            yield piece
            joined = word
        piece = joined
    if piece:
        yield piece


def _phrases(text: str) -> Iterator[PlayerPhrase]:
    """Yield the players’ phrases in ``text``, all those of one clause, one in each line, with tabs
    between kind, text and source: so people can write many in a TOML file."""
    return (PlayerPhrase(*line.split("\t")) for line in text.split("\n") if line)


def _faults(path: Path, clauses: Mapping[str, str]) -> Iterator[Fault]:
    """Yield a fault with its line in the file for each line in the texts of ``clauses`` that is not
    a phrase. It is called only for a faulty file, since the quick check finds no line."""
    lines = KeyLines.of_file(path)
    for number, text in clauses.items():
        first = lines.line(("clauses", number)) or 0
        for at, line in enumerate(text.removesuffix("\n").split("\n"), start=first + 1):
            if not re.fullmatch(_LINE, line):
                kinds, fault = ", ".join(KINDS), Message("{line!r} is not a phrase", line=line)
                what = "write kind, text and source with tabs between; kinds: {kinds}"
                # A text of one line may be on the line of its key; a longer one begins below it.
                yield Fault(at if "\n" in text else first, fault, Message(what, kinds=kinds))
