"""Building the vocabulary from the concepts, everyday words and card openings of a corpus."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.links.concepts import Concepts
from rulebook.links.synonyms import Synonym
from rulebook.search.name_matching import name_key, name_keys
from rulebook.search.vocabulary import SharedVocabulary
from rulebook.text.normal import fold

Numbers = dict[str, list[int]]


def build_vocabulary(
    concepts: Concepts,
    synonyms: Sequence[Synonym],
    outside: Sequence[str],
    openings: Sequence[str],
) -> SharedVocabulary:
    """Return what all games share.

    ``outside`` are words that no rules speak of, ``openings`` those that card texts begin with.
    """
    names: Numbers = {}
    for number, concept in enumerate(concepts.by_id.values()):
        for name in concept.names():
            add_name(names, name, number)
    everyday: Numbers = {}
    for number, synonym in enumerate(synonyms):
        for word in synonym.players:
            add_name(everyday, word, number)
    beside = frozenset(name_key(fold(word)) for word in outside)
    begun = tuple(dict.fromkeys(map(fold, openings)))
    return SharedVocabulary(names, everyday, beside, begun)


def add_name(names: Numbers, name: str, number: int) -> None:
    """Let ``name``, and its stem if it is a verb, lead to ``number`` in ``names``."""
    for key in name_keys(fold(name)):
        known = names.setdefault(key, [])
        if number not in known:
            known.append(number)
