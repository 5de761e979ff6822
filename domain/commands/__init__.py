"""Commands: of the lobby, of operators and of the server; moves, and the offers that describe legal moves.

The docstrings are the descriptions in the public schema. A move that exists in only one game is defined
in that game's file.
"""

from __future__ import annotations

from domain.commands.command import (
    Command,
    command_name,
)
from domain.commands.departures import (
    AutomateSeat,
    ReclaimSeat,
    Resign,
    VoteToAbandon,
    WithdrawVote,
)
from domain.commands.lobby import (
    AcceptInvitationLink,
    CommitSeed,
    CreateGame,
    DeclineInvitation,
    FillSeats,
    InvitePlayer,
    JoinGame,
    LeaveGame,
    RemovePlayer,
    RevealSeed,
    StartGame,
    WithdrawInvitation,
)
from domain.commands.moves import (
    DiscardCards,
    Move,
    PassTurn,
    PlaceBid,
    PlayCard,
    QueuePass,
    SelectTrump,
    UnqueuePass,
)
from domain.commands.offers import (
    COMMON_OFFERS,
    BidOffer,
    DiscardOffer,
    Offer,
    PassOffer,
    PlayOffer,
    TrumpOffer,
)
from domain.commands.operators import (
    OPERATOR_COMMANDS,
    CloseGame,
    KickPlayer,
    VacateSeat,
)
from domain.commands.server import (
    CloseIdleGame,
    ExpireDeadlines,
    SystemCommand,
)

__all__ = [
    "COMMON_OFFERS",
    "LOBBY_COMMANDS",
    "OPERATOR_COMMANDS",
    "AcceptInvitationLink",
    "AutomateSeat",
    "BidOffer",
    "CloseGame",
    "CloseIdleGame",
    "Command",
    "CommitSeed",
    "CreateGame",
    "DeclineInvitation",
    "DiscardCards",
    "DiscardOffer",
    "ExpireDeadlines",
    "FillSeats",
    "InvitePlayer",
    "JoinGame",
    "KickPlayer",
    "LeaveGame",
    "Move",
    "Offer",
    "PassOffer",
    "PassTurn",
    "PlaceBid",
    "PlayCard",
    "PlayOffer",
    "QueuePass",
    "ReclaimSeat",
    "RemovePlayer",
    "Resign",
    "RevealSeed",
    "SelectTrump",
    "StartGame",
    "SystemCommand",
    "TrumpOffer",
    "UnqueuePass",
    "VacateSeat",
    "VoteToAbandon",
    "WithdrawInvitation",
    "WithdrawVote",
    "command_name",
]

LOBBY_COMMANDS: tuple[type[Command], ...] = (
    InvitePlayer,
    DeclineInvitation,
    WithdrawInvitation,
    JoinGame,
    LeaveGame,
    RemovePlayer,
    FillSeats,
    CommitSeed,
    StartGame,
    RevealSeed,
    AutomateSeat,
    ReclaimSeat,
    Resign,
    VoteToAbandon,
    WithdrawVote,
)
"""Players' commands to an existing game other than moves, in the order of a game's course."""
