"""President through the page: groups of cards, passes, direction of play, skips and finished players."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.page_modules import evaluate_in_module
from tests.web.harness.table_player import make_move

MODULE: Final = "games/president.js"
MAX_TURNS: Final = 60


def _hand(page: Page) -> Locator:
    return page.get_by_role("toolbar", name="Your hand")


def _legal(page: Page) -> Locator:
    return _hand(page).locator("button:not([aria-disabled='true'])")


def _play(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile(r"^Play \w+ \w+$"))


def test_whole_game_is_played_through_the_page(signed_in: SignIn) -> None:
    ann = signed_in("Ann")
    game = ann.create("president", machines=3)
    page = ann.open(f"/games/{game}")
    over, controls = page.get_by_role("region", name="Result"), page.locator(".president-controls")
    # On the first turn of seat 0 there are always cards to beat.
    make_move(page, page.get_by_role("button", name="Pass", exact=True))
    expect(page.get_by_role("region", name="Log")).to_contain_text("You pass.")
    plays = 0
    for _ in range(MAX_TURNS):
        expect(over.or_(controls)).to_be_visible()
        if over.is_visible():
            break
        if not _legal(page).count():
            expect(page.get_by_text("None of your cards can be played.")).to_be_visible()
            make_move(page, page.get_by_role("button", name="Pass", exact=True))
            continue
        _legal(page).first.click()
        numbers = page.get_by_role("group", name=re.compile("^How many")).get_by_role("button")
        if numbers.count():
            numbers.last.click()
            expect(numbers.last).to_have_attribute("aria-pressed", "true")
        make_move(page, _play(page))
        plays += 1
    assert plays
    final = ann.ask("query ($game: ID!) { game(id: $game) { stage you result { ranking } } }", game=game)[
        "game"
    ]
    assert final["stage"] == "WON"
    place = final["result"]["ranking"].index([final["you"]])
    expect(over.get_by_role("listitem").nth(place)).to_contain_text("You")
    expect(over).to_contain_text("One player is left with cards.")


PAIR: Final = {
    "__typename": "GroupOffer", "mutation": "playCards", "value": "TEN", "counts": [2, 3],
    "cards": ["TH", "TC", "TS"],
}  # fmt: skip
TWO: Final = {
    "__typename": "GroupOffer", "mutation": "playCards", "value": "TWO", "counts": [1], "cards": ["2S"],
}  # fmt: skip
PASS: Final = {"__typename": "PassOffer", "mutation": "passTurn"}


@pytest.mark.parametrize(
    ("card", "before", "after"),
    [
        ("TC", [], ["TC", "TH"]),
        ("TS", ["TH", "TC"], ["TH", "TC", "TS"]),
        ("TC", ["TH", "TC"], ["TH"]),
        ("2S", ["TH", "TC"], ["2S"]),
        ("TH", ["2S"], ["TH", "TC"]),
        ("9H", ["2S"], ["2S"]),
    ],
)
def test_selection_keeps_one_value_and_starts_with_the_fewest_playable_cards(
    page: Page, card: str, before: list[str], after: list[str]
) -> None:
    given = {"card": card, "before": before, "offers": [PAIR, TWO, PASS]}
    body = "[...module.default.nextSelection(given.card, new Set(given.before), given.offers)]"
    assert evaluate_in_module(page, MODULE, body, given) == after


_SHOW: Final = """import(main.replace('main.js', 'ui/html.js')).then(({ html, render, useState }) => {
    const room = document.getElementById('page');
    render(null, room);
    window.acted = [];
    const makeMove = (mutation, input) => window.acted.push([mutation, input]);
    const names = { you: 0, seat: (seat) => ['You', 'Bert', 'Cyd', 'Dora'][seat] };
    const { Controls, Middle } = module.default;
    function Shown() {
        const [selected, setSelected] = useState(given.selected ?? []);
        const controls = { game: given.game, offers: given.offers, makeMove, isBusy: false };
        return html`<main><h1>President</h1>
            <${Middle} game=${given.game} names=${names} events=${given.events ?? []} />
            <${Controls} ...${controls} selected=${new Set(selected)}
                setSelected=${(cards) => setSelected([...cards])} />
            <p>Chosen: ${selected.join()}.</p></main>`;
    }
    render(html`<${Shown} />`, room);
})"""


def _show(page: Page, *, table: Mapping[str, Any] | None = None, **given: Any) -> None:
    page.reload()
    lying = {"toBeat": [], "ledBy": None, "clockwise": True, "passes": 0, "toMove": [0], **(table or {})}
    evaluate_in_module(page, MODULE, _SHOW, {"game": {"table": lying, "version": 7}, "offers": [], **given})


def test_direction_of_play_is_an_arrow_and_a_word(page: Page) -> None:
    _show(page)
    expect(page.get_by_text("Clockwise", exact=True)).to_be_visible()
    turned = "getComputedStyle(document.querySelector('.president-direction svg')).transform"
    assert page.evaluate(turned) == "none"
    _show(page, table={"clockwise": False})
    expect(page.get_by_text("Counterclockwise", exact=True)).to_be_visible()
    assert page.evaluate(turned).startswith("matrix(-1"), "the arrow points the other way"


def test_cards_to_beat_are_shown_with_their_player_passes_and_skips(
    page: Page,
) -> None:
    events = [
        {"__typename": "SeatSkipped", "seat": 2, "version": 3},
        {"__typename": "CardsPlayed", "seat": 1, "cards": ["TH", "TC"], "version": 5},
        {"__typename": "SeatSkipped", "seat": 0, "version": 6},
        {"__typename": "TurnPassed", "seat": 3, "version": 7},
        {"__typename": "SeatSkipped", "seat": 3, "version": 8},
    ]
    _show(page, table={"toBeat": ["TH", "TC"], "ledBy": 1, "passes": 1}, events=events)
    expect(page.get_by_text("Bert played", exact=True)).to_be_visible()
    expect(page.get_by_role("list", name="To beat").get_by_role("listitem")).to_have_text(
        [re.compile("ten of hearts$"), re.compile("ten of clubs$")]
    )
    expect(page.get_by_text("1 pass in a row")).to_be_visible()
    expect(page.get_by_text("You are skipped.")).to_be_visible()
    expect(page.get_by_text("is skipped.")).to_have_count(0)
    assert violations(page) == []
    _show(page)
    expect(page.get_by_text("The table is clear.")).to_be_visible()
    expect(page.get_by_text("in a row")).to_have_count(0)


def test_number_of_cards_is_chosen_from_the_offered_counts(page: Page) -> None:
    _show(page, offers=[PAIR, TWO, PASS], selected=["TC"])
    play = page.get_by_role("button", name="Play one ten")
    expect(play).to_be_disabled()
    expect(page.get_by_text("Choose two to three tens.")).to_be_visible()
    numbers = page.get_by_role("group", name="How many tens").get_by_role("button")
    expect(numbers).to_have_text(["Two tens", "Three tens"])
    numbers.first.click()
    expect(numbers.first).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Play two tens").click()
    numbers.last.click()
    page.get_by_role("button", name="Play three tens").click()
    page.get_by_role("button", name="Pass").click()
    assert page.evaluate("window.acted") == [
        ["playCards", {"cards": ["TH", "TC"]}],
        ["playCards", {"cards": ["TH", "TC", "TS"]}],
        ["passTurn", {}],
    ]


def test_selection_that_became_illegal_is_cleared(page: Page) -> None:
    _show(page, offers=[TWO, PASS], selected=["TC", "TH"])
    expect(page.get_by_text("Chosen: .")).to_be_visible()
    expect(page.get_by_text("Choose cards of one value to play.")).to_be_visible()


def test_illegal_card_is_tried_with_all_cards_of_its_value(page: Page) -> None:
    seats = [{"hand": []}, {"hand": ["5H", "6H", "5S", "??"]}]
    tried = evaluate_in_module(
        page, MODULE, "module.default.rejectedMove('5S', [], given)", {"seats": seats, "you": 1}
    )
    assert tried == {"mutation": "playCards", "input": {"cards": ["5H", "5S"]}}


def test_leader_is_offered_no_pass(page: Page) -> None:
    _show(page, offers=[PAIR, TWO])
    expect(page.get_by_role("button", name="Pass")).to_have_count(0)


def test_eight_players_fit_a_narrow_screen(signed_in: SignIn) -> None:
    ann = signed_in("Ann", viewport={"width": 360, "height": 740})
    page = ann.open(f"/games/{ann.create('president', machines=7)}")
    expect(
        page.get_by_role("list", name="Seats").get_by_role("listitem").locator(".seat-name")
    ).to_have_count(8)
    expect(_hand(page)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert violations(page) == []
