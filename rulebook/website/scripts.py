"""What runs in browsers: scripts, the card reader, and data in scripts, as ``file://`` needs it."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import tomllib
from array import array
from base64 import b64encode
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from rulebook.cache.plain_values import compact_json
from rulebook.card_reader.building import Manifest, open_manifest
from rulebook.card_reader.reading import game_tables
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.numbers import digits_of
from rulebook.data import data_folder
from rulebook.errors import CorpusError, ReaderError
from rulebook.messages import Message
from rulebook.records import dataclass
from rulebook.rulings.model import RulingState
from rulebook.search.tables.ranking_table import BASE, encode
from rulebook.text.display import shortened
from rulebook.text.normal import fold
from rulebook.website.addresses import edition_address, game_address
from rulebook.website.game_view import GameView
from rulebook.website.own_cards import OwnCards
from rulebook.website.rendering import FOLDERS, LABELS, EnglishGame, Language

STATIC = data_folder("site") / "static"
CARD_READER = "static/card_reader.js"  # the script of the page on which cards are read
READER = "reader/"  # the folder of everything that reads cards
_WORKER = "reader_worker.js"
_MOST_SEARCHED_RULINGS = 2000  # of a game, in the browser
# A comment that fills whole lines; it is removed so that readers do not download it.
_COMMENT = re.compile(r"(?m)^[ \t]*(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)\n")
_INDENTATION = re.compile("(?m)^[ \t]+")
# A call of ``_`` in a script: its form and, as ``name: expression``, the values of its fields.
_CALL = re.compile(r'(?<![\w$.])_\(\s*"([^"]*)"(?:,\s*\{\s*([^{}]*?),?\s*\})?,?\s*\)')
# The approximate size of a shard of postings, and the number of cards in a block of names.
_SHARD_BYTES, _NAMES_IN_BLOCK = 8_000, 20
_COMMON_SHARE = 3  # a pair in more than one of this many cards narrows no search
_OF_NAME = "@"  # before a pair of a name, not of a text
HEADERS = "_headers"  # by which some hosts let scripts of other sites read files
FOR_PROGRAMS = ("api/", "data/")  # the folders of files for programs
ALLOWING = ("Access-Control-Allow-Origin", "*")  # lets pages of other sites read a file
ENGLISH = FOLDERS["en"]
# Lists and pages of rulings, which are stored only if a game has at most this many rulings.
_OF_RULINGS, _MOST_RULINGS = ("ruling-", "rulings"), 1_000
SITE_MAP = "sitemap.xml"


@dataclass(frozen=True, slots=True)
class SiteReader:
    """What reads cards in browsers: the built files in ``folder``, listed in ``manifest``, and the
    ``tables`` of each game, by id. ``key`` changes with any of these."""

    folder: Path
    manifest: Manifest
    tables: Mapping[str, bytes]
    key: str

    @property
    def address(self) -> str:
        """The folder of the card reader, named by its content, so that browsers may cache it."""
        return READER + self.key

    @property
    def paths(self) -> Iterator[str]:
        """The addresses of what a browser loads to read cards; stored, it also works offline."""
        tables = (f"{game}.json" for game in self.tables)
        for name in (_WORKER, *(file.name for file in self.manifest.files), *tables):
            yield f"{self.address}/{name}"

    def fetched(self, game: str) -> int:
        """Return how many bytes the page itself loads, for a progress bar; modules load unseen."""
        files = (file.bytes for file in self.manifest.files if not file.name.endswith(".mjs"))
        return sum(files) + len(self.tables[game])

    def megabytes(self, game: str) -> str:
        """Return how many megabytes reading cards loads, shown to users before they load it."""
        packed = len(gzip.compress(self.tables[game]))  # no brotli version of these is made
        return f"{(sum(file.compressed for file in self.manifest.files) + packed) / 1e6:.1f}"

    def files(self) -> Iterator[tuple[str, bytes]]:
        """Yield path and content of every file of the reader. Those of ``make reader`` are there as
        brotli, too, which hosts send; only Node makes that, which a site build does not need."""
        yield f"{self.address}/{_WORKER}", (STATIC / _WORKER).read_bytes()
        for file in self.manifest.files:
            for name in (file.name, f"{file.name}.br"):
                yield f"{self.address}/{name}", (self.folder / name).read_bytes()
        for game, tables in self.tables.items():
            yield f"{self.address}/{game}.json", tables


def open_reader(folder: Path, corpus: Corpus) -> SiteReader:
    """Return the card reader in ``folder`` with a digest, so files of two builds are never mixed.
    Raise :class:`ReaderError` if it is out of date: it would read cards unlike the program."""
    manifest = open_manifest(folder)
    for file in manifest.files:
        path = folder / file.name
        if not path.is_file() or hashlib.sha256(path.read_bytes()).hexdigest() != file.sha256:
            what = Message("{path} was modified after it was built", path=path)
            raise ReaderError(what, hint="Run “make reader” again.")
    tables = {}
    for game in corpus.games.values():
        with suppress(CorpusError):  # a game without a grammar has no readable cards
            tables[game.id] = game_tables(corpus, game).encode()
    content = hashlib.sha256(manifest.as_text().encode() + (STATIC / _WORKER).read_bytes())
    for id, listed in tables.items():
        content.update(id.encode() + listed)
    return SiteReader(folder, manifest, tables, content.hexdigest()[:12])


def data_scripts(
    search: Mapping[str, Mapping[str, Any]], views: Sequence[GameView]
) -> Iterator[tuple[str, str]]:
    """Yield path and content of each data script: pages at ``file://`` cannot fetch JSON."""
    rules, vocabulary = (_put_call(name, search[name]) for name in ("rules", "vocabulary"))
    yield "data/vocabulary.js", rules + vocabulary
    yield from _table_scripts([search[view.game.id] for view in views])
    heads = []
    for view in views:
        game, rows = view.game.id, _chapters(view)
        chapters = {key: _put_call(f"texts/{game}/{key}", some) for key, some in rows.items()}
        heads.append(_put_call(f"texts/{game}", _game_texts(view, [*rows])))
        # For pages of this game; a search in all loads their titles (heads) and some chapters.
        yield f"data/{game}.texts.js", "".join((heads[-1], *chapters.values()))
        for key, call in chapters.items():
            yield f"data/{game}.texts-{key}.js", call
        yield f"data/{game}.english.js", _put_call(f"english/{game}", view.english_headings)
        # The data for searching the newest rulings in force, bounded since browsers load all.
        shown = view.rulings.all if view.rulings else ()
        in_force = (r for r in shown if r.state is RulingState.IN_FORCE)
        rulings = [
            [r.id, r.question, r.answer, r.numbers, r.cards, r.source.name, r.is_suggested]
            for r in islice(in_force, _MOST_SEARCHED_RULINGS)
        ]
        yield f"data/{game}.rulings.js", _put_call(f"rulings/{game}", rulings)
        revisions = [
            [revision.version, revision.date or "", f"r{place}", revision.notes]
            for place, revision in enumerate(view.revisions, start=1)
        ]
        yield f"data/{game}.revisions.js", _put_call(f"revisions/{game}", revisions)
    yield "data/all.texts.js", "".join(heads)


