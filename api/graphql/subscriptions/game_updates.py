"""The subscription to a game's updates: the game as it stands, then each commit with what clients show."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator, Set
from contextlib import aclosing, contextmanager
from functools import partial
from typing import Annotated, Any

import strawberry

from api.graphql.context import Context, game_id
from api.graphql.execution.list_sizes import at_most
from api.graphql.execution.planned.shared_payloads import Key
from api.graphql.games.types import Game, GameMoment
from api.graphql.games.viewed_game import ViewedGame, moments_of
from api.graphql.pagination.connections import parse_key
from api.graphql.pagination.cursors import ListCursors
from api.graphql.subscriptions.direct_delivery import at_once
from api.graphql.subscriptions.stream_errors import Progress, converted, fair_turn, resumable
from api.graphql.types.events import GameEvent
from api.graphql.types.scalars import Cursor, Version
from application.codec import GameId
from application.refusals import UnknownGame
from application.watching.game_updates import GameUpdate as Update
from application.watching.game_updates import ResumePoint
from application.watching.viewer_folds import MAX_MOMENTS
from domain.events import PlayerId

AfterCursor = Annotated[
    Cursor | None,
    strawberry.argument(
        description="The cursor of the last update that you have. Without one, and with one from before the "
        "games were restored from a backup, the first update is a snapshot."
    ),
]


class _Stream:
    """One subscription: its game and player, and how to resume it."""

    def __init__(
        self, progress: Progress, game: GameId, player: PlayerId | None, cursors: ListCursors
    ) -> None:
        self.game = game
        self.player = player
        self.cursors = cursors
        self.progress = progress
        progress.cursor = self.cursor
        self.has_failed = False
        """True if a field of an update failed; the subscriber resumes before that update."""

    def cursor(self, version: int) -> str:
        """Return the cursor of a version."""
        return self.cursors.seal(str(version))

    def sharers(self, selected: Set[str]) -> Key:
        """Return the player if a cursor is selected, since cursors of others differ."""
        return (self.player,) if "cursor" in selected else ()

    def open(self, cursor: Cursor | None) -> Version | None:
        """Return the version of a cursor, None for a cursor of another epoch; an invalid one is an error."""
        place = None if cursor is None else self.cursors.open_of_epoch(cursor, at=("after",))
        return None if place is None else Version(parse_key(place))

    @contextmanager
    def field(self) -> Iterator[None]:
        """Resolve a field of an update; after an error the stream ends, and can be resumed."""
        try:
            with converted(self.progress):
                yield
        except Exception:
            self.has_failed = True
            raise


@strawberry.type(
    description="An update of a game: what one command has changed, or a snapshot, which is the game as it "
    "stands. Only the fields that you select are computed."
)
class GameUpdate:
    """A commit of a game, or a snapshot, as the subscriber may see it."""

    stream: strawberry.Private[_Stream]
    update: strawberry.Private[Update]
    version: Version = strawberry.field(description="The version of the game after the update.")
    snapshot: bool = strawberry.field(
        description="Whether this is a snapshot: replace what you have of the game. It is true in the first "
        "update of a subscription without `after`, or whose `after` is from before a restored backup."
    )

    @classmethod
    def of(cls, stream: _Stream, update: Update) -> GameUpdate:
        """Return the message of an update."""
        return cls(stream=stream, update=update, version=Version(update.version), snapshot=update.is_snapshot)

    def shared_as(self, selected: Set[str]) -> tuple[object, Key]:
        """Return the update, and what else its message depends on."""
        return self.update, self.stream.sharers(selected)

    @strawberry.field(
        description="The cursor of the update: pass it as `after` to continue from here. It is valid for you "
        "in this game."
    )
    def cursor(self) -> Cursor:
        """Return the update's cursor."""
        return Cursor(self.stream.cursor(self.version))

    @strawberry.field(
        description="The events that the command has caused, which happened together. Empty in a snapshot."
    )
    def events(self) -> list[GameEvent]:
        """Return the events of the commit, redacted for the subscriber."""
        return list(self.update.events)  # type: ignore[arg-type]

    @strawberry.field(
        graphql_type=Game, description="The game after the update, as `game` shows it at this version."
    )
    async def game(self) -> Any:
        """Return the game as the subscriber sees it."""
        stream = self.stream
        with stream.field():
            view = await self.update.view()
        return ViewedGame(stream.game, self.version, view, stream.player)

    @strawberry.field(
        graphql_type=list[GameMoment],
        directives=[at_most(MAX_MOMENTS)],
        description="The game after each of the events, as a replay shows it at this version, for clients "
        f"that show one event after the other. Empty in a snapshot; the first {MAX_MOMENTS} of a longer "
        "update, such as one in which machine players play on alone.",
    )
    async def moments(self) -> Any:
        """Return the game after each event."""
        stream = self.stream
        with stream.field():
            moments = await self.update.moments()
        if moments is None:
            return []
        before = ViewedGame(stream.game, moments.after[0][0] - 1, moments.before, stream.player)
        return moments_of(stream.game, moments.after, stream.player, before)


async def game_updates(
    context: Context, id: strawberry.ID, after: Cursor | None
) -> AsyncGenerator[GameUpdate]:
    """Yield a snapshot or the missed updates, then new ones; failures are top-level errors."""
    player, watching, progress = await context.player(), context.services.watching, Progress()
    with resumable(progress, context, at={UnknownGame: "game"}):
        game, log = game_id(id), await watching.identity()
        # A cursor of another player is refused: that player was shown other cards, and perhaps another game.
        names = ["updates", str(game), "spectator" if player is None else f"player {player}"]
        stream = _Stream(progress, game, player, context.services.cursors.of_stream(names, log))
        version = progress.after = stream.open(after)
        point = None if version is None else ResumePoint(log=log, version=version)

        take = at_once(context, progress, partial(GameUpdate.of, stream), stream.sharers)
        async with aclosing(watching.updates(game, player, point, take)) as updates:
            async for update in updates:
                await fair_turn(context)
                yield GameUpdate.of(stream, update)
                if stream.has_failed:
                    return
                progress.after = update.version
