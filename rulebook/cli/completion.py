"""Completion in a shell: games and their editions, clause numbers, terms, concepts. Nothing here
may print or fail, since the command itself reports errors."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import wraps
from typing import TYPE_CHECKING

import click

from rulebook.cli.call import call_of
from rulebook.errors import RulebookError
from rulebook.messages import Message
from rulebook.text.normal import fold

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

# The variables in which a shell passes what is typed.
_TYPED = {"COMP_WORDS", "COMP_CWORD"}
# A shell shows no more.
_MOST = 300
Offers = Iterator[tuple[str, str]]
Complete = Callable[[click.Context, click.Parameter, str], "list[CompletionItem]"]


def _completing(offers: Callable[[click.Context, str], Offers]) -> Complete:
    """Return the callback by which click completes words from ``offers``. Errors of the rules give
    no offers, because a message would be printed into the line that the user types."""

    @wraps(offers)
    def complete(
        ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """Return offers that begin with the typed word, folded, as many as a shell shows."""
        from click.shell_completion import CompletionItem

        typed = fold(incomplete)
        try:
            offered = list(offers(ctx, incomplete))
        except RulebookError:
            return []
        found = {word: help for word, help in offered if fold(word).startswith(typed)}
        return [CompletionItem(word, help=help) for word, help in list(found.items())[:_MOST]]

    return complete


def _game_offers(ctx: click.Context, incomplete: str) -> Offers:
    """Yield alias and id of each game for a shell to complete, after an “@” with its editions."""
    rules = call_of(ctx).rules
    name, at, _ = incomplete.partition("@")
    for game in rules.editions(name) if at else rules.games:
        for known in (game.alias, game.id):
            yield (f"{known}@{game.edition.name}" if at else known), game.title


def _leading_game_offers(ctx: click.Context, incomplete: str) -> Offers:
    """Yield the games if no word precedes the typed one: only a first argument may be a game."""
    typed = [value for value in ctx.params.values() if isinstance(value, tuple) and value]
    return _game_offers(ctx, incomplete) if not typed else iter(())


@_completing
def complete_number(ctx: click.Context, incomplete: str) -> Offers:
    """Yield the clause numbers of the game that was typed, and games: one may precede a number."""
    if game := ctx.params.get("game_name"):
        for clause in call_of(ctx).rules.book(game).clauses:
            yield clause.number, clause.heading()
    yield from _leading_game_offers(ctx, incomplete)


@_completing
def complete_term(ctx: click.Context, incomplete: str) -> Offers:
    """Yield terms with their clauses, and games while the word is ASCII, as their names are."""
    rules = call_of(ctx).rules
    yield from _leading_game_offers(ctx, incomplete) if incomplete.isascii() else ()
    game = ctx.params.get("game_name")
    for name in [game] if game else [each.key for each in rules.games]:
        for term in rules.linked(name).terms:
            yield term.word, term.clause


@_completing
def complete_concept(ctx: click.Context, incomplete: str) -> Offers:
    """Yield concepts by their ids and by their Japanese names, since the command takes both."""
    from rulebook import all_concepts

    for concept in all_concepts(call_of(ctx).rules):
        yield concept.id, concept.ja
        yield concept.ja, concept.en


def check_completion(command: click.Command, variable: str) -> None:
    """Raise :class:`RulebookError` for an unknown shell or request (in ``variable``) or missing
    ``COMP_WORDS``, where click would fail without a message. Typed words that are not UTF-8 get
    replacement characters, because click would fail to print them."""
    from click.shell_completion import get_completion_class

    for name in _TYPED & os.environ.keys():
        os.environ[name] = os.environ[name].encode(errors="replace").decode()
    asked = os.environ[variable]
    shell, _, what = asked.partition("_")
    kind = get_completion_class(shell)
    if kind is None or what not in ("source", "complete"):
        what = "{variable}={asked!r} is not a known request"
        hint = "Write {variable}=bash_source, zsh_source or fish_source."
        hint = Message(hint, variable=variable)
        raise RulebookError(what, variable=variable, asked=asked, hint=hint)
    try:
        if what == "complete":
            kind(command, {}, "", variable).get_completion_args()
    except (KeyError, ValueError, IndexError) as error:
        what = "COMP_WORDS and COMP_CWORD are missing or invalid"
        hint = "The shell sets them; {variable}={shell}_source prints its completion script."
        raise RulebookError(what, hint=Message(hint, variable=variable, shell=shell)) from error


complete_game = _completing(_game_offers)
