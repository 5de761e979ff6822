"""Simulated games, and their leaderboards counted independently from the states of the games."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random
from typing import Any

from openskill.models import PlackettLuce

from application.codec import GameId, RecordedEvent
from application.games.croupier import Croupier, CroupierState, seeded_entropy
from application.store.port import Append, Store
from domain.commands import AutomateSeat, CreateGame, FillSeats, JoinGame, StartGame
from domain.events import Access, GameStarted, RoundScored
from domain.game import decide, evolve
from domain.lobby.seats import with_vouched_seats
from domain.machine import player_of
from domain.rules import rules_of
from domain.state import NEW, Game, Stage
from projections.players.rating import BETAS
from tests.domain.given import NOON
from tests.laws.playouts import playout
from tests.projections.logs import Log, game_id

PEOPLE = ("ada", "ben", "cleo", "dora", "eve", "finn", "gil")
NEW_YEAR = datetime(2026, 12, 20, 22, tzinfo=UTC)


@cache
def simulated(variant: str) -> tuple[Log, ...]:
    """Return the logs of some games: of people and machines who play well, and of people who do anything."""
    return (
        *(peopled(variant, seed) for seed in range(18)),
        *(playout(variant, seed).log for seed in range(8)),
    )


def peopled(variant: str, seed: int) -> Log:
    """Play a game in which people follow the machine's suggestions and some have it play for them."""
    chance, croupier, seats = Random(seed), Croupier(seeded_entropy(seed)), rules_of(variant).seats
    wanted = chance.choice([number for number in seats if number <= len(PEOPLE)])
    ada, *others = chance.sample(PEOPLE, wanted if seed % 2 else chance.randint(1, wanted))
    known: CroupierState
    known, events = croupier.create(CreateGame(by=ada, variant=variant))
    log = list(events)
    joined = [JoinGame(by=other) for other in others]
    filled = [FillSeats(by=ada, count=wanted - len(joined) - 1)] if wanted > len(joined) + 1 else []
    vouched = frozenset(PEOPLE if seed % 3 else PEOPLE[1:])
    for command in (*joined, *filled, StartGame(by=ada)):
        known, events = croupier.settled(
            known, with_vouched_seats(decide(known.game, command, NOON), vouched), NOON
        )
        log += events
    tired = chance.choice((None, None, None, *others))
    while known.game.stage is Stage.PLAYING:
        if tired is not None and chance.random() < 0.01:
            known, events = croupier.carry_out(known, AutomateSeat(by=tired))
            tired = None
        else:
            seat = known.game.rules.to_move(known.game.table)[0]
            move = player_of(variant)(known.views[seat].game, seat)
            known, events = croupier.carry_out(known, move)
        log += events
    return tuple(log)


async def spread(store: Store, logs: Sequence[Log], seed: int = 0) -> None:
    """Append games a few events at a time, as if played at once, over the months around a new year."""
    chance, at = Random(seed), NEW_YEAR
    waiting = [(game_id(number), list(log)) for number, log in enumerate(logs, 1)]
    while waiting:
        at += timedelta(minutes=chance.randint(0, 240))
        turn = chance.randrange(len(waiting))
        game, events = waiting[turn]
        some = chance.randint(1, 30)
        version = await store.version(game)
        await store.append(Append(game=game, after=version, events=tuple(events[:some]), at=at, by="ada"))
        del events[:some]
        if not events:
            del waiting[turn]


