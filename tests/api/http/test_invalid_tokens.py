"""Invalid tokens over HTTP: the whole request is refused, with a challenge, except for signing in."""

from __future__ import annotations

from tests.api.harness import full_documents as d
from tests.api.harness.callers import Client
from tests.api.http.test_http import GRAPHQL, JSON, SIGN_IN, code


async def test_an_invalid_token_is_answered_with_a_challenge(spectator: Client) -> None:
    # Public fields too: the client must learn that its token is not valid any more.
    for document in (
        "{ me { player { id } } }",
        "{ __typename }",
        d.VARIANTS,
        "{ __schema { queryType { name } } }",
    ):
        for accept, status in ((GRAPHQL, 401), (JSON, 200)):
            headers = {"Accept": accept, "Authorization": "Bearer no-token"}
            response = await spectator.post({"query": document}, headers)
            assert (response.status_code, code(response)) == (status, "UNAUTHENTICATED"), (document, accept)
            challenge = response.headers.get("www-authenticate")
            assert challenge == ('Bearer realm="Kibitz", error="invalid_token"' if status == 401 else None)
    streamed = await spectator.post(
        {"query": "{ me { player { id } } }"},
        {"Accept": "text/event-stream", "Authorization": "Bearer no-token"},
    )
    assert streamed.text.count("UNAUTHENTICATED") == 1


async def test_sign_in_needs_no_valid_token(spectator: Client) -> None:
    response = await spectator.post({"query": SIGN_IN}, {"Accept": GRAPHQL, "Authorization": "Bearer old"})
    assert (response.status_code, response.json()) == (
        200,
        {"data": {"signIn": {"__typename": "SignInAccepted"}}},
    )
    both = SIGN_IN.replace("mutation {", "mutation { eraseMe { __typename }")
    response = await spectator.post({"query": both}, {"Accept": GRAPHQL, "Authorization": "Bearer old"})
    assert (response.status_code, code(response)) == (401, "UNAUTHENTICATED")
