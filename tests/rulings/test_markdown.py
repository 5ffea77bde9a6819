"""Citations in Markdown: next to its marks, and quotations that go on on the next line."""

from __future__ import annotations

import pytest

from rulebook.api import Rules


@pytest.mark.parametrize(
    "text",
    [
        "> 9.2.99",
        "<br>9.2.99",
        "<li>9.2.99</li>",
        "_9.2.99_ と __9.2.99__",
        "No. 9.2.99",
        "注意! 9.2.99",
        "https://example.org/\n9.2.99",
        "9.2.99/9.2.99",
        "ルール 9.2.99/9.2.99",
        "if a <b then\n\n9.2.99",  # no tag that is never closed
    ],
)
def test_number_is_checked_next_to_marks_of_markdown(rules: Rules, text: str) -> None:
    found = rules.rulings.cite(text, "ws", form="markdown")
    assert len(found) == text.count("9.2.99")
    assert {(each.number, each.status) for each in found} == {("9.2.99", "missing")}


@pytest.mark.parametrize("text", ["foo > 1.2.3", "a/1.2.3/b", "v_1.2.3", "a 1.2.3_b", "x<1.2.3"])
def test_number_in_something_longer_is_not_cited(rules: Rules, text: str) -> None:
    assert rules.rulings.cite(text, "ws", form="markdown") == []


@pytest.mark.parametrize("end", ["\n", "\n> "])
def test_quotation_may_have_a_line_end(rules: Rules, end: str) -> None:
    sentence = rules.clause("ws", "9.2.2").place.clause.text.split("。")[0]
    wrapped = f"{sentence[:9]}{end}{sentence[9:]}"
    texts = (f"9.2.2「{wrapped}」", f"「{wrapped}」（9.2.2）")
    for quoted, text in [(True, text) for text in texts] + [
        (False, text.replace(sentence[9:], "ものは勝ちます")) for text in texts
    ]:
        (only,) = rules.rulings.cite(text, "ws", form="markdown")
        assert (only.quoted, only.is_right) == (quoted, quoted), text
