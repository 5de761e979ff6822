"""The review on the replay page: mistakes in words, moves with values, parts of the result, refusals."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.api.harness import full_documents as d
from tests.api.harness.played_games import wanted
from tests.web.conftest import SignIn
from tests.web.harness.axe import screen_violations
from tests.web.harness.replayed_games import VARIANTS, finished_game, wait_for_moment
from tests.web.harness.visitors import Person

BAD_MOVES: Final = 30
SMALLEST_MISTAKE: Final = 0.005
"""The smallest loss that the page calls a mistake: half a point."""
PATIENCE: Final = 120_000
"""Milliseconds that the review of a game may take on a machine with other work."""
_MOVES: Final = f"""query ($game: ID!) {{
    game(id: $game) {{ legalMoves {{ moves {d.everything("Move")} }} }}
}}"""
_REVIEW: Final = """query ($game: ID!, $seat: Int!, $after: Version!) { game(id: $game) { review(
    seat: $seat, after: $after, first: 80
) {
    count luck rounds { round version } decisions { version loss moves { value } }
} } }"""
_SENTENCE: Final = re.compile(r"^You \S.*: −(\d+|0\.\d) points?\. Better: \S.*\.$")


def badly_played_game(person: Person, variant: str) -> str:
    """Create a game in which the person makes moves that the machine would not make, and let it end."""
    game = person.create(variant, machines=3)
    for _ in range(BAD_MOVES):
        suggested = person.suggested(game)
        if suggested is None:
            return game
        offers = person.ask(_MOVES, game=game)["game"]["legalMoves"]
        moves = [wanted(move) for offer in offers for move in offer["moves"]]
        others = [each for each in moves if each != suggested and each[0] != "queuePass"]
        name, values = others[-1] if others else suggested
        person.command(name, game=game, **values)
    person.command("automateSeat", game=game)
    return game


def panel_of(page: Page) -> Locator:
    return page.get_by_role("region", name="Review", exact=True)


def review(page: Page) -> Locator:
    """Ask for the review, wait for it, and return the panel."""
    panel = panel_of(page)
    panel.get_by_role("button", name="Review the play").click()
    expect(panel.locator(".review-summary")).to_be_visible(timeout=PATIENCE)
    return panel


def answered(person: Person, game: str, seat: int) -> Any:
    """Return the review of the API with all its decisions."""
    found = person.ask(_REVIEW, game=game, seat=seat, after=0)["game"]["review"]
    while len(found["decisions"]) < found["count"]:
        after = found["decisions"][-1]["version"]
        found["decisions"] += person.ask(_REVIEW, game=game, seat=seat, after=after)["game"]["review"][
            "decisions"
        ]
    return found


def points(cell: str) -> int:
    return int(cell.replace("−", "-"))


@pytest.mark.parametrize("variant", VARIANTS)
def test_mistakes_are_told_in_words_and_lead_to_their_moments(variant: str, signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = badly_played_game(ann, variant)
    page = ann.open(f"/games/{game}/replay")
    panel = review(page)
    found = answered(ann, game, 0)
    mistakes = [each for each in found["decisions"] if each["loss"] >= SMALLEST_MISTAKE]
    mistakes.sort(key=lambda each: -each["loss"])
    assert mistakes != []
    expect(panel.locator(".review-summary")).to_have_text(
        re.compile(rf"^{len(mistakes)} of {found['count']} decisions (was a mistake|were mistakes): −")
    )
    sentences = panel.locator(".review-mistakes > li > button")
    assert sentences.count() == min(len(mistakes), 6)
    for sentence in sentences.all_inner_texts():
        assert _SENTENCE.match(sentence), sentence
    if len(mistakes) > 6:
        panel.get_by_role("button", name=f"Show all {len(mistakes)} mistakes").click()
        expect(sentences).to_have_count(len(mistakes))
    sentences.first.focus()
    page.keyboard.press("Enter")
    wait_for_moment(page, mistakes[0]["version"])
    expect(sentences.first).to_be_focused()
    expect(sentences.first).to_have_attribute("aria-current", "true")
    moves = panel.locator(".review-moves tbody tr")
    assert moves.count() <= len(mistakes[0]["moves"])
    for value in moves.locator("td").all_inner_texts():
        assert re.fullmatch(r"\d+\.\d ± \d+\.\d", value), value
    expect(moves.get_by_text("made", exact=True)).to_have_count(1)
    expect(moves.get_by_text("best", exact=True)).to_have_count(1)
    page.keyboard.press("End")
    expect(panel.locator(".review-moves")).to_have_count(0)
    assert screen_violations(page) == []


def test_parts_add_up_to_the_result_and_luck_is_told_by_round(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = finished_game(ann, "hundred-and-ten", moves=6)
    page = ann.open(f"/games/{game}/replay")
    panel = panel_of(page)
    expect(panel.get_by_label("Player")).to_have_value("0")
    panel.get_by_label("Player").select_option("2")
    review(page)
    found = answered(ann, game, 2)
    parts = panel.locator(".review-parts")
    expect(parts.locator("th")).to_have_text(
        [
            "Average of all players",
            "Luck of the deals",
            "Own decisions",
            "The rest: play of the others, later cards",
            "Result",
        ]
    )
    *added, result = [points(each) for each in parts.locator("td").all_inner_texts()]
    assert sum(added) == result
    assert added[:2] == [25, pytest.approx(100 * found["luck"], abs=0.51)]
    assert result in (0, 100)
    panel.locator("summary", has_text="Luck of the deals by round").click()
    rounds = panel.locator(".review-rounds tbody tr")
    expect(rounds).to_have_count(len(found["rounds"]))
    for value in rounds.locator("td").all_inner_texts():
        assert re.fullmatch(r"([+−]\d+\.\d|0\.0) ± \d+\.\d", value), value
    last = found["rounds"][-1]
    rounds.last.get_by_role("button", name=f"Round {last['round'] + 1}").click()
    wait_for_moment(page, last["version"])
    # Another player's review has to be asked for, and this one is kept.
    panel.get_by_label("Player").select_option("1")
    expect(panel.locator(".review-summary")).to_have_count(0)
    panel.get_by_label("Player").select_option("2")
    expect(panel.locator(".review-summary")).to_be_visible()


def closed_game(ann: Person, bert: Person, variant: str, moves: Iterable[Person]) -> str:
    """Create a game of two people, let them move in the given order, and close it by their votes."""
    game = ann.create(variant)
    bert.command("joinGame", game=game)
    ann.command("fillSeats", game=game, count=2)
    ann.command("startGame", game=game)
    for person in moves:
        person.play(game)
    for person in (ann, bert):
        person.command("voteToAbandon", game=game)
    return game


def test_game_that_was_closed_before_its_end_has_a_review_without_a_result(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game = closed_game(ann, bert, "hundred-and-ten", moves=(ann, bert) * 8)
    page = ann.open(f"/games/{game}/replay")
    panel = review(page)
    found = answered(ann, game, 0)
    assert found["count"] > 0
    parts = panel.locator(".review-parts")
    expect(parts.locator("caption")).to_have_text("Luck and decisions until then")
    expect(parts.locator("th")).to_have_text(["Luck of the deals", "Own decisions"])
    luck, _ = (points(each) for each in parts.locator("td").all_inner_texts())
    assert luck == pytest.approx(100 * found["luck"], abs=0.51)
    expect(panel.get_by_text("The game was closed before its end, so it has no result.")).to_be_visible()
    panel.locator("summary", has_text="Luck of the deals by round").click()
    expect(panel.locator(".review-rounds tbody tr")).to_have_count(len(found["rounds"]))
    assert screen_violations(page) == []


def test_bid_that_was_never_revealed_is_in_the_review_of_its_player_alone(signed_in: SignIn) -> None:
    ann, bert = signed_in("Ann"), signed_in("Bert")
    game = closed_game(ann, bert, "oh-hell", moves=[ann])
    summaries: dict[Person, str | re.Pattern[str]] = {
        ann: re.compile(r"^No decision was a mistake\.|^1 of 1 decisions"),
        bert: "There is no decision to review that you may see.",
    }
    for person, summary in summaries.items():
        page = person.open(f"/games/{game}/replay")
        panel_of(page).get_by_label("Player").select_option("0")
        expect(review(page).locator(".review-summary")).to_have_text(summary)


def test_waiting_is_told_and_can_be_cancelled(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = finished_game(ann, "oh-hell")
    page = ann.open(f"/games/{game}/replay")
    panel = panel_of(page)
    expect(panel.get_by_role("button", name="Review the play")).to_be_visible()
    page.wait_for_load_state("networkidle")
    page.route("**/graphql", lambda route: None)
    panel.get_by_role("button", name="Review the play").click()
    expect(panel.get_by_text("The review is being computed.")).to_be_visible()
    expect(page.get_by_role("log", name="Announcements")).to_contain_text("The review is being computed.")
    panel.get_by_role("button", name="Cancel").click()
    expect(panel.get_by_text("The review is being computed.")).to_have_count(0)
    expect(panel.get_by_role("button", name="Review the play")).to_be_focused()


@pytest.mark.parametrize(
    ("code", "text", "button"),
    [
        ("TOO_BUSY", "The server is computing too many reviews. Try again in a moment.", "Try again"),
        ("NO_REVIEWS", "This game has no review, because no machine player thinks ahead in it.", None),
    ],
)
def test_refused_reviews_are_told_in_words(
    code: str, text: str, button: str | None, signed_in: SignIn
) -> None:
    ann = signed_in("Ann")
    game = finished_game(ann, "president")
    page = ann.open(f"/games/{game}/replay")
    panel = panel_of(page)
    expect(panel.get_by_role("button", name="Review the play")).to_be_visible()
    page.wait_for_load_state("networkidle")
    refusal = {"errors": [{"message": "No.", "extensions": {"code": code}}], "data": None}
    page.route("**/graphql", lambda route: route.fulfill(json=refusal))
    panel.get_by_role("button", name="Review the play").click()
    expect(panel.get_by_role("alert")).to_have_text(text)
    assert screen_violations(page) == []
    page.unroute("**/graphql")
    if button is None:
        expect(panel.get_by_role("button")).to_have_attribute("aria-disabled", "true")
    else:
        panel.get_by_role("button", name=button).click()
        expect(panel.locator(".review-summary")).to_be_visible(timeout=PATIENCE)
        expect(panel.get_by_role("alert")).to_have_count(0)


def test_running_game_offers_no_review(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("president", machines=3)
    page = ann.open(f"/games/{game}/replay")
    expect(page.get_by_role("region", name="What the machine would do")).to_be_visible()
    expect(panel_of(page)).to_have_count(0)
