"""The Python API: everything that the command line does, as values (see docs/api.md). All spans are
half-open and count code points of the text that they belong to. Nothing is loaded before it is
needed: a question reads the tables of its game, and only linking or building reads a document."""

from rulebook.api.rules import Rules as Rules
from rulebook.api.rules import open_rules as open_rules
