"""One call of the program: the folders and files that it names, and the rules opened for it."""

from __future__ import annotations

import sys
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulebook.cli.language import translated
from rulebook.cli.streams import Screen, open_screen
from rulebook.errors import RulebookError, UnknownGame
from rulebook.records import dataclass

if TYPE_CHECKING:
    from rulebook import Rules
    from rulebook.preferences import Preferences


@dataclass()
class Call:
    """The options of the whole call; rules, preferences and screen are opened on first use."""

    corpus_folder: Path | None
    rulings: tuple[Path, ...] = ()
    links: str = ""
    pager: bool = True

    @cached_property
    def rules(self) -> Rules:
        """The rules, opened when first needed, so ``--help`` and usage errors are fast."""
        from rulebook import open_rules

        say = _report_slow_work if sys.stderr.isatty() else None
        return open_rules(self.corpus_folder, say=say, rulings=self.rulings)

    @cached_property
    def preferences(self) -> Preferences:
        """The settings of the user, opened when first needed: few commands read their file."""
        from rulebook.preferences import Preferences

        return Preferences()

    @cached_property
    def screen(self) -> Screen:
        """The screen on which a command prints for people, opened once for its width and pager.
        Clause numbers link to the site of ``--links`` or the settings, read only on a terminal."""
        return open_screen(lambda: self.links or self.preferences.site, pager=self.pager)

    def is_game(self, name: str) -> bool:
        """Whether ``name`` names a game, perhaps with faulty files: the command reports these."""
        if any(map(str.isspace, name.partition("@")[2])):
            return False  # no edition has such a name: “ws@1.109 9” is a game and a number
        rules = self.rules  # which raises without a corpus, whatever the name
        try:
            rules.game(name)
        except RulebookError as error:
            return not isinstance(error, UnknownGame)
        return True


def _report_slow_work(what: str) -> None:
    """Report that slow work (``what``) begins, on standard error, which programs do not read."""
    click.echo(click.style(f"{translated(what)} …", dim=True), err=True)


def call_of(ctx: click.Context) -> Call:
    """Return the call of ``ctx``, made here if ``cli`` does not run: a shell completes a line."""
    root = ctx.find_root()
    if root.obj is None:
        root.obj = Call(root.params.get("corpus_folder"), root.params.get("rulings") or ())
    call: Call = root.obj
    return call
