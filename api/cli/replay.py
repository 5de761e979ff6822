"""`kibitz replay`: steps through a game in the terminal, as a spectator or a seat saw it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

import click
import typer
from rich.console import Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from api.cli.framework.options import DatabaseUrl, DataDir
from api.cli.framework.runner import runs_async
from api.cli.framework.settings import existing_storage
from api.cli.terminal.cards import card_text, cards_text, describe_event
from api.cli.terminal.luck import luck_cells, luck_note
from api.cli.terminal.output import console
from api.data_directory import CannotStart
from api.storage import Storage
from application.codec import RecordedEvent, Version
from application.redaction import redact_events
from domain.events import GameWon
from domain.state import Game, Stage
from domain.view import View, reveals
from domain.visibility import Viewer
from projections.engine.generations import NotBuilt
from projections.luck.queries import SeatLuck, luck_of_game

_NEXT_KEYS = ("n", " ", "\r", "\x1b[C", "\x1b[B")
_PREVIOUS_KEYS = ("p", "b", "\x1b[D", "\x1b[A")
_FIRST_KEYS = ("g", "\x1b[H", "\x1b[1~")
_LAST_KEYS = ("G", "\x1b[F", "\x1b[4~")
_QUIT_KEYS = ("q", "\x1b", "\x03", "\x04")

_KEY_HELP = "→ n next   ← p previous   g first   G last   q quit"


@runs_async
async def replay(
    game: Annotated[str, typer.Argument(help="The game id.")],
    seat: Annotated[
        int | None, typer.Option("--from", help="Show the view of this seat, counted from 0.")
    ] = None,
    at: Annotated[int | None, typer.Option(help="Start at this version.")] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Print the events instead of stepping through them.")
    ] = False,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Step through a game as a spectator or one of its seats saw it.

    Cards of revealed shuffles are face up.
    """
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        recorded = await storage.store.read(_id(game))
        luck = await _luck_of(storage, _id(game))
    if not recorded:
        raise CannotStart(f"the log has no game {game}")
    viewer_replay = ViewerReplay(recorded, seat, luck)
    default = len(recorded) if plain else 1
    start = default if at is None else at
    if not 1 <= start <= len(recorded):
        raise CannotStart(f"the game has the versions 1 to {len(recorded)}, not {start}")
    if plain or not (sys.stdin.isatty() and console.is_terminal):
        viewer_replay.print(None if at is None else start)
    else:
        _step(viewer_replay, start)


def _id(game: str) -> UUID:
    try:
        return UUID(game)
    except ValueError as error:
        raise CannotStart(f"{game!r} is not a game id") from error


async def _luck_of(storage: Storage, game: UUID) -> Sequence[SeatLuck] | None:
    """Return the luck of a game that was won; None before luck is built."""
    try:
        return await storage.database.read(luck_of_game, game)
    except NotBuilt:
        return None


class ViewerReplay:
    """Events and tables of a game as one viewer may see them, and at its end the luck of the seats."""

    def __init__(
        self, recorded: Sequence[RecordedEvent], seat: Viewer, luck: Sequence[SeatLuck] | None
    ) -> None:
        events = [each.event for each in recorded]
        opened = reveals(events)
        seats = len(View(revealed=opened).after(events).game.seats)
        if seat is not None and not 0 <= seat < seats:
            raise CannotStart(f"the game has the seats 0 to {seats - 1}, not {seat}")
        self._events = events
        self._luck = luck
        self._start = View(viewer=seat, revealed=opened)
        self.recorded = redact_events(recorded, self._start)

    def at(self, version: Version) -> RenderableType:
        """Return the table after a version, with the event that led to it."""
        game = self._start.after(self._events[:version]).game
        last = self.recorded[version - 1]
        caption = Text(
            f"{version}/{len(self.recorded)}  {last.at:%Y-%m-%d %H:%M:%S}  {describe_event(last.event)}"
        )
        return Panel(
            Group(caption, *_table(game), *self._luck_after(version), Text(_KEY_HELP, "dim")),
            title=f"game {last.game}",
            expand=False,
        )

    def print(self, version: Version | None) -> None:
        """Print the events up to a version, or all of them, and the table after them."""
        for each in self.recorded[:version]:
            console.print(
                f"{each.version:5}  {each.at:%H:%M:%S}  {describe_event(each.event)}", highlight=False
            )
        game = self._start.after(self._events[:version]).game
        console.print(*_table(game), *self._luck_after(len(self._events[:version])), sep="\n")

    def _luck_after(self, version: Version) -> list[RenderableType]:
        """Return the luck of the seats after the last event of a game that was won."""
        if version < len(self._events) or not any(isinstance(each, GameWon) for each in self._events):
            return []
        if self._luck is None:
            return [Text("Luck is not built yet.")]
        in_points = any(each.in_points for each in self._luck)
        note = Text(luck_note(self._luck, in_points=in_points))
        if not any(each.luck is not None for each in self._luck):
            return [note]
        table = Table("seat", title="Luck of the deals")
        for head in ("result", "luck", "play"):
            table.add_column(head, justify="right")
        for each in self._luck:
            table.add_row(str(each.seat), *luck_cells(each, in_points=in_points))
        return [table, note]


def _table(game: Game) -> list[RenderableType]:
    if game.table is None:
        return [Text(f"{game.stage}: {', '.join(seat.player for seat in game.seats)}")]
    shown = game.rules.show(game.table)
    table = Table(
        "seat", "player", "hand", "played", "bid", "tricks", "score", title=f"Round {shown.round + 1}"
    )
    played = {each.seat: each.card for each in shown.trick}
    for index, (seat, place) in enumerate(zip(game.seats, shown.places, strict=True)):
        turn = "▸" if index in shown.to_move else " "
        dealer = " D" if index == shown.dealer else ""
        bid = "pass" if place.passed else "" if place.bid is None else str(place.bid)
        table.add_row(
            f"{turn}{index}{dealer}",
            seat.player[:12],
            cards_text(place.hand),
            card_text(played[index]) if index in played else "",
            bid,
            str(place.tricks),
            str(place.score),
        )
    trump = f", {shown.trump.lower()} are trump" if shown.trump else ""
    return [table, Text(f"{shown.phase if game.stage is Stage.PLAYING else game.stage}{trump}")]


def _step(viewer_replay: ViewerReplay, version: Version) -> None:
    last = len(viewer_replay.recorded)
    with Live(viewer_replay.at(version), console=console, auto_refresh=False, screen=True) as live:
        while (key := click.getchar()) not in _QUIT_KEYS:
            if key in _NEXT_KEYS:
                version = min(version + 1, last)
            elif key in _PREVIOUS_KEYS:
                version = max(version - 1, 1)
            elif key in _FIRST_KEYS:
                version = 1
            elif key in _LAST_KEYS:
                version = last
            live.update(viewer_replay.at(version), refresh=True)
