"""Turn the trees of the abilities of a card into meanings, with the rules' words for keywords. In
examples, 置く is “put”, なら “if”, それ “it”, その “that”, Ｘ a letter for a number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rulebook.cards.grammar.keywords import KeywordMeaning, NeedingMeaning
from rulebook.cards.interpreting import gathering, steps
from rulebook.cards.interpreting.actions import ActReader
from rulebook.cards.interpreting.complements import SentenceState
from rulebook.cards.interpreting.discourse import Context
from rulebook.cards.interpreting.last_pass import after_last_pass
from rulebook.cards.interpreting.pointers import Sorts, pointers_in
from rulebook.cards.interpreting.sentences import SentenceReader
from rulebook.cards.interpreting.steps import Steps, slots_of
from rulebook.cards.interpreting.things import count_in_json, payment_number, thing_of
from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.action_types import payment_type
from rulebook.cards.meaning.nesting import innermost
from rulebook.cards.printing.unparser import unparse
from rulebook.cards.reading.card_parser import CardParser
from rulebook.cards.tree import acts, card, nouns
from rulebook.cards.tree.card import is_other_case, is_time_of_trigger, is_trigger
from rulebook.cards.tree.node import Node, walk
from rulebook.cards.tree.words import Kind, Lexeme, Pointer
from rulebook.cards.tree.words import Letter as LetterWord
from rulebook.records import dataclass, field, replace

_UNKNOWN = "the grammar does not know this part"
# Names differ from card to card, so the store of wordings must be limited.
_STORED = 500
_Change = Callable[[nodes.AbilityMeaning], nodes.AbilityMeaning]


@dataclass(slots=True)
class MeaningReader:
    """Reads the meanings of the cards of one game, with what its rules say about keywords."""

    parser: CardParser
    sorts: Sorts
    opened: Mapping[str, KeywordMeaning]  # the rules' words for keywords that stand alone
    around: Mapping[str, KeywordMeaning]  # says when the text after an icon or keyword holds
    needing: Mapping[str, NeedingMeaning]  # for icons that ask for cards: 【ブロッカー】〔A〕
    _read: dict[str, nodes.AbilityMeaning] = field(default_factory=dict)  # of wordings

    def meanings(self, abilities: Sequence[card.Ability]) -> tuple[nodes.AbilityMeaning, ...]:
        """Return the meaning of each of ``abilities``, those of one card. Keywords in it, and in
        what it grants (by ``_with_wordings`` in the reader), get the words that rules have for
        them. A paragraph without an icon continues the one before: それ may point there."""
        found: list[nodes.AbilityMeaning] = []
        context = Context(self.sorts)
        for ability in abilities:
            context = Context(self.sorts) if ability.marks else context
            reader = AbilityReader(ability, context, self._with_wordings)
            found.append(self._with_wordings(reader.read()))
        return tuple(found)

    def _with_wordings(self, meaning: nodes.AbilityMeaning) -> nodes.AbilityMeaning:
        """Return ``meaning`` with what the rules say in full: ``opened``, what a keyword that
        stands alone does; ``around``, when the text after an icon or keyword (【スパーク】) is
        carried out or holds. Abilities of a card, and those that effects grant, get these alike."""
        said = self._wording_of_context(meaning) if meaning.effects or meaning.needs else None
        if said is not None:
            meaning = replace(meaning, around=self._opened_at(meaning, *said))
        keyword = None if meaning.effects else meaning.keyword
        wording = self.opened.get(keyword.name) if keyword else None
        if keyword is None or wording is None:
            return meaning
        names = "か".join(f"「{name}」" for name in keyword.names)
        text = wording.text.format(names=names, power=keyword.power, level=keyword.level)
        opened = self._opened_at(keyword, wording.clause, text)
        return replace(meaning, keyword=replace(keyword, opened=opened))

    def _wording_of_context(self, meaning: nodes.AbilityMeaning) -> tuple[str, str] | None:
        """Return the clause on when the text after an icon holds, and its wording, whose words have
        clauses, too; or None. What an icon needs (〔A〕 of 【ブロッカー】〔A〕) is filled in."""
        for need in meaning.needs:
            needing = self.needing.get(need.mark)
            if needing is not None and need.words:
                return needing.clause, needing.text.format(needs="か".join(need.words))
        names = (*meaning.marks, meaning.keyword.name if meaning.keyword else "")
        wording = next(filter(None, map(self.around.get, names)), None)
        return (wording.clause, wording.text) if wording else None

    def _opened_at(self, place: nodes.Meaning, clause: str, text: str) -> nodes.Opened:
        """Return ``text``, the words of the rules (``clause``) for the keyword or icon at
        ``place``, with its meaning, which is stored: many cards have the same keyword."""
        if text not in self._read:
            if len(self._read) >= _STORED:
                self._read.clear()
            (ability,) = self.parser.read(text).abilities
            # Keywords inside get no wordings: one in its own wording would never end.
            self._read[text] = AbilityReader(ability, Context(self.sorts), lambda m: m).read()
        return nodes.Opened(place.start, place.end, clause, text, self._read[text])


class AbilityReader:
    """Reads one ability, with the state that its sentences share; quoted ones have their own."""

    def __init__(self, ability: card.Ability, context: Context, worded: _Change) -> None:
        """Make the readers for ``ability`` with one ``context``, as words refer across sentences
        and paragraphs. ``worded`` adds the rules' wordings to the abilities that it grants."""
        self._ability, self._context, self._worded = ability, context, worded
        # A letter is defined after its use, so the places of all definitions are found first.
        sentences = [passage for passage in ability.text if isinstance(passage, card.Sentence)]
        defined = (pair for sentence in sentences for pair in _letter_definitions(sentence))
        places = {letter: nodes.TextPlace(step.start, step.end) for step, letter in defined}
        context.letters, context.first_uses = places, {}
        context.pointers = pointers_in(ability, context.sorts)
        self._acts = ActReader(context, self._granted)
        self._sentences = SentenceReader(context, self._acts)
        self._kind = next((m.kind for m in ability.marks if isinstance(m, card.KindMark)), None)
        self._trigger: nodes.TriggerMeaning | None = None
        self._limit_of_text: nodes.LimitMeaning | None = None
        self._head: Steps = ()  # the steps before a list of options, which apply to each of them

    def read(self) -> nodes.AbilityMeaning:
        """Return the meaning of the ability, read in text order, because words refer back: a
        trigger in brackets, the cost, then the effects, with the values of letters (Ｘ)."""
        ability = self._ability
        mark: Any = next((m for m in ability.marks if getattr(m, "events", ())), None)
        if mark is not None:
            # ［…した時］→ (when …) is read before the text, which then has no trigger of its own.
            events = tuple(self._acts.arguments.event(act, SentenceState()) for act in mark.events)
            self._trigger = nodes.TriggerMeaning(mark.start, mark.end, events, None, None)
        cost = self._payments_of_cost(ability.cost)
        if ability.cost is not None:
            # What was paid until here is no part of 残り (the rest), but of “put for the cost”.
            self._context.cost_count = self._context.count()
        effects, letters = self._read_text()
        playing: tuple[nodes.Effect, ...] = ()
        if self._kind != Kind.CONTINUOUS:  # these are never played
            # A limit on when “this ability” may be played is no step. Meanings do not have この
            # (this), so its places in the tree are given.
            pointing = (n for n, _, _ in ability.inside if isinstance(n, nouns.Pointing))
            this = {node.start for node in pointing if node.pointer == Pointer.THIS}
            playing = tuple(e for e in effects if gathering.limits_playing(e, this, self._kind))
        parts = tuple(effect for effect in effects if effect not in playing)
        condition, effects = gathering.split_condition(parts)
        kind, marks = self._kind.value if self._kind else None, tuple(_other_icons(ability))
        icons = (mark for mark in ability.marks if isinstance(mark, card.TurnLimit))
        limits = (nodes.LimitMeaning(icon.start, icon.end, icon.times) for icon in icons)
        limit, keyword, needs = next(limits, self._limit_of_text), self._keyword(), _needs(ability)
        head = (ability.start, ability.end, kind, marks, limit, keyword, self._trigger)
        body = (condition, cost, effects, letters, tuple(needs), playing, _effect_name(ability))
        return nodes.AbilityMeaning(*head, *body)

    def _keyword(self) -> nodes.KeywordUse | None:
        """Return the keyword as printed, or None; :class:`MeaningReader` adds what rules say."""
        keyword = self._ability.keyword
        if keyword is None:
            return None
        said = (keyword.start, keyword.end, keyword.name.value, None)
        parameters = (keyword.power, keyword.level, keyword.value)
        numbers = (None if each is None else count_in_json(each) for each in parameters)
        return nodes.KeywordUse(*said, tuple(name.text for name in keyword.names), *numbers)

    def _payments_of_cost(self, cost: card.Cost | None) -> tuple[nodes.Effect, ...]:
        """Return what a player does to pay ``cost``, in order, as effects: clauses on costs are
        found like those on effects, and それ finds what was paid. Empty without a cost; an unknown
        effect for a gap. A payment “instead of” another is linked to that."""
        if cost is None:
            return ()
        found: list[nodes.Effect] = []
        if cost.stock is not None:
            start, end = cost.stock.start, cost.stock.end
            by = nodes.AgentMeaning(start, end, nodes.MASTER, "rule")  # who pays all costs
            kind, number = payment_type(cost.stock), payment_number(cost.stock, self._context)
            found.append(nodes.Action(start, end, kind, "", by, number=number))
        for sentence in cost.sentences:
            if isinstance(sentence, card.Sentence):
                found += self._sentences.effects(sentence.steps, SentenceState())
            else:
                found.append(nodes.Unknown(sentence.start, sentence.end, _UNKNOWN))
        return after_last_pass(tuple(found))

    def _read_text(self) -> tuple[tuple[nodes.Effect, ...], tuple[nodes.LetterMeaning, ...]]:
        """Return the effects of the text, and the letters that it defines. A gap becomes an unknown
        effect and drops all referents (``drop_first`` drops the first or, as here, all) and
        first uses of letters: a later それ may refer to something in it."""
        found: list[nodes.Effect] = []
        letters: list[nodes.LetterMeaning] = []
        for passage in self._ability.text:
            match passage:
                case card.Sentence() if letter := self._defined_letter(passage):
                    letters.append(letter)
                case card.Sentence():
                    self._add_sentence(passage, found)
                case card.Granted(quotation=quotation):
                    self._add_quotation(quotation, found)
                case card.Unparsed():
                    self._context.first_uses.clear()
                    self._context.drop_first()
                    found.append(nodes.Unknown(passage.start, passage.end, _UNKNOWN))
        return after_last_pass(gathering.under_letters(found, letters)), tuple(letters)

    def _defined_letter(self, sentence: card.Sentence) -> nodes.LetterMeaning | None:
        """Return the letter that ``sentence`` defines (Ｘは…に等しい: X equals …), with its value,
        or None. This sentence is not an effect; it gives a number that effects use. If conditions
        decide (“X equals 2 if …, 3 if …”), the value is one of all values in the sentence."""
        for step, letter in _letter_definitions(sentence):
            values = tuple([s.value for s in sentence.steps if isinstance(s, acts.Equals)])
            either = nouns.Either(values[0].start, values[-1].end, (), values)
            thing = step.value if isinstance(step, acts.Equals) else either
            # その in the value means what was named before the letter is first used.
            until = self._context.first_uses.get(letter, self._context.count())
            with self._context.limited_to(self._context.first_referents(until)):
                value = thing_of(thing, self._context)
            # If その (a word that points ``back``) refers to several, each has a value of its own.
            words = (n.pointer.value for n in walk(thing) if isinstance(n, nouns.Pointing))
            back = any(self._context.sorts.of_pointer.get(word) == "back" for word in words)
            to = value.refers[0].to if value.refers and back else None
            each = any(r.several for r in self._context.referents if r.place == to)
            return nodes.LetterMeaning(step.start, step.end, letter, value, each)
        return None

    def _add_sentence(self, sentence: card.Sentence, found: list[nodes.Effect]) -> None:
        """Add the effects of ``sentence`` to ``found``, those before it: in the last of these if
        they depend on it or go on from it (その後, then; さらに, further), else behind them. A
        trigger and a leading limit (“once per turn”) are stored for the ability, and a time before
        the options (“this turn, ⅰ”) for each option."""
        self._context.sentence_start = self._context.count()
        self._limit_of_text = self._limit_of_text or _limit_in_sentence(sentence)
        if self._limit_of_text and self._limit_of_text.start == sentence.start:
            return
        rest = self._without_trigger(steps.with_each_event(sentence.steps), not found)
        parts, self._head = steps.with_head(rest, self._head)
        state = SentenceState()
        link = parts[0] if parts else None
        word = link.connective.value if isinstance(link, card.Link) else ""
        case = gathering.last_case(found[-1]) if found else None
        if case is not None and link is not None and is_other_case(link):
            word, then = "違うなら", self._sentences.other_case(parts[1:], state)
        else:
            then = tuple(self._sentences.effects(parts[1:] if word else parts, state))
        # そうしないなら (if not), as 違うなら (otherwise), begins the other case of a condition;
        # after a step, it asks if that was done.
        if case is not None and (word == "違うなら" or word in steps.NOT_DONE):
            other = replace(case, otherwise=then, end=sentence.end)
            found[-1] = gathering.with_exchanged(case, other, found[-1])
        elif isinstance(link, card.Link) and (word in steps.NOT_DONE or word in steps.DONE):
            once = gathering.if_done(found, link, then, sentence.end)
            found[-1:] = gathering.with_if_done(found[-1], once) if found else (once,)
        else:
            more = not word and steps.adds_to_last_action(parts)
            found[:] = gathering.with_effects(found, then, after=word == "その後", more=more)

    def _without_trigger(self, parts: Steps, first: bool) -> Steps:
        """Return ``parts`` without the trigger of the ability, which is stored, as nobody carries
        it out. A text without an icon has one only at the start of its ``first`` sentence. A text
        with icons, but none of a kind (【カウンター】), has none: the icons say when to play it."""
        if self._trigger is not None or self._kind not in (Kind.AUTO, None):
            return parts
        repeats = self._acts.arguments.is_repetition  # “when put” after “put” is a condition
        old = [isinstance(s, card.Replaced) or repeats(s) or not is_trigger(s) for s in parts]
        begins = old[:1] == [False] and first and not _other_icons(self._ability)
        if all(old) or (self._kind is None and not begins):
            return parts
        at = old.index(False)
        # “In the … phase, when …”: the trigger is the event behind the time.
        at += any(is_time_of_trigger(parts[at], behind) for behind in parts[at + 1 : at + 2])
        # A time before the trigger (“this turn,”) belongs to it, not to the effects.
        state, within = SentenceState(), None
        for before in parts[:at]:
            if isinstance(before, card.TurnWhen):
                own_events = self._acts.arguments.events(before.act, SentenceState())
                within = nodes.Duration(before.start, before.end, "ターン", (), events=own_events)
                break
            if isinstance(before, card.Frame):
                state.until = before.role
        within, step = within or self._acts.arguments.until(state), parts[at]
        # Earlier events (相手が回復し: the opponent recovers) look like actions; those have は.
        earlier = (slots_of(step) for step in parts[:at] if isinstance(step, acts.Act))
        leading: list[Any] = [slots.act for slots in earlier if slots.subject and not slots.topic]
        if isinstance(step, card.When):
            self._trigger = self._sentences.asking.trigger(step, within, leading)
        elif isinstance(step, card.Frame):
            moment = self._sentences.asking.moment(step.role)
            self._trigger = nodes.TriggerMeaning(step.start, step.end, (), moment, within)
        own = (*leading, *(s for s in parts[:at] if isinstance(s, (card.Frame, card.TurnWhen))))
        return [*(s for s in parts[:at] if s not in own), *parts[at + 1 :]]

    def _granted(self, quotation: nouns.Quotation) -> Iterator[nodes.AbilityMeaning]:
        """Yield the meanings of the abilities in ``quotation`` (“gains 『…』”), with the wordings
        of the rules. Each is read by itself: “this card” in it is the card that gains it."""
        for ability in quotation.abilities:
            own = Context(self._context.sorts)
            yield self._worded(AbilityReader(ability, own, self._worded).read())

    def _add_quotation(self, quotation: nouns.Quotation, found: list[nodes.Effect]) -> None:
        """Add the ``quotation`` after a sentence to the effect before it: as abilities that are
        granted, or as an option that it offers (“do the following: 『…』”, or a choice of options).
        After other effects, it is a list by itself, for the master, as the text names nobody. After
        an effect that was not understood, and may say who gains it, it is unresolved or unknown."""
        last = found[-1] if found else None
        grant = innermost(last) if last else None
        given = grant.abilities if isinstance(grant, nodes.Grant) else ()
        starts = (quotation.start, *(ability.start for ability in given))
        if isinstance(grant, nodes.Grant) and min(starts) >= grant.end:
            # The quotation comes after the sentence of the grant, so it was not read with it.
            new = replace(grant, abilities=(*given, *self._granted(quotation)))
            found[-1] = gathering.with_exchanged(grant, new, found[-1])
            return
        # Options are part of this text, so they share its numbers of choices.
        around, quoted = self._context, quotation.abilities
        contexts = [Context(around.sorts, around.choice_numbers) for _ in quoted]
        readers = zip(quoted, contexts, strict=True)
        inner = [AbilityReader(each, own, self._worded).read() for each, own in readers]
        effects: list[nodes.Effect] = []
        for ability in inner:
            done, asked = ability.effects, ability.condition
            # An option has no field for a condition.
            done = (nodes.IfEffect(asked[0].start, ability.end, asked, done),) if asked else done
            effects += done
        letters = tuple(letter for ability in inner for letter in ability.letters)
        cost = tuple(effect for ability in inner for effect in ability.cost)
        option = nodes.Option(quotation.start, quotation.end, None, tuple(effects), letters, cost)
        offers = (nodes.Options, nodes.Action, nodes.ChooseEffect)
        if last is not None and isinstance(innermost(last), offers):
            found[-1] = gathering.with_option(last, option)
            return
        if isinstance(last, nodes.Unknown) and any(ability.kind for ability in inner):
            # The unknown part names the card that gains the ability.
            found.append(replace(last, start=option.start, end=option.end))
            return
        by = nodes.AgentMeaning(option.start, option.end, nodes.MASTER, "rule")
        why = gathering.NOT_OFFERED if isinstance(last, nodes.Unknown) else None
        found.append(nodes.Options(option.start, option.end, by, None, (option,), unresolved=why))


