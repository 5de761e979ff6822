"""Settings of an identity provider, and the permissions of its users."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

import pytest

from api.cli.framework.settings import load_settings
from api.data_directory import CannotStart
from tests.api.harness.callers import Client
from tests.api.harness.identity_provider import AUDIENCE, ISSUER, claims, identity_provider, signed
from tests.api.server.test_settings import served

PROVIDER = {
    "jwks": "https://id.example.org/keys",
    "issuer": "https://id.example.org",
    "audience": "kibitz",
}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"jwks": PROVIDER["jwks"]}, "KIBITZ_JWKS requires KIBITZ_ISSUER and KIBITZ_AUDIENCE as well"),
        ({**PROVIDER, "audience": None}, "KIBITZ_JWKS requires KIBITZ_AUDIENCE as well"),
        ({"issuer": PROVIDER["issuer"]}, "KIBITZ_ISSUER: without effect unless KIBITZ_JWKS"),
        ({"audience": "kibitz", "leeway": "5"}, "KIBITZ_AUDIENCE and KIBITZ_LEEWAY: without effect unless"),
        ({"roles_claim": "roles"}, "KIBITZ_ROLES_CLAIM: without effect unless KIBITZ_JWKS"),
        (
            {**PROVIDER, "operator_role": "admin"},
            "KIBITZ_OPERATOR_ROLE: without effect unless KIBITZ_ROLES_CLAIM",
        ),
        ({**PROVIDER, "issuer": "kibitz"}, "'kibitz' cannot be the name of an identity provider"),
        ({**PROVIDER, "issuer": "guest"}, "'guest' cannot be the name of an identity provider"),
        ({**PROVIDER, "issuer": ""}, "KIBITZ_ISSUER: "),
        ({**PROVIDER, "audience": ""}, "KIBITZ_AUDIENCE: "),
        ({**PROVIDER, "jwks": "http://id.example.org/keys"}, "give an https:// URL"),
        ({**PROVIDER, "jwks": "https://ann:pw@id.example.org/keys"}, "without user and password"),
        ({**PROVIDER, "token_kind": "id"}, "KIBITZ_TOKEN_KIND: "),
        ({"token_kind": "any"}, "KIBITZ_TOKEN_KIND: without effect unless"),
        ({**PROVIDER, "jwks": "ftp://id.example.org/keys"}, "a URL that begins with https://"),
        ({**PROVIDER, "jwks": "https://"}, "a URL that begins with https://"),
        ({**PROVIDER, "leeway": "-1"}, "KIBITZ_LEEWAY: "),
        ({**PROVIDER, "leeway": "301"}, "KIBITZ_LEEWAY: "),
        ({**PROVIDER, "leeway": "nan"}, "KIBITZ_LEEWAY: "),
    ],
)
def test_half_an_identity_provider_is_refused_at_the_start(
    given: dict[str, str | None], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in given.items():
        if value is not None:
            monkeypatch.setenv(f"KIBITZ_{name.upper()}", value)
    with pytest.raises(CannotStart, match=re.escape(said)):
        load_settings()


@pytest.mark.parametrize("source", ["https://id.example.org/keys", "http://127.0.0.1:9/keys", "keys.json"])
def test_a_whole_identity_provider_is_taken(source: str) -> None:
    assert load_settings(**{**PROVIDER, "jwks": source}).jwks == source


async def test_user_of_the_configured_provider_can_play(tmp_path: Path) -> None:
    session = "{ session { player { id name } roles expiresAt } }"
    async with identity_provider() as provider:
        chosen = {"issuer": ISSUER, "audience": AUDIENCE, "leeway": 60, "name_claim": "nickname"}
        roles = {"roles_claim": "realm_access.roles", "operator_role": "kibitz-operator"}
        async with served(tmp_path, jwks=provider.url, **chosen, **roles) as spectator:
            said = claims(nickname="Ann", realm_access={"roles": ["kibitz-operator"]})
            ann = Client(spectator.http, signed(said))
            seen = (await ann.data(session))["session"]
            assert (seen["player"]["name"], sorted(seen["roles"])) == ("Ann", ["OPERATOR", "PLAYER"])
            assert datetime.fromisoformat(seen["expiresAt"]).timestamp() == said["exp"] + 60
            assert (await ann.data("{ projections { name } }"))["projections"]
            bad = Client(spectator.http, signed(claims(aud="another")))
            assert await bad.code(session) == "UNAUTHENTICATED"
            # Erased, it comes back by a new token only, and as another.
            assert "errors" not in await ann.ask(
                "mutation { eraseMe { ... on EraseMeAccepted { player { id } } } }"
            )
            assert await ann.code(session) == "UNAUTHENTICATED"
            anew = Client(spectator.http, signed({**said, "iat": said["iat"] + 30}))
            assert (await anew.data(session))["session"]["player"]["id"] != seen["player"]["id"]


async def test_unavailable_keys_are_not_reported_as_invalid_tokens(tmp_path: Path) -> None:
    chosen = {"jwks": "http://127.0.0.1:9/keys", "issuer": ISSUER, "audience": AUDIENCE}
    async with served(tmp_path, **chosen) as spectator:
        ann = Client(spectator.http, signed(claims()))
        assert await ann.code("{ me { player { id } } }") == "UNAVAILABLE"
        assert await spectator.data("{ me { player { id } } }") == {"me": None}
        guest = await spectator.sign_in("Bob")
        assert (await guest.data("{ me { player { name } } }"))["me"] == {"player": {"name": "Bob"}}
