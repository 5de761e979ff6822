"""The enums of the schema; each may have more values on a newer server.

Made by `python -m kibitz_client.generate`: not to be changed by hand.
"""
# ruff: noqa: S105 - a pass is no password

from __future__ import annotations

from kibitz_client.values import OpenEnum


class Access(OpenEnum):
    """The visibility of a game: public or by invitation only."""

    PRIVATE = "PRIVATE"
    """Only invited players may join or watch the game; for all others it does not exist."""
    PUBLIC = "PUBLIC"
    """Anyone may watch the game, and join while a seat is free."""


class AutomationReason(OpenEnum):
    """The reason why a seat was handed to the machine."""

    ERASED = "ERASED"
    """The seat's player was erased."""
    OWN_CHOICE = "OWN_CHOICE"
    """The seat's player handed it over."""


class BidOutcome(OpenEnum):
    """Outcome of a seat's bid, decided when its round is scored."""

    FAILED = "FAILED"
    """The seat did not make its bid."""
    MADE = "MADE"
    """The seat made its bid."""
    NONE = "NONE"
    """The seat had no bid that counted."""


class Board(OpenEnum):
    """The group of games that are counted together."""

    MIXED = "MIXED"
    """Games in which a machine player had a seat."""
    PEOPLE = "PEOPLE"
    """Games in which no machine player had a seat."""
    VOUCHED = "VOUCHED"
    """Games of PEOPLE in which an identity provider vouched for every player, so no guest played."""


class Bucket(OpenEnum):
    """The length of the periods by which rows are grouped; periods begin and end in UTC."""

    DAY = "DAY"
    """A calendar day."""
    HOUR = "HOUR"
    """An hour; only activity is counted by the hour."""
    MONTH = "MONTH"
    """A calendar month."""
    SEASON = "SEASON"
    """A quarter of the year, beginning in January, April, July or October."""
    WEEK = "WEEK"
    """A week from Monday to Sunday."""
    YEAR = "YEAR"
    """A calendar year."""


class CloseReason(OpenEnum):
    """The reason why a game was closed before its end."""

    CLOSED_BY_OPERATOR = "CLOSED_BY_OPERATOR"
    """An operator of the server closed the game."""
    EVERYONE_LEFT = "EVERYONE_LEFT"
    """The last player left before the start."""
    PLAYER_ERASED = "PLAYER_ERASED"
    """A player was erased, and the game has no machine player to take over the seat."""


class Condition(OpenEnum):
    """The condition of a projection."""

    CATCHING_UP = "CATCHING_UP"
    """It is behind the log and is catching up."""
    FOLLOWING = "FOLLOWING"
    """It follows the log."""
    IDLE = "IDLE"
    """No process keeps it up to date."""
    REBUILDING = "REBUILDING"
    """It is being rebuilt; readers still use the old rows."""
    RETRYING = "RETRYING"
    """It failed and will be retried automatically."""
    STOPPED = "STOPPED"
    """It is stopped by an event that it cannot fold."""


class EndReason(OpenEnum):
    """The reason why a game ended."""

    ONE_LEFT = "ONE_LEFT"
    """Only one player still held cards."""
    ROUNDS_PLAYED = "ROUNDS_PLAYED"
    """All rounds of the game were played."""
    TARGET_REACHED = "TARGET_REACHED"
    """A player reached the target score."""


class GameFilter(OpenEnum):
    """The games to list; a private game is listed only to its seated and invited players."""

    FINISHED = "FINISHED"
    """Games that were played to their end."""
    INVITED = "INVITED"
    """Games that wait for players and to which the player is invited."""
    LOBBY = "LOBBY"
    """Games that wait for players and have a free seat."""
    MINE = "MINE"
    """Games in which the player is seated or to which the player is invited, also by strangers."""
    RUNNING = "RUNNING"
    """Games that are being played."""
    SEATED = "SEATED"
    """Games in which the player is seated."""


