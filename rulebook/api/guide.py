"""What to do next with a game that was just made: what was found, and which tables would help."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.clauses.model import Clause, Rulebook
from rulebook.clauses.sentences import ends_sentence
from rulebook.links.concepts import ConceptRule, load_concept_rules
from rulebook.links.linker import link_game
from rulebook.links.model import Term, TermKind
from rulebook.records import dataclass

Say = Callable[..., str]
"""What says a form, with values in its gaps, in a language."""

_SHOWN = 10
_QUESTIONS = 5
_LONGEST_HEADING = 30
_JAPANESE = re.compile("[ぁ-んァ-ヶ]")
# What players ask about first.
_ASKED = (TermKind.ZONE, TermKind.PHASE, TermKind.KEYWORD, TermKind.ACTION, TermKind.STATE)


@dataclass(frozen=True, slots=True)
class _Guide:
    """What was found in the document of a new game: ``rules`` are those of concepts, guessed."""

    game: Game
    terms: tuple[Term, ...]
    doubtful: tuple[Clause, ...]
    rules: Mapping[str, ConceptRule]
    questions: tuple[str, ...]

    def lines(self, say: Say) -> Iterator[str]:
        """Yield the guide in Markdown, in the language of ``say``."""
        name = self.game.alias
        yield from ("", say("## What to do next"), "")
        yield say(
            "Each step has a command. Run rulebook check {name} after each change.", name=name
        )
        words = [term.word for term in self.terms]
        yield from _section(
            say("### Terms: {count}", count=len(words)),
            words,
            f'rulebook term -g {name} "{{}}"',
            say,
        )
        headings = [f"{clause.number} {clause.title}" for clause in self.doubtful]
        yield from _section(
            say("### Doubtful headings: {count}", count=len(headings)),
            headings,
            f"rulebook show {name} {{}}",
            say,
        )
        yield from self._guess_lines(say)
        yield from ("", say("### Questions to try"), "")
        yield from (f'- rulebook ask -g {name} "{question}"' for question in self.questions)
        yield from self._table_lines(say)

    def _guess_lines(self, say: Say) -> Iterator[str]:
        """Yield the guessed concept rules as TOML, for the author to copy those that are right."""
        yield from ("", say("### Guessed concepts: {count}", count=len(self.rules)), "")
        if not self.rules:
            return
        path = f"{self.game.id}/concepts.toml"
        yield say("The word is the same as in another game. Compare: rulebook compare CONCEPT.")
        yield say(
            "Copy what is right into {path}; a guess that is not there is dropped.", path=path
        )
        yield from ("", "```toml", f'edition = "{self.game.edition.name}"')
        for name, rule in self.rules.items():
            yield from (
                "",
                f"[{name}]",
                f'clause = "{rule.clause}"',
                f"word = {_quoted(rule.word)}",
            )
            if rule.also:
                yield f"also = {json.dumps(rule.also)}"
        yield "```"

    def _table_lines(self, say: Say) -> Iterator[str]:
        """Yield the tables that improve answers of a new game most, with the number of entries."""
        unnamed = sum(not term.english for term in self.terms)
        yield from ("", say("### Tables that help most"), "")
        for form, file, value in (
            (
                "- {file}: confirm {count} guesses; then answers may be sure",
                "concepts.toml",
                len(self.rules),
            ),
            (
                "- {file}: words of players for clauses, as they ask; none so far",
                "players.toml",
                None,
            ),
            (
                "- {file}: terms that were missed or are none; {count} were found",
                "terms.toml",
                len(self.terms),
            ),
            ("- {file}: English names; {count} terms have none", "english.toml", unnamed),
        ):
            what = say(form, file=f"{self.game.id}/{file}", count=value)
            yield f"{what}: rulebook check {self.game.alias}"


def _section(title: str, entries: Sequence[str], command: str, say: Say) -> Iterator[str]:
    """Yield a section of the guide: the first entries with a command for each, others counted."""
    yield from ("", title, "")
    for entry in entries[:_SHOWN]:
        argument = entry.split(" ")[0] if "show" in command else entry
        yield f"- {entry}: {command.format(argument)}"
    if len(entries) > _SHOWN:
        yield say("- and {count} more", count=len(entries) - _SHOWN)


def guide_lines(corpus: Corpus, game: Game, say: Say) -> Iterator[str]:
    """Yield the guide to a new game in Markdown: what its author should check and add next."""
    linked = link_game(corpus, game)
    rules = load_concept_rules(corpus, game)[0]
    guide = _Guide(
        game=game,
        terms=linked.terms,
        doubtful=tuple(clause for clause in linked.book.clauses if _is_doubtful(clause)),
        rules=rules,
        questions=tuple(_questions(linked.book, linked.terms, rules)),
    )
    yield from guide.lines(say)


def _is_doubtful(clause: Clause) -> bool:
    """Whether the heading of ``clause`` may be a sentence or part of one, to be checked."""
    title = clause.title
    if title is None:
        return False
    is_bare = not clause.blocks and not clause.children
    is_deep = len(clause.parts) > 2 and not clause.children
    return ends_sentence(title) or len(title) > _LONGEST_HEADING or is_bare or is_deep


def _questions(
    book: Rulebook, terms: Sequence[Term], rules: Mapping[str, ConceptRule]
) -> Iterator[str]:
    """Yield questions about words of the game in its language, to try the search with."""
    asked = sorted(
        (term for term in terms if term.kind in _ASKED), key=lambda term: _ASKED.index(term.kind)
    )
    words = [rule.word for rule in rules.values()] + [term.word for term in asked]
    japanese = any(_JAPANESE.search(clause.wording) for clause in book.clauses[:_SHOWN])
    form = "{}とは" if japanese else "what is {}?"
    for word in [*dict.fromkeys(words)][:_QUESTIONS]:
        yield form.format(word if japanese else word.lower())


def _quoted(word: str) -> str:
    """Return ``word`` as a string of TOML, of which that of JSON is one."""
    return json.dumps(word, ensure_ascii=False)
