"""The commands for card texts: output, exit codes and bad input."""

from __future__ import annotations

import json
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from rulebook.cards.annotating.annotator import open_annotator
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from tests.cards.fixtures import blocks
from tests.conftest import Run
from tests.sampling import some

CARD = "【自】 このカードがアタックした時、あなたは1枚引く。"
ODD = f"{CARD}\n【永】 このカードは空を飛ぶ。"
TEXTS = [case.text for case in blocks("ws", "ast")]


def _write(path: Path, *lines: object) -> Path:
    rows = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    path.write_text("".join(f"{row}\n" for row in rows), encoding="utf-8")
    return path


# ---- annotate


def test_annotate_prints_steps_and_clauses(run: Run) -> None:
    result = run("annotate", "-v", "-g", "ws", CARD)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == CARD
    *rules, meanings = [line.split(maxsplit=1) for line in lines[3:] if not line.startswith(" ")]
    assert [number for number, _ in rules][:2] == ["7.2.1.5", "7.2.1.6"]
    assert meanings == ["meanings", "of words: 8.1.1.2"]
    assert lines[4] == "    trigger: 「このカードがアタックした」"
    assert "    when it is played" in lines
    assert "ver." in lines[2]


def test_annotate_prints_the_deciding_clause(run: Run) -> None:
    lines = run("annotate", "-g", "ws", CARD).stdout.splitlines()
    number, rule = lines[3].split(maxsplit=1)
    assert (number, rule.endswith("…")) == ("7.2.1.5", False)
    steps = [line.split() for line in lines[5:-1]]
    assert [(step[0], step[-1]) for step in steps] == [("1.", "7.2.1.5"), ("2.", "4.7.1")]
    assert lines[-1].endswith(" more clauses: -v")


def test_annotate_reads_standard_input(run: Run) -> None:
    assert (
        run("annotate", "-g", "ws", "-", stdin=CARD).stdout
        == run("annotate", "-g", "ws", CARD).stdout
    )


def test_annotate_prints_gaps(run: Run) -> None:
    result = run("annotate", "-g", "ws", ODD)
    assert result.exit_code == 1
    assert "not understood: このカードは空を飛ぶ。" in result.stdout
    annotation = json.loads(run("annotate", "-g", "ws", "--json", ODD).stdout)
    assert annotation["status"] == "partial"
    (gap,) = annotation["unparsed"]
    assert ODD[gap["start"] : gap["end"]] == gap["text"] == "このカードは空を飛ぶ。"
    assert annotation["coverage"] == pytest.approx(1 - len(gap["text"]) / len(ODD), abs=1e-4)


@pytest.mark.parametrize("text", [*TEXTS[::25], ODD, "空を飛ぶ。"])
def test_annotate_json_has_valid_spans(run: Run, text: str) -> None:
    result = run("annotate", "-g", "ws", "--json", text)
    annotation = json.loads(result.stdout)
    assert list(annotation) == [
        *("id", "game", "text", "status", "coverage", "abilities", "unparsed", "links"),
        *("meaning", "governing"),
    ]
    assert (annotation["id"], annotation["game"], annotation["text"]) == (
        None,
        "weiss-schwarz",
        text,
    )
    assert annotation["status"] in ("parsed", "partial", "failed")
    assert 0.0 <= annotation["coverage"] <= 1.0
    assert (
        (annotation["status"] == "parsed")
        == (annotation["unparsed"] == [])
        == (result.exit_code == 0)
    )
    for ability in annotation["abilities"]:
        for node in _nodes(ability):
            assert isinstance(node["type"], str)
            assert 0 <= node["start"] <= node["end"] <= len(text)
    for part in (*annotation["unparsed"], *annotation["links"]):
        assert text[part["start"] : part["end"]] == part["text"]
    for link in annotation["links"]:
        assert link["concept"]
        assert link["clauses"]
    # Japanese is not escaped.
    assert text.split("\n")[0].replace('"', '\\"') in result.stdout


