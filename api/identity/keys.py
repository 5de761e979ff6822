"""An identity provider's public keys (JWKS), from a URL or a file, kept up to date beside the requests."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self
from urllib.parse import urlsplit

import httpx
import jwt

from api.data import CannotStart
from api.identity.caller import KeysUnavailable, Unauthenticated
from application.ending import ended

logger = logging.getLogger(__name__)

LARGEST: Final = 1_000_000
"""The most bytes that a set of keys may have."""
SYMMETRIC: Final = "oct"
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
            async with self._looking:
                await self._tried()

    async def _tried(self) -> None:
        try:
            await self._read()
        except NoKeys as error:
            logger.warning("the identity provider's keys are as they were: %s", error)

    async def _read(self) -> None:
        self._tried_at = time.monotonic()
        content = await (self._fetch(self._http) if self._http is not None else asyncio.to_thread(self._file))
        try:
            keys = jwt.PyJWKSet.from_json(content.decode()).keys
        except (ValueError, AttributeError, jwt.PyJWTError) as error:
            raise NoKeys(f"{self._source} is not a set of keys (JWKS): {error}") from error
        # A symmetric key is no secret once it is published: whoever reads it could sign.
        public = [key for key in keys if key.key_type != SYMMETRIC and key.public_key_use in (None, "sig")]
        if not public:
            raise NoKeys(f"{self._source} has no public key to check signatures with")
        self._keys, self._read_at = tuple(public), time.monotonic()

    async def _fetch(self, http: httpx.AsyncClient) -> bytes:
        content = b""
        try:
            async with asyncio.timeout(self._within), http.stream("GET", self._source) as response:
                if response.status_code != httpx.codes.OK:
                    raise NoKeys(f"{self._source} answered with status {response.status_code}")
                async for part in response.aiter_bytes():
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


def is_url(source: str) -> bool:
    """Tell whether keys are to be had from a URL, not from a file."""
    return "://" in source
