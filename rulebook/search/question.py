"""A question, read once: its normal form, and whether it is a clause number or a card text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import IntEnum
from itertools import product

from rulebook.clauses.game import Game
from rulebook.clauses.numbers import ParsedNumber, parse_number
from rulebook.errors import require_text
from rulebook.records import NamedTuple
from rulebook.search.analysis import token_texts
from rulebook.text.normal import Normalised, normalise

# In code points: a posted question is seldom longer, even with all the small talk around it.
LONGEST_QUESTION = 2000
# The first character of a card text in normal form, where full-width brackets are plain ones.
OPENING_BRACKETS = ("【", "[")


class Question(NamedTuple):
    """A question as it was typed (``printed``), and the start of it in normal form."""

    printed: str
    normal: Normalised

    @property
    def text(self) -> str:
        """The question in normal form (NFKC, lower case), in which it is compared with clauses."""
        return self.normal.text

    @property
    def unread(self) -> int:
        """How many code points at the end of a long question are not read, for a warning."""
        return max(0, len(self.printed) - LONGEST_QUESTION)


def read_question(printed: str) -> Question:
    """Return the question ``printed`` with its normal form; raise :class:`WrongType` if it is not a
    text. Only the first ``LONGEST_QUESTION`` characters are normalised: it may be a whole page."""
    require_text("a question", printed)
    return Question(printed, normalise(printed[:LONGEST_QUESTION]))


def clause_number(question: Question) -> ParsedNumber | None:
    """Return the clause number that the whole question consists of, else None. What begins with a
    letter may be a card number, so it is searched as words; but 第2条 is Article 2."""
    if question.printed.strip()[:1].isalpha() and not question.printed.strip().startswith("第"):
        return None
    return parse_number(question.printed)


def edition_named(question: str, games: Iterable[Game]) -> str | None:
    """Return the game with an edition (ws@1.109) that ``question`` names first, else None: only
    that edition may answer. Few questions have an “@”; the pattern is compiled only for these."""
    if "@" not in question:
        return None
    every = (name for g in games for name in (g.id, g.alias, g.title, g.title_en))
    names = "|".join(map(re.escape, every))
    edition = r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?"
    found = re.search(rf"(?<![a-z0-9])(?:{names})@{edition}", question[:LONGEST_QUESTION], re.I)
    return found[0] if found else None


def is_card_text(question: Question, openings: Sequence[str]) -> bool:
    """Whether the question begins as a card text does, with a bracket and one of ``openings`` (of
    【自】, automatic). The clauses that govern the card then rank higher, because the words of a
    card text, unlike those of a player, do not show what is asked."""
    begun = question.text.lstrip(" \t\r\n")
    return begun.startswith(OPENING_BRACKETS) and begun.startswith(tuple(openings), 1)


# ---- Intents: the kind of answer that a question wants


class Intent(IntEnum):
    """The kind of answer that is wanted; its numbers are stored in the tables."""

    WHAT_IS = 0
    HOW_MANY = 1
    MAY_I = 2
    WHEN = 3
    ORDER = 4
    HOW_TO = 5
    WHAT_HAPPENS = 6


def words_of(*rows: str) -> tuple[str, ...]:
    """Return all words that ``rows`` spell: a row combines one word of each part between plus signs
    in every way (``_`` is a space, ``-`` is nothing). 何 なん + 枚 回 is four words."""
    combinations = (product(*map(str.split, row.split("+"))) for row in rows)
    words = ("".join(parts) for row in combinations for parts in row)
    return tuple(word.replace("-", "").replace("_", " ") for word in words)


# For each intent, in order: words that ask for it anywhere in a question, and words that do so at
# its end. Words and not patterns, because compiling patterns takes longer than answering.
INTENT_WORDS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (words_of("とは 意味 どんな", "って + 何 なに なん", "何 なん + のこと", "what_is _mean"), ()),
    (
        words_of(
            "何 + 枚 回 点 体 人 個 名 つ",
            "なん + まい かい こ 人 にん",
            "いくつ いくら どれくらい 上限 最大 まで",
            "how_many how_much how_big limit maximum minimum",
        ),
        (),
    ),
    (
        words_of(
            "でき 出来 可能 禁止 アリ おっけ 必要 しなきゃ",
            "て で + も - + いい 良い よい ok おk",
            "だ ダ + め メ",
            "あり + ? ？ か",
            "can_i may_i can_a_ can_my_ can_the_ can_you_ must_i_",
        ),
        words_of("え け げ せ て ね べ め れ + る ます + - の か んですか"),
    ),
    (words_of("いつ タイミング どの時点 何フェイズ when"), ()),
    (words_of("どっち どちら 先に 順番 順序 順で 同時 優先", "_first same_time at_once"), ()),
    (
        words_of(
            "どうやって 方法 やり方 やりかた 決め方 手順 仕方 流れ",
            "い え き ぎ け げ し せ ち て び べ み め り れ + たい",
            "how_to how_do how_does",
        ),
        (),
    ),
    (words_of("どうな たら 場合 とき 時", "ば + 、 ? ？", "happens what_if_"), ()),
)

# Wording of clauses that serve each intent, in their order.
_ANSWER_PATTERNS = (
    "とは、|指します|意味します|呼びます|言います|いいます|を表す"
    "|(?:領域|情報|フェイズ|ステップ|能力|カード|場所|アイコン)です"
    r"|\b(?:means?|is an?|are the|refers? to)\b",
    "[0-9](?:枚|回|点|体|人|つ|名)|枚数|点数|等しい|上限|ちょうど"
    r"|\b(?:exactly|more than|at least|up to|maximum|minimum|number of|[0-9]+ (?:cards|players))\b",
    "できます|できません|ことができ|[か構]まいません|認められ|必要があります|義務|強制"
    r"|\b(?:can|cannot|can't|may|must)\b",
    "時点|タイミング|ただちに|直ちに|開始時|始めに|終了時|終わりに|フェイズ"
    r"|\b(?:when|whenever|immediately|until|at the (?:start|beginning|end)|each time)\b",
    r"順番|順に|先に|後に|同時|優先|決定します|\b(?:order|first|simultaneously|same time)\b",
    "手順|従って|行います|選びます|選択します|支払|その後"
    r"|\bto [a-z]{1,20} [a-z ]{1,40}, ",
    r"場合|とき、|時、|なら、|\b(?:if|when|whenever|would|instead)\b",
)

# Phrases that ask for the meaning or the rule of any subject: no names are looked for in them.
QUESTION_PHRASES = (
    "(?:とは|って|は)?どういう(?:こと|意味|もの|動作|行動|状態|場所|処理|効果|能力|領域|ルール)|(?:何|なん)のこと|[何な]に?を(?:指す|さす)"
    "|の?(?:使い方|使いかた|仕組み|しくみ)(?![^はがを?？\n])|の?(?:意味|定義|説明|解説)(?![^はをっ?？\n])|の?(?:説明|解説)して|の?ルール(?![^はを?？\n])"
    "|に(?:ついて|関して|関する)|[をお]?教えて(?:ください|下さい|ほしい|欲しい)?|[をが]?知りたい"
    "|[がは](?:よく|いまいち|全然)?(?:分か|わか|解)(?:らない|りません|らん)"
    "|(?<![a-z])(?:(?:(?:can|could|would) (?:you|(?:any|some)(?:one|body)) )?(?:please )?"
    "(?:explain|clarify|tell me|help me (?:to )?understand)(?: to me)?(?: about)?"
    "|i (?:still )?(?:do not|don.?t|didn.?t) (?:really |quite )?understand"
    "|do(?:es)? (?:you|(?:any|some)(?:one|body)) know|i (?:was|am) (?:just )?wondering"
    "|(?:quick|short|simple|rules?) questions?"
    "|sorry if (?:this|it) (?:has been|was|is) (?:already )?asked(?: before| already)?,?(?: but)?"
    "|thank(?:s| you) in advance)(?![a-z])"
)
# A text without any of these cannot match the pattern, which then is not compiled.
_QUESTION_PHRASE_SIGNS = words_of(
    "どういう のこと を指す をさす 使い 仕組み しくみ 意味 定義 説明 解説 ルール について に関",
    "教えて 知りたい らない りません らん",
    "explain clarify tell_me understand _know wondering question asked advance",
)

# Politeness, fillers and endings that say nothing about the subject; of several at one place, the
# first one matches. Latin fillers match only as whole words.
FILLERS = words_of(
    "書いてある 書かれた 書かれて 言われた 言われる",
    "ですか ますか でしょうか だっけ んですか のですか のでか",
    "どうな + る ります っている ってる + のか かの のの かか の か -",
    "どう + したら すれば + いい よい",
    "どうする",
    "とは + 何 なに -",
    "って + 何 なに なん いつ どう -",
    "どんな すみません すいません 質問です そもそも 結局",
    "いいの いい よい ダメ だめ できる 出来る 可能 してもいい していい",
    "何 なん + 枚 回 点 体 人 個 名 つ -",
    "誰 だれ いつ どっち どちら どこ おっけー アリ ok",
)

# Words that ask for several steps, kinds or cases at once; 全部 alone usually does not.
LIST_WORDS = words_of(
    "流れ 手順 順に 順番に 順番どおり どの順 一通り ひととおり 片付け 一覧 ならべて まとめて",
    "ざっと それぞれ やること つとも ことを全部 全部教え steps which_order what_order list_",
)

# Words for icons, which players use interchangeably.
JAPANESE_ICONS = ("アイコン", "マーク", "記号", "印")
ENGLISH_ICONS = ("icon", "symbol", "mark")

# Words that most English sentences have, except words of order, number, place and negation.
# Together they would outweigh the words that matter, and fill the tables.
COMMON_ENGLISH = frozenset(
    words_of(
        "a an the i is are am was were be been do does did can could may might will would should",
        "says has have had having my me you your yours we our they them their he she his her",
        "it its this that these those there here of to in on by for with and or if as so",
        "than what which who whose whom how when where why someone anything something happens",
    )
)

# Fillers by their first character, so only a few of them are tried at each place.
_FILLERS = {first: [w for w in FILLERS if w[0] == first] for first in {w[0] for w in FILLERS}}


def intents_of(question: str) -> tuple[Intent, ...]:
    """Return the kinds of answer that ``question`` asks for: clauses that give them rank higher."""
    asked = question.rstrip("?\n")  # a line may end before small talk that was dropped
    return tuple(
        intent
        for intent, (words, endings) in zip(Intent, INTENT_WORDS, strict=True)
        if any(map(question.__contains__, words)) or asked.endswith(endings)
    )


def intents_served(text: str) -> int:
    """Return as bits which kinds of questions (what is it, how many, may I) a clause with ``text``
    answers. They are stored, because ranking prefers clauses that answer the kind asked."""
    return sum(1 << bit for bit, pattern in enumerate(_ANSWER_PATTERNS) if re.search(pattern, text))


def blank_question_phrases(question: str) -> str:
    """Return ``question`` (folded) with spaces for phrases (“the meaning of”): offsets stay."""
    if not any(map(question.__contains__, _QUESTION_PHRASE_SIGNS)):
        return question
    return re.sub(QUESTION_PHRASES, lambda match: " " * len(match[0]), question)


def blank_fillers(question: str) -> str:
    """Return ``question`` (folded) with fillers and question phrases replaced by spaces of equal
    length. Only its subject is left to search for, and offsets stay valid."""
    text = blank_question_phrases(question)
    left, at = [], 0
    while at < len(text):
        for filler in _FILLERS.get(text[at], ()):
            end = at + len(filler)
            # The "ok" in "token" is not a filler.
            around = text[at - 1 : at] + text[end : end + 1] if "a" <= text[at] <= "z" else ""
            if text.startswith(filler, at) and not any("a" <= char <= "z" for char in around):
                left.append(" " * len(filler))
                at = end
                break
        else:
            left.append(text[at])
            at += 1
    return "".join(left)


def subject_tokens(text: str) -> tuple[str, ...]:
    """Return the tokens of ``text`` outside fillers and common English: these say what is asked."""
    tokens = token_texts(blank_fillers(text))
    return tuple(token for token in tokens if token not in COMMON_ENGLISH)
