"""Make the text of a step of resolving: our own label, the words of the card, their English. A
label says in Japanese what holds for the steps below it: IF_DONE is “if you did”."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from rulebook.cards.annotating.governing import GoverningTable
from rulebook.cards.facts.predicates import ANY_NUMBER, OF_ALL, OPPONENT
from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.nesting import Places, alternatives, innermost
from rulebook.cards.resolving.step_clauses import pays
from rulebook.cards.tree.words import Limit
from rulebook.text.normal import Span

MARKS = "、。 \n"  # around the words of a step, but not part of them
OTHERWISE = "そうでないなら"
IF_DONE = "したなら"
PAID = "以上をしたなら、次を行う（しないなら、次も行わない）"
NOTE = "カードの注記"
Step = nodes.Effect | nodes.AbilityMeaning  # what has a step of its own
_LABELS: Mapping[type, str] = {
    nodes.AbilityMeaning: "与えられた能力は別の能力で、次のように働く",
    nodes.Replace: "かわりに",
    nodes.Unknown: "読み取れない",
}
_PARTICLES = {nodes.ModifyEffect: "の", nodes.Grant: "に", nodes.ChooseEffect: "から"}
"""The particle between an antecedent and the words of an effect, which omits both; else を."""
_VERBS: Mapping[type, str] = {nodes.ChooseEffect: "選ぶ", nodes.Repeat: "繰り返す"}
_VALUE = re.compile("(?:(\\w)は)?(.*?)(?:に等しい)?$")  # of Ｘ, or of “as many”
_COUNT = re.compile("(?:を|の上から|の下から).*")  # of 自分の山札を上から4枚まで
_DONE_IN_KANA = re.compile("(?:し|して|する)$")
_CHANGED = re.compile("(?:し|して|する|しなければ|され|されて|される)$")
_SEEN = {"look": "見たカード", "reveal": "公開したカード", "turn-up": "めくったカード"}
_FINAL_BANS = {"ず": "ない", "せず": "しない", "でき": "できる", "良": "良い", "て": "てもよい"}
# The ending of a potential verb, such as 使える (can use).
_MAY = re.compile("(?<=[えけせてねめれげべき])る$")
_FINAL_FORMS = {"与え": "与える", "得": "得る", "失い": "失う", "得て": "得る"}
FINAL_CONDITIONS = {"あり": "ある", "いて": "いる", "おらず": "いない", "なく": "ない", "で": ""}
_GAINED = re.compile("[得失].?.?$")
_SLOT = re.compile(r"\[([^\[\]{}]*)\{(\w+)\}([^\[\]{}]*)\]")
_ANTECEDENTS = ("it", "them", "that card", "those cards", "the rest")
_OF = re.compile("＝[選んだ]*「?(?:[^」]*(?:以.の|、))?((相手|各プレイヤー)の|[^」]*バトル相手」)")
Words = tuple[str, ...]
English = Mapping[str, str]
_SAME = "the stated number of"
_COUNTS: Mapping[object, str] = {"同じ": _SAME, **dict.fromkeys(ANY_NUMBER, "any number of")}
_HALF_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}


def step_words(
    effect: Step, text: str, letters: Sequence[nodes.LetterMeaning], places: Places, saying: str
) -> tuple[str, str, str]:
    """Return three texts of the step for ``effect`` in the card ``text``: our own label, if it
    holds other steps; the printed words, for English pages; and, for Japanese pages, a sentence of
    these that can be read alone, with what pronouns mean (``places``). Both end with the values of
    ``letters`` (Ｘ). An icon in a cost (②) has ``saying`` as its sentence, else empty."""
    label, words = _label_and_words(effect, text, places)
    counts = isinstance(effect, (nodes.IfEffect, nodes.Options))
    if not isinstance(effect, nodes.Effect) or (label and not counts):
        return label, words, words
    sentence = words if label else _sentence(effect, text, places)
    if saying and effect.number and not label:
        sentence = saying.format(number=effect.number.count)
    defined = _definitions(effect, words if label else _printed(effect, text), text, letters)
    return label, words + defined, sentence + defined


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
    that contains others has a label instead of their words, which follow as separate steps. Words
    of none of these steps remain: a condition, a replaced event, what decides on options."""
    words = _said(effect, text)
    if isinstance(effect, (nodes.AbilityMeaning, nodes.Replace, nodes.Unknown)):
        return _LABELS[type(effect)], words
    match effect:
        case nodes.MayEffect():
            return "してよい（全部するか、しないか）", ""
        case nodes.IfEffect(conditions=(only,)) if _printed(only, text) == OTHERWISE:
            return OTHERWISE, ""
        case nodes.IfEffect(conditions=conditions):
            runs = alternatives(conditions)
            both = (condition_words(*r, text) + antecedents_of(r, text, places) for r in runs)
            return "次が満たされるなら", "、".join(both)
        case nodes.IfDone(of=of, negated=negated, event=event):
            # そうしたら (if you do) alone does not say what must have been done.
            asked = places.get(of.to)
            if asked and not event and all(map(pays, getattr(asked, "effects", (asked,)))):
                return "コストを払わなかったなら" if negated else "コストを払ったなら", ""
            done = _antecedent(of, text, places)
            now = _printed(event, text) if event else ""
            words = now + "（＝" + done + "）" if event and done[1:-1] != now else now or done
            if negated:  # maybe of what is not understood
                return ("しなかったなら", words) if of.to else (OTHERWISE, "")
            # “If A was put by this effect” asks more than that it was done.
            return "次が満たされるなら" if event else IF_DONE, words
        case nodes.PriceEffect(unresolved=unresolved):
            return "次を行う（任意かは書かれていない）" if unresolved else "次を行う", ""
        case nodes.ForEachEffect(what=what):
            each = _printed(nodes.TextPlace(what.start, what.end + 3), text)  # with its につき
            return "次を1回ずつ行う", each + antecedents_of((what,), text, places)
        case nodes.Delayed(trigger=trigger):
            return "後で誘発する", with_duration(effect, _printed(trigger, text), text)
        case nodes.Options(unresolved=str()):
            return "どの選択肢を行うかは読み取れない", ""
        case nodes.Options(number=number, times=times):
            count = number or times  # 1 is in the label already
            said = [_printed(count, text)] if count and count.count != 1 else []
            return _label_of_options(effect), "、".join((*effect.how, *said))
    return "", with_duration(effect, words, text) + antecedents_of((effect,), text, places)


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
    """Return the heading of ``option``, so that players see whether to choose one option (or cannot
    know), whether a value decides (with cases as labels), or whether all are carried out."""
    if options.number or options.unresolved:
        return "選択肢"
    # 枚数により (by the number) has cases; 好きな順番で (in any order) has none.
    return "場合" if options.how and option.label else "効果"


