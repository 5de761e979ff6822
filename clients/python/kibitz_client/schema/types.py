"""The types of what is asked for.

Made by `python -m kibitz_client.generate`: not to be changed by hand.
"""
# ruff: noqa: D205 - a sentence of the schema can take more than a line

from __future__ import annotations

from datetime import date, datetime

from kibitz_client.interfaces import Node
from kibitz_client.schema.enums import (
    Access,
    Board,
    Condition,
    EndReason,
    GameStatus,
    Rank,
    Role,
    Stage,
    Suit,
    Window,
)
from kibitz_client.values import GameTraits, Options, ResultTraits, Value


class Activity(Value, frozen=True, kw_only=True):
    """The activity on the server."""

    active_players: int | None = None
    """The number of different people who made a move; None by the hour, for which it is not counted."""
    begins: datetime | None = None
    """The start of the period; None without periods."""
    created: int
    """The number of games created."""
    ended: int
    """The number of games won or closed."""
    machine_moves: int
    """The number of these moves that machine players made."""
    moves: int
    """The number of moves."""
    started: int
    """The number of games started."""


class Award(Value, frozen=True, kw_only=True):
    """Points that a seat scored."""

    points: int
    """The points; negative for a bid that was not made."""
    seat: int
    """The seat."""
    trick: int | None = None
    """The trick that earned the points; None when no single trick did."""


class BidSuccess(Value, frozen=True, kw_only=True):
    """The success of bids of an amount in a seat."""

    amount: int
    """The amount of the bid."""
    begins: date | None = None
    """The first day of the period, in UTC; None without periods."""
    bids: int
    """The number of bids that counted when their rounds were scored."""
    made: int
    """The number of these bids that were made."""
    rate: float | None = None
    """The share of these bids that were made, from 0 to 1; None without bids."""
    seat: int
    """The seat of the bidder, from 0 clockwise."""


class BidTricks(Value, frozen=True, kw_only=True):
    """The frequency of a number of tricks after a bid of an amount."""

    amount: int
    """The amount of the bid."""
    average_points: float | None = None
    """The average points; None without bids."""
    begins: date | None = None
    """The first day of the period, in UTC; None without periods."""
    bids: int
    """The number of such bids that took this many tricks."""
    points: int
    """The sum of the points scored."""
    share: float | None = None
    """The share of the bids of this amount, from 0 to 1; None without bids."""
    tricks: int
    """The number of tricks taken."""


class ContractSuccess(Value, frozen=True, kw_only=True):
    """The frequency and success of highest bids of an amount."""

    amount: int
    """The amount of the highest bid."""
    begins: date | None = None
    """The first day of the period, in UTC; None without periods."""
    made: int
    """The number of these rounds in which the bid was made."""
    rate: float | None = None
    """The share of the rounds with this highest bid in which it was made, from 0 to 1; None without rounds.
    """
    rounds: int
    """The number of rounds played for it."""
    share: float | None = None
    """The share of the rounds that had a highest bid, from 0 to 1; None without rounds."""


class DealerContracts(Value, frozen=True, kw_only=True):
    """The success of highest bids, by the bidder's distance from the dealer."""

    amount: int
    """The amount of the highest bid."""
    begins: date | None = None
    """The first day of the period, in UTC; None without periods."""
    from_dealer: int
    """The bidder's distance to the left of the dealer, in seats; 0 is the dealer."""
    made: int
    """The number of these rounds in which the bid was made."""
    rate: float | None = None
    """The share of these rounds in which the bid was made, from 0 to 1; None without rounds."""
    rounds: int
    """The number of rounds played for it."""


class DealerPoints(Value, frozen=True, kw_only=True):
    """The points scored at a distance from the dealer."""

    average_points: float | None = None
    """The average points in a round; None without rounds."""
    begins: date | None = None
    """The first day of the period, in UTC; None without periods."""
    from_dealer: int
    """The distance to the left of the dealer, in seats; 0 is the dealer."""
    points: int
    """The sum of the points scored."""
    rounds: int
    """The number of rounds scored, counted once for each seat."""


