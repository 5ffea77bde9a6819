"""Build the *reader*, with which pages of a site read cards: CPython in WebAssembly, from npm, and
our modules. ``make reader``, which needs Node, puts it in a folder, for ``site build --reader``."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tarfile
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256, sha512
from pathlib import Path
from tempfile import TemporaryDirectory

from rulebook.cache.plain_values import from_plain, to_plain
from rulebook.card_reader.reading import game_tables
from rulebook.clauses.corpus import load_corpus
from rulebook.data import data_folder
from rulebook.errors import ReaderError
from rulebook.messages import Message, joined
from rulebook.records import dataclass

PYODIDE = "314.0.7"
# Of the package's archive, as npm states it.
_SHA512 = (
    "d18bd7c4485f11da4b7dbfd790cd8114078c44eab488c517d9bcf31fda4eb6dc"
    "8c716930abe1db139bb2b860fcd8b37bcb6abe48dbe2ffa579244b0e943d91d4"
)
MANIFEST = "reader.json"
LOCK = "pyodide-lock.json"
_FROM_NPM = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
TAKEN = (*_FROM_NPM, "python_stdlib.zip", LOCK)
"""The files of a reader, by the names that pyodide has for them."""

_HERE = Path(__file__).resolve().parent
_FIRST = "rulebook.card_reader.reading"
# What a module imports when it is imported; imports inside functions and for types are indented.
_IMPORT = re.compile(r"^from (rulebook[.\w]*) import (\([^)]*\)|.*)", re.MULTILINE)
_LONGEST_LINE = 300
_MAKE = "Run “make reader” and name the folder that it fills."
_INSTALL = "Install Node with npm, and make sure that npm can reach its registry."

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class ReaderFile:
    """A file of the reader: its size, its size with brotli, and its SHA-256."""

    name: str
    bytes: int
    compressed: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """A reader: the version of pyodide, the key of our code in it (``code_key``), its files."""

    pyodide: str
    code: str
    files: tuple[ReaderFile, ...]

    def as_text(self) -> str:
        """Return the content of ``reader.json``, by which ``site build`` finds a stale reader."""
        return json.dumps(to_plain(self), indent=1) + "\n"


def open_manifest(folder: Path) -> Manifest:
    """Return the manifest of the reader in ``folder``. Raises :class:`ReaderError` if there is
    none, or if it has other code: the site and the terminal would read cards differently."""
    try:
        manifest = from_plain(Manifest, json.loads((folder / MANIFEST).read_text(encoding="utf-8")))
        names = tuple(file.name for file in manifest.files)
    except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ReaderError("there is no reader in {folder}", folder=folder, hint=_MAKE) from error
    if names != TAKEN or manifest.code != code_key():
        what = Message("the reader in {folder} was built from other code", folder=folder)
        raise ReaderError(what, hint=_MAKE)
    return manifest


@cache
def reader_modules() -> tuple[str, ...]:
    """Return the modules that reading a card imports, sorted: browsers download only these."""
    found: set[str] = set()
    waiting = [_FIRST]
    while waiting:
        module = waiting.pop()
        if module in found or not source_of(module).is_file():
            continue
        found.add(module)
        waiting.append(module.rpartition(".")[0] or module)  # its package, unless it is outermost
        # Each imported name may be a module; for functions and classes there is no file.
        for package, names in _IMPORT.findall(source_of(module).read_text(encoding="utf-8")):
            waiting += [package, *(f"{package}.{name}" for name in re.findall(r"\w+", names))]
    return tuple(sorted(found))


def source_of(module: str) -> Path:
    """Return where the source of ``module`` is, to find its imports; there may be no such file."""
    place = _HERE.parent.joinpath(*module.split(".")[1:])
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


def code_key() -> str:
    """Return a digest of the bundled modules: a site build refuses a reader with another."""
    code = sha256()
    for module in reader_modules():
        code.update(f"{module}\0".encode() + source_of(module).read_bytes())
    return code.hexdigest()[:16]


def build_reader(folder: Path, say: Say) -> Manifest:
    """Build the card reader for browsers in ``folder`` and return its manifest; ``say`` reports
    long steps. Raises :class:`ReaderError` if npm or Node fails or the package's digest differs."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="rulebook-reader-") as temporary:
        work = Path(temporary)
        say(Message("fetching pyodide {version}", version=PYODIDE))
        _run_tool(["npm", "pack", f"pyodide@{PYODIDE}", "--silent", "--pack-destination", work])
        packed = work / f"pyodide-{PYODIDE}.tgz"
        if sha512(packed.read_bytes()).hexdigest() != _SHA512:  # a registry could change it
            what = "npm returned a pyodide {pyodide} that does not have the recorded digest"
            hint = "Do not use it; ask the registry's owner."
            raise ReaderError(what, pyodide=PYODIDE, hint=hint)
        with tarfile.open(packed) as archive:
            archive.extractall(work, filter="data")  # a bad archive may have paths outside it
        package = work / "package"  # as npm calls it
        say("compiling")
        _copy_sources_and_tables(package, work)
        _run_tool(["node", _HERE / "compile.mjs", package, work, _HERE / "compiling.py"])
        for name in TAKEN:
            shutil.copyfile((package if name in _FROM_NPM else work) / name, folder / name)
    say("compressing")
    _run_tool(["node", _HERE / "compress.mjs", *(folder / name for name in TAKEN)])
    entries = []
    for name in TAKEN:
        content, compressed = (folder / name).read_bytes(), (folder / f"{name}.br").stat().st_size
        entries.append(ReaderFile(name, len(content), compressed, sha256(content).hexdigest()))
    manifest = Manifest(PYODIDE, code_key(), tuple(entries))
    (folder / MANIFEST).write_text(manifest.as_text(), encoding="utf-8")
    return manifest


