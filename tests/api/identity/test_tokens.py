"""Tokens: verified once in a request, revoked by operators, checked by every process."""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import jwt
import pytest
from sqlalchemy import URL, Engine, create_engine, make_url

import api.identity.authentication
from api.graphql.context import Services
from api.identity import credentials
from api.identity.authentication import Caller, Identity, Unauthenticated
from api.identity.credentials import Credentials
from application.players.registry import CHANGE_CHECK_INTERVAL, Player, Players
from domain.events import PlayerId
from tests.api.harness.callers import Client
from tests.api.harness.server_processes import Kibitz
from tests.api.harness.socket_client import answered, socket, subscribe

SECRET: Final = "a secret that is long enough to sign with"
ME: Final = "{ me { player { id } } }"
ERASE_AND_RENAME: Final = """mutation { eraseMe { ... on EraseMeAccepted { player { id } } }
    rename(input: {name: "Back again"}) { __typename } }"""


def elsewhere(data: Path) -> Engine:
    """Open the database of a server as another process does."""
    return create_engine(URL.create("sqlite", database=str(data / "log.db")))


@pytest.fixture(params=["sqlite", "postgresql"])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[[], Players]]:
    """Players of two processes on one database."""
    if request.param == "sqlite":
        url = URL.create("sqlite", database=str(tmp_path / "log.db"))
    else:
        url = make_url(request.getfixturevalue("postgres_url")).set(drivername="postgresql+psycopg")
    engine = create_engine(url)
    yield lambda: Players(engine, SECRET, noticed_within=0.1)
    engine.dispose()


async def test_a_token_is_verified_once(ann: Client, verified: list[str]) -> None:
    many = " ".join(f"f{number}: me {{ player {{ id }} }}" for number in range(20))
    assert set(await ann.data(f"{{ {many} }}")) == {f"f{number}" for number in range(20)}
    await ann.data(ME)
    assert verified == [ann.token]


