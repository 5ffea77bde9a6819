"""Make the text of a step of resolving: our own label, the words of the card, their English. A
label says in Japanese what holds for the steps below it: IF_DONE is “if you did”."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rulebook.cards.annotating.governing import GoverningTable
from rulebook.cards.facts.predicates import OF_ALL
from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.nesting import all_effects
from rulebook.cards.resolving.step_clauses import pays
from rulebook.text.normal import Span

MARKS = "、。 \n"  # around the words of a step, but not part of them
OTHERWISE = "そうでないなら"
IF_DONE = "したなら"
Step = nodes.Effect | nodes.AbilityMeaning  # what has a step of its own
_PARTICLES: Mapping[type, str] = {nodes.ModifyEffect: "の", nodes.Grant: "に"}
"""The particle between an antecedent and the words of an effect, which omits both; else を."""
_VERBS: Mapping[type, str] = {nodes.ChooseEffect: "選ぶ", nodes.Repeat: "繰り返す"}
_COUNTED = re.compile("を([0-9０-９ＸX]+枚)(?:まで|(ずつ))?(?=[と」])")
"""A number in a choice: after 自分のキャラを1枚まで, the chosen thing is 自分のキャラ1枚."""
_AMONG = re.compile("「(.*から)([0-9０-９ＸX]+枚)(?:まで)?」")
_DONE_IN_KANA = re.compile("(?:し|して|する)$")
_SEEN = {"look": "見たカード", "reveal": "公開したカード", "turn-up": "めくったカード"}
_FINAL_BANS = {"ず": "ない", "せず": "しない", "でき": "できる", "良": "良い", "て": "てもよい"}
_FINAL_FORMS = {"与え": "与える", "得": "得る", "失い": "失う", "得て": "得る"}
FINAL_CONDITIONS = {"あり": "ある", "いて": "いる", "おらず": "いない", "なく": "ない", "で": ""}
_GAINED = re.compile("[得失].?.?$")
_SLOT = re.compile(r"\[([^\[\]{}]*)\{(\w+)\}([^\[\]{}]*)\]")
_HALF_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}


_Run = tuple[nodes.Condition, nodes.Condition]  # the first and last of a run of conditions
Places = Mapping[nodes.TextPlace | str | None, nodes.Effect]


def places_of(effects: Iterable[nodes.Effect]) -> Places:
    """Return ``effects`` and those inside by the place in the text to which pointers to them lead:
    their own, and for a look or choice also that of the cards; and each choice by its name. It is
    made once for an ability, since otherwise each step would search all effects."""
    found: dict[nodes.TextPlace | str | None, nodes.Effect] = {}
    for effect in all_effects(effects):
        what = effect.what
        found.setdefault(effect.text_place, effect)  # the outer one
        if isinstance(effect, nodes.ChooseEffect):
            found[effect.name] = effect
        if what and getattr(effect, "act", effect.type) in ("choose", *_SEEN):
            found[what.text_place] = effect
    return found


def step_words(
    effect: Step, text: str, letters: Sequence[nodes.LetterMeaning], places: Places, saying: str
) -> tuple[str, str, str]:
    """Return three texts of the step for ``effect`` in the card ``text``: our own label, if it
    holds other steps; the printed words, for English pages; and, for Japanese ones, a sentence of
    these that can be read alone, which says to which ``places`` it points. What ``letters`` (Ｘ)
    are stands behind both, but not at a label, whose inner steps say it: only a condition or the
    number of options is printed there. An effect that is a mere icon in a cost (②) has ``saying``
    as its sentence, with its number filled in; for all others, that is empty."""
    label, words = _label_and_words(effect, text, places)
    counts = isinstance(effect, (nodes.IfEffect, nodes.Options))
    if not isinstance(effect, nodes.Effect) or (label and not counts):
        return label, words, words
    count = effect.number.count if effect.number else ""
    sentence = saying.format(number=count) if count and not label else ""
    sentence = words if label else sentence or _sentence(effect, text, places)
    defined = _definitions(effect, words if label else _printed(effect, text), text, letters)
    return label, words + defined, sentence + defined


def _is_payment(effect: nodes.Effect | None) -> bool:
    """Whether ``effect`` only pays the cost: a later “if you do” is labelled “if it was paid”."""
    if isinstance(effect, nodes.MayEffect):
        return all(map(pays, effect.effects))
    return effect is not None and pays(effect)


def gains(effect: Step, text: str) -> bool:
    """Whether in ``effect`` a thing gains (得る), or is or becomes (扱う, なる): nobody acts."""
    if isinstance(effect, nodes.Grant):
        return bool(_GAINED.search(_printed(effect, text)))
    return isinstance(effect, nodes.Action) and effect.verb in ("なる", "扱う")


def with_final_ending(words: str, forms: Mapping[str, str]) -> str:
    """Return ``words`` with the longest of their endings in ``forms`` replaced by its form at the
    end of a sentence (得て, gains and; 得る, gains). A step is complete, but the card goes on."""
    end = max(filter(words.endswith, forms), key=len, default="")
    return words.removesuffix(end) + forms.get(end, "")


def _label_and_words(effect: Step, text: str, places: Places) -> tuple[str, str]:
    """Return the label of ``effect``, whose English is in ``governing.toml``, and its words. A step
    that contains others has a label in place of their words, which follow as steps of their own;
    words in no such step stay: a condition, a replaced event, what decides on options."""
    words = _printed(effect, text)
    match effect:
        case nodes.AbilityMeaning():
            return "与えられた能力は別の能力で、次のように働く", words
        case nodes.MayEffect():
            return "してよい（全部するか、しないか）", ""
        case nodes.IfEffect(conditions=(only,)) if _printed(only, text) == OTHERWISE:
            return OTHERWISE, ""
        case nodes.IfEffect(conditions=conditions):
            runs = alternatives(conditions)
            return "次が満たされるなら", "、".join(condition_words(*run, text) for run in runs)
        case nodes.IfDone(of=of, negated=negated, event=None) if _is_payment(places.get(of.to)):
            return "コストを払わなかったなら" if negated else "コストを払ったなら", ""
        case nodes.IfDone(of=of, negated=negated, event=event):
            # そうしたら (if you do) alone does not say what must have been done.
            done = _antecedent(of, text, places)
            words = _printed(event, text) + "（＝" + done + "）" if event else done
            if negated and of.to is None:  # what is denied is not understood
                return OTHERWISE, ""
            if negated:
                return "しなかったなら", words
            # “If A was put by this effect” asks more than that it was done.
            return "次が満たされるなら" if event else IF_DONE, words
        case nodes.PriceEffect(unresolved=str()):
            return "前の部分を行うことで、後の部分を行う（任意かは書かれていない）", ""
        case nodes.PriceEffect():
            return "前の部分を行うことで、後の部分を行う", ""
        case nodes.ForEachEffect(what=what):
            return "それぞれについて", _printed(what, text)
        case nodes.Replace():
            return "かわりに", words
        case nodes.Delayed(trigger=trigger):
            return "後で", with_duration(effect, _printed(trigger, text), text)
        case nodes.Options(unresolved=str()):
            return "どの選択肢を行うかは読み取れない", ""
        case nodes.Options(number=number, times=times):
            count = number or times  # 1 is in the label already
            said = [_printed(count, text)] if count and count.count != 1 else []
            return _label_of_options(effect), "、".join((*effect.how, *said))
    return "", _with_references(effect, with_duration(effect, words, text), text, places)


def _label_of_options(options: nodes.Options) -> str:
    """Return the label of ``options`` (``governing.toml`` has its English): whether one or several
    are chosen, or how often all are carried out. The number follows in the words of the card."""
    if options.number:
        one = options.number.count == 1
        return "選択肢から1つ選んで行う" if one else "選択肢から次の数だけ選んで行う"
    if options.times is None:
        return "書かれているとおりに次を行う"
    if len(options.options) > 1:
        return "次のそれぞれを行う" if options.times.count == 1 else "次のそれぞれをこの回数行う"
    return "次をこの回数まで行う" if options.times.at_most else "次をこの回数行う"


def heading_of_option(options: nodes.Options, option: nodes.Option) -> str:
    """Return the heading of ``option``, so that players see whether to choose one (or cannot know),
    選択肢 (choice), whether a value decides, 場合 (case), or whether all are done, 効果."""
    if options.number or options.unresolved:
        return "選択肢"
    # 枚数により (by the number) has cases; 好きな順番で (in any order) has none.
    return "場合" if options.how and option.label else "効果"


def condition_words(first: nodes.Condition, last: nodes.Condition, text: str) -> str:
    """Return the words of a condition, or of a run of :func:`alternatives`. A step is read alone,
    so the time and the opponent as owner are added where the text says them only once, before."""
    words = _printed(nodes.TextPlace(first.start, last.end), text)
    owners = getattr(first.subject, "owners", ())
    words = f"（相手の）{words}" if owners == ("相手",) and "相手" not in words else words
    return with_duration(first, words, text)


def alternatives(conditions: Iterable[nodes.Condition]) -> Iterator[_Run]:
    """Yield the first and the last of each run of ``conditions`` of which one is enough, as a run
    is one step; they are the same for a condition that must hold by itself."""
    first: nodes.Condition | None = None
    for each in conditions:
        first = first or each
        if not each.alternative:
            yield first, each
            first = None


def _definitions(
    effect: nodes.Effect, words: str, text: str, letters: Sequence[nodes.LetterMeaning]
) -> str:
    """Return, in brackets, the values of the numbers and ``letters`` in the ``words`` of
    ``effect``, or "": a step is read without the sentence that defines Ｘ."""
    parts = (effect, effect.number, nodes.thing_number(effect.what))
    rules = {rule: None for part in parts if (rule := getattr(part, "rule", None))}
    rules |= {each.text_place: None for each in letters if each.letter in words}
    said = "、".join(quoted(rule, text) for rule in rules if isinstance(rule, nodes.TextPlace))
    return f"（＝{said}）" if said else ""


def _sentence(effect: nodes.Effect, text: str, places: Places) -> str:
    """Return the words of ``effect`` as a sentence that can be read alone: its verb in dictionary
    form, its omitted object in front: “return the chosen 「1 character」”, or “the cards seen”."""
    words = _printed(effect, text)
    what = effect.what
    if isinstance(what, nodes.PointerMeaning) and not what.explicit and what.to is not None:
        said = _antecedent(what, text, places)
        chosen = said
        if what.name:
            among = _AMONG.fullmatch(said)  # “1 from your hand”
            plain = "選んだ" + _COUNTED.sub(r"\1\2", said)
            chosen = f"「{among[1]}」選んだ{among[2]}" if among else plain
        chosen = _SEEN.get(getattr(places.get(what.to), "act", ""), chosen)
        # A change that does not name the number is of the card: “the character +1”.
        is_of_card = isinstance(effect, nodes.ModifyEffect) and not effect.measure
        particle = "を" if is_of_card else _PARTICLES.get(type(effect), "を")
        words = f"{chosen}{particle}{words}"
        return with_duration(effect, _with_final_verb(effect, words), text)
    words = with_duration(effect, _with_final_verb(effect, words), text)
    return _with_references(effect, words, text, places)


def _second_number(pointer: nodes.PointerMeaning, places: Places) -> nodes.NumberMeaning | None:
    """Return the number of the choice that ``pointer`` refers to if its cards were chosen before,
    else None: 1 of “choose up to 2, reveal, choose 1”, as pointers lead to the first words (2)."""
    choice = places.get(pointer.name) if pointer.name else None
    return choice.number if choice and isinstance(choice.what, nodes.PointerMeaning) else None


def _with_final_verb(effect: Step, words: str) -> str:
    """Return ``words`` with the verb of ``effect`` at their end in the dictionary form: 置き (put
    and) becomes 置く (put). On the card, the sentence continues with another step."""
    match effect:
        case nodes.ModifyEffect() if not words.endswith("される"):
            return _DONE_IN_KANA.sub("", words) + "する"  # ＋1し (+1 and), or ＋1 alone
        case nodes.Grant():  # 得て (gains, and)
            return with_final_ending(words, _FINAL_FORMS)
        case nodes.Permit() | nodes.Prohibit():  # できず (cannot, and)
            return with_final_ending(words, _FINAL_BANS)
    verb = _VERBS.get(type(effect)) or getattr(effect, "verb", "")
    return _in_dictionary_form(words, verb) if verb else words


def _in_dictionary_form(words: str, verb: str) -> str:
    """Return ``words`` ending in ``verb`` if they end in another form of it: 払う (pay) for 払って,
    which is unfinished. Only a short ending is exchanged: the stem may occur in other words."""
    if verb.endswith("する"):
        return _DONE_IN_KANA.sub("する", words)
    before, stem, ending = words.rpartition(verb[:-1])
    return before + verb if stem and len(ending) <= 3 else words  # such as って of 払って


def with_duration(effect: Step | nodes.Condition, words: str, text: str) -> str:
    """Return ``words`` preceded by the time and multiplier of ``effect``, if printed before it. The
    text states them once for several effects, but each step is read alone."""
    counted = effect.for_each if isinstance(effect, nodes.Effect) else None
    if counted is not None and counted.end <= effect.start:
        words = f"{Span(counted.start, counted.end).of(text)}につき、{words}"
    until = getattr(effect, "until", None) or getattr(effect, "within", None)
    if until is not None and until.end <= effect.start:
        words = f"{_printed(until, text)}、{words}"
    return words


def _with_references(effect: nodes.Effect, words: str, text: str, places: Places) -> str:
    """Return ``words`` followed by the antecedents of their pronouns, in brackets: （＝「…」）. A
    step is read alone, without the sentences that contain these."""
    what, antecedents, glosses = effect.what, [], []
    for each in (what,) if isinstance(what, nodes.PointerMeaning) else getattr(what, "refers", ()):
        printed, said = _printed(each, text), _antecedent(each, text, places)
        if not said:
            continue
        if each.explicit and any(printed in other for other in getattr(what, "other_than", ())):
            # In “all but that one”, the gloss is not of the whole phrase, so it names its word.
            glosses.append(f"{printed}＝{said}")
        else:
            antecedents.append(said)
    glosses += [f"＝{'、'.join(antecedents)}"] if antecedents else []
    return words + "".join(f"（{gloss}）" for gloss in glosses)


def _antecedent(reference: nodes.PointerMeaning, text: str, places: Places) -> str:
    """Return the antecedent of ``reference`` in quotes, ？ if it is not understood. Return "" for
    “that turn” that refers to no words but to the turn in which the ability is played: it has only
    a name (``current:ターン``). Cards chosen out of chosen ones (“choose up to 2, choose 1 of
    them”) get the second number: 「…2枚」の「1枚」, 1 of 2 cards."""
    if reference.to is None:
        return "" if reference.name else "？"
    second = _second_number(reference, places)
    said = quoted(reference.to, text)
    return f"{said}の{quoted(second.text_place, text)}" if second else said


def quoted(place: nodes.TextPlace, text: str) -> str:
    """Return the words at ``place`` in 「」, so that they stand out among our own words."""
    return f"「{_printed(place, text)}」"


def _printed(place: nodes.Meaning | nodes.TextPlace, text: str) -> str:
    """Return the words at ``place`` in ``text``, without punctuation, as a step has one line."""
    return Span(place.start, place.end).of(text).strip(MARKS).replace("\n", "")


def english_action(effect: Step, text: str, governing: GoverningTable, places: Places) -> str:
    """Return the action in English, for readers without Japanese, "" without a form: a sentence of
    ``governing.toml`` with slots for arguments. A form with a word of the goal, manner, use or verb
    (``grant 得る``: gains, is not given) comes before that of the action; other manners and uses
    (“as a marker”) follow. A slot without English goes, with the words around it."""
    english = governing.english
    if isinstance(effect, nodes.AbilityMeaning):
        return _SLOT.sub("", english.get(effect.type, ""))
    kind = effect.act if isinstance(effect, nodes.Action) else effect.type
    goal, use = effect.goal, getattr(effect, "use", None)
    how = (*getattr(use, "words", ()), *getattr(effect, "how", ()))
    words = (*goal.words, goal.sort, *how) if isinstance(goal, nodes.ThingMeaning) else how
    if isinstance(effect, nodes.Grant) and gains(effect, text):
        words = ("失う",) if effect.lost else ("得る",)
    keys = (f"{kind} {word}" for word in (*words, getattr(effect, "verb", "")))
    form = next(filter(None, map(english.get, keys)), english.get(kind, ""))
    slots = _english_slots(effect, kind, text, governing, places)

    def filled(match: re.Match[str]) -> str:
        """Return the English words for the slot ``match`` of ``form``, with the words around it
        (“to the {goal}”); "" if there are none, so that no lone “to the” remains."""
        before, name, after = match.groups()
        return f"{before}{slots[name]}{after}" if slots.get(name) else ""

    often = _english_number(_times(effect))
    said = _SLOT.sub(filled, form) + (f", {often} times" if often not in ("", "1") else "")
    said += _english_multiplier(effect.for_each)
    own = (word for word in how if f"{kind} {word}" not in english)
    manners = filter(None, (english.get(f"how {word}") for word in own))
    return ", ".join((said[:1].upper() + said[1:], *manners))


def _english_slots(
    effect: nodes.Effect, kind: str, text: str, governing: GoverningTable, places: Places
) -> Mapping[str, str]:
    """Return the English for each slot of the forms in ``governing.toml``, "" where there is none.
    The form of ``kind``, the type of the effect, uses some. A number that says how often it is done
    (twice) is not that of ``what``. ``subject`` is one by one: “each of them gets +1”."""
    english, what, goal = governing.english, effect.what, effect.goal
    things = (_english_thing(each, places) for each in (getattr(effect, "companion", None), what))
    thing, term = " and ".join(filter(None, things)), governing.file.types.get(kind)
    everything = "all" if kind == "choose" and getattr(what, "every", False) else ""
    times = _times(effect)
    counted = nodes.thing_number(what) if times else effect.number or nodes.thing_number(what)
    number = _english_number(counted) or everything
    return {
        "number": thing if " and " in thing else number,  # “two cards and this card”
        "what": thing,
        "subject": thing.replace("all of", "each of").replace("them", "each of them"),
        "from": _english_place(effect.source or what, english),
        "to": _english_place(goal, english),
        "into": _english_goal(goal, text, english),
        "area": english.get("".join(getattr(goal, "area", ())), ""),
        "term": english.get(term.term, "") if term else "",
        "measure": english.get(getattr(effect, "measure", ""), ""),
        "amount": _in_ascii(getattr(effect, "amount", "")),
    }


def _times(effect: nodes.Effect) -> nodes.NumberMeaning | None:
    """Return how often ``effect`` is done, None unless its number says so: “1 damage, twice” has a
    damage process for each (ws 4.10.1), and is not 2 damage."""
    if isinstance(effect, nodes.Repeat):
        return effect.times
    return effect.number if effect.number and effect.number.unit == "回" else None


def _english_multiplier(counted: nodes.What | None) -> str:
    """Return “ for each card” for the things ``counted``, with their number and sort, "" for None:
    it ends the English sentence for a step, whatever the action is."""
    if counted is None:
        return ""
    number = nodes.thing_number(counted)
    many = _in_ascii(str(number.count)) if number and number.count != 1 else ""
    if nodes.thing_sort(counted) == "cards" or (number and number.unit == "枚"):
        return f" for each {many} cards" if many else " for each card"
    return f" for each {many or 'one'}"


def _english_goal(goal: nodes.What | None, text: str, english: Mapping[str, str]) -> str:
    """Return the English for where something is put (into the hand), by the names in the game's
    table, of other goals than zones by their words (“any slot”); "" leaves it out of a form."""
    if goal is None:
        return ""
    if own := english.get(f"to {_printed(goal, text)}"):
        return own
    if things := getattr(goal, "things", ()):
        names = [_english_goal(each, text, english) for each in things]
        return " or ".join(names) if all(names) else ""
    place = _english_place(goal, english)
    return place and f"{'on' if ' of ' in place else 'into'} {place}"


def _english_number(number: nodes.NumberMeaning | None) -> str:
    """Return ``number`` in digits, "" if it has words for which there is no English here. The part
    of the English form around it is then left out."""
    if number is None or number.limit:
        return ""  # a bound (以上, or more): the words of the card say it
    count = _in_ascii(str(number.count))
    return f"up to {count}" if number.at_most and count else count


def _in_ascii(number: str) -> str:
    """Return ``number`` (digits, a letter or a change) in half-width characters, "" if it has
    words. The English shows no Japanese words, which are printed next to it."""
    narrow = number.translate(_HALF_WIDTH)
    return narrow if narrow.replace("±", "").isascii() else ""


def _english_thing(what: nodes.What | None, places: Places) -> str:
    """Return the English for ``what``: it, this card, or cards with their number; else "". Names
    and other nouns have no English here; the Japanese words are printed next to it."""
    if isinstance(what, nodes.PointerMeaning):
        return "" if not what.to else "it" if _is_one(what, places) else "them"
    if what is None or what.sort not in ("this-card", "cards"):
        return ""
    if what.number is None and what.text_place in [each.text_place for each in what.refers]:
        pointer = what.refers[0]  # it is all of ``what``: “that card”
        cards = "that card" if _is_one(pointer, places) else "those cards"
        return "the rest" if pointer.less else cards
    if what.things and not what.alternative:
        names = [_english_thing(each, places) for each in what.things]
        return " and ".join(names) if all(names) else ""
    if what.sort == "this-card":
        return "this card"
    if what.every:
        return "all of the cards"
    count = _english_number(what.number)
    return f"{count} card{'' if count.endswith(' 1') or count == '1' else 's'}" if count else ""


def _is_one(pointer: nodes.PointerMeaning, places: Places) -> bool:
    """Whether ``pointer`` refers to one card: “it”, not “them”. A second choice among chosen cards
    has a number of its own (“choose 2, choose 1 of them”); A+B names two choices."""
    if second := _second_number(pointer, places):
        return second.count == 1
    antecedent = places.get(pointer.to)
    what = antecedent.what if antecedent else None
    several = getattr(what, "every", False) or "+" in (pointer.name or "")
    # “Each player reveals 1”: a card of each.
    several = several or (isinstance(antecedent, nodes.Action) and antecedent.by.who in OF_ALL)
    number = nodes.thing_number(what)
    return not several and (number is None or number.count == 1)


def _english_place(place: nodes.What | None, english: Mapping[str, str]) -> str:
    """Return the English for the zone of ``place``, "" if it has several zones or one without an
    English name. Readers then have only the Japanese words of the step."""
    zones = place.zones if isinstance(place, nodes.ThingMeaning) else ()
    # “in メンバー” (Member) is the zone; the word alone is its cards. Texts leave out 置場 (zone).
    forms = ("in {}", "{}", "{}置場") if len(zones) == 1 else ()
    name = next(filter(None, (english.get(form.format(zones[0])) for form in forms)), None)
    if not name or not isinstance(place, nodes.ThingMeaning):
        return ""
    side = {"上": "the top of ", "下": "the bottom of "}.get(place.side or "", "")
    return f"{side}the {'opponent’s ' if place.owners == ('相手',) else ''}{name}"
