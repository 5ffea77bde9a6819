"""The dialect of a game depends on its current files only, not on other games or old files."""

from __future__ import annotations

import gc
import shutil
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from pkgutil import iter_modules

import pytest

import rulebook.cards.games
from rulebook.cards.annotating.annotator import open_annotator
from rulebook.cards.grammar import lalr_tables
from rulebook.cards.reading.card_parser import CardParser, ParseStatus, load_dialect
from rulebook.cards.tree import acts
from rulebook.cards.tree.node import Node, walk
from rulebook.cards.tree.verbs import Verb
from rulebook.clauses.corpus import Corpus, load_corpus
from rulebook.errors import CorpusError
from tests.cards.fixtures import GAMES, blocks
from tests.cards.trees import printed_text, subclasses
from tests.support import FIXTURES

SOURCE = FIXTURES / "sixth-game"
Change = tuple[str, str]


@pytest.fixture
def garden(tmp_path: Path) -> Callable[..., CardParser]:
    """Return a function that loads the parser of the sixth game with edited files."""

    def load(name: str, *, lark: Change = ("", ""), toml: Change = ("", "")) -> CardParser:
        folder = tmp_path / name / "star-garden"
        if not folder.exists():
            shutil.copytree(SOURCE, folder)
        for file, (old, new) in (("cards.lark", lark), ("cards.toml", toml)):
            text = (SOURCE / file).read_text(encoding="utf-8")
            assert old in text
            (folder / file).write_text(text.replace(old, new) if old else text, encoding="utf-8")
        return CardParser(load_dialect(load_corpus(tmp_path / name).game("sg")))

    return load


def _verbs(parser: CardParser, text: str) -> list[Verb]:
    """Return the verbs of ``text``; check that it has no gap and is printed again."""
    reading = parser.read(text)
    assert reading.status is ParseStatus.PARSED, reading.gaps
    assert printed_text(reading) == reading.canonical
    nodes = [node for ability in reading.abilities for node in walk(ability)]
    return [node.verb for node in nodes if isinstance(node, acts.Act)]


# ---- Two games in one process


def test_games_may_conjugate_a_verb_differently(garden: Callable[..., CardParser]) -> None:
    cut = garden("cut", lark=('%extend _M: "摘"', '%extend _R: "き"'))
    wear = garden("wear", lark=('%extend _M: "摘"', '%extend _E: "き"'))
    for _ in range(2):
        assert _verbs(cut, "あなたは手札を1枚きってよい。") == [Verb("きる", "R")]
        assert _verbs(wear, "あなたは手札を1枚きてよい。") == [Verb("きる", "E")]
        assert _verbs(cut, "あなたは手札を1枚きる。") == [Verb("きる", "R")]
        assert _verbs(wear, "あなたは手札を1枚きる。") == [Verb("きる", "E")]
        assert cut.read("あなたは手札を1枚きてよい。").status is ParseStatus.FAILED
        assert wear.read("あなたは手札を1枚きってよい。").status is ParseStatus.FAILED


def test_words_of_a_game_are_unknown_to_another(garden: Callable[..., CardParser]) -> None:
    text = "あなたは手札を1枚花壇に植える。"
    first, second = garden("first"), garden("second", lark=('"花壇"', '"畑"'))
    assert first.read(text).status is ParseStatus.PARSED
    assert second.read(text).status is ParseStatus.FAILED
    assert second.read(text.replace("花壇", "畑")).status is ParseStatus.PARSED


def test_reading_does_not_fill_module_variables(corpus: Corpus) -> None:
    _read_all(corpus, 1)
    open_annotator(corpus, corpus.game("ws")).annotate("あなたは1枚引く。。").as_json()
    sizes = _variable_sizes()
    _read_all(corpus, 20)
    assert _variable_sizes() == sizes


def _read_all(corpus: Corpus, count: int) -> None:
    for alias in ("ws", "reb"):
        annotator = open_annotator(corpus, corpus.game(alias))
        for case in list(blocks(alias, "ast"))[:count]:
            annotator.annotate(case.text).as_json()


# Caches with one entry for each class of nodes, which is added when the class is first used.
CLASS_CACHES = {
    "rulebook.cards.linking.link_table._key_functions",
    "rulebook.cards.printing.unparser._printer",
    "rulebook.cards.builders.frames._checks_of_class",
    "rulebook.cards.annotating.json_text._OF_MEANINGS",
    "rulebook.cards.annotating.json_text._OF_TREES",
    "rulebook.cards.tree.node._node_fields",
    "rulebook.cards.meaning.nesting._getter_of_nodes",
}


def _variable_sizes() -> dict[str, object]:
    """Return the size of each collection, class and cache in the modules of cards."""
    sizes: dict[str, object] = {}
    for module_name in [name for name in sys.modules if name.startswith("rulebook.cards")]:
        for name, value in vars(sys.modules[module_name]).items():
            place = f"{module_name}.{name}"
            if name.startswith("__") or place in CLASS_CACHES:
                continue
            if isinstance(value, dict | list | set):
                sizes[place] = len(value)
            elif isinstance(value, type):
                sizes[place] = sorted(vars(value))
            elif hasattr(value, "cache_info"):
                sizes[place] = value.cache_info().currsize
    return sizes


