"""Seeks in the schema."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import strawberry

from api.graphql.context import Context
from api.graphql.games.game_reference import GameReference
from api.graphql.games.types import Game
from api.graphql.types.derivation import OptionSetting, settings
from api.graphql.types.variants import Variant
from application.seeks.seek import RATING_UNIT, SECOND, WIDENING
from application.seeks.storage import GRACE, SeekState
from application.seeks.table_start import JOIN_WITHIN
from application.seeks.tables import Match
from domain.events import PlayerId

GRACE_SECONDS = GRACE // SECOND
MAX_SEEKS = 20
"""Maximum number of a player's seeks: one per variant."""


@strawberry.type(
    description="A table that has formed for your seek. If `isSeated` is false, take your seat with "
    "`joinGame`, else commit to a seed with `commitSeed` if you add one to the deal. The server fills free "
    "seats with machine players and starts the game once everyone sits."
)
class SeekMatch:
    """A match of a seek."""

    game: GameReference = strawberry.field(
        graphql_type=Game, description="The public game, in which a seat is reserved for you."
    )
    is_seated: bool = strawberry.field(
        description="Whether the server has seated you: the player with the oldest seek is the organizer."
    )
    join_by: datetime = strawberry.field(
        description=f"The time, {JOIN_WITHIN:g} seconds after the table formed, by which you must sit. After "
        "that your seek is dropped, and those of the others go on with the age that they have."
    )


@strawberry.type(description="A seek of yours: you look for a game, and the server forms its table.")
class Seek:
    """A seek of the caller."""

    variant: str = strawberry.field(graphql_type=Variant, description="The variant.")
    options: list[OptionSetting] = strawberry.field(
        description="Every option of the variant; only seeks with the same ones meet."
    )
    min_players: int = strawberry.field(description="The smallest number of players at the table.")
    max_players: int = strawberry.field(description="The largest number of players at the table.")
    rating: float = strawberry.field(
        description="The mean of your rating in the variant when you opened the seek; at first it is 25."
    )
    rating_range: float | None = strawberry.field(
        description="The accepted distance between your rating and those of the others, before it widens; "
        f"every {WIDENING} seconds it grows by the same number again. Players meet if each accepts the "
        "others. Null accepts everyone."
    )
    machines_after: int | None = strawberry.field(
        description="The seconds after which machine players may take free seats; null for never."
    )
    opened_at: datetime = strawberry.field(description="The time from which your wait counts.")
    open_seeks: int = strawberry.field(
        description="The number of open seeks of the variant, yours included, as a hint of the wait."
    )
    match: SeekMatch | None = strawberry.field(
        description="The table that has formed; null while the seek is open."
    )


def shown_seek(state: SeekState) -> Seek:
    """Return a seek as its player sees it."""
    seek = state.seek
    return Seek(
        variant=seek.variant,
        options=list(settings(seek.chosen_options)),
        min_players=seek.least,
        max_players=seek.most,
        rating=seek.rating / RATING_UNIT,
        rating_range=None if seek.range is None else seek.range / RATING_UNIT,
        machines_after=seek.machines_after,
        opened_at=_moment(seek.opened),
        open_seeks=state.open_seeks,
        match=None if state.match is None else _shown_match(state.match, seek.player),
    )


def shown_seeks(context: Context, player: PlayerId, states: tuple[SeekState, ...]) -> list[Seek]:
    """Return a player's seeks; a game that has formed counts for the player's quotas from now on."""
    quotas, address = context.services.quotas, context.account.address
    for each in states:
        if each.match is not None:
            quotas.tables.count(player, address, each.match.game)
            if len(each.match.players) < each.match.size:
                quotas.machines.count(player, address, each.match.game)
    return [shown_seek(each) for each in states]


def _shown_match(match: Match, player: PlayerId) -> SeekMatch:
    return SeekMatch(
        game=GameReference(match.game, player),
        is_seated=match.organizer == player,
        join_by=_moment(match.formed) + timedelta(seconds=JOIN_WITHIN),
    )


def _moment(microseconds: int) -> datetime:
    return datetime.fromtimestamp(microseconds / SECOND, UTC)