def condition_words(first: nodes.Condition, last: nodes.Condition, text: str) -> str:
    """Return the words of a condition, or of a run of :func:`alternatives`. A step is read alone,
    so the time, and the opponent as owner, are added if the text states them only once, before."""
    words = _printed(nodes.TextPlace(first.start, last.end), text)
    owners = getattr(first.subject, "owners", ())
    words = f"（相手の）{words}" if owners == ("相手",) and "相手" not in words else words
    is_thing = isinstance(last.what, nodes.ThingMeaning) and last.what.end == last.end
    is_verb = words.endswith(tuple("うくすつむる"))  # 《音楽》を持つ (has)
    if is_thing and not last.verb and not is_verb:
        words += "である"  # “that card is a character”
    return with_duration(first, words, text)


def _definitions(
    effect: nodes.Effect, words: str, text: str, letters: Sequence[nodes.LetterMeaning]
) -> str:
    """Return, in brackets, the values of the numbers and ``letters`` in the ``words`` of
    ``effect``, or "": a step is read without the sentence that defines Ｘ."""
    parts = (effect, effect.number, nodes.thing_number(effect.what))
    rules = [rule for part in parts if (rule := getattr(part, "rule", None))]
    rules += (each.text_place for each in letters if each.letter in words)
    # “As many as there are empty slots” itself says what is counted.
    other = (rule for rule in dict.fromkeys(rules) if not effect.start <= rule.start < effect.end)
    values = ((rule, _VALUE.sub(r"\1＝\2", _printed(rule, text), count=1)) for rule in other)
    own = [letter.text_place for letter in letters if letter.each]
    each = ("その", "効果を受けるそれぞれの", 1)
    said = "、".join(value.replace(*each) if rule in own else value for rule, value in values)
    return f"（{said}）" if said else ""


