"""The files of the pages: ready to send from memory, at addresses that contain their digest."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path, PurePosixPath
from typing import Final

import orjson

from api.web.catalogue import Catalogue
from api.web.module_imports import closure
from api.web.static_file import SUFFIXES, StaticFile

FILES: Final = Path(__file__).parents[2] / "web"
VERIFIER: Final = FILES.parent / "clients" / "verify.mjs"
"""The verifier of games, which the pages import; an installed wheel has it as `web/verify.js`."""
ADDRESS: Final = "/web/"
"""The address of files in HTML and the service worker; the server appends the digest of all files to it."""
SERVICE_WORKER: Final = "service-worker.js"
"""The service worker. It is served at the root of the site, because it can only control pages below it."""
PAGES: Final[Mapping[str, str]] = {
    "/": "lobby",
    "/new": "create",
    "/games/{game}": "table",
    "/games/{game}/replay": "replay",
    "/j/{code}": "join",
    "/join/{token}": "join",
    "/leaderboards": "leaderboards",
    "/players/{player}": "profile",
    "/statistics": "statistics",
    "/rules": "rules-index",
    "/rules/{variant}": "rules",
}
"""The addresses of the pages in web/main.js, each with the module in web/pages that shows it."""
_IMMUTABLE: Final = "public, max-age=31536000, immutable"
_IMPORT_MAP: Final = re.compile(r'<script type="importmap">(.*?)</script>', re.DOTALL)
_FIRST_CONTENT: Final = "<!-- first content -->"
"""The place in index.html for the content that a page has before its modules are loaded."""
_FRAME: Final = re.compile(r'<div id="page">.*</div>', re.DOTALL)
_BLANK: Final = re.compile(r">\s+<")
"""Space between elements: with it Preact would insert each element anew, and the focus would be lost."""
_MAIN: Final = '<script type="module" src="'
_STYLE_SHEET: Final = re.compile(r'<link rel="stylesheet" href="/web/(.+?)">')
_STYLE_SHEETS: Final = re.compile(rf"{_STYLE_SHEET.pattern}(?:\s*{_STYLE_SHEET.pattern})*")
_DOCUMENT_HEADERS: Final = {
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
}
_PAGE_HEADERS: Final = {"Cache-Control": "no-cache", **_DOCUMENT_HEADERS}
_WORKER_HEADERS: Final = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'none'; connect-src 'self'",
}


class Files:
    """All files for browsers, built once from the folder on disk."""

    def __init__(self, operations: Mapping[str, str], folder: Path) -> None:
        """Read the files; `operations` are the ids of documents by name."""
        contents = dict(_read(folder))
        if VERIFIER.exists():
            contents["verify.js"] = VERIFIER.read_bytes()
        contents["operations.js"] = b"export const operations = " + orjson.dumps(dict(operations)) + b";\n"
        catalogue = Catalogue(folder / "locales" / "en.json")
        sources = (text.decode() for name, text in contents.items() if name.endswith(".js"))
        contents |= catalogue.modules(sources)
        for name, content in contents.items():
            if name.endswith(".html"):
                contents[name] = catalogue.filled_html(content.decode()).encode()
            elif name.endswith(".webmanifest"):
                contents[name] = catalogue.filled_json(content.decode()).encode()
        index = contents.pop("index.html").decode()
        fragments = [name for name in contents if name.startswith("pages/") and name.endswith(".html")]
        self._first_contents = {name: contents.pop(name).decode() for name in fragments}
        # One sheet: every page waits for all of them, and on a slow machine a request outlasts its transfer.
        contents["style.css"] = b"".join(contents[sheet] for sheet in _STYLE_SHEET.findall(index))
        index = _STYLE_SHEETS.sub(f'<link rel="stylesheet" href="{ADDRESS}style.css">', index, count=1)
        self._digest = _digest(index, contents)
        worker = contents.pop(SERVICE_WORKER).decode()
        self.service_worker = StaticFile(".js", self._with_digest(worker).encode(), _WORKER_HEADERS)
        """The service worker. It names files by their addresses, so that it differs whenever a file does."""
        modules = {name: content.decode() for name, content in contents.items() if name.endswith(".js")}
        self.pages: Mapping[str, StaticFile] = {
            path: self._page(index, modules, page) for path, page in PAGES.items()
        }
        """The pages by address."""
        self.not_found = self._page(index, modules, None)
        """The page for unknown addresses."""
        self._files = {
            f"{self._digest}/{name}": self._file(PurePosixPath(name).suffix, content)
            for name, content in contents.items()
        }

    def address(self, name: str) -> str:
        """Return the address of a file on this server."""
        return f"{ADDRESS}{self._digest}/{name}"

    def find(self, name: str) -> StaticFile | None:
        """Return a file by the part of its address after `ADDRESS`."""
        return self._files.get(name)

    def _file(self, suffix: str, content: bytes) -> StaticFile:
        headers = {"Cache-Control": _IMMUTABLE}
        if suffix != ".html":
            return StaticFile(suffix, content, headers, immutable=True)
        text = self._with_digest(content.decode())
        headers |= {**_DOCUMENT_HEADERS, "Content-Security-Policy": policy(text)}
        return StaticFile(suffix, text.encode(), headers)

    def _with_digest(self, text: str) -> str:
        return text.replace(ADDRESS, f"{ADDRESS}{self._digest}/")

    def _page(self, index: str, modules: Mapping[str, str], page: str | None) -> StaticFile:
        """Return index.html with preload links for all modules of a page, which then load in parallel."""
        first = ["main.js"] if page is None else ["main.js", f"pages/{page}.js"]
        index = index.replace(_FIRST_CONTENT, self._first_contents.get(f"pages/{page}.html", ""), 1)
        needed = closure(first, modules, _bare_imports(index))
        index = _FRAME.sub(lambda frame: _BLANK.sub("><", frame[0]), index, count=1)
        links = "".join(f'<link rel="modulepreload" href="{ADDRESS}{name}">\n    ' for name in needed)
        # After the import map, which must precede any module.
        text = self._with_digest(index.replace(_MAIN, links + _MAIN))
        return StaticFile(".html", text.encode(), {**_PAGE_HEADERS, "Content-Security-Policy": policy(text)})


def _read(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.suffix in SUFFIXES and path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def _digest(index: str, contents: Mapping[str, bytes]) -> str:
    digest = sha256(index.encode())
    for name, content in contents.items():
        digest.update(f"{name} {len(content)} ".encode() + content)
    return digest.hexdigest()[:16]


def _bare_imports(index: str) -> Mapping[str, str]:
    """Return the files in the import map, by the names that modules import."""
    imports: dict[str, str] = orjson.loads(_import_map(index))["imports"]
    return {name: address.removeprefix(ADDRESS) for name, address in imports.items()}


def _import_map(page: str) -> str:
    match = _IMPORT_MAP.search(page)
    assert match is not None, "the page has an import map"
    return match[1]


def policy(page: str) -> str:
    """Return a page's content security policy: only this server, and no inline script but the import map.

    The one policy of trusted types is that of web/frame/offline-support.js, for the service worker.
    """
    inline = [b64encode(sha256(text.encode()).digest()).decode() for text in _IMPORT_MAP.findall(page)]
    scripts = " ".join(["'self'", *(f"'sha256-{digest}'" for digest in inline)])
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types service-worker"
    )
