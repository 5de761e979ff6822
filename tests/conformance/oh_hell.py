"""Traces of whole games of Oh Hell: the carried-over deck, secret bids, play and scores."""

from __future__ import annotations

from itertools import chain

from domain import commands as c
from domain import events as e
from domain.cards import FRENCH_DECK, Cards
from domain.rules.oh_hell import (
    BLIND_ROUNDS,
    SEATS,
    BidCommitted,
    BidsRevealed,
    BlindHandDealt,
    DeckRanOut,
    HandShown,
    Phase,
    TrumpTurned,
)
from domain.state import Stage
from domain.visibility import redact
from tests.conformance.oh_hell_format import (
    GamePhase,
    GameTrace,
    cards_of,
    in_playing_order,
    notation,
    notations,
)
from tests.conformance.oh_hell_tricks import Tricks
from tests.conformance.replayed_game import Moment, ReplayedGame
from tests.conformance.traces import (
    ABSENT,
    Diverged,
    Kind,
    Report,
    TraceError,
    compare,
    convert,
    has_any,
    name_of,
    register,
)
from tests.conformance.view_comparison import act, all_hands, compare_views, other_hands, own_hand, table_view

_PLAYERS = tuple(f"p{seat}" for seat in range(SEATS))


def recognises(trace: object) -> bool:
    """Return whether a trace is a game with phases."""
    return has_any(trace, "phases", "initial_deck", "deck_mode")


def replay(trace: object) -> Report:
    """Replay a game; raises TraceError if it is not well-formed."""
    report = Report(name_of(trace, "game"))
    game = convert(trace, GameTrace, f"game {report.game}")
    with report.watching():
        _Replay(game, report).run()
    return report


