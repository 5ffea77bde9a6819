"""Answers as values: what a question is answered with, for the terminal, JSON and programs."""

from __future__ import annotations

from typing import NamedTuple

from rulebook.clauses.game import Game
from rulebook.search.question import Question
from rulebook.search.snippets import Snippet


class Answer(NamedTuple):
    """A clause that answers: its place in the rules, its score, and why it was chosen.

    ``elsewhere`` is the same rule in the other games: alias, their word, clause number.
    """

    game: Game
    clause: Snippet
    path: tuple[Snippet, ...]
    children: tuple[Snippet, ...]
    score: int
    why: tuple[str, ...]
    elsewhere: tuple[tuple[str, str, str], ...] = ()


class Answers(NamedTuple):
    """The answers to one question, and the game it was asked or guessed to be about."""

    question: Question
    game: Game | None
    guessed: bool
    found: tuple[Answer, ...]
    is_card_text: bool = False
