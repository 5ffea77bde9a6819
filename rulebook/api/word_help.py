"""The rules' own words for English words and romaji, and the list of all concepts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from rulebook.errors import UnknownConcept, require_text
from rulebook.links.concepts import Concept, load_concepts

if TYPE_CHECKING:
    from rulebook.api import Rules

# Words of a query that are neither operators nor before or after a field.
_WORD = re.compile(r"(?<![\w:*])[A-Za-z][A-Za-z']+(?![\w:*])")
WordsRead = Mapping[str, tuple[str, ...]]  # the rules' words that each word was read as
_OPERATORS = ("AND", "OR", "NOT")


def all_concepts(rules: Rules, *at: str) -> tuple[Concept, ...]:
    """Return all concepts that games share, for lists and completion. Each has its clause in every
    game: at the current edition, or at that named in ``at`` (``ws@1.109``)."""
    return tuple(load_concepts(rules.corpus, *map(rules.game, at)).by_id.values())


def words_of_rules(rules: Rules, words: str, game: str | None = None) -> tuple[str, ...]:
    """Return the words that the rules of a game, or of all games, use for ``words``, a concept's
    name in any language or romaji; none if unknown. So users can search without typing Japanese."""
    about = rules.game(game) if game else None
    try:
        found = load_concepts(rules.corpus, *([about] if about else [])).find(words)
    except UnknownConcept:
        return ()
    names = (rule.word for c in found for g, rule in c.rules.items() if not about or g == about.id)
    return tuple(dict.fromkeys(names))


def query_of_rules(rules: Rules, query: str, game: str | None = None) -> tuple[str, WordsRead]:
    """Return ``query`` with English words and romaji (or all of it, if it is one name) replaced by
    the rules' Japanese words, since only these are found; and the words for each, to show users."""
    require_text("a query", query)
    read: dict[str, tuple[str, ...]] = {}
    whole = query.strip()
    may_be_name = re.fullmatch(r"[A-Za-z' -]+", whole) and not {*_OPERATORS} & {*whole.split()}
    if may_be_name and (words := words_of_rules(rules, whole, game)):
        return _any_phrase(words), {whole: words}
    for word in _WORD.findall(query):
        if word not in _OPERATORS and (words := words_of_rules(rules, word, game)):
            read[word] = words
    said = _WORD.sub(lambda word: _any_phrase(read[word[0]]) if word[0] in read else word[0], query)
    return said, read


def _any_phrase(words: tuple[str, ...]) -> str:
    """Return the query for any of ``words``: several may translate one English or romaji word."""
    return "(" + " OR ".join(f'"{word}"' for word in words) + ")"
