"""Checks a log against acknowledgements: complete, without duplicates, in order."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from typing import NamedTuple

import pytest

from application.codec import RecordedEvent
from application.store.port import CommandTaken, Store
from tests.application.store import a_command
from tests.faults.harness.command_history import Looked, Written, violations

_BATCH = 5000


class Verdict(NamedTuple):
    """Counts of checked commands and events."""

    events: int
    commands: int
    looks: int


async def checked_log(
    store: Store, caller: str, written: Sequence[Written], looked: Sequence[Looked], repeats: int = 50
) -> Verdict:
    """Check a log against the acknowledged commands: none is lost, doubled or out of order."""
    versions: defaultdict[str, int] = defaultdict(int)
    found: defaultdict[tuple[str, str | None], list[RecordedEvent]] = defaultdict(list)
    position = 0
    async for recorded in _log(store):
        position += 1
        assert recorded.position == position, "a position is missing"
        game = str(recorded.game)
        versions[game] += 1
        assert recorded.version == versions[game], f"a version of {game} is missing"
        found[game, recorded.command_id].append(recorded)
    assert await store.head() == position
    acknowledged = {(each.game, each.command_id): each for each in written}
    assert len(acknowledged) == len(written), "a command was acknowledged twice"
    assert acknowledged.keys() == found.keys(), "not what was acknowledged"
    for key, command in acknowledged.items():
        events = found[key]
        assert [each.version for each in events] == [*range(command.first, command.last + 1)], command
        assert events[-1].position - events[0].position == len(events) - 1, "others' events lie between"
        row = await store.command(command.game, caller, command.command_id)
        assert row is not None, command
        assert (str(row.game), row.first, row.last) == (command.game, command.first, command.last)
    step = max(1, len(written) // repeats)
    for command in written[::step]:
        await _is_known(store, caller, found[command.game, command.command_id], versions[command.game])
    assert await store.head() == position, "a repeat was carried out"
    assert violations(written, looked) == []
    return Verdict(position, len(written), len(looked))


async def _is_known(store: Store, caller: str, events: Sequence[RecordedEvent], version: int) -> None:
    """Repeat a command at the current version of its game."""
    command_id = events[0].command_id
    assert command_id is not None
    with pytest.raises(CommandTaken) as taken:
        await store.append(a_command(command_id, events[0].game, version, by=caller))
    assert (taken.value.row.first, taken.value.row.last) == (events[0].version, events[-1].version)


async def _log(store: Store) -> AsyncIterator[RecordedEvent]:
    position = 0
    while batch := await store.select(position, _BATCH):
        for recorded in batch:
            yield recorded
        position = batch[-1].position
