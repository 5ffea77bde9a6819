"""A sixth game in its own folder, added as CONTRIBUTING.md describes.

Its rules, tables and grammar are in ``tests/fixtures/sixth-game``. It needs only the shared tables
of Rulebook, and no change elsewhere.
"""

from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from rulebook.cards.reading.card_parser import CardParser, ParseStatus, load_dialect
from rulebook.clauses.corpus import load_corpus
from rulebook.cli.main import cli
from tests.cards.trees import printed_text
from tests.support import FIXTURES, ROOT

SOURCE = FIXTURES / "sixth-game"
CARDS = (SOURCE / "cards.txt").read_text(encoding="utf-8").splitlines()
SHARED = ("concepts.toml", "everyday.toml", "outside.toml", "cards.toml", "frames.toml")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a corpus with the sixth game alone."""
    corpus = tmp_path_factory.mktemp("corpus")
    for name in SHARED:
        shutil.copy(ROOT / "corpus" / name, corpus)
    ignored = shutil.ignore_patterns("cards.txt")
    shutil.copytree(SOURCE, corpus / "star-garden", ignore=ignored)
    return corpus


def rulebook(folder: Path, *args: str) -> Result:
    result = CliRunner().invoke(cli, ["--corpus", str(folder), *args])
    assert result.exit_code == 0, result.output
    return result


def test_sixth_game_has_no_files_elsewhere() -> None:
    assert not (ROOT / "grammar" / "star-garden.lark").exists()
    assert not (ROOT / "corpus" / "star-garden").exists()


def test_rules_are_read(folder: Path) -> None:
    (row,) = [json.loads(line) for line in rulebook(folder, "games", "--json").stdout.splitlines()]
    assert (row["id"], row["alias"], row["clauses"]) == ("star-garden", "sg", 45)
    assert "花壇に置くこと" in rulebook(folder, "show", "sg", "4.2.1").stdout
    answer = json.loads(rulebook(folder, "ask", "-g", "sg", "--json", "摘むとどうなる？").stdout)
    assert answer["answers"][0]["number"] == "4.3.1"


@pytest.mark.parametrize("text", CARDS)
def test_cards_are_read(folder: Path, text: str) -> None:
    reading = CardParser(load_dialect(load_corpus(folder).game("sg"))).read(text)
    assert [gap.text for gap in reading.gaps] == []
    assert reading.status is ParseStatus.PARSED
    assert printed_text(reading) == reading.canonical


def test_words_and_verbs_link_to_clauses(folder: Path) -> None:
    result = rulebook(folder, "annotate", "-g", "sg", "--json", CARDS[2])
    annotation = json.loads(result.stdout)
    links = {link["text"]: link["clauses"] for link in annotation["links"]}
    assert annotation["status"] == "parsed"
    assert links["【自】"] == ["5.1.1"]
    assert links["【開花】"] == ["5.3.1"]
    assert links["摘む"] == ["4.3.1"]
    assert links["1枚まで"] == ["4.4.1"]


def test_keyword_needs_only_a_table_entry(folder: Path, tmp_path: Path) -> None:
    corpus = shutil.copytree(folder, tmp_path / "corpus")
    text = "【自】 このカードが花壇に置かれた時、あなたは2枚引く。"
    entry = (
        f'concept = "field"\nclauses = ["5.3.1"]\nopens = {{ clause = "5.3.1", text = "{text}" }}'
    )
    (corpus / "star-garden" / "keywords.toml").write_text(
        f'edition = "1.0"\n[keywords."満開"]\n{entry}\n', encoding="utf-8"
    )
    annotation = json.loads(rulebook(corpus, "annotate", "-g", "sg", "--json", "満開").stdout)
    (link,) = annotation["links"]
    assert (link["text"], link["clauses"]) == ("満開", ["5.3.1"])
    assert annotation["meaning"][0]["keyword"]["opened"]["text"] == text


@pytest.mark.parametrize(
    ("word", "text", "message"),
    [
        ("満開", "", "keywords.満開.opens.text: '' is not allowed"),
        ("満開", "{level.__class__}", "'{level.__class__}' is not allowed"),
        ("満開", "あなたは1枚引く。<br>あなたは1枚引く。", "write one ability on one line"),
        ('a\\"b', "あなたは1枚引く。", "keywords.toml:2: "),
    ],
)
def test_bad_keyword_entry_is_reported(
    word: str, text: str, message: str, folder: Path, tmp_path: Path
) -> None:
    corpus = shutil.copytree(folder, tmp_path / "corpus")
    entry = f'concept = "field"\nopens = {{ clause = "5.3.1", text = "{text}" }}'
    (corpus / "star-garden" / "keywords.toml").write_text(
        f'edition = "1.0"\n[keywords."{word}"]\n{entry}\n', encoding="utf-8"
    )
    for command in (("check", "sg"), ("annotate", "-g", "sg", "満開")):
        result = CliRunner().invoke(cli, ["--corpus", str(corpus), *command])
        assert (result.exit_code, message in result.output) == (2, True)


def test_unknown_concept_is_reported(folder: Path, tmp_path: Path) -> None:
    corpus = shutil.copytree(folder, tmp_path / "corpus")
    table = corpus / "star-garden" / "cards.toml"
    text = table.read_text(encoding="utf-8")
    table.write_text(
        text.replace('"zone:花壇" = "field"', '"zone:花壇" = "feild"'), encoding="utf-8"
    )
    result = CliRunner().invoke(cli, ["--corpus", str(corpus), "annotate", "-g", "sg", "満開"])
    assert result.exit_code == 2
    assert "[feild] is not in corpus/concepts.toml; add it there, or write field" in result.output


def test_linked_clauses_exist(folder: Path) -> None:
    table = tomllib.loads((SOURCE / "cards.toml").read_text(encoding="utf-8"))
    for value in table["links"].values():
        for number in value["clauses"] if isinstance(value, dict) else ():
            assert number in rulebook(folder, "show", "sg", number).stdout


def test_explain_prints_the_tree_of_a_card(folder: Path) -> None:
    output = rulebook(folder, "explain", "-g", "sg", "--stage", "ast", CARDS[0]).stdout
    assert "Draw(Topic(Player(あなた)), HowMany(1枚), 引く, plain)" in output
