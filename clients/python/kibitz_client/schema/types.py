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
    """How busy it was."""

    active_players: int | None = None
    """How many people made a move, each counted once; None by the hour, for which it is not counted."""
    begins: datetime | None = None
    """When the stretch of time begins; None where all is in one."""
    created: int
    """How many games were created."""
    ended: int
    """How many games were won or closed."""
    machine_moves: int
    """How many of them machines made."""
    moves: int
    """How many moves were made."""
    started: int
    """How many games were started."""


class Award(Value, frozen=True, kw_only=True):
    """Points that a seat scored."""

    points: int
    """The points; negative for a bid that was not made."""
    seat: int
    """The seat."""
    trick: int | None = None
    """The trick that earned the points; None when no single trick did."""


class BidSuccess(Value, frozen=True, kw_only=True):
    """How often bids of an amount were made good at a seat."""

    amount: int
    """How much was bid."""
    begins: date | None = None
    """The first day of the stretch of time, in UTC; None where all is in one."""
    bids: int
    """How many bids counted when their rounds were scored."""
    made: int
    """How many of them were made good."""
    rate: float | None = None
    """Those made good by all, from 0 to 1; None for none."""
    seat: int
    """The seat of who bid, from 0 clockwise."""


class BidTricks(Value, frozen=True, kw_only=True):
    """How often who bid an amount took so many tricks."""

    amount: int
    """How much was bid."""
    average_points: float | None = None
    """The mean of the points; None for no bids."""
    begins: date | None = None
    """The first day of the stretch of time, in UTC; None where all is in one."""
    bids: int
    """How often that was so."""
    points: int
    """The points that were scored, added up."""
    share: float | None = None
    """The part of the bids of this amount, from 0 to 1; None for none."""
    tricks: int
    """How many tricks were taken."""


class ContractSuccess(Value, frozen=True, kw_only=True):
    """How often the highest bid was of an amount, and made good."""

    amount: int
    """How much the highest bid was."""
    begins: date | None = None
    """The first day of the stretch of time, in UTC; None where all is in one."""
    made: int
    """In how many of them it was made good."""
    rate: float | None = None
    """Those made good by all of the amount, from 0 to 1; None for none."""
    rounds: int
    """How many rounds were played for it."""
    share: float | None = None
    """The part of the rounds that had a highest bid, from 0 to 1; None for none."""


class DealerContracts(Value, frozen=True, kw_only=True):
    """How often the highest bid came from a distance from the dealer, and was made good."""

    amount: int
    """How much the highest bid was."""
    begins: date | None = None
    """The first day of the stretch of time, in UTC; None where all is in one."""
    from_dealer: int
    """Places of the bidder to the left of the dealer; 0 is the dealer."""
    made: int
    """In how many of them it was made good."""
    rate: float | None = None
    """Those made good by all of these rounds, from 0 to 1; None for none."""
    rounds: int
    """How many rounds were played for it."""


class DealerPoints(Value, frozen=True, kw_only=True):
    """What was scored at a distance from the dealer."""

    average_points: float | None = None
    """The mean of the points in a round; None for no rounds."""
    begins: date | None = None
    """The first day of the stretch of time, in UTC; None where all is in one."""
    from_dealer: int
    """Places to the left of the dealer; 0 is the dealer."""
    points: int
    """The points that were scored, added up."""
    rounds: int
    """How many rounds of a seat were scored."""


class Erased(Value, frozen=True, kw_only=True):
    """You are erased: your name is gone, and who you are at the identity provider; your tokens are good no
    more. Games that you have played stay as they are. In games under way the machine takes over your seats,
    and they count as lost for you; you leave games that have not started.
    """

    player: Person
    """What others see of you from now on."""


