"""Deals of a contest: exact par, seats, ties, and what players are given."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest

import domain.view
from application.arena.contest import Contest, InvalidContest, StrategyFactory
from application.arena.deal import DealResult, play_deal
from application.arena.report import report_of
from application.arena.workers import play_deals
from application.games.simulation import Setup, Strategy, Turn
from domain.commands import Move
from domain.events import PlayerId
from domain.game import legal
from domain.machine import player_of
from domain.refusals import InvalidOption, WrongNumberOfPlayers
from domain.rules import rules_of, variants
from domain.state import Game


class UnknownName(Exception):
    """No player of these tests has this name."""


def published(turn: Turn) -> Move:
    return player_of(turn.view.variant)(turn.view, turn.seat)


def first_legal(turn: Turn) -> Move:
    return legal_moves(turn.view, turn.seat)[0]


def legal_moves(view: Game, seat: int) -> list[Move]:
    return [move for offer in legal(view, seat) for move in offer.moves(by=view.seats[seat].player)]


def lookup(name: str, variant: str, seed: str | None) -> StrategyFactory:
    players = {"published": published, "first": first_legal}
    if name not in players:
        raise UnknownName(name)
    return lambda _game, _seat, _names: players[name]


def contest(
    variant: str,
    *lineup: str,
    candidates: int = 1,
    deals: int = 1,
    options: Mapping[str, str] | None = None,
) -> Contest:
    return Contest(
        setup=Setup(variant=variant, seats=len(lineup), options=options or {}),
        candidates=lineup[:candidates],
        opponents=lineup[candidates:],
        deals=deals,
        seed="7",
    )


@pytest.mark.parametrize("variant", variants())
@pytest.mark.parametrize("candidates", [1, 2])
def test_published_player_against_itself_is_exactly_at_par(variant: str, candidates: int) -> None:
    seats = min(4, rules_of(variant).seats[-1])
    measured = contest(variant, *["published"] * seats, candidates=candidates, deals=3)
    report = report_of(measured, [play_deal(measured, lookup, deal) for deal in range(3)])
    assert report.games == 3 * seats
    for estimate, par in [
        (report.wins, Fraction(1, seats)),
        (report.last, Fraction(1, seats)),
        (report.place, Fraction(seats + 1, 2)),
        *([(report.points, Fraction())] if report.points is not None else []),
    ]:
        assert (estimate.mean, estimate.par, estimate.margin) == (par, par, 0.0)
    assert (report.points is None) is (variant == "president")


def test_games_of_a_deal_have_the_same_shuffles_and_other_deals_others() -> None:
    hands: list[object] = []

    def watching(turn: Turn) -> Move:
        if turn.seat == 1:
            hands.append(turn.view.rules.show(turn.view.table).places[1].hand)
        return published(turn)

    def watched(_name: str, _variant: str, _seed: str | None) -> StrategyFactory:
        return lambda _game, _seat, _names: watching

    def play(deal: int) -> list[object]:
        hands.clear()
        play_deal(contest("president", "a", "b", "c"), watched, deal)
        return hands.copy()

    first = play(0)
    games = [first[begin : begin + len(first) // 3] for begin in range(0, len(first), len(first) // 3)]
    assert games[0] == games[1] == games[2]
    assert play(1)[0] != first[0] == play(0)[0]


def test_candidate_plays_in_every_seat_and_opponents_keep_their_order() -> None:
    seen: list[tuple[int, dict[PlayerId, str]]] = []

    def recording(name: str, _variant: str, _seed: str | None) -> StrategyFactory:
        def create(game: int, seat: int, names: Mapping[PlayerId, str]) -> Strategy:
            assert game == 5
            if name == "a":
                seen.append((seat, dict(names)))
            return published

        return create

    play_deal(contest("hundred-and-ten", "a", "b", "c"), recording, 5)
    assert [seat for seat, _ in seen] == [0, 1, 2]
    assert [list(names.values()) for _, names in seen] == [["a", "b", "c"], ["c", "a", "b"], ["b", "c", "a"]]


def test_weak_player_is_below_par_and_its_choices_are_timed() -> None:
    measured = contest("hundred-and-ten", "first", "published", "published", deals=2)
    results = [play_deal(measured, lookup, deal) for deal in range(2)]
    report = report_of(measured, results)
    assert report.wins.mean < Fraction(1, 3) < report.last.mean
    assert report.place.mean > 2
    assert report.points is not None
    assert report.points.mean < 0
    assert report.thinking is not None
    assert report.thinking.choices == sum(len(result.thinking) for result in results) > 0
    assert report == report_of(measured, reversed(results))


def test_forced_moves_are_not_counted_as_choices() -> None:
    choices: list[int] = []

    def counting(turn: Turn) -> Move:
        moves = legal_moves(turn.view, turn.seat)
        choices.append(len(moves))
        return moves[0]

    def counted(name: str, variant: str, seed: str | None) -> StrategyFactory:
        return lambda _game, _seat, _names: counting if name == "a" else published

    result = play_deal(contest("hundred-and-ten", "a", "b", "c"), counted, 0)
    assert 1 in choices
    assert len(result.thinking) == sum(count > 1 for count in choices)


def result(deal: int, wins: Fraction) -> DealResult:
    same = Fraction(1, 2)
    return DealResult(
        deal=deal, wins=wins, last=same, place=same, points=same, has_points=True, thinking=(10**6, 3 * 10**6)
    )


def test_interval_is_over_deals() -> None:
    measured = contest("hundred-and-ten", "a", "b")
    report = report_of(measured, [result(deal, Fraction(deal % 2)) for deal in range(100)])
    # The standard deviation is sqrt(100 / 99) / 2.
    assert report.wins.mean == Fraction(1, 2)
    assert report.wins.margin == pytest.approx(1.959964 * 0.5025189 / 10)
    assert report.thinking is not None
    assert (report.thinking.choices, report.thinking.mean_ms, report.thinking.p95_ms) == (200, 2.0, 3.0)


def test_one_deal_has_no_interval() -> None:
    assert report_of(contest("hundred-and-ten", "a", "b"), [result(0, Fraction(1))]).wins.margin is None


def test_player_of_a_contest_is_given_what_its_seat_remembers(monkeypatch: pytest.MonkeyPatch) -> None:
    class Counter:
        def remember(self, memory: int | None, events: tuple[object, ...]) -> int:
            return (memory or 0) + len(events)

    monkeypatch.setattr(domain.view, "thinker_of", lambda _variant, _version: Counter())
    before_the_start = []

    def checking(turn: Turn) -> Move:
        before_the_start.append(turn.version - turn.memory)
        return published(turn)

    play_deal(contest("president", "a", "b", "c"), lambda *_: lambda _game, _seat, _names: checking, 0)
    # Creation, two more players and the start.
    assert set(before_the_start) == {before_the_start[0]}


@pytest.mark.parametrize(
    ("wrong", "error", "text"),
    [
        (contest("hundred-and-ten", "published", "first", deals=0), InvalidContest, "at least 1 deal, not 0"),
        (
            contest("hundred-and-ten", "published", "first", candidates=0),
            InvalidContest,
            "2 seats .* not for 0 and 2",
        ),
        (contest("president", "published", "first"), WrongNumberOfPlayers, "3 to 8 players, not 2"),
        (contest("hundred-and-ten", "published", "third"), UnknownName, "third"),
        (contest("hundred-and-ten", "first", "first", options={"reveal": "no"}), InvalidOption, "reveal"),
    ],
)
def test_contest_is_checked_before_play(wrong: Contest, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        play_deals(wrong, lookup, 1)


def test_contest_needs_a_worker() -> None:
    with pytest.raises(InvalidContest, match="at least 1 worker, not 0"):
        play_deals(contest("hundred-and-ten", "first", "first"), lookup, 0)