class Erased(Value, frozen=True, kw_only=True):
    """You are erased: your name and your identity at the identity provider are deleted, and your tokens are
    invalid. The games that you have finished do not change. A machine player takes over your seats in games
    under way, which count as lost for you; you leave games that have not started.
    """

    player: Person
    """You, as others see you from now on."""


class Game(Value, Node, GameTraits, frozen=True, kw_only=True):
    """A game as you may see it."""

    access: Access
    """Who may find and join the game."""
    id: str
    invited: tuple[Person, ...]
    """The invited players who have not answered yet."""
    options: Options
    """All options of the variant with their values."""
    organizer: Person | None = None
    """The player who created the game or took over from its creator; None when all players have left."""
    result: Result | None = None
    """The result; None before the game has ended, and when it was closed."""
    seats: tuple[Seat, ...]
    """The occupied seats, from 0 clockwise."""
    status: GameStatus
    """The stage of the game or, while it is played, the phase of its round."""
    table: Table | None = None
    """The table; None before the game has started."""
    variant: str
    """The name of the variant."""
    version: int
    """The version: the number of events of the game."""
    you: int | None = None
    """Your seat; None if you have none."""


class GameLengths(Value, frozen=True, kw_only=True):
    """The lengths of games."""

    average_moves: float | None = None
    """The average number of moves in a game; None without games."""
    average_rounds: float | None = None
    """The average number of rounds in a game; None without games."""
    average_seconds: float | None = None
    """The average duration of a game in seconds; None without games."""
    begins: date | None = None
    """The first day of the period, in UTC; None without periods."""
    games: int
    """The number of finished games."""
    moves: int
    """The number of moves in these games."""
    rounds: int
    """The number of rounds dealt in these games."""
    seconds: float
    """The sum of the games' durations in seconds."""


class GameSummary(Value, frozen=True, kw_only=True):
    """A game in a list."""

    access: Access
    """Who may find and join the game."""
    created_at: datetime
    """The time at which the game was created."""
    ended_at: datetime | None = None
    """The time at which the game was won or closed; None before."""
    game: str
    """The game's id."""
    length: int
    """The number of events up to the game's end, or so far."""
    organizer: Person | None = None
    """The player who created the game or took over from its creator; None when all players have left."""
    players: tuple[Person, ...]
    """The seated players, in the order of the seats."""
    seats: int
    """The maximum number of players."""
    stage: Stage
    """The stage of the game."""
    started_at: datetime | None = None
    """The time at which the game started; None before."""
    variant: str
    """The name of the variant."""
    winners: tuple[Person, ...]
    """The winners; empty until the game is won."""


class HeadToHead(Value, frozen=True, kw_only=True):
    """A player's results against one opponent."""

    ahead: int
    """The number of these games in which the player was ahead; against machine players, ahead of all of them.
    """
    behind: int
    """The number of these games in which the opponent was ahead."""
    games: int
    """The number of games that both have finished together."""
    level: int
    """The number of these games in which both shared a place."""
    opponent: Person | None = None
    """The opponent; None stands for all machine players."""


class Invitation(Value, frozen=True, kw_only=True):
    """The game that an invitation by link is for."""

    access: Access
    """Who may find and join the game."""
    expires_at: datetime
    """The time at which the invitation expires."""
    game: str
    """The game."""
    inviter: Person
    """The player who invites."""
    options: Options
    """All options of the variant with their values."""
    organizer: Person | None = None
    """The player who created the game or took over from its creator; None when all players have left."""
    players: tuple[Person, ...]
    """The seated players, from seat 0 on."""
    seated: bool
    """Whether you already sit at the table."""
    seats: int
    """The number of seats."""
    variant: str
    """The name of the variant."""


class LeaderboardChange(Value, frozen=True, kw_only=True):
    """A change of a leaderboard: read the leaderboard again."""

    board: Board
    """The games that count."""
    key: str
    """The day, week, month or season, for the argument `key` of `leaderboard`."""
    players: tuple[Person, ...]
    """The players who have finished a game that counts. Empty in the first message, and whenever changes may
    have been missed: read the leaderboard again.
    """
    variant: str
    """The name of the variant."""
    window: Window
    """The length of the window."""


