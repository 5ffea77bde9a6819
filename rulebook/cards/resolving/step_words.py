"""The text of a step of resolving an ability: our own label, and the words of the card."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from rulebook.cards.meaning import nodes
from rulebook.text.spans import Span

MARKS = "、。 \n"
"""Characters around the words of a step that are not part of them."""

OTHERWISE = "そうでないなら"
OPTION = "選択肢"
IF_DONE = "したなら"
Step = nodes.Effect | nodes.AbilityMeaning
"""What has a step of its own."""
_PARTICLES: Mapping[type, str] = {nodes.ModifyEffect: "の", nodes.Grant: "に"}
"""The particle between an antecedent and the words of an effect, which omit both; else を."""
_COUNTED = re.compile("を(?:[0-9０-９ＸX]+|好きな|望む)枚数?(?:まで|ずつ)?$")
"""The number at the end of a choice, which the step of the choice says: 自分のキャラを1枚."""
_DONE_IN_KANA = re.compile("(?:し|して)$")
_FINAL_FORMS = {"与え": "与える", "得": "得る", "失い": "失う", "得て": "得る"}
_SLOT = re.compile(r"\[([^\[\]{}]*)\{(\w+)\}([^\[\]{}]*)\]")
_HALF_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}


def step_words(
    effect: Step, text: str, letters: Sequence[nodes.LetterMeaning] = ()
) -> tuple[str, str, str]:
    """Return the text of the step for ``effect``, which is in the card text ``text``: our label in
    Japanese, the printed words, and a sentence of these. Card texts chain steps, whose verbs are in
    joining forms; a step is a sentence by itself, and says what ``letters`` in it are."""
    label, words = _label_and_words(effect, text)
    if label and not isinstance(effect, nodes.IfEffect):
        return label, words, words
    sentence = words if label else _sentence(effect, text)
    defined = _definitions(effect, words if label else _printed(effect, text), text, letters)
    return label, words + defined, sentence + defined


def _label_and_words(effect: Step, text: str) -> tuple[str, str]:
    """Return the label of ``effect``, whose English is in ``governing.toml``, and its words. A step
    that holds others has a label in place of their words."""
    words = _printed(effect, text)
    match effect:
        case nodes.AbilityMeaning():
            return "与えられた能力は別の能力で、次のように働く", words
        case nodes.MayEffect():
            return "してよい（全部するか、しないか）", ""
        case nodes.IfEffect(conditions=conditions):
            return "次が満たされるなら", "、".join(_printed(each, text) for each in conditions)
        case nodes.IfDone(of=of, negated=negated, event=event):
            return "しなかったなら" if negated else IF_DONE, _repeated_action(of, event, text)
        case nodes.PriceEffect(unresolved=str()):
            return "前の部分を行うことで、後の部分を行う（任意かは書かれていない）", ""
        case nodes.PriceEffect():
            return "前の部分を行うことで、後の部分を行う", ""
        case nodes.ForEachEffect(what=what):
            return "それぞれについて", Span(what.start, what.end).of(text)
        case nodes.Replace():
            return "かわりに", words
        case nodes.Delayed(trigger=trigger):
            return "後で", _printed(trigger, text)
        case nodes.Options(unresolved=str()):
            return "どの選択肢を行うかは読み取れない", ""
        case nodes.Options():
            label = "選択肢から選んで行う" if effect.number else "書かれているとおりに次を行う"
            return label, "、".join(effect.how)
        case nodes.Action(act="pay-stock"):
            return "ストックを払う", words
    return "", _with_references(effect, _with_duration(effect, words, text), text)


def _definitions(
    effect: Step, words: str, text: str, letters: Sequence[nodes.LetterMeaning]
) -> str:
    """Return in brackets how much the numbers and ``letters`` in the ``words`` of ``effect`` are,
    "" without any: the text says it in another sentence, Ｘは…に等しい."""
    what = getattr(effect, "what", None)
    parts = (effect, getattr(effect, "number", None), what and getattr(what, "number", None))
    rules = {rule: None for part in parts if (rule := getattr(part, "rule", None))}
    rules |= {each.text_place: None for each in letters if each.letter in words}
    said = "、".join(quoted(rule, text) for rule in rules if isinstance(rule, nodes.TextPlace))
    return f"（＝{said}）" if said else ""


def _sentence(effect: Step, text: str) -> str:
    """Return the words of ``effect`` with its verb in the dictionary form and its left out object.
    A step is read without the rest of its sentence. The object is put in front:
    「自分のキャラを1枚」を、手札に戻す."""
    words = _printed(effect, text)
    what = getattr(effect, "what", None)
    if isinstance(what, nodes.PointerMeaning) and not what.explicit and what.to is not None:
        said = _COUNTED.sub("", _printed(what.to, text))
        chosen = f"選んだ「{said}」" if what.name else quoted(what.to, text)
        words = f"{chosen}{_PARTICLES.get(type(effect), 'を')}{words}"
        return _with_duration(effect, _with_final_verb(effect, words), text)
    words = _with_duration(effect, _with_final_verb(effect, words), text)
    return _with_references(effect, words, text)


def _with_final_verb(effect: Step, words: str) -> str:
    """Return ``words`` with the verb at their end in the dictionary form: 置き becomes 置く. In the
    card, another step follows in the same sentence."""
    match effect:
        case nodes.ModifyEffect():
            return _DONE_IN_KANA.sub("", words) + "する"
        case nodes.Grant():
            ends = (end for end in _FINAL_FORMS if words.endswith(end))
            end = max(ends, key=len, default="")
            return words.removesuffix(end) + _FINAL_FORMS.get(end, "")
        case nodes.Permit() if words.endswith("て"):
            return words + "もよい"
        case nodes.ChooseEffect():
            return _in_dictionary_form(words, "選ぶ")
        case nodes.Action(verb=verb) if verb:
            return _in_dictionary_form(words, verb)
    return words


def _in_dictionary_form(words: str, verb: str) -> str:
    """Return ``words`` ending in ``verb``, where they end in another form of it: 払って, 払う. Only
    a short ending is exchanged, as the stem may occur in another word."""
    if verb.endswith("する"):
        return _DONE_IN_KANA.sub("する", words)
    before, stem, ending = words.rpartition(verb[:-1])
    return before + verb if stem and len(ending) <= 3 else words  # って of 払って


def _with_duration(effect: Step, words: str, text: str) -> str:
    """Return ``words`` after the duration and multiplier of ``effect``, if printed before it. The
    text states them once for several effects, but each step is read alone."""
    counted = getattr(effect, "for_each", None)
    if counted is not None and counted.end <= effect.start:
        words = f"{Span(counted.start, counted.end).of(text)}につき、{words}"
    until = getattr(effect, "until", None)
    if until is not None and until.end <= effect.start:
        words = f"{_printed(until, text)}、{words}"
    return words


def _with_references(effect: Step, words: str, text: str) -> str:
    """Return ``words`` followed by what their pointers refer to, in brackets: （＝「…」）. A step
    is read alone, without the sentences in which that stands."""
    others: tuple[str, ...] = getattr(getattr(effect, "what", None), "other_than", ())
    excluded = [  # そのキャラ以外のキャラ
        pointer
        for pointer in _pointers(effect)
        if pointer.explicit and any(_printed(pointer, text) in other for other in others)
    ]
    antecedents = [_antecedent(each, text) for each in _pointers(effect) if each not in excluded]
    glosses = [f"{_printed(each, text)}＝{_antecedent(each, text)}" for each in excluded]
    glosses += [f"＝{'、'.join(antecedents)}"] if antecedents else []
    return words + "".join(f"（{gloss}）" for gloss in glosses)


def _pointers(effect: Step) -> Iterator[nodes.PointerMeaning]:
    """Yield the pointers in the object of ``effect``. A step is read alone, so that what each
    refers to is added in brackets."""
    what = getattr(effect, "what", None)
    if isinstance(what, nodes.PointerMeaning):
        yield what
    elif isinstance(what, nodes.ThingMeaning):
        yield from what.refers


def _repeated_action(reference: nodes.PointerMeaning, event: nodes.Event | None, text: str) -> str:
    """Return the action of ``reference``, after the words of ``event`` that repeat it if any.
    そうしたら alone does not say what must have been done."""
    done = _antecedent(reference, text)
    return f"{_printed(event, text)}（＝{done}）" if event else done


def _antecedent(reference: nodes.PointerMeaning, text: str) -> str:
    """Return the antecedent of ``reference`` in quotes, else its reason or name. An unresolved
    pointer is shown with the reason, not left out."""
    if reference.to is None:
        return reference.unresolved or reference.name or ""
    return quoted(reference.to, text)


def quoted(place: nodes.TextPlace, text: str) -> str:
    """Return the words at ``place`` in Japanese quotation marks, as a part of other words."""
    return f"「{_printed(place, text)}」"


def _printed(place: nodes.Meaning | nodes.TextPlace, text: str) -> str:
    """Return the words at ``place`` in ``text`` on one line, without punctuation around them. A
    step has one line, and its words are put into other sentences."""
    return Span(place.start, place.end).of(text).strip(MARKS).replace("\n", "")


def english_action(effect: Step, english: Mapping[str, str]) -> str:
    """Return the action in English, for readers without Japanese. A slot of the English form for
    which there are no English words is left out with the words around it."""
    kind = effect.act if isinstance(effect, nodes.Action) else effect.type
    form = english.get(f"{kind} {getattr(effect, 'verb', '')}", english.get(kind, ""))
    what = getattr(effect, "what", None)
    number = getattr(effect, "number", None) or getattr(what, "number", None)
    goal = _english_place(getattr(effect, "goal", None), english)
    slots = {
        "number": _english_number(number),
        "what": _english_thing(what),
        "from": _english_place(getattr(effect, "source", None) or what, english),
        "to": goal,
        "measure": english.get(getattr(effect, "measure", ""), ""),
        "amount": _in_ascii(getattr(effect, "amount", "")),
        "into": goal and f"{'on' if ' of ' in goal else 'into'} {goal}",
        "lost": "Lose" if getattr(effect, "lost", False) else "Give",
    }

    def filled(match: re.Match[str]) -> str:
        before, name, after = match.groups()
        return f"{before}{slots[name]}{after}" if slots.get(name) else ""

    return _SLOT.sub(filled, form)


def _english_number(number: nodes.NumberMeaning | None) -> str:
    """Return ``number`` in digits, "" where it has words that have no English here. The part of the
    English form around it is then left out."""
    if number is None:
        return ""
    count = _in_ascii(str(number.count))
    if number.limit or not count:
        return ""  # 以上, 望む: the words of the card say it
    return f"up to {count}" if number.at_most else count


def _in_ascii(number: str) -> str:
    """Return a number, a letter or a change in half-width characters, "" where it has words.
    English shows no Japanese words; the words of the card stand next to it."""
    narrow = number.translate(_HALF_WIDTH)
    return narrow if narrow.replace("±", "").isascii() else ""


def _english_thing(what: nodes.What | None) -> str:
    """Return the English of ``what``: it, this card, or cards with their number; else "". Names and
    other nouns have no English here; the Japanese words stand next to it."""
    if isinstance(what, nodes.PointerMeaning):
        return "" if what.to is None else "it"
    if what is None or what.sort not in ("this-card", "cards"):
        return ""
    if what.sort == "this-card":
        return "this card"
    if what.every:
        return "all of the cards"
    count = _english_number(what.number)
    return f"{count} card{'' if count.endswith(' 1') or count == '1' else 's'}" if count else ""


def _english_place(place: nodes.What | None, english: Mapping[str, str]) -> str:
    """Return the English of the zone of ``place``, "" if it has several zones or one without an
    English name. Readers then have only the Japanese words of the step."""
    zones = place.zones if isinstance(place, nodes.ThingMeaning) else ()
    if len(zones) != 1 or zones[0] not in english:
        return ""
    side = {"上": "the top of ", "下": "the bottom of "}.get(place.side or "", "")  # type: ignore
    return f"{side}the {english[zones[0]]}"
