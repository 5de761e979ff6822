"""Oh Hell keeps its own secrets: bids until all are in, blind hands, and the deck that carries over."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from random import Random

import pytest

from domain import commands as c
from domain.cards import Card
from domain.game import Stage
from domain.rules.oh_hell import BLIND_ROUNDS, HandShown, OhHellTable, Phase, Reshuffle
from domain.view import View
from domain.visibility import SPECTATOR
from tests.laws.playouts import Commit, Playout, playout
from tests.laws.secrecy.test_secrecy import check_secrecy_where

SEEDS = range(40)
MOMENTS_OF_A_GAME = 12
GAMES = 2
"""Of the playouts, so many in which the moment comes are looked at."""


def table_of(commit: Commit) -> OhHellTable | None:
    table = commit.after.game.table
    return table if isinstance(table, OhHellTable) and commit.after.game.stage is Stage.PLAYING else None


def bids_are_coming_in(commit: Commit) -> bool:
    table = table_of(commit)
    return table is not None and bool(table.committed)


def the_round_is_blind(commit: Commit) -> bool:
    table = table_of(commit)
    return table is not None and table.round in BLIND_ROUNDS and table.phase is Phase.BIDDING


def the_last_phase_is_played(commit: Commit) -> bool:
    table = table_of(commit)
    return table is not None and table.round == BLIND_ROUNDS[1] and any(table.hands)


def a_hand_was_taken_up(commit: Commit) -> bool:
    return any(isinstance(event, HandShown) for event in commit.events)


def two_decks_are_in_play(commit: Commit) -> bool:
    table = table_of(commit)
    return table is not None and table.oldest_shuffle < table.shuffle


MOMENTS = (
    bids_are_coming_in,
    the_round_is_blind,
    the_last_phase_is_played,
    a_hand_was_taken_up,
    two_decks_are_in_play,
)


@pytest.mark.parametrize("bears", MOMENTS, ids=lambda moment: moment.__name__)
def test_no_viewer_can_tell_what_it_has_not_seen_when(bears: Callable[[Commit], bool]) -> None:
    for played in games(bears):
        check_secrecy_where(bears, played, Random(played.seed))


def games(bears: Callable[[Commit], bool]) -> Iterator[Playout]:
    """Give some games in which there are such moments."""
    played = (playout("oh-hell", seed) for seed in SEEDS)
    found = list(islice((game for game in played if any(map(bears, game.commits))), GAMES))
    assert len(found) == GAMES, "there are too few such games"
    yield from found


def moments(bears: Callable[[Commit], bool]) -> Iterator[tuple[Commit, list[View]]]:
    """Give the first such moments of each with what each seat, then an onlooker, sees."""
    for played in games(bears):
        logs = zip(played.commits, played.committed_logs(), strict=True)
        for commit, log in islice((each for each in logs if bears(each[0])), MOMENTS_OF_A_GAME):
            yield commit, [View(viewer=viewer).after(log) for viewer in (0, 1, 2, 3, SPECTATOR)]


def test_a_blind_hand_is_seen_by_the_other_seats_alone() -> None:
    for commit, views in moments(the_round_is_blind):
        table = table_of(commit)
        assert table is not None
        for view in views:
            seen = view.game.table
            assert isinstance(seen, OhHellTable)
            for seat, hand in enumerate(seen.hands):
                others = view.viewer not in (seat, SPECTATOR)
                assert hand == (table.hands[seat] if others else (Card.FACE_DOWN,))


def test_who_has_bid_is_public_and_how_much_is_its_own_affair_until_all_have() -> None:
    for commit, views in moments(bids_are_coming_in):
        table = table_of(commit)
        assert table is not None
        for view in views:
            seen = view.game.table
            assert isinstance(seen, OhHellTable)
            assert seen.committed == table.committed
            for seat, bid in enumerate(seen.bids):
                assert bid == (table.bids[seat] if seat == view.viewer else None)


def test_the_deal_may_take_from_two_decks_and_the_older_one_is_opened_after_the_round() -> None:
    found = 0
    for commit in (each for played in games(two_decks_are_in_play) for each in played.commits):
        if not two_decks_are_in_play(commit):
            continue
        table, game = table_of(commit), commit.after.game
        assert table is not None
        assert table.options.reshuffle is Reshuffle.MID_DEAL
        assert [sealed.shuffle for sealed in game.sealed][-2:] == [table.shuffle - 1, table.shuffle]
        found += isinstance(commit.command, c.PlayCard)
    assert found
