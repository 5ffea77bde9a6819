"""Load concepts, which games share under several names, with the clause that governs each concept
in a game (``concepts.toml``); and words of questions: situations, topics that no rules answer,
small talk, synonyms, and players' phrases (``players.toml``)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from rulebook.clauses.corpus import Corpus, stored
from rulebook.clauses.findings import Finding, Findings
from rulebook.clauses.game import Game
from rulebook.clauses.model import Clause, Rulebook
from rulebook.clauses.numbered_tables import load_numbered_table
from rulebook.errors import CorpusError, Fault, UnknownConcept, require_text
from rulebook.grouping import grouped
from rulebook.links.furigana import Furigana, load_furigana
from rulebook.links.model import Term
from rulebook.links.terms import extract_terms, load_term_table
from rulebook.messages import Message
from rulebook.records import NamedTuple, dataclass, field
from rulebook.text.normal import fold
from rulebook.toml_files.kinds import ClauseNumber, ConceptKind, EditionName, Name
from rulebook.toml_files.loader import KeyLines, load_if_there, refuse_unknown

if TYPE_CHECKING:
    from rulebook.toml_files.spans import KeyPath

_HINT = "See CONTRIBUTING.md, “Add a concept”."
_MOST_BELOW = 4  # How many clauses below a heading answer too


@dataclass(frozen=True, slots=True)
class ConceptRule:
    """A concept in one game: the governing and other answering clauses, and the game's words."""

    clause: ClauseNumber
    word: Name
    words: tuple[Name, ...] = ()
    also: tuple[ClauseNumber, ...] = ()
    players: tuple[Name, ...] = ()
    guessed: bool = False  # Whether the rule was guessed from equal words, not written by a person


@dataclass(frozen=True, slots=True)
class Concept:
    """A notion of card games: its labels, players' words for it, and its rule in each game."""

    id: str
    kind: str
    ja: str
    en: str
    players: tuple[str, ...]
    rules: Mapping[str, ConceptRule]

    def names(self, game: str | None = None) -> Iterator[str]:
        """Yield every name of the concept: labels, rule words, players' words. With ``game`` (an
        id), players' words of other games are left out: they may mean something else there."""
        yield from (self.ja, self.en, *self.players)
        for game_id, rule in self.rules.items():
            yield from (rule.word, *rule.words)
            if game is None or game == game_id:
                yield from rule.players


@dataclass(frozen=True, slots=True, eq=False)
class Concepts:
    """The concepts of a corpus, by id."""

    by_id: Mapping[str, Concept]
    furigana: Furigana

    def find(self, name: str) -> tuple[Concept, ...]:
        """Return all concepts that ``name`` may mean (“cost” has several meanings): an id, label,
        rule word or players' word, also romaji. Raises :class:`UnknownConcept` with near names."""
        from difflib import get_close_matches  # slow, and not needed to answer questions

        require_text("the name of a concept", name)
        wanted = fold(name).strip()
        if wanted in self.by_id:
            return (self.by_id[wanted],)
        every = self.by_id.values()
        named = grouped((name, c) for c in every for name in dict.fromkeys(map(fold, c.names())))
        for known in (wanted, *self.furigana.in_romaji(wanted, named)):
            if known in named:
                return tuple(named[known])
        inside = [known for known in named if wanted and (wanted in known or known in wanted)]
        near = get_close_matches(wanted, named, n=3, cutoff=0.5) or inside[:3]
        raise UnknownConcept(name, near)


@dataclass(frozen=True, slots=True)
class _SharedConcept:
    """An entry of ``corpus/concepts.toml``; ``kind`` names a page of the site."""

    kind: ConceptKind
    ja: Name
    en: Name
    players: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class _SharedConceptsFile:
    """``corpus/concepts.toml``: the concepts by id."""

    rest: Mapping[str, _SharedConcept]


@dataclass(frozen=True, slots=True)
class ConceptRulesFile:
    """``concepts.toml`` of a game: what governs each concept that its rules know."""

    edition: EditionName
    rest: Mapping[str, ConceptRule]


def load_concepts(corpus: Corpus, *at: Game) -> Concepts:
    """Return the concepts of ``corpus`` (what games share: discard pile), to compare games and to
    find clauses by words of another game. Each has its rule (the governing clause) in every game,
    at the edition given in ``at``, else the current one. A game with a faulty table is left out;
    :class:`CorpusError` is raised if the table of concepts that all games share is malformed."""
    games = {**corpus.games, **{game.id: game for game in at}}
    return _load_concepts(corpus, tuple(games.values()))


