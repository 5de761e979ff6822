"""Two servers on one PostgreSQL get the same commands at once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import cycle
from typing import NamedTuple
from uuid import uuid4

from tests.api.harness.callers import Client, Json, over_http
from tests.api.harness.played_games import suggested
from tests.api.harness.socket_client import everything_of
from tests.processes.installation import Installation

MOVES = 15
"""The number of concurrent moves per game before machines take over."""
TIMEOUT = 60.0

TOO_LATE = {
    "NotYourTurn",
    "WrongPhase",
    "MoveNotInGame",
    "CardNotHeld",
    "AlreadyPassed",
    "BidNotAvailable",
    "GameIsOver",
    "SeatIsAutomated",
    "VersionConflict",
}
"""Refusals of a move that lost the race to another one."""


ARGUMENTS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    ((), ()),
    (("expectedVersion",), ("expectedVersion",)),
    ((), ("expectedVersion",)),
    (("commandId",), ("commandId",)),
    (("commandId", "expectedVersion"), ("commandId", "expectedVersion")),
)
"""The optional arguments of the same move on the first and on the second server."""


class Player(NamedTuple):
    """A player with a client of each server."""

    here: Client
    there: Client

    async def both(self, name: str, here: Json, there: Json) -> list[Json]:
        """Send a command to both servers at once, and return both results."""
        return list(await asyncio.gather(self.here.send(name, **here), self.there.send(name, **there)))


class ReportedGame:
    """The events and refusals of a game, as both servers reported them."""

    def __init__(self) -> None:
        self.events: dict[int, str] = {}
        self.refusals: set[str] = set()

    def record(self, *results: Json) -> list[Json]:
        """Record results, and return the accepted ones."""
        accepted = [each for each in results if "code" not in each]
        self.refusals |= {each["__typename"] for each in results if "code" in each}
        for result in accepted:
            for event in result["events"]:
                assert event["version"] not in self.events, "two commands had the same version"
                self.events[event["version"]] = event["__typename"]
        return accepted


async def test_concurrent_commands_are_neither_lost_nor_doubled(postgres_installation: Installation) -> None:
    servers = [postgres_installation.server() for _ in range(2)]
    for server in servers:
        server.start_without_waiting()
    for server in servers:
        server.await_started()
    async with over_http(servers[0].url) as one, over_http(servers[1].url) as other:
        people = [await one.sign_in(name) for name in ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay")]
        players = [Player(each, Client(other.http, each.token, each.player)) for each in people]
        urls = [server.url for server in servers]
        refusals = await asyncio.gather(*(play_game(urls, one, other, players) for _ in range(2)))
    assert {"NotYourTurn", "VersionConflict"} <= set.union(*refusals)
    assert not any("Traceback" in server.log for server in servers)
    checked = postgres_installation.run("log", "check")
    assert checked.returncode == 0, checked


async def play_game(urls: Sequence[str], one: Client, other: Client, players: Sequence[Player]) -> set[str]:
    """Play a game on both servers at once and return how moves were refused."""
    reported = ReportedGame()
    created = await players[0].here.must("createGame", variant="hundred-and-ten")
    reported.record(created)
    game: str = created["game"]["id"]
    async with asyncio.timeout(TIMEOUT), asyncio.TaskGroup() as group:
        watching = [group.create_task(everything_of(url, game)) for url in urls]
        seated = await start_game(players, game, reported)
        watching += [group.create_task(everything_of(urls[1], game, token=seated[0].here.token))]
        reported.refusals.clear()
        await race_moves(seated, game, reported)
        assert reported.refusals <= TOO_LATE
        await automate_all(seated, game, reported)
    final = await one.game(game)
    assert final == await other.game(game)
    assert final["stage"] == "WON"
    versions = list(range(1, final["version"] + 1))
    assert sorted(reported.events) == versions
    for received in (await one.events(game), await other.events(game), *(task.result() for task in watching)):
        assert [(each["version"], each["__typename"]) for each in received] == [
            (version, reported.events[version]) for version in versions
        ]
    return reported.refusals


async def start_game(players: Sequence[Player], game: str, reported: ReportedGame) -> list[Player]:
    """Let all players join at once on both servers, and start; return the seated players in order."""
    values = {"game": game}
    results = await asyncio.gather(*(each.both("joinGame", values, values) for each in players[1:]))
    joined = [each for each, both in zip(players[1:], results, strict=True) if reported.record(*both)]
    assert len(joined) == 3, "four can play"
    assert reported.refusals == {"AlreadySeated", "GameFull"}
    reported.refusals.clear()
    assert len(reported.record(*await players[0].both("startGame", values, values))) == 1
    assert reported.refusals == {"GameAlreadyStarted"}
    by_id = {each.here.player: each for each in players}
    return [by_id[seat["player"]["id"]] for seat in (await players[0].there.game(game))["seats"]]


async def race_moves(seated: Sequence[Player], game: str, reported: ReportedGame) -> None:
    """Send each move to both servers at once, while all other players try to move too."""
    for turn, (here, there) in zip(range(MOVES), cycle(ARGUMENTS), strict=False):
        # Either server knows the commands that the other one has acknowledged.
        state = await seated[0][turn % 2].game(game)
        seat = state["table"]["toMove"][0]
        move = await suggested(seated[seat][(turn + 1) % 2], game)
        assert move is not None
        name, values = move
        sure = {"game": game, "expectedVersion": state["version"], **values}
        extra = {"expectedVersion": state["version"], "commandId": str(uuid4())}
        sent = [{"game": game, **values, **{key: extra[key] for key in keys}} for keys in (here, there)]
        others = [each.both(name, sure, sure) for place, each in enumerate(seated) if place != seat]
        own, *rest = await asyncio.gather(seated[seat].both(name, *sent), *others)
        if "commandId" in here:
            # The same command: both servers return the result of its one execution.
            assert own[0] == own[1]
            assert len(reported.record(own[0])) == 1
        else:
            assert len(reported.record(*own)) == 1
        for each in rest:
            assert not reported.record(*each), "a player moved out of turn"


async def automate_all(seated: Sequence[Player], game: str, reported: ReportedGame) -> None:
    """Let all players hand over to the machine at once, on both servers."""
    values = {"game": game}
    results = await asyncio.gather(*(each.both("automateSeat", values, values) for each in seated))
    assert [len(reported.record(*both)) for both in results] == [1] * len(seated)
