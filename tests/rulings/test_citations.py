"""Citations in any text are found, checked and rewritten; other numbers are ignored."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulebook.api import Rules, open_rules
from rulebook.clauses.corpus import Corpus
from rulebook.editions.citations import CitationFinder
from rulebook.errors import RulebookError
from tests.conftest import Run
from tests.rulings.stars import STARS, add_stars
from tests.support import FIXTURES

MOVED = STARS.replace("2.1.2.", "2.1.4.").replace(
    "2.1.1. 先攻のプレイヤーから順番に種をまきます。",
    "2.1.1. 新しい決まりです。\n2.1.2. 先攻のプレイヤーから順番に種をまきます。",
)


@pytest.fixture(scope="module")
def finder(corpus: Corpus) -> CitationFinder:
    return CitationFinder(list(corpus.games.values()))


def numbers(finder: CitationFinder, text: str) -> list[str]:
    return [each.number for each in finder.find(text)]


@pytest.mark.parametrize(
    "text",
    [
        "民法第9.2.2条",
        "会社法9.2.2に定める",
        "GDPR Art. 6.1.1 and article 9.2.2 of the treaty",
        "バージョン9.2.2、ver.9.2.2、v9.2.2、version 9.2.2、バージョンは9.2.2",
        "Python 3.11.2 and Node.js 20.1.1",
        'numpy==1.2.3, "^1.2.3", >=4.5.6',
        '"version": "9.2.2"',
        "2026.1.13、2026-01-13、2026/1/13",
        "192.168.1.1と10.0.0.1",
        "スコアは3-2、セットは21-19-15",
        "¥1.234.567、€ 9.2.2、$1.2.3",
        "2.5倍、1.2.3倍、9.2.2%、3.2.1点",
        "円周率は3.14で、9.2は小数",
        "03-1234-5678",
        "image-9.2.2.png、9.2.2.tar.gz、9.2.2-beta",
        "https://example.org/9.2.2/",
        "## 9.2.2 見出し",
        "12:30に9.2円",
        "ヴァイスシュヴァルツ 2026.11.28、ヴァイスシュヴァルツ 28.11.2026",
        "小説の第3章、1.234.5678",
        "ヴァイスシュヴァルツ 03-1234-5678、ヴァイスシュヴァルツ 978-4-1234-5678-9",
        "ws 1.0000、ws 1-10000、ws 192.168.1000",
    ],
)
def test_other_numbers_are_not_citations(finder: CitationFinder, text: str) -> None:
    assert numbers(finder, text) == []


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        ("リフレッシュ（9.2.2）", ["9.2.2"]),
        ("９．２．２による", ["9.2.2"]),
        ("ws 1.2の3、2の2.4の2、9.2の3枚", ["1.2の3", "2の2.4の2", "9.2"]),
        ("ws 1.2の2～4、ws 第2章の9", ["1.2の2", "1.2の4", "2の9"]),
        ("see 9.2.2 and 9.2.3, under rule 9.2", ["9.2.2", "9.2.3", "9.2"]),
        ("9.2.1～9.2.4、9.2.2~4", ["9.2.1", "9.2.4", "9.2.2", "9.2.4"]),
        ("ルール9.2のとおり", ["9.2"]),
        ("ws 9.2 と gbf 9-4", ["9.2", "9-4"]),
        ("ヴァイスシュヴァルツ 総合ルール ver.1.109（2026-01-13） 9.2.2", ["9.2.2"]),
        ("この方法（9.2.2）は", ["9.2.2"]),
        ("# ws 9.2.2を見る", ["9.2.2"]),
        ("ws 9.2.99999、rule 9.1000", ["9.2.99999", "9.1000"]),
        ("ws 第9章、第99章", ["9", "99"]),
        ("ws 第99章とＷＳ第９章", ["99", "9"]),
        ("// 9.2.2: the deck is empty", ["9.2.2"]),
    ],
)
def test_citations_are_found(finder: CitationFinder, text: str, cited: list[str]) -> None:
    assert numbers(finder, text) == cited


def test_game_and_edition_next_to_a_number_are_read(finder: CitationFinder) -> None:
    def named(text: str) -> list[tuple[str | None, str | None]]:
        return [(each.game, each.edition) for each in finder.find(text)]

    ws = "weiss-schwarz"
    assert named("WS@1.109 9.2.2、9.2.3") == [(ws, "1.109")] * 2
    assert named("ヴァイスシュヴァルツ 総合ルール ver.1.109（2026-01-13） 9.2.2") == [(ws, "1.109")]
    assert named("Weiss Schwarz rule 9.2.2") == [(ws, None)]
    assert named("1.2.3 vs 1.2.4") == []


def test_spans_are_in_the_printed_text(finder: CitationFinder) -> None:
    text = "前置き（９．２．２）と㍻の9.2.3"
    assert [each.span.of(text) for each in finder.find(text)] == ["９．２．２", "9.2.3"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ws 9.2.2", [("9.2.2", "found", None)]),
        ("ws 9.9.9", [("9.9.9", "missing", None)]),
        ("ws@1.1 9.2.2", [("9.2.2", "missing", None)]),
        ("ws 9.2.2「山札にカードが存在しないプレイヤーは」", [("9.2.2", "found", True)]),
        ("ws 9.2.2「山札のないプレイヤーは負けます」", [("9.2.2", "misquoted", False)]),
        (
            "「山札にカードが…シャッフルします」（ws 9.2.1、9.2.2）",
            [("9.2.1", "found", False), ("9.2.2", "found", True)],
        ),
        ("ws 9.2.2「レスト」", [("9.2.2", "found", None)]),
        ('"No deck\nno game" (ws 9.2.2)', [("9.2.2", "misquoted", False)]),
        ('["ws 9.2.2", long_name,\n "a"]', [("9.2.2", "found", None)]),
        ("ws 9.2.2「山札に…負けます」", [("9.2.2", "misquoted", False)]),
        ("ws 9.2.2「その後…その後」", [("9.2.2", "misquoted", False)]),  # it is there only once
        ("ws 9.2.2によれば、「まったく違う文です」", [("9.2.2", "misquoted", False)]),
        ("ws 9.2\a.2、12\x7f.1.13", [("9.2␇.2", "missing", None), ("12␡.1.13", "missing", None)]),
        ("gbf 9-4-1-4", [("9-4-1-4", "found", None)]),
        ("見当たらない99.9.9", []),
        ("ヴァイスシュヴァルツの99.9.9", [("99.9.9", "missing", None)]),
    ],
)
def test_every_citation_is_checked_against_the_rules(
    rules: Rules, text: str, expected: list[tuple[str, str, bool | None]]
) -> None:
    checked = rules.rulings.cite(text)
    assert [(each.number, each.status.value, each.quoted) for each in checked] == expected


def test_number_without_game_belongs_to_all_games_with_it(rules: Rules) -> None:
    (checked,) = rules.rulings.cite("（9.2.2）")
    assert "weiss-schwarz" in checked.games
    assert len(checked.games) > 1
    (one,) = rules.rulings.cite("（9.2.2）", "ws")
    assert one.games == ("weiss-schwarz",)


def test_tags_and_scripts_are_ignored(rules: Rules) -> None:
    html = '<p title="ws 9.2.2">ws <b>9.2.3</b></p><script>"ws 9.2.4"</script><!-- ws 9.2.1 -->'
    (only,) = rules.rulings.cite(html, form="html")
    assert only.citation.span.of(html) == "9.2.3"


@pytest.mark.parametrize("html", ["9.<b>2</b>.1", "9<i>.</i>2.1", "<b>9.2</b>.<a href='x'>1</a>"])
def test_number_with_tags_inside_is_one_number(rules: Rules, html: str) -> None:
    text = f"<p>山札（{html}）と ws 9.2.2</p><td>9.2</td><td>.3</td>"
    cited = rules.rulings.cite(text, "ws", form="html")
    assert [each.number for each in cited] == ["9.2.1", "9.2.2"]
    linked = rules.rulings.link(text, "https://e.org/", game="ws", form="html")
    assert html in linked.text
    assert "9.2.2</a>-<a" in rules.rulings.link("ws 9.2.2-9.2.3", "x", form="html").text
    assert [left.number for left in linked.left] == ["9.2.1"]


@pytest.mark.parametrize(
    "number", ["9.2.\u200b99", "9.2.9\u200b9", "9\xad.2.99", "９．２．\u2060９９"]
)
def test_invisible_character_does_not_split_a_number(rules: Rules, number: str) -> None:
    (cited,) = rules.rulings.cite(f"ws {number}を見る")
    assert (cited.number, cited.status.value) == ("9.2.99", "missing")
    assert cited.citation.span.of(f"ws {number}を見る") == number


@pytest.fixture(scope="module")
def editions(tmp_path_factory: pytest.TempPathFactory) -> Rules:
    return open_rules(add_stars(tmp_path_factory.mktemp("stars"), "", MOVED))


def test_citation_with_edition_links_to_page_of_edition(editions: Rules) -> None:
    text = "規則2.1.4と stars@1.0 2.1.2"
    linked = editions.rulings.link(text, "https://e.org/", game="stars").text
    assert re.findall("<(.*?)>", linked) == [
        "https://e.org/stars/2.1.4.html",
        "https://e.org/stars/1.0/2.1.2.html",
    ]


def test_numbers_are_upgraded_to_an_edition(editions: Rules) -> None:
    text = "スターガーデンの2.1.1、２．１．２と stars@1.0 2.1.1。1.1.1と2.1.9、v2.1.1はそのまま。"
    new = editions.rulings.upgrade(text, "stars@1.1")
    assert new.text == (
        "スターガーデンの2.1.2、２．１．４と stars@1.1 2.1.2。1.1.1と2.1.9、v2.1.1はそのまま。"
    )
    assert [citation.number for citation in new.left] == ["2.1.9"]
    assert editions.rulings.upgrade("stars 2.\u200b1.1", "stars@1.1").text == "stars 2.1.2"
    again = editions.rulings.upgrade("stars@1.1 2.1.2", "stars@1.1")
    assert again.text == "stars@1.1 2.1.2"


def test_doubtful_numbers_are_left_to_a_person(editions: Rules) -> None:
    text = "## 2.1.1 x\na/2.1.1、2.1.1時点、=2.1.1、=1.1.1、=7.7.7、stars@1.1 2.1.2"
    new = editions.rulings.upgrade(text, "stars@1.1")
    assert new.text == text
    assert [citation.number for citation in new.left] == ["2.1.1"] * 4


@pytest.mark.parametrize(
    ("text", "upgraded"),
    [
        ("stars 2.1.1～2.1.2", None),  # 2.1.3 would be between them
        ("stars 1.1.2～<b>2.1.1</b>", None),  # and here 2.1.1
        ("stars 2.1.2～2.1.1、1.1.1～2", None),  # never was a range
        ("stars@0.9 2.1.1～2.1.2", None),
        ("stars 第2.1.1項～第2.1.2項、**1.1.1**", None),
        ("stars `2.1.1`～`2.1.2`", None),
        ("stars 2.1.1（種）から2.1.2（水）", None),
        ("stars [2.1.1](x)&ndash;[2.1.2](y)", None),
        ("stars 2.1.1～stars 2.1.2", None),
        ("stars\n- 2.1.2\n- 2.1.1", "stars\n- 2.1.4\n- 2.1.2"),
        ("stars@1.0 第2.1.1項", "stars@1.1 第2.1.2項"),
        ("stars 1.1.1～1.1.2、2.1.2", "stars 1.1.1～1.1.2、2.1.4"),
        ("stars 2.1.1、2.1.2", "stars 2.1.2、2.1.4"),
    ],
)
def test_range_with_other_clauses_is_not_upgraded(
    editions: Rules, text: str, upgraded: str | None
) -> None:
    new = editions.rulings.upgrade(text, "stars@1.1", form="html")
    assert (new.text, bool(new.left)) == (upgraded or text, upgraded is None)


def test_numbers_in_the_old_style_are_upgraded(tmp_path: Path) -> None:
    new = re.sub(r"(?<=2)\.(?=[0-9])|(?<=2.1)\.(?=[0-9])", "-", MOVED)
    hyphens = open_rules(add_stars(tmp_path, "", new))
    assert hyphens.rulings.upgrade("2.1.1を参照", "stars@1.1").text == "2-1-2を参照"
    back = hyphens.rulings.upgrade("2-1-2と stars 2-1-4", "stars@1.0", since="1.1")
    assert back.text == "2.1.1と stars 2.1.2"


def test_number_of_reworded_clause_is_reported(run: Run, tmp_path: Path) -> None:
    corpus = add_stars(tmp_path, "", MOVED.replace("まいた種の数だけ", "まいた種の倍だけ"))
    text = tmp_path / "notes.md"
    text.write_text("stars 2.1.1と2.1.3", encoding="utf-8")
    upgraded = run("--corpus", corpus, "cite", "--upgrade", "stars@1.1", text, "--write")
    assert upgraded.exit_code == 1
    assert "the wording of 2.1.3 has changed" in upgraded.stderr
    assert "wording of 2.1.1 has changed" not in upgraded.stderr


def test_upgrade_of_numbers_without_edition_is_reported(run: Run, tmp_path: Path) -> None:
    corpus, text = add_stars(tmp_path, "", MOVED), tmp_path / "notes.md"
    text.write_text("stars 2.1.1とstars@1.0 2.1.2", encoding="utf-8")
    call = ("--corpus", corpus, "cite", "--upgrade", "stars@1.1", text, "--write")
    for written in ("stars 2.1.2とstars@1.1 2.1.4", "stars 2.1.4とstars@1.1 2.1.4"):
        upgraded = run(*call)
        assert upgraded.exit_code == 1
        assert "1 numbers without an edition were read as of 1.0" in upgraded.stderr
        assert text.read_text(encoding="utf-8") == written


def test_old_notation_selects_the_older_edition(tmp_path: Path) -> None:
    new = re.sub(r"(?<=2)\.(?=[0-9])|(?<=2.1)\.(?=[0-9])", "-", MOVED)
    hyphens = open_rules(add_stars(tmp_path, "", new))
    checked = hyphens.rulings.cite("（2.1.1）と2-1-1、2.1.9", "stars")
    found = [(each.citation.number, each.status.value, each.edition, each.now) for each in checked]
    assert found == [
        ("2.1.1", "moved", "1.0", ("2-1-2",)),
        ("2-1-1", "found", "1.1", ()),
        ("2.1.9", "missing", None, ()),
    ]


def test_citation_of_older_edition_has_new_number(editions: Rules) -> None:
    (old,) = editions.rulings.cite("stars@1.0 2.1.2「種がなくなったプレイヤーは負けます」")
    assert (old.is_right, old.edition, old.now, old.quoted) == (True, "1.0", ("2.1.4",), True)


@pytest.mark.parametrize(
    ("form", "text", "linked"),
    [
        ("markdown", "ws 9.2.2", "ws [9.2.2](https://e.org/weiss-schwarz/9.2.2.html)"),
        ("markdown", "`ws 9.2.2` [ws 9.2.2](x)", "`ws 9.2.2` [ws 9.2.2](x)"),
        ("markdown", "```\nws 9.2.2\n```\n", "```\nws 9.2.2\n```\n"),
        ("html", "ws 9.2.2", 'ws <a href="https://e.org/weiss-schwarz/9.2.2.html">9.2.2</a>'),
        ("html", '<a href="x">ws 9.2.2</a>', '<a href="x">ws 9.2.2</a>'),
        ("text", "ws 9.2.2。", "ws 9.2.2 <https://e.org/weiss-schwarz/9.2.2.html>。"),
        ("text", "ws 9.9.9。", "ws 9.9.9。"),
        ("text", "ws@1.109 9.9.9。", "ws@1.109 9.9.9。"),
        (
            "text",
            "ws 9.2.2「手札をすべて捨てて負けます」",
            "ws 9.2.2「手札をすべて捨てて負けます」",
        ),
        (
            "text",
            "ws@1.109 9.2.2。",
            "ws@1.109 9.2.2 <https://e.org/weiss-schwarz/1.109/9.2.2.html>。",
        ),
    ],
)
def test_citations_are_linked(rules: Rules, form: str, text: str, linked: str) -> None:
    assert rules.rulings.link(text, "https://e.org/", form=form).text == linked


def test_unknown_form_of_text_is_an_error(rules: Rules) -> None:
    with pytest.raises(RulebookError, match=r"no form 'md'\nForms: text, markdown, html"):
        rules.rulings.link("ws 9.2.2", "https://e.org/", form="md")


# ---- The command


def test_exit_codes_are_those_of_hooks(run: Run, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.md", tmp_path / "bad.py"
    good.write_text("ws 9.2.2による。", encoding="utf-8")
    bad.write_text("# ws 9.9.9\nx = 1\n", encoding="utf-8")
    assert run("cite", good).exit_code == 0
    result = run("cite", "-q", good, bad)
    assert result.exit_code == 1
    assert re.fullmatch(r".*bad\.py:1:6: 9\.9\.9: missing: .*\n", result.stdout)
    assert run("cite", tmp_path / "none").exit_code == 2
    (tmp_path / "sjis.txt").write_bytes("ws 9.2.2の山札".encode("cp932"))
    result = run("cite", tmp_path / "sjis.txt")
    assert result.exit_code == 2
    assert "not UTF-8" in result.stderr
    if Path("/dev/zero").exists():
        endless = run("cite", "/dev/zero")
        assert (endless.exit_code, "larger than 100 MB" in endless.stderr) == (2, True)


def test_unknown_edition_is_reported(run: Run) -> None:
    output = run("cite", "-", stdin="ws@9.9 9.2.2\n").stdout
    assert "missing: ws has no edition '9.9'" in output
    assert "missing: no such clause in ws\n" in run("cite", "-", stdin="ws 99.2.2\n").stdout


def test_standard_input_has_json_output(run: Run) -> None:
    result = run("cite", "-g", "ws", "-", "--json", stdin="（9.2.2）\n")
    row = json.loads(result.stdout)
    assert (row["line"], row["column"], row["number"], row["status"]) == (1, 2, "9.2.2", "found")


def test_diff_is_printed_and_files_change_only_with_write(run: Run, tmp_path: Path) -> None:
    corpus = add_stars(tmp_path, "", MOVED)
    path = tmp_path / "notes.md"
    path.write_bytes("stars 2.1.1\r\nおわり".encode())
    call = ("--corpus", corpus, "cite", "--upgrade", "stars@1.1", path)
    first = run(*call)
    assert first.exit_code == 1
    assert "+stars 2.1.2" in first.stdout
    assert path.read_bytes() == "stars 2.1.1\r\nおわり".encode()
    assert run(*call, "--write", "--from", "1.0").exit_code == 0
    assert path.read_bytes() == "stars 2.1.2\r\nおわり".encode()
    assert run(*call[:4], "stars@9", path).exit_code == 2
    both = run("--corpus", corpus, "cite", "--upgrade", "stars@1.1", "-", stdin="stars 2.1.2")
    assert both.stdout == "stars 2.1.4"


@pytest.mark.parametrize(
    "options",
    [
        ["--write"],
        ["--from", "1.0"],
        ["--json", "--upgrade", "stars@1.1"],
        ["--json", "--links", "https://example.org/"],
        ["--upgrade", ""],
        ["--upgrade", "stars@1.0", "-g", "nope"],
    ],
)
def test_option_without_effect_is_refused(run: Run, tmp_path: Path, options: list[str]) -> None:
    corpus, path = add_stars(tmp_path, ""), tmp_path / "a.md"
    path.write_text("stars 2.1.2", encoding="utf-8")
    assert run("--corpus", corpus, "cite", *options, path).exit_code == 2


def test_control_characters_are_made_visible(run: Run, tmp_path: Path) -> None:
    corpus, path = add_stars(tmp_path, ""), tmp_path / "a\x1b[2J\n.md"
    path.write_bytes(b"stars 2.1.2 \x1b[2J\r\n")
    for options in ((), ("--links", "https://example.org/")):
        shown = run("--corpus", corpus, "cite", *options, path).output
        assert "\x1b" not in shown
        assert "␊.md" in shown
        assert "␛[2J" in shown


def test_invalid_site_address_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("ws 9.2.2", encoding="utf-8")
    refused = run("cite", "--links", "javascript:alert(1)", tmp_path / "a.md")
    assert refused.exit_code == 2
    assert "is not an address" in refused.stderr


def test_write_follows_a_link(run: Run, tmp_path: Path) -> None:
    notes, link = tmp_path / "notes.md", tmp_path / "link.md"
    notes.write_text("ws 9.2.2", encoding="utf-8")
    link.symlink_to(notes)
    assert run("cite", "--links", "https://e.org", "--write", link).exit_code == 0
    assert link.is_symlink()
    assert "https://e.org" in notes.read_text(encoding="utf-8")


def test_file_with_two_names_is_rewritten_once(run: Run, tmp_path: Path) -> None:
    corpus, notes, link = add_stars(tmp_path, "", MOVED), tmp_path / "notes.md", tmp_path / "l.md"
    notes.write_text("stars 2.1.1", encoding="utf-8")
    link.symlink_to(notes)
    call = ("--corpus", corpus, "cite", "--upgrade", "stars@1.1", "--from", "1.0", "--write")
    assert run(*call, notes, link, corpus / ".." / "notes.md").exit_code == 0
    assert notes.read_text(encoding="utf-8") == "stars 2.1.2"


def test_time_is_linear_in_the_text(finder: CitationFinder) -> None:
    from time import process_time

    def time_of(times: int) -> float:
        """Return the least of three times, as garbage of other tests may be collected in one."""
        text = "9.2.2「「「「((((https://1.2.3 v ver. ws 9.2.2、9.2.3" * times
        found = []
        for _ in range(3):
            start = process_time()
            assert finder.find(text)
            found.append(process_time() - start)
        return min(found)

    assert time_of(800) < 40 * time_of(50)


def test_number_in_several_games_is_ambiguous(run: Run) -> None:
    output = run("--lang", "en", "cite", "-", stdin="（9.2.2）").stdout
    assert "ambiguous: in gbf reb vs ws; name the game next to it" in output


def _lines() -> list[tuple[str, list[str]]]:
    """Return each line of the fixture with the citations that must be found in it."""
    rows = (FIXTURES / "citations.tsv").read_text(encoding="utf-8").splitlines()
    cells = [row.partition("\t") for row in rows if not row.startswith("#")]
    return [(text, [each for each in cited.split("; ") if each]) for text, _, cited in cells]


@pytest.mark.parametrize(("text", "expected"), _lines())
def test_citations_are_found_with_game(rules: Rules, text: str, expected: list[str]) -> None:
    found = [
        f"{each.citation.number} {_aliases(rules, each.games)} {each.status}"
        for each in rules.rulings.cite(text)
    ]
    assert found == expected


def _aliases(rules: Rules, games: tuple[str, ...]) -> str:
    return ",".join(rules.game(game).alias for game in games) or "-"


@pytest.mark.parametrize(
    "html",
    [
        "<table><tr><td>ws</td><td>9.2.99</td></tr></table>",
        '<table>\n<tr>\n  <td class="game">ヴァイス</td>\n  <td class="number">9.2.99</td>\n</tr>',
        "<p>ws&nbsp;9.2.99</p>",
        "<li><b>ws</b> <a href='x'>9.2.99</a>",
    ],
)
def test_game_in_the_previous_cell_belongs_to_the_number(rules: Rules, html: str) -> None:
    (only,) = rules.rulings.cite(html, form="html")
    assert (only.games, only.status) == (("weiss-schwarz",), "missing")


def test_quoted_words_select_the_game(rules: Rules) -> None:
    sentence = rules.clause("ws", "9.2.2").place.clause.text.split("。")[0]
    (only,) = rules.rulings.cite(f"9.2.2「{sentence}。」")
    assert (only.games, only.status) == (("weiss-schwarz",), "found")
