"""The past of a seat in the log of a game: its decisions and its deals, each with all that the seat knew."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from msgspec import Struct

from application.audit.recorded_moves import move_to
from application.codec import Version
from domain.commands import Move
from domain.events import Event, RoundDealt
from domain.game import NeedsMove, evolve, legal, settle
from domain.machine.thinking.moments_after_deals import moments_after_deals
from domain.state import NEW, Game, Stage
from domain.view import View, reveals
from domain.visibility import Viewer, redact


class PastDecision(Struct, frozen=True, kw_only=True):
    """A decision of a seat among several moves, made by its player or by the machine."""

    version: Version
    """The number of the game's events before the move."""
    view: Game
    """The game as the seat saw it."""
    memory: Any
    """The thinker's memory of the seat's events."""
    move: Move


class PastDeal(Struct, frozen=True, kw_only=True):
    """A deal, as a seat saw it before the first move of the round."""

    round: int
    version: Version
    """The number of the game's events up to the end of the deal."""
    view: Game
    """The game as the seat saw it."""
    memory: Any
    """The thinker's memory of the seat's events."""


class SeatPast(Struct, frozen=True, kw_only=True):
    """The decisions and the deals of a seat, and those that a viewer may see by the end of the log."""

    decisions: tuple[PastDecision, ...]
    deals: tuple[PastDeal, ...]
    visible_decisions: tuple[PastDecision, ...]
    """The decisions of which the viewer may see all that the seat knew then, and the move."""
    visible_deals: tuple[PastDeal, ...]
    """The deals of which the viewer may see all that the seat saw."""


def past_of_seat(events: Sequence[Event], seat: int, viewer: Viewer) -> SeatPast:
    """Return the past of a seat in the log of a game, in one fold of the seat's events.

    Moves out of turn, such as passes that are queued, are left out, and so are those that follow
    automatically.
    """
    revealed, moments = reveals(events), frozenset(moments_after_deals(events))
    own, shared = View(viewer=seat, remembers=True), View(viewer=seat, remembers=True)
    truth, folded, number = NEW, 0, 0
    decisions: list[PastDecision] = []
    deals: list[PastDeal] = []
    visible_decisions: list[PastDecision] = []
    visible_deals: list[PastDeal] = []
    pending: list[PastDecision] = []
    for version, event in enumerate((*events, None)):
        chosen = event if event is not None and _may_choose(truth, seat, event) else None
        if chosen is not None or version in moments or event is None:
            passed, folded = events[folded:version], version
            own = own.after(passed)
            shared = _shared_after(shared, own, passed, viewer, revealed)
            is_visible = (own.game, own.memory) == (shared.game, shared.memory)
            if own.game == shared.game:
                # The moves of pending decisions are in both.
                visible_decisions += pending
                pending = []
            if version in moments:
                deal = PastDeal(round=number, version=version, view=own.game, memory=own.memory)
                deals.append(deal)
                if is_visible:
                    visible_deals.append(deal)
            if chosen is not None and (decision := _decision(truth, own, seat, chosen, version)):
                decisions.append(decision)
                if is_visible:
                    pending.append(decision)
        if event is not None:
            truth = evolve(truth, event)
            number = event.round if isinstance(event, RoundDealt) else number
    return SeatPast(
        decisions=tuple(decisions),
        deals=tuple(deals),
        visible_decisions=tuple(visible_decisions),
        visible_deals=tuple(visible_deals),
    )


def _shared_after(
    shared: View, own: View, passed: Sequence[Event], viewer: Viewer, revealed: frozenset[int]
) -> View:
    """Return what the viewer may see of a seat's view after further events; `own` is the seat's view then."""
    if viewer == own.viewer:
        return own
    return shared.after(redact(each, viewer, revealed) for each in passed)


def _may_choose(truth: Game, seat: int, event: Event) -> bool:
    """Return whether an event of a seat comes where the game waits for a player or the machine."""
    if truth.stage is not Stage.PLAYING or getattr(event, "seat", None) != seat:
        return False
    due = settle(truth)
    return due == () or isinstance(due, NeedsMove)


def _decision(truth: Game, known: View, seat: int, event: Event, version: Version) -> PastDecision | None:
    moves = (move for offer in legal(known.game, seat) for move in offer.moves(by=truth.seats[seat].player))
    if len(list(islice(moves, 2))) < 2:
        return None
    found = move_to(truth, seat, event)
    if found is None:
        return None
    move, _ = found
    return PastDecision(version=version, view=known.game, memory=known.memory, move=move)
