"""Pages and static files: headers, caching and unknown paths."""

from __future__ import annotations

import gzip
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

import brotli
import pytest
from httpx import Response
from starlette.requests import Request

import api.web.pages
from api.web.files import FILES, PAGES, SERVICE_WORKER, Files
from api.web.static_file import StaticFile
from tests.api.harness.callers import Client
from tests.api.server.test_settings import served

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
ADDRESSES = [path.replace("{", "").replace("}", "") for path in PAGES]
IMPORTED = re.compile(r"""\bfrom '([^']+)'|\bimport\('([^']+)'\)|^import '([^']+)'""", re.MULTILINE)


class Page(HTMLParser):
    """What a page asks for, and what stands in it."""

    def __init__(self, response: Response) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.preloaded: list[str] = []
        self.import_map = ""
        self.after_the_map: list[str] = []
        self._within = ""
        self.inline: list[str] = []
        self.feed(response.text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        """Note what a tag asks for."""
        given = dict(attributes)
        address = given.get("src") or (given.get("href") if tag == "link" else None)
        if address:
            self.asked.append(address)
            if given.get("rel") == "modulepreload":
                assert self.import_map, "a module that comes before the import map keeps it from counting"
                self.preloaded.append(address)
        self._within = str(given.get("type")) if tag == "script" and not address else ""
        assert tag != "style"
        assert not [name for name in given if name == "style" or name.startswith("on")]

    def handle_endtag(self, tag: str) -> None:
        """Leave an element."""
        self._within = ""

    def handle_data(self, data: str) -> None:
        """Note what stands in a script."""
        if self._within == "importmap":
            self.import_map = data
        elif self._within:
            self.inline.append(data)


async def page_at(client: Client, address: str) -> tuple[Response, Page]:
    response = await client.http.get(address, headers=BROWSER)
    assert response.status_code == 200
    return response, Page(response)


@pytest.mark.parametrize("address", ADDRESSES)
async def test_each_page_asks_for_files_that_are_there_and_for_nothing_elsewhere(
    spectator: Client, address: str
) -> None:
    response, page = await page_at(spectator, address)
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert len(page.preloaded) > 5
    for asked in page.asked:
        assert re.match(r"/web/[0-9a-f]{16}/", asked)
        assert (await spectator.http.get(asked)).status_code == 200
    assert any(asked.endswith("/main.js") for asked in page.preloaded)


async def test_the_sheets_of_a_page_come_as_one(spectator: Client) -> None:
    _, page = await page_at(spectator, "/")
    [sent] = [each for each in page.asked if each.endswith(".css")]
    index = (FILES / "index.html").read_text(encoding="utf-8")
    sheets = re.findall(r"/web/(style/[\w-]+\.css)", index)
    assert len(sheets) > 1
    assert (await spectator.http.get(sent)).text == "".join((FILES / each).read_text() for each in sheets)


async def test_a_page_tells_first_of_all_modules_that_it_needs_and_of_no_other_pages(
    spectator: Client,
) -> None:
    _, page = await page_at(spectator, "/games/any")
    told = {re.sub(r"^/web/[0-9a-f]+/", "", each) for each in page.preloaded}
    needed, waiting = set[str](), ["main.js", "pages/table.js"]
    bare = {
        "preact": "vendor/preact/preact.js",
        "preact/hooks": "vendor/preact/hooks.js",
        "htm": "vendor/htm/htm.js",
        "catalogue": "locales/en.js",
    }
    made = {"operations.js", "locales/en.js"}
    while waiting:
        name = waiting.pop()
        if name in needed:
            continue
        needed.add(name)
        if name in made:
            continue
        for static, _, alone in IMPORTED.findall((FILES / name).read_text(encoding="utf-8")):
            wanted = static or alone
            if wanted.startswith("."):
                waiting.append((FILES / name).parent.joinpath(wanted).resolve().relative_to(FILES).as_posix())
            elif wanted:
                waiting.append(bare[wanted])
    assert told == needed
    assert "pages/statistics.js" not in told


@pytest.mark.parametrize("address", ADDRESSES)
async def test_a_page_may_run_only_what_is_from_here(spectator: Client, address: str) -> None:
    response, page = await page_at(spectator, address)
    policy = dict(
        each.strip().split(" ", 1) for each in response.headers["content-security-policy"].split(";")
    )
    known = b64encode(sha256(page.import_map.encode()).digest()).decode()
    assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == f"'self' 'sha256-{known}'"
    assert policy["style-src"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in response.headers["content-security-policy"]
    assert page.inline == []
    assert response.headers["cross-origin-opener-policy"] == "same-origin"
    assert response.headers["referrer-policy"] == "same-origin"
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "camera=()" in response.headers["permissions-policy"]


async def test_files_are_kept_for_ever_and_pages_asked_for_anew(spectator: Client) -> None:
    response, page = await page_at(spectator, "/")
    assert response.headers["cache-control"] == "no-cache"
    file = await spectator.http.get(page.asked[0])
    assert file.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert "etag" not in file.headers
    etag = response.headers["etag"]
    for known in (etag, f'W/"other", {etag}'):
        again = await spectator.http.get("/", headers={"If-None-Match": known})
        assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", etag)
    other = await spectator.http.get("/", headers={"If-None-Match": 'W/"other"'})
    assert other.status_code == 200


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br", "br"),
        ("*", "br"),
        ("gzip", "gzip"),
        ("br;q=0.5, gzip", "gzip"),
        ("br;q=0, gzip;q=0.5", "gzip"),
        ("br;q=0.5, identity", None),
        ("identity", None),
        ("gzip;q=0", None),
        ("", None),
    ],
)
async def test_files_have_the_best_accepted_coding(
    spectator: Client, accepted: str, coding: str | None
) -> None:
    _, page = await page_at(spectator, "/")
    [main] = [each for each in page.preloaded if each.endswith("/main.js")]
    async with spectator.http.stream("GET", main, headers={"Accept-Encoding": accepted}) as response:
        raw = b"".join([part async for part in response.aiter_raw()])
    assert response.headers.get("content-encoding") == coding
    decode = {"br": brotli.decompress, "gzip": gzip.decompress, None: bytes}[coding]
    assert decode(raw) == (FILES / "main.js").read_bytes()
    assert int(response.headers["content-length"]) == len(raw)
    assert response.headers["vary"] == "Accept-Encoding"


