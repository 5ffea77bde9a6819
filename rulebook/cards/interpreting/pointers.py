"""Resolve words that point, and add what they may point at: その (that), それ (it), それら (they),
残り (the rest), 選んだ (chosen), この効果で…した (which this effect …). この is “this”."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping

from rulebook.cards.interpreting import thing_words
from rulebook.cards.interpreting.discourse import Context, Place, Rank, Referent
from rulebook.cards.meaning.action_types import type_of
from rulebook.cards.meaning.nodes import PointerMeaning, TextPlace
from rulebook.cards.tree import acts, card, nouns, qualities, roles
from rulebook.cards.tree.node import Node, children, walk
from rulebook.cards.tree.verbs import Form
from rulebook.cards.tree.words import Kind, Limit, Marking, Period, Pointer, Relation, Word
from rulebook.clauses.corpus import Corpus
from rulebook.records import dataclass, field

_COST = "コスト"
_DAMAGE = "damage"
_NOT_DECLARED = "nothing was declared before"
_MAY_POINT = {nouns.Noun, nouns.Pointing, nouns.Description, nouns.Caused, nouns.Which}
_MAY_POINT |= {nouns.Related}
_SHOWING = (acts.Reveal, acts.Look, acts.TurnUp, acts.Show)
_NAMES = (qualities.CardName, qualities.Trait)


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
    characters: tuple[str, ...] = ()  # other words for a character: バトル相手
    of_cards: tuple[str, ...] = ()  # numbers of a card: そのコスト is that of the last
    of_outcome: Mapping[str, str] = field(default_factory=dict)  # 当てる for 当たり
    left_out: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The sorts of the object of each verb, for texts that leave it out: 1体選び、破壊する."""

    def of_noun(self, noun: nouns.Noun) -> str:
        """Return the sort of ``noun``, which decides what a pronoun can refer to (“that character”:
        only cards): by the table ``sorts`` for common nouns ("other" if it is not listed), by its
        class for amounts of damage, phases, kinds and marks, which need no listing."""
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
    """Return the tables of meaning.toml in ``corpus``, by which それ finds a thing of the right
    sort: the sort of each noun (character: cards), how words point, which nouns are characters or
    numbers of a card, what outcomes (当たり, a hit) and omitted objects an action has. Without the
    file, every common noun is "other". Raises :class:`CorpusError` for a bad one."""
    path = corpus.folder / "meaning.toml"
    if not path.exists():
        return Sorts({}, {})
    # Not at the top: normally the cache has the sorts, and nothing reads TOML.
    from rulebook.toml_files.loader import load_toml

    file = load_toml(path, _SortsFile, hint="See CONTRIBUTING.md, “Meanings of card texts”.")
    of_word, of_pointer, of_outcome = (
        {word: name for name, words in lists.items() for word in words}
        for lists in (file.sorts, file.pointers, file.outcomes)
    )
    return Sorts(of_word, of_pointer, file.characters, file.of_cards, of_outcome, file.left_out)


# ---- Pointers


def pointers_in(ability: card.Ability, sorts: Sorts) -> tuple[int, ...]:
    """Return where possible pointers in ``ability`` start: other phrases need no slow search."""
    starts: list[int] = []
    for node in (each for each, _, _ in ability.inside if type(each) in _MAY_POINT):
        may_point = True
        match node:
            case nouns.Noun(word=word):
                # “This damage” is what was dealt before; any other この is the text's own card.
                dealt = thing_words.is_this(node.qualifiers) and sorts.of_noun(node) == _DAMAGE
                may_point = dealt or (isinstance(word, Word) and word.value in sorts.of_pointer)
            case nouns.Pointing(pointer=pointer):
                may_point = pointer != Pointer.THIS
            case nouns.Related(relation=relation):
                may_point = relation == Relation.PUT_ON  # “put there”: by this text
        if may_point:
            starts.append(node.start)
    return tuple(sorted(starts))


def references(node: Node, context: Context) -> Iterator[PointerMeaning]:
    """Yield the pointers in ``node`` with their antecedents, in text order, for the meaning of the
    phrase. Phrases without a pointing word are recognised by a binary search, without a walk."""
    first = bisect_left(context.pointers, node.start)
    if first == len(context.pointers) or context.pointers[first] >= node.end:
        return
    passed = None
    for inner in walk(node):
        if isinstance(inner, roles.Means) and is_it(inner.thing):
            passed = inner.thing
            yield context.last_action(inner)
        elif inner is passed:
            continue
        elif isinstance(inner, nouns.Counted) and is_it(inner.thing, "それぞれ"):
            passed = inner.thing  # それぞれ2枚 (2 of each) counts the things before: no pointer
        elif isinstance(inner, (nouns.Noun, nouns.Named, nouns.Place, nouns.Mixed)):
            yield from pointers_of(inner, context)
        elif isinstance(inner, (nouns.Counted, nouns.Quoted, nouns.Icons)):
            yield from _pointers_of_qualifiers(inner, inner.qualifiers, "cards", "カード", context)


