"""Serves GraphiQL in development, from local files of published packages (files/LICENSES.txt)."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

FILES: Final = Path(__file__).with_name("files")
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The page's content security policy: its packages may send requests to this server only."""


def page() -> Response:
    """Return the page, which loads its files from /graphiql."""
    return HTMLResponse(
        (FILES / "index.html").read_text(encoding="utf-8"),
        headers={"Content-Security-Policy": POLICY, "Cache-Control": "no-store", "Vary": "Accept"},
    )


def files() -> Mount:
    """Return the route to the files of the page."""
    return Mount("/graphiql", StaticFiles(directory=FILES))
