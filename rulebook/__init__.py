"""Rulebook: which rule governs this?

Japanese trading card game rules as clause trees that can be cited, searched and linked.  The API
is described in :mod:`rulebook.api`; its names are loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

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
    from rulebook.card_library.card_files import Reject as Reject
    from rulebook.card_library.card_files import load_cards as load_cards
    from rulebook.card_library.columns import LibraryCard as LibraryCard
    from rulebook.card_library.indexing import IndexReport as IndexReport
    from rulebook.card_library.library import CardLibrary as CardLibrary
    from rulebook.cards.annotating.annotator import Annotation as Annotation
    from rulebook.cards.annotating.governing import GoverningClause as GoverningClause
    from rulebook.cards.reading.gaps import Counts as Counts
    from rulebook.cards.reading.gaps import MissingPart as MissingPart
    from rulebook.cards.resolving.resolution import CardResolution as CardResolution
    from rulebook.cards.resolving.resolution import ResolutionStep as ResolutionStep
    from rulebook.cards.spelling.limits import LONGEST_CARD as LONGEST_CARD
    from rulebook.clauses.finding_kinds import FINDING_KINDS as FINDING_KINDS
    from rulebook.clauses.game import Edition as Edition
    from rulebook.clauses.game import Game as Game
    from rulebook.clauses.lookup import ClausePlace as ClausePlace
    from rulebook.clauses.model import Clause as Clause
    from rulebook.clauses.model import Finding as Finding
    from rulebook.clauses.model import FindingCode as FindingCode
    from rulebook.clauses.model import Rulebook as Rulebook
    from rulebook.editions.adding import AddedEdition as AddedEdition
    from rulebook.editions.adding import NewGame as NewGame
    from rulebook.editions.changes import ChangeKind as ChangeKind
    from rulebook.editions.changes import ClauseChange as ClauseChange
    from rulebook.editions.comparison import EditionComparison as EditionComparison
    from rulebook.editions.listing import ChangeListing as ChangeListing
    from rulebook.editions.listing import ListedChange as ListedChange
    from rulebook.editions.listing import Substitution as Substitution
    from rulebook.editions.marking import MarkedChange as MarkedChange
    from rulebook.editions.marking import WordMark as WordMark
    from rulebook.editions.tracing import TracedEdition as TracedEdition
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
    from rulebook.links.glossary import GlossaryEntry as GlossaryEntry
    from rulebook.links.model import LinkedRulebook as LinkedRulebook
    from rulebook.links.results import FoundClause as FoundClause
    from rulebook.links.results import Report as Report
    from rulebook.paper.printing import print_rules as print_rules
    from rulebook.rulings.citation_rewriting import RewrittenText as RewrittenText
    from rulebook.rulings.citing import CheckedCitation as CheckedCitation
    from rulebook.rulings.csv_import import RULING_FIELDS as RULING_FIELDS
    from rulebook.rulings.csv_import import ImportedRulings as ImportedRulings
    from rulebook.rulings.model import Ruling as Ruling
    from rulebook.search.asking.model import Answer as Answer
    from rulebook.search.asking.model import Answers as Answers
    from rulebook.search.query.parser import Hit as Hit
    from rulebook.text.spans import Span as Span

__version__ = "0.2.0"

# Where each name of the API lies.
_NAMES = {
    "LibraryCard": "rulebook.card_library.columns",
    "Reject": "rulebook.card_library.card_files",
    "load_cards": "rulebook.card_library.card_files",
    "LONGEST_CARD": "rulebook.cards.spelling.limits",
    "Rules": "rulebook.api",
    "open_rules": "rulebook.api",
    "IndexReport": "rulebook.card_library.indexing",
    "CardLibrary": "rulebook.card_library.library",
    "Annotation": "rulebook.cards.annotating.annotator",
    "Counts": "rulebook.cards.reading.gaps",
    "MissingPart": "rulebook.cards.reading.gaps",
    "CardResolution": "rulebook.cards.resolving.resolution",
    "ResolutionStep": "rulebook.cards.resolving.resolver",
    "FINDING_KINDS": "rulebook.clauses.finding_kinds",
    "Edition": "rulebook.clauses.game",
    "Game": "rulebook.clauses.game",
    "ClausePlace": "rulebook.clauses.lookup",
    "Clause": "rulebook.clauses.model",
    "Finding": "rulebook.clauses.model",
    "FindingCode": "rulebook.clauses.model",
    "Rulebook": "rulebook.clauses.model",
    "check_document": "rulebook.api.documents",
    "explain_document": "rulebook.api.documents",
    "export_document": "rulebook.api.documents",
    "link_document": "rulebook.api.documents",
    "AddedEdition": "rulebook.editions.adding",
    "NewGame": "rulebook.editions.adding",
    "ChangeKind": "rulebook.editions.changes",
    "ClauseChange": "rulebook.editions.changes",
    "EditionComparison": "rulebook.editions.comparison",
    "ChangeListing": "rulebook.editions.listing",
    "ListedChange": "rulebook.editions.listing",
    "Substitution": "rulebook.editions.listing",
    "MarkedChange": "rulebook.editions.marking",
    "WordMark": "rulebook.editions.marking",
    "TracedEdition": "rulebook.editions.tracing",
    "ClauseRange": "rulebook.api.clause_ranges",
    "clauses_in": "rulebook.api.clause_ranges",
    "game_of_numbers": "rulebook.api.clause_ranges",
    "parse_ranges": "rulebook.api.clause_ranges",
    "subtree": "rulebook.api.clause_ranges",
    "AmbiguousGame": "rulebook.errors",
    "print_rules": "rulebook.paper.printing",
    "CardError": "rulebook.errors",
    "CardLibraryError": "rulebook.errors",
    "ClusterError": "rulebook.errors",
    "CorpusError": "rulebook.errors",
    "DocumentError": "rulebook.errors",
    "EditionError": "rulebook.errors",
    "InvalidNumber": "rulebook.errors",
    "PrintError": "rulebook.errors",
    "QueryError": "rulebook.errors",
    "ReaderError": "rulebook.errors",
    "RulebookError": "rulebook.errors",
    "SiteError": "rulebook.errors",
    "UnknownCard": "rulebook.errors",
    "UnknownClause": "rulebook.errors",
    "UnknownConcept": "rulebook.errors",
    "UnknownEdition": "rulebook.errors",
    "UnknownGame": "rulebook.errors",
    "UnknownRuling": "rulebook.errors",
    "WorkerError": "rulebook.errors",
    "WrongType": "rulebook.errors",
    "Concept": "rulebook.links.concepts",
    "GlossaryEntry": "rulebook.links.glossary",
    "GoverningClause": "rulebook.cards.annotating.governing",
    "LinkedRulebook": "rulebook.links.model",
    "FoundClause": "rulebook.links.results",
    "Report": "rulebook.links.results",
    "RewrittenText": "rulebook.rulings.citation_rewriting",
    "RULING_FIELDS": "rulebook.rulings.csv_import",
    "ImportedRulings": "rulebook.rulings.csv_import",
    "CheckedCitation": "rulebook.rulings.citing",
    "Ruling": "rulebook.rulings.model",
    "CorpusRulings": "rulebook.api.rulings",
    "RulingReport": "rulebook.api.rulings",
    "Answer": "rulebook.search.asking.model",
    "Answers": "rulebook.search.asking.model",
    "Hit": "rulebook.search.query.parser",
    "Span": "rulebook.text.spans",
    "all_concepts": "rulebook.api.word_help",
    "query_of_rules": "rulebook.api.word_help",
    "words_of_rules": "rulebook.api.word_help",
}
__all__ = [*_NAMES, "__version__"]


if not TYPE_CHECKING:  # or any name at all would be right to a type checker

    def __getattr__(name: str) -> object:
        if name not in _NAMES:
            raise AttributeError(f"module 'rulebook' has no attribute {name!r}")
        return getattr(import_module(_NAMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)
