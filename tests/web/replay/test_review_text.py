"""Texts of reviews: mistakes as sentences, their number, the parts of a result, and the scale of points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from playwright.sync_api import Page

from tests.web.harness.page_modules import evaluate_in_module

MODULE: Final = "review/review-text.js"
_NAMES: Final = "{ you: 0, seat: (seat) => ['You', 'Bert'][seat] }"


def _decision(chosen: Mapping[str, Any], best: Mapping[str, Any], loss: float) -> dict[str, Any]:
    return {"chosen": {"move": chosen}, "best": {"move": best}, "loss": loss}


def test_mistakes_are_sentences(page: Page) -> None:
    ace, five = {"__typename": "PlayCard", "card": "AC"}, {"__typename": "PlayCard", "card": "5H"}
    passing = {"__typename": "PassTurn", "mutation": "passTurn"}
    tens, twenty = (
        {"__typename": "PlayCards", "cards": ["TC", "TS"]},
        {"__typename": "PlaceBid", "amount": 20},
    )
    hearts = {"__typename": "SelectTrump", "suit": "HEARTS"}
    none, two = {"__typename": "DiscardCards", "cards": []}, {"__typename": "DiscardCards", "cards": ["2C"]}
    unknown = {"__typename": "RaiseStake", "mutation": "raiseStake"}
    cases: dict[str, tuple[Any, Any, float, int, bool]] = {
        "You led the ace of clubs: −4 points. Better: the five of hearts.": (ace, five, 0.04, 0, True),
        "Bert played the ace of clubs: −1 point. Better: the five of hearts.": (
            ace,
            five,
            0.0051 * 2,
            1,
            False,
        ),
        "You passed: −0.4 points. Better: the ten of clubs and ten of spades.": (
            passing,
            tens,
            0.004,
            0,
            False,
        ),
        "Bert led the ten of clubs and ten of spades: −13 points. Better: to pass.": (
            tens,
            passing,
            0.126,
            1,
            True,
        ),
        "You bid 20: −2 points. Better: to pass.": (twenty, passing, 0.02, 0, False),
        "Bert bid 20: −1 point. Better: to pass.": (twenty, passing, 0.0096, 1, False),
        "Bert passed: −2 points. Better: a bid of 20.": (passing, twenty, 0.02, 1, False),
        "You named hearts trump: −2 points. Better: hearts as trump.": (hearts, hearts, 0.02, 0, False),
        "You kept all cards: −2 points. Better: to discard the two of clubs.": (none, two, 0.02, 0, False),
        "Bert discarded the two of clubs: −2 points. Better: to keep all cards.": (two, none, 0.02, 1, False),
        "Bert: Raise stake: −2 points. Better: Raise stake.": (unknown, unknown, 0.02, 1, True),
    }
    given = [
        {"decision": _decision(chosen, best, loss), "seat": seat, "place": {"isLead": is_lead}}
        for chosen, best, loss, seat, is_lead in cases.values()
    ]
    body = f"given.map(({{ decision, seat, place }}) => module.lossText(decision, seat, {_NAMES}, place))"
    assert evaluate_in_module(page, MODULE, body, given) == list(cases)


def test_summary_counts_losses_of_half_a_point_and_more(page: Page) -> None:
    lost, little, kept = {"loss": 0.034}, {"loss": 0.0049}, {"loss": 0}
    reviews = {
        "There is no decision to review that you may see.": {"count": 0, "loss": 0, "decisions": []},
        "No decision was a mistake.": {"count": 2, "loss": 0.0049, "decisions": [kept, little]},
        "1 of 2 decisions was a mistake: −3 points.": {
            "count": 2,
            "loss": 0.0389,
            "decisions": [little, lost],
        },
        "2 of 2 decisions were mistakes: −7 points in all.": {
            "count": 2,
            "loss": 0.068,
            "decisions": [lost, lost],
        },
    }
    assert evaluate_in_module(page, MODULE, "given.map(module.summaryText)", list(reviews.values())) == list(
        reviews
    )


def test_rounded_parts_still_add_up(page: Page) -> None:
    parts = {"result": 1, "par": 1 / 3, "luck": 0.024, "loss": 0.046, "rest": 1 - 1 / 3 - 0.024 + 0.046}
    body = "module.partsOf(given).map(({ points }) => points)"
    assert evaluate_in_module(page, MODULE, body, parts) == ["33", "+2", "−5", "+70", "100"]
    closed = {**parts, "result": None, "rest": None}
    assert evaluate_in_module(page, MODULE, body, closed) == ["+2", "−5"]


def test_points_have_a_scale_in_each_game(page: Page) -> None:
    chance = "Points are percentage points of the chance to win the game."
    place = "Points are for the place at the end: 0 for the last place, 100 for the first."
    games = ["hundred-and-ten", "president", "unheard-of"]
    assert evaluate_in_module(page, MODULE, "given.map(module.scaleText)", games) == [chance, place, chance]
