"""The answers to a question as values, for the terminal, JSON output and other programs."""

from __future__ import annotations

from rulebook.clauses.game import Game
from rulebook.records import NamedTuple
from rulebook.rulings.model import Ruling
from rulebook.search.analysis import common_spans, token_texts
from rulebook.search.asking.confidence import Certainty
from rulebook.search.question import Question
from rulebook.search.tables.snippets import Snippet
from rulebook.text.normal import normalise
from rulebook.text.spans import Span


class Answer(NamedTuple):
    """A clause that answers: its place in the rules, its score, and why it was chosen. ``sentence``
    is the span of ``text`` that states the rule. ``elsewhere`` has other games: alias, word,
    number."""

    game: Game
    clause: Snippet
    path: tuple[Snippet, ...]
    children: tuple[Snippet, ...]
    score: int
    why: tuple[str, ...]
    sentence: Span
    elsewhere: tuple[tuple[str, str, str], ...] = ()

    @property
    def text(self) -> str:
        """The text of the clause. A bare heading has none: its title is shown instead, if any."""
        return self.clause.text or self.clause.title or ""


class Answers(NamedTuple):
    """The answers to one question, and the game it was asked or guessed to be about."""

    question: Question
    game: Game | None
    guessed: bool
    found: tuple[Answer, ...]
    is_card_text: bool = False
    confidence: Certainty = Certainty.SURE
    """How sure it is that the first answer is right; a clause looked up by its number always is."""
    left_out: int = 0  # The number of further clauses that share words with the question
    rulings: tuple[Ruling, ...] = ()
    """Rulings on such questions, in addition to the clauses; they do not affect their order."""

    def said_in(self, text: str) -> list[Span]:
        """Return the spans of words of the question in the printed ``text``, including single kanji
        and katakana. They are highlighted, so a reader sees why the text was found."""
        asked = frozenset(token_texts(self.question.text, single_characters=True))
        return common_spans(normalise(text), asked)
