"""Tests that a player gets the same view and legal moves in simulated games and over HTTP."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from api.cli.local_players.client_players import client_view, legal_client_moves
from api.graphql.context import Services
from application.store.port import Append
from domain.rules import variants
from tests.clients.conftest import SignIn
from tests.clients.random_games import random_game
from tests.long_form import usually

NAMES = ("Ann", "Bob", "Cyd", "Dan")
MOMENTS = 7


@pytest.mark.parametrize("variant", usually(variants(), "hundred-and-ten"))
async def test_view_in_process_equals_the_view_over_http(
    services: Services, signed_in: SignIn, variant: str
) -> None:
    clients = await signed_in(*NAMES)
    ids = [(await client.execute("{ me { player { id } } }"))["me"]["player"]["id"] for client in clients]
    names = dict(zip(ids, NAMES, strict=True))
    moments = random_game(variant, ids)
    chosen = {0, *range(1, len(moments), len(moments) // MOMENTS), len(moments) - 1}
    offered = 0
    for events, known in (moments[number] for number in sorted(chosen)):
        game = uuid4()
        await services.store.append(
            Append(game=game, after=0, events=events, at=datetime.now(UTC), by=ids[0])
        )
        for seat, client in enumerate(clients):
            own_view = known.views[seat].game
            seen = await client.get_game(str(game))
            assert seen.view == client_view(game, len(events), own_view, seat, names)
            assert seen.legal == tuple(legal_client_moves(own_view, seat))
            offered += len(seen.legal)
    assert offered > MOMENTS
    assert seen.view is not None
    assert seen.view.over
