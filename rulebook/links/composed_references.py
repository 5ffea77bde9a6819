"""References to numbers that a document prints part by part: 第2条第1項, Article IV, Section 2(a).

Japanese levels are 編 and 部 (part), 章 (chapter), 節 (section), 条 (article), 項 (paragraph), 号
(item). Before a level, 前 means the previous one, 次 the next, 同 the same. A unit is a counter
with its word. Roman numerals and letters in other numbers (IV.2.3, 1.A.ii) are read here too.
``WHOLE`` is the level of full numbers (2-1), below which counters may follow: 2-1(1)."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise, product, takewhile
from operator import attrgetter

from rulebook.clauses import numbers
from rulebook.clauses.counters import (
    ENCLOSED,
    KANA,
    NUMBER_WORDS,
    NUMERAL,
    UNIT_WORDS,
    citation_of,
    counter_value,
    is_lettered,
    kind_of,
    unit_name,
)
from rulebook.clauses.game import WHOLE
from rulebook.clauses.model import Clause, Rulebook
from rulebook.clauses.numbers import INSERTED, LETTERS, roman_value, split_number
from rulebook.grouping import grouped
from rulebook.links.model import Reference, ReferenceKind, no_clause
from rulebook.links.number_references import OF_OTHERS, Targets
from rulebook.messages import Message
from rulebook.text.normal import Span, nfkc

_ENCLOSED_VALUE = re.compile(
    f"[0-9０-９]{{1,2}}|[a-z]{{1,5}}|[{KANA}{ENCLOSED}]|[一二三四五六七八九十]{{1,3}}"
)
_ENCLOSED = (
    rf"[(（](?:[0-9０-９]{{1,2}}|[a-z]|[ivx]{{2,5}}|[{KANA}]|[一二三四五六七八九十]{{1,3}})[)）]"
    rf"|[{ENCLOSED}]"
)
_UNIT = (
    rf"(?:(?<!様式)第 ?{NUMERAL} ?[編部章節条項号]"
    rf"|(?<![前次第]){NUMERAL}(?:条|[部編](?={NUMERAL}章))"
    rf"|(?:(?<![^\W_])|(?<=から)|(?<=及び)|(?<=又は)){NUMERAL}項"
    r"(?= ?(?:から|まで|[にのをとや、]|及び|又は)))(?!文|様式|書式|議案)"
    rf"(?:の{NUMERAL}(?![0-9一二三四五六七八九十百人枚個回本点部方般つ]|[.-][0-9]))*"
)
_ORDER = "編部章節条項号"  # 第2章 第3節, but not 第2条 第3条
_GAP = "|".join(rf"(?<={u})[ 　]+(?=第 ?{NUMERAL} ?[{_ORDER.split(u)[1]}])" for u in _ORDER[:-1])
_BELOW = rf"(?:(?:{_GAP})?の?(?:{_UNIT}|{NUMERAL}[章項号]))*(?:各号)?"
# A paragraph printed without 項: 第43条１．の…, 第34条２に…
_ITEM = r"(?:(?<=条)[0-9０-９]{1,2}(?:[.．](?![0-9０-９])|(?=[のをとやに、。）)]|から|及び|又は)))?"
_RANGE_END = "|".join(rf"(?<={unit})(?:[～〜~]|ないし)第 ?{NUMERAL} ?{unit}" for unit in _ORDER)
_WORDS = f"(?i:{'|'.join(NUMBER_WORDS)})"
_ENGLISH_UNIT = (
    rf"(?:(?i:(?:{'|'.join(UNIT_WORDS)})(?:s?|(?<=sec)\.|(?<=art)\.))"  # but not “this rule. One …”
    rf"\s+#?(?:[IVX]{{1,5}}|[0-9]{{1,4}}|{_WORDS}|[A-Z])"
    r"|[§¶]\s*[0-9]{1,3})(?:\b(?![.-][0-9A-Za-z])|(?=\.?[A-Z][0-9]{0,2}\b))"
)
_PARAGRAPH = (
    r"(?:[Pp]ara(?:graph)?|[Ss]ub-?(?:section|rule|clause|paragraph))s?\.? "
    r"(?:(?:\([0-9a-z]{1,3}\))+|[0-9]{1,3}\b(?![.-][0-9]))"
)
_WITH_PARAGRAPH = re.compile(
    r",? ?(?:[Pp]ara|[Ss]ub-?)[a-z]*\.? \(?([0-9a-z]{1,3})\)?(?: of (.*))?"
)
_CITED = re.compile(
    rf"(?P<units>{_UNIT}{_BELOW}{_ITEM}(?:の?(?:{_ENCLOSED}))*"
    rf"(?:(?<=章)[0-9０-９]+(?:[.．－-][0-9０-９]+)+)?"
    rf"(?:(?<=[条項号])[{KANA}](?=[のにをとはが、。）)]|$))?)(?P<end>{_RANGE_END})?"
    rf"|(?P<english>(?<![A-Za-z]){_ENGLISH_UNIT}(?:,?\s*(?:of\s+)?(?:{_ENGLISH_UNIT}))*"
    rf"(?:\s*\((?:[0-9a-z]{{1,3}}|[A-Z])\)|\.?[A-Z][0-9]{{0,2}}\b)*+(?:,? {_PARAGRAPH})?+"
    rf"(?!(?i:{OF_OTHERS})))"
    rf"|(?P<paragraph>(?<![A-Za-z]){_PARAGRAPH})(?: of (?P<home>{_ENGLISH_UNIT}))?"
    rf"|(?P<below>(?<![A-Za-z0-9.-])(?:[0-9]{{1,3}}|[A-Z])(?:[.-][0-9]{{1,3}})+"
    r"(?:[a-z](?=[(（]))?)"  # 14.2b(2)
    rf"(?:(?P<enclosed>[.．－-]?[ の]?(?:{_ENCLOSED})+)"
    r"|(?P<run>[a-z][0-9]{1,2})(?![0-9A-Za-z])"
    r"|[. ]?(?P<letter>[A-Za-z])(?:[)）]|(?=[,.;)）・]|$| (?:and|or|to) [A-Z]\b)))"
    r"|(?P<mixed>(?<![A-Za-z0-9.])(?:(?:[IVX]{1,5}(?:[.-][0-9]{1,3})+|[A-Z](?:[.-][0-9]{1,3})+[.-]"
    r"(?=[ivx]))(?:(?<=[.-])[ivx]{1,5})?|[0-9]{1,3}(?:[.-][A-Za-z]"
    r"(?:[.-](?:[ivx]{1,5}|[0-9]{1,3}))?|[a-z][.-][ivx]{1,5}))(?![A-Za-z0-9]))"
    r"|(?:(?P<relative>[前次](?P<count>[2-5２-５二三四五])?(?P<level>[条項号])|(?P<again>同条))"
    rf"(?P<more>{_BELOW}(?:[{KANA}](?=[ぁ-ん、。]))?))"
)
_UNIT_PARTS = re.compile(
    rf"第? ?(?P<counted>{NUMERAL}) ?(?P<unit>[編部章節条項号])(?P<inserted>(?:の{NUMERAL})*)"
    rf"|(?:(?P<word>{'|'.join(UNIT_WORDS)})s?|[§¶])\.?\s*#?"
    rf"(?P<english>[IVX]{{1,5}}\b|[0-9]{{1,4}}|{_WORDS}|[A-Z]\b)"
    rf"|[(（]?(?P<bare>[0-9０-９]{{1,3}}|[ivx]{{2,5}}|[a-z]|[{KANA}{ENCLOSED}]"
    r"|[一二三四五六七八九十]{1,3})[)）.．]?",
    re.IGNORECASE,
)
# 競技規則第3条 (of the game rules), but not 本規則第3条 (of these rules)
_OTHER_DOCUMENT = re.compile(
    r"(?:^|[^\w]|(?<!こ)[ぁ-ん])(?!本|当|同)"
    r"([ァ-ヶー一-龠]*(?:規[則程定約]|会則|細則|要[項領]|憲章|条例|法律?))の?\s?$"
)
_INSERTED = re.compile("[0-9][A-Z]")
_BARE = re.compile(f"{NUMERAL}項")  # Without 第, it may count items
_PIECE = re.compile("[0-9]+|[A-Za-z]+")
_PART = re.compile(rf"第? ?{NUMERAL} ?[部編]")
_BETWEEN_LEVELS = r"[)）]?[、．.,]?\s*の?"
# (2) in running text, where it cannot be an amount.
_ALONE = (
    r"(?:(?<![^\W_])(?<![)）.．])|(?<=[ぁ-ん記]))({})(?=[をにのとで～〜~]|から|又は|及び|または|および|について)"
    r"|(?:(?<= in )|(?<= of )|(?<= to )|(?<= by )|(?<=under ))({})"
)
_COUNTER = re.compile(
    rf"[(（第§\[［【〔<＜〈\s]*+(?:Abs(?:\.|atz)|N(?:[ro]\.|ummer))?\s*+"
    rf"({NUMERAL}|[A-Za-zＡ-Ｚａ-ｚ]+|[{KANA}{ENCLOSED}Ⅰ-Ⅻ])"
)
_STEP_CUE = re.compile(r"(?i:(?P<step>\bsteps?)|\bunder|\bin|\bsee) $")
_TO = re.compile(r"(?: (?:to|through|bis) | ?– ?)([0-9]{1,3})\b(?![.-][0-9]| [a-z]+s\b)")
_LISTED = re.compile(
    r"(?:,|,? (?:and|or|und|oder)) (?:([0-9]{1,3}|(?![AI] [a-z])[A-Z])\b(?![.-][0-9]| [a-z]+s\b)"
    r"|\(([0-9]{1,3}|[a-z])\))"
)


class ComposedFinder:
    """Finds references to the composed numbers of one rulebook."""

    def __init__(self, book: Rulebook, targets: Targets) -> None:
        """Prepare to search ``book``. Its clauses (``targets``) are cited by counters of its levels
        (条), also after the title of the document, which is in ``head``, the text above clauses."""
        self._book = book
        self._targets = targets
        self._levels = book.game.edition.layout.levels
        self._tops = [clause for clause in book.clauses if clause.parent is None]
        # Made once, as each 前条 would else look at all clauses
        self._by_depth = grouped((numbers.depth_of(each.parts), each) for each in book.clauses)
        # 競技規則第3条 cites these rules if their title has that name. The title of bylaws (細則)
        # also names the rules that they implement (競技規則施行細則): only 細則 means them.
        self._title = "細則" if "細則" in targets.head else targets.head

    def find(self, clause: Clause, text: str) -> Iterator[Reference]:
        """Yield the references in ``text``, a text of ``clause``, that are composed of counters, as
        in laws: by the counters of this document (一、1．（1）), and in the forms of all
        documents: 第2条第3項 or Article 2(a), 2-1(1) and 2-1a below a full number, IV.2.3 with
        mixed numerals, 前項 (previous paragraph), and 同条第2項 (同条 is the article cited last).
        If both find the same text, the caller keeps one."""
        for level, pattern in self._citation_patterns:
            for match in pattern.finditer(text):
                counters = [_COUNTER.match(each) for each in match.groups() if each]
                values = [
                    counter_value(counter[1], kind_of(self._levels[at]))
                    + LETTERS * is_lettered(self._levels[at])  # as parts of numbers are stored
                    for at, counter in enumerate(counters, start=level)
                    if counter
                ]
                # If no clause fits, or several do, a link would be wrong.
                # A lone (2) refers to the list that the clause is in, or that it has.
                target = self._targets.nearest(clause, level, values, is_local=len(values) == 1)
                if target:
                    yield from self._with_listed(match, target)
        article: Clause | None = None  # The last one cited, which 同条 refers to
        for match in _CITED.finditer(text):
            if match["mixed"]:
                yield from self._mixed(clause, match)
            elif match["below"]:
                yield from self._below_number(clause, match)
            elif match["again"]:
                if article and match["more"]:
                    yield _reference(match, self._below(article, match["more"]))
            else:
                # 会社規程第9条 is in another document: then 同条第2項 has no clause here.
                article = None if "条" in match[0] else article
                read = self._relative if match["relative"] else self._from_counters
                for found in read(clause, match):
                    if found.targets and "条" in match[0] and "条" in self._levels:
                        above = self._book.by_number[found.targets[0]].parts
                        above = numbers.parts_of_levels(above, self._levels.index("条") + 1)[0]
                        article = self._book.find(above)
                    yield found

    @cached_property
    def _citation_patterns(self) -> list[tuple[int, re.Pattern[str]]]:
        """Patterns of citations by counters of this document, each with the level of its first
        counter, by which the clause is found. A citation has several counters in a row (第2条第3項)
        or a single one that cannot be an amount: (2), ①, 2), or I in a document where I counts
        groups and full numbers (A-1, A-2) all clauses below: ``("I.", WHOLE)``."""
        forms = [citation_of(name) for name in self._levels]
        # Without the last “?” of a form: alone, 2) must have its bracket.
        alone = [
            (level, re.compile(_ALONE.replace("{}", form.rstrip("?"))))
            for level, (name, form) in enumerate(zip(self._levels, forms, strict=True))
            if form and (name[0] in "(①" or name == "1)" or self._levels == ("I.", WHOLE))
        ]
        start, in_row = r"(?<![0-9０-９A-Za-z.．一二三四五六七八九十百第])", []
        for level, both in enumerate(pairwise(self._levels)):
            # A lone counter would match too much else; 1.2 is one number, which is read elsewhere.
            if forms[level] and forms[level + 1] and both != ("1.", "1."):
                first, second, *more = takewhile(bool, forms[level:])
                rest = ""
                for form in reversed(more):
                    rest = f"(?:{_BETWEEN_LEVELS}({form}){rest})?"
                pattern = rf"{start}({first}){_BETWEEN_LEVELS}({second}){rest}(?![0-9０-９A-Za-z])"
                in_row.append((level, re.compile(pattern)))
        return alone + in_row

    def _below_number(self, clause: Clause, match: re.Match[str]) -> Iterator[Reference]:
        """Yield the reference 2-1(1), 2-1a1 or 2-1a: counters below a number. Brackets also hold
        amounts, and a letter may be a unit of measure, so exactly one clause must have the number.
        If this document has counters below numbers (its first level is WHOLE), the reference
        dangles without a clause; but 2-1a does not, because its letter proves nothing."""
        above = split_number(match["below"])
        counted = match["enclosed"] or match["run"]
        pieces = _ENCLOSED_VALUE.findall(counted or match["letter"].lower())
        readings = product(*(_possible_values(nfkc(piece)) for piece in pieces))
        cited = [(*above, *values) for values in readings]  # perhaps below a chapter
        clauses = (self._book.find(n) or self._targets.ending(clause, n) for n in cited)
        targets = [target for target in clauses if target and target.printed]
        is_counted = self._levels[:1] == (WHOLE,) and counted
        if len(targets) == 1 or (is_counted and not targets):
            yield from self._with_listed(match, *targets)

    def _mixed(self, clause: Clause, match: re.Match[str]) -> Iterator[Reference]:
        """Yield the reference by a number with letters or Roman numerals (IV.2.3, 2.a) at
        ``match``: texts leave out the levels above, so clauses that end so are tried first. After
        “step”, “in”, “under” or “see”, it may cite a step of a list. If no clause has the number,
        it is a name (IIX.2, B.2); only “step 2.a” then dangles, since it cannot be a name."""
        pieces = _PIECE.findall(match[0])
        parts = tuple(_mixed_value(piece, level) for level, piece in enumerate(pieces))
        target = self._targets.ending(clause, parts) or self._book.find(parts)
        cue = _STEP_CUE.search(match.string, 0, match.start())
        if cue and not target:
            target = self._step(clause, parts)
        if 0 not in parts and (target or (cue and cue["step"])):  # 0: no numeral, as IIX
            yield _reference(match, target)

    def _step(self, clause: Clause, parts: numbers.Parts) -> Clause | None:
        """Return the clause that 2.a, read as ``parts``, cites in the list around ``clause``: item
        1 below 2. In the source of a web page, both levels of the list have “1.”; the page shows
        letters for the lower one, and texts cite these."""
        depth = self._levels.index("1.") if "1." in self._levels else len(self._levels)
        if {*self._levels[depth:]} != {"1."} or not numbers.is_letter(parts[-1]):
            return None
        home = numbers.parts_of_levels(clause.parts, depth)[0]
        return self._book.find((*home, *parts[:-1], parts[-1] - LETTERS))

    def _relative(self, clause: Clause, match: re.Match[str]) -> Iterator[Reference]:
        """Yield the reference at ``match`` by its distance from ``clause``: 前項, or 前条第2項, a
        clause below 前条. Yield nothing if the document prints full numbers, or if one of several
        targets is missing."""
        if not self._book.game.edition.layout.is_composed:
            return
        count = counter_value(match["count"] or "1")  # 前２項: the two before
        steps = range(1, count + 1) if match["relative"][0] == "次" else range(-count, 0)
        around = [self._neighbour(clause, step, match["level"]) for step in steps]
        found = [each for each in around if each]
        if match["more"] and found:
            below = self._below(found[0], match["more"])
            found = [below] if below else []
        if len(found) == count:
            targets = tuple(each.number for each in found)
            yield Reference(Span(*match.span()), match[0], ReferenceKind.RELATIVE, targets)

    def _below(self, above: Clause, cited: str) -> Clause | None:
        """Return the clause that ``cited`` (第2項ロ) means below ``above``, also with a 1 added or
        removed at the front, as a first paragraph may print no number. A clause that is not
        ``printed`` stands for a number that the document skips; nothing refers to it."""
        values = _values_in(cited, self._levels[numbers.depth_of(above.parts) :])
        if not values:
            return above  # 前項各号: each item of the paragraph before
        readings = (values, (1, *values), values[values[0] == 1 :])
        found = (self._book.find((*above.parts, *each)) for each in readings)
        return next((each for each in found if each and each.printed), None)

    def _from_counters(self, clause: Clause, match: re.Match[str]) -> Iterator[Reference]:
        """Yield the reference by counters such as 第2条第3項 at ``match``, or by a range of these.
        Without a clause, the reference dangles if its levels are those of this document
        (``is_sure``); otherwise nothing is yielded. It also dangles after the name of another
        document (競技規則第3条). References to numbers listed behind it (第2条、第4条) follow."""
        other = _OTHER_DOCUMENT.search(match.string, 0, match.start())
        if other and other[1] not in self._title:
            reason = Message("It is in another document: {document}.", document=other[1])
            yield Reference.dangling(Span(*match.span()), match[0], ReferenceKind.NUMBER, reason)
            return
        # “paragraph 2” is a 項; with its ``home``, “of Article 5”, the article is looked for first.
        unit = _UNIT_PARTS.match(match["home"] or match[0])
        name = unit_name(unit["unit"] or unit["word"] or "§") if unit else ""
        name = "項" if match["paragraph"] and not match["home"] else name
        levels, is_sure = self._levels_counted(match, name)
        ends = [match["units"] or match[0]]
        if match["end"]:  # 第1章第2条～第4条 (articles 2 to 4) ends at 第1章第4条
            ends.append(ends[0].rpartition("第")[0] + match["end"].lstrip("～〜~ないし"))
        is_local = name in ("項", "号")  # counted in each article from 1
        found = [*filter(None, (self._target(clause, levels, each, is_local) for each in ends))]
        if len(found) == len(ends) or is_sure:
            yield from self._with_listed(match, *(found if len(found) == len(ends) else ()))

    def _levels_counted(self, match: re.Match[str], name: str) -> tuple[list[int], bool]:
        """Return the levels of this document that the first counter at ``match``, with the word
        ``name`` (条), may belong to, likeliest first, and whether it surely cites a clause, so that
        it dangles if there is none."""
        cites = match[0][-1] in "章節条項"  # 号 counts other things, too
        if not self._book.game.edition.layout.outlined:
            # A document of full numbers (2-1) has no such levels: 第2部第3章 dangles, and 第3章
            # alone is found as a number.
            return [], cites and bool(_PART.match(match[0]))
        if name == "項" and match["paragraph"]:
            return self._levels_of_paragraph(match[0])
        depths = self._book.game.edition.layout.levels_of(name)
        # Paragraphs (項) and items (号) without a word are below the lowest level of articles (条).
        if name in ("項", "号") and not depths:
            depths = [at + 1 for at, level in enumerate(self._levels) if level == "条"][::-1]
        # If no level is called “section”, Section 2 is on a level of plain numbers (1.) or on the
        # first. It may be of another document, but Section 2(a) is not. A “step” is a list item.
        if (match["english"] or match["home"]) and not depths and name != "step":
            unnamed = [at for at in self._targets.counted_on if self._levels[at:][:1] == ("1.",)]
            return [*unnamed, 0], len(_values_in(match[0])) > 1
        is_bare = _BARE.fullmatch(match[0]) is not None  # 3項 may count items
        return depths, not is_bare and (bool(depths) or name == "条" or cites)

    def _levels_of_paragraph(self, cited: str) -> tuple[list[int], bool]:
        """Return the levels below the first that ``cited`` may mean (“paragraph (a)”: levels of
        letters, “paragraph 2”: the others; those in the same brackets first), and whether it
        dangles without a clause. Paragraphs are below articles: if the first level is not one
        (Article, §), return no level, and nothing dangles."""
        top, *below = self._levels
        first = cited.split()[-1].strip("(")[0]  # of “paragraphs (2)(a)”
        is_letter, is_named = first.isalpha(), top in (*UNIT_WORDS, "§")
        is_named |= cited[:1] in "Ss"  # a subsection needs no such level
        found = [at for at, level in enumerate(below, 1) if is_lettered(level) == is_letter]
        found.sort(key=lambda at: ("(" in cited) != ("(" in self._levels[at]))  # (2), before 2.
        is_printed = "(" in cited and any("(" in self._levels[at] for at in found)
        return found if is_named or is_printed else [], is_named

    def _target(self, home: Clause, at: Sequence[int], cited: str, is_local: bool) -> Clause | None:
        """Return the clause that ``cited`` (第2条第3項) means in the clause ``home``, if its first
        counter is of one of the levels ``at``; with ``is_local`` (第3項 alone), only a clause of
        the same article. A first paragraph may print no number: then 第2条第1項 is 第2条, 第1項 is
        the article around ``home``, and 第2条第3号 is an item of the first paragraph (2.1.3)."""
        for level in at:
            values = _values_in(cited, self._levels[level:])
            target = self._targets.nearest(home, level, values, is_local=is_local)
            if cited.endswith("号") and "項" not in cited and values[1:]:
                item = self._targets.nearest(home, level, (*values[:-1], 1, values[-1]))
                is_below = item and not self._book.by_number[item.parent or ""].printed
                target = item if is_below else target
            if target is None and values[-1] == 1 and cited.endswith("項"):
                around, inside = numbers.parts_of_levels(home.parts, level)
                if above := values[:-1]:
                    target = self._targets.nearest(home, level, above)
                elif inside:
                    target = self._book.find(around)
            if target:
                return target
        return None

    def _with_listed(self, match: re.Match[str], *targets: Clause) -> Iterator[Reference]:
        """Yield the reference at ``match``, or to the range that begins there (Articles 2 to 4),
        then the references to siblings listed after it, as in § 8 Abs. 1 and 2. A listed number
        without a clause ends the list, because it may be an amount."""
        target, end = next(reversed(targets), None), match.end()
        last = _TO.match(match.string, end) if len(targets) == 1 else None
        if last and (other := self._book.find((*targets[0].parts[:-1], int(last[1])))):
            span, found = Span(match.start(), last.end()), (targets[0].number, other.number)
            yield Reference(span, span.of(match.string), ReferenceKind.RANGE, found)
            return
        yield _reference(match, *targets)
        while target and (listed := _LISTED.match(match.string, end)):
            value = _mixed_value(listed[1] or listed[2], 1)
            is_alike = numbers.is_letter(value) == numbers.is_letter(target.parts[-1])
            if target := self._book.find((*target.parts[:-1], value)) if is_alike else None:
                span, end = Span(*listed.span(listed.lastindex or 0)), listed.end()
                yield Reference(span, span.of(match.string), ReferenceKind.LIST, (target.number,))

    def _neighbour(self, clause: Clause, step: int, level: str) -> Clause | None:
        """Return the clause of ``level`` (条, 項, 号) that is ``step`` places after the one around
        ``clause``, or None: 前項 and 次条 have no number. Where 項 and 号 are printed as bare 2 and
        (2), no level has their name: then the level below articles has the paragraphs, and
        ``clause`` itself is an item, or without articles of either kind. The article before the
        first one of a chapter is in the chapter before, if all articles are counted as one row."""
        last = numbers.depth_of(clause.parts) - 1
        below = self._levels.index("条") + 1 if "条" in self._levels else 0
        depth = below if below and level == "項" else max(below, last)
        depth = self._levels.index(level) if level in self._levels else depth
        above, rest = numbers.parts_of_levels(clause.parts, depth)
        if not rest:
            return None
        own = (*above, *numbers.parts_of_levels(rest, 1)[0])
        home = self._book.find(above)
        siblings = [*self._book.children(home)] if home else self._tops
        if level == "条" and depth in self._targets.counted_on:
            siblings = self._by_depth[depth + 1]
        at = bisect_left(siblings, own, key=attrgetter("parts")) + step
        if 0 <= at < len(siblings) and siblings[at].printed:
            # Where a clause is missing, another would be in its place.
            found = numbers.parts_of_levels(siblings[at].parts, depth)[1]
            is_next = abs(found[0] - rest[0]) <= abs(step)
            return siblings[at] if is_next else None
        # The first paragraph has no number of its own.
        return home if rest[0] + step == 1 else None


def _values_in(cited: str, levels: Sequence[str] = ()) -> tuple[int, ...]:
    """Return the values of the counters in ``cited`` as clause numbers have them, to compare both.
    A letter has a value above all digits if its level has letters, or after an English word
    (Article B), except I, V and X. Otherwise (i) is Roman, and イ is 1 on a level of イロハ. The
    の2 of 第5条の2 (inserted later) is a value too, and so is A of section 5A, if no letters are
    below section 5. “Paragraph 2 of Article 5” is read as 5, 2."""
    values: list[int] = []
    for unit in _UNIT_PARTS.finditer(_WITH_PARAGRAPH.sub(r"\2(\1)", cited)):
        level = (*levels[numbers.depth_of(tuple(values)) :], "")[0]
        kind = kind_of(level) if (unit["bare"] or "1").isalpha() else ""
        value = counter_value(unit["counted"] or unit["english"] or unit["bare"], kind)
        is_letter = is_lettered(level) or bool(re.fullmatch("[A-HJ-UWYZ]", unit["english"] or ""))
        is_inserted = _INSERTED.match(unit.string, max(0, unit.start() - 1)) and not is_letter
        values.append(value + (INSERTED + LETTERS if is_inserted else LETTERS * is_letter))
        values += [INSERTED + counter_value(n) for n in (unit["inserted"] or "").split("の")[1:]]
    return tuple(values)


def _possible_values(piece: str) -> list[int]:
    """Return all values that the counter in brackets ``piece`` may have: (i) may be a letter or a
    Roman numeral. The caller picks the one for which a clause exists."""
    if not (piece.isascii() and piece.isalpha()):
        return [counter_value(piece)]
    letter = [LETTERS + ord(piece) - ord("a") + 1] if len(piece) == 1 else []
    return [*letter, *filter(None, [roman_value(piece)])]


def _mixed_value(piece: str, level: int) -> int:
    """Return the value of ``piece``, the part at ``level`` (from 0) of a number such as IV.2.3 or
    1.C.ii; 0 if it has none (IIX). In these numbers, only level 1 has letters, so C is the third
    letter there, and Roman numerals are at other levels. As in all numbers, letters count from
    LETTERS on, which separates them from digits."""
    if piece.isdigit():
        return int(piece)
    if level != 1 and (value := roman_value(piece)):
        return value
    return LETTERS + ord(piece.lower()) - ord("a") + 1 if len(piece) == 1 else 0


def _reference(match: re.Match[str], *targets: Clause | None) -> Reference:
    """Return the reference at ``match`` to one clause or both ends of a range. Without ``targets``
    it dangles and is reported, because a missing clause is a fault of the document."""
    found = tuple(each.number for each in targets if each)
    span, kind = Span(*match.span()), ReferenceKind.RANGE if found[1:] else ReferenceKind.NUMBER
    if found:
        return Reference(span, match[0], kind, found)
    return Reference.dangling(span, match[0], kind, no_clause(match[0]))
