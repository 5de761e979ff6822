"""Fixtures of the page tests: a browser, servers, and signed-in players.

`.ci/run` installs a browser. Without a browser the tests are skipped, and in CI they fail.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import Final, NoReturn

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests.api.harness.server_processes import Server, Spawner
from tests.web.harness.chromium import NoBrowser, chromium, running_browser_loop
from tests.web.harness.visitors import TIMEOUT, Person, Visitors

expect.set_options(timeout=TIMEOUT)

PLAIN_HOST: Final = "kibitz.example"
"""A name of this machine to which browsers grant nothing that needs HTTPS, such as Web Crypto."""
SignIn = Callable[..., Person]
"""Signs a guest in under a name."""
_PLAIN_HOST_RULE: Final = f"--host-resolver-rules=MAP {PLAIN_HOST} 127.0.0.1"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Mark the browser's event loop as running only for tests of this folder; pytest calls this for all."""
    with running_browser_loop() if item.path.is_relative_to(Path(__file__).parent) else nullcontext():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the texts of the open pages to the report of a failed test."""
    report = yield
    visitors = getattr(item, "funcargs", {}).get("visitors")
    if isinstance(visitors, Visitors) and call.when == "call" and report.failed:
        with suppress(Error):
            report.sections.append(("Pages", visitors.page_texts()))
    return report


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Start a browser."""
    try:
        # A renderer process for each page would add a tenth of a second to each test.
        with chromium("--renderer-process-limit=1", _PLAIN_HOST_RULE) as browser:
            yield browser
    except NoBrowser as missing:
        _unavailable(str(missing))


@pytest.fixture(scope="session")
def server(spawner: Spawner, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Start a server that all tests share."""
    server = Server(spawner, tmp_path_factory.mktemp("web"))
    server.start()
    yield server
    server.end()


@pytest.fixture(scope="session")
def site(server: Server) -> str:
    """Address of the shared server; each test creates its own games."""
    return server.url.removesuffix("/graphql")


@pytest.fixture
def own_server(spawner: Spawner, tmp_path: Path) -> Iterator[Server]:
    """Start a server that a test may stop and restart."""
    server = Server(spawner, tmp_path)
    server.start()
    server.stay()
    yield server
    server.end()


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Visitors]:
    """Open browser profiles for one test, which fails if a page had an error."""
    with Visitors(browser) as visitors:
        yield visitors


@pytest.fixture(scope="module")
def page(site: str, browser: Browser) -> Iterator[Page]:
    """Open a page for calls to the functions and components of the pages' modules."""
    with Visitors(browser) as visitors:
        page = visitors.context().new_page()
        page.goto(site)
        # A page that is rendered later would come beside what a test shows.
        page.locator("main h2").first.wait_for()
        yield page


@pytest.fixture
def signed_in(site: str, visitors: Visitors) -> SignIn:
    """Return a function that signs guests in."""

    def sign_in(name: str, **context: object) -> Person:
        return Person.sign_in(site, name, visitors, **context)

    return sign_in


def _unavailable(reason: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(f"NO BROWSER: {reason}")
    pytest.skip(f"NO BROWSER, THE PAGES ARE NOT TESTED: {reason}")
