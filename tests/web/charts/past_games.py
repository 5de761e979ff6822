"""Records half a year of finished games of all variants in a data directory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final
from uuid import uuid4

from msgspec.structs import replace

from api.app import services_of
from api.settings import ProjectionMode, Settings
from application.store.port import Append
from domain.events import Event, GameCreated, GameStarted, GameWon, PlayerJoined, SeatAutomated
from domain.rules import variants
from tests.projections.logs import story

REGULARS: Final = ("Ann", "Bert", "Cleo", "Dora", "Emil")
"""Players with many games."""
GUESTS: Final = tuple(f"Guest {number:02}" for number in range(1, 56))
"""Players with one game against machines; more than a page of a leaderboard."""
NEVER_PLAYED: Final = "Fay"
"""A player without games."""
ERASED: Final = "Gina"
"""A player with one game, erased since."""
MACHINES_ORGANIZER: Final = "arena"
"""The organizer of a game that machines play alone."""
_SEEDS: Final = 3


async def record_past_games(folder: Path, now: datetime) -> Mapping[str, str]:
    """Write the past games to a data directory, and return the player ids by name."""
    async with services_of(Settings(data_dir=folder, projections=ProjectionMode.OFF)) as services:
        people = {
            name: (await services.players.guest(name)).id
            for name in (*REGULARS, *GUESTS, NEVER_PLAYED, ERASED)
        }
        for ended, variant, seed, names in _games(now):
            events = _with(variant, seed, [people[name] for name in names])
            last = next(at for at, event in enumerate(events) if isinstance(event, GameWon))
            started = ended - timedelta(minutes=20 + seed)
            game, by = uuid4(), people[names[0]] if names else MACHINES_ORGANIZER
            for after, at, part in ((0, started, events[:last]), (last, ended, events[last:])):
                await services.store.append(Append(game=game, after=after, events=part, at=at, by=by))
        await services.players.erase(people[ERASED])
    return people


def _games(now: datetime) -> Iterator[tuple[datetime, str, int, Sequence[str]]]:
    """Yield the end, variant, seed and players of each game; machines take the other seats."""
    ann, bert, cleo, dora, emil = REGULARS
    for number in range(24, 0, -1):
        seed = number % _SEEDS + 1
        at = now - timedelta(days=7 * (number - 1), minutes=3)
        # The order changes, so that no player always holds the same cards.
        around = [*REGULARS[number % 5 :], *REGULARS[: number % 5]]
        yield at, "president", seed, (*around, *GUESTS[:3])
        if number % 4 == 1:
            yield at + timedelta(minutes=1), "hundred-and-ten", seed, (ann, bert, cleo, dora)
        if number % 6 == 1:
            yield at + timedelta(minutes=2), "oh-hell", seed, (emil, dora, bert, ann)
    noon = now.replace(hour=12, minute=0)
    yield noon - timedelta(days=1), "president", 1, (ann, bert, cleo, dora, emil, *GUESTS[3:6])
    once = (*GUESTS, ERASED)
    for number in range(0, len(once), 8):
        yield noon - timedelta(days=2, minutes=number), "president", 1, once[number : number + 8]
    for variant in variants():
        yield now - timedelta(days=3), variant, 1, (ann,)
    yield now - timedelta(days=4), "hundred-and-ten", 2, ()


def _with(variant: str, seed: int, people: Sequence[str]) -> tuple[Event, ...]:
    """Return the events of a whole game with people in the first seats."""
    events = story(variant, seed)
    [start] = (event for event in events if isinstance(event, GameStarted))
    sitting = dict(zip(start.players, (*people, *start.players[len(people) :]), strict=True))

    def seated(event: Event) -> Iterator[Event]:
        match event:
            case GameCreated():
                yield replace(event, organizer=sitting[event.organizer])
            case PlayerJoined():
                person = sitting[event.player] in people
                yield replace(event, player=sitting[event.player], machine=event.machine and not person)
            case SeatAutomated() if event.seat < len(people):
                pass
            case GameStarted():
                yield replace(event, players=tuple(sitting[player] for player in event.players))
            case _:
                yield event

    return tuple(each for event in events for each in seated(event))
