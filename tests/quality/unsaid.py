"""Words of cards that no field of their meaning has, which a program therefore never sees.

``python -m tests.quality.unsaid`` prints of each game with a collection at hand how many of its
cards have such words, and the commonest of these with one card each.  Kana are left out: they are
particles and endings.  What stands in parts that are not understood counts for nothing.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from rulebook.api import Rules
from rulebook.cards.reading.dialect import load_dialect
from rulebook.cards.spelling.canonical_form import canonical
from rulebook.clauses.corpus import load_corpus
from tests.quality.meanings import GAMES, texts_of
from tests.support import ROOT

_COMMONEST = 20
_NAME = "[「《〔『〈][^」》〕』〉]*[」》〕』〉]|【[^】]*】"
_WORDS = re.compile(f"{_NAME}|[0-9]+|[^0-9ぁ-ゖ「《〔『〈【、]+")
_LEFT = re.compile("[^\0ぁ-ゖ、。：．・→<>＄【】\\s［］「」『』〈〉（）＆/／]+")
_SILENT = re.compile(
    "その後|違う|行う|際(?=、かわりに)|ターンの(?=[^、。の]*(?:ステップ|フェイズ)の)"
)
"""What only joins what stands before and behind, which the order of the effects tells, and in
whose turn a step is, which its owner tells."""
_WHOLE = {"limit", "need", "pay-stock", "pay-energy", "pay-cost", "reminder", "unknown"}
"""What tells all that its words say by its type and its numbers."""
_OF_TYPE = {
    "ability": "ⅰ ⅱ ⅲ ⅳ ⅴ",
    "changes": "倍",
    "choose": "選",
    "coming": "次 置",
    "condition": "中 間",
    "empty-places": "キャラ",
    "event": "時",
    "every": "全 両方",
    "grant": "得 与 次 能力",
    "if": "時",
    "if-you-do": "後",
    "letter": "等",
    "lost": "失",
    "moment": "時 始 終",
    "occasion": "際 間 後 ターン中",
    "options": "2 3 4 次 以下 行動 効果 能力 選 繰 返",
    "other_than": "以外",
    "permit": "使 時",
    "prohibit": "使",
    "repeat": "行動 繰 返",
    "replace": "代",
    "side": "1 番",
    "trigger": "時",
    "until": "中 終 間",
}
"""The words that a type, a sort, or a field that is true, stands for."""


def unsaid(card: Mapping[str, Any]) -> Iterator[str]:
    """Yield the words of ``card`` (JSON, its text in canonical form) that no field has."""
    said = list(_SILENT.sub(lambda match: "\0" * len(match[0]), card["text"]))
    for part in (*_reminders(card["abilities"]), *card["unparsed"]):
        said[part["start"] : part["end"]] = "\0" * (part["end"] - part["start"])
    _say(card["meaning"], card["text"], said)
    yield from _LEFT.findall("".join(said))


def _reminders(node: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(node, dict):
        if node.get("type") == "Reminder":
            yield node
        node = list(node.values())
    if isinstance(node, list):
        for part in node:
            yield from _reminders(part)


def _say(node: object, text: str, said: list[str]) -> None:
    """Blank in ``said`` what ``node`` and the nodes in it tell."""
    if isinstance(node, list):
        for part in node:
            _say(part, text, said)
    if not isinstance(node, dict) or node.get("type") == "opened":
        return
    if "type" in node:
        span = text[node["start"] : node["end"]]
        for word in _told(node, span):
            for found in re.finditer(re.escape(word), span):
                at = node["start"] + found.start()
                said[at : at + len(word)] = "\0" * len(word)
    for part in node.values():
        _say(part, text, said)


def _told(node: Mapping[str, Any], span: str) -> Iterator[str]:
    """Yield the words of ``span`` that ``node`` itself tells."""
    kind = node["type"]
    if kind in _WHOLE or (kind == "reference" and node.get("told")) or "opened" in node:
        yield span
    yield from _OF_TYPE.get(kind, "").split()
    yield from _OF_TYPE.get(node.get("sort", ""), "").split()
    if (node.get("number") or {}).get("total"):
        yield "合計"
    for name, value in node.items():
        yield from _OF_TYPE.get(name, "").split() if value else ()
        for word in _strings(value) if name not in ("type", "sort") else ():
            yield from (word,) if word in span else _WORDS.findall(word)


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, int) and not isinstance(value, bool):
        yield str(value)
    elif isinstance(value, list):
        for part in value:
            yield from _strings(part)


def main() -> None:
    """Print which words of real cards no field has."""
    corpus = load_corpus(ROOT / "corpus")
    rules = Rules(corpus)
    for name in (name for name, real in GAMES.items() if real):
        spelling = load_dialect(corpus.game(name)).spelling
        texts = dict.fromkeys(canonical(text, spelling).text for text in texts_of(name))
        found: dict[str, str] = {}
        words: Counter[str] = Counter()
        for text in texts:
            left = set(unsaid(json.loads(rules.annotate(name, text).json_text())))
            words.update(left)
            found.update(dict.fromkeys(left - found.keys(), text))
        print(f"{name}: {len(words)} words in {words.total()} places of {len(texts)} cards")
        for word, count in words.most_common(_COMMONEST):
            print(f"  {count} {word}\t{found[word]!r}")


if __name__ == "__main__":
    main()