# ---- One game, edited


def test_edited_game_is_loaded_again(garden: Callable[..., CardParser]) -> None:
    text = "あなたは自分のごみ箱のカードを1枚選び、摘む。"
    assert _verbs(garden("edited"), text) == [Verb("選ぶ", "B"), Verb("摘む", "M")]
    edited = garden("edited", lark=('"摘"', '"編"'), toml=('"ごみ箱" = "堆肥"', '"袋" = "堆肥"'))
    assert edited.read(text).status is ParseStatus.FAILED
    text = text.replace("ごみ箱", "袋").replace("摘", "編")
    assert _verbs(edited, text) == [Verb("選ぶ", "B"), Verb("編む", "M")]
    assert "堆肥" in edited.read(text).canonical


@pytest.mark.usefixtures("only_new_objects")
def test_old_dialects_are_freed(garden: Callable[..., CardParser]) -> None:
    tracemalloc.start()
    try:
        sizes = [_size_after_edit(garden, number) for number in range(12)]
    finally:
        tracemalloc.stop()
    assert sizes[-1] - sizes[4] < 50_000, sizes


def _size_after_edit(garden: Callable[..., CardParser], number: int) -> int:
    parser = garden("often", toml=('"ごみ箱"', f'"ごみ箱{number}"'))
    assert parser.read(f"あなたは手札を1枚ごみ箱{number}に置く。").status is ParseStatus.PARSED
    del parser
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


# ---- Faults are reported when the game is loaded


def test_rule_without_a_builder_is_reported(garden: Callable[..., CardParser]) -> None:
    bloom = '%extend MARK: "【開花】"', '%extend heading: BLOOM -> bloom\nBLOOM: "【開花】"'
    with pytest.raises(CorpusError, match=r"cards\.lark: no builder handles the rules bloom"):
        garden("built", lark=bloom)


@pytest.mark.parametrize("line", ['%extend STATE: "満開の"', "%override STATE: /満開の/"])
def test_name_that_is_not_imported_is_reported(
    line: str, garden: Callable[..., CardParser]
) -> None:
    mark = '%extend MARK: "【開花】"'
    with pytest.raises(CorpusError, match="STATE is not imported; add it to %import"):
        garden("imports", lark=(mark, f"{mark}\n{line}"))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ('%extend VERB: "咲く"', "咲く"),
        ('%extend _TE: "咲いて"', "咲いて, 咲いていて, 咲いていない, 咲いている"),
        ("%extend VERB_PAST: /咲(?:い|か)た/", "咲"),
        ('%extend final: _complements BLOOM -> act\nBLOOM: "咲く"', "咲く"),
        ('%extend final: _complements "咲く" -> act', "咲く"),
    ],
)
def test_verb_without_a_conjugation_is_reported(
    line: str, words: str, garden: Callable[..., CardParser]
) -> None:
    imported = "MARK, ZONE", "VERB, VERB_PAST, _TE, final, _complements, MARK, ZONE"
    source = (SOURCE / "cards.lark").read_text(encoding="utf-8")
    with pytest.raises(CorpusError, match=f"not forms of any verb: .*{words}"):
        garden("verbs", lark=(source, f"{source.replace(*imported)}\n{line}\n"))


@pytest.mark.parametrize("text", ["%import", 'A: "a', "A: /(/", "ability: ability"])
def test_broken_grammar_is_reported(text: str, garden: Callable[..., CardParser]) -> None:
    source = (SOURCE / "cards.lark").read_text(encoding="utf-8")
    with pytest.raises(CorpusError, match=r"cards\.lark: "):
        garden("broken", lark=(source, text))


# ---- The cache


def test_cache_key_depends_on_code_and_lark(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = {lalr_tables._cache_key(SOURCE / "cards.lark")}
    with monkeypatch.context() as patch:
        patch.setattr(lalr_tables, "_lark_version", lambda: b"another")
        keys.add(lalr_tables._cache_key(SOURCE / "cards.lark"))
    monkeypatch.setattr(lalr_tables, "code_digest", lambda *parts: "".join(parts))
    keys.add(lalr_tables._cache_key(SOURCE / "cards.lark"))
    assert len(keys) == 3


# ---- Modules of single games


def test_each_game_module_belongs_to_a_game(corpus: Corpus) -> None:
    modules = iter_modules(rulebook.cards.games.__path__)
    ids = {module.name.replace("_", "-") for module in modules}
    assert ids == {corpus.game(alias).id for alias in GAMES}


def test_node_class_names_are_unique() -> None:
    modules = {(kind.__name__, kind.__module__) for kind in subclasses(Node)}
    names = [name for name, _ in modules]
    assert len(names) == len(set(names)) > 150
