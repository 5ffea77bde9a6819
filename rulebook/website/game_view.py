"""A game as the pages need it: its linked rulebook, and tables that many pages look up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING

from markupsafe import Markup

from rulebook.cards.annotating.annotator import Annotation, load_examples, open_annotator
from rulebook.clauses.corpus import Corpus
from rulebook.clauses.findings import Finding
from rulebook.clauses.game import Game
from rulebook.clauses.model import Clause, Revision, Rulebook
from rulebook.editions.alignment import align_editions
from rulebook.editions.changes import Alignment
from rulebook.editions.comparison import EditionComparison
from rulebook.grouping import grouped
from rulebook.links.concepts import Concept, Concepts, load_concepts
from rulebook.links.furigana import Furigana, load_furigana
from rulebook.links.linker import link_game, load_english_names
from rulebook.links.model import LinkedRulebook, Term
from rulebook.records import dataclass, replace
from rulebook.rulings.model import Rulings
from rulebook.rulings.shelf import RulingShelf
from rulebook.text.display import shortened
from rulebook.website.addresses import game_address
from rulebook.website.markup import clause_html, numbered, tree_row
from rulebook.website.rendering import JAPANESE, Language

if TYPE_CHECKING:
    from rulebook.website.own_cards import OwnCards

_SAYING = {"named", "rows"}  # the tables of a view that contain texts in its language
_GLOSS = Markup(' <span class="gloss" lang="en">{}</span>')


@dataclass(frozen=True, slots=True)
class OtherEdition:
    """An edition that is not the current one, and what became of its clauses in the current one."""

    linked: LinkedRulebook
    alignment: Alignment

    @property
    def book(self) -> Rulebook:
        """The clauses of the edition, without the links between them, which few callers need."""
        return self.linked.book

    @property
    def game(self) -> Game:
        """The game at this edition: pages and addresses contain its name and version."""
        return self.linked.book.game

    def today(self, number: str) -> tuple[str, ...]:
        """Return the current numbers of what ``number`` became, to redirect old citations."""
        return self.alignment.by_old[number].new


@dataclass(frozen=True)
class GameView:
    """One game of the site, with tables that its pages look up. ``others`` are its other editions,
    the latest first; ``steps`` compare each edition with the next, the oldest first."""

    linked: LinkedRulebook
    concepts: Concepts
    readings: Furigana
    cards: tuple[Annotation, ...] = ()
    others: tuple[OtherEdition, ...] = ()
    steps: tuple[EditionComparison, ...] = ()
    own_cards: OwnCards | None = None
    rulings: Rulings | None = None
    language: Language = JAPANESE

    def in_language(self, language: Language) -> GameView:
        """Return the view for pages in ``language``. Tables already made are reused, as making is
        slow, except those with texts in a language. ``__dict__`` has only tables, no fields."""
        if language is self.language:
            return self
        other = replace(self, language=language)
        found = {name: value for name, value in self.__dict__.items() if name not in _SAYING}
        other.__dict__.update(found)
        return other

    @property
    def book(self) -> Rulebook:
        """The clauses of the edition shown. Most pages need only these, not the links in them."""
        return self.linked.book

    @property
    def game(self) -> Game:
        """The data of the game, with its name in the language of the pages, which show it."""
        return self.language.game(self.linked.book.game)

    @cached_property
    def chapters(self) -> tuple[Clause, ...]:
        """The top-level clauses: each has a page on which the chapter is read in one go."""
        return tuple(clause for clause in self.book.clauses if clause.parent is None)

    @cached_property
    def defined(self) -> dict[str, str]:
        """The defining clause of each term, to which the term links wherever a text uses it."""
        return {term.word: term.clause for term in self.linked.terms}

    @cached_property
    def terms(self) -> tuple[Term, ...]:
        """The terms in the order of the fifty sounds, as usual in Japanese lists."""
        key = self.readings.key
        return tuple(sorted(self.linked.terms, key=lambda term: (key(term.word), term.word)))

    @cached_property
    def english(self) -> dict[str, str]:
        """The English name of each term, by its word: its own, else its concept's, else empty."""
        id = self.game.id
        shared = [c for c in reversed([*self.concepts.by_id.values()]) if id in c.rules]
        # If several concepts have the same word, the first wins.
        labels = {concept.rules[id].word: concept.en for concept in shared}
        return {term.word: term.english or labels.get(term.word, "") for term in self.linked.terms}

    @cached_property
    def english_headings(self) -> dict[str, str]:
        """The English name of each heading: from the game's list, else that of an equal term."""
        names = {s: self.english[t.word] for t in self.linked.terms for s in (*t.spellings, t.word)}
        names |= load_english_names(self.linked.book.game).headings
        found = ((c.number, names.get(c.title)) for c in self.book.clauses if c.title)
        return {number: name[0].upper() + name[1:] for number, name in found if name}

    def gloss(self, number: str) -> Markup:
        """Return the English name of a heading as HTML; empty on Japanese pages or if unknown."""
        name = "" if self.language is JAPANESE else self.english_headings.get(number, "")
        return _GLOSS.format(name) if name else Markup()

    @cached_property
    def rules_at(self) -> dict[str, list[Concept]]:
        """The concepts of each clause, by its number; its page compares games on these."""
        id, every = self.game.id, self.concepts.by_id.values()
        rules = ((concept, concept.rules[id]) for concept in every if id in concept.rules)
        return grouped((n, c) for c, r in rules for n in dict.fromkeys((r.clause, *r.also)))

    @cached_property
    def findings_at(self) -> dict[str, list[Finding]]:
        """The findings by clause number ("" without a clause); the page of a clause shows them."""
        return grouped((finding.number or "", finding) for finding in self.linked.findings)

    @cached_property
    def headings(self) -> dict[str, str]:
        """What links show with the number: the title of each clause, else its text or remark."""
        return {c.number: c.title or shortened(c.text, 60) or c.remark for c in self.book.clauses}

    @cached_property
    def named(self) -> dict[str, Markup]:
        """Number and heading of each clause as HTML (with ``gloss``), made once for many links."""
        return {n: numbered(n, heading) + self.gloss(n) for n, heading in self.headings.items()}

    @cached_property
    def rows(self) -> dict[str, Markup]:
        """The row of each clause in a tree of clauses, made once because many pages show it."""
        return {c.number: tree_row(c, self.named[c.number]) for c in self.book.clauses}

    @property
    def editions(self) -> tuple[Game, ...]:
        """The game in each edition, the oldest first; empty for one edition, without changes."""
        first = tuple(step.old.game for step in self.steps[:1])
        return first + tuple(step.new.game for step in self.steps)

    def step_to(self, edition: Game) -> EditionComparison | None:
        """Return what changed from the edition before to ``edition``, for its page, if any."""
        return next((step for step in self.steps if step.new.game.key == edition.key), None)

    @cached_property
    def gone(self) -> tuple[str, ...]:
        """The numbers that only other editions have; each gets a page, so that old links work."""
        numbers = (clause.number for other in self.others for clause in other.book.clauses)
        return tuple(n for n in dict.fromkeys(numbers) if n not in self.book.by_number)

    def text(self, clause: Clause, chapter: str | None = None) -> Markup:
        """Return the text of ``clause`` as HTML, with links to pages of clauses or, in the reading
        view of ``chapter``, to places there. Languages share it if its references have no notes."""
        has_notes = any(reference.reason for reference in self.linked.references_of(clause))
        key = clause.number, chapter, self.language.code if has_notes else "ja"
        if key not in self._texts:
            href = "{}.html".format if chapter is None else partial(self._link_in_chapter, chapter)
            self._texts[key] = clause_html(self.linked, clause, self.defined, href, key[2])
        return self._texts[key]

    @cached_property
    def _texts(self) -> dict[tuple[str, str | None, str], Markup]:
        """The texts that :meth:`text` has made so far, by clause number, chapter and language."""
        return {}

    @property
    def latest(self) -> Revision | None:
        """The newest revision with a date, if any has one, for the front page of the game."""
        dated = [revision for revision in self.book.revisions if revision.date]
        return max(dated, key=lambda revision: revision.date or "", default=None)

    @cached_property
    def revisions(self) -> tuple[Revision, ...]:
        """The change history, the newest first, since documents print it in either order."""
        revisions = self.book.revisions
        if revisions and (revisions[0].date or "") < (revisions[-1].date or ""):
            revisions = revisions[::-1]
        # Revisions of the same date stay in this order.
        return tuple(sorted(revisions, key=lambda r: r.date or "", reverse=True))

    def former_uses(self, number: str) -> list[OtherEdition]:
        """Return the editions in which ``number`` was another clause than today, one for each such
        clause. The page of ``number`` shows readers of an old citation where that clause is now."""
        uses: dict[tuple[str, ...], OtherEdition] = {}
        for other in self.others:
            if number in other.book.by_number and number not in (today := other.today(number)):
                uses.setdefault(today, other)
        return list(uses.values())

    @cached_property
    def chapter_of(self) -> dict[str, str]:
        """The chapter of each clause, which decides to which reading view a link leads."""
        return {c.number: self.book.chapter(c.number).number for c in self.book.clauses}

    def in_chapter(self, number: str) -> str:
        """Return the address of a clause in the reading view of its chapter, to read on there."""
        return f"{game_address(self.game.id, f'chapter-{self.chapter_of[number]}')}#{number}"

    def _link_in_chapter(self, chapter: str, number: str) -> str:
        """Return the link to ``number`` in reading views; within ``chapter``, it loads no page."""
        other = self.chapter_of[number]
        return f"#{number}" if other == chapter else f"chapter-{other}.html#{number}"

    def clauses_of(self, chapter: str) -> Sequence[Clause]:
        """Return the clauses of a chapter in order, for its reading view, list and picture."""
        return [clause for clause in self.book.clauses if self.chapter_of[clause.number] == chapter]


