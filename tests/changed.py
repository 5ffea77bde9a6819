"""Name the tests of what changed since a commit: ``python -m tests.changed [COMMIT]``.

``make fast`` runs them: a changed test file itself, and for a changed module the test files of its
package whose names begin with the name of the module, and for data those that read it first.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from tests.support import ROOT

# Short tests that hold for every change.
ALWAYS = ("tests/test_house.py", "tests/test_glossary.py", "tests/test_catalogue.py")
_OF_CARDS = tuple(f"tests/cards/test_{name}.py" for name in ("fixtures", "governing", "grammar"))
# The tests that notice most faults in a folder of data.
_OF_DATA = {
    "grammar": _OF_CARDS,
    "corpus": (*_OF_CARDS, "tests/cards/test_linking.py", "tests/links"),
    "tests/fixtures": (*_OF_CARDS, "tests/clauses/test_texts.py", "tests/links"),
}


def changed_files(commit: str) -> list[str]:
    """Return the files that differ from ``commit`` and the new files, relative to the root."""
    commands = (
        ["git", "diff", "--name-only", "--diff-filter=d", commit],
        ["git", "ls-files", "--others", "--exclude-standard"],
    )
    return sorted({line for command in commands for line in _output(command)})


def _output(command: list[str]) -> list[str]:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def select_tests(files: Iterable[str], root: Path) -> list[str]:
    """Return the test files that belong to ``files``, relative to ``root``, each once."""
    found = {test for file in files for test in _tests_of_file(Path(file), root)}
    return sorted({*ALWAYS, *found})


def _tests_of_file(file: Path, root: Path) -> Iterator[str]:
    if file.match("tests/**/test_*.py") or file.match("tests/test_*.py"):
        yield file.as_posix()
    elif file.parts[0] == "rulebook" and file.suffix == ".py":
        # rulebook/links/terms.py -> tests/links/test_terms.py; tests of one module share its name.
        folder = root / "tests" / (file.parts[1] if len(file.parts) > 2 else "")
        for test in sorted(folder.glob(f"**/test_{file.stem}*.py")):
            yield test.relative_to(root).as_posix()
    for data, tests in _OF_DATA.items():
        if file.is_relative_to(data):
            yield from tests


if __name__ == "__main__":
    print(*select_tests(changed_files(sys.argv[1] if sys.argv[1:] else "HEAD"), ROOT))
