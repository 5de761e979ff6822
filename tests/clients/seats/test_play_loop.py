"""Tests of `play`, which plays a seat over the API from the lobby to the end."""

from __future__ import annotations

import asyncio
from itertools import cycle
from typing import Any

import pytest

from kibitz_client import (
    CannotPlay,
    Connection,
    Fault,
    Game,
    Move,
    PlayerFailed,
    Refused,
    Unreachable,
    View,
    play,
    player_chooser,
    suggestion_chooser,
)
from kibitz_client.schema.enums import Access
from tests.clients.conftest import SignIn
from tests.clients.lossy_transport import LossyTransport

pytestmark = pytest.mark.timeout(60)

SOON = 20.0


class RecordingPlayer:
    """Passes only if no other move is legal; records its views and legal moves."""

    def __init__(self) -> None:
        self.calls: list[tuple[View, tuple[Move, ...]]] = []

    def choose(self, view: View, legal: tuple[Move, ...]) -> Move:
        self.calls.append((view, legal))
        return min(legal, key=lambda move: move.name == "PassTurn")


async def wait_until_seated(connection: Connection, seats: int, game: str) -> None:
    async for event in connection.follow(game):
        if event.name == "PlayerJoined" and event["seat"] == seats - 1:
            break


async def version(connection: Connection, game: str) -> int:
    return (await connection.get_game(game)).game.version


async def test_players_take_seats_and_play_until_the_game_ends(signed_in: SignIn) -> None:
    ann, bob, cyd = await signed_in("Ann", "Bob", "Cyd")
    game = (await ann.create_game("president")).id
    players = [RecordingPlayer(), RecordingPlayer()]
    playing = [asyncio.create_task(play(ann, game, player_chooser(players[0], "eager")))]
    playing += [asyncio.create_task(play(bob, game, player_chooser(players[1], "eager")))]
    playing += [asyncio.create_task(play(cyd, game, suggestion_chooser(cyd)))]
    await asyncio.wait_for(wait_until_seated(ann, 3, game), SOON)
    await ann.send_command("StartGame", game)
    overs = await asyncio.wait_for(asyncio.gather(*playing), SOON)
    assert {view.version for view in overs} == {await version(ann, game)}
    assert all(view.result is not None and view.result == overs[0].result for view in overs)
    for player, over in zip(players, overs, strict=False):
        assert player.calls
        for view, legal in player.calls:
            assert legal
            assert view.seat == over.seat
            assert view.table is not None
            assert view.seat in view.table.to_move


async def started_game(
    signed_in: SignIn, *names: str, variant: str = "hundred-and-ten"
) -> tuple[list[Connection], Game]:
    clients = await signed_in(*names)
    game = await clients[0].create_game(variant)
    for client in clients[1:]:
        await client.send_command("JoinGame", game.id)
    return clients, (await clients[0].send_command("StartGame", game.id)).game


class FailingPlayer:
    """Makes two legal moves, then returns the given answer or raises it."""

    def __init__(self, answer: object) -> None:
        self._answer = answer
        self._turns = 0

    def choose(self, view: View, legal: tuple[Move, ...]) -> Move:
        self._turns += 1
        if self._turns <= 2:
            return min(legal, key=lambda move: move.name == "PassTurn")
        if isinstance(self._answer, Exception):
            raise self._answer
        answer: Any = self._answer
        return answer  # type: ignore[no-any-return]


@pytest.mark.parametrize("answer", [Move("PlayCard", {"card": "5H"}), None, ValueError("no idea")], ids=repr)
async def test_failing_player_leaves_the_game_unchanged(signed_in: SignIn, answer: object) -> None:
    (ann, *others), game = await started_game(signed_in, "Ann", "Bob", "Cyd", variant="president")
    playing = [asyncio.create_task(play(each, game.id, suggestion_chooser(each))) for each in others]
    with pytest.raises(PlayerFailed) as failed:
        await asyncio.wait_for(play(ann, game.id, player_chooser(FailingPlayer(answer), "mine:Fails")), SOON)
    seen = await ann.get_game(game.id)
    assert seen.view == failed.value.view
    assert seen.legal
    for each in playing:
        assert not each.done()
        each.cancel()


