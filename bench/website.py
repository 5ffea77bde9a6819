"""The website: build time, bytes to load, and time to the first answer."""

from __future__ import annotations

import gzip
import json
import shutil
import subprocess
import sys
import tempfile
import time
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from threading import Thread
from typing import TYPE_CHECKING, Any

from bench.measure import Row, process_ms
from bench.searching import timing_questions
from rulebook.clauses.corpus import load_corpus
from rulebook.data import data_folder
from rulebook.search.asking.understood import understand
from rulebook.search.question import read_question
from rulebook.search.tables.ranking_table import shard_key, text_features
from rulebook.search.tables.search_tables import SearchTables
from rulebook.website.serving import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_GAME = "weiss-schwarz"
_QUESTION = "山札がなくなったらどうなる？"
_BROWSERS = ("chromium", "chromium-headless-shell")
_PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 740},
    "is_mobile": True,
    "has_touch": True,
    "service_workers": "block",
}
# 4G as in Lighthouse, in bytes per second and milliseconds, and a processor four times as slow.
_SLOW = {
    "downloadThroughput": 200_000,
    "uploadThroughput": 93_750,
    "latency": 150,
    "offline": False,
}
# The files that are loaded from the home page to the first answer in one game.
_FIRST_ANSWER = (
    "index.html",
    "static/theme.js",
    "static/rulebook.css",
    "static/rulebook.js",
    "static/icon.svg",
    "manifest.webmanifest",
    "data/vocabulary.js",
    f"data/{_GAME}.table.js",
    f"data/{_GAME}.texts.js",
)
# The time from a question in the field to the answers on the page.
_TYPED = """async (questions) => {
  const field = document.getElementById("q");
  const panel = document.getElementById("results");
  const times = [];
  for (const question of questions) {
    const changed = new Promise((resolve) => {
      const seen = new MutationObserver(() => { seen.disconnect(); resolve(); });
      seen.observe(panel, { childList: true, subtree: true });
    });
    const start = performance.now();
    field.value = question;
    field.dispatchEvent(new Event("input"));
    await changed;
    await new Promise(requestAnimationFrame);
    times.push(performance.now() - start);
  }
  return times;
}"""


def website_rows() -> Iterator[Row]:
    """Time the build, count loaded bytes, and time answers in Chromium if it is installed."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / "site"
        build = [sys.executable, "-m", "rulebook", "site", "build", str(folder)]
        yield Row("build the site, tables in the cache", process_ms(build, runs=3), goal=10_000)
        cold = ["env", f"RULEBOOK_CACHE={temporary}/cache", *build]
        yield Row("build the site, nothing in the cache", _once_ms(cold), goal=10_000)
        yield from _sizes(folder)
        yield from _answers(folder)


def _once_ms(command: list[str]) -> float:
    """Return the wall time of one run: a second one would find a full cache."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True)
    return (time.perf_counter() - start) * 1000


def _sizes(folder: Path) -> Iterator[Row]:
    starts = json.loads((folder / f"api/v1/search/{_GAME}.json").read_bytes())["starts"]
    corpus = load_corpus(data_folder("corpus"))
    asked = understand(SearchTables(corpus).table(corpus.games[_GAME]), read_question(_QUESTION))
    text = asked.question.text
    keys = (*(text[at:] for at in range(len(text))), *text_features(asked.tokens, asked.units))
    shards = {bisect_right(starts, shard_key(key)) for key in keys}
    needed = [*_FIRST_ANSWER, *(f"data/table-{place}.js" for place in shards)]
    first = sum(_compressed(folder / path) for path in needed)
    yield Row("home to the first answer, compressed", first, goal=350, unit="KB")
    chapters = max(map(_compressed, folder.glob("*/chapter-*.html")))
    yield Row("largest chapter page, compressed", chapters, goal=150, unit="KB")
    pages = [path for path in folder.rglob("*") if path.is_file() and not _is_left_out(path)]
    yield Row("stored offline, compressed", sum(map(_compressed, pages)), unit="KB")


def _is_left_out(path: Path) -> bool:
    """Return whether the service worker does not store ``path``: single clauses and exports."""
    return path.suffix == ".json" or (path.suffix == ".html" and path.name[0].isdigit())


def _compressed(path: Path) -> float:
    return len(gzip.compress(path.read_bytes(), mtime=0)) / 1000


def _answers(folder: Path) -> Iterator[Row]:
    chromium = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if chromium is None:
        return
    from playwright.sync_api import sync_playwright

    questions = [text for game, text in timing_questions(load_corpus(data_folder("corpus")))]
    with _serve(folder) as address, sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu", "--headless"]
        browser = playwright.chromium.launch(executable_path=chromium, args=arguments)
        page = browser.new_page()
        page.goto(f"{address}index.html?g={_GAME}&q=山札")
        page.wait_for_selector("a.hit")
        times = sorted(page.evaluate(_TYPED, questions[::4]))
        phone = [median(_first_answers(browser, address, typed)) for typed in (False, True)]
        browser.close()
    yield Row(f"answer in the browser, median of {len(times)}", median(times), goal=100)
    yield Row("answer in the browser, p95", times[int(0.95 * (len(times) - 1))], goal=100)
    yield Row("slow phone, question in the address", phone[0], goal=4000)
    yield Row("slow phone, question typed at once", phone[1], goal=4000)


def _first_answers(browser: Browser, address: str, typed: bool) -> Iterator[float]:
    """Yield the times from opening the home page to the first answer on a slow phone."""
    for _ in range(5):
        context = browser.new_context(**_PHONE)
        page = context.new_page()
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", _SLOW)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        start = time.perf_counter()
        page.goto(f"{address}index.html" + ("" if typed else f"?g={_GAME}&q={_QUESTION}"))
        if typed:
            page.check(f"input[value={_GAME}]", force=True)
            page.fill("#q", _QUESTION)
        page.wait_for_selector("a.hit")
        yield (time.perf_counter() - start) * 1000
        context.close()


@contextmanager
def _serve(folder: Path) -> Iterator[str]:
    server = Server(folder, 0, print)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
