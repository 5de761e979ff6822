"""Delays the refusals of callers that exceed a rate, so that they cannot ask again at once."""

from __future__ import annotations

import asyncio
from typing import Final

from api.graphql.rates import TooManyRequests
from api.negotiation import Unacceptable

LONGEST: Final = 1.0
"""Seconds that a refusal is held back, at most; the connection does nothing else meanwhile."""


async def delayed(refused: TooManyRequests) -> Unacceptable:
    """Wait, and return the refusal as HTTP knows it."""
    await asyncio.sleep(min(LONGEST, refused.retry_after))
    return Unacceptable(refused, **{"Retry-After": str(refused.retry_after)})