class Game(Value, Node, GameTraits, frozen=True, kw_only=True):
    """A game as you may see it."""

    access: Access
    """Who may find and join the game."""
    id: str
    invited: tuple[Person, ...]
    """Who is invited and has not answered."""
    options: Options
    """Every option of the variant with its value."""
    organizer: Person | None = None
    """Who set the game up, or inherited that; None when all have left."""
    result: Result | None = None
    """How the game ended; None before, and when it was closed."""
    seats: tuple[Seat, ...]
    """The seats that are taken, from 0 clockwise."""
    status: GameStatus
    """How far the game has come; in play, the phase of the round."""
    table: Table | None = None
    """The table; None before the game has started."""
    variant: str
    """Which game is played."""
    version: int
    """How many events the game has had."""
    you: int | None = None
    """Your own seat; None if you have none."""


class GameLengths(Value, frozen=True, kw_only=True):
    """How long games were."""

    average_moves: float | None = None
    """The mean number of moves in a game; None for no games."""
    average_rounds: float | None = None
    """The mean number of rounds in a game; None for no games."""
    average_seconds: float | None = None
    """The mean of the seconds from a game's start to its end; None for no games."""
    begins: date | None = None
    """The first day of the stretch of time, in UTC; None where all is in one."""
    games: int
    """How many games were finished."""
    moves: int
    """How many moves were made in them."""
    rounds: int
    """How many rounds were dealt in them."""
    seconds: float
    """The seconds from their starts to their ends, added up."""


class GameSummary(Value, frozen=True, kw_only=True):
    """A game in a list."""

    access: Access
    """Who may find and join the game."""
    created_at: datetime
    """When the game was set up."""
    ended_at: datetime | None = None
    """When the game was won or closed; None before."""
    game: str
    """The game's id."""
    length: int
    """How many events it took to the game's end, or has taken up to now."""
    organizer: Person | None = None
    """Who set the game up, or inherited that; None when all have left."""
    players: tuple[Person, ...]
    """Who is seated, in the order of the seats."""
    seats: int
    """How many can play."""
    stage: Stage
    """How far the game has come."""
    started_at: datetime | None = None
    """When the game started; None before."""
    variant: str
    """Which game is played."""
    winners: tuple[Person, ...]
    """Who won; empty while the game goes on."""


class HeadToHead(Value, frozen=True, kw_only=True):
    """How a player has done against another."""

    ahead: int
    """In how many of them the player was ahead; of all machines, if there were any."""
    behind: int
    """In how many of them the opponent was ahead."""
    games: int
    """How many games they have finished together."""
    level: int
    """In how many of them both shared a place."""
    opponent: Person | None = None
    """Who it was; None stands for all that machines played."""


class Invitation(Value, frozen=True, kw_only=True):
    """What an invitation by link leads to."""

    access: Access
    """Who may find and join the game."""
    expires_at: datetime
    """When the invitation is good no more."""
    game: str
    """The game."""
    inviter: Person
    """Who invites."""
    options: Options
    """Every option of the variant with its value."""
    organizer: Person | None = None
    """Who set the game up, or inherited that; None when all have left."""
    players: tuple[Person, ...]
    """Who sits at the table, from seat 0 on."""
    seated: bool
    """Whether you sit there already."""
    seats: int
    """How many seats there are."""
    variant: str
    """Which game is played."""


class LeaderboardChange(Value, frozen=True, kw_only=True):
    """That a leaderboard has changed: read it again to see how."""

    board: Board
    """Which games are counted together."""
    key: str
    """Which day, week, month or season it is; what `leaderboard` takes as `key`."""
    players: tuple[Person, ...]
    """Who has finished a game that counts. Nobody in the first message, and whenever changes may have been
    missed: read the leaderboard, whatever you know of it.
    """
    variant: str
    """Which game."""
    window: Window
    """How long a time is counted together."""


