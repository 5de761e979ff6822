"""Actions in games leave one entry each, also after a crash, and banned players leave their games."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from uuid import uuid4

import pytest
from sqlalchemy import Engine

from application.codec import GameId
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier, seeded_entropy
from application.games.departures import Memberships
from application.moderation.audit_trail import Action, ModerationAction, Operator, TrailFilter
from application.moderation.ban_departures import BanDepartures
from application.moderation.moderation import Moderation
from application.players.registry import Players
from application.refusals import CommandIdReused
from application.store.memory import MemoryStore
from application.store.port import StoreClosed
from domain import commands as c
from domain.events import AutomationReason, PlayerId, PlayerLeft, SeatAutomated
from domain.game import Game, fold
from domain.refusals import GameIsOver

OLGA = Operator(id="olga", name="Olga")
GAME = uuid4()


def closing(command_id: str | None = None) -> Action:
    return Action(action=ModerationAction.CLOSE_GAME, game=GAME, reason="It hangs", command_id=command_id)


async def confirmed(moderation: Moderation) -> list[bool]:
    return [each.confirmed for each in await moderation.entries(TrailFilter(game=str(GAME)), limit=9)]


async def done() -> str:
    return "done"


async def refused() -> str:
    raise GameIsOver


async def crashed() -> str:
    raise StoreClosed


async def test_an_action_in_a_game_leaves_one_entry_unless_it_is_refused(moderation: Moderation) -> None:
    assert await moderation.in_game(OLGA, closing(), done) == "done"
    with pytest.raises(GameIsOver):
        await moderation.in_game(OLGA, closing(), refused)
    assert await confirmed(moderation) == [True]


async def test_a_crash_leaves_an_entry_that_is_confirmed_by_a_repeat(moderation: Moderation) -> None:
    with pytest.raises(StoreClosed):
        await moderation.in_game(OLGA, closing("one"), crashed)
    assert await confirmed(moderation) == [False]
    # The repeat finds another refusal than the first attempt, whose outcome is unknown.
    with pytest.raises(GameIsOver):
        await moderation.in_game(OLGA, closing("one"), refused)
    assert await confirmed(moderation) == [False]
    for _ in range(2):
        await moderation.in_game(OLGA, closing("one"), done)
    assert await confirmed(moderation) == [True]
    kicking = Action(
        action=ModerationAction.KICK_PLAYER, game=GAME, player="ann", reason="Rude", command_id="one"
    )
    with pytest.raises(CommandIdReused):
        await moderation.in_game(OLGA, kicking, done)


async def test_an_action_goes_on_when_its_request_is_cancelled(moderation: Moderation) -> None:
    begun, may_end = asyncio.Event(), asyncio.Event()

    async def slow() -> None:
        begun.set()
        await may_end.wait()

    request = asyncio.create_task(moderation.in_game(OLGA, closing(), slow))
    await begun.wait()
    request.cancel()
    with pytest.raises(asyncio.CancelledError):
        await request
    may_end.set()
    async with asyncio.timeout(5):
        while await confirmed(moderation) != [True]:  # noqa: ASYNC110 - nobody tells when it is done
            await asyncio.sleep(0.01)


async def nothing(_: Collection[PlayerId]) -> Memberships:
    return Memberships()


async def test_a_banned_player_leaves_its_games_unless_it_keeps_its_seats(
    engine: Engine, players: Players, moderation: Moderation
) -> None:
    ann, bob, cyd = [(await players.guest(name)).id for name in ("Ann", "Bob", "Cyd")]
    store = MemoryStore()
    games = CommandHandler(store, Croupier(seeded_entropy(1)))

    async def created(*people: PlayerId) -> GameId:
        game = (await games.create(c.CreateGame(by=people[0], variant="hundred-and-ten"))).game
        for each in people[1:]:
            await games.carry_out(game, c.JoinGame(by=each))
        return game

    async def shown(game: GameId) -> Game:
        return fold(each.event for each in await store.read(game))

    running, lobby, invitation = await created(ann, bob), await created(bob, ann), await created(cyd)
    await games.carry_out(running, c.StartGame(by=ann))
    await games.carry_out(invitation, c.InvitePlayer(by=cyd, player=ann))
    departing = BanDepartures(engine, store, games, nothing, grace=-1)
    await moderation.ban_player(OLGA, ann, "Insults", leave_games=False)
    assert await departing.complete()
    assert (await shown(running)).seats[0].automated is False
    await moderation.ban_player(OLGA, ann, "Insults")
    assert await departing.complete()
    assert (await shown(invitation)).invited == ()
    assert [seat.player for seat in (await shown(lobby)).seats] == [bob]
    seated = [each for each in await store.read(running) if isinstance(each.event, SeatAutomated)]
    assert [(each.event, each.by) for each in seated] == [
        (SeatAutomated(seat=0, reason=AutomationReason.KICKED), OLGA.id)
    ]
    left = [each.event for each in await store.read(lobby) if isinstance(each.event, PlayerLeft)]
    assert [each.removed for each in left] == [True]
    # It is done once: a lifted ban lets the player sit down again.
    [ban] = await moderation.bans()
    await moderation.lift_ban(OLGA, ban.id, "Sorry")
    await games.carry_out(lobby, c.InvitePlayer(by=bob, player=ann))
    await games.carry_out(lobby, c.JoinGame(by=ann))
    assert await departing.complete()
    assert [seat.player for seat in (await shown(lobby)).seats] == [bob, ann]
