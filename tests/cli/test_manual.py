"""The manual page and the shell completions cover every command."""

from __future__ import annotations

import shutil
import subprocess

import click
import pytest

from rulebook.cli.main import COMMANDS, cli
from rulebook.cli.manual import manual_page, plain, shared_files


def test_page_has_every_command_and_option() -> None:
    page = manual_page()
    context = click.Context(cli, info_name="rulebook")
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        section = page.partition(f'.SS "rulebook {name}"')[2]
        assert section
        for option in command.params:
            if isinstance(option, click.Option):
                assert option.opts[-1].replace("-", "\\-") in section, (name, option.opts)


@pytest.mark.skipif(shutil.which("groff") is None, reason="no groff here")
def test_groff_accepts_the_page() -> None:
    command = ["groff", "-man", "-Tutf8", "-K", "utf-8", "-ww"]
    done = subprocess.run(command, input=manual_page().encode(), capture_output=True, check=True)
    assert done.stderr == b""
    assert "山札がなくなったらどうなる？" in done.stdout.decode()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shell_accepts_its_script(shell: str) -> None:
    script = next(content for path, content in shared_files() if path.startswith(shell))
    assert f"_RULEBOOK_COMPLETE={shell}_complete" in script
    if program := shutil.which(shell):
        done = subprocess.run([program, "-n"], input=script.encode(), capture_output=True)
        assert (done.returncode, done.stderr) == (0, b"")


def test_shared_files_have_standard_paths() -> None:
    assert [path for path, _ in shared_files()] == [
        "man/man1/rulebook.1",
        "bash-completion/completions/rulebook",
        "zsh/site-functions/_rulebook",
        "fish/vendor_completions.d/rulebook.fish",
    ]


def test_text_is_escaped_for_groff() -> None:
    assert plain(".SH a-b\\c") == "\\&.SH a\\-b\\ec"
