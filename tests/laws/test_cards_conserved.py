"""Every card is in exactly one place, and the game shows it where the events have put it."""

from __future__ import annotations

import pytest
from hypothesis import given

from domain import events as e
from domain.cards import Card
from domain.game import Game, Stage
from domain.options import Reveal
from tests.laws.ledger import OF_THE_SEAT, PLAYED, STOCK, Ledger
from tests.laws.playouts import SEEDS, Playout, every_variant, playout, same_games


def check_cards(played: Playout) -> None:
    """Keep the ledger over the whole game and compare it with the table whenever a player is to move."""
    ledger = Ledger()
    for commit in played.commits:
        for event in commit.events:
            ledger.take(event)
        if commit.after.game.stage is Stage.PLAYING:
            compare(ledger, commit.after.game)
    if played.known.game.stage is Stage.WON:
        assert ledger.revealed == set(range(played.known.game.shuffles))


def compare(ledger: Ledger, game: Game) -> None:
    shown = game.rules.show(game.table)
    for seat, place in enumerate(shown.places):
        assert len(set(place.hand)) == len(place.hand)
        assert set(place.hand) == ledger.at(OF_THE_SEAT, seat)
    assert shown.stock == len(ledger.at(*STOCK))
    if game.options["reveal"] == Reveal.EACH_ROUND:
        assert set(range(game.shuffles)) - ledger.revealed == ledger.in_play(), (
            "revealed too late or too early"
        )
    assert {laid.card for laid in shown.trick} <= ledger.at(*PLAYED)


@every_variant
@same_games
@given(seed=SEEDS)
def test_no_card_is_lost_doubled_or_in_two_places(variant: str, seed: int) -> None:
    check_cards(playout(variant, seed))


# The ledger itself.


def test_the_ledger_notices_a_card_that_is_played_twice() -> None:
    ledger = Ledger()
    ledger.take(e.DeckShuffled(shuffle=0, commitment="", order=(Card("5H"), Card("JH")), salt=""))
    ledger.take(e.HandDealt(seat=0, cards=(Card("5H"),), shuffle=0))
    ledger.take(e.CardPlayed(seat=0, card=Card("5H")))
    with pytest.raises(AssertionError, match="CardPlayed takes 5H from"):
        ledger.take(e.CardPlayed(seat=0, card=Card("5H")))


def test_the_ledger_notices_a_card_of_another_hand() -> None:
    ledger = Ledger()
    ledger.take(e.DeckShuffled(shuffle=0, commitment="", order=(Card("5H"), Card("JH")), salt=""))
    ledger.take(e.HandDealt(seat=0, cards=(Card("5H"),), shuffle=0))
    with pytest.raises(AssertionError, match="CardPlayed takes 5H from"):
        ledger.take(e.CardPlayed(seat=1, card=Card("5H")))


def test_the_ledger_notices_a_reveal_of_cards_in_play() -> None:
    ledger = Ledger()
    ledger.take(e.DeckShuffled(shuffle=0, commitment="", order=(Card("5H"), Card("JH")), salt=""))
    ledger.take(e.HandDealt(seat=0, cards=(Card("5H"),), shuffle=0))
    ledger.take(e.DeckRevealed(shuffle=0, order=(Card("5H"), Card("JH")), salt=""))
    with pytest.raises(AssertionError, match="5H was revealed too early"):
        ledger.take(e.CardPlayed(seat=0, card=Card("5H")))


def test_the_ledger_notices_a_deck_with_a_card_twice_or_from_nowhere() -> None:
    with pytest.raises(AssertionError, match="a deck has each card once"):
        Ledger().take(e.DeckShuffled(shuffle=0, commitment="", order=(Card("5H"), Card("5H")), salt=""))
    ledger = Ledger()
    ledger.take(e.DeckShuffled(shuffle=0, commitment="", order=(Card("5H"),), salt=""))
    with pytest.raises(AssertionError, match="no card comes from nowhere"):
        ledger.take(e.DeckShuffled(shuffle=1, commitment="", order=(Card("JH"),), salt=""))
