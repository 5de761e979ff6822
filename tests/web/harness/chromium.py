"""Starts an installed Chromium or Chrome."""

from __future__ import annotations

import shutil
from asyncio import AbstractEventLoop, get_running_loop
from asyncio.events import _set_running_loop
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Browser, sync_playwright

PROGRAMS: Final = ("chromium", "chromium-browser", "google-chrome", "chrome")


_loops: Final[list[AbstractEventLoop]] = []
"""The event loop of the running browser; empty without one."""


@contextmanager
def running_browser_loop() -> Iterator[None]:
    """Mark the browser's event loop as running inside the context, and no loop outside it.

    Playwright's sync API leaves its loop marked as running, which keeps other tests from starting theirs.
    """
    if _loops:
        _set_running_loop(_loops[-1])
    try:
        yield
    finally:
        _set_running_loop(None)


class NoBrowser(Exception):
    """No supported browser is installed."""


@contextmanager
def chromium(*options: str) -> Iterator[Browser]:
    """Run a browser with command-line options; raises NoBrowser."""
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        raise NoBrowser(f"there is none of {', '.join(PROGRAMS)}")
    with sync_playwright() as playwright:
        # Chromium has no sandbox for root, as whom containers run the tests.
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", *options])
        loop = get_running_loop()
        _loops.append(loop)
        yield browser
        _set_running_loop(loop)
        _loops.remove(loop)
        browser.close()
