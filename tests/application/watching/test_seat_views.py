"""Views of seats that are folded when they are read equal those that are folded at once."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from application.watching import seat_views
from application.watching.seat_views import SeatViews
from domain.events import Event
from domain.view import View
from domain.visibility import SPECTATOR, Viewer
from tests.laws.playouts import every_variant, playout

SEED = 3
PATTERNS = {"none": 0.0, "few": 0.02, "many": 0.5, "all": 1.0}
"""How likely a view is read after a commit."""


def folded_at_once(log: list[Event], viewers: Iterator[Viewer]) -> list[View]:
    return [View(viewer=viewer, remembers=True).after(log) for viewer in viewers]


@every_variant
@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_view_folded_when_it_is_read_equals_the_one_folded_at_once(variant: str, pattern: str) -> None:
    random, log, views = Random(pattern), list[Event](), SeatViews()
    for commit in playout(variant, SEED).commits:
        before, version = views, len(log)
        views = views.copy()
        for event in commit.events:
            views.add(event)
            log.append(event)
        viewers: list[Viewer] = [SPECTATOR] if len(views) == 1 else list(range(len(views)))
        for place, viewer in enumerate(viewers):
            if random.random() < PATTERNS[pattern]:
                assert views[place] == views.of(viewer) == View(viewer=viewer, remembers=True).after(log)
        if len(before) == len(viewers) and random.random() < PATTERNS[pattern]:
            assert list(before) == folded_at_once(log[:version], iter(viewers)), "as it was before"
    assert len(views) > 1
    assert list(views) == folded_at_once(log, iter(range(len(views))))


@every_variant
def test_a_view_that_nobody_reads_keeps_few_events(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 50
    monkeypatch.setattr(seat_views, "MAX_UNFOLDED", most)
    views, commits = SeatViews(), playout(variant, SEED).commits
    longest = max(len(commit.events) for commit in commits)
    for commit in commits:
        views = views.copy()
        # A copy folds one view; the events can be forgotten once all views have them.
        assert len(views._events) <= most + len(views) * longest
        for event in commit.events:
            views.add(event)


def test_a_viewer_without_a_view_is_a_lookup_error() -> None:
    views = SeatViews()
    assert views.of(SPECTATOR) == View(remembers=True)
    with pytest.raises(LookupError):
        views.of(0)


def test_views_are_equal_if_they_show_the_same() -> None:
    commits = playout("oh-hell", SEED).commits
    one, other = SeatViews(), SeatViews()
    for commit in commits:
        for event in commit.events:
            one.add(event)
            other.add(event)
        list(one)
    assert one == other
    assert one != SeatViews()
    assert one != list(one)