async def test_a_head_has_the_headers_and_no_more(spectator: Client) -> None:
    whole = await spectator.http.get("/", headers={"Accept-Encoding": "identity"})
    head = await spectator.http.head("/", headers={"Accept-Encoding": "identity"})
    assert head.status_code == 200
    assert head.content == b""
    assert head.headers == whole.headers
    assert (await spectator.http.post("/")).status_code == 405


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("main.js", "text/javascript; charset=utf-8"),
        ("style/base.css", "text/css; charset=utf-8"),
        ("icon.svg", "image/svg+xml"),
        ("icons/icon-192.png", "image/png"),
        ("manifest.webmanifest", "application/manifest+json"),
        ("vendor/preact/LICENSE", "text/plain; charset=utf-8"),
    ],
)
async def test_a_file_is_sent_as_what_it_is(spectator: Client, name: str, kind: str) -> None:
    _, page = await page_at(spectator, "/")
    folder = "/".join(page.asked[0].split("/")[:3])
    file = await spectator.http.get(f"{folder}/{name}")
    assert file.headers["content-type"] == kind
    assert file.headers["x-content-type-options"] == "nosniff"


async def test_only_what_browsers_need_is_sent(spectator: Client) -> None:
    _, page = await page_at(spectator, "/")
    folder = "/".join(page.asked[0].split("/")[:3])
    for name in (
        "index.html",
        "jsconfig.json",
        "locales/en.json",
        "README.md",
        "schema.d.ts",
        "operations/table.graphql",
        "../main.js",
        "%2e%2e/%2e%2e/pyproject.toml",
        "..%2f..%2fapi/app.py",
        "/etc/passwd",
        "",
    ):
        assert (await spectator.http.get(f"{folder}/{name}")).status_code == 404, name
    assert (await spectator.http.get("/web/main.js")).status_code == 404
    assert (await spectator.http.get("/web/0123456789abcdef/main.js")).status_code == 404


async def test_unknown_path_is_a_page_for_browsers_and_an_error_for_others(spectator: Client) -> None:
    shown = await spectator.http.get("/nothing/here", headers=BROWSER)
    assert shown.status_code == 404
    assert "etag" in shown.headers
    assert Page(shown).preloaded
    # Never a 304: the address is not there, whatever the browser has.
    again = await spectator.http.get("/nothing", headers={**BROWSER, "If-None-Match": shown.headers["etag"]})
    assert again.status_code == 404
    told = await spectator.http.get("/nothing/here", headers={"Accept": "application/json"})
    assert (told.status_code, told.json()) == (404, {"detail": "Not Found"})
    posted = await spectator.http.post("/nothing", headers=BROWSER)
    assert posted.json() == {"detail": "Not Found"}


def test_an_address_changes_when_any_file_does(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text(
        '<script type="importmap">{"imports": {}}</script><script type="module" src="/web/main.js"></script>'
    )
    (tmp_path / "main.js").write_text("one")
    (tmp_path / "locales").mkdir()
    (tmp_path / "locales" / "en.json").write_text("{}")
    (tmp_path / SERVICE_WORKER).write_text("const FOLDER = '/web/';")
    one, same, other = Files({}, tmp_path), Files({}, tmp_path), Files({"A": "sha256:0"}, tmp_path)
    assert one.pages["/"].content == same.pages["/"].content
    assert one.pages["/"].content != other.pages["/"].content
    (tmp_path / "main.js").write_text("two")
    two = Files({}, tmp_path)
    assert len({each.pages["/"].content for each in (one, other, two)}) == 3
    assert len({each.pages["/"].etag for each in (one, other, two)}) == 3
    assert len({each.service_worker.etag for each in (one, other, two)}) == 3


def test_incompressible_files_are_not_compressed() -> None:
    tiny = StaticFile(".svg", b"<svg/>", {})
    request = Request({"type": "http", "method": "GET", "headers": [(b"accept-encoding", b"gzip")]})
    assert "content-encoding" not in tiny.response(request).headers


async def test_in_development_pages_are_as_they_are_on_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "web"
    for path in FILES.rglob("*"):
        suffixes = (".html", ".css", ".graphql", ".json")
        if path.is_file() and (path.suffix in suffixes or path.name == SERVICE_WORKER):
            copy = folder / path.relative_to(FILES)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(path.read_bytes())
    monkeypatch.setattr(api.web.pages, "FILES", folder)
    monkeypatch.setattr(api.web.pages, "_site", api.web.pages.Site.of)
    (folder / "main.js").write_text("one")
    async with served(tmp_path / "data", development=True) as client, served(tmp_path / "b") as finished:

        async def main(client: Client) -> str:
            _, page = await page_at(client, "/")
            return (await client.http.get(page.preloaded[0])).text

        assert [await main(client), await main(finished)] == ["one", "one"]
        (folder / "main.js").write_text("another")
        assert [await main(client), await main(finished)] == ["another", "one"]
        (folder / "operations" / "table.graphql").write_text("query Game {")
        assert await main(client) == "another", "what is no good yet is not taken"