async def test_tokens_that_were_verified_are_remembered_within_bounds(
    ann: Client, bob: Client, cyd: Client, verified: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(api.identity.authentication, "MAX_CACHED", 2)
    for each in (ann, bob, ann, cyd, ann, bob):
        await each.data(ME)
    assert verified == [ann.token, bob.token, cyd.token, bob.token]


async def test_invalid_token_is_verified_once(spectator: Client, verified: list[str]) -> None:
    token = jwt.encode({"sub": "x"}, SECRET, "HS256")
    many = " ".join(f"f{number}: me {{ player {{ id }} }}" for number in range(20))
    assert await Client(spectator.http, token).code(f"{{ {many} }}") == "UNAUTHENTICATED"
    assert verified == [token]


async def test_erased_player_is_unauthenticated_for_the_rest_of_the_request(
    ann: Client, verified: list[str]
) -> None:
    answer = await ann.ask(ERASE_AND_RENAME)
    assert [error["extensions"]["code"] for error in answer["errors"]] == ["UNAUTHENTICATED"]
    assert verified == [ann.token]


async def test_a_socket_verifies_its_token_again_after_a_while(
    ann: Client, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    verified: list[str] = []
    verify = services.identity.verified

    async def counting(authorization: str) -> Caller:
        verified.append(authorization)
        return await verify(authorization)

    monkeypatch.setattr(services.identity, "verified", counting)
    shown = Credentials(services.identity)
    for _ in range(3):
        await shown.caller(f"Bearer {ann.token}")
    assert len(verified) == 1
    monkeypatch.setattr(credentials, "monotonic", lambda: time.monotonic() + credentials.VERIFICATION_PERIOD)
    await shown.caller(f"Bearer {ann.token}")
    assert len(verified) == 2


async def test_a_token_that_is_too_long_is_not_looked_at(ann: Client, verified: list[str]) -> None:
    answer = await Client(ann.http, "x" * 20_000).ask(ME)
    assert "16,384 characters" in answer["errors"][0]["message"]
    assert verified == []


async def test_a_token_expires_within_a_connection(ann: Client, services: Services) -> None:
    said = jwt.decode(str(ann.token), options={"verify_signature": False})
    soon = jwt.encode({**said, "exp": int(time.time()) + 1}, services.identity._secret, "HS256")
    shown = Credentials(services.identity)
    assert await shown.caller(f"Bearer {soon}")
    await asyncio.sleep(1.1)
    with pytest.raises(Unauthenticated, match="expired"):
        await shown.caller(f"Bearer {soon}")


async def test_a_token_is_its_players_from_the_start_while_it_is_good(
    ann: Client, services: Services
) -> None:
    identity, shown = services.identity, f"Bearer {ann.token}"
    assert identity.seen(f"Bearer {ann.token}x") is None
    await identity.caller(shown)
    assert identity.seen(shown) == ann.player
    # Written in other ways it is good as well, and not remembered for each.
    remembered = len(identity._seen)
    for spaces in range(2, 10):
        assert await identity.caller("bearer" + " " * spaces + str(ann.token))
    assert len(identity._seen) == remembered
    await services.players.tokens.revoke_all(PlayerId(ann.player))
    with pytest.raises(Unauthenticated):
        await Credentials(identity).caller(shown)
    assert identity.seen(shown) is None


# Revoked.


async def test_revoked_token_is_refused_and_others_stay_valid(
    either: Callable[[], Players],
) -> None:
    players, other = either(), either()
    identity = Identity(SECRET, players, timedelta(days=1))
    ann = await players.local("Ann")
    (first, kept), (second, _) = (identity.give(ann, operator=each) for each in (True, False))
    for token in (first, second):
        assert await identity.caller(f"Bearer {token}")
    await other.tokens.revoke(kept.id)
    await asyncio.sleep(0.15)
    with pytest.raises(Unauthenticated, match="revoked"):
        await identity.caller(f"Bearer {first}")
    assert await identity.caller(f"Bearer {second}")


async def test_of_many_who_ask_in_one_moment_one_looks_what_was_revoked(
    either: Callable[[], Players], monkeypatch: pytest.MonkeyPatch
) -> None:
    players = either()
    identity = Identity(SECRET, players, timedelta(days=1))
    shown = f"Bearer {identity.token(await players.local('Ann'))}"
    looks = 0
    read = players.tokens._read

    def counted(*given: Any) -> Any:
        nonlocal looks
        looks += 1
        return read(*given)

    monkeypatch.setattr(players.tokens, "_read", counted)
    assert all(await asyncio.gather(*(identity.caller(shown) for _ in range(20))))
    assert looks == 1


async def test_all_tokens_of_a_player_are_revoked_and_later_ones_are_good(
    either: Callable[[], Players],
) -> None:
    players, other = either(), either()
    identity = Identity(SECRET, players, timedelta(days=1))
    ann, bob = await players.local("Ann"), await players.guest("Bob")
    before = [identity.token(ann), identity.token(ann, operator=True)]
    # As they were before tokens had ids.
    said = jwt.decode(before[0], options={"verify_signature": False})
    before.append(jwt.encode({name: said[name] for name in said if name != "jti"}, SECRET, "HS256"))
    of_bob = identity.token(bob)
    for token in (*before, of_bob):
        assert await identity.caller(f"Bearer {token}")
    for _ in range(2):
        await other.tokens.revoke_all(ann.id)
    await players.tokens.check_for_changes()
    for token in before:
        with pytest.raises(Unauthenticated, match="revoked"):
            await identity.caller(f"Bearer {token}")
    for token in (of_bob, identity.token(ann)):
        assert await identity.caller(f"Bearer {token}")


async def test_issued_tokens_are_listed_until_they_expire(either: Callable[[], Players]) -> None:
    players = either()
    identity = Identity(SECRET, players, timedelta(days=1), operator_valid_for=timedelta(hours=1))
    ann = await players.local("Ann")
    kept = [identity.give(ann, operator=each)[1] for each in (True, False)]
    for each in kept:
        await players.tokens.record(each)
    await players.tokens.revoke("of another")
    await players.tokens.revoke(kept[0].id)
    listed = {each.id: each for each in await players.tokens.list_unexpired()}
    assert listed.keys() == {kept[0].id, kept[1].id, "of another"}
    assert {each.id for each in listed.values() if each.revoked} == {kept[0].id, "of another"}
    assert listed[kept[1].id] == kept[1]
    assert kept[0].expires - int(time.time()) <= 60 * 60


async def test_a_socket_whose_token_is_revoked_elsewhere_is_closed(
    services: Services, address: str, ann: Client, bob: Client, tmp_path: Path
) -> None:
    engine = elsewhere(tmp_path / "data")
    said = jwt.decode(str(ann.token), options={"verify_signature": False})
    again = services.identity.token(Player(id=ann.player, name="Ann"))
    async with (
        asyncio.timeout(CHANGE_CHECK_INTERVAL + 3),
        socket(address, ann.token) as revoked,
        socket(address, again) as kept,
    ):
        await Players(engine, SECRET).tokens.revoke(said["jti"])
        closed: Any = await answered(revoked)
        assert (closed.code, closed.reason) == (4403, "The token was revoked: sign in again.")
        await subscribe(kept, "1", ME)
        answer: Any = await answered(kept)
        assert answer["payload"]["data"]["me"]["player"]["id"] == ann.player
    engine.dispose()


def test_tokens_are_given_out_listed_and_revoked_on_the_command_line(
    kibitz: Kibitz, tmp_path: Path, empty_data: Path
) -> None:
    data = Path(shutil.copytree(empty_data, tmp_path / "data"))

    def run(*arguments: str, KIBITZ_OPERATOR_HOURS: str = "2") -> tuple[str, str]:
        done = kibitz("token", *arguments, "--data-dir", data, KIBITZ_OPERATOR_HOURS=KIBITZ_OPERATOR_HOURS)
        assert done.returncode == 0, done.stderr
        return done.stdout, done.stderr

    token, aside = run("--operator", "Olga")
    said = jwt.decode(token.strip(), options={"verify_signature": False})
    assert said["exp"] - said["iat"] == 2 * 60 * 60
    assert said["jti"] in aside
    run("give", "list")
    assert [line.count("yes") for line in run("list")[0].splitlines() if said["jti"] in line] == [1]
    assert said["jti"] in run("revoke", token.strip())[0]
    [line] = [line for line in run("list")[0].splitlines() if said["jti"] in line]
    assert "yes" in line
    assert "revoked" in line
    assert said["sub"] in run("revoke", "--player", said["sub"])[0].replace("\n", "")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "either a token, or"),
        (("x", "--player", "y"), "either a token, or"),
        (("--player", "nobody"), "no such player"),
        (("a.b.c",), "neither a token nor the id of a token"),
    ],
)
def test_invalid_revocation_is_reported(
    kibitz: Kibitz, tmp_path: Path, empty_data: Path, arguments: tuple[str, ...], said: str
) -> None:
    data = Path(shutil.copytree(empty_data, tmp_path / "data"))
    done = kibitz("token", "revoke", *arguments, "--data-dir", data)
    assert (done.returncode, done.stdout) == (1, "")
    assert said in done.stderr
