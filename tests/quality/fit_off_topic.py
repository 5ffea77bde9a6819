"""Fit ``corpus/off_topic.toml``: the weight of each token for an off-topic question.

Run ``python -m tests.quality.fit_off_topic`` after many changes of players' words. The weights are
of a logistic regression on questions that rules answer and questions that they do not. Unread sets
are not used.
"""

from __future__ import annotations

import json
import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rulebook.clauses.corpus import Corpus, load_corpus
from rulebook.data import data_folder
from rulebook.search.analysis import token_texts
from rulebook.text.normal import fold
from tests.links.phrases import load_player_phrases
from tests.quality.questions import UNREAD, hard_questions

_FOLDER = Path(__file__).with_name("answerable")
# A whole post counts more than one of the many short questions for a clause.
_POST = 6
# Passes over the examples; the learning rate; the inverse of the L2 penalty.
_EPOCHS, _RATE, _FREEDOM = 6, 0.3, 1.0
# Weights are stored in quarters; smaller ones than this are not stored.
_SCALE, _LEAST = 4, 0.25


# Words that people put around any question. Most posts with them are about other things, but that
# says nothing about the next question, so they have no weight.
_ASKING = """
    advance anybody anyone ask asked asking clarification clarify confused confusing curious
    everybody everyone explain explained explanation hello help hey hi kindly know official please
    question questions quick ruling rulings somebody someone sorry tell thank thanks understand
    understanding wonder wondering
    aren but couldn didn doesn don hasn haven isn just ll re really shouldn ve wasn won wouldn
    教えて 説明して 質問です 質問します 質問があります お願いします
    回答 知りたい 詳しい 誰か 初心者 公式 見解
"""


class Example(NamedTuple):
    """The tokens of a question, whether no rules answer it, and how much it counts."""

    tokens: Sequence[str]
    is_off_topic: bool
    weight: int


def tokens_of(text: str) -> Sequence[str]:
    """Return the distinct tokens of ``text``, sorted, without words that only ask, and without
    single letters, which come mostly from words with an apostrophe."""
    tokens = set(token_texts(fold(text))) - set(token_texts(_ASKING))
    return sorted(token for token in tokens if len(token) > 1 or not token.isascii())


def examples(corpus: Corpus) -> Iterator[Example]:
    """Yield players' questions for clauses, and the posts and questions that may be read."""
    for game in corpus.games.values():
        for phrases in load_player_phrases(corpus.read(game))[0].values():
            for phrase in phrases:
                if phrase.kind == "question":
                    yield Example(tokens_of(phrase.text), False, 1)
    for name, is_off_topic, weight in (
        ("unanswered", True, 1),
        ("posts-unanswered", True, _POST),
        ("posts-answered", False, _POST),
    ):
        for line in (_FOLDER / f"{name}.txt").read_text("utf-8").splitlines():
            yield Example(tokens_of(line), is_off_topic, weight)
    for question in hard_questions():
        if question.split not in UNREAD:
            yield Example(tokens_of(question.text), not question.governing, _POST)


def fit(given: Iterable[Example]) -> Mapping[str, float]:
    """Return the weight of each token in the log odds that a question is off topic, fitted by
    AdaGrad with an L2 penalty. The order of the examples is shuffled with a fixed seed, so the same
    examples give the same weights."""
    rows = list(given)
    counts = Counter(token for row in rows for token in row.tokens)
    weights, steps, bias = dict.fromkeys(counts, 0.0), dict.fromkeys(counts, 1e-3), 0.0
    order = random.Random(0)
    for _ in range(_EPOCHS):
        order.shuffle(rows)
        for row in rows:
            total = bias + sum(map(weights.__getitem__, row.tokens))
            chance = 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))
            error = (chance - row.is_off_topic) * row.weight
            bias -= error / 100
            for token in row.tokens:
                slope = error + weights[token] / (_FREEDOM * counts[token])
                steps[token] += slope * slope
                weights[token] -= _RATE * slope / math.sqrt(steps[token])
    return weights


def write(weights: Mapping[str, float], path: Path) -> None:
    """Write the ``weights`` that are not too small to ``path``, one per line, as whole quarters."""
    head = (
        "# How much each token says that no rules answer a question: quarters of log odds.\n"
        "# Made by `python -m tests.quality.fit_off_topic`: do not edit by hand.\n\n[weights]\n"
    )
    rows = [
        f"{json.dumps(token, ensure_ascii=False)} = {round(weight * _SCALE)}\n"
        for token, weight in sorted(weights.items())
        if abs(weight) >= _LEAST
    ]
    path.write_text(head + "".join(rows), "utf-8")


def main() -> None:
    """Fit the weights on the shipped corpus and write them into it."""
    folder = data_folder("corpus")
    write(fit(examples(load_corpus(folder))), folder / "off_topic.toml")


if __name__ == "__main__":
    main()