class LeaderboardEntry(Value, frozen=True, kw_only=True):
    """How a player has done in a variant, on a board and in a window of time."""

    best_streak: int
    """The most games that the player has won in a row."""
    bids_failed: int
    """How many bids of the player counted and were not made."""
    bids_made: int
    """How many bids of the player counted and were made."""
    games: int
    """How many games the player has finished."""
    last_game_at: datetime
    """When the last of those games ended."""
    opponents: int
    """How many different people the player has met; not counted beyond the 5 it takes to be ranked."""
    ordinal: float
    """What is ranked by: the rating less three times its uncertainty."""
    player: Person
    """Who it is."""
    points: int
    """The player's totals at the ends of those games, added up."""
    provisional: bool
    """Whether the player is not ranked: for want of games in the window (5, of all time 10), of different
    opponents (5; on the board MIXED none at all will do, too), or, in seasons and of all time, of a game in
    the last 30 days.
    """
    rank: int | None = None
    """The place among those who are ranked, from 1; players with equal ordinals share one. None for who is
    provisional.
    """
    rating: float
    """How strong the player is thought to be, by the order in which the seats of each game finished;
    everybody begins a window with 25.
    """
    streak: int
    """How many games in a row the player has won up to the last."""
    uncertainty: float
    """How uncertain the rating is; everybody begins a window with 25/3."""
    win_rate: float
    """The part of them that the player has won, from 0 to 1."""
    wins: int
    """How many of them the player has won."""


class LobbyChange(Value, frozen=True, kw_only=True):
    """What has changed among the games that can be joined."""

    anew: bool
    """Whether the lobby is told from the start: forget the games you knew. So it is in the first message, and
    again whenever changes may have been missed.
    """
    games: tuple[GameSummary, ...]
    """Games that can be joined, each as it is now: new ones, and those that have changed."""
    gone: tuple[str, ...]
    """Games that can no longer be joined, or are not for you any more; where `more` was told, games that you
    were not told of may be among them.
    """
    more: str | None = None
    """In the last message of a lobby that is told from the start: where it goes on, as `games(filter: LOBBY,
    order: NEWEST, after:)` takes it. None in all others, and when nothing is left out. Changes are told of
    all games.
    """


class PlayedCard(Value, frozen=True, kw_only=True):
    """A card that a seat has played."""

    card: str
    """The card."""
    seat: int
    """The seat that played it."""


class Person(Value, Node, frozen=True, kw_only=True):
    """Someone who plays, a person or a machine."""

    erased: bool
    """Whether the player was erased, which no name tells."""
    id: str
    name: str
    """What the player is called; names identify nobody."""


class PointsAverage(Value, frozen=True, kw_only=True):
    """What a seat scored in a round, on average."""

    average: float | None = None
    """The mean of the points in a round; None for no rounds."""
    begins: date | None = None
    """The first day of the stretch of time, in UTC; None where all is in one."""
    points: int
    """The points that were scored, added up."""
    rounds: int
    """How many rounds of a seat were scored."""


class PointsFrequency(Value, frozen=True, kw_only=True):
    """How often so many points were scored in a round."""

    begins: date | None = None
    """The first day of the stretch of time, in UTC; None where all is in one."""
    points: int
    """What a seat scored in a round."""
    rounds: int
    """How many rounds of a seat were scored so."""
    share: float | None = None
    """The part of all rounds of a seat, from 0 to 1; None for none."""


class PoisonEvent(Value, frozen=True, kw_only=True):
    """An event at which a read model stands."""

    position: int
    """The event's position in the log."""
    topic: str | None = None
    """What kind of event it is, as the log names it; None when that is not known."""


class Profile(Value, frozen=True, kw_only=True):
    """What a player has done in a variant, in the public games that were won and in which it kept its seat to
    the end.
    """

    best: ProfileGame
    """The game with the most points; of equals that with the better place, with more players, the first."""
    bids: tuple[ProfileBid, ...]
    """The bids that counted, by amount."""
    board: Board
    """Which games count."""
    form: tuple[ProfileGame, ...]
    """The last games, ten at most, the latest first."""
    player: Person
    """Who it is."""
    rating: ProfileRating
    """The player's rating after the last game."""
    seats: tuple[ProfileSeat, ...]
    """The seats that the player has had, by the size of the table."""
    streaks: ProfileStreaks
    """Games won or lost in a row."""
    totals: ProfileTotals
    """What the games come to."""
    trumps: tuple[ProfileTrump, ...]
    """The suits that the player has named as trump."""
    variant: str
    """Which game is played."""
    worst: ProfileGame
    """The game with the fewest points; of equals that with the worse place, with fewer players, the first."""


