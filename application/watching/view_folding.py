"""Views of long games, folded in slices between which the event loop does its other work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from application.codec import Recorded
from application.runtime.time_slices import PACE
from domain.events import Event, PlayerId
from domain.state import Stage
from domain.view import View

STRETCH: Final = 100
"""Number of events that are folded between two checks of the time."""


def stretches(recorded: Sequence[Recorded]) -> Iterator[list[Event]]:
    """Yield the events in stretches that are short enough to be folded at once."""
    for begin in range(0, len(recorded), STRETCH):
        yield [each.event for each in recorded[begin : begin + STRETCH]]


async def later(view: View, recorded: Sequence[Recorded]) -> View:
    """Return a view after further events."""
    async for events in PACE.sliced(stretches(recorded)):
        view = view.after(events)
    return view


async def seen_by(
    player: PlayerId | None, recorded: Sequence[Recorded], revealed: frozenset[int] = frozenset()
) -> View:
    """Return a player's or a spectator's view of the game after the events.

    `revealed` contains shuffles that are revealed already, besides those that the events reveal.
    """
    public = await later(View(revealed=revealed), recorded)
    seat = public.game.seat_of(player)
    if seat is None or public.game.stage is Stage.WAITING_FOR_PLAYERS:
        return public
    return await later(View(viewer=seat, revealed=revealed), recorded)
