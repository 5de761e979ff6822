"""End-to-end checks of Highest Card in a copy of the project.

Run `python -m tests.adding_a_game.end_to_end FOLDER [URL]`. The folder is for the data; with a URL, the log
and the read models are in PostgreSQL. A failed check is an AssertionError.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import domain
import projections
from api.settings import Settings
from api.storage import storage_of
from domain.machine import has_player
from domain.rules import variants
from projections.database.connections import ReadDatabase
from projections.engine.tracking import all_tracked
from projections.games.deadlines import DEADLINES
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json, over_http
from tests.api.harness.played_games import begun, eventually
from tests.api.harness.server_processes import spawning
from tests.api.harness.socket_client import everything_of
from tests.processes.installation import Installation
from tests.projections.logs import rows

VARIANT = "highest-card"
OPTIONS = [{"name": "aces", "value": "low"}, {"name": "limit", "value": "2"}]
LEADERBOARD = d.operation("query", "leaderboard")
SIMULATED = 5


async def check_creation(spectator: Client, ann: Client) -> None:
    listed = {each["name"]: each for each in (await spectator.data(d.VARIANTS))["variants"]}
    found = listed[VARIANT]
    assert (found["title"], found["minPlayers"], found["maxPlayers"]) == ("Highest Card", 2, 6)
    options = {option["name"]: option for option in found["options"]}
    assert options["aces"]["values"] == ["high", "low"]
    assert options["limit"]["description"] == "The maximum stake of a round."
    too_high = [{"name": "limit", "value": "6"}]
    refusal = await ann.refused("createGame", variant=VARIANT, options=too_high)
    assert (refusal["code"], refusal["option"]) == ("INVALID_OPTION", "limit")


async def play(spectator: Client, clients: Sequence[Client], game: str) -> list[Json]:
    """Play until the game ends, with the players' own mutations; returns the first player's views."""
    seen = [await clients[0].game(game)]
    while (table := (await spectator.game(game))["table"])["toMove"]:
        (seat,) = table["toMove"]
        mover, other = clients[seat], clients[seat - 1]
        refusal = await other.refused("raiseStake", game=game)
        assert (refusal["code"], refusal["toMove"]) == ("NOT_YOUR_TURN", [seat])
        now = await mover.game(game)
        hand = now["seats"][seat]["hand"]
        offers = {offer["__typename"]: offer for offer in now["legalMoves"]}
        if "RaiseOffer" in offers:
            await check_raise(mover, game, offers["RaiseOffer"])
        else:
            refusal = await mover.refused("raiseStake", game=game)
            assert (refusal["__typename"], refusal["limit"]) == ("StakeAtLimit", 2)
            assert refusal["message"] == "The stake cannot be raised above 2."
        assert offers["PlayOffer"]["cards"] == hand
        assert "??" not in hand
        assert set((await other.game(game))["seats"][seat]["hand"]) == {"??"}
        await mover.must("playCard", game=game, card=hand[0])
        seen.append(await clients[0].game(game))
    return seen


async def check_raise(mover: Client, game: str, offer: Json) -> None:
    assert (offer["mutation"], offer["stake"]) == ("raiseStake", 2)
    raised = await mover.must("raiseStake", game=game)
    (event,) = raised["events"]
    assert (event["__typename"], event["stake"]) == ("StakeRaised", 2)
    view = raised["game"]
    assert (view["table"]["phase"], view["table"]["bid"], view["you"]) == ("SHOWDOWN", 2, event["seat"])


async def check_game(spectator: Client, clients: Sequence[Client], url: str) -> str:
    """Play a watched game, then check its replays, lists and events."""
    game = await begun(*clients, variant=VARIANT, options=OPTIONS)
    watching = asyncio.create_task(everything_of(url, game))
    streaming = asyncio.create_task(
        spectator.post({"query": d.FOLLOW, "variables": {"game": game}}, {"Accept": "text/event-stream"})
    )
    seen = await play(spectator, clients, game)
    final = await clients[0].game(game)
    assert final["stage"] == "WON"
    chosen = {option["name"]: option["value"] for option in final["options"]}
    assert (chosen["aces"], chosen["limit"], chosen["reveal"]) == ("low", "2", "each_round")
    events = await spectator.events(game)
    kinds = [event["__typename"] for event in events]
    assert kinds.count("StakeRaised") == kinds.count("RoundScored") == 3
    for received in (await watching, streamed((await streaming).text)):
        assert [event["version"] for event in received] == list(range(1, final["version"] + 1))
        assert [event["__typename"] for event in received] == kinds
    for view in seen:
        replayed = await clients[0].replay(game, view["version"])
        assert replayed["stage"] == view["stage"]
        assert replayed["table"] == view["table"]
        assert replayed["seats"][0] == view["seats"][0]

    async def listed() -> bool:
        return game in await spectator.listed("WON", variant=VARIANT)

    await eventually(listed)
    await check_board(spectator, final)
    return game


async def check_board(spectator: Client, final: Json) -> None:
    points = {seat["player"]["id"]: seat["score"] for seat in final["seats"]}
    assert sum(points.values()) >= 6
    winners = {winner["id"] for winner in final["result"]["winners"]}
    board: Json = {}

    async def counted() -> bool:
        page = (await spectator.data(LEADERBOARD, variant=VARIANT))["leaderboard"]
        board.update({edge["node"]["player"]["id"]: edge["node"] for edge in page["edges"]})
        return board.keys() >= points.keys()

    await eventually(counted)
    assert {player: board[player]["totals"]["points"] for player in points} == points
    assert {player for player in points if board[player]["totals"]["wins"]} == winners


def streamed(text: str) -> list[Json]:
    """Return the events of a stream of server-sent events."""
    lines = [line.removeprefix("data:") for line in text.splitlines() if line.startswith("data:")]
    return [json.loads(line)["data"]["gameEvents"] for line in lines if "gameEvents" in line]


async def check_pages(ann: Client, game: str) -> None:
    """Check that the pages are served and have documents for the game's own types."""
    page = await ann.http.get(f"/games/{game}", headers={"Accept": "text/html"})
    assert page.status_code == 200, page.text
    address = re.search(r"/web/[0-9a-f]+/operations\.js", page.text)
    assert address is not None
    module = (await ann.http.get(address[0])).text
    known = json.loads(module.removeprefix("export const operations = ").removesuffix(";\n"))

    async def execute(name: str, **variables: Any) -> Json:
        answer: Json = (await ann.post({"documentId": known[name], "variables": variables})).json()
        assert "errors" not in answer, answer
        data: Json = answer["data"]
        return data

    raised = (await execute("RaiseStake", input={"game": game}))["done"]
    assert raised["code"] == "GAME_IS_OVER"
    events = (await execute("Events", game=game))["game"]["events"]["nodes"]
    assert {event["stake"] for event in events if event["__typename"] == "StakeRaised"} == {2}


