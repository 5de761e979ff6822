"""The composition root: opens the server's services and builds the application over them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import timedelta
from functools import partial
from typing import Any

from fastapi.exception_handlers import http_exception_handler
from fastapi.telemetry import TelemetryConfig
from starlette.exceptions import HTTPException
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from api.documents.registered import RegisteredDocuments
from api.fair_share.concurrency_limit import ConcurrencyLimit
from api.fair_share.middleware import FairShareMiddleware
from api.graphiql import files
from api.graphql.context import Services
from api.graphql.limits.cost_report import HEADER as COST_HEADER
from api.graphql.limits.quotas import Quotas
from api.graphql.limits.rates import RateLimits
from api.graphql.pagination.cursors import Cursors
from api.graphql.read_model_states import ReadModelStates
from api.graphql.schema import schema
from api.http.application import Application
from api.http.endpoint import Endpoint
from api.http.negotiation import shows_pages
from api.http.plain_requests import PlainRequests
from api.http.short_way import ShortWay
from api.identity.authentication import Identity
from api.identity.provider import Provider, ProviderClaims
from api.identity.provider_keys import ProviderKeys
from api.monitoring.health import Health, add_health_routes
from api.projector_process.supervisor import ProjectorProcess
from api.server_settings import ServerSettings
from api.settings import DocumentPolicy, ProjectionMode, Settings
from api.storage import Storage, naming, signing_key, storage_of
from api.transport.host_check import ANY, HostCheck, KnownHosts
from api.web.checkpoint_route import checkpoint_route
from api.web.invitation_preview import INVITATION_PAGE, InvitationPreview
from api.web.pages import Pages
from api.web.schema_file import schema_route
from application.deadlines.game_time import GameTimes, now
from application.deadlines.scheduler import Scheduler
from application.games.command_handler import CommandHandler
from application.games.croupier import Croupier
from application.games.rematches import Rematches
from application.invitations.invitation_codes import InvitationCodes
from application.players.erasure import Erasures
from application.players.search.public_players import PublicPlayers
from application.presence.presence import Presence
from application.review.reviews import Reviews
from application.seeks.matchmaker import Seeks
from application.thinking.evenly_timed import EvenlyTimed
from application.thinking.machine_choice import ThinkersInPlace
from application.thinking.worker_pool import WorkerPool
from application.watching.game_streams import GameStreams
from application.watching.signal_delivery import deliver_signals
from projections import ALL
from projections.engine.projector import Projector
from projections.games.current_games import CurrentGames
from projections.games.deadlines import due_finder
from projections.games.game_list_queries import known_memberships
from projections.games.lobby import lobby_announcer
from projections.games.own_games import OwnGames
from projections.players.leaderboard_changes import board_announcer
from projections.reviews.kept_reviews import ReviewTable
from projections.transparency.checkpoint_signer import CheckpointSigner
from projections.transparency.log_proofs import SignedLogProofs
from projections.transparency.log_signing import log_signing


def identity_of(settings: Settings, storage: Storage) -> Identity:
    """Return the service that signs and verifies tokens."""
    provider = None
    if settings.jwks is not None and settings.issuer is not None and settings.audience is not None:
        claims = ProviderClaims(
            issuer=settings.issuer,
            audience=settings.audience,
            leeway=settings.leeway,
            name=settings.name_claim,
            roles=settings.roles_claim,
            operator=settings.operator_role,
            kind=settings.token_kind,
        )
        provider = Provider(ProviderKeys(settings.jwks), claims)
    return Identity(
        storage.secret,
        storage.players,
        timedelta(days=settings.token_days),
        provider,
        operator_valid_for=timedelta(hours=settings.operator_hours),
    )


@asynccontextmanager
async def services_of(settings: Settings, croupier: Croupier | None = None) -> AsyncIterator[Services]:
    """Open the services of a server, and close them in reverse order.

    Raises CannotStart.
    """
    async with AsyncExitStack() as opened:
        storage = await opened.enter_async_context(storage_of(settings, serving=True))
        store, database = storage.store, storage.database
        projector = Projector(store, database, ALL)
        with naming("of the read models"):
            await projector.prepare()
        projector_process = None
        if settings.projections is ProjectionMode.THREAD:
            await opened.enter_async_context(projector)
        elif settings.projections is ProjectionMode.PROCESS:
            projector_process = await opened.enter_async_context(ProjectorProcess(settings, projector))
        # Entered before the streams, so that it is closed when they have ended.
        presence = await opened.enter_async_context(Presence(storage.presence))
        watching = GameStreams(store, seat_listener=presence.note_follower)
        if projector_process is not None:
            opened.enter_context(watching.subscribe_to_appends(projector_process.handle_appends))
        deliver_signals(watching, presence, storage.talk)
        await opened.enter_async_context(watching)
        await opened.enter_async_context(storage.talk)
        players = storage.players
        lobby = lobby_announcer(watching, projector, database)
        own_games = OwnGames(watching, projector, database)
        boards = board_announcer(watching, projector, store)
        identity = await opened.enter_async_context(identity_of(settings, storage))
        thinkers: WorkerPool | ThinkersInPlace = ThinkersInPlace()
        if settings.thinkers and croupier is None:
            thinkers = await opened.enter_async_context(WorkerPool(settings.thinkers))
        if croupier is None:
            seed_wait = timedelta(seconds=settings.seed_seconds)
            croupier = Croupier(seed_wait=seed_wait, thinkers=EvenlyTimed(thinkers))
        # All servers of a database go by its clock.
        lead = await asyncio.to_thread(storage.schedule.clock_lead)
        times = GameTimes(lambda: now() + lead)
        games = CommandHandler(
            store, croupier, times=times, vouched=players.vouched, is_present=presence.present
        )
        opened.enter_context(watching.subscribe_to_appends(games.handle_appends))
        opened.push_async_callback(games.finish)
        seeks = await asyncio.to_thread(Seeks, storage.beside_log, store, games, watching, players.bans)
        opened.enter_context(watching.subscribe_to_appends(seeks.handle_appends))
        await opened.enter_async_context(seeks)
        known = partial(known_memberships, database)
        erasures = await opened.enter_async_context(Erasures(players, store, games, known))
        scheduler = Scheduler(games, times, storage.schedule, due_finder(database), presence.last_seen)
        await opened.enter_async_context(scheduler)
        moderation = storage.moderation
        ban_departures = await opened.enter_async_context(moderation.departures(store, games, known))
        public_players = await opened.enter_async_context(PublicPlayers(store, players.names))
        key = await asyncio.to_thread(signing_key, settings)
        signing = await log_signing(store, storage.checkpoints, key, settings.log_name)
        signer = CheckpointSigner(store, database, storage.checkpoints, signing)
        await opened.enter_async_context(signer.signing_every(settings.checkpoint_seconds))
        kept = await asyncio.to_thread(ReviewTable, database)
        reviews = await opened.enter_async_context(Reviews(watching, thinkers, kept))
        yield Services(
            store=store,
            games=games,
            rematches=Rematches(store, games, gone=players.gone),
            watching=watching,
            cursors=Cursors(storage.secret, store),
            lobby=await opened.enter_async_context(lobby),
            own_games=await opened.enter_async_context(own_games),
            boards=await opened.enter_async_context(boards),
            reading=CurrentGames(database, store),
            read_database=database,
            players=players,
            presence=presence,
            talk=storage.talk,
            invitation_codes=InvitationCodes(storage.beside_log, storage.secret, store),
            erasures=erasures,
            moderation=moderation,
            ban_departures=ban_departures,
            seeks=seeks,
            public_players=public_players,
            reviews=reviews,
            log_proofs=SignedLogProofs(store, database, storage.checkpoints, signing),
            projector=projector,
            read_model_states=ReadModelStates(projector),
            identity=identity,
            guests=settings.guests,
            rates=RateLimits(settings.rates),
            quotas=Quotas(database, settings.rates),
            server_settings=ServerSettings(
                limits=settings.limits,
                origins=settings.origins,
                hosts=(*settings.hosts, settings.host.lower()),
                proxies=settings.proxies,
                connections=settings.connections,
                drain_seconds=settings.drain_seconds,
                plans=settings.plans,
                development=settings.development,
                only_trusted=settings.documents is DocumentPolicy.TRUSTED,
            ),
            documents=storage.documents,
        )


def application(services: Services, *, short_way: bool = True) -> Application:
    """Return the application that serves the API; without the short way, all requests take the long one."""
    # Nothing about a request leaves the server, and no request asks whether it should.
    telemetry: TelemetryConfig = {"tracing": False, "metrics": False, "logs": False}
    app = Application(title="Kibitz", openapi_url=None, telemetry=telemetry)
    server_settings = services.server_settings
    served = schema(
        server_settings.limits, suggestions=server_settings.development, plans=server_settings.plans
    )
    previews = {INVITATION_PAGE: InvitationPreview(services).tags}
    pages = Pages(served, previews, development=server_settings.development)
    registered = RegisteredDocuments(services.documents, served)

    async def document(id: str) -> str | None:
        return pages.document(id) or await registered.find(id)

    endpoint = Endpoint(served, services, document)
    _add_layers(app, services, endpoint, short_way=short_way)
    if server_settings.has_graphiql:
        app.router.routes.append(files())
    # Routed, not mounted: a mount redirects a path without a trailing slash.
    app.router.routes += [Route("/graphql", endpoint), WebSocketRoute("/graphql", endpoint)]
    app.router.routes += [schema_route(), checkpoint_route(services.log_proofs), *pages.routes()]

    @app.exception_handler(404)
    async def missing(request: Request, error: HTTPException) -> Response:
        """Answer a request for an unknown path; browsers that navigate get a page."""
        if request.method in ("GET", "HEAD") and shows_pages(request):
            return pages.not_found(request)
        return await http_exception_handler(request, error)

    add_health_routes(app, Health(services))
    return app


def _add_layers(app: Application, services: Services, endpoint: Endpoint, *, short_way: bool) -> None:
    """Add the layers around the routes, the innermost first."""
    server_settings = services.server_settings
    if server_settings.origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=server_settings.origins,
            allow_methods=("GET", "POST"),
            allow_headers=("authorization", "content-type", COST_HEADER.lower()),
            expose_headers=("etag", "retry-after", "www-authenticate"),
        )
    hosts = None if ANY in server_settings.hosts else KnownHosts(server_settings.hosts)
    if hosts is not None:
        app.add_middleware(HostCheck, hosts=hosts)
    if short_way:
        body = server_settings.limits.body
        plain = PlainRequests(hosts, body, has_origins=bool(server_settings.origins))
        app.surround(partial(ShortWay, endpoint=endpoint, plain=plain))
    app.surround(partial(FairShareMiddleware, rates=services.rates, identity=services.identity))
    app.state.shares = services.rates.turns.shares
    if server_settings.proxies:
        app.surround(partial(ConcurrencyLimit, limit=server_settings.connections.per_address))
        # Its types are uvicorn's own.
        proxies: Any = partial(ProxyHeadersMiddleware, trusted_hosts=list(server_settings.proxies))
        app.surround(proxies)
