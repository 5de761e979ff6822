"""Client addresses: forwarded addresses are accepted only from configured proxies."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import ValidationError
from starlette.types import Receive, Scope, Send

from api.app import application
from api.client_address import UNKNOWN, client_address
from api.graphql.context import Services
from api.server_settings import ServerSettings
from api.settings import Settings


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", UNKNOWN),
        ("", UNKNOWN),
    ],
)
def test_a_client_is_counted_by_its_address_or_by_its_network(host: str, counted: str) -> None:
    assert client_address({"type": "http", "client": (host, 1)}) == counted


def test_a_client_without_an_address_is_unknown() -> None:
    assert client_address({"type": "http", "client": None}) == client_address({"type": "http"}) == UNKNOWN


async def address_seen(services: Services, proxies: str, peer: str, *forwarded: str) -> str:
    """Return the address that the application takes a request to come from."""
    settings = Settings.model_validate({"proxies": proxies})
    app = application(replace(services, server_settings=ServerSettings(proxies=settings.proxies)))
    seen: list[str] = []

    async def endpoint(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(client_address(scope))
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    app.mount("/seen", endpoint)
    headers = [(b"x-forwarded-for", each.encode()) for each in forwarded]
    scope = {"type": "http", "method": "GET", "path": "/seen/", "raw_path": b"/seen/", "root_path": ""}
    scope |= {"scheme": "http", "query_string": b"", "headers": headers, "client": (peer, 1)}

    async def receive() -> dict[str, object]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: object) -> None:
        pass

    await app(scope, receive, send)
    return seen[0]


@pytest.mark.parametrize(
    ("proxies", "peer", "forwarded", "seen"),
    [
        ("", "127.0.0.1", ["203.0.113.9"], "127.0.0.1"),
        ("10.0.0.0/8", "192.0.2.1", ["203.0.113.9"], "192.0.2.1"),
        ("10.0.0.0/8", "10.1.2.3", ["203.0.113.9"], "203.0.113.9"),
        ("10.0.0.0/8", "10.1.2.3", [], "10.1.2.3"),
        # What a client writes into the header stands before what the proxy adds.
        ("10.0.0.0/8", "10.1.2.3", ["198.51.100.1, 203.0.113.9"], "203.0.113.9"),
        ("10.0.0.0/8", "10.1.2.3", ["198.51.100.1", "203.0.113.9"], "203.0.113.9"),
        ("10.0.0.0/8, 172.16.0.1", "172.16.0.1", ["203.0.113.9, 10.0.0.7"], "203.0.113.9"),
        ("10.0.0.0/8", "10.1.2.3", ["2001:db8::5"], "2001:db8::/64"),
        ("10.0.0.0/8", "10.1.2.3", ["nonsense"], UNKNOWN),
    ],
)
async def test_a_forwarded_address_is_believed_of_the_proxies_in_the_settings(
    services: Services, proxies: str, peer: str, forwarded: list[str], seen: str
) -> None:
    assert await address_seen(services, proxies, peer, *forwarded) == seen


@pytest.mark.parametrize("proxies", ["*", "proxy.example", "10.0.0.1/8", "10.0.0.0/99"])
def test_a_proxy_that_is_no_address_and_no_network_is_refused(proxies: str) -> None:
    with pytest.raises(ValidationError):
        Settings.model_validate({"proxies": proxies})
