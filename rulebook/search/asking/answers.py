"""Answering a question: from its words to the clauses that govern it, best first, with reasons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise, product, zip_longest

from rulebook.clauses.game import Game
from rulebook.clauses.numbers import ParsedNumber
from rulebook.errors import UnknownClause
from rulebook.messages import Message
from rulebook.records import NamedTuple
from rulebook.rulings.model import Ruling
from rulebook.search.analysis import common_spans, find_names, is_hiragana, longest_of, token_texts
from rulebook.search.asking.confidence import Certainty, certainty
from rulebook.search.asking.rank import (
    RankedClause,
    ReadCard,
    card_scores,
    missing_numbers,
    rank,
    rank_again,
)
from rulebook.search.asking.understood import UnderstoodQuestion, understand
from rulebook.search.asking.weights import NUMBER_SCORE
from rulebook.search.question import (
    Intent,
    Question,
    clause_number,
    is_card_text,
    read_question,
    words_of,
)
from rulebook.search.tables.search_tables import SearchTables, Snippet
from rulebook.text.normal import Span, fold, normalise

# A game does not have the rule if its best score is below this percentage of the best game's.
MIN_SHARE_OF_BEST = 50
# The cost of a token that a game does not know, in addition to its rarity; the worth of each
# percent of the best game's score; the lead over the next game that a game needs to answer alone,
# and for its second clause to come early (:func:`_in_turn`). Measured on questions without a game.
UNKNOWN_COST, SHARE_WORTH, CLEAR_LEAD, CLAUSE_AHEAD = 10, 3, 150, 60


class Answer(NamedTuple):
    """A clause that answers: its place in the rules, its score, and why it was chosen. ``sentence``
    is the span of ``text`` with the rule. ``elsewhere`` has the same rule in other games: alias of
    the game, its word for the subject, number."""

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
        """The text of the clause, or the title of a heading, which has no text, to be shown."""
        return self.clause.text or self.clause.title or ""


class Answers(NamedTuple):
    """The answers to one question, and the game it was asked or guessed to be about."""

    question: Question
    game: Game | None
    guessed: bool
    found: tuple[Answer, ...]
    is_card_text: bool = False
    confidence: Certainty = Certainty.SURE  # How sure the first answer is
    left_out: int = 0  # The number of further clauses that share words with the question
    rulings: tuple[Ruling, ...] = ()  # Rulings on such questions, shown after the clauses
    notes: tuple[str, ...] = ()  # Warnings: which part of the question was not answered

    def said_in(self, text: str) -> list[Span]:
        """Return the spans of words of the question in the printed ``text``, to highlight them."""
        asked = frozenset(token_texts(self.question.text, single_characters=True))
        return common_spans(normalise(text), asked)


def answer(
    tables: SearchTables,
    printed: str,
    game: Game | None = None,
    *,
    limit: int,
    read_card: ReadCard | None = None,
) -> Answers:
    """Return at most ``limit`` clauses that govern the question ``printed``, best first. A clause
    number alone is looked up; raises :class:`UnknownClause` if no game asked has it. Without
    ``game``, the words may show which game the question is about; otherwise the answers of the
    games alternate. With ``read_card``, clauses that govern a card text rank higher."""
    question = read_question(printed)
    games = [game] if game else list(tables.corpus.games.values())
    parsed = clause_number(question)
    if parsed is not None and not question.unread:
        looked_up = _look_up(tables, parsed, games)
        return Answers(question, game, False, looked_up[:limit], left_out=len(looked_up[limit:]))
    rankings = [GameRanking(each, understand(tables.table(each), question)) for each in games]
    named = game_named(question.text, tables.vocabulary().games)
    about = rankings[0] if game else next((r for r in rankings if r.game.id == named), None)
    if about is None:
        rankings = by_evidence([each.ranked(compares=False) for each in rankings])
        about = leading_game(rankings)
    is_card = is_card_text(question, tables.vocabulary().openings)
    if about:
        # Not all card texts begin with an icon. A text that ends like one and asks nothing may be a
        # card text too; how much of it is understood then decides.
        text = question.text.rstrip()
        ends_like_card = text.endswith(("。", ")", "】", "〕")) and not text.endswith("か。")
        may_be_card = is_card or (ends_like_card and "?" not in text)
        governed = read_card(about.game, printed) if may_be_card and read_card else ()
        about = about.ranked(compares=True)
        if governed and about.best:  # the words of a card text also occur in many other clauses
            more = card_scores(governed, about.asked.table, about.best)
            about = about._replace(best=rank_again(about.asked, about.best, more))
        rankings = [about]
    having = [ranking for ranking in rankings if ranking.best]
    # Readers begin with the first clause. It is never sure if several games answer in turn.
    sure = certainty(having[0].asked, having[0].best) if having else Certainty.NONE
    sure = Certainty.LIKELY if sure is Certainty.SURE and not about else sure
    found = tuple(_answer_of(tables, *each) for each in islice(_in_turn(having), limit))
    return Answers(
        question=question,
        game=about.game if about else None,
        guessed=about is not None and game is None,
        found=found,
        is_card_text=is_card,
        confidence=sure,
        left_out=sum(len(ranking.best) for ranking in rankings) - len(found),
        notes=tuple(_notes(question, rankings, game, tables.corpus.games.get(named or ""))),
    )


class GameRanking(NamedTuple):
    """The question as one game understands it, and the clauses of that game, best first."""

    game: Game
    asked: UnderstoodQuestion
    best: tuple[RankedClause, ...] = ()
    evidence: int = 0  # How strongly the question suggests this game, if it names none

    def ranked(self, *, compares: bool) -> GameRanking:
        """Return this ranking with its clauses ranked. With ``compares``, similar questions of
        players count too: that is too slow for all games, so only the answering game does it."""
        return self._replace(best=rank(self.asked, compares=compares))

    @property
    def score(self) -> int:
        """The score of the best clause, by which games are compared; 0 without a clause. The weight
        of a definition (``defines``) is subtracted, since not all games define the same terms. It
        is greater than all others except ``NUMBER_SCORE``, so a score between both contains it."""
        best, defines = self.best[0].score if self.best else 0, self.asked.weights.defines
        return best - defines if defines <= best < NUMBER_SCORE else best


def _notes(
    question: Question, rankings: Sequence[GameRanking], game: Game | None, named: Game | None
) -> Iterator[str]:
    """Yield warnings about a question that is too long, that has the name of another game than
    ``game`` (``named``), or of a clause that no game of ``rankings`` has. Without a warning,
    answers to its other words would hide the slip."""
    if question.unread:
        what = "the question is long: its last {count} characters were not read"
        yield Message(what, count=question.unread)
    if game and named and named.id != game.id:
        what = "the question names {named}, but these are the rules of {game}"
        yield Message(what, named=named.title, game=game.title)
    title = rankings[0].game.title if len(rankings) == 1 else ""
    what = "{game} has no clause {number}" if title else "no game has a clause {number}"
    for number in missing_numbers(question.text, [each.asked.table for each in rankings]):
        yield Message(what, game=title, number=number)


def game_named(text: str, names: Mapping[str, str]) -> str | None:
    """Return the id of the one game that ``text`` names, or None if it names several or none."""
    named = {names[found.key] for found in find_names(text, names.__contains__, longest_of(names))}
    return named.pop() if len(named) == 1 else None


def by_evidence(rankings: Sequence[GameRanking]) -> list[GameRanking]:
    """Return ``rankings`` of one question that names no game, the most likely game first. Each gets
    its evidence: how likely the words of the question are in this game (logarithms as whole
    numbers, which can be added), less for words that only others know, and how well its best clause
    fits. A word that no game knows is ignored."""
    tables = [each.asked.table for each in rankings]
    tokens = {token for each in rankings for token in each.asked.tokens}
    known = [token for token in tokens if any(table.count(token) for table in tables)]
    best = max(1, *(each.score for each in rankings))
    found = []
    for each, table in zip(rankings, tables, strict=True):
        # Both are logarithms: the rarity of the token among clauses, and of a clause among all
        # features, so that the sum is the rarity of the token among all features.
        costs = (table.rarity_or_most(token) + table.density for token in known)
        unknown = sum(not table.count(token) for token in known)
        worth = SHARE_WORTH * (100 * each.score // best)
        found.append(each._replace(evidence=worth - sum(costs) - UNKNOWN_COST * unknown))
    return sorted(found, key=lambda each: -each.evidence)


def leading_game(rankings: Sequence[GameRanking]) -> GameRanking | None:
    """Return the first of ``rankings`` (:func:`by_evidence`) if it clearly leads: only that game
    then answers. Else return None: games are shown in turn, so that a wrong guess hides none."""
    return rankings[0] if _leads(rankings, CLEAR_LEAD) and rankings[0].best else None


def _leads(rankings: Sequence[GameRanking], lead: int) -> bool:
    """Whether the first of ``rankings`` has ``lead`` more evidence than the second, or is alone."""
    first, *others = rankings
    return not others or first.evidence - others[0].evidence >= lead


def _in_turn(rankings: Sequence[GameRanking]) -> Iterator[tuple[GameRanking, RankedClause]]:
    """Yield the best clause of each game, then the second of each, and so on, so that all five
    games fit on the first page. A game that is likelier than the others is always one clause ahead,
    because its second clause answers more often than the best clause of the least likely game.
    Games that seem to lack the rule (``MIN_SHARE_OF_BEST``) come last."""
    least = rankings[0].score * MIN_SHARE_OF_BEST // 100 if rankings else 0
    for has_rule in (True, False):
        some = [each for each in rankings if (each.score >= least) is has_rule]
        if some and _leads(some, CLAUSE_AHEAD):
            first, *others = some
            yield first, first.best[0]
            # Its later clauses follow right behind the second game in each round.
            some = [*others[:1], first._replace(best=first.best[1:]), *others[1:]]
        for clauses in zip_longest(*(ranking.best for ranking in some)):
            pairs = zip(some, clauses, strict=True)
            yield from ((each, clause) for each, clause in pairs if clause)


def _answer_of(tables: SearchTables, ranking: GameRanking, ranked: RankedClause) -> Answer:
    """Return the clause ``ranked`` as an answer, with everything that is shown, so that no document
    has to be read. If several concepts led to it, the rule of other games is shown for the concept
    that comes first in the question."""
    game, asked, *_ = ranking
    snippets = tables.snippets(game)
    clause = snippets.clauses[asked.table.numbers[ranked.place]]
    path = snippets.path(clause)
    return Answer(
        game=game,
        clause=clause,
        path=path,
        children=snippets.children(clause),
        score=ranked.score,
        why=tuple(reasons(asked, ranked, clause, path)),
        sentence=ruling_sentence(asked, clause.text or clause.title or ""),
        elsewhere=snippets.elsewhere[ranked.concepts[0]] if ranked.concepts else (),
    )


def _look_up(
    tables: SearchTables, parsed: ParsedNumber, games: Sequence[Game]
) -> tuple[Answer, ...]:
    """Return the clause or step ``parsed`` in each game that has it, as answers: a number needs no
    search. Raises :class:`UnknownClause`, with the nearest number, if no game has it."""
    # Only a looked-up number needs the documents.
    from rulebook.clauses.lookup import find_place

    found: list[Answer] = []
    missing: list[UnknownClause] = []
    for game in games:
        try:
            place = find_place(tables.corpus.read(game), parsed)
        except UnknownClause as error:
            missing.append(error)
            continue
        snippets, number = tables.snippets(game), place.number
        clause = snippets.clauses[place.clause.number]
        path = snippets.path(clause)
        if number != clause.number:  # a step has only its own text, no title and no clauses below
            clause = clause._replace(number=number, title=None, text=place.text, children=())
        sentence = first_sentence(clause.text or clause.title or "")
        children = snippets.children(clause)
        found.append(Answer(game, clause, path, children, 0, (number,), sentence))
    if not found:
        raise missing[0]
    return tuple(found)


# Verb endings that follow the stem by which a name is found. A longer ending comes before a shorter
# one that it begins with. They are words, not a pattern, which would take long to compile.
_ROWS: tuple[tuple[Sequence[str], ...], ...] = (
    ("っいき", "たて", ("ら", "り", "")),
    ("ん", "だで", ("ら", "り", "")),
    ("れ", ("て", "る", "ば", "たら", "たり", "た", "ない")),
    ("わかがさたなばまら", ("れて", "れる", "れたら", "れたり", "れた", "れない", "ない", "ず")),
    ("うくぐすつぬぶむる",),
)
ENDINGS = tuple("".join(each) for row in _ROWS for each in product(*row))


def reasons(
    asked: UnderstoodQuestion, ranked: RankedClause, clause: Snippet, path: tuple[Snippet, ...]
) -> Iterator[str]:
    """Yield why ``clause`` was found: first names that lead to it, each with the rules' own word
    (“graveyard = 控え室”, discard pile), then words of the question, as typed, that the clause or a
    heading above it has."""
    question, names, common = asked.question, [], []
    shown = fold("\n".join((clause.heading, clause.text, *(above.title or "" for above in path))))
    for unit in asked.units:
        at = question.text.find(unit.text)
        end = at + len(unit.text)
        for concept in filter(ranked.concepts.__contains__, unit.concepts):
            word = asked.table.concepts[concept].words[0]
            # Names of actions are stems, which are shown with the ending that was typed.
            endings = (each for each in ENDINGS if at >= 0 and question.text.startswith(each, end))
            names.append(word if word == unit.text else f"{unit.text}{next(endings, '')} = {word}")
        if at >= 0 and unit.text in shown:
            common.append(question.normal.printed(at, end).of(question.printed))
    yield from dict.fromkeys((*names, *common))


# ---- The sentence of a clause that answers the question

OPENERS, CLOSERS = "（(「『{｛［[〔【", "）)」』}｝］]〕】"
ENDS, LATIN_ENDS = "。！？", ".?"
# Wording of sentences that answer questions of an intent: words, since a pattern compiles slowly.
INTENT_WORDING: Mapping[Intent, tuple[str, ...]] = {
    Intent.WHAT_IS: ("とは", "指します", "意味します", "呼びます", "いいます", "領域です", "表す"),
    Intent.HOW_MANY: ("枚", "回", "点", "体", "等しい", "上限", "以下", "以上"),
    Intent.MAY_I: words_of("できます できません ことができ 必要があります ません may can"),
    Intent.WHEN: ("時点", "タイミング", "直ちに", "開始時", "終了時", "フェイズ", "とき", "when"),
    Intent.ORDER: ("順番", "順に", "先に", "後に", "同時", "優先", "次に", "first"),
    Intent.HOW_TO: ("手順", "行います", "選びます", "支払", "置きます", "実行します"),
    Intent.WHAT_HAPPENS: ("場合", "とき、", "時、", "なら", "置かれ", "if "),
}
# The beginnings of sentences that explain another sentence.
ASIDES = ("例", "※", "(例", "（例", "詳しくは", "for example", "example")
# What the scores of the first sentence and of an aside are multiplied by, in percent.
FIRST_PERCENT, ASIDE_PERCENT = 115, 45
# What a served intent adds and what any sentence starts with, on the scale of rarities.
INTENT_BONUS, BASE_SCORE = 14, 20


def ruling_sentence(asked: UnderstoodQuestion, text: str) -> Span:
    """Return the span of the sentence of ``text`` that best answers ``asked``, to be shown first: a
    clause may be long. The first one gets more weight, because it often states the rule."""
    spans = list(sentence_spans(text))
    if len(spans) < 2:
        return first_sentence(text)
    worths = [_sentence_score(asked, fold(span.of(text))) for span in spans]
    worths[0] = worths[0] * FIRST_PERCENT // 100
    return spans[worths.index(max(worths))]


def first_sentence(text: str) -> Span:
    """Return the span of the first sentence of ``text``, or all: clauses state the rule first."""
    return next(sentence_spans(text), Span(0, len(text)))


def sentence_spans(text: str) -> Iterator[Span]:
    """Yield the spans of the sentences of ``text``, one of which is shown as the answer. None ends
    inside brackets, unless they are open at a line break. The lines of a list are one sentence."""
    depth, ends = 0, [0]
    for at, char in enumerate(text):
        depth = 0 if char == "\n" else max(0, depth + (char in OPENERS) - (char in CLOSERS))
        if not depth and _ends_sentence(text, at):
            ends.append(at + 1)
    for start, end in pairwise((*ends, len(text))):
        piece = text[start:end]
        if bare := piece.strip():  # space around it is not highlighted
            start += len(piece) - len(piece.lstrip())
            yield Span(start, start + len(bare))


def _ends_sentence(text: str, at: int) -> bool:
    """Whether a sentence ends at ``at``. Not every line break ends one, since a list is a sentence.
    A Latin stop does not end one before a letter or digit (1.2), nor after a digit (“1. Draw”) or
    an initial (“J. Doe”)."""
    if text[at] == "\n":  # after spaces, if any
        return text[max(0, at - 3) : at].rstrip().endswith((*ENDS, *CLOSERS, "."))
    if text[at] in ENDS:
        return True
    is_latin = text[at] in LATIN_ENDS and text[at + 1 : at + 2] == " "
    return is_latin and at > 1 and text[at - 1] not in "0123456789" and text[at - 2] != " "


def _sentence_score(asked: UnderstoodQuestion, sentence: str) -> int:
    """Return how well ``sentence`` (folded) answers ``asked``: by shared words, the rules' words
    for players' names and the kind of answer. Asides (examples, notes) count less."""
    table = asked.table
    shared = (token for token in asked.tokens if token in sentence and not is_hiragana(token))
    worth = BASE_SCORE + sum(map(table.rarity, shared))
    for unit in asked.units:
        words = [word for number in unit.concepts for word in table.concepts[number].words]
        if any(word in sentence for word in words if word not in unit.text):
            # A name that the rules never print has no rarity; it counts half of the rarest word.
            worth += table.rarity_of_all(unit.tokens) or table.rarities[0] // 2
    wordings = (INTENT_WORDING[intent] for intent in asked.intents)
    worth += sum(INTENT_BONUS for words in wordings if any(map(sentence.__contains__, words)))
    return worth * ASIDE_PERCENT // 100 if sentence.startswith(ASIDES) else worth
