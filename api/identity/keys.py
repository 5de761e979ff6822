"""An identity provider's public keys (JWKS), from a URL or a file, kept up to date beside the requests."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import urlsplit

import httpx
import jwt

from api.data import CannotStart
from api.identity.caller import KeysUnavailable, Unauthenticated
from application.ending import ended

logger = logging.getLogger(__name__)

ALGORITHMS: Final = frozenset(
    ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
)
"""The algorithms of tokens that a provider signs: all of them with a private key that only it has."""

LARGEST: Final = 1_000_000
"""The most bytes that a set of keys may have."""
MOST: Final = 100
"""The most keys that a set may have."""
_RSA: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512")
_BY_CURVE: Final = {
    ("EC", "P-256"): ("ES256",),
    ("EC", "P-384"): ("ES384",),
    ("EC", "P-521"): ("ES512",),
    ("OKP", "Ed25519"): ("EdDSA",),
}
HERE: Final = frozenset(("localhost", "127.0.0.1", "::1"))


class NoKeys(Exception):
    """There are no keys where they were looked for; the message says why."""


class Keys:
    """The keys by which a provider's tokens are judged.

    They are looked for again every `every` seconds, and when a token names one that is not known, but never
    twice within `pause` seconds, whatever tokens say. While the provider does not answer, the last keys
    count for `last` seconds; then KeysUnavailable is raised.
    """

    def __init__(
        self,
        source: str,
        *,
        every: float = 600,
        pause: float = 10,
        within: float = 5,
        last: float = 24 * 60 * 60,
    ) -> None:
        self._source = source
        self._every, self._pause, self._within, self._last = every, pause, within, last
        self._keys: tuple[jwt.PyJWK, ...] = ()
        self._read_at = self._tried_at = float("-inf")
        self._looking = asyncio.Lock()
        self._http: httpx.AsyncClient | None = None
        self._keeping: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Get the keys. A URL that does not answer is tried again; a file must have some.

        Raises CannotStart.
        """
        if is_url(self._source):
            parts = urlsplit(self._source)
            self._http = httpx.AsyncClient(
                timeout=self._within, trust_env=parts.hostname not in HERE, verify=parts.scheme == "https"
            )
        try:
            await self._read()
        except NoKeys as error:
            if self._http is None:
                raise CannotStart(f"the keys of the identity provider cannot be read: {error}") from error
            logger.warning("no keys of the identity provider; trying again: %s", error)
        self._keeping = asyncio.create_task(self._keep())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        """Look for keys no more."""
        if self._keeping is not None:
            await ended([self._keeping])
        if self._http is not None:
            await self._http.aclose()

    async def find(self, kid: str | None, algorithm: str) -> jwt.PyJWK:
        """Return the key of a name for an algorithm; without a name, the only one for it.

        Raises Unauthenticated when there is none, and KeysUnavailable when that cannot be told.
        """
        found = self._known(kid, algorithm)
        if found is None:
            await self._look_again()
            found = self._known(kid, algorithm)
        if found is not None:
            return found
        if self._read_at < self._tried_at:
            raise KeysUnavailable
        raise Unauthenticated("the token is signed with a key that the identity provider does not have")

    def _known(self, kid: str | None, algorithm: str) -> jwt.PyJWK | None:
        if time.monotonic() - self._read_at > self._last:
            return None
        fitting = [key for key in self._keys if key.algorithm_name == algorithm and kid in (None, key.key_id)]
        return fitting[0] if len(fitting) == 1 else None

    async def _look_again(self) -> None:
        # One looks and the others wait for it, however long it takes; who comes later finds that it was done.
        began = time.monotonic()
        async with self._looking:
            if self._read_at < began and time.monotonic() - self._tried_at >= self._pause:
                await self._tried()

    async def _keep(self) -> None:
        while True:
            fresh = self._tried_at <= self._read_at
            await asyncio.sleep(self._every if fresh else min(self._every, self._pause))
            try:
                async with self._looking:
                    await self._tried()
            except Exception:
                # Whatever it is: without new keys nobody could sign in, in time.
                logger.exception("looking for keys of the identity provider failed; trying again later")

    async def _tried(self) -> None:
        try:
            await self._read()
        except NoKeys as error:
            logger.warning("the identity provider's keys are as they were: %s", error)

    async def _read(self) -> None:
        self._tried_at = time.monotonic()
        content = await (self._fetch(self._http) if self._http is not None else asyncio.to_thread(self._file))
        try:
            published = json.loads(content)["keys"]
            # A key that cannot be used is passed over: a provider may have others beside it.
            public = tuple(chain.from_iterable(map(_readable, published[:MOST])))
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise NoKeys(f"{self._source} is not a set of keys (JWKS)") from error
        if not public:
            raise NoKeys(f"{self._source} has no public key to check signatures with")
        self._keys, self._read_at = public, time.monotonic()

    async def _fetch(self, http: httpx.AsyncClient) -> bytes:
        content = b""
        try:
            # Not compressed: a little that was sent could be more than there is memory for.
            request = http.stream("GET", self._source, headers={"Accept-Encoding": "identity"})
            async with asyncio.timeout(self._within), request as response:
                if response.status_code != httpx.codes.OK:
                    raise NoKeys(f"{self._source} answered with status {response.status_code}")
                if response.headers.get("content-encoding", "identity") != "identity":
                    raise NoKeys(f"{self._source} answered with content that is compressed")
                async for part in response.aiter_raw():
                    content += part
                    if len(content) > LARGEST:
                        raise NoKeys(f"{self._source} is larger than {LARGEST} bytes")
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
            raise NoKeys(f"{self._source} did not answer: {str(error) or type(error).__name__}") from error
        return content

    def _file(self) -> bytes:
        try:
            with Path(self._source).open("rb") as file:
                content = file.read(LARGEST + 1)
        except OSError as error:
            raise NoKeys(f"{self._source}: {error.strerror}") from error
        if len(content) > LARGEST:
            raise NoKeys(f"{self._source} is larger than {LARGEST} bytes")
        return content


def _readable(published: Any) -> Iterator[jwt.PyJWK]:
    """Yield a published key once for each algorithm whose signatures it can check."""
    if not isinstance(published, dict):
        return
    for algorithm in _algorithms(published):
        with suppress(jwt.PyJWTError, ValueError, TypeError):
            yield jwt.PyJWK(published, algorithm)


def _algorithms(published: dict[str, Any]) -> tuple[str, ...]:
    """Return what a key is for: what it says, or else what its kind can do; nothing for a symmetric key.

    A symmetric key is no secret once it is published: whoever reads it could sign.
    """
    operations = published.get("key_ops")
    if published.get("use", "sig") != "sig" or (isinstance(operations, list) and "verify" not in operations):
        return ()
    kind, curve = published.get("kty"), published.get("crv")
    possible = _RSA if kind == "RSA" else _BY_CURVE.get((str(kind), str(curve)), ())
    said = published.get("alg")
    return tuple(each for each in possible if said in (None, each))


def is_url(source: str) -> bool:
    """Tell whether keys are to be had from a URL, not from a file."""
    return "://" in source