@stored
def _load_concepts(corpus: Corpus, games: tuple[Game, ...]) -> Concepts:
    """Return the concepts with the rules of ``games``, made once. A game with a faulty table is
    left out, so that the others can be asked; a question on that game itself raises the fault."""
    shared = _load_shared(corpus)
    rules: dict[str, dict[str, ConceptRule]] = {name: {} for name in shared}
    for game in games:
        with suppress(CorpusError):
            for name, rule in load_concept_rules(corpus, game)[0].items():
                rules[name][game.id] = rule
    every = [Concept(n, e.kind, e.ja, e.en, e.players, rules[n]) for n, e in shared.items()]
    return Concepts({concept.id: concept for concept in every}, load_furigana(corpus))


@stored
def _load_shared(corpus: Corpus) -> Mapping[str, _SharedConcept]:
    """Return the concepts of ``concepts.toml`` that all games share, by id, or none without the
    file. The result is stored, since the tables of all games are checked against it."""
    file = load_if_there(corpus.folder / "concepts.toml", _SharedConceptsFile, hint=_HINT)
    return file.rest if file else {}


@stored
def load_concept_rules(corpus: Corpus, game: Game) -> tuple[Mapping[str, ConceptRule], Findings]:
    """Return the rules of ``game`` by concept id, and findings on stale numbers. Without a table,
    rules are guessed, so a new game can be asked at once; a table of another edition is
    reported instead. Raises :class:`CorpusError` for a malformed table or an unknown concept."""
    book = corpus.read(game)
    file, stale = load_numbered_table(book, "concepts.toml", ConceptRulesFile, hint=_HINT)
    if file is None:
        return (_guessed_rules(corpus, book) if is_unprepared(game) else {}), stale
    check_concepts(corpus, game.table("concepts.toml"), [((name,), name) for name in file.rest])
    return file.rest, stale


def check_concepts(corpus: Corpus, path: Path, named: Iterable[tuple[KeyPath, str]]) -> None:
    """Raise :class:`CorpusError` if ``concepts.toml`` of ``corpus`` lacks one of ``named``, the
    concepts in the table at ``path`` with their keys: a misspelt concept would link nothing."""
    shared = corpus.folder / "concepts.toml"
    refuse_unknown(path, named, shared, _load_shared(corpus), hint=_HINT)


def is_unprepared(game: Game) -> bool:
    """Whether ``game`` has no ``concepts.toml``: its concepts are guessed, so no answer is sure."""
    return not game.table("concepts.toml").exists()


def _guessed_rules(corpus: Corpus, book: Rulebook) -> Mapping[str, ConceptRule]:
    """Return rules for the concepts that ``book``, of a game without ``concepts.toml``, has as
    headings or terms, so that questions on it can be answered. A heading or term is a concept if it
    is a label, a rule word of games with the table, or a players' word for it (keywords excepted,
    which differ by game)."""
    shared = _load_shared(corpus)
    prepared = [game for game in corpus.games.values() if not is_unprepared(game)]
    others = [load_concept_rules(corpus, game)[0] for game in prepared]
    labels = {name: (entry.ja, entry.en) for name, entry in shared.items()}
    words = {}
    for name in shared:  # a new game may call a concept as prepared games do
        rules_there = [rules[name] for rules in others if name in rules]
        words[name] = tuple(word for r in rules_there for word in (r.word, *r.words))
    # What players call a keyword says little about a keyword of another game.
    players = {name: entry.players for name, entry in shared.items() if entry.kind != "keyword"}
    terms = extract_terms(book, load_term_table(book)[0])
    found = guessed_clauses(book, terms, (labels, words, players))
    rules = {}
    for name, (word, heading) in found.items():
        # A bare heading states nothing itself; then the first clause below it governs the concept,
        # and the next few support it (``also``), as they are on the same subject.
        below = [child for child in book.children(heading) if child.text]
        first = heading if heading.text or not below else below[0]
        also = tuple(child.number for child in below[:_MOST_BELOW] if child is not first)
        rules[name] = ConceptRule(first.number, word, also=also, guessed=True)
    return rules