def _sentence(effect: nodes.Effect, text: str, places: Places) -> str:
    """Return the words of ``effect`` as a sentence that can be read alone: its verb in dictionary
    form, its omitted object in front: “return the chosen 「1 character」”, or “the cards seen”."""
    words, what = _said(effect, text), effect.what
    gloss = antecedents_of((effect,), text, places)
    if isinstance(what, nodes.PointerMeaning) and not what.explicit and what.to is not None:
        seen = _SEEN.get(getattr(places.get(what.to), "act", ""))
        # A change that does not name the number is of the card: “the character +1”.
        is_of_card = isinstance(effect, nodes.ModifyEffect) and not effect.measure
        particle = "を" if is_of_card else _PARTICLES.get(type(effect), "を")
        words, gloss = (seen or _antecedent(what, text, places)) + particle + words, ""
    return with_duration(effect, _with_final_verb(effect, words), text) + gloss


def _with_final_verb(effect: Step, words: str) -> str:
    """Return ``words`` with the verb of ``effect`` at their end in the dictionary form: 置き (put
    and) becomes 置く (put). On the card, the sentence continues with another step."""
    match effect:
        case nodes.ModifyEffect():  # ＋1し (+1 and), ＋1 alone; ＋1され, of what is changed
            return _CHANGED.sub("", words) + ("される" if "され" in words[-3:] else "する")
        case nodes.Grant():  # 得て (gains, and)
            return with_final_ending(words, _FINAL_FORMS)
    verb = _VERBS.get(type(effect)) or getattr(effect, "verb", "")
    return _in_dictionary_form(words, verb) if verb else words


def _said(effect: Step, text: str) -> str:
    """Return the words of ``effect`` as its step says them. A ban or permission is in final form
    (できず: できない), with its thing if that is printed only before. In a ban, 使えない replaces
    使える (can use): what 時のみ (only when) permits is otherwise forbidden in the same words. A
    replacement has its event and time too, which are before it if it is optional (…してよい)."""
    words = _printed(effect, text)
    if isinstance(effect, nodes.Replace) and effect.event:
        start = min(effect.start, effect.event.start)
        return with_duration(effect, _printed(nodes.TextPlace(start, effect.end), text), text)
    if not isinstance(effect, nodes.Prohibit | nodes.Permit):
        return words
    words, what = with_final_ending(words, _FINAL_BANS), effect.what
    words = _MAY.sub("ない", words) if isinstance(effect, nodes.Prohibit) else words
    before = isinstance(what, nodes.ThingMeaning) and what.start < what.end <= effect.start
    return f"{_printed(what, text)}は{words}" if what and before else words


def _in_dictionary_form(words: str, verb: str) -> str:
    """Return ``words`` ending in ``verb`` if they end in another form of it: 払う (pay) for 払って,
    which is unfinished. Only a short ending is exchanged: the stem may occur in other words."""
    if verb.endswith("する"):
        return _DONE_IN_KANA.sub("する", words)
    before, stem, ending = words.rpartition(verb[:-1])
    return before + verb if stem and len(ending) <= 3 else words  # such as って of 払って


def with_duration(effect: Step | nodes.Condition, words: str, text: str) -> str:
    """Return ``words`` after the time and multiplier of ``effect``, if these are printed before it:
    the text states them once for several effects, but each step is read alone."""
    counted = getattr(effect, "for_each", None)
    if counted is not None and counted.end <= effect.start:
        words = f"{Span(counted.start, counted.end).of(text)}につき、{words}"
    until = getattr(effect, "until", None) or getattr(effect, "within", None)
    if until is not None and until.end <= effect.start:
        words = f"{_printed(until, text)}、{words}"
    return words


def antecedents_of(parts: Iterable[nodes.Meaning], text: str, places: Places) -> str:
    """Return, in brackets, the antecedents of pronouns in ``parts``, because a step is read without
    the sentences that contain them: （＝「…」） for the object of an effect; in a condition, “all
    but that” or “this and that”, with the pronoun (それ＝「…」), so an omitted one has none."""
    glosses: dict[str, dict[str, None]] = {}
    for part in parts:
        what = part.what if isinstance(part, nodes.Effect) else None
        inside: tuple[nodes.PointerMeaning, ...] = getattr(what or part, "refers", ())
        for each in (what,) if isinstance(what, nodes.PointerMeaning) else inside:
            printed, said = _printed(each, text), _antecedent(each, text, places)
            named = not what or any(printed in o for o in getattr(what, "other_than", ()))
            named |= bool(getattr(what, "things", ()))  # “this card and that card”
            if said and (each.explicit or not named):
                glosses.setdefault(printed if named else "", {})[said] = None
    return "".join(f"（{word}＝{'、'.join(said)}）" for word, said in glosses.items())


