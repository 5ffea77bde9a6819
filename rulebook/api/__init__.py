"""The Python API: everything that the command line does, as values (see docs/api.md). All spans are
half-open and count code points of their text. Nothing is loaded before it is needed."""

from rulebook.api.rules import Rules as Rules
from rulebook.api.rules import open_rules as open_rules
