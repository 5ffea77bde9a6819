"""The words of a game with the data of ``frames.toml``: the sorts of nouns, and what verbs take."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Annotated, TypeVar

from rulebook.cards.grammar.conjugation import VerbForms, forms_of
from rulebook.cards.tree.verbs import Senses, Verb, VerbFrame
from rulebook.cards.tree.words import ANYTHING, Counter, Sorted, Word, Zone
from rulebook.clauses.game import Game
from rulebook.records import dataclass, field
from rulebook.toml_files.kinds import Pattern, TextForm

W = TypeVar("W", bound=Sorted)
Sets = Mapping[str, frozenset[str]]
"""Sets of words by word: the sorts or owners of each, or what may follow it."""
_HINT = "See CONTRIBUTING.md, “What verbs take”."


def _one_of(words: str) -> TextForm:
    """Return a text form that allows only ``words``: a misspelled word would have no effect."""
    return TextForm(words.replace(" ", "|"), words.replace(" ", " or "))


_Sort = Annotated[
    str,
    _one_of(
        "card player zone pile deck number attribute limit cost ability trait name unseen token"
        " damage deed time state words character event slot hidden private stage table resting"
        " placing picking acting aside colour becoming seats"
    ),
]
_Particle = Annotated[str, _one_of("が を に から と られ として manner")]
_Needed = Annotated[
    str,
    _one_of(
        "が を に から と は も の まで より しか として としても ではなく エネ 枚 すべて manner た"
        " ~が ~を ~に ~から ~より ~につき ~枚"
    ),
]
_Head = Annotated[
    str,
    _one_of(
        "【自】 【永】 【起】 event ~event cost ~cost ~act ~character battle ~battle"
        " ~アタックする ~サポートする ~リタイアさせる"
    ),
]
_Owner = Annotated[str, _one_of("card player name only_card")]


@dataclass(frozen=True, slots=True)
class _FrameRow(VerbFrame):
    """A frame with the words that ``frames.toml`` may use in it; the file says what each key is."""

    takes: Mapping[_Particle, frozenset[_Sort]]
    needs: tuple[frozenset[_Needed], ...] = ()
    turn: frozenset[_Particle] = frozenset()


@dataclass(frozen=True, slots=True)
class FramesFile:
    """``frames.toml``, for all games or for one: what verbs take, and the words of each sort."""

    frames: tuple[_FrameRow, ...] = ()
    senseless: Mapping[str, Mapping[Pattern, str]] = field(default_factory=dict)
    sorts: Mapping[_Sort, tuple[str, ...]] = field(default_factory=dict)
    zones: Mapping[_Sort, tuple[str, ...]] = field(default_factory=dict)
    units: Mapping[_Sort, tuple[str, ...]] = field(default_factory=dict)
    owners: Mapping[_Owner, tuple[str, ...]] = field(default_factory=dict)
    heads: Mapping[_Head, tuple[str, ...]] = field(default_factory=dict)
    said_of: Mapping[_Sort, tuple[str, ...]] = field(default_factory=dict)
    of: Mapping[_Sort, tuple[str, ...]] = field(default_factory=dict)
    rooms: Mapping[str, int] = field(default_factory=dict)
    leans: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def load_frames(game: Game) -> tuple[FramesFile, ...]:
    """Return what verbs take and which sorts words have, from the file for all games and that of
    ``game``, to check trees by. Raises :class:`CorpusError` with all faults of a file."""
    from rulebook.toml_files.loader import load_toml  # slow, not needed with cached tables

    paths = (game.folder.parent / "frames.toml", game.table("frames.toml"))
    return tuple(load_toml(path, FramesFile, hint=_HINT) for path in paths if path.exists())


class Vocabulary(dict[str, W]):
    """The words of one class: those that the tables list, and others, made when looked up."""

    def __init__(self, kind: Callable[..., W], sorts: Sets, owners: Sets, unlisted: Set[str]):
        """Make the words that ``sorts`` lists, each with its possible ``owners`` (``player`` for
        “level”). Any other word is made when it is looked up, with the sorts ``unlisted`` (card,
        zone), because cards have words that no table lists. By sorts and owners, checks see whether
        a verb, an owner and a noun fit, or a word was lost."""
        self._kind, self._unlisted = kind, unlisted
        for word, listed in sorts.items():
            self[word] = kind(word, listed, owners.get(word, frozenset()))

    def __missing__(self, word: str) -> W:
        """Return ``word``, which no table lists, with the sorts of an unlisted one."""
        return self._kind(word, self._unlisted)


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The words and verb forms of a game with what the tables say about them, passed to the
    builders. ``corpus/frames.toml`` describes its tables, which have the same names here."""

    verbs: VerbForms
    senses: Mapping[str, Senses]  # frames by verb, or by class for predicates without a verb
    words: Vocabulary[Word]
    zones: Vocabulary[Zone]
    units: Vocabulary[Counter]
    heads: Sets  # what an ability with an icon or keyword has or lacks
    said_of: Sets  # the sorts of nouns that a word (この) is said of
    of: Sets  # the sorts of owners (の) of a noun
    rooms: Mapping[str, int]  # the most cards that a zone can hold
    leans: Sets  # the verbs of the acts that a word (それら) can refer to


def make_lexicon(verbs: Iterable[tuple[str, str]], files: Sequence[FramesFile]) -> Lexicon:
    """Return the lexicon of a game with ``verbs``, each with its row of conjugation, to check
    trees. A game's file adds senses and sorts to those for all games; ``rooms`` are its own. An
    unlisted noun is of any sort, since any card may print it; an unlisted unit counts nothing."""
    senses: dict[str, Senses] = {}
    for row in (row for file in files for row in file.frames):
        senses |= {verb: (*senses.get(verb, ()), row) for verb in row.verbs}
    owners = _by_word(file.owners for file in files)
    return Lexicon(
        forms_of(Verb(verb, row, senses.get(verb)) for verb, row in verbs),
        senses,
        Vocabulary(Word, _by_word(file.sorts for file in files), owners, ANYTHING),
        Vocabulary(  # a zone that is not listed is on the table, as most are
            Zone, _by_word(file.zones for file in files), owners, frozenset({"zone", "table"})
        ),
        Vocabulary(Counter, _by_word(file.units for file in files), {}, frozenset()),
        _by_word(file.heads for file in files),
        _by_word(file.said_of for file in files),
        _by_word(file.of for file in files),
        {word: room for file in files for word, room in file.rooms.items()},
        {word: frozenset(verbs) for file in files for word, verbs in file.leans.items()},
    )


def _by_word(tables: Iterable[Mapping[str, tuple[str, ...]]]) -> Sets:
    """Return the sorts of each word; the ``tables`` list words by sort. Two sorts are added: a card
    that is not an event is also a ``character``, because most stand on the table, and a zone that
    is not a pile is also a ``table``, where verbs like 登場する (appear) put cards."""
    found: dict[str, frozenset[str]] = {}
    for sort, words in ((sort, words) for table in tables for sort, words in table.items()):
        found |= {word: found.get(word, frozenset()) | {sort} for word in words}
    for word, sorts in found.items():
        if "card" in sorts and "event" not in sorts:
            found[word] |= {"character"}
        if "zone" in sorts and "pile" not in sorts:
            found[word] |= {"table"}
    return found
