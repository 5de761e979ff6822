"""Filling seats with machine players, starting, and handing a seat to the machine."""

from __future__ import annotations

from typing import Any

import pytest

from application.games.croupier import Croupier, CroupierState, seeded_entropy
from domain import commands as c
from domain import events as e
from domain import refusals as r
from domain.commands import KickPlayer
from domain.game import decide, fold
from domain.rules import NeedsShuffle, Rules
from domain.shuffles.shuffle import matches_commitment
from domain.state import Stage
from tests.domain.given import NOON, given
from tests.domain.tables import PLAYERS, filled, handed_over, invited, lobby, started


def started_game(rules: Rules[Any], **options: str) -> tuple[e.Event, ...]:
    """Return the log of a game after its first deal."""
    log = lobby(rules, rules.seats[0], options=options)
    _, events = Croupier(seeded_entropy(1)).carry_out(CroupierState().after(log), c.StartGame(by="ann"))
    return (*log, *events)


# Filling.


def test_the_organizer_may_fill_all_free_seats_with_machine_players(rules: Rules[Any]) -> None:
    free = range(1, rules.seats[-1])
    table = given(*lobby(rules)).when(c.FillSeats(by="ann")).then(*filled(*free))
    assert [(seat.machine, seat.automated) for seat in table.game.seats[1:]] == [(True, True)] * len(free)


def test_the_organizer_may_fill_some_of_the_free_seats(rules: Rules[Any]) -> None:
    given(*lobby(rules)).when(c.FillSeats(by="ann", count=1)).then(*filled(1))


def test_machine_players_take_names_that_are_free(rules: Rules[Any]) -> None:
    left = e.PlayerLeft(seat=1, player="machine-1", removed=True, organizer="ann")
    table = given(*lobby(rules), *filled(1, 2), left).when(c.FillSeats(by="ann", count=1))
    table.then(e.PlayerJoined(seat=2, player="machine-1", machine=True), e.SeatAutomated(seat=2))


def test_only_the_organizer_may_fill_seats(rules: Rules[Any]) -> None:
    for other in "bob", "zoe":
        given(*lobby(rules, 2)).when(c.FillSeats(by=other)).refused(r.NotOrganizer("ann"))


def test_no_more_seats_can_be_filled_than_are_free(rules: Rules[Any]) -> None:
    most = rules.seats[-1]
    given(*lobby(rules)).when(c.FillSeats(by="ann", count=most)).refused(r.InvalidCount(most, most - 1))
    given(*lobby(rules, most)).when(c.FillSeats(by="ann")).refused(r.GameFull(most))


@pytest.mark.parametrize("count", [0, -1])
def test_at_least_one_seat_must_be_filled(rules: Rules[Any], count: int) -> None:
    given(*lobby(rules)).when(c.FillSeats(by="ann", count=count)).refused(
        r.InvalidCount(count, rules.seats[-1] - 1)
    )


# Starting.


def test_the_organizer_starts_the_game_with_the_players_in_the_order_of_their_seats(
    rules: Rules[Any],
) -> None:
    for players in rules.seats:
        starting = given(*lobby(rules, players)).when(c.StartGame(by="ann"))
        game = starting.then(e.GameStarted(players=PLAYERS[:players])).game
        assert game.stage is Stage.PLAYING
        assert isinstance(starting.needs, NeedsShuffle)


def test_only_the_organizer_may_start_the_game(rules: Rules[Any]) -> None:
    for other in "bob", "zoe":
        command = c.StartGame(by=other)
        given(*lobby(rules, rules.seats[0])).when(command).refused(r.NotOrganizer("ann"))


def test_a_game_does_not_start_with_too_few_or_too_many_players(rules: Rules[Any]) -> None:
    least, most = rules.seats[0], rules.seats[-1]
    crowd = e.PlayerJoined(seat=most, player="zoe")
    for wrong, log in (least - 1, lobby(rules, least - 1)), (most + 1, (*lobby(rules, most), crowd)):
        given(*log).when(c.StartGame(by="ann")).refused(r.WrongNumberOfPlayers(wrong, least, most))