def counted_apart(log: Sequence[RecordedEvent]) -> list[tuple[Any, ...]]:
    """Count from the states of the games, not from their events; return the rows in their order."""
    games: dict[GameId, Game] = {}
    bids: dict[tuple[GameId, str, bool], int] = {}
    standings: dict[tuple[str, str, str, str], list[Any]] = {}
    known: set[GameId] = set()
    for each in log:
        before = games.get(each.game, NEW)
        game = games[each.game] = evolve(before, each.event)
        if isinstance(each.event, GameStarted) and len(each.event.vouched) == len(game.seats):
            known.add(each.game)
        # A stake that players raise may be shown as a bid, and is none.
        has_bids = any("Bid" in move.__name__ for move in game.rules.moves) if game.table else False
        if isinstance(each.event, RoundScored) and has_bids:
            for player, kept in judged(before, game):
                counted = each.game, player, kept
                bids[counted] = bids.get(counted, 0) + 1
        if game.outcome is not None and before.outcome is None and game.access is Access.PUBLIC:
            mixed = any(seat.machine for seat in game.seats)
            boards = ["mixed"] if mixed else ["people", *(["vouched"] if each.game in known else [])]
            for board in boards:
                count_apart(standings, board, game, each, bids)
    return sorted((*key[::-1], *as_kept(figures)) for key, figures in standings.items())


def as_kept(figures: list[Any]) -> list[Any]:
    """Return the figures with a number of opponents, and their names only while there are fewer than five."""
    met = figures[4]
    names = json.dumps(met if len(met) < 5 else [], separators=(",", ":"))
    return [*figures[:4], len(met), *figures[5:], names]


def judged(before: Game, game: Game) -> Iterator[tuple[str, bool]]:
    """Tell for whose bids the tables before and after a round's score say that they were made or not."""
    table, after = before.rules.show(before.table), game.rules.show(game.table)
    if table.bidder is not None:
        gained = after.places[table.bidder].score - table.places[table.bidder].score
        yield game.seats[table.bidder].player, gained >= (table.bid or 0)
    elif any(place.bid is not None for place in table.places):
        for seat, place in zip(game.seats, table.places, strict=True):
            yield seat.player, place.bid == place.tricks


def count_apart(
    standings: dict[tuple[str, str, str, str], list[Any]],
    board: str,
    game: Game,
    end: RecordedEvent,
    bids: Mapping[tuple[GameId, str, bool], int],
) -> None:
    """Count a game in five windows that are named by the C library."""
    assert game.outcome is not None
    model = PlackettLuce(beta=BETAS.get(game.variant, 25 / 6))
    shown = game.rules.show(game.table).places
    place = {seat: place for place, sharing in enumerate(game.outcome.ranking) for seat in sharing}
    lost = [seat.automated and not seat.machine for seat in game.seats]
    for number, gave_up in enumerate(lost):
        place[number] = 99 if gave_up else place[number]
    quarter = "%Y-Q" + "111222333444"[end.at.month - 1]
    for form in ("%Y-%m-%d", "%G-W%V", "%Y-%m", quarter, "all"):
        keys = [(game.variant, board, end.at.strftime(form), seat.player) for seat in game.seats]
        teams = [
            [model.create_rating([25.0, 25 / 30] if seat.machine else standings.get(key, [25.0, 25 / 3])[:2])]
            for seat, key in zip(game.seats, keys, strict=True)
        ]
        after = model.rate(teams, ranks=[float(place[seat]) for seat in range(len(teams))])
        least = 10 if form == "all" else 5
        for number, (seat, key, (rating,)) in enumerate(zip(game.seats, keys, after, strict=True)):
            if seat.machine:
                continue
            fresh: list[Any] = [0.0, 0.0, 0.0, False, [], 0, 0, 0, 0, 0, 0, 0, end.at]
            old = standings.get(key, fresh)
            won = number in game.outcome.winners and not lost[number]
            streak = old[10] + 1 if won else 0
            games = old[5] + 1
            met = {other.player for other in game.seats if not other.machine} - {seat.player}
            met_now = (old[4] + sorted(met - set(old[4])))[:5]
            alone = board == "mixed" and not met_now
            standings[key] = [
                rating.mu,
                rating.sigma,
                rating.ordinal(),
                games >= least and (alone or len(met_now) == 5),
                met_now,
                games,
                old[6] + won,
                old[7] + (0 if lost[number] else shown[number].score),
                old[8] + (0 if lost[number] else bids.get((end.game, seat.player, True), 0)),
                old[9] + (0 if lost[number] else bids.get((end.game, seat.player, False), 0)),
                streak,
                max(streak, old[11]),
                end.at,
            ]
