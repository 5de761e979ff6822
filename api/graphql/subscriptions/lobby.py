"""The lobby subscription: first the games that can be joined, then their changes."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Sequence

import strawberry

from api.graphql.context import Context
from api.graphql.errors.faults import known_variant
from api.graphql.games.listed_game import ListedGame
from api.graphql.games.types import Game
from api.graphql.queries.game_lists import cursor_text, games_cursors
from api.graphql.subscriptions.snapshot_parts import SNAPSHOT_TEXT, snapshot_parts
from api.graphql.subscriptions.stream_errors import Progress, fair_turn, resumable
from api.graphql.types.scalars import Cursor
from application.codec import GameId, Position, Version
from domain.events import PlayerId
from projections.change_announcer import Refetch
from projections.games.game_list_queries import GameFilter, Listed
from projections.games.game_search import GameOrder, Search
from projections.games.lobby import LobbyChanges, OpenGames, can_be_joined, is_listed, open_games


@strawberry.type(description="The games that can be joined, or changes among them.")
class LobbyUpdate:
    """A part of the lobby, or changes of it."""

    snapshot: bool = strawberry.field(description=SNAPSHOT_TEXT)
    games: list[ListedGame] = strawberry.field(
        graphql_type=list[Game], description="The new and changed games that can be joined."
    )
    gone: list[strawberry.ID] = strawberry.field(
        description="The games that you can no longer join or see. If `more` was not null, some of these may"
        " be games that you did not receive."
    )
    more: Cursor | None = strawberry.field(
        description="In the last message of a new list, the cursor at which it continues: pass it to "
        "`games(filter: JOINABLE, order: NEWEST, after:)`. Null in other messages, and when the list is "
        "complete. Later messages cover all games."
    )


async def lobby_updates(context: Context, variant: str | None) -> AsyncGenerator[LobbyUpdate]:
    """Yield the lobby as the caller may see it, then its changes; failures are top-level errors."""
    player = await context.player()
    with (
        resumable(Progress(), context),
        context.services.lobby.subscription() as listener,
    ):
        if variant is not None:
            known_variant(variant)
        received = _ReceivedLobby(player, variant)
        news: LobbyChanges | Refetch | None = Refetch.REQUIRED
        while news is not None:
            if isinstance(news, LobbyChanges):
                games, gone = received.apply(news)
                if games or gone:
                    await fair_turn(context)
                    yield _update(player, games, gone)
            else:
                lobby = await context.read("The list of games", open_games, player, variant)
                received.replace(lobby)
                for part in snapshot_parts(lobby.games):
                    more = None
                    if part.is_last and lobby.more is not None:
                        cursors = await games_cursors(
                            context, GameFilter.JOINABLE, Search(variant=variant), GameOrder.NEWEST
                        )
                        more = Cursor(cursors.seal(cursor_text(lobby.more)))
                    yield _update(player, part.games, snapshot=part.is_first, more=more)
            news = await listener.next()


class _ReceivedLobby:
    """The state of the lobby that a subscriber has received."""

    def __init__(self, player: PlayerId | None, variant: str | None) -> None:
        self._player = player
        self._variant = variant
        self._games: dict[GameId, Version] = {}
        self._position: Position = 0
        self._is_complete = True
        """True if it received all games; otherwise it may have read others from the list of games."""

    def replace(self, lobby: OpenGames) -> None:
        """Replace the known games by these."""
        self._position, self._is_complete = lobby.position, lobby.more is None
        self._games = {game.game: game.version for game in lobby.games}

    def apply(self, news: LobbyChanges) -> tuple[list[Listed], list[GameId]]:
        """Return the changes for the subscriber: games that it can join, and games that it no longer can."""
        if news.position <= self._position:
            # The list that the subscriber has is newer than this news.
            return [], []
        games: list[Listed] = []
        gone: list[GameId] = []
        for game in news.games:
            if self._is_shown(game):
                if self._games.get(game.game) != game.version:
                    self._games[game.game] = game.version
                    games.append(game)
            elif self._games.pop(game.game, None) is not None or self._may_be_received(game):
                gone.append(game.game)
        return games, gone

    def _may_be_received(self, game: Listed) -> bool:
        # Private games must not be revealed to players who are not in them.
        return not self._is_complete and is_listed(game, self._player) and self._matches(game)

    def _is_shown(self, game: Listed) -> bool:
        return self._matches(game) and can_be_joined(game, self._player) and is_listed(game, self._player)

    def _matches(self, game: Listed) -> bool:
        return self._variant is None or game.variant == self._variant


def _update(
    viewer: PlayerId | None,
    games: Sequence[Listed],
    gone: Iterable[GameId] = (),
    *,
    snapshot: bool = False,
    more: Cursor | None = None,
) -> LobbyUpdate:
    return LobbyUpdate(
        snapshot=snapshot,
        games=[ListedGame(game, viewer) for game in games],
        gone=[strawberry.ID(str(game)) for game in gone],
        more=more,
    )
