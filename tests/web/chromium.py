"""The browser: Debian's Chromium, or any other that is installed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Browser, sync_playwright

PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")


class NoBrowser(Exception):
    """None is installed."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """Give a browser; raises NoBrowser."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise NoBrowser(f"there is none of {', '.join(PROGRAMS)}")
    with sync_playwright() as playwright:
        # Whoever runs the tests may be root, for whom Chromium has no sandbox.
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()
