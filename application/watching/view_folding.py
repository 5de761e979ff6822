"""Views of long games, folded in slices between which the event loop does its other work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from application.codec import RecordedEvent
from application.runtime.time_slices import TIME_SLICER
from domain.events import Event, PlayerId
from domain.view import View, viewer_of
from domain.visibility import SPECTATOR

BATCH: Final = 100
"""Number of events that are folded between two checks of the time."""


def event_lists(recorded: Sequence[RecordedEvent]) -> Iterator[list[Event]]:
    """Yield the events in lists that are short enough to be folded at once."""
    for begin in range(0, len(recorded), BATCH):
        yield [each.event for each in recorded[begin : begin + BATCH]]


async def fold_view(view: View, recorded: Sequence[RecordedEvent]) -> View:
    """Return a view after further events."""
    async for events in TIME_SLICER.iterate(event_lists(recorded)):
        view = view.after(events)
    return view


async def fold_player_view(
    player: PlayerId | None, recorded: Sequence[RecordedEvent], revealed: frozenset[int] = frozenset()
) -> View:
    """Return a player's or a spectator's view of the game after the events.

    `revealed` contains shuffles that are revealed already, besides those that the events reveal.
    """
    public = await fold_view(View(revealed=revealed), recorded)
    viewer = viewer_of(public.game, player)
    if viewer is SPECTATOR:
        return public
    return await fold_view(View(viewer=viewer, revealed=revealed), recorded)
