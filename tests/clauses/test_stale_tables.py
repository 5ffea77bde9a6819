"""Tables with missing clauses are reported and ignored, and never crash a command."""

from __future__ import annotations

import random
import re
import warnings
from pathlib import Path

import pytest

from rulebook.clauses.findings import FindingCode
from tests.conftest import Openings, Run
from tests.sampling import some
from tests.support import ROOT, copied_game

GAME = "legend-of-stars"
STALE = {
    "terms.toml": ('clause = "2.1"', 'clause = "9.9.9"'),
    "concepts.toml": ('clause = "3.1"', 'clause = "9.9.9"'),
    "players.toml": ('"1"', '"9.9.9"'),
    "governing.toml": ('decides = "8.4"', 'decides = "9.9.9"'),
    "cards.toml": ("[links]", '[links]\n"verb:引く" = { concept = "draw", clauses = ["9.9.9"] }'),
}
EDITION = 'edition = "1.0.03"'
DECK = '[deck]\nclause = "3.1"\nword = "デッキ"'
TERM = '[[term]]\nword = "デッキ"\nkind = "zone"\nclause = "3.1"\nwhy = "x"'
COMMANDS = [
    ("check", "los"),
    ("show", "los", "5.5.1"),
    ("ask", "-g", "los", "デッキがなくなったら"),
    ("term", "-g", "los", "デッキ"),
    ("export", "los"),
    ("annotate", "-g", "los", "このカードをレストする。"),
]


@pytest.fixture(autouse=True)
def _quiet() -> None:
    warnings.simplefilter("ignore")


@pytest.mark.parametrize("name", STALE)
def test_stale_entry_is_reported_and_ignored(
    name: str, tmp_path: Path, run: Run, openings: Openings
) -> None:
    copied_game(GAME, tmp_path, {name: STALE[name]}, lean=True)
    openings.share(tmp_path)
    checked = run("--corpus", tmp_path, "check", "los", "--code", FindingCode.STALE_MAPPING)
    assert checked.exit_code == 1
    assert "9.9.9" in checked.output
    assert re.search(rf"{re.escape(name)}, line \d+", checked.output)
    for command in COMMANDS:
        result = run("--corpus", tmp_path, *command)
        assert result.exit_code in (0, 1), (command, result.output)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        assert "9.9.9" not in result.stdout or command[0] in ("check", "export")


@pytest.mark.parametrize("name", STALE)
def test_table_of_another_edition_is_not_used(
    name: str, tmp_path: Path, run: Run, openings: Openings
) -> None:
    copied_game(GAME, tmp_path, {name: ('edition = "1.0.03"', 'edition = "0.9"')}, lean=True)
    openings.share(tmp_path)
    checked = run("--corpus", tmp_path, "check", "los", "--code", FindingCode.STALE_MAPPING)
    assert checked.exit_code == 1
    assert "edition 0.9" in checked.output
    for command in COMMANDS:
        assert run("--corpus", tmp_path, *command).exit_code in (0, 1), command


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("frames.toml", "edition = 5", "frames.toml:1: unknown key edition"),
        ("cards.toml", f"{EDITION}\nspelling.names = ['x']", "cards.toml:2: spelling.names.0: 'x'"),
        ("examples.toml", "card = 5", "examples.toml:1: card: 5 is not an array"),
        ("situations.toml", f"{EDITION}\nclauses.nope = []", "situations.toml:2: [nope] is not in"),
        ("concepts.toml", f'{EDITION}\n{DECK}\nwords = [""]', "concepts.toml:5: deck.words.0: ''"),
        ("concepts.toml", f"{EDITION}\n{DECK}\nplayers = ['\u200b']", "deck.players.0: '\\u200b'"),
        ("terms.toml", f"{EDITION}\n{TERM}\nspellings = [' ']", "term.0.spellings.0: ' ' is not"),
    ],
)
def test_every_table_is_checked(
    name: str, text: str, message: str, tmp_path: Path, run: Run
) -> None:
    copied_game(GAME, tmp_path, lean=True)
    (tmp_path / GAME / name).write_text(text, encoding="utf-8")
    checked = run("--corpus", tmp_path, "check", "los")
    assert checked.exit_code == 2
    assert message in checked.stderr


def test_warning_is_in_the_language_of_the_user(tmp_path: Path, run: Run) -> None:
    copied_game(GAME, tmp_path, {"terms.toml": STALE["terms.toml"]})
    warned = {}
    for language in ("en", "ja"):
        warnings.simplefilter("always")
        shown = run("--corpus", tmp_path, "--lang", language, "show", "los", "2.1").stderr
        [warned[language]] = [line for line in shown.split("\n") if "9.9.9" in line]
    assert warned["en"].startswith("rulebook: Legend of Stars: ")
    assert warned["en"].isascii()
    assert warned["ja"].endswith("使わない。")


@pytest.mark.parametrize("seed", some(range(24), 6))
def test_damaged_table_causes_no_traceback(
    seed: int, tmp_path: Path, run: Run, openings: Openings
) -> None:
    copied_game(GAME, tmp_path, lean=True)
    chance = random.Random(seed)
    tables = [*tmp_path.glob("*.toml"), *(tmp_path / GAME).rglob("*.toml")]
    path = chance.choice(sorted(tables))
    path.write_text(_damage(path.read_text(encoding="utf-8"), chance), encoding="utf-8")
    openings.share(tmp_path)
    for command in chance.sample(COMMANDS, 3):
        result = run("--corpus", tmp_path, *command)
        assert result.exit_code in (0, 1, 2), (seed, path.name, command, result.output)
        assert result.exception is None or isinstance(result.exception, SystemExit), (seed, command)


def _damage(text: str, chance: random.Random) -> str:
    """Return ``text`` with one line lost, doubled, retyped or garbled."""
    lines = text.split("\n")
    at = chance.choice([number for number, line in enumerate(lines) if line.strip()])
    key = lines[at].partition("=")[0]
    lines[at] = chance.choice(
        [
            "",
            f"{lines[at]}\n{lines[at]}",
            f"{key}= 3",
            f"{key}= []",
            f"{key}= {{}}",
            f'{key}= "x"',
            f"{key}= true",
            lines[at][: len(lines[at]) // 2],
            f"[[{key.strip(' []')}]]",
        ]
    )
    return "\n".join(lines)


def test_faulty_game_does_not_affect_others(tmp_path: Path, run: Run) -> None:
    copied_game("victory-spark", tmp_path, lean=True)
    copied_game(GAME, tmp_path, {"concepts.toml": ("clause = ", "clause = 3 # ")}, lean=True)
    assert run("--corpus", tmp_path, "ask", "-g", "vs", "山札がなくなったら").exit_code == 0
    faulty = run("--corpus", tmp_path, "ask", "-g", "los", "デッキがなくなったら")
    assert faulty.exit_code == 2
    assert "concepts.toml:" in faulty.output
    assert (ROOT / "corpus" / GAME).is_dir()
