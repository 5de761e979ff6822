"""The settings: each is a `KIBITZ_…` variable, which options of the command line override."""

from __future__ import annotations

import os
from collections.abc import Iterable
from enum import StrEnum
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any, ClassVar, Self
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    SecretStr,
    TypeAdapter,
    ValidationError,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from strawberry.http.websocket_origin import normalize_allowed_origins

from api.environment import check_variables, variable_of, variables_of
from api.graphql.execution.planned.policy import PlanPolicy
from api.graphql.limits.rates import Rates
from api.graphql.limits.request_limits import Limits
from api.identity.token_kind import TokenKind
from api.transport.connection_limits import ConnectionLimits
from api.transport.host_check import checked_hosts

MIN_SECRET = 32

OWN_ISSUERS = ("guest", "kibitz")
"""Names of the server's own issuers, for the players that it signs in itself."""
_BOOLEAN: TypeAdapter[bool] = TypeAdapter(bool)
_LOCAL_HOSTS = ("localhost", "127.0.0.1", "::1")


def _postgresql(url: str | None) -> str | None:
    if not url:
        return None
    scheme = url.partition(":")[0]
    if scheme not in ("postgresql", "postgres"):
        raise ValueError(
            f"the database type {scheme!r} is not supported: give a URL that begins with postgresql://, "
            "or omit it to use the embedded database in the data directory"
        )
    return "postgresql" + url.removeprefix(scheme)


def _long_enough(secret: SecretStr | None) -> SecretStr | None:
    if secret is not None and len(secret) < MIN_SECRET:
        raise ValueError(f"it must have at least {MIN_SECRET} characters, not {len(secret)}")
    return secret


def _keys(source: str) -> str:
    if "://" in source:
        parts = urlsplit(source)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError("give a URL that begins with https://, or the path of a file")
        if parts.username is not None or parts.password is not None:
            raise ValueError("the keys are public: give a URL without user and password")
        if parts.scheme == "http" and parts.hostname not in _LOCAL_HOSTS:
            raise ValueError(
                "keys that are fetched over http:// can be replaced on the way: give an https:// URL"
            )
    return source


def _issuer(issuer: str) -> str:
    if issuer in OWN_ISSUERS or not issuer.isprintable():
        raise ValueError(f"{issuer!r} cannot be the name of an identity provider")
    return issuer


def _items(given: Any) -> Any:
    """Return the items of a comma-separated variable."""
    if not isinstance(given, str):
        return given
    return tuple(each.strip() for each in given.split(",") if each.strip())


