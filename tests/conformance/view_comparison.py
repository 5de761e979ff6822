"""Comparison of every viewer's view with the true table."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import asdict, replace

from domain import commands as c
from domain.cards import face_down
from domain.game import Game
from domain.refusals import Refusal
from domain.table import Place, TableView
from domain.visibility import SPECTATOR, Viewer
from tests.conformance.replayed_game import Moment, ReplayedGame
from tests.conformance.traces import Diverged, compare_fields

SeesHand = Callable[[Viewer, int], bool]


def own_hand(viewer: Viewer, seat: int) -> bool:
    """Return whether a viewer sees a seat's hand: players see their own."""
    return viewer == seat


def other_hands(viewer: Viewer, seat: int) -> bool:
    """Return whether a viewer sees a seat's hand in a blind round: players see all but their own."""
    return viewer is not SPECTATOR and viewer != seat


def all_hands(viewer: Viewer, seat: int) -> bool:
    """Return whether a viewer sees a seat's hand after a blind round: players remember all hands."""
    return viewer is not SPECTATOR


def table_view(game: Game) -> TableView:
    """Return the table of a game or of a view."""
    return game.rules.show(game.table)


def compare_views(replayed: ReplayedGame, sees: SeesHand = own_hand) -> TableView:
    """Compare the view of every viewer with the true table; returns the true table."""
    truth = table_view(replayed.game)
    for viewer in replayed.viewers:
        seen = table_view(replayed.view(viewer))
        places = tuple(_visible(place, viewer, seat, sees) for seat, place in enumerate(truth.places))
        expected = replace(truth, places=places)
        if seen == expected:
            continue
        within = "view of a spectator, " if viewer is SPECTATOR else f"view of seat {viewer}, "
        for seat, (place, of_view) in enumerate(zip(places, seen.places, strict=True)):
            compare_fields(asdict(place), asdict(of_view), within=f"{within}seat {seat}, ")
        compare_fields(asdict(expected), asdict(seen), within=within)
    return truth


def _visible(place: Place, viewer: Viewer, seat: int, sees: SeesHand) -> Place:
    hand = place.hand if sees(viewer, seat) else face_down(len(place.hand))
    secret = place.committed and viewer != seat
    return replace(place, hand=hand, bid=None if secret else place.bid)


def act(replayed: ReplayedGame, field: str, value: object, command: c.Command) -> list[Moment]:
    """Run a command that the trace accepted; raises Diverged if it is refused."""
    try:
        return replayed.act(command)
    except Refusal as refusal:
        raise Diverged(field, value, f"{type(refusal).__name__}: {refusal}") from refusal
