"""The website of the rules: built, served."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from rulebook.api.base import RulesBase


class SiteMethods(RulesBase):
    """The rules as pages."""

    def build_site(
        self,
        folder: Path | str,
        base_url: str = "",
        progress: Callable[[int], None] | None = None,
        cards: Sequence[Path | str] = (),
        reader: Path | str | None = None,
    ) -> str:
        """Write the website into ``folder`` and return its version.

        ``cards`` are libraries of cards, each of another game, shown beside the rules; ``reader``
        is what ``make reader`` made, which reads cards in the browser (else :class:`ReaderError`).

        ``folder`` must be new, empty or a site built before; the old one stays until the new is
        whole.  Raises :class:`SiteError` otherwise.
        """
        from rulebook.website.site_builder import build_site, silent

        return build_site(
            self.search_tables,
            Path(folder),
            base_url,
            progress=progress or silent,
            cards=[Path(path) for path in cards],
            shelf=self.rulings.told_shelf(),
            reader=Path(reader) if reader else None,
        )

    def serve_site(
        self,
        port: int,
        say: Callable[[str], None],
        progress: Callable[[int], None] | None = None,
        reader: Path | str | None = None,
    ) -> None:
        """Build the website, serve it on 127.0.0.1, and build it again when a source changes.

        It ends with Ctrl-C.  ``say`` is told the address and what goes wrong; it must be a
        function of a module, since each new build runs in a process of its own.  ``reader`` is as
        for :meth:`build_site`.  Raises :class:`SiteError` where the ``port`` is taken.
        """
        from rulebook.website.live_site import serve_site
        from rulebook.website.site_builder import silent

        serve_site(
            self.search_tables,
            port,
            say,
            progress=progress or silent,
            shelf=self.rulings.told_shelf(),
            reader=Path(reader) if reader else None,
        )
