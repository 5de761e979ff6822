"""Views of long games, folded in slices so that the event loop does its other work meanwhile."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from application.pacing import PACE
from application.recorded import Recorded
from domain.events import Event, PlayerId
from domain.state import Stage
from domain.view import View

STRETCH: Final = 100
"""Events that are folded without looking at the time."""


def stretches(recorded: Sequence[Recorded]) -> Iterator[list[Event]]:
    """Give the events in stretches that are short enough to be folded at once."""
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
    """Return the game after the events as a player sees it, or an onlooker.

    `revealed` names shuffles that are open already, besides those whose reveals are among the events.
    """
    public = await later(View(revealed=revealed), recorded)
    seat = public.game.seat_of(player)
    if seat is None or public.game.stage is Stage.WAITING_FOR_PLAYERS:
        return public
    return await later(View(viewer=seat, revealed=revealed), recorded)
