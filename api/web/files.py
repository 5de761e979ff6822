"""The files of the pages: kept in memory as they are sent, under an address that changes when they do."""

from __future__ import annotations

import gzip
import mimetypes
import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

import orjson
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

FILES: Final = Path(__file__).parents[2] / "web"
_ADDRESS: Final = "/web/"
"""Where index.html looks for files; the server puts the digest of all files behind it."""
_PAGES: Final = (
    "/",
    "/new",
    "/games/{game}",
    "/games/{game}/replay",
    "/join/{token}",
    "/leaderboards",
    "/players/{player}",
    "/statistics",
)
"""The addresses that web/main.js has pages for."""
_NOT_SENT: Final = frozenset({".graphql", ".ts", ".md"})
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_IMPORT_MAP: Final = re.compile(r'<script type="importmap">(.*?)</script>', re.DOTALL)
mimetypes.add_type("text/javascript", ".js")


class File(Struct, frozen=True):
    """A file as it is sent."""

    kind: str
    plain: bytes
    zipped: bytes

    @classmethod
    def of(cls, name: str, content: bytes) -> File:
        """Return a file of the kind that its name tells."""
        kind = mimetypes.guess_type(name)[0] or "text/plain"
        charset = "; charset=utf-8" if kind.startswith("text/") else ""
        return cls(kind + charset, content, gzip.compress(content, 9, mtime=0))

    def answer(self, request: Request, headers: Mapping[str, str]) -> Response:
        """Return the answer to who asks for it."""
        zipped = "gzip" in request.headers.get("accept-encoding", "") and len(self.zipped) < len(self.plain)
        encoding = {"Content-Encoding": "gzip"} if zipped else {}
        return Response(
            self.zipped if zipped else self.plain,
            headers={
                "Content-Type": self.kind,
                "Vary": "Accept-Encoding",
                "X-Content-Type-Options": "nosniff",
                **encoding,
                **headers,
            },
        )


def routes(operations: Mapping[str, str], folder: Path = FILES) -> Iterator[BaseRoute]:
    """Return the routes to the pages and their files; `operations` are ids of documents by their names."""
    contents = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix not in _NOT_SENT
    }
    contents["operations.js"] = b"export const operations = " + orjson.dumps(dict(operations)) + b";\n"
    digest = sha256()
    for name, content in contents.items():
        digest.update(f"{name} {len(content)} ".encode() + content)
    address = f"{_ADDRESS}{digest.hexdigest()[:16]}/"
    page = contents.pop("index.html").decode().replace(_ADDRESS, address)
    index = File.of("index.html", page.encode())
    files = {address + name: File.of(name, content) for name, content in contents.items()}
    headers = {
        "Content-Security-Policy": policy(page),
        "Referrer-Policy": "same-origin",
        "Cache-Control": "no-cache",
    }

    async def show(request: Request) -> Response:
        return index.answer(request, headers)

    async def send(request: Request) -> Response:
        file = files.get(request.url.path)
        if file is None:
            return Response("There is no such file.", 404, media_type="text/plain")
        return file.answer(request, {"Cache-Control": _FOR_EVER})

    for each in _PAGES:
        yield Route(each, show)
    yield Route(_ADDRESS + "{path:path}", send)


def policy(page: str) -> str:
    """Return a page's content security policy: this server alone; of scripts in it the import map only."""
    found = _IMPORT_MAP.search(page)
    assert found is not None, "the page has an import map"
    known = b64encode(sha256(found[1].encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'self' 'sha256-{known}'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    )
