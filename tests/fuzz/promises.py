"""What Rulebook promises for any input, one promise for each kind of input.

A promise has a function that takes bytes and raises if the promise is broken, texts to start
from (``seeds``) and pieces to insert.  The fuzzer checks the promises with generated texts, the
tests with those that once broke one.
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
from rulebook.cards.tree.node import Node
from rulebook.clauses.reader import read_rules
from rulebook.links.linker import link_rulebook
from rulebook.links.model import LinkedRulebook
from rulebook.links.results import to_dot, to_graphml
from rulebook.links.terms import load_term_table
from tests.cards.fixtures import blocks
from tests.cards.trees import check_spans, printed_text
from tests.fuzz.attempts import attempt
from tests.fuzz.commands import check_name, check_pair, check_scheduler
from tests.fuzz.folders import CORPORA, cache_files, check_cache, check_corpus, seeds_of
from tests.fuzz.lines import check_lines
from tests.fuzz.pages import ADDRESSES, check_request
from tests.memory import folder_of_this_process
from tests.support import ROOT

GAMES = ("gbf", "los", "reb", "vs", "ws")
# Games with rules for the resolution of cards.
_RESOLVED = ("reb", "ws")
_SEED_LINES = 30


@dataclass(frozen=True)
class Promise:
    """``check`` raises if it is broken; texts are made from ``seeds`` and ``pieces``."""

    check: Callable[[bytes], None]
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
    return Promise(partial(_check_card, alias), seeds, (*sorted(words), *signs))


def _check_card(alias: str, data: bytes) -> None:
    """Check that any text is parsed: every character has a node, and the tree prints the text."""
    text = _text(data)
    if not text.strip() or len(text) > LONGEST_CARD:
        return
    annotation = _rules().annotate(alias, text)
    reading = annotation.reading
    assert printed_text(reading) == reading.canonical
    assert 0.0 <= reading.coverage <= 1.0
    check_spans(reading.abilities, len(text))
    _check_owned(text, reading.abilities)
    for gap in reading.gaps:
        assert 0 <= gap.span.start <= gap.span.end <= len(text)
        assert 0 <= gap.stopped <= len(gap.text)
    for link in annotation.links:
        assert 0 <= link.start <= link.end <= len(text)
    json.dumps(annotation.as_json(), ensure_ascii=False).encode()
    _rules().card_html(annotation)
    if alias in _RESOLVED:
        _rules().resolve(alias, text)


def _check_owned(text: str, abilities: Sequence[Node]) -> None:
    """Check that abilities follow each other with nothing but line breaks between them."""
    last = 0
    if not abilities:
        return  # only markup: the whole text is a gap
    for start, end in (*((node.start, node.end) for node in abilities), (len(text), len(text))):
        assert last <= start <= end <= len(text)
        between = text[last:start]
        for sign in ("<br>", "<br/>", "<br />", "\\n"):
            between = between.replace(sign, "")
        assert not between.strip(), between
        last = end


# ---- Documents, with the tables of a game


def _documents(alias: str) -> Promise:
    rules = _rules()
    lines = rules.corpus.source(rules.game(alias)).split("\n")
    parts = tuple(
        "\n".join(lines[at : at + _SEED_LINES]) for at in range(0, len(lines), _SEED_LINES)
    )
    numbers = sorted(clause.number for clause in rules.book(alias).clauses)
    pieces = [*lines, *numbers, "「", "」", "（", "）", "を参照", "目次", "付録", "\f", "- 1 -\n"]
    return Promise(partial(_check_document, alias), parts, tuple(filter(None, pieces)))


def _check_document(alias: str, data: bytes) -> None:
    """Check that any document is read and linked: each line has an entry, each span is valid."""
    text = _text(data)
    game = _rules().game(alias)
    book = read_rules(text, game)
    assert [entry.line for entry in book.ledger] == [
        number for number, line in enumerate(text.split("\n"), start=1) if line.strip()
    ]
    overrides, _ = load_term_table(book)
    linked = link_rulebook(book, overrides)
    _check_spans(linked)
    json.dumps(rulebook_json(linked), ensure_ascii=False).encode()
    assert all("\x1b" not in line for form in (to_dot, to_graphml) for line in form(linked))


def _check_spans(linked: LinkedRulebook) -> None:
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
    return Promise(_check_question, seeds, _words())


def _check_question(data: bytes) -> None:
    """Check that any question gets answers of the game, at most ``limit``, or a message."""
    text = _text(data)
    for name in (None, "ws", "los"):
        answers = attempt(partial(_rules().ask, text, name, limit=3))
        found = answers.found if answers else ()
        assert len(found) <= 3
        for answer in found:
            assert answer.clause.number in _rules().book(answer.game.key).by_number


def _queries() -> Promise:
    seeds = ('"山札の一番上" AND NOT 公開 number:4*', "title:(山札 OR 手札)", "game:ws 控え室")
    signs = ['"', "(", ")", "AND ", " OR ", "NOT ", "title:", "number:", "game:ws", "*", "?", "^2"]
    return Promise(_check_query, seeds, (*_words(), *signs, "[1 TO 2]", "~2", "{", "text:", "\\"))


def _check_query(data: bytes) -> None:
    """Check that any query finds clauses, none, or gets a message."""
    text = _text(data)
    hits = attempt(lambda: _rules().search(text, "los", limit=3))
    assert len(hits or ()) <= 3


def _lookups() -> Promise:
    seeds = ("9.2.2", "5.5.1.Ⅵ", "８－６－３", "1-1-1.", "控え室", "refresh", "ws@1.109", "墓地")
    return Promise(_check_lookup, seeds, (*_words(), *"0123456789.-Ⅵ①a@", ".1" * 50))


def _check_lookup(data: bytes) -> None:
    """Check that any number, word or name is found, or gets a message."""
    text = _text(data)
    rules = _rules()
    for look_up in (
        lambda: rules.clause("ws", text),
        lambda: rules.term(text, "ws"),
        lambda: rules.compare(text),
        lambda: rules.game(text),
    ):
        attempt(look_up)


@cache
def _words() -> tuple[str, ...]:
    return tuple(sorted({word for name in ("ws", "los") for word in _terms(name)}))


def _terms(name: str) -> Iterable[str]:
    return (term.word for term in _rules().linked(name).terms)


# ---- Files of users


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
    return Promise(_check_file, seeds or ("1. a\n1.1. b\n1.1.1. c\n",), pieces)


@cache
def _folder() -> Path:
    return folder_of_this_process("fuzz-")


def _check_file(data: bytes) -> None:
    """Check that any file is a document, or is rejected with a message."""
    path = _folder() / "rules.txt"
    path.write_bytes(data)
    if linked := attempt(lambda: link_document(path)):
        _check_spans(linked)
        json.dumps(rulebook_json(linked), ensure_ascii=False).encode()


def _card_lines() -> Promise:
    cards = [case.text for case in blocks("ws", "ast")][:5]
    seeds = (
        "\n".join(
            json.dumps({"id": at, "text": text}, ensure_ascii=False)
            for at, text in enumerate(cards)
        ),
    )
    pieces = ('{"id": ', '"text": ', "}", "\n", "null", "1e999", "NaN", "[" * 2000, '"\\ud800"')
    signs = ("\\u0000", "\\n", "\r\n", "-0", "true", "\udcff", "1" * 5000)
    return Promise(check_lines, seeds, (*pieces, *signs))


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
    "lines": _card_lines,
    "corpora": lambda: Promise(check_corpus, seeds_of(CORPORA), CORPORA.pieces),
    "cache": lambda: Promise(check_cache, seeds_of(cache_files()), cache_files().pieces),
    "names": lambda: Promise(check_name, _NAMES, ("\udcff", "-", "\n", "\x1b[31m", "%")),
    "schedulers": lambda: Promise(check_scheduler, _SCHEDULERS, ("tls://", "PORT", "\x00", "\n")),
    "pairs": lambda: Promise(check_pair, ("0", "1", "2"), tuple("0123456789")),
    "addresses": lambda: Promise(check_request, ADDRESSES, ("GET ", "HEAD ", "%00", "../", "%2e")),
}
"""The function that makes each promise, by name."""
