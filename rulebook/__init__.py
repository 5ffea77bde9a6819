"""Rulebook: which rule governs this?

Japanese trading card game rules as clause trees that can be cited, searched and linked.
"""

__version__ = "0.1.0"
