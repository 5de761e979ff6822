"""Moves that led to recorded events; commands are not stored, so they are inferred."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import NODEFAULT
from msgspec.structs import FieldInfo, fields, replace

from domain.commands import Move
from domain.events import Event, GameStarted, SeatAutomated, SeatsClosed
from domain.game import Game, judge, legal
from domain.refusals import MoveRefusal


def move_to(game: Game, seat: int, event: Event) -> tuple[Move, tuple[Event, ...]] | None:
    """Return a move by which a seat led to an event, and its events; None if no legal move does."""
    for move in _moves_to(game, seat, event):
        try:
            decided = judge(game, seat, move)
        except MoveRefusal:
            continue
        if decided and is_recorded(event, decided[0]):
            return move, decided
    return None


def _moves_to(game: Game, seat: int, event: Event) -> Iterator[Move]:
    """Yield the moves that may have led to an event, first those built from the event's own fields."""
    by = game.seats[seat].player
    said = {name: getattr(event, name) for name in event.__struct_fields__}
    for move in game.rules.moves:
        own = [name for name in move.__struct_fields__ if name != "by"]
        if said.keys() >= set(own):
            yield move(by=by, **{name: said[name] for name in own})
    for offer in legal(game, seat):
        yield from offer.moves(by)


def is_recorded(event: Event, due: Event) -> bool:
    """Return whether an event equals the expected one, also in the form that an earlier server stored."""
    if isinstance(event, GameStarted) and isinstance(due, GameStarted):
        # The identity provider of the time vouched for players, which no log can tell.
        due = replace(due, vouched=event.vouched)
    elif isinstance(event, SeatsClosed) and isinstance(due, SeatsClosed):
        # The wait for seeds is a setting of the server.
        due = replace(due, until=event.until)
    elif isinstance(event, SeatAutomated) and isinstance(due, SeatAutomated):
        # The command names the level, and the release the version of its machine player.
        due = replace(due, level=event.level, thinker=event.thinker)
    if event == due:
        return True
    if type(event) is not type(due) or not due.__struct_config__.omit_defaults:
        return False
    # In events stored before a field was added, the field holds its default.
    later = {field.name: field.default for field in fields(due) if _holds_default(event, field)}
    return event == replace(due, **later)


def _holds_default(event: Event, field: FieldInfo) -> bool:
    return field.default is not NODEFAULT and getattr(event, field.name) == field.default
