"""Words quoted near a clause number are compared with its clause, whatever is around them."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from rulebook.api import Rules
from tests.conftest import Run


@pytest.mark.parametrize(
    "form",
    [
        "**9.2.2**: *「{}」*",
        "[9.2.2](https://example.org/9.2.2.html)「{}」",
        "| 9.2.2 | 「{}」 |",
        "9.2.2（「{}」）",
        "9.2.2 \n「{}」",
        "9.2.2 ｢{}｣",
        "9.2.2 ‘{}’",
        "9.2.2のとおり、「{}」とあります",
        "9.2.2を見ると、「{}」とあります",
        "> 「{}」\n> → 9.2.2",
        "「{}」（9.2.2）「その後、そのプレイヤーは自分の山札の一番上のカードを1枚」",
        "9.2.2「その後、そのプレイヤーは自分の山札の一番上のカードを1枚」と「{}」",
    ],
)
def test_every_quotation_near_a_number_is_compared(rules: Rules, form: str) -> None:
    text = rules.clause("ws", "9.2.2").place.clause.text.split("。")[0]
    lines = "\n> ".join(text[at : at + 12] for at in range(0, len(text), 12))
    for words in (text, lines, text.replace("すべて", "2枚"), lines.replace("すべて", "2枚")):
        (only,) = rules.rulings.cite(form.format(words), "ws", form="markdown")
        assert only.quoted == only.is_right == ("2枚" not in words), form.format(words)


def test_marks_inside_a_quotation_do_not_end_it(rules: Rules) -> None:
    text = rules.clause("ws", "8.2.1.2").place.clause.text.split("。")[0]
    assert text.count("」") > 1
    for words in (text, text.replace("「", "『").replace("」", "』")):
        for each in (words, words.replace("有効", "無効")):
            (only,) = rules.rulings.cite(f"8.2.1.2「{each}」", "ws")
            assert only.quoted == only.is_right == (each == words)


def test_quotation_does_not_end_before_a_negation(rules: Rules) -> None:
    text = rules.clause("ws", "3.2.2").place.clause.text
    at = text.index("ません")
    start = text.rindex("。", 0, at) + 1
    for end, is_right in ((at + 3, True), (at, False)):
        (only,) = rules.rulings.cite(f"3.2.2「{text[start:end]}」", "ws")
        assert only.quoted is is_right


def test_right_quotation_excuses_no_other_number_with_it(rules: Rules) -> None:
    words = "「山札にカードが存在しないプレイヤーは」"
    found = rules.rulings.cite(f"9.2.2{words}\n\n9.3.1{words}", "ws")
    assert [each.status for each in found] == ["found", "misquoted"]


@pytest.mark.parametrize(
    "text",
    ["9.2.2を見て「手札の上限はいくつですか？」と尋ねた", "「手札の上限はいくつですか？」と9.2.2"],
)
def test_words_near_a_number_need_not_be_of_its_clause(rules: Rules, text: str) -> None:
    (only,) = rules.rulings.cite(text, "ws")
    assert (only.status, only.quoted) == ("found", None)


@pytest.mark.parametrize(
    ("form", "kind"),
    [
        ("「{}」と9.2.2にあります", "text"),
        ("9.2.2（リフレッシュ処理）「{}」", "text"),
        ("9.2.2は「山札にカードが存在しないプレイヤーは」と定め、さらに「{}」とする", "text"),
        ("9.2.2には次のようにあります。\n\n> {}\n", "markdown"),
        ("> {}\n>\n> — 9.2.2", "markdown"),
        ("9.2.2によると、控え室と山札について、<q>{}</q>のです", "html"),
        ("<p>9.2.2のことば</p><blockquote>\n\n<p>{}</p>\n</blockquote>", "html"),
        ("9.2.2のことば&ldquo;{}&rdquo;", "html"),
        ("9&#46;2&#46;&#50;のことば<q>{}</q>", "html"),
        ("＞{}\n\n9.2.2です", "text"),
        ("9.2.2\r\r> {}\r", "text"),
    ],
)
def test_quotation_that_no_number_certainly_has_is_not_passed_over(
    rules: Rules, run: Run, tmp_path: Path, form: str, kind: str
) -> None:
    text = rules.clause("ws", "9.2.2").place.clause.text.split("。")[0]
    (right,) = rules.rulings.cite(form.format(text), "ws", form=kind)
    assert (right.status, right.quoted) == ("found", True)
    wrong = form.format(text.replace("すべて", "2枚"))
    (unsure,) = rules.rulings.cite(wrong, "ws", form=kind)
    assert unsure.status == "unchecked"
    (tmp_path / "notes").write_text(wrong, encoding="utf-8")
    result = run("cite", "-g", "ws", "--form", kind, tmp_path / "notes")
    assert result.exit_code == 1
    assert "unchecked: ws" in result.output
    assert "near it is not in the clause" in result.output


@pytest.mark.parametrize("sign", ["[中略]", "［…］", "・・・", "（後略）", "――", "〔略〕"])
def test_words_can_be_left_out(rules: Rules, sign: str) -> None:
    text = rules.clause("ws", "9.2.2").place.clause.text
    for end, is_right in ((text[20:40], True), ("2枚" + text[20:40], False)):
        (only,) = rules.rulings.cite(f"9.2.2「{text[:12]}{sign}{end}」", "ws")
        assert only.quoted is is_right


def test_quotation_goes_on_in_the_next_clause_and_without_ruby(rules: Rules) -> None:
    clause = rules.clause("ws", "9.2").place.clause
    words = clause.wording + rules.clause("ws", clause.children[0]).place.clause.wording
    html = words.replace("処理", "<ruby>処理<rp>(</rp><rt>しょり</rt></ruby>", 1)
    for text, kind in ((words, "text"), (html, "html")):
        (only,) = rules.rulings.cite(f"ルール9.2「{text}」", "ws", form=kind)
        assert only.quoted


def test_quotation_between_two_numbers_belongs_to_the_one_next_to_it(rules: Rules) -> None:
    one, other = (
        rules.clause("ws", n).place.clause.text.split("。")[0] for n in ("9.2.1", "9.2.2")
    )
    for form in ("9.2.1「{}」、9.2.2「{}」", "「{}」（9.2.1）「{}」（9.2.2）"):
        right, wrong = form.format(one, other), form.format(other, one)
        assert [each.quoted for each in rules.rulings.cite(right, "ws")] == [True, True]
        assert any(each.status == "misquoted" for each in rules.rulings.cite(wrong, "ws"))


def test_decomposed_name_of_a_game_is_read(rules: Rules) -> None:
    (only,) = rules.rulings.cite(unicodedata.normalize("NFD", "ヴァイスシュヴァルツ 9.2.99"))
    assert (only.games, only.status) == (("weiss-schwarz",), "missing")
