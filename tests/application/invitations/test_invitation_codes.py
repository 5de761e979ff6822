"""Invitation codes in the databases: one for each inviter and game, void once the inviter has left."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from time import time
from uuid import uuid4

import pytest
from sqlalchemy import Engine, text

from application.codec import GameId
from application.invitations import invitation_codes
from application.invitations.code_text import ALPHABET
from application.invitations.invitation_codes import MAX_UNREAD, VALIDITY, FoundInvitation, InvitationCodes
from application.players.registry import Players
from application.players.session_tokens import SessionEnded
from application.store.memory import MemoryStore
from application.store.port import Append
from domain.events import Event, PlayerJoined, PlayerLeft

SECRET = "a secret of these tests"
GAME = uuid4()


@pytest.fixture
def players(either_engine: Engine) -> Players:
    return Players(either_engine, SECRET, noticed_within=0)


@pytest.fixture
async def ann(players: Players) -> str:
    return (await players.guest("Ann")).id


@pytest.fixture
async def bob(players: Players) -> str:
    return (await players.guest("Bob")).id


class Lobby:
    """A log in which players sit down and leave, and the codes for its tables."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.store = MemoryStore()
        self.codes = InvitationCodes(engine, SECRET, self.store)

    async def append(self, *events: Event, game: GameId = GAME) -> None:
        """Append events to a game."""
        version = await self.store.version(game)
        await self.store.append(
            Append(game=game, after=version, events=events, at=datetime.now(UTC), by="system")
        )

    async def code(self, player: str, game: GameId = GAME) -> str:
        """Return a player's code at the present version of a game."""
        return (await self.codes.create(game, await self.store.version(game), player)).text

    async def found(self, code: str) -> FoundInvitation:
        """Return what a code is for."""
        found = await self.codes.find(code)
        assert found is not None
        return found

    def rows(self) -> Sequence[str]:
        """Return the stored rows as text."""
        with self.engine.connect() as connection:
            return [str(tuple(row)) for row in connection.execute(text("SELECT * FROM invitation_codes"))]


@pytest.fixture
async def lobby(either_engine: Engine, players: Players, ann: str, bob: str) -> Lobby:
    lobby = Lobby(either_engine)
    await lobby.append(PlayerJoined(seat=0, player=ann), PlayerJoined(seat=1, player=bob))
    return lobby


def left(player: str) -> PlayerLeft:
    return PlayerLeft(seat=1, player=player, removed=False, organizer=None)


async def test_a_code_leads_to_its_game_and_inviter(lobby: Lobby, ann: str, bob: str) -> None:
    code = await lobby.code(ann)
    assert re.fullmatch(f"[{ALPHABET}]{{12}}", code)
    found = await lobby.found(code.lower().replace("1", "l").replace("0", "o"))
    assert (found.game, found.inviter, found.has_left) == (GAME, ann, False)
    assert abs(found.expires_at - datetime.now(UTC) - VALIDITY) < timedelta(minutes=1)
    assert (await lobby.found(await lobby.code(bob))).inviter == bob


async def test_a_player_gets_the_same_code_for_a_game_and_others_get_others(
    lobby: Lobby, ann: str, bob: str
) -> None:
    code, other = await lobby.code(ann), uuid4()
    await lobby.append(PlayerJoined(seat=2, player="cyd"))
    # Also in another process, and when many ask at once.
    process = InvitationCodes(lobby.engine, SECRET, lobby.store)
    again = await asyncio.gather(*(process.create(GAME, 3, ann) for _ in range(4)))
    assert {each.text for each in again} == {code}
    firsts = await asyncio.gather(*(process.create(other, 1, ann) for _ in range(4)))
    assert len({each.text for each in firsts}) == 1
    codes = {code, firsts[0].text, await lobby.code(bob), await lobby.code(bob, uuid4())}
    assert len(codes) == 4