def test_the_new_organizer_may_start_the_game(rules: Rules[Any]) -> None:
    left = e.PlayerLeft(seat=0, player="ann", removed=False, organizer="bob")
    log = (*lobby(rules, rules.seats[0]), left, e.PlayerJoined(seat=rules.seats[0] - 1, player="zoe"))
    given(*log).when(c.StartGame(by="ann")).refused(r.NotOrganizer("bob"))
    given(*log).when(c.StartGame(by="bob")).including()


# Handing a seat to the machine.


def test_a_player_may_hand_its_seat_to_the_machine_before_the_start(rules: Rules[Any]) -> None:
    table = given(*lobby(rules, 2)).when(c.AutomateSeat(by="bob")).then(handed_over(1))
    assert [seat.automated for seat in table.game.seats] == [False, True]
    assert not table.game.seats[1].machine


def test_naming_yourself_equals_naming_no_player(rules: Rules[Any]) -> None:
    command = c.AutomateSeat(by="bob", player="bob")
    given(*lobby(rules, 2)).when(command).then(handed_over(1))


def test_a_player_can_hand_over_only_its_own_seat_and_the_organizer_those_of_others(
    rules: Rules[Any],
) -> None:
    given(*lobby(rules, 2)).when(c.AutomateSeat(by="ann", player="bob")).refused(r.NotYourSeat("bob"))
    absent = e.SeatAutomated(seat=1, reason=e.AutomationReason.ABSENT)
    started = given(*started_game(rules))
    started.when(c.AutomateSeat(by="ann", player="bob")).including(absent)
    resigned = fold((*started.log, e.SeatAutomated(seat=0, reason=e.AutomationReason.RESIGNED)))
    with pytest.raises(r.NotYourSeat):
        decide(resigned, c.AutomateSeat(by="ann", player="bob"), NOON)
    for log in lobby(rules, 2), started_game(rules):
        table = given(*log)
        table.when(c.AutomateSeat(by="bob", player="ann")).refused(r.NotYourSeat("ann"))
        table.when(c.AutomateSeat(by="zoe", player="ann")).refused(r.NotYourSeat("ann"))


def test_a_player_without_a_seat_cannot_hand_it_over(rules: Rules[Any]) -> None:
    given(*lobby(rules, 2)).when(c.AutomateSeat(by="zoe")).refused(r.NotSeated("zoe"))


def test_a_seat_is_handed_over_once_and_for_all(rules: Rules[Any]) -> None:
    table = given(*lobby(rules, 2), *filled(2), e.SeatAutomated(seat=1))
    table.when(c.AutomateSeat(by="bob")).refused(r.AlreadyAutomated(1))


def test_a_seat_may_be_handed_over_while_the_game_is_played(rules: Rules[Any]) -> None:
    least = rules.seats[0]
    game = fold((*lobby(rules, least), started(least), e.SeatAutomated(seat=1)))
    assert [seat.automated for seat in game.seats] == [seat == 1 for seat in range(least)]


# Erasing a player.


def test_an_erased_player_gives_its_seat_up_before_the_start(rules: Rules[Any]) -> None:
    left = e.PlayerLeft(seat=0, player="ann", removed=False, organizer="bob")
    assert given(*lobby(rules, 2)).when(c.VacateSeat(by="ann")).then(left).game.organizer == "bob"
    alone = e.PlayerLeft(seat=0, player="ann", removed=False, organizer=None)
    closed = e.GameClosed(reason=e.CloseReason.EVERYONE_LEFT)
    given(*lobby(rules)).when(c.VacateSeat(by="ann")).then(alone, closed)


def test_an_erased_player_is_no_longer_invited(rules: Rules[Any]) -> None:
    table = given(*lobby(rules), *invited("zoe")).when(c.VacateSeat(by="zoe"))
    assert table.then(e.InvitationDeclined(player="zoe")).game.invited == ()


