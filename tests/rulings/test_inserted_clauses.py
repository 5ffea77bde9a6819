"""Clauses that an amendment inserted (第1条の2) are cited and upgraded like others."""

from __future__ import annotations

from pathlib import Path

from rulebook import NewGame
from rulebook.api import open_rules


def test_numbers_of_inserted_clauses_are_upgraded(tmp_path: Path) -> None:
    folder, document = tmp_path / "corpus", tmp_path / "law.txt"
    old = "法 ver.1.0||第1章 札|第1条 札を引く。|第1条の2 席に着く。|第1章の2 終|第2条 家に帰る。"
    added = "第1条の2 鐘が鳴る。|第1条の3 席"
    new = old.replace("1.0", "1.1").replace("第1条の2 席", added).replace("章の2", "章の3")
    for text in (old, new.replace("第1章の3", "第1章の2 罰|第1条の4 負ける。|第1章の3")):
        document.write_text(text.replace("|", "\n"), encoding="utf-8")
        open_rules(folder if folder.exists() else None).add_edition(
            "law", document, into=folder, new_game=NewGame("法")
        )
    rules = open_rules(folder)
    done = rules.rulings.upgrade("law 1.1の2、1.1の9、law 第1章の2", "law", since="1.0")
    assert done.text == "law 1.1の3、1.1の9、law 第1章の3"
    assert [each.number for each in done.left] == ["1.1の9"]