def is_it(thing: Node | None, it: str = "それ") -> bool:
    """Whether ``thing`` is the pronoun ``it`` alone. Its antecedent depends on particle and verb,
    so callers ask first: an action for それで (by it), an ability for “trigger it”, else cards."""
    return (
        isinstance(thing, nouns.Noun) and not thing.qualifiers and thing_words.word_of(thing) == it
    )


def pointers_of(
    noun: nouns.Noun | nouns.Named | nouns.Place | nouns.Mixed, context: Context
) -> Iterator[PointerMeaning]:
    """Yield the pointers in ``noun``, its head (それ) and its qualifiers (その, 選んだ), each with
    its antecedent: the zone and owner of the thing are often only stated there. A head with another
    qualifier than an owner (「A」の残り, the rest of “A”) is not a pointer: its whole is stated."""
    word = thing_words.word_of(noun)
    way = context.sorts.of_pointer.get(word)
    if way and all(isinstance(qualifier, nouns.Owned) for qualifier in noun.qualifiers):
        yield _pointer_by(way, noun, "cards", word, context)
    sort = thing_words.sort_of(noun, context.sorts)
    # “That soul”, “that cost”: of a card, unless the text has named such a thing.
    of_card = isinstance(noun, nouns.Noun) and isinstance(noun.word, (Kind, Marking))
    of_card = of_card or context.sorts.of_word.get(word) == "possessions"
    if not of_card and word in context.sorts.of_cards:
        elsewhere = (r for r in context.referents if r.start != noun.start)
        of_card = not any(word in referent.words for referent in elsewhere)
    if of_card:
        sort, word = "cards", "カード"
    yield from _pointers_of_qualifiers(noun, noun.qualifiers, sort, word, context)


def _pointers_of_qualifiers(
    noun: Node, qualifiers: tuple[nouns.Qualifier, ...], sort: str, word: str, context: Context
) -> Iterator[PointerMeaning]:
    """Yield the pointers among the ``qualifiers`` of ``noun`` (その, 選んだ). その itself fits any
    antecedent, so the head noun decides: ``sort`` must be equal and, if possible, ``word``. A
    clause in the past (“the character that supported”) points to who took part in that action."""
    bare = len(qualifiers) == 1
    for qualifier in qualifiers:
        at, found = TextPlace(qualifier.start, noun.end), None
        match qualifier:
            case nouns.Pointing(pointer=Pointer.THIS):
                # “This damage” was dealt just before; この of a card or an effect is no pointer.
                dealt = context.antecedent(at, sort, word) if sort == _DAMAGE else None
                found = dealt if dealt and dealt.to else None
            case nouns.Pointing(pointer=pointer) if way := context.sorts.of_pointer.get(
                pointer.value
            ):
                found = _pointer_by(way, at, sort, word, context, bare)
            case nouns.Description(described=described):
                # “1 chosen of these” (のうち) is the choice itself, so it refers to no earlier one.
                related = [q.relation.value for q in qualifiers if isinstance(q, nouns.Related)]
                if "のうち" not in related:
                    found = _pointer_of_description(described.value, at, context)
            case nouns.Caused(cause=cause):
                found = context.put_before(at, word, in_cost=_COST in cause.value)
            case nouns.Related(relation=Relation.PUT_ON):
                # In “put there by this effect”, the cause is the pointer. If this text did not
                # put anything anywhere, any card that was put there is included.
                caused = any(isinstance(q, (nouns.Caused, nouns.Pointing)) for q in qualifiers)
                put = context.put_before(at, word, in_cost=False)
                found = put if put.to and not caused else None
            case nouns.Which(act=act):
                # “Revealed by this effect”; else “the number declared” (not “the player who
                # declared”); else “the character that supported”, who took part in an event.
                found = _card_of_this_effect(act, at, word, context)
                declares = isinstance(act, acts.Declare) and act.form is Form.PAST
                if found is None and declares and not act.complements and sort != "players":
                    found = context.last_object_of(at, ("declare",), _NOT_DECLARED)
                # With an ordinal (the third of those put there), it refers to none of them alone.
                numbered = any(isinstance(q, nouns.Ordinals) for q in qualifiers)
                if found is None and act.form in (Form.PAST, Form.PAST_PASSIVE) and not numbered:
                    found = _participant(act, at, context)
        if found:
            yield found


