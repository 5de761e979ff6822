"""Tests of queued moves: kept by the client, sent once when the turn comes, or dropped with a notice."""

from __future__ import annotations

import json
from contextlib import aclosing

import pytest

from kibitz_client import (
    CannotPlay,
    Connection,
    DroppedMoves,
    DropReason,
    Game,
    GameState,
    Move,
    QueuedMoves,
    Unreachable,
)
from kibitz_client.schema.refusals import BidNotAvailable
from tests.clients.conftest import SignIn
from tests.clients.seats.queuer import Wire, queuing, until
from tests.processes.installation import Process as Server

pytestmark = pytest.mark.timeout(60)

PASS = Move("PassTurn")


async def started_game(
    signed_in: SignIn, variant: str = "hundred-and-ten", count: int = 2
) -> tuple[list[Connection], Game]:
    players = await signed_in(*("Ann", "Bob", "Cyd")[:count])
    game = await players[0].create_game(variant)
    for each in players[1:]:
        await each.send_command("JoinGame", game.id)
    return players, (await players[0].send_command("StartGame", game.id)).game


def bid(amount: int) -> Move:
    return Move("PlaceBid", {"amount": amount})


async def events_of(player: Connection, game: Game) -> list[str]:
    return [event.name for event in await player.events(game.id)]


async def hand_of(player: Connection, game: Game) -> tuple[str, ...]:
    view = (await player.get_game(game.id)).view
    assert view is not None
    return view.hand


async def test_nothing_is_sent_before_the_turn_and_each_move_once_when_it_comes(
    signed_in: SignIn, address: str
) -> None:
    (ann, bob), game = await started_game(signed_in)
    async with queuing(address, ann, game.id) as queuer:
        await queuer.queue.add(bid(60), Move("SelectTrump", {"suit": "HEARTS"}))
        before = await bob.get_game(game.id)
        assert queuer.wire.commands == []
        passed = (await bob.make_move(PASS, game.id)).game.version
        await until(lambda: not queuer.queue.moves)
    # Bob's turn came first: neither the log nor the wire had a trace of the moves.
    assert before.game.version == game.version
    assert [command["expectedVersion"] >= passed for command in queuer.wire.commands] == [True, True]
    names = await events_of(bob, game)
    assert (names.count("BidPlaced"), names.count("TrumpSelected")) == (1, 1)
    assert queuer.dropped == []


async def test_illegal_move_is_dropped_with_those_behind_it(signed_in: SignIn, address: str) -> None:
    (ann, bob), game = await started_game(signed_in)
    card = Move("PlayCard", {"card": (await hand_of(ann, game))[0]})
    async with queuing(address, ann, game.id) as queuer:
        await queuer.queue.add(bid(17), card)
        assert list(queuer.queue.moves) == [bid(17), card]
        await bob.make_move(bid(15), game.id)
        await until(lambda: queuer.dropped)
    assert queuer.dropped == [DroppedMoves(moves=(bid(17), card), reason=DropReason.NOT_LEGAL)]
    assert queuer.wire.commands == []
    assert not queuer.queue.moves
    assert (await ann.get_game(game.id)).legal


async def test_cancelled_moves_are_not_sent(signed_in: SignIn, address: str) -> None:
    (ann, bob), game = await started_game(signed_in)
    async with queuing(address, ann, game.id) as queuer:
        await queuer.queue.add(bid(20), bid(25), bid(30))
        assert queuer.queue.cancel(bid(99)) == ()
        assert queuer.queue.cancel(bid(25)) == (bid(25), bid(30))
        assert queuer.queue.cancel() == (bid(20),)
        version = (await bob.make_move(bid(15), game.id)).game.version
        await until(lambda: queuer.version == version)
    assert (queuer.wire.commands, queuer.dropped) == ([], [])


