"""A small invented game with rulings, and a next edition of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from rulebook.api import open_rules
from tests.star_garden import rules
from tests.support import write_game

STARS = rules("1.0", "2.1.3. 種は手札からまき、まいた種の数だけ庭に星を置きます。")
GAME = """id = "stars"
alias = "st"
title = { ja = "スターガーデン", en = "Star Garden" }
publisher = "庭"
edition = "1.0"
"""
EDITION = 'version = "1.0"\neffective = 2026-04-01\nsha256 = "SHA"\n[layout]\n'


def add_stars(folder: Path, rulings: str, next_edition: str = "", *, edition: str = STARS) -> Path:
    """Write the game with ``rulings`` into a corpus in ``folder`` and return its path.

    The document ``next_edition``, if given, is added as version 1.1.
    """
    corpus = folder / "corpus"
    write_game(corpus / "stars", GAME, EDITION, edition)
    if rulings:
        place = corpus / "stars" / "rulings"
        place.mkdir()
        (place / "stars.toml").write_text(f'edition = "1.0"\n{rulings}', encoding="utf-8")
    if next_edition:
        document = folder / "next.txt"
        text = next_edition.replace("ver. 1.0", "ver. 1.1").replace("4月1日", "5月1日")
        document.write_text(text, encoding="utf-8")
        open_rules(corpus).add_edition("stars", document)
    return corpus


def ruling_toml(
    id: str, question: str, answer: str, clauses: Sequence[str] = (), more: str = ""
) -> str:
    """Return a ``[[ruling]]``."""
    fields = {"id": id, "question": question, "answer": answer}
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items()]
    lines += [f"clauses = {json.dumps(list(clauses))}"] if clauses else []
    return "\n".join(["[[ruling]]", *lines, more, ""])
