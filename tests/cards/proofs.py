"""The record of the grammars that were proved unambiguous; ``make proofs`` updates it.

A proof takes half a minute for each grammar, mostly to compare all pairs of terminals that may
occur at the same place.  The result depends only on the grammar, the code and the tools, so the
record has a digest of all of these.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from multiprocessing import cpu_count, get_context
from pathlib import Path
from unittest.mock import patch

from rulebook.cards.grammar.lalr_tables import compile_grammar
from rulebook.errors import RulebookError
from tests.cards.automata import faster_automata
from tests.support import FIXTURES, ROOT

GRAMMARS = sorted(path for path in (ROOT / "grammar").glob("*.lark") if path.stem != "common")
RECORD = FIXTURES / "proofs.toml"
_TOOLS = ("lark", "interegular")
_HEAD = (
    "# Written by `make proofs`: the grammars that were proved free of ambiguity, and with what.\n"
)


@dataclass(frozen=True)
class Record:
    """The versions of the tools, by name, and the key of each proof, by the name of the grammar."""

    tools: Mapping[str, str]
    proofs: Mapping[str, str]

    def holds(self, path: Path) -> bool:
        """Return whether the grammar at ``path`` was proved unchanged, with the installed tools."""
        return self.proofs.get(path.stem) == key(path, tools())


def read_record(path: Path = RECORD) -> Record:
    """Return the record in the file at ``path``."""
    data = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return Record(data.get("tools", {}), data.get("proofs", {}))


def write_record(record: Record, path: Path = RECORD) -> None:
    """Write ``record`` to ``path``."""
    tables = (("tools", record.tools), ("proofs", record.proofs))
    parts = [
        f"\n[{name}]\n" + "".join(f"{key} = {json.dumps(table[key])}\n" for key in sorted(table))
        for name, table in tables
    ]
    path.write_text(_HEAD + "".join(parts), encoding="utf-8")


def tools() -> dict[str, str]:
    """Return the versions of the installed tools."""
    return {name: version(name) for name in _TOOLS}


def key(path: Path, tools: Mapping[str, str]) -> str:
    """Return the key of the proof of the grammar at ``path``: a digest of all that it depends on.

    That is the input of Lark, with the files that the grammar may import.
    """
    with patch("lark.Lark") as lark:
        compile_grammar(path, strict=True)
    options = dict(lark.call_args.kwargs)
    folders = map(Path, options.pop("import_paths"))
    imported = [(folder / "common.lark").read_text(encoding="utf-8") for folder in folders]
    used = [f"{name} {tools.get(name)}" for name in _TOOLS]
    parts = [*used, *imported, *lark.call_args.args, repr(sorted(options.items()))]
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


def prove(path: Path) -> str:
    """Return what is wrong with the grammar at ``path``, or an empty string if it is proved."""
    try:
        with faster_automata():
            compile_grammar(path, strict=True)
    except RulebookError as error:
        return str(error)
    return ""


def prove_all(paths: Iterable[Path], record: Record) -> tuple[Record, list[str]]:
    """Prove ``paths``, except those in ``record``; return the new record and the faults."""
    named = {path: key(path, tools()) for path in paths}
    missing = [path for path in named if not record.holds(path)]
    faults = dict(zip(missing, _prove_each(missing), strict=True))
    proofs = {path.stem: named[path] for path in named if not faults.get(path)}
    return Record(tools(), proofs), [fault for fault in faults.values() if fault]


def _prove_each(paths: Sequence[Path]) -> list[str]:
    """Return what is wrong with each of ``paths``; several processes prove them."""
    if len(paths) < 2:
        return list(map(prove, paths))
    with get_context("spawn").Pool(min(len(paths), cpu_count())) as pool:
        return pool.map(prove, paths, chunksize=1)


def main(arguments: list[str]) -> int:
    """Prove what is not in the record, or with ``--all`` everything, and write the record."""
    known = Record({}, {}) if "--all" in arguments else read_record()
    record, faults = prove_all(GRAMMARS, known)
    write_record(record)
    print("\n".join([*faults, f"{len(record.proofs)} of {len(GRAMMARS)} grammars are proved"]))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
