"""Find the nouns of a noun phrase, its marks and the sort of each noun (``meaning.toml``). By this
one sort, pronouns find antecedents; ``frames.toml`` has all sorts, to refuse nonsense."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rulebook.cards.printing.unparser import unparse
from rulebook.cards.tree import card, nouns, qualities
from rulebook.cards.tree.node import Node, NodeType
from rulebook.cards.tree.words import Counter, Kind, Marking, Period, Word
from rulebook.clauses.corpus import Corpus
from rulebook.records import dataclass, field, replace

CHARACTER = "キャラ"
AROUND_NOUN = (nouns.Every, nouns.Bound, nouns.Counted, nouns.Total, nouns.Sum, nouns.Product)
"""The phrases around a noun, such as its number or bound."""
_CARDS = Counter("枚")


def qualifiers_of(node: object) -> tuple[nouns.Qualifier, ...]:
    """Return the qualifiers of ``node``, () if its class has none: callers check no classes."""
    return getattr(node, "qualifiers", ())


def word_of(noun: Node) -> str:
    """Return the head noun of ``noun``, by which antecedents are found: キャラ for a bare quality
    (《A》), as そのキャラ may refer to it."""
    match noun:
        case nouns.Noun(word=word):
            return "ダメージ" if isinstance(word, nouns.Damage) else word.value
        case nouns.Place(zone=zone):
            return zone.value
        case nouns.Mixed(word=word):
            return word.value
    return CHARACTER


def printed_nouns(thing: Node | None) -> Iterator[str]:
    """Yield the nouns that the text has for ``thing``, none for a bare name, 「A」. They become the
    ``words`` of its meaning, which must not contain a noun that the text lacks."""
    match thing:
        case nouns.Named():
            pass
        case nouns.Player(person=person):
            yield person.value
        case nouns.Icons(icons=icons):
            yield from (icon.value for icon in icons)
        case nouns.Spoken(alternatives=names):
            yield from (name.text for name in names)
        case nouns.Quoted(quotation=quotation):
            for ability in quotation.abilities:
                named = None if is_quoted_in_full(ability) else ability.keyword
                yield named.name.value if named else unparse(ability)
        case nouns.Both(things=things) | nouns.Either(things=things):
            owned = isinstance(thing, nouns.Both) and not isinstance(things[-1], nouns.Player)
            for inner in things:
                # 自分と相手のエントリー: the player is the owner.
                if not (owned and isinstance(inner, nouns.Player)):
                    yield from printed_nouns(inner)
        case nouns.Thing() if isinstance(thing, (*AROUND_NOUN, nouns.Beside)):
            yield from printed_nouns(thing.thing)
        case _:
            yield from referring_nouns(thing)
            # The class of marks belongs to one game, so its field is asked by name.
            yield from (marking.value for marking in getattr(thing, "markings", ()))


def is_quoted_in_full(ability: card.Ability) -> bool:
    """Whether ``ability`` is quoted with its cost or text. If it is only named (『チェンジ』),
    things are described by its name: 『チェンジ』を持つキャラ."""
    return ability.keyword is None or bool(ability.marks and (ability.cost or ability.text))


def referring_nouns(thing: Node | None) -> Iterator[str]:
    """Yield the nouns by which later words may refer to ``thing``. Unlike in :func:`printed_nouns`,
    a bare name, 「A」, counts as キャラ, since そのキャラ may refer to it."""
    match thing:
        case nouns.Noun() | nouns.Mixed() | nouns.Place():
            yield word_of(thing)
        case nouns.Named():
            yield CHARACTER
        case nouns.Both(things=things) | nouns.Either(things=things):
            for inner in things:
                yield from referring_nouns(inner)
        case nouns.Thing() if isinstance(thing, (*AROUND_NOUN, nouns.Beside)):
            yield from referring_nouns(thing.thing)


def counts_cards(quantity: nouns.Quantity | None) -> bool:
    """Whether ``quantity`` counts cards, by its unit 枚: 手札を1枚 is a card, not the zone."""
    return quantity is not None and quantity.unit == _CARDS


def with_marks_as_cards(thing: Node) -> Any:
    """Return ``thing`` with marks read as cards that have them: 【ブロッカー】 of
    【ブロッカー】を1枚. A mark names an ability (reb 11.1.1), but 枚 counts cards."""
    match thing:
        case nouns.Noun(word=(Kind() | Marking()) as mark):
            start = thing.qualifiers[-1].end if thing.qualifiers else thing.start
            has = qualities.WithMark(start, thing.end, (mark,), True)
            return nouns.Named(thing.start, thing.end, thing.qualifiers, (has,))
        case nouns.Both(things=things) | nouns.Either(things=things):
            found = tuple(map(with_marks_as_cards, things))
            return thing if found == things else replace(thing, things=found)
        case nouns.Counted(thing=nouns.Thing() as inner) | nouns.Total(thing=inner):
            found = with_marks_as_cards(inner)
            return thing if found is inner else replace(thing, thing=found)
    return thing


def with_counted_marks_as_cards(thing: Node) -> Any:
    """Return ``thing`` with marks as cards that have them if its number is in 枚, else unchanged:
    【ブロッカー】1枚 is a card, but 【スパーク】1つ is an ability."""
    counted = isinstance(thing, (nouns.Counted, nouns.Total)) and counts_cards(thing.quantity)
    return with_marks_as_cards(thing) if counted else thing


class OfEach(nouns.Quantity, metaclass=NodeType):
    """A number of each of several things, counted one by one: それぞれ1枚."""


class InAll(nouns.Quantity, metaclass=NodeType):
    """A number of several things counted together: 《A》か《B》を合計2枚."""


def place_with_number(thing: Node, quantity: nouns.Quantity | None) -> tuple[int, int]:
    """Return start and end of ``thing`` with its ``quantity``, as pointers lead to both. A number
    for each of several things (それぞれ1枚) belongs to no single one, and is left out."""
    if quantity is None or isinstance(quantity, OfEach):
        return thing.start, thing.end
    return min(thing.start, quantity.start), max(thing.end, quantity.end)


@dataclass(frozen=True, slots=True)
class _SortsFile:
    """``corpus/meaning.toml``: the nouns of each sort, and the words that point."""

    sorts: Mapping[str, tuple[str, ...]]
    pointers: Mapping[str, tuple[str, ...]]
    characters: tuple[str, ...] = ()
    of_cards: tuple[str, ...] = ()
    outcomes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    left_out: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sorts:
    """The sort of each noun, and which way each word points (``back``, ``those``, ``rest``)."""

    of_word: Mapping[str, str]
    of_pointer: Mapping[str, str]
    characters: frozenset[str] = frozenset()  # other words for a character: バトル相手
    of_cards: frozenset[str] = frozenset()  # numbers of a card: そのコスト is that of the last
    of_outcome: Mapping[str, str] = field(default_factory=dict)  # 当てる for 当たり
    left_out: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The sorts of the object of each verb, for texts that leave it out: 1体選び、破壊する."""

    def of_noun(self, noun: nouns.Noun) -> str:
        """Return the sort of ``noun``: by the table for common nouns ("other" if it is not listed),
        by its class for amounts of damage, phases, kinds and marks, which need no listing."""
        match noun.word:
            case nouns.Damage():
                return "damage"
            case Period():
                return "times"
            case Kind() | Marking():
                return "abilities"
            case Word(value=value):
                return self.of_word.get(value, "other")


def load_sorts(corpus: Corpus) -> Sorts:
    """Return the sorts that meaning.toml of ``corpus`` lists, by word, for look-ups. Without the
    file, every plain noun is "other". Raises :class:`CorpusError` if malformed."""
    path = corpus.folder / "meaning.toml"
    if not path.exists():
        return Sorts({}, {})
    # Not at the top: normally the cache has the sorts, and nothing reads TOML.
    from rulebook.toml_files.loader import load_toml

    file = load_toml(path, _SortsFile, hint="See CONTRIBUTING.md, “Meanings of card texts”.")
    characters, of_cards = frozenset(file.characters), frozenset(file.of_cards)
    of_word, of_pointer = _list_by_word(file.sorts), _list_by_word(file.pointers)
    of_outcome = _list_by_word(file.outcomes)
    return Sorts(of_word, of_pointer, characters, of_cards, of_outcome, file.left_out)


def _list_by_word(lists: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    """Return, for each word in ``lists``, the name of its list, for look-ups by word."""
    return {word: name for name, words in lists.items() for word in words}
