"""Every finding code and every message of a finding exists in Japanese and English."""

from __future__ import annotations

import re

import pytest

from rulebook.clauses.findings import FindingCode, FindingForm
from rulebook.links.model import no_clause
from rulebook.messages import render, translations

_FIELD = re.compile(r"\{(\w+)\}")
_JAPANESE = re.compile("[ぁ-ヺ一-龠]")
# Words of the document: in quotation marks or brackets.
_QUOTED = re.compile(r"“.*?”|\(.*\)|後述")


def test_every_code_has_a_form() -> None:
    assert {form.code_and_text[0] for form in FindingForm} == set(FindingCode)


def test_descriptions_fit_into_a_table() -> None:
    for code in FindingCode:
        for text in (code.heading, code.cause, code.advice):
            for language in ("en", "ja"):
                description = render(text, language)
                assert description.strip()
                assert "|" not in description
                assert "\n" not in description
            assert _JAPANESE.search(render(text, "ja"))


def test_japanese_causes_have_no_markup() -> None:
    assert [code for code in FindingCode if "`" in render(code.cause, "ja")] == []


@pytest.mark.parametrize("form", FindingForm)
def test_form_has_the_same_fields_in_both_languages(form: FindingForm) -> None:
    _, english = form.code_and_text
    japanese = translations("ja")[english]
    assert set(_FIELD.findall(japanese)) == set(_FIELD.findall(english))
    assert _JAPANESE.search(japanese)
    assert not _JAPANESE.search(_QUOTED.sub("", english))


def test_inner_message_is_in_the_same_language() -> None:
    found = FindingForm.DANGLING.finding("1.1", 4, column=2, printed="9.9", reason=no_clause("9.9"))
    assert found.message == "1.1の参照「9.9」: 9.9という条文はない。"
    assert found.message_en == "The reference “9.9” in 1.1: There is no clause 9.9."
    assert (found.code, found.line, found.column) == (FindingCode.DANGLING_REFERENCE, 4, 2)


def test_quoted_words_are_not_formatted() -> None:
    found = FindingForm.MISPRINT.finding("1", 1, printed="{0}「", intended="{9}")
    assert found.message_en == "“{0}「” in 1 is a misprint of “{9}”."