def _copy_sources_and_tables(package: Path, work: Path) -> None:
    """Copy into ``work`` our modules, to be compiled, and tables, to try them with."""
    for module in reader_modules():
        source = source_of(module)
        target = work / "lib" / source.relative_to(_HERE.parent.parent)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, target)
    corpus = load_corpus(data_folder("corpus"))
    (work / "tables").mkdir()
    for game in corpus.games.values():
        tables = game_tables(corpus, game)
        (work / "tables" / f"{game.id}.json").write_text(tables, encoding="utf-8")
    # No package is ever loaded: pyodide needs only the information about itself.
    lock = json.loads((package / "pyodide-lock.json").read_text(encoding="utf-8"))
    (work / LOCK).write_text(json.dumps({"info": lock["info"], "packages": {}}), encoding="utf-8")


def _run_tool(command: Iterable[object]) -> None:
    """Run npm or node; raise with the last lines of its output, which contain the cause."""
    words = [str(word) for word in command]
    if not (program := shutil.which(words[0])):
        what = Message("{command} was not found on this machine", command=words[0])
        raise ReaderError(what, hint=_INSTALL)
    done = subprocess.run([program, *words[1:]], capture_output=True, text=True)
    if done.returncode:
        # Node prints whole lines of sources, which may be a million characters long.
        output = [line for line in done.stderr.strip().splitlines() if len(line) < _LONGEST_LINE]
        what = Message("{command} failed", command=words[0])
        lines = [Message("{line}", line=line) for line in output[-9:]]
        raise ReaderError(joined("\n", [what, *lines]), hint=_INSTALL)


def main(folder: str) -> None:
    """Build the reader into ``folder`` for ``make reader``; print how much visitors load."""
    try:
        manifest = build_reader(Path(folder), print)
    except ReaderError as error:
        sys.exit(f"rulebook: {error}")
    for file in manifest.files:
        print(f"{file.name}: {file.bytes:,} bytes, {file.compressed:,} with brotli")
    print(f"{folder}: {sum(file.compressed for file in manifest.files):,} bytes with brotli")


if __name__ == "__main__":
    main(*sys.argv[1:2] or ["build/reader"])
