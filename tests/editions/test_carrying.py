"""Tables carried to another edition: every number is carried or reported, other text stays."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from rulebook.api.edition_tables import numbered_tables
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Separator
from rulebook.clauses.model import Rulebook
from rulebook.clauses.numbered_tables import PlaceKind
from rulebook.editions.alignment import align
from rulebook.editions.carrying import (
    CarriedPlace,
    CarriedTable,
    Doubt,
    Rewriting,
    TablePlace,
    carry_table,
    carry_tables,
)
from rulebook.editions.citations import CitationFinder
from rulebook.editions.comparison import EditionComparison
from rulebook.errors import CorpusError
from rulebook.text.normal import Span
from rulebook.toml_files.kinds import ClauseNumber, EditionName, Reason
from rulebook.toml_files.loader import load_toml
from tests.editions.scripts import EDITS, Draft
from tests.editions.test_alignment import book_of
from tests.sampling import some
from tests.support import GAMES

NUMBERED_TABLES = numbered_tables()


def with_edition(book: Rulebook, edition: str) -> Rulebook:
    game = replace(book.game, edition=replace(book.game.edition, name=edition))
    return replace(book, game=game)


def pair_of(old: Rulebook, new: Rulebook) -> EditionComparison:
    return EditionComparison(old, with_edition(new, "9.9"), align(old, new))


def finder_of(book: Rulebook) -> CitationFinder:
    return CitationFinder([book.game])


@pytest.mark.parametrize("game", GAMES)
def test_table_is_unchanged_if_no_clause_moved(game: str, books: Mapping[str, Rulebook]) -> None:
    book = books[game]
    for table in carry_tables(pair_of(book, book), finder_of(book), NUMBERED_TABLES):
        text = book.game.table(table.name).read_text(encoding="utf-8")
        old = f'edition = "{book.game.edition.name}"'
        assert table.text == text.replace(old, 'edition = "9.9"', 1)
        assert _reported(table) == ()


def _numbers(value: Any, known: Mapping[str, object]) -> int:
    """Return how many texts in ``value`` are clause numbers, as keys or as values."""
    if isinstance(value, dict):
        keys = sum(key in known for key in value)
        return keys + sum(_numbers(inner, known) for inner in value.values())
    if isinstance(value, list):
        return sum(_numbers(inner, known) for inner in value)
    return isinstance(value, str) and value in known


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", some(range(2), 1))
def test_every_number_is_carried_or_reported(
    game: str, seed: int, books: Mapping[str, Rulebook]
) -> None:
    book = books[game]
    draft = Draft(book, seed)
    for _ in range(60):
        draft.chance.choice(EDITS)(draft)
    new, _ = draft.finish()
    for table in carry_tables(pair_of(book, new), finder_of(book), NUMBERED_TABLES):
        printed = book.game.table(table.name).read_text(encoding="utf-8")
        before, lines = tomllib.loads(printed), printed.split("\n")
        after = tomllib.loads(table.text)
        assert after["edition"] == "9.9"
        places = [place for place in table.places if place.old in book.by_number]
        assert len(places) >= _numbers(before, book.by_number)
        carried = [place for place in table.places if place.doubt is None]
        assert len(carried) + len(_reported(table)) == len(table.places)
        assert all(place.new in new.by_number for place in carried)
        for place in table.places:
            line = lines[place.line - 1]
            assert place.old in line or "~" in line


@pytest.mark.parametrize("game", some(GAMES, 2))
def test_carrying_there_and_back_restores_table(game: str, books: Mapping[str, Rulebook]) -> None:
    book = books[game]
    draft = Draft(book, 11)
    for edit in (Draft.add_section, Draft.move, Draft.swap, Draft.add_clause, Draft.move_chapter):
        edit(draft)
    new, _ = draft.finish()
    alignment = align(book, new)
    forward = EditionComparison(book, with_edition(new, "9.9"), alignment)
    back = EditionComparison(with_edition(new, "9.9"), book, alignment.mirrored())
    for table in carry_tables(forward, finder_of(book), NUMBERED_TABLES):
        path = book.game.table(table.name)
        assert _carry_text(back, table.name, table.text).text == path.read_text(encoding="utf-8")


def _reported(table: CarriedTable) -> tuple[CarriedPlace, ...]:
    return tuple(place for place in table.places if place.doubt is not None)


def _carry_text(pair: EditionComparison, name: str, text: str) -> CarriedTable:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        kind = next(kind for names, kind in NUMBERED_TABLES.items() if _is_one_of(name, names))
        return carry_table(pair, finder_of(pair.old), name, path, load_toml(path, kind))


def _is_one_of(name: str, pattern: str) -> bool:
    """Return whether ``pattern`` matches the table ``name`` or one in its folder."""
    return fnmatch(name, pattern.replace("**/", ""))


# ---- Each sort of place


@dataclass(frozen=True)
class _Entry:
    clause: ClauseNumber
    word: str
    also: tuple[ClauseNumber, ...] = ()
    why: Reason = "."


@dataclass(frozen=True)
class _Table:
    edition: EditionName
    entry: tuple[_Entry, ...] = ()
    clauses: Mapping[ClauseNumber, str] = field(default_factory=dict)


OLD = [
    ("1", "章", ""),
    ("1.1", None, "山札はカードの束です。"),
    ("1.2", None, "手札は引いたカードです。"),
    ("1.3", None, "控え室は使い終わったカードを置く場所です。"),
    ("1.4", None, "舞台はキャラを置く場所です。そこでキャラが戦います。"),
    ("1.5", None, "時計は傷を数えるための場所です。"),
    ("1.6", None, "思い出は忘れないための場所です。"),
]
NEW = [
    ("1", "章", ""),
    ("1.1", None, "ここには何か新しい決まりが入りました。"),
    ("1.2", None, "山札はカードの束です。"),
    ("1.3", None, "ハンドは引いたカードです。"),
    ("1.4", None, "舞台はキャラを置く場所です。"),
    ("1.5", None, "そこでキャラが戦います。"),
    ("1.6", None, "時計は傷を数えるための場所です。思い出は忘れないための場所です。"),
]


@pytest.fixture
def carry(books: Mapping[str, Rulebook], tmp_path: Path) -> Callable[[str], CarriedTable]:
    """Return a function that carries a table from one small rulebook to the other."""
    base = books["weiss-schwarz"]
    pair = pair_of(book_of(base, OLD), book_of(base, NEW))

    def carried(text: str) -> CarriedTable:
        path = tmp_path / "table.toml"
        path.write_text(text, encoding="utf-8")
        return carry_table(pair, finder_of(pair.old), "table.toml", path, load_toml(path, _Table))

    return carried


Carry = Callable[[str], CarriedTable]


def test_comments_and_layout_are_preserved(carry: Carry) -> None:
    table = carry("""# A table; see rule 1.1 and 7.7.