class ProfileBid(Value, frozen=True, kw_only=True):
    """How often a player bid an amount, and with which success."""

    amount: int
    """How much was bid."""
    failed: int
    """How many of them were not."""
    made: int
    """How many of these bids were made good."""
    success_rate: float
    """Those made good by all, from 0 to 1."""


class ProfileGame(Value, frozen=True, kw_only=True):
    """A finished game in a profile."""

    ended_at: datetime
    """When the game was won."""
    game: str
    """The game's id."""
    place: int
    """The player's place, from 1: one more than there are players before it."""
    points: int | None = None
    """The player's total at the end; None in a variant without points."""
    rating: ProfileRating
    """The player's rating after the game."""
    seat: int
    """The player's seat, from 0 clockwise."""
    seats: int
    """How many played."""
    won: bool
    """Whether the player won."""


class ProfileRating(Value, frozen=True, kw_only=True):
    """How good a player is thought to be."""

    mu: float
    """How strong the player is thought to be."""
    ordinal: float
    """The strength that the player almost certainly has: mu less three times sigma."""
    sigma: float
    """How uncertain that is."""


class ProfileSeat(Value, frozen=True, kw_only=True):
    """How a player has done at a seat."""

    average_place: float
    """The mean of the player's places there."""
    games: int
    """How many games the player has finished there."""
    seat: int
    """The seat, from 0 clockwise."""
    seats: int
    """How many played."""
    wins: int
    """How many of them the player has won."""


class ProfileStreaks(Value, frozen=True, kw_only=True):
    """Games in a row that were won, or lost; a shared win is a win."""

    longest_losing: int
    """The most games that the player has not won in a row."""
    longest_winning: int
    """The most games that the player has won in a row."""
    losing: int
    """How many games the player has not won in a row, up to the last one."""
    winning: int
    """How many games the player has won in a row, up to the last one."""


class ProfileTotals(Value, frozen=True, kw_only=True):
    """What the games of a profile come to."""

    average_place: float
    """The mean of the player's places."""
    bids_failed: int
    """How many bids that counted the player has not made good."""
    bids_made: int
    """How many bids that counted the player has made good."""
    games: int
    """How many games the player has finished."""
    points: int
    """The player's totals at the ends of those games, added up."""
    rounds: int
    """How many rounds were dealt."""
    tricks: int
    """How many tricks the player has won."""
    tricks_played: int
    """How many tricks all at the table have won."""
    win_rate: float
    """Wins by games, from 0 to 1."""
    wins: int
    """How many of them the player has won."""


class ProfileTrump(Value, frozen=True, kw_only=True):
    """How often a player has named a suit as trump."""

    suit: Suit
    """The suit."""
    times: int
    """How often the player has named it."""


class Projection(Value, frozen=True, kw_only=True):
    """A read model, and how it goes with it."""

    behind: float | None = None
    """How many seconds ago the oldest event happened that its rows do not know of; 0 when they know all, None
    when that event cannot be read.
    """
    condition: Condition
    """How it goes with it."""
    error: str | None = None
    """What stopped it, or what it will try again after; None when all is well."""
    generation: int
    """How many times its tables have been made; 0 before they are there."""
    head: int
    """The position of the last event in the log."""
    lag: int
    """How many events it is behind the log."""
    name: str
    """The read model's name, as `kibitz projections rebuild` takes it."""
    poison_event: PoisonEvent | None = None
    """The event that it cannot take, and stands before until it is rebuilt; None without one."""
    position: int
    """The position of the last event that its rows know of."""
    rebuilt: int | None = None
    """The position that a rebuild has come to, which is under way or was interrupted; None without one."""
    revision: int
    """Which revision of the read model it is; another one is rebuilt by itself."""
    updated_at: datetime | None = None
    """When its rows were last brought up to date; None before the first time."""


class RankPlayed(Value, frozen=True, kw_only=True):
    """How often cards of a rank were played by who came in a place."""

    average_cards: float | None = None
    """The mean number of cards in a play; None for no plays."""
    begins: date | None = None
    """The first day of the stretch of time, in UTC; None where all is in one."""
    cards: int
    """How many cards these plays had together."""
    place: int
    """The place at the end of who played them, from 1."""
    plays: int
    """How often they were played."""
    rank: Rank
    """The rank of the cards."""


