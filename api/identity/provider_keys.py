"""Public keys (JWKS) of an identity provider, from a URL or a file, refreshed in the background."""

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
from typing import TYPE_CHECKING, Any, Final, Self
from urllib.parse import urlsplit

import jwt

from api.data_directory import CannotStart
from api.identity.caller import KeysUnavailable, Unauthenticated
from application.runtime.cancellation import cancel_and_wait

if TYPE_CHECKING:
    import httpx

logger = logging.getLogger(__name__)

ALGORITHMS: Final = frozenset(
    ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
)
"""Algorithms of a provider's tokens; all of them sign with a private key that only the provider has."""

MAX_BYTES: Final = 1_000_000
"""Maximum bytes of a key set."""
MAX_KEYS: Final = 100
"""Maximum number of keys that are read from a set."""
_RSA: Final = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512")
_BY_CURVE: Final = {
    ("EC", "P-256"): ("ES256",),
    ("EC", "P-384"): ("ES384",),
    ("EC", "P-521"): ("ES512",),
    ("OKP", "Ed25519"): ("EdDSA",),
}
LOCAL_HOSTS: Final = frozenset(("localhost", "127.0.0.1", "::1"))


class NoKeys(Exception):
    """The source provides no keys; the message says why."""


class ProviderKeys:
    """Keys that verify a provider's tokens.

    The keys are fetched again every `every` seconds. They are also fetched when a token names an unknown key,
    but not within `pause` seconds of the last fetch, whatever tokens say. While the provider does not answer,
    the last keys stay valid for `last` seconds; then KeysUnavailable is raised.
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
        self._fetching = asyncio.Lock()
        self._http: httpx.AsyncClient | None = None
        self._refresher: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        """Fetch the keys. A URL that does not answer is tried again; a file must contain keys.

        Raises CannotStart.
        """
        if is_url(self._source):
            # Imported only for a URL, so that other servers start faster.
            import httpx

            parts = urlsplit(self._source)
            self._http = httpx.AsyncClient(
                timeout=self._within,
                trust_env=parts.hostname not in LOCAL_HOSTS,
                verify=parts.scheme == "https",
            )
        try:
            await self._read()
        except NoKeys as error:
            if self._http is None:
                raise CannotStart(f"the keys of the identity provider cannot be read: {error}") from error
            logger.warning("no keys of the identity provider; trying again: %s", error)
        self._refresher = asyncio.create_task(self._refresh())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        """Stop fetching keys."""
        if self._refresher is not None:
            await cancel_and_wait([self._refresher])
        if self._http is not None:
            await self._http.aclose()

    async def find(self, kid: str | None, algorithm: str) -> jwt.PyJWK:
        """Return the key with an id for an algorithm; without an id, the only key for the algorithm.

        Raises Unauthenticated when there is none, and KeysUnavailable when that cannot be determined.
        """
        found = self._known(kid, algorithm)
        if found is None:
            await self._refetch()
            found = self._known(kid, algorithm)
        if found is not None:
            return found
        if self._read_at < self._tried_at:
            raise KeysUnavailable
        raise Unauthenticated("the token is signed with a key that the identity provider does not have")

    def is_current(self, key: jwt.PyJWK) -> bool:
        """Return whether a found key is among the keys that were fetched last, and these may be used."""
        return not self._are_too_old() and any(each is key for each in self._keys)

    def _are_too_old(self) -> bool:
        return time.monotonic() - self._read_at > self._last

    def _known(self, kid: str | None, algorithm: str) -> jwt.PyJWK | None:
        if self._are_too_old():
            return None
        fitting = [key for key in self._keys if key.algorithm_name == algorithm and kid in (None, key.key_id)]
        return fitting[0] if len(fitting) == 1 else None

    async def _refetch(self) -> None:
        # One caller fetches and the others wait for it, however long it takes; they find the fetch done.
        began = time.monotonic()
        async with self._fetching:
            if self._read_at < began and time.monotonic() - self._tried_at >= self._pause:
                await self._try_read()

    async def _refresh(self) -> None:
        while True:
            fresh = self._tried_at <= self._read_at
            await asyncio.sleep(self._every if fresh else min(self._every, self._pause))
            try:
                async with self._fetching:
                    await self._try_read()
            except Exception:
                # Catches every error: without new keys, sign-in would eventually fail for all players.
                logger.exception("fetching the keys of the identity provider failed; trying again later")

    async def _try_read(self) -> None:
        try:
            await self._read()
        except NoKeys as error:
            logger.warning("keeping the identity provider's last keys: %s", error)

    async def _read(self) -> None:
        self._tried_at = time.monotonic()
        content = await (self._fetch(self._http) if self._http is not None else asyncio.to_thread(self._file))
        try:
            published = json.loads(content)["keys"]
            # An unusable key is skipped: a provider may publish others beside it.
            public = tuple(chain.from_iterable(map(_readable, published[:MAX_KEYS])))
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            raise NoKeys(f"{self._source} is not a set of keys (JWKS)") from error
        if not public:
            raise NoKeys(f"{self._source} contains no public key for verifying signatures")
        self._keys, self._read_at = public, time.monotonic()

    async def _fetch(self, http: httpx.AsyncClient) -> bytes:
        import httpx

        content = b""
        try:
            # Uncompressed, since a small compressed answer could expand beyond the available memory.
            request = http.stream("GET", self._source, headers={"Accept-Encoding": "identity"})
            async with asyncio.timeout(self._within), request as response:
                if response.status_code != httpx.codes.OK:
                    raise NoKeys(f"{self._source} answered with status {response.status_code}")
                if response.headers.get("content-encoding", "identity") != "identity":
                    raise NoKeys(f"{self._source} answered with compressed content")
                async for part in response.aiter_raw():
                    content += part
                    if len(content) > MAX_BYTES:
                        raise NoKeys(f"{self._source} is larger than {MAX_BYTES} bytes")
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
            raise NoKeys(f"{self._source} did not answer: {str(error) or type(error).__name__}") from error
        return content

    def _file(self) -> bytes:
        try:
            with Path(self._source).open("rb") as file:
                content = file.read(MAX_BYTES + 1)
        except OSError as error:
            raise NoKeys(f"{self._source}: {error.strerror}") from error
        if len(content) > MAX_BYTES:
            raise NoKeys(f"{self._source} is larger than {MAX_BYTES} bytes")
        return content


def _readable(published: Any) -> Iterator[jwt.PyJWK]:
    """Yield a published key once for each algorithm whose signatures it can verify."""
    if not isinstance(published, dict):
        return
    for algorithm in _algorithms(published):
        with suppress(jwt.PyJWTError, ValueError, TypeError):
            yield jwt.PyJWK(published, algorithm)


def _algorithms(published: dict[str, Any]) -> tuple[str, ...]:
    """Return the algorithm that a key names, or else all of its type; none for a symmetric key.

    A symmetric key is no secret once it is published: anyone who reads it could sign.
    """
    operations = published.get("key_ops")
    if published.get("use", "sig") != "sig" or (isinstance(operations, list) and "verify" not in operations):
        return ()
    kind, curve = published.get("kty"), published.get("crv")
    possible = _RSA if kind == "RSA" else _BY_CURVE.get((str(kind), str(curve)), ())
    said = published.get("alg")
    return tuple(each for each in possible if said in (None, each))


def is_url(source: str) -> bool:
    """Return whether the source of keys is a URL, not a file."""
    return "://" in source
