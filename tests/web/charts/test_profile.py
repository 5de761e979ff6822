"""Profiles on the page: what somebody has done, the rating's course, and who has no profile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.web.charts.chart_reader import (
    NARROW,
    SCHEMES,
    cells,
    drawn,
    figure,
    fits,
    hundredths,
    nodes,
    numbers,
    share,
    table,
    tenths,
    whole,
    word,
)
from tests.web.charts.past_games import ABSENT, ERASED
from tests.web.conftest import SignIn
from tests.web.harness.axe import violations
from tests.web.harness.replayed_games import variants
from tests.web.harness.visitors import Person, Visitors

PROFILE: Final = """query ($player: ID!, $variant: String!, $board: Board!) {
    profile(player: $player, variant: $variant, board: $board) {
        rating { mu sigma ordinal }
        totals { games wins winRate averagePlace points rounds tricks tricksPlayed bidsMade bidsFailed }
        streaks { winning longestWinning losing longestLosing }
        best { game points place seats }
        worst { game points place seats }
        form { game place seats won }
        bids { amount made failed successRate }
        trumps { suit times }
        seats { seat seats games wins averagePlace }
        games(first: 100) { edges { node { game place points seat seats rating { mu sigma ordinal } } } }
        headToHead(first: 100) { edges { node { opponent { name } games ahead behind level } } }
    }
}"""


def answered(person: Person, player: str, variant: str, board: str) -> Any:
    """Return what the API says."""
    return person.ask(PROFILE, player=player, variant=variant, board=board)["profile"]


def facts(page: Page) -> dict[str, str]:
    """Return the totals on the page."""
    expect(page.get_by_role("heading", name="Totals")).to_be_visible()
    pairs = page.locator(".figure-facts").first.locator("div").all()
    return {each.locator("dt").inner_text(): each.locator("dd").inner_text() for each in pairs}


def totals(profile: Any) -> dict[str, str]:
    """Return the totals as they are to be shown."""
    sums, streaks, rating = profile["totals"], profile["streaks"], profile["rating"]
    bids = sums["bidsMade"] + sums["bidsFailed"]

    def game(told: Any) -> str:
        if told["points"] is None:
            return f"{told['place']} of {told['seats']}"
        return f"{whole(told['points'])} point{'s' * (told['points'] != 1)}"

    now = "losing" if streaks["losing"] else "winning"
    return {
        "Score": hundredths(rating["ordinal"]),
        "Rating": f"{tenths(rating['mu'])} ± {tenths(rating['sigma'])}",
        "Games": whole(sums["games"]),
        "Won": f"{whole(sums['wins'])} ({share(sums['winRate'])})",
        "Place on average": hundredths(sums["averagePlace"]),
        "Rounds": whole(sums["rounds"]),
        **({} if profile["best"]["points"] is None else {"Points": whole(sums["points"])}),
        **(
            {"Tricks won": f"{whole(sums['tricks'])} of {whole(sums['tricksPlayed'])}"}
            if sums["tricksPlayed"]
            else {}
        ),
        **({"Bids made good": f"{whole(sums['bidsMade'])} of {whole(bids)}"} if bids else {}),
        "Best game": game(profile["best"]),
        "Worst game": game(profile["worst"]),
        ("Not won in a row" if now == "losing" else "Won in a row"): whole(streaks[now]),
        "Most won in a row": whole(streaks["longestWinning"]),
        "Most not won in a row": whole(streaks["longestLosing"]),
    }


@pytest.mark.parametrize("variant", variants("hundred-and-ten", "president"))
def test_a_profile_shows_what_the_api_answers(
    signed_in: SignIn, people: Mapping[str, str], variant: str
) -> None:
    reader, player = signed_in("Reader"), people["Ann"]
    page = reader.open(f"/players/{player}?variant={variant}&board=PEOPLE")
    profile = answered(reader, player, variant, "PEOPLE")
    assert facts(page) == totals(profile)
    form = page.get_by_role("list", name="Places in the last games").get_by_role("listitem")
    assert form.all_text_contents() == [
        f"{game['place']} of {game['seats']}{', won' * game['won']}" for game in profile["form"]
    ]
    expected = {
        "Rating over time": [
            [hundredths(game["rating"][part]) for part in ("mu", "sigma", "ordinal")]
            for game in nodes(profile["games"])
        ],
        "Bids made good": [
            [str(bid["amount"]), whole(bid["made"]), whole(bid["failed"]), share(bid["successRate"])]
            for bid in profile["bids"]
        ],
        "Trumps named": [[word(trump["suit"]), whole(trump["times"])] for trump in profile["trumps"]],
        "Seats": [
            [
                f"Seat {seat['seat']}, of {seat['seats']}",
                *(whole(seat["games"]), whole(seat["wins"]), hundredths(seat["averagePlace"])),
            ]
            for seat in profile["seats"]
        ],
    }
    for title, rows in expected.items():
        assert bool(rows) == bool(figure(page, title).count()), title
        if rows:
            assert [row[-len(rows[0]) :] for row in numbers(page, title)] == rows, title
            assert drawn(figure(page, title).get_by_role("img")), title
    assert cells(table(page, "Games with each, the most met first")) == [
        [met["opponent"]["name"], *(whole(met[part]) for part in ("games", "ahead", "behind", "level"))]
        for met in nodes(profile["headToHead"])
    ]


def test_games_lead_to_their_replays_and_more_come_when_asked_for(
    signed_in: SignIn, people: Mapping[str, str]
) -> None:
    reader = signed_in("Reader")
    page = reader.open(f"/players/{people['Ann']}?variant=president&board=PEOPLE")
    games = nodes(answered(reader, people["Ann"], "president", "PEOPLE")["games"])
    assert len(games) > 20
    replays = table(page, "Finished games, the latest first").get_by_role("link", name="Replay")
    expect(replays).to_have_count(20)
    page.get_by_role("button", name="More games").click()
    expect(replays).to_have_count(len(games))
    links = replays.evaluate_all("links => links.map(link => link.getAttribute('href'))")
    assert links == [f"/games/{game['game']}/replay" for game in games]
    expect(page.get_by_role("region", name="Finished games")).to_be_focused()


def test_the_most_played_game_is_shown_first_and_the_others_are_a_link_away(
    site: str, visitors: Visitors, people: Mapping[str, str]
) -> None:
    page = visitors.context().new_page()
    page.goto(f"{site}/players/{people['Ann']}")
    expect(page.get_by_label("Game", exact=True)).to_have_value("president")
    assert facts(page)["Games"] == "25"
    page.get_by_role("link", name="Oh Hell with machines").click()
    expect(page).to_have_url(f"{site}/players/{people['Ann']}?variant=oh-hell&board=MIXED")
    expect(page.get_by_text("Machines", exact=True)).to_be_visible()
    assert facts(page)["Games"] == "1"


def test_who_has_not_played_so_is_told(site: str, visitors: Visitors, people: Mapping[str, str]) -> None:
    page = visitors.context().new_page()
    page.goto(f"{site}/players/{people[ABSENT]}?variant=oh-hell")
    expect(page.get_by_role("heading", name=ABSENT)).to_be_visible()
    expect(
        page.get_by_text(f"{ABSENT} has finished no public game of Oh Hell among people yet.")
    ).to_be_visible()


def test_who_was_erased_keeps_the_games_and_no_name(
    site: str, visitors: Visitors, people: Mapping[str, str]
) -> None:
    page = visitors.context().new_page()
    page.goto(f"{site}/players/{people[ERASED]}")
    expect(page.get_by_role("heading", level=1)).to_have_text("erased player")
    expect(page.get_by_text("This player was erased")).to_be_visible()
    assert facts(page)["Games"] == "1"
    assert ERASED not in page.inner_text("body")


@pytest.mark.parametrize(
    ("player", "told"),
    [
        ("machine-1", "This is a machine player."),
        ("nobody", "There is no such player"),
        ("%E2%99%A5", "There is no such player"),
    ],
)
def test_who_has_no_profile_is_told(site: str, visitors: Visitors, player: str, told: str) -> None:
    page = visitors.context().new_page()
    page.goto(f"{site}/players/{player}")
    expect(page.get_by_text(told)).to_be_visible()


def test_an_unknown_game_is_told_at_the_filter(
    site: str, visitors: Visitors, people: Mapping[str, str]
) -> None:
    page = visitors.context().new_page()
    page.goto(f"{site}/players/{people['Ann']}?variant=whist")
    expect(page.get_by_role("alert")).to_contain_text("whist")
    page.get_by_label("Game", exact=True).select_option(label="Oh Hell")
    assert facts(page)["Games"] == "4"


def test_it_is_for_everyone(site: str, visitors: Visitors, people: Mapping[str, str]) -> None:
    page = visitors.context(viewport=NARROW).new_page()
    page.goto(f"{site}/players/{people['Ann']}?variant=hundred-and-ten&board=PEOPLE")
    expect(page.get_by_role("heading", name="Rating over time")).to_be_visible()
    for title in ("Rating over time", "Seats"):
        assert numbers(page, title)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == []
        assert fits(page)
