"""An alignment of two editions recovers a script of edits and has every clause once."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.clauses.model import Block, BlockKind, Clause, Rulebook
from rulebook.clauses.tree import index_by_number
from rulebook.editions.alignment import Settled, align, align_over
from rulebook.editions.changes import Alignment, ChangeKind
from rulebook.editions.content import content_of
from tests.editions.scripts import EDITS, Draft, Expected
from tests.growth.exponent import exponent
from tests.growth.kinds import Kind, Work
from tests.sampling import examples, some
from tests.support import GAMES

Row = tuple[str, str | None, str]
WORDS = ("山札", "手札", "舞台", "控え室", "カード", "効果", "能力", "プレイヤー", "置き", "引き")


def book_of(base: Rulebook, rows: Sequence[Row]) -> Rulebook:
    """Return a rulebook of these clauses: number, title, text."""
    below: dict[str, list[str]] = {}
    for number, _, _ in rows:
        below.setdefault(number.rpartition(".")[0], []).append(number)
    clauses = [
        Clause(
            number=number,
            parts=tuple(int(part) for part in number.split(".")),
            parent=number.rpartition(".")[0] or None,
            children=tuple(below.get(number, ())),
            title=title,
            blocks=(Block(BlockKind.PARAGRAPH, None, text, (), ()),) if text else (),
            lines=(),
        )
        for number, title, text in rows
    ]
    return replace(base, clauses=tuple(clauses), by_number=index_by_number(clauses))


@pytest.fixture
def make(books: Mapping[str, Rulebook]) -> Callable[[str], Rulebook]:
    """Return a function that makes a rulebook of lines “1.1 title” and “1.1.1: text”."""

    def made(text: str) -> Rulebook:
        rows: list[Row] = []
        for line in text.split("\n"):
            if not line.strip():
                continue
            number, _, rest = line.strip().partition(" ")
            if number.endswith(":"):
                rows.append((number[:-1], None, rest))
            else:
                rows.append((number, rest, ""))
        return book_of(books["weiss-schwarz"], rows)

    return made


def changes_in(alignment: Alignment) -> dict[tuple[str, ...], str]:
    """Return the kinds of all changes but “kept”, by old numbers, “>” and new numbers."""
    return {
        (*change.old, ">", *change.new): change.kind.value
        for change in alignment.changes
        if change.kind is not ChangeKind.KEPT
    }


def assert_all_once(alignment: Alignment, old: Rulebook, new: Rulebook) -> None:
    olds = Counter(number for change in alignment.changes for number in change.old)
    news = Counter(number for change in alignment.changes for number in change.new)
    assert olds == Counter(old.by_number.keys())
    assert news == Counter(new.by_number.keys())


@cache
def _words(text: str, separator: str) -> str:
    return content_of(text, separator).words


def missing_changes(
    alignment: Alignment, expected: Sequence[Expected], old: Rulebook, new: Rulebook
) -> list[Expected]:
    """Return the expected changes that were not found; clauses with equal words count as equal."""

    def words(book: Rulebook, numbers: Sequence[str]) -> tuple[str, ...]:
        clauses = (book.by_number[number] for number in numbers)
        return tuple(_words(f"{clause.title}{clause.text}", book.separator) for clause in clauses)

    found = Counter(
        (change.kind.value, words(old, change.old), words(new, change.new))
        for change in alignment.changes
    )
    missing = []
    for change in expected:
        key = (change.kind, words(old, change.old), words(new, change.new))
        if found[key]:
            found[key] -= 1
        else:
            missing.append(change)
    return missing


@pytest.mark.parametrize("game", GAMES)
def test_edition_aligned_with_itself_is_kept(game: str, books: Mapping[str, Rulebook]) -> None:
    alignment = align(books[game], books[game])
    assert {change.kind for change in alignment.changes} == {ChangeKind.KEPT}
    assert all(change.sure and change.old == change.new for change in alignment.changes)
    assert_all_once(alignment, books[game], books[game])


@examples(60)
@given(
    game=st.sampled_from(GAMES),
    seed=st.integers(0, 10**6),
    edits=st.lists(st.sampled_from(EDITS), min_size=1, max_size=25),
)
def test_script_on_real_rulebook_is_recovered(
    books: Mapping[str, Rulebook],
    game: str,
    seed: int,
    edits: list[Callable[[Draft], None]],
) -> None:
    draft = Draft(books[game], seed, own_words=False)
    for edit in edits:
        edit(draft)
    new, expected = draft.finish()
    alignment = align(books[game], new)
    assert_all_once(alignment, books[game], new)
    missing = missing_changes(alignment, expected, books[game], new)
    doubtful = [change for change in alignment.changes if not change.sure]
    assert len(missing) <= 2 * len(doubtful), missing


def test_split_next_to_removed_clause_is_found(books: Mapping[str, Rulebook]) -> None:
    first, second = "能力を能力を引きを効果を引きます。", "効果を控え室を効果を舞台を手札にします。"
    removed = "舞台を効果を舞台を山札を置きます。手札を引きを控え室を舞台にします。"
    unchanged = "控え室を舞台を手札を能力を舞台に置きます。"
    rows: list[Row] = [("1", "能力", ""), ("1.1", "引く", "")]
    texts = [first + second, unchanged, removed], [first, unchanged, second]
    old, new = (
        book_of(
            books["weiss-schwarz"],
            [*rows, *((f"1.1.{at}", None, text) for at, text in enumerate(edition, 1))],
        )
        for edition in texts
    )
    changes = {change.kind: change for change in align(old, new).changes}
    assert changes[ChangeKind.SPLIT].new == ("1.1.1", "1.1.3")
    assert changes[ChangeKind.REMOVED].old == ("1.1.3",)


@examples(60)
@given(
    seed=st.integers(0, 10**6),
    edits=st.lists(st.sampled_from(EDITS), min_size=1, max_size=12),
    distinct=st.booleans(),
)
def test_script_on_invented_rulebook_is_recovered(
    books: Mapping[str, Rulebook],
    seed: int,
    edits: list[Callable[[Draft], None]],
    distinct: bool,
) -> None:
    old = _invent(books["weiss-schwarz"], random.Random(seed), distinct)
    draft = Draft(old, seed, own_words=False)
    for edit in edits:
        edit(draft)
    new, expected = draft.finish()
    alignment = align(old, new)
    assert_all_once(alignment, old, new)
    assert_all_once(align(new, old), new, old)
    doubtful = [change for change in alignment.changes if not change.sure]
    if distinct:
        missing = missing_changes(alignment, expected, old, new)
        assert len(missing) <= 2 * len(doubtful), missing


def _invent(base: Rulebook, chance: random.Random, distinct: bool) -> Rulebook:
    """Return a rulebook of few words; if ``distinct``, no two clauses have equal words."""
    rows: list[Row] = []

    def sentence() -> str:
        words = "を".join(chance.choice(WORDS) for _ in range(chance.randint(3, 9)))
        return f"{words}ます。" if not distinct else f"{words}{_numeral(len(rows))}回します。"

    for chapter in range(1, chance.randint(2, 4) + 1):
        rows.append((f"{chapter}", f"第{chapter}の{chance.choice(WORDS)}", ""))
        for section in range(1, chance.randint(1, 4) + 1):
            rows.append((f"{chapter}.{section}", sentence()[:-1], ""))
            for clause in range(1, chance.randint(1, 5) + 1):
                text = "".join(sentence() for _ in range(chance.randint(1, 3)))
                rows.append((f"{chapter}.{section}.{clause}", None, text))
    return book_of(base, rows)


def _numeral(number: int) -> str:
    return "".join("零一二三四五六七八九"[int(digit)] for digit in str(number))


def test_similar_new_words_rarely_mislead(books: Mapping[str, Rulebook]) -> None:
    edits = missed = 0
    for book, seed in (drafts := some(product(books.values(), range(3)), 5)):
        draft = Draft(book, seed)
        for _ in range(80):
            draft.chance.choice(EDITS)(draft)
        new, expected = draft.finish()
        edits += sum(change.kind not in ("kept", "moved") for change in expected)
        missed += len(missing_changes(align(book, new), expected, book, new))
    assert edits > 50 * len(drafts)
    assert missed <= edits / 100


def test_renumbered_reference_is_not_an_edit(make: Callable[[str], Rulebook]) -> None:
    old = make("""
        1 章
        1.1: 山札を見る時は2.1から2.3までと、2.1~2の順番に従います(2)。
        2 別の章
        2.1: 一番目の決まりです。
        2.2: 二番目の決まりです。
        2.3: 三番目の決まりです。
    """)
    moved = """
        1 章
        1.1: 山札を見る時は3.1から3.3までと、3.1~2の順番に従います(3)。
        2 間の章
        2.1: これは新しい決まりの一つです。
        3 別の章
        3.1: 一番目の決まりです。
        3.2: 二番目の決まりです。
        3.3: 三番目の決まりです。
    """
    alignment = align(old, make(moved))
    assert alignment.by_old["1.1"].kind is ChangeKind.KEPT
    assert {alignment.by_old[n].kind for n in ("2", "2.1", "2.2", "2.3")} == {ChangeKind.MOVED}
    other = align(old, make(moved.replace("3.1から3.3", "3.2から3.3")))
    assert other.by_old["1.1"].kind is ChangeKind.EDITED


def test_changed_quantity_is_an_edit(make: Callable[[str], Rulebook]) -> None:
    old = make("2 章\n2.5: 打点は2.5倍になります。\n2.6: カードを(2)枚引きます。")
    new = make("2 章\n2.5: 打点は2.6倍になります。\n2.6: カードを(3)枚引きます。")
    assert set(changes_in(align(old, new)).values()) == {"edited"}


def test_width_spacing_and_lost_icons_are_not_edits(make: Callable[[str], Rulebook]) -> None:
    old = make("1 章\n1.1: カードを 3枚まで（すべて）引きます。")
    new = make("1 章\n1.1: カ\u200bー\xadドを３\xa0枚まで(すべて)〓引きます。")
    assert changes_in(align(old, new)) == {}


def test_every_kind_of_change_is_found(make: Callable[[str], Rulebook]) -> None:
    old = make("""
        1 山札について
        1.1: 山札はカードの束です。山札の順番を変えてはいけません。
        1.2: 山札の一番上のカードを引きます。
        1.3: 山札がなくなった場合、控え室のカードを混ぜて山札にします。
        1.4: 引くカードがない場合は引きません。
        1.5: 手札は7枚までです。
        1.6: 手札が多い場合は控え室に置きます。
        1.7: 相手の手札を見てはいけません。
        1.8: 控え室のカードは誰でも見ることができます。
    """)
    new = make("""
        1 山札について
        1.1: 山札はカードの束です。
        1.2: 山札の順番を変えてはいけません。
        1.3: 山札の一番上のカードを引きます。
        1.4: 山札がなくなった場合、控え室のカードをすべて混ぜて新しい山札にします。
        1.5: ターンの終わりに新しく調べることがあります。
        1.6: 手札は7枚までです。手札が多い場合は控え室に置きます。
        1.7: 相手の手札を見てはいけません。
        1.8: 控え室のカードは両方のプレイヤーがいつでも見ることができます。
    """)
    assert changes_in(align(old, new)) == {
        ("1.1", ">", "1.1", "1.2"): "split",
        ("1.2", ">", "1.3"): "moved",
        ("1.3", ">", "1.4"): "moved-edited",
        ("1.4", ">"): "removed",
        (">", "1.5"): "added",
        ("1.5", "1.6", ">", "1.6"): "merged",
        ("1.8", ">", "1.8"): "edited",
    }


def test_swapped_neighbours_are_found(
    make: Callable[[str], Rulebook],
) -> None:
    old = make("""
        1 始め
        1.1: 始めの処理をします。
        1.2: チェックが発生します。
        2 終わり
        2.1: 終わりの処理をします。
        2.2: チェックが発生します。
        2.3: ゲームが終わります。
    """)
    new = make("""
        1 始め
        1.1: チェックが発生します。
        1.2: 始めの処理をします。
        2 終わり
        2.1: 終わりの処理をします。
        2.2: ゲームが終わります。
    """)
    assert changes_in(align(old, new)) == {
        ("1.2", ">", "1.1"): "moved",
        ("1.1", ">", "1.2"): "moved",
        ("2.2", ">"): "removed",
        ("2.3", ">", "2.2"): "moved",
    }


def test_change_of_empty_clause_is_never_sure(make: Callable[[str], Rulebook]) -> None:
    old = make("1 章\n1.1: 山札の順番を変えません。\n1.2:\n2 別の章\n2.1: 手札を見ません。")
    new = make("1 章\n1.1: 山札の順番を変えません。\n2 別の章\n2.1:\n2.2: 手札を見ません。")
    alignment = align(old, new)
    assert not alignment.by_old["1.2"].sure
    assert not all(change.sure for change in alignment.changes if change.new == ("2.1",))


def test_parent_is_aligned_by_its_children(make: Callable[[str], Rulebook]) -> None:
    old = make("""
        1 準備
        1.1 デッキ
        1.1.1: デッキは50枚ちょうどで作ります。
        1.1.2: 同じ名前のカードは4枚までです。
        2 進行
        2.1 引く
        2.1.1: ターンの始めに1枚引きます。
    """)
    new = make("""
        1 準備
        1.1 新しい項目
        1.1.1: これまでになかった決まりがここにあります。
        1.2 山札の作り方
        1.2.1: デッキは50枚ちょうどで作ります。
        1.2.2: 同じ名前のカードは4枚までです。
        2 進行
        2.1 引く
        2.1.1: ターンの始めに1枚引きます。
    """)
    alignment = align(old, new)
    assert alignment.by_old["1.1"].new == ("1.2",)
    assert alignment.by_old["1.1"].kind is ChangeKind.MOVED_EDITED


SIMILAR = """
    1 枠
    1.1: 左の枠に置かれたキャラは、相手の左の枠のキャラにアタックします。
    1.2: 右の枠に置かれたキャラは、相手の右の枠のキャラにアタックします。
