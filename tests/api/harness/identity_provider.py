"""An identity provider on loopback: keys that it publishes over HTTP, and tokens that it signs with them."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from functools import cache
from typing import Any, Final

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.asymmetric.types import PrivateKeyTypes
from jwt.algorithms import get_default_algorithms

from application.runtime.cancellation import cancel_and_wait
from tests.api.harness.callers import Json

ISSUER: Final = "https://id.example.org/realms/club"
AUDIENCE: Final = "kibitz"


@cache
def private_key(algorithm: str, name: str) -> Any:
    """Return a private key, the same for the same name."""
    made: PrivateKeyTypes
    match algorithm[:2]:
        case "RS" | "PS":
            made = rsa.generate_private_key(65537, 1024 if name == "weak" else 2048)
        case "ES":
            made = ec.generate_private_key(ec.SECP256R1())
        case _:
            made = ed25519.Ed25519PrivateKey.generate()
    return made


def public(algorithm: str, name: str, **more: Any) -> Json:
    """Return the public part of a key as a provider publishes it."""
    key = private_key(algorithm, name).public_key()
    found: Json = get_default_algorithms()[algorithm].to_jwk(key, as_dict=True)
    return {**found, "kid": name, "alg": algorithm, "use": "sig", **more}


def claims(subject: str = "ann-of-ely", **changes: Any) -> Json:
    """Return what a token says; a change to None leaves a claim out."""
    now = int(time.time())
    said = {"iss": ISSUER, "aud": AUDIENCE, "sub": subject, "iat": now, "exp": now + 300, **changes}
    return {name: value for name, value in said.items() if value is not None}


def signed(said: Json, algorithm: str = "RS256", name: str = "first", *, headers: Json | None = None) -> str:
    """Return a token as the provider signs it."""
    return jwt.encode(said, private_key(algorithm, name), algorithm, headers={"kid": name, **(headers or {})})


class IdentityProvider:
    """Answers whoever asks for its keys; `status` and `delay` say how."""

    def __init__(self) -> None:
        self.keys: list[Json] = [public("RS256", "first"), public("EdDSA", "second")]
        self.content: bytes | None = None
        self.status = 200
        self.headers = ""
        """Lines of headers, besides those of every answer."""
        self.delay = 0.0
        self.asked = 0
        self.url = ""
        self._server: asyncio.Server | None = None
        self._port = 0
        self._answering: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Listen, on the same port as before."""
        self._server = await asyncio.start_server(self._answer, "127.0.0.1", self._port)
        self._port = self._server.sockets[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self._port}/jwks.json"

    async def stop(self) -> None:
        """Be gone."""
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
            self._server = None
        await cancel_and_wait(self._answering)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)
        with closing(writer), suppress(OSError, asyncio.IncompleteReadError):
            await reader.readuntil(b"\r\n\r\n")
            self.asked += 1
            await asyncio.sleep(self.delay)
            content = self.content if self.content is not None else json.dumps({"keys": self.keys}).encode()
            length = f"Content-Length: {len(content)}\r\nConnection: close\r\n"
            writer.write(f"HTTP/1.1 {self.status} X\r\n{length}{self.headers}\r\n".encode() + content)
            await writer.drain()


@asynccontextmanager
async def identity_provider() -> AsyncIterator[IdentityProvider]:
    """Give a provider that answers."""
    provider = IdentityProvider()
    await provider.start()
    try:
        yield provider
    finally:
        await provider.stop()
