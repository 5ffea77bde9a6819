"""The index is stored as JSON, never as a pickle."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rulebook.clauses.corpus import Corpus
from rulebook.search.tables.index import build_index, load_index, save_index
from rulebook.search.tables.search_tables import SearchTables
from tests.support import ROOT

# Prints every class or function that a pickle loads while a search runs.
_WATCHED = """
import sys
from pathlib import Path
sys.addaudithook(lambda event, _: print(event) if event == "pickle.find_class" else None)
from rulebook.clauses.corpus import load_corpus
from rulebook.search.tables.search_tables import SearchTables
from rulebook.search.query import search
assert search(SearchTables(load_corpus(Path(sys.argv[1]))), '"山札の一番上" NOT number:1*')
"""


def test_cache_has_only_json(tables: SearchTables) -> None:
    tables.fill()
    tables.index(tables.corpus.game("los"))
    # Folders that other workers are filling are hidden.
    cached = tables.corpus.cache.iterdir()
    folders = [folder for folder in cached if not folder.name.startswith(".")]
    sorts = {folder.name.partition("-")[0].partition("_")[0] for folder in folders}
    assert sorts >= {"index", "tables", "vocabulary"}
    for path in (path for folder in folders for path in folder.rglob("*") if path.is_file()):
        text = path.read_text(encoding="utf-8")
        for line in text.removesuffix("\n").split("\n") if path.suffix == ".jsonl" else [text]:
            json.loads(line)


def test_search_unpickles_nothing() -> None:
    search = [sys.executable, "-c", _WATCHED, str(ROOT / "corpus")]
    done = subprocess.run(search, check=True, capture_output=True, text=True, cwd=ROOT)
    assert done.stdout == ""


def test_loaded_index_equals_saved_one(corpus: Corpus, tmp_path: Path) -> None:
    book = corpus.read(corpus.game("los"))
    save_index(build_index(book), tmp_path / "index.json")
    with load_index(tmp_path / "index.json") as searcher:
        reader = searcher.reader()
        assert reader.doc_count() == len([clause for clause in book.clauses if clause.printed])
        assert reader.doc_frequency("game", book.game.id) == reader.doc_count()
        words = [word.decode() for _, word in reader.terms_from("text", b"")]
        assert words == sorted(words)
        for word in words[::50]:
            matcher = reader.postings("text", word)
            frequency = 0
            while matcher.is_active():
                number = reader.stored_fields(matcher.id())["printed"]
                frequency += len(matcher.spans())
                assert len(matcher.spans()) == matcher.weight(), number
                matcher.next()
            assert reader.term_info("text", word).weight() == frequency > 0


@pytest.mark.parametrize(
    "wrong", ["{}", "[]", '{"stored":{"printed":["1"]},"lengths":{},"tokens":{}}']
)
def test_invalid_index_is_refused(tmp_path: Path, wrong: str) -> None:
    (tmp_path / "index.json").write_text(wrong, encoding="utf-8")
    with pytest.raises((LookupError, TypeError, ValueError)):
        load_index(tmp_path / "index.json")
