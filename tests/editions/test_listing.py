"""The list of changes: meaning before words, substitutions once, new sections in full."""

from __future__ import annotations

import re
from pathlib import Path

import html5lib
import pytest

from rulebook.clauses.corpus import Corpus
from rulebook.editions.changes import Aspect, Section
from rulebook.editions.comparison import EditionComparison, compare
from tests.conftest import Run

_FLOWERS = ("薔薇", "百合", "牡丹", "水仙", "菊花")
_OLD = [
    "1. 庭",
    "1.1. 畑",
    *(
        f"1.1.{at}. {flower}のカードは、コンポストから取られるまで庭番が{at}日ごとに世話します。"
        for at, flower in enumerate(_FLOWERS, start=1)
    ),
    "1.2. 水やり",
    "1.2.1. 庭師は毎朝、畑の花に水を3杯まで与えることができます。",
    "1.2.2. 庭師はじょうろを静かに置きます。水がこぼれた畑は乾くまで待ちます。",
    "1.2.3. 夕方に残った水は、井戸の脇にある桶へ戻します。",
]


@pytest.fixture
def comparison(tmp_path: Path, corpus: Corpus) -> EditionComparison:
    new = [line.replace("コンポスト", "肥料置場") for line in _OLD]
    new[8] = new[8].replace("3杯", "2杯")
    new[9] = new[9].replace("静かに", "そっと")
    new += ["1.3. 収穫祭", "1.3.1. 収穫祭では、全員が" + "とても" * 20 + "長く踊ります。"]
    for name, lines in (("old.txt", _OLD), ("new.txt", new)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    return compare(corpus, tmp_path / "old.txt", tmp_path / "new.txt")


def test_changes_of_meaning_come_before_words(comparison: EditionComparison) -> None:
    found = {
        section: [listed.change.arrow for listed in changes]
        for section, _, changes in comparison.listing().sections()
    }
    assert found == {Section.MEANING: ["1.2.1", "+ 1.3"], Section.WORDS: ["1.2.2"]}
    aspects = {each.change.arrow: each.aspects for each in comparison.listing().changes}
    assert aspects["1.2.1"] == (Aspect.NUMBER,)
    assert aspects["1.2.2"] == ()


def test_repeated_substitution_is_listed_once(comparison: EditionComparison) -> None:
    (only,) = comparison.listing().substitutions
    assert (only.old, only.new) == ("コンポスト", "肥料置場")
    assert [change.new[0] for change in only.changes] == [f"1.1.{at}" for at in range(1, 6)]


def test_every_change_is_listed(tmp_path: Path, corpus: Corpus) -> None:
    """Also those below a moved section whose heading changes by a repeated substitution."""
    old = [*_OLD[:1], "1.1. コンポストのそば", "1.1.1. 庭番はここで休みます。"]
    old += [line.replace("1.1", "1.2") for line in _OLD[1:7]]
    new = [old[0], "1.1. 門", "1.1.1. 門は夜に閉まります。"]
    for line in old[1:]:
        section = "1.3" if line.startswith("1.2") else "1.2"
        new.append(section + line[3:].replace("コンポスト", "肥料置場"))
    for name, lines in (("old.txt", old), ("new.txt", new)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    comparison = compare(corpus, tmp_path / "old.txt", tmp_path / "new.txt")
    listing = comparison.listing()
    listed = {change for each in listing.substitutions for change in each.changes}
    for one in listing.changes:
        listed |= {one.change, *(follower.change for follower in one.followers)}
    assert {change for change in comparison.alignment.changes if change.kind != "kept"} == listed


def test_changes_are_counted_by_chapter(comparison: EditionComparison) -> None:
    (chapter,) = comparison.chapter_counts()
    assert chapter.chapter.number == "1"
    assert chapter.counts == {"edited": 7, "added": 2}


def test_html_page_has_every_change_with_an_id(
    comparison: EditionComparison, tmp_path: Path, run: Run
) -> None:
    page = tmp_path / "page.html"
    names = (tmp_path / "old.txt", tmp_path / "new.txt")
    links = ("--links", "https://rules.example")
    assert run("diff", *names, "--html", page, *links).exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert run("diff", *names, "--html", "-", *links).stdout == text
    assert links[1] not in text  # the site has no pages of documents outside the corpus
    html5lib.HTMLParser(strict=True).parse(text)
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    changed = [c for c in comparison.alignment.changes if c.kind != "kept"]
    assert {change.new[0] for change in changed} <= set(ids)
    assert set(re.findall('href="#([^"]+)"', text)) <= set(ids)
    for clause in ("1.3", "1.3.1"):
        assert comparison.new.by_number[clause].wording in text
    assert '<div class="old" lang="ja">' in text
    assert '<div class="new" lang="ja">' in text


def test_html_page_links_to_site(tmp_path: Path, run: Run) -> None:
    page = tmp_path / "page.html"
    call = ("diff", "ws", "ws", "--kind", "kept", "--html", page)
    assert run(*call, "--links", "https://rules.example").exit_code == 0
    assert 'href="https://rules.example/weiss-schwarz/' in page.read_text(encoding="utf-8")
    assert run("diff", "ws", "ws", "--links", "https://rules.example").exit_code == 2


def test_text_output_has_new_sections_in_full(
    comparison: EditionComparison, tmp_path: Path, run: Run
) -> None:
    shown = run("diff", tmp_path / "old.txt", tmp_path / "new.txt").output
    assert comparison.new.by_number["1.3.1"].text in shown
    assert shown.index("1.2.1") < shown.index("コンポスト → 肥料置場")
