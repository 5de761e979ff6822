"""The service worker: stored files, the offline page, newer versions, and browsers without one."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Final
from urllib.parse import urlsplit

import httpx
import pytest
from playwright.sync_api import Page, expect

from api.web.files import FILES
from tests.api.harness.server_processes import ROOT, Server, environment
from tests.web.conftest import PLAIN_HOST, SignIn
from tests.web.harness.axe import screen_violations
from tests.web.harness.screens import NARROW
from tests.web.harness.table_player import wait_until
from tests.web.harness.visitors import Person, Visitors

WITH_WORKERS: Final = {"service_workers": "allow"}
_PROGRAM: Final = """
import sys
from pathlib import Path
import api.web.pages
from api.cli import main
api.web.pages.FILES = Path(sys.argv.pop(1))
main()
"""
_IS_ACTIVE: Final = """async () => {
    const { installing, waiting, active } = await navigator.serviceWorker.getRegistration() ?? {};
    return !installing && !waiting && active?.state === 'activated';
}"""
_STORED: Final = """async () => {
    const found = {};
    for (const name of await caches.keys()) {
        found[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname);
    }
    return found;
}"""
_IS_CONTROLLED: Final = "navigator.serviceWorker.controller !== null"
_LOOK_FOR_NEWER: Final = "async () => { await (await navigator.serviceWorker.getRegistration()).update(); }"
_STATUS: Final = "async (path) => (await fetch(path)).status"


def folder_of(page: Page) -> str:
    """Return the folder of the page's files: that of their version."""
    main = page.locator("script[src$='/main.js']").get_attribute("src")
    assert main is not None
    return main.removesuffix("main.js")


def wait_for_worker(page: Page) -> None:
    """Wait until the newest worker is active."""
    wait_until(page, lambda: page.evaluate(_IS_ACTIVE), within=300)


def wait_until_quiet(page: Page) -> None:
    """Wait until a page has requested no file for three seconds.

    A request can start an older worker again just as Chromium has stopped it for a newer one, which then
    waits for minutes.
    """
    files: list[str] = []
    page.on("request", lambda request: files.append(request.url) if "/web/" in request.url else None)
    known = -1
    while known < len(files):
        known = len(files)
        page.wait_for_timeout(3_000)


def stored(page: Page) -> dict[str, list[str]]:
    """Return the paths in the caches, by their names."""
    found: dict[str, list[str]] = page.evaluate(_STORED)
    return found


def test_worker_stores_static_files_only(signed_in: SignIn) -> None:
    ann = signed_in("Ann", **WITH_WORKERS)
    game = ann.create("president", machines=3)
    page = ann.open(f"/games/{game}")
    expect(page.locator(".board")).to_be_visible()
    wait_for_worker(page)
    folder = folder_of(page)
    few = stored(page)[folder]
    assert f"{folder}offline.html" in few
    assert len(few) < 10
    # The worker controls the next page and stores its files.
    page.reload()
    expect(page.locator(".board")).to_be_visible()
    assert page.evaluate(_IS_CONTROLLED)
    page.get_by_role("link", name="Statistics").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Statistics")
    wait_until(page, lambda: f"{folder}pages/statistics.js" in stored(page)[folder])
    found = stored(page)
    assert list(found) == [folder]
    assert [path for path in found[folder] if not path.startswith(folder)] == []
    texts = page.evaluate("""async () => {
        const found = [];
        for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            for (const request of await cache.keys()) found.push(await (await cache.match(request)).text());
        }
        return found;
    }""")
    assert [text for text in texts if ann.token in text or ann.player in text or game in text] == []


@pytest.mark.parametrize(("path", "title"), [("/", "Tables"), ("/games/{game}", "President")])
def test_page_without_connection_says_so_and_opens_by_itself(
    path: str, title: str, signed_in: SignIn
) -> None:
    ann = signed_in("Ann", viewport=NARROW, **WITH_WORKERS)
    address = path.format(game=ann.create("president", machines=3))
    page = ann.open(address)
    wait_for_worker(page)
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Kibitz cannot be reached")
    expect(page.get_by_text("You are offline.")).to_be_visible()
    expect(page).to_have_title("Not connected · Kibitz")
    assert urlsplit(page.url).path == address
    assert screen_violations(page) == []
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("status")).to_have_text("Still no answer.")
    page.context.set_offline(False)
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


def test_page_opens_by_itself_once_the_server_is_back(own_server: Server, visitors: Visitors) -> None:
    page = visitors.context(**WITH_WORKERS).new_page()
    site = own_server.url.removesuffix("/graphql")
    page.goto(site)
    wait_for_worker(page)
    own_server.end()
    page.goto(f"{site}/leaderboards")
    expect(page.get_by_role("heading", level=1)).to_have_text("Kibitz cannot be reached")
    expect(page.get_by_text("The server does not answer")).to_be_visible()
    own_server.start()
    expect(page.get_by_role("heading", level=1)).to_have_text("Leaderboards")