edition = '1.109'  # the version 1.109

[[entry]]
  clause   = '1.1'   # was rule 1.1 always
  word = "山札"
  also = [
    "1.5",  # 時計
    "1.1",
  ]
  why = "ルール1.1が言う。"
""")
    assert (
        table.text
        == """# A table; see rule 1.2 and 7.7.
edition = "9.9"  # the version 1.109

[[entry]]
  clause   = '1.2'   # was rule 1.2 always
  word = "山札"
  also = [
    "1.6",  # 時計
    "1.2",
  ]
  why = "ルール1.2が言う。"
"""
    )
    assert _reported(table) == ()
    assert len(table.places) == 6


def test_entry_of_removed_clause_is_commented_out(carry: Carry) -> None:
    table = carry("""edition = "1.109"

[[entry]]
clause = "1.3"
word = "控え室"
also = ["1.1"]

[[entry]]
clause = "1.1"
word = "山札"
also = ["1.3", "1.1", "1.3"]
""")
    assert (
        table.text
        == """edition = "9.9"

# Not carried to 9.9, clause 1.3: the clause is gone.
# [[entry]]
# clause = "1.3"
# word = "控え室"
# also = ["1.1"]

[[entry]]
clause = "1.2"
word = "山札"
also = ["1.2"]
"""
    )
    found = [(place.line, place.key, place.old, place.new, place.doubt) for place in table.places]
    assert found == [
        (4, "entry.0", "1.3", None, Doubt.GONE),
        (6, "entry.0", "1.1", None, Doubt.ENTRY_GONE),
        (9, "entry.1", "1.1", "1.2", None),
        (11, "entry.1", "1.3", None, Doubt.GONE),
        (11, "entry.1", "1.1", "1.2", None),
        (11, "entry.1", "1.3", None, Doubt.GONE),
    ]


def test_commented_out_entry_has_its_old_numbers(carry: Carry) -> None:
    table = carry("""edition = "1.109"
