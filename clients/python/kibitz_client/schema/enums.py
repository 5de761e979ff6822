"""The enums of the schema; each may have more values on a newer server.

Made by `python -m kibitz_client.generate`: not to be changed by hand.
"""
# ruff: noqa: S105 - a pass is no password

from __future__ import annotations

from kibitz_client.values import OpenEnum


class Access(OpenEnum):
    """Who may find and join a game."""

    PRIVATE = "PRIVATE"
    """Only who is invited may join or watch it; to all others it does not exist."""
    PUBLIC = "PUBLIC"
    """Anyone may watch it, and join while a seat is free."""


class AutomationReason(OpenEnum):
    """Why a seat was handed to the machine."""

    ERASED = "ERASED"
    """Its player was erased."""
    OWN_CHOICE = "OWN_CHOICE"
    """Its player handed it over."""


class BidOutcome(OpenEnum):
    """What became of a seat's bid when its round was scored."""

    FAILED = "FAILED"
    """The seat did not make its bid."""
    MADE = "MADE"
    """The seat made its bid."""
    NONE = "NONE"
    """The seat had no bid that counted."""


class Board(OpenEnum):
    """Which games count together."""

    MIXED = "MIXED"
    """Games in which a machine player had a seat."""
    PEOPLE = "PEOPLE"
    """Games in which no machine player had a seat."""
    VOUCHED = "VOUCHED"
    """Those of them in which an identity provider vouched for every player: no guests."""


class Bucket(OpenEnum):
    """How long the stretches of time are that are told apart; each begins and ends in UTC."""

    DAY = "DAY"
    """A calendar day."""
    HOUR = "HOUR"
    """An hour; only activity is counted so finely."""
    MONTH = "MONTH"
    """A calendar month."""
    SEASON = "SEASON"
    """A quarter of the year, from January, April, July or October on."""
    WEEK = "WEEK"
    """A week from Monday to Sunday."""
    YEAR = "YEAR"
    """A calendar year."""


class CloseReason(OpenEnum):
    """Why a game was closed without having been played to its end."""

    CLOSED_BY_OPERATOR = "CLOSED_BY_OPERATOR"
    """An operator of the server closed the game."""
    EVERYONE_LEFT = "EVERYONE_LEFT"
    """The last player left before the start."""
    PLAYER_ERASED = "PLAYER_ERASED"
    """A player was erased, and the game has no machine player to take over the seat."""


class Condition(OpenEnum):
    """How it goes with a projection."""

    CATCHING_UP = "CATCHING_UP"
    """It is on its way to the log's end."""
    FOLLOWING = "FOLLOWING"
    """It follows the log."""
    IDLE = "IDLE"
    """No process keeps it up to date."""
    REBUILDING = "REBUILDING"
    """It is being rebuilt; readers still have the rows of before."""
    RETRYING = "RETRYING"
    """It failed and will try again by itself."""
    STOPPED = "STOPPED"
    """It stands before an event that it cannot fold."""


class EndReason(OpenEnum):
    """Why a game ended."""

    ONE_LEFT = "ONE_LEFT"
    """One player was left holding cards."""
    ROUNDS_PLAYED = "ROUNDS_PLAYED"
    """All the rounds of the game were played."""
    TARGET_REACHED = "TARGET_REACHED"
    """A player reached the score that the game is played to."""


class GameFilter(OpenEnum):
    """Which games to list; a private game is listed to nobody but its own players and whom they invited."""

    FINISHED = "FINISHED"
    """Games that were played to their end."""
    INVITED = "INVITED"
    """Games that wait for players and to which the player is invited."""
    LOBBY = "LOBBY"
    """Games that wait for players and have a free seat."""
    MINE = "MINE"
    """Games in which the player is seated or to which it is invited: strangers' tables are among them."""
    RUNNING = "RUNNING"
    """Games that are being played."""
    SEATED = "SEATED"
    """Games in which the player is seated."""


class GameOrder(OpenEnum):
    """In which order games are listed; games that are equal in it by when they were set up."""

    LONGEST = "LONGEST"
    """Those with the most events first."""
    NEWEST = "NEWEST"
    """The newest first: by when they were set up, or ended, or started, if the search says when."""
    OLDEST = "OLDEST"
    """As NEWEST, the oldest first."""
    SHORTEST = "SHORTEST"
    """Those with the fewest events first."""


