"""A player is given the same in simulated games and over HTTP: the same view, the same legal moves."""

from __future__ import annotations

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from api.cli.local_players.client_players import client_view, legal_client_moves
from api.graphql.context import Services
from application.store.port import Append
from domain.rules import variants
from tests.clients.conftest import SignIn
from tests.clients.courses import course
from tests.long_form import usually

NAMES = ("Ann", "Bob", "Cyd", "Dan")
MOMENTS = 7


@pytest.mark.parametrize("variant", usually(variants(), "hundred-and-ten"))
async def test_a_view_in_process_is_the_one_over_http(
    services: Services, signed_in: SignIn, variant: str
) -> None:
    clients = await signed_in(*NAMES)
    ids = [(await client.ask("{ me { id } }"))["me"]["id"] for client in clients]
    names = dict(zip(ids, NAMES, strict=True))
    moments = course(variant, ids)
    chosen = {0, *range(1, len(moments), len(moments) // MOMENTS), len(moments) - 1}
    offered = 0
    for events, known in (moments[number] for number in sorted(chosen)):
        game = uuid4()
        await services.store.append(
            Append(game=game, after=0, events=events, at=datetime.now(UTC), by=ids[0])
        )
        for seat, client in enumerate(clients):
            mine = known.views[seat].game
            seen = await client.look(str(game))
            assert seen.view == client_view(game, len(events), mine, seat, names)
            assert seen.legal == tuple(legal_client_moves(mine, seat))
            offered += len(seen.legal)
    assert offered > MOMENTS
    assert seen.view is not None
    assert seen.view.over