def guessed_clauses(
    book: Rulebook, terms: Sequence[Term], tiers: Sequence[Mapping[str, Sequence[str]]]
) -> dict[str, tuple[str, Clause]]:
    """Return by id the word and clause of each concept that ``book`` seems to have, so that it can
    be asked before it has a table. ``tiers`` are words by concept, the best evidence first. A word
    of several concepts, or used before, is skipped, because a wrong guess is worse than none."""
    # A heading comes before a term of the same form, since the clauses below it answer too.
    written: dict[str, tuple[str, Clause]] = {}
    for clause in book.clauses:
        for word in (clause.title or "").split("/"):
            if word:
                written.setdefault(_compared_form(word), (word, clause))
    for term in terms:
        for word in (term.word, *term.spellings):
            written.setdefault(_compared_form(word), (word, book.by_number[term.clause]))
    found: dict[str, tuple[str, Clause]] = {}
    taken: set[str] = set()
    for tier in tiers:
        pairs = ((word, concept) for concept, words in tier.items() for word in words)
        called = grouped((_compared_form(word), concept) for word, concept in pairs)
        for word, concepts in called.items():
            concept, *others = {*concepts}
            is_safe = not others and word not in taken and word in written
            if is_safe and concept not in found:
                found[concept] = written[word]
                taken.add(word)
    return found


def _compared_form(word: str) -> str:
    """Return ``word`` as it is compared: folded and, if English, without a plural “s”, since a
    heading may be “Zones” where other games say “zone”. Short words (“its”) keep it."""
    flat = fold(word).strip()
    return flat.removesuffix("s") if flat.isascii() and len(flat) > len("its") else flat


# ---- Words of questions: situations, topics that no rules answer, synonyms, players' phrases

T = TypeVar("T")

_PRINCIPLE_HINT = "See CONTRIBUTING.md, “Add a principle”."


@dataclass(frozen=True, slots=True)
class Situations:
    """``situations.toml`` of a corpus: lists of words, and the lists that each situation needs."""

    words: Mapping[str, tuple[Name, ...]]
    situations: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class PrinciplesFile:
    """``situations.toml`` of a game: the clauses that state the principle of each situation."""

    edition: EditionName
    clauses: Mapping[str, tuple[ClauseNumber, ...]]


def load_principles(
    corpus: Corpus, book: Rulebook
) -> tuple[Mapping[str, tuple[str, ...]], tuple[Finding, ...]]:
    """Return the clauses that state a principle, by situation (one card forbids what another
    allows), to rank them higher, and findings on stale numbers; or raise :class:`CorpusError`."""
    file, stale = load_numbered_table(book, "situations.toml", PrinciplesFile, hint=_PRINCIPLE_HINT)
    if file is None:
        return {}, stale
    path, shared = book.game.table("situations.toml"), corpus.folder / "situations.toml"
    named = ((("clauses", name), name) for name in file.clauses)
    known = load_words(corpus, Situations).situations
    refuse_unknown(path, named, shared, known, hint=_PRINCIPLE_HINT)
    return file.clauses, stale


@dataclass(frozen=True, slots=True)
class Outside:
    """``outside.toml``: words of topics that no rules answer, by topic; and small talk: sentences
    that people put around a question, and phrases that introduce it."""

    topics: Mapping[str, tuple[Name, ...]] = field(default_factory=dict)
    small_talk: tuple[Name, ...] = ()


@dataclass(frozen=True, slots=True)
class OffTopic:
    """``off_topic.toml``: how strongly each token says that no rules answer a question, in quarters
    of log odds. Search adds these weights up to refuse such questions."""

    weights: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Synonym:
    """Words of players, and pieces of rule wording that mean the same: 捨て札 and 控え室."""

    players: tuple[Name, ...]
    rules: tuple[Name, ...]


@dataclass(frozen=True, slots=True)
class Everyday:
    """``everyday.toml``: synonyms of players' words; English words of one meaning each."""

    say: tuple[Synonym, ...] = ()
    english: tuple[tuple[Name, ...], ...] = ()


# For each kind of words: its file in a corpus, the hint in errors, and the value without a file.
_FILES: Mapping[type, tuple[str, str, object]] = {
    Situations: ("situations.toml", _PRINCIPLE_HINT, Situations({}, {})),
    Outside: ("outside.toml", _HINT, Outside()),
    OffTopic: ("off_topic.toml", _HINT, OffTopic({})),
    Everyday: ("everyday.toml", _HINT, Everyday()),
}


