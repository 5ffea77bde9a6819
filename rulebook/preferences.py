"""The preferences of the user: in the environment, else in ``settings.toml`` (game, lang, site)."""

from __future__ import annotations

import os
from enum import StrEnum
from functools import cached_property

from rulebook.data import own_settings
from rulebook.errors import CorpusError, RulebookError
from rulebook.records import dataclass
from rulebook.toml_files.kinds import WebAddress, fits


class MessageLanguage(StrEnum):
    """A language of messages and help."""

    JAPANESE = "ja"
    ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class SettingsFile:
    """``settings.toml``, in which every field is optional."""

    game: str = ""
    lang: MessageLanguage | None = None
    site: WebAddress = ""


def is_web_address(text: str) -> bool:
    """Whether ``text`` is the address of a website, to which paths can be appended for links."""
    return fits(text, WebAddress)


class Preferences:
    """What the user prefers; the file is read when it is first needed, if there is one. Raises
    :class:`CorpusError` for a malformed file, :class:`RulebookError` for a malformed variable."""

    @property
    def game(self) -> str:
        """The game for commands that name none, so users need not type it: from ``RULEBOOK_GAME``,
        else from the settings. If empty, a command asks all games or needs a name."""
        return os.environ.get("RULEBOOK_GAME", "") or self._settings.game

    @property
    def site(self) -> str:
        """The website that clause numbers are linked to; empty for no links. Raises
        :class:`RulebookError` if ``RULEBOOK_SITE`` is not an address, since no link would work."""
        named = os.environ.get("RULEBOOK_SITE", "")
        if named and not is_web_address(named):
            hint = "Write an address like https://example.org/rules/, or unset the variable."
            raise RulebookError("RULEBOOK_SITE is {named!r}", named=named, hint=hint)
        return named or self._settings.site

    @property
    def lang(self) -> MessageLanguage | None:
        """The language of messages and help, from ``RULEBOOK_LANG`` (its first two letters, as in
        ja_JP; unknown ones are ignored), else from the settings; None for that of the locale."""
        named = os.environ.get("RULEBOOK_LANG", "")[:2].lower()
        return MessageLanguage(named) if named in list(MessageLanguage) else self._settings.lang

    @cached_property
    def _settings(self) -> SettingsFile:
        """The values of the settings file, or the defaults; loaded only if needed, to save time."""
        path = own_settings()
        if not os.path.lexists(path):  # a broken link must not be passed over
            return SettingsFile()
        if path.is_fifo():  # every command would wait for a writer
            raise CorpusError(path, "not a regular file")
        from rulebook.toml_files.loader import load_toml

        return load_toml(path, SettingsFile, hint="See docs/using.md, “Settings”.")
