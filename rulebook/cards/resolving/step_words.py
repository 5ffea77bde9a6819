"""Make the text of a step of resolving: our own label, the words of the card. A
label says in Japanese what holds for the steps below it: IF_DONE is “if you did”."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from rulebook.cards.facts.predicates import ANY_NUMBER
from rulebook.cards.meaning import nodes
from rulebook.cards.meaning.nesting import Places, alternatives, innermost
from rulebook.cards.resolving.step_clauses import counts, pays
from rulebook.text.normal import Span

MARKS = "、。 \n"  # around the words of a step, but not part of them
OTHERWISE = "そうでないなら"
IF_DONE = "したなら"
PAID = "以上をしたなら、次を行う"
NOTE = "カードの注記"
ELSE_NOTE = f"{OTHERWISE}（{NOTE}）"
IF = "次が満たされるなら"
Step = nodes.Effect | nodes.AbilityMeaning  # what has a step of its own
_LABELS: Mapping[type, str] = {
    nodes.AbilityMeaning: "与えられた能力は別の能力で、次のように働く",
    nodes.Replace: "かわりに",
    nodes.Unknown: "読み取れない",
}
_PRICES = ("次を行う", "次を行う（しなくてよいかは、カードにも総合ルールにも書かれていない）")
_HOW_OFTEN = ("次を{}行う", "次のそれぞれを{}行う")
_PARTICLES = {nodes.ModifyEffect: "の", nodes.Grant: "に", nodes.ChooseEffect: "から"}
"""The particle between an antecedent and the words of an effect, which omits both; else を."""
_VERBS: Mapping[type, str] = {nodes.ChooseEffect: "選ぶ", nodes.Repeat: "繰り返す"}
_VALUE = re.compile("(?:(\\w)は)?(.*?)(?:に等しい)?$")  # of Ｘ, or of “as many”
_COUNT = re.compile("(?:を|の上から|の下から).*")  # of 自分の山札を上から4枚まで
_TAKEN = re.compile("(.+?)(?:[をの][上下])?から(.*?)(まで|同じ枚数)?$")  # the zone, and how many
_DONE_IN_KANA = re.compile("(?:し|して|する)$")
_CHANGED = re.compile("(?:し|して|する|しなければ|され|されて|される)$")
_DONE = {"look": "見た", "reveal": "公開した", "turn-up": "めくった", "put": "置いた"}
_FINAL_BANS = {"ず": "ない", "せず": "しない", "でき": "できる", "良": "良い", "て": "てもよい"}
# The ending of a potential verb, such as 使える (can use).
_MAY = re.compile("(?<=[えけせてねめれげべき])る$")
_FINAL_FORMS = {"与え": "与える", "得": "得る", "失い": "失う", "得て": "得る"}
FINAL_CONDITIONS = {"あり": "ある", "いて": "いる", "おらず": "いない", "なく": "ない", "で": ""}
_MANY = (*ANY_NUMBER, "同じ")
_BACK = "元に戻す"
_PUT_BACK = re.compile(f"([^。]*{_BACK})。?")  # in a note
_DENIED = re.compile("^(?:そう[でし]|どちらでも)ないなら|。$")
_DEFINED = re.compile("([ＸＹ])は[^。]*に等しい。$")  # a sentence without a step of its own
_THIS = re.compile("この[^のをがはで、]+$")  # not quoted, as names of cards are
_OBJECT = re.compile("^（＝.*?）(?=（|$)")  # the antecedent of the object
_CARDS = re.compile("選んだ|枚|^この")  # in the words for what was put, not how
_BEFORE_VERB = re.compile(".*(?:[をとにが]|枚以上)")
_GAINED = re.compile("[得失].?.?$")
_EACH = ("すべてのプレイヤー", "各プレイヤー", "お互い")  # whose own zones “your” then means


def step_words(
    effect: Step, text: str, letters: Sequence[nodes.LetterMeaning], places: Places, saying: str
) -> tuple[str, str, str]:
    """Return three texts of the step for ``effect`` in the card ``text``: our own label, if it
    holds other steps; the printed words, for English pages; and, for Japanese pages, a sentence of
    these that can be read alone, with what pronouns mean (``places``). Both end with the values of
    ``letters`` (Ｘ). An icon in a cost (②) has ``saying`` as its sentence, else empty."""
    label, words = _label_and_words(effect, text, places)
    has_number = isinstance(effect, (nodes.IfEffect, nodes.Options))
    if not isinstance(effect, nodes.Effect) or (label and not has_number):
        return label, words, words
    sentence = words if label else _sentence(effect, text, places)
    if saying and effect.number and not label:
        sentence = saying.format(number=effect.number.count)
    defined = _definitions(effect, label + words if label else printed(effect, text), text, letters)
    return label, words + defined, sentence + defined


def gains(effect: Step, text: str) -> bool:
    """Whether in ``effect`` a thing gains (得る), or is or becomes (扱う, なる): nobody acts."""
    if isinstance(effect, nodes.Grant):
        return bool(_GAINED.search(printed(effect, text)))
    return counts(effect) or (isinstance(effect, nodes.Action) and effect.verb in ("なる", "扱う"))


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
        case nodes.Options(number=None, times=None, by=by) if by.who in _EACH:
            return "それぞれが次を行う（以下の「あなた」はそのプレイヤー）", "、".join(effect.how)
        case nodes.IfEffect(conditions=(only,)) if printed(only, text) == OTHERWISE:
            return OTHERWISE, ""
        case nodes.IfEffect(conditions=conditions):
            runs = alternatives(conditions)
            both = (condition_words(*r, text) + antecedents_of(r, text, places) for r in runs)
            return IF, "、".join(both)
        case nodes.IfDone(of=of, negated=negated, event=event):
            # そうしたら (if you do) alone does not say what must have been done.
            asked = places.get(of.to)
            if asked and not event and all(map(pays, getattr(asked, "effects", (asked,)))):
                return "コストを払わなかったなら" if negated else "コストを払ったなら", ""
            done = _antecedent(of, text, places)
            now = printed(event, text) if event else ""
            words = _with_done(now, done) if event and done[1:-1] != now else now or done
            if negated:  # maybe of what is not understood
                return ("しなかったなら", words) if of.to else (OTHERWISE, "")
            # “If A was put by this effect” asks more than that it was done.
            return IF if event else IF_DONE, words
        case nodes.PriceEffect(unresolved=unresolved):
            return _PRICES[bool(unresolved)], ""
        case nodes.ForEachEffect(what=what):
            each = printed(nodes.TextPlace(what.start, what.end + 3), text)  # with its につき
            return "次を1回ずつ行う", each + antecedents_of((what,), text, places)
        case nodes.Delayed(trigger=trigger):
            return "後で誘発する", with_duration(effect, printed(trigger, text), text)
        case nodes.Options(unresolved=str()):
            return "どの選択肢を行うかは読み取れない", ""
        case nodes.Options(number=number):  # 1 is in the label already
            said = [printed(number, text)] if number and number.count != 1 else []
            return _label_of_options(effect, text), "、".join((*effect.how, *said))
    return "", with_duration(effect, words, text) + antecedents_of((effect,), text, places)


def _with_done(now: str, done: str) -> str:
    """Return ``now``, the words of what is asked (《A》 was put), with what was ``done``, in
    brackets: for a card, that which was put; else the step or event."""
    which = f"{_BEFORE_VERB.sub('', now)}カード" if _CARDS.search(done) else ""
    return f"{now}（{which}＝{done}）"


def _label_of_options(options: nodes.Options, text: str) -> str:
    """Return the label of ``options``: whether one or several are chosen (their number follows in
    the words of the card ``text``), or how often all are carried out."""
    if options.number:
        one = options.number.count == 1
        return "選択肢から1つ選んで行う" if one else "選択肢から次の数だけ選んで行う"
    if options.times is None:
        return "書かれているとおりに次を行う"
    often = printed(options.times, text) if options.times.count != 1 else ""
    return _HOW_OFTEN[len(options.options) > 1].format(often)


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
    words = printed(nodes.TextPlace(first.start, last.end), text)
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
    values = ((rule, _VALUE.sub(r"\1＝\2", printed(rule, text), count=1)) for rule in other)
    own = [letter.text_place for letter in letters if letter.each]
    each = ("その", "効果を受けるそれぞれの", 1)
    said = "、".join(value.replace(*each) if rule in own else value for rule, value in values)
    return f"（{said}）" if said else ""


def _sentence(effect: nodes.Effect, text: str, places: Places) -> str:
    """Return the words of ``effect`` as a sentence that can be read alone: its verb in dictionary
    form, its omitted object in front: “return the chosen 「1 character」”, “the 2 cards seen”."""
    words, what = _said(effect, text), effect.what
    gloss = antecedents_of((effect,), text, places)
    if isinstance(what, nodes.PointerMeaning) and not what.explicit and what.to is not None:
        # A change that does not name the number is of the card: “the character +1”.
        is_of_card = isinstance(effect, nodes.ModifyEffect) and not effect.measure
        particle = "を" if is_of_card else _PARTICLES.get(type(effect), "を")
        words, gloss = _antecedent(what, text, places) + particle + words, _OBJECT.sub("", gloss)
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
    words = printed(effect, text)
    if isinstance(effect, nodes.Replace) and effect.event:
        start = min(effect.start, effect.event.start)
        return with_duration(effect, printed(nodes.TextPlace(start, effect.end), text), text)
    if isinstance(effect, nodes.OccasionEffect) and effect.effects:  # steps of their own
        return printed(nodes.TextPlace(effect.start, effect.effects[0].start), text)
    if not isinstance(effect, nodes.Prohibit | nodes.Permit):
        return words
    words, what = with_final_ending(words, _FINAL_BANS), effect.what
    words = _MAY.sub("ない", words) if isinstance(effect, nodes.Prohibit) else words
    before = isinstance(what, nodes.ThingMeaning) and what.start < what.end <= effect.start
    return f"{printed(what, text)}は{words}" if what and before else words


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
        words = f"{printed(until, text)}、{words}"
    return words


def antecedents_of(parts: Iterable[nodes.Meaning], text: str, places: Places) -> str:
    """Return, in brackets, the antecedents of pronouns in ``parts``, because a step is read without
    the sentences that contain them: （＝「…」） for the object of an effect; in a goal, condition,
    “all but that” or “this and that”, with the pronoun (それ＝「…」), so omitted ones have none."""
    glosses: dict[str, dict[str, None]] = {}
    for part in parts:
        what = part.what if isinstance(part, nodes.Effect) else None
        inside: tuple[nodes.PointerMeaning, ...] = getattr(what or part, "refers", ())
        to: tuple[nodes.PointerMeaning, ...] = getattr(getattr(part, "goal", None), "refers", ())
        for each in (*((what,) if isinstance(what, nodes.PointerMeaning) else inside), *to):
            pronoun, said = printed(each, text), _antecedent(each, text, places)
            named = not what or any(pronoun in o for o in getattr(what, "other_than", ()))
            named |= each in to or bool(getattr(what, "things", ()))  # “this card and that card”
            if said and (each.explicit or not named) and said not in glosses.get("", ()):
                glosses.setdefault(pronoun if named else "", {})[said] = None
    return "".join(f"（{word}＝{'、'.join(said)}）" for word, said in glosses.items())


def _antecedent(reference: nodes.PointerMeaning, text: str, places: Places) -> str:
    """Return the antecedent of ``reference`` in quotes, ？ if it is not understood, "" for “that
    turn” without one (``current:ターン``), in which the ability is played. For a choice, it is what
    was chosen; for a step, the step as done; for a card of a trigger, what happened to it."""
    if reference.to is None:
        return "" if reference.name else "？"
    words = printed(reference.to, text)
    done, rest = places.get(reference.to), "の残り" * ("残り" in printed(reference, text))
    named = map(places.get, (reference.name or "").split("+"))
    choices = [each for each in named if isinstance(each, nodes.Effect)]
    if choices:
        chosen = "と".join(_chosen(choice, text, places) for choice in choices)
        return chosen.replace("と選んだ", "と") + rest
    if isinstance(done, nodes.Event):
        before, _, after = printed(done, text).partition(words)
        if after.startswith(("が", "を")) and not words.startswith("この"):
            words = f"{before}{after[1:].removeprefix('、')}、{words}"
    elif isinstance(done, nodes.Effect) and done.text_place == reference.to:
        last = innermost(done)  # a step: “put”, not “may put”
        words = _with_final_verb(last, printed(nodes.TextPlace(done.start, last.end), text))
    elif isinstance(done, nodes.Action) and done.act in _DONE and (taken := _TAKEN.match(words)):
        # The cards are no longer where the words say: 自分の山札の上から4枚.
        goal = f"{printed(done.goal, text)}に" if done.goal else ""
        number = "カード" if taken[3] else taken[2]
        return f"{taken[1]}から{goal}{_DONE[done.act]}{number}{rest}"
    elif words.endswith("た"):  # “this supported”, for “supported character”
        words += printed(reference, text).rpartition("た")[2].removeprefix("ら")
    if _THIS.match(words):
        return words
    if isinstance(done, nodes.Condition) and done.place:  # “if there is A in Entry, that card”
        words = f"{printed(done.place, text)}の{words}"
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
    count = printed(number, text).removesuffix("まで") if number else ""
    count = count if number and number.limit else count.removesuffix("ずつ")
    several = number and (number.count in _MANY or (number.at_most and number.count != 1))
    if several or getattr(what, "every", False):
        count = "すべて"
    if isinstance(what, nodes.PointerMeaning):
        return _antecedent(what, text, places) + (f"のうちの{count}" if count else "")
    words = printed(what, text)
    head, _, tail = words.rpartition(printed(number, text)) if number else (words, "", "")
    if head and tail:
        head, count = words, ""  # it is inside the words
    of = f"{printed(number.of, text)}と" if number and number.of else ""
    head = (head or tail).removesuffix(of).strip(MARKS)
    if isinstance(source, nodes.PointerMeaning) and source.to:
        head = f"{_COUNT.sub('', printed(source.to, text))}の{head}"
    elif isinstance(source, nodes.ThingMeaning) and source.end < what.start and not source.refers:
        where, zone, owner = printed(source, text), "".join(source.zones), "".join(source.owners)
        if where in (zone, f"{owner}の、{zone}") and owner:  # two sources of 自分の、手札とメンバー
            where = f"{owner}の{zone}"
        head = where + (f"の{head}" if head else "から")
    head = re.sub("(?:ランダムに|合計)$", "", head)  # before a number: at random, together
    if head.endswith("から"):
        return f"{head}選んだ{'カード' * (count == 'すべて')}{count}"
    head = head[:-1] + "の" if head.endswith("以外を") else head.removesuffix("を")
    return f"選んだ「{head}」すべて" if count == "すべて" else f"選んだ「{head}{count}」"


def notes_in(reminder: str) -> list[tuple[str, str]]:
    """Return the notes in ``reminder`` （…） with their labels. What it says of putting cards back
    is a separate note: そうでないなら元に戻す is for when the condition or step before it fails."""
    parts = filter(None, _PUT_BACK.split(reminder.strip("（）()※")))
    split = ((_DENIED.sub("", part), part.strip("。")) for part in parts)
    return [(NOTE if said == part else ELSE_NOTE, said) for said, part in split]


def explained_by(note: str, before: str) -> str:
    """Return the words in the step that ``note`` explains, "" for the step before it: the value of
    Ｘ, if the text ``before`` it defines that, or the number that it says how to count."""
    letter = None if note.endswith(_BACK) else _DEFINED.search(before)
    return f"（{letter[1]}＝" if letter else "につき" if "カウント" in note else ""


def printed(place: nodes.Meaning | nodes.TextPlace, text: str) -> str:
    """Return the words at ``place`` in ``text``, without punctuation, as a step has one line."""
    return Span(place.start, place.end).of(text).strip(MARKS).replace("\n", "")
