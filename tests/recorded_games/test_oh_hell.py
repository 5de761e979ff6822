"""Tests that the runner finds divergences in games and deals of Oh Hell."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest

from domain.commands import CreateGame, JoinGame, StartGame
from tests.conformance.__main__ import main
from tests.conformance._harness import (
    TRACES,
    Change,
    Trace,
    raised,
    shortest,
    swapped,
    totals,
    without_last,
    write_traces,
)
from tests.conformance.replayed_game import ReplayedGame
from tests.conformance.traces import Diverged
from tests.conformance.view_comparison import all_hands, compare_views, other_hands

GAMES, DEALS = "oh_hell_games.jsonl.gz", "oh_hell_deals.jsonl.gz"


@pytest.fixture(scope="module")
def games() -> dict[str, str]:
    """A recorded game of Oh Hell for each reshuffle option, as JSON."""
    with gzip.open(TRACES / GAMES, "rt", encoding="utf-8") as lines:
        return {json.loads(line)["deck_mode"]: line for line in lines}


@pytest.fixture(scope="module")
def deal() -> str:
    """A recorded deal of five cards each, as JSON."""
    with gzip.open(TRACES / DEALS, "rt", encoding="utf-8") as lines:
        return next(line for line in lines if json.loads(line)["n"] == 5)


def phase(number: int, **fields: Any) -> Change:
    """Return a change that sets fields of a phase."""
    return lambda game: game["phases"][number - 1].update(fields)


def _other_winner(trace: Trace) -> None:
    trick = trace["phases"][2]["tricks"][1]
    trick["winner"] = (trick["winner"] + 1) % 4


def _other_pile(game: Trace) -> None:
    reshuffle, dealt = game["phases"][4]["reshuffle"], game["phases"][4]["dealt_in_order"]
    reshuffle["new_deck"][-1] = dealt[0]


def _other_card(game: Trace) -> None:
    plays = game["phases"][9]["tricks"][0]["plays"]
    plays[0]["card"] = next(card for card in plays[0]["legal"] if card != plays[0]["card"])


def _other_trump(game: Trace) -> None:
    game["phases"][6]["trump"] = "S" if game["phases"][6]["trump"] != "S" else "H"


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("phase 1, hands", swapped("phases", 0, "hands")),
        ("phase 2, bid of seat 2, bids", phase(2, bids=[3, 3, 3, 3])),
        ("phase 3, phase", phase(3, phase=4)),
        ("phase 3, n", phase(3, n=4)),
        ("phase 3, trick 1, winner", _other_winner),
        ("phase 3, dealer", raised("phases", 2, "dealer", by=-1)),
        ("phase 3, leader", raised("phases", 2, "leader")),
        ("phase 4, forced", phase(4, forced=False)),
        ("phase 4, bids, bids", phase(4, bids=[1, 1, 1, 0])),
        ("phase 5, forced", phase(5, forced=True)),
        ("phase 5, reshuffle", phase(5, reshuffle=None)),
        ("phase 5, reshuffle", raised("phases", 4, "reshuffle", "after_cards")),
        ("phase 5, reshuffle.new_deck", _other_pile),
        ("phase 5, hands", swapped("phases", 4, "reshuffle", "new_deck")),
        ("phase 6, reshuffle", phase(6, reshuffle={"after_cards": 8, "new_deck": ["AS"]})),
        ("phase 6, deck_before", raised("phases", 5, "deck_before")),
        ("phase 6, deck_after", raised("phases", 5, "deck_after")),
        ("phase 7, dealt_in_order", swapped("phases", 6, "dealt_in_order")),
        ("phase 7, deck_top", phase(7, deck_top="2S")),
        ("phase 7, trump", _other_trump),
        ("phase 8, trick 0, leader", raised("phases", 7, "tricks", 0, "leader")),
        ("phase 8, trick 0, play 1, seat", raised("phases", 7, "tricks", 0, "plays", 1, "seat", by=-1)),
        ("phase 8, trick 0, play 1, hand", swapped("phases", 7, "tricks", 0, "plays", 1, "hand")),
        ("phase 8, trick 0, play 0, legal", without_last("phases", 7, "tricks", 0, "plays", 0, "legal")),
        ("phase 8, trick 2, winner", without_last("phases", 7, "tricks", 2, "plays")),
        ("phase 8, score, tricks", without_last("phases", 7, "tricks")),
        (r"phase 10, trick \d, play \d, hand", _other_card),
        ("phase 11, score, tricks_won", raised("phases", 10, "tricks_won", 3)),
        ("phase 11, score, scores", raised("phases", 10, "scores", 2, by=10)),
        ("phase 11, score, course.bids", raised("phases", 10, "course", "bids", 0)),
        ("phase 11, score, course.scores", raised("phases", 10, "course", "scores", 0)),
        ("phase 11, score, course.tricks", swapped("phases", 10, "course", "tricks", 0)),
        ("phase 12, score, totals", raised("phases", 11, "totals", 0)),
        ("end, totals", raised("totals", 0)),
        ("end, winners", lambda game: game["winners"].append(9)),
        ("end, phases", without_last("phases")),
    ],
)
def test_changed_game_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], games: dict[str, str], field: str, change: Change
) -> None:
    trace = json.loads(games["mid_deal"])
    change(trace)
    assert main([write_traces(tmp_path, trace)]) == 1
    (line,), _ = totals(capsys)
    assert re.search(f"game {trace['game']}, step {field}: expected .*, got ", line), line


@pytest.mark.parametrize(("mode", "other"), [("mid_deal", "before_deal"), ("before_deal", "mid_deal")])
def test_reshuffle_option_is_used(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    games: dict[str, str],
    mode: str,
    other: str,
) -> None:
    trace = json.loads(games[mode])
    trace["deck_mode"] = other
    assert main([write_traces(tmp_path, trace)]) == 1
    (line,), _ = totals(capsys)
    assert "step phase 5, reshuffle.new_deck: expected " in line


def test_first_dealer_option_is_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], games: dict[str, str]
) -> None:
    trace = json.loads(games["mid_deal"])
    named = trace["first_dealer"]
    trace["first_dealer"] = (named + 1) % 4
    assert main([write_traces(tmp_path, trace)]) == 1
    (line,), _ = totals(capsys)
    assert f"step phase 1, dealer: expected {named}, got {(named + 1) % 4}" in line


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("initial, leader", raised("leader")),
        ("initial, deal_order", swapped("deal_order")),
        ("initial, deal_order", lambda deal: deal["hands"][0].reverse()),
        ("initial, trump", lambda deal: deal.update(trump="S" if deal["trump"] != "S" else "H")),
        ("trick 0, play 2, legal", lambda deal: deal["tricks"][0]["plays"][2]["legal"].append("AS")),
        ("trick 1, winner", raised("tricks", 1, "winner", by=7)),
        ("score, tricks_won", raised("tricks_won", 0)),
        ("score, scores", raised("scores", 0)),
        ("score, scores", lambda deal: deal.update(bids=[5] * 4)),
    ],
)
def test_changed_deal_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], deal: str, field: str, change: Change
) -> None:
    trace = json.loads(deal)
    change(trace)
    assert main([write_traces(tmp_path, trace)]) == 1
    (line,), _ = totals(capsys)
    assert re.search(f"game {trace['deal']}, step {field}: expected .*, got ", line), line


def _unknown_card(trace: Trace) -> None:
    trace["hands"][0][0] = "10S"


@pytest.mark.parametrize(
    ("message", "change"),
    [
        ("`deck_top`", lambda deal: deal.pop("deck_top")),
        ("'10S' is not a card", _unknown_card),
        ("hands[2] has 4 cards where n is 5", without_last("hands", 2)),
        ("$.n", lambda deal: deal.update(n=13)),
        ("$.dealer", lambda deal: deal.update(dealer=4)),
        ("$.bids", without_last("bids")),
        ("$.tricks[0].plays[1]", lambda deal: deal["tricks"][0]["plays"][1].pop("legal")),
        ("`weather`", lambda deal: deal["tricks"][0].update(weather="fine")),
        ("comes more than once", lambda deal: deal["hands"].__setitem__(1, ["AS"] * 5)),
    ],
)
def test_malformed_deal_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], deal: str, message: str, change: Change
) -> None:
    trace = json.loads(deal)
    change(trace)
    assert main([write_traces(tmp_path, trace)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert message in line


@pytest.mark.parametrize(
    ("message", "change"),
    [
        ("$.deck_mode", lambda game: game.update(deck_mode="never")),
        ("$.first_dealer", lambda game: game.update(first_dealer=-1)),
        ("initial_deck", lambda game: game.pop("initial_deck")),
        ("initial_deck is not a whole pack", without_last("initial_deck")),
        ("'JOKER' is not a card", lambda game: game["initial_deck"].__setitem__(7, "JOKER")),
        ("$.phases[18].deck_after", lambda game: game["phases"][-1].update(deck_after="8")),
        ("`reshuffle`", lambda game: game["phases"][3].pop("reshuffle")),
        ("$.phases[0].hands", lambda game: game["phases"][0].update(hands=[])),
        ("'1S' is not a card", lambda game: game["phases"][0]["tricks"][0]["plays"][3].update(card="1S")),
        ("'XX' is not a card", lambda game: game["phases"][4]["reshuffle"]["new_deck"].append("XX")),
    ],
)
def test_malformed_game_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], games: dict[str, str], message: str, change: Change
) -> None:
    trace = json.loads(games["mid_deal"])
    change(trace)
    assert main([write_traces(tmp_path, trace)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"game {trace['game']}" in line
    assert message in line


def test_unchanged_games_replay_without_divergence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([write_traces(tmp_path, json.loads(shortest(GAMES)), json.loads(shortest(DEALS)))]) == 0
    assert totals(capsys)[0] == []


def test_deal_of_maximum_size_replays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # Each seat holds most of one suit, so the leader wins every trick.
    hands = [[rank + suit for rank in "234567890JQK"] for suit in "HSDC"]
    plays = [
        [{"seat": s, "hand": hand[k:], "legal": hand[k:], "card": hand[k]} for s, hand in enumerate(hands)]
        for k in range(12)
    ]
    trace = {
        "n": 12,
        "dealer": 3,
        "leader": 0,
        "deck_top": "AH",
        "trump": "H",
        "hands": hands,
        "deal_order": [*(hand[k] for k in range(12) for hand in hands), "AH"],
        "bids": [12, 0, 1, 12],
        "tricks": [{"leader": 0, "plays": each, "winner": 0} for each in plays],
        "tricks_won": [12, 0, 0, 0],
        "scores": [22, 10, 0, 0],
    }
    assert main([write_traces(tmp_path, trace)]) == 0
    assert totals(capsys) == ([], (1, 50, 0))


def test_wrong_visibility_of_hands_is_found() -> None:
    creation = CreateGame(by="p0", variant="president")
    replayed = ReplayedGame(creation, lambda _, cards: cards)
    replayed.act(JoinGame(by="p1"))
    replayed.act(JoinGame(by="p2"))
    replayed.act(StartGame(by="p0"))
    compare_views(replayed)
    for sees, seat in ((all_hands, 1), (other_hands, 0)):
        with pytest.raises(Diverged, match=f"view of seat 0, seat {seat}, hand"):
            compare_views(replayed, sees)
