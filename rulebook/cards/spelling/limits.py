"""Limits for card texts from any source."""

from __future__ import annotations

from rulebook.errors import CardError, require_text
from rulebook.messages import Message

LONGEST_CARD = 20_000
"""More code points than any card has; longer texts are refused."""


def check_card_length(text: str) -> None:
    """Raise :class:`CardError` if ``text`` is blank or longer than ``LONGEST_CARD``: longer texts
    take longer to parse, and any visitor of a server may send one."""
    require_text("the card text", text)
    if not text.strip():
        hint = "Give the text that is printed on the card."
        raise CardError("the card text is empty", hint=hint)
    if len(text) > LONGEST_CARD:
        raise CardError(too_long(text), hint="Give one card at a time, or a file with --jsonl.")


def too_long(text: str) -> Message:
    """Return the message that ``text`` is longer than any card, for all that refuse one."""
    what, count = "the card text has {count} characters, more than {longest_card}", len(text)
    return Message(what, count=count, longest_card=LONGEST_CARD)
