"""Errors of invalid input carry the path into the input, and never quote what was sent."""

from __future__ import annotations

from typing import Any

import pytest

from api.graphql.limits.rates import Rates
from tests.api.harness.callers import Client, Json

SECRET = "eyJhbGciOi-secret"
ID = "00000000-0000-0000-0000-000000000000"

DISCARD = "mutation($input: DiscardCardsInput!) { discardCards(input: $input) { __typename } }"
GAMES = """
  query($first: Int, $search: GameSearch, $variant: String, $filter: GameFilter! = JOINABLE, $after: Cursor) {
    games(first: $first, search: $search, variant: $variant, filter: $filter, after: $after)
    { nodes { id } }
  }"""

BY_VARIABLES: list[tuple[str, Json, list[Any]]] = [
    (DISCARD, {"input": {"game": ID, "cards": ["5H", "JOKER", SECRET]}}, ["input", "cards", 2]),
    (DISCARD, {"input": {"game": ID, "cards": SECRET}}, ["input", "cards"]),
    (DISCARD, {"input": {"game": {"token": SECRET}, "cards": []}}, ["input", "game"]),
    (DISCARD, {"input": {"cards": [], "commandId": SECRET}}, ["input", "game"]),
    (DISCARD, {"input": {"game": ID, "cards": [], "token": SECRET}}, ["input", "token"]),
    (DISCARD, {"input": {"game": ID, "cards": [], "expectedVersion": SECRET}}, ["input", "expectedVersion"]),
    (DISCARD, {"input": {"game": ID, "cards": [], "commandId": f"{SECRET}\n"}}, ["input", "commandId"]),
    (DISCARD, {"input": SECRET}, ["input"]),
    (DISCARD, {}, ["input"]),
    (GAMES, {"first": SECRET}, ["first"]),
    (GAMES, {"first": 0}, ["first"]),
    (GAMES, {"filter": SECRET}, ["filter"]),
    (GAMES, {"filter": None}, ["filter"]),
    (GAMES, {"after": [SECRET]}, ["after"]),
    (GAMES, {"after": SECRET}, ["after"]),
    (GAMES, {"search": {"startedAfter": SECRET}}, ["search", "startedAfter"]),
    (GAMES, {"search": {"player": f"{SECRET}\n"}}, ["search", "player"]),
    (GAMES, {"search": {"wonBy": " "}}, ["search", "wonBy"]),
    (GAMES, {"search": {"mostEvents": -1}}, ["search", "mostEvents"]),
    (GAMES, {"search": {"leastEvents": 2, "mostEvents": 1}}, ["search", "mostEvents"]),
    (GAMES, {"search": {"endedBefore": "1960-01-01T00:00:00Z"}}, ["search", "endedBefore"]),
    (GAMES, {"variant": "whist"}, ["variant"]),
]
ACCEPT_LINK = "mutation { acceptInvitationLink(input: {%s}) { __typename } }"
BY_LITERALS: list[tuple[str, list[Any]]] = [
    (
        f'mutation {{ discardCards(input: {{game: "{ID}", cards: ["5H", "{SECRET}"]}}) {{ __typename }} }}',
        ["input", "cards", 1],
    ),
    (ACCEPT_LINK % f'token: ["{SECRET}"]', ["input", "token"]),
    (ACCEPT_LINK % f'code: "{SECRET}"', ["input", "token"]),
    (f'{{ games(first: "{SECRET}") {{ nodes {{ id }} }} }}', ["first"]),
    ("{ games(filter: EYJSECRET) { nodes { id } } }", ["filter"]),
    ("{ games(first: 1, last: 1) { nodes { id } } }", ["last"]),
    ("{ games(last: 1000) { nodes { id } } }", ["last"]),
    ("{ node { id } }", ["id"]),
    (f'{{ variants(token: "{SECRET}") {{ name }} }}', ["token"]),
    ("query($n: Float!) { games(first: $n) { nodes { id } } }", ["first"]),
    (f'query($n: Int = "{SECRET}") {{ games(first: $n) {{ nodes {{ id }} }} }}', ["first"]),
    (f'{{ variants @skip(if: "{SECRET}") {{ name }} }}', ["if"]),
]


@pytest.fixture
def rates() -> Rates:
    """Disable the rate limits: these tests send many requests."""
    return Rates(enabled=False)


async def error_of(client: Client, document: str, **variables: Any) -> Json:
    """Return the only error of a request, which must not quote the secret."""
    answer = await client.ask(document, **variables)
    (error, *more) = answer["errors"]
    assert more == [] or "code" in document, more
    assert "secret" not in str(answer).lower()
    found: Json = error
    return found


@pytest.mark.parametrize(("document", "variables", "path"), BY_VARIABLES)
async def test_an_error_of_a_variable_has_the_path_into_the_input(
    ann: Client, document: str, variables: Json, path: list[Any]
) -> None:
    error = await error_of(ann, document, **variables)
    assert error["extensions"]["inputPath"] == path


@pytest.mark.parametrize(("document", "path"), BY_LITERALS)
async def test_an_error_of_a_literal_has_the_path_into_the_input(
    ann: Client, document: str, path: list[Any]
) -> None:
    error = await error_of(ann, document)
    assert error["extensions"]["inputPath"] == path


async def test_a_variable_has_the_path_at_which_the_operation_uses_it(ann: Client) -> None:
    document = """mutation($game: ID!, $card: Card!) {
      discardCards(input: {game: $game, cards: ["5H", $card]}) { __typename } }"""
    error = await error_of(ann, document, game=ID, card=SECRET)
    assert error["extensions"]["inputPath"] == ["input", "cards", 1]
    assert error["message"].startswith("input.cards[1] is invalid: it is not a card")


async def test_a_variable_is_found_in_the_fragment_that_uses_it(spectator: Client) -> None:
    document = """query($hidden: Boolean!) { ...A }
      fragment A on Query { ...B }
      fragment B on Query { variants @skip(if: $hidden) { name } }"""
    assert (await error_of(spectator, document))["extensions"]["inputPath"] == ["if"]


async def test_a_null_that_a_default_allowed_has_its_path(ann: Client) -> None:
    document = "query($filter: GameFilter = JOINABLE) { games(filter: $filter) { nodes { id } } }"
    error = await error_of(ann, document, filter=None)
    assert (error["extensions"]["inputPath"], error["extensions"]["code"]) == (["filter"], "BAD_USER_INPUT")


async def test_an_error_without_input_has_no_path(spectator: Client) -> None:
    for document in ("{ nothing }", "{", "{ projections { __typename } }"):
        (error,) = (await spectator.ask(document))["errors"]
        assert "inputPath" not in error["extensions"]
