"""The event base classes and the values that any event may hold."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

PlayerId = Annotated[
    str, Meta(description="A player's id: minted by the server, and telling nothing of the player.")
]
GameReference = Annotated[str, Meta(description="The id of another game.")]
OptionValue = str | int | bool


class Event(Struct, frozen=True, kw_only=True, tag=True, gc=False):
    """A recorded fact of a game."""


class SeatEvent(Event, frozen=True, kw_only=True, tag=True):
    """A recorded fact about one seat."""

    seat: int
    """The seat, from 0 clockwise."""