def _letter_definitions(sentence: card.Sentence) -> Iterator[tuple[Node, str]]:
    """Yield a node for each definition of a letter in ``sentence`` (“X equals …”), where uses find
    its value, and the letter; with conditions (“X equals 2 if …, 1 if …”), the whole sentence."""
    for step in sentence.steps:
        if isinstance(step, acts.Equals):
            place = step if step.complements else sentence
            numbers = (node.value for node in walk(place) if isinstance(node, nouns.Number))
            first = next(numbers, None)
            if isinstance(first, LetterWord):
                yield place, first.value


def _limit_in_sentence(sentence: card.Sentence) -> nodes.LimitMeaning | None:
    """Return the limit that ``sentence`` sets on playing the ability (“up to once per turn”, “not
    more than once per turn”), or None. It is checked before playing, and is no effect. It is
    ``said`` in words: clauses on limits by an icon (【ターン1】) do not apply to it."""
    for step in sentence.steps:
        slots = slots_of(step) if isinstance(step, (acts.Activate, acts.Use)) else None
        if slots is None or slots.for_each is None:
            continue  # a limit has 1ターンにつき (per turn)
        number = slots.beyond.thing if slots.beyond else slots.number
        if isinstance(number, nouns.Quantity) and isinstance(number.count, int):
            return nodes.LimitMeaning(sentence.start, sentence.end, number.count, said=True)
    return None


