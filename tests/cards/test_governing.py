"""The governing clauses of invented cards, which were listed by hand from the documents."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from rulebook.api import Rules
from rulebook.cards.annotating.annotator import check_card_tables
from rulebook.cards.annotating.governing import GoverningFile
from rulebook.cards.annotating.rules import CLAUSE_ROLES, RuleIndex, check_rules, load_slots
from rulebook.cards.facts.fact import Fact
from rulebook.cards.facts.walk import all_slots, facts_of
from rulebook.cards.grammar.keywords import load_keywords
from rulebook.cards.meaning.action_types import ACTION_TYPES
from rulebook.cards.meaning.nodes import (
    Grant,
    IfEffect,
    ThingMeaning,
    meaning_types,
)
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.model import Rulebook
from rulebook.errors import CorpusError
from rulebook.toml_files.loader import load_toml
from tests.cards.fixtures import CardCase, blocks
from tests.cards.meanings import opened_ability
from tests.support import ROOT

GAMES = ("ws", "reb")
ALL = (*GAMES, "vs", "los", "gbf")
CASES = [case for game in ALL for case in blocks(game, "governing")]
RESOLVED = [case for game in GAMES for case in blocks(game, "resolving")]
FACTS = ROOT / "corpus" / "facts.toml"
KINDS = {"【自】": "自動能力", "【起】": "起動能力", "【永】": "永続能力"}
# The words of a name, without hiragana such as inflections.
WORDS = re.compile("[一-鿿々]+|[ァ-ヶー]+|[A-Za-z0-9]+")
PAYMENTS = {"ws": "pay-stock", "reb": "pay-energy"}


def _expected_clauses(case: CardCase) -> dict[str, list[str]]:
    return {
        name: numbers.split()
        for name, _, numbers in (line.partition(" ") for line in case.expected.splitlines())
    }


@pytest.mark.parametrize("game", GAMES)
def test_enough_cases_exist(game: str) -> None:
    assert sum(case.game == game for case in CASES) >= 20


@pytest.mark.parametrize("case", RESOLVED, ids=str)
def test_clauses_of_each_step(case: CardCase, rules: Rules) -> None:
    resolution = rules.resolve(case.game, case.text)
    assert not resolution.annotation.reading.gaps
    steps = [step for ability in resolution.abilities for step in ability.steps]
    for line in case.expected.splitlines():
        words, _, numbers = line.partition(" ")
        clauses = [" ".join(step.clauses) for step in steps if words in f"{step.text} {step.words}"]
        assert numbers in clauses, (words, clauses)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_clauses_are_in_the_order_of_a_judge(case: CardCase, rules: Rules) -> None:
    annotation = rules.annotate(case.game, case.text)
    assert not annotation.reading.gaps
    (clauses,) = annotation.governing
    expected = _expected_clauses(case)
    numbers = [clause.number for clause in clauses]
    assert numbers[0] in expected["first"]
    assert set(expected["needs"]) - set(numbers) == set()
    assert set(expected["never"]) & set(numbers) == set()
    assert len(numbers) == len(set(numbers))
    ranks = [CLAUSE_ROLES.index(clause.role) for clause in clauses[1:]]
    assert ranks == sorted(ranks)
    for clause in clauses:
        for span in clause.spans:
            assert 0 <= span.start < span.end <= len(case.text)


def test_listed_clauses_exist(books: Mapping[str, Rulebook], rules: Rules) -> None:
    for case in CASES:
        book = rules.book(case.game)
        for numbers in _expected_clauses(case).values():
            assert set(numbers) <= set(book.by_number), case


# ---- The tables


@pytest.fixture
def table(rules: Rules) -> Callable[[str], GoverningFile]:
    return lambda game: rules.annotator(game).governing.file


@pytest.mark.parametrize("game", ALL)
def test_no_clause_number_is_stale(game: str, corpus: Corpus) -> None:
    assert check_card_tables(corpus, corpus.game(game)) == ()


@pytest.mark.parametrize("game", GAMES)
def test_each_type_has_a_clause_with_its_word(
    game: str, rules: Rules, table: Callable[[str], GoverningFile]
) -> None:
    types = table(game).types
    assert set(types) == {*ACTION_TYPES, *meaning_types(), PAYMENTS[game]}
    book = rules.book(game)
    for name, basis in types.items():
        clause = book.by_number[basis.clause]
        assert basis.term in (clause.title or "") + clause.text, name


@pytest.mark.parametrize("game", ALL)
def test_cited_clauses_contain_the_named_words(
    game: str, rules: Rules, table: Callable[[str], GoverningFile]
) -> None:
    book = rules.book(game)
    rows = [(rule.when, _words_of_condition(rule.when), rule.cite) for rule in table(game).rules]
    rows += [
        ({}, WORDS.findall(key.partition(":")[2]), word.cite)
        for key, word in table(game).words.items()
        if key.startswith("verb:")
    ]
    for when, words, cite in rows:
        clauses = [book.by_number[number] for numbers in cite.values() for number in numbers]
        text = "".join((clause.title or "") + clause.text for clause in clauses)
        for word in words if clauses else ():
            assert word in text, when


def _words_of_condition(when: Mapping[str, object]) -> list[str]:
    """Return the words that a rule tests alone: of an icon, keyword, time or verb."""
    match dict(when):
        case {"role": "ability", "icon": str(icon), **others} if not others:
            return [KINDS[icon]]
        case (
            {"role": "keyword", "name": str(word), **others}
            | {"role": "moment", "moment": str(word), **others}
            | {"role": "event" | "effect", "verb": str(word), **others}
        ) if others in ({}, {"voice": "passive"}):
            return WORDS.findall(word.replace("時", ""))
    return []


@pytest.mark.parametrize("game", ALL)
def test_deciding_clause_is_among_the_cited_ones(
    game: str, table: Callable[[str], GoverningFile]
) -> None:
    for rule in table(game).rules:
        numbers = {number for cited in rule.cite.values() for number in cited}
        effect = rule.when["role"] in ("effect", "lasting", "number")
        assert rule.decides is None or rule.decides in numbers or effect, rule.when


def test_fact_slots_and_values_are_listed(rules: Rules) -> None:
    roles = load_slots(FACTS)
    for case in (*CASES, *RESOLVED):
        zones = rules.annotator(case.game).governing.file.zones
        for meaning in rules.annotate(case.game, case.text).meaning:
            for fact in facts_of(meaning, zones, all_slots):
                for slot, value in fact.slots.items():
                    listed = roles[fact.role][slot]
                    values = listed.known_values()
                    if listed.flag:
                        assert value in (True, False, None), (fact.role, slot, value)
                    elif values and value is not None:
                        words = value if isinstance(value, tuple) else (value,)
                        assert values.issuperset(map(str, words)), (fact.role, slot, value)


def test_all_faults_of_rules_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "governing.toml"
    lines = (
        'edition = "1"',
        "rules = [",
        '  { when = { role = "evnt", verb = "引く" }, cite.step = ["1.1"] },',
        '  { when = { role = "event", verbs = "引く" }, cite.step = ["1.1"] },',
        '  { when = { role = "event", voice = "loud" }, cite.step = ["1.1"] },',
        '  { when = { role = "event", negated = "yes" }, cite.step = ["1.1"] },',
        '  { when = { role = "event", verb = "引く" }, precedence = 3, cite.step = ["1.1"] },',
        '  { when = { role = ["field", "after"], act = "put", what = "A" }, cite.step = ["1.1"] },',
        "]",
        "[words]",
        '"word:A" = { outside = [{ verb = "引く" }] }',
    )
    path.write_text("\n".join(lines), encoding="utf-8")
    file = load_toml(path, GoverningFile)
    with pytest.raises(CorpusError) as raised:
        check_rules(path, file, FACTS, hint="")
    faults = {fault.line: (fault.what, fault.instead) for fault in raised.value.faults}
    assert sorted(line or 0 for line in faults) == [3, 4, 5, 6, 7, 8, 11]
    assert faults[3][0] == "no facts have the role 'evnt'"
    assert faults[4] == ("such facts have no slot verbs", "write verb")
    assert faults[5] == ("voice is never 'loud'", 'write "active" or "passive"')
    assert faults[6] == ("negated is a flag", "write true or false")
    of_one_role = {fault.what for fault in raised.value.faults if fault.line == 8}
    assert of_one_role == {"act is never 'put'", "such facts have no slot what"}


@pytest.mark.parametrize(
    ("when", "message"),
    [
        ('role = "event", verb = [["引く"]]', "verb is not words"),
        ('role = "event", verb = []', "verb is not words"),
        ("role = { a = 1 }", "no facts have the role {'a': 1}"),
        ("role = []", "role is missing"),
    ],
)
def test_malformed_slots_are_reported(when: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "governing.toml"
    path.write_text(f'edition = "1"\nrules = [{{ when = {{ {when} }} }}]\n', encoding="utf-8")
    with pytest.raises(CorpusError) as raised:
        check_rules(path, load_toml(path, GoverningFile), FACTS, hint="")
    assert [(fault.line, fault.what) for fault in raised.value.faults] == [(2, message)]


def test_unknown_base_role_is_reported(tmp_path: Path) -> None:
    (tmp_path / "facts.toml").write_text('[a]\nsays = "x"\nlike = "b"\n', encoding="utf-8")
    with pytest.raises(CorpusError, match=r"facts\.toml:3: \[b\] is not in"):
        load_slots(tmp_path / "facts.toml")


def test_rule_matches_any_of_a_list_and_none_of_unless() -> None:
    index = RuleIndex(
        [
            ({"role": "effect", "act": "put", "to": ["手札", "控え室"]}, {}),
            ({"role": ["effect", "payment"], "to": "手札"}, {"act": "return"}),
            ({"role": "effect", "several": False}, {}),
            ({"role": "payment"}, {"to": "手札"}),
        ]
    )
    put = Fact("effect", {"act": "put", "to": ("控え室", "手札"), "several": True}, 0, 1, 0, (0, 1))
    returned = Fact("effect", {"act": "return", "to": ("手札",), "several": False}, 0, 1, 0, (0, 1))
    paid = Fact("payment", {"act": "put", "to": "手札"}, 0, 1, 0, (0, 1))
    assert [index.matching(fact) for fact in (put, returned, paid)] == [[0, 1], [2], [1]]
    slots = index.slots_for("effect", "return")
    assert slots is not None
    assert "to" in slots
    assert index.slots_for("event", "") is None


@pytest.mark.parametrize("game", GAMES)
def test_opened_keywords_are_understood(
    game: str, rules: Rules, table: Callable[[str], GoverningFile]
) -> None:
    file = table(game)
    keywords, _ = load_keywords(rules.corpus, rules.game(game))
    opened = [(word, entry.opens) for word, entry in keywords.items() if entry.opens]
    for name, wording in (*opened, *file.around.items(), *file.needing.items()):
        text = wording.text.format(names="「山」", power=1000, level=1, needs="〔山〕")
        annotation = rules.annotate(game, text)
        assert not annotation.reading.gaps, name
        assert annotation.meaning[0].effects, name
        section = wording.clause.rsplit(".", 1)[0]
        clauses = rules.book(game).by_number
        assert name.strip("【】") in clauses[wording.clause].text + (clauses[section].title or "")


def test_icon_or_keyword_decides_the_surrounding_ability(rules: Rules) -> None:
    (spark,) = rules.annotate("reb", "【スパーク】：１枚引く。").meaning
    assert spark.around is not None
    assert spark.around.ability.trigger is not None
    (event,) = spark.around.ability.trigger.events
    assert isinstance(event.through, ThingMeaning)
    assert (event.verb, event.through.words) == ("置く", ("エントリー処理",))
    (helping,) = rules.annotate(
        "ws", "【永】 応援 このカードの前のキャラすべてに、パワーを＋500。"
    ).meaning
    assert helping.around is not None
    assert helping.around.ability.condition
    (alone,) = rules.annotate("ws", "【永】 このカードのパワーを＋500。").meaning
    assert alone.around is None


def test_icon_with_needs_has_a_qualified_condition(rules: Rules) -> None:
    words_by_text = {
        "【ブロッカー】": (),
        "【ブロッカー】〔凧〕or【のびしろ】": ("〔凧〕", "【のびしろ】"),
    }
    for text, words in words_by_text.items():
        (ability,) = rules.annotate("reb", text).meaning
        assert ability.around is not None
        assert ability.around.clause == ("11.6.3" if words else "11.6.2")
        (condition,) = ability.around.ability.condition
        subject = condition.subject
        assert isinstance(subject, ThingMeaning)
        assert (subject.owners, subject.qualities) == (("あなた",), (words,) if words else ())


def test_granted_ability_has_its_surrounding_ability(rules: Rules) -> None:
    quoted = "【スパーク】：１枚引く。"
    text = f"【起】【メンバー】：このターン中、あなたのキャラすべてに『{quoted}』を与える。"
    (ability,) = rules.annotate("reb", text).meaning
    (grant,) = ability.effects
    assert isinstance(grant, Grant)
    assert [inner.around.clause for inner in grant.abilities if inner.around] == ["11.3.2"]


def test_bond_also_triggers_for_a_card_put_from_hand(rules: Rules) -> None:
    opened = opened_ability(rules.corpus, "【自】 絆／「陶芸家」 ［(1)］")
    assert opened.trigger is not None
    played, put = opened.trigger.events
    assert isinstance(put.source, ThingMeaning)
    assert put.source.zones == ("手札",)
    assert {getattr(event.who, "sort", None) for event in (played, put)} == {"this-card"}


def test_backup_has_a_play_restriction(rules: Rules) -> None:
    text = "【起】【カウンター】 助太刀2750 レベル3 ［手札のこのカードを控え室に置く］"
    (limit,) = opened_ability(rules.corpus, text).playing
    assert isinstance(limit, IfEffect)
    assert [effect.type for effect in (*limit.then, *limit.otherwise)] == ["permit", "prohibit"]
    ((first, *_),) = (ability.steps for ability in rules.resolve("ws", text).abilities)
    assert "カウンターステップ" in first.text
    assert "レベルが3以上" in first.text
    assert first.clauses == ("10.5.2", "8.6.2.1")


def test_shift_has_conditions_of_level_and_zone(rules: Rules) -> None:
    text = "【自】 シフト レベル2"
    opened = opened_ability(rules.corpus, text)
    assert opened.trigger is not None
    assert opened.trigger.moment is not None
    assert opened.trigger.moment.word == "メインフェイズの始め"
    assert [effect.type for effect in opened.effects] == ["may"]
    (ability,) = rules.resolve("ws", text).abilities
    conditions = [step.words for step in ability.steps if step.part == "condition"]
    assert conditions == ["このカードがあなたのクロック置場にあり", "あなたのレベルが2以上"]


def test_keyword_facts_have_the_span_of_the_keyword(rules: Rules) -> None:
    text = "【自】 アンコール ［(2)］"
    annotation = rules.annotate("ws", text)
    zones = rules.annotator("ws").governing.file.zones
    first, *_ = facts_of(annotation.meaning[0], zones, all_slots)
    assert (first.role, first.slots["name"]) == ("keyword", "アンコール")
    assert text[first.start : first.end] == "アンコール"


def test_card_from_the_deck_does_not_leave_the_field(rules: Rules) -> None:
    text = (
        "【起】【メンバー】：［エネ③］あなたは自分のデッキの上から１枚控え室に置く。"
        "それがキャラなら、あなたはそのキャラをエントリーに置く。"
    )
    annotation = rules.annotate("reb", text)
    zones = rules.annotator("reb").governing.file.zones
    facts = facts_of(annotation.meaning[0], zones, all_slots)
    assert ("エントリー",) in {fact.slots.get("to") for fact in facts}
    assert not any(fact.slots["on_field"] for fact in facts if fact.role == "field")


@pytest.mark.parametrize(
    ("game", "text", "first", "needs"),
    [
        (
            "vs",
            "【自】［リング］ このカードがアタックした時、"
            "あなたは自分の控え室のカードを1枚選び、手札に戻す。",
            "7.1.3.2.3",
            {"8.6.1", "8.6.2", "8.6.4", "8.6.11", "8.6.11.1"},
        ),
        (
            "gbf",
            "朝の光：登場時、自分の手札のカードを1枚まで選び、デッキに戻す。",
            "10-2-2",
            {"8-7-1", "8-7-2", "8-7-3", "8-6-3", "8-6-3-2"},
        ),
    ],
)
def test_clauses_of_other_games_are_ordered(
    game: str, text: str, first: str, needs: set[str], rules: Rules
) -> None:
    annotation = rules.annotate(game, text)
    numbers = [clause.number for clause in annotation.governing[0]]
    assert not annotation.reading.gaps
    assert numbers[0] == first
    assert needs <= set(numbers)
    assert not {"8.5.4", "8.5.4.1"} & set(numbers)


def test_card_put_in_an_empty_slot_replaces_nothing(corpus: Corpus) -> None:
    """reb 4.5.3.3 applies only without the word 空席."""
    text = "【自】 このキャラが登場した時、自分のリタイアからキャラを１枚選び、{}メンバーに置く。"
    rules = Rules(corpus)
    for empty, cited in (("", True), ("空席の", False)):
        (clauses,) = rules.annotate("reb", text.format(empty)).governing
        assert ("4.5.3.3" in {clause.number for clause in clauses}) is cited


@pytest.mark.parametrize(
    ("other", "moves"),
    [
        ("【永】：あなたのエントリーを＋1/±0。", True),
        ("【永】：このキャラを＋1/±0。", False),
        ("【永】【メンバー】：あなたのエントリーを＋1/±0。", False),
    ],
)
def test_spark_of_a_rebirth_leaves_the_entry(other: str, moves: bool, rules: Rules) -> None:
    spark, _ = rules.annotate("reb", f"【スパーク】：あなたは1枚引く。\n{other}").governing
    numbers = {clause.number for clause in spark}
    assert ({"10.5.1.1", "10.5.1.2"} <= numbers) is moves


@pytest.mark.parametrize(
    ("other", "is_rebirth"),
    [("【永】：あなたのエントリーを＋1/±0。", True), ("【永】：このキャラを＋1/±0。", False)],
)
def test_rebirth_trigger_applies_in_its_zone(other: str, is_rebirth: bool, rules: Rules) -> None:
    """reb 9.4.5.1: its abilities apply there unless they name another zone."""
    text = f"【自】：あなたの〔灯台〕がアタックした時、あなたは1枚引く。\n{other}"
    clauses_of_trigger, _ = rules.annotate("reb", text).governing
    assert ("9.4.5.1" in {clause.number for clause in clauses_of_trigger}) is is_rebirth


def test_unknown_word_may_be_the_need_of_an_icon(rules: Rules) -> None:
    """reb 11.7.2 applies if no name and no trait follows 本領発揮."""
    for needed, alone in (("", True), ("{灯台}", False), ("〔灯台〕", False)):
        (clauses,) = rules.annotate(
            "reb", f"【スパーク】【本領発揮Lv4】{needed}：1枚引く。"
        ).governing
        assert ("11.7.2" in {clause.number for clause in clauses}) is alone


def test_half_width_colon_separates_icons_from_text(rules: Rules) -> None:
    annotation = rules.annotate("reb", "【起】【メンバー】【ターン1】:［エネ①］あなたは1枚引く。")
    assert not annotation.reading.gaps
    assert "9.5.1" in {clause.number for clause in annotation.governing[0]}


def test_condition_is_not_a_step(rules: Rules) -> None:
    text = "【永】【メンバー】：あなたのReバースがセットされていないなら、このキャラを＋1/±0。"
    (clauses,) = rules.annotate("reb", text).governing
    assert [clause.role for clause in clauses if clause.number == "5.6.1"] == ["definition"]


def test_payment_during_resolution_is_a_step(rules: Rules) -> None:
    text = "【自】【メンバー】：このキャラがサポートした時、あなたはエネ②することで、1枚引く。"
    (clauses,) = rules.annotate("reb", text).governing
    assert [clause.role for clause in clauses if clause.number == "5.14.2"] == ["step"]


def test_granted_ability_has_trigger_clauses(rules: Rules) -> None:
    text = (
        "【起】［(2)］ このカードは、そのターン中、次の能力を得る。"
        "『【自】 このカードがフロントアタックされた時、あなたは1枚引く。』"
    )
    (clauses,) = rules.annotate("ws", text).governing
    assert [clause.role for clause in clauses if clause.number == "7.2.1.5.2"] == ["trigger"]


@pytest.mark.parametrize(("draws", "may_fail"), [(1, False), (200, True)])
def test_very_long_text_may_fail_to_draw(draws: int, may_fail: bool, rules: Rules) -> None:
    text = f"【自】 このカードがアタックした時、{'あなたは1枚引く。' * draws}"
    text += "あなたは自分の手札を1枚選び、控え室に置く。"
    (clauses,) = rules.annotate("ws", text).governing
    assert ("8.6.3.1.3" in {clause.number for clause in clauses}) is may_fail


def test_a_character_stays_when_its_marker_is_put_away(rules: Rules) -> None:
    text = (
        "【自】 このカードが手札から舞台に置かれた時、あなたは自分のキャラを1枚選び、"
        "そのキャラのマーカーを1枚控え室に置き、そのキャラを手札に戻す。"
    )
    moves = [
        each.fact.slots for each in rules.annotator("ws").facts(text) if each.fact.role == "field"
    ]
    assert [(slots["act"], slots["on_field"]) for slots in moves] == [
        ("put", False),
        ("return", True),
    ]
