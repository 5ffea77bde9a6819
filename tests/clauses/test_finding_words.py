"""Every finding is told in Japanese and in English, with the same numbers and quotations."""

from __future__ import annotations

import re

import pytest

from rulebook.clauses.finding_words import Wording, Words
from rulebook.clauses.model import FindingCode

_GAP = re.compile(r"\{([0-9])\}")
_JAPANESE = re.compile("[ぁ-ヺ一-龠]")
# The words of the document: between quotation marks, in brackets, or a file's name.
_QUOTED = re.compile(r"“.*?”|\(.*\)|後述")


def test_every_code_has_a_form() -> None:
    assert {form.code for form in Wording} == set(FindingCode)


@pytest.mark.parametrize("form", Wording)
def test_a_form_says_all_of_its_values_in_both_languages(form: Wording) -> None:
    _, japanese, english = form.value
    gaps = set(_GAP.findall(japanese))
    assert set(_GAP.findall(english)) == gaps
    assert gaps == {str(place) for place in range(len(gaps))}
    assert _JAPANESE.search(japanese)
    assert not _JAPANESE.search(_QUOTED.sub("", english))


def test_words_of_another_form_are_taken_in_the_same_language() -> None:
    missing = Wording.NO_CLAUSE.filled("9.9")
    found = Wording.DANGLING.finding("1.1", 4, "1.1", "9.9", missing, column=2, printed="9.9")
    assert found.message == "1.1の参照「9.9」: 9.9という条文はない。"
    assert found.message_en == "The reference “9.9” in 1.1: There is no clause 9.9."
    assert (found.code, found.line, found.column) == (FindingCode.DANGLING_REFERENCE, 4, 2)


def test_what_is_quoted_may_look_like_a_form() -> None:
    assert Wording.MISPRINT.filled("1", "{0}「", "{9}").en == "“{0}「” in 1 is a misprint of “{9}”."
    assert isinstance(Wording.BARE_NUMBER.filled("1"), Words)