class LeaderboardEntry(Value, frozen=True, kw_only=True):
    """A player's results in a variant, on a board and in a window of time."""

    best_streak: int
    """The longest run of consecutive wins."""
    bids_failed: int
    """The number of the player's counted bids that were not made."""
    bids_made: int
    """The number of the player's counted bids that were made."""
    games: int
    """The number of games that the player has finished."""
    last_game_at: datetime
    """The time at which the last of these games ended."""
    opponents: int
    """The number of different human opponents, counted up to the 5 that a rank needs."""
    ordinal: float
    """The value that determines the rank: the rating minus three times its uncertainty."""
    player: Person
    """The player."""
    points: int
    """The sum of the player's final scores in these games."""
    provisional: bool
    """Whether the player is not ranked. A rank needs 5 games in the window (10 of all time), 5 different
    opponents (none on the board MIXED) and, in seasons and of all time, a game in the last 30 days.
    """
    rank: int | None = None
    """The rank among all ranked players, from 1; players with equal ordinals share a rank. None for a
    provisional player.
    """
    rating: float
    """The mean of the rating, computed from the order in which the seats of each game finished; every window
    starts at 25.
    """
    streak: int
    """The number of consecutive wins up to the last game."""
    uncertainty: float
    """The uncertainty of the rating; every window starts at 25/3."""
    win_rate: float
    """The share of these games that the player has won, from 0 to 1."""
    wins: int
    """The number of these games that the player has won."""


class LobbyChange(Value, frozen=True, kw_only=True):
    """A change among the games that can be joined."""

    anew: bool
    """Whether this message starts a new list: discard the games that you have. It is true in the first
    message, and again whenever changes may have been missed.
    """
    games: tuple[GameSummary, ...]
    """The new and changed games that can be joined."""
    gone: tuple[str, ...]
    """The games that you can no longer join or see. If `more` was not None, some of these may be games that
    you did not receive.
    """
    more: str | None = None
    """In the last message of a new list, the cursor at which it continues: pass it to `games(filter: LOBBY,
    order: NEWEST, after:)`. None in other messages, and when the list is complete. Later changes cover all
    games.
    """


class PlayedCard(Value, frozen=True, kw_only=True):
    """A card that a seat has played."""

    card: str
    """The card."""
    seat: int
    """The seat that played the card."""


class Person(Value, Node, frozen=True, kw_only=True):
    """A player: a person or a machine player."""

    erased: bool
    """Whether the player is erased."""
    id: str
    name: str
    """The name of the player; several players may have the same name."""


class PointsAverage(Value, frozen=True, kw_only=True):
    """The average points of a seat in a round."""

    average: float | None = None
    """The average points in a round; None without rounds."""
    begins: date | None = None
    """The first day of the period, in UTC; None without periods."""
    points: int
    """The sum of the points scored."""
    rounds: int
    """The number of rounds scored, counted once for each seat."""


class PointsFrequency(Value, frozen=True, kw_only=True):
    """The frequency of a number of points in a round."""

    begins: date | None = None
    """The first day of the period, in UTC; None without periods."""
    points: int
    """The points that a seat scored in a round."""
    rounds: int
    """The number of rounds with these points, counted once for each seat."""
    share: float | None = None
    """The share of all rounds, counted once for each seat, from 0 to 1; None without rounds."""


class PoisonEvent(Value, frozen=True, kw_only=True):
    """A poison event: an event that a read model cannot apply."""

    position: int
    """The event's position in the log."""
    topic: str | None = None
    """The topic of the event in the log; None when it is not known."""


class Profile(Value, frozen=True, kw_only=True):
    """A player's record in a variant: the public games that were won and in which the player kept a seat to
    the end.
    """

    best: ProfileGame
    """The game with the most points. Of equal games, the one with the better place, then with more players,
    then the first.
    """
    bids: tuple[ProfileBid, ...]
    """The counted bids, by amount."""
    board: Board
    """The games that count."""
    form: tuple[ProfileGame, ...]
    """The last ten games, newest first."""
    player: Person
    """The player."""
    rating: ProfileRating
    """The player's rating after the last game."""
    seats: tuple[ProfileSeat, ...]
    """The seats that the player has had, by the size of the table."""
    streaks: ProfileStreaks
    """Runs of consecutive wins and losses."""
    totals: ProfileTotals
    """Totals over all games of the profile."""
    trumps: tuple[ProfileTrump, ...]
    """The trump suits that the player has chosen."""
    variant: str
    """The name of the variant."""
    worst: ProfileGame
    """The game with the fewest points. Of equal games, the one with the worse place, then with fewer players,
    then the first.
    """