def _table_scripts(tables: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Yield path and content of the scripts with the search ``tables``. Each table has a head (all
    but its words); one more file has all heads. Each shard (some of the words) is one file for all
    games, as a phone waits for each file; theme.js has where shards begin, for all alike
    (``starts``)."""
    names = [f"table/{table['game']}" for table in tables]
    heads = []
    for name, table in zip(names, tables, strict=True):
        head = {key: table[key] for key in table if key not in ("shards", "starts")}
        heads.append(_put_call(name, head))
        yield f"data/{table['game']}.table.js", heads[-1]
    yield "data/all.table.js", "".join(heads)
    for at, some in enumerate(zip(*(table["shards"] for table in tables), strict=True)):
        calls = (_put_call(f"{name}/{at}", value) for name, value in zip(names, some, strict=True))
        yield f"data/table-{at}.js", "".join(calls)


def site_scripts(views: Sequence[GameView], language: Language) -> Iterator[tuple[str, str]]:
    """Yield path and text of two scripts: the one for every page, and that for pages on rules."""
    names = tomllib.loads((data_folder("site") / "scripts.toml").read_text(encoding="utf-8"))
    folder = STATIC / "js"  # parts of a script: browsers load a single file faster
    code = {k: [(folder / f"{n}.js").read_text("utf-8") for n in some] for k, some in names.items()}
    first, *rest = code["every_page"]
    values = {
        "games": [view.game.id for view in views],
        "libraries": [view.game.id for view in views if view.own_cards],
        "kinds": {kind: language.translate(name) for kind, name in LABELS["term-kinds"].items()},
    }
    shown = f"Object.assign(rulebook, {json.dumps(values, ensure_ascii=False)});\n"
    every_page = "\n".join([first, shown, *rest])  # the first makes the object ``rulebook``
    yield f"{language.folder}static/rulebook.js", served_script(every_page, language)
    reading = "\n".join(code["pages_about_rules"])
    yield f"{language.folder}static/reading.js", served_script(reading, language)


def served_script(source: str, language: Language) -> str:
    """Return a script with texts in ``language`` and no comments, so that browsers load less."""

    def literal(call: re.Match[str]) -> str:
        """Return a call of ``_`` as the literal of its text: browsers load no catalogue."""
        text = language.translate(call[1])
        if not call[2]:
            return json.dumps(text, ensure_ascii=False)
        pairs = [pair.partition(":")[::2] for pair in call[2].split(",")]
        values = {name.strip(): f"${{{(value or name).strip()}}}" for name, value in pairs}
        return f"`{text.format(**values)}`"

    return _CALL.sub(literal, without_comments(source))


def without_comments(code: str) -> str:
    """Return a script or style sheet without comment lines and indentation, to load faster."""
    return _INDENTATION.sub("", _COMMENT.sub("", code))


def _game_texts(view: GameView, chapters: Sequence[str]) -> dict[str, Any]:
    """Return what shows answers about a game without a server: its names; which numbers a script
    must take apart to find the clause above (``hundreds``: 402 is in 4, if ``padded`` 001 in 0;
    ``zeros``: 4.0 is chapter 4; ``cases``: 2.11 is in 2.1); how numbers are counted (``levels``:
    Article 2); ``chapters``; terms. Keys that few games need are optional, to save bytes."""
    game = view.game
    english = EnglishGame.of(game)
    return {
        "title": game.title,
        "name": game.name,
        "english": {"title": english.title, "name": english.name},
        "hundreds": game.edition.layout.hundreds,
        "zeros": game.edition.layout.zeros,
        **({"cases": True} if game.edition.layout.cases else {}),
        **({"padded": True} if game.edition.layout.hundreds and game.edition.layout.digits else {}),
        **({"levels": game.edition.layout.levels} if game.edition.layout.is_composed else {}),
        "hasCards": bool(view.cards),
        "chapters": chapters,
        "terms": [
            [term.word, term.kind, term.clause, view.english[term.word], *term.spellings]
            for term in view.linked.terms
        ],
    }


def _chapters(view: GameView) -> dict[str, list[list[Any]]]:
    """Return the clauses as arrays by chapter, to make files so small that data.js loads them fast.
    Each ends with the headings of clauses that it refers to: their chapters may not be loaded."""
    chapters: defaultdict[str, list[list[Any]]] = defaultdict(list)
    for clause in view.book.clauses:
        row: list[Any] = [clause.number, clause.title or "", clause.text, clause.remark]
        leans = (view.book.by_number[number] for number in view.linked.leans_on(clause))
        if named := [[c.number, c.title or shortened(c.text or c.remark, 32)] for c in leans]:
            row.append(named)
        chapters[digits_of(clause.parts[:1])].append(row)
    return chapters


def _put_call(name: str, value: object) -> str:
    """Return a script that hands ``value`` to the page: ``file://`` pages cannot fetch JSON."""
    return f'rulebook.put("{name}",{compact_json(value)});\n'


def card_search_scripts(own: OwnCards) -> Iterator[tuple[str, str]]:
    """Yield the scripts of the card search, small enough that a search loads only what it needs: a
    shard for a pair of characters, and the block with the names of cards around an id."""
    places: defaultdict[str, array[int]] = defaultdict(lambda: array("L"))
    words = own.library.execute("SELECT coalesce(name, ''), text FROM cards ORDER BY id")
    for place, (name, text) in enumerate(words):
        for pair in pairs(name):
            places[_OF_NAME + pair].append(place)  # hits in names are shown first
        for pair in pairs(f"{name} {text}"):
            places[pair].append(place)
    most = max(len(own.cards) // _COMMON_SHARE, 50)  # in a small library, no pair is common
    # The cards with each pair, as gaps between their places; "" if more, which narrow no search.
    postings = {
        pair: encode(b - a - 1 for a, b in pairwise([-1, *at])) if len(at) <= most else ""
        for pair, at in places.items()
    }
    # JSON adds six characters to each: "":"",
    size = sum(len(pair.encode()) + len(text.encode()) + 6 for pair, text in postings.items())
    count = max(1, size // _SHARD_BYTES)
    shards: list[dict[str, str]] = [{} for _ in range(count)]
    for token, written in sorted(postings.items()):
        shards[shard_of(token, count)][token] = written
    name = f"{own.game}.cards"
    ids = [card.id for card in own.cards[::_NAMES_IN_BLOCK]]  # the first of each block
    about = {"ids": ids, "shards": count, "block": _NAMES_IN_BLOCK, "base": BASE}
    yield f"data/{name}.js", _put_call(f"cards/{own.game}", about)
    for place, shard in enumerate(shards):
        yield f"data/{name}-{place}.js", _put_call(f"cards/{own.game}/{place}", shard)
    for place, at in enumerate(range(0, len(own.cards), _NAMES_IN_BLOCK)):
        rows = [[c.id, c.name, c.summary, c.address] for c in own.cards[at : at + _NAMES_IN_BLOCK]]
        yield f"data/{name}-names-{place}.js", _put_call(f"cards/{own.game}/names/{place}", rows)


def shard_of(token: str, count: int) -> int:
    """Return the shard of ``token`` by the hash FNV-1a, by which browsers find its file as well."""
    value = 0x811C9DC5
    for char in token:
        value = ((value ^ ord(char)) * 0x01000193) & 0xFFFFFFFF
    return value % count


def pairs(text: str) -> set[str]:
    """Return the pairs of adjacent characters in the parts of ``text`` between spaces. The script
    finds names by them, as Japanese has no spaces between words."""
    return {word[at : at + 2] for word in fold(text).split() for at in range(len(word) - 1)}


def kept_offline(paths: Collection[str], views: Sequence[GameView]) -> list[str]:
    """Return those of ``paths`` that browsers store for offline reading, then their English pages,
    which are stored only on request. Cards, and rulings if they are many, are left out to save
    space; so are pages of single clauses, as chapters have these."""
    single = {game_address(v.game.id, n) for v in views for n in (*v.book.by_number, *v.gone)}
    books = [book for v in views for book in (v.book, *(other.book for other in v.others))]
    single |= {edition_address(book.game, number) for book in books for number in book.by_number}
    left_out = [f"{view.game.id}-cards/" for view in views]
    for view in views:
        if view.rulings and len(view.rulings.all) > _MOST_RULINGS:
            left_out += [f"{view.game.id}/{start}" for start in _OF_RULINGS]
    kept = sorted(
        path
        for path in paths
        if path not in single
        and not path.startswith((*left_out, ENGLISH))
        and path not in (SITE_MAP, HEADERS)  # for search engines, hosts, and other programs
        and not (path.startswith(FOR_PROGRAMS) and path.endswith(".json"))
        and not path.endswith(".atom")
        and not (path.startswith("data/") and ".cards" in path)  # loaded on use
        and not path.startswith(READER)  # the worker stores it when cards are read
    )
    return [*kept, *(ENGLISH + path for path in kept if ENGLISH + path in paths)]


def service_worker(
    version: str, digests: Mapping[str, bytes], reader: SiteReader | None, views: Iterable[GameView]
) -> str:
    """Return the service worker after a constant with the files to store and their SHA-256:
    ``kept`` at the first visit, ``english`` if wanted, the ``reader`` when cards are read. Offline,
    the page of a chapter replaces those of its clauses (``clauses``), which are not stored."""
    integrity = {path: f"sha256-{b64encode(digest).decode()}" for path, digest in digests.items()}
    content = {
        "version": version,
        "kept": {path: integrity[path] for path in integrity if not path.startswith(ENGLISH)},
        "english": {path: integrity[path] for path in integrity if path.startswith(ENGLISH)},
        "reader": list(reader.paths) if reader else [],
        "clauses": {view.game.id: list(view.book.by_number) for view in views},
    }
    code = without_comments((STATIC / "worker.js").read_text(encoding="utf-8"))
    return f"const SITE = {json.dumps(content, ensure_ascii=False, indent=0)};\n{code}"