def _nodes(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from _nodes(part)
    elif isinstance(value, list):
        for part in value:
            yield from _nodes(part)


def test_links_end_at_word_ends(corpus: Corpus, ws: Game) -> None:
    annotator = open_annotator(corpus, ws)
    for text in some(TEXTS, 100):
        for link in annotator.annotate(text).links:
            part = text[link.start : link.end]
            assert part == part.strip("、 \u3000\n"), (text, part)


class _Tags(HTMLParser):
    """Collects the tags of a page, and checks that they are closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[str] = set()
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.seen.add(tag)
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize(
    "text",
    [
        CARD,
        "<script>alert(1)</script>",
        "【永】 他のあなたの「<img src=x onerror=a>&\"'」がいるなら、</section>",
    ],
)
def test_annotate_html_is_escaped(run: Run, text: str) -> None:
    page = run("annotate", "-g", "ws", "--html", text).stdout
    tags = _Tags()
    tags.feed(page)
    assert tags.open == []
    assert tags.seen <= {"section", "p", "span", "mark", "ol", "li", "b", "small"}
    assert text in tags.text
    assert "<script" not in page


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("-g", "ws", ""), "empty"),
        (("-g", "ws", " \n\u3000"), "empty"),
        (("-g", "ws", "あ" * 20_001), "20001 characters"),
        (("-g", "ws"), "Give either a card TEXT"),
        (("-g", "ws", CARD, "--jsonl", "-"), "Give either"),
        (("-g", "mtg", CARD), "Known games"),
        ((CARD,), "Missing option"),
        (("-g", "ws", "--jobs", "0", "--jsonl", "-"), "--jobs"),
        (("-g", "ws", "\udcff"), "not UTF-8"),
    ],
)
def test_annotate_rejects_bad_input(run: Run, args: tuple[str, ...], message: str) -> None:
    result = run("annotate", *args)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_annotate_accepts_the_longest_text(run: Run) -> None:
    assert run("annotate", "-g", "ws", "--json", "あ" * 20_000).exit_code == 1


@pytest.mark.parametrize(
    "command", [("annotate", "--jsonl"), ("cards", "stats"), ("cards", "gaps")]
)
def test_missing_file_is_reported(run: Run, tmp_path: Path, command: tuple[str, ...]) -> None:
    result = run(*command, tmp_path / "nowhere.jsonl", "-g", "ws")
    assert result.exit_code == 2
    assert "nowhere.jsonl" in result.stderr


# ---- annotate --jsonl


def test_jsonl_continues_after_a_bad_line(run: Run, tmp_path: Path) -> None:
    file = _write(
        tmp_path / "cards.jsonl",
        {"id": "a", "text": CARD},
        "no JSON",
        "",
        {"id": "b", "text": "空を飛ぶ。"},
        ["a", "list"],
        {"id": "c"},
        {"id": "d", "text": 5},
        {"id": "e", "text": "あ" * 20_001},
        {"id": 7, "text": ""},
        {"text": CARD},
    )
    result = run("annotate", "-g", "ws", "--jsonl", file)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["id"] for row in rows] == ["a", "b", "7", None]
    assert [row["status"] for row in rows] == ["parsed", "failed", "parsed", "parsed"]
    assert result.exit_code == 1
    for number in (2, 5, 6, 7, 8):
        assert f"cards.jsonl:{number}: " in result.stderr
    assert "5 rows are not cards" in result.stderr


def test_jsonl_rejects_a_line_that_is_not_utf8(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "cards.jsonl"
    file.write_bytes(b'{"id": "a", "text": "\xff"}\n{"id": "b", "text": ""}\n')
    result = run("annotate", "-g", "ws", "--jsonl", file)
    assert [json.loads(line)["id"] for line in result.stdout.splitlines()] == ["b"]
    assert "cards.jsonl:1: it has invalid characters" in result.stderr
    assert result.exit_code == 1


@pytest.mark.parametrize(
    "odd",
    [
        pytest.param('{"id": "\\ud800", "text": ""}', id="an id that nothing can print"),
        pytest.param("[" * 100_000, id="JSON without end"),
    ],
)
def test_jsonl_continues_after_an_unusual_line(run: Run, odd: str) -> None:
    good = json.dumps({"id": "good", "text": CARD})
    result = run("annotate", "-g", "ws", "--jsonl", "-", stdin=f"{odd}\n{good}\n")
    assert json.loads(result.stdout.splitlines()[-1])["id"] == "good"


def test_jsonl_continues_after_a_deeply_nested_card(run: Run) -> None:
    opening = "【永】このカードは次の能力を得る。"
    deep = json.dumps({"text": f"{opening}『" * 600 + opening + "』" * 600})
    good = json.dumps({"id": "good", "text": CARD})
    result = run("annotate", "-g", "ws", "--jsonl", "-", stdin=f"{deep}\n{good}\n")
    assert result.exit_code == 0
    assert json.loads(result.stdout.splitlines()[-1])["id"] == "good"


def test_jsonl_of_valid_lines(run: Run) -> None:
    line = json.dumps({"id": "a", "text": CARD})
    result = run("annotate", "-g", "ws", "--jsonl", "-", stdin=f"{line}\n")
    assert result.exit_code == 0
    assert result.stderr == ""
    one = json.loads(run("annotate", "-g", "ws", "--json", CARD).stdout)
    assert json.loads(result.stdout) == {**one, "id": "a"}


@pytest.mark.parametrize(
    ("name", "content", "options"),
    [
        ("c.json", json.dumps([{"id": "a", "text": CARD}]), ()),
        ("c.csv", f"id,text\na,{CARD}\n", ()),
        ("c.txt", f"番号\t効果\na\t{CARD}\n", ("--form", "tsv", "--column", "id=番号")),
    ],
)
def test_every_card_file_format_is_read(
    run: Run, tmp_path: Path, name: str, content: str, options: tuple[str, ...]
) -> None:
    file = tmp_path / name
    file.write_text(content, encoding="utf-8")
    column_options = (*options, "--column", "text=効果") if options else ()
    result = run("annotate", "-g", "ws", "--jsonl", file, *column_options)
    assert (result.exit_code, json.loads(result.stdout)["id"]) == (0, "a"), result.stderr
    assert "parsed    1" in run("cards", "stats", "-g", "ws", file, *column_options).stdout


@pytest.mark.parametrize(
    "command", [("annotate", "--jsonl"), ("cards", "stats"), ("cards", "gaps")]
)
def test_other_encoding_is_reported_once(
    run: Run, tmp_path: Path, command: tuple[str, ...]
) -> None:
    file = tmp_path / "cards.jsonl"
    file.write_bytes((json.dumps({"text": CARD}, ensure_ascii=False) + "\n").encode("cp932") * 9)
    result = run(*command, file, "-g", "ws")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("Shift_JIS") == result.stderr.count("not UTF-8") == 1


def test_output_is_independent_of_jobs(run: Run, tmp_path: Path) -> None:
    cards = [{"id": f"c{place}", "text": text} for place, text in enumerate(TEXTS)]
    file = _write(tmp_path / "cards.jsonl", *cards, "bad", {"id": "last", "text": CARD})
    one = run("annotate", "-g", "ws", "--jsonl", file)
    two = run("annotate", "-g", "ws", "--jsonl", file, "--jobs", "2")
    assert one.stdout == two.stdout
    assert one.exit_code == two.exit_code == 1
    ids = [json.loads(line)["id"] for line in two.stdout.splitlines()]
    assert ids == [*(card["id"] for card in cards), "last"]


# ---- cards


@pytest.fixture
def some_cards(tmp_path: Path) -> Path:
    return _write(
        tmp_path / "cards.jsonl",
        {"id": "good", "text": CARD},
        {"id": "odd", "text": ODD},
        {"id": "odder", "text": "【永】 このカードは空を飛ぶ。\n【自】 空を見る。"},
        {"id": "none", "text": "空を飛ぶ。"},
    )


def test_stats_counts_cards_and_characters(run: Run, some_cards: Path) -> None:
    counts = json.loads(run("cards", "stats", "-g", "ws", "--json", some_cards).stdout)
    assert counts == {
        **{"cards": 4, "parsed": 1, "partial": 2, "failed": 1, "abilities": 6},
        "characters": counts["characters"],
        "unparsed_characters": counts["unparsed_characters"],
    }
    assert 0 < counts["unparsed_characters"] < counts["characters"]
    result = run("cards", "stats", "-g", "ws", some_cards)
    assert result.exit_code == 0
    assert "parsed    1 (25.0 %)" in result.stdout


def test_stats_of_no_cards(run: Run) -> None:
    result = run("cards", "stats", "-g", "ws", "-", stdin="")
    assert result.exit_code == 1
    assert "cards       0" in result.stdout


def test_gaps_are_listed_by_frequency(run: Run, some_cards: Path) -> None:
    result = run("cards", "gaps", "-g", "ws", "--json", some_cards)
    assert result.exit_code == 1
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["cards"] for row in rows] == sorted((row["cards"] for row in rows), reverse=True)
    first = rows[0]
    assert set(first) == {
        "words",
        "expected",
        "why",
        "damage",
        "example",
        "cards",
        "alone",
        "ids",
    }
    assert (first["cards"], first["alone"], first["ids"]) == (2, 1, ["odd", "odder"])
    assert "|" in first["words"]
    assert first["example"] == "このカードは空を飛ぶ。"
    assert "ZONE" in first["expected"]
    output = run("cards", "gaps", "-g", "ws", "-n", "1", some_cards)
    assert output.stdout.startswith("2 cards (1 with no other gap)")
    assert output.stdout.count("expected") == 1


def test_exit_code_is_zero_without_gaps(run: Run) -> None:
    line = json.dumps({"id": "a", "text": CARD})
    result = run("cards", "gaps", "-g", "ws", "-", stdin=line)
    assert (result.exit_code, result.stdout) == (0, "")


# ---- explain


def test_explain_prints_tokens(run: Run) -> None:
    result = run("explain", "-g", "ws", "--stage", "tokens", "--json", CARD)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["token"] for row in rows[:4]] == ["KIND", "POINTER", "WORD", "PARTICLE"]
    assert "".join(row["word"] for row in rows) == CARD.replace(" ", "")
    assert all(CARD[row["start"] : row["end"]] == row["word"] for row in rows)


def test_explain_prints_the_tree(run: Run) -> None:
    output = run("explain", "-g", "ws", "--stage", "tree", CARD).stdout
    assert [line.strip() for line in output.splitlines()][:4] == [
        *("ability", "heading", "kind", "KIND 【自】")
    ]


@pytest.mark.parametrize("text", TEXTS[::40])
def test_explain_ast_prints_the_tree_of_the_fixture(run: Run, text: str) -> None:
    (case,) = (case for case in blocks("ws", "ast") if case.text == text)
    assert run("explain", "-g", "ws", "--stage", "ast", text).stdout == f"{case.expected}\n"


def test_explain_ast_prints_gaps(run: Run) -> None:
    output = run("explain", "-g", "ws", "--stage", "ast", ODD).stdout
    assert "Unparsed(このカードは空を飛ぶ。)" in output


@pytest.mark.parametrize("stage", ["tree", "meaning"])
def test_explain_refuses_a_file_with_a_card(run: Run, stage: str, tmp_path: Path) -> None:
    """At the stage “meaning” the file was ignored."""
    result = run("explain", "-g", "ws", "--stage", stage, "--file", str(tmp_path / "a"), CARD)
    assert result.exit_code == 2
    assert "Give a file, or a game with an optional text." in result.stderr
