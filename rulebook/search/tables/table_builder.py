"""Building the ranking table of a game from its clauses, terms, concepts and players' phrases."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, islice

from rulebook.clauses.corpus import Corpus
from rulebook.clauses.game import Game
from rulebook.clauses.model import Clause
from rulebook.clauses.numbers import Parts
from rulebook.grouping import grouped
from rulebook.links import concepts
from rulebook.links.furigana import Furigana, load_furigana
from rulebook.links.linker import link_game
from rulebook.links.model import LinkedRulebook
from rulebook.records import replace
from rulebook.rulings.model import RulingState
from rulebook.rulings.shelf import RulingShelf
from rulebook.search import analysis
from rulebook.search.question import Intent, blank_question_phrases, intents_served, subject_tokens
from rulebook.search.tables import ranking_table
from rulebook.search.tables.index import printed_clauses
from rulebook.search.tables.ranking_table import ConceptRow, RankingTable, SharedVocabulary
from rulebook.search.tables.vocabulary_builder import add_name, icon_names, reading_of
from rulebook.text.normal import fold

# BM25's b, in percent: how much the length of a clause reduces its scores. With tables, players'
# phrases lengthen the clauses that are asked for most; without tables, long clauses win too often.
LENGTH_NORM, UNPREPARED_LENGTH_NORM = 30, 50
HEADING_LENGTH = 150  # The length of a heading without text, in percent of its real length

LONGEST_WORD = 4  # A piece of at most this many code points is a word: its features always count
# Features of longer pieces that no rule prints count only if this many passages have them; rarer
# ones would be half of the table and never changed a first answer.
MIN_PHRASES = 11

# Questions of fewer features say little; a feature in fewer questions would seldom be found again.
_FEWEST_FEATURES, _FEWEST_QUESTIONS = 4, 5

# Wording of clauses that only explain a notation, and the endings that headings add to a word.
NOTATION = re.compile("単に|表記|参照する場合|参照されます|と言います")
HEADING_ENDINGS = ("領域", "置場", "エリア", "ゾーン", "処理")

_ENDINGS = ("s", "es", "ed", "ing")

_Find = Callable[[str], Iterable[analysis.NameMatch]]
Passages = Sequence[Sequence[Collection[str]]]  # The features of each, by the place of the clause


def build_table(corpus: Corpus, game: Game, vocabulary: SharedVocabulary) -> RankingTable:
    """Return the table by which questions on ``game`` are ranked, with ``vocabulary``, which games
    share. Answers show clauses, so those that the document does not print (parents that only their
    numbers imply) are left out. The fields that depend on names known to the table are empty first
    and filled last. Callers cache the table."""
    linked = link_game(corpus, game)
    everyday = concepts.load_words(corpus, concepts.Everyday)
    clauses = printed_clauses(linked.book)
    numbers = [clause.number for clause in clauses]
    places = {number: place for place, number in enumerate(numbers)}
    rows, names = _concepts(concepts.load_concepts(corpus, game), game, places)
    english = everyday.english if concepts.is_unprepared(game) else ()  # such rules may be English
    _add_own_names(linked, load_furigana(corpus), english, names)
    # Situations (what may happen in a game), each with the clauses that state its principle.
    stating, _ = concepts.load_principles(corpus, linked.book)
    situations = concepts.load_words(corpus, concepts.Situations).situations
    found = ([places[n] for n in stating.get(each, ()) if n in places] for each in situations)
    table = RankingTable(
        game=game.id,
        numbers=tuple(numbers),
        parents=parents_of([clause.parts for clause in clauses]),
        intents=tuple(intents_served(fold(clause.text)) for clause in clauses),
        lengths=(),
        printed={},
        phrased={},
        rarities=tuple(ranking_table.rarity(n, len(clauses)) for n in range(len(clauses) + 1)),
        concepts=rows,
        names=names,
        slips={},
        longest_name=max(vocabulary.longest_name, analysis.longest_of(names)),
        definitions=_definitions(linked, rows, numbers),
        principles={situation: at for situation, at in enumerate(found) if at},
        vocabulary=vocabulary,
        prepared=not concepts.is_unprepared(game),
    )
    printed = _with_headings_above(table, printed_features(table, clauses, everyday.say), clauses)
    phrases = phrases_by_clause(corpus, game)
    aliases = [fold(phrases.get(number, "")).split() for number in numbers]
    in_rules = frozenset(each for row in printed for features in row for each in features)
    phrased = phrase_features(table, aliases, in_rules)
    filled = _with_postings(table, clauses, printed, phrased, in_rules)
    return replace(filled, questions=_questions(filled, linked), slips=slips_of(table.all_names()))


def _questions(table: RankingTable, linked: LinkedRulebook) -> dict[str, list[str]]:
    """Return the features of players' questions on each clause, packed: a user's question is
    compared with each whole question, as all phrases of a clause together match too many."""
    asked, find = concepts.load_player_questions(linked.book), _name_finder(table)
    rows = [map(fold, asked.get(number, ())) for number in table.numbers]
    return packed_questions(
        [[_features(table, each, find) for each in row] for row in rows], table.rarity
    )


def packed_questions(
    questions: Sequence[Sequence[Collection[str]]], rarity: Callable[[str], int]
) -> dict[str, list[str]]:
    """Return players' questions for each clause, by the clause's key, as short texts that are fast
    to load and compare. ``questions`` has the features (words and names) of each. Rare features and
    questions with few features are left out, since they hardly ever match."""
    counts = Counter(each for row in questions for features in row for each in features)
    rarities = {each: rarity(each) for each, times in counts.items() if times >= _FEWEST_QUESTIONS}
    codes = {each: ranking_table.feature_code(each) for each, rare in rarities.items() if rare}
    packed: dict[str, list[str]] = {}
    for place, row in enumerate(questions):
        for features in row:
            known = sorted(filter(codes.__contains__, features))
            if len(known) >= _FEWEST_FEATURES:
                # The sum of the rarities, then a character for each feature.
                total = ranking_table.BASE + sum(map(rarities.__getitem__, known))
                worth = chr(min(total, 0xD7FF))  # surrogates, which follow, cannot be stored
                text = worth + "".join(map(codes.__getitem__, known))
                packed.setdefault(ranking_table.question_key(place), []).append(text)
    return packed


def slips_of(names: Iterable[str]) -> dict[str, list[str]]:
    """Return for each character the ``names`` that begin or end with it: only these are compared
    with a misspelt word. Names of many words are left out: a word has no spaces, so they are too
    many edits apart."""
    short = sorted({name for name in names if name.count(" ") <= analysis.MAX_EDITS})
    return grouped((char, name) for name in short for char in {name[0], name[-1]})


def parents_of(clauses: Sequence[Parts]) -> tuple[int, ...]:
    """Return the index of each clause's nearest printed ancestor, whose score it shares, or -1."""
    places = {parts: place for place, parts in enumerate(clauses)}
    above = ((parts[:depth] for depth in range(len(parts) - 1, 0, -1)) for parts in clauses)
    return tuple(next((places[parts] for parts in each if parts in places), -1) for each in above)