async def test_move_by_hand_replaces_the_queued_moves(signed_in: SignIn, address: str) -> None:
    (ann, _), game = await started_game(signed_in)
    async with queuing(address, ann, game.id) as queuer:
        await queuer.queue.add(bid(20))
        await queuer.queue.make_move(Move("QueuePass"))
    assert queuer.dropped == [DroppedMoves(moves=(bid(20),), reason=DropReason.MOVED)]
    assert len(queuer.wire.commands) == 1


async def test_move_on_another_device_drops_the_queued_moves(signed_in: SignIn, address: str) -> None:
    (ann, bob, cyd), game = await started_game(signed_in, "president", 3)
    players = {0: ann, 1: bob, 2: cyd}
    assert game.table is not None
    (mover,) = game.table.to_move
    state = await players[mover].get_game(game.id)
    played = next(move for move in state.legal if move.name == "PlayCards")
    async with queuing(address, players[mover], game.id) as queuer:
        # The queue has not seen the turn, so that another device can be faster.
        queuer.queue._state = GameState(state.game, ())
        await queuer.queue.add(PASS)
        await players[mover].make_move(played, game.id)
        await until(lambda: queuer.dropped)
    assert queuer.dropped == [DroppedMoves(moves=(PASS,), reason=DropReason.MOVED)]


async def test_version_conflict_is_judged_again_on_the_newest_state(signed_in: SignIn, address: str) -> None:
    (ann, bob, cyd), game = await started_game(signed_in, count=3)
    assert game.table is not None
    assert game.table.to_move == (1,)
    async with queuing(address, bob, game.id) as queuer:
        seen = await bob.get_game(game.id)
        await until(lambda: queuer.version == game.version)
        await cyd.send_command("QueuePass", game.id)
        await ann.send_command("QueuePass", game.id)
        # The moment before the passes is still the latest one that this queue knows.
        queuer.queue._state = seen
        await queuer.queue.add(bid(15))
    first, *others = queuer.wire.commands
    assert first["expectedVersion"] == game.version
    assert {each["commandId"] for each in others} == {first["commandId"]}
    assert queuer.dropped == []
    assert (await events_of(ann, game)).count("BidPlaced") == 1


async def test_move_whose_answer_is_lost_is_sent_again_with_its_id(signed_in: SignIn, address: str) -> None:
    (ann, bob), game = await started_game(signed_in)
    async with queuing(address, ann, game.id, lost=2) as queuer:
        await queuer.queue.add(bid(20))
        await bob.make_move(bid(15), game.id)
        await until(lambda: not queuer.queue.moves)
    assert len(queuer.wire.commands) == 3
    assert len({json.dumps(command) for command in queuer.wire.commands}) == 1
    assert (await events_of(bob, game)).count("BidPlaced") == 2
    assert queuer.dropped == []


async def test_move_in_doubt_is_settled_by_the_next_update(signed_in: SignIn, address: str) -> None:
    (ann, bob), game = await started_game(signed_in)
    wire = Wire(lost=99)
    dropped: list[DroppedMoves] = []
    async with Connection(address, ann.token, transport=wire, retry_timeout=0.2, add_seeds=False) as unlucky:
        queue = QueuedMoves(unlucky, game.id, dropped.append)
        await queue.add(bid(20))
        await bob.make_move(bid(15), game.id)
        async with aclosing(unlucky.states(game.id)) as updates:
            with pytest.raises(Unreachable):
                await queue.observe(await anext(updates))
            assert list(queue.moves) == [bid(20)]
            wire.lost = 0
            await queue.observe(await anext(updates))
    assert not queue.moves
    assert len(wire.commands) > 1
    assert len({json.dumps(command) for command in wire.commands}) == 1
    assert (await events_of(bob, game)).count("BidPlaced") == 2
    assert dropped == []


async def test_refused_move_is_dropped_with_the_refusal(signed_in: SignIn, address: str) -> None:
    (ann, bob), game = await started_game(signed_in)
    async with queuing(address, ann, game.id) as queuer:
        state = (await bob.make_move(bid(15), game.id)).game
        await until(lambda: queuer.version == state.version)
        seen = await ann.get_game(game.id)
        queuer.queue._state = GameState(seen.game, (bid(17),))
        await queuer.queue.add(bid(17), PASS)
    [dropped] = queuer.dropped
    assert (dropped.moves, dropped.reason) == ((bid(17), PASS), DropReason.REFUSED)
    assert isinstance(dropped.refusal, BidNotAvailable)


