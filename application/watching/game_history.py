"""Past games: their events and views at any version, redacted for a player or a spectator."""

from __future__ import annotations

import asyncio
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from application.codec import GameId, RecordedEvent, Version, is_same_commit
from application.redaction import redact_events
from application.refusals import GameInProgress, NoReviews, UnknownGame, UnknownSeat, UnknownVersion
from application.review.luck_of_deals import luck_of_deals
from application.review.seat_past import SeatPast, past_of_seat
from application.review.seat_review import ReviewedDeal
from application.runtime.time_slices import TIME_SLICER
from application.runtime.work_accounts import account_of_task
from application.store.port import Store
from application.watching.view_folding import fold_player_view, fold_view
from domain.events import GameStarted, PlayerId
from domain.machine.thinking import thinker_of
from domain.state import OVER, Game
from domain.view import View, hindsight, viewer_of

MAX_GAMES_READ_AT_ONCE: Final = 2
"""Maximum number of whole games read at once: the garbage collector scans all of their events."""


class FinishedGame(Struct, frozen=True, kw_only=True):
    """A game that is over, and the past of a seat in it."""

    over: Game
    """The game as everyone sees it."""
    last: RecordedEvent
    """The game's last event."""
    past: SeatPast
    """The past of the seat, and what the player may see of it."""
    luck: tuple[ReviewedDeal, ...]
    """The luck of the seat's deals."""


class GameHistory:
    """Reads whole games from the log, and redacts them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._reads = asyncio.Semaphore(MAX_GAMES_READ_AT_ONCE)
        self._reads_of_heavy_callers = asyncio.Semaphore(MAX_GAMES_READ_AT_ONCE)

    async def events(self, game: GameId, player: PlayerId | None) -> tuple[RecordedEvent, ...]:
        """Return the game's events, redacted for the player; revealed shuffles are readable.

        Raises UnknownGame.
        """
        recorded, public = await self._read_admitted(game, player)
        return redact_events(recorded, public.redaction_for(player))

    async def replay(self, game: GameId, player: PlayerId | None, version: Version) -> View:
        """Return the player's view at a version; shuffles revealed since then are readable.

        Raises UnknownGame and UnknownVersion.
        """
        async with self._read_permit():
            recorded, public = await self._read_admitted(game, player)
            if not 1 <= version <= len(recorded):
                raise UnknownVersion(version, len(recorded))
            return await fold_player_view(player, recorded[:version], public.revealed)

    async def moments(
        self, game: GameId, player: PlayerId | None, after: Version, limit: int
    ) -> list[tuple[Version, View]]:
        """Return the player's view after each of the next events, as `replay` would return it.

        Raises UnknownGame and UnknownVersion.
        """
        async with self._read_permit():
            recorded, public = await self._read_admitted(game, player)
            if not 0 <= after <= len(recorded):
                raise UnknownVersion(after, len(recorded))
            view, moments = await fold_player_view(player, recorded[:after], public.revealed), []
            async for each in TIME_SLICER.iterate(recorded[after : after + limit]):
                view = view.after([each.event])
                if type(each.event) is GameStarted:
                    # Before the start no field was private, so the seat knew what every viewer knew.
                    view = replace(view, viewer=viewer_of(view.game, player))
                moments.append((each.version, view))
        return moments

    async def hindsight(
        self, game: GameId, player: PlayerId | None, version: Version, seat: int
    ) -> Game | None:
        """Return the game as a seat knew it at a version, None if the player may not see all of that now.

        Also returns None if the commit continued after that version, because the game never stopped there.
        Raises UnknownGame and UnknownVersion.
        """
        async with self._read_permit():
            recorded, public = await self._read_admitted(game, player)
            if not 1 <= version <= len(recorded):
                raise UnknownVersion(version, len(recorded))
            if any(is_same_commit(recorded[version - 1], after) for after in recorded[version : version + 1]):
                return None
            viewer = viewer_of(public.game, player)
            events = [each.event for each in recorded[:version]]
            return await asyncio.to_thread(hindsight, events, seat, viewer, public.revealed)

    async def seat_past(self, game: GameId, player: PlayerId | None, seat: int) -> FinishedGame:
        """Return a game that is over with the past of a seat, for a player.

        Raises UnknownGame, GameInProgress, UnknownSeat, and NoReviews for a game without a thinker.
        """
        async with self._read_permit():
            recorded, public = await self._read_admitted(game, player)
            over = public.game
            if over.stage not in OVER:
                raise GameInProgress
            if not 0 <= seat < len(over.seats):
                raise UnknownSeat(seat, len(over.seats))
            if thinker_of(over.variant, over.rules_version) is None:
                raise NoReviews(over.variant)
            events = [each.event for each in recorded]
            past = await asyncio.to_thread(past_of_seat, events, seat, viewer_of(over, player))
            luck = tuple(luck_of_deals(over, events, seat, past.deals))
        return FinishedGame(over=over, last=recorded[-1], past=past, luck=luck)

    def _read_permit(self) -> asyncio.Semaphore:
        """Return the semaphore for reads of whole games; heavy callers share one, all others another."""
        account = account_of_task()
        heavy = account is not None and account.is_heavy()
        return self._reads_of_heavy_callers if heavy else self._reads

    async def _read_admitted(self, game: GameId, player: PlayerId | None) -> tuple[list[RecordedEvent], View]:
        """Return a game's events and the spectator's view after them; raises UnknownGame."""
        recorded = await self._store.read(game)
        public = await fold_view(View(), recorded)
        if not recorded or not public.game.admits(player):
            raise UnknownGame(str(game))
        return recorded, public
