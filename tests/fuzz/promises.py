"""What Rulebook promises of any input, one promise for each kind of it.

A promise is held by a function that takes bytes and raises where it is broken.  It has texts to
begin with (``seeds``) and pieces to put into them.  The fuzzer holds the promises against texts
that it makes, the tests against those that once broke one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

import rulebook
from rulebook import LONGEST_CARD, Rules, link_document
from rulebook.as_json import rulebook_json
from rulebook.cards.printing.unparser import unparse
from rulebook.cards.tree.node import Node
from rulebook.cards.tree.walking import children
from rulebook.clauses.reader import read_rules
from rulebook.links.linker import link_rulebook
from rulebook.links.model import LinkedRulebook
from rulebook.links.results import to_dot, to_graphml
from rulebook.links.terms import load_term_table
from tests.cards.fixtures import blocks
from tests.fuzz.attempts import attempt
from tests.fuzz.commands import hold_name, hold_pair, hold_scheduler
from tests.fuzz.folders import CORPORA, cached, hold_cache, hold_corpus, seeds_of
from tests.fuzz.lines import hold_lines
from tests.fuzz.pages import ADDRESSES, hold_request
from tests.memory import folder_of_this_process
from tests.support import ROOT

GAMES = ("gbf", "los", "reb", "vs", "ws")
# Games whose rules say how a card is resolved.
_RESOLVED = ("reb", "ws")
_SHOWN = 30


@dataclass(frozen=True)
class Promise:
    """``hold`` raises where it is broken; ``seeds`` and ``pieces`` are what texts are made from."""

    hold: Callable[[bytes], None]
    seeds: tuple[str, ...]
    pieces: tuple[str, ...]


@cache
def _rules() -> Rules:
    return rulebook.open_rules(ROOT / "corpus")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


# ---- Card texts


def _cards(alias: str) -> Promise:
    seeds = tuple(case.text for case in blocks(alias, "ast"))
    reader = _rules().card_parser(alias)
    words = {leaf.text for seed in seeds for leaf in reader.tokens(seed)}
    signs = [*"「」『』［］（）《》【】①、。※<>@0", "<br>", "\n", "<b>", "\\n", "(1)", "[[x.gif]]"]
    return Promise(partial(_hold_card, alias), seeds, (*sorted(words), *signs))


def _hold_card(alias: str, data: bytes) -> None:
    """Any text is read, every character of it is owned, and the tree prints the text again."""
    text = _text(data)
    if not text.strip() or len(text) > LONGEST_CARD:
        return
    annotation = _rules().annotate(alias, text)
    reading = annotation.reading
    assert "\n".join(map(unparse, reading.abilities)) == reading.canonical
    assert 0.0 <= reading.coverage <= 1.0
    for ability in reading.abilities:
        _hold_parts(ability)
    _hold_owned(text, reading.abilities)
    for gap in reading.gaps:
        assert 0 <= gap.span.start <= gap.span.end <= len(text)
        assert 0 <= gap.stopped <= len(gap.text)
    for link in annotation.links:
        assert 0 <= link.start <= link.end <= len(text)
    json.dumps(annotation.as_json(), ensure_ascii=False).encode()
    _rules().card_html(annotation)
    if alias in _RESOLVED:
        _rules().resolve(alias, text)


def _hold_parts(node: Node) -> None:
    for child in children(node):
        assert node.start <= child.start <= child.end <= node.end, (node, child)
        _hold_parts(child)


def _hold_owned(text: str, abilities: Sequence[Node]) -> None:
    """Abilities follow each other, and between them there is nothing but breaks of lines."""
    last = 0
    if not abilities:
        return  # nothing but markup, and all of it a gap
    for start, end in (*((node.start, node.end) for node in abilities), (len(text), len(text))):
        assert last <= start <= end <= len(text)
        left = text[last:start]
        for sign in ("<br>", "<br/>", "<br />", "\\n"):
            left = left.replace(sign, "")
        assert not left.strip(), left
        last = end


# ---- Documents, with the tables of a game


def _documents(alias: str) -> Promise:
    rules = _rules()
    lines = rules.corpus.source(rules.game(alias)).split("\n")
    parts = tuple("\n".join(lines[at : at + _SHOWN]) for at in range(0, len(lines), _SHOWN))
    numbers = sorted(clause.number for clause in rules.book(alias).clauses)
    pieces = [*lines, *numbers, "「", "」", "（", "）", "を参照", "目次", "付録", "\f", "- 1 -\n"]
    return Promise(partial(_hold_document, alias), parts, tuple(filter(None, pieces)))


def _hold_document(alias: str, data: bytes) -> None:
    """Any document is read and linked; each line is accounted for, each span slices its text."""
    text = _text(data)
    game = _rules().game(alias)
    book = read_rules(text, game)
    assert [entry.line for entry in book.ledger] == [
        number for number, line in enumerate(text.split("\n"), start=1) if line.strip()
    ]
    overrides, _ = load_term_table(book)
    linked = link_rulebook(book, overrides)
    _hold_spans(linked)
    json.dumps(rulebook_json(linked), ensure_ascii=False).encode()
    assert all("\x1b" not in line for form in (to_dot, to_graphml) for line in form(linked))


def _hold_spans(linked: LinkedRulebook) -> None:
    for clause in linked.book.clauses:
        for reference in linked.references_of(clause):
            assert reference.span.of(clause.text), reference
            assert all(target in linked.book.by_number for target in reference.targets)
        for use in linked.uses.get(clause.number, ()):
            assert use.span.of(clause.text), use


# ---- Questions, queries, numbers and words


def _questions() -> Promise:
    seeds = (
        "山札がなくなったらどうなる？",
        "手札の上限は何枚？",
        "サレンダーしたい",
        "9.2.2",
        "【自】 このカードがアタックした時、あなたは1枚引く。",
        "what happens when the deck runs out",
        "1.1.Ⅵ",
    )
    return Promise(_hold_question, seeds, _words())


def _hold_question(data: bytes) -> None:
    """Any question gets an answer or a word of ours, not more answers than wanted, each whole."""
    text = _text(data)
    for name in (None, "ws", "los"):
        answers = attempt(partial(_rules().ask, text, name, limit=3))
        found = answers.found if answers else ()
        assert len(found) <= 3
        for one in found:
            assert one.clause.number in _rules().book(one.game.key).by_number


def _queries() -> Promise:
    seeds = ('"山札の一番上" AND NOT 公開 number:4*', "title:(山札 OR 手札)", "game:ws 控え室")
    signs = ['"', "(", ")", "AND ", " OR ", "NOT ", "title:", "number:", "game:ws", "*", "?", "^2"]
    return Promise(_hold_query, seeds, (*_words(), *signs, "[1 TO 2]", "~2", "{", "text:", "\\"))


def _hold_query(data: bytes) -> None:
    """Any query finds clauses, none, or a word of ours that shows where it goes wrong."""
    text = _text(data)
    hits = attempt(lambda: _rules().search(text, "los", limit=3))
    assert len(hits or ()) <= 3


def _lookups() -> Promise:
    seeds = ("9.2.2", "5.5.1.Ⅵ", "８－６－３", "1-1-1.", "控え室", "refresh", "ws@1.109", "墓地")
    return Promise(_hold_lookup, seeds, (*_words(), *"0123456789.-Ⅵ①a@", ".1" * 50))


def _hold_lookup(data: bytes) -> None:
    """Any number, word or name finds what it is called, or a word of ours."""
    text = _text(data)
    rules = _rules()
    for look in (
        lambda: rules.clause("ws", text),
        lambda: rules.term(text, "ws"),
        lambda: rules.compare(text),
        lambda: rules.game(text),
    ):
        attempt(look)


@cache
def _words() -> tuple[str, ...]:
    return tuple(sorted({word for name in ("ws", "los") for word in _terms(name)}))


def _terms(name: str) -> Iterable[str]:
    return (term.word for term in _rules().linked(name).terms)


# ---- Files of one's own


def _files() -> Promise:
    seeds = tuple(
        path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "tests/fixtures/foreign").glob("*.txt"))
    )
    pieces = (
        "1.",
        "1.1.",
        "1-1-1",
        "100.1a",
        "第1章",
        "目次",
        "……",
        "\r\n",
        "\ufeff",
        "%PDF-1.4\n",
    )
    return Promise(_hold_file, seeds or ("1. a\n1.1. b\n1.1.1. c\n",), pieces)


@cache
def _folder() -> Path:
    return folder_of_this_process("fuzz-")


def _hold_file(data: bytes) -> None:
    """Any file is a document, or a word of ours says why it is none."""
    path = _folder() / "rules.txt"
    path.write_bytes(data)
    if linked := attempt(lambda: link_document(path)):
        _hold_spans(linked)
        json.dumps(rulebook_json(linked), ensure_ascii=False).encode()


def _of_lines() -> Promise:
    cards = [case.text for case in blocks("ws", "ast")][:5]
    seeds = (
        "\n".join(
            json.dumps({"id": at, "text": text}, ensure_ascii=False)
            for at, text in enumerate(cards)
        ),
    )
    pieces = ('{"id": ', '"text": ', "}", "\n", "null", "1e999", "NaN", "[" * 2000, '"\\ud800"')
    signs = ("\\u0000", "\\n", "\r\n", "-0", "true", "\udcff", "1" * 5000)
    return Promise(hold_lines, seeds, (*pieces, *signs))


# ---- Whole commands

_NAMES = ("cards.jsonl", "カード.jsonl", "-o", "CON", "cards.csv", "a b.json", "\udce3\udc81.jsonl")
_SCHEDULERS = ("tcp://127.0.0.1:PORT\n", "tls://127.0.0.1:PORT\nHTTP/1.1 400 Bad Request\r\n\r\n")

PROMISES: Mapping[str, Callable[[], Promise]] = {
    **{f"cards-{alias}": partial(_cards, alias) for alias in GAMES},
    **{f"documents-{alias}": partial(_documents, alias) for alias in GAMES},
    "questions": _questions,
    "queries": _queries,
    "lookups": _lookups,
    "files": _files,
    "lines": _of_lines,
    "corpora": lambda: Promise(hold_corpus, seeds_of(CORPORA), CORPORA.pieces),
    "cache": lambda: Promise(hold_cache, seeds_of(cached()), cached().pieces),
    "names": lambda: Promise(hold_name, _NAMES, ("\udcff", "-", "\n", "\x1b[31m", "%")),
    "schedulers": lambda: Promise(hold_scheduler, _SCHEDULERS, ("tls://", "PORT", "\x00", "\n")),
    "pairs": lambda: Promise(hold_pair, ("0", "1", "2"), tuple("0123456789")),
    "addresses": lambda: Promise(hold_request, ADDRESSES, ("GET ", "HEAD ", "%00", "../", "%2e")),
}
"""Every promise by its name, made when it is asked for."""
