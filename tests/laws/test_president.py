"""The laws for President at a table of each size: what holds for three players must hold for eight."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from application.games.croupier import Croupier, CroupierState, seeded_entropy
from domain import commands as c
from domain import events as e
from domain.cards import FRENCH_DECK, face_down
from domain.game import Game, Stage, legal
from domain.machine import player_of
from domain.refusals import Refusal
from domain.rules.president import (
    CardsPlayed,
    ClearAfter,
    DirectionReversed,
    PlayCards,
    PresidentTable,
    SeatSkipped,
    SeatWentOut,
    TableCleared,
)
from domain.visibility import SPECTATOR
from tests.laws.ledger import cards_in
from tests.laws.playouts import PEOPLE, Commit, Playout, Refused
from tests.laws.secrecy.glimpses import everything
from tests.laws.secrecy.secrecy_check import assert_secret
from tests.laws.test_cards_conserved import check_cards
from tests.laws.test_commitments import check_commitments, check_time_of_reveals
from tests.laws.test_course import check_course, check_outcome, check_refusals
from tests.laws.test_legal_moves import check_legal_moves
from tests.laws.test_replay import check_prefixes, check_replay, check_views
from tests.long_form import usually

VARIANT = "president"
SEEDS = range(5)
ONE = SEEDS[0]
"""Where a law takes longer to look at."""

every_size = pytest.mark.parametrize("players", usually(range(3, 9), 3, 5, 8))
every_clearing = pytest.mark.parametrize("clear_after", list(ClearAfter))


@cache
def playout(players: int, clear_after: ClearAfter, seed: int) -> Playout:
    """Play a game of so many at random, as `playouts` does, which leaves it to chance how many they are."""
    match = _Match(seed)
    match.create(players, clear_after)
    while match.known.game.stage is Stage.PLAYING:
        match.go_on()
    return Playout(variant=VARIANT, seed=seed, commits=tuple(match.commits), refused=tuple(match.refused))


class _Match:
    """A game in the making."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.croupier = Croupier(seeded_entropy(seed))
        self.commits: list[Commit] = []
        self.refused: list[Refused] = []

    @property
    def known(self) -> CroupierState:
        return self.commits[-1].after

    def create(self, players: int, clear_after: ClearAfter) -> None:
        create = c.CreateGame(by=PEOPLE[0], variant=VARIANT, options={"clear_after": clear_after.value})
        known, events = self.croupier.create(create)
        self.commits.append(Commit(create, CroupierState(), events, known))
        for player in PEOPLE[1:players]:
            self.try_(c.JoinGame(by=player))
        self.try_(c.StartGame(by=PEOPLE[0]))

    def go_on(self) -> None:
        """Let the seat whose turn it is move; now and then somebody hands over a seat or breaks a rule."""
        (seat,) = self.known.game.rules.to_move(self.known.game.table)
        people = [place.player for place in self.known.game.seats]
        chance = self.random.random()
        if chance < 0.01:
            self.try_(c.AutomateSeat(by=self.random.choice(people)))
        elif chance < 0.05:
            pair = tuple(self.random.sample(FRENCH_DECK, 2))
            self.try_(PlayCards(by=self.random.choice(people), cards=pair))
        elif chance < 0.3:
            self.try_(player_of(VARIANT)(self.known.views[seat].game, seat))
        else:
            offer = self.random.choice(legal(self.known.game, seat))
            self.try_(self.random.choice(list(offer.moves(people[seat]))))

    def try_(self, command: c.Command) -> None:
        try:
            known, events = self.croupier.carry_out(self.known, command)
        except Refusal as refusal:
            self.refused.append(Refused(command, self.known, refusal))
        else:
            self.commits.append(Commit(command, self.known, events, known))


def table_of(game: Game) -> PresidentTable:
    assert isinstance(game.table, PresidentTable)
    return game.table


# The laws of every game.


@every_clearing
@every_size
def test_no_card_is_lost_doubled_or_in_two_places(players: int, clear_after: ClearAfter) -> None:
    for seed in SEEDS:
        played = playout(players, clear_after, seed)
        check_cards(played)
        check_commitments(played, Random(seed))
        check_time_of_reveals(played)


@every_clearing
@every_size
def test_every_game_ends_and_nothing_refused_has_changed_it(players: int, clear_after: ClearAfter) -> None:
    for seed in SEEDS:
        played = playout(players, clear_after, seed)
        assert played.known.game.stage is Stage.WON
        check_course(played)
        check_refusals(played)
        check_outcome(played)


@every_clearing
@every_size
def test_the_fold_of_the_stored_events_is_the_game_as_it_was_played(
    players: int, clear_after: ClearAfter
) -> None:
    for seed in SEEDS:
        played = playout(players, clear_after, seed)
        check_replay(played)
        check_prefixes(played, Random(seed))
        check_views(played, Random(seed))


@every_clearing
@every_size
def test_exactly_the_legal_moves_are_accepted(players: int, clear_after: ClearAfter) -> None:
    check_legal_moves(playout(players, clear_after, ONE), Random(players))