def _antecedent(reference: nodes.PointerMeaning, text: str, places: Places) -> str:
    """Return the antecedent of ``reference`` in quotes, ？ if it is not understood, "" for “that
    turn” without one (``current:ターン``), in which the ability is played. For a choice, it is what
    was chosen; for a step, the step as done; for a card of a trigger, what happened to it."""
    if reference.to is None:
        return "" if reference.name else "？"
    words = _printed(reference.to, text)
    done, rest = places.get(reference.to), "の残り" * ("残り" in _printed(reference, text))
    choices = [places[name] for name in (reference.name or "").split("+") if name in places]
    if choices:
        chosen = "と".join(_chosen(choice, text, places) for choice in choices)
        return chosen.replace("と選んだ", "と") + rest
    if isinstance(done, nodes.Event):
        before, _, after = _printed(done, text).partition(words)
        if after.startswith(("が", "を")) and not words.startswith("この"):
            words = f"{before}{after[1:].removeprefix('、')}、{words}"
    elif done and done.text_place == reference.to:  # a step: “put”, not “may put”
        last = innermost(done)
        words = _with_final_verb(last, _printed(nodes.TextPlace(done.start, last.end), text))
    elif words.endswith("まで") and (seen := _SEEN.get(getattr(done, "act", ""))):
        return f"{_COUNT.sub('', words)}から{seen}{rest}"
    elif words.endswith("た"):  # “this supported”, for “supported character”
        words += _printed(reference, text).rpartition("た")[2].removeprefix("ら")
    said = f"「{words}」{rest}"
    if words.endswith("ダメージ"):  # “this damage”: the first or the second of two
        first = min(place.start for place in places if isinstance(place, nodes.TextPlace))
        if text.count(words, first, reference.start) > 1:
            said += f"の{text.count(words, first, reference.to.end)}回目"
    return said


def _chosen(choice: nodes.Effect | nodes.Event, text: str, places: Places) -> str:
    """Return the words by which later steps call what ``choice`` chose: 選んだ「手札のキャラ1枚」,
    with the zone that only its source names, or 手札から選んだ1枚 if no noun follows the zone. Of
    “up to 2” or “any number”, it is all, since they are chosen by then; of cards chosen before, “1
    of these”."""
    what, source, number = choice.what or choice, getattr(choice, "source", None), choice.number
    count = _printed(number, text).removesuffix("まで") if number else ""
    count = count if number and number.limit else count.removesuffix("ずつ")
    several = number and (number.count in _COUNTS or (number.at_most and number.count != 1))
    if several or getattr(what, "every", False):
        count = "すべて"
    if isinstance(what, nodes.PointerMeaning):
        return _antecedent(what, text, places) + (f"のうちの{count}" if count else "")
    words = _printed(what, text)
    head, _, tail = words.rpartition(_printed(number, text)) if number else (words, "", "")
    if head and tail:
        head, count = words, ""  # it is inside the words
    of = f"{_printed(number.of, text)}と" if number and number.of else ""
    head = (head or tail).removesuffix(of).strip(MARKS)
    if isinstance(source, nodes.PointerMeaning) and source.to:
        head = f"{_COUNT.sub('', _printed(source.to, text))}の{head}"
    elif isinstance(source, nodes.ThingMeaning) and source.end < what.start and not source.refers:
        head = _printed(source, text) + (f"の{head}" if head else "から")
    head = re.sub("(?:ランダムに|合計)$", "", head)  # before a number: at random, together
    if head.endswith("から"):
        return f"{head}選んだ{'カード' * (count == 'すべて')}{count}"
    head = head[:-1] + "の" if head.endswith("以外を") else head.removesuffix("を")
    return f"選んだ「{head}」すべて" if count == "すべて" else f"選んだ「{head}{count}」"


def _printed(place: nodes.Meaning | nodes.TextPlace, text: str) -> str:
    """Return the words at ``place`` in ``text``, without punctuation, as a step has one line."""
    return Span(place.start, place.end).of(text).strip(MARKS).replace("\n", "")


