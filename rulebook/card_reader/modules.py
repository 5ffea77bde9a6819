"""Which modules of this package run in a browser: the reader's own, and all that they import."""

from __future__ import annotations

import hashlib
from pathlib import Path

MODULES = (
    "rulebook",
    "rulebook.cache",
    "rulebook.cache.digests",
    "rulebook.cache.folders",
    "rulebook.cache.plain_values",
    "rulebook.cache.store",
    "rulebook.card_library",
    "rulebook.card_library.notation",
    "rulebook.card_reader",
    "rulebook.card_reader.game_tables",
    "rulebook.card_reader.reading",
    "rulebook.cards",
    "rulebook.cards.actions",
    "rulebook.cards.actions.abilities",
    "rulebook.cards.actions.rules",
    "rulebook.cards.actions.sentences",
    "rulebook.cards.actions.things",
    "rulebook.cards.annotator",
    "rulebook.cards.attachment",
    "rulebook.cards.canonical_form",
    "rulebook.cards.card_parser",
    "rulebook.cards.card_tables",
    "rulebook.cards.clause_doings",
    "rulebook.cards.concept_keys",
    "rulebook.cards.conjugation",
    "rulebook.cards.damage",
    "rulebook.cards.dialect",
    "rulebook.cards.examples",
    "rulebook.cards.first_characters",
    "rulebook.cards.frame_table",
    "rulebook.cards.frames",
    "rulebook.cards.games",
    "rulebook.cards.games.granblue_fantasy",
    "rulebook.cards.games.legend_of_stars",
    "rulebook.cards.games.rebirth_for_you",
    "rulebook.cards.games.victory_spark",
    "rulebook.cards.games.weiss_schwarz",
    "rulebook.cards.governing",
    "rulebook.cards.grammar_verbs",
    "rulebook.cards.json_text",
    "rulebook.cards.lalr_parser",
    "rulebook.cards.lalr_tables",
    "rulebook.cards.limits",
    "rulebook.cards.link_policy",
    "rulebook.cards.meaning",
    "rulebook.cards.meaning.action_types",
    "rulebook.cards.meaning.actions",
    "rulebook.cards.meaning.afterwards",
    "rulebook.cards.meaning.builder",
    "rulebook.cards.meaning.choices",
    "rulebook.cards.meaning.complements",
    "rulebook.cards.meaning.conditions",
    "rulebook.cards.meaning.discourse",
    "rulebook.cards.meaning.events",
    "rulebook.cards.meaning.feature_parts",
    "rulebook.cards.meaning.features",
    "rulebook.cards.meaning.gathering",
    "rulebook.cards.meaning.lasting",
    "rulebook.cards.meaning.meaning_reader",
    "rulebook.cards.meaning.nesting",
    "rulebook.cards.meaning.nodes",
    "rulebook.cards.meaning.pointers",
    "rulebook.cards.meaning.sentences",
    "rulebook.cards.meaning.setting",
    "rulebook.cards.meaning.slots",
    "rulebook.cards.meaning.sorts",
    "rulebook.cards.meaning.speaking",
    "rulebook.cards.meaning.steps",
    "rulebook.cards.meaning.thing_nodes",
    "rulebook.cards.meaning.thing_words",
    "rulebook.cards.meaning.things",
    "rulebook.cards.meaning.times",
    "rulebook.cards.meaning.whereabouts",
    "rulebook.cards.reminders",
    "rulebook.cards.resolving",
    "rulebook.cards.scoping",
    "rulebook.cards.step_words",
    "rulebook.cards.stretches",
    "rulebook.cards.tree",
    "rulebook.cards.tree.acts",
    "rulebook.cards.tree.card",
    "rulebook.cards.tree.node",
    "rulebook.cards.tree.nouns",
    "rulebook.cards.tree.qualities",
    "rulebook.cards.tree.roles",
    "rulebook.cards.tree.verbs",
    "rulebook.cards.tree.walking",
    "rulebook.cards.tree.words",
    "rulebook.cards.unparser",
    "rulebook.clauses",
    "rulebook.clauses.catalog",
    "rulebook.clauses.corpus",
    "rulebook.clauses.game",
    "rulebook.clauses.model",
    "rulebook.clauses.numbers",
    "rulebook.data",
    "rulebook.errors",
    "rulebook.records",
    "rulebook.text",
    "rulebook.text.controls",
    "rulebook.text.normal",
    "rulebook.text.rewriting",
    "rulebook.text.spans",
    "rulebook.text.width",
    "rulebook.toml_files",
    "rulebook.toml_files.kinds",
    "rulebook.toml_files.loader",
)
"""Nothing else of the package is in the bundle; a test imports them where nothing else is."""

_PACKAGE = Path(__file__).resolve().parent.parent


def source_of(module: str) -> Path:
    """Return where the source of ``module``, one of the above, lies."""
    place = _PACKAGE.joinpath(*module.split(".")[1:])
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def code_key() -> str:
    """Return a key that changes with every module that is in the bundle."""
    code = hashlib.sha256()
    for module in MODULES:
        code.update(f"{module}\0".encode() + source_of(module).read_bytes())
    return code.hexdigest()[:16]
