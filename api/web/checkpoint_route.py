"""Serves the latest signed checkpoint of the log as text, for monitors that know C2SP."""

from __future__ import annotations

import logging
from functools import partial
from typing import Final

from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from application.store.port import StoreError
from projections.transparency.log_proofs import LogProofs

logger = logging.getLogger(__name__)

ADDRESS: Final = "/log/checkpoint"
_HEADERS: Final = {"Cache-Control": "public, max-age=5", "Cross-Origin-Resource-Policy": "cross-origin"}


def checkpoint_route(proofs: LogProofs) -> Route:
    """Return the route to the latest checkpoint."""
    return Route(ADDRESS, partial(_send, proofs))


async def _send(proofs: LogProofs, _request: Request) -> Response:
    try:
        latest = await proofs.latest()
    except (StoreError, SQLAlchemyError) as error:
        logger.warning("the latest checkpoint could not be read: %s", error)
        return PlainTextResponse("The database is not available; try again soon.\n", 503)
    if latest is None:
        return PlainTextResponse("No checkpoint is signed yet.\n", 404)
    return PlainTextResponse(latest.note, headers=_HEADERS)
