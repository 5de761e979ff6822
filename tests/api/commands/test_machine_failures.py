"""An illegal choice of a machine player neither stops a person's game nor reveals its cards."""

from __future__ import annotations

import json
from uuid import UUID

import pytest

from api.graphql.context import Services
from api.rules_texts import rules_text
from domain import commands as c
from domain.events import HandDealt
from domain.machine.thinking import levels
from domain.state import Game
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.played_games import suggested


def card_while_bidding(view: Game, seat: int) -> c.Move:
    """Play a card of the hand, which names it, while the seats still bid."""
    return c.PlayCard(by=view.seats[seat].player, card=view.rules.show(view.table).places[seat].hand[0])


@pytest.fixture
def _failing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "player_of", lambda *_: card_while_bidding)


@pytest.mark.usefixtures("_failing")
async def test_a_person_plays_on_beside_a_machine_that_chooses_illegally(
    ann: Client, services: Services, caplog: pytest.LogCaptureFixture
) -> None:
    game = await ann.create()
    await ann.must("fillSeats", game=game, count=1)
    await ann.must("startGame", game=game)
    move = await suggested(ann, game)
    assert move == ("passTurn", {})
    answer = await ann.ask(d.mutation("placeBid"), input={"game": game, "amount": 15})
    assert "errors" not in answer
    assert answer["data"]["placeBid"]["__typename"] == "PlaceBidAccepted"
    # It names every card, and says nothing about who holds it.
    assert answer["data"]["placeBid"]["game"]["table"].pop("cardOrder")["suits"]
    recorded = await services.store.read(UUID(game))
    [held] = [each.event.cards for each in recorded if type(each.event) is HandDealt and each.event.seat == 1]
    # The text of the rules names cards too.
    told = json.dumps(answer).replace(json.dumps(rules_text("hundred-and-ten")), "") + caplog.text
    assert f"seat 1 of game {game}" in caplog.text
    assert [card for card in held if card in told] == []
