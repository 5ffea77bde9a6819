"""Small documents as converters of PDF, web pages and legal texts print them, with what is around
the rules: contents, marks of pages, signatures. Each has its expected clauses."""

from __future__ import annotations

import pytest

from rulebook.clauses.model import LineKind
from rulebook.clauses.page_marks import without_page_marks
from rulebook.links.linker import link_rulebook
from rulebook.search.tables.index import printed_clauses
from tests.clauses.small_documents import clauses_of, read

READ_AS = {
    "codes, with contents whose pages are on lines of their own": (
        "Penalty Guide|Version 2|PT1 - Warning|PT2 - Loss|PT3 - Out|4|4|4|REPORTING|PR1 - Writing"
        "|PR2 - Time|5|5|ERRORS|GE1 - Draw|GE2 - Look|6|7|2|PT1 - Warning|It is written down.|"
        "PT2 - Loss|It ends the game, as after|PT1.|PT3 - Out|The player leaves.|4|REPORTING|"
        "PR1 - Writing|Each is on the slip.|PR2 - Time|A minute is added.|5|ERRORS|GE1 - Draw|"
        "One card too many.|GE2 - Look|See PT1.|6",
        "PT|PT1 Warning: It is written down.|PT2 Loss: It ends the game, as after PT1.|"
        "PT3 Out: The player leaves.|PR|PR1 Writing: Each is on the slip.|"
        "PR2 Time: A minute is added.|GE|GE1 Draw: One card too many.|GE2 Look: See PT1.",
    ),
    "a number that begins a line inside of a sentence": (
        "1. Length|A. A game ends at 15.|1. A half is seven minutes.|2. Time is kept by the team.|"
        "B. When time is over, the end does not follow|1.A.2 when a team is late by an hour.|"
        "C. A late team loses.|2. Disc|A. It is flat.|B. It flies.",
        "1 Length|1.a: A game ends at 15.|1.a.1: A half is seven minutes.|1.a.2: Time is kept by "
        "the team.|1.b: When time is over, the end does not follow 1.A.2 when a team is late by an "
        "hour.|1.c: A late team loses.|2 Disc|2.a: It is flat.|2.b: It flies.",
    ),
    "first paragraphs behind their numbers, headings above, notes below": (
        "The Kite Regulations||Citation and commencement||1.—(1) They may be cited by name.||"
        "(2) They begin in May.||Means of flight||2.—(1) A kite must not be flown by—||"
        "(a) a motor, or||(b) a child.||(2) A child may hold it.||Prizes||3. A prize must be given "
        "within a week.||A. Smith||Secretary of State||EXPLANATORY NOTE||They control kites.||(1)|"
        "|2005 c.19.||(2)||See the Act.",
        "1 Citation and commencement|1.1: They may be cited by name.|1.2: They begin in May.|"
        "2 Means of flight|2.1: A kite must not be flown by—|2.1.a: a motor, or|2.1.b: a child.|"
        "2.2: A child may hold it.|3 Prizes: A prize must be given within a week.",
    ),
    "a table whose cells have codes": (
        "| Ref | Offence | Penalty |\n|---|---|---|\n| P1 | Late | Warning |\n"
        "| P2 | Old deck | Loss |\n| P3 | Slow | Warning |\n| P4 | Lies | Out |\n"
        "| P5 | Noise, see P1 | Warning |",
        "P1 Late: Warning|P2 Old deck: Loss|P3 Slow: Warning|P4 Lies: Out|"
        "P5 Noise, see P1: Warning",
    ),
    "a sentence that begins with a rule": (
        "RULE 1 KITE|1.1 When it flies|Rule 1 applies when it|(a) is up, or|(b) is not down.|"
        "1.2 It is red.|RULE 2 BALL|2.1 It rolls.|2.2 It|(a) is round;|(b) is flat.",
        "1 KITE|1.1 When it flies: Rule 1 applies when it|1.1.a: is up, or|1.1.b: is not down.|"
        "1.2: It is red.|2 BALL|2.1: It rolls.|2.2: It|2.2.a: is round;|2.2.b: is flat.",
    ),
    "a running head with a year": (
        "2022-23 Rules of Kites||1. Kite|1.1 It flies.|1.2 It has a tail.|1.3 It is red.|"
        "Page 1 of 9|2022-23 Rules of Kites|1.4 It lands.|2. Wind|2.1 It blows.|2.2 It stops.|"
        "Page 2 of 9",
        "1 Kite|1.1: It flies.|1.2: It has a tail.|1.3: It is red.|1.4: It lands.|2 Wind|"
        "2.1: It blows.|2.2: It stops.",
    ),
}