# Not carried to 1.109, clause 1.3: the clause is gone.
# [[entry]]
# clause = "1.1"

# This one is about rule 1.1.
""")
    assert '# clause = "1.1"' in table.text
    assert "# This one is about rule 1.2." in table.text


def test_word_missing_from_new_clause_is_reported(carry: Carry) -> None:
    table = carry('edition = "1.109"\n[[entry]]\nclause = "1.2"\nword = "手札"\n')
    assert [(p.old, p.new, p.doubt) for p in table.places] == [("1.2", "1.3", Doubt.WORD_GONE)]
    assert 'clause = "1.3"' in table.text


def test_split_clause_is_carried_to_part_with_the_word(carry: Carry) -> None:
    table = carry("""edition = "1.109"
[[entry]]
clause = "1.4"
word = "戦います"
[[entry]]
clause = "1.4"
word = "舞台"
""")
    assert [place.new for place in table.places] == ["1.5", "1.4"]
    assert {place.doubt for place in table.places} == {Doubt.SPLIT}


def test_equal_new_keys_are_joined(carry: Carry) -> None:
    table = carry("""edition = "1.109"
[clauses]
"1.5" = "ダメージ 傷"
"1.1" = "デッキ"
"1.6" = "メモリー"
""")
    assert tomllib.loads(table.text)["clauses"] == {"1.6": "ダメージ 傷 メモリー", "1.2": "デッキ"}
    assert _reported(table) == ()


def test_comment_of_joined_key_stays(carry: Carry) -> None:
    table = carry("""edition = "1.109"
[clauses]
"1.5" = "傷" # hurts
"1.6" = "メモリー" # see rule 1.6
""")
    assert (
        table.text
        == """edition = "9.9"
[clauses]
"1.6" = "傷 メモリー" # hurts
 # Not carried to 9.9, clause 1.6: it is 1.6 now, like one above. # see rule 1.6
"""
    )


def test_three_equal_new_keys_are_joined_in_order() -> None:
    text = 'edition = "1"\n[clauses]\n"1.5" = "a"\n"1.6" = "b"\n"1.7" = "c"\n'
    rewriting = Rewriting(text, "2")
    for number in ("1.5", "1.6", "1.7"):
        path, start = ("clauses", number), text.index(f'"{number}"')
        span = Span(start, start + len(number) + 2)
        place = TablePlace(PlaceKind.KEY, path, path, span, number)
        rewriting.write_number(place, "1.6", "")
    assert tomllib.loads(rewriting.finished())["clauses"] == {"1.6": "a b c"}


def test_multi_line_values_of_equal_new_keys_are_joined(carry: Carry) -> None:
    table = carry("""edition = "1.109"