class ProfileBid(Value, frozen=True, kw_only=True):
    """A player's bids of one amount, and their success."""

    amount: int
    """The amount of the bid."""
    failed: int
    """The number of these bids that were not made."""
    made: int
    """The number of these bids that were made."""
    success_rate: float
    """The share of these bids that were made, from 0 to 1."""


class ProfileGame(Value, frozen=True, kw_only=True):
    """A finished game in a profile."""

    ended_at: datetime
    """The time at which the game was won."""
    game: str
    """The game's id."""
    place: int
    """The player's place, from 1: the number of players ahead, plus one."""
    points: int | None = None
    """The player's final score; None in a variant without points."""
    rating: ProfileRating
    """The player's rating after the game."""
    seat: int
    """The player's seat, from 0 clockwise."""
    seats: int
    """The number of players."""
    won: bool
    """Whether the player won."""


class ProfileRating(Value, frozen=True, kw_only=True):
    """A player's rating."""

    mu: float
    """The mean of the rating."""
    ordinal: float
    """A conservative estimate of the player's strength: mu minus three times sigma."""
    sigma: float
    """The uncertainty of the rating."""


class ProfileSeat(Value, frozen=True, kw_only=True):
    """A player's results in one seat at tables of one size."""

    average_place: float
    """The player's average place in this seat."""
    games: int
    """The number of games that the player has finished in this seat."""
    seat: int
    """The seat, from 0 clockwise."""
    seats: int
    """The number of players."""
    wins: int
    """The number of these games that the player has won."""


class ProfileStreaks(Value, frozen=True, kw_only=True):
    """Runs of consecutive wins and losses; a shared win is a win."""

    longest_losing: int
    """The longest run of consecutive losses."""
    longest_winning: int
    """The longest run of consecutive wins."""
    losing: int
    """The number of consecutive losses up to the last game."""
    winning: int
    """The number of consecutive wins up to the last game."""


class ProfileTotals(Value, frozen=True, kw_only=True):
    """Totals over all games of a profile."""

    average_place: float
    """The player's average place."""
    bids_failed: int
    """The number of the player's counted bids that were not made."""
    bids_made: int
    """The number of the player's counted bids that were made."""
    games: int
    """The number of games that the player has finished."""
    points: int
    """The sum of the player's final scores in these games."""
    rounds: int
    """The number of rounds dealt."""
    tricks: int
    """The number of tricks that the player has won."""
    tricks_played: int
    """The number of tricks that all players at the table have won."""
    win_rate: float
    """The share of games that the player has won, from 0 to 1."""
    wins: int
    """The number of these games that the player has won."""


class ProfileTrump(Value, frozen=True, kw_only=True):
    """The number of times that a player chose a suit as trump."""

    suit: Suit
    """The suit."""
    times: int
    """The number of times that the player chose it."""


class Projection(Value, frozen=True, kw_only=True):
    """A read model and its state."""

    behind: float | None = None
    """The age in seconds of the oldest event that is not applied yet; 0 when all are applied, None when that
    event cannot be read.
    """
    condition: Condition
    """The state of the read model."""
    error: str | None = None
    """The error that stopped the read model, or after which it retries; None without one."""
    generation: int
    """The number of times that the tables were built; 0 before the first time."""
    head: int
    """The position of the last event in the log."""
    lag: int
    """The number of events that are not applied yet."""
    name: str
    """The name of the read model, for `kibitz projections rebuild`."""
    poison_event: PoisonEvent | None = None
    """The event that stops the read model until it is rebuilt; None without one."""
    position: int
    """The position of the last event that is applied."""
    rebuilt: int | None = None
    """The position that an unfinished rebuild has reached; None without one."""
    revision: int
    """The revision of the read model's definition; a new revision is rebuilt automatically."""
    updated_at: datetime | None = None
    """The time at which the rows were last updated; None before the first time."""


