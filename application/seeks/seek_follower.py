"""A subscription to a player's seeks."""

from __future__ import annotations

import asyncio

from application.seeks.storage import SeeksOfPlayer
from application.watching.subscriber_buffer import Interrupted
from domain.events import PlayerId


class SeekFollower:
    """One subscription to a player's seeks; it always has the latest state only."""

    def __init__(self, player: PlayerId) -> None:
        self.player = player
        self._current: SeeksOfPlayer | None = None
        self._told: SeeksOfPlayer | None = None
        self._news = asyncio.Event()
        self._ended = False

    async def next(self) -> SeeksOfPlayer:
        """Return the seeks once they differ from those returned before; raises Interrupted at the end."""
        while self._current is None or self._current == self._told:
            if self._ended:
                raise Interrupted
            self._news.clear()
            await self._news.wait()
        self._told = self._current
        return self._current

    def tell(self, current: SeeksOfPlayer) -> bool:
        """Replace the state; return whether it is another one."""
        is_news = current != self._current
        if is_news:
            self._current = current
            self._news.set()
        return is_news

    def end(self) -> None:
        """End the subscription: the server stops."""
        self._ended = True
        self._news.set()