class _Replay:
    """A trace beside the replayed game."""

    def __init__(self, trace: GameTrace, report: Report) -> None:
        self.trace = trace
        self.report = report
        options: dict[str, e.OptionValue] = {
            "reshuffle": trace.deck_mode,
            "first_dealer": trace.first_dealer,
        }
        creation = c.CreateGame(by=_PLAYERS[0], variant="oh-hell", options=options)
        self.replayed = ReplayedGame(creation, self._deck)
        self.totals = [0] * SEATS

    def run(self) -> None:
        """Replay the trace; raises Diverged at the first difference."""
        for player in _PLAYERS[1:]:
            self.replayed.act(c.JoinGame(by=player))
        moments = self.replayed.act(c.StartGame(by=_PLAYERS[0]))
        for number, phase in enumerate(self.trace.phases):
            self.report.step = f"phase {number + 1}"
            self._compare_deal(number, phase, moments)
            self._bid(number, phase, moments)
            sees = all_hands if number in BLIND_ROUNDS else own_hand
            within = f"phase {number + 1}, "
            moments = Tricks(self.replayed, phase, self.report, within=within, sees=sees).play()
            self._compare_totals(number, phase, moments)
        self.report.step = "end"
        self._compare_end(moments)

    def _deck(self, number: int, cards: Cards) -> Cards:
        trace, of = self.trace, f"game {self.report.game}"
        if number == 0:
            order = cards_of(trace.initial_deck, f"{of}, initial_deck")
            if sorted(order) != sorted(FRENCH_DECK):
                raise TraceError(f"{of}, initial_deck is not a whole pack of cards")
            compare("initial_deck", sorted(trace.initial_deck), sorted(notations(cards)))
            return order
        place = table_view(self.replayed.game).round + 1
        if place >= len(trace.phases):
            raise Diverged("phases", len(trace.phases), "another deal")
        phase = trace.phases[place]
        self.report.step = f"phase {place + 1}"
        if phase.reshuffle is None:
            raise Diverged("reshuffle", None, f"a shuffle of {len(cards)} cards")
        order = cards_of(phase.reshuffle.new_deck, f"{of}, phases[{place}].reshuffle.new_deck")
        compare("reshuffle.new_deck", sorted(phase.reshuffle.new_deck), sorted(notations(cards)))
        return order

    def _compare_deal(self, number: int, phase: GamePhase, moments: list[Moment]) -> None:
        dealt = _Deal(moments)
        compare("phase", phase.phase, dealt.event.round + 1)
        compare("n", (phase.n,) * SEATS, dealt.event.hands)
        compare("dealer", phase.dealer, dealt.event.dealer)
        compare("deck_before", phase.deck_before, dealt.stock_before)
        compare("reshuffle", phase.reshuffle and phase.reshuffle.after_cards, dealt.reshuffled_after)
        compare("deck_after", phase.deck_after, dealt.event.stock)
        blind = number in BLIND_ROUNDS
        compare("dealt blind", [blind] * SEATS, dealt.blind)
        compare("hands", phase.hands, [notations(hand) for hand in dealt.hands])
        compare("deck_top", phase.deck_top, notation(dealt.turn_up))
        compare("leader", phase.leader, (dealt.event.dealer + 1) % SEATS)
        in_order = chain.from_iterable(zip(*in_playing_order(dealt.hands, phase.leader), strict=True))
        compare("dealt_in_order", phase.dealt_in_order, notations([*in_order, dealt.turn_up]))
        table = compare_views(self.replayed, other_hands if blind else own_hand)
        compare("n", [phase.n] * SEATS, [len(place.hand) for place in table.places])
        compare("hands", phase.hands, [notations(place.hand) for place in table.places])
        compare("deck_top", phase.deck_top, notation(table.turn_up))
        compare("trump", phase.trump, table.trump and table.trump[0])
        compare("dealer", phase.dealer, table.dealer)
        compare("deck_after", phase.deck_after, table.stock)
        compare("pile", len(FRENCH_DECK) - phase.deck_after - SEATS * phase.n - 1, table.pile)
        compare("blind", blind, table.blind)
        self.report.states += 1

    def _bid(self, number: int, phase: GamePhase, moments: list[Moment]) -> None:
        forced = [event.forced for event, _ in moments if isinstance(event, BidsRevealed)]
        compare("forced", [True] if phase.forced else [], forced)
        if not phase.forced:
            # Bids are simultaneous, so any order works: here descending from a different seat in each phase.
            order = [(SEATS - 1 - number - step) % SEATS for step in range(SEATS)]
            for place, seat in enumerate(order):
                self.report.step = f"phase {number + 1}, bid of seat {seat}"
                moments = self._commit(phase, seat, order[: place + 1])
        self.report.step = f"phase {number + 1}, bids"
        revealed = [list(event.bids) for event, _ in moments if isinstance(event, BidsRevealed)]
        compare("bids", [phase.bids], revealed)
        taken_up = [event for event, _ in moments if isinstance(event, HandShown)]
        blind = number in BLIND_ROUNDS
        compare("hands taken up", phase.hands if blind else [], [notations(hand.cards) for hand in taken_up])
        table = compare_views(self.replayed, all_hands if blind else own_hand)
        compare("bids", phase.bids, [place.bid for place in table.places])
        compare("blind", False, table.blind)
        compare("leader", (phase.leader,), table.to_move)
        self.report.states += 1

    def _commit(self, phase: GamePhase, seat: int, committed: list[int]) -> list[Moment]:
        replayed, amount = self.replayed, phase.bids[seat]
        moments = act(replayed, "bids", amount, c.PlaceBid(by=replayed.players[seat], amount=amount))
        event, game = moments[0]
        compare("bid", BidCommitted(seat=seat, amount=amount), event)
        informed = [viewer for viewer in replayed.viewers if redact(event, viewer) == event]
        compare("viewers who know the bid", [seat], informed)
        table = table_view(game)
        expected = [place in committed for place in range(SEATS)]
        compare("committed", expected, [place.committed for place in table.places])
        if len(committed) < SEATS:
            compare("what follows", [], [moment.event for moment in moments[1:]])
            waiting = tuple(other for other in range(SEATS) if other not in committed)
            compare("seats that are to bid", (Phase.BIDDING, waiting), (table.phase, table.to_move))
            compare_views(replayed, other_hands if table.blind else own_hand)
            self.report.states += 1
        return moments

    def _compare_totals(self, number: int, phase: GamePhase, moments: list[Moment]) -> None:
        scored = moments[0].event
        assert isinstance(scored, e.RoundScored), "a phase ends with its score"
        compare("round", number, scored.round)
        compare("totals", phase.totals, list(scored.scores))

    def _compare_end(self, moments: list[Moment]) -> None:
        trace, game = self.trace, self.replayed.game
        compare("phases", len(trace.phases), table_view(game).round + 1)
        compare("finished", Stage.WON, game.stage)
        compare("totals", trace.totals, [place.score for place in table_view(game).places])
        ended = [list(event.winners) for event, _ in moments if isinstance(event, e.GameWon)]
        compare("winners", [sorted(trace.winners)], ended)
        compare_views(self.replayed)
        self.report.states += 1


class _Deal:
    """Events from the end of a phase to the turn-up of the next."""

    def __init__(self, moments: list[Moment]) -> None:
        self.hands: list[Cards] = [()] * SEATS
        self.blind: list[bool | None] = [None] * SEATS
        self.turn_up = FRENCH_DECK[0]
        self.stock_before = 0
        self.reshuffled_after: object = None
        found: e.RoundDealt | None = None
        for event, game in moments:
            match event:
                case e.RoundScored():
                    self.stock_before = table_view(game).stock
                case DeckRanOut(dealt=dealt):
                    self.reshuffled_after = dealt
                case e.DeckShuffled(shuffle=0):
                    self.stock_before = table_view(game).stock
                case e.DeckShuffled() if self.reshuffled_after is None:
                    self.reshuffled_after = ABSENT
                case e.RoundDealt():
                    found = event
                case e.HandDealt(seat=seat, cards=cards) | BlindHandDealt(seat=seat, cards=cards):
                    self.hands[seat] = cards
                    self.blind[seat] = isinstance(event, BlindHandDealt)
                case TrumpTurned(card=card):
                    self.turn_up = card
        if found is None:
            raise Diverged("phases", "another deal", "none")
        self.event = found


register(Kind(name="Oh Hell", recognises=recognises, replay=replay))
