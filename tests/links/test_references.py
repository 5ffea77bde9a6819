"""References, compared with lists that were made by reading the documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import pytest

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.lookup import place_named
from rulebook.clauses.model import Revision
from rulebook.links.linker import link_game
from rulebook.links.model import LinkedRulebook, Reference, ReferenceStatus
from rulebook.links.references import ReferenceFinder
from rulebook.records import replace
from tests.growth.kinds import linked as linked_source
from tests.support import FIXTURES, GAMES, read_rows


@dataclass(frozen=True)
class Expected:
    """A line of a hand-made list; a step counts as its clause."""

    source: str
    text: str
    targets: tuple[str, ...]
    kind: str
    status: str

    @property
    def in_history(self) -> bool:
        return self.source.startswith("history:")


@pytest.fixture(scope="module")
def linked(corpus: Corpus) -> Mapping[str, LinkedRulebook]:
    return {game.id: link_game(corpus, game) for game in corpus.games.values()}


def expected(game: str) -> list[Expected]:
    rows = read_rows(FIXTURES / "references" / f"{game}.tsv")
    return [
        Expected(source, text, _targets(targets), kind, status)
        for source, text, _, targets, kind, status, *_ in rows
    ]


def _targets(cell: str) -> tuple[str, ...]:
    return () if cell == "-" else tuple(part.rstrip("IV").rstrip(".") for part in cell.split(","))


def found(book: LinkedRulebook) -> list[tuple[str, Reference]]:
    inside = [(number, r) for number, rs in book.references.items() for r in rs]
    return [*inside, *((f"history:{h.version}", h.reference) for h in book.history)]


@pytest.mark.parametrize("game", GAMES)
def test_expected_references_are_found(game: str, linked: Mapping[str, LinkedRulebook]) -> None:
    """Exactly these references, with their kind and status."""
    listed = [e for e in expected(game) if not e.in_history]
    inside = [(n, r) for n, r in found(linked[game]) if not n.startswith("history:")]
    assert Counter((n, r.text, r.kind, r.status) for n, r in inside) == Counter(
        (e.source, e.text, e.kind, e.status) for e in listed
    )


@pytest.mark.parametrize("game", GAMES)
def test_expected_targets_are_found(game: str, linked: Mapping[str, LinkedRulebook]) -> None:
    """A relative reference may have a parent or child of the expected clause as its target."""
    listed = {(e.source, e.text): e for e in expected(game) if not e.in_history}
    for number, reference in found(linked[game]):
        if number.startswith("history:"):
            continue
        e = listed[number, reference.text]
        if reference.kind != "relative":
            assert reference.targets == e.targets, (number, reference)
        for target in reference.targets:
            assert any(_same_section(target, right) for right in e.targets), (number, reference)


def _same_section(one: str, other: str) -> bool:
    a, b = (number.replace("-", ".") + "." for number in (one, other))
    return a.startswith(b) or b.startswith(a)


@pytest.mark.parametrize("game", GAMES)
def test_history_references_are_found(game: str, linked: Mapping[str, LinkedRulebook]) -> None:
    """At most one is missing, and none has an unexpected target."""
    listed = {(e.source, e.text): e for e in expected(game) if e.in_history}
    by_place = {(n, r.text): r for n, r in found(linked[game]) if n.startswith("history:")}
    assert len(listed.keys() - by_place.keys()) <= 1
    assert not by_place.keys() - listed.keys()
    for place, reference in by_place.items():
        if reference.status is ReferenceStatus.DANGLING:
            assert reference.targets == ()
        else:
            assert reference.targets == listed[place].targets, place


@pytest.mark.parametrize(
    ("version", "why"), [("2.0", "no clause 9.99.9"), ("1.0", "from ver. 1.0")]
)
def test_absent_number_in_history_says_why(version: str, why: str) -> None:
    book = linked_source("1. Play\n1.1. Draw.\n1.2. Discard.\n").book
    game = replace(book.game, edition=replace(book.game.edition, version="2.0"))
    notes = (Revision(version, None, "", ("9.99.9を削除",), 1),)
    (found,) = ReferenceFinder(replace(book, game=game, revisions=notes), {}).in_history()
    assert why in found.reference.reason_en


@pytest.mark.parametrize("game", GAMES)
def test_spans_have_the_text_and_do_not_overlap(
    game: str, linked: Mapping[str, LinkedRulebook]
) -> None:
    book = linked[game]
    for clause in book.book.clauses:
        references = book.references_of(clause)
        uses = book.uses_of(clause)
        assert all(r.span.of(clause.text) == r.text for r in references)
        spans = sorted([r.span for r in references] + [u.span for u in uses])
        assert all(a.end <= b.start for a, b in pairwise(spans))


@pytest.mark.parametrize("game", GAMES)
def test_every_target_exists_and_lists_citing_clauses(
    game: str, linked: Mapping[str, LinkedRulebook]
) -> None:
    book = linked[game]
    for number, references in book.references.items():
        for target in (target for r in references for target in r.targets):
            assert target == number or number in book.citing(book.book.by_number[target])


@pytest.mark.parametrize("game", GAMES)
def test_span_of_a_use_is_exactly_the_term(game: str, linked: Mapping[str, LinkedRulebook]) -> None:
    """The span is the word, a spelling, or a verb without its ending."""
    book = linked[game]
    terms = {term.word: term for term in book.terms}
    for clause in book.book.clauses:
        for use in book.uses_of(clause):
            words = (use.term, *terms[use.term].spellings)
            stems = [word.removesuffix("する").removesuffix("させる") for word in words]
            assert use.span.of(clause.text) in (*words, *stems), (clause.number, use)


def test_clause_does_not_cite_itself(linked: Mapping[str, LinkedRulebook]) -> None:
    itself = [
        (book, number)
        for book in linked.values()
        for number, references in book.references.items()
        if any(number in reference.targets for reference in references)
    ]
    assert itself
    for book, number in itself:
        assert number not in book.citing(book.book.by_number[number])


def test_corrections_have_a_reason(linked: Mapping[str, LinkedRulebook]) -> None:
    for book in linked.values():
        for _, reference in found(book):
            assert bool(reference.reason) == (reference.status is not ReferenceStatus.RESOLVED)


def test_costs_and_quantities_are_not_references(linked: Mapping[str, LinkedRulebook]) -> None:
    ws, gbf = linked["weiss-schwarz"], linked["granblue-fantasy"]
    assert ws.references_of(ws.book.by_number["10.2.3"]) == ()
    assert gbf.references_of(gbf.book.by_number["8-4-2-2-1"]) == ()
    vs = linked["victory-spark"]
    assert vs.references_of(vs.book.by_number["2.18.2.1.2.1"]) == ()


def test_above_refers_to_earlier_clauses_of_the_section() -> None:
    book = linked_source(
        "1. 概要\n1.1. デッキ\n1.1.1. 50枚です。\n1.1.2. 同じカードは4枚までです。\n"
        "1.1.3. 上記の条件を守ります。\n1.1.4. 交換できます。\n"
        "1.2. 準備\n1.2.1. 上記のデッキを置きます。\n"
    )
    assert [r.targets for r in book.references["1.1.3"]] == [("1.1.1", "1.1.2")]
    assert [r.targets for r in book.references["1.2.1"]] == [("1.2",)]


def test_above_refers_to_a_list_only_if_it_is_before() -> None:
    lists = "次を選ぶ。\n・赤\n・青\n"
    book = linked_source(
        f"1. 札\n1.1. {lists}1.2. 上記の場合、{lists}1.3. {lists}1.4. 上記「青」を引く。\n"
    )
    found = {number: [r.targets for r in of] for number, of in book.references.items()}
    assert found == {"1.2": [("1.1",)], "1.4": [("1.3",)]}


def test_number_with_prefix_of_the_document_is_a_reference() -> None:
    book = linked_source(
        "R1 Overview\nR1.1 The game is for two players.\nR1.2 See R2.1 for decks.\n"
        "R2 Decks\nR2.1 A deck has forty cards, not P1.1 or AR1.1.\nR2.2 Shuffle it (R1.2, R9.9).\n"
        "R2.3 Law 2.1 and Rule 2 are of another book.\n"
    )
    found = {number: [(r.text, r.targets) for r in of] for number, of in book.references.items()}
    assert found == {"1.2": [("R2.1", ("2.1",))], "2.2": [("R1.2", ("1.2",)), ("R9.9", ())]}
    assert place_named(book.book, "R2.1").number == "2.1"
    other = linked_source("1. Play\n1.1. Play R1.2 first.\n1.2. Draw.\n1.3. Discard.\n")
    assert not other.references


def test_absent_clauses_are_cited_and_no_clause_is_its_own_slip() -> None:
    book = linked_source(
        "6. Play\n6.1. Deck (see sec. 11, Decks, sec. 7.5).\n6.1.1. Refer to “10.1. KO” for more.\n"
        "6.1.2. Blocks are resolved (6.2.2). Say “2.5 points”.\n6.1.3. See 6.3.2.\n"
    )
    found = {number: [(r.text, r.targets) for r in of] for number, of in book.references.items()}
    assert found == {
        "6.1": [("11", ()), ("7.5", ())],
        "6.1.1": [("10.1", ())],
        "6.1.2": [("6.2.2", ())],
        "6.1.3": [("6.3.2", ("6.1.2",))],
    }


def test_article_before_a_chapter_is_found_also_if_it_was_put_in_later() -> None:
    book = linked_source(
        "第1章 札\n第1条 赤\n第1条の2 青\n第2章 席\n第2条 前条の札。\n第2条の2 前2条の札。\n第3条\n"
    )
    assert [r.targets for r in book.references["2.2"]] == [("1.1の2",)]
    assert [r.targets for r in book.references["2.2の2"]] == [("1.1の2", "2.2")]


def test_a_document_called_before_its_first_clause_is_no_other_one() -> None:
    book = linked_source(
        "<競技規則> 第1章 用具\n第1条 札\n(1) 札は百枚。\n(2) 競技規則第1条(1)による。\n"
        "第2条 台\n(1) 大会細則第1条による。\n(2) 台は木とする。\n"
    )
    assert [r.targets for r in book.references["1.1.2"]] == [("1.1.1",)]
    assert [r.targets for r in book.references["1.2.1"]] == [()]