class Result(Value, ResultTraits, frozen=True, kw_only=True):
    """How a game ended."""

    ranking: tuple[tuple[int, ...], ...]
    """All seats from first place to last; equals stand together."""
    reason: EndReason
    """Why the game ended."""
    winners: tuple[Person, ...]
    """Who won; more than one when equal totals win together."""


class RoundBidSuccess(Value, frozen=True, kw_only=True):
    """How often bids were made good in a round of the game."""

    begins: date | None = None
    """The first day of the stretch of time, in UTC; None where all is in one."""
    bids: int
    """How many bids counted when the round was scored."""
    cards: int
    """How many cards each was dealt in it; the most where they differ."""
    made: int
    """How many of them were made good."""
    rate: float | None = None
    """Those made good by all, from 0 to 1; None for none."""
    round: int
    """The number of the round, from 0."""


class Seat(Value, frozen=True, kw_only=True):
    """A place at the table, who has taken it, and what lies there."""

    automated: bool
    """Whether the machine plays the seat."""
    bid: int | None = None
    """The seat's last bid in this round; None without one, and while it is secret to you."""
    committed: bool
    """Whether the seat has made a bid that is still secret."""
    discarded: int | None = None
    """How many cards the seat discarded in this round; None before."""
    hand: tuple[str, ...]
    """The cards in hand, in their order; `??` for those you cannot see."""
    index: int
    """The seat's number, from 0 clockwise."""
    machine: bool
    """Whether a machine player fills the seat."""
    pass_queued: bool
    """Whether the seat has announced that it will pass."""
    passed: bool
    """Whether the seat has passed."""
    player: Person
    """Who sits there."""
    rank: int | None = None
    """The place in which the seat got rid of its cards; None before."""
    score: int
    """Points scored in the rounds so far."""
    tricks: int
    """How many tricks of this round the seat has won."""


class SeatPlace(Value, frozen=True, kw_only=True):
    """How often a seat came in a place."""

    average_points: float | None = None
    """The mean of the totals; None for no games."""
    begins: date | None = None
    """The first day of the stretch of time, in UTC; None where all is in one."""
    games: int
    """How many games of the seat ended so."""
    place: int
    """The place, from 1: one more than there are seats before it."""
    points: int
    """The totals at the end, added up; 0 in a variant without points."""
    seat: int
    """The seat, from 0 clockwise."""
    share: float | None = None
    """The part of the games of this seat, from 0 to 1; None for none."""


class Session(Value, frozen=True, kw_only=True):
    """Who you are, as your token says."""

    expires_at: datetime
    """When your token is good no more; open sockets and streams end then."""
    player: Person
    """The player that you are."""
    roles: tuple[Role, ...]
    """What you may do."""


class StartingHandPlace(Value, frozen=True, kw_only=True):
    """How often a starting hand, by its strength, led to a place."""

    average_strength: float | None = None
    """The mean strength of the hands, as the variant reckons it; None for no games."""
    begins: date | None = None
    """The first day of the stretch of time, in UTC; None where all is in one."""
    games: int
    """How many games of a seat went so."""
    place: int
    """The place at the end, from 1: one more than there are seats before it."""
    share: float | None = None
    """The part of the games with such a hand, from 0 to 1; None for none."""
    strength_place: int
    """The place of the hand by strength, 1 for the strongest at the table; equals share the better place."""


