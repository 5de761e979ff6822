"""The fields of a game at one version: written by hand, as a contract that is independent of the domain.

Their values are those of `viewed_game.py`.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import strawberry

from api.graphql.types.derivation import OptionSetting, described, enum_type
from api.graphql.types.game_names import Title
from api.graphql.types.moves_and_offers import Offer
from api.graphql.types.players import Player
from api.graphql.types.scalars import Version
from api.graphql.types.table_sizes import MAX_SEATS
from api.graphql.types.tables import Seat, Table
from api.graphql.types.variants import Variant
from domain.events import EndReason, PlayerId
from domain.state import Stage

for shared_enum in (EndReason, Stage):
    enum_type(shared_enum)


@strawberry.type(description="The result of a game.")
class Result:
    """The winners, and the ranking of all seats."""

    winners: list[PlayerId] = described(
        "The winners; more than one when players with equal scores win together.",
        list[Player],
        items=MAX_SEATS,
    )
    ranking: list[list[int]] = described(
        "All seats from first to last place; seats that share a place stand together.", items=MAX_SEATS
    )
    reason: EndReason = described("The reason why the game ended.")
    titles: list[Any] = described(
        "The title of each seat, by its place, in the order of the seats; empty in games without titles.",
        list[Title],
        items=MAX_SEATS,
    )


@strawberry.type(
    description="The public part of the deal by the protocol deal/v1, in which every player can add a seed "
    "to all shuffles. Hashes are SHA-256, in hexadecimal."
)
class Deal:
    """The values with which anyone can check the shuffles of a game."""

    foot: str = described(
        "The foot of the server's chain of links, fixed when the game was created. Commitments to seeds name "
        "it."
    )
    roll: str | None = described(
        "The hash of the foot, and of the player and commitment of each seat; null before the seats close."
    )
    seeds_until: datetime | None = described(
        "The time from which any seated player can start the game without the missing seeds; null before the "
        "seats close."
    )
    fingerprint: str | None = described(
        "The hash of the foot and of each seat's player, commitment and seed; null before the start."
    )


@strawberry.interface(description="A game at one version, as you may see it.")
class GameView:
    """What a viewer sees of a game at one version."""

    version: Version = described("The version: the number of events of the game.")
    variant: str = described("The variant.", Variant)
    options: list[OptionSetting] = described("All options of the variant with their values.")
    stage: Stage = described("The stage of the game.")
    paused: bool = described(
        "Whether the game waits for a person to return, after the clock of the last one who plays ran out."
    )
    organizer: PlayerId | None = described(
        "The player who created the game or took over from its creator; null when all players have left.",
        Player | None,
    )
    invited: list[PlayerId] = described("The invited players who have not answered yet.", list[Player])
    players: list[PlayerId] = described(
        "The seated players, in the order of the seats.", list[Player], items=MAX_SEATS
    )
    seats: list[Seat] = described("The occupied seats, from 0 clockwise.", items=MAX_SEATS)
    max_players: int = described("The maximum number of players.")
    you: int | None = described("Your seat; null if you have none.")
    winners: list[PlayerId] = described(
        "The winners; empty until the game is won.", list[Player], items=MAX_SEATS
    )
    table: Table | None = described("The table; null before the game has started.")
    result: Result | None = described("The result; null before the game has ended, and when it was closed.")
    legal_moves: list[Any] = strawberry.field(
        graphql_type=list[Offer],
        description="The moves that you may make at this version; each offer stands for exactly the moves "
        "that would be accepted. Empty when it is not your turn.",
    )