@pytest.mark.parametrize("name", READ_AS)
def test_document_has_the_expected_clauses(name: str) -> None:
    text, clauses = READ_AS[name]
    assert clauses_of(text) == clauses.split("|")


@pytest.mark.parametrize(
    "foot",
    [
        "|Get link|Facebook|Other Apps",
        "Posted by Kite at 9:12 PM|No comments:|Post a Comment",
        "|Last Updated on Tuesday, 13 March 2012 19:11|Copyright © 2012. All Rights Reserved.",
        "|A. Smith||Secretary of State||6th August 2007",
    ],
)
def test_foot_of_the_document_is_not_of_the_last_clause(foot: str) -> None:
    lines = ["1. Kite", "1.1 It flies.", "1.2 It lands.", "2. Wind", "2.1 It blows."]
    source = "\n".join([*lines, *foot.split("|")])
    book = read(source)
    assert book.clauses[-1].text == "It blows."
    below = [entry.kind for entry in book.ledger if entry.line > len(lines)]
    assert {*below} <= {LineKind.FRONT_MATTER, LineKind.PAGE_MARKER}
    listed = "\n".join([*lines[:-1], "2.1 It blows from:", "", "north", "", "south"])
    assert "south" in read(listed).clauses[-1].text


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("Rule #1 - Kite|See Rule #3.|Rule #2 - Ball|It rolls.|Rule #3 - Line|It is red.", ["3"]),
        ("A. Play|1. One of:|i) a kite;|ii) a ball.|2. See A.1.ii.|B. End|1. It ends.", ["A.1.2"]),
        (
            "2.01 KITE|A. It is red.|B. It obeys 2.02 B and C.|2.02 BALL|A. It rolls, see 2.01 A.|"
            "B. It falls.|C. A player who breaks this rule. One point is lost.",
            ["2.02.b", "2.02.c", "2.01.a"],
        ),
        (
            "1.—(1) It flies.||(2) Subject to paragraphs (1) and (3) it lands.||(3) It stops.||"
            "2.—(1) A kite has—||(a) a tail, or||(b) a line.||(2) Paragraph (1)(b) does not apply.",
            ["1.1", "1.3", "2.1.b"],
        ),
    ],
)
def test_counters_are_cited_as_printed(text: str, targets: list[str]) -> None:
    book = read(text)
    references = link_rulebook(book).references.values()
    assert [each.targets[0] for found in references for each in found if each.targets] == targets


@pytest.mark.parametrize(
    "text",
    [
        "# Rules|## Dates|- Matches are on Sundays.|- Late teams lose.|## Decks|- A deck has 50 "
        "cards.|## Fees|- The fee is a euro.",
        "KITE CLUB||DATES|Matches are on Sundays. Late teams lose.||DECKS|A deck has 50 cards.||"
        "FEES|The fee is a euro.",
    ],
)
def test_headings_without_numbers_are_counted(text: str) -> None:
    book = read(text)
    assert [each.printed for each in book.clauses] == [False] * 3
    assert [(each.number, (each.title or "").lower()) for each in book.clauses] == [
        ("1", "dates"),
        ("2", "decks"),
        ("3", "fees"),
    ]
    assert book.by_number["2"].text == "A deck has 50 cards."
    assert [each.line for each in book.findings] == [None]  # No numbers are printed
    assert printed_clauses(book) == list(book.clauses)


def test_codes_below_numbers_of_pages_are_not_running_heads() -> None:
    first = "Guide|<R1>|It flies.|It is red.|It is up.|It is new.|Page 2"
    second = "<R2>|It lands.|It stops.|It rests.|It is old.|Page 3|<R3>|It ends."
    kept = without_page_marks(f"{first}|{second}".split("|"))
    assert [line.strip() for line in kept if "R" in line] == ["<R1>", "<R2>", "<R3>"]