class GameStatus(OpenEnum):
    """How far a game has come; while it is played, the phase of the round."""

    BIDDING = "BIDDING"
    """Hundred and Ten: The players bid or pass. Oh Hell: The players bid in secret, all at the same time."""
    CLOSED = "CLOSED"
    """The game was closed before its end."""
    COMPLETED = "COMPLETED"
    """The round was played and scored."""
    COMPLETED_NO_BIDDERS = "COMPLETED_NO_BIDDERS"
    """Everyone passed; the round ended without score."""
    DEALING = "DEALING"
    """The cards are being dealt; no game ever waits in this phase."""
    DISCARD = "DISCARD"
    """The players discard and draw in turn."""
    PLAY = "PLAY"
    """The players get rid of their cards."""
    TRICKS = "TRICKS"
    """The tricks are played."""
    TRUMP_SELECTION = "TRUMP_SELECTION"
    """The bidder names the trump suit."""
    WAITING_FOR_PLAYERS = "WAITING_FOR_PLAYERS"
    """The lobby is open."""
    WON = "WON"
    """The game was played to its end."""


class Rank(OpenEnum):
    """What is printed in a card's corner; each game puts the ranks in an order of its own."""

    ACE = "ACE"
    """Written `A`."""
    EIGHT = "EIGHT"
    """Written `8`."""
    FIVE = "FIVE"
    """Written `5`."""
    FOUR = "FOUR"
    """Written `4`."""
    JACK = "JACK"
    """Written `J`."""
    KING = "KING"
    """Written `K`."""
    NINE = "NINE"
    """Written `9`."""
    QUEEN = "QUEEN"
    """Written `Q`."""
    SEVEN = "SEVEN"
    """Written `7`."""
    SIX = "SIX"
    """Written `6`."""
    TEN = "TEN"
    """Written `T`."""
    THREE = "THREE"
    """Written `3`."""
    TWO = "TWO"
    """Written `2`."""


