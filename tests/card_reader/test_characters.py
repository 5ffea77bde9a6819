"""Unicode tables differ between Pythons; of the characters that we meet, they say the same."""

from __future__ import annotations

import inspect
import json
import subprocess
import unicodedata
from pathlib import Path

import pytest

from tests.support import FIXTURES, ROOT, SHARED


def forms(characters: str) -> list[str]:
    """Return what reading may ask of each character: forms, classes, width, what patterns say."""
    import re
    import unicodedata

    return [
        "|".join(
            (
                char,
                unicodedata.normalize("NFKC", char),
                unicodedata.normalize("NFKD", char),
                unicodedata.category(char),
                str(unicodedata.combining(char)),
                unicodedata.east_asian_width(char),
                char.lower(),
                str(char.isspace()),
                str(char.isdigit()),
                str(re.match(r"\w", char) is not None),
            )
        )
        for char in characters
    ]


@pytest.fixture(scope="module")
def characters() -> str:
    """Every character of the documents, the tables, the fixtures and, where they are, the cards."""
    places = [ROOT / "corpus", ROOT / "grammar", FIXTURES, SHARED / "cards"]
    kinds = {".txt", ".toml", ".lark", ".tsv", ".jsonl"}
    paths = (path for place in places for path in place.rglob("*") if path.suffix in kinds)
    texts = (path.read_bytes().decode("utf-8", "ignore") for path in paths)
    return "".join(sorted(set().union(*texts)))


def test_no_character_is_new_to_an_older_table(characters: str) -> None:
    # What Unicode has assigned keeps its normal forms in all later versions.
    unassigned = [char for char in characters if unicodedata.category(char) == "Cn"]
    assert [char for char in unassigned if not unicodedata.name(char, "")] in ([], ["\uffff"])


def test_webassembly_knows_them_alike(reader: Path, node: str, characters: str) -> None:
    given = json.dumps({"code": inspect.getsource(forms), "characters": characters})
    done = subprocess.run(
        [node, Path(__file__).with_name("forms.mjs"), reader],
        input=given.encode(),
        capture_output=True,
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    assert json.loads(done.stdout) == forms(characters)
