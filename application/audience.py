"""Those who follow one game: what it does next is read and redacted once, and handed to all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from application.delivery import CutOff, Delivery
from application.games import redacted
from application.recorded import GameId, Recorded, Version
from application.refusals import UnknownGame
from domain.events import PlayerId
from domain.state import Stage
from domain.view import View
from domain.visibility import Viewer

MOST_WAITING: Final = 2_000
"""Events that may wait for a follower before it is cut off."""


class Follower(Delivery[Recorded]):
    """Somebody who follows a game, and what waits for it."""

    def __init__(self, player: PlayerId | None, most: int) -> None:
        super().__init__(most)
        self.player = player


class Audience:
    """All who follow one game in this process, and what an onlooker knows of the game."""

    def __init__(self, game: GameId, most_waiting: int) -> None:
        self.game = game
        self.version: Version = 0
        """The last event that it knows of; those after it go to all followers."""
        self.public = View()
        self.attending = 0
        """How many follow, or are about to."""
        self.opening = asyncio.Lock()
        """Held by who reads the game for the first time."""
        self._most_waiting = most_waiting
        self._followers: set[Follower] = set()
        self._ended = False

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.public.game.stage in (Stage.WON, Stage.CLOSED)

    def admits(self, player: PlayerId | None) -> bool:
        """Tell whether the player may watch the game, as it is now."""
        return self.version > 0 and self.public.game.admits(player)

    def reading(self, player: PlayerId | None) -> View:
        """Return whose eyes a player reads with, and what is open to all."""
        return reading(self.public, player)

    @contextmanager
    def joined(self, player: PlayerId | None) -> Iterator[Follower]:
        """Give a follower that is handed all that comes after the audience's version."""
        follower = Follower(player, self._most_waiting)
        if self._ended:
            follower.end()
        self._followers.add(follower)
        try:
            yield follower
        finally:
            self._followers.discard(follower)

    def hear(self, recorded: Sequence[Recorded]) -> bool:
        """Take on events of the game, in order; known ones are passed over.

        False, and nothing is taken on, when events are missing before them.
        """
        new = [each for each in recorded if each.version > self.version]
        if not new:
            return True
        if new[0].version != self.version + 1:
            return False
        self.public = self.public.after(each.event for each in new)
        self.version = new[-1].version
        readable: dict[Viewer, tuple[Recorded, ...]] = {}
        for follower in self._followers:
            if not self.public.game.admits(follower.player):
                follower.end(UnknownGame(str(self.game)))
                continue
            view = self.reading(follower.player)
            if view.viewer not in readable:
                readable[view.viewer] = redacted(new, view)
            follower.give(readable[view.viewer])
        return True

    def end(self, why: type[CutOff] | None = None) -> None:
        """Let all streams end after what waits to be told, for a reason if they are cut off."""
        self._ended = True
        for follower in self._followers:
            follower.end(None if why is None else why())


def reading(public: View, player: PlayerId | None) -> View:
    """Return whose eyes a player reads with, and what is open to all; before the start nothing is private."""
    return View(viewer=public.game.seat_of(player), revealed=public.revealed)
