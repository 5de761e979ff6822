"""A move that newer rules drop is accepted in games of the old rules and refused in new ones."""

from __future__ import annotations

from api.graphql.context import Services
from api.graphql.limits.rates import CallKind
from api.graphql.mutations.commands import kind_of
from domain.commands import QueuePass
from tests.api.harness.callers import Client
from tests.api.harness.played_games import TO_MOVE, begun, of_a_newer_server
from tests.domain.rules.registering import forgetting
from tests.domain.rules.second_rules import register_second


async def announced(client: Client, other: Client, game: str) -> str:
    """Announce a pass for the seat that is not to move; return what it led to."""
    to_move = (await client.data(TO_MOVE, game=game))["game"]["table"]["toMove"]
    waiting = other if to_move == [0] else client
    answer: str = (await waiting.send("queuePass", game=game))["__typename"]
    return answer


async def test_a_dropped_move_is_a_move_of_old_games_alone(ann: Client, bob: Client) -> None:
    old = await begun(ann, bob)
    with forgetting():
        register_second()
        new = await begun(ann, bob)
        assert await announced(ann, bob, old) == "QueuePassAccepted"
        assert await announced(ann, bob, new) == "MoveNotInGame"
        versions = [
            each["rulesVersion"] for each in (await ann.data("{ variants { rulesVersion } }"))["variants"]
        ]
        assert versions == [2, 1, 1]


def test_a_move_that_newer_rules_drop_keeps_its_rate() -> None:
    with forgetting():
        register_second()
        assert kind_of(QueuePass) is CallKind.ANNOUNCEMENTS


async def test_a_command_in_a_game_of_a_newer_server_is_refused_for_what_it_is(
    ann: Client, services: Services
) -> None:
    game = await of_a_newer_server(services)
    refusal = await ann.refused("joinGame", game=game)
    assert (refusal["__typename"], refusal["rulesVersion"], refusal["knownVersions"]) == (
        "UnknownRules",
        99,
        [1],
    )
