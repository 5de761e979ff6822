"""The games to which a connection adds seeds: requests, one seed for each game, and warnings."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from kibitz_client.errors import ClientError, Fault
from kibitz_client.interfaces import Refusal
from kibitz_client.operations import Operations
from kibitz_client.schema.enums import Stage
from kibitz_client.schema.mutations import Mutations
from kibitz_client.schema.queries import Queries
from kibitz_client.schema.results import CommandAccepted
from kibitz_client.schema.types import Game
from kibitz_client.seeds.game_seed import CommitSeed, GameSeed, RevealSeed, SeedWarning
from kibitz_client.views import View

_LOGGER: Final = logging.getLogger("kibitz_client")
OnSeedWarning = Callable[[SeedWarning], None]


def log_warning(warning: SeedWarning) -> None:
    """Log a warning with the logger `kibitz_client`."""
    _LOGGER.warning("Game %s: %s", warning.game, warning.message)


class _SeededGame:
    """A game with the seed and the answers of the server."""

    def __init__(self) -> None:
        self.seed = GameSeed()
        self.lock = asyncio.Lock()
        self.answer_to_reveal: CommandAccepted | Refusal | None = None
        self.has_warned = False


class SeededGames:
    """Adds a seed of the player to each game. All methods raise the exceptions of a connection.

    A seed is kept in memory as long as this object, and written nowhere.
    """

    def __init__(self, queries: Queries, mutations: Mutations, on_warning: OnSeedWarning | None) -> None:
        self.mutations = mutations
        """The mutations as they are, without seeds."""
        self._queries = queries
        self._on_warning = on_warning or log_warning
        self._games: dict[str, _SeededGame] = {}

    def find(self, game: str) -> GameSeed | None:
        """Return the seed for a game; None if the connection has none."""
        found = self._games.get(game)
        return None if found is None else found.seed

    async def take_step(self, view: View) -> CommandAccepted | None:
        """Commit to the seed or reveal it if the game is ready for that.

        Returns the answer; None if there was nothing to send or the server refused it.
        """
        if view.deal is None:
            return None
        seeded = self._seeded(view.id)
        # States of the game come from subscriptions and from answers at the same time.
        async with seeded.lock:
            step = seeded.seed.next_step(view)
            self._warn(seeded)
            answer: CommandAccepted | Refusal | None = None
            match step:
                case CommitSeed(commitment=commitment):
                    answer = await self.mutations.commit_seed(game=view.id, commitment=commitment)
                    if isinstance(answer, CommandAccepted):
                        seeded.seed.mark_committed(answer.version)
                case RevealSeed(seed=seed, command_id=command_id):
                    answer = await self.mutations.reveal_seed(game=view.id, seed=seed, command_id=command_id)
                    seeded.seed.mark_revealed()
                    seeded.answer_to_reveal = answer
        return answer if isinstance(answer, CommandAccepted) else None

    async def join(self, game: Game) -> CommandAccepted | Refusal:
        """Take a seat and commit to a seed in one command."""
        session = None if game.deal is None else await self._queries.session()
        if game.deal is None or session is None:
            return await self.mutations.join_game(game=game.id)
        seeded = self._seeded(game.id)
        async with seeded.lock:
            commitment = seeded.seed.commitment(game.deal.foot, session.player.id)
            answer = await self.mutations.join_game(game=game.id, commitment=commitment)
            if isinstance(answer, CommandAccepted):
                seeded.seed.mark_committed(answer.version)
        return answer

    async def start(
        self, game: str, command_id: str | None, expected_version: int | None
    ) -> CommandAccepted | Refusal:
        """Commit to a seed, start the game and reveal the seed; the events are those of the last two."""
        view = await self._view(game)
        if view is not None and _may_start(view) and expected_version in (None, view.version):
            with suppress(ClientError):
                committed = await self.take_step(view)
                if committed is not None and expected_version == committed.version - 1:
                    expected_version = committed.version
        started = await self.mutations.start_game(
            game=game, command_id=command_id, expected_version=expected_version
        )
        if isinstance(started, Refusal) or (view := started.game.view) is None:
            return started
        try:
            await self.take_step(view)
            seeded = self._games.get(game)
            answer = None if seeded is None else seeded.answer_to_reveal
            if view.stage is not Stage.WAITING_FOR_SEEDS or not isinstance(answer, CommandAccepted):
                return started
            if (view := answer.game.view) is not None:
                await self.take_step(view)
        except ClientError:
            # The game has started, or its seats are closed, nevertheless.
            return started
        return CommandAccepted(
            events=(*started.events, *answer.events), game=answer.game, version=answer.version
        )

    async def _view(self, game: str) -> View | None:
        try:
            state = await self._queries.game(id=game)
        except Fault:
            # The command is refused for the same reason.
            return None
        return None if state is None else state.view

    def _seeded(self, game: str) -> _SeededGame:
        if (seeded := self._games.get(game)) is None:
            seeded = self._games[game] = _SeededGame()
        return seeded

    def _warn(self, seeded: _SeededGame) -> None:
        if seeded.seed.warning is not None and not seeded.has_warned:
            seeded.has_warned = True
            self._on_warning(seeded.seed.warning)


def _may_start(view: View) -> bool:
    is_organizer = view.organizer is not None and view.organizer.id == view.own.player.id
    return view.stage is Stage.WAITING_FOR_PLAYERS and is_organizer


class SeededMutations(Mutations):
    """The mutations; `start_game` adds a seed of the player before the start."""

    def __init__(self, operations: Operations, games: SeededGames) -> None:
        super().__init__(operations)
        self._games = games

    async def start_game(
        self, *, game: str, command_id: str | None = None, expected_version: int | None = None
    ) -> CommandAccepted | Refusal:
        """Close the lobby and start the game, with a seed of yours; see `Mutations.start_game`."""
        return await self._games.start(game, command_id, expected_version)
