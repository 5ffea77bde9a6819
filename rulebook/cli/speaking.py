"""Commands whose help, and whose errors of use, are in the language of the user."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NoReturn

import click
from click.core import augment_usage_errors

from rulebook.cli.language import help_in_language, is_japanese
from rulebook.text.width import columns


class JapaneseFormatter(click.HelpFormatter):
    """Writes help in Japanese: lines are wrapped by display width."""

    def write_text(self, text: str) -> None:
        """Write paragraphs wrapped by display width: click would count characters."""
        from rulebook.text.wrapping import wrapped

        indent = " " * self.current_indent
        paragraphs = ("\n".join(wrapped(indent + each, self.width)) for each in text.split("\n\n"))
        self.write("\n\n".join(paragraphs) + "\n")

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write names with their meanings in two columns, measured by display width. Click counts
        characters, so Japanese, which is twice as wide, would run over the line."""
        from rulebook.text.wrapping import wrapped

        rows = list(rows)
        names = [min(columns(name), col_max) for name, _ in rows]
        start = self.current_indent + max(names, default=0) + col_spacing
        for name, meaning in rows:
            head = " " * self.current_indent + name
            lines = list(wrapped(meaning, max(10, self.width - start)))
            if columns(head) + col_spacing > start:
                self.write(f"{head}\n")
                head = ""
            self.write(f"{head}{' ' * (start - columns(head))}{lines[0]}\n")
            self.buffer.extend(f"{' ' * start}{line}\n" for line in lines[1:])


class SpeakingContext(click.Context):
    """A context that formats help for its language."""

    def make_formatter(self) -> click.HelpFormatter:
        """Return the formatter of help: for Japanese one that breaks lines without spaces."""
        if not is_japanese():
            return super().make_formatter()
        return JapaneseFormatter(width=self.terminal_width, max_width=self.max_content_width)


class SpeakingCommand(click.Command):
    """A command with its help in the language of the user."""

    context_class = SpeakingContext
    # Made here, because its help differs by language.
    _own_help: click.Option | None = None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the arguments; errors in them show the usage of this command, not of its group."""
        with augment_usage_errors(ctx):
            return super().parse_args(ctx, args)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help of the command, translated meanwhile: click reads it from the command."""
        with _help_translated(self):
            super().format_help_text(ctx, formatter)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, and the commands of a group, translated meanwhile as well."""
        with _help_translated(self):
            super().format_options(ctx, formatter)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option that shows the help, made here to be in the language of the user."""
        if self._own_help is None:
            self._own_help = click.Option(
                sorted(self.get_help_option_names(ctx)),
                is_flag=True,
                expose_value=False,
                is_eager=True,
                callback=_show_help,
                help="Show this message and exit.",
            )
        translated = _translated_parameter(self._own_help) if is_japanese() else self._own_help
        return translated if isinstance(translated, click.Option) else self._own_help

    def get_short_help_str(self, limit: int = 45) -> str:
        """Return the first paragraph of the help. Click would cut Japanese at an English full
        stop."""
        if not is_japanese() or not self.help:
            return super().get_short_help_str(limit)
        return help_in_language(self.help).split("\n\n")[0]


def _show_help(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    """Print the help for ``--help`` and exit, as the callback of click's own option does."""
    if value and not ctx.resilient_parsing:
        click.echo(ctx.get_help(), color=ctx.color)
        ctx.exit()


@contextmanager
def _help_translated(command: click.Command) -> Iterator[None]:
    """Give ``command`` its translated help inside the block, and the original help after it. The
    original is the key by which the translation is looked up."""
    if not is_japanese():
        yield
        return
    had = command.help, command.params
    command.help = help_in_language(command.help or "")
    command.params = [_translated_parameter(param) for param in command.params]
    try:
        yield
    finally:
        command.help, command.params = had


def _translated_parameter(param: click.Parameter) -> click.Parameter:
    """Return a copy of an option with its help translated: the original stays in English."""
    if not isinstance(param, click.Option) or not param.help:
        return param
    from copy import copy

    translated = copy(param)
    translated.help = help_in_language(" ".join(param.help.split()))
    return translated


def leave_wrong_use(error: click.UsageError) -> NoReturn:
    """Print an error of use with the usage of its command, and exit with its code. The context is
    entered again, since the language of the message is kept in it."""
    with error.ctx or click.Context(click.Command(None)):
        error.show()
    raise click.exceptions.Exit(error.exit_code) from error