def open_views(
    corpus: Corpus, own: Mapping[str, OwnCards] | None = None, shelf: RulingShelf | None = None
) -> Iterator[GameView]:
    """Yield the view of every game: all that its pages show, read once for thousands of them.
    ``own`` has card libraries by game, ``shelf`` the rulings."""
    concepts, readings = load_concepts(corpus), load_furigana(corpus)
    for game in corpus.games.values():
        editions, label = corpus.editions(game), JAPANESE.edition_label
        others = tuple(
            OtherEdition(link_game(corpus, each), align_editions(corpus, each, game))
            for each in reversed(editions)
            if each.key != game.key
        )
        steps = tuple(
            EditionComparison(
                corpus.read(old),
                corpus.read(new),
                align_editions(corpus, old, new),
                label(old.edition),
                label(new.edition),
            )
            for old, new in pairwise(editions)
        )
        linked = link_game(corpus, game)
        owned, rulings = (own or {}).get(game.id), shelf.of(game) if shelf else None
        shown = rulings if rulings and rulings.all else None
        # If there are no examples, no card grammar is loaded.
        cards = tuple(
            open_annotator(corpus, game).annotate(card.text.strip(), card.title)
            for card in load_examples(game)
        )
        yield GameView(linked, concepts, readings, cards, others, steps, owned, shown)
