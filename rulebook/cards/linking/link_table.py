"""The concept keys of the rules that a card text uses, each at its place (``zone:山札``, the deck;
``verb:アタックする:past``, attacked), and the table of the clauses that explain them in a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, zip_longest
from operator import itemgetter
from typing import Any, TypeVar

from rulebook.cards.tree import acts, card, nouns, qualities, roles
from rulebook.cards.tree.node import Node, walk
from rulebook.cards.tree.verbs import FORBIDDEN, Form
from rulebook.cards.tree.words import Kind, Limit, MannerWord, Period, Pointer, Vague, Word, Zone
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.findings import Finding
from rulebook.clauses.game import Game
from rulebook.records import dataclass

_THIS_OR_THAT = (Pointer.THIS, Pointer.THAT)

Key = tuple[Node, *tuple[str, ...]]
"""A node with its concept keys, most specific first; the first one in the table of links counts."""

Keys = Iterator[Key]

# Functions that yield concept keys of a class of nodes, in addition to its own (``Node.keys``).
_REGISTERED: list[tuple[type[Node], Callable[..., Keys]]] = []

R = TypeVar("R", bound=Callable[..., Keys])


def yields_keys_of(*kinds: type[Node]) -> Callable[[R], R]:
    """Return a decorator that registers a function for nodes of ``kinds``, whose concept keys
    (``zone:山札``, which lead to clauses) it yields. Modules for single games add some, too."""

    def remember(yields: R) -> R:
        """Register ``yields`` for nodes of each of ``kinds``; return it, as a decorator must."""
        _REGISTERED.extend((kind, yields) for kind in kinds)
        return yields

    return remember


@yields_keys_of(card.Ability)
def _trigger_keys(ability: card.Ability) -> Keys:
    """Yield the key of the trigger of an automatic ability, 【自】 (ws 8.1.1.2.1): its first event
    or time. Of “in the … phase, when …”, only the event is the trigger. Any other start or end of a
    time (“at end of turn”) delays an effect, and has a key for the clause on delays (ws 8.7.5)."""
    kinds = [mark.kind for mark in ability.marks if isinstance(mark, card.KindMark)]
    is_waiting = Kind.AUTO in kinds
    found = list(card.steps(ability))
    for step, behind in zip_longest(found, found[1:]):
        if is_waiting and card.is_trigger(step):
            is_waiting = card.is_time_of_trigger(step, behind)
            if not is_waiting:
                yield step, "trigger"
            continue
        match step:
            case card.Frame(role=roles.At(thing=nouns.Noun(word=Word.BEGINNING | Word.END))):
                yield step, "trigger:delayed"


@yields_keys_of(card.When)
def _zone_change_keys(when: card.When) -> Keys:
    """Yield the key of each event in which a card was put into a zone: rules have clauses on it."""
    for event in when.events:
        if isinstance(event, acts.Put) and event.form is Form.PAST_PASSIVE:
            yield event, "trigger:zone-change"


@yields_keys_of(card.Reminder)
def _reminder_keys(reminder: card.Reminder) -> Keys:
    """Yield two keys for a reminder in brackets: one for the clause on all reminders, and one with
    its words, on which a game may have clauses. A reminder after ※ has no key."""
    if reminder.text.startswith("（"):
        yield reminder, "reminder"
        yield reminder, f"reminder:{reminder.text[1:-1]}"


@yields_keys_of(acts.Act)
def _verb_keys(act: acts.Act) -> Keys:
    """Yield the keys of the verb with and without its form, as clauses on 置かれた (was put) may
    differ from those on 置く (put). A forbidden act also has a key for clauses on bans."""
    verb = f"verb:{act.verb.value}"
    yield act, f"{verb}:{act.form.label}", verb
    # いない (is not there) forbids nothing.
    if act.form in FORBIDDEN and not isinstance(act, acts.Exist):
        yield act, "forbidden"


@yields_keys_of(acts.Choose)
def _choice_number_keys(act: acts.Act) -> Keys:
    """Yield the key for the number of a choice: exact (also “as many”), limited by まで (up to), or
    open. Games have clauses on each kind; “any number” may be 0 (ws 1.3.5)."""
    for part in act.complements:
        match part:
            case roles.HowMany(quantity=number) | roles.HowManyAnd(quantity=number):
                is_open = isinstance(number.count, Vague) and number.count != Vague.SAME
                limited = "choose:まで" if number.limit == Limit.UP_TO else "choose:number"
                yield number, "choose:any-number" if is_open else limited


@yields_keys_of(acts.Act)
def _deck_keys(act: acts.Act) -> Keys:
    """Yield the keys of three uses of a deck. With an upper limit (“up to 3”), fewer cards may be
    taken (ws 3.2.3.1); “from the top of the deck”, cards are taken one by one (ws 3.2.3); for
    looking at cards or revealing them, clauses say how it is done."""
    for part in act.complements:
        match part:
            case (
                roles.HowMany(quantity=nouns.Quantity(limit=Limit.UP_TO) as number)
                | roles.Object(thing=nouns.Quantity(limit=Limit.UP_TO) as number)
            ) if isinstance(act, acts.Draw) or _has_deck(act):
                yield number, "deck:まで"
            case roles.Source(thing=nouns.Beside(thing=nouns.Place(zone=Zone.DECK))):
                yield part, "deck:から"
    if isinstance(act, (acts.Look, acts.Reveal)) and _has_deck(act):
        yield act, f"deck:{act.verb.value}"


def _has_deck(act: acts.Act) -> bool:
    """Whether a deck is named in ``act``: only there, not in other zones, games have clauses on
    upper limits (“up to 3”) and looks, of which :func:`_deck_keys` yields the keys."""
    return any(isinstance(n, nouns.Place) and n.zone == Zone.DECK for n in walk(act))


@yields_keys_of(acts.Put, acts.Move)
def _goal_keys(act: acts.Act) -> Keys:
    """Yield the key of each zone or slot into which a card is put, and a second key if the text
    does not say how: a rule then says how it is oriented. Past events (“was put”) put nothing."""
    if act.form in (Form.PAST, Form.PAST_PASSIVE):
        return
    oriented = any(isinstance(part, roles.Manner) for part in act.complements)
    for goal in dict.fromkeys(_nouns_in(act, roles.Target)):
        yield act, f"put:{goal}"
        if not oriented:
            yield act, f"put-plain:{goal}"


_KEYS_BY_NOUN: dict[type[acts.Act], tuple[str, tuple[type[roles.Role], ...]]] = {
    acts.ModifyBy: ("modify", (roles.Object, roles.Target)),  # “ATK +100” (los 8.9)
    acts.Declare: ("declare", (roles.Object,)),  # anything of that sort that exists (vs 2.15.3)
    acts.Return: ("return-to", (roles.Target,)),  # “to the original number”, no zone (gbf 10-15-1)
}


@yields_keys_of(*_KEYS_BY_NOUN)
def _keys_by_noun(act: acts.Act) -> Keys:
    """Yield the concept key of an act with the noun that decides its clause: modify:ATK."""
    key, kinds = _KEYS_BY_NOUN[type(act)]
    yield from ((act, f"{key}:{word}") for word in _nouns_in(act, *kinds))


def _nouns_in(act: acts.Act, *kinds: type[roles.Role]) -> Iterator[str]:
    """Yield the nouns and zones in the complements of ``kinds`` (マーカー, “as a marker”), from
    which keys are made where a clause depends on the noun or the place."""
    for part in (part for part in act.complements if isinstance(part, kinds)):
        match part.thing:
            case nouns.Noun(word=Word() as word) | nouns.Place(zone=word):
                yield word.value


@yields_keys_of(acts.Put, acts.Turn)
def _manner_keys(act: acts.Act) -> Keys:
    """Yield the keys of how a card is put: the side that is up with use and zone (裏向き:思い出,
    down in Memory), or the use (as:マーカー, marker); what it becomes (gbf 10-12-1); the keyword
    that moves it (“put by 『Change』”). Games have clauses on single uses, zones and keywords."""
    sides = [part for part in act.complements if isinstance(part, roles.Manner) and _side(part)]
    uses, goals = list(_nouns_in(act, roles.As)), list(_nouns_in(act, roles.Target))
    for goal in (*uses, *goals):
        yield from ((part, f"{_side(part)}:{goal}") for part in sides)
    if not sides:
        yield from ((act, f"as:{use}") for use in uses)
    if isinstance(act, acts.Turn):
        yield from ((act, f"into:{goal}") for goal in goals)
        return
    for part in (part for part in act.complements if isinstance(part, roles.Means)):
        names = (node.name.value for node in walk(part) if isinstance(node, card.Keyword))
        yield from ((part, f"put-by:{name}") for name in names)


def _side(part: roles.Manner) -> str:
    """Return which side of a card is up, for its key: 裏向き (down) of 裏向きで; "" without one."""
    return next((side for side in ("裏向き", "表向き") if part.manner.value.startswith(side)), "")


@yields_keys_of(acts.Use)
def _use_keys(act: acts.Act) -> Keys:
    """Yield the key of the use of an ability, by its keyword or kind (“used 『Backup』”), because
    rules define such uses. The first keyword or kind names it. A forbidden use has no key, since
    nothing is used."""
    if act.form in FORBIDDEN:
        return
    for node in walk(act):
        match node:
            case card.Keyword(name=used) | nouns.Noun(word=Kind() as used):
                yield act, f"used:{used.value}"
                return


@yields_keys_of(acts.Modify)
def _modification_keys(modify: acts.Modify) -> Keys:
    """Yield the key of the number that is changed (modify:パワー, power), since games have a clause
    on each, or on ATK and DEF at once; ``modify`` for other nouns, such as an amount of damage."""
    if isinstance(modify.change, nouns.Changes):
        yield modify, "modify:ATK/DEF"
        return
    for part in modify.complements:
        match part:
            case roles.Object(thing=nouns.Noun(word=word)):
                yield modify, f"modify:{word.value}" if isinstance(word, Word) else "modify"


@yields_keys_of(card.Sentence)
def _replacement_keys(sentence: card.Sentence) -> Keys:
    """Yield a key at each かわりに (instead) but after 違うなら (else), which it only stresses."""
    if card.is_other_case(sentence.steps[0]):
        return
    for part in (part for step in sentence.steps for part in card.complements_of(step)):
        match part:
            case roles.InsteadOf() | roles.Manner(manner=MannerWord.INSTEAD):
                yield part, "instead"


@yields_keys_of(roles.At)
def _time_keys(role: roles.Role) -> Keys:
    """Yield the key of the start or end of a phase, step or turn, made from both words
    (time:ターンの始め, start of turn), because a clause lists what happens then."""
    match role.thing:
        case nouns.Noun(word=Word() as moment, qualifiers=qualifiers):
            match next((q for q in qualifiers if isinstance(q, nouns.Of)), None):
                case nouns.Of(thing=nouns.Noun(word=Word() | Period() as whose)):
                    yield role, f"time:{whose.value}の{moment.value}"


@yields_keys_of(roles.During, roles.Until)
def _duration_keys(role: roles.Role) -> Keys:
    """Yield the key of how long an effect lasts (“this turn”), on which rules have clauses. Turns
    and attacks count only with この (this) or その (that): “during your turn” is a condition."""
    noun = role.thing if isinstance(role.thing, nouns.Noun) else None
    word, own = (noun.word, noun.qualifiers) if noun else (None, ())
    points = any(isinstance(q, nouns.Pointing) and q.pointer in _THIS_OR_THAT for q in own)
    if isinstance(role, roles.Until) or (points and word in (Word.TURN, Word.ATTACK)):
        yield role, "duration:アタック" if word == Word.ATTACK else "duration"


@yields_keys_of(nouns.Noun)
def _noun_keys(noun: nouns.Noun) -> Keys:
    """Yield the key of a noun (word:能力, ability). The cost of an ability and the level of a
    player have no key, since the clauses on コスト (cost) and レベル (level) are about cards."""
    word = noun.word
    if isinstance(word, nouns.Damage):
        yield noun, "word:ダメージ"
        return
    if word.value in (Word.COST.value, Word.LEVEL.value):  # texts are compared fastest
        owners = [*map(_owner, noun.qualifiers)]
        of_player = word == Word.LEVEL and owners == ["player"]
        if of_player or (word == Word.COST and "card" not in owners):
            return
    yield noun, f"word:{word.value}"


def _owner(qualifier: nouns.Qualifier) -> str:
    """Return "card" or "player", whichever ``qualifier`` names as the owner of a cost or level,
    else "": their clauses depend on it. A zone stands for its card (エントリーのコスト, Entry)."""
    match qualifier:
        case nouns.Of(thing=nouns.Noun(word=Word.CARD | Word.CHARACTER | Word.OPPOSING)):
            return "card"
        case nouns.Pointing(pointer=Pointer.THAT) | nouns.In():  # “that level”; players are named
            return "card"
        case nouns.Owned() | nouns.Of(thing=nouns.Noun(word=Word.PLAYER)):
            return "player"
    return ""


@yields_keys_of(qualities.Trait, qualities.CardName)
def _name_keys(node: qualities.Trait | qualities.CardName) -> Keys:
    """Yield two concept keys of a trait or card name, which lead to clauses: one with its brackets,
    which games use differently, and a general one for any name of its sort."""
    sort = "trait" if isinstance(node, qualities.Trait) else "card-name"
    yield node, f"{sort}:{node.name.brackets.value}", sort


@cache
def _key_functions(node_class: Any) -> tuple[Callable[..., Iterable[Key]], ...]:
    """Return the functions that yield the concept keys of nodes of ``node_class``: registered ones
    first, for keys that depend on more than a field (a verb and its form), then one for each
    template of a key in the class (``zone:{zone}``). Cached: texts have many nodes of few
    classes."""
    registered = [yields for kind, yields in _REGISTERED if issubclass(node_class, kind)]
    return (*registered, *map(_function_of_template, node_class.keys.split()))


def _function_of_template(template: str) -> Callable[..., Iterable[Key]]:
    """Return the function that yields keys by ``template``, in which braces name a field of the
    node: ``zone:{zone}`` gives ``zone:山札`` (deck), ``icon:{icons}`` a key for each icon."""
    name, _, field = template.removesuffix("}").partition("{")

    def keys(node: Node) -> Iterable[Key]:
        """Return ``node`` with each of its keys, or with ``name`` if no field is in braces."""
        words = getattr(node, field) if field else None
        if isinstance(words, tuple):
            return [(node, name + word.value) for word in words]
        return ((node, name + words.value if words else name),)

    return keys


_HINT = "See CONTRIBUTING.md, “Link a concept key of card texts”."
_SPEAKING = {qualities.WithAbility, acts.Play, acts.Use, acts.Activate, acts.Lose}
"""The classes of nodes that only mention the abilities quoted in them."""


@dataclass(frozen=True, slots=True)
class CardLink:
    """A part of a card text (code points as given), with the clauses that explain its words. It is
    ``mentioned`` if its ability is: 『アンコール』を持つ."""

    start: int
    end: int
    key: str
    concept: str
    clauses: tuple[str, ...]
    mentioned: bool = False


@dataclass(frozen=True, slots=True)
class LinkTable:
    """The concept and the clauses of each concept key in one game."""

    targets: Mapping[str, tuple[str, tuple[str, ...]]]

    def links(self, ability: card.Ability) -> list[CardLink]:
        """Return the links of ``ability`` in text order, outer parts first, for each node by its
        first key with clauses. Links in a quoted ability that no card gets are ``mentioned``."""
        found: list[CardLink] = []
        targets = self.targets
        mentions: list[Node] = []  # quoted abilities that the text gives to no card
        if nouns.Quotation in ability.kinds and not _SPEAKING.isdisjoint(ability.kinds):
            speaking = (node for node, _, _ in ability.inside if type(node) in _SPEAKING)
            inner = (part for node in speaking for part in walk(node))
            mentions += (part for part in inner if isinstance(part, nouns.Quotation))
        for node in (ability, *map(itemgetter(0), ability.inside)):
            kind: Any = type(node)
            for place, *keys in chain.from_iterable(f(node) for f in _key_functions(kind)):
                if key := next(filter(targets.__contains__, keys), None):
                    start, end = place.start, place.end
                    mentioned = bool(mentions) and any(m.start <= start < m.end for m in mentions)
                    found.append(CardLink(start, end, key, *targets[key], mentioned))
        found.sort(key=lambda link: (link.start, -link.end))
        return found


@dataclass(frozen=True, slots=True)
class _SharedLinksFile:
    """``corpus/cards.toml``: the concept of each concept key, for all games that know it."""

    links: Mapping[str, str]


def load_link_table(corpus: Corpus, game: Game) -> tuple[LinkTable, tuple[Finding, ...]]:
    """Return the concept and clauses of each concept key (``zone:山札``, for words of cards) in
    ``game``, by which these words are linked to clauses, and findings on stale entries. The game's
    own entries override the shared ones. Raises :class:`CorpusError` for a bad table."""
    # Not at the top: normally the cache has the table, and nothing reads TOML or the rules.
    from rulebook.cards.grammar.keywords import load_keywords
    from rulebook.cards.spelling.canonical_form import CardsFile
    from rulebook.clauses.numbered_tables import load_numbered_table
    from rulebook.links.concepts import check_concepts, load_concept_rules
    from rulebook.toml_files.loader import load_toml

    rules, _ = load_concept_rules(corpus, game)
    own, stale = load_numbered_table(corpus.read(game), "cards.toml", CardsFile, hint=_HINT)
    entries, also_stale = load_keywords(corpus, game)
    # The concept and clauses of each keyword; without clauses, those of the concept are used below.
    words = {word: (each.concept, each.clauses or None) for word, each in entries.items()}
    links = {
        key: (each, None) if isinstance(each, str) else (each.concept, each.clauses)
        for key, each in (own.links if own else {}).items()
    }
    for file, table, rows in (("keywords", "keywords", words), ("cards", "links", links)):
        concepts = [((table, key), concept) for key, (concept, _) in rows.items()]
        check_concepts(corpus, game.table(f"{file}.toml"), concepts)
    path = corpus.folder / "cards.toml"
    shared = load_toml(path, _SharedLinksFile, hint=_HINT).links if path.exists() else {}
    found: dict[str, tuple[str, tuple[str, ...] | None]]
    found = {key: (concept, None) for key, concept in shared.items()}
    found |= {f"keyword:{word}": row for word, row in words.items()} | links
    targets: dict[str, tuple[str, tuple[str, ...]]] = {}
    for key, (concept, clauses) in found.items():
        if clauses is None and concept in rules:
            clauses = (rules[concept].clause,)
        if clauses:  # else the game has no clause for it
            targets[key] = (concept, clauses)
    return LinkTable(targets), (*stale, *also_stale)
