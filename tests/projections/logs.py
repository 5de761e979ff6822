"""Logs of whole games, projections for tests, and the rows of projections."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import Any, ClassVar
from uuid import UUID

from sqlalchemy import Column, Integer, MetaData, String, Table, Uuid, select

from application.codec import GameId, RecordedEvent
from application.games.croupier import Croupier, CroupierState, seeded_entropy
from application.store.port import Append, LogSlice, Store
from domain.commands import (
    AutomateSeat,
    Command,
    CreateGame,
    FillSeats,
    InvitePlayer,
    JoinGame,
    LeaveGame,
    StartGame,
    WithdrawInvitation,
)
from domain.events import Access, Event, InvitationDeclined, PlayerId, PlayerInvited
from domain.rules import variants
from projections.database.connections import ReadDatabase
from projections.engine.batches import write_slice
from projections.engine.generations import Role, active_tables, advance, ensure, tracked
from projections.engine.projection import Change, Naming, Projection, Put, Rows, Tables, by_game
from projections.engine.slice_completion import completed

NOON = datetime(2026, 4, 1, 12, tzinfo=UTC)

Log = tuple[Event, ...]


def game_id(number: int) -> GameId:
    return UUID(int=number)


@cache
def story(variant: str, seed: int, access: Access = Access.PUBLIC, *, start: bool = True) -> Log:
    """Play a game of machines to its end; players join and leave before the start."""
    return played(
        seed,
        CreateGame(by="ada", variant=variant, access=access),
        InvitePlayer(by="ada", player="ben"),
        InvitePlayer(by="ada", player="cleo"),
        JoinGame(by="ben"),
        WithdrawInvitation(by="ben", player="cleo"),
        InvitePlayer(by="ben", player="dora"),
        *(
            (FillSeats(by="ada"), *(AutomateSeat(by=by) for by in ("ada", "ben")), StartGame(by="ada"))
            if start
            else ()
        ),
    )


def played(seed: int, create: CreateGame, *commands: Command) -> Log:
    """Return the events of the commands."""
    croupier = Croupier(seeded_entropy(seed))
    known: CroupierState
    known, events = croupier.create(create)
    log = list(events)
    for command in commands:
        known, events = croupier.carry_out(known, command)
        log += events
    return tuple(log)


@cache
def deserted() -> Log:
    """Return a lobby that a player has left, of a game that has not begun."""
    create = CreateGame(by="ada", variant="oh-hell")
    return played(0, create, JoinGame(by="ben"), JoinGame(by="cleo"), LeaveGame(by="ben"))


async def append(store: Store, game: GameId, *events: Event, by: PlayerId = "ada") -> Sequence[RecordedEvent]:
    """Append events to a game."""
    version = await store.version(game)
    at = NOON + timedelta(seconds=await store.head())
    return await store.append(Append(game=game, after=version, events=events, at=at, by=by))


async def interleave(store: Store, logs: Iterable[Log], seed: int = 0, most: int = 9) -> None:
    """Append several games, a few events at a time and at most so many, as if played at once."""
    chance = Random(seed)
    waiting = [(game_id(number), list(log)) for number, log in enumerate(logs, 1)]
    # Asked once and then known, since a database takes as long to answer as to append.
    head, versions = await store.head(), {game: await store.version(game) for game, _ in waiting}
    while waiting:
        turn = chance.randrange(len(waiting))
        game, events = waiting[turn]
        some = tuple(events[: chance.randint(1, most)])
        at = NOON + timedelta(seconds=head)
        last = (await store.append(Append(game=game, after=versions[game], events=some, at=at, by="ada")))[-1]
        head, versions[game] = last.position, last.version
        del events[: len(some)]
        if not events:
            del waiting[turn]


async def games_of_all_variants(store: Store, length: int = 160) -> None:
    """Append the beginnings of a public and a private game of each variant, and a lobby."""
    logs = [
        story(variant, seed, access)[:length] for seed, variant in enumerate(variants()) for access in Access
    ]
    logs += [story(variant, 7, start=False) for variant in variants()]
    await interleave(store, logs)


async def project(
    store: Store, database: ReadDatabase, projection: Projection, batch: int = 1000, upto: int | None = None
) -> None:
    """Bring a projection up to the log's head, or to a position, in batches."""
    position = (await database.write(ensure, projection)).position

    async def write(log_slice: LogSlice) -> Any:
        return await database.write(advance, projection, await completed(store, log_slice, [projection]))

    last = await store.head() if upto is None else upto
    while position < last:
        length = min(batch, last - position)
        position = await write_slice(await store.read_slice(position, length, projection.kinds), write)


def rows(database: ReadDatabase, projection: Projection) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of a projection by table, in the order of the primary keys."""
    with database.reading() as connection:
        return {
            name: [
                tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key.columns))
            ]
            for name, table in active_tables(connection, projection).items()
        }


def generation(database: ReadDatabase, projection: Projection) -> int:
    with database.reading() as connection:
        active = tracked(connection, projection, Role.ACTIVE)
    assert active is not None
    return active.generation


class Tally(Projection):
    """Counts the events of each game: an event folded twice or not at all changes the sum."""

    name: ClassVar[str] = "tally"
    version: ClassVar[int] = 1

    def define(self, metadata: MetaData, called: Naming) -> Tables:
        columns = Column("game", Uuid, primary_key=True), Column("events", Integer), Column("last", String)
        return {"tally": Table(called("tally"), metadata, *columns)}

    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        counted = {row["game"]: row["events"] for row in rows["tally"]}
        return [
            Put(
                "tally",
                [
                    {
                        "game": game,
                        "events": counted.get(game, 0) + len(events),
                        "last": type(events[-1].event).__name__,
                    }
                    for game, events in by_game(batch).items()
                ],
            )
        ]


class Picky(Tally):
    """A tally that cannot fold an invitation of `poison`, until it is healed."""

    name = "picky"

    def __init__(self, *, healed: bool = False) -> None:
        self.healed = healed

    def fold(self, rows: Rows, batch: Sequence[RecordedEvent]) -> list[Change]:
        if not self.healed and any(each.event == POISON for each in batch):
            raise ZeroDivisionError("this one I cannot take")
        return super().fold(rows, batch)


POISON = PlayerInvited(player="poison", inviter="ada")


def invitation(number: int) -> PlayerInvited | InvitationDeclined:
    """Return the numbered one of an endless series of small lobby events."""
    player = f"guest-{number // 2}"
    if number % 2:
        return InvitationDeclined(player=player)
    return PlayerInvited(player=player, inviter="ada")


async def chatter(store: Store, games: int = 3, events: int = 10) -> None:
    """Append some lobby events of several games."""
    for number in range(games):
        opening = played(number, CreateGame(by="ada", variant=next(iter(variants()))))
        await append(store, game_id(number + 1), *opening, *map(invitation, range(events)))
