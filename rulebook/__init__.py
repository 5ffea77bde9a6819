"""Which rule governs this? The rules of Japanese trading card games as trees of clauses."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulebook.api import Rules as Rules
    from rulebook.api import open_rules as open_rules
    from rulebook.api.clause_ranges import ClauseRange as ClauseRange
    from rulebook.api.clause_ranges import clauses_in as clauses_in
    from rulebook.api.clause_ranges import game_of_numbers as game_of_numbers
    from rulebook.api.clause_ranges import parse_ranges as parse_ranges
    from rulebook.api.clause_ranges import subtree as subtree
    from rulebook.api.documents import check_document as check_document
    from rulebook.api.documents import explain_document as explain_document
    from rulebook.api.documents import export_document as export_document
    from rulebook.api.documents import link_document as link_document
    from rulebook.api.rulings import CorpusRulings as CorpusRulings
    from rulebook.api.rulings import RulingReport as RulingReport
    from rulebook.api.word_help import all_concepts as all_concepts
    from rulebook.api.word_help import query_of_rules as query_of_rules
    from rulebook.api.word_help import words_of_rules as words_of_rules
    from rulebook.card_library.card_files import LibraryCard as LibraryCard
    from rulebook.card_library.card_files import load_cards as load_cards
    from rulebook.card_library.indexing import IndexReport as IndexReport
    from rulebook.card_library.library import CardLibrary as CardLibrary
    from rulebook.card_library.library import FoundCard as FoundCard
    from rulebook.cards.annotating.annotator import Annotation as Annotation
    from rulebook.cards.annotating.governing import GoverningClause as GoverningClause
    from rulebook.cards.reading.inspection import Counts as Counts
    from rulebook.cards.reading.inspection import MissingPart as MissingPart
    from rulebook.cards.resolving.resolver import CardResolution as CardResolution
    from rulebook.cards.resolving.resolver import Resolution as Resolution
    from rulebook.cards.resolving.resolver import ResolutionStep as ResolutionStep
    from rulebook.cards.spelling.canonical_form import LONGEST_CARD as LONGEST_CARD
    from rulebook.clauses.findings import Finding as Finding
    from rulebook.clauses.findings import FindingCode as FindingCode
    from rulebook.clauses.game import Edition as Edition
    from rulebook.clauses.game import Game as Game
    from rulebook.clauses.lookup import ClausePlace as ClausePlace
    from rulebook.clauses.model import Clause as Clause
    from rulebook.clauses.model import Rulebook as Rulebook
    from rulebook.editions.adding import AddedEdition as AddedEdition
    from rulebook.editions.alignment import TracedEdition as TracedEdition
    from rulebook.editions.changes import ChangeKind as ChangeKind
    from rulebook.editions.changes import ChangeListing as ChangeListing
    from rulebook.editions.changes import ClauseChange as ClauseChange
    from rulebook.editions.changes import ListedChange as ListedChange
    from rulebook.editions.changes import MarkedChange as MarkedChange
    from rulebook.editions.changes import Substitution as Substitution
    from rulebook.editions.changes import WordMark as WordMark
    from rulebook.editions.comparison import EditionComparison as EditionComparison
    from rulebook.editions.planning import NewGame as NewGame
    from rulebook.errors import AmbiguousGame as AmbiguousGame
    from rulebook.errors import CardError as CardError
    from rulebook.errors import CardLibraryError as CardLibraryError
    from rulebook.errors import ClusterError as ClusterError
    from rulebook.errors import CorpusError as CorpusError
    from rulebook.errors import DocumentError as DocumentError
    from rulebook.errors import EditionError as EditionError
    from rulebook.errors import InvalidNumber as InvalidNumber
    from rulebook.errors import PrintError as PrintError
    from rulebook.errors import QueryError as QueryError
    from rulebook.errors import ReaderError as ReaderError
    from rulebook.errors import RulebookError as RulebookError
    from rulebook.errors import SiteError as SiteError
    from rulebook.errors import UnknownCard as UnknownCard
    from rulebook.errors import UnknownClause as UnknownClause
    from rulebook.errors import UnknownConcept as UnknownConcept
    from rulebook.errors import UnknownEdition as UnknownEdition
    from rulebook.errors import UnknownGame as UnknownGame
    from rulebook.errors import UnknownRuling as UnknownRuling
    from rulebook.errors import WorkerError as WorkerError
    from rulebook.errors import WrongType as WrongType
    from rulebook.links.concepts import Concept as Concept
    from rulebook.links.model import LinkedRulebook as LinkedRulebook
    from rulebook.links.results import FoundClause as FoundClause
    from rulebook.links.results import GlossaryEntry as GlossaryEntry
    from rulebook.links.results import Report as Report
    from rulebook.paper.printing import print_rules as print_rules
    from rulebook.rulings.citing import CheckedCitation as CheckedCitation
    from rulebook.rulings.citing import RewrittenText as RewrittenText
    from rulebook.rulings.csv_import import RULING_FIELDS as RULING_FIELDS
    from rulebook.rulings.csv_import import ImportedRulings as ImportedRulings
    from rulebook.rulings.model import Ruling as Ruling
    from rulebook.search.asking.answers import Answer as Answer
    from rulebook.search.asking.answers import Answers as Answers
    from rulebook.search.query import Hit as Hit
    from rulebook.text.data_files import Reject as Reject
    from rulebook.text.normal import Span as Span

__version__ = "0.2.0"


def _exports() -> dict[str, str]:
    """Return the module of each name of the API, to import it only when used. The names are parsed
    from the imports above, which only type checkers run; without the source (in browsers): none."""
    loader: Any = __spec__.loader
    try:
        source = loader.get_data(__file__).decode()
    except (OSError, UnicodeDecodeError):
        return {}
    lines = map(str.split, source.splitlines())
    return {line[-1]: line[1] for line in lines if line[:1] == ["from"] and line[-2:-1] == ["as"]}


_EXPORTS = _exports()
__all__ = [*_EXPORTS, "__version__"]


if not TYPE_CHECKING:  # else type checkers would accept any name

    def __getattr__(name: str) -> object:
        """Import the module of an API name when the name is first used, for a fast start."""
        if name not in _EXPORTS:
            raise AttributeError(f"module 'rulebook' has no attribute {name!r}")
        return getattr(import_module(_EXPORTS[name]), name)


def __dir__() -> list[str]:
    """Return all names of the API, for ``dir`` and completion: else only loaded ones are listed."""
    return sorted(__all__)
