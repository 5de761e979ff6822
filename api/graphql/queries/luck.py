"""Luck in the schema: the field of `Game` with the parts of its results, and that of `Profile`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import strawberry

from api.graphql.context import Info, Services, or_not_ready
from api.graphql.errors.null_fields import null_beside_error
from api.graphql.execution.answer_marks import public_for
from api.graphql.execution.field_price import price
from api.graphql.execution.list_sizes import at_most
from api.graphql.games.types import Game
from api.graphql.queries.as_of import AsOf, as_of
from api.graphql.queries.freshness import UpToDateArgument, wait_until_up_to_date
from api.graphql.queries.players.profile import Profile
from api.graphql.queries.players.profile_records import ProfileGame
from api.graphql.types.added_fields import add_fields
from api.graphql.types.derivation import described
from api.graphql.types.players import Player
from api.graphql.types.table_sizes import MAX_SEATS
from application.codec import GameId
from domain.events import PlayerId
from projections.luck.projection import LUCK
from projections.luck.queries import SeatLuck as SeatRow
from projections.luck.queries import luck_of_game, luck_of_seats, mean_luck
from projections.players.profile import PROFILE

NAME: Final = "The luck of games"
PRICE: Final = 500
PROFILE_PRICE: Final = 2_500
GAME_IN_PROFILE_PRICE: Final = 10
COUNTED_AGE: Final = 10
"""Seconds for which caches may keep an answer."""


@strawberry.type(
    description="The parts of a seat's result: `result - par = luck + play`, exactly. They are in points, in "
    "a variant without points in places."
)
class SeatLuck:
    """The luck of a seat."""

    seat: int = described("The seat, from 0 clockwise.")
    player: PlayerId = described("The player who had the seat at the end.", Player)
    machine: bool = described(
        "Whether a machine played the seat at the end. The means of `Profile.luck` leave such seats out."
    )
    result: float = described(
        "The points less the mean of the table; in places, the middle place less the place of the seat."
    )
    par: float | None = described(
        "The result that the seat could expect before the deals; null without a table of luck."
    )
    luck: float | None = described(
        "What the hands of the seat were worth, less par; null until all of them are revealed, and without a "
        "table of luck."
    )
    play: float | None = described("The rest; null without luck.")
    luck_error: float | None = described(
        "The standard error of luck and play, because tables are estimates; null without a table of luck."
    )
    play_error: float | None = described(
        "The standard deviation of play, if the seat plays like the published player: less than twice as "
        "much may be chance. Null without a table of luck."
    )
    luck_table: str | None = described(
        "The table of luck, such as `oh-hell.r1.p1`; null if there is none for the rules of the game."
    )

    @classmethod
    def of(cls, luck: SeatRow) -> SeatLuck:
        """Return the luck of a seat."""
        return cls(
            seat=luck.seat,
            player=luck.player,
            machine=luck.machine,
            result=luck.result,
            par=luck.par,
            luck=luck.luck,
            play=luck.play,
            luck_error=luck.luck_error,
            play_error=luck.play_error,
            luck_table=luck.luck_table,
        )


@strawberry.type(
    description="The means of a player's results in games whose luck is known, in points or places a game. "
    "Games that the player left to a machine do not count."
)
class ProfileLuck:
    """The luck of a player's games."""

    games: int = described("The number of games.")
    result: float = described("The mean of `result - par`, which is `luck + play`.")
    luck: float = described("The mean luck.")
    play: float = described("The mean of the rest: skill shows here over many games.")
    play_error: float = described("The standard error of the mean play of a published player.")
    as_of: AsOf = described("How complete the means are.")


class _LuckOfGame:
    """The luck of a game; `self` is a `ViewedGame`, a `ListedGame` or a `GameReference`."""

    @strawberry.field(
        # An empty list fills once the game is won.
        metadata={**price(PRICE), **public_for(COUNTED_AGE)},
        directives=[at_most(MAX_SEATS)],
        description="How much of each seat's result was luck of the deals, in the order of the seats. Empty "
        f"in private games, and until the game is won. {null_beside_error()}",
    )
    async def luck(self, info: Info, up_to_date: UpToDateArgument = False) -> list[SeatLuck] | None:
        """Return the luck of the seats."""
        game: Any = self
        if up_to_date:
            await wait_until_up_to_date(info.context, LUCK.name)
        return list(map(SeatLuck.of, await info.context.read(NAME, luck_of_game, game.game)))

    @strawberry.field(
        metadata=public_for(COUNTED_AGE),
        description=f"How complete the records are that `luck` reads. {null_beside_error()}",
    )
    async def luck_as_of(self, info: Info, up_to_date: UpToDateArgument = False) -> AsOf | None:
        """Return the age of the records of luck."""
        if up_to_date:
            await wait_until_up_to_date(info.context, LUCK.name)
        return await as_of(info.context, LUCK.name)


class _LuckOfProfile:
    """The luck of a player; `self` is a `Profile`."""

    @strawberry.field(
        metadata=price(PROFILE_PRICE),
        description="How much of the player's results was luck of the deals; null without a game whose luck "
        f"is known. {null_beside_error()}",
    )
    async def luck(self, info: Info) -> ProfileLuck | None:
        """Return the means over the games of the profile."""
        profile: Any = self
        age = await as_of(info.context, PROFILE.name, LUCK.name)
        found = await info.context.read(NAME, mean_luck, profile.whose)
        if found is None:
            return None
        return ProfileLuck(
            games=found.games,
            result=found.result,
            luck=found.luck,
            play=found.play,
            play_error=found.play_error,
            as_of=age,
        )


class _LuckOfProfileGame:
    """The luck of a player in a game; `self` is a `ProfileGame`."""

    @strawberry.field(
        metadata=price(GAME_IN_PROFILE_PRICE),
        description=f"The parts of the result; null until the game is counted. {null_beside_error()}",
    )
    async def luck(self, info: Info) -> SeatLuck | None:
        """Return the luck of the player."""
        played: Any = self
        return await info.context.load(_luck_of_seats, (played.game.game, played.seat))


async def _luck_of_seats(
    services: Services, seats: Sequence[tuple[GameId, int]]
) -> Sequence[SeatLuck | None]:
    found = await or_not_ready(NAME, services.read_database.read(luck_of_seats, seats))
    return [None if seat not in found else SeatLuck.of(found[seat]) for seat in seats]


add_fields(Game, _LuckOfGame)
add_fields(Profile, _LuckOfProfile)
add_fields(ProfileGame, _LuckOfProfileGame)
