"""Players: ids that the server mints, and names that identify nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError, Event
from typing import Any

import pytest
from sqlalchemy import URL, Engine, create_engine, make_url, text
from sqlalchemy.event import listen

from application.players.player_names import ERASED_NAME, MAX_NAME_LENGTH
from application.players.registry import GUEST, ErasedPlayer, PlayerIdentity, Player, Players, new_player
from application.refusals import InvalidName, UnknownPlayer
from application.store.sqlite.store import SQLiteStore

SECRET = "a secret that is long enough to sign with"


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = create_engine(URL.create("sqlite", database=str(tmp_path / "log.db")))
    yield engine
    engine.dispose()


@pytest.fixture(params=["sqlite", "postgresql"])
def either(request: pytest.FixtureRequest, engine: Engine) -> Iterator[Players]:
    """Players in each of the two databases."""
    if request.param == "sqlite":
        yield Players(engine, SECRET)
        return
    url = make_url(request.getfixturevalue("postgres_url")).set(drivername="postgresql+psycopg")
    on_server = create_engine(url)
    yield Players(on_server, SECRET)
    on_server.dispose()


@pytest.fixture
def players(engine: Engine) -> Players:
    return Players(engine, SECRET)


async def test_guests_of_one_name_are_different_players(players: Players) -> None:
    first, second = await players.guest("Ann"), await players.guest("Ann")
    assert first.id != second.id
    assert first.name == second.name == "Ann"


async def test_an_id_is_random_and_tells_nothing_of_the_player(players: Players) -> None:
    player = await players.guest("Ann")
    assert len(bytes.fromhex(player.id)) == 16
    assert not player.id.startswith("machine-")


async def test_the_operator_gets_the_same_player_for_the_same_name(players: Players, engine: Engine) -> None:
    ann = await players.local("Ann")
    assert await players.local(" Ann ") == ann
    assert await Players(engine, SECRET).local("Ann") == ann
    assert (await players.local("ann")).id != ann.id
    assert (await players.guest("Ann")).id != ann.id


async def test_one_name_asked_for_twice_at_once_gives_one_player(
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


async def test_players_are_kept_beside_the_log_and_the_log_does_not_mind(
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
    [(" Ann ", "Ann"), ("x" * MAX_NAME_LENGTH, "x" * MAX_NAME_LENGTH), ("Åse 李", "Åse 李"), ("'; --", "'; --")],
)
async def test_names_are_taken_as_they_are_but_for_space_around_them(
    players: Players, name: str, known_as: str
) -> None:
    assert (await players.guest(name)).name == known_as
    assert (await players.local(name)).name == known_as


@pytest.mark.parametrize("name", ["", " \t ", "x" * (MAX_NAME_LENGTH + 1), "a\nb", "\x07", "\u2028", "\ud800"])
async def test_what_cannot_be_a_name_is_refused_and_makes_nobody(players: Players, name: str) -> None:
    for sign_in in (players.guest, players.local):
        with pytest.raises(InvalidName) as refusal:
            await sign_in(name)
        assert (refusal.value.name, refusal.value.most) == (name.strip(), MAX_NAME_LENGTH)


# Other names, and none.

ISSUER = "https://id.example.org"


async def test_a_player_is_called_otherwise(either: Players) -> None:
    ann, bob = await either.guest("Ann"), await either.local("Bob")
    assert await either.rename(ann.id, " Queen of Spades ") == Player(id=ann.id, name="Queen of Spades")
    assert await either.get(ann.id) == Player(id=ann.id, name="Queen of Spades")
    assert await either.get(bob.id) == bob
    await either.rename(bob.id, "Robert")
    # To the operator it is who it was.
    assert (await either.local("Bob")).id == bob.id
    with pytest.raises(InvalidName):
        await either.rename(ann.id, "")
    with pytest.raises(UnknownPlayer):
        await either.rename("nobody", "Ann")
    assert await either.get("nobody") is None


async def test_an_erased_player_has_no_name_and_is_not_unknown(either: Players) -> None:
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


async def test_what_another_process_changes_is_noticed_soon_and_what_this_one_does_at_once(
    either: Players,
) -> None:
    other, soon = Players(either._engine, SECRET), 0.2
    either = Players(either._engine, SECRET, noticed_within=soon)
    ann = await either.guest("Ann")
    assert await either.get(ann.id) == ann
    await other.rename(ann.id, "Annie")
    assert (await other.named([ann.id]))[ann.id].name == "Annie"
    await asyncio.sleep(soon)
    assert (await either.named([ann.id]))[ann.id].name == "Annie"
    await either.rename(ann.id, "Anna")
    assert (await either.named([ann.id]))[ann.id].name == "Anna"
    await other.erase(ann.id)
    await asyncio.sleep(soon)
    assert await either.get(ann.id) is None


async def test_who_was_unknown_is_looked_for_anew(players: Players) -> None:
    other = Players(players._engine, SECRET)
    bob = new_player("Bob")
    assert await players.get(bob.id) is None
    await asyncio.to_thread(other._insert, bob, GUEST, bob.id)
    assert await players.get(bob.id) == bob


async def test_what_was_read_while_it_changed_is_not_remembered(
    players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, read, held = await players.guest("Ann"), players._named, Event()
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    def slow(wanted: set[str]) -> dict[str, Player]:
        found = read(wanted)
        loop.call_soon_threadsafe(begun.set)
        assert held.wait(5)
        return found

    monkeypatch.setattr(players, "_named", slow)
    looking = asyncio.ensure_future(players.get(ann.id))
    await begun.wait()
    await players.erase(ann.id)
    held.set()
    assert await looking == ann
    assert await players.get(ann.id) is None


async def test_what_was_read_before_another_process_changed_it_is_not_remembered(
    players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    players, other = Players(players._engine, SECRET, noticed_within=0), Players(players._engine, SECRET)
    ann, read, held = await players.guest("Ann"), players._named, Event()
    begun = asyncio.Event()
    loop = asyncio.get_running_loop()

    def slow(wanted: set[str]) -> dict[str, Player]:
        found = read(wanted)
        loop.call_soon_threadsafe(begun.set)
        assert held.wait(5)
        return found

    monkeypatch.setattr(players, "_named", slow)
    looking = asyncio.ensure_future(players.get(ann.id))
    await begun.wait()
    await other.rename(ann.id, "Annie")
    # Who asks for nobody notices the change all the same.
    await players.named([])
    held.set()
    assert await looking == ann
    assert await players.get(ann.id) == Player(id=ann.id, name="Annie")


async def test_who_is_remembered_is_not_asked_for_again_while_nobody_changes(players: Players) -> None:
    players = Players(players._engine, SECRET, noticed_within=0.05)
    known = [await players.guest(f"Guest {number}") for number in range(5)]
    asked: list[str] = []
    listen(players._engine, "before_cursor_execute", lambda *said: asked.append(said[2]))
    for _ in range(10):
        assert len(await asyncio.gather(*(players.get(each.id) for each in known))) == 5
        await asyncio.sleep(0.02)
    about_players = [each for each in asked if "FROM players\n" in each or "FROM players " in each]
    assert len(about_players) == 5
    assert 2 <= len(asked) - len(about_players) <= 6


async def test_an_erased_player_of_the_operator_comes_back_as_another(either: Players) -> None:
    ann = await either.local("Ann")
    await either.erase(ann.id)
    assert (await either.local("Ann")).id != ann.id


async def test_of_an_erased_player_nothing_is_left_that_names_it(players: Players, tmp_path: Path) -> None:
    name, subject = "Ann the Unforgettable", "subject-of-ann-at-the-provider"
    ann = await players.sign_in_with_provider(ISSUER, subject, name, since=0)
    await players.rename(ann.id, f"{name} II")
    await players.erase(ann.id)
    file = (tmp_path / "log.db").read_bytes()
    assert ann.id.encode() in file
    for text_of_ann in (name, subject):
        assert text_of_ann.encode() not in file


async def test_who_is_known_at_an_identity_provider_is_found_by_that(either: Players) -> None:
    ann = await either.sign_in_with_provider(ISSUER, "ann-of-ely", "Ann", since=0)
    assert await either.find("ann-of-ely") == [PlayerIdentity(player=ann, issuer=ISSUER, subject="ann-of-ely")]
    assert await either.find("Ann") == await either.find(ann.id) == await either.find("ann-of-ely")
    other = await either.sign_in_with_provider("https://elsewhere.example.org", "ann-of-ely", "Ann", since=0)
    assert other.id != ann.id
    assert {each.player.id for each in await either.find("Ann")} == {ann.id, other.id}


async def test_first_calls_of_one_person_at_once_make_one_player(either: Players) -> None:
    found = await asyncio.gather(*(either.sign_in_with_provider(ISSUER, "ann", f"Ann {n}", since=0) for n in range(8)))
    assert len({player.id for player in found}) == 1
    assert len({player.name for player in found}) == 1


async def test_by_tokens_from_before_an_erased_player_does_not_come_back(
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
    # And once more.
    monkeypatch.setattr("application.players.registry.time", lambda: 200.0)
    await either.erase(again.id)
    with pytest.raises(ErasedPlayer):
        await either.sign_in_with_provider(ISSUER, "ann", "Ann", since=150)
    assert (await either.sign_in_with_provider(ISSUER, "bob", "Bob", since=90)).name == "Bob"
    assert (await either.sign_in_with_provider("https://elsewhere.example.org", "ann", "Ann", since=90)).name == "Ann"
    assert await either.erased([ann.id, again.id]) == {ann.id, again.id}


async def test_a_table_from_before_players_could_be_erased_is_taken_as_it_is(engine: Engine) -> None:
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
async def test_an_old_name_is_in_no_file_of_the_log_while_that_is_in_use(tmp_path: Path, how: str) -> None:
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
