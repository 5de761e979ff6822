"""The law of sessions: after any changes, every process accepts exactly the tokens that a model accepts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from random import Random
from typing import Final

import pytest
from msgspec import Struct

import application.players.session_state
import application.players.session_tokens
from api.identity.authentication import Caller, Identity, Unauthenticated
from application.players.registry import Players
from application.players.session_tokens import SessionEnded
from tests.api.identity.sessions.conftest import SECRET
from tests.long_form import usually

STEPS: Final = 60


class Token(Struct, kw_only=True):
    """A token as the model knows it."""

    text: str
    player: str
    session: str
    replaces: Token | None = None
    valid: bool = True


class Model:
    """Which tokens are valid, by the rules in words."""

    def __init__(self) -> None:
        self.tokens: list[Token] = []

    @property
    def valid(self) -> list[Token]:
        return [each for each in self.tokens if each.valid]

    def end(self, *, player: str, session: str | None = None, but: str | None = None) -> None:
        """End one session of a player, or all but one."""
        for each in self.tokens:
            if each.player == player and each.session == (session or each.session) and each.session != but:
                each.valid = False


class World:
    """Two processes, whose tokens the model knows."""

    def __init__(self, random: Random, processes: list[Players]) -> None:
        self.random = random
        self.processes = processes
        self.identities = [Identity(SECRET, each, timedelta(days=30)) for each in processes]
        self.model = Model()
        self.linked = 0

    def identity(self) -> Identity:
        return self.random.choice(self.identities)

    async def caller(self, token: Token) -> Caller:
        found = await self.identity().caller(f"Bearer {token.text}")
        assert found is not None
        return found

    def note(self, text: str, caller: Caller, replaces: Token | None = None) -> None:
        assert caller.session is not None
        self.model.tokens.append(
            Token(text=text, player=caller.player, session=caller.session.session, replaces=replaces)
        )

    async def keep(self, text: str, replaces: Token | None = None) -> None:
        """Keep a token that a client has received; it is used by the next comparison."""
        self.note(text, self.identity()._tokens.read(text), replaces)

    async def step(self) -> None:
        if not self.model.valid or self.random.random() < 0.15:
            player = await self.random.choice(self.processes).guest("Ann")
            await self.keep((await self.identity().sessions.begin(player)).text)
            return
        done = self.random.choices(
            ["renew", "lost", "code", "end", "sign out", "others", "revoke", "link", "erase"],
            [30, 10, 15, 8, 5, 6, 4, 3, 2],
        )[0]
        if done == "end":
            # A player knows the ids of the sessions in its list, which are stored.
            await self.flush()
        token = self.random.choice(self.model.valid)
        caller, sessions = await self.caller(token), self.identity().sessions
        match done:
            case "renew":
                await self.keep((await sessions.renew(caller, None)).text, token)
            case "lost":
                await sessions.renew(caller, None)
            case "code":
                code = await sessions.create_device_code(caller)
                await self.keep((await self.identity().sessions.redeem_device_code(code.text, "x")).text)
            case "end":
                of_player = [each for each in self.model.tokens if each.player == token.player]
                ended = self.random.choice(of_player)
                was_open = any(each.valid for each in of_player if each.session == ended.session)
                assert await sessions.end(caller, ended.session) is was_open
                self.model.end(player=token.player, session=ended.session)
            case "sign out":
                await sessions.sign_out(caller)
                self.model.end(player=token.player, session=token.session)
            case "others":
                await sessions.end_others(caller)
                self.model.end(player=token.player, but=token.session)
            case "revoke":
                await self.random.choice(self.processes).tokens.revoke(token.session)
                self.model.end(player=token.player, session=token.session)
            case "link":
                self.linked += 1
                await sessions.link(caller, "https://id.example.org", str(self.linked), 0)
                self.model.end(player=token.player)
            case "erase":
                await self.random.choice(self.processes).erase(token.player)
                self.model.end(player=token.player)

    async def compare(self) -> None:
        """Use every token at every process, and compare with the model."""
        for identity in self.identities:
            for token in self.model.tokens:
                assert await accepted(identity, token.text) is token.valid
        if self.random.random() < 0.5:
            await self.flush()

    async def flush(self) -> None:
        """Store the uses of all valid tokens, which end the tokens that they replace."""
        for players in self.processes:
            await players.sessions.uses.flush()
        for token in self.model.valid:
            if token.replaces is not None:
                token.replaces.valid = False

    async def compare_lists(self) -> None:
        """Compare the lists of sessions with the model, at every process."""
        await self.flush()
        for identity in self.identities:
            for token in self.model.valid:
                caller = await self.caller(token)
                listed = {each.id for each in await identity.sessions.listed(caller)}
                mine = {each.session for each in self.model.valid if each.player == token.player}
                assert listed == mine


async def accepted(identity: Identity, text: str) -> bool:
    try:
        await identity.caller(f"Bearer {text}")
    except Unauthenticated:
        return False
    return True


@pytest.mark.parametrize("seed", usually(range(12), 0))
async def test_processes_accept_the_tokens_that_the_model_accepts(
    seed: int, process: Callable[[], Players], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (application.players.session_state, application.players.session_tokens):
        monkeypatch.setattr(module, "REPLACED_TOKEN_GRACE", 0)
    world = World(Random(seed), [process(), process()])
    for _ in range(STEPS):
        await world.step()
        await world.compare()
    await world.compare_lists()
    ended = [each for each in world.model.tokens if not each.valid]
    assert {each.replaces is None for each in ended} == {True, False}, "too little has happened"


async def test_no_change_of_sessions_succeeds_with_an_ended_one(process: Callable[[], Players]) -> None:
    # As when the session ends after the caller was authenticated.
    here, there = process(), process()
    identity = Identity(SECRET, here, timedelta(days=30))
    for ended_by in ("session", "player", "token", "others", "erasure"):
        player = await here.guest("Ann")
        token = (await identity.sessions.begin(player)).text
        other = await identity.caller(f"Bearer {(await identity.sessions.begin(player)).text}")
        caller = await identity.caller(f"Bearer {token}")
        assert caller is not None
        assert caller.session is not None
        assert other is not None
        assert other.session is not None
        match ended_by:
            case "session":
                await here.sessions.uses.flush()
                assert await there.sessions.end(player.id, caller.session.session)
            case "player":
                await there.tokens.revoke_all(player.id)
            case "token":
                await there.tokens.revoke(caller.session.id)
            case "others":
                await there.sessions.end_others(other.session)
            case "erasure":
                await there.erase(player.id)
        sessions = identity.sessions
        for change in (
            sessions.renew(caller, None),
            sessions.create_device_code(caller),
            sessions.end_others(caller),
            sessions.end(caller, other.session.session),
            sessions.sign_out(caller),
            sessions.link(caller, "https://id.example.org", "ann", 0),
        ):
            with pytest.raises(SessionEnded):
                await change
