"""Replay of the tricks of a phase of Oh Hell, from the first lead to the score."""

from __future__ import annotations

from domain import commands as c
from domain import events as e
from domain.cards import Cards
from domain.game import Game, legal
from domain.rules.oh_hell import SEATS
from tests.conformance.oh_hell_format import PhaseTrace, Play, Trick, card_of, in_playing_order, notations
from tests.conformance.replayed_game import Moment, ReplayedGame
from tests.conformance.traces import Diverged, Report, compare
from tests.conformance.view_comparison import SeesHand, act, compare_views, own_hand, table_view


class Tricks:
    """The tricks of a phase and their score."""

    def __init__(
        self,
        replayed: ReplayedGame,
        trace: PhaseTrace,
        report: Report,
        *,
        within: str = "",
        sees: SeesHand = own_hand,
    ) -> None:
        self.replayed = replayed
        self.trace = trace
        self.report = report
        self.within = within
        self.sees = sees
        self.hands = [list(hand) for hand in trace.hands]
        self.won = [0] * SEATS
        self.moments: list[Moment] = []

    def play(self) -> list[Moment]:
        """Replay the phase; returns the score and the automatic consequences."""
        for number, trick in enumerate(self.trace.tricks):
            self.report.step = f"{self.within}trick {number}"
            compare("leader", (trick.leader,), table_view(self.replayed.game).to_move)
            for place, play in enumerate(trick.plays):
                self.report.step = f"{self.within}trick {number}, play {place}"
                self._play(play)
            self.report.step = f"{self.within}trick {number}"
            self._compare_trick(trick)
        self.report.step = f"{self.within}score"
        return self._compare_score()

    def _play(self, play: Play) -> None:
        replayed, report = self.replayed, self.report
        table = compare_views(replayed, self.sees)
        compare("seat", (play.seat,), table.to_move)
        compare("hand", play.hand, notations(table.places[play.seat].hand))
        compare("hands", self.hands, [notations(place.hand) for place in table.places])
        compare("bids", self.trace.bids, [place.bid for place in table.places])
        compare("legal", sorted(play.legal), sorted(notations(_playable(replayed.game, play.seat))))
        report.states += 1
        card = card_of(play.card, f"game {report.game}, {report.step}, card")
        command = c.PlayCard(by=replayed.players[play.seat], card=card)
        self.moments = act(replayed, "card", play.card, command)
        self.hands[play.seat].remove(play.card)

    def _compare_trick(self, trick: Trick) -> None:
        ended = [(event, game) for event, game in self.moments if isinstance(event, e.TrickWon)]
        compare("winner", [trick.winner], [event.seat for event, _ in ended])
        ((event, game),) = ended
        card = next(play.card for play in trick.plays if play.seat == trick.winner)
        compare("winning card", [card], notations([event.card]))
        self.won[trick.winner] += 1
        compare("tricks won so far", self.won, [place.tricks for place in table_view(game).places])

    def _compare_score(self) -> list[Moment]:
        trace = self.trace
        ended = (place for place, (event, _) in enumerate(self.moments) if isinstance(event, e.RoundScored))
        place = next(ended, None)
        if place is None:
            raise Diverged("tricks", len(trace.tricks), "a phase that goes on")
        event, game = self.moments[place]
        assert isinstance(event, e.RoundScored), "the moment was chosen for its score"
        points = [0] * SEATS
        for award in event.awards:
            points[award.seat] += award.points
        places = table_view(game).places
        compare("tricks_won", trace.tricks_won, [place.tricks for place in places])
        compare("scores", trace.scores, points)
        made = [bid == won for bid, won in zip(trace.bids, self.won, strict=True)]
        compare("bids made", made, list(event.bids_made))
        compare("totals shown", list(event.scores), [place.score for place in places])
        self._compare_course(points)
        self.report.states += 1
        return self.moments[place:]

    def _compare_course(self, points: list[int]) -> None:
        # The other fields were compared before, by seat.
        trace, course = self.trace, self.trace.course
        if course is not None:
            compare("course.bids", course.bids, in_playing_order(trace.bids, trace.leader))
            laid = [[play.card for play in trick.plays] for trick in trace.tricks]
            compare("course.tricks", course.tricks, laid)
            compare("course.deck_top", course.deck_top, trace.deck_top)
            compare("course.scores", course.scores, in_playing_order(points, trace.leader))


def _playable(game: Game, seat: int) -> Cards:
    offers = legal(game, seat)
    compare("legal", ["PlayOffer"], [type(offer).__name__ for offer in offers])
    return tuple(card for offer in offers if isinstance(offer, c.PlayOffer) for card in offer.cards)
