"""Load Japanese names for the kinds of things that the pages show: ``site/labels.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping

from rulebook.data import data_folder

_text = (data_folder("site") / "labels.toml").read_text(encoding="utf-8")
_tables: Mapping[str, Mapping[str, str]] = tomllib.loads(_text)
TERM_KINDS = _tables["term-kinds"]
CONCEPT_KINDS = _tables["concept-kinds"]
CARD_ROLES = _tables["card-roles"]
RULING_STATES = _tables["ruling-states"]
RULING_CONFIDENCES = _tables["ruling-confidences"]
CONFIDENCES = _tables["confidences"]
KIND_LABELS = _tables["change-kinds"]
SECTION_LABELS = _tables["change-sections"]
ASPECT_LABELS = _tables["change-aspects"]
