"""Random commands to a game, legal and illegal, by players of all kinds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from random import Random

from msgspec.structs import replace

from domain import commands as c
from domain.cards import Cards
from domain.commands import KickPlayer
from domain.events import Access
from domain.game import Game, legal
from domain.rules import rules_of
from domain.shuffles.deal import seed_commitment
from domain.state import Stage
from tests.laws.ledger import hands_shown
from tests.laws.random_options import random_options
from tests.laws.secrecy.conceivable import kinds, of_kind

PEOPLE = tuple(f"person-{number}" for number in range(40))
ORGANIZER = PEOPLE[0]
MOST_CANDIDATES = 100
SEED = "5e" * 32


def creation(random: Random, variant: str) -> c.CreateGame:
    """Return a command that creates a game, often with a mistake."""
    rules = rules_of(variant)
    return c.CreateGame(
        by=random.choice((ORGANIZER, ORGANIZER, " ")),
        variant=random.choice((variant, variant, "whist")),
        access=random.choice(list(Access)),
        options=random_options(rules, random) | random.choice(({}, {"reveal": "never"}, {"jokers": 3})),
    )


def lobby_commands(random: Random, game: Game) -> tuple[c.Command, ...]:
    """Return a command of each kind but moves."""
    by, other = person(random, game), person(random, game)
    seated = [seat.player for seat in game.seats]
    count = random.choice((None, -1, 0, 1, 2, 99))
    return (
        c.InvitePlayer(by=by, player=other),
        c.DeclineInvitation(by=by),
        c.WithdrawInvitation(by=by, player=other),
        c.JoinGame(by=by, commitment=random.choice((None, None, "5e"))),
        c.AcceptInvitationLink(by=by, inviter=random.choice((other, *seated))),
        c.LeaveGame(by=by),
        c.RemovePlayer(by=by, player=other),
        c.FillSeats(by=by, count=count),
        c.CommitSeed(by=by, commitment=random.choice((commitment(game, by), "5E" * 32))),
        c.StartGame(by=by),
        c.RevealSeed(by=by, seed=random.choice((SEED, "ee" * 32))),
        c.AutomateSeat(by=by),
        c.AutomateSeat(by=by, player=other),
        c.ReclaimSeat(by=by),
        c.Resign(by=by),
        c.VoteToAbandon(by=by),
        c.WithdrawVote(by=by),
        c.CloseGame(by=by),
        KickPlayer(by=by, player=other),
        c.VacateSeat(by=by),
    )


def commitment(game: Game, player: str) -> str:
    """Return the player's commitment to the seed that all players have."""
    return seed_commitment("" if game.deal is None else game.deal.foot, player, SEED)


def person(random: Random, game: Game) -> str:
    """Return a seated, invited, declined or removed player, a stranger, a machine player or no player."""
    seated = [seat.player for seat in game.seats]
    organizer = [game.organizer or ORGANIZER]
    groups = (organizer, seated, seated, game.invited, game.declined, game.removed, PEOPLE)
    return random.choice(random.choice((*groups, ("machine-1", " "))) or PEOPLE)


def moves(random: Random, game: Game) -> tuple[c.Move, ...]:
    """Return a move of each kind of any game, and candidates of the game."""
    by = person(random, game)
    if game.table is None:
        return tuple(_some_move(random, kind, by, ()) for kind in kinds())
    seat = random.choice((*game.rules.to_move(game.table), random.randrange(len(game.seats))))
    player = game.seats[seat].player
    own = game.rules.moves
    offers = game.rules.candidates(game.table, seat)
    hand = hands_shown(game)[seat]
    candidates = (tuple(islice(offer.moves(player), MOST_CANDIDATES)) for offer in offers)
    return (
        *(_some_move(random, kind, random.choice((by, player)), hand) for kind in (*kinds(), *own, *own)),
        *(random.choice(each) for each in candidates if each),
    )


def _some_move(random: Random, kind: type[c.Move], by: str, hand: Cards) -> c.Move:
    known = _moves(kind, hand)
    return replace(random.choice((known[0], random.choice(known), random.choice(known[-25:]))), by=by)


@lru_cache(maxsize=512)
def _moves(kind: type[c.Move], hand: Cards) -> tuple[c.Move, ...]:
    return tuple(of_kind(kind, ORGANIZER, hand))


def next_commands(random: Random, game: Game) -> Iterator[c.Command]:
    """Yield commands that go on with the game; some are refused."""
    if game.stage is Stage.PLAYING:
        if random.random() < 0.02:
            yield c.AutomateSeat(by=random.choice(game.seats).player)
        for kind, chance in ((c.ReclaimSeat, 0.03), (c.Resign, 0.001), (c.VoteToAbandon, 0.01)):
            if random.random() < chance:
                yield kind(by=random.choice(game.seats).player)
        player = random.choice(game.seats).player
        for move in game.rules.out_of_turn:
            if random.random() < 0.8:
                yield from (move(by=player), move(by=player))
        seat = random.choice(game.rules.to_move(game.table))
        offers = legal(game, seat)
        # A pass is first or last; passes clear a table.
        offer = random.choice((offers[0], offers[-1], random.choice(offers)))
        yield random.choice(list(offer.moves(game.seats[seat].player)))
        return
    organizer = game.organizer or ORGANIZER
    yield c.InvitePlayer(by=organizer, player=random.choice(PEOPLE))
    yield c.DeclineInvitation(by=random.choice(game.invited or PEOPLE))
    yield c.InvitePlayer(by=organizer, player=random.choice(game.declined or PEOPLE))
    if len(game.seats) < game.rules.seats[0] or random.random() < 0.1:
        yield c.JoinGame(by=random.choice(game.invited or PEOPLE))
    yield c.WithdrawInvitation(by=organizer, player=random.choice(game.invited or PEOPLE))
    if random.random() < 0.1:
        yield c.FillSeats(by=organizer, count=1)
    if len(game.seats) > 1 and random.random() < 0.3:
        yield c.RemovePlayer(by=organizer, player=game.seats[-1].player)
