"""Rematches: who may have one, the order of the seats, the players who come, and those who do not."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from itertools import permutations
from typing import Any

import pytest

from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.deadlines import GRACE
from domain.game import decide, fold
from domain.lobby.start import SEED_WAIT, seeds_of
from domain.rematch.command import Rematch
from domain.rematch.creation import REMATCH_WAIT, create_rematch
from domain.rematch.deadline import expired, wait_ends
from domain.rules import Rules, rules_of
from domain.shuffles.deal import roll, seed_commitment
from domain.state import Game, Stage
from tests.domain.given import NOON, SECRET, Given, Log, given
from tests.domain.tables import DEAL, PLAYERS, filled, invited, lobby, started

UNTIL = NOON + REMATCH_WAIT
LATER = UNTIL + GRACE
OLD = "00000000-0000-4000-8000-00000000006e"
OH_HELL = rules_of("oh-hell")
PRESIDENT = rules_of("president")
MACHINES, OPEN, FEWER = e.MissingPlayers.MACHINES, e.MissingPlayers.OPEN, e.MissingPlayers.FEWER


def won(players: int) -> e.GameWon:
    ranking = tuple((seat,) for seat in range(players))
    return e.GameWon(winners=(0,), ranking=ranking, reason=e.EndReason.ROUNDS_PLAYED)


def played(rules: Rules[Any], players: int, access: e.Access = e.Access.PUBLIC, **options: str) -> Game:
    """Return a game that some people have played to its end."""
    return fold((*lobby(rules, players, access=access, options=options), started(players), won(players)))


def with_machines() -> Game:
    """Return a game of ann, machine-1, bob and machine-2 that is over."""
    joined: Log = (*lobby(PRESIDENT), *filled(1), e.PlayerJoined(seat=2, player="bob"))
    machine = e.PlayerJoined(seat=3, player="machine-2", machine=True), e.SeatAutomated(seat=3)
    start = e.GameStarted(players=("ann", "machine-1", "bob", "machine-2"))
    return fold((*joined, *machine, start, won(4)))


def rematch(
    before: Game,
    by: str = "ann",
    missing: e.MissingPlayers | None = None,
    gone: Collection[str] = (),
) -> Given:
    return given(*create_rematch(Rematch(by=by, missing=missing), before, OLD, SECRET, NOON, gone=gone))


def players(game: Game) -> list[str]:
    return [seat.player for seat in game.seats]


def with_all(table: Given, *joining: str) -> Given:
    for player in joining:
        table = table.when(c.JoinGame(by=player)).including()
    return table


def waited(table: Given, at: datetime = LATER) -> Given:
    """Return the rematch after its deadline."""
    return given(*table.log, *expired(table.game, at))


# Who may have one.


def test_a_rematch_has_the_settings_of_the_game_before_and_invites_its_people(rules: Rules[Any]) -> None:
    before = played(rules, rules.seats[0], e.Access.PRIVATE, reveal="at_end")
    table = rematch(before, "bob")
    created, joined, *others = table.log
    assert isinstance(created, e.GameCreated)
    assert (created.variant, created.options, created.access) == (
        before.variant, before.options, before.access,
    )  # fmt: skip
    assert (created.rematch_of, created.series, created.organizer, created.deal) == (OLD, OLD, "bob", DEAL)
    assert created.waits_until == UNTIL
    assert joined == e.PlayerJoined(seat=0, player="bob")
    assert others == [
        e.PlayerInvited(player=player, inviter="bob", reserved=True)
        for player in created.seating if player != "bob"
    ]  # fmt: skip


def test_a_rematch_of_a_rematch_belongs_to_the_same_series() -> None:
    first = with_all(rematch(played(OH_HELL, 4)), "bob", "cyd", "dan").when(c.StartGame(by="ann")).including()
    before = fold((won(4),), first.game)
    created = create_rematch(Rematch(by="cyd"), before, "second", SECRET, NOON)[0]
    assert isinstance(created, e.GameCreated)
    assert (created.rematch_of, created.series) == ("second", OLD)
    assert created.seating == ("cyd", "dan", "ann", "bob")


@pytest.mark.parametrize(
    ("by", "end", "refusal"),
    [
        ("ann", (), r.GameNotOver()),
        ("zoe", (won(4),), r.NotSeated("zoe")),
        ("ann", (e.GameClosed(reason=e.CloseReason.CLOSED_BY_OPERATOR),), r.NoRematch()),
    ],
)
def test_only_players_of_a_game_that_is_over_have_a_rematch(by: str, end: Log, refusal: r.Refusal) -> None:
    before = fold((*lobby(OH_HELL, 4), started(4), *end))
    with pytest.raises(type(refusal)) as raised:
        rematch(before, by)
    assert raised.value == refusal


def test_a_game_that_did_not_start_has_no_rematch() -> None:
    closed = fold((*lobby(OH_HELL, 2), e.GameClosed(reason=e.CloseReason.PLAYER_ERASED)))
    with pytest.raises(r.NoRematch):
        rematch(closed)


def test_options_that_the_newest_rules_no_longer_have_are_refused() -> None:
    before = played(OH_HELL, 4)
    former = Game(
        variant=before.variant, options={**before.options, "jokers": True}, stage=Stage.WON,
        seats=before.seats, table=before.table,
    )  # fmt: skip
    with pytest.raises(r.UnknownOption):
        rematch(former)


# The order of the seats.


@pytest.mark.parametrize("first", PLAYERS[:4])
def test_players_move_on_by_one_seat_whoever_asks_and_joins_first(first: str) -> None:
    before = played(OH_HELL, 4)
    for joining in permutations(player for player in PLAYERS[:4] if player != first):
        table = rematch(before, first)
        for player in joining:
            table = table.when(c.JoinGame(by=player)).including()
            seated = [each for each in ("bob", "cyd", "dan", "ann") if each in players(table.game)]
            assert players(table.game) == seated
        assert players(table.game) == ["bob", "cyd", "dan", "ann"]


def test_machine_players_sit_down_at_once_and_move_on_too() -> None:
    table = rematch(with_machines(), "bob")
    assert players(table.game) == ["machine-1", "bob", "machine-2"]
    assert [seat.automated for seat in table.game.seats] == [True, False, True]
    assert players(with_all(table, "ann").game) == ["machine-1", "bob", "machine-2", "ann"]


def test_the_roll_and_the_fingerprint_are_of_the_final_seats() -> None:
    table = rematch(played(OH_HELL, 4), "ann")
    commitment = seed_commitment(DEAL, "ann", "a5" * 32)
    table = table.when(c.CommitSeed(by="ann", commitment=commitment)).including()
    table = with_all(table, "dan", "cyd", "bob")
    due = roll(DEAL, seeds_of(table.game))
    closed = e.SeatsClosed(roll=due, until=NOON + SEED_WAIT)
    closing = table.when(c.StartGame(by="ann")).then(closed)
    assert players(closing.game) == ["bob", "cyd", "dan", "ann"]
    revealing = closing.when(c.RevealSeed(by="ann", seed="a5" * 32))
    assert revealing.events[0] == e.SeedRevealed(seat=3, player="ann", seed="a5" * 32)


# Joining.


def test_a_second_command_takes_the_seat_with_a_commitment() -> None:
    table = rematch(played(OH_HELL, 4), "dan")
    given_commitment = seed_commitment(DEAL, "bob", "b0" * 32)
    table.when(Rematch(by="bob", missing=OPEN, commitment=given_commitment)).then(
        e.PlayerJoined(seat=0, player="bob"),
        e.SeedCommitted(seat=0, player="bob", commitment=given_commitment),
    )


def test_the_first_choice_counts_and_only_the_organizer_changes_it() -> None:
    table = rematch(played(OH_HELL, 4), missing=OPEN)
    table = table.when(Rematch(by="bob", missing=MACHINES)).then(e.PlayerJoined(seat=0, player="bob"))
    table.when(Rematch(by="bob", missing=MACHINES)).refused(r.AlreadySeated("bob"))
    table.when(Rematch(by="ann")).refused(r.AlreadySeated("ann"))
    table = table.when(Rematch(by="ann", missing=FEWER)).then(e.MissingPlayersChosen(choice=FEWER))
    table.when(Rematch(by="ann", missing=FEWER)).refused(r.AlreadySeated("ann"))


def test_other_players_cannot_take_reserved_seats_without_an_invitation() -> None:
    table = rematch(played(PRESIDENT, 4))
    table.when(c.JoinGame(by="zoe")).refused(r.SeatsReserved(UNTIL))
    table.when(Rematch(by="zoe")).refused(r.NotSeated("zoe"))
    admitted = table.when(c.AcceptInvitationLink(by="zoe", inviter="ann"))
    admitted.then(*invited("zoe"), e.PlayerJoined(seat=1, player="zoe"))


def test_invited_players_may_take_only_seats_that_are_reserved_for_nobody() -> None:
    most = PRESIDENT.seats[-1]
    table = rematch(played(PRESIDENT, most))
    table = table.when(c.InvitePlayer(by="ann", player="zoe")).including()
    table.when(c.JoinGame(by="zoe")).refused(r.GameFull(most))
    table = table.when(c.DeclineInvitation(by="cyd")).including()
    table = table.when(c.JoinGame(by="zoe")).then(e.PlayerJoined(seat=1, player="zoe"))
    assert players(with_all(table, "bob").game) == ["bob", "ann", "zoe"]


def test_players_come_back_as_long_as_the_game_has_not_started() -> None:
    table = rematch(played(PRESIDENT, 4)).when(c.DeclineInvitation(by="bob")).including()
    table = table.when(Rematch(by="bob"), LATER + REMATCH_WAIT).then(e.PlayerJoined(seat=0, player="bob"))
    table = table.when(c.RemovePlayer(by="ann", player="bob")).including()
    table.when(Rematch(by="bob")).refused(r.RemovedFromGame())


# The end of the wait.


def test_nothing_is_due_before_the_end_of_the_wait_and_in_other_games(rules: Rules[Any]) -> None:
    table = rematch(played(rules, rules.seats[0]))
    assert (wait_ends(table.game), wait_ends(waited(table).game)) == (UNTIL, None)
    assert expired(table.game, LATER - timedelta(microseconds=1)) == ()
    assert expired(fold(lobby(rules)), LATER) == ()
    assert expired(waited(table).game, LATER) == ()


def test_machine_players_take_the_places_of_missing_players_and_the_game_starts() -> None:
    table = waited(with_all(rematch(played(PRESIDENT, 5)), "dan"))
    assert players(table.game) == ["machine-1", "machine-2", "dan", "machine-3", "ann"]
    assert table.game.stage is Stage.PLAYING
    assert [seat.automated for seat in table.game.seats] == [True, True, False, True, False]


def test_a_full_rematch_starts_by_itself_whatever_was_chosen() -> None:
    for missing in e.MissingPlayers:
        table = waited(with_all(rematch(played(OH_HELL, 4), missing=missing), "cyd", "bob", "dan"))
        start = table.log[-1]
        assert isinstance(start, e.GameStarted)
        assert start.players == ("bob", "cyd", "dan", "ann")


def test_seeds_are_awaited_before_a_rematch_starts_by_itself() -> None:
    table = rematch(played(PRESIDENT, 4))
    commitment = seed_commitment(DEAL, "ann", "a5" * 32)
    table = table.when(c.CommitSeed(by="ann", commitment=commitment)).including()
    due = expired(table.game, LATER)
    assert isinstance(due[-1], e.SeatsClosed)
    assert due[-1].until == LATER + SEED_WAIT


def test_open_seats_are_for_others_from_then_on() -> None:
    table = rematch(played(PRESIDENT, 4), missing=OPEN)
    assert expired(table.game, LATER) == (e.SeatsReleased(),)
    # The next player who joins need not wait for the server.
    joined = table.when(c.JoinGame(by="zoe"), LATER)
    joined.then(e.SeatsReleased(), e.PlayerJoined(seat=1, player="zoe"))
    table = waited(table).when(c.JoinGame(by="zoe")).then(e.PlayerJoined(seat=1, player="zoe"))
    assert players(with_all(table, "cyd").game) == ["cyd", "ann", "zoe"]


def test_a_rematch_starts_with_fewer_players_only_if_they_are_enough() -> None:
    table = rematch(played(PRESIDENT, 4), missing=FEWER)
    assert expired(table.game, LATER) == (e.SeatsReleased(),)
    enough = waited(with_all(table, "bob", "cyd"))
    assert players(enough.game) == ["bob", "cyd", "ann"]
    assert enough.game.stage is Stage.PLAYING


def test_an_erased_player_is_not_awaited_and_its_place_is_filled() -> None:
    table = rematch(played(PRESIDENT, 3), gone={"cyd"})
    assert table.game.invited == ("bob",)
    assert players(waited(with_all(table, "bob")).game) == ["bob", "machine-1", "ann"]


def test_machines_take_no_seat_that_is_kept_for_a_player() -> None:
    rules = rules_of("president")
    table = rematch(played(rules, 3))
    filled_up = table.when(c.FillSeats(by="ann"))
    assert len([event for event in filled_up.events if isinstance(event, e.PlayerJoined)]) == 8 - 3
    for player in ("bob", "cyd"):
        joined = fold((*table.log, *filled_up.events))
        assert decide(joined, c.JoinGame(by=player), NOON)
