"""Viewers who may read the same get the same objects, and others never do."""

from __future__ import annotations

from uuid import UUID

from application.watching.readable_commit import ReadableCommit
from domain.events import HandDealt
from domain.visibility import NOTHING_REVEALED, SPECTATOR, redact
from tests.api.execution.test_shared_messages import recorded
from tests.laws.playouts import playout


def test_only_the_owner_of_a_hand_gets_other_objects_than_everyone_else() -> None:
    commits = recorded(playout("hundred-and-ten", 1), UUID(int=5))
    commit = next(each for each in commits if any(isinstance(one.event, HandDealt) for one in each))
    readable = ReadableCommit(commit, NOTHING_REVEALED)
    viewers = (SPECTATOR, 0, 1)
    events = {viewer: readable.events_for(viewer) for viewer in viewers}
    for place, each in enumerate(commit):
        for viewer in viewers:
            assert events[viewer][place].event == redact(each.event, viewer, NOTHING_REVEALED)
        if isinstance(each.event, HandDealt):
            owner = each.event.seat
            shown = {id(events[viewer][place]) for viewer in viewers if viewer != owner}
            assert len(shown) == 1
            assert owner not in events or id(events[owner][place]) not in shown


def test_viewers_from_whom_nothing_is_hidden_get_the_same_items() -> None:
    commits = recorded(playout("hundred-and-ten", 1), UUID(int=5))
    readable = ReadableCommit(next(commits), NOTHING_REVEALED)
    assert readable.events_for(SPECTATOR) is readable.events_for(0) is readable.events_for(1)