class Statistics(Value, frozen=True, kw_only=True):
    """What was played in the public games of a variant. Sums are of games that were won, by the day of their
    end in UTC; what has no meaning in a variant has no rows. Rows are in the order of time, then of what they
    are about.
    """

    activity: tuple[Activity, ...]
    """How busy it was in all public games, whether or not they came to an end; whatever `board`, `seats` and
    `machine` say.
    """
    average_points: tuple[PointsAverage, ...]
    """What a seat scored in a round, on average."""
    bids: tuple[BidSuccess, ...]
    """How often bids were made good, by amount and seat."""
    bids_by_round: tuple[RoundBidSuccess, ...]
    """How often bids were made good, by the round and how many cards it had."""
    contracts: tuple[ContractSuccess, ...]
    """How often the highest bid was of which amount, and how often it was made good: of Hundred and Ten's
    moon, for example, which is an amount of 60.
    """
    contracts_from_dealer: tuple[DealerContracts, ...]
    """How often the highest bid was made good, by amount and distance from the dealer."""
    from_dealer: tuple[DealerPoints, ...]
    """The dealer's advantage: what was scored, by the distance from the dealer."""
    lengths: tuple[GameLengths, ...]
    """How long games were, whoever played them."""
    points: tuple[PointsFrequency, ...]
    """How often so many points were scored in a round: a histogram."""
    ranks_played: tuple[RankPlayed, ...]
    """How often cards of each rank were played, by the place of who played them; in variants in which several
    are played at once.
    """
    seats: tuple[SeatPlace, ...]
    """How often each seat came in which place."""
    starting_hands: tuple[StartingHandPlace, ...]
    """How starting hands, by their strength at the table, came out; in variants that reckon a hand's
    strength.
    """
    tricks_by_bid: tuple[BidTricks, ...]
    """Bids against tricks: how often an amount came to how many."""
    trumps: tuple[TrumpFrequency, ...]
    """How often each suit was trump, whoever made it so."""
    variant: str
    """Which game is played."""


class Table(Value, frozen=True, kw_only=True):
    """What lies in the middle of the table, and what the round is about."""

    bid: int | None = None
    """The highest bid of the round; None where there is no `bidder`."""
    bidder: int | None = None
    """The seat that holds the highest bid; None before the first, and in games without one."""
    bleeding: bool
    """Whether a trump was led, so that trumps must be played."""
    blind: bool
    """Whether players see all hands but their own until the bids are known."""
    clockwise: bool | None = None
    """Whether play goes to the left; None where it never turns."""
    dealer: int
    """The dealer's seat."""
    last_trick: tuple[PlayedCard, ...]
    """The cards of the trick before."""
    led_by: int | None = None
    """The seat that played the cards to beat; None when the table is clear."""
    passes: int | None = None
    """How many have passed in a row since the last play; None in games in which they do not count."""
    pile: int | None = None
    """How many cards lie on the discard pile; None where there is none."""
    round: int
    """The number of the round, from 0."""
    stock: int
    """How many cards are left undealt."""
    to_beat: tuple[str, ...]
    """The equal cards on the table that a play has to beat; none when the table is clear."""
    to_move: tuple[int, ...]
    """The seats that are to move; empty when the game is over."""
    trick: tuple[PlayedCard, ...]
    """The cards of the trick being played."""
    trump: Suit | None = None
    """The trump suit of the round; None before there is one, and where there is none."""
    turn_up: str | None = None
    """The card that was turned up for trump; None where none was."""
    winning: int | None = None
    """The seat whose card is winning the trick; None when none lies there."""


class TrumpFrequency(Value, frozen=True, kw_only=True):
    """How often a suit was trump."""

    begins: date | None = None
    """The first day of the stretch of time, in UTC; None where all is in one."""
    made: int
    """In how many of them the highest bid was made good; 0 in a variant that does not play for one."""
    rounds: int
    """How many rounds were scored with it."""
    share: float | None = None
    """The part of all rounds that had a trump suit, from 0 to 1; None for none."""
    suit: Suit
    """The trump suit."""


class Variant(Value, frozen=True, kw_only=True):
    """A game that can be played here."""

    least_seats: int
    """How many players it takes at least."""
    machine_player: bool
    """Whether machines can play it."""
    most_seats: int
    """How many players it takes at most."""
    name: str
    """The variant's name, by which games of it are created."""
    options: tuple[VariantOption, ...]
    """The options of the variant."""
    rules_version: int
    """The version of the rules that new games are played under."""
    title: str
    """The variant's name for people."""


class VariantOption(Value, frozen=True, kw_only=True):
    """An option that a variant has."""

    default: str
    """The value that it has unless another is chosen."""
    description: str
    """What the option decides."""
    name: str
    """The option's name."""
    values: tuple[str, ...]
    """The values that it can take; empty when they are without number."""
