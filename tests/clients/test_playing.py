"""A seat played over the API: from the lobby to the end, and what comes in between."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
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
    suggesting,
    thinking,
)
from kibitz_client.schema.enums import Access
from tests.clients.conftest import SignIn

pytestmark = pytest.mark.timeout(60)

SOON = 20.0


class Eager:
    """Passes only when it must, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[View, tuple[Move, ...]]] = []

    def choose(self, view: View, legal: tuple[Move, ...]) -> Move:
        self.asked.append((view, legal))
        return min(legal, key=lambda move: move.name == "PassTurn")


async def seated(connection: Connection, seats: int, game: str) -> None:
    async for event in connection.follow(game):
        if event.name == "PlayerJoined" and event["seat"] == seats - 1:
            break


async def version(connection: Connection, game: str) -> int:
    return (await connection.look(game)).game.version


async def test_players_take_seats_wait_for_the_start_and_play_to_the_end(signed_in: SignIn) -> None:
    ann, bob, cyd = await signed_in("Ann", "Bob", "Cyd")
    game = (await ann.create("president")).id
    players = [Eager(), Eager()]
    playing = [asyncio.create_task(play(ann, game, thinking(players[0], "eager")))]
    playing += [asyncio.create_task(play(bob, game, thinking(players[1], "eager")))]
    playing += [asyncio.create_task(play(cyd, game, suggesting(cyd)))]
    await asyncio.wait_for(seated(ann, 3, game), SOON)
    await ann.carry_out("StartGame", game)
    overs = await asyncio.wait_for(asyncio.gather(*playing), SOON)
    assert {view.version for view in overs} == {await version(ann, game)}
    assert all(view.result is not None and view.result == overs[0].result for view in overs)
    for player, over in zip(players, overs, strict=False):
        assert player.asked
        for view, legal in player.asked:
            assert legal
            assert view.seat == over.seat
            assert view.table is not None
            assert view.seat in view.table.to_move


async def begun(
    signed_in: SignIn, *names: str, variant: str = "hundred-and-ten"
) -> tuple[list[Connection], Game]:
    clients = await signed_in(*names)
    game = await clients[0].create(variant)
    for client in clients[1:]:
        await client.carry_out("JoinGame", game.id)
    return clients, (await clients[0].carry_out("StartGame", game.id)).game


class Fails:
    """Plays well twice, and then something that it may not, or nothing."""

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
async def test_a_game_stands_as_it_did_when_a_player_fails(signed_in: SignIn, answer: object) -> None:
    (ann, *others), game = await begun(signed_in, "Ann", "Bob", "Cyd", variant="president")
    playing = [asyncio.create_task(play(each, game.id, suggesting(each))) for each in others]
    with pytest.raises(PlayerFailed) as failed:
        await asyncio.wait_for(play(ann, game.id, thinking(Fails(answer), "mine:Fails")), SOON)
    seen = await ann.look(game.id)
    assert seen.view == failed.value.view
    assert seen.legal
    for each in playing:
        assert not each.done()
        each.cancel()


async def test_a_move_that_came_too_late_is_thought_over_anew(signed_in: SignIn) -> None:
    (ann, bob, _), game = await begun(signed_in, "Ann", "Bob", "Cyd")
    assert game.table is not None
    assert game.table.to_move == (1,)
    asked: list[int] = []

    async def slow(view: View, legal: tuple[Move, ...]) -> Move:
        asked.append(view.version)
        if len(asked) == 1:
            await ann.carry_out("QueuePass", game.id)
        return Move("PlaceBid", {"amount": 15})

    playing = asyncio.create_task(play(bob, game.id, slow))
    async with asyncio.timeout(SOON):
        async for event in ann.follow(game.id, game.version):
            if event.name == "BidPlaced":
                break
    assert (event["seat"], event["amount"]) == (1, 15)
    assert asked == [game.version, game.version + 1]
    playing.cancel()