def test_newer_worker_replaces_an_older_one_and_open_pages_go_on(
    developed: tuple[str, Path], visitors: Visitors
) -> None:
    site, files = developed
    ann = Person.sign_in(site, "Ann", visitors, **WITH_WORKERS)
    game = ann.create("president", machines=3)
    old = ann.open(f"/games/{game}")
    wait_for_worker(old)
    old.reload()
    expect(old.locator(".board")).to_be_visible()
    former = folder_of(old)
    used = f"{former}pages/statistics.js"
    assert old.evaluate(_STATUS, used) == 200
    wait_until(old, lambda: used in stored(old)[former])
    wait_until_quiet(old)
    _add_line(files)
    # Browsers do so by themselves some time after a page has loaded.
    old.evaluate(_LOOK_FOR_NEWER)
    wait_until(old, lambda: len(stored(old)) == 2)
    wait_for_worker(old)
    new = ann.context.new_page()
    new.goto(site)
    latest = folder_of(new)
    assert list(stored(new)) == [former, latest]
    assert f"{latest}offline.html" in stored(new)[latest]
    expect(new.get_by_role("heading", level=1)).to_have_text("Tables")
    assert new.evaluate(_IS_CONTROLLED)
    assert new.evaluate(_STATUS, f"{latest}pages/lobby.js") == 200
    wait_until(new, lambda: f"{latest}pages/lobby.js" in stored(new)[latest])
    # The open page still has the files that it has used, although the server has them no longer, and goes on.
    assert httpx.get(site + used).status_code == 404
    assert old.evaluate(_STATUS, used) == 200
    version = old.locator(".board").get_attribute("data-version")
    assert ann.play(game) == 1
    expect(old.locator(".board")).not_to_have_attribute("data-version", str(version))
    # A third version removes the files of the first.
    wait_until_quiet(new)
    _add_line(files)
    new.evaluate(_LOOK_FOR_NEWER)
    wait_until(new, lambda: former not in stored(new))
    old.reload()
    expect(old.locator(".board")).to_be_visible()
    assert list(stored(old)) == [latest, folder_of(old)]


@pytest.fixture
def developed(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """Start a development server on a copy of the pages; yield its address and the folder of the copy."""
    files = Path(copytree(FILES, tmp_path / "web"))
    out, log = (tmp_path / "server.out", tmp_path / "server.err")
    with out.open("w") as said, log.open("w") as logged:
        command = [sys.executable, "-c", _PROGRAM, str(files), "serve", "--development", "--port", "0"]
        process = subprocess.Popen(
            [*command, "--data-dir", str(tmp_path / "data")],
            cwd=ROOT,
            env=environment(),
            stdout=said,
            stderr=logged,
        )
    try:
        for _ in range(300):
            if (text := out.read_text()).endswith("\n") and "http://" in text:
                break
            assert process.poll() is None, log.read_text()
            time.sleep(0.1)
        yield text[text.index("http://") :].split()[0].removesuffix("/graphql"), files
    finally:
        process.kill()
        process.wait()


def _add_line(files: Path) -> None:
    """Change a file of the pages, and with it the addresses of all."""
    with (files / "store.js").open("a", encoding="utf-8") as file:
        file.write("// A newer version.\n")


def test_pages_over_plain_http_have_no_worker(site: str, visitors: Visitors) -> None:
    page = visitors.context(**WITH_WORKERS).new_page()
    page.clock.install()
    page.goto(f"http://{PLAIN_HOST}:{urlsplit(site).port}/")
    expect(page.get_by_role("link", name="President", exact=True)).to_be_visible()
    assert page.evaluate("[isSecureContext, 'serviceWorker' in navigator]") == [False, False]
    page.clock.run_for(5_000)
    expect(page.get_by_role("heading", level=1)).to_have_text("A card table in your browser")


@pytest.mark.parametrize(
    "fault",
    [
        "Object.defineProperty(navigator, 'serviceWorker',"
        " { get() { throw new DOMException('', 'SecurityError') } })",
        "if (location.host) navigator.serviceWorker.register ="
        " () => Promise.reject(new DOMException('', 'QuotaExceededError'))",
    ],
    ids=["blocked", "full"],
)
def test_pages_work_where_storage_keeps_no_worker(fault: str, site: str, visitors: Visitors) -> None:
    context = visitors.context(**WITH_WORKERS)
    context.add_init_script(fault)
    context.add_init_script(
        "for (const kept of ['getItem', 'setItem', 'removeItem'])"
        " Storage.prototype[kept] = () => { throw new DOMException('', 'SecurityError') };"
    )
    page = context.new_page()
    page.clock.install()
    page.goto(site)
    page.get_by_role("button", name="Sounds: on").click()
    expect(page.get_by_role("button", name="Sounds: off")).to_be_visible()
    page.clock.run_for(5_000)
    expect(page.get_by_role("link", name="President", exact=True)).to_be_visible()


def test_registration_waits_until_the_page_is_loaded(site: str, visitors: Visitors) -> None:
    page = visitors.context(**WITH_WORKERS).new_page()
    page.clock.install()
    page.goto(site)
    expect(page.get_by_role("link", name="President", exact=True)).to_be_visible()
    page.clock.run_for(1_000)
    count = "async () => (await navigator.serviceWorker.getRegistrations()).length"
    assert page.evaluate(count) == 0
    page.clock.run_for(2_000)
    wait_for_worker(page)