class RefusalCode(OpenEnum):
    """The stable names of all refusals, for programs."""

    ALREADY_AUTOMATED = "ALREADY_AUTOMATED"
    """The machine plays this seat already."""
    ALREADY_INVITED = "ALREADY_INVITED"
    """The player is invited already."""
    ALREADY_PASSED = "ALREADY_PASSED"
    """The seat has passed for this round."""
    ALREADY_SEATED = "ALREADY_SEATED"
    """The player sits at the table already."""
    BID_ALREADY_COMMITTED = "BID_ALREADY_COMMITTED"
    """A bid cannot be changed once it is made."""
    BID_NOT_AVAILABLE = "BID_NOT_AVAILABLE"
    """This bid cannot be placed now."""
    CARDS_UNEQUAL = "CARDS_UNEQUAL"
    """The cards of a play must be of equal value."""
    CARD_NOT_HELD = "CARD_NOT_HELD"
    """The card is not in the hand."""
    CARD_REPEATED = "CARD_REPEATED"
    """The same card was named twice."""
    COMMAND_ID_REUSED = "COMMAND_ID_REUSED"
    """This command id belongs to another command of yours."""
    CONFUSABLE_NAME = "CONFUSABLE_NAME"
    """Your name can be taken for that of another player at the table; `rename` gives you another one."""
    GAME_ALREADY_STARTED = "GAME_ALREADY_STARTED"
    """The game has already started."""
    GAME_FULL = "GAME_FULL"
    """No seat is free."""
    GAME_IS_OVER = "GAME_IS_OVER"
    """The game is over."""
    GAME_NOT_STARTED = "GAME_NOT_STARTED"
    """The game has not started."""
    GUESTS_NOT_ADMITTED = "GUESTS_NOT_ADMITTED"
    """Nobody can sign in by a name alone here; the operator of the server gives out tokens."""
    INVALID_COUNT = "INVALID_COUNT"
    """This is not a number of seats to fill."""
    INVALID_INVITATION = "INVALID_INVITATION"
    """The invitation is not good, or good no more."""
    INVALID_NAME = "INVALID_NAME"
    """This is not a name that a player can have."""
    INVALID_OPTION = "INVALID_OPTION"
    """The option cannot have this value."""
    INVALID_PLAYER = "INVALID_PLAYER"
    """This is not a player's id."""
    MOVE_NOT_IN_GAME = "MOVE_NOT_IN_GAME"
    """The game knows no such move."""
    MUST_FOLLOW = "MUST_FOLLOW"
    """Another card of the hand must be played."""
    MUST_LEAD = "MUST_LEAD"
    """Who leads to a clear table may not pass."""
    NOT_INVITED = "NOT_INVITED"
    """There is no invitation for this player."""
    NOT_ORGANIZER = "NOT_ORGANIZER"
    """Only the organizer may do this."""
    NOT_SEATED = "NOT_SEATED"
    """The player does not sit at this table."""
    NOT_YOUR_SEAT = "NOT_YOUR_SEAT"
    """Only its own player can hand a seat to the machine."""
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    """Another seat is to move."""
    NO_CARDS = "NO_CARDS"
    """A play takes at least one card."""
    NO_MACHINE_PLAYER = "NO_MACHINE_PLAYER"
    """The game has no machine player."""
    NO_PASS_QUEUED = "NO_PASS_QUEUED"
    """The seat has announced no pass."""
    OPTION_REPEATED = "OPTION_REPEATED"
    """An option was given more than one value."""
    PASS_ALREADY_QUEUED = "PASS_ALREADY_QUEUED"
    """The seat has announced its pass already."""
    PLAYER_HAS_DECLINED = "PLAYER_HAS_DECLINED"
    """The player has declined this game's invitations too often to be invited again."""
    REMOVED_FROM_GAME = "REMOVED_FROM_GAME"
    """The organizer removed you from this game; you can join again only with a new personal invitation."""
    SEAT_IS_AUTOMATED = "SEAT_IS_AUTOMATED"
    """The machine plays this seat."""
    TOO_BUSY = "TOO_BUSY"
    """Too many commands wait to be carried out; this one was not."""
    TOO_FEW_CARDS = "TOO_FEW_CARDS"
    """More cards are needed to beat those on the table."""
    TOO_MANY_INVITATIONS = "TOO_MANY_INVITATIONS"
    """The game has as many open invitations as it may have."""
    TOO_MANY_MACHINE_GAMES = "TOO_MANY_MACHINE_GAMES"
    """You, or all who share your address, have as many games with machine players as the server takes."""
    TOO_MANY_OPEN_TABLES = "TOO_MANY_OPEN_TABLES"
    """You, or all who share your address, have as many tables open as the server takes."""
    UNKNOWN_GAME = "UNKNOWN_GAME"
    """There is no such game; a private game answers so to those who are not in it."""
    UNKNOWN_OPTION = "UNKNOWN_OPTION"
    """The variant has no such option."""
    UNKNOWN_PLAYER = "UNKNOWN_PLAYER"
    """The server does not know such a player."""
    UNKNOWN_RULES = "UNKNOWN_RULES"
    """The game is played under rules that this server does not know; a newer server created it."""
    UNKNOWN_VARIANT = "UNKNOWN_VARIANT"
    """There is no such variant."""
    VALUE_TOO_LOW = "VALUE_TOO_LOW"
    """As many cards as lie on the table must be at least as high."""
    VERSION_CONFLICT = "VERSION_CONFLICT"
    """The game has gone on; the command was not carried out."""
    WRONG_NUMBER_OF_PLAYERS = "WRONG_NUMBER_OF_PLAYERS"
    """The game cannot be played by so many."""
    WRONG_PHASE = "WRONG_PHASE"
    """The move belongs to another phase of the round."""


class Role(OpenEnum):
    """What a caller may do."""

    OPERATOR = "OPERATOR"
    """Looks after the server: sees the state of the read models, closes games, and sees games as a player."""
    PLAYER = "PLAYER"
    """Plays, and sees what a player sees."""


class Stage(OpenEnum):
    """How far a game has come."""

    CLOSED = "CLOSED"
    """The game was closed before its end."""
    PLAYING = "PLAYING"
    """The game is being played."""
    WAITING_FOR_PLAYERS = "WAITING_FOR_PLAYERS"
    """The lobby is open."""
    WON = "WON"
    """The game was played to its end."""


class Suit(OpenEnum):
    """One of the four suits of a French deck."""

    CLUBS = "CLUBS"
    """♣, black."""
    DIAMONDS = "DIAMONDS"
    """♦, red."""
    HEARTS = "HEARTS"
    """♥, red."""
    SPADES = "SPADES"
    """♠, black."""


class Window(OpenEnum):
    """How long a stretch of time is counted together; each begins and ends in UTC."""

    ALL_TIME = "ALL_TIME"
    """From the first game on: all."""
    DAY = "DAY"
    """A calendar day: 2026-11-20."""
    MONTH = "MONTH"
    """A calendar month: 2026-11."""
    SEASON = "SEASON"
    """A quarter of the year, from January, April, July or October on: 2026-Q4."""
    WEEK = "WEEK"
    """A week of ISO 8601, from Monday to Sunday: 2026-W47."""