def _networks(given: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(str(ip_network(each)) for each in given)


def _normal(origins: tuple[str, ...]) -> tuple[str, ...]:
    if "*" in origins:
        raise ValueError("name the origins of the pages that may call this server; * is not allowed")
    return tuple(sorted(normalize_allowed_origins(origins)))


class DocumentPolicy(StrEnum):
    """The documents that a server executes."""

    ANY = "any"
    TRUSTED = "trusted"


class ProjectionMode(StrEnum):
    """The place where a server keeps the read models up to date."""

    PROCESS = "process"
    """In a child process of the server."""
    THREAD = "thread"
    """In the server's own process: on its event loop, with threads for the databases."""
    OFF = "off"
    """Not in the server: `kibitz project` must run."""


def _default_thinkers() -> int:
    """Return the number of cores that requests leave free, at least one and at most four."""
    return min(4, max(1, (os.cpu_count() or 1) - 1))


def _default_projections() -> ProjectionMode:
    """Return the default mode: the child process lowers its priority and handles signals as on POSIX."""
    return ProjectionMode.PROCESS if hasattr(os, "nice") else ProjectionMode.THREAD


def _projection_mode(given: Any) -> Any:
    """Return the mode for the boolean values that the setting had in earlier releases."""
    try:
        return _default_projections() if _BOOLEAN.validate_python(given) else ProjectionMode.OFF
    except ValidationError:
        return given.lower() if isinstance(given, str) else given


def _possible_mode(mode: ProjectionMode) -> ProjectionMode:
    if mode is ProjectionMode.PROCESS and not hasattr(os, "nice"):
        raise ValueError("this system has no POSIX processes; 'thread' keeps the read models up to date")
    return mode


class Settings(BaseSettings):
    """The settings of a server."""

    model_config = SettingsConfigDict(
        # KIBITZ_LIMITS_DEPTH is limits.depth, and KIBITZ_LIMITS_ROOT_FIELDS limits.root_fields.
        env_prefix="KIBITZ_",
        extra="forbid",
        env_nested_delimiter="_",
        env_nested_max_split=1,
    )

    reads_environment: ClassVar[bool] = True
    """Read settings from the environment, which may then hold no unknown names."""

    host: str = "127.0.0.1"
    """The address to listen on."""
    port: Annotated[int, Field(ge=0, le=65535)] = 8000
    """The port to listen on; 0 chooses a free one."""
    metrics_host: str = "127.0.0.1"
    """The address that serves `/metrics` and `/health/…` to operators."""
    metrics_port: Annotated[int | None, Field(ge=0, le=65535)] = None
    """The port of the metrics; without it there are none."""
    data_dir: Path = Path(".kibitz")
    """The directory of the embedded databases and the secret."""
    database_url: Annotated[str | None, AfterValidator(_postgresql)] = None
    """A PostgreSQL database, `postgresql://user:password@host/name`; none for the embedded database."""
    secret: Annotated[SecretStr | None, AfterValidator(_long_enough)] = None
    """The secret that signs tokens; if not set, it is created once in the data directory."""
    log_key: SecretStr | None = None
    """The key that signs checkpoints of the log; if not set, it is created once in the data directory."""
    log_name: Annotated[str | None, Field(pattern=r"^[!-*,-~]{1,200}$")] = None
    """The name of the log in its checkpoints, as `cards.example/log`; by default made of its id."""
    checkpoint_seconds: Annotated[float, Field(ge=1, le=86_400, allow_inf_nan=False)] = 60
    """Seconds between two checkpoints of the log."""
    projections: Annotated[
        ProjectionMode, BeforeValidator(_projection_mode), AfterValidator(_possible_mode)
    ] = Field(default_factory=_default_projections)
    """The place where the read models are kept up to date: `process`, `thread` or `off`.

    The earlier values `true` and `false` stand for `process` and `off`.
    """
    thinkers: Annotated[int, Field(ge=0, le=64)] = Field(default_factory=_default_thinkers)
    """The worker processes of machine players that search; with 0 they search in the server's own process."""
    guests: bool = True
    """Let anyone sign in with only a name."""
    token_days: Annotated[int, Field(ge=1, le=3650)] = 30
    """Days for which a token is valid."""
    operator_hours: Annotated[int, Field(ge=1, le=8760)] = 12
    """Hours for which an operator's token of `kibitz token` is valid."""
    origins: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_items), AfterValidator(_normal)] = ()
    """The origins of web pages that may call the server, besides its own: `https://cards.example`, …"""
    hosts: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_items), AfterValidator(checked_hosts)] = ()
    """The host names that clients may use, besides addresses and `localhost`; `*` for any."""
    proxies: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_items), AfterValidator(_networks)] = ()
    """The addresses or networks of reverse proxies, whose `X-Forwarded-For` and `-Proto` are trusted."""
    documents: DocumentPolicy = DocumentPolicy.ANY
    """The documents that the server executes: `any`, or `trusted` ones only."""
    plans: PlanPolicy = PlanPolicy.SECOND_USE
    """When the server compiles plans for documents: on their first or second use, or never."""
    development: bool = False
    """Help client developers with GraphiQL and suggestions in errors."""
    limits: Limits = Limits()
    """The limits of one request."""
    connections: ConnectionLimits = ConnectionLimits()
    """The limits on the number and duration of connections."""
    rates: Rates = Rates()
    """The rate limits and quotas of one player and one address."""
    seed_seconds: Annotated[float, Field(ge=0, le=600, allow_inf_nan=False)] = 10
    """Seconds that players have to reveal their seeds once the seats of a game are closed."""
    drain_seconds: Annotated[float, Field(ge=0, le=600, allow_inf_nan=False)] = 0
    """Seconds for which a stopping server continues to serve, while `/health/ready` answers 503."""

    jwks: Annotated[str | None, Field(min_length=1), AfterValidator(lambda each: each and _keys(each))] = None
    """The location of an identity provider's public keys (JWKS): an https URL, or a file."""
    issuer: Annotated[
        str | None, Field(min_length=1), AfterValidator(lambda each: each and _issuer(each))
    ] = None
    """The issuer of the provider's tokens: their claim `iss`."""
    audience: Annotated[str | None, Field(min_length=1)] = None
    """The audience of the provider's tokens, which is this server: their claim `aud`."""
    leeway: Annotated[float, Field(ge=0, le=300, allow_inf_nan=False)] = 10
    """Seconds by which the provider's clock may differ."""
    name_claim: Annotated[str, Field(min_length=1)] = "preferred_username"
    """The claim that contains the name of a new player."""
    roles_claim: Annotated[str | None, Field(min_length=1)] = None
    """The claim that marks operators; a dot selects a nested claim. Without it there are none."""
    operator_role: Annotated[str, Field(min_length=1)] = "operator"
    """The value of that claim for an operator."""
    token_kind: TokenKind = TokenKind.ACCESS
    """The accepted kinds of token: `at+jwt` requires that type, `any` includes ID tokens."""

    @model_validator(mode="before")
    @classmethod
    def _known(cls, given: Any) -> Any:
        """Refuse unknown variables: a misspelt name would silently leave a setting at its default."""
        if cls.reads_environment:
            check_variables(os.environ, variables_of(cls))
        return given

    @model_validator(mode="after")
    def _complete(self) -> Self:
        """Refuse an incomplete identity provider."""
        given = self.model_fields_set
        if self.jwks is None:
            idle = given & {
                "issuer",
                "audience",
                "leeway",
                "name_claim",
                "roles_claim",
                "operator_role",
                "token_kind",
            }
            if idle:
                raise ValueError(f"{_variables(sorted(idle))}: without effect unless KIBITZ_JWKS is set")
            return self
        missing = [name for name in ("issuer", "audience") if getattr(self, name) is None]
        if missing:
            raise ValueError(f"KIBITZ_JWKS requires {_variables(missing)} as well")
        if self.roles_claim is None and "operator_role" in given:
            raise ValueError("KIBITZ_OPERATOR_ROLE: without effect unless KIBITZ_ROLES_CLAIM is set")
        return self


def _variables(names: Iterable[str]) -> str:
    return " and ".join(variable_of([name]) for name in names)
