"""Delays refusals of callers that exceed a rate limit, so that they cannot retry at once."""

from __future__ import annotations

import asyncio
from typing import Final

from api.graphql.limits.rates import TooManyRequests
from api.http.negotiation import RequestRefused

MAX_DELAY: Final = 1.0
"""Maximum delay of a refusal in seconds; the connection does nothing else meanwhile."""


async def delayed(refused: TooManyRequests) -> RequestRefused:
    """Wait, then return the refusal with its HTTP headers."""
    await asyncio.sleep(min(MAX_DELAY, refused.retry_after))
    return RequestRefused(refused, **{"Retry-After": str(refused.retry_after)})
