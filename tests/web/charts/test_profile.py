"""Profile page: totals, rating over time, games, opponents, and players without a profile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.web.charts.chart_reader import (
    cells,
    figure,
    format_enum,
    format_hundredths,
    format_integer,
    format_interval,
    format_percent,
    format_tenths,
    horizontal_extent,
    is_drawn,
    nodes,
    numbers,
    table,
)
from tests.web.charts.past_games import ERASED, GUESTS, NEVER_PLAYED
from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.replayed_games import variants
from tests.web.harness.screens import NARROW, SCHEMES, fits_viewport
from tests.web.harness.visitors import Person, Visitors

PROFILE: Final = """query ($player: ID!, $variant: String!, $board: Board!) {
    player(id: $player) { profile(variant: $variant, board: $board) {
        rating { mean uncertainty ordinal }
        totals { games wins winRate averagePlace points rounds tricks tricksPlayed bidsMade bidsFailed }
        streaks { winning longestWinning losing longestLosing }
        best { game { id } points place playerCount }
        worst { game { id } points place playerCount }
        form { game { id } place playerCount won }
        bids { amount made failed successRate }
        trumps { suit times }
        bySeat { seat playerCount games wins averagePlace }
        luck { games result luck play playError }
        games(first: 100) {
            edges { node {
                game { id } place points seat playerCount rating { mean uncertainty ordinal }
            } }
        }
    } headToHead(variant: $variant, board: $board, first: 100) {
        edges { node { opponent { name } games ahead behind level } }
    } }
}"""


def api_profile(person: Person, player: str, variant: str, board: str) -> Any:
    """Return the profile of a player from the API."""
    found = person.ask(PROFILE, player=player, variant=variant, board=board)["player"]
    return {**found["profile"], "headToHead": found["headToHead"]}


def shown_totals(page: Page) -> dict[str, str]:
    """Return the totals that the page shows."""
    expect(page.get_by_role("heading", name="Totals")).to_be_visible()
    pairs = page.locator(".figure-facts").first.locator("div").all()
    return {each.locator("dt").inner_text(): each.locator("dd").inner_text() for each in pairs}


def shown_facts(page: Page, heading: str) -> dict[str, str]:
    """Return the facts below a heading."""
    section = page.locator("section").filter(has=page.get_by_role("heading", name=heading))
    pairs = section.locator(".figure-facts > div").all()
    return {each.locator("dt").inner_text(): each.locator("dd").inner_text() for each in pairs}


def expected_luck(profile: Any) -> dict[str, str]:
    """Return the luck of a profile as the page formats it."""
    luck, in_points = profile["luck"], profile["best"]["points"] is not None
    unsigned, digits = (format_tenths, 1) if in_points else (format_hundredths, 2)

    def signed(value: float) -> str:
        return ("+" if round(value, digits) > 0 else "") + unsigned(value)

    return {
        "Games with known hands": format_integer(luck["games"]),
        "Result above average": signed(luck["result"]),
        "Luck of the hands": signed(luck["luck"]),
        "Play": f"{signed(luck['play'])} ± {unsigned(1.96 * luck['playError'])}",
    }


def expected_totals(profile: Any) -> dict[str, str]:
    """Return the totals of a profile as the page formats them."""
    sums, streaks, rating = profile["totals"], profile["streaks"], profile["rating"]
    bids = sums["bidsMade"] + sums["bidsFailed"]

    def game(result: Any) -> str:
        if result["points"] is None:
            return f"{result['place']} of {result['playerCount']}"
        return f"{format_integer(result['points'])} point{'s' * (result['points'] != 1)}"

    if streaks["losing"]:
        streak = {"Games in a row without a win": format_integer(streaks["losing"])}
    else:
        streak = {"Wins in a row": format_integer(streaks["winning"])}
    return {
        "Score": format_hundredths(rating["ordinal"]),
        "Rating": f"{format_tenths(rating['mean'])} ± {format_tenths(rating['uncertainty'])}",
        "Games": format_integer(sums["games"]),
        "Won": f"{format_integer(sums['wins'])} ({format_percent(sums['winRate'])})",
        "Average place": format_hundredths(sums["averagePlace"]),
        "Rounds dealt": format_integer(sums["rounds"]),
        **({} if profile["best"]["points"] is None else {"Points": format_integer(sums["points"])}),
        **(
            {"Tricks won": f"{format_integer(sums['tricks'])} of {format_integer(sums['tricksPlayed'])}"}
            if sums["tricksPlayed"]
            else {}
        ),
        **({"Bids made": f"{format_integer(sums['bidsMade'])} of {format_integer(bids)}"} if bids else {}),
        "Best game": game(profile["best"]),
        "Worst game": game(profile["worst"]),
        **streak,
        "Most wins in a row": format_integer(streaks["longestWinning"]),
        "Most games in a row without a win": format_integer(streaks["longestLosing"]),
    }


@pytest.mark.parametrize("variant", variants("hundred-and-ten", "president"))
def test_profile_shows_the_values_of_the_api(
    signed_in: SignIn, people: Mapping[str, str], variant: str
) -> None:
    reader, player = signed_in("Reader"), people["Ann"]
    page = reader.open(f"/players/{player}?variant={variant}&board=PEOPLE")
    profile = api_profile(reader, player, variant, "PEOPLE")
    assert shown_totals(page) == expected_totals(profile)
    form = page.get_by_role("list", name="Places in the last games").get_by_role("listitem")
    places = [f"{game['place']} of {game['playerCount']}" for game in profile["form"]]
    assert form.all_inner_texts() == places
    labels = [f"{place}, won" for place, game in zip(places, profile["form"], strict=True) if game["won"]]
    assert form.locator("[aria-label]").evaluate_all("links => links.map(link => link.ariaLabel)") == labels
    expected = {
        "Rating over time": [
            [format_hundredths(game["rating"][part]) for part in ("mean", "uncertainty", "ordinal")]
            for game in nodes(profile["games"])
        ],
        "Bids made": [
            [
                str(bid["amount"]),
                format_integer(bid["made"]),
                format_integer(bid["failed"]),
                format_percent(bid["successRate"]),
                format_interval(bid["made"], bid["made"] + bid["failed"]),
            ]
            for bid in profile["bids"]
        ],
        "Trumps named": [
            [format_enum(trump["suit"]), format_integer(trump["times"])] for trump in profile["trumps"]
        ],
        "Seats": [
            [
                f"Seat {seat['seat'] + 1} of {seat['playerCount']}",
                *(
                    format_integer(seat["games"]),
                    format_integer(seat["wins"]),
                    format_hundredths(seat["averagePlace"]),
                    format_interval(seat["wins"], seat["games"]),
                ),
            ]
            for seat in profile["bySeat"]
        ],
    }
    assert shown_facts(page, "Luck and play") == expected_luck(profile)
    # The games and the opponents arrive by requests of their own, after the totals.
    opponents = table(page, "Opponents by number of games")
    expect(opponents).to_be_visible()
    expect(figure(page, "Rating over time")).to_be_visible()
    for title, rows in expected.items():
        expect(figure(page, title), title).to_have_count(1 if rows else 0)
        if rows:
            assert [row[-len(rows[0]) :] for row in numbers(page, title)] == rows, title
            assert is_drawn(figure(page, title).get_by_role("img").first), title
    assert cells(opponents) == [
        [
            met["opponent"]["name"],
            *(format_integer(met[part]) for part in ("games", "ahead", "behind", "level")),
        ]
        for met in nodes(profile["headToHead"])
    ]


def test_games_link_to_replays_and_the_more_button_loads_the_rest(
    signed_in: SignIn, people: Mapping[str, str]
) -> None:
    reader = signed_in("Reader")
    page = reader.open(f"/players/{people['Ann']}?variant=president&board=PEOPLE")
    games = nodes(api_profile(reader, people["Ann"], "president", "PEOPLE")["games"])
    assert len(games) > 20
    replays = table(page, "Finished games, the latest first").get_by_role("link", name="Replay")
    expect(replays).to_have_count(20)
    page.get_by_role("button", name="More games").click()
    expect(replays).to_have_count(len(games))
    links = replays.evaluate_all("links => links.map(link => link.getAttribute('href'))")
    assert links == [f"/games/{game['game']['id']}/replay" for game in games]
    expect(page.get_by_role("region", name="Finished games")).to_be_focused()


def test_profile_opens_with_the_most_played_variant_and_links_to_the_others(
    site: str, visitors: Visitors, people: Mapping[str, str]
) -> None:
    page = visitors.context().new_page()
    page.goto(f"{site}/players/{people['Ann']}")
    expect(page.get_by_label("Game", exact=True)).to_have_value("president")
    assert shown_totals(page)["Games"] == "25"
    page.get_by_role("link", name="Oh Hell with machines").click()
    expect(page).to_have_url(f"{site}/players/{people['Ann']}?variant=oh-hell&board=MIXED")
    expect(page.get_by_text("Machines", exact=True)).to_be_visible()
    assert shown_totals(page)["Games"] == "1"


def test_chart_of_a_single_game_ends_with_it(
    site: str, visitors: Visitors, people: Mapping[str, str]
) -> None:
    page = visitors.context(color_scheme="light").new_page()
    page.goto(f"{site}/players/{people[GUESTS[-1]]}?variant=president&board=PEOPLE")
    chart = figure(page, "Rating over time").get_by_role("img")
    first, last = horizontal_extent(chart)
    assert 0.9 < first <= last <= 1


def test_profile_without_games_says_so(site: str, visitors: Visitors, people: Mapping[str, str]) -> None:
    page = visitors.context().new_page()
    page.goto(f"{site}/players/{people[NEVER_PLAYED]}?variant=oh-hell")
    expect(page.get_by_role("heading", name=NEVER_PLAYED)).to_be_visible()
    expect(
        page.get_by_text(f"{NEVER_PLAYED} has not finished a public game of Oh Hell among people yet.")
    ).to_be_visible()


def test_erased_player_keeps_the_games_without_a_name(
    site: str, visitors: Visitors, people: Mapping[str, str]
) -> None:
    page = visitors.context().new_page()
    page.goto(f"{site}/players/{people[ERASED]}")
    expect(page.get_by_role("heading", level=1)).to_have_text("Former player")
    expect(page.get_by_text("This player and their name were erased.")).to_be_visible()
    assert shown_totals(page)["Games"] == "1"
    assert ERASED not in page.inner_text("body")


def test_machine_or_unknown_player_has_no_profile(site: str, visitors: Visitors) -> None:
    page = visitors.context().new_page()
    for player, message in (
        ("machine-1", "This is a machine player."),
        ("nobody", "There is no such player"),
        ("%E2%99%A5", "There is no such player"),
    ):
        page.goto(f"{site}/players/{player}")
        expect(page.get_by_text(message)).to_be_visible()


def test_unknown_variant_shows_an_error_and_can_be_corrected(
    site: str, visitors: Visitors, people: Mapping[str, str]
) -> None:
    page = visitors.context().new_page()
    page.goto(f"{site}/players/{people['Ann']}?variant=whist")
    expect(page.get_by_role("alert")).to_contain_text("whist")
    page.get_by_label("Game", exact=True).select_option(label="Oh Hell")
    assert shown_totals(page)["Games"] == "4"


def test_profile_is_accessible_and_fits_a_narrow_screen(
    site: str, visitors: Visitors, people: Mapping[str, str]
) -> None:
    page = visitors.context(viewport=NARROW).new_page()
    page.goto(f"{site}/players/{people['Ann']}?variant=hundred-and-ten&board=PEOPLE")
    expect(page.get_by_role("heading", name="Rating over time")).to_be_visible()
    for title in ("Rating over time", "Seats"):
        assert numbers(page, title)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []
        assert fits_viewport(page)
