"""Text format of a playthrough: commands, their events, and at intervals the views of all viewers.

> {"type":"JoinGame","by":"bob"}               a command
3 PlayerJoined {"type":"PlayerJoined", …}      an event: version, topic and state
3 | everyone | stage = "WAITING_FOR_PLAYERS"  common to all views after that version
3 | seat 1 | places.1.hand = ["5H", …]         different for a seat, or for an onlooker
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Union
from uuid import UUID

import msgspec
from msgspec.structs import replace

from application.codec import default_codec
from application.games.croupier import Croupier, CroupierState, seeded_entropy
from domain.commands import LOBBY_COMMANDS, Command, CreateGame
from domain.events import Event, GameCreated, MachineLevel
from domain.game import legal
from domain.machine import has_player, player_of
from domain.rules import rules_of, variants
from domain.view import View
from domain.visibility import SPECTATOR
from tests.conformance.replayed_game import without_deal

EVENTS_BETWEEN_VIEWS = 25
ADDED_FIELDS = (
    "draws_numbers",
    "machine_key",
    "deal",
    "clocks",
    "votes",
    "given_up",
    "closed",
    "rematch",
    "reserved",
)

Commit = tuple[Command, tuple[Event, ...]]

_GAME = UUID(int=0)


def run_commands(
    seed: int, commands: Iterable[Command], *, takes_seeds: bool = True, options: Container[str] | None = None
) -> list[Commit]:
    """Run the commands with the entropy of the seed.

    Older games took no seeds of seats, and had no other `options` than those given.
    """
    croupier, known = Croupier(seeded_entropy(seed)), CroupierState()
    commits: list[Commit] = []
    for command in commands:
        if isinstance(command, CreateGame):
            events = croupier.create(command)[1]
            events = events if takes_seeds else without_deal(events)
            events = events if options is None else _with_only(options, events)
            known = CroupierState().after(events)
        else:
            known, events = croupier.carry_out(known, command)
        commits.append((command, events))
    return commits


def _with_only(options: Container[str], events: tuple[Event, ...]) -> tuple[Event, ...]:
    created, *others = events
    assert isinstance(created, GameCreated)
    kept = {name: value for name, value in created.options.items() if name in options}
    return replace(created, options=kept), *others


def format_playthrough(variant: str, seed: int, commits: Sequence[Commit]) -> str:
    """Return the text of a playthrough; views are folded from the events."""
    version = rules_of(variant).version
    lines = [f"# {variant}, rules version {version}, seed {seed}: python -m tests.playthroughs {variant}"]
    log: list[Event] = []
    viewed = 0
    for number, (command, events) in enumerate(commits, 1):
        # A command without these fields is written as before it could have them.
        line = f"> {_json(command)}"
        for default in ',"commitment":null', ',"reserved":[]', ',"level":"PUBLISHED"':
            line = line.replace(default, "")
        lines.append(line)
        for event in events:
            log.append(event)
            topic, state = default_codec().encode(event)
            lines.append(f"{len(log)} {topic} {state.decode()}")
        if len(log) - viewed >= EVENTS_BETWEEN_VIEWS or number in (1, len(commits)):
            viewed = len(log)
            lines += (f"{viewed} | {line}" for line in _views(log))
    return "\n".join(lines) + "\n"


def parse_playthrough(text: str) -> tuple[int, list[Commit]]:
    """Return the seed and the commits of a playthrough, with events decoded like in the store."""
    head, *lines = text.splitlines()
    seed = int(head.split("seed ")[1].split(":")[0])
    commits: list[Commit] = []
    for line in lines:
        if line.startswith("> "):
            commits.append((_decoder().decode(line[2:]), ()))
            continue
        version, topic, state = line.split(" ", 2)
        if topic != "|":
            command, events = commits[-1]
            event = default_codec().decode(_GAME, int(version), topic, state.encode())
            commits[-1] = (command, (*events, event))
    return seed, commits


def _views(log: Sequence[Event]) -> Iterator[str]:
    seats = len(View().after(log).game.seats)
    views = {f"seat {seat}": _view_fields(View(viewer=seat).after(log)) for seat in range(seats)}
    views["onlooker"] = _view_fields(View(viewer=SPECTATOR).after(log))
    public = views["onlooker"]
    common = {field for field in public if all(other.get(field) == public[field] for other in views.values())}
    yield from _fields("everyone", {field: public[field] for field in public if field in common})
    for viewer, fields in views.items():
        yield from _fields(viewer, {field: fields[field] for field in fields if field not in common})


def _view_fields(view: View) -> dict[str, Any]:
    game, seat = view.game, view.viewer
    whole = msgspec.to_builtins(game)
    # Fields that the state gained later are left out where they hold their defaults.
    left_out = {"table", *(name for name in ADDED_FIELDS if not whole[name])}
    fields = {field: whole[field] for field in whole if field not in left_out}
    for place in fields["seats"]:
        if place["level"] == MachineLevel.PUBLISHED:
            del place["level"], place["thinker"]
    if game.table is None:
        return fields
    shown = msgspec.to_builtins(game.rules.show(game.table))
    places = shown.pop("places")
    fields |= {f"table.{field}": value for field, value in shown.items()}
    for number, place in enumerate(places):
        fields |= {f"places.{number}.{field}": value for field, value in place.items()}
    if seat is not None and (offers := legal(game, seat)):
        fields["legal"] = msgspec.to_builtins(offers)
        if has_player(game.variant):
            fields["suggestion"] = msgspec.to_builtins(player_of(game.variant)(game, seat))
    return fields


def _fields(viewer: str, fields: Mapping[str, Any]) -> Iterator[str]:
    return (f"{viewer} | {field} = {_json(value)}" for field, value in fields.items())


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()


@cache
def _decoder() -> msgspec.json.Decoder[Command]:
    moves = (move for rules in variants().values() for move in rules.moves)
    kinds = tuple(dict.fromkeys((CreateGame, *LOBBY_COMMANDS, *moves)))
    return msgspec.json.Decoder(Union[kinds])  # noqa: UP007 - the kinds are known at run time only
