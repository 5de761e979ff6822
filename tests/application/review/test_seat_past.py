"""The decisions of a seat in a log: those that were made, and those that a viewer may see all about."""

from __future__ import annotations

import pytest

from application.games.croupier import Croupier, seeded_entropy
from application.review.seat_past import PastDecision, past_of_seat
from domain import commands as c
from domain.events import DeckRevealed, Event, RoundDealt
from domain.game import legal
from domain.machine import player_of
from domain.machine.thinking.moments_after_deals import moments_after_deals
from domain.rules.oh_hell import BidCommitted
from domain.state import Stage
from domain.view import View
from domain.visibility import SPECTATOR, Viewer
from tests.domain.given import Log
from tests.laws.playouts import PEOPLE, every_variant, machines_only, playout


def decisions_shown(log: Log, seat: int, viewer: Viewer) -> tuple[PastDecision, ...]:
    """Return the decisions of a seat that the viewer may see all about."""
    past = past_of_seat(log, seat, viewer)
    assert past.decisions == past_of_seat(log, seat, seat).visible_decisions
    return past.visible_decisions


def moves_of(view: View, seat: int) -> list[c.Move]:
    game = view.game
    return [move for offer in legal(game, seat) for move in offer.moves(by=game.seats[seat].player)]


@every_variant
@pytest.mark.parametrize("seed", range(3))
def test_all_choices_of_people_among_several_moves_are_found(variant: str, seed: int) -> None:
    played = playout(variant, seed)
    version = 0
    for commit in played.commits:
        command, before = commit.command, commit.before.game
        seat = before.seat_of(command.by) if isinstance(command, c.Move) else None
        if seat is not None and seat in before.rules.to_move(before.table):
            view = View(viewer=seat, remembers=True).after(played.log[:version])
            found = {each.version: each for each in decisions_shown(played.log, seat, seat)}
            if len(moves_of(view, seat)) > 1:
                decision = found[version]
                assert (decision.view, decision.memory) == (view.game, view.memory)
                assert decision.move == command or type(command) is c.QueuePass
            else:
                assert version not in found
        version += len(commit.events)


@every_variant
def test_choices_of_machines_are_found_and_automatic_moves_are_not(variant: str) -> None:
    log = machines_only(variant, 1).log
    for seat in range(2):
        found = decisions_shown(log, seat, seat)
        assert len(found) > 1
        for each in found:
            assert getattr(log[each.version], "seat", None) == seat
            assert not getattr(log[each.version], "automatic", False)
            assert each.move in moves_of(View(viewer=seat, remembers=True).after(log[: each.version]), seat)
            assert each.move == player_of(variant)(each.view, seat)


@every_variant
def test_all_decisions_of_a_game_that_was_played_to_its_end_are_for_everyone(variant: str) -> None:
    log = machines_only(variant, 2).log
    for viewer in (1, SPECTATOR):
        assert decisions_shown(log, 0, viewer) == decisions_shown(log, 0, 0) != ()


@every_variant
def test_decisions_with_cards_that_are_hidden_are_left_out(variant: str) -> None:
    log = machines_only(variant, 2).log
    sealed = tuple(event for event in log if type(event) is not DeckRevealed)
    own = decisions_shown(sealed, 0, 0)
    assert own
    assert decisions_shown(sealed, 0, SPECTATOR) == decisions_shown(sealed, 0, 1) == ()


def closed_during_secret_bids() -> Log:
    """Return a game of Oh Hell that is closed when one seat has made its secret bid."""
    croupier = Croupier(seeded_entropy(4))
    known, log = croupier.create(c.CreateGame(by=PEOPLE[0], variant="oh-hell"))

    def carry_out(command: c.Command) -> tuple[Event, ...]:
        nonlocal known, log
        known, events = croupier.carry_out(known, command)
        log += events
        return events

    for player in PEOPLE[1:4]:
        carry_out(c.JoinGame(by=player))
    carry_out(c.StartGame(by=PEOPLE[0]))
    bids = 0
    while bids < 2:
        seat = known.game.rules.to_move(known.game.table)[0]
        made = carry_out(player_of("oh-hell")(known.views[seat].game, seat))
        # A bid of seat 0 in the first round, which is finished, and one in the next.
        bids += any(isinstance(event, BidCommitted) and event.seat == 0 for event in made)
    for player in PEOPLE[:4]:
        carry_out(c.VoteToAbandon(by=player))
    assert known.game.stage is Stage.CLOSED
    return log


def test_a_secret_bid_that_was_never_revealed_stays_secret() -> None:
    log = closed_during_secret_bids()
    own = decisions_shown(log, 0, 0)
    assert isinstance(own[-1].move, c.PlaceBid)
    for viewer in (1, SPECTATOR):
        assert decisions_shown(log, 0, viewer) == own[:-1] != ()


@every_variant
@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_deals_of_a_game_that_was_played_to_its_end_are_for_everyone(variant: str, viewer: Viewer) -> None:
    log = machines_only(variant, 2).log
    past = past_of_seat(log, 0, viewer)
    rounds = [event.round for event in log if isinstance(event, RoundDealt)]
    assert past.visible_deals == past.deals
    assert [deal.round for deal in past.deals] == rounds
    assert tuple(deal.version for deal in past.deals) == moments_after_deals(log)
    for deal in past.deals:
        view = View(viewer=0, remembers=True).after(log[: deal.version])
        assert (deal.view, deal.memory) == (view.game, view.memory)


def test_a_deal_that_was_never_revealed_is_for_its_seat_alone() -> None:
    log = tuple(event for event in machines_only("president", 2).log if type(event) is not DeckRevealed)
    past = past_of_seat(log, 0, 0)
    assert past.visible_deals == past.deals != ()
    for viewer in (1, SPECTATOR):
        other = past_of_seat(log, 0, viewer)
        assert (other.deals, other.visible_deals) == (past.deals, ())
