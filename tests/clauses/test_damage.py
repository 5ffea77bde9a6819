"""Reading damaged documents never raises, and the ledger has every line once."""

from __future__ import annotations

import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulebook.clauses.corpus import load_corpus
from rulebook.clauses.reader import read_rules
from tests.sampling import examples
from tests.support import ROOT

CORPUS = load_corpus(ROOT / "corpus")
GAMES = list(CORPUS.games.values())
SOURCES = {game.id: game.edition.path.read_text(encoding="utf-8") for game in GAMES}


def _damage(source: str, kind: str, seed: int) -> str:
    rng = random.Random(seed)
    lines = _some(source.split("\n"), rng)
    at = sorted(rng.sample(range(len(lines)), k=min(len(lines), rng.randint(1, 30))))
    match kind:
        case "drop":
            lines = [line for i, line in enumerate(lines) if i not in set(at)]
        case "double":
            for i in reversed(at):
                lines.insert(i, lines[i])
        case "cut":
            for i in at:
                lines[i] = lines[i][: rng.randint(0, len(lines[i]))]
        case "swap":
            for i, j in zip(at, reversed(at), strict=True):
                lines[i], lines[j] = lines[j], lines[i]
        case "slice":
            lines = lines[at[0] : at[-1] + 1]
        case "bytes":
            raw = bytearray("\n".join(lines).encode())
            for _ in range(30):
                raw[rng.randrange(len(raw))] = rng.randrange(256)
            return raw.decode("utf-8", "replace")
        case "renumber":
            for i in at:
                lines[i] = f"{rng.randint(0, 13)}.{rng.randint(0, 9)}. {lines[i]}"
    return "\n".join(lines)


def _some(lines: list[str], rng: random.Random) -> list[str]:
    """Return some pages, which are enough for most damage, or sometimes all lines."""
    start = rng.randrange(len(lines))
    return lines if rng.random() < _WHOLE else lines[start : start + _PAGES]


# The share of damaged documents with all lines, and the number of lines of the others.
_WHOLE, _PAGES = 0.1, 250

KINDS = st.sampled_from(["drop", "double", "cut", "swap", "slice", "bytes", "renumber"])
SLOW = settings(examples(120), suppress_health_check=[HealthCheck.too_slow])


@SLOW
@given(st.integers(0, len(GAMES) - 1), KINDS, st.integers(0, 2**32))
def test_every_line_of_damaged_document_is_read(index: int, kind: str, seed: int) -> None:
    _check_reading(index, _damage(SOURCES[GAMES[index].id], kind, seed))


@SLOW
@given(
    st.integers(0, len(GAMES) - 1),
    st.text(alphabet="0123456789.-•\t\n 目次更新履歴例:※IV.A①、。「」山札ー<|>", max_size=400),
)
def test_every_line_of_any_text_is_read(index: int, source: str) -> None:
    _check_reading(index, source)


def _check_reading(index: int, source: str) -> None:
    book = read_rules(source, GAMES[index])
    lines = [n for n, line in enumerate(source.split("\n"), start=1) if line.strip()]
    assert [entry.line for entry in book.ledger] == lines
    numbers = [clause.parts for clause in book.clauses]
    assert numbers == sorted(set(numbers))
    for clause in book.clauses:
        assert clause.parent is None or clause.number in book.by_number[clause.parent].children
        assert all(line <= len(source.split("\n")) for line in clause.lines)


def test_lines_before_the_first_clause_are_in_the_ledger() -> None:
    """A case that a fuzzer found: the lines begin with numbers, but none of them is a clause."""
    source = "4.11 手札について追記した。\n2010年3月25日改訂\n4.4.2 明確化した。\n2.1.3 変更した\n"
    _check_reading([game.id for game in GAMES].index("victory-spark"), source)


def test_number_repeated_above_its_heading_is_in_the_ledger() -> None:
    source = "8.3. \n7.4. カウンターステップ\n7.4. \n8.3. 有効な能力と無効な能力\n"
    _check_reading([game.id for game in GAMES].index("legend-of-stars"), source)


def test_no_break_spaces_are_spaces() -> None:
    for game in GAMES:
        blank = read_rules(SOURCES[game.id].replace(" ", "\xa0"), game)
        assert blank.clauses == CORPUS.read(game).clauses