def english_action(effect: nodes.Effect, text: str, table: GoverningTable, places: Places) -> str:
    """Return ``effect`` in English, by a form of ``governing.toml`` with slots for arguments, or
    "". A form for the action and a word of its goal, manner, use or verb (``grant 得る``: gains)
    precedes one for the action (``grant``). Other manners and uses follow (“as a marker”)."""
    english = table.english
    kind = effect.act if isinstance(effect, nodes.Action) else effect.type
    goal, use = effect.goal, getattr(effect, "use", None)
    how = (*getattr(use, "words", ()), *getattr(effect, "how", ()))
    words = (*goal.words, goal.sort, *how) if isinstance(goal, nodes.ThingMeaning) else how
    if isinstance(effect, nodes.Grant) and gains(effect, text):
        words = ("失う",) if effect.lost else ("得る",)
    keys = (f"{kind} {word}" for word in (*words, getattr(effect, "verb", "")))
    form = next(filter(None, map(english.get, keys)), english.get(kind, ""))
    slots = _english_slots(effect, kind, text, table, places)
    often = _english_number(_times(effect))
    # Without “the hand”, no lone “to” remains.
    said = _SLOT.sub(lambda m: f"{m[1]}{slots[m[2]]}{m[3]}" if slots.get(m[2]) else "", form)
    said += f", {often} times" if often not in ("", "1") else ""
    said += _english_multiplier(effect.for_each)
    own = (word for word in how if f"{kind} {word}" not in english)
    manners = filter(None, (english.get(f"how {word}") for word in own))
    return ", ".join((said[:1].upper() + said[1:], *manners))


def _english_slots(
    effect: nodes.Effect, kind: str, text: str, governing: GoverningTable, places: Places
) -> Mapping[str, str]:
    """Return the English for each slot of the forms in ``governing.toml``, "" for an empty slot.
    The form of ``kind``, the type of the effect, uses some. A number that says how often the effect
    is done (twice) is not that of ``what``. ``subject`` is one by one: “each of them gets +1”."""
    english, what, goal = governing.english, effect.what, effect.goal
    companion, source, times = getattr(effect, "companion", None), effect.source, _times(effect)
    things = [_english_thing(each, english, places) for each in (companion, what) if each]
    thing, term = " and ".join(things) if all(things) else "", governing.file.types.get(kind)
    owners: Words = getattr(what, "owners", ())  # to whose zones cards go if the text names none
    if thing in _ANTECEDENTS and (found := _OF.search(antecedents_of((effect,), text, places))):
        owners = (found[2] or OPPONENT,)
    into = _english_goal(goal, text, english, owners)  # “them into …” may have a form of its own
    # “Look at 3 cards, choose 1”, or “1 of these” (中)
    seen = isinstance(source, nodes.PointerMeaning) or "中" in nodes.nouns_of(source)
    counted = nodes.thing_number(what) if times else effect.number or nodes.thing_number(what)
    number = _english_number(counted)
    if number.startswith("any") and getattr(effect, "how", None):
        number = ""  # “2 or more, as many as you like”
    same = counted.of if counted and number == _SAME else None
    if nodes.thing_sort(same) == "cards" and (place := _english_place(same, english)):
        number = f"as many cards as there are in {place}"
    everything = "all" if kind == "choose" and getattr(what, "every", False) else ""
    return {
        # “two cards and this card”; “choose any number”
        "number": thing if " and " in thing else number.removesuffix(" of") or everything,
        "what": thing,
        "subject": thing.replace("all of", "each of").replace("them", "each of them"),
        "from": "the cards seen" if seen else _english_place(source or what, english),
        "to": _english_place(goal, english, owners),
        "into": english.get(f"{thing} {into}", into),
        "area": english.get("".join(getattr(goal, "area", ())), ""),
        "term": english.get(term.term, "") if term else "",
        "measure": english.get(getattr(effect, "measure", ""), ""),
        "amount": _in_ascii(getattr(effect, "amount", "")),
    }


def _times(effect: nodes.Effect) -> nodes.NumberMeaning | None:
    """Return how often ``effect`` is done, None unless its number says so: “1 damage, twice” has a
    damage process for each (ws 4.10.1), and is not 2 damage."""
    often = effect.number if effect.number and effect.number.unit == "回" else None
    return effect.times if isinstance(effect, nodes.Repeat) else often


def _english_multiplier(counted: nodes.What | None) -> str:
    """Return “ for each card”, which ends a sentence, for the things ``counted``; "" for None."""
    if counted is None:
        return ""
    number = nodes.thing_number(counted)
    many = _in_ascii(str(number.count)) if number and number.count != 1 else ""
    if nodes.thing_sort(counted) != "cards" and not (number and number.unit == "枚"):
        return f" for each {many or 'one'}"
    return f" for each {many} cards" if many else " for each card"


