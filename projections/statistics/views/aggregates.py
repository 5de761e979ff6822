"""The views of the sums: one for each metric of finished games by day, and counts by the hour."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    DateTime,
    Double,
    String,
    Table,
    case,
    cast,
    column,
    func,
    literal,
    select,
    table,
    true,
)

from projections.engine.generations import Role
from projections.engine.generations import projections as tracking
from projections.engine.projection import Tables
from projections.engine.versions import RETIRED
from projections.statistics.metrics import RANKS, SUITS, Metric
from projections.statistics.views.definition import Seen, View
from projections.statistics.views.timestamps import moment

_STEPS = (1_000_000, 100_000, 10_000, 1_000)
_HIGH = {number: rank.value for number, rank in RANKS.items() if number > 10}


def sums(tables: Tables) -> tuple[View, ...]:
    """Return the views of the sums over one generation of the tables, and the view of the read models."""
    return (*_daily(tables), _lengths(tables), _hourly(tables), _active(tables), _projection())


def _daily(tables: Tables) -> tuple[View, ...]:
    of = tables["daily"].c
    games = _games(tables["daily"])
    x, y, count, total = of.x, of.y, of["count"], of.total

    def view(name: str, metric: Metric, comment: str, *columns: Seen, machine: str | None = None) -> View:
        by = [] if machine is None else [Seen("machine", f"Whether a machine {machine}.", of.machine)]
        return View(
            name=name,
            comment=f"{comment}, in games that were won, by the day of their end.",
            source=tables["daily"],
            where=of.metric == metric.value,
            columns=(*games, *by, *columns),
        )

    place = "The place at the end of the game, 1 for the best."
    judged, made = Seen("bids", "Bids that were judged.", count), Seen("made", "Those that were made.", total)
    return (
        view(
            "v_daily_bid",
            Metric.BID,
            "Bids that were judged, by amount and seat",
            Seen("amount", "What was bid.", x),
            Seen("seat", "The seat that bid, from 0.", y),
            judged,
            made,
            machine="had the seat",
        ),
        view(
            "v_daily_bid_by_round",
            Metric.BID_BY_ROUND,
            "Bids that were judged, by round and how many cards were dealt",
            Seen("round", "The round of the game, from 0.", x),
            Seen("cards", "How many cards each seat was dealt, the most where they differ.", y),
            judged,
            made,
            machine="had the seat",
        ),
        view(
            "v_daily_tricks_by_bid",
            Metric.TRICKS_BY_BID,
            "Bids that were judged, by amount and the tricks that were taken",
            Seen("amount", "What was bid.", x),
            Seen("tricks", "How many tricks the seat took.", y),
            judged,
            Seen("points", "Points that they scored.", total),
            machine="had the seat",
        ),
        view(
            "v_daily_dealer",
            Metric.DEALER,
            "Rounds of each seat, by how far it sat from the dealer",
            Seen("from_dealer", "Places to the left of the dealer, 0 for the dealer.", x),
            Seen("rounds", "Rounds of such a seat that were scored.", count),
            Seen("points", "Points that they scored.", total),
            machine="had the seat",
        ),
        view(
            "v_daily_seat",
            Metric.SEAT,
            "Seats at the end of a game, by seat and place",
            Seen("seat", "The seat, from 0.", x),
            Seen("place", place, y),
            Seen("games", "Games that the seat ended in this place.", count),
            Seen("points", "Points that it had at their end.", total),
            machine="had the seat",
        ),
        view(
            "v_daily_trump",
            Metric.TRUMP,
            "Rounds that were scored, by trump suit",
            Seen(
                "trump",
                "The trump suit: HEARTS, CLUBS, SPADES, DIAMONDS.",
                case(*((x == number, suit.value) for number, suit in enumerate(SUITS))),
            ),
            Seen("rounds", "Rounds that were scored.", count),
            Seen("made", "Those in which the highest bid was made.", total),
        ),
        view(
            "v_daily_points",
            Metric.POINTS,
            "Rounds of each seat, by the points that it scored",
            Seen("points", "Points that the seat scored in a round.", x),
            Seen("rounds", "Rounds in which a seat scored so many.", count),
            machine="had the seat",
        ),
        view(
            "v_daily_contract",
            Metric.CONTRACT,
            "Rounds that were played for a highest bid, by its amount and the bidder's place",
            Seen("amount", "The highest bid.", x),
            Seen("from_dealer", "Places of the bidder to the left of the dealer, 0 for the dealer.", y),
            Seen("rounds", "Rounds that were scored.", count),
            Seen("made", "Those in which the bid was made.", total),
            machine="had the bidder's seat",
        ),
        view(
            "v_daily_strength",
            Metric.STRENGTH,
            "Seats at the end of a game, by the strength of their starting hands and by place",
            Seen(
                "strength_place",
                "The place of that hand by its strength, 1 for the strongest; equals share the better one.",
                x,
            ),
            Seen("place", place, y),
            Seen("games", "Games in which a seat came from there to here.", count),
            Seen(
                "strength",
                "The strengths of those hands, added up.",
                cast(total, Double) / literal(100, Double),
            ),
            machine="had the seat",
        ),
        view(
            "v_daily_rank_played",
            Metric.RANK_PLAYED,
            "Plays of groups of cards, by rank and the place of who played them",
            Seen(
                "rank",
                "The rank of the cards: 2 to 10, J, Q, K, A.",
                case(
                    *((x == number, rank) for number, rank in _HIGH.items()),
                    else_=cast(x, String),
                ),
            ),
            Seen("place", place, y),
            Seen("plays", "Plays of cards of this rank.", count),
            Seen("cards", "Cards of this rank that were played.", total),
            machine="played them",
        ),
        view(
            "v_daily_game",
            Metric.GAME,
            "Games, by how many rounds they had",
            Seen("rounds", "Rounds that were dealt in each game.", x),
            Seen("games", "Games that had so many.", count),
            Seen("seconds", "Seconds from their starts to their ends, added up.", total),
        ),
    )


def _games(sums: Table) -> tuple[Seen, ...]:
    of = sums.c
    return (
        Seen("day", "The day on which the games ended, in UTC.", of.day),
        Seen("variant", "The game that was played.", of.variant),
        Seen("board", "people if no machine player had a seat, mixed if one had.", of.board),
        Seen("seats", "How many seats the games had.", of.seats),
    )


def _lengths(tables: Tables) -> View:
    of = tables["length"].c
    return View(
        name="v_daily_moves",
        comment="Moves of people and machines, rounds and seconds, in games that were won, by the day of "
        "their end.",
        source=tables["length"],
        columns=(
            *_games(tables["length"]),
            Seen("games", "Games that were won.", of.games),
            Seen("moves", "Moves that were made in them.", of.moves),
            Seen("rounds", "Rounds that were dealt in them.", of.rounds),
            Seen("seconds", "Seconds from their starts to their ends, added up.", of.seconds),
        ),
    )


def _hourly(tables: Tables) -> View:
    of = tables["hourly"].c
    return View(
        name="v_hourly",
        comment="What happened in public games, hour by hour; hours without anything are not there.",
        source=tables["hourly"],
        columns=(
            Seen("hour", "The beginning of the hour.", moment(of.hour)),
            Seen("variant", "The game that was played.", of.variant),
            Seen("created", "Games that were created.", of.created),
            Seen("started", "Games that began.", of.started),
            Seen("ended", "Games that were won or closed.", of.ended),
            Seen("moves", "Moves that were made, by people and machines.", of.moves),
            Seen("machine_moves", "Those of them that a machine made.", of.machine_moves),
        ),
    )


def _active(tables: Tables) -> View:
    of = tables["active"].c
    return View(
        name="v_active",
        comment="The people who made moves in public games, day by day; machines are not among them.",
        source=tables["active"],
        columns=(
            Seen("day", "The day, in UTC.", of.day),
            Seen("variant", "The game that was played.", of.variant),
            Seen("player", "The id of the player.", of.player),
            Seen("moves", "Moves that the player made.", of.moves),
        ),
    )


def _projection() -> View:
    of, newer = tracking.c, tracking.alias("newer")
    counter = table("counter", column("position", BigInteger), schema="kibitz")
    behind = counter.c.position - of.position
    known = select(newer.c.name).where(
        newer.c.name == of.name,
        newer.c.role == Role.ACTIVE.value,
        newer.c.ready,
        newer.c.version > of.version,
    )
    return View(
        name="v_projection",
        # Only roughly: positions count the events of private games, too.
        comment="The read models, and roughly how far each of them is behind the log.",
        source=tracking.join(counter, true()),
        where=(of.role == Role.ACTIVE.value) & of.name.not_in(sorted(RETIRED)) & ~known.exists(),
        beside_the_log=True,
        columns=(
            Seen("name", "The name of the read model.", of.name),
            Seen("version", "The version of what its rows mean.", of.version),
            Seen("ready", "Whether it has caught up with the log once, so that it is served.", of.ready),
            Seen(
                "behind",
                "How many events it is behind the log, in steps: 0, 1000, 10000, … or more, 0 up to 999.",
                cast(case(*((behind >= step, step) for step in _STEPS), else_=0), BigInteger),
            ),
            Seen(
                "updated_at",
                "The hour in which it last went on.",
                func.date_trunc("hour", moment(of.updated_at), "UTC", type_=DateTime(timezone=True)),
            ),
            Seen(
                "stopped", "Whether an event stops it that it cannot fold.", of.failed_position.is_not(None)
            ),
        ),
    )
