"""What to do next with a game that was just made: what was found, and which tables would help."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.clauses.model import Clause
from rulebook.clauses.sentences import ends_sentence
from rulebook.links.concepts import load_concept_rules
from rulebook.links.linker import link_game
from rulebook.links.model import TermKind

Say = Callable[..., str]  # a function that renders a form, with values in its fields, in a language

_SHOWN = 10  # Entries of a list; the rest is only counted
_QUESTIONS = 5
_LONGEST_HEADING = 30
_JAPANESE = re.compile("[ぁ-んァ-ヶ]")
# The tables that improve the answers of a new game most.
_TABLES = {
    "concepts.toml": "- {file}: confirm {count} guesses; only then can answers be “sure”",
    "players.toml": "- {file}: players' words for clauses, as they ask for them; none so far",
    "terms.toml": "- {file}: terms that were missed, or that are not terms; {count} were found",
    "english.toml": "- {file}: English names; {count} terms have none",
}
# What players ask about first.
_ASKED = (TermKind.ZONE, TermKind.PHASE, TermKind.KEYWORD, TermKind.ACTION, TermKind.STATE)


def guide_lines(corpus: Corpus, game: Game, say: Say) -> Iterator[str]:
    """Yield the guide to a new game in Markdown, rendered by ``say``: what its author does next."""
    linked, rules, name = link_game(corpus, game), load_concept_rules(corpus, game)[0], game.alias
    yield from ("", say("## What to do next"), "")
    what = "Each step has a command. Run rulebook check {name} after each change."
    yield say(what, name=name)
    words = [term.word for term in linked.terms]
    title = say("### Terms: {count}", count=len(words))
    yield from _section(title, words, f'rulebook term -g {name} "{{}}"', say)
    headings = [f"{c.number} {c.title}" for c in linked.book.clauses if _is_doubtful(c)]
    title = say("### Doubtful headings: {count}", count=len(headings))
    yield from _section(title, headings, f"rulebook show {name} {{}}", say)
    yield from ("", say("### Guessed concepts: {count}", count=len(rules)), "")
    if rules:
        yield say("The word is the same as in another game. Compare: rulebook compare CONCEPT.")
        what = "Copy the correct guesses into {path}; the others are dropped."
        yield say(what, path=f"{game.id}/concepts.toml")
        yield from ("", "```toml", f'edition = "{game.edition.name}"')
        for id, rule in rules.items():
            word = json.dumps(rule.word, ensure_ascii=False)  # a string of TOML as well
            yield from ("", f"[{id}]", f'clause = "{rule.clause}"', f"word = {word}")
            if rule.also:
                yield f"also = {json.dumps(rule.also)}"
        yield "```"
    yield from ("", say("### Questions to try"), "")
    asked = [term.word for kind in _ASKED for term in linked.terms if term.kind == kind]
    named = [*dict.fromkeys((*(rule.word for rule in rules.values()), *asked))]
    # In Japanese if the first clauses have kana, else in English.
    japanese = any(_JAPANESE.search(clause.wording) for clause in linked.book.clauses[:_SHOWN])
    for word in named[:_QUESTIONS]:
        question = f"{word}とは" if japanese else f"what is {word.lower()}?"
        yield f'- rulebook ask -g {name} "{question}"'
    yield from ("", say("### Tables that help most"), "")
    unnamed = sum(not term.english for term in linked.terms)
    counts = {"concepts.toml": len(rules), "terms.toml": len(words), "english.toml": unnamed}
    for file, form in _TABLES.items():
        said = say(form, file=f"{game.id}/{file}", count=counts.get(file))
        yield f"{said}: rulebook check {name}"


def _section(title: str, entries: Sequence[str], command: str, say: Say) -> Iterator[str]:
    """Yield a section of a new game's report: the first ``entries`` (numbers, maybe with a heading,
    or terms), each with the command that checks it, and how many more there are."""
    yield from ("", title, "")
    for entry in entries[:_SHOWN]:
        # ``show`` takes the number without its heading; a term may have spaces.
        argument = entry.split(" ")[0] if "show" in command else entry
        yield f"- {entry}: {command.format(argument)}"
    if len(entries) > _SHOWN:
        yield say("- and {count} more", count=len(entries) - _SHOWN)


def _is_doubtful(clause: Clause) -> bool:
    """Whether the heading of ``clause`` may be a sentence or part of one, for a person to check: it
    is long, ends like a sentence, or has nothing below it. A heading with text but no clauses below
    it is doubtful only at a deep level (1.2.3): chapters and sections often have this form."""
    title = clause.title
    if title is None:
        return False
    may_be_text = not clause.children and (not clause.blocks or clause.depth > 2)
    return may_be_text or ends_sentence(title) or len(title) > _LONGEST_HEADING
