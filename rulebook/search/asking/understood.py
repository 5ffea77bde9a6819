"""A question as one game understands it: names that it knows, and between these, other words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter

from rulebook.records import NamedTuple
from rulebook.search import analysis
from rulebook.search.asking.weights import PART_DELIMITERS, UNPREPARED_WEIGHTS, WEIGHTS, Weights
from rulebook.search.question import (
    COMMON_ENGLISH,
    Intent,
    Question,
    blank_fillers,
    blank_question_phrases,
    intents_of,
    subject_tokens,
)
from rulebook.search.tables.ranking_table import (
    SCALE,
    QuestionUnit,
    RankingTable,
    named_units,
    text_features,
)
from rulebook.text.normal import fold

# A word outside names, with kana inside and one after it that is no particle; or two brackets.
_WRITTEN = r"(?:[0-9]|[^\W_ぁ-ゖ])+"
# One lookbehind for each particle: compiling one for all of them takes twice as long.
_NO_PARTICLE = "".join(f"(?<!{particle})" for particle in "をはがにのでともへや")
WORD = re.compile(f"(?:{_WRITTEN}[ぁ-ゖ]?)+{_NO_PARTICLE}|{_WRITTEN}|{analysis.BRACKETS}")

# A word of kana that may be a name; shorter hiragana is grammar.  Few questions need it compiled.
KANA_WORD = "[ァ-ヺー]{3,}|[ぁ-ゖー]{4,}"
# How strongly a token suggests small talk: how much rarer it is in the clauses than in small talk
# (plus TALK_OFFSET, since clauses count it once; at most MAX_TALK). A token that small talk lacks
# is evidence against it: KNOWN_PENALTY, or UNKNOWN_PENALTY if no clause has it either. A piece
# above TALK_THRESHOLD is small talk. All were measured on questions with small talk added.
TALK_OFFSET, MAX_TALK = 3 * SCALE, 3 * SCALE
KNOWN_PENALTY, UNKNOWN_PENALTY = 4 * SCALE, SCALE
TALK_THRESHOLD = SCALE


class UnderstoodQuestion(NamedTuple):
    """A question as one game understands it; its ``units`` are names in it and words between."""

    table: RankingTable
    question: Question
    subject: str  # The normal form of the question without small talk and names of games
    tokens: tuple[str, ...]  # Tokens of the subject, and of its romaji read as kana
    units: tuple[QuestionUnit, ...]
    intents: tuple[Intent, ...]  # The kinds of answer that the subject asks for
    weights: Weights
    rest: str = ""  # The subject with its names and fillers blanked

    def features(self, piece: str | None = None) -> Mapping[str, str]:
        """Return the features (tokens, names, everyday meanings) by which clauses are found, each
        with its kind, for its weight; with ``piece``, only those in this part of the question."""
        tokens, units = self.tokens, self.units
        if piece is not None:
            tokens = tuple(token for token in tokens if token in piece)
            units = tuple(unit for unit in units if unit.text in piece)
        return text_features(tokens, units)


def understand(table: RankingTable, question: Question) -> UnderstoodQuestion:
    """Return ``question`` as units by which clauses are found: names from left to right, then other
    words. Unknown romaji is read as kana, and misspelt words as names, since users type both. Words
    in kana are read as misspelt names only if all other words are everyday ones (``meanings``). A
    game that is not ``prepared`` has no tables of concepts and players' phrases, so single kanji
    must find clauses."""
    written = _romaji_in_kana(table, question.text)
    subject = blank_game_names(table, without_small_talk(table, written))
    text = blank_question_phrases(subject)
    names = tuple(analysis.find_names(text, table.knows, table.longest_name))
    typed = subject_tokens(text)
    named = named_units(table, text, names)
    units: dict[str, QuestionUnit | None] = {unit.text: unit for unit in named}
    rest = blank_fillers(analysis.blank_names(text, names))
    for match in WORD.finditer(rest):
        if match[0] not in units:
            units[match[0]] = _word_unit(table, match[0])
    kanji = () if table.prepared else analysis.kanji_of(typed)
    spelled = (token for unit in named for token in _tokens_of_kana(table, unit))
    other_forms = filter(table.count, (*analysis.stems_of(typed), *spelled))
    tokens = tuple(dict.fromkeys((*typed, *other_forms, *kanji)))
    is_named = any(unit and unit.names for unit in units.values())
    if not is_named and all(
        (unit and unit.meanings) or re.fullmatch(KANA_WORD, text) for text, unit in units.items()
    ):  # only everyday words, and words in kana, which may be misspelt names
        for word in re.findall(KANA_WORD, rest):
            key, like = analysis.name_key(word), table.names_like
            name = analysis.nearest_name(key, like(key))
            name = name or analysis.abbreviated_name(key, like(key))
            if name is not None:
                units[word] = table.named_unit(name, word)
                rest = rest.replace(word, " " * len(word))
    known = tuple(filter(None, units.values()))
    weights = WEIGHTS if table.prepared else UNPREPARED_WEIGHTS
    wants = intents_of(subject)
    return UnderstoodQuestion(table, question, subject, tokens, known, wants, weights, rest)


def _romaji_in_kana(table: RankingTable, text: str) -> str:
    """Return ``text`` with romaji, which users may type, converted to hiragana: all Latin words if
    each can be read as romaji and some are in no clause; else, amid English, the unknown words with
    a name in their reading. A long vowel may be ー or two kana (ou): more names decide."""
    if not any("a" <= char <= "z" for char in text):
        return text
    # Few questions have Latin words; the others need not wait for the syllables to load.
    from rulebook.text.romaji import WORD as ROMAJI
    from rulebook.text.romaji import readings_of

    def length_of_names(kana: str) -> int:
        """Return how many characters of ``kana`` are in names."""
        names = analysis.find_names(kana, table.knows, table.longest_name)
        return sum(name.end - name.start for name in names)

    words = dict.fromkeys(re.findall(ROMAJI, text))
    unknown = [word for word in words if not table.count(word)]
    is_romaji = bool(unknown) and all(map(readings_of, words))
    kana: dict[str, str] = {}
    for word in words if is_romaji else unknown:
        readings = [(length_of_names(each), each) for each in readings_of(word)]
        length, best = max(readings, key=itemgetter(0), default=(0, ""))
        if is_romaji or length:
            kana[word] = best
    return re.sub(ROMAJI, lambda word: kana.get(word[0], word[0]), text)


def _tokens_of_kana(table: RankingTable, unit: QuestionUnit) -> Iterator[str]:
    """Yield the tokens of a name typed in hiragana (てふだ) as rules write it: in katakana, and as
    the words of its concepts (手札). Hardly any clause has the hiragana."""
    if analysis.is_hiragana(unit.text):
        words = (fold(table.concepts[concept].words[0]) for concept in unit.concepts)
        for word in (analysis.name_key(unit.text), *words):
            yield from analysis.token_texts(word)


def _word_unit(table: RankingTable, written: str) -> QuestionUnit | None:
    """Return the unit of ``written``, a word that is not a name; None for punctuation. If no
    clause, small talk, common English or list of other topics has the word, return the unit of the
    name that it likely misspells. A unit ``is_known`` if clauses, small talk or common English have
    half of its tokens; otherwise answers are less sure."""
    words, key = analysis.token_texts(written), analysis.name_key(written)
    talk = table.vocabulary.small_talk
    known = sum(bool(table.count(w) or w in talk or w in COMMON_ENGLISH) for w in words)
    # Short words are not checked for slips, so no names are loaded for them.
    if not known and len(key) >= analysis.SHORTEST_SLIP and key not in table.vocabulary.outside:
        name = analysis.nearest_name(key, table.names_like(key))
        if name is not None:
            return table.named_unit(name, written)
    # A single character is mostly a grade, a mark or a piece of a word.
    is_known = known * 2 >= len(words) or len(written) == 1
    return QuestionUnit(written, words, is_known=is_known) if words else None


def without_small_talk(table: RankingTable, question: str) -> str:
    """Return ``question`` without its small talk (who asks, thanks), unless no clause has a word of
    the rest: then the small talk has the subject, and nothing is removed."""
    pieces = list(analysis.pieces_of(question))
    if len(pieces) < 2:
        return question
    read = [(piece, subject_tokens(piece)) for piece in pieces]
    subject = [each for each in read if _talk_evidence(table, each[1]) <= TALK_THRESHOLD]
    if any(table.count(token) for _, tokens in subject for token in tokens):
        return "".join(piece for piece, _ in subject)
    return question


def _talk_evidence(table: RankingTable, tokens: Iterable[str]) -> int:
    """Return how strongly ``tokens``, a sentence of a question, suggest small talk (“thank you”):
    words of a sentence above ``TALK_THRESHOLD`` would find clauses that nobody asked about. A token
    rarer in clauses than in small talk suggests small talk; a token that small talk lacks suggests
    the opposite. Each counts only up to a limit, so that no single word decides."""
    evidence = 0
    for token in tokens:
        there = table.vocabulary.small_talk.get(token)
        if there is None:
            evidence -= KNOWN_PENALTY if table.count(token) else UNKNOWN_PENALTY
        else:
            rarer = table.rarity_or_most(token) + TALK_OFFSET - there
            evidence += max(-MAX_TALK, min(MAX_TALK, rarer))
    return evidence


def parts_of(question: str) -> Sequence[str]:
    """Return the parts of ``question``, cut at “and”, commas, stops: people ask two questions."""
    for delimiter in PART_DELIMITERS:
        question = question.replace(delimiter, "\n")
    return question.split("\n")


def blank_game_names(table: RankingTable, text: str) -> str:
    """Return ``text`` with names of games replaced by spaces, unless the rules use them as words
    too. A name that only says which game is asked about must not find clauses."""
    names = table.vocabulary.games
    is_only_game = lambda key: key in names and not table.knows(key)  # noqa: E731
    found = analysis.find_names(text, is_only_game, analysis.longest_of(names))
    return analysis.blank_names(text, found)
