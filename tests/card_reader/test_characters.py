"""Python versions differ in their Unicode tables, but not for the characters that we use."""

from __future__ import annotations

import inspect
import json
import subprocess
import unicodedata
from pathlib import Path

import pytest

from tests.support import FIXTURES, ROOT, SHARED


def character_properties(characters: str) -> list[str]:
    """Return the properties of each character that the reader uses, as one string each."""
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
    """Every character of the documents, tables, fixtures and, if present, real cards."""
    places = [ROOT / "corpus", ROOT / "grammar", FIXTURES, SHARED / "cards"]
    kinds = {".txt", ".toml", ".lark", ".tsv", ".jsonl"}
    paths = (path for place in places for path in place.rglob("*") if path.suffix in kinds)
    texts = (path.read_bytes().decode("utf-8", "ignore") for path in paths)
    return "".join(sorted(set().union(*texts)))


def test_all_characters_are_assigned(characters: str) -> None:
    # An assigned character keeps its normal forms in all later versions of Unicode.
    unassigned = [char for char in characters if unicodedata.category(char) == "Cn"]
    assert [char for char in unassigned if not unicodedata.name(char, "")] in ([], ["\uffff"])


def test_webassembly_has_the_same_properties(reader: Path, node: str, characters: str) -> None:
    request = json.dumps(
        {"code": inspect.getsource(character_properties), "characters": characters}
    )
    process = subprocess.run(
        [node, Path(__file__).with_name("forms.mjs"), reader],
        input=request.encode(),
        capture_output=True,
    )
    assert process.returncode == 0, process.stderr.decode()[-2000:]
    assert json.loads(process.stdout) == character_properties(characters)