class RankPlayed(Value, frozen=True, kw_only=True):
    """The frequency of plays with cards of a rank, by the player's final place."""

    average_cards: float | None = None
    """The average number of cards in a play; None without plays."""
    begins: date | None = None
    """The first day of the period, in UTC; None without periods."""
    cards: int
    """The number of cards in all plays."""
    place: int
    """The final place of the players, from 1."""
    plays: int
    """The number of plays."""
    rank: Rank
    """The rank of the cards."""


class Result(Value, ResultTraits, frozen=True, kw_only=True):
    """The result of a game."""

    ranking: tuple[tuple[int, ...], ...]
    """All seats from first to last place; seats that share a place stand together."""
    reason: EndReason
    """The reason why the game ended."""
    winners: tuple[Person, ...]
    """The winners; more than one when players with equal scores win together."""


class RoundBidSuccess(Value, frozen=True, kw_only=True):
    """The success of bids in a round of the game."""

    begins: date | None = None
    """The first day of the period, in UTC; None without periods."""
    bids: int
    """The number of bids that counted when the round was scored."""
    cards: int
    """The number of cards dealt to each player; the largest number where it varies."""
    made: int
    """The number of these bids that were made."""
    rate: float | None = None
    """The share of these bids that were made, from 0 to 1; None without bids."""
    round: int
    """The number of the round, from 0."""


class Seat(Value, frozen=True, kw_only=True):
    """A seat at the table, with its player and cards."""

    automated: bool
    """Whether a machine player plays for this seat."""
    bid: int | None = None
    """The seat's last bid in this round; None without one, and while it is hidden from you."""
    committed: bool
    """Whether the seat has made a bid that is still hidden."""
    discarded: int | None = None
    """The number of cards that the seat discarded in this round; None before the discard."""
    hand: tuple[str, ...]
    """The cards in hand, in order; `??` for cards that you may not see."""
    index: int
    """The seat's number, from 0 clockwise."""
    machine: bool
    """Whether a machine player fills the seat."""
    pass_queued: bool
    """Whether the seat has queued a pass."""
    passed: bool
    """Whether the seat has passed."""
    player: Person
    """The player in the seat."""
    rank: int | None = None
    """The place in which the seat played its last card; None before."""
    score: int
    """The points scored in the rounds so far."""
    tricks: int
    """The number of tricks that the seat has won in this round."""


class SeatPlace(Value, frozen=True, kw_only=True):
    """The frequency of a place for a seat."""

    average_points: float | None = None
    """The average final score; None without games."""
    begins: date | None = None
    """The first day of the period, in UTC; None without periods."""
    games: int
    """The number of games in which the seat had this place."""
    place: int
    """The place, from 1: the number of seats ahead, plus one."""
    points: int
    """The sum of the final scores; 0 in a variant without points."""
    seat: int
    """The seat, from 0 clockwise."""
    share: float | None = None
    """The share of the seat's games, from 0 to 1; None without games."""


class Session(Value, frozen=True, kw_only=True):
    """Your session, as your token describes it."""

    expires_at: datetime
    """The time at which your token expires; open sockets and streams end then."""
    player: Person
    """You."""
    roles: tuple[Role, ...]
    """Your roles."""


class StartingHandPlace(Value, frozen=True, kw_only=True):
    """The frequency of a place for a starting hand, by its strength."""

    average_strength: float | None = None
    """The average strength of the hands, as the variant computes it; None without games."""
    begins: date | None = None
    """The first day of the period, in UTC; None without periods."""
    games: int
    """The number of times that such a hand led to this place."""
    place: int
    """The final place, from 1: the number of seats ahead, plus one."""
    share: float | None = None
    """The share of such hands, from 0 to 1; None without any."""
    strength_place: int
    """The hand's place by strength, 1 for the strongest at the table; equal hands share the better place."""


