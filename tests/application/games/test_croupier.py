"""The croupier: entropy from outside, and every consequence before anything is appended."""

from __future__ import annotations

import pytest

from application.games.croupier import Croupier, CroupierState, seeded_entropy
from domain import commands as c
from domain.cards import Card
from domain.events import DeckShuffled, Event, GameCreated, GameStarted
from domain.game import NeedsMove, settle
from domain.refusals import NotYourTurn
from domain.rules import NeedsShuffle, rules_of
from domain.shuffles.shuffle import SECRET_BYTES
from domain.state import Stage
from domain.view import View
from tests.laws.playouts import PEOPLE, every_variant

VARIANT = "hundred-and-ten"


def start_game(
    croupier: Croupier, variant: str = VARIANT, *, machines: bool = True
) -> tuple[CroupierState, list[Event]]:
    """Start a game of machines only, or of the fewest people allowed."""
    known, events = croupier.create(c.CreateGame(by="ann", variant=variant))
    log = list(events)
    filling: list[c.Command] = [c.FillSeats(by="ann"), c.AutomateSeat(by="ann")]
    joining = [c.JoinGame(by=player) for player in PEOPLE[1 : rules_of(variant).seats[0]]]
    for command in (*(filling if machines else joining), c.StartGame(by="ann")):
        known, events = croupier.carry_out(known, command)
        log += events
    return known, log


@every_variant
def test_a_seeded_croupier_plays_the_same_game_again(variant: str) -> None:
    assert (
        start_game(Croupier(seeded_entropy(7)), variant)[1]
        == start_game(Croupier(seeded_entropy(7)), variant)[1]
    )


@every_variant
def test_different_seeds_play_different_games(variant: str) -> None:
    logs = [start_game(Croupier(seeded_entropy(seed)), variant)[1] for seed in (7, "seven", 8)]
    assert logs[0] != logs[1] != logs[2] != logs[0]


def test_a_croupier_without_a_seed_never_deals_the_same_twice() -> None:
    logs = [start_game(Croupier(), machines=False)[1] for _ in range(20)]
    shuffled = [event for log in logs for event in log if isinstance(event, DeckShuffled)]
    created = [event for log in logs for event in log if isinstance(event, GameCreated)]
    for values in (
        {event.order for event in shuffled},
        {event.salt for event in shuffled},
        {event.commitment for event in shuffled},
        {event.secret for event in created},
    ):
        assert len(values) == len(logs)


def test_croupier_requests_enough_entropy() -> None:
    requested: list[int] = []

    def entropy(count: int) -> bytes:
        requested.append(count)
        return seeded_entropy(1)(count)

    _, log = start_game(Croupier(entropy), machines=False)
    # All shuffles follow from the secret. 53 cards have fewer than 2 to the 232nd orders.
    assert requested == [SECRET_BYTES]
    assert SECRET_BYTES >= 32
    assert (
        len(next(event.secret or "" for event in log if isinstance(event, GameCreated))) == 2 * SECRET_BYTES
    )


@every_variant
def test_no_game_is_left_waiting_for_the_server(variant: str) -> None:
    croupier = Croupier(seeded_entropy(3))
    known, _ = start_game(croupier, variant, machines=False)
    while known.game.stage is Stage.PLAYING:
        assert not isinstance(settle(known.game), NeedsShuffle | NeedsMove)
        assert settle(known.game) == ()
        player = known.game.seats[known.game.rules.to_move(known.game.table)[0]].player
        known, events = croupier.carry_out(known, c.AutomateSeat(by=player))
        assert events


@every_variant
def test_machines_play_a_whole_game_in_one_command(variant: str) -> None:
    known, log = start_game(Croupier(seeded_entropy(5)), variant)
    assert known.game.stage is Stage.WON
    assert isinstance(log[-1], Event)


@every_variant
def test_each_seats_view_is_the_fold_of_its_redacted_events(variant: str) -> None:
    known, log = start_game(Croupier(seeded_entropy(5)), variant, machines=False)
    assert known.views == tuple(
        View(viewer=seat, remembers=True).after(log) for seat in range(len(known.game.seats))
    )
    assert known == CroupierState().after(log)
    for seat, view in enumerate(known.views):
        shown = view.game.rules.show(view.game.table)
        for other, place in enumerate(shown.places):
            unseen = (other == seat) is shown.blind
            assert (set(place.hand) == {Card.FACE_DOWN}) is unseen
            assert (Card.FACE_DOWN in place.hand) is unseen


def test_all_players_share_one_view_before_the_start_and_each_seat_has_its_own_after_it() -> None:
    croupier = Croupier(seeded_entropy(1))
    known, _ = croupier.create(c.CreateGame(by="ann", variant=VARIANT))
    assert known.view_of("ann") == known.view_of("bob") == known.view_of(None)
    known, log = start_game(croupier, machines=False)
    assert any(isinstance(event, GameStarted) for event in log)
    assert known.view_of("bob").viewer == 1
    for unseated in ("cyd", None):
        with pytest.raises(LookupError):
            known.view_of(unseated)


def test_refused_command_requests_no_entropy_and_changes_nothing() -> None:
    remaining = [SECRET_BYTES]

    def entropy(count: int) -> bytes:
        assert count == remaining.pop(0)
        return seeded_entropy(2)(count)

    croupier = Croupier(entropy)
    known, _ = start_game(croupier, machines=False)
    with pytest.raises(NotYourTurn):
        croupier.carry_out(known, c.PassTurn(by="ann"))
    assert remaining == []