def load_words(corpus: Corpus, kind: type[T]) -> T:
    """Return the table ``kind`` (Everyday, Situations) of words by which search reads questions in
    all games, read once; empty without its file. Raises :class:`CorpusError` if it is malformed."""
    name, hint, empty = _FILES[kind]
    return corpus.once(load_if_there, corpus.folder / name, kind, hint=hint) or cast(T, empty)


# ---- Players' phrases: how players speak of a clause

KINDS = ("word", "phrase", "question")
LONGEST_PIECE = 30  # In code points
_CELL = r"[^\t\n]*\S[^\t\n]*"
_LINE = rf"(?:{'|'.join(KINDS)})\t{_CELL}\t{_CELL}"
_LINES = rf"(?:{_LINE}(?:\n|\Z))*"
_PLAYERS_HINT = "See CONTRIBUTING.md, “Players' words of a clause”."


class PlayerPhrase(NamedTuple):
    """A word, phrase or question of players (墓地に送る), and where it comes from."""

    kind: str
    text: str
    source: str


@dataclass(frozen=True, slots=True)
class AliasesFile:
    """``players.toml``: the lines of each clause, by its number."""

    edition: EditionName
    clauses: Mapping[ClauseNumber, str]


def load_clause_aliases(book: Rulebook) -> Mapping[str, str]:
    """Return the players' phrases of each clause, cut into pieces, as one text by clause number.
    Search indexes them with the clause, so players find it in words that it does not use."""
    texts = load_phrases(book)[0].items()
    return {n: " ".join(p for each in _phrases(t) for p in pieces(each.text)) for n, t in texts}


def load_player_questions(book: Rulebook) -> Mapping[str, Sequence[str]]:
    """Return players' questions by clause number, each whole: a similar one has the same answer."""
    texts = load_phrases(book)[0].items()
    return {n: [each.text for each in _phrases(t) if each.kind == "question"] for n, t in texts}


def load_phrases(book: Rulebook) -> tuple[Mapping[str, str], Findings]:
    """Return the phrases of players.toml by which players ask about each clause, as one text for
    each clause, and findings on numbers that no clause has. A single pattern checks a whole text,
    which is fast. Raises :class:`CorpusError` for malformed lines."""
    file, stale = load_numbered_table(book, "players.toml", AliasesFile, hint=_PLAYERS_HINT)
    clauses = file.clauses if file else {}
    if not all(map(re.compile(_LINES).fullmatch, clauses.values())):
        path = book.game.table("players.toml")
        raise CorpusError(path, faults=tuple(_faults(path, clauses)), hint=_PLAYERS_HINT)
    return clauses, stale


def pieces(text: str) -> Iterator[str]:
    """Yield pieces of ``text`` of at most ``LONGEST_PIECE`` characters, in which search indexes
    players' phrases, since questions seldom repeat a long phrase as a whole. Japanese words are
    cut; Latin words are joined by hyphens, because pieces are stored separated by spaces."""
    if not text.isascii():
        for word in text.split():
            for start in range(0, len(word), LONGEST_PIECE):
                yield word[start : start + LONGEST_PIECE]
        return
    piece = ""
    for word in text.split():
        joined = f"{piece}-{word}" if piece else word
        if piece and len(joined) > LONGEST_PIECE:
            yield piece
            joined = word
        piece = joined
    if piece:
        yield piece


def _phrases(text: str) -> Iterator[PlayerPhrase]:
    """Yield the players’ phrases in ``text``, which has all phrases of one clause: one in each
    line, with tabs between kind, text and source, so people can write many in a TOML file."""
    return (PlayerPhrase(*line.split("\t")) for line in text.split("\n") if line)


def _faults(path: Path, clauses: Mapping[str, str]) -> Iterator[Fault]:
    """Yield a fault with its line in the file for each line in the texts of ``clauses`` that is not
    a phrase. It is called only for a faulty file, since the quick check finds no line."""
    lines = KeyLines.of_file(path)
    for number, text in clauses.items():
        first = lines.line(("clauses", number)) or 0
        for at, line in enumerate(text.removesuffix("\n").split("\n"), start=first + 1):
            if not re.fullmatch(_LINE, line):
                kinds, fault = ", ".join(KINDS), Message("{line!r} is not a phrase", line=line)
                what = "write kind, text and source with tabs between; kinds: {kinds}"
                # A text of one line may be on the line of its key; a longer one begins below it.
                yield Fault(at if "\n" in text else first, fault, Message(what, kinds=kinds))
