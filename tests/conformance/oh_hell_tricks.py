"""Our play of a phase of Oh Hell beside its trace: from the first lead to the score."""

from __future__ import annotations

from domain import commands as c
from domain import events as e
from domain.cards import Cards
from domain.game import Game, legal
from domain.rules.oh_hell import SEATS
from tests.conformance.oh_hell_shapes import PhaseTrace, Play, Trick, card_of, from_place, told_all
from tests.conformance.playing import Moment, Playing
from tests.conformance.seen import Sees, act, compare_views, own_hand, shown
from tests.conformance.traces import Diverged, Report, compare


class Tricks:
    """The tricks of a phase, and what they come to."""

    def __init__(
        self,
        playing: Playing,
        trace: PhaseTrace,
        report: Report,
        *,
        within: str = "",
        sees: Sees = own_hand,
    ) -> None:
        self.playing = playing
        self.trace = trace
        self.report = report
        self.within = within
        self.sees = sees
        self.hands = [list(hand) for hand in trace.hands]
        self.won = [0] * SEATS
        self.moments: list[Moment] = []

    def play(self) -> list[Moment]:
        """Play the phase as the trace has it; returns its score and all that followed by itself."""
        for number, trick in enumerate(self.trace.tricks):
            self.report.step = f"{self.within}trick {number}"
            compare("leader", (trick.leader,), shown(self.playing.game).to_move)
            for place, play in enumerate(trick.plays):
                self.report.step = f"{self.within}trick {number}, play {place}"
                self._play(play)
            self.report.step = f"{self.within}trick {number}"
            self._compare_trick(trick)
        self.report.step = f"{self.within}score"
        return self._compare_score()

    def _play(self, play: Play) -> None:
        playing, report = self.playing, self.report
        table = compare_views(playing, self.sees)
        compare("seat", (play.seat,), table.to_move)
        compare("hand", play.hand, told_all(table.places[play.seat].hand))
        compare("hands", self.hands, [told_all(place.hand) for place in table.places])
        compare("bids", self.trace.bids, [place.bid for place in table.places])
        compare("legal", sorted(play.legal), sorted(told_all(_playable(playing.game, play.seat))))
        report.states += 1
        card = card_of(play.card, f"game {report.game}, {report.step}, card")
        command = c.PlayCard(by=playing.players[play.seat], card=card)
        self.moments = act(playing, "card", play.card, command)
        self.hands[play.seat].remove(play.card)

    def _compare_trick(self, trick: Trick) -> None:
        ended = [(event, game) for event, game in self.moments if isinstance(event, e.TrickWon)]
        compare("winner", [trick.winner], [event.seat for event, _ in ended])
        ((event, game),) = ended
        card = next(play.card for play in trick.plays if play.seat == trick.winner)
        compare("winning card", [card], told_all([event.card]))
        self.won[trick.winner] += 1
        compare("tricks won so far", self.won, [place.tricks for place in shown(game).places])

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
        places = shown(game).places
        compare("tricks_won", trace.tricks_won, [place.tricks for place in places])
        compare("scores", trace.scores, points)
        made = [bid == won for bid, won in zip(trace.bids, self.won, strict=True)]
        compare("bids made", made, list(event.bids_made))
        compare("totals shown", list(event.scores), [place.score for place in places])
        self._compare_course(points)
        self.report.states += 1
        return self.moments[place:]

    def _compare_course(self, points: list[int]) -> None:
        # All but the points has been compared with ours before, seat by seat.
        trace, course = self.trace, self.trace.course
        if course is not None:
            compare("course.bids", course.bids, from_place(trace.bids, trace.leader))
            laid = [[play.card for play in trick.plays] for trick in trace.tricks]
            compare("course.tricks", course.tricks, laid)
            compare("course.deck_top", course.deck_top, trace.deck_top)
            compare("course.scores", course.scores, from_place(points, trace.leader))


def _playable(game: Game, seat: int) -> Cards:
    offers = legal(game, seat)
    compare("legal", ["PlayOffer"], [type(offer).__name__ for offer in offers])
    return tuple(card for offer in offers if isinstance(offer, c.PlayOffer) for card in offer.cards)