[clauses]
"1.5" = '''
ダメージ
'''
"1.6" = '''
メモリー
'''
""")
    assert tomllib.loads(table.text)["clauses"] == {"1.6": "ダメージ\nメモリー\n"}


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ('entry = [{ clause = "1.3", word = "x" }, { clause = "1.1", word = "山札" }]', "2: the"),
        (
            'entry = [{ clause = "1.3", word = "x" },\n{ clause = "1.1", word = "山札" }]',
            "2: the e",
        ),
        (
            'entry = [\n{ clause = "1.1", word = "山札" },\n{ clause = "1.3", word = "x" }]',
            "4: the",
        ),
        ('clauses = { "1.5" = "a", "1.6" = "c" }', "2: the entry of 1.6 must be removed"),
        ('[clauses]\n"1.5" = "a\\tb"\n"1.6" = "c\\td"', "4: 1.6 was merged"),
        ("[clauses]\n\"1.5\" = '''\na\n'''\n\"1.6\" = 'b'", "6: 1.6 was merged with"),
        ('[clauses]\n"1.5" = \'b"\'\n"1.6" = "c"', "4: 1.6 was merged with"),
        ('[[entry]]\nclause = "1.3"\nword = "x"\n[clauses]\n"1.1" = "y"', None),
        ('entry = [\n{ clause = "1.1", word = "山札" },\n{ clause = "1.3", word = "x" }\n]', None),
    ],
)
def test_entry_on_shared_lines_is_not_removed(
    table: str, message: str | None, carry: Carry
) -> None:
    text = f'edition = "1.109"\n{table}'
    if message is None:
        assert tomllib.loads(carry(text).text)
    else:
        with pytest.raises(CorpusError, match=rf"table\.toml:{message}"):
            carry(text)


def test_stale_number_is_reported(carry: Carry) -> None:
    table = carry('edition = "1.109"\n[clauses]\n"8.8" = "x"\n"1.1" = "y"\n')
    assert [(p.old, p.new, p.doubt) for p in _reported(table)] == [("8.8", None, Doubt.UNKNOWN)]
    assert tomllib.loads(table.text)["clauses"] == {"1.2": "y"}


def test_bare_keys_are_quoted_if_needed(books: Mapping[str, Rulebook], tmp_path: Path) -> None:
    base = books["weiss-schwarz"]
    old = book_of(base, [("1", "章の一つ目の名前です", ""), ("2", "章の二つ目の名前です", "")])
    rows = [("1", "新しい章がここに入る", ""), ("2", "章の一つ目の名前です", "")]
    new = book_of(base, [*rows, ("2.1", "章の二つ目の名前です", "")])
    path = tmp_path / "table.toml"
    path.write_text('edition = "1.109"\n[clauses]\n1 = "甲"\n2 = "乙"\n', encoding="utf-8")
    table = carry_table(
        pair_of(old, new), finder_of(old), "table.toml", path, load_toml(path, _Table)
    )
    assert tomllib.loads(table.text)["clauses"] == {"2": "甲", "2.1": "乙"}


def test_new_notation_of_numbers_is_no_rewriting(
    books: Mapping[str, Rulebook], tmp_path: Path
) -> None:
    base = books["weiss-schwarz"]
    layout = replace(base.game.edition.layout, separator=Separator.HYPHEN)
    edition = replace(base.game.edition, layout=layout)
    new = book_of(base, [("1", None, "8-1-1、8-1-2、8-1-3、8-1-4と8-1-5を見る")])
    new = replace(new, game=replace(base.game, edition=edition))
    old = book_of(base, [("1", None, "8.1.1、8.1.2、8.1.3、8.1.4と8.1.5を見よ")])
    path = tmp_path / "table.toml"
    path.write_text('edition = "1.109"\n[[entry]]\nclause = "1"\nword = "見"\n', encoding="utf-8")
    table = carry_table(
        pair_of(old, new), finder_of(old), "table.toml", path, load_toml(path, _Table)
    )
    assert [(place.new, place.doubt) for place in table.places] == [("1", None)]


@pytest.mark.parametrize("seed", some(range(60), 12))
def test_tables_of_unusual_layout_are_carried(seed: int, carry: Carry) -> None:
    chance = random.Random(seed)
    blank, wide = (chance.choice(["", " ", "\t"]) for _ in range(2))
    also = [chance.choice(["1.1", "1.3", "1.5"]) for _ in range(chance.randint(0, 5))]
    quote = chance.choice("\"'")
    gap = chance.choice(["", " ", "\n  ", " # 1.1\n"])
    elements = f",{gap}".join(f"{quote}{number}{quote}" for number in also)
    end = chance.choice(["", ","]) if also else ""
    text = (
        f'edition{blank}={wide}"1.109"\n[[{wide}entry ]]\n'
        f'"clause"{blank}= "1.1"\nword = """山札"""\nalso = [{gap}{elements}{end}{gap}]\n'
    )
    table = carry(text)
    entry = tomllib.loads(table.text)["entry"][0]
    moved = {"1.1": "1.2", "1.5": "1.6"}
    assert entry["clause"] == "1.2"
    assert entry["also"] == list(dict.fromkeys(moved[number] for number in also if number in moved))


def test_all_shipped_tables_have_a_type(corpus: Corpus) -> None:
    named_tables = {
        path.name
        for game in corpus.games.values()
        for path in game.folder.glob("*.toml")
        if "edition" in tomllib.loads(path.read_text(encoding="utf-8"))
    }
    # Not every game needs every table.
    assert named_tables - {"game.toml"} == {name for name in NUMBERED_TABLES if "*" not in name}
