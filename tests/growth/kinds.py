"""The kinds of input that can be long, and the work that reads an input of any size."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from rulebook.api import Rules, open_rules
from rulebook.clauses.corpus import load_corpus
from rulebook.clauses.foreign import read_source
from rulebook.cli.commands.cite import changed_lines
from rulebook.editions.alignment import align
from rulebook.editions.carrying import carry_table
from rulebook.editions.citations import CitationFinder
from rulebook.editions.comparison import EditionComparison
from rulebook.errors import RulebookError
from rulebook.links.linker import link_rulebook
from rulebook.links.model import LinkedRulebook
from rulebook.links.terms import TermsFile
from rulebook.search.query import parse_query
from rulebook.search.tables.index import build_index
from rulebook.toml_files.loader import load_toml
from rulebook.website.game_pages import revision_notes
from rulebook.website.game_view import open_views
from rulebook.website.rendering import Renderer
from tests.support import ROOT, write_game

Work = Callable[[], object]

_TRIGGER = "【自】 このカードがアタックした時、"
_HEAD = "1. 概要\n1.1. 基本\n1.1.1. 山札とは、カードの束のことです。\n1.1.2. "


@dataclass(frozen=True)
class Kind:
    """A kind of input: ``make`` returns the work on one of a given size, at most ``largest``."""

    name: str
    largest: int
    make: Callable[[int], Work]


@cache
def _rules() -> Rules:
    return open_rules(ROOT / "corpus")


def _repeated(part: str, size: int) -> str:
    """Return ``part`` repeated up to ``size`` characters."""
    return part * (size // len(part))


# ---- Documents


def linked(source: str) -> LinkedRulebook:
    """Return the document ``source``, read and linked."""
    return link_rulebook(read_source(source, "made", Path("made")))


def document(clauses: int) -> str:
    """Return a document of at least ``clauses`` clauses; a third of them have references."""
    rows = []
    for chapter in range(1, clauses // 100 + 2):
        rows.append(f"{chapter}. 第{chapter}の場\n{chapter}.1. 基本")
        rows += (
            f"{chapter}.1.{at}. プレイヤーは{chapter}.1.{at % 7 + 1}に従い、手札を選びます。"
            if at % 3 == 0
            else f"{chapter}.1.{at}. 選んだカードを控え室に置き、山札から1枚引きます。"
            for at in range(1, 99)
        )
    return "\n".join(rows) + "\n"


def _in_clause(part: str, size: int) -> Work:
    source = f"{_HEAD}{_repeated(part, size)}\n"
    return lambda: linked(source)


def _clauses(size: int) -> Work:
    source = document(size)
    return lambda: linked(source)


def _articles(size: int) -> Work:
    """Return the work on a law of ``size`` articles that cite those before them."""
    source = "\n".join(f"第{at}条　前条による。\n2　前項による。" for at in range(1, size + 1))
    return lambda: linked(source)


def _rows(row: str, size: int) -> Work:
    """Return the work on a document of ``size`` rows, with rising and falling numbers."""
    rows = "\n".join(row.format(at % 997 + 1, (size - at) % 991 + 1) for at in range(size))
    return lambda: _result_or_error(lambda: linked(f"{_HEAD}\n{rows}\n"))


def _diff(size: int) -> Work:
    """Return the comparison of two documents of ``size`` clauses."""
    folder = TemporaryDirectory()
    old, new = Path(folder.name) / "old.txt", Path(folder.name) / "new.txt"
    old.write_text(document(size), encoding="utf-8")
    new.write_text(document(size).replace("1枚", "2枚"), encoding="utf-8")
    return lambda: (_rules().diff(old, new), folder)


def large_game(folder: Path) -> Path:
    """Write a corpus of one game of 10,000 long clauses into ``folder``, and return the corpus."""
    rules = re.sub(r"(?m)。$", f"。{'このとき、次の手順に従います。' * 6}", document(10_000))
    _write_corpus(folder / "corpus", rules)
    return folder / "corpus"


def _write_corpus(corpus: Path, rules: str, name: str = "1.0") -> None:
    game = _GAME.format("made", "md").replace('"1"', '"1.0"')
    write_game(corpus / "made", game, _EDITION.format("SHA"), rules, name)


def _carried(size: int) -> Work:
    """Return the carrying of a table whose ``size`` terms have nearly all lost their clauses."""
    old, new = (read_source(document(at), "made", Path("made")) for at in (size, 1))
    numbers = [clause.number for clause in old.clauses if clause.number not in new.by_number]
    folder = TemporaryDirectory()
    path = Path(folder.name) / "terms.toml"
    row = '[[term]]\nclause = "{0}"\nkind = "zone"\nword = "語{0}"\nwhy = "{0}が定める。"\n'
    rows = "".join(map(row.format, numbers))
    path.write_text(f'edition = "1"\n{rows}', encoding="utf-8")
    pair = EditionComparison(old, new, align(old, new))
    finder = CitationFinder([old.game])
    return lambda: (carry_table(pair, finder, "table", path, load_toml(path, TermsFile)), folder)


def _revisions(size: int) -> Work:
    """Return the work on the page of a change history of ``size`` revisions."""
    folder = TemporaryDirectory()
    history = "".join(
        f"2020年1月1日 ver. 1.{at}\n・1.1.{at % 90 + 1}を「{at}」に改めました。\n"
        for at in range(size)
    )
    _write_corpus(Path(folder.name), f"{document(100)}更新履歴\n{history}")
    (view,) = open_views(load_corpus(Path(folder.name)))
    page = Renderer("").game_page
    return lambda: (page("revisions", view, notes=revision_notes(view)), folder)


def _traced(size: int) -> Work:
    """Return the tracing of a clause through ``size`` editions."""
    folder = TemporaryDirectory()
    corpus = Path(folder.name)
    for at in range(size):
        _write_corpus(corpus, document(100).replace("1枚", f"{at}枚"), f"1.{at}")
    return lambda: (open_rules(corpus, cache=corpus).trace("made", "1.1.3"), folder)


def _indexed(size: int) -> Work:
    book = read_source(document(size), "made", Path("made"))
    return lambda: build_index(book)


# ---- Cards, queries, numbers, tables, games


def _card(part: str, size: int) -> Work:
    text = _repeated(part, size)
    return lambda: _rules().card_parser("ws").read(text)


def _resolved(game: str, before: str, part: str, after: str, size: int) -> Work:
    text = f"{before}{_repeated(part, size)}{after}"
    return lambda: _rules().resolve(game, text)


def _regex(part: str, size: int) -> Work:
    query = f"/{_repeated(part, size)}x/"
    return lambda: _result_or_error(lambda: _rules().search(query, "los"))


def _nested_groups(size: int) -> Work:
    query = f"/{'(' * (size // 2)}{')' * (size // 2)}/"
    return lambda: _result_or_error(lambda: _rules().search(query, "los"))


def _query(part: str, size: int) -> Work:
    query = _repeated(part, size)
    return lambda: _result_or_error(lambda: parse_query(_rules().corpus, query))


def _question(part: str, size: int) -> Work:
    return lambda: _result_or_error(lambda: _rules().ask(_repeated(part, size), "los"))


def _number(size: int) -> Work:
    return lambda: _result_or_error(lambda: _rules().clause("los", ".".join(["1"] * size)))


def _cited(text: str, size: int) -> Work:
    return lambda: _rules().rulings.cite(f"ws 9.2.2{_repeated(text, size)}x", "ws")


def _citations(line: str, size: int) -> Work:
    text = f"{line}\n" * size
    return lambda: _rules().rulings.cite(text)


def _cited_links(part: str, form: str, size: int) -> Work:
    text = f"{_repeated(part, size)} ws 9.2.2"
    return lambda: _rules().rulings.link(text, "https://e.org/", form=form)


def _rulings_table(part: str, size: int) -> Work:
    folder = TemporaryDirectory()
    path = Path(folder.name) / "faq.csv"
    path.write_text(f"question,answer,cards\n問,答,a{_repeated(part, size)}b\n", encoding="utf-8")
    return lambda: (_rules().rulings.load_table(path, "ws"), folder)


def _rewritten(size: int) -> Work:
    old = "".join(f"line {at % 150}\n" if at % 7 else "ws 9.2.2\n" for at in range(size))
    return lambda: list(changed_lines(old, old.replace("9.2.2", "9.2.3"), "a", "b"))


def _faults(size: int) -> Work:
    folder = TemporaryDirectory()
    path = Path(folder.name) / "terms.toml"
    path.write_text("".join(f"odd{at} = 1\n" for at in range(size)), encoding="utf-8")
    return lambda: (_result_or_error(lambda: load_toml(path, TermsFile)), folder)


def _reindexed(size: int) -> Work:
    """Return the indexing of ``size`` files of cards, each of which has lost one."""
    folder = TemporaryDirectory()
    files = [Path(folder.name) / f"{at}.jsonl" for at in range(size)]
    row = '{{"id": "{}", "text": ""}}\n'

    def index() -> object:
        """Write each file with a card and without it, and index both."""
        library = _rules().card_library("ws", Path(folder.name) / "cards.db")
        for others in (row, ""):
            for at, file in enumerate(files):
                file.write_text(row.format(at) + others.format(f"{at}b"), encoding="utf-8")
            report = library.index(files)
        return report, folder

    return index


def _games(size: int) -> Work:
    folder = TemporaryDirectory()
    rules = f"{_HEAD}あ\n".encode()
    described = _EDITION.format(sha256(rules).hexdigest())
    for at in range(size):
        edition = Path(folder.name) / f"game-{at}" / "editions" / "1"
        edition.mkdir(parents=True)
        (edition / "rules.txt").write_bytes(rules)
        (edition / "edition.toml").write_text(described, encoding="utf-8")
        game = _GAME.format(f"game-{at}", f"g{at}")
        (edition.parent.parent / "game.toml").write_text(game, encoding="utf-8")
    return lambda: (load_corpus(Path(folder.name)).digest(), folder)


_EDITION = 'sha256 = "{}"\n[layout]\nseparator = "."\nheadings = "every"\nwrapped = false\n'
_GAME = (
    'id = "{}"\nalias = "{}"\ntitle = {{ ja = "庭", en = "G" }}\npublisher = "A"\nedition = "1"\n'
)


def _result_or_error(work: Work) -> object:
    try:
        return work()
    except RulebookError as error:
        return error


def _kinds() -> Iterator[Kind]:
    for part in (
        *("「", "（", "」", "）", "『", "［", "「あ」", "「あ", "（1.1.1", "「（", "(", '"', "“"),
        *("1.1.1、", "1.1.1から1.1.2を参照。", "「概要」を参照。", "上記の", "この条文と同じ章の"),
        *("カードを引きます。", "山札", "1", "1.", "を", "、", "。", " ", "\t", "※", "例：", "・"),
    ):
        yield Kind(f"one clause of {part!r}", 40_000, partial(_in_clause, part))
    for part in (
        *("1.1.2. ", "・", "※ ", "Ⅰ ", "① ", "a\tb", "あ", "- 1 -", "2.1 あ", "…… 1"),
        "あ\n".join("①②③④⑤⑥⑦⑧⑨⑩"),
    ):
        yield Kind(f"lines of {part!r}", 20_000, partial(_in_clause, f"\n{part}あ"))
    yield Kind("clauses", 4_000, _clauses)
    yield Kind("articles", 2_000, _articles)
    for row in (
        *("{0}.1. 語{0}\n{0}.1.1. 語{0}とは、語{1}のことです。", "1.1.{1}. あ", "1.1.7. あ{0}"),
        *("9.1.{0}. 「語{0}」については「語{1}」を参照。", "{0}. 章\n{0}.1. 節"),
        *("更新履歴\n2020年1月1日\n{0}.1.1 あ", "付録{0}：あ\nい", "{0}.{1}.1.2.3.4.5.6.7.8.9. あ"),
    ):
        yield Kind(f"rows of {row!r}", 2_000, partial(_rows, row))
    yield Kind("clauses to index", 4_000, _indexed)
    yield Kind("clauses of a diff", 8_000, _diff)
    yield Kind("entries of a table that is carried", 8_000, _carried)
    yield Kind("editions that a clause is traced through", 48, _traced)
    yield Kind("revisions on a page", 2_000, _revisions)
    for part in ("か", "【自】", "「銅」か", "カード名に", "カードの", "<", "『", "［", "\n", "ｶﾞ"):
        yield Kind(f"card of {part!r}", 20_000, partial(_card, part))
    for before, part, after in (
        (_TRIGGER, "あなたは1枚引く。", ""),
        (_TRIGGER, "あなたは1枚引き、このカードを【スタンド】する。", ""),
        (_TRIGGER, "相手に1ダメージを与える。", ""),
        (_TRIGGER, "それらのカードのイベント1枚につき、相手に1ダメージを与える。", ""),
        (_TRIGGER, "そのカードのレベルが2以下なら、あなたはＸ枚引く。Ｘはそのレベルに等しい。", ""),
        (_TRIGGER, "あなたは1枚引いてよい。そうしたら、", "あなたは1枚引く。"),
        ("", f"{_TRIGGER}あなたは1枚引く。\n", ""),
        (_TRIGGER, "あなたは自分のキャラを1枚選び、次の能力を与える。『", "あなたは1枚引く。"),
    ):
        make = partial(_resolved, "ws", before, part, after)
        yield Kind(f"card to resolve of {part!r}", 19_000, make)
    for part in (
        "あなたは自分のデッキの上から3枚見て、その中から〔灯台〕を望む枚数公開して手札に加える。",
        "あなたは自分の手札から〔灯台〕を1枚控え室に置くことで、2枚引く。",
        "《船長》を控え室に置いたら、あなたはそのカードを選んでもよい。",
    ):
        make = partial(_resolved, "reb", "【スパーク】：", part, "")
        yield Kind(f"reb card to resolve of {part!r}", 19_000, make)
    for part in ("山札 ", "山札", '"山札の上" ', "a OR ", "(a) ", "NOT a ", "number:1* ", "text:"):
        yield Kind(f"query of {part!r}", 20_000, partial(_query, part))
    for part in ("(.?)", "(山?)", "[^。]", "山|", ".*"):
        yield Kind(f"regular expression of {part!r}", 4_000, partial(_regex, part))
    yield Kind("groups in groups of a regular expression", 2_000, _nested_groups)
    for part in ("山札を引く ", "か", "「", "1.1 "):
        yield Kind(f"question of {part!r}", 40_000, partial(_question, part))
    for part in ("には", " ", "に ", "「"):
        yield Kind(f"words of {part!r} after a citation", 20_000, partial(_cited, part))
    for line in ("ws@1.109 9.2.2「カードを引く場合」", "ルール9.2.2", "los 1-1-1, 1-1-2"):
        yield Kind(f"lines of citations as {line!r}", 4_000, partial(_citations, line))
    for part, form in (
        *(("[", "markdown"), ("![a](", "markdown"), ("<", "markdown"), ("`9.2.2` ", "markdown")),
        *(("<a ", "html"), ("<a></a ", "html"), ("<a>9.2.2</a> ", "html"), ("</a ", "html")),
    ):
        name = f"{form} of {part!r} with a citation"
        yield Kind(name, 20_000, partial(_cited_links, part, form))
    yield Kind("lines that are rewritten", 640_000, _rewritten)
    for part in (" ", ";", '""'):
        yield Kind(f"cell of {part!r}", 80_000, partial(_rulings_table, part))
    yield Kind("parts of a number", 40_000, _number)
    yield Kind("faults of a table", 1_600, _faults)
    yield Kind("files that each lost a card", 160, _reindexed)
    yield Kind("games", 48, _games)


KINDS = tuple(_kinds())
