"""Tests of clients/python/README.md: its programs run unchanged."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest

from api.graphql.context import Services
from kibitz_client import accepted, play, suggestion_chooser
from kibitz_client.transparency import CheckpointPins, LogWatcher
from projections.transparency.checkpoint_signer import CheckpointSigner
from tests.api.harness.played_games import caught_up
from tests.clients.conftest import SignIn

PAGE = Path(__file__).parents[2] / "clients" / "python" / "README.md"
PYTHON = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)

pytestmark = pytest.mark.timeout(60)

SOON = 30.0


class FirstMovePlayer:
    """Plays the first legal move."""

    def choose(self, view: Any, legal: Any) -> Any:
        return legal[0]


@pytest.fixture
def programs() -> dict[str, Any]:
    """The functions that the page's programs define."""
    names: dict[str, Any] = {}
    for block in PYTHON:
        exec(compile(block, str(PAGE), "exec"), names)  # noqa: S102 - code of this repository
    return names


async def test_first_program_plays_a_seat(signed_in: SignIn, address: str, programs: dict[str, Any]) -> None:
    (bob,) = await signed_in("Bob")
    game = (await bob.create_game("president")).id
    await bob.send_command("FillSeats", game, count=1)
    program = asyncio.create_task(programs["play_a_seat"](address, game, FirstMovePlayer()))
    async for event in bob.follow(game):
        if event.name == "PlayerJoined" and event["seat"] == 2:
            break
    await bob.send_command("StartGame", game)
    async with asyncio.timeout(SOON):
        over = await play(bob, game, suggestion_chooser(bob))
        assert over.result is not None
        assert await program == over.result.place(2)


async def test_second_program_prints_the_cards_played(
    signed_in: SignIn, address: str, programs: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    (bob,) = await signed_in("Bob")
    game = (await bob.create_game("hundred-and-ten")).id
    full = accepted(await bob.mutate.fill_seats(game=game)).game.game
    program = asyncio.create_task(programs["join_and_watch"](address, game))
    printed: list[str] = []
    async with asyncio.timeout(SOON):
        while not printed:
            await asyncio.sleep(0.05)
            printed += capsys.readouterr().out.splitlines()
        accepted(await bob.mutate.start_game(game=game))
        accepted(await bob.mutate.automate_seat(game=game))
        await program
    printed += capsys.readouterr().out.splitlines()
    played = [event for event in await bob.events(game) if event.name == "CardPlayed"]
    assert printed[0] == f"all {len(full.seats)} seats are taken"
    assert printed[1:] == [f"{event['seat']} {event['card']}" for event in played]


async def test_third_program_bids_when_its_turn_comes(
    signed_in: SignIn, programs: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    ann, bob = await signed_in("Ann", "Bob")
    game = (await ann.create_game("hundred-and-ten")).id
    await bob.send_command("JoinGame", game)
    await ann.send_command("StartGame", game)
    programs_of_ann = [asyncio.create_task(programs["bid_in_turn"](ann, game, each)) for each in (20, 17)]
    await bob.send_command("PlaceBid", game, amount=15)
    async with asyncio.timeout(SOON):
        await asyncio.gather(*programs_of_ann)
    bids = [event["amount"] for event in await bob.events(game) if event.name == "BidPlaced"]
    assert bids == [15, 20]
    assert capsys.readouterr().out == "PlaceBid(amount=17) NOT_LEGAL\n"


async def test_fourth_program_checks_the_log_and_the_game(
    services: Services,
    signed_in: SignIn,
    programs: dict[str, Any],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (ann,) = await signed_in("Ann")
    game = (await ann.create_game("president")).id
    await ann.send_command("FillSeats", game)
    await ann.send_command("StartGame", game)
    pins = tmp_path / "pins.json"
    program = asyncio.create_task(programs["play_and_check"](ann.url, ann.token, game, pins))
    async for _ in ann.follow(game):
        pass
    proofs = services.log_proofs
    await caught_up(services)
    await CheckpointSigner(services.store, services.read_database, proofs._table, proofs._signing).sign()
    await program
    found = await LogWatcher(ann, CheckpointPins(pins)).check_game(game)
    assert capsys.readouterr().out == f"The game is in the log. Its head: {found.head.head.hex()}\n"