class Statistics(Value, frozen=True, kw_only=True):
    """Statistics of the public games of a variant. Games that were won count on the day of their end in UTC.
    A list that does not apply to the variant is empty. Rows are ordered by time, then by their keys.
    """

    activity: tuple[Activity, ...]
    """The activity in all public games, finished or not; `board`, `seats` and `machine` do not apply."""
    average_points: tuple[PointsAverage, ...]
    """The average points of a seat in a round."""
    bids: tuple[BidSuccess, ...]
    """The success of bids, by amount and seat."""
    bids_by_round: tuple[RoundBidSuccess, ...]
    """The success of bids, by round and number of cards."""
    contracts: tuple[ContractSuccess, ...]
    """The frequency and success of highest bids, by amount. A moon in Hundred and Ten is an amount of 60."""
    contracts_from_dealer: tuple[DealerContracts, ...]
    """The success of highest bids, by amount and the bidder's distance from the dealer."""
    from_dealer: tuple[DealerPoints, ...]
    """The dealer's advantage: points scored, by distance from the dealer."""
    lengths: tuple[GameLengths, ...]
    """The lengths of games, for all kinds of players."""
    points: tuple[PointsFrequency, ...]
    """The distribution of the points scored in a round."""
    ranks_played: tuple[RankPlayed, ...]
    """The plays of each rank, by the player's final place, in variants in which several cards are played at
    once.
    """
    seats: tuple[SeatPlace, ...]
    """The frequency of each place, by seat."""
    starting_hands: tuple[StartingHandPlace, ...]
    """The final places of starting hands, by their strength at the table, in variants that compute a hand's
    strength.
    """
    tricks_by_bid: tuple[BidTricks, ...]
    """The tricks taken, by amount bid."""
    trumps: tuple[TrumpFrequency, ...]
    """The frequency of each trump suit."""
    variant: str
    """The name of the variant."""


class Table(Value, frozen=True, kw_only=True):
    """The shared part of the table, and the state of the round."""

    bid: int | None = None
    """The highest bid of the round; None without a `bidder`."""
    bidder: int | None = None
    """The seat that holds the highest bid; None before the first, and in games without one."""
    bleeding: bool
    """Whether trump was led, so that players must follow with trump."""
    blind: bool
    """Whether players see all hands except their own until the bids are revealed."""
    clockwise: bool | None = None
    """Whether play is clockwise; None in games whose direction never changes."""
    dealer: int
    """The dealer's seat."""
    last_trick: tuple[PlayedCard, ...]
    """The cards of the previous trick."""
    led_by: int | None = None
    """The seat that played the cards to beat; None when the table is clear."""
    passes: int | None = None
    """The number of consecutive passes since the last play; None in games that do not count them."""
    pile: int | None = None
    """The number of cards on the discard pile; None in games without one."""
    round: int
    """The number of the round, from 0."""
    stock: int
    """The number of cards in the stock."""
    to_beat: tuple[str, ...]
    """The equal cards on the table that a play must beat; empty when the table is clear."""
    to_move: tuple[int, ...]
    """The seats whose turn it is; empty when the game is over."""
    trick: tuple[PlayedCard, ...]
    """The cards of the current trick."""
    trump: Suit | None = None
    """The trump suit of the round; None before it is chosen, and in rounds without trump."""
    turn_up: str | None = None
    """The card turned up for trump; None without one."""
    winning: int | None = None
    """The seat whose card is winning the trick; None for an empty trick."""


class TrumpFrequency(Value, frozen=True, kw_only=True):
    """The frequency of a trump suit."""

    begins: date | None = None
    """The first day of the period, in UTC; None without periods."""
    made: int
    """The number of these rounds in which the highest bid was made; 0 in a variant without contracts."""
    rounds: int
    """The number of rounds scored with this trump suit."""
    share: float | None = None
    """The share of the rounds that had a trump suit, from 0 to 1; None without rounds."""
    suit: Suit
    """The trump suit."""


class Variant(Value, frozen=True, kw_only=True):
    """A game that you can play on this server."""

    least_seats: int
    """The minimum number of players."""
    machine_player: bool
    """Whether machine players can play the variant."""
    most_seats: int
    """The maximum number of players."""
    name: str
    """The variant's name, for creating games."""
    options: tuple[VariantOption, ...]
    """The options of the variant."""
    rules_version: int
    """The version of the rules for new games."""
    title: str
    """The variant's title, for people."""


class VariantOption(Value, frozen=True, kw_only=True):
    """An option of a variant."""

    default: str
    """The default value."""
    description: str
    """The effect of the option."""
    name: str
    """The option's name."""
    values: tuple[str, ...]
    """The possible values; empty when there are too many to list."""
