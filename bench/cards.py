"""Reading card texts, compared with Lark's own parser on the same grammar.

The texts are the invented ones of the fixtures, which are as long as real ones.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import tempfile
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

from bench.measure import Row, median_ms, process_ms
from rulebook.cards.annotating.annotator import Annotator, load_card_tables
from rulebook.cards.grammar.lalr_tables import compile_grammar, extract_tables, grammar_path
from rulebook.cards.reading.card_parser import CardParser, load_dialect
from rulebook.cards.spelling.canonical_form import split_abilities
from rulebook.cards.worker_pools.many_cards import as_json, make_all
from rulebook.clauses.corpus import load_corpus
from rulebook.clauses.game import Game
from rulebook.data import data_folder
from tests.cards.fixtures import GAMES, blocks

_FEW, _MANY = 2_000, 20_000


def card_rows() -> Iterator[Row]:
    """Time abilities, grammars and processes, and measure memory over many cards."""
    corpus = load_corpus(data_folder("corpus"))
    game = corpus.game("ws")
    texts = [case.text for case in blocks("ws", "ast")]
    reader = CardParser(load_dialect(game))
    readings = [reader.read(text) for text in texts]
    abilities = sum(len(reading.abilities) for reading in readings)
    per_thousand = 1000 / abilities
    path = grammar_path(game)
    grammar = compile_grammar(path)
    lines = [line for reading in readings for line in _lines(reading.canonical)]
    yield Row(
        "read 1,000 abilities",
        median_ms(lambda: [reader.read(text) for text in texts], runs=5) * per_thousand,
        goal=500,
        baseline="Lark, parse tree only",
        baseline_milliseconds=median_ms(
            lambda: [grammar.parse(line, "ability") for line in lines], runs=3
        )
        * 1000
        / len(lines),
    )
    tables = load_card_tables(corpus, game)
    fresh = iter([Annotator(game, tables) for _ in range(8)])
    yield Row(
        "annotate 1,000 abilities, links and JSON too",
        median_ms(lambda: [each.as_json() for each in map(next(fresh).annotate, texts)], runs=3)
        * per_thousand,
    )
    yield Row(
        "1,000 abilities of different cards as lines of JSON, the first time",
        median_ms(lambda: _chunk_lines(next(fresh), texts), runs=3) * per_thousand,
    )
    yield Row(
        "make a card grammar's tables, cold",
        median_ms(lambda: extract_tables(compile_grammar(path)), runs=1),
    )
    for alias in GAMES:
        yield from _of_game(corpus.game(alias))
    yield from _processes(texts)
    yield _memory(texts)


def _of_game(game: Game) -> Iterator[Row]:
    """Time loading a game's grammar and reading the game's invented cards."""
    texts = [case.text for case in blocks(game.alias, "ast")]
    reader = CardParser(load_dialect(game))
    abilities = sum(len(reader.read(text).abilities) for text in texts)
    yield Row(
        f"load the card grammar of {game.alias}",
        median_ms(lambda: CardParser(load_dialect(game)), runs=5),
    )
    yield Row(
        f"read 1,000 abilities of {game.alias}",
        median_ms(lambda: [reader.read(text) for text in texts], runs=5) * 1000 / abilities,
        goal=500,
    )


def _chunk_lines(annotator: Annotator, texts: list[str]) -> list[str]:
    """Return the JSON of all ``texts`` as one chunk of a stream of cards."""
    return annotator.line_writer.lines([*map(annotator.annotate, texts)])


def _lines(canonical: str) -> Iterator[str]:
    for start, end in split_abilities(canonical):
        if start < end:
            yield canonical[start:end]


def _processes(texts: list[str]) -> Iterator[Row]:
    """Time reading a file of cards with one process and with two."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cards.jsonl"
        rows = islice(cycle(texts), 4000)
        path.write_text(
            "".join(json.dumps({"id": str(i), "text": text}) + "\n" for i, text in enumerate(rows)),
            encoding="utf-8",
        )
        command = [sys.executable, "-m", "rulebook", "annotate", "-g", "ws", "--jsonl", str(path)]
        yield Row(
            f"4,000 cards with --jobs 2 ({os.cpu_count()} cores)",
            process_ms([*command, "--jobs", "2"], runs=1),
            baseline="--jobs 1",
            baseline_milliseconds=process_ms(command, runs=1),
        )


def _memory(texts: list[str]) -> Row:
    """Measure the memory after a few and after many cards of a stream."""
    corpus = load_corpus(data_folder("corpus"))
    cards = ((str(i), text) for i, text in enumerate(islice(cycle(texts), _MANY)))
    peaks: dict[int, float] = {}
    for count, _ in enumerate(make_all(corpus, corpus.game("ws"), cards, as_json), start=1):
        if count in (_FEW, _MANY):
            peaks[count] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Row(
        f"MiB at most, {_MANY:,} cards in a stream",
        peaks[_MANY],
        baseline=f"{_FEW:,} cards, MiB instead of",
        baseline_milliseconds=peaks[_FEW],
    )
