"""`kibitz replay`: a game step by step in the terminal, as an onlooker or a seat could see it."""

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

from api.cli.terminal.cards import card, cards, words
from api.cli.terminal.console import DatabaseUrl, DataDir, console, existing_storage, plainly
from api.data_directory import CannotStart
from application.codec import RecordedEvent, Version
from application.games.command_handler import redact_events
from domain.state import Game
from domain.view import View, reveals
from domain.visibility import Viewer

_FORTH = ("n", " ", "\r", "\x1b[C", "\x1b[B")
_BACK = ("p", "b", "\x1b[D", "\x1b[A")
_FIRST = ("g", "\x1b[H", "\x1b[1~")
_LAST = ("G", "\x1b[F", "\x1b[4~")
_QUIT = ("q", "\x1b", "\x03", "\x04")

_KEYS = "→ n next   ← p previous   g first   G last   q quit"


@plainly
async def replay(
    game: Annotated[str, typer.Argument(help="The game's id.")],
    seat: Annotated[int | None, typer.Option("--from", help="See what this seat sees.")] = None,
    at: Annotated[int | None, typer.Option(help="Begin at this version.")] = None,
    plain: Annotated[bool, typer.Option("--plain", help="Print the events instead of stepping.")] = False,
    data_dir: DataDir = None,
    database_url: DatabaseUrl = None,
) -> None:
    """Step through a game; shuffles that were revealed are open, all else is as the viewer saw it."""
    async with existing_storage(data_dir=data_dir, database_url=database_url) as storage:
        recorded = await storage.store.read(_id(game))
    if not recorded:
        raise CannotStart(f"there is no game {game} in the log")
    story = Story(recorded, seat)
    start = len(recorded) if at is None and plain else at or 1
    if not 1 <= start <= len(recorded):
        raise CannotStart(f"the game has the versions 1 to {len(recorded)}, not {start}")
    if plain or not (sys.stdin.isatty() and console.is_terminal):
        story.print(None if at is None else start)
    else:
        _step(story, start)


def _id(game: str) -> UUID:
    try:
        return UUID(game)
    except ValueError as error:
        raise CannotStart(f"{game!r} is not a game's id") from error


class Story:
    """A game's events and tables as one viewer may see them."""

    def __init__(self, recorded: Sequence[RecordedEvent], seat: Viewer) -> None:
        events = [each.event for each in recorded]
        opened = reveals(events)
        seats = len(View(revealed=opened).after(events).game.seats)
        if seat is not None and not 0 <= seat < seats:
            raise CannotStart(f"the game has the seats 0 to {seats - 1}, not {seat}")
        self._events = events
        self._start = View(viewer=seat, revealed=opened)
        self.recorded = redact_events(recorded, self._start)

    def at(self, version: Version) -> RenderableType:
        """Return the table after a version, and what led to it."""
        game = self._start.after(self._events[:version]).game
        last = self.recorded[version - 1]
        said = Text(f"{version}/{len(self.recorded)}  {last.at:%Y-%m-%d %H:%M:%S}  {words(last.event)}")
        return Panel(Group(said, *_table(game), Text(_KEYS, "dim")), title=f"game {last.game}", expand=False)

    def print(self, version: Version | None) -> None:
        """Print all events, or those up to a version and the table then."""
        for each in self.recorded[:version]:
            console.print(f"{each.version:5}  {each.at:%H:%M:%S}  {words(each.event)}", highlight=False)
        game = self._start.after(self._events[:version]).game
        console.print(*_table(game), sep="\n")


def _table(game: Game) -> list[RenderableType]:
    if game.table is None:
        return [Text(f"{game.status}: {', '.join(seat.player for seat in game.seats)}")]
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
            cards(place.hand),
            card(played[index]) if index in played else "",
            bid,
            str(place.tricks),
            str(place.score),
        )
    trump = f", {shown.trump.lower()} are trump" if shown.trump else ""
    return [table, Text(f"{game.status}{trump}")]


def _step(story: Story, version: Version) -> None:
    last = len(story.recorded)
    with Live(story.at(version), console=console, auto_refresh=False, screen=True) as live:
        while (key := click.getchar()) not in _QUIT:
            if key in _FORTH:
                version = min(version + 1, last)
            elif key in _BACK:
                version = max(version - 1, 1)
            elif key in _FIRST:
                version = 1
            elif key in _LAST:
                version = last
            live.update(story.at(version), refresh=True)
