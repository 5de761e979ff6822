"""Games as files in the format `kibitz/game/v1`, as an honest server plays and exports them.

`GameFile` has records as earlier releases wrote them, without commitments: tests can change single events.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

import msgspec

from application.codec import RecordedEvent, StoredForm, default_codec
from application.export.game_file import game_file
from application.games.croupier import Croupier, CroupierState, seeded_entropy
from domain import commands as c
from domain import events as e
from domain.machine import player_of
from domain.shuffles import deal
from domain.state import Stage
from domain.visibility import SPECTATOR, Viewer, marks

Json = dict[str, Any]
GAME: Final = "00000000-0000-4000-8000-00000000006e"
BEGINNING: Final = datetime(2026, 11, 24, 12, 0, 0, 123456, tzinfo=UTC)
PLAYERS: Final = tuple(letter * 32 for letter in "abcdefgh")
SEEDS: Final = dict(zip(PLAYERS, (digit * 64 for digit in "12345678"), strict=True))
"""The seeds of the players."""


class Recorded(NamedTuple):
    """An event with the time and the caller of its command."""

    at: datetime
    by: str | None
    event: e.Event


class HonestServer:
    """Carries out commands on one game; its clock advances by a second with each."""

    def __init__(self, entropy: int = 0) -> None:
        self.now = BEGINNING
        self.croupier = Croupier(seeded_entropy(entropy), clock=lambda: self.now)
        self.known = CroupierState()
        self.recorded: list[Recorded] = []

    def create(self, variant: str, *, by: str = PLAYERS[0], takes_seeds: bool = True, **options: Any) -> None:
        """Create the game; one that takes no seeds is as games were before deal/v1."""
        created, *others = self.croupier.create(c.CreateGame(by=by, variant=variant, options=options))[1]
        if not takes_seeds:
            created = msgspec.structs.replace(created, deal=None)
        self.known = self.known.after((created, *others))
        self._record(by, (created, *others))

    def carry_out(self, command: c.Command | c.SystemCommand) -> None:
        """Carry out a command with its consequences."""
        self.known, events = self.croupier.carry_out(self.known, command)
        self._record(command.by, events)

    def _record(self, by: str | None, events: Iterable[e.Event]) -> None:
        self.recorded += [Recorded(self.now, by, event) for event in events]
        self.now += timedelta(seconds=1)

    def commit(self, player: str, seed: str | None = None) -> None:
        """Commit to the player's seed or to another one."""
        dealt = self.known.game.deal
        assert dealt is not None
        commitment = deal.seed_commitment(dealt.foot, player, seed or SEEDS[player])
        self.carry_out(c.CommitSeed(by=player, commitment=commitment))

    def reveal(self, player: str) -> None:
        """Reveal the player's seed."""
        self.carry_out(c.RevealSeed(by=player, seed=SEEDS[player]))

    def start(self, seeds: Sequence[str] = (), absent: Sequence[str] = ()) -> None:
        """Start the game; all but the absent reveal their seeds, for which the start then waits."""
        self.carry_out(c.StartGame(by=PLAYERS[0]))
        for player in seeds:
            if player not in absent:
                self.reveal(player)
        if absent:
            self.now += timedelta(seconds=10)
            self.carry_out(c.StartGame(by=PLAYERS[0]))

    def play_on(self, moves: int) -> None:
        """Make the moves that the machine player suggests."""
        for _ in range(moves):
            game = self.known.game
            assert game.stage is Stage.PLAYING
            seat = game.rules.to_move(game.table)[0]
            self.carry_out(player_of(game.variant)(self.known.views[seat].game, seat))

    def play_to_the_end(self) -> None:
        """Hand all seats to the machine, which plays the game to its end."""
        for seat in self.known.game.seats:
            if not seat.automated and self.known.game.stage is Stage.PLAYING:
                self.carry_out(c.AutomateSeat(by=seat.player))

    def export(self, viewer: Viewer = SPECTATOR) -> GameFile:
        """Return the game's file as a seat or a spectator may read it, in the form of an earlier release."""
        return GameFile([*records(self.recorded, viewer)])

    def sealed_file(self, viewer: Viewer = SPECTATOR) -> str:
        """Return the game's file as a seat or a spectator may read it, with records of log/v1."""
        created = self.recorded[0].event
        assert isinstance(created, e.GameCreated)
        secret, encode = created.secret, default_codec().encode
        assert secret is not None
        forms = [StoredForm(*encode(each.event), secret) for each in self.recorded]
        recorded = [
            RecordedEvent(
                game=UUID(GAME), version=version, position=version, at=at, by=by, command_id=None, event=event
            )
            for version, (at, by, event) in enumerate(self.recorded, 1)
        ]
        return game_file(recorded, forms, viewer).decode()


