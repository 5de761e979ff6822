"""Errors of invalid input carry the path into the input, and never quote what was sent."""

from __future__ import annotations

from typing import Any

import pytest

from api.graphql.limits.rates import Rates
from tests.api.harness.callers import Client, Json
from tests.api.harness.stream_clients import Ended, over_sent_events

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
STREAMS = ("gameEvents", "gameUpdates")
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

STATISTICS = """query($since: Date, $until: Date, $bucket: Bucket, $board: Board) {
  statistics(variant: "oh-hell", since: $since, until: $until, bucket: $bucket, board: $board)
  { activity { moves } } }"""
BY_SUBSCRIPTIONS: list[tuple[str, str, list[Any]]] = [
    *((f'{name}(game: "{game}")', "UNKNOWN_GAME", ["game"]) for name in STREAMS for game in ("none", ID)),
    ('gameUpdates(game: "%s", after: "none")', "INVALID_CURSOR", ["after"]),
    ('gameEvents(game: "%s", after: 99)', "UNKNOWN_VERSION", ["after"]),
    ('lobby(variant: "whist")', "UNKNOWN_VARIANT", ["variant"]),
    ('leaderboard(variant: "whist")', "UNKNOWN_VARIANT", ["variant"]),
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


@pytest.mark.parametrize(("field", "code", "path"), BY_SUBSCRIPTIONS)
async def test_a_refused_subscription_has_the_path_into_the_input(
    address: str, ann: Client, field: str, code: str, path: list[Any]
) -> None:
    game = await ann.create()
    document = f"subscription {{ {field.replace('%s', game)} {{ __typename }} }}"
    async with over_sent_events(address, document, ann.token) as stream:
        with pytest.raises(Ended) as ended:
            await stream.next()
    (error,) = ended.value.errors
    assert (error["extensions"]["code"], error["extensions"]["inputPath"]) == (code, path)


@pytest.mark.parametrize(
    ("kind", "field", "literals", "values"),
    [
        ("GameFilter!", "games(filter: %s) { __typename }", ["OPEN", "1", "null"], ["OPEN", 1, None]),
        ("Int", "games(first: %s) { __typename }", ['"1"', "1.5", "true"], ["1", 1.5, True]),
        ("Cursor", "games(after: %s) { __typename }", ["1", "[[]]"], [1, [[]]]),
        ("DateTime", "games(search: {endedAfter: %s}) { __typename }", ['"2026"'], ["2026"]),
        ("GameSearch", "games(search: %s) { __typename }", ["{none: 1}", "7"], [{"none": 1}, 7]),
        ("Version!", 'game(id: "") { at(version: %s) { version } }', ["-1", '"1"'], [-1, "1"]),
    ],
)
async def test_the_same_mistake_has_the_same_error_as_a_literal_and_as_a_variable(
    ann: Client, kind: str, field: str, literals: list[str], values: list[Any]
) -> None:
    for literal, value in zip(literals, values, strict=True):
        by_literal = await error_of(ann, f"query {{ {field % literal} }}")
        by_variable = await error_of(ann, f"query($v: {kind}) {{ {field % '$v'} }}", v=value)
        assert by_literal["extensions"]["code"] == "BAD_USER_INPUT", literal
        assert by_literal["extensions"] == by_variable["extensions"], literal
        assert by_literal["message"] == by_variable["message"], literal


@pytest.mark.parametrize(
    ("given", "path"),
    [
        ({"since": "2026-04-02", "until": "2026-04-01"}, "until"),
        ({"since": "0001-01-01"}, "since"),
        ({"since": "0001-01-01", "until": "9999-12-31"}, "until"),
        ({"since": "2016-01-01", "until": "2026-01-01", "bucket": "HOUR"}, "bucket"),
        ({"board": "VOUCHED"}, "board"),
    ],
)
async def test_a_refused_selection_of_statistics_has_the_path_into_the_input(
    spectator: Client, given: Json, path: str
) -> None:
    assert (await error_of(spectator, STATISTICS, **given))["extensions"]["inputPath"] == [path]


async def test_a_variable_has_the_path_at_which_the_operation_uses_it(ann: Client) -> None:
    document = """mutation($game: ID!, $card: Card!) {
      discardCards(input: {game: $game, cards: ["5H", $card]}) { __typename } }"""
    error = await error_of(ann, document, game=ID, card=SECRET)
    assert error["extensions"]["inputPath"] == ["input", "cards", 1]
    assert error["message"].startswith("input.cards[1] is invalid: it is not a card")


async def test_a_card_has_the_same_error_as_a_literal_and_as_a_variable(ann: Client) -> None:
    literal = f'mutation {{ discardCards(input: {{game: "{ID}", cards: ["5h"]}}) {{ __typename }} }}'
    errors = [await error_of(ann, literal), await error_of(ann, DISCARD, input={"game": ID, "cards": ["5h"]})]
    assert [each["extensions"] for each in errors] == [
        {"code": "BAD_USER_INPUT", "inputPath": ["input", "cards", 0]}
    ] * 2


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


async def test_a_number_with_a_fraction_is_no_integer_literal(ann: Client) -> None:
    for literal in ("5.0", "5e0"):
        error = await error_of(ann, f"{{ games(first: {literal}) {{ nodes {{ id }} }} }}")
        assert error["extensions"] == {"code": "BAD_USER_INPUT", "inputPath": ["first"]}, literal