async def test_end_of_the_round_drops_the_moves(signed_in: SignIn, address: str) -> None:
    (ann, bob), game = await started_game(signed_in)
    async with queuing(address, ann, game.id) as queuer:
        await bob.make_move(PASS, game.id)
        await until(lambda: queuer.version > game.version)
        # Ann has the last word; another device of hers passes the round out.
        queuer.queue._state = GameState((await ann.get_game(game.id)).game, ())
        await queuer.queue.add(Move("PlayCard", {"card": "5H"}))
        await ann.make_move(PASS, game.id)
        await until(lambda: queuer.dropped)
    assert [each.reason for each in queuer.dropped] == [DropReason.ROUND_OVER]
    assert queuer.wire.commands == []


@pytest.mark.parametrize(
    ("owner", "reason"), [(0, DropReason.SEAT_AUTOMATED), (None, DropReason.GAME_OVER)], ids=["seat", "game"]
)
async def test_automated_seat_or_the_end_of_the_game_drops_the_moves(
    signed_in: SignIn, address: str, owner: int | None, reason: DropReason
) -> None:
    (ann, bob), game = await started_game(signed_in)
    async with queuing(address, ann, game.id) as queuer:
        await queuer.queue.add(bid(20))
        if owner is None:
            queuer.queue.cancel()
            await ann.send_command("AutomateSeat", game.id)
            await bob.send_command("AutomateSeat", game.id)
            await until(lambda: queuer.queue._state is not None and queuer.queue._state.game.over)
            await queuer.queue.add(bid(20))
        else:
            await ann.send_command("AutomateSeat", game.id)
        await until(lambda: queuer.dropped)
    assert queuer.dropped == [DroppedMoves(moves=(bid(20),), reason=reason)]
    assert queuer.wire.commands == []


async def test_cards_of_a_queued_group_can_be_in_any_order(signed_in: SignIn, address: str) -> None:
    players, game = await started_game(signed_in, "president", 3)
    assert game.table is not None
    (mover,) = game.table.to_move
    state = await players[mover].get_game(game.id)
    groups = [move for move in state.legal if move.name == "PlayCards"]
    group = max(groups, key=lambda move: len(move["cards"]))
    async with queuing(address, players[mover], game.id) as queuer:
        await queuer.queue.add(Move("PlayCards", {"cards": group["cards"][::-1]}))
    assert queuer.dropped == []
    assert len(queuer.wire.commands) == 1


async def test_spectator_can_queue_nothing(signed_in: SignIn, address: str) -> None:
    _, game = await started_game(signed_in)
    (dan,) = await signed_in("Dan")
    queue = QueuedMoves(dan, game.id, lambda _: None)
    async with aclosing(dan.states(game.id)) as updates:
        await queue.observe(await anext(updates))
        with pytest.raises(CannotPlay, match="no seat"):
            await queue.add(PASS)


@pytest.mark.integration
async def test_queued_move_is_sent_once_after_a_restart_of_the_server(server: Server) -> None:
    url = server.url
    async with await Connection.guest(url, "Ann") as ann, await Connection.guest(url, "Bob") as bob:
        game = await ann.create_game("hundred-and-ten")
        await bob.send_command("JoinGame", game.id)
        await ann.send_command("StartGame", game.id)
        async with queuing(url, ann, game.id) as queuer:
            await queuer.queue.add(bid(20))
            server.kill()
            server.start()
            await bob.make_move(bid(15), game.id)
            await until(lambda: not queuer.queue.moves)
        assert (await events_of(bob, game)).count("BidPlaced") == 2
        assert (len(queuer.wire.commands), queuer.dropped) == (1, [])
