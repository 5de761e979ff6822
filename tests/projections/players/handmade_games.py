"""Events of short games with chosen results."""

from __future__ import annotations

from domain.events import (
    Access,
    EndReason,
    Event,
    GameCreated,
    GameStarted,
    GameWon,
    PlayerJoined,
    RoundScored,
)

VARIANT = "hundred-and-ten"


def seated(*players: str, access: Access = Access.PUBLIC, variant: str = VARIANT) -> list[Event]:
    """Return the beginning of a game that starts with these players."""
    return [
        GameCreated(
            variant=variant, rules_version=1, options={}, access=access, organizer=players[0], secret=None
        ),
        *(PlayerJoined(seat=seat, player=player) for seat, player in enumerate(players)),
        GameStarted(players=players),
    ]


def won(*ranking: int | tuple[int, ...]) -> GameWon:
    """Return an end in which the seats stand in this order."""
    places = tuple((place,) if isinstance(place, int) else place for place in ranking)
    return GameWon(winners=places[0], ranking=places, reason=EndReason.TARGET_REACHED)


def scored(*scores: int, bids_made: tuple[bool | None, ...] = ()) -> RoundScored:
    return RoundScored(round=0, awards=(), scores=scores, bids_made=bids_made)
