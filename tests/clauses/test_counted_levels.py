"""Documents that count each level separately, in many notations, and with clauses deleted."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebook.clauses.foreign import read_source
from rulebook.clauses.numbers import LETTERS, Parts

ROMAN = ["", "I", "II", "III", "IV", "V", "VI"]
FORMS = """
Article {R} - / Section {n}. / ({a})
ARTICLE {n}: / {n}. / {a}.
{R}. / {A}. / {n}.
{R}. / {n}. / {a}.
{n}. / {a}. / {r}.
{n}. / {A}. / {n})
{A}. / {n}. / {a}.
Section {A}: / {n}.
Rule {n} / ({a}) / ({n})
## {n}. / {n}.
# {R}. / ## {A}. / {n}.
{n} / {n}) / {a})
{n} - / {a})
[{n}] / {a})
第{n}章 / 第{n}節 / {n}.
第{n}章 / （{n}）
{k}、 / （{n}）
【{n}】 / （{n}）
{A}． / {n}．
{n}． / {a}．
"""
TEXTS = ("The owner pays a fee.", "No owner may trade a pick.", "すべての参加者が費用を払う。")


def label(form: str, n: int) -> str:
    letters = {"A": chr(64 + n), "a": chr(96 + n), "R": ROMAN[n], "r": ROMAN[n].lower()}
    return form.format(n=n, k="_一二三四五六"[n], **letters)


@pytest.mark.parametrize("forms", FORMS.strip().split("\n"))
@pytest.mark.parametrize("counts", [(1, 2, 3), (1, 2, 5)], ids=["whole", "with gaps"])
def test_each_level_is_counted_separately(forms: str, counts: tuple[int, ...]) -> None:
    first, *others = forms.split(" / ")
    lines: list[str] = ["Rules of the league"]
    expected: dict[Parts, str] = {}

    def add(above: Parts, forms: list[str]) -> None:
        for n in counts if forms else ():
            text = TEXTS[(len(lines) + n) % 3]
            lines.append(f"{label(forms[0], n)} {text}")
            expected[(*above, n)] = text
            add((*above, n), forms[1:] if n != counts[1] else [])

    for n in counts:
        lines.append(f"{label(first, n)} Fees")
        expected[n,] = "Fees"
        add((n,), others)
    book = read_source("\n".join(lines), "rules.txt", Path("rules.txt"))
    read = {
        tuple(part - LETTERS if part > LETTERS else part for part in each.parts): each.title
        or each.text
        for each in book.clauses
        if each.printed
    }
    assert read == expected
