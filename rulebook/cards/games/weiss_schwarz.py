"""Weiss Schwarz (ws): keywords with parameters, and actions used by their name."""

from __future__ import annotations

from rulebook.cards.builders.register import amount, builds, name
from rulebook.cards.grammar.lalr_parser import Extent, Values
from rulebook.cards.tree import acts, card, nouns
from rulebook.cards.tree.node import NodeType
from rulebook.cards.tree.words import Lexeme


@builds("named_keyword")
@builds("replay")
def _named_keyword(span: Extent, parts: Values) -> card.Keyword:
    """Build a keyword with the names after it, which its text in the rules needs: 絆／「A」 (bond,
    ws 10.4), 分離／「A」 (ws 10.16), 【リプレイ】＄A＄ (ws 11.3). Rules call it without signs."""
    first, *names = parts
    return card.Keyword(*span, Lexeme(first.text.strip("【】／")), tuple(map(name, names)))


@builds("backup")
def _backup(span: Extent, parts: Values) -> card.Keyword:
    """Build 助太刀 (backup, ws 10.5) with the power and level to be filled into its text."""
    power, level = (amount(part.text) for part in parts)
    return card.Keyword(*span, Lexeme("助太刀"), (), power, level)


@builds("shift")
def _shift(span: Extent, parts: Values) -> card.Keyword:
    """Build シフト (shift) with its level (ws 10.11), which is filled into the keyword's text."""
    return card.Keyword(*span, Lexeme("シフト"), level=amount(parts[0].text))


class NamedAction(acts.Predicate, metaclass=NodeType, printed="{name}", keys="named-action"):
    """An action that is described elsewhere and used by its name (ws 11.3.1)."""

    name: nouns.Name


@builds("named_action")
def _named_action(span: Extent, parts: Values) -> NamedAction:
    """Build an action that is used by its name alone (＄…＄); a “replay” describes it (ws 11.3)."""
    return NamedAction(*span, (), name(parts[0]))
