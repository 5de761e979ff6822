"""Delays refusals of callers that exceed a rate limit, so that they cannot retry at once."""

from __future__ import annotations

import asyncio
from typing import Final

from api.graphql.limits.rates import TooManyRequests
from api.http.negotiation import Unacceptable

LONGEST: Final = 1.0
"""Maximum delay of a refusal in seconds; the connection does nothing else meanwhile."""


async def delayed(refused: TooManyRequests) -> Unacceptable:
    """Wait, then return the refusal with its HTTP headers."""
    await asyncio.sleep(min(LONGEST, refused.retry_after))
    return Unacceptable(refused, **{"Retry-After": str(refused.retry_after)})