def _with_postings(
    table: RankingTable,
    clauses: Sequence[Clause],
    printed: Passages,
    phrased: Passages,
    in_rules: Set[str],
) -> RankingTable:
    """Return ``table`` with the postings of its features: how often each clause has a feature in
    printed passages and players' phrases together. Features that a clause prints (``in_rules``) are
    separate: only these are on the topic of a game without tables. Length counts more if ``table``
    is not ``prepared``: without phrases for popular clauses, long clauses win too often."""
    counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for place, passages in chain(enumerate(printed), enumerate(phrased)):
        for feature in chain.from_iterable(passages):
            counts[feature][place] += 1
    pack = ranking_table.pack_counts
    packed_counts = {feature: pack(where) for feature, where in counts.items()}
    # The BM25 length of each clause relative to the mean: long clauses match by chance.
    totals: Counter[int] = Counter()
    for where in counts.values():
        totals.update(where)
    mean = totals.total() / len(table.numbers) or 1
    weight = LENGTH_NORM if table.prepared else UNPREPARED_LENGTH_NORM
    shares = (100 - weight + weight * totals[at] / mean for at in range(len(table.numbers)))
    whole = [round(ranking_table.SATURATION * share / 100) for share in shares]
    features = sum(map(len, counts.values()))
    # Headings without text count as longer, so they rank lower: they state no rule.
    pairs = zip(whole, clauses, strict=True)
    return replace(
        table,
        lengths=tuple(n if each.text else n * HEADING_LENGTH // 100 for n, each in pairs),
        printed={each: row for each, row in packed_counts.items() if each in in_rules},
        phrased={each: row for each, row in packed_counts.items() if each not in in_rules},
        # Added to a token's rarity, which is among clauses, to guess the game of a question.
        density=round(ranking_table.SCALE * math.log(features / len(table.numbers) or 1)),
    )


def _concepts(
    shared: concepts.Concepts, game: Game, places: Mapping[str, int]
) -> tuple[dict[int, ConceptRow], dict[str, list[int]]]:
    """Return the game's concepts by number, to which names in questions lead, and the names that
    only this game has for them. Concepts without a printed clause are left out."""
    rows: dict[int, ConceptRow] = {}
    names: dict[str, list[int]] = {}
    for number, concept in enumerate(shared.by_id.values()):
        rule = concept.rules.get(game.id)
        if rule is None or rule.clause not in places:
            continue
        for name in rule.players:
            add_name(names, name, number)
        also = tuple(places[number] for number in rule.also if number in places)
        words = tuple(dict.fromkeys((rule.word, *rule.words)))
        rows[number] = ConceptRow(places[rule.clause], also, words)
    return rows, names


def _definitions(
    linked: LinkedRulebook, concepts: Mapping[int, ConceptRow], numbers: Sequence[str]
) -> dict[int, int]:
    """Return for each concept (from 0) and term (below 0) the index of the clause that defines it,
    which answers what its name means. A concept has the clause of its word if that is a term."""
    places = {number: at for at, number in enumerate(numbers)}
    # The section that a word heads (4.4 for エントリー) defines it best, also an ending alone.
    headed: dict[str, str] = {}
    for clause in linked.book.clauses:
        if clause.title and not clause.text and clause.children:
            ending = next(filter(clause.title.endswith, HEADING_ENDINGS), "")
            headed.setdefault(clause.title.removesuffix(ending) or ending, clause.number)

    def defined(word: str, number: str) -> int:
        """Return the index of the clause that says what ``word`` is, for “what is …?”: ``number``
        or, if that clause only explains how ``word`` is written, the section with the title
        ``word`` (交代, switch, for the verb 交代する). For a heading without text, return its first
        child if that says what something is, else -1: many first children begin a procedure."""
        clauses = linked.book.by_number
        is_notation = NOTATION.search(clauses[number].text)
        clause = clauses[headed.get(word.removesuffix("する"), number) if is_notation else number]
        defines = clause.text != ""
        if clause.text in ("", clause.title) and clause.children:
            clause = clauses[clause.children[0]]
            defines = intents_served(fold(clause.text)) & 1 << Intent.WHAT_IS != 0
        return places.get(clause.number, -1) if defines else -1

    terms = {-at: defined(term.word, term.clause) for at, term in enumerate(linked.terms, start=1)}
    by_word = {term.word: place for term, place in zip(linked.terms, terms.values(), strict=True)}
    own = {number: by_word.get(row.words[0], -1) for number, row in concepts.items()}
    led = {number: defined("", numbers[row.clause]) for number, row in concepts.items()}
    found = [*terms.items(), *own.items(), *led.items()]
    return {name: place for name, place in reversed(found) if place >= 0}  # the first one wins


def _add_own_names(
    linked: LinkedRulebook,
    furigana: Furigana,
    english: Sequence[Sequence[str]],
    names: dict[str, list[int]],
) -> None:
    """Add to ``names`` the names that only this game has, numbered from -1 down (concepts, which
    games share, count from 0 up). First come all spellings and readings of each term, since users
    type any of them; names of icons come with all words for icons (“door mark”). Then come the
    words of each ``english`` meaning, so “give up” finds “resigns”; single words also with endings
    (moving)."""
    groups: list[Iterable[str]] = []
    for term in linked.terms:
        written = (term.word, *term.spellings)
        read = [reading_of(spelling, furigana) for spelling in written]
        called = map(fold, filter(None, (*written, *read, term.english)))
        groups.append(chain.from_iterable(map(icon_names, called)))
    for words in english:
        stems = [word.removesuffix("e") for word in words if " " not in word]
        groups.append((*words, *(stem + ending for stem in stems for ending in _ENDINGS)))
    for number, group in enumerate(groups, start=1):
        for key in dict.fromkeys(map(analysis.name_key, group)):
            names.setdefault(key, []).append(-number)


def printed_features(
    table: RankingTable, clauses: Iterable[Clause], synonyms: Iterable[concepts.Synonym]
) -> Passages:
    """Return the features of each passage of ``clauses``: words, stems of English ones, everyday
    meanings (“discard”). In a game without tables (not ``prepared``: no concepts.toml), single
    kanji replace players' phrases, and passages are not cut at spaces: it may be in English."""
    find = _name_finder(table)
    rules = ((number, rule) for number, each in enumerate(synonyms) for rule in each.rules)
    read = ((number, analysis.token_texts(fold(rule))) for number, rule in rules)
    wordings = grouped((words[0], (frozenset(words), number)) for number, words in read if words)

    def all_of(passage: str) -> Collection[str]:
        """Return the features of one passage without duplicates: a question finds it by any. With
        all tokens of a wording (“put into the discard pile”), it has the meaning (“discard”)."""
        features, has = _features(table, passage, find), set(analysis.token_texts(passage))
        more = () if table.prepared else analysis.kanji_of(features)
        sayings = (each for token in has & wordings.keys() for each in wordings[token])
        meanings = (ranking_table.meaning(n) for wording, n in sayings if wording <= has)
        return dict.fromkeys((*features, *analysis.stems_of(features), *meanings, *more))

    rows = (passages_of(clause, keep_spaces=not table.prepared) for clause in clauses)
    return [[all_of(passage) for passage in row] for row in rows]


def _with_headings_above(
    table: RankingTable, printed: Passages, clauses: Sequence[Clause]
) -> Passages:
    """Return ``printed`` with the headings above each clause if the game has no tables of its own:
    without players' phrases, only headings may name the subject of a clause."""
    if table.prepared:
        return printed
    above: list[list[Collection[str]]] = []
    for parent in table.parents:
        heading = [printed[parent][0]] if parent >= 0 and clauses[parent].title else []
        above.append([*(above[parent] if parent >= 0 else ()), *heading])
    return [[*own, *more] for own, more in zip(printed, above, strict=True)]


def phrase_features(
    table: RankingTable, aliases: Sequence[Sequence[str]], printed: Collection[str]
) -> Passages:
    """Return the features of players' phrases (``aliases``, folded). Of a long phrase, only those
    in ``printed`` or in many phrases are kept, if any: others (a card's name) match by chance."""
    find = _name_finder(table)
    found = [[(alias, _features(table, alias, find)) for alias in row] for row in aliases]
    counts = Counter(each for row in found for _, features in row for each in features)
    is_kept = lambda feature: feature in printed or counts[feature] >= MIN_PHRASES  # noqa: E731
    return [
        [f if len(alias) <= LONGEST_WORD else [*filter(is_kept, f)] or f for alias, f in row]
        for row in found
    ]


def _name_finder(table: RankingTable) -> _Find:
    """Return a function that finds names by one set, as building a table looks up millions."""
    names = frozenset((*table.vocabulary.synonyms, *table.all_names()))
    lengths = analysis.lengths_of_names(names)
    return lambda text: analysis.find_names(text, names.__contains__, lengths)


def _features(table: RankingTable, passage: str, find: _Find) -> Collection[str]:
    """Return the features of ``passage`` (folded), cut as those of a question, to match them."""
    asked = blank_question_phrases(passage)
    units = ranking_table.named_units(table, asked, find(asked))
    return ranking_table.text_features(subject_tokens(passage), units).keys()


def passages_of(clause: Clause, *, keep_spaces: bool = False) -> Iterator[str]:
    """Yield the passages of ``clause``, folded: its title, then the parts of its sentences, because
    a question asks about one part (:func:`analysis.passages_in` explains ``keep_spaces``)."""
    if clause.title:
        yield fold(clause.title)
    yield from analysis.passages_in(clause.text, keep_spaces=keep_spaces)


# ---- Phrases for each clause beyond its own words

_MAX_RULINGS = 1000  # More rulings would make the table too large for a phone to load
_MIN_SIMILARITY = 0.3  # Two clauses with at least this cosine similarity (of 1) share phrases
# Longer phrases, in code points, describe situations of one game and are not borrowed.
_LONGEST_BORROWED = 6
_MAX_DOCUMENT_FREQUENCY = 300  # Tokens that more clauses than this have are ignored


def phrases_by_clause(corpus: Corpus, game: Game) -> Mapping[str, str]:
    """Return players' phrases for each clause, so that words which it lacks find it. They are from
    the table of ``game``, else from other games; and for the first clause of each ruling, from its
    question (``_MAX_RULINGS`` at most, to keep the table small)."""
    phrases = dict(
        concepts.load_clause_aliases(corpus.read(game)) or borrowed_aliases(corpus, game)
    )
    rulings = RulingShelf(corpus).of(game).all
    deciding = (each for each in rulings if each.clauses and each.state is RulingState.IN_FORCE)
    for ruling in islice(deciding, _MAX_RULINGS):  # the first of its clauses decides
        first = ruling.clauses[0]
        phrases[first] = " ".join((phrases.get(first, ""), *analysis.passages_in(ruling.question)))
    return phrases


def borrowed_aliases(corpus: Corpus, game: Game) -> Mapping[str, str]:
    """Return phrases for a new game, those of similar clauses of other games: players ask alike."""
    lent = [
        (_tokens_of(clause), aliases[clause.number])
        for lender in corpus.games.values()
        if lender.id != game.id
        for aliases in [concepts.load_clause_aliases(corpus.read(lender))]
        for clause in printed_clauses(corpus.read(lender))
        if clause.number in aliases
    ]
    own = {clause.number: _tokens_of(clause) for clause in printed_clauses(corpus.read(game))}
    nearest = zip(own, _most_similar([tokens for tokens, _ in lent], own.values()), strict=True)
    borrowed = {number: lent[at][1].split() for number, at in nearest if at is not None}
    # Only words: phrases of another game seldom fit.
    is_word = lambda phrase: len(phrase) <= _LONGEST_BORROWED  # noqa: E731
    return {number: " ".join(filter(is_word, phrases)) for number, phrases in borrowed.items()}


def _tokens_of(clause: Clause) -> frozenset[str]:
    """Return the tokens of a clause, to find the clause of another game whose phrases to borrow."""
    return frozenset(analysis.token_texts(fold(clause.wording)))


def _most_similar(
    texts: Sequence[frozenset[str]], others: Collection[frozenset[str]]
) -> Iterator[int | None]:
    """Yield for each of ``others`` (clauses of a new game) the index of the most similar of
    ``texts`` (clauses of other games, whose players' phrases it borrows), by the cosine of their
    tokens; None below ``_MIN_SIMILARITY``, where the phrases would be on something else."""
    everywhere = [*texts, *others]
    having = Counter(token for text in everywhere for token in text)
    rarity = {token: math.log(1 + len(everywhere) / count) for token, count in having.items()}

    def components(text: frozenset[str]) -> Iterator[tuple[str, float]]:
        """Yield each token with its part of a unit vector, for cosines; sorted, for equal sums."""
        size = math.sqrt(sum(rarity[token] ** 2 for token in text)) or 1.0
        return ((token, rarity[token] / size) for token in sorted(text))

    shares = ((at, each) for at, text in enumerate(texts) for each in components(text))
    postings = grouped((token, (at, share)) for at, (token, share) in shares)
    # Frequent tokens take most of the time and hardly distinguish clauses.
    rare = {token: row for token, row in postings.items() if len(row) <= _MAX_DOCUMENT_FREQUENCY}
    for text in others:
        similarity: defaultdict[int, float] = defaultdict(float)
        for token, share in components(text):
            for at, other in rare.get(token, ()):
                similarity[at] += share * other
        best = max(similarity, key=lambda at: (similarity[at], -at), default=None)
        yield best if best is not None and similarity[best] >= _MIN_SIMILARITY else None
