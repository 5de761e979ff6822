"""The text of President: values, plays and the worked example, checked against the rules."""

from __future__ import annotations

import re
from typing import Final

import pytest

from domain import events as e
from domain.rules.president import (
    ALWAYS_PLAYABLE,
    FIRST_DEALT,
    OPENING_CARD,
    RANK_VALUES,
    CardsPlayed,
    DirectionReversed,
    SeatSkipped,
    SeatWentOut,
    TableCleared,
    TooFewCards,
    ValueTooLow,
)
from tests.domain.given import Log, given
from tests.domain.president.tables import beating, leading, pass_, play
from tests.domain.rules_texts.document import Row, cards_in, sections_of
from tests.domain.tables import PLAYERS

SECTIONS: Final = sections_of("president")
NAMES: Final = ("Ann", "Ben", "Cleo")
(PLAYS,) = SECTIONS["What beats what"].tables
HANDS, TURNS = SECTIONS["An example"].tables


def notation(cell: str) -> str:
    return " ".join(cards_in(cell))


def test_values_are_shown_in_their_order() -> None:
    (spades,) = SECTIONS["What beats what"].card_rows
    ordinary = {value for rank, value in RANK_VALUES.items() if rank not in ALWAYS_PLAYABLE}
    assert [RANK_VALUES[card.rank] for card in spades] == sorted(ordinary, reverse=True)
    assert [rank.name for rank in ALWAYS_PLAYABLE] == ["TWO", "THREE"]


def test_start_is_as_the_text_says() -> None:
    words = SECTIONS["How a game goes"].words
    assert "starting with the player in the second seat" in words
    assert FIRST_DEALT == 1
    assert "Whoever has the four of clubs plays it" in words
    assert OPENING_CARD == "4C"


@pytest.mark.parametrize("row", PLAYS, ids=lambda row: row["On the table"] + row["You play"])
def test_plays_are_allowed_as_the_text_says(row: Row) -> None:
    laid, cards = notation(row["On the table"]), notation(row["You play"])
    table = given(*beating(laid, f"{cards} JC QC", "4H 4D", "6S 6D"))
    outcome = table.when(play("ann", cards))
    verdict = row["Allowed?"]
    assert (outcome.refusal is None) == verdict.startswith("Yes")
    assert isinstance(outcome.refusal, TooFewCards) == ("too few" in verdict)
    assert isinstance(outcome.refusal, ValueTooLow) == ("too low" in verdict)
    kinds = {type(event) for event in outcome.events}
    assert (SeatSkipped in kinds) == ("skipped" in verdict)
    assert (DirectionReversed in kinds) == ("the direction turns" in verdict)
    played = [event for event in outcome.events if isinstance(event, CardsPlayed)]
    assert any(event.again for event in played) == ("you play again" in verdict)


def played_example() -> Log:
    """Play the example; each turn is checked against the text."""
    assert [row["Player"] for row in HANDS] == list(NAMES)
    log = leading(*(notation(row["Cards"]) for row in HANDS))
    for row in TURNS:
        seat = NAMES.index(row["Turn"])
        table = given(*log).waits_for(seat, phase="PLAY")
        cards = notation(row["Plays"])
        assert cards or row["Plays"] == "Pass"
        outcome = table.when(play(PLAYERS[seat], cards) if cards else pass_(PLAYERS[seat]))
        assert outcome.refusal is None, outcome.refusal
        assert sorted(remarks(outcome.events)) == sorted(said(row)), row
        log = (*log, *outcome.events)
    return log


def remarks(events: Log) -> list[str]:
    """Return what the text must say of the events of a turn."""
    found = []
    for event in events:
        match event:
            case CardsPlayed(seat=seat, again=True):
                found.append(f"{NAMES[seat]} plays again")
            case DirectionReversed():
                found.append("the direction turns")
            case SeatWentOut(seat=seat, rank=rank):
                found.append(f"{NAMES[seat]} goes out and is {('first', 'second')[rank - 1]}")
            case TableCleared(leader=leader):
                found.append(f"the table is cleared, and {NAMES[leader]} leads")
            case SeatSkipped(seat=seat):
                found.append(f"{NAMES[seat]} is skipped")
    return found


def said(row: Row) -> list[str]:
    """Return the consequences in a row of the text."""
    consequences = (
        r"\w+ plays again|the direction turns|\w+ goes out and is \w+|the table is cleared, and \w+ leads"
        r"|\w+ is skipped"
    )
    text = re.sub(r"^The", "the", row["What happens"])
    return re.findall(consequences, text)


def test_example_is_played_as_the_text_says() -> None:
    log = played_example()
    assert "Only Cleo has cards left, so Cleo loses and the game is over." in SECTIONS["An example"].words
    (won,) = (event for event in log if isinstance(event, e.GameWon))
    assert won.ranking == ((1,), (0,), (2,))


def test_pass_in_the_example_is_made_for_the_reason_that_the_text_gives() -> None:
    (at,) = (place for place, row in enumerate(TURNS) if row["What happens"] == "A six is too low")
    log = leading(*(notation(row["Cards"]) for row in HANDS))
    for row in TURNS[:at]:
        log += given(*log).when(play(PLAYERS[NAMES.index(row["Turn"])], notation(row["Plays"]))).events
    refusal = given(*log).when(play("ann", "6C")).refusal
    assert isinstance(refusal, ValueTooLow)
