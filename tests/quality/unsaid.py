"""Find words of cards that are in no field of their meaning, so that no program sees them.

``python -m tests.quality.unsaid`` prints for each game with a collection how many cards have such
words, and the commonest words with one card each. Kana are ignored: they are particles and
endings. Parts that are not understood are ignored too.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from rulebook.api import Rules
from rulebook.cards.reading.card_parser import load_dialect
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
"""Words that only connect effects, whose order is known, or repeat whose turn it is, which is known
from the owner of the step."""
_WHOLE = {"limit", "need", "pay-stock", "pay-energy", "pay-cost", "reminder", "unknown"}
"""Types that express all their words by type and numbers."""
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
"""The words that a type, a sort or a field that is true expresses."""


def missing_words(card: Mapping[str, Any]) -> Iterator[str]:
    """Yield the words of ``card`` (JSON, with canonical text) that are in no field."""
    left = list(_SILENT.sub(lambda match: "\0" * len(match[0]), card["text"]))
    for part in (*_reminders(card["abilities"]), *card["unparsed"]):
        left[part["start"] : part["end"]] = "\0" * (part["end"] - part["start"])
    _blank(card["meaning"], card["text"], left)
    yield from _LEFT.findall("".join(left))


def _reminders(node: object) -> Iterator[Mapping[str, Any]]:
    if isinstance(node, dict):
        if node.get("type") == "Reminder":
            yield node
        node = list(node.values())
    if isinstance(node, list):
        for part in node:
            yield from _reminders(part)


def _blank(node: object, text: str, left: list[str]) -> None:
    """Blank in ``left`` the words that ``node`` and the nodes in it express."""
    if isinstance(node, list):
        for part in node:
            _blank(part, text, left)
    if not isinstance(node, dict) or node.get("type") == "opened":
        return
    if "type" in node:
        span = text[node["start"] : node["end"]]
        for word in _expressed(node, span):
            for found in re.finditer(re.escape(word), span):
                at = node["start"] + found.start()
                left[at : at + len(word)] = "\0" * len(word)
    for part in node.values():
        _blank(part, text, left)


def _expressed(node: Mapping[str, Any], span: str) -> Iterator[str]:
    """Yield the words of ``span`` that ``node`` itself expresses."""
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
    """Print the words of real cards that are in no field."""
    corpus = load_corpus(ROOT / "corpus")
    rules = Rules(corpus)
    for name in (name for name, real in GAMES.items() if real):
        spelling = load_dialect(corpus.game(name)).spelling
        texts = dict.fromkeys(canonical(text, spelling).text for text in texts_of(name))
        found: dict[str, str] = {}
        words: Counter[str] = Counter()
        for text in texts:
            left = set(missing_words(json.loads(rules.annotate(name, text).json_text())))
            words.update(left)
            found.update(dict.fromkeys(left - found.keys(), text))
        print(f"{name}: {len(words)} words in {words.total()} places of {len(texts)} cards")
        for word, count in words.most_common(_COMMONEST):
            print(f"  {count} {word}\t{found[word]!r}")


if __name__ == "__main__":
    main()
