"""A small made game with rulings, and a next edition of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from rulebook.api import open_rules

STARS = """スターガーデン 総合ルール ver. 1.0
2026年4月1日 適用

1. 概要
1.1. はじめに
1.1.1. 星の庭は二人で遊ぶゲームです。
1.1.2. 詳しくは2.1を参照してください。
2. 進め方
2.1. 順番
2.1.1. 先攻のプレイヤーから順番に種をまきます。
2.1.2. 種がなくなったプレイヤーは負けます。
2.1.3. 種は手札からまき、まいた種の数だけ庭に星を置きます。
"""
GAME = """id = "stars"
alias = "st"
title = { ja = "スターガーデン", en = "Star Garden" }
publisher = "庭"
edition = "1.0"
"""


def add_stars(folder: Path, rulings: str, next_edition: str = "") -> Path:
    """Write the game into a corpus in ``folder`` and return that; ``rulings`` are [[ruling]]s.

    With ``next_edition``, a document, it is taken in as version 1.1.
    """
    corpus = folder / "corpus"
    edition = corpus / "stars" / "editions" / "1.0"
    edition.mkdir(parents=True)
    (edition / "rules.txt").write_text(STARS, encoding="utf-8")
    digest = hashlib.sha256(STARS.encode()).hexdigest()
    (edition / "edition.toml").write_text(
        f'version = "1.0"\neffective = 2026-04-01\nsha256 = "{digest}"\n[layout]\n', "utf-8"
    )
    (corpus / "stars" / "game.toml").write_text(GAME, encoding="utf-8")
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
