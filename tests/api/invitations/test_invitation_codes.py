"""Invitations by short code: whom they admit, when they end, and that a dead code tells nothing."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from sqlalchemy import Engine, event

from api.graphql.context import Services
from application.invitations.code_text import ALPHABET
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client, Json
from tests.api.invitations.conftest import CodeOf

INVITATION: Final = d.operation("query", "invitation")
UNKNOWN: Final = "ABCDEFGHJKMN"


async def shown(client: Client, code: str) -> Json | None:
    found: Json | None = (await client.data(INVITATION, token=code))["invitation"]
    return found


async def refused(client: Client, code: str, **values: Any) -> str:
    refusal: str = (await client.refused("acceptInvitationLink", token=code, **values))["code"]
    return refusal


@pytest.fixture
async def private(ann: Client) -> str:
    return await ann.create(access="PRIVATE")


async def test_a_code_admits_to_a_private_game_like_a_token(
    ann: Client, bob: Client, cyd: Client, spectator: Client, private: str, code_of: CodeOf
) -> None:
    code = await code_of(ann, private)
    assert len(code) == 12
    assert set(code) <= set(ALPHABET)
    for client in (spectator, bob):
        found = await shown(client, code)
        assert found is not None
        assert (found["game"], found["inviter"]["name"], found["seated"]) == (None, "Ann", False)
        assert [each["name"] for each in found["players"]] == ["Ann"]
    joined = await bob.must("acceptInvitationLink", token=code.lower(), commandId="once")
    assert [each["__typename"] for each in joined["events"]] == ["PlayerInvited", "PlayerJoined"]
    assert await bob.must("acceptInvitationLink", token=code, commandId="once") == joined
    assert await refused(bob, code) == "ALREADY_SEATED"
    assert ((await shown(bob, code)) or {})["game"]["id"] == private
    # The guest has a code of its own; the inviter still has the same.
    other = await code_of(bob, private)
    assert other != code == await code_of(ann, private)
    await cyd.must("acceptInvitationLink", token=other)


async def test_a_code_is_told_to_seated_players_alone(ann: Client, bob: Client, private: str) -> None:
    for game in (private, await ann.create()):
        assert "invitationLink" not in await bob.send("createInvitationLink", game=game)


async def _started(ann: Client, game: str) -> None:
    await ann.must("fillSeats", game=game)
    await ann.must("startGame", game=game)


async def _over(ann: Client, game: str) -> None:
    await ann.must("leaveGame", game=game)


async def _returned(ann: Client, game: str) -> None:
    await ann.must("fillSeats", game=game, count=1)
    dora = await ann.sign_in("Dora")
    await ann.must("invitePlayer", game=game, player=dora.player)
    await dora.must("joinGame", game=game)
    await ann.must("leaveGame", game=game)
    await dora.must("invitePlayer", game=game, player=ann.player)
    await ann.must("joinGame", game=game)


async def _erased(ann: Client, game: str) -> None:
    await ann.data(d.mutation("eraseMe"))


ENDS: Final[dict[str, Callable[[Client, str], Awaitable[None]]]] = {
    "started": _started,
    "closed": _over,
    "inviter left and returned": _returned,
    "inviter erased": _erased,
}
WAYS: Final = (
    (INVITATION, lambda code: {"token": code}),
    (d.mutation("acceptInvitationLink"), lambda code: {"input": {"token": code}}),
    (d.mutation("acceptInvitationLink"), lambda code: {"input": {"token": code, "commandId": "1"}}),
    (d.mutation("acceptInvitationLink"), lambda code: {"input": {"token": code, "expectedVersion": 2}}),
)


@contextmanager
def work(services: Services, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Collect the queries of codes, and the reads of the log and of the read models."""
    engine: Engine = services.invitation_codes._engine
    seen: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if "invitation_codes" in statement:
            seen.append(statement)

    read, query, repeated = services.store.read, services.read_database.read, services.games.repeated

    def noted(name: str, call: Any) -> Any:
        def called(*given: Any, **more: Any) -> Any:
            seen.append(name)
            return call(*given, **more)

        return called

    event.listen(engine, "before_cursor_execute", note)
    with monkeypatch.context() as patch:
        patch.setattr(services.store, "read", noted("log", read))
        patch.setattr(services.read_database, "read", noted("read models", query))
        patch.setattr(services.games, "repeated", noted("repeated", repeated))
        yield seen
    event.remove(engine, "before_cursor_execute", note)


@pytest.mark.parametrize("access", ["PRIVATE", "PUBLIC"])
@pytest.mark.parametrize("end", ENDS)
async def test_a_dead_code_is_answered_as_one_that_never_was(
    ann: Client,
    bob: Client,
    spectator: Client,
    services: Services,
    code_of: CodeOf,
    monkeypatch: pytest.MonkeyPatch,
    end: str,
    access: str,
) -> None:
    game = await ann.create(access=access)
    code = await code_of(ann, game)
    assert await shown(bob, code) is not None
    await ENDS[end](ann, game)
    for client in (bob, spectator):
        for document, values in WAYS:
            answers, done = [], []
            for each in (UNKNOWN, code, "", "ABC", "x" * 5_000, "\u0131" * 12):
                with work(services, monkeypatch) as seen:
                    answers.append(json.dumps(await client.ask(document, **values(each))))
                done.append(seen)
            assert len(set(answers)) == 1, answers
            assert game not in answers[0]
            # The same steps, so that the time tells little.
            assert all(set(each) == set(done[0]) for each in done), done
    assert await shown(bob, code) is None


async def test_seated_players_find_their_table_by_a_code_after_the_start(
    ann: Client, bob: Client, cyd: Client, private: str, code_of: CodeOf
) -> None:
    code = await code_of(ann, private)
    joined = await bob.must("acceptInvitationLink", token=code, commandId="once")
    await ann.must("startGame", game=private)
    assert ((await shown(bob, code)) or {})["game"]["id"] == private
    assert await refused(bob, code) == "GAME_ALREADY_STARTED"
    assert await bob.must("acceptInvitationLink", token=code, commandId="once") == joined
    assert await shown(cyd, code) is None
    assert await refused(cyd, code) == "INVALID_INVITATION_LINK"


async def test_a_removed_player_is_not_let_back_in_by_a_code(
    ann: Client, bob: Client, private: str, code_of: CodeOf
) -> None:
    code = await code_of(ann, private)
    await bob.must("acceptInvitationLink", token=code)
    await ann.must("removePlayer", game=private, player=bob.player)
    assert await refused(bob, code) == "REMOVED_FROM_GAME"
    assert await shown(bob, code) is None


async def test_each_variant_is_summed_up_in_a_sentence(spectator: Client) -> None:
    variants = (await spectator.data("{ variants { name summary } }"))["variants"]
    assert len(variants) >= 3
    assert all(each["summary"].endswith(".") for each in variants), variants
