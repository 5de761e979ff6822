"""What each viewer of our game sees, held against what of the true table it may know."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import asdict, replace

from domain import commands as c
from domain.cards import face_down
from domain.game import Game
from domain.refusals import Refusal
from domain.table import Place, TableView
from domain.visibility import SPECTATOR, Viewer
from tests.conformance.playing import Moment, Playing
from tests.conformance.traces import Diverged, compare_fields

Sees = Callable[[Viewer, int], bool]


def own_hand(viewer: Viewer, seat: int) -> bool:
    """Tell whether the viewer sees the hand of a seat: each its own."""
    return viewer == seat


def other_hands(viewer: Viewer, seat: int) -> bool:
    """Tell whether the viewer sees the hand of a seat while hands are blind: players all but their own."""
    return viewer is not SPECTATOR and viewer != seat


def all_hands(viewer: Viewer, seat: int) -> bool:
    """Tell whether the viewer sees the hand of a seat after they were blind: players remember the others'."""
    return viewer is not SPECTATOR


def shown(game: Game) -> TableView:
    """Return the table of a game, whether it is the true one or somebody's view."""
    return game.rules.show(game.table)


def compare_views(playing: Playing, sees: Sees = own_hand) -> TableView:
    """Compare what every viewer sees with the true table, which it returns."""
    truth = shown(playing.game)
    for viewer in playing.viewers:
        seen = shown(playing.view(viewer))
        places = tuple(_seen(place, viewer, seat, sees) for seat, place in enumerate(truth.places))
        expected = replace(truth, places=places)
        if seen == expected:
            continue
        within = "view of an onlooker, " if viewer is SPECTATOR else f"view of seat {viewer}, "
        for seat, (place, of_view) in enumerate(zip(places, seen.places, strict=True)):
            compare_fields(asdict(place), asdict(of_view), within=f"{within}seat {seat}, ")
        compare_fields(asdict(expected), asdict(seen), within=within)
    return truth


def _seen(place: Place, viewer: Viewer, seat: int, sees: Sees) -> Place:
    hand = place.hand if sees(viewer, seat) else face_down(len(place.hand))
    secret = place.committed and viewer != seat
    return replace(place, hand=hand, bid=None if secret else place.bid)


def act(playing: Playing, field: str, value: object, command: c.Command) -> list[Moment]:
    """Carry out a command that the trace has carried out; raises Diverged when ours is refused."""
    try:
        return playing.act(command)
    except Refusal as refusal:
        raise Diverged(field, value, f"{type(refusal).__name__}: {refusal}") from refusal
