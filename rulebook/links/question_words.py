"""Words of questions in all games: situations, topics that no rules answer, and synonyms.

``corpus/situations.toml`` describes each situation by lists of words; ``situations.toml`` of a game
names the clauses that state its principle. A question fits a situation if it has a word of each of
its lists. ``corpus/outside.toml`` has words that no rules use (prices, other games, greetings) and
the small talk around a question; ``corpus/everyday.toml`` has everyday words and the rule words for
them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.findings import Finding, Findings
from rulebook.clauses.model import Rulebook
from rulebook.clauses.numbered_tables import load_numbered_table
from rulebook.errors import CorpusError, Fault
from rulebook.messages import Message
from rulebook.records import NamedTuple, dataclass, field
from rulebook.toml_files.kinds import ClauseNumber, EditionName, Name
from rulebook.toml_files.loader import KeyLines, load_if_there, refuse_unknown

_HINT = "See CONTRIBUTING.md, “Add a principle”."


@dataclass(frozen=True, slots=True)
class Situations:
    """``situations.toml`` of a corpus: lists of words, and the lists that each situation needs."""

    words: Mapping[str, tuple[Name, ...]]
    situations: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class PrinciplesFile:
    """``situations.toml`` of a game: the clauses that state the principle of each situation."""

    edition: EditionName
    clauses: Mapping[str, tuple[ClauseNumber, ...]]


def load_situations(corpus: Corpus) -> Situations:
    """Return the words of ``situations.toml`` by which search recognises that a question describes
    a situation (山札がなくなった), none without the file. Clauses that state the principle for that
    situation are then ranked higher."""
    path = corpus.folder / "situations.toml"
    return load_if_there(path, Situations, hint=_HINT) or Situations({}, {})


def load_principles(
    corpus: Corpus, book: Rulebook
) -> tuple[Mapping[str, tuple[str, ...]], tuple[Finding, ...]]:
    """Return the clauses of ``book`` that state a principle, by the situation that it decides
    (``prohibition-first``: one card allows what another forbids), and findings on numbers that the
    edition lacks. Search ranks them higher for such questions, which often share no words with
    them. Without a table there are none. Raises :class:`CorpusError` for a malformed one or an
    unknown situation."""
    file, stale = load_numbered_table(book, "situations.toml", PrinciplesFile, hint=_HINT)
    if file is None:
        return {}, stale
    path, shared = book.game.table("situations.toml"), corpus.folder / "situations.toml"
    named = ((("clauses", name), name) for name in file.clauses)
    refuse_unknown(path, named, shared, load_situations(corpus).situations, hint=_HINT)
    return file.clauses, stale


_CONCEPT_HINT = "See CONTRIBUTING.md, “Add a concept”."


@dataclass(frozen=True, slots=True)
class Outside:
    """``outside.toml``: words of what no rules answer, by topic; and small talk, the sentences that
    people put around a question and the phrases that lead into it."""

    topics: Mapping[str, tuple[Name, ...]] = field(default_factory=dict)
    small_talk: tuple[Name, ...] = ()


def load_outside(corpus: Corpus) -> Outside:
    """Return words of topics that no rules answer, so search can say so, and small talk; empty
    without the file. Raises :class:`CorpusError` if the file is malformed."""
    return load_if_there(corpus.folder / "outside.toml", Outside, hint=_CONCEPT_HINT) or Outside()


@dataclass(frozen=True, slots=True)
class _OffTopicFile:
    """``off_topic.toml``: how strongly each token says that no rules answer a question."""

    weights: Mapping[str, int]


def load_off_topic(corpus: Corpus) -> Mapping[str, int]:
    """Return how strongly each token says that no rules answer a question, in quarters of log odds;
    empty without ``off_topic.toml``. Search adds these weights up to refuse such questions."""
    file = load_if_there(corpus.folder / "off_topic.toml", _OffTopicFile, hint=_CONCEPT_HINT)
    return file.weights if file else {}


@dataclass(frozen=True, slots=True)
class Synonym:
    """Words of players, and pieces of rule wording that mean the same: 捨て札 and 控え室."""

    players: tuple[Name, ...]
    rules: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Everyday:
    """``everyday.toml``: synonyms of players' words; English words of one meaning each."""

    say: tuple[Synonym, ...] = ()
    english: tuple[tuple[Name, ...], ...] = ()


def load_everyday(corpus: Corpus) -> Everyday:
    """Return the everyday words of ``corpus``, empty without a file. Players ask in such words,
    from which search finds the words of the rules that mean the same."""
    path = corpus.folder / "everyday.toml"
    return corpus.once(load_if_there, path, Everyday, hint=_CONCEPT_HINT) or Everyday()


# ---- Players' phrases: how players speak of a clause


KINDS = ("word", "phrase", "question")
# In code points.
LONGEST_PIECE = 30
_CELL = r"[^\t\n]*\S[^\t\n]*"
_LINE = rf"(?:{'|'.join(KINDS)})\t{_CELL}\t{_CELL}"
_LINES = rf"(?:{_LINE}(?:\n|\Z))*"
_PLAYERS_HINT = "See CONTRIBUTING.md, “Players' words of a clause”."


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
    file, stale = load_numbered_table(book, "players.toml", AliasesFile, hint=_PLAYERS_HINT)
    clauses = file.clauses if file else {}
    if not all(map(re.compile(_LINES).fullmatch, clauses.values())):
        path = book.game.table("players.toml")
        raise CorpusError(path, faults=tuple(_faults(path, clauses)), hint=_PLAYERS_HINT)
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