def _pointer_of_description(described: str, at: Place, context: Context) -> PointerMeaning | None:
    """Return the pointer for 選んだ (chosen), 宣言した (declared), 公開された (shown), or None."""
    if described.endswith("選んだ"):
        chooser = described.removesuffix("選んだ").removesuffix("が")  # 相手が選んだ; or ""
        return context.last_chosen(at, chooser)
    if described.endswith("宣言した"):
        return context.last_object_of(at, ("declare",), _NOT_DECLARED)
    return context.last_shown(at) if described.startswith("公開") else None


def _participant(act: acts.Act, at: Place, context: Context) -> PointerMeaning | None:
    """Return a pointer to the card of an earlier act that the clause ``act`` before it repeats. If
    a trigger or condition (an event, which stores both sides) had the verb, “the character that
    supported” is its agent, and “that was supported” its patient. Else an effect did it, or the
    clause says so (“put on the stage by this effect”, with a zone): then it is the only card to
    which that was done. None if the clause says more, as it then means any card like that."""
    passive = act.form is Form.PAST_PASSIVE
    if not act.complements:
        found = context.participant(at, act.verb.value, passive=passive)
        if found is not None:
            return found
    for part in act.complements:
        qualifiers = thing_words.qualifiers_of(getattr(part, "thing", None))
        of_this = isinstance(part, roles.Means) and thing_words.is_this(qualifiers)
        if not of_this and (qualifiers or not isinstance(part, (roles.Source, roles.Target))):
            return None
    return context.only_object_of(at, type_of(act), act.verb.value)


def _pointer_by(
    way: str, at: Place, sort: str, word: str, context: Context, bare: bool = False
) -> PointerMeaning:
    """Return the pointer found in the ``way`` that meaning.toml lists for a pointing word:
    ``those``, ``rest``, or その to the last that fits ``sort`` and ``word``. One that is ``bare``
    (その alone) may also mean a card found by a condition."""
    if sort == "times":
        # A time not mentioned before is the time in which the ability is played.
        found = context.antecedent(at, "times", word)
        current = PointerMeaning(at.start, at.end, None, f"current:{word}", True)
        return found if found.to else current
    if way == "those" and sort not in ("zone", "places"):  # of cards alone
        return context.plural_antecedent(at, word)
    if way == "rest":
        # Cards that paid a cost are gone: nothing of them is left.
        with context.limited_to(context.referents_since(context.cost_count)):
            return context.rest_of_group(at, word)
    return context.antecedent(at, sort, word, bare=bare)


def _card_of_this_effect(
    act: acts.Act, at: Place, word: str, context: Context
) -> PointerMeaning | None:
    """Return the pointer to the card to which this very effect did ``act`` (“put by this effect”),
    None if it may be any card. “Revealed” alone is by this effect, “revealed from the hand” may be
    by any. For “for the cost”, only cards moved as a cost count. Choices, looks and moves are
    stored separately."""
    inside = [node for node in walk(act) if isinstance(node, nouns.Noun)]
    effects = (noun for noun in inside if noun.word in (Word.EFFECT, Word.ABILITY))
    shown = isinstance(act, _SHOWING) and act.form is Form.PAST and not act.complements
    if not shown and not any(thing_words.is_this(noun.qualifiers) for noun in effects):
        return None
    if isinstance(act, acts.Choose):
        return context.last_chosen(at)
    if isinstance(act, _SHOWING):
        return context.last_shown(at)
    in_cost = any(thing_words.word_of(noun) == _COST for noun in inside)
    return context.put_before(at, word, in_cost=in_cost)


