"""The documents that the client sends: fragments, and operations made of them.

Made by `python -m kibitz_client.generate`: not to be changed by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from kibitz_client.documents import Operation

FRAGMENTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "Activity": "activePlayers begins created ended machineMoves moves started",
        "Award": "points seat trick",
        "BidSuccess": "amount begins bids made rate seat",
        "BidTricks": "amount averagePoints begins bids points share tricks",
        "CommandAccepted": "events { ...GameEvent } game { ...Game } version",
        "CommandResult": """
            __typename ... on Refusal { code message } ... on AlreadyAutomated { seat }
            ... on AlreadyInvited { player } ... on AlreadyPassed { seat } ... on AlreadySeated { player }
            ... on BidAlreadyCommitted { seat } ... on BidNotAvailable { amount available }
            ... on CardNotHeld { card } ... on CardRepeated { card } ... on CardsUnequal { cards }
            ... on CommandAccepted { ...CommandAccepted } ... on CommandIdReused { commandId }
            ... on ConfusableName { name other } ... on GameFull { seats } ... on InvalidCount { count }
            ... on InvalidOption { option reason value } ... on InvalidPlayer { player }
            ... on MoveNotInGame { move variant } ... on MustFollow { card playable }
            ... on NoMachinePlayer { variant } ... on NoPassQueued { seat } ... on NotInvited { player }
            ... on NotOrganizer { organizer } ... on NotSeated { player } ... on NotYourSeat { player }
            ... on NotYourTurn { seat toMove } ... on OptionRepeated { option }
            ... on PassAlreadyQueued { seat } ... on PlayerHasDeclined { player }
            ... on SeatIsAutomated { seat } ... on TooBusy { retryAfter } ... on TooFewCards { count least }
            ... on TooManyInvitations { most } ... on TooManyMachineGames { most }
            ... on TooManyOpenTables { most } ... on UnknownGame { given }
            ... on UnknownOption { known option } ... on UnknownPlayer { player }
            ... on UnknownRules { knownVersions rulesVersion variant } ... on UnknownVariant { known variant }
            ... on ValueTooLow { lowest played } ... on VersionConflict { actual expected }
            ... on WrongNumberOfPlayers { least most seated } ... on WrongPhase { move phase }
        """,
        "ContractSuccess": "amount begins made rate rounds share",
        "DealerContracts": "amount begins fromDealer made rate rounds",
        "DealerPoints": "averagePoints begins fromDealer points rounds",
        "Erased": "player { ...Player }",
        "Game": """
            access id invited { ...Player } legalMoves { moves { ...Move } } options { ...OptionSetting }
            organizer { ...Player } result { ...Result } seats { ...Seat } status table { ...Table } variant
            version you
        """,
        "GameEvent": """
            __typename at by version ... on BidCommitted { committedAmount seat }
            ... on BidPlaced { amount seat } ... on BidWon { amount seat } ... on BidsRevealed { bids forced }
            ... on BlindHandDealt { cards seat shuffle } ... on CardPlayed { card seat }
            ... on CardsDiscarded { cards seat shuffle } ... on CardsDrawn { cards seat shuffle }
            ... on CardsPlayed { again automatic cards seat } ... on DeckRanOut { dealt }
            ... on DeckRevealed { order salt shuffle }
            ... on DeckShuffled { commitment order sealedSalt shuffle } ... on DirectionReversed { clockwise }
            ... on GameClosed { closeReason } ... on GameCreated { access options { ...OptionSetting }
            organizer rulesVersion variant } ... on GameStarted { players vouched }
            ... on GameWon { ranking reason winners } ... on HandDealt { cards seat shuffle }
            ... on HandShown { cards seat shuffle } ... on InvitationDeclined { player }
            ... on InvitationWithdrawn { player } ... on PassQueued { seat } ... on PassUnqueued { seat }
            ... on PlayerInvited { inviter player } ... on PlayerJoined { machine player seat }
            ... on PlayerLeft { nextOrganizer player removed seat }
            ... on RoundDealt { dealer hands round stock } ... on RoundPassedOut { round } ... on RoundScored
            { awards { ...Award } bidsMade round scores } ... on SeatAutomated { automationReason seat }
            ... on SeatSkipped { seat } ... on SeatWentOut { rank seat } ... on TableCleared { leader }
            ... on TrickWon { card seat trick } ... on TrumpSelected { seat suit } ... on TrumpTurned { card }
            ... on TurnPassed { automatic seat }
        """,
        "GameLengths": "averageMoves averageRounds averageSeconds begins games moves rounds seconds",
        "GameSummary": """
            access createdAt endedAt game length organizer { ...Player } players { ...Player } seats stage
            startedAt variant winners { ...Player }
        """,
        "HeadToHead": "ahead behind games level opponent { ...Player }",
        "Invitation": """
            access expiresAt game inviter { ...Player } options { ...OptionSetting } organizer { ...Player }
            players { ...Player } seated seats variant
        """,
        "InvitationLink": "expiresAt token",
        "InvitationLinkResult": """
            __typename ... on Refusal { code message } ... on InvitationLink { ...InvitationLink }
            ... on NotSeated { player } ... on UnknownGame { given }
        """,
        "LeaderboardChange": "board key players { ...Player } variant window",
        "LeaderboardEntry": """
            bestStreak bidsFailed bidsMade games lastGameAt opponents ordinal player { ...Player } points
            provisional rank rating streak uncertainty winRate wins
        """,
        "LobbyChange": "anew games { ...GameSummary } gone more",
        "Move": """
            __typename mutation ... on DiscardCards { cards } ... on PlaceBid { amount }
            ... on PlayCard { card } ... on PlayCards { cards } ... on SelectTrump { suit }
        """,
        "Node": """
            __typename id ... on Game { access invited { ...Player } legalMoves { moves { ...Move } }
            options { ...OptionSetting } organizer { ...Player } result { ...Result } seats { ...Seat } status
            table { ...Table } variant version you } ... on Player { erased name }
        """,
        "Offer": """
            __typename moves { ...Move } mutation ... on BidOffer { amounts }
            ... on DiscardOffer { anySubsetOf } ... on GroupOffer { cards counts value }
            ... on PlayOffer { cards } ... on TrumpOffer { suits }
        """,
        "OptionSetting": "name value",
        "PlayedCard": "card seat",
        "Player": "erased id name",
        "PointsAverage": "average begins points rounds",
        "PointsFrequency": "begins points rounds share",
        "PoisonEvent": "position topic",
        "Profile": """
            best { ...ProfileGame } bids { ...ProfileBid } board form { ...ProfileGame } player { ...Player }
            rating { ...ProfileRating } seats { ...ProfileSeat } streaks { ...ProfileStreaks }
            totals { ...ProfileTotals } trumps { ...ProfileTrump } variant worst { ...ProfileGame }
        """,
        "ProfileBid": "amount failed made successRate",
        "ProfileGame": "endedAt game place points rating { ...ProfileRating } seat seats won",
        "ProfileRating": "mu ordinal sigma",
        "ProfileSeat": "averagePlace games seat seats wins",
        "ProfileStreaks": "longestLosing longestWinning losing winning",
        "ProfileTotals": """
            averagePlace bidsFailed bidsMade games points rounds tricks tricksPlayed winRate wins
        """,
        "ProfileTrump": "suit times",
        "Projection": """
            behind condition error generation head lag name poisonEvent { ...PoisonEvent } position rebuilt
            revision updatedAt
        """,
        "RankPlayed": "averageCards begins cards place plays rank",
        "RenameResult": """
            __typename ... on Refusal { code message } ... on ConfusableName { name other }
            ... on InvalidName { most name reason } ... on Renamed { ...Renamed }
        """,
        "Renamed": "player { ...Player }",
        "Result": "ranking reason winners { ...Player }",
        "RoundBidSuccess": "begins bids cards made rate round",
        "Seat": """
            automated bid committed discarded hand index machine passQueued passed player { ...Player } rank
            score tricks
        """,
        "SeatPlace": "averagePoints begins games place points seat share",
        "Session": "expiresAt player { ...Player } roles",
        "SignInResult": """
            __typename ... on Refusal { code message } ... on InvalidName { most name reason }
            ... on SignedIn { ...SignedIn }
        """,
        "SignedIn": "player { ...Player } token",
        "StartingHandPlace": "averageStrength begins games place share strengthPlace",
        "Statistics": """
            activity { ...Activity } averagePoints { ...PointsAverage } bids { ...BidSuccess }
            bidsByRound { ...RoundBidSuccess } contracts { ...ContractSuccess }
            contractsFromDealer { ...DealerContracts } fromDealer { ...DealerPoints }
            lengths { ...GameLengths } points { ...PointsFrequency } ranksPlayed { ...RankPlayed }
            seats { ...SeatPlace } startingHands { ...StartingHandPlace } tricksByBid { ...BidTricks }
            trumps { ...TrumpFrequency } variant
        """,
        "Table": """
            bid bidder bleeding blind clockwise dealer lastTrick { ...PlayedCard } ledBy passes pile round
            stock toBeat toMove trick { ...PlayedCard } trump turnUp winning
        """,
        "TrumpFrequency": "begins made rounds share suit",
        "Variant": """
            leastSeats machinePlayer mostSeats name options { ...VariantOption } rulesVersion title
        """,
        "VariantOption": "default description name values",
    }
)
"""What is selected of each type, by its name."""

EVENTS: Final = Operation(
    text="""
        query Events($after: Cursor, $before: Cursor, $first: Int, $game: ID!, $last: Int) { events(after:
        $after, before: $before, first: $first, game: $game, last: $last) { edges { cursor
        node { ...GameEvent } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }
    """,
    path=("events",),
)

GAME: Final = Operation(
    text="query Game($id: ID!) { game(id: $id) { ...Game } }",
    path=("game",),
)

GAMES: Final = Operation(
    text="""
        query Games($after: Cursor, $before: Cursor, $filter: GameFilter!, $first: Int, $fresh: Boolean!,
        $last: Int, $order: GameOrder!, $search: GameSearch, $variant: String) { games(after: $after, before:
        $before, filter: $filter, first: $first, fresh: $fresh, last: $last, order: $order, search: $search,
        variant: $variant) { edges { cursor node { ...GameSummary } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }
    """,
    path=("games",),
)

INVITATION: Final = Operation(
    text="""
        query Invitation($token: String!) { invitation(token: $token) { ...Invitation } }
    """,
    path=("invitation",),
)

LEADERBOARD: Final = Operation(
    text="""
        query Leaderboard($after: Cursor, $before: Cursor, $board: Board!, $first: Int, $fresh: Boolean!,
        $key: String, $last: Int, $ranked: Boolean, $variant: String!, $window: Window!) { leaderboard(after:
        $after, before: $before, board: $board, first: $first, fresh: $fresh, key: $key, last: $last, ranked:
        $ranked, variant: $variant, window: $window) { edges { cursor node { ...LeaderboardEntry } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }
    """,
    path=("leaderboard",),
)

LEGAL_MOVES: Final = Operation(
    text="query LegalMoves($game: ID!) { legalMoves(game: $game) { ...Offer } }",
    path=("legalMoves",),
)

ME: Final = Operation(
    text="query Me { me { ...Player } }",
    path=("me",),
)

MOMENTS: Final = Operation(
    text="""
        query Moments($after: Version!, $first: Int!, $game: ID!) { moments(after: $after, first: $first,
        game: $game) { ...Game } }
    """,
    path=("moments",),
)

NODE: Final = Operation(
    text="query Node($id: ID!) { node(id: $id) { ...Node } }",
    path=("node",),
)

PROFILE: Final = Operation(
    text="""
        query Profile($board: Board!, $fresh: Boolean!, $player: ID!, $variant: String!) { profile(board:
        $board, fresh: $fresh, player: $player, variant: $variant) { ...Profile } }
    """,
    path=("profile",),
)

PROFILE_GAMES: Final = Operation(
    text="""
        query ProfileGames($board: Board!, $fresh: Boolean!, $player: ID!, $variant: String!, $after: Cursor,
        $before: Cursor, $first: Int, $last: Int) { profile(board: $board, fresh: $fresh, player: $player,
        variant: $variant) { games(after: $after, before: $before, first: $first, last: $last) { edges {
        cursor node { ...ProfileGame } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }
    """,
    path=("profile", "games"),
)

PROFILE_HEAD_TO_HEAD: Final = Operation(
    text="""
        query ProfileHeadToHead($board: Board!, $fresh: Boolean!, $player: ID!, $variant: String!, $after:
        Cursor, $before: Cursor, $first: Int, $last: Int) { profile(board: $board, fresh: $fresh, player:
        $player, variant: $variant) { headToHead(after: $after, before: $before, first: $first, last: $last) {
        edges { cursor node { ...HeadToHead } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        } } }
    """,
    path=("profile", "headToHead"),
)

PROJECTIONS: Final = Operation(
    text="query Projections { projections { ...Projection } }",
    path=("projections",),
)

REPLAY: Final = Operation(
    text="""
        query Replay($game: ID!, $version: Version!) { replay(game: $game, version: $version) { ...Game } }
    """,
    path=("replay",),
)

REPLAY_SUGGESTION: Final = Operation(
    text="""
        query ReplaySuggestion($game: ID!, $seat: Int!, $version: Version!) { replaySuggestion(game: $game,
        seat: $seat, version: $version) { ...Move } }
    """,
    path=("replaySuggestion",),
)

SESSION: Final = Operation(
    text="query Session { session { ...Session } }",
    path=("session",),
)

STATISTICS: Final = Operation(
    text="""
        query Statistics($board: Board, $bucket: Bucket, $fresh: Boolean!, $machine: Boolean, $rows: Int!,
        $seats: Int, $since: Date, $until: Date, $variant: String!) { statistics(board: $board, bucket:
        $bucket, fresh: $fresh, machine: $machine, rows: $rows, seats: $seats, since: $since, until: $until,
        variant: $variant) { ...Statistics } }
    """,
    path=("statistics",),
)

SUGGESTION: Final = Operation(
    text="query Suggestion($game: ID!) { suggestion(game: $game) { ...Move } }",
    path=("suggestion",),
)

VARIANTS: Final = Operation(
    text="query Variants { variants { ...Variant } }",
    path=("variants",),
)

ACCEPT_INVITATION: Final = Operation(
    text="""
        mutation AcceptInvitation($input: AcceptInvitationInput!) { acceptInvitation(input: $input) {
        ...CommandResult } }
    """,
    path=("acceptInvitation",),
    once=True,
)

AUTOMATE_SEAT: Final = Operation(
    text="""
        mutation AutomateSeat($input: AutomateSeatInput!) { automateSeat(input: $input) { ...CommandResult } }
    """,
    path=("automateSeat",),
    once=True,
)

CLOSE_GAME: Final = Operation(
    text="""
        mutation CloseGame($input: CloseGameInput!) { closeGame(input: $input) { ...CommandResult } }
    """,
    path=("closeGame",),
    once=True,
)

CREATE_GAME: Final = Operation(
    text="""
        mutation CreateGame($input: CreateGameInput!) { createGame(input: $input) { ...CommandResult } }
    """,
    path=("createGame",),
    once=True,
)

CREATE_INVITATION_LINK: Final = Operation(
    text="""
        mutation CreateInvitationLink($input: CreateInvitationLinkInput!) { createInvitationLink(input:
        $input) { ...InvitationLinkResult } }
    """,
    path=("createInvitationLink",),
)

DECLINE_INVITATION: Final = Operation(
    text="""
        mutation DeclineInvitation($input: DeclineInvitationInput!) { declineInvitation(input: $input) {
        ...CommandResult } }
    """,
    path=("declineInvitation",),
    once=True,
)

DISCARD_CARDS: Final = Operation(
    text="""
        mutation DiscardCards($input: DiscardCardsInput!) { discardCards(input: $input) { ...CommandResult } }
    """,
    path=("discardCards",),
    once=True,
)

ERASE_ME: Final = Operation(
    text="mutation EraseMe { eraseMe { ...Erased } }",
    path=("eraseMe",),
)

FILL_SEATS: Final = Operation(
    text="""
        mutation FillSeats($input: FillSeatsInput!) { fillSeats(input: $input) { ...CommandResult } }
    """,
    path=("fillSeats",),
    once=True,
)

INVITE_PLAYER: Final = Operation(
    text="""
        mutation InvitePlayer($input: InvitePlayerInput!) { invitePlayer(input: $input) { ...CommandResult } }
    """,
    path=("invitePlayer",),
    once=True,
)

JOIN_GAME: Final = Operation(
    text="""
        mutation JoinGame($input: JoinGameInput!) { joinGame(input: $input) { ...CommandResult } }
    """,
    path=("joinGame",),
    once=True,
)

LEAVE_GAME: Final = Operation(
    text="""
        mutation LeaveGame($input: LeaveGameInput!) { leaveGame(input: $input) { ...CommandResult } }
    """,
    path=("leaveGame",),
    once=True,
)

PASS_TURN: Final = Operation(
    text="""
        mutation PassTurn($input: PassTurnInput!) { passTurn(input: $input) { ...CommandResult } }
    """,
    path=("passTurn",),
    once=True,
)

PLACE_BID: Final = Operation(
    text="""
        mutation PlaceBid($input: PlaceBidInput!) { placeBid(input: $input) { ...CommandResult } }
    """,
    path=("placeBid",),
    once=True,
)

PLAY_CARD: Final = Operation(
    text="""
        mutation PlayCard($input: PlayCardInput!) { playCard(input: $input) { ...CommandResult } }
    """,
    path=("playCard",),
    once=True,
)

PLAY_CARDS: Final = Operation(
    text="""
        mutation PlayCards($input: PlayCardsInput!) { playCards(input: $input) { ...CommandResult } }
    """,
    path=("playCards",),
    once=True,
)

QUEUE_PASS: Final = Operation(
    text="""
        mutation QueuePass($input: QueuePassInput!) { queuePass(input: $input) { ...CommandResult } }
    """,
    path=("queuePass",),
    once=True,
)

REMOVE_PLAYER: Final = Operation(
    text="""
        mutation RemovePlayer($input: RemovePlayerInput!) { removePlayer(input: $input) { ...CommandResult } }
    """,
    path=("removePlayer",),
    once=True,
)

RENAME: Final = Operation(
    text="""
        mutation Rename($input: RenameInput!) { rename(input: $input) { ...RenameResult } }
    """,
    path=("rename",),
)

SELECT_TRUMP: Final = Operation(
    text="""
        mutation SelectTrump($input: SelectTrumpInput!) { selectTrump(input: $input) { ...CommandResult } }
    """,
    path=("selectTrump",),
    once=True,
)

SIGN_IN: Final = Operation(
    text="""
        mutation SignIn($input: SignInInput!) { signIn(input: $input) { ...SignInResult } }
    """,
    path=("signIn",),
)

START_GAME: Final = Operation(
    text="""
        mutation StartGame($input: StartGameInput!) { startGame(input: $input) { ...CommandResult } }
    """,
    path=("startGame",),
    once=True,
)

UNQUEUE_PASS: Final = Operation(
    text="""
        mutation UnqueuePass($input: UnqueuePassInput!) { unqueuePass(input: $input) { ...CommandResult } }
    """,
    path=("unqueuePass",),
    once=True,
)

WITHDRAW_INVITATION: Final = Operation(
    text="""
        mutation WithdrawInvitation($input: WithdrawInvitationInput!) { withdrawInvitation(input: $input) {
        ...CommandResult } }
    """,
    path=("withdrawInvitation",),
    once=True,
)

GAME_EVENTS: Final = Operation(
    text="""
        subscription GameEvents($after: Version!, $game: ID!) { gameEvents(after: $after, game: $game) {
        ...GameEvent } }
    """,
    path=("gameEvents",),
)

LEADERBOARD_CHANGED: Final = Operation(
    text="""
        subscription LeaderboardChanged($board: Board!, $variant: String!, $window: Window!) {
        leaderboardChanged(board: $board, variant: $variant, window: $window) { ...LeaderboardChange } }
    """,
    path=("leaderboardChanged",),
)

LOBBY: Final = Operation(
    text="""
        subscription Lobby($variant: String) { lobby(variant: $variant) { ...LobbyChange } }
    """,
    path=("lobby",),
)