def _other_icons(ability: card.Ability) -> list[str]:
    """Return the icons of ``ability`` (【スパーク】) besides those of kind and limit, which have
    own fields. By these words, rules find their clauses."""
    found = [getattr(mark, "marking", None) for mark in ability.marks]
    return [marking.value for marking in found if marking is not None]


def _effect_name(ability: card.Ability) -> str | None:
    """Return the printed name of the effect (凪の守り:…, gbf 8-1-2-1), or None. The mark of a
    charge attack (奥義) has it in a mark of its own."""
    for mark in ability.marks:
        name: Any = getattr(mark, "name", None)
        while isinstance(name, card.HeadMark):
            name = getattr(name, "name", None)
        if isinstance(name, nouns.Name):
            return name.text
    return None


def _needs(ability: card.Ability) -> Iterator[nodes.MarkNeed]:
    """Yield what the icons of ``ability`` need: level and cards, 〔A〕 of 【本領発揮Lv3】〔A〕,
    with the sign that joins them (＆), or the ``targets`` of 【キャンセル】：〔A〕or〔B〕. An icon
    with an empty field for cards (【Reコンボ】) is included, as the rules may say what it needs."""
    for mark in ability.marks:
        level: Lexeme | int | None = getattr(mark, "level", None)
        needs: tuple[Node, ...] | None = getattr(mark, "needs", None)
        targets: tuple[Node, ...] = getattr(mark, "targets", ())
        asked = needs or targets
        marking: Lexeme | None = getattr(mark, "marking", None)
        if marking is not None and (needs is not None or level is not None or asked):
            joint = getattr(mark, "joint", None)
            words = tuple(map(unparse, asked))
            sign = joint.value if joint else ("or" if targets[1:] else None)
            number = None if level is None else count_in_json(level)
            yield nodes.MarkNeed(mark.start, mark.end, marking.value, number, words, sign)