def _english_goal(goal: nodes.What | None, text: str, english: English, owners: Words) -> str:
    """Return the English for where something of ``owners`` is put: a zone by its name (into the
    hand), other goals by their words in the game's table (“any slot”); else ""."""
    if goal is None:
        return ""
    if own := english.get(f"to {_printed(goal, text)}"):
        return own
    if things := getattr(goal, "things", ()):
        names = [_english_goal(each, text, english, owners) for each in things]
        return " or ".join(names) if all(names) else ""
    place = _english_place(goal, english, owners)
    return place and f"{'on' if ' of ' in place else 'into'} {place}"


def _english_number(number: nodes.NumberMeaning | None) -> str:
    """Return ``number`` in English, "" for words without English: a form then omits its part."""
    if number is None or number.limit not in (None, Limit.EACH.value):
        return ""  # a bound (以上, or more): the words of the card say it
    count = (number.unit and _COUNTS.get(number.count)) or _in_ascii(str(number.count))
    each = " each" if number.limit and count else ""
    return ("up to " if number.at_most and count else "") + count + each


def _in_ascii(number: str) -> str:
    """Return ``number`` (digits, a letter or a change) in half-width characters, "" for words."""
    narrow = number.translate(_HALF_WIDTH)
    return narrow if narrow.replace("±", "").isascii() else ""


def _english_thing(what: nodes.What | None, english: English, places: Places) -> str:
    """Return the English for ``what``: it, this card, or cards with their number, several with
    their zones; else "". Names and other nouns have no English here."""
    if isinstance(what, nodes.PointerMeaning):
        return "" if not what.to else "it" if _is_one(what, places) else "them"
    if what is None or what.sort not in ("this-card", "cards"):
        return english.get(f"what {''.join(nodes.nouns_of(what))}", "")
    if what.number is None and what.text_place in [each.text_place for each in what.refers]:
        pointer = what.refers[0]  # it is all of ``what``: “that card”
        cards = "that card" if _is_one(pointer, places) else "those cards"
        return "the rest" if pointer.less else cards
    if what.things and not what.alternative:
        names = [_english_thing(each, english, places) for each in what.things]
        zones = [_english_place(each, english) for each in what.things]
        apart = [f" from {zone}" if zone and len({*zones}) > 1 else "" for zone in zones]
        return " and ".join(map(str.__add__, names, apart)) if all(names) else ""
    if what.sort == "this-card":
        return "this card"
    if what.every:
        return "all of the cards"
    count = _english_number(what.number)
    return f"{count} card{'' if count.endswith(' 1') or count == '1' else 's'}" if count else ""


def _is_one(pointer: nodes.PointerMeaning, places: Places) -> bool:
    """Whether ``pointer`` refers to one card: “it”, not “them”. A second choice among chosen cards
    has its own number (“choose 2, choose 1 of them”); a name A+B means two choices."""
    choice = places.get(pointer.name)
    if choice and choice.number and isinstance(choice.what, nodes.PointerMeaning):
        return choice.number.count == 1
    antecedent = places.get(pointer.to)
    what = antecedent.what if antecedent else None
    several = getattr(what, "every", False) or "+" in (pointer.name or "")
    # “Each player reveals 1”: a card of each.
    several = several or (isinstance(antecedent, nodes.Action) and antecedent.by.who in OF_ALL)
    number = nodes.thing_number(what)
    return not several and (number is None or (number.count == 1 and not number.limit))


def _english_place(place: nodes.What | None, english: English, owners: Words = ()) -> str:
    """Return the English for the zone of ``place``, with ``owners`` if it names none; "" for
    several zones or a zone without an English name: readers then have only the Japanese words."""
    zone = nodes.zones_named(place)
    # “in メンバー” (Member) is the zone; the word alone is its cards. Texts leave out 置場 (zone).
    forms = (
        english.get(form.format(*zone)) for form in ("in {}", "{}", "{}置場") if len(zone) == 1
    )
    name = next(filter(None, forms), None)
    if not name or not isinstance(place, nodes.ThingMeaning):
        return ""
    side = {"上": "the top of ", "下": "the bottom of "}.get(place.side or "", "")
    return f"{side}{english.get('whose ' + ''.join(place.owners or owners), 'the')} {name}"
