"""The players' registry: ids, names, and sign-in with an identity provider."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from typing import Any

import pytest
from sqlalchemy import Engine

from application.players.player_names import MAX_NAME_LENGTH
from application.players.registry import Player, PlayerIdentity, Players
from application.refusals import InvalidName, UnknownPlayer
from application.store.sqlite.store import SQLiteStore
from tests.application.players.identities import ISSUER, SECRET


async def test_guests_with_the_same_name_are_different_players(players: Players) -> None:
    first, second = await players.guest("Ann"), await players.guest("Ann")
    assert first.id != second.id
    assert first.name == second.name == "Ann"


async def test_id_is_random_and_reveals_nothing_about_the_player(players: Players) -> None:
    player = await players.guest("Ann")
    assert len(bytes.fromhex(player.id)) == 16
    assert not player.id.startswith("machine-")


async def test_the_operator_gets_the_same_player_for_the_same_name(players: Players, engine: Engine) -> None:
    ann = await players.local("Ann")
    assert await players.local(" Ann ") == ann
    assert await Players(engine, SECRET).local("Ann") == ann
    assert (await players.local("ann")).id != ann.id
    assert (await players.guest("Ann")).id != ann.id


async def test_concurrent_requests_for_one_name_create_one_player(
    players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    insert, both_have_looked = Players._insert, Barrier(2)

    def insert_together(self: Players, *row: Any) -> None:
        with suppress(BrokenBarrierError):
            both_have_looked.wait(timeout=1)
        insert(self, *row)

    monkeypatch.setattr(Players, "_insert", insert_together)
    first, second = await asyncio.gather(players.local("Ann"), players.local("Ann"))
    assert first == second


async def test_players_are_found_by_their_ids(players: Players) -> None:
    ann, bob = await players.guest("Ann"), await players.local("Bob")
    assert await players.get(ann.id) == ann
    assert await players.get("nobody") is None
    assert await players.get("Ann") is None
    assert await players.named([ann.id, bob.id, ann.id, "nobody"]) == {ann.id: ann, bob.id: bob}
    assert await players.named([]) == {}


async def test_many_players_are_found_at_once(players: Players) -> None:
    guests = [await players.guest(f"Guest {number}") for number in range(20)]
    unknown = [f"nobody {number}" for number in range(2000)]
    found = await players.named([*unknown, *(guest.id for guest in guests)])
    assert len(found) == len(guests)


async def test_players_are_stored_beside_the_log_without_affecting_it(
    players: Players, engine: Engine, tmp_path: Path
) -> None:
    ann = await players.guest("Ann")
    store = SQLiteStore(tmp_path / "log.db")
    assert await store.head() == 0
    assert await players.get(ann.id) == ann
    await store.close()
    assert await Players(engine, SECRET).get(ann.id) == ann


@pytest.mark.parametrize(
    ("name", "known_as"),
    [
        (" Ann ", "Ann"),
        ("x" * MAX_NAME_LENGTH, "x" * MAX_NAME_LENGTH),
        ("Åse 李", "Åse 李"),
        ("'; --", "'; --"),
    ],
)
async def test_names_are_stored_without_surrounding_space(players: Players, name: str, known_as: str) -> None:
    assert (await players.guest(name)).name == known_as
    assert (await players.local(name)).name == known_as


@pytest.mark.parametrize(
    "name", ["", " \t ", "x" * (MAX_NAME_LENGTH + 1), "a\nb", "\x07", "\u2028", "\ud800"]
)
async def test_an_invalid_name_is_refused_and_creates_no_player(players: Players, name: str) -> None:
    for sign_in in (players.guest, players.local):
        with pytest.raises(InvalidName) as refusal:
            await sign_in(name)
        assert (refusal.value.name, refusal.value.most) == (name.strip(), MAX_NAME_LENGTH)


async def test_a_player_can_be_renamed(either: Players) -> None:
    ann, bob = await either.guest("Ann"), await either.local("Bob")
    assert await either.rename(ann.id, " Queen of Spades ") == Player(id=ann.id, name="Queen of Spades")
    assert await either.get(ann.id) == Player(id=ann.id, name="Queen of Spades")
    assert await either.get(bob.id) == bob
    await either.rename(bob.id, "Robert")
    # The operator's name still leads to the same player.
    assert (await either.local("Bob")).id == bob.id
    with pytest.raises(InvalidName):
        await either.rename(ann.id, "")
    with pytest.raises(UnknownPlayer):
        await either.rename("nobody", "Ann")
    assert await either.get("nobody") is None


async def test_players_are_found_by_issuer_and_subject(either: Players) -> None:
    ann = await either.sign_in_with_provider(ISSUER, "ann-of-ely", "Ann", since=0)
    assert await either.find("ann-of-ely") == [
        PlayerIdentity(player=ann, issuer=ISSUER, subject="ann-of-ely")
    ]
    assert await either.find("Ann") == await either.find(ann.id) == await either.find("ann-of-ely")
    other = await either.sign_in_with_provider("https://elsewhere.example.org", "ann-of-ely", "Ann", since=0)
    assert other.id != ann.id
    assert {each.player.id for each in await either.find("Ann")} == {ann.id, other.id}


async def test_concurrent_first_calls_of_one_person_create_one_player(either: Players) -> None:
    found = await asyncio.gather(
        *(either.sign_in_with_provider(ISSUER, "ann", f"Ann {n}", since=0) for n in range(8))
    )
    assert len({player.id for player in found}) == 1
    assert len({player.name for player in found}) == 1
