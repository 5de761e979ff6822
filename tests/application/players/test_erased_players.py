"""Erased players: nothing that names them remains, and old tokens do not restore them."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, text

from application.players.player_names import ERASED_NAME
from application.players.registry import ErasedPlayer, Player, Players
from application.refusals import UnknownPlayer
from application.store.sqlite.store import SQLiteStore
from tests.application.players.identities import ISSUER, SECRET


async def test_erased_player_has_no_name_but_is_known(either: Players) -> None:
    ann, bob = await either.guest("Ann"), await either.guest("Bob")
    await either.erase(ann.id)
    assert await either.get(ann.id) is None
    assert await either.named([ann.id, bob.id, "nobody"]) == {
        ann.id: Player(id=ann.id, name=ERASED_NAME, erased=True),
        bob.id: bob,
    }
    assert await either.erased([ann.id, bob.id, "nobody"]) == {ann.id}
    assert await either.find("Ann") == await either.find(ann.id) == []
    for again in (ann.id, "nobody"):
        with pytest.raises(UnknownPlayer):
            await either.erase(again)
        with pytest.raises(UnknownPlayer):
            await either.rename(again, "Ann")


async def test_erased_name_gets_a_new_player_from_the_operator(either: Players) -> None:
    ann = await either.local("Ann")
    await either.erase(ann.id)
    assert (await either.local("Ann")).id != ann.id


async def test_nothing_stored_names_an_erased_player(players: Players, tmp_path: Path) -> None:
    name, subject = "Ann the Unforgettable", "subject-of-ann-at-the-provider"
    ann = await players.sign_in_with_provider(ISSUER, subject, name, since=0)
    await players.rename(ann.id, f"{name} II")
    await players.erase(ann.id)
    file = (tmp_path / "log.db").read_bytes()
    assert ann.id.encode() in file
    for text_of_ann in (name, subject):
        assert text_of_ann.encode() not in file


async def test_old_tokens_do_not_restore_an_erased_player(
    either: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await either.sign_in_with_provider(ISSUER, "ann", "Ann", since=90)
    monkeypatch.setattr("application.players.registry.time", lambda: 100.9)
    await either.erase(ann.id)
    for since in (90, 100):
        with pytest.raises(ErasedPlayer):
            await either.sign_in_with_provider(ISSUER, "ann", "Ann", since=since)
    again = await either.sign_in_with_provider(ISSUER, "ann", "Ann", since=101)
    assert again.id != ann.id
    # The player who signed in again is erased, too.
    monkeypatch.setattr("application.players.registry.time", lambda: 200.0)
    await either.erase(again.id)
    with pytest.raises(ErasedPlayer):
        await either.sign_in_with_provider(ISSUER, "ann", "Ann", since=150)
    assert (await either.sign_in_with_provider(ISSUER, "bob", "Bob", since=90)).name == "Bob"
    assert (
        await either.sign_in_with_provider("https://elsewhere.example.org", "ann", "Ann", since=90)
    ).name == "Ann"
    assert await either.erased([ann.id, again.id]) == {ann.id, again.id}


async def test_tables_created_before_erasure_existed_are_migrated(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(
            text(
                "CREATE TABLE players (id VARCHAR NOT NULL PRIMARY KEY, issuer VARCHAR NOT NULL, "
                "subject VARCHAR NOT NULL, name VARCHAR NOT NULL, UNIQUE (issuer, subject))"
            )
        )
        connection.execute(text("INSERT INTO players VALUES ('1', 'guest', '1', 'Ann')"))
    players = Players(engine, SECRET)
    assert await players.get("1") == Player(id="1", name="Ann")
    await players.erase("1")
    assert (await players.named(["1"]))["1"].name == ERASED_NAME


@pytest.mark.parametrize("how", ["renamed", "erased"])
async def test_old_name_is_in_no_file_of_an_open_log(tmp_path: Path, how: str) -> None:
    store = SQLiteStore(tmp_path / "log.db")
    engine = create_engine(f"sqlite:///{tmp_path / 'log.db'}")
    players = Players(engine, "secret")

    def legible(name: str) -> bool:
        return any(name.encode() in each.read_bytes() for each in tmp_path.glob("log.db*"))

    player = await players.guest("Zebulon")
    assert await store.head() == 0
    assert legible("Zebulon")
    if how == "renamed":
        await players.rename(player.id, "Quentin")
        assert legible("Quentin")
    else:
        await players.erase(player.id)
    assert not legible("Zebulon")
    engine.dispose()
    await store.close()