async def check_machine(ann: Client) -> None:
    """Check the machine player's suggestions and a game of machines."""
    game = await ann.create(variant=VARIANT)
    await ann.must("fillSeats", game=game)
    await ann.must("startGame", game=game)
    now = await ann.game(game)
    assert len(now["seats"]) == 6
    suggested = (await ann.data(d.SUGGESTION, game=game))["game"]["suggestion"]
    assert suggested["mutation"] in [offer["mutation"] for offer in now["legalMoves"]]
    done = await ann.must("automateSeat", game=game)
    assert done["game"]["stage"] == "WON"


async def check_no_machine(ann: Client, bob: Client) -> None:
    """Check the refusals without a machine player."""
    game = await ann.create(variant=VARIANT)
    for name in ("fillSeats", "automateSeat"):
        refusal = await ann.refused(name, game=game)
        assert (refusal["code"], refusal["variant"]["name"]) == ("NO_MACHINE_PLAYER", VARIANT)
    await bob.must("joinGame", game=game)
    await ann.must("startGame", game=game)
    assert (await bob.refused("automateSeat", game=game))["code"] == "NO_MACHINE_PLAYER"
    assert await bob.code(d.SUGGESTION, game=game) == "NO_MACHINE_PLAYER"


async def check_api(url: str) -> str:
    async with over_http(url) as spectator:
        clients = [await spectator.sign_in(name) for name in ("Ann", "Bob", "Cyd")]
        await check_creation(spectator, clients[0])
        game = await check_game(spectator, clients, url)
        await check_pages(clients[0], game)
        await (check_machine(clients[0]) if has_player(VARIANT) else check_no_machine(*clients[:2]))
        return game