"""
MERGED_SIMILAR = """
    1 枠
    1.1: 横の枠に置かれたキャラは、相手の横の枠のキャラにアタックできます。
"""


def test_pair_of_two_similar_clauses_is_not_sure(make: Callable[[str], Rulebook]) -> None:
    alignment = align(make(SIMILAR), make(MERGED_SIMILAR))
    paired = [change for change in alignment.changes if len(change.old) == len(change.new) == 1]
    assert not all(change.sure for change in paired)


def test_swapped_similar_clauses_are_not_sure(books: Mapping[str, Rulebook]) -> None:
    """Each also has a new word: the words suggest one pair, the places another."""
    old = books["rebirth-for-you"]
    one, other = "12.9.2.1", "12.10.2.1"
    texts = {
        number: old.by_number[swapped].text.replace("カード", "札", 1)
        for number, swapped in ((one, other), (other, one))
    }
    clauses = [
        replace(clause, blocks=(Block(BlockKind.PARAGRAPH, None, text, (), ()),))
        if (text := texts.get(clause.number))
        else clause
        for clause in old.clauses
    ]
    new = replace(old, clauses=tuple(clauses), by_number=index_by_number(clauses))
    changes = align(old, new).by_old
    assert not changes[one].sure or changes[one].new == (other,)
    assert not changes[other].sure or changes[other].new == (one,)


def test_removal_of_short_clause_is_not_sure(make: Callable[[str], Rulebook]) -> None:
    old = make("""
        1 領域
        1.1 手札
        1.1.1: 各プレイヤーは自分だけが見られるカードをここに持ちます。
        1.2: エントリー
        1.3 山札
        1.3.1: ゲームの始めにデッキを裏向きで置く領域です。
    """)
    new = make("""
        1 領域
        1.1 手札
        1.1.1: 各プレイヤーは自分だけが見られるカードをここに持ちます。
        1.2: スタンバイ
        1.3 山札
        1.3.1: ゲームの始めにデッキを裏向きで置く領域です。
    """)
    for change in align(old, new).changes:
        assert change.kind is ChangeKind.KEPT or not change.sure or change.old == change.new


def test_clause_split_again_after_a_merge_is_kept(make: Callable[[str], Rulebook]) -> None:
    first = make("""
        1 片付け
        1.1: 使い終わったカードをすべて控え室に置きます。
        1.2: 次に手番のプレイヤーが山札から2枚引きます。
    """)
    merged = make("""
        1 片付け
        1.1: 使い終わったカードをすべて控え室に置きます。次に手番のプレイヤーが山札から2枚引きます。
    """)
    steps = (align(first, merged), align(merged, first))
    alignment = align_over(first, first, steps, ((), ()))
    kinds = {change.old: change.kind for change in alignment.changes}
    assert set(kinds.values()) == {ChangeKind.KEPT}


def test_settled_changes_are_used(make: Callable[[str], Rulebook]) -> None:
    settled = [Settled("why", ("1.2",), ("1.1",)), Settled("why", ("1.1",), ())]
    alignment = align(make(SIMILAR), make(MERGED_SIMILAR), settled)
    assert changes_in(alignment) == {("1.2", ">", "1.1"): "moved-edited", ("1.1", ">"): "removed"}
    assert all(change.sure for change in alignment.changes)


def test_settled_split_is_used(make: Callable[[str], Rulebook]) -> None:
    old = make("1 章\n1.1: 甲の決まりです。\n1.2: 乙の決まりです。")
    new = make("1 章\n1.1: 甲の決まりです。\n1.2: 丙と丁は別です。\n1.3: 乙の決まりです。")
    alignment = align(old, new, [Settled("why", ("1.1",), ("1.1", "1.2"))])
    assert changes_in(alignment) == {
        ("1.1", ">", "1.1", "1.2"): "split",
        ("1.2", ">", "1.3"): "moved",
    }


def test_reverse_alignment_is_mirrored(books: Mapping[str, Rulebook]) -> None:
    book = books["weiss-schwarz"]
    draft = Draft(book, 3, own_words=False)
    for edit in EDITS:
        edit(draft)
    new, _ = draft.finish()
    forwards = align(book, new)
    assert {(c.kind, c.old, c.new) for c in forwards.mirrored().changes} == {
        (c.kind, c.old, c.new) for c in align(new, book).changes
    }


def _make_large(base: Rulebook, chapters: int, mark: str) -> Rulebook:
    """Return a rulebook with 200 clauses in each chapter, each with the words ``mark``."""
    rows: list[Row] = []
    for chapter in range(1, chapters + 1):
        rows.append((f"{chapter}", f"章{chapter}", ""))
        for clause in range(1, 200):
            start = f"第{chapter * 7919 % 997}項の{clause * 31 % 199}は山札から{clause}枚、"
            text = f"{start}{mark}手札に加えてから次の{chapter * clause}番目の処理をします。"
            rows.append((f"{chapter}.{clause}", None, text))
    return book_of(base, rows)


def _seconds(old: Rulebook, new: Rulebook) -> float:
    start = time.process_time()
    align(old, new)
    return time.process_time() - start


def test_650_clauses_take_half_a_second(books: Mapping[str, Rulebook]) -> None:
    book = books["weiss-schwarz"]
    draft = Draft(book, 1)
    for _ in range(60):
        draft.chance.choice(EDITS)(draft)
    new, _ = draft.finish()
    assert min(_seconds(book, new) for _ in range(3)) < 0.5


@pytest.mark.slow
def test_time_is_nearly_linear(books: Mapping[str, Rulebook]) -> None:
    base = books["weiss-schwarz"]

    def make(chapters: int) -> Work:
        old, new = _make_large(base, chapters, "すぐに"), _make_large(base, chapters, "裏向きで")
        return lambda: align(old, new)

    assert exponent(Kind("chapters", 32, make), 1.25) <= 1.25
