"""Sentences that define: how these documents give a word its meaning.

Each pattern is one way of defining.  A word is taken as printed, quotation marks left off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.records import dataclass

_OPEN, _CLOSE = "「『‘“’", "」』’”"
_QUOTED = rf"[{_OPEN}]([^{_OPEN}{_CLOSE}]{{1,24}})[{_CLOSE}]"
# A word that stands without quotation marks, up to the particle before it.
_BARE = rf"([^\s、。をはがに{_OPEN}{_CLOSE}()（）]{{1,20}})"

_TOWA_QUOTED = re.compile(rf"{_QUOTED}とは(?=[、‘『「（(]|該)")
_TOWA_BARE = re.compile(rf"(?:^|[。\n]){_BARE}とは、")
_SAID = r"と(?:呼[びばぶ]|言い|いい|称し|呼称す)"
_NAMED_QUOTED = re.compile(rf"{_QUOTED}(?:(?:や|、?または){_QUOTED})?[ 　]?{_SAID}")
_NAMED_BARE = re.compile(rf"(?:を|は)、?(?:特に|まとめて|合わせて|さらに)*{_BARE}{_SAID}")
_NAMED_PAIR = re.compile(rf"を{_BARE}、[^、。]*?を{_BARE}{_SAID}")
_BECOMES = re.compile(rf"{_QUOTED}(?:状態|こと)(?:となり|になり)")
_MARKED_AS = re.compile(rf"と(?:なり|呼び)、{_QUOTED}と表記されます")
_LABEL = re.compile(
    r"^([^\s、。:：「」()（）/]{2,18})(?:/([^\s、。:：/]{2,18}))?(?:[:：](?=\S| )|[(（][)）][:：]?)"
)
_ORDER = re.compile(rf"{_QUOTED}(?:または{_QUOTED})?[ 　]?(?:指示|という行動)")
_SPECIAL = re.compile(rf"^{_QUOTED}(?:(?:または|あるいは){_QUOTED})?とは")
_SCOPED = re.compile(r"[(（]以下[“「‘]([^”」’]{1,12})[”」’]と(?:表記|呼)")
_SPELLING = re.compile(
    rf"{_QUOTED}(?:の語が|という単語は|は、テキスト中では|のことを){_QUOTED}と(?:表記|表|呼称)(?:される|する)(?:こと|場合)があります"
)
_ALSO_CALLED = re.compile(
    # Never past where the same words begin again, so that no text is gone through twice.
    rf"この領域に置かれているカードのことを、?(?:(?!この領域に)[^「」])*{_QUOTED}"
    "と表記することがあります"
)
_PLAIN = re.compile(rf"単に{_QUOTED}(?:と表記され|を参照す)る場合")

# “A Ship is a card that …”, “… is called a wreck”, “‘Sink’ means …”.
_ENGLISH = (
    re.compile(
        r"^(?:An?|The) ([A-Za-z][a-z]*(?: [A-Za-z][a-z]*){0,2}) (?:is|are) (?:an?|the|any)\b"
    ),
    re.compile(rf"(?:is|are) called (?:an? |the )?[{_OPEN}]?([A-Za-z]+(?: [A-Za-z]+)?)\b"),
    re.compile(r"[“\"‘']([A-Za-z]+(?: [A-Za-z]+){0,2})[”\"’'] (?:means|refers to)\b"),
)

_SUBJECT = re.compile(r"^[(（][^()（）]*[)）](?=.)")
_NO_WORD = re.compile(
    r"^[をはがにのと枚点]|^あ[るな]|^その|^な[くい]|^する$"
    r"|[をはがにのとか、事]$|のマスター$"
    r"|[()（）［］\[\]〈〉‘’]|.を.|[0-9０-９]枚|と[呼言]"
)
_LONGEST = 18


@dataclass(frozen=True, slots=True)
class Definition:
    """A word that a sentence defines; ``spelling_of`` is set where it only spells another."""

    word: str
    spelling_of: str | None = None
    scoped: bool = False
    weak: bool = False
    """Whether the sentence only names the word in passing; any other definition goes before."""


def definitions_in(text: str) -> Iterator[Definition]:
    """Yield the definitions in the text of a clause."""
    spelled = {match[2]: match[1] for match in _SPELLING.finditer(text)}
    for word, of in spelled.items():
        yield Definition(word, spelling_of=of)
    for pattern in (_TOWA_QUOTED, _SPECIAL, _TOWA_BARE, _NAMED_PAIR, _NAMED_QUOTED, _NAMED_BARE):
        yield from (Definition(word) for word in _words(pattern, text))
    yield from (Definition(word) for word in _words(_LABEL, text.split("\n", 1)[0]))
    yield from (Definition(match[1], scoped=True) for match in _SCOPED.finditer(text))
    for pattern in _ENGLISH:
        yield from (Definition(word) for word in _words(pattern, text))
    for pattern in (_ORDER, _MARKED_AS, _BECOMES, _PLAIN, _ALSO_CALLED):
        found = _words(pattern, text)
        yield from (Definition(word, weak=True) for word in found if word not in spelled)


def _words(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    """Yield the words that the groups of ``pattern`` catch, their subject in () left off."""
    for match in pattern.finditer(text):
        for group in match.groups():
            word = _SUBJECT.sub("", group or "")
            if _is_word(word):
                yield word


def _is_word(word: str) -> bool:
    """Whether ``word`` can be a term: no clause of a sentence, no lone sign, no pattern."""
    long_enough = 2 <= len(word) <= _LONGEST or (len(word) == 1 and "一" <= word <= "龠")
    return long_enough and not _NO_WORD.search(word)
