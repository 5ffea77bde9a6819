"""Launch a real Chromium for the tests that need one."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# The headless shell is the same engine without desktop windows. A fresh profile opens in it with a
# fifth of the processor time.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, PROGRAMS)), None)
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--headless",
]


@contextmanager
def launch_chromium() -> Iterator[Browser]:
    """Launch Chromium. Without one, tests are skipped; in CI they fail."""
    if CHROMIUM is None:
        leave = pytest.fail if os.environ.get("CI") else pytest.skip
        leave("no Chromium here: install Debian's package chromium to run these tests")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()
