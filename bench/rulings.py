"""A hundred thousand rulings: imported from a table, checked, and shown on a site."""

from __future__ import annotations

import csv
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from bench.measure import Row
from rulebook.clauses.corpus import load_corpus
from rulebook.clauses.model import Rulebook
from rulebook.data import data_folder

_GAME = "weiss-schwarz"
_COUNT = 100_000
_HEAD = ("番号", "日付", "質問", "回答", "カード名", "条文番号", "url")
_FIRST_DAY = date(2010, 1, 1)
_WHEN = (
    "アタックした時",
    "山札を切り直した後",
    "相手のターンの終わりに",
    "登場したとき",
    "戦闘中に",
)
_WHAT = (
    "山札の上のカード",
    "控え室のクライマックス",
    "手札のカード",
    "舞台のキャラ",
    "思い出のカード",
)
_ASKED = ("はどこに置きますか？", "を選べますか？", "は公開しますか？", "の数は数えますか？")
_ANSWER = ("はい、そうします", "いいえ、できません", "持ち主が決めます", "先に処理します")
_MORE = "ほかに処理することがあれば、ターンのプレイヤーから順番に行います"
# Prints the processor time of a process, including its children, and its peak memory.
_TIMED = """
import json, resource, sys
from rulebook.__main__ import main
sys.argv[0] = "rulebook"
try:
    main()
except SystemExit:
    pass
own, children = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
seconds = own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime
print(json.dumps([seconds, own.ru_maxrss / 1024]), file=sys.stderr)
"""


def ruling_rows() -> Iterator[Row]:
    """Time import, check and build, each as a process, and measure their peak memory."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        write_table(folder / "faq.csv", _COUNT)
        out = str(folder / "faq.jsonl")
        # Builds the tables, which are not timed.
        _run(folder, "site", "build", str(folder / "warm"))
        imported = _run(folder, "rulings", "import", "-g", "ws", str(folder / "faq.csv"), "-o", out)
        checked = _run(folder, "--rulings", out, "rulings", "check", "ws")
        built = _run(folder, "--rulings", out, "site", "build", str(folder / "site"))
    runs = {"import": imported, "check": checked, "build the site with": built}
    for what, (seconds, _) in runs.items():
        yield Row(f"{what} {_COUNT:,} rulings, processor", seconds, unit="s")
    yield Row("all three", sum(seconds for seconds, _ in runs.values()), goal=60, unit="s")
    yield Row("MiB at most for that", max(memory for _, memory in runs.values()), unit="")


def _run(folder: Path, *arguments: str) -> tuple[float, float]:
    """Run the command line; return the seconds of processor time and the MiB."""
    done = subprocess.run(
        ["env", f"RULEBOOK_CACHE={folder}/cache", sys.executable, "-c", _TIMED, *arguments],
        check=True,
        capture_output=True,
        text=True,
    )
    seconds, memory = json.loads(done.stderr.splitlines()[-1])
    return seconds, memory


def write_table(path: Path, count: int) -> None:
    """Write a table of ``count`` different invented rulings, most of them with clauses."""
    book = load_corpus(data_folder("corpus")).read(load_corpus(data_folder("corpus")).game(_GAME))
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(_HEAD)
        rows.writerows(_rows(book, count))


def _rows(book: Rulebook, count: int) -> Iterator[tuple[object, ...]]:
    pick = random.Random(18).choice
    numbers = [clause.number for clause in book.clauses if "." in clause.number]
    for at in range(count):
        first, second = pick(numbers), pick(numbers)
        card, other = f"庭の番人 {at % 7919}", f"星の種 {at % 104729}"
        question = f"「{card}」が{pick(_WHEN)}、{pick(_WHAT)}を{at}枚まで見る効果で"
        question += f"、{pick(_WHAT)}{pick(_ASKED)}"
        answer = f"{pick(_ANSWER)}。（{first}）\n{_MORE}。（{first}、{second}）"
        day = _FIRST_DAY + timedelta(days=at * 6000 // count)
        clauses = f"{first}、{second}" if at % 10 else ""
        address = f"https://example.org/q/{at}"
        yield f"q{at}", day, question, answer, f"{card}\n{other}", clauses, address