async def test_player_chooses_again_after_a_version_conflict(signed_in: SignIn) -> None:
    (ann, bob, _), game = await started_game(signed_in, "Ann", "Bob", "Cyd")
    assert game.table is not None
    assert game.table.to_move == (1,)
    calls: list[int] = []

    async def slow(view: View, legal: tuple[Move, ...]) -> Move:
        calls.append(view.version)
        if len(calls) == 1:
            await ann.send_command("QueuePass", game.id)
        return Move("PlaceBid", {"amount": 15})

    playing = asyncio.create_task(play(bob, game.id, slow))
    async with asyncio.timeout(SOON):
        async for event in ann.follow(game.id, game.version):
            if event.name == "BidPlaced":
                break
    assert (event["seat"], event["amount"]) == (1, 15)
    assert calls == [game.version, game.version + 1]
    playing.cancel()


async def test_refused_move_is_not_repeated(signed_in: SignIn) -> None:
    (_, bob), game = await started_game(signed_in, "Ann", "Bob")

    async def wrong(view: View, legal: tuple[Move, ...]) -> Move:
        return Move("PlaceBid", {"amount": 17})

    with pytest.raises(Refused, match="BID_NOT_AVAILABLE"):
        await asyncio.wait_for(play(bob, game.id, wrong), SOON)


async def test_automated_seat_is_not_played(signed_in: SignIn) -> None:
    (ann, bob), game = await started_game(signed_in, "Ann", "Bob")
    assert game.table is not None
    assert game.table.to_move == (1,)
    waiting = asyncio.create_task(play(ann, game.id, player_chooser(RecordingPlayer(), "eager")))
    await asyncio.sleep(0.1)
    await ann.send_command("AutomateSeat", game.id)
    with pytest.raises(CannotPlay, match="handed to the machine"):
        await asyncio.wait_for(waiting, SOON)
    assert (await bob.get_game(game.id)).legal


async def test_playing_without_a_seat_raises(signed_in: SignIn) -> None:
    (ann, _), game = await started_game(signed_in, "Ann", "Bob")
    (dan,) = await signed_in("Dan")
    with pytest.raises(CannotPlay, match="no seat"):
        await play(dan, game.id, suggestion_chooser(dan))
    with pytest.raises(Fault, match="no such game"):
        await play(dan, "nothing", suggestion_chooser(dan))
    private = await ann.create_game("hundred-and-ten", access=Access.PRIVATE)
    with pytest.raises(Fault, match="no such game"):
        await play(dan, private.id, suggestion_chooser(dan))


async def test_command_whose_answer_is_lost_takes_effect_once(signed_in: SignIn, address: str) -> None:
    (_, bob), game = await started_game(signed_in, "Ann", "Bob")
    every_other = cycle((True, False))
    transport = LossyTransport(lambda _: next(every_other))
    async with Connection(address, bob.token, transport=transport) as unlucky:
        with pytest.raises(Unreachable):
            # The first request is not repeated: the server has never answered.
            await unlucky.get_game(game.id)
        await unlucky.get_game(game.id)
        after = await unlucky.make_move(Move("PlaceBid", {"amount": 15}), game.id)
    events = await bob.events(game.id)
    assert [event.name for event in events].count("BidPlaced") == 1
    assert after.game.version == game.version + 1


async def test_missing_server_is_reported_at_once() -> None:
    with pytest.raises(Unreachable, match=r"http://127\.0\.0\.1:1/graphql"):
        await asyncio.wait_for(Connection.guest("http://127.0.0.1:1/graphql", "Ann"), 5)


@pytest.mark.parametrize("url", ["http://[", "localhost:8000/graphql", "http://exa mple/graphql", ""])
async def test_malformed_url_is_reported(url: str) -> None:
    with pytest.raises(Unreachable, match="no server answers at"):
        await Connection.guest(url, "Ann")


async def test_malformed_token_is_not_sent(address: str) -> None:
    with pytest.raises(Fault, match="not a token"):
        Connection(address, "schlüssel")


async def test_other_server_is_reported(address: str) -> None:
    with pytest.raises(Fault, match="does not answer as a Kibitz server does"):
        await Connection.guest(address.replace("/graphql", "/elsewhere"), "Ann")


async def test_invalid_token_is_reported(signed_in: SignIn, address: str) -> None:
    (ann,) = await signed_in("Ann")
    game = await ann.create_game("hundred-and-ten")
    async with Connection(address, "nonsense") as nobody:
        with pytest.raises(Fault, match="not signed in"):
            await nobody.get_game(game.id)
        with pytest.raises(Fault, match="not signed in"):
            await anext(nobody.follow(game.id))
