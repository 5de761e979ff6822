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
"""How many moves of each game are raced for, before machines go on."""
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
"""What becomes of a move that somebody else's was quicker than, or one's own on the other server."""


WAYS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    ((), ()),
    (("expectedVersion",), ("expectedVersion",)),
    ((), ("expectedVersion",)),
    (("commandId",), ("commandId",)),
    (("commandId", "expectedVersion"), ("commandId", "expectedVersion")),
)
"""What the same move says besides, on the one server and on the other."""


class Player(NamedTuple):
    """Somebody who calls both servers."""

    here: Client
    there: Client

    async def both(self, name: str, here: Json, there: Json) -> list[Json]:
        """Send a command to both at once and return what became of it here and there."""
        return list(await asyncio.gather(self.here.send(name, **here), self.there.send(name, **there)))


class Course:
    """What the servers have said that happened in a game."""

    def __init__(self) -> None:
        self.events: dict[int, str] = {}
        self.refusals: set[str] = set()

    def told(self, *results: Json) -> list[Json]:
        """Remember results, and return those that were carried out."""
        accepted = [each for each in results if each["__typename"] == "CommandAccepted"]
        self.refusals |= {each["__typename"] for each in results} - {"CommandAccepted"}
        for result in accepted:
            for event in result["events"]:
                assert event["version"] not in self.events, "two commands had the same version"
                self.events[event["version"]] = event["__typename"]
        return accepted


async def test_versions_stay_whole_and_nothing_is_lost_or_doubled(postgres_house: Installation) -> None:
    servers = [postgres_house.server() for _ in range(2)]
    for server in servers:
        server.begin()
    for server in servers:
        server.await_begun()
    async with over_http(servers[0].url) as one, over_http(servers[1].url) as other:
        people = [await one.sign_in(name) for name in ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay")]
        players = [Player(each, Client(other.http, each.token, each.player)) for each in people]
        urls = [server.url for server in servers]
        refusals = await asyncio.gather(*(played(urls, one, other, players) for _ in range(2)))
    assert {"NotYourTurn", "VersionConflict"} <= set.union(*refusals)
    assert not any("Traceback" in server.log for server in servers)
    checked = postgres_house.run("log", "check")
    assert checked.returncode == 0, checked


async def played(urls: Sequence[str], one: Client, other: Client, players: Sequence[Player]) -> set[str]:
    """Play a game on both servers at once and return how moves were refused."""
    course = Course()
    created = await players[0].here.must("createGame", variant="hundred-and-ten")
    course.told(created)
    game: str = created["game"]["id"]
    async with asyncio.timeout(TIMEOUT), asyncio.TaskGroup() as group:
        watching = [group.create_task(everything_of(url, game)) for url in urls]
        seated = await begun(players, game, course)
        watching += [group.create_task(everything_of(urls[1], game, token=seated[0].here.token))]
        course.refusals.clear()
        await raced(seated, game, course)
        assert course.refusals <= TOO_LATE
        await ended(seated, game, course)
    final = await one.game(game)
    assert final == await other.game(game)
    assert final["status"] == "WON"
    versions = list(range(1, final["version"] + 1))
    assert sorted(course.events) == versions
    for received in (await one.events(game), await other.events(game), *(task.result() for task in watching)):
        assert [(each["version"], each["__typename"]) for each in received] == [
            (version, course.events[version]) for version in versions
        ]
    return course.refusals


async def begun(players: Sequence[Player], game: str, course: Course) -> list[Player]:
    """Let all of them sit down at once, on both servers, and start; return who got a seat, in order."""
    values = {"game": game}
    results = await asyncio.gather(*(each.both("joinGame", values, values) for each in players[1:]))
    joined = [each for each, both in zip(players[1:], results, strict=True) if course.told(*both)]
    assert len(joined) == 3, "four can play"
    assert course.refusals == {"AlreadySeated", "GameFull"}
    course.refusals.clear()
    assert len(course.told(*await players[0].both("startGame", values, values))) == 1
    assert course.refusals == {"GameAlreadyStarted"}
    by_id = {each.here.player: each for each in players}
    return [by_id[seat["player"]["id"]] for seat in (await players[0].there.game(game))["seats"]]


async def raced(seated: Sequence[Player], game: str, course: Course) -> None:
    """Send each move to both servers at once, while everybody else tries to move too."""
    for turn, (here, there) in zip(range(MOVES), cycle(WAYS), strict=False):
        # Whichever server is asked, it knows what the other one has acknowledged.
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
            # The same command: both servers tell of the one time that it was carried out.
            assert own[0] == own[1]
            assert len(course.told(own[0])) == 1
        else:
            assert len(course.told(*own)) == 1
        for each in rest:
            assert not course.told(*each), "somebody moved out of turn"


async def ended(seated: Sequence[Player], game: str, course: Course) -> None:
    """Let the machine take over, told on both servers by all at once."""
    values = {"game": game}
    results = await asyncio.gather(*(each.both("automateSeat", values, values) for each in seated))
    assert [len(course.told(*both)) for both in results] == [1] * len(seated)