class GameOrder(OpenEnum):
    """The order of listed games; games that are equal in it are ordered by creation."""

    LONGEST = "LONGEST"
    """Games with the most events first."""
    NEWEST = "NEWEST"
    """Newest first: by end, or else by start, if the search restricts it, otherwise by creation."""
    OLDEST = "OLDEST"
    """Like NEWEST, but oldest first."""
    SHORTEST = "SHORTEST"
    """Games with the fewest events first."""


class GameStatus(OpenEnum):
    """The stage of a game or, while it is played, the phase of its round."""

    BIDDING = "BIDDING"
    """Hundred and Ten: The players bid or pass. Oh Hell: The players bid in secret, all at the same time."""
    CLOSED = "CLOSED"
    """The game was closed before its end."""
    COMPLETED = "COMPLETED"
    """The round was played and scored."""
    COMPLETED_NO_BIDDERS = "COMPLETED_NO_BIDDERS"
    """Everyone passed; the round ended without a score."""
    DEALING = "DEALING"
    """The cards are being dealt; no game ever waits in this phase."""
    DISCARD = "DISCARD"
    """The players discard and draw in turn."""
    PLAY = "PLAY"
    """The players shed their cards."""
    TRICKS = "TRICKS"
    """The tricks are played."""
    TRUMP_SELECTION = "TRUMP_SELECTION"
    """The bidder names the trump suit."""
    WAITING_FOR_PLAYERS = "WAITING_FOR_PLAYERS"
    """The lobby is open."""
    WON = "WON"
    """The game was played to its end."""