def begun(
    variant: str,
    seeds: Sequence[str] = PLAYERS[:2],
    absent: Sequence[str] = (),
    *,
    people: int = 2,
    machines: int = 0,
    entropy: int = 0,
    **options: Any,
) -> HonestServer:
    """Return the server of a game that has started; `seeds` are the players who commit to one."""
    server = HonestServer(entropy)
    server.create(variant, **options)
    for player in PLAYERS[1:people]:
        server.carry_out(c.JoinGame(by=player))
    if machines:
        server.carry_out(c.FillSeats(by=PLAYERS[0], count=machines))
    for player in seeds:
        server.commit(player)
    server.start(seeds, absent)
    return server


def records(recorded: Iterable[Recorded], viewer: Viewer = SPECTATOR) -> Iterable[Json]:
    """Yield the records of events, with the marked fields that the viewer may read in `open`."""
    events = [*recorded]
    revealed = {each.event.shuffle for each in events if isinstance(each.event, e.DeckRevealed)}
    for version, (at, by, event) in enumerate(events, 1):
        fields = msgspec.json.decode(msgspec.json.encode(event))
        opened = {}
        for name, mark in marks(type(event)):
            value = fields.pop(name)
            if mark.admits(event, viewer) or (mark.until and getattr(event, mark.until) in revealed):
                opened[name] = [None, value]
        record = {"at": microseconds(at), "by": by, "event": fields, "game": GAME, "version": version}
        yield record | ({"open": opened} if opened else {})


def microseconds(at: datetime) -> int:
    """Return the microseconds from 1970 to a time."""
    return (at - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(microseconds=1)


class GameFile:
    """The lines of a file, which can be changed to falsify the game."""

    def __init__(self, records: list[Json]) -> None:
        self.header: Json = {"format": "kibitz/game/v1"}
        self.records = records

    def copy(self) -> GameFile:
        """Return a copy whose changes do not affect this file."""
        copied = GameFile(deepcopy(self.records))
        copied.header = dict(self.header)
        return copied

    def versions(self, kind: str) -> list[int]:
        """Return the versions of all events of a type."""
        return [record["version"] for record in self.records if record["event"]["type"] == kind]

    def record(self, kind: str, occurrence: int = 0) -> Json:
        """Return the record of an event by its type; the last one has the occurrence -1."""
        return self.records[self.versions(kind)[occurrence] - 1]

    def change(self, kind: str, occurrence: int = 0, /, **fields: Any) -> GameFile:
        """Change fields of an event; fields that are in `open` are changed there."""
        record = self.record(kind, occurrence)
        for name, value in fields.items():
            if name in record.get("open", {}):
                record["open"][name] = [None, value]
            else:
                record["event"][name] = value
        return self

    def remove(self, *versions: int) -> GameFile:
        """Remove events and renumber the others."""
        self.records = [record for record in self.records if record["version"] not in versions]
        return self.renumber()

    def insert(self, version: int, event: Json, **others: Any) -> GameFile:
        """Insert an event so that it gets a version, and renumber the others."""
        neighbour = self.records[min(version, len(self.records)) - 1]
        record = {name: neighbour[name] for name in ("at", "by", "game")} | others
        self.records.insert(version - 1, record | {"event": event})
        return self.renumber()

    def move(self, version: int, to: int) -> GameFile:
        """Move an event to another version, and renumber the others."""
        self.records.insert(to - 1, self.records.pop(version - 1))
        return self.renumber()

    def renumber(self) -> GameFile:
        """Give the records the versions from 1 on, in their order."""
        for version, record in enumerate(self.records, 1):
            record["version"] = version
        return self

    @property
    def text(self) -> str:
        """The content of the file."""
        return "".join(
            f"{json.dumps(each, separators=(',', ':'))}\n" for each in (self.header, *self.records)
        )


def seats_of(*parts: tuple[str, str | None, str | None]) -> list[Mapping[str, str | None]]:
    """Return seats as both verifiers take them: player, commitment and seed."""
    return [dict(zip(("player", "commitment", "seed"), part, strict=True)) for part in parts]