def mention(
    thing: nouns.Thing | nouns.Quantity,
    context: Context,
    *,
    how: str = "",
    rank: Rank = Rank.ARGUMENT,
    name: str | None = None,
    quantity: nouns.Quantity | None = None,
    every: bool = False,
    source: Node | None = None,
) -> None:
    """Add ``thing``, taken out of ``source``, and the things inside it as referents, candidates for
    later antecedents. Each argument serves words that choose among these: ``how``, the action done
    to it (“revealed”), the ``name`` of its choice (“chosen”), ``quantity`` and ``every``, which
    make it several (それら). A high ``rank`` is less likely; this card has the highest, because
    texts call it このカード. A zone that stands for its cards (“2 of the hand”) becomes two
    referents: “that card” and “that hand”. 残り (the rest), mentioned again, leaves out the same
    cards."""
    thing = thing_words.with_counted_marks_as_cards(thing)
    several = every or (quantity is not None and is_many(quantity))
    if context.pointers:  # only words such as その refer to things inside others
        _mention_inside(thing, context)
    if not isinstance(thing, nouns.Thing):
        return
    sort, own_words = thing_words.sort_of(thing, context.sorts), thing_words.referring_nouns(thing)
    words = nouns_of_thing = frozenset(own_words)
    if sort == "zone":
        words |= {Word.CARD.value}  # “that card” may be in it
    elif not words.isdisjoint(context.sorts.characters):
        words |= {Word.CHARACTER.value}  # an opponent in battle, too
    inner = thing.thing if isinstance(thing, nouns.Beside) else None
    zone = inner if isinstance(inner, nouns.Place) else thing  # “that deck” is all
    cards_of_zone = sort == "zone" and bool(how or several)
    if cards_of_zone:
        words_of_zone = frozenset(thing_words.referring_nouns(zone))
        context.add(Referent(zone.start, zone.end, "zone", words_of_zone))
    if cards_of_zone or thing_words.counts_cards(quantity):
        sort = "cards"
    elif sort == "zone":
        thing = zone
    elif sort == thing_words.THIS_CARD:
        sort, rank = "cards", Rank.ITSELF if rank is Rank.ARGUMENT else Rank.ITSELF_INSIDE
    place, name, less = _identity_of_referent(thing, context, name, quantity)
    if cards_of_zone and not name:
        # Some cards of a zone may be anything (no words: any noun fits); all are the zone.
        words = frozenset() if quantity is not None else nouns_of_thing
    own = thing_words.number_inside(thing)
    several = several or isinstance(thing, (nouns.Every, nouns.Both)) or bool(own and is_many(own))
    zones = thing_words.zones_of(thing) or thing_words.zones_of(source)
    among = None
    if source is not None and thing_words.sort_of(source, context.sorts) == "cards":
        among = next((r.to for r in references(source, context) if r.to), None)
        # 残り after “from among them” is the rest of that group.
        context.add_part(among, TextPlace(*place), name)
    part = among is not None
    context.add(Referent(*place, sort, words, several, name, how, rank, zones, part, less))


def _mention_inside(thing: Node, context: Context) -> None:
    """Add the things inside ``thing`` as referents, the innermost first: of “a card of the deck”,
    the deck. A later その may refer to them, but more likely to ``thing``, added last."""
    for inner in children(thing):
        if isinstance(inner, nouns.Thing):
            mention(inner, context, rank=Rank.MENTIONED)
        elif isinstance(inner, nouns.Qualifier):
            _mention_inside(inner, context)
            match inner:
                case nouns.In(zones=zones):
                    words = frozenset(zone.value for zone in zones)
                    context.add(Referent(inner.start, inner.end, "zone", words))
                case nouns.Qualities():
                    words = frozenset({"特徴", "属性"})  # for “that trait”
                    context.add(Referent(inner.start, inner.end, "qualities", words))
    if isinstance(thing, nouns.Place):
        # “The soul of A”: the tree has A as a quality, so a later その would not find it.
        own = (part for part in children(thing) if isinstance(part, nouns.Qualities))
        named = [n for part in own for n in children(part) if isinstance(n, _NAMES)]
        if named:
            start, end = thing.qualifiers[0].start, named[-1].end
            words = frozenset({Word.CHARACTER.value, Word.CARD.value})
            context.add(Referent(start, end, "cards", words))


def _identity_of_referent(
    thing: nouns.Thing, context: Context, name: str | None, quantity: nouns.Quantity | None
) -> tuple[tuple[int, int], str | None, tuple[PointerMeaning, ...]]:
    """Return by what later pointers find ``thing``: its place, the name of its choice, and what
    残り excludes from it (``less``). For a phrase that begins with a pointer (“that character”),
    these are of the antecedent, as both are one. A phrase with its own ``name`` or ``quantity`` was
    chosen or counted out of the antecedent, and may be only a part."""
    whole = name is None and quantity is None
    if whole and context.pointers and isinstance(thing, (nouns.Noun, nouns.Named)):
        found = next(pointers_of(thing, context), None)
        if found and found.to and found.start == thing.start:
            at = (r for r in context.referents if r.place == found.to)
            # If only an action is there, its cards were not mentioned: this is their first mention.
            if any(referent.sort != "actions" for referent in at):
                return (found.to.start, found.to.end), found.name, found.less
    return thing_words.place_with_number(thing, quantity), name, ()


def is_many(quantity: nouns.Quantity) -> bool:
    """Whether ``quantity`` may be more than one (a letter; ずつ, each), for a later それら."""
    more = not isinstance(quantity.count, int) or quantity.count > 1
    return more or quantity.limit == Limit.EACH