def check_simulated(installation: Installation, *, demo: bool) -> None:
    """Simulate games of machine players if there are any, else of random players, into the log."""
    simulate = "simulate", "--variant", VARIANT, "--games", SIMULATED, "--json"
    shown = [installation.run("demo", "--variant", VARIANT)] if demo else []
    if has_player(VARIANT):
        kept = installation.run(*simulate, "--store")
        assert all(done.returncode == 0 for done in shown), shown
    else:
        kept = installation.run(*simulate, "--store", "--players", "random,random,random")
        for done in (installation.run(*simulate), *shown):
            assert done.returncode == 1, done
            assert "no machine player for highest-card" in done.stderr.splitlines()[-1]
    assert kept.returncode == 0, kept
    assert json.loads(kept.stdout)["roundsPerGame"] == 3


def check_tools(installation: Installation, game: str) -> None:
    checked = installation.run("log", "check")
    assert checked.returncode == 0, checked
    assert f" events of {SIMULATED + 2} games: the log is intact.\n" in checked.stdout
    replayed = installation.run("replay", game, "--plain")
    assert replayed.returncode == 0, replayed
    assert "stake raised: seat" in replayed.stdout


async def caught_up(folder: Path, url: str | None) -> None:
    """Wait until all read models have processed all events of an idle server."""
    settings = Settings.model_validate({"data_dir": folder / "data", "database_url": url})
    async with storage_of(settings, existing=True) as storage, asyncio.timeout(30):
        head = await storage.store.head()
        while any(each.position < head for each in (await storage.database.read(all_tracked)).values()):  # noqa: ASYNC110
            await asyncio.sleep(0.05)


def check_rebuilt(installation: Installation, database: ReadDatabase) -> None:
    """Check that rebuilt read models are equal row for row."""
    with database:
        before = {each.name: rows(database, each) for each in projections.ALL}
        for each in projections.ALL:
            assert installation.run("projections", "rebuild", each.name).returncode == 0
        assert {each.name: rows(database, each) for each in projections.ALL} == before
    # Games that are over have no deadline.
    assert all(any(table.values()) for name, table in before.items() if name != DEADLINES.name)


def main(folder: Path, url: str | None) -> None:
    assert Path(domain.__path__[0]).parent == Path.cwd(), "this is not the copy with the added game"
    assert VARIANT in variants()
    with spawning(folder) as spawner:
        installation = Installation(spawner, folder, url)
        try:
            # The demo has its own database, so one run is enough.
            check_simulated(installation, demo=url is None)
            server = installation.serve()
            game = asyncio.run(check_api(server.url))
            asyncio.run(caught_up(folder, url))
            assert server.stop() == 0, server.log
            assert "Traceback" not in server.log, server.log
        finally:
            installation.end()
        check_tools(installation, game)
        check_rebuilt(
            installation, ReadDatabase(url) if url else ReadDatabase.at(folder / "data" / "read.db")
        )


if __name__ == "__main__":
    arguments: Any = sys.argv[1:]
    main(Path(arguments[0]), arguments[1] if len(arguments) > 1 else None)
