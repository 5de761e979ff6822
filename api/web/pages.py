"""Serves the pages in `web/`: their files, and the trusted documents of their requests."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from graphql import GraphQLSchema
from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from api.graphql.schema import Schema
from api.web.files import ADDRESS, FILES, PAGES, SERVICE_WORKER, VERIFIER, Files
from api.web.static_file import FAST, StaticFile
from api.web.trusted_documents import InvalidDocuments, TrustedDocuments

logger = logging.getLogger(__name__)

_NOT_FOUND: Final = "There is no such file; the server may have a newer version of the pages."
PREVIEW_PICTURE: Final = "preview.png"
"""The picture that chats show beside a link."""
_END_OF_HEAD: Final = b"</head>"
_NOT_KEPT: Final = {
    # The tags change with the game, and the address is a secret.
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex",
}


class Site(Struct, frozen=True):
    """The trusted documents and the files of the pages for one schema."""

    documents: TrustedDocuments
    files: Files

    @classmethod
    def of(cls, schema: GraphQLSchema) -> Site:
        """Read the documents and files from disk; raises InvalidDocuments."""
        documents = TrustedDocuments(schema, (FILES / "operations").glob("*.graphql"))
        return cls(documents, Files(documents.ids, FILES))


_site: Final = lru_cache(maxsize=4)(Site.of)


PreviewTags = Callable[[Request, str], Awaitable[str]]
"""Returns the tags of a page for previews of links to it, given the address of the picture; or nothing."""


class Pages:
    """The pages of a server; in development, they are read again when their files change."""

    def __init__(self, served: Schema, previews: Mapping[str, PreviewTags], *, development: bool) -> None:
        """Read the pages and validate their documents; raises InvalidDocuments.

        `previews` are the addresses of pages with previews of their own.
        """
        self._served = served
        self._previews = previews
        self._development = development
        self._version = _version_on_disk() if development else 0
        self._use(_site(served._schema))

    def routes(self) -> Iterator[BaseRoute]:
        """Yield the routes to the pages and their files."""
        for path in PAGES:
            yield Route(path, self._page_route(path))
        yield Route(f"/{SERVICE_WORKER}", self._send_service_worker)
        yield Route(ADDRESS + "{name:path}", self._send)

    def document(self, id: str) -> str | None:
        """Return the text of a trusted document by its id."""
        return self._current().documents.find(id)

    def not_found(self, request: Request) -> Response:
        """Return the page for an unknown address, with status 404."""
        return self._current().files.not_found.response(request, 404)

    def _page_route(self, path: str) -> Callable[[Request], Awaitable[Response]]:
        async def show(request: Request) -> Response:
            return self._current().files.pages[path].response(request)

        async def show_with_preview(request: Request) -> Response:
            files = self._current().files
            tags = await self._previews[path](request, files.address(PREVIEW_PICTURE))
            page = files.pages[path]
            content = page.content.replace(_END_OF_HEAD, tags.encode() + _END_OF_HEAD, 1)
            return StaticFile(".html", content, {**page.headers, **_NOT_KEPT}, quality=FAST).response(request)

        return show_with_preview if path in self._previews else show

    async def _send(self, request: Request) -> Response:
        file: StaticFile | None = self._current().files.find(request.path_params["name"])
        if file is None:
            return Response(_NOT_FOUND, 404, media_type="text/plain")
        # The first response compresses the file, the largest in a fifth of a second.
        return await asyncio.to_thread(file.response, request)

    async def _send_service_worker(self, request: Request) -> Response:
        return self._current().files.service_worker.response(request)

    def _current(self) -> Site:
        if self._development and (now := _version_on_disk()) != self._version:
            self._version = now
            try:
                self._use(Site.of(self._served._schema))
            except InvalidDocuments:
                logger.exception("the pages are not reloaded")
        return self._site

    def _use(self, site: Site) -> None:
        self._site = site
        self._served.trust(site.documents.parsed)


def _version_on_disk() -> int:
    """Return a number that changes whenever a file of the pages changes."""
    files = [*FILES.rglob("*"), *VERIFIER.parent.glob(VERIFIER.name)]
    return hash(tuple((str(each), each.stat().st_mtime_ns) for each in sorted(files)))
