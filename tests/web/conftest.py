"""A browser, a server of the program's own, and people who play through the one or the other.

`.ci/run` installs a browser. Without one the tests are skipped, loudly; in CI that is a failure.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import NoReturn

import pytest
from playwright.sync_api import Browser, Error, Page, expect

from tests.api.harness.server_processes import Server, Spawner
from tests.web.harness.chromium import NoBrowser, awake, chromium
from tests.web.harness.visitors import TIMEOUT, Person, Visitors

expect.set_options(timeout=TIMEOUT)

SignIn = Callable[..., Person]
"""Signs a guest in by its name."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Leave the tests of other folders, for which it is called as well, their own event loops."""
    with awake() if item.path.is_relative_to(Path(__file__).parent) else nullcontext():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell what the pages showed when a test failed."""
    report = yield
    visitors = getattr(item, "funcargs", {}).get("visitors")
    if isinstance(visitors, Visitors) and call.when == "call" and report.failed:
        with suppress(Error):
            report.sections.append(("Pages", visitors.shown()))
    return report


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Give a browser."""
    try:
        with chromium() as browser:
            yield browser
    except NoBrowser as missing:
        _unavailable(str(missing))


@pytest.fixture(scope="session")
def server(spawner: Spawner, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Give a server that is everybody's."""
    server = Server(spawner, tmp_path_factory.mktemp("web"))
    server.start()
    yield server
    server.end()


@pytest.fixture(scope="session")
def site(server: Server) -> str:
    """Where the pages are; the server is everybody's, its tables are each test's own."""
    return server.url.removesuffix("/graphql")


@pytest.fixture
def own_server(spawner: Spawner, tmp_path: Path) -> Iterator[Server]:
    """Give a server that a test may stop and start again."""
    server = Server(spawner, tmp_path)
    server.start()
    server.stay()
    yield server
    server.end()


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Visitors]:
    """Open pages, each visitor with a browser profile of its own; no page may have had an error."""
    with Visitors(browser) as visitors:
        yield visitors


@pytest.fixture(scope="module")
def page(site: str, browser: Browser) -> Iterator[Page]:
    """Open a page in which a module's own functions and components are called."""
    with Visitors(browser) as visitors:
        page = visitors.context().new_page()
        page.goto(site)
        yield page


@pytest.fixture
def signed_in(site: str, visitors: Visitors) -> SignIn:
    """Sign guests in."""

    def sign_in(name: str, **context: object) -> Person:
        return Person.sign_in(site, name, visitors, **context)

    return sign_in


def _unavailable(reason: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(f"NO BROWSER: {reason}")
    pytest.skip(f"NO BROWSER, THE PAGES ARE NOT TESTED: {reason}")
