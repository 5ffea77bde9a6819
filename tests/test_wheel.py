"""The wheel works without the checkout: it contains its data."""

from __future__ import annotations

import importlib
import json
import os
import re
import subprocess
import sys
import tomllib
import venv
from importlib.metadata import requires
from pathlib import Path

import pytest

from tests.support import ROOT


def test_build_preserves_pythonpath(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``pip install .`` passes the build requirements in PYTHONPATH."""
    pytest.importorskip("hatchling")
    monkeypatch.syspath_prepend(ROOT)
    shipping_environment = importlib.import_module("hatch_build").shipping_environment
    for before, after in (("/needs", ["/needs"]), ("", [])):
        monkeypatch.setenv("PYTHONPATH", before)
        given = shipping_environment(tmp_path / "rulebook", tmp_path / "built")
        assert given["PYTHONPATH"].split(os.pathsep) == [str(tmp_path), *after]
        assert given["RULEBOOK_CACHE"] == str(tmp_path / "built")


def test_build_uses_only_declared_requirements(tmp_path: Path) -> None:
    """pip installs only these requirements for the build."""
    described = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    at_run_time = set(map(_name, described["project"]["dependencies"]))
    missing = at_run_time - set(map(_name, described["build-system"]["requires"]))
    missing |= {_name(need) for name in missing for need in requires(name) or () if ";" not in need}
    assert "markupsafe" in missing
    program = f"""
import runpy, sys
for name in {sorted(missing)}:
    sys.modules[name] = None
sys.argv[1:] = [{str(tmp_path)!r}]
runpy.run_module("rulebook.cli.manual", run_name="__main__")
import rulebook.shipping
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "man" / "man1" / "rulebook.1").is_file()


def _name(requirement: str) -> str:
    """Return the name of the distribution that ``requirement`` asks for."""
    return re.split(r"[^A-Za-z0-9_.-]", requirement)[0].lower()


def _build_wheel(folder: Path, seed: str, *options: str) -> Path:
    """Build the wheel in ``folder`` without downloads and return it."""
    build = [sys.executable, "-m", "build", "--no-isolation", *options, "--outdir", str(folder)]
    environment = {**os.environ, "PIP_NO_INDEX": "1", "PYTHONHASHSEED": seed}
    subprocess.run(
        [*build, str(ROOT)], check=True, capture_output=True, timeout=300, env=environment
    )
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.mark.slow
@pytest.mark.wheel
def test_wheel_answers_a_question_and_builds_the_site(tmp_path: Path) -> None:
    # Wheels from the archive and the checkout are equal, so a published wheel can be verified.
    wheel = _build_wheel(tmp_path / "archive", "1")
    again = _build_wheel(tmp_path / "checkout", "2", "--wheel")
    assert wheel.read_bytes() == again.read_bytes()
    home = tmp_path / "venv"
    venv.create(home)
    # Our pip fills it: installing pip there would take longer than all the rest.
    pip = [sys.executable, "-m", "pip", "--python", str(home / "bin" / "python")]
    install = [*pip, "install", "--quiet", "--no-compile", str(wheel)]
    subprocess.run(install, check=True, capture_output=True, timeout=300)
    folders = {f"RULEBOOK_{name.upper()}": str(tmp_path / name) for name in ("cache", "data")}
    environment = {"PATH": os.environ["PATH"], **folders}  # no rulings of the user
    asked = subprocess.run(
        [
            str(home / "bin" / "rulebook"),
            "ask",
            "-g",
            "ws",
            "--json",
            "山札がなくなったらどうなる？",
        ],
        check=True,
        capture_output=True,
        cwd=tmp_path,
        env=environment,
        timeout=60,
    )
    card = [str(home / "bin" / "rulebook"), "annotate", "-g", "ws", "あなたは1枚引く。"]
    subprocess.run(card, check=True, capture_output=True, cwd=tmp_path, env=environment, timeout=60)
    # The wheel contains all tables that a question and a card need.
    assert not (tmp_path / "cache").exists()
    # The manual page and the completions are in the standard folders.
    share = home / "share"
    assert "rulebook ask" in (share / "man" / "man1" / "rulebook.1").read_text(encoding="utf-8")
    for completion in (
        "bash-completion/completions/rulebook",
        "zsh/site-functions/_rulebook",
        "fish/vendor_completions.d/rulebook.fish",
    ):
        assert "_RULEBOOK_COMPLETE" in (share / completion).read_text(encoding="utf-8")
    build_site = [str(home / "bin" / "rulebook"), "site", "build", str(tmp_path / "public")]
    subprocess.run(build_site, check=True, capture_output=True, env=environment, timeout=120)
    assert (tmp_path / "public" / "weiss-schwarz" / "9.2.2.html").is_file()
    numbers = [answer["number"] for answer in json.loads(asked.stdout)["answers"]]
    assert "9.2.2" in numbers[:5]
    top = {path.name for path in home.glob("lib/python*/site-packages/*")}
    assert not top & {"corpus", "grammar", "site", "tests"}