@every_clearing
@every_size
def test_what_a_viewer_gets_does_not_depend_on_what_it_has_not_seen(
    players: int, clear_after: ClearAfter
) -> None:
    random = Random(players)
    logs = list(playout(players, clear_after, ONE).committed_logs())
    for log in random.sample(logs, 3):
        for viewer in (SPECTATOR, *range(players)):
            assert_secret(log, viewer, everything, random)


# Its own.


@every_size
def test_a_seat_sees_its_own_hand_and_of_the_others_how_many_cards(players: int) -> None:
    for known in playout(players, ClearAfter.FULL_CIRCLE, ONE).waiting():
        truth = table_of(known.game).hands
        for view in known.views:
            for seat, hand in enumerate(table_of(view.game).hands):
                assert hand == (truth[seat] if seat == view.viewer else face_down(len(truth[seat])))


@every_clearing
@every_size
def test_all_but_the_loser_have_played_all_their_cards_in_the_order_of_the_places(
    players: int, clear_after: ClearAfter
) -> None:
    for seed in SEEDS:
        played = playout(players, clear_after, seed)
        game = played.known.game
        gone = [event for event in played.log if isinstance(event, SeatWentOut)]
        assert [event.rank for event in gone] == list(range(1, players))
        assert game.outcome is not None
        *others, loser = [seat for (seat,) in game.outcome.ranking]
        assert [event.seat for event in gone] == others
        hands = table_of(game).hands
        assert [bool(hand) for hand in hands] == [seat == loser for seat in range(players)]
        laid = [card for event in played.log if isinstance(event, CardsPlayed) for card in cards_in(event)]
        assert sorted((*laid, *hands[loser])) == sorted(FRENCH_DECK)


@every_clearing
@every_size
def test_the_seat_to_move_is_still_in_the_game_and_leads_to_a_clear_table_or_beats_another(
    players: int, clear_after: ClearAfter
) -> None:
    for seed in SEEDS:
        for known in playout(players, clear_after, seed).waiting():
            table = table_of(known.game)
            assert table.hands[table.turn]
            assert (table.led_by is None) is (not table.to_beat)
            assert table.passes < len(table.active) - (
                clear_after is ClearAfter.ALL_OTHERS and table.led_by in table.active
            )


@every_clearing
@every_size
def test_whose_turn_it_is_can_be_told_by_going_round_the_table(players: int, clear_after: ClearAfter) -> None:
    for seed in SEEDS:
        played = playout(players, clear_after, seed)
        walk = _Walk(players, clear_after)
        for event in played.log:
            walk.take(event)
        assert len(walk.active) == 1


class _Walk:
    """A finger that goes round the table, from the cards that are played and the passes alone."""

    def __init__(self, players: int, clear_after: ClearAfter) -> None:
        self.players = players
        self.clear_after = clear_after
        self.active = set(range(players))
        self.held: dict[int, int] = {}
        self.step = 1
        self.turn = self.last = -1
        self.lying: str | None = None
        self.passes = 0
        self.due: e.Event | None = None

    def take(self, event: e.Event) -> None:
        """Go on; fails when another seat has moved, or the table was cleared at another time."""
        match event:
            case e.HandDealt():
                self.held[event.seat] = len(event.cards)
            case CardsPlayed():
                assert event.automatic or (event.seat == self.turn and self.due is None)
                self._play(event.seat, event.cards[0][0], len(event.cards))
            case e.TurnPassed():
                assert event.seat == self.turn
                assert self.due is None
                self._pass()
            case TableCleared():
                assert event == self.due
                self.due = None

    def _after(self, seat: int) -> int:
        seat = (seat + self.step) % self.players
        return seat if seat in self.active else self._after(seat)

    def _play(self, seat: int, value: str, count: int) -> None:
        same, self.lying, self.last, self.passes = value == self.lying, value, seat, 0
        self.step *= -1 if value == "3" else 1
        self.held[seat] -= count
        if not self.held[seat]:
            self.active.remove(seat)
        again = value == "2" and not same and seat in self.active
        self.turn = seat if again else self._after(seat)
        if same:
            self.turn = self._after(self.turn)

    def _pass(self) -> None:
        self.passes += 1
        needed, leader = len(self.active), self._after(self.turn)
        if self.clear_after is ClearAfter.ALL_OTHERS and self.last in self.active:
            needed, leader = needed - 1, self.last
        self.turn = self._after(self.turn)
        if self.passes == needed:
            self.turn, self.lying, self.due = leader, None, TableCleared(leader=leader)


@every_size
def test_these_games_have_everything_in_them(players: int) -> None:
    logs = [playout(players, clear_after, seed).log for clear_after in ClearAfter for seed in SEEDS]
    happened = {type(event) for log in logs for event in log}
    wanted = {DirectionReversed, SeatSkipped, TableCleared, SeatWentOut, e.TurnPassed, e.SeatAutomated}
    assert wanted <= happened
    plays = [event for log in logs for event in log if isinstance(event, CardsPlayed)]
    assert any(event.again for event in plays)
    assert any(len(event.cards) > 2 for event in plays)
    assert all(any(playout(players, kind, seed).refused for seed in SEEDS) for kind in ClearAfter)
