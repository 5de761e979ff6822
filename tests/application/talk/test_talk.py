"""Talk over several processes: what is stored, who is told in which order, and what is deleted."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from msgspec.structs import replace
from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError

from application.players.registry import Players
from application.refusals import CommandIdReused, UnknownPlayer
from application.talk import mutes
from application.talk.phrases import Phrase, SaidPhrase, TalkAudience
from application.talk.refusals import CannotMuteYourself, TalkIsOff, TalkIsOver, TalkIsPaused, TooManyMuted
from application.talk.talk import Talk
from domain.game import fold
from domain.state import Game, Seat, Stage
from tests.laws.playouts import playout

GAME = uuid4()
EVERY = 0.05


@pytest.fixture
def players(either_engine: Engine) -> Players:
    return Players(either_engine, "a secret of these tests", noticed_within=0)


@pytest.fixture
async def ann(players: Players) -> str:
    return (await players.guest("Ann")).id


@pytest.fixture
async def bob(players: Players) -> str:
    return (await players.guest("Bob")).id


@pytest.fixture
async def talks(players: Players, either_engine: Engine) -> AsyncIterator[tuple[Talk, Talk]]:
    """The talk of two processes on one database."""
    async with AsyncExitStack() as opened:
        here, there = Talk(either_engine, every=EVERY), Talk(either_engine, every=EVERY)
        yield await opened.enter_async_context(here), await opened.enter_async_context(there)


def table(*seated: str, **changes: object) -> Game:
    """Return a game that waits for players, with some at its table."""
    game = fold(playout("hundred-and-ten", 1).log[:1])
    return replace(game, seats=tuple(Seat(player=each) for each in seated), **changes)


def heard(talk: Talk) -> list[SaidPhrase]:
    """Return the list to which the process will add what it is told."""
    found: list[SaidPhrase] = []
    talk.subscribe(found.append)
    return found


async def until_equal(one: list[SaidPhrase], other: list[SaidPhrase]) -> None:
    async with asyncio.timeout(5):
        while one != other:  # noqa: ASYNC110 - the other process reads when its time has come
            await asyncio.sleep(0.01)


async def test_each_process_is_told_all_phrases_once_in_the_order_in_which_they_are_stored(
    talks: tuple[Talk, Talk], ann: str, bob: str
) -> None:
    here, there = talks
    at_here, at_there = heard(here), heard(there)
    state = table(ann)
    await asyncio.gather(
        *(
            talk.say(GAME, state, None, who, phrase)
            for phrase in Phrase
            for talk, who in zip(talks, (ann, bob), strict=True)
        )
    )
    stored = here.read(GAME, None, of_spectators=True)
    await until_equal(at_here, stored)
    await until_equal(at_there, stored)
    assert len(stored) == 2 * len(Phrase) == 36
    assert [each.audience for each in stored if each.player == ann] == [TalkAudience.TABLE] * 18
    assert [each.audience for each in stored if each.player == bob] == [TalkAudience.SPECTATORS] * 18
    of_seats = here.read(GAME, ann, of_spectators=False)
    assert of_seats == [each for each in stored if each.player == ann]
    assert here.read(uuid4(), None, of_spectators=True) == []


async def test_a_list_has_the_last_phrases(talks: tuple[Talk, Talk], ann: str) -> None:
    here, _ = talks
    said = [await here.say(GAME, table(ann), None, ann, Phrase.HELLO) for _ in range(53)]
    assert here.read(GAME, ann, of_spectators=True) == said[3:]


async def test_a_repeat_with_the_same_command_id_says_nothing_again(
    talks: tuple[Talk, Talk], ann: str, bob: str
) -> None:
    here, there = talks
    state = table(ann, bob)
    both = [talk.say(GAME, state, None, ann, Phrase.HELLO, "1") for talk in (here, there, here)]
    first, *repeats = await asyncio.gather(*both)
    assert repeats == [first, first]
    with pytest.raises(CommandIdReused):
        await here.say(GAME, state, None, ann, Phrase.THANKS, "1")
    others = await here.say(GAME, state, None, bob, Phrase.THANKS, "1")
    assert here.read(GAME, ann, of_spectators=True) == [first, others]


async def test_talk_is_refused_by_option_while_hands_are_blind_and_long_after_the_end(
    talks: tuple[Talk, Talk], ann: str, bob: str
) -> None:
    here, _ = talks
    with pytest.raises(TalkIsOff):
        await here.say(GAME, table(ann, options={"talk": False}), None, ann, Phrase.HELLO)
    ended = datetime.now(UTC) - timedelta(minutes=29)
    over = table(ann, stage=Stage.WON)
    await here.say(GAME, over, ended, ann, Phrase.GOODBYE)
    with pytest.raises(TalkIsOver):
        await here.say(GAME, over, ended - timedelta(minutes=2), ann, Phrase.GOODBYE)
    played = playout("oh-hell", 1).log
    states = [fold(played[:length]) for length in range(len(played))]
    blind = next(each for each in states if each.table is not None and each.rules.show(each.table).blind)
    seated = blind.seats[0].player
    with pytest.raises(TalkIsPaused):
        await here.say(GAME, blind, None, seated, Phrase.LAUGH)
    await here.say(GAME, blind, None, bob, Phrase.LAUGH)
    assert [each.phrase for each in here.read(GAME, None, of_spectators=True)] == [
        Phrase.GOODBYE,
        Phrase.LAUGH,
    ]


async def test_muted_players_are_hidden_from_those_who_muted_them_alone(
    talks: tuple[Talk, Talk], ann: str, bob: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = talks
    said = await here.say(GAME, table(ann, bob), None, bob, Phrase.HELLO)
    async with there.mutes.following(ann), there.mutes.following(bob):
        assert not there.mutes.hides(ann, bob)
        await here.mutes.mute(ann, bob)
        await here.mutes.mute(ann, bob)
        await there.mutes.refresh()
        assert there.mutes.hides(ann, bob)
        assert not there.mutes.hides(bob, ann)
        assert not there.mutes.hides(None, bob)
        assert here.read(GAME, ann, of_spectators=True) == []
        assert here.read(GAME, bob, of_spectators=True) == [said]
        assert (await here.mutes.of(ann), await here.mutes.of(bob)) == ([bob], [])
        await here.mutes.unmute(ann, bob)
        await here.mutes.unmute(ann, "nobody")
        await there.mutes.refresh()
        assert not there.mutes.hides(ann, bob)
        assert here.read(GAME, ann, of_spectators=True) == [said]
    for unknown in ("nobody", "machine-1", "no\0id"):
        with pytest.raises(UnknownPlayer):
            await here.mutes.mute(ann, unknown)
    with pytest.raises(CannotMuteYourself):
        await here.mutes.mute(ann, ann)
    # Both may be repeated after a lost answer, also at the limit.
    monkeypatch.setattr(mutes, "MAX_MUTED", 1)
    for _ in range(2):
        await here.mutes.mute(ann, bob)
        assert await here.mutes.of(ann) == [bob]
    for _ in range(2):
        await here.mutes.unmute(ann, bob)
        assert await here.mutes.of(ann) == []
    monkeypatch.setattr(mutes, "MAX_MUTED", 0)
    with pytest.raises(TooManyMuted):
        await here.mutes.mute(ann, bob)


async def test_a_mute_holds_in_every_process_for_what_is_said_after_it(
    talks: tuple[Talk, Talk], ann: str, bob: str
) -> None:
    here, there = talks
    hidden: list[bool] = []
    there.subscribe(lambda said: hidden.append(there.mutes.hides(ann, said.player)))
    async with there.mutes.following(ann):
        for _ in range(5):
            await here.mutes.mute(ann, bob)
            await here.say(GAME, table(ann, bob), None, bob, Phrase.HELLO)
            await there.check()
            await here.mutes.unmute(ann, bob)
            await there.mutes.refresh()
    assert hidden == [True] * 5


async def test_a_phrase_is_told_after_the_mutes_could_not_be_read_at_first(
    talks: tuple[Talk, Talk], ann: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = talks
    at_there, refresh = heard(there), there.mutes.refresh
    failures = [OperationalError("", {}, ConnectionError()) for _ in range(2)]

    async def fail_first() -> None:
        if failures:
            raise failures.pop()
        await refresh()

    monkeypatch.setattr(there.mutes, "refresh", fail_first)
    await here.say(GAME, table(ann), None, ann, Phrase.HELLO)
    await until_equal(at_there, here.read(GAME, None, of_spectators=True))
    assert not failures


async def test_an_erased_player_leaves_no_phrase_and_no_mute_behind(
    players: Players, talks: tuple[Talk, Talk], either_engine: Engine, ann: str, bob: str
) -> None:
    here, _ = talks
    await here.mutes.mute(ann, bob)
    await here.mutes.mute(bob, ann)
    await here.say(GAME, table(ann), None, ann, Phrase.HELLO)
    kept = await here.say(GAME, table(ann), None, bob, Phrase.HELLO)
    await players.erase(ann)
    with either_engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM muted_players")).scalar_one() == 0
    assert here.read(GAME, None, of_spectators=True) == [kept]
    with pytest.raises(UnknownPlayer):
        await here.say(GAME, table(ann), None, ann, Phrase.GOODBYE)


async def test_phrases_are_deleted_after_the_time_for_which_they_are_kept(
    players: Players, either_engine: Engine, ann: str
) -> None:
    async with Talk(either_engine, kept=3_600) as talk:
        old = await talk.say(GAME, table(ann), None, ann, Phrase.HELLO)
        with either_engine.begin() as connection:
            connection.execute(text("UPDATE talk SET said = said - 3600"))
        new = await talk.say(GAME, table(ann), None, ann, Phrase.THANKS)
        assert talk.read(GAME, ann, of_spectators=True) == [new]
        await talk.purge()
        with either_engine.connect() as connection:
            assert list(connection.execute(text("SELECT id FROM talk")).scalars()) == [new.id] != [old.id]