async def test_unknown_codes_lead_nowhere(lobby: Lobby, ann: str) -> None:
    code = await lobby.code(ann)
    last = "0" if code[-1] != "0" else "1"
    for wrong in (
        code[:-1] + last,
        code[:-1],
        f"{code}0",
        "",
        "000000000000",
        "x" * 10_000,
        "\u0131",
        "\ud800",
    ):
        assert await lobby.codes.find(wrong) is None, wrong


async def test_a_code_is_void_for_ever_once_its_inviter_has_left(lobby: Lobby, ann: str, bob: str) -> None:
    anns, bobs = await lobby.code(ann), await lobby.code(bob)
    await lobby.append(left(bob))
    assert (await lobby.found(bobs)).has_left
    await lobby.append(PlayerJoined(seat=1, player=bob))
    assert (await lobby.found(bobs)).has_left, "the inviter is back, but has not invited again"
    assert not (await lobby.found(anns)).has_left
    new = await lobby.code(bob)
    assert new != bobs
    assert not (await lobby.found(new)).has_left
    assert await lobby.codes.find(bobs) is None
    assert await lobby.code(bob) == new


async def test_a_code_made_while_its_inviter_leaves_is_void(lobby: Lobby, bob: str) -> None:
    # The caller has read version 2, at which the player had a seat.
    await lobby.append(left(bob), PlayerJoined(seat=1, player=bob))
    code = (await lobby.codes.create(GAME, 2, bob)).text
    assert (await lobby.found(code)).has_left
    assert await lobby.code(bob) != code


async def test_a_busy_table_is_not_read_from_the_start_each_time(
    lobby: Lobby, ann: str, bob: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await lobby.code(ann)
    for _ in range(MAX_UNREAD):
        await lobby.append(left(bob), PlayerJoined(seat=1, player=bob))
    lengths = []
    read = lobby.store.read

    async def observed(*given: object) -> object:
        events = await read(*given)  # type: ignore[arg-type]
        lengths.append(len(events))
        return events

    monkeypatch.setattr(lobby.store, "read", observed)
    for _ in range(3):
        assert not (await lobby.found(code)).has_left
    assert lengths == [2 * MAX_UNREAD, 0, 0]
    await lobby.append(left(ann))
    assert (await lobby.found(code)).has_left


async def test_a_code_expires_unless_its_inviter_asks_for_it_again(
    lobby: Lobby, ann: str, bob: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    anns, bobs = await lobby.code(ann), await lobby.code(bob)
    days = VALIDITY.days * 86_400
    monkeypatch.setattr(invitation_codes, "time", lambda: time() + days - 60)
    assert await lobby.code(ann) == anns
    monkeypatch.setattr(invitation_codes, "time", lambda: time() + days + 60)
    assert (await lobby.found(anns)).inviter == ann
    assert await lobby.codes.find(bobs) is None
    assert await lobby.code(bob) != bobs
    assert len(lobby.rows()) == 2
    # The rows of games that are over are deleted, too.
    monkeypatch.setattr(invitation_codes, "time", lambda: time() + 3 * days)
    await lobby.code(ann, uuid4())
    assert len(lobby.rows()) == 1


async def test_the_database_does_not_disclose_codes(lobby: Lobby, ann: str, players: Players) -> None:
    code = await lobby.code(ann)
    [row] = lobby.rows()
    assert code not in row
    # Nor do codes of a server with another secret work here, and it makes new ones.
    stranger = InvitationCodes(lobby.engine, "another secret", lobby.store)
    assert await stranger.find(code) is None
    new = (await stranger.create(GAME, 2, ann)).text
    assert new != code
    assert await lobby.codes.find(new) is None
    assert await stranger.find(new) is not None


async def test_an_erased_player_has_no_codes_and_gets_none(
    lobby: Lobby, ann: str, bob: str, players: Players
) -> None:
    code = await lobby.code(ann)
    await lobby.code(bob)
    await players.erase(ann)
    assert await lobby.codes.find(code) is None
    assert [ann in row for row in lobby.rows()] == [False]
    with pytest.raises(SessionEnded):
        await lobby.code(ann)
