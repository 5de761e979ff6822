"""Documents of the pages, of the clients and of the tests: plans give the answers of graphql-core."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import pytest
from graphql import OperationType, print_ast

from api.graphql.context import Services
from api.graphql.execution.documents import Operation
from api.graphql.execution.planned import operation_plans
from api.graphql.execution.planned.policy import PlanPolicy
from api.graphql.limits.rates import Rates
from api.graphql.limits.request_limits import Limits
from api.graphql.schema import Schema, schema
from api.settings import Settings
from api.web.pages import Pages
from domain.rules import rules_of, variants
from kibitz_client.documents import Documents
from kibitz_client.documents import Operation as ClientOperation
from kibitz_client.schema import documents as client_documents
from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.harness.played_games import begun, caught_up, moving, signer_of
from tests.api.plans.compared_plans import PlanUses, compared_plans

_PLAIN: Final[dict[str, Any]] = {
    "after": None,
    "board": "PEOPLE",
    "bucket": None,
    "filter": "PLAYING",
    "first": 3,
    "isPlayer": True,
    "key": None,
    "machine": None,
    "order": "NEWEST",
    "playerCount": None,
    "rows": 100,
    "search": None,
    "seat": 0,
    "since": None,
    "token": "unknown",
    "until": None,
    "version": 3,
    "whole": True,
    "window": "ALL_TIME",
}
"""Values for the variables of the pages' queries, by name."""


WITHOUT_PLAN: Final = "a plan "
"""The beginning of the reasons why an operation has no plan: it is not compiled yet, or too long."""


@pytest.fixture
def rates() -> Rates:
    """No limits: the tests ask more than any person does."""
    return Rates(enabled=False)


@pytest.fixture(scope="session")
def default_settings(default_settings: Settings) -> Settings:
    """Settings with plans, whatever `KIBITZ_PLANS` says."""
    return default_settings.model_copy(update={"plans": PlanPolicy.SECOND_USE})


@pytest.fixture(scope="module")
def trusted() -> dict[str, tuple[str, Operation]]:
    """The pages' documents by the names of their operations."""
    served = schema(plans=PlanPolicy.OFF)
    Pages(served, {}, development=False)
    return {name: each for each, name in _operations(served)}


def _operations(served: Schema) -> Iterator[tuple[tuple[str, Operation], str]]:
    for text, document in served.trusted_documents.items():
        for each in document.operations:
            assert each.name is not None, "documents of the pages have names"
            yield (text, each), each.name


@pytest.fixture
def uses(monkeypatch: pytest.MonkeyPatch) -> Iterator[PlanUses]:
    # The documents of the tests select every field, and are longer than those of any client.
    monkeypatch.setattr(operation_plans, "MAX_PLAN_LENGTH", 10_000_000)
    with compared_plans() as found:
        yield found


@pytest.mark.parametrize("variant", variants())
async def test_answers_to_whole_games_are_those_of_graphql_core(
    services: Services, spectator: Client, variant: str, uses: PlanUses
) -> None:
    names = ("Ann", "Bob", "Cyd", "Dan")[: rules_of(variant).seats[0]]
    clients = [await spectator.sign_in(name) for name in names]
    game = await begun(*clients, variant=variant)
    async for client, (name, values) in moving(clients, game):
        await client.must(name, game=game, **values)
        await clients[0].game(game)
    await caught_up(services)
    for each in (*clients, spectator):
        await each.events(game)
        await each.games(filter="WON")
        await each.replay(game, 10)
    assert uses.planned.total() > 30
    assert not [each for each in uses.slow if not each[1].startswith(WITHOUT_PLAN)]


async def test_queries_of_the_pages_have_plans(
    services: Services, spectator: Client, trusted: dict[str, tuple[str, Operation]], uses: PlanUses
) -> None:
    variant, names = "oh-hell", ("Ann", "Bob", "Cyd", "Dan")
    clients = [await spectator.sign_in(name) for name in names]
    ann = clients[0]
    game = await begun(*clients, variant=variant)
    async for client, (name, values) in moving(clients, game):
        text, _ = trusted[name[0].upper() + name[1:]]
        answer = await client.data(text, input={"game": game, **values})
        (result,) = answer.values()
        assert result["__typename"] == d.accepted(name)
    await caught_up(services)
    signed = await signer_of(services).sign()
    assert signed is not None
    ids = {"game": game, "player": ann.player, "variant": variant, "from": signed.size, "to": signed.size}
    queries = {
        name: (text, each) for name, (text, each) in trusted.items() if each.type is OperationType.QUERY
    }
    for text, each in queries.values():
        known = {**_PLAIN, **ids}
        defined = {
            variable.variable.name.value: print_ast(variable.type)
            for variable in each.node.variable_definitions or ()
        }
        if defined.get("after") == "Version!":
            known["after"] = 0
        variables = {name: known[name] for name in defined}
        await ann.data(text, **variables)
    missing = set(queries) - set(uses.planned)
    assert not missing
    assert not [each for each in uses.slow if not each[1].startswith(WITHOUT_PLAN)]


def test_all_documents_of_pages_and_clients_can_be_planned(trusted: dict[str, tuple[str, Operation]]) -> None:
    # Not limited: the processor may be slow.
    served = schema(Limits(validation_seconds=15.0), plans=PlanPolicy.FIRST_USE)
    client = Documents(client_documents.FRAGMENTS)
    operations = (each for each in vars(client_documents).values() if isinstance(each, ClientOperation))
    texts = {text for text, _ in trusted.values()} | {client.text(each) for each in operations}
    for text in texts:
        document = served.validated(text)
        assert not isinstance(document, list), document
        for each in document.operations:
            planned = served.plans.find(document.parsed, each)
            assert planned is not None
            plan = planned.compile([True] * len(planned.conditions))
            assert plan.source