class Rank(OpenEnum):
    """The rank printed in a card's corner; each game defines its own order of the ranks."""

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
    """The stable codes of all refusals, for programs."""

    ALREADY_AUTOMATED = "ALREADY_AUTOMATED"
    """The machine already plays this seat."""
    ALREADY_INVITED = "ALREADY_INVITED"
    """The player is already invited."""
    ALREADY_PASSED = "ALREADY_PASSED"
    """The seat has already passed in this round."""
    ALREADY_SEATED = "ALREADY_SEATED"
    """The player already sits at the table."""
    BID_ALREADY_COMMITTED = "BID_ALREADY_COMMITTED"
    """A bid cannot be changed once it is made."""
    BID_NOT_AVAILABLE = "BID_NOT_AVAILABLE"
    """This bid cannot be placed now."""
    CARDS_UNEQUAL = "CARDS_UNEQUAL"
    """The cards of a play must be of equal value."""
    CARD_NOT_HELD = "CARD_NOT_HELD"
    """The card is not in your hand."""
    CARD_REPEATED = "CARD_REPEATED"
    """The same card was named more than once."""
    COMMAND_ID_REUSED = "COMMAND_ID_REUSED"
    """This command id belongs to another command of yours."""
    CONFUSABLE_NAME = "CONFUSABLE_NAME"
    """Your name can be confused with that of another player at the table; `rename` changes it."""
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
    """The number of seats to fill must be at least one."""
    INVALID_INVITATION = "INVALID_INVITATION"
    """The invitation is not good, or good no more."""
    INVALID_NAME = "INVALID_NAME"
    """The name is not valid for a player."""
    INVALID_OPTION = "INVALID_OPTION"
    """The option cannot have this value."""
    INVALID_PLAYER = "INVALID_PLAYER"
    """The value is not a player's id."""
    MOVE_NOT_IN_GAME = "MOVE_NOT_IN_GAME"
    """The variant has no such move."""
    MUST_FOLLOW = "MUST_FOLLOW"
    """You must play another card of your hand."""
    MUST_LEAD = "MUST_LEAD"
    """Who leads to a clear table may not pass."""
    NOT_INVITED = "NOT_INVITED"
    """The player is not invited."""
    NOT_ORGANIZER = "NOT_ORGANIZER"
    """Only the organizer may do this."""
    NOT_SEATED = "NOT_SEATED"
    """The player does not sit at this table."""
    NOT_YOUR_SEAT = "NOT_YOUR_SEAT"
    """Only the player of a seat can hand it to the machine."""
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    """It is another seat's turn."""
    NO_CARDS = "NO_CARDS"
    """A play takes at least one card."""
    NO_MACHINE_PLAYER = "NO_MACHINE_PLAYER"
    """The game has no machine player."""
    NO_PASS_QUEUED = "NO_PASS_QUEUED"
    """The seat has not queued a pass."""
    OPTION_REPEATED = "OPTION_REPEATED"
    """An option was given more than one value."""
    PASS_ALREADY_QUEUED = "PASS_ALREADY_QUEUED"
    """The seat has already queued a pass."""
    PLAYER_HAS_DECLINED = "PLAYER_HAS_DECLINED"
    """The player has declined this game's invitations too often to be invited again."""
    REMOVED_FROM_GAME = "REMOVED_FROM_GAME"
    """The organizer removed you from this game; you can join again only with a new personal invitation."""
    SEAT_IS_AUTOMATED = "SEAT_IS_AUTOMATED"
    """The machine plays this seat."""
    TOO_BUSY = "TOO_BUSY"
    """Too many commands are waiting; this one was not carried out."""
    TOO_FEW_CARDS = "TOO_FEW_CARDS"
    """More cards are needed to beat those on the table."""
    TOO_MANY_INVITATIONS = "TOO_MANY_INVITATIONS"
    """The game has the maximum number of open invitations."""
    TOO_MANY_MACHINE_GAMES = "TOO_MANY_MACHINE_GAMES"
    """You, or all players at your address, have as many games with machine players as the server allows."""
    TOO_MANY_OPEN_TABLES = "TOO_MANY_OPEN_TABLES"
    """You, or all players at your address, have as many open tables as the server allows."""
    UNKNOWN_GAME = "UNKNOWN_GAME"
    """There is no such game, or it is private and you are not in it."""
    UNKNOWN_OPTION = "UNKNOWN_OPTION"
    """The variant has no such option."""
    UNKNOWN_PLAYER = "UNKNOWN_PLAYER"
    """There is no such player."""
    UNKNOWN_RULES = "UNKNOWN_RULES"
    """The game is played under rules that this server does not know; a newer server created it."""
    UNKNOWN_VARIANT = "UNKNOWN_VARIANT"
    """There is no such variant."""
    VALUE_TOO_LOW = "VALUE_TOO_LOW"
    """A play of as many cards as lie on the table must be at least as high as those."""
    VERSION_CONFLICT = "VERSION_CONFLICT"
    """The game is not at the expected version; the command was not carried out."""
    WRONG_NUMBER_OF_PLAYERS = "WRONG_NUMBER_OF_PLAYERS"
    """The game cannot be played with this number of players."""
    WRONG_PHASE = "WRONG_PHASE"
    """The move belongs to another phase of the round."""


class Role(OpenEnum):
    """Role of a caller, which determines its permissions."""

    OPERATOR = "OPERATOR"
    """Operates the server: sees the state of the read models, closes games, sees games as a player."""
    PLAYER = "PLAYER"
    """Plays, and sees what a player sees."""


class Stage(OpenEnum):
    """The stage of a game, from the open lobby to its end."""

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
    """The length of the period in which games are counted together; it begins and ends in UTC."""

    ALL_TIME = "ALL_TIME"
    """All time, from the first game on: all."""
    DAY = "DAY"
    """A calendar day: 2026-11-20."""
    MONTH = "MONTH"
    """A calendar month: 2026-11."""
    SEASON = "SEASON"
    """A quarter of the year, beginning in January, April, July or October: 2026-Q4."""
    WEEK = "WEEK"
    """An ISO 8601 week, from Monday to Sunday: 2026-W47."""