def test_the_machine_takes_over_the_seat_of_an_erased_player(rules: Rules[Any]) -> None:
    table = given(*started_game(rules))
    automated = e.SeatAutomated(seat=1, reason=e.AutomationReason.ERASED)
    erased = table.when(c.VacateSeat(by="bob")).then(automated).game
    with pytest.raises(r.AlreadyAutomated):
        decide(erased, c.VacateSeat(by="bob"), NOON)
    table.when(c.VacateSeat(by="zoe")).refused(r.NotSeated("zoe"))


# Kicking a player.


def kick(player: str) -> KickPlayer:
    return KickPlayer(by="operator", player=player)


def test_a_kicked_player_gives_its_seat_up_before_the_start_and_cannot_come_back(rules: Rules[Any]) -> None:
    left = e.PlayerLeft(seat=0, player="ann", removed=True, organizer="bob")
    kicked = given(*lobby(rules, 2)).when(kick("ann")).then(left)
    kicked.when(c.JoinGame(by="ann")).refused(r.RemovedFromGame())
    alone = e.PlayerLeft(seat=0, player="ann", removed=True, organizer=None)
    given(*lobby(rules)).when(kick("ann")).then(alone, e.GameClosed(reason=e.CloseReason.EVERYONE_LEFT))


def test_a_kicked_player_loses_its_invitation_and_needs_a_new_one(rules: Rules[Any]) -> None:
    withdrawn = e.InvitationWithdrawn(player="zoe", removed=True)
    kicked = given(*lobby(rules), *invited("zoe")).when(kick("zoe")).then(withdrawn)
    assert (kicked.game.invited, kicked.game.removed) == ((), ("zoe",))
    kicked.when(c.JoinGame(by="zoe")).refused(r.RemovedFromGame())
    again = kicked.when(c.InvitePlayer(by="ann", player="zoe")).then(*invited("zoe"))
    assert again.when(c.JoinGame(by="zoe")).including().game.removed == ()


def test_the_machine_takes_over_the_seat_of_a_kicked_player(rules: Rules[Any]) -> None:
    table = given(*started_game(rules))
    automated = e.SeatAutomated(seat=1, reason=e.AutomationReason.KICKED)
    kicked = table.when(kick("bob")).then(automated).game
    with pytest.raises(r.AlreadyAutomated):
        decide(kicked, kick("bob"), NOON)
    table.when(kick("zoe")).refused(r.NotSeated("zoe"))


# Closing a game.


def test_an_operator_may_close_a_game_at_any_stage_before_its_end(rules: Rules[Any]) -> None:
    closed = e.GameClosed(reason=e.CloseReason.CLOSED_BY_OPERATOR)
    for log in (*lobby(rules), *invited("zoe")), started_game(rules):
        table = given(*log).when(c.CloseGame(by="operator")).including(closed)
        assert (table.game.stage, table.game.invited) == (Stage.CLOSED, ())
        table.when(c.CloseGame(by="operator")).refused(r.GameIsOver())


def test_closing_a_game_reveals_its_sealed_shuffles(rules: Rules[Any]) -> None:
    table = given(*started_game(rules, reveal="at_end"))
    closing = table.when(c.CloseGame(by="operator"))
    revealed = [event for event in closing.events if isinstance(event, e.DeckRevealed)]
    opened = [
        matches_commitment(each, sealed) for each, sealed in zip(revealed, table.game.sealed, strict=True)
    ]
    assert opened == [True]
    assert closing.including().game.sealed == ()


# Moves without a table.


def test_there_are_no_moves_before_the_start(rules: Rules[Any]) -> None:
    given(*lobby(rules)).when(c.PassTurn(by="ann")).refused(r.GameNotStarted())


def test_there_are_no_moves_after_the_end(rules: Rules[Any]) -> None:
    won = e.GameWon(winners=(0,), ranking=((0,), (1,)), reason=e.EndReason.TARGET_REACHED)
    least = rules.seats[0]
    table = given(*lobby(rules, least), started(least), won)
    table.when(c.PassTurn(by="ann")).refused(r.GameIsOver())
    assert (table.game.stage, table.game.outcome) == (Stage.WON, won)


def test_a_player_without_a_seat_cannot_move(rules: Rules[Any]) -> None:
    given(*lobby(rules)).when(c.PassTurn(by="zoe")).refused(r.NotSeated("zoe"))