async def test_a_move_that_the_server_refuses_is_not_made_again_and_again(signed_in: SignIn) -> None:
    (_, bob), game = await begun(signed_in, "Ann", "Bob")

    async def wrong(view: View, legal: tuple[Move, ...]) -> Move:
        return Move("PlaceBid", {"amount": 17})

    with pytest.raises(Refused, match="BID_NOT_AVAILABLE"):
        await asyncio.wait_for(play(bob, game.id, wrong), SOON)


async def test_a_seat_that_was_handed_to_the_machine_is_not_played(signed_in: SignIn) -> None:
    (ann, bob), game = await begun(signed_in, "Ann", "Bob")
    assert game.table is not None
    assert game.table.to_move == (1,)
    waiting = asyncio.create_task(play(ann, game.id, thinking(Eager(), "eager")))
    await asyncio.sleep(0.1)
    await ann.carry_out("AutomateSeat", game.id)
    with pytest.raises(CannotPlay, match="handed to the machine"):
        await asyncio.wait_for(waiting, SOON)
    assert (await bob.look(game.id)).legal


async def test_without_a_seat_there_is_a_clear_word(signed_in: SignIn) -> None:
    (ann, _), game = await begun(signed_in, "Ann", "Bob")
    (dan,) = await signed_in("Dan")
    with pytest.raises(CannotPlay, match="no seat"):
        await play(dan, game.id, suggesting(dan))
    with pytest.raises(Fault, match="no game"):
        await play(dan, "nothing", suggesting(dan))
    private = await ann.create("hundred-and-ten", access=Access.PRIVATE)
    with pytest.raises(Fault, match="no game"):
        await play(dan, private.id, suggesting(dan))


class LosesAnswers(httpx.AsyncBaseTransport):
    """Delivers every request, and loses every other answer."""

    def __init__(self) -> None:
        self._inner = httpx.AsyncHTTPTransport()
        self._lost = False

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        response = await self._inner.handle_async_request(request)
        self._lost = not self._lost
        if not self._lost:
            return response
        await response.aread()
        await response.aclose()
        raise httpx.ReadError("the answer was lost")

    async def aclose(self) -> None:
        await self._inner.aclose()


async def test_a_command_whose_answer_is_lost_happens_once(signed_in: SignIn, address: str) -> None:
    (_, bob), game = await begun(signed_in, "Ann", "Bob")
    async with Connection(address, bob.token, transport=LosesAnswers()) as unlucky:
        with pytest.raises(Unreachable):
            # The first answer of all is not waited for.
            await unlucky.look(game.id)
        await unlucky.look(game.id)
        after = await unlucky.make(Move("PlaceBid", {"amount": 15}), game.id)
    events = await bob.events(game.id)
    assert [event.name for event in events].count("BidPlaced") == 1
    assert after.game.version == game.version + 1


async def test_a_server_that_is_not_there_is_named_at_once() -> None:
    with pytest.raises(Unreachable, match=r"http://127\.0\.0\.1:1/graphql"):
        await asyncio.wait_for(Connection.guest("http://127.0.0.1:1/graphql", "Ann"), 5)


@pytest.mark.parametrize("url", ["http://[", "localhost:8000/graphql", "http://exa mple/graphql", ""])
async def test_what_is_no_url_is_named(url: str) -> None:
    with pytest.raises(Unreachable, match="no server answers at"):
        await Connection.guest(url, "Ann")


async def test_what_cannot_be_a_token_is_not_sent(address: str) -> None:
    with pytest.raises(Fault, match="not a token"):
        Connection(address, "schlüssel")


async def test_what_is_no_kibitz_server_is_named(address: str) -> None:
    with pytest.raises(Fault, match="does not answer as a Kibitz server does"):
        await Connection.guest(address.replace("/graphql", "/elsewhere"), "Ann")


async def test_a_token_that_is_no_good_is_told(signed_in: SignIn, address: str) -> None:
    (ann,) = await signed_in("Ann")
    game = await ann.create("hundred-and-ten")
    async with Connection(address, "nonsense") as nobody:
        with pytest.raises(Fault, match="not signed in"):
            await nobody.look(game.id)
        with pytest.raises(Fault, match="closed the connection: "):
            await anext(nobody.follow(game.id))
