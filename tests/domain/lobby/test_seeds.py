"""Seeds of the seats: commitments in the lobby, the closed seats, and the start with and without them."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.game import decide, fold, settle
from domain.lobby.start import SEED_WAIT
from domain.rules import NeedsShuffle, Rules
from domain.shuffles import deal
from domain.shuffles.deal import SeedOfSeat
from domain.state import Stage
from domain.view import View
from tests.domain.given import NOON, Log, given
from tests.domain.tables import DEAL, HUNDRED_AND_TEN, PLAYERS, filled, invited, lobby

LATER = NOON + SEED_WAIT
EARLIER = LATER - timedelta(microseconds=1)
RULES = HUNDRED_AND_TEN


def seed(seat: int) -> str:
    return f"{0xA0 + seat:02x}" * 32


def commitment(seat: int) -> str:
    return deal.seed_commitment(DEAL, PLAYERS[seat], seed(seat))


def committed(*seats: int) -> Log:
    return tuple(
        e.SeedCommitted(seat=seat, player=PLAYERS[seat], commitment=commitment(seat)) for seat in seats
    )


def revealed(*seats: int) -> Log:
    return tuple(e.SeedRevealed(seat=seat, player=PLAYERS[seat], seed=seed(seat)) for seat in seats)


def table(players: int = 3) -> Log:
    return lobby(RULES, players, deal=DEAL)


def seeds(players: int, commits: tuple[int, ...], opens: tuple[int, ...] = ()) -> list[SeedOfSeat]:
    return [
        SeedOfSeat(
            PLAYERS[seat],
            commitment(seat) if seat in commits else None,
            seed(seat) if seat in opens else None,
        )
        for seat in range(players)
    ]


def closed(players: int, *commits: int) -> Log:
    roll = deal.roll(DEAL, seeds(players, commits))
    return (*table(players), *committed(*commits), e.SeatsClosed(roll=roll, until=LATER))


def started_with(players: int, commits: tuple[int, ...], opens: tuple[int, ...]) -> e.GameStarted:
    found = deal.fingerprint(DEAL, seeds(players, commits, opens))
    return e.GameStarted(players=PLAYERS[:players], fingerprint=found)


def commit(seat: int) -> c.CommitSeed:
    return c.CommitSeed(by=PLAYERS[seat], commitment=commitment(seat))


def reveal(seat: int) -> c.RevealSeed:
    return c.RevealSeed(by=PLAYERS[seat], seed=seed(seat))


START = c.StartGame(by="ann")


def test_a_seat_commits_and_may_replace_its_commitment() -> None:
    other = e.SeedCommitted(seat=1, player="bob", commitment="ab" * 32)
    again = c.CommitSeed(by="bob", commitment="ab" * 32)
    given(*table()).when(commit(1)).then(*committed(1)).when(again).then(other)


def test_a_player_may_commit_when_it_joins() -> None:
    join = c.JoinGame(by="cyd", commitment=commitment(2))
    joined = e.PlayerJoined(seat=2, player="cyd")
    given(*table(2)).when(join).then(joined, *committed(2))


def test_a_player_who_leaves_takes_its_commitment_along() -> None:
    left = e.PlayerLeft(seat=0, player="ann", removed=False, organizer="bob")
    game = fold((*table(), *committed(0, 2), left))
    assert game.deal is not None
    assert game.deal.commitments == {"cyd": commitment(2)}
    back = fold((e.PlayerJoined(seat=2, player="ann"),), game)
    assert back.awaited_seeds == (1,)


def test_a_game_starts_at_once_if_no_seat_has_committed(rules: Rules[Any]) -> None:
    least = rules.seats[0]
    starting = given(*lobby(rules, least, deal=DEAL)).when(START)
    starting.including(started_with(least, (), ()))


def test_the_start_closes_the_seats_if_a_seat_has_committed(rules: Rules[Any]) -> None:
    least = rules.seats[0]
    roll = deal.roll(DEAL, seeds(least, (1,)))
    log = (*lobby(rules, least, deal=DEAL), *committed(1))
    after = given(*log).when(START).then(e.SeatsClosed(roll=roll, until=LATER))
    assert after.game.stage is Stage.WAITING_FOR_SEEDS


def test_the_time_for_seeds_is_a_setting() -> None:
    [event] = decide(fold((*table(), *committed(1))), START, NOON, seed_wait=timedelta(seconds=1))
    assert event == e.SeatsClosed(roll=deal.roll(DEAL, seeds(3, (1,))), until=NOON + timedelta(seconds=1))


def test_the_last_seed_starts_the_game_in_the_same_commit() -> None:
    first = given(*closed(3, 0, 2)).when(reveal(2)).then(*revealed(2))
    first.when(reveal(0)).including(*revealed(0), started_with(3, (0, 2), (0, 2)))


def test_machines_and_silent_seats_hold_up_no_start() -> None:
    log = (*table(2), *filled(2, 3), *committed(1))
    after = given(*log).when(START)
    assert [type(event) for event in after.events] == [e.SeatsClosed]
    game = fold(after.events, fold(log))
    assert e.GameStarted in map(type, decide(game, reveal(1), NOON))


@pytest.mark.parametrize("by", ["ann", "cyd"])
def test_every_seated_player_may_start_without_the_missing_seeds_when_their_time_is_over(by: str) -> None:
    waiting = given(*closed(3, 0, 1), *revealed(1))
    start = c.StartGame(by=by)
    waiting.when(start, EARLIER).refused(r.SeedsAwaited((0,), LATER))
    waiting.when(start, LATER).including(started_with(3, (0, 1), (1,)))
    waiting.when(c.StartGame(by="zoe"), LATER).refused(r.NotSeated("zoe"))


def test_a_late_seed_counts_as_long_as_the_game_has_not_started() -> None:
    given(*closed(3, 0)).when(reveal(0), LATER + SEED_WAIT).including(started_with(3, (0,), (0,)))


def test_nobody_joins_leaves_or_changes_a_commitment_once_the_seats_are_closed() -> None:
    waiting = given(*table(), *invited("zoe"), *closed(3, 0)[len(table()) :])
    for command in (
        c.JoinGame(by="eve"),
        c.JoinGame(by="zoe"),
        c.AcceptInvitationLink(by="zoe", inviter="ann"),
        c.DeclineInvitation(by="zoe"),
        c.WithdrawInvitation(by="ann", player="zoe"),
        c.InvitePlayer(by="ann", player="eve"),
        c.LeaveGame(by="bob"),
        c.RemovePlayer(by="ann", player="bob"),
        c.FillSeats(by="ann"),
        commit(0),
        commit(1),
    ):
        waiting.when(command).refused(r.SeatsAreClosed())


def test_moves_wait_for_the_start() -> None:
    given(*closed(3, 0)).when(c.PassTurn(by="bob")).refused(r.GameNotStarted())


@pytest.mark.parametrize(
    ("command", "refusal"),
    [
        (c.RevealSeed(by="bob", seed=seed(1)), r.NoSeedCommitted()),
        (c.RevealSeed(by="zoe", seed=seed(0)), r.NotSeated("zoe")),
        (c.RevealSeed(by="ann", seed=seed(1)), r.WrongSeed()),
        (c.RevealSeed(by="ann", seed=seed(0).upper()), r.WrongSeed()),
        (c.RevealSeed(by="ann", seed="♥"), r.WrongSeed()),
        (c.RevealSeed(by="cyd", seed=seed(2)), r.SeedAlreadyRevealed()),
    ],
)
def test_seeds_that_are_foreign_malformed_or_repeated_are_refused(
    command: c.RevealSeed, refusal: r.Refusal
) -> None:
    given(*closed(3, 0, 2), *revealed(2)).when(command).refused(refusal)


def test_seeds_are_refused_before_the_seats_close_and_after_the_start() -> None:
    given(*table(), *committed(0)).when(reveal(0)).refused(r.SeatsNotClosed())
    playing = fold((*closed(3, 0), started_with(3, (0,), ())))
    for command in (reveal(0), commit(0), START):
        with pytest.raises(r.GameAlreadyStarted):
            decide(playing, command, LATER)


@pytest.mark.parametrize("text", ["", "11" * 31, "AA" * 32, "0x" + "1" * 62])
def test_malformed_commitments_are_refused(text: str) -> None:
    table_of_two = given(*table(2))
    table_of_two.when(c.CommitSeed(by="bob", commitment=text)).refused(r.InvalidCommitment())
    table_of_two.when(c.JoinGame(by="cyd", commitment=text)).refused(r.InvalidCommitment())
    table_of_two.when(c.CommitSeed(by="cyd", commitment=commitment(2))).refused(r.NotSeated("cyd"))


def test_games_from_before_the_protocol_take_no_seeds_and_go_on_as_they_began(rules: Rules[Any]) -> None:
    least = rules.seats[0]
    old = given(*lobby(rules, least))
    for command in (c.CommitSeed(by="ann", commitment="11" * 32), c.RevealSeed(by="ann", seed="11" * 32)):
        old.when(command).refused(r.SeedsNotSupported())
    starting = old.when(START)
    starting.including(e.GameStarted(players=PLAYERS[:least]))
    assert starting.needs is not None, "a shuffle from entropy"


def test_an_erased_player_leaves_its_closed_seat_to_the_machine() -> None:
    automated = e.SeatAutomated(seat=0, reason=e.AutomationReason.ERASED)
    given(*closed(3, 0)).when(c.VacateSeat(by="ann")).then(automated)


def test_the_erasure_of_the_last_person_closes_a_game_that_waits_for_seeds() -> None:
    handed_over = (e.SeatAutomated(seat=seat, reason=e.AutomationReason.ERASED) for seat in (0, 2))
    alone = given(*closed(3, 0, 1), *handed_over)
    alone.when(c.VacateSeat(by="bob")).then(e.GameClosed(reason=e.CloseReason.PLAYER_ERASED))


def test_a_view_has_no_shuffle_to_derive() -> None:
    log = (*closed(3, 0), *revealed(0), started_with(3, (0,), (0,)))
    view = View().after(log).game
    assert isinstance(settle(fold(log)), tuple)
    assert isinstance(settle(view), NeedsShuffle)
