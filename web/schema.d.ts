// Made from docs/schema.graphql; web/README.md says how.

export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A card: a rank of `23456789TJQKA` and a suit of `HCSD` (`5H`, `TS`), `JOKER`, or `??` for a card that you may not see. Input is never `??`. */
  Card: { input: string; output: string; }
  /** An opaque position in a list or a subscription. It is valid only where it comes from: for that list in that order, or for your subscription. Its content may change. */
  Cursor: { input: string; output: string; }
  /** A calendar day, `2026-11-20`, from midnight to midnight in UTC. */
  Date: { input: string; output: string; }
  /** A time by RFC 3339. Output is in UTC with six decimals, `2026-11-20T18:03:07.123456Z`, so that texts sort by time. Input may have any offset from UTC and up to six significant decimals, but needs `Z` or an offset. */
  DateTime: { input: string; output: string; }
  /** A step into an input: the name of an argument or a field, as a string, or the index of an item in a list, as an integer from 0. It is never an input. */
  PathSegment: { input: string | number; output: string | number; }
  /** The position of an event in the log of all games: an integer from 1 to 2^53 − 1, without gaps; 0 is before the first event. */
  Position: { input: number; output: number; }
  /** The version of a game, which is its number of events: an integer from 0 to 2^53 − 1, without gaps. */
  Version: { input: number; output: number; }
};

/** A seat withdrew its vote to abandon the game. */
export type AbandonVoteWithdrawn = {
  __typename: 'AbandonVoteWithdrawn';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A seat voted to abandon the game, which is closed when all people who play have voted. All votes end when a seat is handed to the machine or taken back. */
export type AbandonVoted = {
  __typename: 'AbandonVoted';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The mutation `acceptInvitationLink` was carried out. */
export type AcceptInvitationLinkAccepted = {
  __typename: 'AcceptInvitationLinkAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Take the next free seat with an invitation link from a seated player, even in a private game. */
export type AcceptInvitationLinkInput = {
  /** An id of your choice for this command. A repeat with the same id returns the first result again. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The code of the invitation, or the token of an older link. */
  token: Scalars['String']['input'];
};

/** The result of `acceptInvitationLink`: accepted, or refused with a reason. */
export type AcceptInvitationLinkPayload = AcceptInvitationLinkAccepted | AlreadySeated | CommandIdReused | ConfusableName | GameAlreadyStarted | GameFull | GameIsOver | InvalidInvitationLink | RemovedFromGame | SeatsAreClosed | TooBusy | UnknownGame | UnknownRules | VersionConflict;

/** The visibility of a game: public or by invitation only. */
export type Access =
  /** Only invited players may join or watch the game; for all others it does not exist. */
  | 'PRIVATE'
  /** Anyone may watch the game, and join while a seat is free. */
  | 'PUBLIC';

/** The account belongs to another player, as whom you sign in with it. */
export type AccountHasPlayer = {
  __typename: 'AccountHasPlayer';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The activity on the server. */
export type Activity = {
  __typename: 'Activity';
  /** The number of different people who made a move; null by the hour, for which it is not counted. */
  activePlayers: Maybe<Scalars['Int']['output']>;
  /** The start of the period; null without periods. */
  begins: Maybe<Scalars['DateTime']['output']>;
  /** The number of games created. */
  created: Scalars['Int']['output'];
  /** The number of games won or closed. */
  ended: Scalars['Int']['output'];
  /** The number of these moves that machine players made. */
  machineMoves: Scalars['Int']['output'];
  /** The number of moves. */
  moves: Scalars['Int']['output'];
  /** The number of games started. */
  started: Scalars['Int']['output'];
};

/** The machine already plays this seat. */
export type AlreadyAutomated = {
  __typename: 'AlreadyAutomated';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The seat. */
  seat: Scalars['Int']['output'];
};

/** The player is already invited. */
export type AlreadyInvited = {
  __typename: 'AlreadyInvited';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The player. */
  player: Player;
};

/** You are linked to an account of an identity provider already. */
export type AlreadyLinked = {
  __typename: 'AlreadyLinked';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** You have already passed in this round. */
export type AlreadyPassed = {
  __typename: 'AlreadyPassed';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The seat. */
  seat: Scalars['Int']['output'];
};

/** The player already has a seat in this game. */
export type AlreadySeated = {
  __typename: 'AlreadySeated';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The player. */
  player: Player;
};

/** You have already voted to abandon the game. */
export type AlreadyVoted = {
  __typename: 'AlreadyVoted';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The seat. */
  seat: Scalars['Int']['output'];
};

/** How complete a result is. It is computed from records that follow the log of all games, as a rule within a fraction of a second. */
export type AsOf = {
  __typename: 'AsOf';
  /** Whether the result includes all that happened until a minute ago. */
  current: Scalars['Boolean']['output'];
  /** The hour, in UTC, before whose beginning nothing is missing; null if the result is current, and if the hour cannot be told. */
  hour: Maybe<Scalars['DateTime']['output']>;
  /** Whether the records are being built anew. Until they are complete, the result is computed from the former ones, which still follow the log. */
  rebuilding: Scalars['Boolean']['output'];
  /** Whether the records do not follow the log any more, until an operator mends them. */
  stopped: Scalars['Boolean']['output'];
};

/** The mutation `automateSeat` was carried out. */
export type AutomateSeatAccepted = {
  __typename: 'AutomateSeatAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Hand your seat to the machine; the game counts as lost for you unless you take the seat back. The organizer may also hand over the seat of an absent player. */
export type AutomateSeatInput = {
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
  /** The level at which the machine plays the seat while a person is left in the game. */
  level?: MachineLevel;
  /** The player whose seat to hand over; the default is you. */
  player?: InputMaybe<Scalars['ID']['input']>;
};

/** The result of `automateSeat`: accepted, or refused with a reason. */
export type AutomateSeatPayload = AlreadyAutomated | AutomateSeatAccepted | CommandIdReused | GameIsOver | LevelNotAvailable | NoMachinePlayer | NotSeated | NotYourSeat | PlayerIsPresent | TooBusy | UnknownGame | UnknownRules | VersionConflict;

/** The reason why a seat was handed to the machine. */
export type AutomationReason =
  /** The organizer handed over the seat, because its player was absent. */
  | 'ABSENT'
  /** The seat's clock ran out as many times in a row as the options allow. */
  | 'CLOCK'
  /** The seat's player was erased. */
  | 'ERASED'
  /** An operator of the server removed the seat's player from the game. */
  | 'KICKED'
  /** The seat's player handed it over. */
  | 'OWN_CHOICE'
  /** The seat's player resigned, or its clock ran out in a game in which that is to resign. */
  | 'RESIGNED';

/** Points that a seat scored. */
export type Award = {
  __typename: 'Award';
  /** The points; negative for a bid that was not made. */
  points: Scalars['Int']['output'];
  /** The seat. */
  seat: Scalars['Int']['output'];
  /** The trick that earned the points; null when no single trick did. */
  trick: Maybe<Scalars['Int']['output']>;
};

/** A ban in force, of a player or of an address. */
export type Ban = {
  __typename: 'Ban';
  /** The banned address or network, such as `203.0.113.0/24`; null for the ban of a player. */
  address: Maybe<Scalars['String']['output']>;
  /** The time of the ban. */
  at: Scalars['DateTime']['output'];
  /** Identifies the ban, for `liftBan`. */
  key: Scalars['ID']['output'];
  /** The operator; null for the command line. */
  operator: Maybe<Player>;
  /** The banned player; null for the ban of an address. */
  player: Maybe<Player>;
  /** The reason, which a banned player is told; null once the player is erased. */
  reason: Maybe<Scalars['String']['output']>;
  /** The time at which the ban ends; null for a ban without an end. */
  until: Maybe<Scalars['DateTime']['output']>;
};

/** The address is banned: requests from it are refused and its connections end. */
export type BanAddressAccepted = {
  __typename: 'BanAddressAccepted';
  /** The ban; null if it has ended by now. */
  ban: Maybe<Ban>;
  /** The entry in the audit trail. */
  entry: ModerationEntry;
};

/** Ban an address. */
export type BanAddressInput = {
  /** An IP address, or a network such as `203.0.113.0/24`: at most /16, for IPv6 /32. Of an IPv6 address, its /64 network is banned. */
  address: Scalars['String']['input'];
  /** An id of your choice for this action, unique among your actions. A repeat with the same id changes nothing and returns the first entry again. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The reason, for the audit trail: 1 to 500 characters. */
  reason: Scalars['String']['input'];
  /** The time at which the ban ends; without an end when omitted. */
  until?: InputMaybe<Scalars['DateTime']['input']>;
};

/** The result of `banAddress`: accepted, or refused with a reason. */
export type BanAddressPayload = BanAddressAccepted | CannotBanYourself | CommandIdReused | InvalidAddress | InvalidReason | InvalidUntil;

/** A page of a list. */
export type BanConnection = {
  __typename: 'BanConnection';
  /** The items of the page, each with its cursor. */
  edges: Array<BanEdge>;
  /** The items of the page. */
  nodes: Array<Ban>;
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, exact up to 10,000. It is read after the page, so a list that changes meanwhile may have other items by then. Null beside an error, when the list cannot be counted. */
  totalCount: Maybe<TotalCount>;
};

/** An item of a list, with its cursor. */
export type BanEdge = {
  __typename: 'BanEdge';
  /** The cursor of the item; pass it as `after` or `before` to continue from here. */
  cursor: Scalars['Cursor']['output'];
  /** The item. */
  node: Ban;
};

/** The player is banned: its requests are refused and its connections end. */
export type BanPlayerAccepted = {
  __typename: 'BanPlayerAccepted';
  /** The ban; null if it has ended by now. */
  ban: Maybe<Ban>;
  /** The entry in the audit trail. */
  entry: ModerationEntry;
};

/** Ban a player. */
export type BanPlayerInput = {
  /** An id of your choice for this action, unique among your actions. A repeat with the same id changes nothing and returns the first entry again. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** Whether the player also leaves its games, as by `kickPlayer`; otherwise it keeps its seats, which their clocks decide. */
  leaveGames?: Scalars['Boolean']['input'];
  /** The player to ban. */
  player: Scalars['ID']['input'];
  /** The reason, for the audit trail and for the player: 1 to 500 characters. */
  reason: Scalars['String']['input'];
  /** The time at which the ban ends; without an end when omitted. */
  until?: InputMaybe<Scalars['DateTime']['input']>;
};

/** The result of `banPlayer`: accepted, or refused with a reason. */
export type BanPlayerPayload = BanPlayerAccepted | CannotBanYourself | CommandIdReused | InvalidReason | InvalidUntil | PlayerIsOperator | UnknownPlayer;

/** You have already bid, and cannot change your bid. */
export type BidAlreadyCommitted = {
  __typename: 'BidAlreadyCommitted';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The seat. */
  seat: Scalars['Int']['output'];
};

/** A seat made a secret bid; only the fact that it bid is public. */
export type BidCommitted = {
  __typename: 'BidCommitted';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The number of tricks bid; null for other viewers, who learn it from `BidsRevealed`. */
  committedAmount: Maybe<Scalars['Int']['output']>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** This bid cannot be placed now. */
export type BidNotAvailable = {
  __typename: 'BidNotAvailable';
  /** The amount that was bid. */
  amount: Scalars['Int']['output'];
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The amounts that could be bid. */
  available: Array<Scalars['Int']['output']>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** Any of these bids may be placed. */
export type BidOffer = {
  __typename: 'BidOffer';
  /** The amounts in ascending order. */
  amounts: Array<Scalars['Int']['output']>;
  /** The individual moves; each of them would be accepted. */
  moves: Array<Move>;
  /** The name of the mutation for the moves. */
  mutation: Scalars['String']['output'];
};

/** Outcome of a seat's bid, decided when its round is scored. */
export type BidOutcome =
  /** The seat did not make its bid. */
  | 'FAILED'
  /** The seat made its bid. */
  | 'MADE'
  /** The seat had no bid that counted. */
  | 'NONE';

/** A seat placed a bid. */
export type BidPlaced = {
  __typename: 'BidPlaced';
  /** The amount of the bid. */
  amount: Scalars['Int']['output'];
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The success of bids of an amount in a seat. */
export type BidSuccess = {
  __typename: 'BidSuccess';
  /** The amount of the bid. */
  amount: Scalars['Int']['output'];
  /** The first day of the period, in UTC; null without periods. */
  begins: Maybe<Scalars['Date']['output']>;
  /** The number of bids that counted when their rounds were scored. */
  bids: Scalars['Int']['output'];
  /** The number of these bids that were made. */
  made: Scalars['Int']['output'];
  /** The share of these bids that were made, from 0 to 1; null without bids. */
  rate: Maybe<Scalars['Float']['output']>;
  /** The seat of the bidder, from 0 clockwise. */
  seat: Scalars['Int']['output'];
};

/** The frequency of a number of tricks after a bid of an amount. */
export type BidTricks = {
  __typename: 'BidTricks';
  /** The amount of the bid. */
  amount: Scalars['Int']['output'];
  /** The average points; null without bids. */
  averagePoints: Maybe<Scalars['Float']['output']>;
  /** The first day of the period, in UTC; null without periods. */
  begins: Maybe<Scalars['Date']['output']>;
  /** The number of such bids that took this many tricks. */
  bids: Scalars['Int']['output'];
  /** The sum of the points scored. */
  points: Scalars['Int']['output'];
  /** The share of the bids of this amount, from 0 to 1; null without bids. */
  share: Maybe<Scalars['Float']['output']>;
  /** The number of tricks taken. */
  tricks: Scalars['Int']['output'];
};

/** The bidding ended, and a seat won it with the highest bid. */
export type BidWon = {
  __typename: 'BidWon';
  /** The winning bid. */
  amount: Scalars['Int']['output'];
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** All bids of the round were revealed. */
export type BidsRevealed = {
  __typename: 'BidsRevealed';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The bid of each seat, in seat order. */
  bids: Array<Scalars['Int']['output']>;
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** True if the rules prescribed the bids. */
  forced: Scalars['Boolean']['output'];
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A seat was dealt a hand that only the other players can see. */
export type BlindHandDealt = {
  __typename: 'BlindHandDealt';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The cards in the order in which they were dealt. */
  cards: Array<Scalars['Card']['output']>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The number of the latest shuffle that any of the cards comes from. */
  shuffle: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The group of games that are counted together. */
export type Board =
  /** Games in which machines played all seats from the start to the end; they have statistics only. */
  | 'MACHINES'
  /** Games in which a machine player had a seat, and a person played another one. */
  | 'MIXED'
  /** Games in which no machine player had a seat. */
  | 'PEOPLE'
  /** Games of PEOPLE in which an identity provider vouched for every player, so no guest played. */
  | 'VOUCHED';

/** The length of the periods by which rows are grouped; periods begin and end in UTC. */
export type Bucket =
  /** A calendar day. */
  | 'DAY'
  /** An hour; only activity is counted by the hour. */
  | 'HOUR'
  /** A calendar month. */
  | 'MONTH'
  /** A quarter of the year, beginning in January, April, July or October. */
  | 'SEASON'
  /** A week from Monday to Sunday. */
  | 'WEEK'
  /** A calendar year. */
  | 'YEAR';

/** You no longer look for a game of the variant. */
export type CancelSeekAccepted = {
  __typename: 'CancelSeekAccepted';
  /** Your other seeks. */
  seeks: Array<Seek>;
  /** Whether there was a seek; false if it has led to a game meanwhile, or there was none. */
  wasOpen: Scalars['Boolean']['output'];
};

/** Stop looking for a game. */
export type CancelSeekInput = {
  /** The name of the variant. */
  variant: Scalars['String']['input'];
};

/** The result of `cancelSeek`: accepted, or refused with a reason. */
export type CancelSeekPayload = CancelSeekAccepted | UnknownVariant;

/** You cannot ban yourself, nor the address that you have now. */
export type CannotBanYourself = {
  __typename: 'CannotBanYourself';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** You cannot mute yourself. */
export type CannotMuteYourself = {
  __typename: 'CannotMuteYourself';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** You cannot remove yourself from a game; leave it instead. */
export type CannotRemoveYourself = {
  __typename: 'CannotRemoveYourself';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The card is not in your hand. */
export type CardNotHeld = {
  __typename: 'CardNotHeld';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The card. */
  card: Scalars['Card']['output'];
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The order of the cards at this moment, as the rules judge them. Lists that a game has no use for are empty. */
export type CardOrder = {
  __typename: 'CardOrder';
  /** The ranks that may be played whatever lies on the table. */
  alwaysPlayable: Array<Rank>;
  /** The trumps that nobody can hold any more, as everyone has seen: played, turned up or put aside. */
  gone: Array<Scalars['Card']['output']>;
  /** The ranks from highest to lowest, in games in which the suit does not matter. */
  ranks: Array<Rank>;
  /** The other cards by suit, each suit from highest to lowest. In a trick only the suit that was led counts. Before the trump suit is known, each suit has the order that it has while another suit is trump. */
  suits: Array<Array<Scalars['Card']['output']>>;
  /** The trumps, from highest to lowest: each beats those after it, and all other cards. Before the trump suit is known, only the cards that are trumps in any case. */
  trumps: Array<Scalars['Card']['output']>;
};

/** A seat played a card to the trick. */
export type CardPlayed = {
  __typename: 'CardPlayed';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The card. */
  card: Scalars['Card']['output'];
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The same card was named more than once. */
export type CardRepeated = {
  __typename: 'CardRepeated';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The card. */
  card: Scalars['Card']['output'];
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** A seat discarded cards from its hand; the number of cards is public. */
export type CardsDiscarded = {
  __typename: 'CardsDiscarded';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The cards that were discarded. */
  cards: Array<Scalars['Card']['output']>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The number of the latest shuffle that any of the cards comes from. */
  shuffle: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A seat drew cards from the stock; the number of cards is public. */
export type CardsDrawn = {
  __typename: 'CardsDrawn';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The cards in the order in which they were drawn. */
  cards: Array<Scalars['Card']['output']>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The number of the latest shuffle that any of the cards comes from. */
  shuffle: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A seat played cards of equal value. */
export type CardsPlayed = {
  __typename: 'CardsPlayed';
  /** True if the seat plays again. */
  again: Scalars['Boolean']['output'];
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** True if this is the four of clubs that opens the game automatically. */
  automatic: Scalars['Boolean']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The cards. */
  cards: Array<Scalars['Card']['output']>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The cards of a play must be of equal value. */
export type CardsUnequal = {
  __typename: 'CardsUnequal';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The cards. */
  cards: Array<Scalars['Card']['output']>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** A statement of the server about its log: how many events it had, and a hash of them all. It is signed at fixed times. Who keeps one can later see whether the server has changed anything before it. */
export type Checkpoint = {
  __typename: 'Checkpoint';
  /** The signed note: https://c2sp.org/tlog-checkpoint. */
  note: Scalars['String']['output'];
  /** The time at which this size was signed first. */
  signedAt: Scalars['DateTime']['output'];
  /** The number of events in the log. */
  size: Scalars['Position']['output'];
};

/** A seat's clock started, because it is newly the seat's turn. */
export type ClockStarted = {
  __typename: 'ClockStarted';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** Milliseconds in the seat's bank when the clock started; 0 for a clock without a bank. */
  bank: Scalars['Int']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The time by which the seat must move, its bank included. */
  deadline: Scalars['DateTime']['output'];
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A seat's clock stopped: the seat moved, or the machine took it over. */
export type ClockStopped = {
  __typename: 'ClockStopped';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** Milliseconds left in the seat's bank, with the increment if the seat has moved. */
  bank: Scalars['Int']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The mutation `closeGame` was carried out. */
export type CloseGameAccepted = {
  __typename: 'CloseGameAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Close a game before its end, without a result; only operators of the server may do this. */
export type CloseGameInput = {
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
  /** The reason, for the audit trail: 1 to 500 characters. */
  reason?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `closeGame`: accepted, or refused with a reason. */
export type CloseGamePayload = CloseGameAccepted | CommandIdReused | GameIsOver | InvalidReason | TooBusy | UnknownGame | UnknownRules | VersionConflict;

/** The reason why a game was closed before its end. */
export type CloseReason =
  /** All people at the table agreed to abandon the game. */
  | 'ABANDONED'
  /** An operator of the server closed the game. */
  | 'CLOSED_BY_OPERATOR'
  /** The last player left before the start. */
  | 'EVERYONE_LEFT'
  /** Nobody was at the table for the time that its options allow, and the game had not started. */
  | 'LOBBY_EXPIRED'
  /** Nobody came back to the game for 14 days. */
  | 'NOBODY_RETURNED'
  /** A player was erased: no machine player can take over the seat, or nobody is left to start the game. */
  | 'PLAYER_ERASED';

/** The command was carried out and its events are stored permanently. */
export type CommandAccepted = AcceptInvitationLinkAccepted | AutomateSeatAccepted | CloseGameAccepted | CommitSeedAccepted | CreateGameAccepted | DeclineInvitationAccepted | DiscardCardsAccepted | FillSeatsAccepted | InvitePlayerAccepted | JoinGameAccepted | KickPlayerAccepted | LeaveGameAccepted | PassTurnAccepted | PlaceBidAccepted | PlayCardAccepted | PlayCardsAccepted | QueuePassAccepted | ReclaimSeatAccepted | RematchAccepted | RemovePlayerAccepted | ResignAccepted | RevealSeedAccepted | SelectTrumpAccepted | StartGameAccepted | UnqueuePassAccepted | VoteToAbandonAccepted | WithdrawInvitationAccepted | WithdrawVoteAccepted;

/** This command id belongs to another command of yours. */
export type CommandIdReused = {
  __typename: 'CommandIdReused';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The id of the command. */
  commandId: Scalars['ID']['output'];
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The mutation `commitSeed` was carried out. */
export type CommitSeedAccepted = {
  __typename: 'CommitSeedAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Commit to a seed of yours for all shuffles of the game, before the seats close. */
export type CommitSeedInput = {
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** SHA-256, in hexadecimal, over `deal/v1 seed`, foot, your id and the seed, joined by single blanks. */
  commitment: Scalars['String']['input'];
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** The result of `commitSeed`: accepted, or refused with a reason. */
export type CommitSeedPayload = CommandIdReused | CommitSeedAccepted | GameAlreadyStarted | GameIsOver | InvalidCommitment | NotSeated | SeatsAreClosed | SeedsNotSupported | TooBusy | UnknownGame | UnknownRules | VersionConflict;

/** The condition of a projection. */
export type Condition =
  /** It is behind the log and is catching up. */
  | 'CATCHING_UP'
  /** It follows the log. */
  | 'FOLLOWING'
  /** No process keeps it up to date. */
  | 'IDLE'
  /** It is being rebuilt; readers still use the old rows. */
  | 'REBUILDING'
  /** It failed and will be retried automatically. */
  | 'RETRYING'
  /** It is stopped by an event that it cannot fold. */
  | 'STOPPED';

/** Your name can be confused with that of another player at the table; `rename` changes it. */
export type ConfusableName = {
  __typename: 'ConfusableName';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** Your name, or the name that you asked for. */
  name: Scalars['String']['output'];
  /** The other player's name. */
  other: Scalars['String']['output'];
};

/** The frequency and success of highest bids of an amount. */
export type ContractSuccess = {
  __typename: 'ContractSuccess';
  /** The amount of the highest bid. */
  amount: Scalars['Int']['output'];
  /** The first day of the period, in UTC; null without periods. */
  begins: Maybe<Scalars['Date']['output']>;
  /** The number of these rounds in which the bid was made. */
  made: Scalars['Int']['output'];
  /** The share of the rounds with this highest bid in which it was made, from 0 to 1; null without rounds. */
  rate: Maybe<Scalars['Float']['output']>;
  /** The number of rounds scored that were played for this bid. */
  rounds: Scalars['Int']['output'];
  /** The share of the rounds scored that had a highest bid, from 0 to 1; null without rounds. */
  share: Maybe<Scalars['Float']['output']>;
};

/** A code with which you can sign in on another device. */
export type CreateDeviceCodeAccepted = {
  __typename: 'CreateDeviceCodeAccepted';
  /** 10 letters in two groups, such as `BCDFG-HJKLM`, which work once. Whoever has the code can sign in as you: show it to nobody else. */
  deviceCode: Scalars['String']['output'];
  /** The time at which the code expires, 60 seconds after its creation. */
  expiresAt: Scalars['DateTime']['output'];
};

/** The result of `createDeviceCode`: accepted, or refused with a reason. */
export type CreateDeviceCodePayload = CreateDeviceCodeAccepted | OperatorToken | SignedInByProvider;

/** The mutation `createGame` was carried out. */
export type CreateGameAccepted = {
  __typename: 'CreateGameAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Create a game; the creator becomes its organizer and takes seat 0. */
export type CreateGameInput = {
  /** The players who may find and join the game. */
  access?: Access;
  /** An id of your choice for this command, unique among your commands for new games. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** Options by name; options that you omit have their defaults. */
  options?: Array<OptionInput>;
  /** The name of the variant to play. */
  variant: Scalars['String']['input'];
};

/** The result of `createGame`: accepted, or refused with a reason. */
export type CreateGamePayload = CommandIdReused | CreateGameAccepted | InvalidOption | OptionRepeated | TooBusy | TooManyOpenTables | UnknownOption | UnknownVariant;

/** The invitation by link is created. */
export type CreateInvitationLinkAccepted = {
  __typename: 'CreateInvitationLinkAccepted';
  /** The invitation. */
  invitationLink: InvitationLink;
};

/** Create an invitation by link. */
export type CreateInvitationLinkInput = {
  /** The game. */
  game: Scalars['ID']['input'];
};

/** The result of `createInvitationLink`: accepted, or refused with a reason. */
export type CreateInvitationLinkPayload = CreateInvitationLinkAccepted | GameAlreadyStarted | GameIsOver | NotSeated | SeatsAreClosed | UnknownGame | UnknownRules;

/** The public part of the deal by the protocol deal/v1, in which every player can add a seed to all shuffles. Hashes are SHA-256, in hexadecimal. */
export type Deal = {
  __typename: 'Deal';
  /** The hash of the foot and of each seat's player, commitment and seed; null before the start. */
  fingerprint: Maybe<Scalars['String']['output']>;
  /** The foot of the server's chain of links, fixed when the game was created. Commitments to seeds name it. */
  foot: Scalars['String']['output'];
  /** The hash of the foot, and of the player and commitment of each seat; null before the seats close. */
  roll: Maybe<Scalars['String']['output']>;
  /** The time from which any seated player can start the game without the missing seeds; null before the seats close. */
  seedsUntil: Maybe<Scalars['DateTime']['output']>;
};

/** The success of highest bids, by the bidder's distance from the dealer. */
export type DealerContracts = {
  __typename: 'DealerContracts';
  /** The amount of the highest bid. */
  amount: Scalars['Int']['output'];
  /** The first day of the period, in UTC; null without periods. */
  begins: Maybe<Scalars['Date']['output']>;
  /** The bidder's distance to the left of the dealer, in seats; 0 is the dealer. */
  fromDealer: Scalars['Int']['output'];
  /** The number of these rounds in which the bid was made. */
  made: Scalars['Int']['output'];
  /** The share of these rounds in which the bid was made, from 0 to 1; null without rounds. */
  rate: Maybe<Scalars['Float']['output']>;
  /** The number of rounds scored that were played for this bid. */
  rounds: Scalars['Int']['output'];
};

/** The points scored at a distance from the dealer. */
export type DealerPoints = {
  __typename: 'DealerPoints';
  /** The average points in a round that was scored; null without rounds. */
  averagePoints: Maybe<Scalars['Float']['output']>;
  /** The first day of the period, in UTC; null without periods. */
  begins: Maybe<Scalars['Date']['output']>;
  /** The distance to the left of the dealer, in seats; 0 is the dealer. */
  fromDealer: Scalars['Int']['output'];
  /** The sum of the points scored. */
  points: Scalars['Int']['output'];
  /** The number of rounds scored, counted once for each seat. */
  rounds: Scalars['Int']['output'];
};

/** A decision of a seat among several moves, made by its player or by the machine. Where very many moves are legal, only those that are worth a thought are compared, and the one that was made. */
export type DecisionReview = {
  __typename: 'DecisionReview';
  /** The move that is best by other deals than those of the values, so it is not the best by chance. Its value can be below that of another move. */
  best: ReviewedMove;
  /** The move that the seat made. */
  chosen: ReviewedMove;
  /** The value of the best move less the value of the chosen one. It is 0 if the difference is less than two standard errors, which may be chance. */
  loss: Scalars['Float']['output'];
  /** The moves with their values. */
  moves: Array<ReviewedMove>;
  /** The version before the move: `Game.at` shows the table at that moment. */
  version: Scalars['Version']['output'];
};

/** The deck is too small for the next deal, so played cards are reshuffled. */
export type DeckRanOut = {
  __typename: 'DeckRanOut';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The number of cards that the deal takes from the old deck before it continues from the new one. */
  dealt: Scalars['Int']['output'];
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A shuffle was revealed; anyone can check it against its commitment. */
export type DeckRevealed = {
  __typename: 'DeckRevealed';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The link of the server's chain from which the order follows, by deal/v1; null where none was used. */
  link: Maybe<Scalars['String']['output']>;
  /** The cards as they were shuffled, the top one first. */
  order: Array<Scalars['Card']['output']>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The salt of the commitment, in hexadecimal. */
  salt: Scalars['String']['output'];
  /** The number of the shuffle. */
  shuffle: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A deck was shuffled, and a commitment to its order was published. */
export type DeckShuffled = {
  __typename: 'DeckShuffled';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** SHA-256, in hexadecimal, over the order and the salt. */
  commitment: Scalars['String']['output'];
  /** The cards, the top one first; sealed until the shuffle is revealed. */
  order: Array<Scalars['Card']['output']>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** 32 bytes in hexadecimal; sealed, and therefore null, until the shuffle is revealed. */
  sealedSalt: Maybe<Scalars['String']['output']>;
  /** The shuffle's number in this game, from 0. */
  shuffle: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The mutation `declineInvitation` was carried out. */
export type DeclineInvitationAccepted = {
  __typename: 'DeclineInvitationAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Decline your invitation to a game. */
export type DeclineInvitationInput = {
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** The result of `declineInvitation`: accepted, or refused with a reason. */
export type DeclineInvitationPayload = CommandIdReused | DeclineInvitationAccepted | GameAlreadyStarted | GameIsOver | NotInvited | SeatsAreClosed | TooBusy | UnknownGame | UnknownRules | VersionConflict;

/** Threes were played and reversed the direction of play. */
export type DirectionReversed = {
  __typename: 'DirectionReversed';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** True if play now goes clockwise. */
  clockwise: Scalars['Boolean']['output'];
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** Discard cards from your hand and draw the same number. */
export type DiscardCards = {
  __typename: 'DiscardCards';
  /** The cards to discard; empty to keep the hand. */
  cards: Array<Scalars['Card']['output']>;
  /** The name of the mutation for the move. */
  mutation: Scalars['String']['output'];
};

/** The mutation `discardCards` was carried out. */
export type DiscardCardsAccepted = {
  __typename: 'DiscardCardsAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Discard cards from your hand and draw the same number. */
export type DiscardCardsInput = {
  /** The cards to discard; empty to keep the hand. */
  cards: Array<Scalars['Card']['input']>;
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** The result of `discardCards`: accepted, or refused with a reason. */
export type DiscardCardsPayload = CardNotHeld | CardRepeated | CommandIdReused | DiscardCardsAccepted | GameIsOver | GameNotStarted | MoveNotInGame | NotSeated | NotYourTurn | SeatIsAutomated | TooBusy | UnknownGame | UnknownRules | VersionConflict | WrongPhase;

/** Any subset of these cards may be discarded, including none and all of them. */
export type DiscardOffer = {
  __typename: 'DiscardOffer';
  /** The cards. */
  anySubsetOf: Array<Scalars['Card']['output']>;
  /** The individual moves; each of them would be accepted. */
  moves: Array<Move>;
  /** The name of the mutation for the moves. */
  mutation: Scalars['String']['output'];
};

/** All of your sessions but this one have ended. */
export type EndOtherSessionsAccepted = {
  __typename: 'EndOtherSessionsAccepted';
  /** Your sessions that have not ended, as in `me.sessions`. Null beside an error, when they cannot be read. */
  sessions: Maybe<Array<PlayerSession>>;
};

/** The result of `endOtherSessions`: accepted, or refused with a reason. */
export type EndOtherSessionsPayload = EndOtherSessionsAccepted | SignedInByProvider;

/** The reason why a game ended. */
export type EndReason =
  /** Only one player still held cards. */
  | 'ONE_LEFT'
  /** All rounds of the game were played. */
  | 'ROUNDS_PLAYED'
  /** A player reached the target score. */
  | 'TARGET_REACHED';

/** The session has ended. */
export type EndSessionAccepted = {
  __typename: 'EndSessionAccepted';
  /** Your sessions that have not ended, as in `me.sessions`. Null beside an error, when they cannot be read. */
  sessions: Maybe<Array<PlayerSession>>;
};

/** End one of your sessions. */
export type EndSessionInput = {
  /** The session's id, from `me.sessions`. */
  session: Scalars['ID']['input'];
};

/** The result of `endSession`: accepted, or refused with a reason. */
export type EndSessionPayload = EndSessionAccepted | UnknownSession;

/** You are erased: your name and your identity at the identity provider are deleted, and your tokens are invalid. The games that you have finished do not change. A machine player takes over your seats in games under way, which count as lost for you; you leave games that have not started. */
export type EraseMeAccepted = {
  __typename: 'EraseMeAccepted';
  /** You, as others see you from now on. */
  player: Player;
};

/** The result of `eraseMe`: accepted, or refused with a reason. */
export type EraseMePayload = EraseMeAccepted | UnknownPlayer;

/** An event that a read model cannot apply. */
export type FailedEvent = {
  __typename: 'FailedEvent';
  /** The event's position in the log. */
  position: Scalars['Position']['output'];
  /** The type of the event; null when it is not known. */
  type: Maybe<Scalars['String']['output']>;
};

/** The mutation `fillSeats` was carried out. */
export type FillSeatsAccepted = {
  __typename: 'FillSeatsAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Fill free seats with machine players; only the organizer may do this. */
export type FillSeatsInput = {
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The number of seats to fill; all free seats when omitted. */
  count?: InputMaybe<Scalars['Int']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
  /** The level at which the machine players play. */
  level?: MachineLevel;
};

/** The result of `fillSeats`: accepted, or refused with a reason. */
export type FillSeatsPayload = CommandIdReused | FillSeatsAccepted | GameAlreadyStarted | GameFull | GameIsOver | InvalidCount | LevelNotAvailable | NoMachinePlayer | NotOrganizer | SeatsAreClosed | TooBusy | TooManyMachineGames | UnknownGame | UnknownRules | VersionConflict;

/** The player has another name, and may not take the old one again. */
export type ForceRenameAccepted = {
  __typename: 'ForceRenameAccepted';
  /** The entry in the audit trail. */
  entry: ModerationEntry;
  /** The player, with its new name. */
  player: Player;
};

/** Give a player another name. */
export type ForceRenameInput = {
  /** An id of your choice for this action, unique among your actions. A repeat with the same id changes nothing and returns the first entry again. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The new name; a neutral one is made up when omitted. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The time from which the player may change the name; at once when omitted. */
  nameFixedUntil?: InputMaybe<Scalars['DateTime']['input']>;
  /** The player to rename. */
  player: Scalars['ID']['input'];
  /** The reason, for the audit trail: 1 to 500 characters. */
  reason: Scalars['String']['input'];
};

/** The result of `forceRename`: accepted, or refused with a reason. */
export type ForceRenamePayload = CommandIdReused | ConfusableName | ForceRenameAccepted | InvalidName | InvalidReason | InvalidUntil | UnknownPlayer;

/** A game as you may see it. */
export type Game = {
  __typename: 'Game';
  /** The players who may find and join the game. */
  access: Access;
  /** The game as it stood at a version. Null beside an error, when the game has no such version. */
  at: Maybe<GameMoment>;
  /** The time at which the game was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The public part of the deal, to which players can add seeds; null in games created before that. */
  deal: Maybe<Deal>;
  /** The time at which the game was won or closed; null before. */
  endedAt: Maybe<Scalars['DateTime']['output']>;
  /** The events of the game up to now, as you may see them. Null beside an error, when it cannot be read. */
  events: Maybe<GameEventConnection>;
  /** The `suggestion` with the reason for it; null when it is not your turn. Null beside an error, when the game has no machine player. */
  hint: Maybe<Hint>;
  /** The id, which never changes. */
  id: Scalars['ID']['output'];
  /** The invited players who have not answered yet. */
  invited: Array<Player>;
  /** The moves that you may make at this version; each offer stands for exactly the moves that would be accepted. Empty when it is not your turn. */
  legalMoves: Array<Offer>;
  /** The number of events up to the end of the game, by which searches and orders compare games; the `version` until then. Reveals of shuffles follow the end, so that `version` can be greater. */
  length: Scalars['Int']['output'];
  /** How much of each seat's result was luck of the deals, in the order of the seats. Empty in private games, and until the game is won. Null beside an error, when it cannot be read. */
  luck: Maybe<Array<SeatLuck>>;
  /** How complete the records are that `luck` reads. Null beside an error, when it cannot be read. */
  luckAsOf: Maybe<AsOf>;
  /** The maximum number of players. */
  maxPlayers: Scalars['Int']['output'];
  /** The game after each of the next events: 20 events by default, and at most 25. Null beside an error, when the game has no such version. */
  moments: Maybe<Array<GameMoment>>;
  /** All options of the variant with their values. */
  options: Array<OptionSetting>;
  /** The player who created the game or took over from its creator; null when all players have left. */
  organizer: Maybe<Player>;
  /** Whether the game waits for a person to return, after the clock of the last one who plays ran out. */
  paused: Scalars['Boolean']['output'];
  /** The seated players, in the order of the seats. */
  players: Array<Player>;
  /** The proof that the game is in the log, up to its last event; null until the game is over and in a checkpoint, which takes a minute. */
  proof: Maybe<GameProof>;
  /** The changes of the ratings of the people at the table, in the order of the seats. Empty in private games, in games without a result, and until the game is over and counted. Null beside an error, when it cannot be read. */
  ratingChanges: Maybe<Array<RatingChange>>;
  /** The rematch of the game; null while there is none, and when you may not see it. */
  rematch: Maybe<Game>;
  /** The game of which this one is the rematch; null for a game that is no rematch, and when you may not see that game. */
  rematchOf: Maybe<Game>;
  /** The result; null before the game has ended, and when it was closed. */
  result: Maybe<Result>;
  /** The review of a seat in a game that is over. It is computed when it is first asked for, which takes seconds, and follows from the game's events and its id: everyone gets the same numbers. Decisions and deals about which you may still not see all that the seat knew are left out. Null beside an error, when the game is not over, has no such seat, or is of a variant in which no machine player searches; also when too many reviews are being computed. */
  review: Maybe<GameReview>;
  /** The occupied seats, from 0 clockwise. */
  seats: Array<Seat>;
  /** The series of rematches that the game belongs to; null for a game that is no rematch and has none. Null beside an error, when it cannot be read. */
  series: Maybe<Series>;
  /** The stage of the game. */
  stage: Stage;
  /** The time at which the game started; null before. */
  startedAt: Maybe<Scalars['DateTime']['output']>;
  /** The move that the machine player would make in your seat with your knowledge; null when it is not your turn. Null beside an error, when the game has no machine player. */
  suggestion: Maybe<Move>;
  /** The table; null before the game has started. */
  table: Maybe<Table>;
  /** What was said at the table in the last 30 days, the newest last: the last 50 phrases that you may see, but for those of players whom you have muted. Null beside an error, when it cannot be read. */
  talk: Maybe<Array<PhraseSaid>>;
  /** The variant. */
  variant: Variant;
  /** The version: the number of events of the game. */
  version: Scalars['Version']['output'];
  /** The winners; empty until the game is won. */
  winners: Array<Player>;
  /** Your seat; null if you have none. */
  you: Maybe<Scalars['Int']['output']>;
};


/** A game as you may see it. */
export type GameatArgs = {
  version: Scalars['Version']['input'];
};


/** A game as you may see it. */
export type GameeventsArgs = {
  after?: InputMaybe<Scalars['Cursor']['input']>;
  before?: InputMaybe<Scalars['Cursor']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** A game as you may see it. */
export type GameluckArgs = {
  upToDate?: Scalars['Boolean']['input'];
};


/** A game as you may see it. */
export type GameluckAsOfArgs = {
  upToDate?: Scalars['Boolean']['input'];
};


/** A game as you may see it. */
export type GamemomentsArgs = {
  after?: Scalars['Version']['input'];
  first?: Scalars['Int']['input'];
};


/** A game as you may see it. */
export type GameratingChangesArgs = {
  upToDate?: Scalars['Boolean']['input'];
};


/** A game as you may see it. */
export type GamereviewArgs = {
  after?: Scalars['Version']['input'];
  first?: Scalars['Int']['input'];
  seat: Scalars['Int']['input'];
};

/** The game has already started. */
export type GameAlreadyStarted = {
  __typename: 'GameAlreadyStarted';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The game was closed before its end. */
export type GameClosed = {
  __typename: 'GameClosed';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** Why the game was closed. */
  closeReason: CloseReason;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A page of a list. */
export type GameConnection = {
  __typename: 'GameConnection';
  /** The items of the page, each with its cursor. */
  edges: Array<GameEdge>;
  /** The items of the page. */
  nodes: Array<Game>;
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, exact up to 10,000. It is read after the page, so a list that changes meanwhile may have other items by then. Null beside an error, when the list cannot be counted. */
  totalCount: Maybe<TotalCount>;
};

/** A game was created; its variant, rules version and options never change. */
export type GameCreated = {
  __typename: 'GameCreated';
  /** The visibility of the game: public, or by invitation only. */
  access: Access;
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The foot of the server's chain of links, as in `Game.deal`; null in games from before this field. */
  deal: Maybe<Scalars['String']['output']>;
  /** What happens to the seats of missing players; null for a game that is no rematch. */
  missingPlayers: Maybe<MissingPlayers>;
  /** Every option of the variant with its value. */
  options: Array<OptionSetting>;
  /** The player who created the game. */
  organizer: Player;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The game of which this one is the rematch; null for a game that is no rematch. */
  rematchOfId: Maybe<Scalars['ID']['output']>;
  /** The version of the variant's rules that applies until the game ends. */
  rulesVersion: Scalars['Int']['output'];
  /** The first game of the series of rematches; null for a game that is no rematch. */
  seriesId: Maybe<Scalars['ID']['output']>;
  /** The variant. */
  variant: Variant;
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
  /** The time until which seats of a rematch are reserved; null for a game that is no rematch. */
  waitsUntil: Maybe<Scalars['DateTime']['output']>;
};

/** An item of a list, with its cursor. */
export type GameEdge = {
  __typename: 'GameEdge';
  /** The cursor of the item; pass it as `after` or `before` to continue from here. */
  cursor: Scalars['Cursor']['output'];
  /** The item. */
  node: Game;
};

/** An event of a game, as you may see it. */
export type GameEvent = AbandonVoteWithdrawn | AbandonVoted | BidCommitted | BidPlaced | BidWon | BidsRevealed | BlindHandDealt | CardPlayed | CardsDiscarded | CardsDrawn | CardsPlayed | ClockStarted | ClockStopped | DeckRanOut | DeckRevealed | DeckShuffled | DirectionReversed | GameClosed | GameCreated | GamePaused | GameResumed | GameStarted | GameWon | HandDealt | HandShown | InvitationDeclined | InvitationWithdrawn | MachineKeyRevealed | MissingPlayersChosen | PassQueued | PassUnqueued | PlayerInvited | PlayerJoined | PlayerLeft | RoundDealt | RoundPassedOut | RoundScored | SeatAutomated | SeatMovedByClock | SeatReclaimed | SeatSkipped | SeatWentOut | SeatsClosed | SeatsReleased | SeedCommitted | SeedRevealed | TableCleared | TrickWon | TrumpSelected | TrumpTurned | TurnPassed;

/** A page of a list. */
export type GameEventConnection = {
  __typename: 'GameEventConnection';
  /** The items of the page, each with its cursor. */
  edges: Array<GameEventEdge>;
  /** The items of the page. */
  nodes: Array<GameEvent>;
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, exact up to 10,000. It is read after the page, so a list that changes meanwhile may have other items by then. Null beside an error, when the list cannot be counted. */
  totalCount: Maybe<TotalCount>;
};

/** An item of a list, with its cursor. */
export type GameEventEdge = {
  __typename: 'GameEventEdge';
  /** The cursor of the item; pass it as `after` or `before` to continue from here. */
  cursor: Scalars['Cursor']['output'];
  /** The item. */
  node: GameEvent;
};

/** The games to list; a private game is listed only to its seated and invited players. */
export type GameFilter =
  /** Games with a free seat for you or anyone that wait for players, also those in which you have one. */
  | 'JOINABLE'
  /** Games in the stage `PLAYING`. */
  | 'PLAYING'
  /** Games in the stage `WON`. Closed games are only in the lists of one player, without a filter. */
  | 'WON';

/** No seat is free. */
export type GameFull = {
  __typename: 'GameFull';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The number of seats. */
  seats: Scalars['Int']['output'];
};

/** The game is over. */
export type GameIsOver = {
  __typename: 'GameIsOver';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The lengths of games. */
export type GameLengths = {
  __typename: 'GameLengths';
  /** The average number of moves in a game; null without games. */
  averageMoves: Maybe<Scalars['Float']['output']>;
  /** The average number of rounds dealt in a game; null without games. */
  averageRounds: Maybe<Scalars['Float']['output']>;
  /** The average duration of a game in seconds; null without games. */
  averageSeconds: Maybe<Scalars['Float']['output']>;
  /** The first day of the period, in UTC; null without periods. */
  begins: Maybe<Scalars['Date']['output']>;
  /** The number of finished games. */
  games: Scalars['Int']['output'];
  /** The number of moves in these games. */
  moves: Scalars['Int']['output'];
  /** The number of rounds dealt in these games. */
  rounds: Scalars['Int']['output'];
  /** The sum of the games' durations in seconds. */
  seconds: Scalars['Float']['output'];
};

/** A game after one of its events, as you may see it today: with the shuffles that have been revealed since. */
export type GameMoment = {
  __typename: 'GameMoment';
  /** The seats that differ from the moment before: in an update those that the event has changed; all seats in `at` and in the first moment of other lists. */
  changedSeats: Array<Seat>;
  /** The `suggestion` for a seat with the reason for it. Null beside an error, when the game has no machine player. */
  hint: Maybe<Hint>;
  /** The invited players who have not answered yet. */
  invited: Array<Player>;
  /** The moves that you may make at this version; each offer stands for exactly the moves that would be accepted. Empty when it is not your turn. */
  legalMoves: Array<Offer>;
  /** The maximum number of players. */
  maxPlayers: Scalars['Int']['output'];
  /** All options of the variant with their values. */
  options: Array<OptionSetting>;
  /** The player who created the game or took over from its creator; null when all players have left. */
  organizer: Maybe<Player>;
  /** Whether the game waits for a person to return, after the clock of the last one who plays ran out. */
  paused: Scalars['Boolean']['output'];
  /** The seated players, in the order of the seats. */
  players: Array<Player>;
  /** The result; null before the game has ended, and when it was closed. */
  result: Maybe<Result>;
  /** The occupied seats, from 0 clockwise. */
  seats: Array<Seat>;
  /** The stage of the game. */
  stage: Stage;
  /** The move that the machine player would have made for a seat, with the seat's knowledge at that time. Null when it was not the seat's turn, and when you may still not see all that the seat knew, such as a hand that was never revealed. Null beside an error, when the game has no machine player. */
  suggestion: Maybe<Move>;
  /** The table; null before the game has started. */
  table: Maybe<Table>;
  /** The variant. */
  variant: Variant;
  /** The version: the number of events of the game. */
  version: Scalars['Version']['output'];
  /** The winners; empty until the game is won. */
  winners: Array<Player>;
  /** Your seat; null if you have none. */
  you: Maybe<Scalars['Int']['output']>;
};


/** A game after one of its events, as you may see it today: with the shuffles that have been revealed since. */
export type GameMomenthintArgs = {
  seat: Scalars['Int']['input'];
};


/** A game after one of its events, as you may see it today: with the shuffles that have been revealed since. */
export type GameMomentsuggestionArgs = {
  seat: Scalars['Int']['input'];
};

/** The game is not over yet: a rematch is possible after its end. */
export type GameNotOver = {
  __typename: 'GameNotOver';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The game has not started. */
export type GameNotStarted = {
  __typename: 'GameNotStarted';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The order of listed games; games that are equal in it are ordered by creation. */
export type GameOrder =
  /** Games with the most events first. */
  | 'LONGEST'
  /** Newest first: by end, or else by start, if the search restricts it, otherwise by creation. */
  | 'NEWEST'
  /** Like NEWEST, but oldest first. */
  | 'OLDEST'
  /** Games with the fewest events first. */
  | 'SHORTEST';

/** The clock of the last person who plays ran out; the game waits until a person returns. */
export type GamePaused = {
  __typename: 'GamePaused';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The proof that a game is in the log. Who has the records of the game can compute its head, and with the proof the root of the checkpoint. */
export type GameProof = {
  __typename: 'GameProof';
  /** The checkpoint in which the game is. */
  checkpoint: Checkpoint;
  /** The proof: https://c2sp.org/tlog-proof. Its leaf is the head of the game. */
  text: Scalars['String']['output'];
  /** The version of the game whose head is proven. */
  version: Scalars['Version']['output'];
};

/** A person returned to a paused game. */
export type GameResumed = {
  __typename: 'GameResumed';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The parts of a seat's result in a game that is over: the luck of its deals, the losses of its decisions, and the rest. `result - par = luck - loss + rest`, exactly. */
export type GameReview = {
  __typename: 'GameReview';
  /** The number of all decisions in the review. */
  count: Scalars['Int']['output'];
  /** The decisions after the requested version, in their order. */
  decisions: Array<DecisionReview>;
  /** The sum of the losses of all decisions. */
  loss: Scalars['Float']['output'];
  /** The sum of the luck of the rounds. */
  luck: Scalars['Float']['output'];
  /** The result that the seats have on average. */
  par: Scalars['Float']['output'];
  /** The remainder: the play of the others, the cards that came later, and the luck and losses that you may not see. Null without a result. */
  rest: Maybe<Scalars['Float']['output']>;
  /** The result: 1 for the winner, shared by several winners, 0 for the others; in President the place, from 0 for the last to 1 for the first. Null for a game that was closed before its end. */
  result: Maybe<Scalars['Float']['output']>;
  /** The deals, at most 100, without those of which you may not see all that the seat saw. */
  rounds: Array<RoundReview>;
};

/** The conditions of a search; a game must meet all of them. */
export type GameSearch = {
  /** The game ended at this time or later (a time with its zone). */
  endedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** The game ended before this time (a time with its zone). */
  endedBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** The minimum number of events. */
  leastEvents?: InputMaybe<Scalars['Int']['input']>;
  /** The maximum number of events. */
  mostEvents?: InputMaybe<Scalars['Int']['input']>;
  /** A player who has a seat in the game, or had one at its end. */
  player?: InputMaybe<Scalars['ID']['input']>;
  /** The game started at this time or later (a time with its zone). */
  startedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** The game started before this time (a time with its zone). */
  startedBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** A player who won the game. */
  wonBy?: InputMaybe<Scalars['ID']['input']>;
};

/** The game started; its seats are final. */
export type GameStarted = {
  __typename: 'GameStarted';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** SHA-256, in hexadecimal, over the foot and the player, commitment and seed of each seat. Null where the seats cannot add seeds, as in games recorded before this field. */
  fingerprint: Maybe<Scalars['String']['output']>;
  /** The players in seat order. */
  players: Array<Player>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
  /** The seats of the players for whom an identity provider vouches. */
  vouched: Array<Scalars['Int']['output']>;
};

/** An update of a game: what one command has changed, or a snapshot, which is the game as it stands. Only the fields that you select are computed. */
export type GameUpdate = {
  __typename: 'GameUpdate';
  /** The cursor of the update: pass it as `after` to continue from here. It is valid for you in this game. */
  cursor: Scalars['Cursor']['output'];
  /** The events that the command has caused, which happened together. Empty in a snapshot. */
  events: Array<GameEvent>;
  /** The game after the update, as `game` shows it at this version. */
  game: Game;
  /** The game after each of the events, as a replay shows it at this version, for clients that show one event after the other. Empty in a snapshot; the first 20 of a longer update, such as one in which machine players play on alone. */
  moments: Array<GameMoment>;
  /** Whether this is a snapshot: replace what you have of the game. It is true in the first update of a subscription without `after`, or whose `after` is from before a restored backup. */
  snapshot: Scalars['Boolean']['output'];
  /** The version of the game after the update. */
  version: Scalars['Version']['output'];
};

/** A game at one version, as you may see it. */
export type GameView = Game | GameMoment;

/** The game was played to its end. */
export type GameWon = {
  __typename: 'GameWon';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** All seats from first place to last; seats that share a place are grouped together. */
  ranking: Array<Array<Scalars['Int']['output']>>;
  /** Why the game ended. */
  reason: EndReason;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
  /** The winning seats; more than one when seats with equal totals win together. */
  winners: Array<Scalars['Int']['output']>;
};

/** Any selection of these equal cards may be played whose size is one of the counts. */
export type GroupOffer = {
  __typename: 'GroupOffer';
  /** The cards, in the order of the hand. */
  cards: Array<Scalars['Card']['output']>;
  /** The numbers of cards that may be played. */
  counts: Array<Scalars['Int']['output']>;
  /** The individual moves; each of them would be accepted. */
  moves: Array<Move>;
  /** The name of the mutation for the moves. */
  mutation: Scalars['String']['output'];
  /** The value of the cards. */
  value: Rank;
};

/** You cannot sign in with a name alone; the operator of this server gives out tokens. */
export type GuestsNotAdmitted = {
  __typename: 'GuestsNotAdmitted';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** A seat was dealt its hand. */
export type HandDealt = {
  __typename: 'HandDealt';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The cards in the order in which they were dealt. */
  cards: Array<Scalars['Card']['output']>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The number of the latest shuffle that any of the cards comes from. */
  shuffle: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A seat picked up the hand that it had been dealt blind. */
export type HandShown = {
  __typename: 'HandShown';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The cards, which the other players have already seen. */
  cards: Array<Scalars['Card']['output']>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The number of the latest shuffle that any of the cards comes from. */
  shuffle: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A player's results against one opponent. */
export type HeadToHead = {
  __typename: 'HeadToHead';
  /** The number of these games in which the player was ahead; against machine players, ahead of all of them. */
  ahead: Scalars['Int']['output'];
  /** The number of these games in which the opponent was ahead. */
  behind: Scalars['Int']['output'];
  /** The number of games that both have finished together. */
  games: Scalars['Int']['output'];
  /** The number of these games in which both shared a place. */
  level: Scalars['Int']['output'];
  /** The opponent; null stands for all machine players. */
  opponent: Maybe<Player>;
};

/** A page of a player's opponents. */
export type HeadToHeadConnection = {
  __typename: 'HeadToHeadConnection';
  /** How complete the list is. */
  asOf: AsOf;
  /** The items of the page, each with its cursor. */
  edges: Array<HeadToHeadEdge>;
  /** The items of the page. */
  nodes: Array<HeadToHead>;
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, exact up to 10,000. It is read after the page, so a list that changes meanwhile may have other items by then. Null beside an error, when the list cannot be counted. */
  totalCount: Maybe<TotalCount>;
};

/** An item of a list, with its cursor. */
export type HeadToHeadEdge = {
  __typename: 'HeadToHeadEdge';
  /** The cursor of the item; pass it as `after` or `before` to continue from here. */
  cursor: Scalars['Cursor']['output'];
  /** The item. */
  node: HeadToHead;
};

/** A move that the machine player would make, and why. */
export type Hint = {
  __typename: 'Hint';
  /** The move. */
  move: Move;
  /** The reason for which the machine player chose the move; null where it has none that is true for sure. */
  reason: Maybe<HintReason>;
};

/** The reason for a hint; the rules and what the seat has seen prove most of them. */
export type HintKind =
  /** The lead of the card that wins most probably, by the estimate of the machine player. */
  | 'BEST_LEAD'
  /** No card beats those on the table, so the lowest is given away. */
  | 'CANNOT_WIN'
  /** The bid is the number of tricks that the machine player expects. */
  | 'EXPECTED_TRICKS'
  /** The machine player estimates that the hand is not worth any bid that is left. */
  | 'HAND_TOO_WEAK'
  /** The machine player estimates that the hand is worth the bid. */
  | 'HAND_WORTH_BID'
  /** The lead of the highest trump. */
  | 'HIGHEST_TRUMP'
  /** The trumps are kept, and all other cards are put away. */
  | 'KEEPS_TRUMPS'
  /** The lowest value that may be played, with all cards of it; special cards are kept. */
  | 'LOWEST_GROUP'
  /** The lead of the lowest card. */
  | 'LOWEST_LEAD'
  /** The card beats those on the table, and no lower one does. */
  | 'LOWEST_TO_BEAT'
  /** No card may be played. */
  | 'NOTHING_PLAYABLE'
  /** No other card may be played. */
  | 'ONLY_CARD'
  /** Nothing may be played but cards that may always be played. */
  | 'SPECIAL_CARD'
  /** The machine player estimates that the hand is strongest with this suit as trump. */
  | 'STRONGEST_SUIT'
  /** No further trick is wanted, and this is the highest card that does not win this one. */
  | 'TAKES_NO_TRICK'
  /** No further trick is wanted, but every card beats those on the table. */
  | 'WINS_ANYWAY'
  /** The card wins the trick for sure, and no lower one does. */
  | 'WINS_TRICK';

/** The reason for a hint, told from the machine player's own choice. */
export type HintReason = {
  __typename: 'HintReason';
  /** The kind of the reason, for programs. */
  kind: HintKind;
  /** The reason, for people. Its text may change. */
  text: Scalars['String']['output'];
};

/** The text is not an address or network that can be banned. */
export type InvalidAddress = {
  __typename: 'InvalidAddress';
  /** The text that was given. */
  address: Scalars['String']['output'];
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The reason why it cannot be banned, as part of a sentence. */
  problem: Scalars['String']['output'];
};

/** A commitment to a seed is 64 hexadecimal digits in lower case. */
export type InvalidCommitment = {
  __typename: 'InvalidCommitment';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** At least one seat must be filled, and no more than are free. */
export type InvalidCount = {
  __typename: 'InvalidCount';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The number that was given. */
  count: Scalars['Int']['output'];
  /** The number of free seats. */
  free: Scalars['Int']['output'];
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The code does not sign in: it is wrong, has expired, or was used. */
export type InvalidDeviceCode = {
  __typename: 'InvalidDeviceCode';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The invitation link is invalid or no longer valid. */
export type InvalidInvitationLink = {
  __typename: 'InvalidInvitationLink';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The time after which machine players take free seats is not valid. */
export type InvalidMachinesAfter = {
  __typename: 'InvalidMachinesAfter';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The largest number of seconds. */
  most: Scalars['Int']['output'];
};

/** The name is not valid for a player. */
export type InvalidName = {
  __typename: 'InvalidName';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The maximum number of characters, as people count them. */
  most: Scalars['Int']['output'];
  /** The name that was given. */
  name: Scalars['String']['output'];
  /** The reason why the name is invalid, as part of a sentence. */
  reason: Scalars['String']['output'];
};

/** The option cannot have this value. */
export type InvalidOption = {
  __typename: 'InvalidOption';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The option's name. */
  option: Scalars['String']['output'];
  /** Why the option cannot have the value. */
  reason: Scalars['String']['output'];
  /** The value that was given. */
  value: Scalars['String']['output'];
};

/** The variant is not played by these numbers of players. */
export type InvalidPlayerRange = {
  __typename: 'InvalidPlayerRange';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The largest number of players. */
  maxPlayers: Scalars['Int']['output'];
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The smallest number of players. */
  minPlayers: Scalars['Int']['output'];
};

/** The token is not a valid token of the server's identity provider. */
export type InvalidProviderToken = {
  __typename: 'InvalidProviderToken';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The reason why the token is invalid, as part of a sentence. */
  reason: Scalars['String']['output'];
};

/** The range of ratings is not valid. */
export type InvalidRatingRange = {
  __typename: 'InvalidRatingRange';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The largest range. */
  most: Scalars['Int']['output'];
};

/** The reason is empty, too long, or has characters that are not printable. */
export type InvalidReason = {
  __typename: 'InvalidReason';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The maximum number of characters. */
  most: Scalars['Int']['output'];
};

/** The time is in the past, or more than a hundred years ahead. */
export type InvalidUntil = {
  __typename: 'InvalidUntil';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The maximum number of years. */
  most: Scalars['Int']['output'];
};

/** The game that an invitation by link is for. */
export type Invitation = {
  __typename: 'Invitation';
  /** The players who may find and join the game. */
  access: Access;
  /** The time at which the invitation expires. */
  expiresAt: Scalars['DateTime']['output'];
  /** The game; null if it is private and you have no seat in it, nor an invitation from a player to you. */
  game: Maybe<Game>;
  /** The player who invites. */
  inviter: Player;
  /** The maximum number of players. */
  maxPlayers: Scalars['Int']['output'];
  /** All options of the variant with their values. */
  options: Array<OptionSetting>;
  /** The player who created the game or took over from its creator; null when all players have left. */
  organizer: Maybe<Player>;
  /** The seated players, from seat 0 on. */
  players: Array<Player>;
  /** Whether you already sit at the table. */
  seated: Scalars['Boolean']['output'];
  /** The variant. */
  variant: Variant;
};

/** An invited player declined the invitation. */
export type InvitationDeclined = {
  __typename: 'InvitationDeclined';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The player who declined. */
  player: Player;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** An invitation by link. */
export type InvitationLink = {
  __typename: 'InvitationLink';
  /** A secret of 12 letters and digits that lets anyone join with `acceptInvitationLink` while there are free seats. The page of the invitation is `/j/CODE`. Until it expires you get the same code each time. It ends for ever when you leave the table, and when the game starts. */
  code: Scalars['String']['output'];
  /** The time at which the invitation expires. */
  expiresAt: Scalars['DateTime']['output'];
  /** A longer secret for the same, with the page `/join/TOKEN`. It is valid while you sit at the table and the game has not started. */
  token: Scalars['String']['output'];
};

/** An invitation was withdrawn. */
export type InvitationWithdrawn = {
  __typename: 'InvitationWithdrawn';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The player who is no longer invited. */
  player: Player;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** True if an operator removed the player, who needs a new invitation to join. */
  removed: Scalars['Boolean']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The mutation `invitePlayer` was carried out. */
export type InvitePlayerAccepted = {
  __typename: 'InvitePlayerAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Invite a player to take a seat; any seated player may do this. */
export type InvitePlayerInput = {
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
  /** The player to invite. */
  player: Scalars['ID']['input'];
};

/** The result of `invitePlayer`: accepted, or refused with a reason. */
export type InvitePlayerPayload = AlreadyInvited | AlreadySeated | CommandIdReused | GameAlreadyStarted | GameIsOver | InvitePlayerAccepted | NotSeated | PlayerHasDeclined | SeatsAreClosed | TooBusy | TooManyInvitations | UnknownGame | UnknownPlayer | UnknownRules | VersionConflict;

/** The mutation `joinGame` was carried out. */
export type JoinGameAccepted = {
  __typename: 'JoinGameAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Take the next free seat. */
export type JoinGameInput = {
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** A commitment to your seed, as in `commitSeed`; none when omitted. */
  commitment?: InputMaybe<Scalars['String']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** The result of `joinGame`: accepted, or refused with a reason. */
export type JoinGamePayload = AlreadySeated | CommandIdReused | ConfusableName | GameAlreadyStarted | GameFull | GameIsOver | InvalidCommitment | JoinGameAccepted | NotInvited | RemovedFromGame | SeatsAreClosed | SeatsReserved | SeedsNotSupported | TooBusy | UnknownGame | UnknownRules | VersionConflict;

/** The mutation `kickPlayer` was carried out. */
export type KickPlayerAccepted = {
  __typename: 'KickPlayerAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Remove a player from a game; only operators of the server may do this. Before the start the player loses its seat or invitation, and needs a new invitation to come back. Later the machine plays the seat to the end. A game that has no machine player, or nobody else to start it, is closed. */
export type KickPlayerInput = {
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
  /** The player to remove. */
  player: Scalars['ID']['input'];
  /** The reason, for the audit trail: 1 to 500 characters. */
  reason: Scalars['String']['input'];
};

/** The result of `kickPlayer`: accepted, or refused with a reason. */
export type KickPlayerPayload = AlreadyAutomated | CommandIdReused | GameIsOver | InvalidReason | KickPlayerAccepted | NotSeated | TooBusy | UnknownGame | UnknownRules | VersionConflict;

/** A player's results in a variant, on a board and in a window of time. */
export type LeaderboardEntry = {
  __typename: 'LeaderboardEntry';
  /** The time at which the last of the games ended. */
  lastGameAt: Scalars['DateTime']['output'];
  /** The number of different human opponents, counted up to the 5 that a rank needs. */
  opponents: Scalars['Int']['output'];
  /** The player. */
  player: Player;
  /** Whether the player is not ranked. A rank needs 5 games in the window (10 of all time), 5 different opponents (none on the board MIXED) and, in seasons and of all time, a game in the last 30 days. */
  provisional: Scalars['Boolean']['output'];
  /** The rank among all ranked players, from 1; players with equal ordinals share a rank. Null for a provisional player. */
  rank: Maybe<Scalars['Int']['output']>;
  /** The player's rating in the window. */
  rating: Rating;
  /** The player's winning streaks in the window. */
  streaks: Streaks;
  /** Totals over the player's games in the window. */
  totals: Totals;
};

/** A page of a leaderboard. */
export type LeaderboardEntryConnection = {
  __typename: 'LeaderboardEntryConnection';
  /** How complete the leaderboard is. */
  asOf: AsOf;
  /** The items of the page, each with its cursor. */
  edges: Array<LeaderboardEntryEdge>;
  /** The items of the page. */
  nodes: Array<LeaderboardEntry>;
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, exact up to 10,000. It is read after the page, so a list that changes meanwhile may have other items by then. Null beside an error, when the list cannot be counted. */
  totalCount: Maybe<TotalCount>;
};

/** An item of a list, with its cursor. */
export type LeaderboardEntryEdge = {
  __typename: 'LeaderboardEntryEdge';
  /** The cursor of the item; pass it as `after` or `before` to continue from here. */
  cursor: Scalars['Cursor']['output'];
  /** The item. */
  node: LeaderboardEntry;
};

/** A change of a leaderboard: read the leaderboard again. */
export type LeaderboardUpdate = {
  __typename: 'LeaderboardUpdate';
  /** The games that count. */
  board: Board;
  /** The day, week, month or season, for the argument `key` of `leaderboard`. */
  key: Scalars['String']['output'];
  /** The players who have finished a game that counts. Empty in the first message, and whenever changes may have been missed: read the leaderboard again. */
  players: Array<Player>;
  /** The variant. */
  variant: Variant;
  /** The length of the window. */
  window: Window;
};

/** The mutation `leaveGame` was carried out. */
export type LeaveGameAccepted = {
  __typename: 'LeaveGameAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Give up your seat before the game starts. */
export type LeaveGameInput = {
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** The result of `leaveGame`: accepted, or refused with a reason. */
export type LeaveGamePayload = CommandIdReused | GameAlreadyStarted | GameIsOver | LeaveGameAccepted | NotSeated | SeatsAreClosed | TooBusy | UnknownGame | UnknownRules | VersionConflict;

/** The machine does not play the game at this level. */
export type LevelNotAvailable = {
  __typename: 'LevelNotAvailable';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The level that was asked for. */
  level: MachineLevel;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The levels at which the machine plays the variant. */
  possible: Array<MachineLevel>;
  /** The variant. */
  variant: Variant;
};

/** The ban has ended. */
export type LiftBanAccepted = {
  __typename: 'LiftBanAccepted';
  /** The entry in the audit trail. */
  entry: ModerationEntry;
};

/** End a ban. */
export type LiftBanInput = {
  /** The ban: its `key` in `bans`. */
  ban: Scalars['ID']['input'];
  /** An id of your choice for this action, unique among your actions. A repeat with the same id changes nothing and returns the first entry again. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The reason, for the audit trail: 1 to 500 characters. */
  reason: Scalars['String']['input'];
};

/** The result of `liftBan`: accepted, or refused with a reason. */
export type LiftBanPayload = CommandIdReused | InvalidReason | LiftBanAccepted | UnknownBan;

/** You are linked: from now on you sign in with tokens of the identity provider, as the same player. All tokens that this server gave you are invalid. */
export type LinkAccountAccepted = {
  __typename: 'LinkAccountAccepted';
  /** You. */
  player: Player;
};

/** Link yourself to an account of the identity provider. */
export type LinkAccountInput = {
  /** An access token of the identity provider for this account, which proves that the account is yours. */
  providerToken: Scalars['String']['input'];
};

/** The result of `linkAccount`: accepted, or refused with a reason. */
export type LinkAccountPayload = AccountHasPlayer | AlreadyLinked | InvalidProviderToken | LinkAccountAccepted | NoIdentityProvider | NotAGuest | OperatorToken;

/** The games that can be joined, or changes among them. */
export type LobbyUpdate = {
  __typename: 'LobbyUpdate';
  /** The new and changed games that can be joined. */
  games: Array<Game>;
  /** The games that you can no longer join or see. If `more` was not null, some of these may be games that you did not receive. */
  gone: Array<Scalars['ID']['output']>;
  /** In the last message of a new list, the cursor at which it continues: pass it to `games(filter: JOINABLE, order: NEWEST, after:)`. Null in other messages, and when the list is complete. Later messages cover all games. */
  more: Maybe<Scalars['Cursor']['output']>;
  /** Whether this message starts a new list: discard the games that you have. It is true in the first message, and again whenever changes may have been missed. A long list continues in the next messages. */
  snapshot: Scalars['Boolean']['output'];
};

/** The log of all events of all games, as far as everyone may know of it. */
export type Log = {
  __typename: 'Log';
  /** The latest checkpoint; null until one is signed. */
  checkpoint: Maybe<Checkpoint>;
  /** The proof that the log of one checkpoint is the beginning of that of another: hashes in Base64, as in RFC 9162, section 2.1.4. Empty for equal sizes. Null beside an error, when no checkpoint of one of the sizes was signed, or the first one is larger. */
  consistency: Maybe<Array<Scalars['String']['output']>>;
  /** The key that verifies the notes of checkpoints: https://c2sp.org/signed-note. When its name changes, the log was restored from a backup or has lost its key. */
  verifierKey: Scalars['String']['output'];
};


/** The log of all events of all games, as far as everyone may know of it. */
export type LogconsistencyArgs = {
  from: Scalars['Position']['input'];
  to: Scalars['Position']['input'];
};

/** The key of the machine's choices was revealed, because the game is over and the machine drew numbers. Anyone can compute each of the choices again, from the key and what the seat had seen. */
export type MachineKeyRevealed = {
  __typename: 'MachineKeyRevealed';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** 32 bytes in hexadecimal: the HMAC-SHA-256 of `machine/v1 key` under the game's secret. */
  key: Scalars['String']['output'];
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A strength of the machine at a seat. */
export type MachineLevel =
  /** The published player, but three of ten moves other than bids, trumps and discards are random. */
  | 'BEGINNER'
  /** Plays each move out in many such deals. */
  | 'EXPERT'
  /** The published player, which the rules describe as the suggested move. */
  | 'PUBLISHED'
  /** Plays each move out in a few deals that agree with all that the seat has seen. */
  | 'SKILLED';

/** You: your games, turns, invitations, record and sessions. */
export type Me = {
  __typename: 'Me';
  /** The games in which you have a seat, or had one at the end, public and private. Null beside an error, when it cannot be read. */
  games: Maybe<GameConnection>;
  /** The games that wait for players and to which players have invited you, the newest first. Null beside an error, when it cannot be read. */
  invitations: Maybe<GameConnection>;
  /** The players whom you have muted, at most 500, the last one first. Nobody else is told. */
  muted: Array<Player>;
  /** You, as others see you. */
  player: Player;
  /** Your record in the public games of a variant; null when you have finished none. */
  profile: Maybe<Profile>;
  /** Your seeks, at most one per variant, the oldest first: the games that you look for. */
  seeks: Array<Seek>;
  /** Your sessions that have not ended, the most recently used first, 100 at most. Those at an identity provider are not listed here. Null beside an error, when it cannot be read. */
  sessions: Maybe<Array<PlayerSession>>;
  /** The games that wait for your move, the newest first, of your 100 newest running games. Null beside an error, when it cannot be read. */
  yourTurn: Maybe<GameConnection>;
};


/** You: your games, turns, invitations, record and sessions. */
export type MegamesArgs = {
  after?: InputMaybe<Scalars['Cursor']['input']>;
  before?: InputMaybe<Scalars['Cursor']['input']>;
  filter?: InputMaybe<GameFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  order?: GameOrder;
  search?: InputMaybe<GameSearch>;
  upToDate?: Scalars['Boolean']['input'];
  variant?: InputMaybe<Scalars['String']['input']>;
};


/** You: your games, turns, invitations, record and sessions. */
export type MeinvitationsArgs = {
  after?: InputMaybe<Scalars['Cursor']['input']>;
  before?: InputMaybe<Scalars['Cursor']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  upToDate?: Scalars['Boolean']['input'];
  variant?: InputMaybe<Scalars['String']['input']>;
};


/** You: your games, turns, invitations, record and sessions. */
export type MeprofileArgs = {
  board?: Board;
  upToDate?: Scalars['Boolean']['input'];
  variant: Scalars['String']['input'];
};


/** You: your games, turns, invitations, record and sessions. */
export type MeyourTurnArgs = {
  after?: InputMaybe<Scalars['Cursor']['input']>;
  before?: InputMaybe<Scalars['Cursor']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  upToDate?: Scalars['Boolean']['input'];
};

/** A value in the message of a refusal, for a translation of the message. */
export type MessageArgument = {
  __typename: 'MessageArgument';
  /** The name of the argument, as in the list of all errors. */
  name: Scalars['String']['output'];
  /** The values as in the message, one for each item of a list. Players are given by name, seats by the names of their players, and variants by title. Empty for an empty list, and for a value that is missing. */
  values: Array<Scalars['String']['output']>;
};

/** What happens to the seats of players who do not come to a rematch in time. */
export type MissingPlayers =
  /** The game starts without the missing players; if they are too many, their seats are free for others. */
  | 'FEWER'
  /** Machine players take the seats, and the game starts. */
  | 'MACHINES'
  /** The seats are free for other players, and the game waits for them. */
  | 'OPEN';

/** The organizer of a rematch chose anew what happens to the seats of missing players. */
export type MissingPlayersChosen = {
  __typename: 'MissingPlayersChosen';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The choice, which replaces the earlier one. */
  choice: MissingPlayers;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** An action of moderation was carried out and recorded. */
export type ModerationAccepted = BanAddressAccepted | BanPlayerAccepted | ForceRenameAccepted | LiftBanAccepted;

/** An action of an operator. */
export type ModerationAction =
  /** Banned an address or network. */
  | 'BAN_ADDRESS'
  /** Banned a player. */
  | 'BAN_PLAYER'
  /** Closed a game. */
  | 'CLOSE_GAME'
  /** Removed a player from a game. */
  | 'KICK_PLAYER'
  /** Lifted a ban before its end. */
  | 'LIFT_BAN'
  /** Gave a player another name. */
  | 'RENAME_PLAYER';

/** An entry of the audit trail: what an operator did, when and why. */
export type ModerationEntry = {
  __typename: 'ModerationEntry';
  /** The action. */
  action: ModerationAction;
  /** The address or network that was acted on; null if none was, and from 30 days after the end of its ban. */
  address: Maybe<Scalars['String']['output']>;
  /** The time of the action. */
  at: Scalars['DateTime']['output'];
  /** False if the server stopped before it knew whether the action in the game was carried out; the game's events tell. */
  confirmed: Scalars['Boolean']['output'];
  /** The id of the game that was acted on, which may be private; null if none was. */
  gameId: Maybe<Scalars['ID']['output']>;
  /** The entry's number; later entries have higher ones. */
  number: Scalars['Int']['output'];
  /** The name that was replaced; null unless a player was renamed, and once it is erased. */
  oldName: Maybe<Scalars['String']['output']>;
  /** The operator; null for the command line. */
  operator: Maybe<Player>;
  /** The operator's name at the time, on the command line that of the user of the operating system; null once the operator is erased. */
  operatorName: Maybe<Scalars['String']['output']>;
  /** The player who was acted on; null if none was. */
  player: Maybe<Player>;
  /** The reason; null if none was given, and once the player is erased. */
  reason: Maybe<Scalars['String']['output']>;
  /** The time at which the ban ends, or from which the player may change its name; null for none. */
  until: Maybe<Scalars['DateTime']['output']>;
};

/** A page of a list. */
export type ModerationEntryConnection = {
  __typename: 'ModerationEntryConnection';
  /** The items of the page, each with its cursor. */
  edges: Array<ModerationEntryEdge>;
  /** The items of the page. */
  nodes: Array<ModerationEntry>;
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, exact up to 10,000. It is read after the page, so a list that changes meanwhile may have other items by then. Null beside an error, when the list cannot be counted. */
  totalCount: Maybe<TotalCount>;
};

/** An item of a list, with its cursor. */
export type ModerationEntryEdge = {
  __typename: 'ModerationEntryEdge';
  /** The cursor of the item; pass it as `after` or `before` to continue from here. */
  cursor: Scalars['Cursor']['output'];
  /** The item. */
  node: ModerationEntry;
};

/** A move, with the input fields of its mutation. */
export type Move = DiscardCards | PassTurn | PlaceBid | PlayCard | PlayCards | QueuePass | SelectTrump | UnqueuePass;

/** The variant has no such move. */
export type MoveNotInGame = {
  __typename: 'MoveNotInGame';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The name of the mutation for the move. */
  move: Scalars['String']['output'];
  /** The variant. */
  variant: Variant;
};

/** You must play another card of your hand. */
export type MustFollow = {
  __typename: 'MustFollow';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The card. */
  card: Scalars['Card']['output'];
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The card that was led; null in games that do not tell. */
  led: Maybe<Scalars['Card']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The cards of the hand that may be played. */
  playable: Array<Scalars['Card']['output']>;
  /** True if a trump was led, so that a trump must be played. */
  trumpLed: Scalars['Boolean']['output'];
};

/** You cannot pass when you lead to a clear table. */
export type MustLead = {
  __typename: 'MustLead';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** All mutations. */
export type Mutation = {
  __typename: 'Mutation';
  /** Take the next free seat with an invitation link from a seated player, even in a private game. */
  acceptInvitationLink: AcceptInvitationLinkPayload;
  /** Hand your seat to the machine; the game counts as lost for you unless you take the seat back. The organizer may also hand over the seat of an absent player. */
  automateSeat: AutomateSeatPayload;
  /** Ban an address or network, in place of an earlier ban of the same one: until it ends, requests from there are refused with BANNED. Only operators of the server may do this. */
  banAddress: BanAddressPayload;
  /** Ban a player, in place of an earlier ban: until it ends, the player's requests are refused with BANNED. Only operators of the server may do this, and operators cannot be banned. */
  banPlayer: BanPlayerPayload;
  /** Stop looking for a game of a variant. If a table has formed and the game has not started, you give up your place at it. The mutation is idempotent: repeat it after a lost answer; `wasOpen` is then false. */
  cancelSeek: CancelSeekPayload;
  /** Close a game before its end, without a result; only operators of the server may do this. */
  closeGame: CloseGamePayload;
  /** Commit to a seed of yours for all shuffles of the game, before the seats close. */
  commitSeed: CommitSeedPayload;
  /** Create a code with which you sign in on another device, as the same player. It replaces an earlier code of yours. */
  createDeviceCode: CreateDeviceCodePayload;
  /** Create a game; the creator becomes its organizer and takes seat 0. */
  createGame: CreateGamePayload;
  /** Create an invitation that lets anyone with its link join, even a private game. Every seated player may do this before the game starts. The log records nothing until a player accepts. */
  createInvitationLink: CreateInvitationLinkPayload;
  /** Decline your invitation to a game. */
  declineInvitation: DeclineInvitationPayload;
  /** Discard cards from your hand and draw the same number. */
  discardCards: DiscardCardsPayload;
  /** End all of your sessions but this one, and invalidate your device code. */
  endOtherSessions: EndOtherSessionsPayload;
  /** End one of your sessions, for example on a device that you lost. */
  endSession: EndSessionPayload;
  /** Erase yourself permanently: your name and your identity at an identity provider. You appear as an erased player in the games that you have played. A machine player takes over your seats in games under way, and you leave games that have not started. Refused if another request erases you at the same time. */
  eraseMe: EraseMePayload;
  /** Fill free seats with machine players; only the organizer may do this. */
  fillSeats: FillSeatsPayload;
  /** Give a player another name. The player may choose yet another one, but neither the old one nor one that can be confused with it. Only operators of the server may do this. */
  forceRename: ForceRenamePayload;
  /** Invite a player to take a seat; any seated player may do this. */
  invitePlayer: InvitePlayerPayload;
  /** Take the next free seat. */
  joinGame: JoinGamePayload;
  /** Remove a player from a game; only operators of the server may do this. Before the start the player loses its seat or invitation, and needs a new invitation to come back. Later the machine plays the seat to the end. A game that has no machine player, or nobody else to start it, is closed. */
  kickPlayer: KickPlayerPayload;
  /** Give up your seat before the game starts. */
  leaveGame: LeaveGamePayload;
  /** End a ban now. Only operators of the server may do this. */
  liftBan: LiftBanPayload;
  /** Link yourself, a guest, to an account of the identity provider: you keep your name, games and rating, and sign in there from now on. This ends all your sessions on this server. */
  linkAccount: LinkAccountPayload;
  /** Mute a player at all tables, for you alone: you no longer see what it says. The mutation is idempotent. */
  mutePlayer: MutePlayerPayload;
  /** Pass instead of bidding or playing. */
  passTurn: PassTurnPayload;
  /** Place a bid. */
  placeBid: PlaceBidPayload;
  /** Play a card to the trick. */
  playCard: PlayCardPayload;
  /** Play one or more cards of equal value. */
  playCards: PlayCardsPayload;
  /** Queue a pass before your turn; the server passes for you when your turn comes. */
  queuePass: QueuePassPayload;
  /** Take your seat back from the machine; what it has played for you stays played. */
  reclaimSeat: ReclaimSeatPayload;
  /** Play again after the end of a game: create its one rematch, or take your seat in it. The rematch has the same variant, options, access and machine players. Each player moves on by one seat. The other players are invited, and their seats are reserved for 60 seconds. Then the game starts, unless players are missing and their seats are to be open to others. The organizer can start it earlier. */
  rematch: RematchPayload;
  /** Remove another player from its seat before the game starts; only the organizer may do this. */
  removePlayer: RemovePlayerPayload;
  /** Change your name, in finished games too. The name must not be confusable with another player's at a table where you sit, nor with one that an operator took from you. */
  rename: RenamePayload;
  /** Get a new token for the same player and session, before yours expires. You can safely repeat this when the answer was lost: your token stays valid until the new one is used. */
  renewToken: RenewTokenPayload;
  /** Give up the game: the machine plays your seat to the end, and you are rated last. */
  resign: ResignPayload;
  /** Reveal the seed that you committed to, once the seats are closed; the last seed starts the game. */
  revealSeed: RevealSeedPayload;
  /** Say a phrase at the table of a game that you may see. With a seat, all who may see the game see it; without one, only spectators do until the game is over. */
  say: SayPayload;
  /** Look for a game: the server forms a table from seeks of the same variant and options, the oldest first, and `mySeeks` tells you. You have one seek per variant: the same settings again keep it and its age, others replace it, and one that has led to a table stays, so the mutation may be repeated after a lost answer, unless `myGames` has the game that it led to. Follow `mySeeks` meanwhile: 30 seconds after you stop, the seek is dropped. When you take part in a game that formed, your other seeks end. */
  seek: SeekPayload;
  /** Name the trump suit. */
  selectTrump: SelectTrumpPayload;
  /** Sign in as a guest, with only a name. Other players may have the same name. */
  signIn: SignInPayload;
  /** Sign in by a code that you created on another device with `createDeviceCode`. A wrong, an expired and a used code are refused alike. */
  signInWithDeviceCode: SignInWithDeviceCodePayload;
  /** End this session: your token becomes invalid, and open sockets and streams end. A guest who has no other session cannot come back. Refused if another request ends the session at the same time. */
  signOut: SignOutPayload;
  /** Close the lobby and start the game; only the organizer may do this. Where players have committed to seeds, this closes the seats, and the game starts with the last seed. If seeds are still missing when their time is over, any seated player may start the game without them. */
  startGame: StartGamePayload;
  /** See again what a player says whom you have muted, also what it said meanwhile. The mutation is idempotent. */
  unmutePlayer: UnmutePlayerPayload;
  /** Withdraw your queued pass. */
  unqueuePass: UnqueuePassPayload;
  /** Vote to close the game without a result, which happens when all people who play have voted. If you are the only one, you resign. */
  voteToAbandon: VoteToAbandonPayload;
  /** Withdraw a player's invitation; any seated player may do this. */
  withdrawInvitation: WithdrawInvitationPayload;
  /** Withdraw your vote to abandon the game. */
  withdrawVote: WithdrawVotePayload;
};


/** All mutations. */
export type MutationacceptInvitationLinkArgs = {
  input: AcceptInvitationLinkInput;
};


/** All mutations. */
export type MutationautomateSeatArgs = {
  input: AutomateSeatInput;
};


/** All mutations. */
export type MutationbanAddressArgs = {
  input: BanAddressInput;
};


/** All mutations. */
export type MutationbanPlayerArgs = {
  input: BanPlayerInput;
};


/** All mutations. */
export type MutationcancelSeekArgs = {
  input: CancelSeekInput;
};


/** All mutations. */
export type MutationcloseGameArgs = {
  input: CloseGameInput;
};


/** All mutations. */
export type MutationcommitSeedArgs = {
  input: CommitSeedInput;
};


/** All mutations. */
export type MutationcreateGameArgs = {
  input: CreateGameInput;
};


/** All mutations. */
export type MutationcreateInvitationLinkArgs = {
  input: CreateInvitationLinkInput;
};


/** All mutations. */
export type MutationdeclineInvitationArgs = {
  input: DeclineInvitationInput;
};


/** All mutations. */
export type MutationdiscardCardsArgs = {
  input: DiscardCardsInput;
};


/** All mutations. */
export type MutationendSessionArgs = {
  input: EndSessionInput;
};


/** All mutations. */
export type MutationfillSeatsArgs = {
  input: FillSeatsInput;
};


/** All mutations. */
export type MutationforceRenameArgs = {
  input: ForceRenameInput;
};


/** All mutations. */
export type MutationinvitePlayerArgs = {
  input: InvitePlayerInput;
};


/** All mutations. */
export type MutationjoinGameArgs = {
  input: JoinGameInput;
};


/** All mutations. */
export type MutationkickPlayerArgs = {
  input: KickPlayerInput;
};


/** All mutations. */
export type MutationleaveGameArgs = {
  input: LeaveGameInput;
};


/** All mutations. */
export type MutationliftBanArgs = {
  input: LiftBanInput;
};


/** All mutations. */
export type MutationlinkAccountArgs = {
  input: LinkAccountInput;
};


/** All mutations. */
export type MutationmutePlayerArgs = {
  input: MutePlayerInput;
};


/** All mutations. */
export type MutationpassTurnArgs = {
  input: PassTurnInput;
};


/** All mutations. */
export type MutationplaceBidArgs = {
  input: PlaceBidInput;
};


/** All mutations. */
export type MutationplayCardArgs = {
  input: PlayCardInput;
};


/** All mutations. */
export type MutationplayCardsArgs = {
  input: PlayCardsInput;
};


/** All mutations. */
export type MutationqueuePassArgs = {
  input: QueuePassInput;
};


/** All mutations. */
export type MutationreclaimSeatArgs = {
  input: ReclaimSeatInput;
};


/** All mutations. */
export type MutationrematchArgs = {
  input: RematchInput;
};


/** All mutations. */
export type MutationremovePlayerArgs = {
  input: RemovePlayerInput;
};


/** All mutations. */
export type MutationrenameArgs = {
  input: RenameInput;
};


/** All mutations. */
export type MutationrenewTokenArgs = {
  input: RenewTokenInput;
};


/** All mutations. */
export type MutationresignArgs = {
  input: ResignInput;
};


/** All mutations. */
export type MutationrevealSeedArgs = {
  input: RevealSeedInput;
};


/** All mutations. */
export type MutationsayArgs = {
  input: SayInput;
};


/** All mutations. */
export type MutationseekArgs = {
  input: SeekInput;
};


/** All mutations. */
export type MutationselectTrumpArgs = {
  input: SelectTrumpInput;
};


/** All mutations. */
export type MutationsignInArgs = {
  input: SignInInput;
};


/** All mutations. */
export type MutationsignInWithDeviceCodeArgs = {
  input: SignInWithDeviceCodeInput;
};


/** All mutations. */
export type MutationstartGameArgs = {
  input: StartGameInput;
};


/** All mutations. */
export type MutationunmutePlayerArgs = {
  input: UnmutePlayerInput;
};


/** All mutations. */
export type MutationunqueuePassArgs = {
  input: UnqueuePassInput;
};


/** All mutations. */
export type MutationvoteToAbandonArgs = {
  input: VoteToAbandonInput;
};


/** All mutations. */
export type MutationwithdrawInvitationArgs = {
  input: WithdrawInvitationInput;
};


/** All mutations. */
export type MutationwithdrawVoteArgs = {
  input: WithdrawVoteInput;
};

/** You no longer see what the player says. The player is not told. */
export type MutePlayerAccepted = {
  __typename: 'MutePlayerAccepted';
  /** The players whom you have muted, at most 500, the last one first. */
  muted: Array<Player>;
};

/** Mute a player. */
export type MutePlayerInput = {
  /** The player. */
  player: Scalars['ID']['input'];
};

/** The result of `mutePlayer`: accepted, or refused with a reason. */
export type MutePlayerPayload = CannotMuteYourself | MutePlayerAccepted | TooManyMuted | UnknownPlayer;

/** A game in which you have a seat, or to which you are invited. */
export type MyGame = {
  __typename: 'MyGame';
  /** What happened since the last message about the game; empty in a snapshot. */
  changes: Array<MyGameChange>;
  /** The game. Null beside an error, when you lose access to it before all that you select is read. */
  game: Maybe<Game>;
  /** Whether you are invited and have no seat. */
  invited: Scalars['Boolean']['output'];
  /** Whether it is your turn. */
  yourTurn: Scalars['Boolean']['output'];
};

/** A change at one of the player's tables. */
export type MyGameChange =
  /** The game ended or was closed; it is not yours to play any longer. */
  | 'ENDED'
  /** You were invited. */
  | 'INVITED'
  /** You took a seat. */
  | 'JOINED'
  /** Other players joined or left, or were invited, or the organizer changed. */
  | 'PLAYERS_CHANGED'
  /** The game started. */
  | 'STARTED'
  /** It is no longer your turn. */
  | 'TURN_OVER'
  /** It is your turn. */
  | 'YOUR_TURN';

/** Your games, or changes among them. */
export type MyGamesUpdate = {
  __typename: 'MyGamesUpdate';
  /** The new and changed games. A game that has ended comes once more, and then no longer. */
  games: Array<MyGame>;
  /** The games in which you no longer have a seat or an open invitation. */
  gone: Array<Scalars['ID']['output']>;
  /** Whether this message starts a new list: discard the games that you have. It is true in the first message, and again whenever changes may have been missed. A long list continues in the next messages. */
  snapshot: Scalars['Boolean']['output'];
};

/** Your seeks as they are now; replace what you have. */
export type MySeeksUpdate = {
  __typename: 'MySeeksUpdate';
  /** Your seeks, the oldest first. A seek is gone when its game has started, when you cancel it, and when you do not take your seat in time. */
  seeks: Array<Seek>;
};

/** An operator of this server gave you your name, and you cannot change it yet. */
export type NameFixed = {
  __typename: 'NameFixed';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The time from which you can change it. */
  until: Scalars['DateTime']['output'];
};

/** An operator of this server took this name from you, or one that can be confused with it. */
export type NameWithdrawn = {
  __typename: 'NameWithdrawn';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The name that you asked for. */
  name: Scalars['String']['output'];
};

/** You must play at least one card. */
export type NoCards = {
  __typename: 'NoCards';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The server has no identity provider, so there are no accounts to link. */
export type NoIdentityProvider = {
  __typename: 'NoIdentityProvider';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The game has no machine player. */
export type NoMachinePlayer = {
  __typename: 'NoMachinePlayer';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The variant. */
  variant: Variant;
};

/** You have not queued a pass. */
export type NoPassQueued = {
  __typename: 'NoPassQueued';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The seat. */
  seat: Scalars['Int']['output'];
};

/** The game has no rematch, because it did not start, or because an operator closed it. */
export type NoRematch = {
  __typename: 'NoRematch';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** You have not committed to a seed, so you cannot reveal one. */
export type NoSeedCommitted = {
  __typename: 'NoSeedCommitted';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** An object with a globally unique id, which `node` finds. */
export type Node = Game | Player | PlayerSession;

/** Only a guest can be linked to an account; the operator of this server gives you your tokens. */
export type NotAGuest = {
  __typename: 'NotAGuest';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The player is not invited. */
export type NotInvited = {
  __typename: 'NotInvited';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The player. */
  player: Player;
};

/** Only the organizer of the game may do this. */
export type NotOrganizer = {
  __typename: 'NotOrganizer';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The organizer; null when all players have left. */
  organizer: Maybe<Player>;
};

/** The player has no seat in this game. */
export type NotSeated = {
  __typename: 'NotSeated';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The player. */
  player: Player;
};

/** You have not voted to abandon the game. */
export type NotVoted = {
  __typename: 'NotVoted';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The seat. */
  seat: Scalars['Int']['output'];
};

/** Only the organizer can hand over another player's seat, and only while that player is absent. */
export type NotYourSeat = {
  __typename: 'NotYourSeat';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The player of the seat. */
  player: Player;
};

/** It is not your turn. */
export type NotYourTurn = {
  __typename: 'NotYourTurn';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The seat. */
  seat: Scalars['Int']['output'];
  /** The seats that are to move. */
  toMove: Array<Scalars['Int']['output']>;
};

/** Moves that you may make now. */
export type Offer = BidOffer | DiscardOffer | GroupOffer | PassOffer | PlayOffer | TrumpOffer;

/** An operator's token yields no other token: the rights of an operator end with it. */
export type OperatorToken = {
  __typename: 'OperatorToken';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The value of an option. */
export type OptionInput = {
  /** The option's name. */
  name: Scalars['String']['input'];
  /** The value, as text. */
  value: Scalars['String']['input'];
};

/** An option was given more than one value. */
export type OptionRepeated = {
  __typename: 'OptionRepeated';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The option's name. */
  option: Scalars['String']['output'];
};

/** An option of a game and its value. */
export type OptionSetting = {
  __typename: 'OptionSetting';
  /** The option's name. */
  name: Scalars['String']['output'];
  /** The option's value, as text. */
  value: Scalars['String']['output'];
};

/** The position of a page in its list. */
export type PageInfo = {
  __typename: 'PageInfo';
  /** The cursor of the page's last item; null for an empty page. */
  endCursor: Maybe<Scalars['Cursor']['output']>;
  /** Whether the list continues after this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether the list has items before this page. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the page's first item; null for an empty page. */
  startCursor: Maybe<Scalars['Cursor']['output']>;
};

/** You have already queued a pass. */
export type PassAlreadyQueued = {
  __typename: 'PassAlreadyQueued';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The seat. */
  seat: Scalars['Int']['output'];
};

/** The turn may be passed. */
export type PassOffer = {
  __typename: 'PassOffer';
  /** The individual moves; each of them would be accepted. */
  moves: Array<Move>;
  /** The name of the mutation for the moves. */
  mutation: Scalars['String']['output'];
};

/** A seat queued a pass, which is made automatically when its turn comes. */
export type PassQueued = {
  __typename: 'PassQueued';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** Pass instead of bidding or playing. */
export type PassTurn = {
  __typename: 'PassTurn';
  /** The name of the mutation for the move. */
  mutation: Scalars['String']['output'];
};

/** The mutation `passTurn` was carried out. */
export type PassTurnAccepted = {
  __typename: 'PassTurnAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Pass instead of bidding or playing. */
export type PassTurnInput = {
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** The result of `passTurn`: accepted, or refused with a reason. */
export type PassTurnPayload = CommandIdReused | GameIsOver | GameNotStarted | MoveNotInGame | MustLead | NotSeated | NotYourTurn | PassTurnAccepted | SeatIsAutomated | TooBusy | UnknownGame | UnknownRules | VersionConflict | WrongPhase;

/** A seat withdrew its queued pass. */
export type PassUnqueued = {
  __typename: 'PassUnqueued';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The phases of a round. Not every game has all of them. */
export type Phase =
  /** Hundred and Ten: The players bid or pass. Oh Hell: The players bid in secret, all at the same time. */
  | 'BIDDING'
  /** The cards are being dealt; no game ever waits in this phase. */
  | 'DEALING'
  /** The players discard and draw in turn. */
  | 'DISCARD'
  /** The players shed their cards. */
  | 'PLAY'
  /** Everyone passed; the round ended without a score. */
  | 'ROUND_PASSED_OUT'
  /** The round was played and scored. */
  | 'ROUND_SCORED'
  /** The tricks are played. */
  | 'TRICKS'
  /** The bidder names the trump suit. */
  | 'TRUMP_SELECTION';

/** What can be said at a table: twelve quick phrases, then six emotes. None is about cards. */
export type Phrase =
  /** Let us play another one. */
  | 'ANOTHER_ONE'
  /** Applause. */
  | 'APPLAUSE'
  /** I am back. */
  | 'BACK_AGAIN'
  /** Goodbye. */
  | 'GOODBYE'
  /** Good game. */
  | 'GOOD_GAME'
  /** Good luck. */
  | 'GOOD_LUCK'
  /** Hello. */
  | 'HELLO'
  /** Laughter. */
  | 'LAUGH'
  /** Nice try. */
  | 'NICE_TRY'
  /** One moment, please. */
  | 'ONE_MOMENT'
  /** A sad face. */
  | 'SAD'
  /** A smile. */
  | 'SMILE'
  /** Sorry. */
  | 'SORRY'
  /** Surprise. */
  | 'SURPRISED'
  /** Thanks. */
  | 'THANKS'
  /** A thoughtful face. */
  | 'THINKING'
  /** Well played. */
  | 'WELL_PLAYED'
  /** It is your turn. */
  | 'YOUR_TURN';

/** A phrase that a player or a spectator has said at a table. */
export type PhraseSaid = {
  __typename: 'PhraseSaid';
  /** The time at which it was said, to the second. */
  at: Scalars['DateTime']['output'];
  /** Who sees it. */
  audience: TalkAudience;
  /** Identifies what was said among all that is said. */
  key: Scalars['String']['output'];
  /** The phrase. */
  phrase: Phrase;
  /** The player who said it. */
  player: Player;
};

/** Place a bid. */
export type PlaceBid = {
  __typename: 'PlaceBid';
  /** The amount to bid. */
  amount: Scalars['Int']['output'];
  /** The name of the mutation for the move. */
  mutation: Scalars['String']['output'];
};

/** The mutation `placeBid` was carried out. */
export type PlaceBidAccepted = {
  __typename: 'PlaceBidAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Place a bid. */
export type PlaceBidInput = {
  /** The amount to bid. */
  amount: Scalars['Int']['input'];
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** The result of `placeBid`: accepted, or refused with a reason. */
export type PlaceBidPayload = BidAlreadyCommitted | BidNotAvailable | CommandIdReused | GameIsOver | GameNotStarted | MoveNotInGame | NotSeated | NotYourTurn | PlaceBidAccepted | SeatIsAutomated | TooBusy | UnknownGame | UnknownRules | VersionConflict | WrongPhase;

/** Play a card to the trick. */
export type PlayCard = {
  __typename: 'PlayCard';
  /** The card to play. */
  card: Scalars['Card']['output'];
  /** The name of the mutation for the move. */
  mutation: Scalars['String']['output'];
};

/** The mutation `playCard` was carried out. */
export type PlayCardAccepted = {
  __typename: 'PlayCardAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Play a card to the trick. */
export type PlayCardInput = {
  /** The card to play. */
  card: Scalars['Card']['input'];
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** The result of `playCard`: accepted, or refused with a reason. */
export type PlayCardPayload = CardNotHeld | CommandIdReused | GameIsOver | GameNotStarted | MoveNotInGame | MustFollow | NotSeated | NotYourTurn | PlayCardAccepted | SeatIsAutomated | TooBusy | UnknownGame | UnknownRules | VersionConflict | WrongPhase;

/** Play one or more cards of equal value. */
export type PlayCards = {
  __typename: 'PlayCards';
  /** The cards to play. */
  cards: Array<Scalars['Card']['output']>;
  /** The name of the mutation for the move. */
  mutation: Scalars['String']['output'];
};

/** The mutation `playCards` was carried out. */
export type PlayCardsAccepted = {
  __typename: 'PlayCardsAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Play one or more cards of equal value. */
export type PlayCardsInput = {
  /** The cards to play. */
  cards: Array<Scalars['Card']['input']>;
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** The result of `playCards`: accepted, or refused with a reason. */
export type PlayCardsPayload = CardNotHeld | CardRepeated | CardsUnequal | CommandIdReused | GameIsOver | GameNotStarted | MoveNotInGame | NoCards | NotSeated | NotYourTurn | PlayCardsAccepted | SeatIsAutomated | TooBusy | TooFewCards | UnknownGame | UnknownRules | ValueTooLow | VersionConflict;

/** Any of these cards may be played. */
export type PlayOffer = {
  __typename: 'PlayOffer';
  /** The cards, in the order of the hand. */
  cards: Array<Scalars['Card']['output']>;
  /** The individual moves; each of them would be accepted. */
  moves: Array<Move>;
  /** The name of the mutation for the moves. */
  mutation: Scalars['String']['output'];
};

/** A card that a seat has played. */
export type PlayedCard = {
  __typename: 'PlayedCard';
  /** The card. */
  card: Scalars['Card']['output'];
  /** The seat that played the card. */
  seat: Scalars['Int']['output'];
};

/** A player: a person or a machine player. */
export type Player = {
  __typename: 'Player';
  /** Whether the player is erased. */
  erased: Scalars['Boolean']['output'];
  /** The games in which the player has a seat, or had one at the end: public games, and private ones that you may see. Null beside an error, when it cannot be read. */
  games: Maybe<GameConnection>;
  /** The player's results against each opponent in the public games of a variant, the most frequent opponents first. Null beside an error, when it cannot be read. */
  headToHead: Maybe<HeadToHeadConnection>;
  /** The player's id, which never changes. */
  id: Scalars['ID']['output'];
  /** Whether this is a machine player, which the server plays. */
  machine: Scalars['Boolean']['output'];
  /** The name of the player; several players may have the same name. */
  name: Scalars['String']['output'];
  /** The player's record in the public games of a variant; null for a player who has finished none. */
  profile: Maybe<Profile>;
};


/** A player: a person or a machine player. */
export type PlayergamesArgs = {
  after?: InputMaybe<Scalars['Cursor']['input']>;
  before?: InputMaybe<Scalars['Cursor']['input']>;
  filter?: InputMaybe<GameFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  order?: GameOrder;
  search?: InputMaybe<GameSearch>;
  upToDate?: Scalars['Boolean']['input'];
  variant?: InputMaybe<Scalars['String']['input']>;
};


/** A player: a person or a machine player. */
export type PlayerheadToHeadArgs = {
  after?: InputMaybe<Scalars['Cursor']['input']>;
  before?: InputMaybe<Scalars['Cursor']['input']>;
  board?: Board;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  upToDate?: Scalars['Boolean']['input'];
  variant: Scalars['String']['input'];
};


/** A player: a person or a machine player. */
export type PlayerprofileArgs = {
  board?: Board;
  upToDate?: Scalars['Boolean']['input'];
  variant: Scalars['String']['input'];
};

/** A page of a list. */
export type PlayerConnection = {
  __typename: 'PlayerConnection';
  /** The items of the page, each with its cursor. */
  edges: Array<PlayerEdge>;
  /** The items of the page. */
  nodes: Array<Player>;
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, exact up to 10,000. It is read after the page, so a list that changes meanwhile may have other items by then. Null beside an error, when the list cannot be counted. */
  totalCount: Maybe<TotalCount>;
};

/** An item of a list, with its cursor. */
export type PlayerEdge = {
  __typename: 'PlayerEdge';
  /** The cursor of the item; pass it as `after` or `before` to continue from here. */
  cursor: Scalars['Cursor']['output'];
  /** The item. */
  node: Player;
};

/** The player has declined this game's invitations too often to be invited again. */
export type PlayerHasDeclined = {
  __typename: 'PlayerHasDeclined';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The player. */
  player: Player;
};

/** A player was invited to take a seat. */
export type PlayerInvited = {
  __typename: 'PlayerInvited';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The seated player who sent the invitation. */
  inviter: Player;
  /** The invited player. */
  player: Player;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** True if a seat is reserved for the player; others then join by invitation until the release. */
  reserved: Scalars['Boolean']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The player is an operator; take the role away first, and revoke the operator's tokens. */
export type PlayerIsOperator = {
  __typename: 'PlayerIsOperator';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The player is present, so only the player can hand over its seat. */
export type PlayerIsPresent = {
  __typename: 'PlayerIsPresent';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The player. */
  player: Player;
};

/** A player took a seat, and later seats move down; joining uses up the player's invitation. It is the next free seat, but in a rematch the place in the order in which its players sit. */
export type PlayerJoined = {
  __typename: 'PlayerJoined';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** True if the player is a machine player. */
  machine: Scalars['Boolean']['output'];
  /** The player who joined. */
  player: Player;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A player left its seat before the game started; later seats move up. */
export type PlayerLeft = {
  __typename: 'PlayerLeft';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The organizer from now on; null when no player other than machine players is left. */
  nextOrganizer: Maybe<Player>;
  /** The player who left. */
  player: Player;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** True if the organizer, or an operator of the server, removed the player. */
  removed: Scalars['Boolean']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A session of yours: it begins when you sign in on a device, and lasts until it expires without being renewed, or is ended. */
export type PlayerSession = {
  __typename: 'PlayerSession';
  /** The label that the client gave itself, at most 60 characters; null if it gave none. */
  client: Maybe<Scalars['String']['output']>;
  /** The time of the sign-in. */
  createdAt: Scalars['DateTime']['output'];
  /** The time at which the session expires unless it is renewed. */
  expiresAt: Scalars['DateTime']['output'];
  /** The id, which never changes. */
  id: Scalars['ID']['output'];
  /** Whether this request belongs to the session. */
  isCurrent: Scalars['Boolean']['output'];
  /** The time of the last use, cut to the hour, but not before `createdAt`. */
  lastUsedAt: Scalars['DateTime']['output'];
  /** The time of the last renewal of the token; null if it was not renewed. */
  renewedAt: Maybe<Scalars['DateTime']['output']>;
  /** The roles of the session's token. */
  roles: Array<Role>;
};

/** Players whose seats are reserved have not joined yet; wait for them. */
export type PlayersAwaited = {
  __typename: 'PlayersAwaited';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The average points of a seat in a round. */
export type PointsAverage = {
  __typename: 'PointsAverage';
  /** The average points in a round that was scored; null without rounds. */
  average: Maybe<Scalars['Float']['output']>;
  /** The first day of the period, in UTC; null without periods. */
  begins: Maybe<Scalars['Date']['output']>;
  /** The sum of the points scored. */
  points: Scalars['Int']['output'];
  /** The number of rounds scored, counted once for each seat. */
  rounds: Scalars['Int']['output'];
};

/** The frequency of a number of points in a round. */
export type PointsFrequency = {
  __typename: 'PointsFrequency';
  /** The first day of the period, in UTC; null without periods. */
  begins: Maybe<Scalars['Date']['output']>;
  /** The points that a seat scored in a round. */
  points: Scalars['Int']['output'];
  /** The number of rounds scored with these points, counted once for each seat. */
  rounds: Scalars['Int']['output'];
  /** The share of all rounds scored, counted once for each seat, from 0 to 1; null without rounds. */
  share: Maybe<Scalars['Float']['output']>;
};

/** A player's record in a variant: the public games that were won and in which the player kept a seat to the end. */
export type Profile = {
  __typename: 'Profile';
  /** How complete the profile is, with its games. */
  asOf: AsOf;
  /** The game with the most points. Of equal games, the one with the better place, then with more players, then the first. */
  best: ProfileGame;
  /** The counted bids, by amount. */
  bids: Array<ProfileBid>;
  /** The games that count. */
  board: Board;
  /** The seats that the player has had, by the size of the table. */
  bySeat: Array<ProfileSeat>;
  /** The last ten games, newest first. */
  form: Array<ProfileGame>;
  /** The games, newest first, each with the rating after it. Null beside an error, when it cannot be read. */
  games: Maybe<ProfileGameConnection>;
  /** How much of the player's results was luck of the deals; null without a game whose luck is known. Null beside an error, when it cannot be read. */
  luck: Maybe<ProfileLuck>;
  /** The player. */
  player: Player;
  /** The player's rating after the last game. */
  rating: Rating;
  /** Runs of consecutive wins and losses. */
  streaks: ProfileStreaks;
  /** Totals over all games of the profile. */
  totals: ProfileTotals;
  /** The trump suits that the player has chosen. */
  trumps: Array<ProfileTrump>;
  /** The variant. */
  variant: Variant;
  /** The game with the fewest points. Of equal games, the one with the worse place, then with fewer players, then the first. */
  worst: ProfileGame;
};


/** A player's record in a variant: the public games that were won and in which the player kept a seat to the end. */
export type ProfilegamesArgs = {
  after?: InputMaybe<Scalars['Cursor']['input']>;
  before?: InputMaybe<Scalars['Cursor']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A player's bids of one amount, and their success. */
export type ProfileBid = {
  __typename: 'ProfileBid';
  /** The amount of the bid. */
  amount: Scalars['Int']['output'];
  /** The number of these bids that were not made. */
  failed: Scalars['Int']['output'];
  /** The number of these bids that were made. */
  made: Scalars['Int']['output'];
  /** The share of these bids that were made, from 0 to 1. */
  successRate: Scalars['Float']['output'];
};

/** A finished game in a profile. */
export type ProfileGame = {
  __typename: 'ProfileGame';
  /** The time at which the game was won. */
  endedAt: Scalars['DateTime']['output'];
  /** The game. Null beside an error, when you lose access to it before all that you select is read. */
  game: Maybe<Game>;
  /** The parts of the result; null until the game is counted. Null beside an error, when it cannot be read. */
  luck: Maybe<SeatLuck>;
  /** The player's place, from 1: the number of players ahead, plus one. */
  place: Scalars['Int']['output'];
  /** The number of players. */
  playerCount: Scalars['Int']['output'];
  /** The player's final score; null in a variant without points. */
  points: Maybe<Scalars['Int']['output']>;
  /** The player's rating after the game. */
  rating: Rating;
  /** The player's seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** Whether the player won. */
  won: Scalars['Boolean']['output'];
};

/** A page of a list. */
export type ProfileGameConnection = {
  __typename: 'ProfileGameConnection';
  /** The items of the page, each with its cursor. */
  edges: Array<ProfileGameEdge>;
  /** The items of the page. */
  nodes: Array<ProfileGame>;
  /** The position of the page in the list. */
  pageInfo: PageInfo;
  /** The number of items on all pages, exact up to 10,000. It is read after the page, so a list that changes meanwhile may have other items by then. Null beside an error, when the list cannot be counted. */
  totalCount: Maybe<TotalCount>;
};

/** An item of a list, with its cursor. */
export type ProfileGameEdge = {
  __typename: 'ProfileGameEdge';
  /** The cursor of the item; pass it as `after` or `before` to continue from here. */
  cursor: Scalars['Cursor']['output'];
  /** The item. */
  node: ProfileGame;
};

/** The means of a player's results in games whose luck is known, in points or places a game. Games that the player left to a machine do not count. */
export type ProfileLuck = {
  __typename: 'ProfileLuck';
  /** How complete the means are. */
  asOf: AsOf;
  /** The number of games. */
  games: Scalars['Int']['output'];
  /** The mean luck. */
  luck: Scalars['Float']['output'];
  /** The mean of the rest: skill shows here over many games. */
  play: Scalars['Float']['output'];
  /** The standard error of the mean play of a published player. */
  playError: Scalars['Float']['output'];
  /** The mean of `result - par`, which is `luck + play`. */
  result: Scalars['Float']['output'];
};

/** A player's results in one seat at tables of one size. */
export type ProfileSeat = {
  __typename: 'ProfileSeat';
  /** The player's average place in this seat. */
  averagePlace: Scalars['Float']['output'];
  /** The number of games that the player has finished in this seat. */
  games: Scalars['Int']['output'];
  /** The number of players. */
  playerCount: Scalars['Int']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The number of these games that the player has won. */
  wins: Scalars['Int']['output'];
};

/** Runs of consecutive wins and losses; a shared win is a win. */
export type ProfileStreaks = {
  __typename: 'ProfileStreaks';
  /** The longest run of consecutive losses. */
  longestLosing: Scalars['Int']['output'];
  /** The longest run of consecutive wins. */
  longestWinning: Scalars['Int']['output'];
  /** The number of consecutive losses up to the last game. */
  losing: Scalars['Int']['output'];
  /** The number of consecutive wins up to the last game. */
  winning: Scalars['Int']['output'];
};

/** Totals over all games of a profile. */
export type ProfileTotals = {
  __typename: 'ProfileTotals';
  /** The player's average place. */
  averagePlace: Scalars['Float']['output'];
  /** The number of the player's counted bids that were not made. */
  bidsFailed: Scalars['Int']['output'];
  /** The number of the player's counted bids that were made. */
  bidsMade: Scalars['Int']['output'];
  /** The number of games that the player has finished. */
  games: Scalars['Int']['output'];
  /** The sum of the player's final scores in these games. */
  points: Scalars['Int']['output'];
  /** The number of rounds dealt. */
  rounds: Scalars['Int']['output'];
  /** The number of tricks that the player has won. */
  tricks: Scalars['Int']['output'];
  /** The number of tricks that all players at the table have won. */
  tricksPlayed: Scalars['Int']['output'];
  /** The share of these games that the player has won, from 0 to 1. */
  winRate: Scalars['Float']['output'];
  /** The number of these games that the player has won. */
  wins: Scalars['Int']['output'];
};

/** The number of times that a player chose a suit as trump. */
export type ProfileTrump = {
  __typename: 'ProfileTrump';
  /** The suit. */
  suit: Suit;
  /** The number of times that the player chose it. */
  times: Scalars['Int']['output'];
};

/** A read model and its state. */
export type Projection = {
  __typename: 'Projection';
  /** The number of times that the tables were built; 0 before the first time. */
  builds: Scalars['Int']['output'];
  /** The state of the read model. */
  condition: Condition;
  /** The error that stopped the read model, or after which it retries; null without one. */
  error: Maybe<Scalars['String']['output']>;
  /** The event that stops the read model until it is rebuilt; null without one. */
  failedEvent: Maybe<FailedEvent>;
  /** The position of the last event in the log. */
  head: Scalars['Position']['output'];
  /** The number of events that are not applied yet. */
  lagEvents: Scalars['Position']['output'];
  /** The age in seconds of the oldest event that is not applied yet; 0 when all are applied, null when that event cannot be read. */
  lagSeconds: Maybe<Scalars['Float']['output']>;
  /** The name of the read model, for `kibitz projections rebuild`. */
  name: Scalars['String']['output'];
  /** The position of the last event that is applied. */
  position: Scalars['Position']['output'];
  /** The position that an unfinished rebuild has reached; null without one. */
  rebuildPosition: Maybe<Scalars['Position']['output']>;
  /** The revision of the read model's definition; a new revision is rebuilt automatically. */
  revision: Scalars['Int']['output'];
  /** The time at which the rows were last updated; null before the first time. */
  updatedAt: Maybe<Scalars['DateTime']['output']>;
};

/** All queries. */
export type Query = {
  __typename: 'Query';
  /** The bans in force, the newest first; null when you are not an operator. */
  bans: Maybe<BanConnection>;
  /** A game as you may see it now. Null beside an error, when there is none with the id that you may see. */
  game: Maybe<Game>;
  /** Games by stage and search conditions, in an order. Private games are listed only for their players and invited players. Null beside an error, when it cannot be read. */
  games: Maybe<GameConnection>;
  /** The game of an invitation by link. Null for an invalid or expired invitation; also once the game has started or the inviter has left, unless you have a seat. */
  invitation: Maybe<Invitation>;
  /** The leaderboard of a variant in a window of time, from public games. Ranked players come first, by ordinal; then players with enough games but none lately; then players with too few games. Null beside an error, when it cannot be read. */
  leaderboard: Maybe<LeaderboardEntryConnection>;
  /** The log of all events, with its checkpoints. */
  log: Log;
  /** You; null for a spectator. */
  me: Maybe<Me>;
  /** The audit trail of what operators did, the newest first; null when you are not an operator. */
  moderationLog: Maybe<ModerationEntryConnection>;
  /** A game, a player or one of your sessions by its id; null when there is none that you may see. Machine players are players; an erased player is marked as erased. */
  node: Maybe<Node>;
  /** The games, players and sessions of yours with some ids, 100 at most: one entry for each id, in their order; null where there is none that you may see. Null beside an error, when the ids are too many. */
  nodes: Array<Maybe<Node>>;
  /** A player by its id; null for an unknown id. Machine players are players; an erased player is marked as erased. */
  player: Maybe<Player>;
  /** The people whose name has a word that begins with the search, in the order of their names from that word on; by pages from the start. Only people who had a seat in a public game that started are found, a few seconds after its start; neither erased players nor machine players are. You must be signed in. Null beside an error, when the search is refused. */
  players: Maybe<PlayerConnection>;
  /** The state of each read model; null when you are not an operator. */
  projections: Maybe<Array<Projection>>;
  /** Your session: who you are, your roles and when your token expires; null for a spectator. */
  session: Maybe<Session>;
  /** Statistics of the public games of a variant, and activity; by periods if you wish. Null beside an error, when the arguments are invalid. */
  statistics: Maybe<Statistics>;
  /** A variant by its name; null when this server does not offer it. */
  variant: Maybe<Variant>;
  /** The variants that this server offers. */
  variants: Array<Variant>;
};


/** All queries. */
export type QuerybansArgs = {
  after?: InputMaybe<Scalars['Cursor']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


/** All queries. */
export type QuerygameArgs = {
  id: Scalars['ID']['input'];
};


/** All queries. */
export type QuerygamesArgs = {
  after?: InputMaybe<Scalars['Cursor']['input']>;
  before?: InputMaybe<Scalars['Cursor']['input']>;
  filter?: GameFilter;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  order?: GameOrder;
  search?: InputMaybe<GameSearch>;
  upToDate?: Scalars['Boolean']['input'];
  variant?: InputMaybe<Scalars['String']['input']>;
};


/** All queries. */
export type QueryinvitationArgs = {
  token: Scalars['String']['input'];
};


/** All queries. */
export type QueryleaderboardArgs = {
  after?: InputMaybe<Scalars['Cursor']['input']>;
  before?: InputMaybe<Scalars['Cursor']['input']>;
  board?: Board;
  first?: InputMaybe<Scalars['Int']['input']>;
  key?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  ranked?: InputMaybe<Scalars['Boolean']['input']>;
  upToDate?: Scalars['Boolean']['input'];
  variant: Scalars['String']['input'];
  window?: Window;
};


/** All queries. */
export type QuerymoderationLogArgs = {
  action?: InputMaybe<ModerationAction>;
  after?: InputMaybe<Scalars['Cursor']['input']>;
  before?: InputMaybe<Scalars['Cursor']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  game?: InputMaybe<Scalars['ID']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  operator?: InputMaybe<Scalars['ID']['input']>;
  player?: InputMaybe<Scalars['ID']['input']>;
};


/** All queries. */
export type QuerynodeArgs = {
  id: Scalars['ID']['input'];
};


/** All queries. */
export type QuerynodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


/** All queries. */
export type QueryplayerArgs = {
  id: Scalars['ID']['input'];
};


/** All queries. */
export type QueryplayersArgs = {
  after?: InputMaybe<Scalars['Cursor']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  search: Scalars['String']['input'];
};


/** All queries. */
export type QuerystatisticsArgs = {
  board?: InputMaybe<Board>;
  bucket?: InputMaybe<Bucket>;
  machine?: InputMaybe<Scalars['Boolean']['input']>;
  playerCount?: InputMaybe<Scalars['Int']['input']>;
  rows?: Scalars['Int']['input'];
  since?: InputMaybe<Scalars['Date']['input']>;
  until?: InputMaybe<Scalars['Date']['input']>;
  upToDate?: Scalars['Boolean']['input'];
  variant: Scalars['String']['input'];
};


/** All queries. */
export type QueryvariantArgs = {
  name: Scalars['String']['input'];
};

/** Queue a pass before your turn; the server passes for you when your turn comes. */
export type QueuePass = {
  __typename: 'QueuePass';
  /** The name of the mutation for the move. */
  mutation: Scalars['String']['output'];
};

/** The mutation `queuePass` was carried out. */
export type QueuePassAccepted = {
  __typename: 'QueuePassAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Queue a pass before your turn; the server passes for you when your turn comes. */
export type QueuePassInput = {
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** The result of `queuePass`: accepted, or refused with a reason. */
export type QueuePassPayload = AlreadyPassed | CommandIdReused | GameIsOver | GameNotStarted | MoveNotInGame | NotSeated | PassAlreadyQueued | QueuePassAccepted | SeatIsAutomated | TooBusy | UnknownGame | UnknownRules | VersionConflict | WrongPhase;

/** The rank printed in a card's corner; each game defines its own order of the ranks. */
export type Rank =
  /** Written `A`. */
  | 'ACE'
  /** Written `8`. */
  | 'EIGHT'
  /** Written `5`. */
  | 'FIVE'
  /** Written `4`. */
  | 'FOUR'
  /** Written `J`. */
  | 'JACK'
  /** Written `K`. */
  | 'KING'
  /** Written `9`. */
  | 'NINE'
  /** Written `Q`. */
  | 'QUEEN'
  /** Written `7`. */
  | 'SEVEN'
  /** Written `6`. */
  | 'SIX'
  /** Written `T`. */
  | 'TEN'
  /** Written `3`. */
  | 'THREE'
  /** Written `2`. */
  | 'TWO';

/** The frequency of plays with cards of a rank, by the player's final place. */
export type RankPlayed = {
  __typename: 'RankPlayed';
  /** The average number of cards in a play; null without plays. */
  averageCards: Maybe<Scalars['Float']['output']>;
  /** The first day of the period, in UTC; null without periods. */
  begins: Maybe<Scalars['Date']['output']>;
  /** The number of cards in these plays. */
  cards: Scalars['Int']['output'];
  /** The final place, from 1: the number of seats ahead, plus one. */
  place: Scalars['Int']['output'];
  /** The number of plays of cards of this rank. */
  plays: Scalars['Int']['output'];
  /** The rank of the cards. */
  rank: Rank;
};

/** A rating: an estimate of a player's strength, computed from the order in which the seats of each game finished. */
export type Rating = {
  __typename: 'Rating';
  /** The mean of the estimate; every window starts at 25. */
  mean: Scalars['Float']['output'];
  /** The value by which players are ranked: the mean minus three times the uncertainty. */
  ordinal: Scalars['Float']['output'];
  /** The standard deviation of the estimate; every window starts at 25/3. */
  uncertainty: Scalars['Float']['output'];
};

/** The change of a player's rating of all time by a game. */
export type RatingChange = {
  __typename: 'RatingChange';
  /** The rating after the game. */
  after: Rating;
  /** The rating before the game. */
  before: Rating;
  /** The board on which the game counts: PEOPLE or MIXED. */
  board: Board;
  /** The player. */
  player: Player;
};

/** The mutation `reclaimSeat` was carried out. */
export type ReclaimSeatAccepted = {
  __typename: 'ReclaimSeatAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Take your seat back from the machine; what it has played for you stays played. */
export type ReclaimSeatInput = {
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** The result of `reclaimSeat`: accepted, or refused with a reason. */
export type ReclaimSeatPayload = CommandIdReused | GameIsOver | NotSeated | ReclaimSeatAccepted | SeatGivenUp | SeatNotAutomated | TooBusy | UnknownGame | UnknownRules | VersionConflict;

/** The reason why a command was refused; the game has not changed. */
export type Refusal = AccountHasPlayer | AlreadyAutomated | AlreadyInvited | AlreadyLinked | AlreadyPassed | AlreadySeated | AlreadyVoted | BidAlreadyCommitted | BidNotAvailable | CannotBanYourself | CannotMuteYourself | CannotRemoveYourself | CardNotHeld | CardRepeated | CardsUnequal | CommandIdReused | ConfusableName | GameAlreadyStarted | GameFull | GameIsOver | GameNotOver | GameNotStarted | GuestsNotAdmitted | InvalidAddress | InvalidCommitment | InvalidCount | InvalidDeviceCode | InvalidInvitationLink | InvalidMachinesAfter | InvalidName | InvalidOption | InvalidPlayerRange | InvalidProviderToken | InvalidRatingRange | InvalidReason | InvalidUntil | LevelNotAvailable | MoveNotInGame | MustFollow | MustLead | NameFixed | NameWithdrawn | NoCards | NoIdentityProvider | NoMachinePlayer | NoPassQueued | NoRematch | NoSeedCommitted | NotAGuest | NotInvited | NotOrganizer | NotSeated | NotVoted | NotYourSeat | NotYourTurn | OperatorToken | OptionRepeated | PassAlreadyQueued | PlayerHasDeclined | PlayerIsOperator | PlayerIsPresent | PlayersAwaited | RemovedFromGame | SeatGivenUp | SeatIsAutomated | SeatNotAutomated | SeatsAreClosed | SeatsNotClosed | SeatsReserved | SeedAlreadyRevealed | SeedsAwaited | SeedsNotSupported | SignedInByProvider | TalkIsOff | TalkIsOver | TalkIsPaused | TooBusy | TooFewCards | TooManyInvitations | TooManyMachineGames | TooManyMuted | TooManyOpenTables | UnknownBan | UnknownGame | UnknownOption | UnknownPlayer | UnknownRules | UnknownSession | UnknownVariant | ValueTooLow | VersionConflict | WrongNumberOfPlayers | WrongPhase | WrongSeed;

/** The stable codes of all refusals, for programs. */
export type RefusalCode =
  /** The account belongs to another player, as whom you sign in with it. */
  | 'ACCOUNT_HAS_PLAYER'
  /** The machine already plays this seat. */
  | 'ALREADY_AUTOMATED'
  /** The player is already invited. */
  | 'ALREADY_INVITED'
  /** You are linked to an account of an identity provider already. */
  | 'ALREADY_LINKED'
  /** You have already passed in this round. */
  | 'ALREADY_PASSED'
  /** The player already has a seat in this game. */
  | 'ALREADY_SEATED'
  /** You have already voted to abandon the game. */
  | 'ALREADY_VOTED'
  /** You have already bid, and cannot change your bid. */
  | 'BID_ALREADY_COMMITTED'
  /** This bid cannot be placed now. */
  | 'BID_NOT_AVAILABLE'
  /** You cannot ban yourself, nor the address that you have now. */
  | 'CANNOT_BAN_YOURSELF'
  /** You cannot mute yourself. */
  | 'CANNOT_MUTE_YOURSELF'
  /** You cannot remove yourself from a game; leave it instead. */
  | 'CANNOT_REMOVE_YOURSELF'
  /** The cards of a play must be of equal value. */
  | 'CARDS_UNEQUAL'
  /** The card is not in your hand. */
  | 'CARD_NOT_HELD'
  /** The same card was named more than once. */
  | 'CARD_REPEATED'
  /** This command id belongs to another command of yours. */
  | 'COMMAND_ID_REUSED'
  /** Your name can be confused with that of another player at the table; `rename` changes it. */
  | 'CONFUSABLE_NAME'
  /** The game has already started. */
  | 'GAME_ALREADY_STARTED'
  /** No seat is free. */
  | 'GAME_FULL'
  /** The game is over. */
  | 'GAME_IS_OVER'
  /** The game is not over yet: a rematch is possible after its end. */
  | 'GAME_NOT_OVER'
  /** The game has not started. */
  | 'GAME_NOT_STARTED'
  /** You cannot sign in with a name alone; the operator of this server gives out tokens. */
  | 'GUESTS_NOT_ADMITTED'
  /** The text is not an address or network that can be banned. */
  | 'INVALID_ADDRESS'
  /** A commitment to a seed is 64 hexadecimal digits in lower case. */
  | 'INVALID_COMMITMENT'
  /** At least one seat must be filled, and no more than are free. */
  | 'INVALID_COUNT'
  /** The code does not sign in: it is wrong, has expired, or was used. */
  | 'INVALID_DEVICE_CODE'
  /** The invitation link is invalid or no longer valid. */
  | 'INVALID_INVITATION_LINK'
  /** The time after which machine players take free seats is not valid. */
  | 'INVALID_MACHINES_AFTER'
  /** The name is not valid for a player. */
  | 'INVALID_NAME'
  /** The option cannot have this value. */
  | 'INVALID_OPTION'
  /** The variant is not played by these numbers of players. */
  | 'INVALID_PLAYER_RANGE'
  /** The token is not a valid token of the server's identity provider. */
  | 'INVALID_PROVIDER_TOKEN'
  /** The range of ratings is not valid. */
  | 'INVALID_RATING_RANGE'
  /** The reason is empty, too long, or has characters that are not printable. */
  | 'INVALID_REASON'
  /** The time is in the past, or more than a hundred years ahead. */
  | 'INVALID_UNTIL'
  /** The machine does not play the game at this level. */
  | 'LEVEL_NOT_AVAILABLE'
  /** The variant has no such move. */
  | 'MOVE_NOT_IN_GAME'
  /** You must play another card of your hand. */
  | 'MUST_FOLLOW'
  /** You cannot pass when you lead to a clear table. */
  | 'MUST_LEAD'
  /** An operator of this server gave you your name, and you cannot change it yet. */
  | 'NAME_FIXED'
  /** An operator of this server took this name from you, or one that can be confused with it. */
  | 'NAME_WITHDRAWN'
  /** Only a guest can be linked to an account; the operator of this server gives you your tokens. */
  | 'NOT_A_GUEST'
  /** The player is not invited. */
  | 'NOT_INVITED'
  /** Only the organizer of the game may do this. */
  | 'NOT_ORGANIZER'
  /** The player has no seat in this game. */
  | 'NOT_SEATED'
  /** You have not voted to abandon the game. */
  | 'NOT_VOTED'
  /** Only the organizer can hand over another player's seat, and only while that player is absent. */
  | 'NOT_YOUR_SEAT'
  /** It is not your turn. */
  | 'NOT_YOUR_TURN'
  /** You must play at least one card. */
  | 'NO_CARDS'
  /** The server has no identity provider, so there are no accounts to link. */
  | 'NO_IDENTITY_PROVIDER'
  /** The game has no machine player. */
  | 'NO_MACHINE_PLAYER'
  /** You have not queued a pass. */
  | 'NO_PASS_QUEUED'
  /** The game has no rematch, because it did not start, or because an operator closed it. */
  | 'NO_REMATCH'
  /** You have not committed to a seed, so you cannot reveal one. */
  | 'NO_SEED_COMMITTED'
  /** An operator's token yields no other token: the rights of an operator end with it. */
  | 'OPERATOR_TOKEN'
  /** An option was given more than one value. */
  | 'OPTION_REPEATED'
  /** You have already queued a pass. */
  | 'PASS_ALREADY_QUEUED'
  /** Players whose seats are reserved have not joined yet; wait for them. */
  | 'PLAYERS_AWAITED'
  /** The player has declined this game's invitations too often to be invited again. */
  | 'PLAYER_HAS_DECLINED'
  /** The player is an operator; take the role away first, and revoke the operator's tokens. */
  | 'PLAYER_IS_OPERATOR'
  /** The player is present, so only the player can hand over its seat. */
  | 'PLAYER_IS_PRESENT'
  /** You were removed from this game; you can join again only with a new personal invitation. */
  | 'REMOVED_FROM_GAME'
  /** The seats are closed: the game starts as soon as the players have revealed their seeds. */
  | 'SEATS_ARE_CLOSED'
  /** The seats are not closed yet: reveal your seed only once they are. */
  | 'SEATS_NOT_CLOSED'
  /** The free seats are reserved for players who have not joined yet. */
  | 'SEATS_RESERVED'
  /** You gave up this seat or were removed from it, so you cannot take it back. */
  | 'SEAT_GIVEN_UP'
  /** The machine plays your seat; take it back before you move. */
  | 'SEAT_IS_AUTOMATED'
  /** The machine does not play your seat, so you cannot take it back. */
  | 'SEAT_NOT_AUTOMATED'
  /** Players can still reveal their seeds; the game cannot start without them yet. */
  | 'SEEDS_AWAITED'
  /** This game was created before players could add seeds to the deal. */
  | 'SEEDS_NOT_SUPPORTED'
  /** You have already revealed your seed. */
  | 'SEED_ALREADY_REVEALED'
  /** Your identity provider renews your tokens and signs you in on other devices; this server does not. */
  | 'SIGNED_IN_BY_PROVIDER'
  /** Talk is turned off in this game. */
  | 'TALK_IS_OFF'
  /** The game has ended too long ago to talk. */
  | 'TALK_IS_OVER'
  /** You cannot talk until the bids are revealed: the players see all hands but their own. */
  | 'TALK_IS_PAUSED'
  /** The server has too much to do; the request was not carried out, and nothing is lost. */
  | 'TOO_BUSY'
  /** More cards are needed to beat those on the table. */
  | 'TOO_FEW_CARDS'
  /** The game has the maximum number of open invitations. */
  | 'TOO_MANY_INVITATIONS'
  /** You, or all players at your address, have as many games with machine players as the server allows. */
  | 'TOO_MANY_MACHINE_GAMES'
  /** You have muted as many players as the server allows. */
  | 'TOO_MANY_MUTED'
  /** You, or all players at your address, have as many open tables as the server allows. */
  | 'TOO_MANY_OPEN_TABLES'
  /** There is no such ban: it has ended, or never existed. */
  | 'UNKNOWN_BAN'
  /** There is no such game, or it is private and you are not in it. */
  | 'UNKNOWN_GAME'
  /** The variant has no such option. */
  | 'UNKNOWN_OPTION'
  /** There is no such player. */
  | 'UNKNOWN_PLAYER'
  /** The game is played under rules that this server does not know; a newer server created it. */
  | 'UNKNOWN_RULES'
  /** You have no such session: it has ended, is another player's, or never existed. */
  | 'UNKNOWN_SESSION'
  /** There is no such variant. */
  | 'UNKNOWN_VARIANT'
  /** A play of as many cards as lie on the table must be at least as high as those. */
  | 'VALUE_TOO_LOW'
  /** The game is not at the expected version; the command was not carried out. */
  | 'VERSION_CONFLICT'
  /** The game cannot be played with this number of players. */
  | 'WRONG_NUMBER_OF_PLAYERS'
  /** The move belongs to another phase of the round. */
  | 'WRONG_PHASE'
  /** This is not the seed that you committed to. */
  | 'WRONG_SEED';

/** The mutation `rematch` was carried out. */
export type RematchAccepted = {
  __typename: 'RematchAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Play again after the end of a game: create its one rematch, or take your seat in it. The rematch has the same variant, options, access and machine players. Each player moves on by one seat. The other players are invited, and their seats are reserved for 60 seconds. Then the game starts, unless players are missing and their seats are to be open to others. The organizer can start it earlier. */
export type RematchInput = {
  /** An id of your choice for this command, unique among your commands in the rematch. A repeat with the same id returns the first result again. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** A commitment to your seed, as in `commitSeed`; without effect if you create the rematch. */
  commitment?: InputMaybe<Scalars['String']['input']>;
  /** The game that is over. */
  game: Scalars['ID']['input'];
  /** What happens to the seats of missing players: the choice of the organizer, who can change it. When omitted, machine players take them if the game has machine players, and else they are open. */
  missing?: InputMaybe<MissingPlayers>;
};

/** The result of `rematch`: accepted, or refused with a reason. */
export type RematchPayload = CommandIdReused | ConfusableName | GameAlreadyStarted | GameFull | GameIsOver | GameNotOver | InvalidCommitment | InvalidOption | NoMachinePlayer | NoRematch | NotInvited | NotSeated | RematchAccepted | RemovedFromGame | SeatsAreClosed | SeatsReserved | SeedsNotSupported | TooBusy | TooManyMachineGames | TooManyOpenTables | UnknownGame | UnknownOption | UnknownRules | VersionConflict | WrongNumberOfPlayers;

/** The mutation `removePlayer` was carried out. */
export type RemovePlayerAccepted = {
  __typename: 'RemovePlayerAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Remove another player from its seat before the game starts; only the organizer may do this. */
export type RemovePlayerInput = {
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
  /** The player to remove. */
  player: Scalars['ID']['input'];
};

/** The result of `removePlayer`: accepted, or refused with a reason. */
export type RemovePlayerPayload = CannotRemoveYourself | CommandIdReused | GameAlreadyStarted | GameIsOver | NotOrganizer | NotSeated | RemovePlayerAccepted | SeatsAreClosed | TooBusy | UnknownGame | UnknownRules | VersionConflict;

/** You were removed from this game; you can join again only with a new personal invitation. */
export type RemovedFromGame = {
  __typename: 'RemovedFromGame';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** Your name has changed, in all games, lists and replays. */
export type RenameAccepted = {
  __typename: 'RenameAccepted';
  /** You, with your new name. */
  player: Player;
};

/** A new name for you. */
export type RenameInput = {
  /** The name that other players see. */
  name: Scalars['String']['input'];
};

/** The result of `rename`: accepted, or refused with a reason. */
export type RenamePayload = ConfusableName | InvalidName | NameFixed | NameWithdrawn | RenameAccepted;

/** You have a new token in place of yours. The old one stays valid until you first use the new one, and for ten minutes after that, but never longer than its own expiry. */
export type RenewTokenAccepted = {
  __typename: 'RenewTokenAccepted';
  /** The time at which the token expires unless your session is ended before. */
  expiresAt: Scalars['DateTime']['output'];
  /** You. */
  player: Player;
  /** Your token; send it with every request: `Authorization: Bearer TOKEN`. */
  token: Scalars['String']['output'];
};

/** Renew your token. */
export type RenewTokenInput = {
  /** A label of the client for your list of sessions, such as `Firefox on Linux`; what exceeds 60 characters is cut off. */
  client?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `renewToken`: accepted, or refused with a reason. */
export type RenewTokenPayload = OperatorToken | RenewTokenAccepted | SignedInByProvider;

/** The mutation `resign` was carried out. */
export type ResignAccepted = {
  __typename: 'ResignAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Give up the game: the machine plays your seat to the end, and you are rated last. */
export type ResignInput = {
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** The result of `resign`: accepted, or refused with a reason. */
export type ResignPayload = CommandIdReused | GameIsOver | GameNotStarted | NoMachinePlayer | NotSeated | ResignAccepted | SeatGivenUp | TooBusy | UnknownGame | UnknownRules | VersionConflict;

/** The result of a game. */
export type Result = {
  __typename: 'Result';
  /** All seats from first to last place; seats that share a place stand together. */
  ranking: Array<Array<Scalars['Int']['output']>>;
  /** The reason why the game ended. */
  reason: EndReason;
  /** The title of each seat, by its place, in the order of the seats; empty in games without titles. */
  titles: Array<Title>;
  /** The winners; more than one when players with equal scores win together. */
  winners: Array<Player>;
};

/** The mutation `revealSeed` was carried out. */
export type RevealSeedAccepted = {
  __typename: 'RevealSeedAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Reveal the seed that you committed to, once the seats are closed; the last seed starts the game. */
export type RevealSeedInput = {
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
  /** 32 random bytes in hexadecimal, in lower case. */
  seed: Scalars['String']['input'];
};

/** The result of `revealSeed`: accepted, or refused with a reason. */
export type RevealSeedPayload = CommandIdReused | GameAlreadyStarted | GameIsOver | NoSeedCommitted | NotSeated | RevealSeedAccepted | SeatsNotClosed | SeedAlreadyRevealed | SeedsNotSupported | TooBusy | UnknownGame | UnknownRules | VersionConflict | WrongSeed;

/** A move that was possible, and its estimated value to the seat: its chance to win the game, from 0 to 1; in President its place, from 0 for the last to 1 for the first. It is the mean over deals that agree with all that the seat had seen, each played on as the machine's published player would. */
export type ReviewedMove = {
  __typename: 'ReviewedMove';
  /** The standard error of the value. */
  error: Scalars['Float']['output'];
  /** The move. */
  move: Move;
  /** The estimated value. */
  value: Scalars['Float']['output'];
};

/** Role of a caller, which determines its permissions. */
export type Role =
  /** Operates the server: sees the state of the read models, closes games, sees games as a player. */
  | 'OPERATOR'
  /** Plays, and sees what a player sees. */
  | 'PLAYER';

/** The success of bids in a round of the game. */
export type RoundBidSuccess = {
  __typename: 'RoundBidSuccess';
  /** The first day of the period, in UTC; null without periods. */
  begins: Maybe<Scalars['Date']['output']>;
  /** The number of bids that counted when their rounds were scored. */
  bids: Scalars['Int']['output'];
  /** The number of cards dealt to each player; the largest number where it varies. */
  cards: Scalars['Int']['output'];
  /** The number of these bids that were made. */
  made: Scalars['Int']['output'];
  /** The share of these bids that were made, from 0 to 1; null without bids. */
  rate: Maybe<Scalars['Float']['output']>;
  /** The number of the round, from 0. */
  round: Scalars['Int']['output'];
};

/** The frequency of a number of rounds in a game. */
export type RoundCount = {
  __typename: 'RoundCount';
  /** The average duration of these games in seconds; null without games. */
  averageSeconds: Maybe<Scalars['Float']['output']>;
  /** The first day of the period, in UTC; null without periods. */
  begins: Maybe<Scalars['Date']['output']>;
  /** The number of games with this many rounds. */
  games: Scalars['Int']['output'];
  /** The number of rounds dealt in each game. */
  rounds: Scalars['Int']['output'];
  /** The share of the games, from 0 to 1; null without games. */
  share: Maybe<Scalars['Float']['output']>;
};

/** The cards of a round were dealt. */
export type RoundDealt = {
  __typename: 'RoundDealt';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The dealer's seat. */
  dealer: Scalars['Int']['output'];
  /** The number of cards dealt to each seat. */
  hands: Array<Scalars['Int']['output']>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The round's number, from 0. */
  round: Scalars['Int']['output'];
  /** The number of cards left undealt. */
  stock: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** Everyone passed; the round ended without a score. */
export type RoundPassedOut = {
  __typename: 'RoundPassedOut';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The round's number, from 0. */
  round: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The luck of a deal to a seat: what the hand is worth by the tables of luck, less what the place at the table is worth. It is 0 on average, and that of the statistics of public games. */
export type RoundReview = {
  __typename: 'RoundReview';
  /** The standard error of the luck. */
  error: Scalars['Float']['output'];
  /** The luck in the values of `ReviewedMove`, above 0 for a good deal: `result` times what a point or a place was worth to the seat at that moment. */
  luck: Scalars['Float']['output'];
  /** The luck in points, in President in places. */
  result: Scalars['Float']['output'];
  /** The round's number, from 0. */
  round: Scalars['Int']['output'];
  /** The version at the end of the deal: `Game.at` shows the table then. */
  version: Scalars['Version']['output'];
};

/** A round was played out and scored. */
export type RoundScored = {
  __typename: 'RoundScored';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The awards, in the order in which they count. */
  awards: Array<Award>;
  /** The outcome of each seat's bid; empty in a game without bids. */
  bidsMade: Array<BidOutcome>;
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The round's number, from 0. */
  round: Scalars['Int']['output'];
  /** The running total of each seat after the round. */
  scores: Array<Scalars['Int']['output']>;
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** You have said something at a table. */
export type SayAccepted = {
  __typename: 'SayAccepted';
  /** What you have said. */
  said: PhraseSaid;
};

/** Say a phrase at a table. */
export type SayInput = {
  /** An id of your choice, unique among what you say at this table. A repeat with the same id returns what you have said, and says nothing again. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
  /** The phrase. */
  phrase: Phrase;
};

/** The result of `say`: accepted, or refused with a reason. */
export type SayPayload = CommandIdReused | SayAccepted | TalkIsOff | TalkIsOver | TalkIsPaused | UnknownGame | UnknownRules;

/** A seat at the table, with its player and cards. */
export type Seat = {
  __typename: 'Seat';
  /** Whether a machine player plays for this seat. */
  automated: Scalars['Boolean']['output'];
  /** The seat's last bid in this round; null without one, and while it is hidden from you. */
  bid: Maybe<Scalars['Int']['output']>;
  /** The seat's clock; null before the start, after the end, and in games without a time limit. */
  clock: Maybe<SeatClock>;
  /** Whether the seat has made a bid that is still hidden. */
  committed: Scalars['Boolean']['output'];
  /** The number of cards that the seat discarded in this round; null before the discard. */
  discarded: Maybe<Scalars['Int']['output']>;
  /** Whether the player gave up the seat for good, and cannot take it back. */
  givenUp: Scalars['Boolean']['output'];
  /** The cards in hand, in order; `??` for cards that you may not see. */
  hand: Array<Scalars['Card']['output']>;
  /** The seat's number, from 0 clockwise. */
  index: Scalars['Int']['output'];
  /** The level at which the machine plays for this seat, while a person is left in the game; null for a seat that its player plays. */
  level: Maybe<MachineLevel>;
  /** Whether a machine player fills the seat. */
  machine: Scalars['Boolean']['output'];
  /** Whether the seat has queued a pass. */
  passQueued: Scalars['Boolean']['output'];
  /** Whether the seat has passed. */
  passed: Scalars['Boolean']['output'];
  /** The place in which the seat went out, from 1, in games in which seats go out one after the other; null for a seat that still has cards. */
  place: Maybe<Scalars['Int']['output']>;
  /** The player in the seat. */
  player: Player;
  /** Whether the seat's player is connected to the game's updates or events, or was less than 30 seconds ago. Null if you have no seat in the game, for machine players, after the end of the game, and in updates, moments and results of commands: subscribe to `tableSignals` to follow it. */
  present: Maybe<Scalars['Boolean']['output']>;
  /** The points scored in the rounds so far. */
  score: Scalars['Int']['output'];
  /** The seat's seed for the deal; null until it is revealed. */
  seed: Maybe<Scalars['String']['output']>;
  /** The seat's commitment to a seed for the deal; null without one. */
  seedCommitment: Maybe<Scalars['String']['output']>;
  /** The number of tricks that the seat has won in this round. */
  tricks: Scalars['Int']['output'];
  /** Whether the seat votes to close the game without a result. All votes end when a seat is handed to the machine or taken back. */
  votesToAbandon: Scalars['Boolean']['output'];
};

/** A seat was handed to the machine, which plays it until its player takes it back. */
export type SeatAutomated = {
  __typename: 'SeatAutomated';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The reason; null for a machine player's seat, and in games recorded before this field existed. */
  automationReason: Maybe<AutomationReason>;
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The level at which the machine plays the seat; `PUBLISHED` in games before this field existed. */
  level: MachineLevel;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The version of the machine player that chooses at this level; null for the published player. */
  thinker: Maybe<Scalars['Int']['output']>;
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The clock of a seat, in a game with a time limit. */
export type SeatClock = {
  __typename: 'SeatClock';
  /** Milliseconds in the seat's bank; while the clock runs, as they were at its start. */
  bank: Scalars['Int']['output'];
  /** The time by which the seat must move, its bank included; null while its clock does not run. */
  deadline: Maybe<Scalars['DateTime']['output']>;
  /** The number of times in a row that the clock ran out. */
  timeouts: Scalars['Int']['output'];
};

/** You gave up this seat or were removed from it, so you cannot take it back. */
export type SeatGivenUp = {
  __typename: 'SeatGivenUp';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The seat. */
  seat: Scalars['Int']['output'];
};

/** The machine plays your seat; take it back before you move. */
export type SeatIsAutomated = {
  __typename: 'SeatIsAutomated';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The seat. */
  seat: Scalars['Int']['output'];
};

/** The parts of a seat's result: `result - par = luck + play`, exactly. They are in points, in a variant without points in places. */
export type SeatLuck = {
  __typename: 'SeatLuck';
  /** What the hands of the seat were worth, less par; null until all of them are revealed, and without a table of luck. */
  luck: Maybe<Scalars['Float']['output']>;
  /** The standard error of luck and play, because tables are estimates; null without a table of luck. */
  luckError: Maybe<Scalars['Float']['output']>;
  /** The table of luck, such as `oh-hell.r1.p1`; null if there is none for the rules of the game. */
  luckTable: Maybe<Scalars['String']['output']>;
  /** Whether a machine played the seat at the end. The means of `Profile.luck` leave such seats out. */
  machine: Scalars['Boolean']['output'];
  /** The result that the seat could expect before the deals; null without a table of luck. */
  par: Maybe<Scalars['Float']['output']>;
  /** The rest; null without luck. */
  play: Maybe<Scalars['Float']['output']>;
  /** The standard deviation of play, if the seat plays like the published player: less than twice as much may be chance. Null without a table of luck. */
  playError: Maybe<Scalars['Float']['output']>;
  /** The player who had the seat at the end. */
  player: Player;
  /** The points less the mean of the table; in places, the middle place less the place of the seat. */
  result: Scalars['Float']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
};

/** A seat's clock ran out, so the machine makes this one move for it. */
export type SeatMovedByClock = {
  __typename: 'SeatMovedByClock';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The machine does not play your seat, so you cannot take it back. */
export type SeatNotAutomated = {
  __typename: 'SeatNotAutomated';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The seat. */
  seat: Scalars['Int']['output'];
};

/** The frequency of a place for a seat. */
export type SeatPlace = {
  __typename: 'SeatPlace';
  /** The average final score; null without games. */
  averagePoints: Maybe<Scalars['Float']['output']>;
  /** The first day of the period, in UTC; null without periods. */
  begins: Maybe<Scalars['Date']['output']>;
  /** The number of games in which the seat had this place. */
  games: Scalars['Int']['output'];
  /** The final place, from 1: the number of seats ahead, plus one. */
  place: Scalars['Int']['output'];
  /** The sum of the final scores; 0 in a variant without points. */
  points: Scalars['Int']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The share of the seat's games, from 0 to 1; null without games. */
  share: Maybe<Scalars['Float']['output']>;
};

/** Whether the player of a seat is present, as in `Seat.present`. */
export type SeatPresence = {
  __typename: 'SeatPresence';
  /** Whether its player is present now. */
  present: Scalars['Boolean']['output'];
  /** The seat. */
  seat: Scalars['Int']['output'];
};

/** A player took its seat back from the machine. */
export type SeatReclaimed = {
  __typename: 'SeatReclaimed';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The player in the seat. */
  player: Player;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A seat lost its turn because cards of the same value as those on the table were played. */
export type SeatSkipped = {
  __typename: 'SeatSkipped';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A seat played its last card. */
export type SeatWentOut = {
  __typename: 'SeatWentOut';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The place that the seat has earned, from 1. */
  place: Scalars['Int']['output'];
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The seats are closed: the game starts as soon as the players have revealed their seeds. */
export type SeatsAreClosed = {
  __typename: 'SeatsAreClosed';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The seats are final; each player who committed to a seed is to reveal it. */
export type SeatsClosed = {
  __typename: 'SeatsClosed';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** SHA-256, in hexadecimal, over the game's `deal`, and the player and commitment of each seat. */
  roll: Scalars['String']['output'];
  /** The time from which any seated player can start the game without the missing seeds. */
  until: Scalars['DateTime']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The seats are not closed yet: reveal your seed only once they are. */
export type SeatsNotClosed = {
  __typename: 'SeatsNotClosed';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The time of a rematch's players is over; the reserved seats are free for others. */
export type SeatsReleased = {
  __typename: 'SeatsReleased';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The free seats are reserved for players who have not joined yet. */
export type SeatsReserved = {
  __typename: 'SeatsReserved';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The time until which seats of a rematch are reserved; null for a table that formed from seeks. */
  reservedUntil: Maybe<Scalars['DateTime']['output']>;
};

/** You have already revealed your seed. */
export type SeedAlreadyRevealed = {
  __typename: 'SeedAlreadyRevealed';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** A player committed to a seed for all shuffles of the game; this replaces an earlier commitment. */
export type SeedCommitted = {
  __typename: 'SeedCommitted';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** SHA-256, in hexadecimal, over the game's `deal`, the player's id and the seed. */
  commitment: Scalars['String']['output'];
  /** The player in the seat. */
  player: Player;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A player revealed its seed; the last one starts the game. */
export type SeedRevealed = {
  __typename: 'SeedRevealed';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The player in the seat. */
  player: Player;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** 32 bytes in hexadecimal, which match the player's commitment. */
  seed: Scalars['String']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** Players can still reveal their seeds; the game cannot start without them yet. */
export type SeedsAwaited = {
  __typename: 'SeedsAwaited';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The seats whose seeds are missing. */
  awaited: Array<Scalars['Int']['output']>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The time from which the game can start without them. */
  until: Scalars['DateTime']['output'];
};

/** This game was created before players could add seeds to the deal. */
export type SeedsNotSupported = {
  __typename: 'SeedsNotSupported';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** A seek of yours: you look for a game, and the server forms its table. */
export type Seek = {
  __typename: 'Seek';
  /** The seconds after which machine players may take free seats; null for never. */
  machinesAfter: Maybe<Scalars['Int']['output']>;
  /** The table that has formed; null while the seek is open. */
  match: Maybe<SeekMatch>;
  /** The largest number of players at the table. */
  maxPlayers: Scalars['Int']['output'];
  /** The smallest number of players at the table. */
  minPlayers: Scalars['Int']['output'];
  /** The number of open seeks of the variant, yours included, as a hint of the wait. */
  openSeeks: Scalars['Int']['output'];
  /** The time from which your wait counts. */
  openedAt: Scalars['DateTime']['output'];
  /** Every option of the variant; only seeks with the same ones meet. */
  options: Array<OptionSetting>;
  /** The mean of your rating in the variant when you opened the seek; at first it is 25. */
  rating: Scalars['Float']['output'];
  /** The accepted distance between your rating and those of the others, before it widens; every 30 seconds it grows by the same number again. Players meet if each accepts the others. Null accepts everyone. */
  ratingRange: Maybe<Scalars['Float']['output']>;
  /** The variant. */
  variant: Variant;
};

/** You look for a game. */
export type SeekAccepted = {
  __typename: 'SeekAccepted';
  /** Your seek of the variant. */
  seek: Seek;
};

/** The game that you look for. */
export type SeekInput = {
  /** The seconds after which machine players may take free seats; null for never. */
  machinesAfter?: InputMaybe<Scalars['Int']['input']>;
  /** The largest number of players that you accept; by default `minPlayers`. A table has as many players as there are when it can form. */
  maxPlayers?: InputMaybe<Scalars['Int']['input']>;
  /** The smallest number of players that you accept; by default the smallest of the variant. */
  minPlayers?: InputMaybe<Scalars['Int']['input']>;
  /** Options by name; options that you omit have their defaults. */
  options?: Array<OptionInput>;
  /** The accepted distance between your rating and those of the others, which widens with time; null accepts everyone. */
  ratingRange?: InputMaybe<Scalars['Float']['input']>;
  /** The name of the variant. */
  variant: Scalars['String']['input'];
};

/** A table that has formed for your seek. If `isSeated` is false, take your seat with `joinGame`, else commit to a seed with `commitSeed` if you add one to the deal. The server fills free seats with machine players and starts the game once everyone sits. */
export type SeekMatch = {
  __typename: 'SeekMatch';
  /** The public game, in which a seat is reserved for you. */
  game: Game;
  /** Whether the server has seated you: the player with the oldest seek is the organizer. */
  isSeated: Scalars['Boolean']['output'];
  /** The time, 30 seconds after the table formed, by which you must sit. After that your seek is dropped, and those of the others go on with the age that they have. */
  joinBy: Scalars['DateTime']['output'];
};

/** The result of `seek`: accepted, or refused with a reason. */
export type SeekPayload = InvalidMachinesAfter | InvalidOption | InvalidPlayerRange | InvalidRatingRange | NoMachinePlayer | OptionRepeated | SeekAccepted | TooManyMachineGames | TooManyOpenTables | UnknownOption | UnknownVariant;

/** Name the trump suit. */
export type SelectTrump = {
  __typename: 'SelectTrump';
  /** The name of the mutation for the move. */
  mutation: Scalars['String']['output'];
  /** The trump suit. */
  suit: Suit;
};

/** The mutation `selectTrump` was carried out. */
export type SelectTrumpAccepted = {
  __typename: 'SelectTrumpAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Name the trump suit. */
export type SelectTrumpInput = {
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
  /** The trump suit. */
  suit: Suit;
};

/** The result of `selectTrump`: accepted, or refused with a reason. */
export type SelectTrumpPayload = CommandIdReused | GameIsOver | GameNotStarted | MoveNotInGame | NotSeated | NotYourTurn | SeatIsAutomated | SelectTrumpAccepted | TooBusy | UnknownGame | UnknownRules | VersionConflict | WrongPhase;

/** A series of rematches, as far as you may see its games: the newest 50 of them. */
export type Series = {
  __typename: 'Series';
  /** Of the newest 50 games those that you may see, the oldest first. */
  games: Array<Game>;
  /** The scores in the games that were won, the most wins first, of at most 20 players. */
  scores: Array<SeriesScore>;
};

/** What a player has achieved in a series of rematches. */
export type SeriesScore = {
  __typename: 'SeriesScore';
  /** The number of games in which the player had a seat to the end. */
  games: Scalars['Int']['output'];
  /** The player. */
  player: Player;
  /** The sum of the player's points; null in variants without points. */
  points: Maybe<Scalars['Int']['output']>;
  /** The number of games that the player won. */
  wins: Scalars['Int']['output'];
};

/** Your session, as your token describes it. */
export type Session = {
  __typename: 'Session';
  /** The session as it is listed in `me.sessions`; null if your identity provider signed you in. Null beside an error, when it cannot be read. */
  current: Maybe<PlayerSession>;
  /** The time at which your token expires; open sockets and streams end then. */
  expiresAt: Scalars['DateTime']['output'];
  /** Whether a guest with your token can be linked by `linkAccount`: the server has an identity provider, and the token is this server's. */
  mayLink: Scalars['Boolean']['output'];
  /** You. */
  player: Player;
  /** Your roles. */
  roles: Array<Role>;
};

/** Sessions of yours have ended, and their connections are closed. */
export type SessionsEnded = EndOtherSessionsAccepted | EndSessionAccepted;

/** You are signed in. */
export type SignInAccepted = {
  __typename: 'SignInAccepted';
  /** The time at which the token expires unless your session is ended before. */
  expiresAt: Scalars['DateTime']['output'];
  /** You. */
  player: Player;
  /** Your token; send it with every request: `Authorization: Bearer TOKEN`. */
  token: Scalars['String']['output'];
};

/** Sign in as a guest. */
export type SignInInput = {
  /** A label of the client for your list of sessions, such as `Firefox on Linux`; what exceeds 60 characters is cut off. */
  client?: InputMaybe<Scalars['String']['input']>;
  /** The name that other players see. */
  name: Scalars['String']['input'];
};

/** The result of `signIn`: accepted, or refused with a reason. */
export type SignInPayload = GuestsNotAdmitted | InvalidName | SignInAccepted;

/** You are signed in as the player who created the code. */
export type SignInWithDeviceCodeAccepted = {
  __typename: 'SignInWithDeviceCodeAccepted';
  /** The time at which the token expires unless your session is ended before. */
  expiresAt: Scalars['DateTime']['output'];
  /** You. */
  player: Player;
  /** Your token; send it with every request: `Authorization: Bearer TOKEN`. */
  token: Scalars['String']['output'];
};

/** Sign in by a device code. */
export type SignInWithDeviceCodeInput = {
  /** A label of the client for your list of sessions, such as `Firefox on Linux`; what exceeds 60 characters is cut off. */
  client?: InputMaybe<Scalars['String']['input']>;
  /** The code; small letters, spaces and hyphens make no difference. */
  code: Scalars['String']['input'];
};

/** The result of `signInWithDeviceCode`: accepted, or refused with a reason. */
export type SignInWithDeviceCodePayload = InvalidDeviceCode | SignInWithDeviceCodeAccepted;

/** You are signed out: your token and those that it was renewed from are invalid. */
export type SignOutAccepted = {
  __typename: 'SignOutAccepted';
  /** The player that you were. */
  player: Player;
};

/** The result of `signOut`: accepted, or refused with a reason. */
export type SignOutPayload = SignOutAccepted | UnknownSession;

/** Your identity provider renews your tokens and signs you in on other devices; this server does not. */
export type SignedInByProvider = {
  __typename: 'SignedInByProvider';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The stage of a game, from the open lobby to its end. */
export type Stage =
  /** The game was closed before its end. */
  | 'CLOSED'
  /** The game is being played. */
  | 'PLAYING'
  /** The lobby is open. */
  | 'WAITING_FOR_PLAYERS'
  /** The seats are closed, and players are to reveal the seeds that they committed to. */
  | 'WAITING_FOR_SEEDS'
  /** The game was played to its end. */
  | 'WON';

/** The mutation `startGame` was carried out. */
export type StartGameAccepted = {
  __typename: 'StartGameAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Close the lobby and start the game; only the organizer may do this. Where players have committed to seeds, this closes the seats, and the game starts with the last seed. If seeds are still missing when their time is over, any seated player may start the game without them. */
export type StartGameInput = {
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** The result of `startGame`: accepted, or refused with a reason. */
export type StartGamePayload = CommandIdReused | GameAlreadyStarted | GameIsOver | NotOrganizer | NotSeated | PlayersAwaited | SeedsAwaited | StartGameAccepted | TooBusy | UnknownGame | UnknownRules | VersionConflict | WrongNumberOfPlayers;

/** The frequency of a place for a starting hand, by its strength. */
export type StartingHandPlace = {
  __typename: 'StartingHandPlace';
  /** The average strength of the hands, as the variant computes it; null without games. */
  averageStrength: Maybe<Scalars['Float']['output']>;
  /** The first day of the period, in UTC; null without periods. */
  begins: Maybe<Scalars['Date']['output']>;
  /** The number of times that such a hand led to this place. */
  games: Scalars['Int']['output'];
  /** The final place, from 1: the number of seats ahead, plus one. */
  place: Scalars['Int']['output'];
  /** The share of such hands, from 0 to 1; null without any. */
  share: Maybe<Scalars['Float']['output']>;
  /** The hand's place by strength, 1 for the strongest at the table; equal hands share the better place. */
  strengthPlace: Scalars['Int']['output'];
};

/** Statistics of the public games of a variant. Games that were won count on the day of their end in UTC. A list that does not apply to the variant is empty. Rows are ordered by time, then by their keys. */
export type Statistics = {
  __typename: 'Statistics';
  /** The activity in all public games, finished or not; `board`, `playerCount` and `machine` do not apply. Null beside an error, when it cannot be read. */
  activity: Maybe<Array<Activity>>;
  /** How complete the lists are. */
  asOf: AsOf;
  /** The average points of a seat in a round. Null beside an error, when it cannot be read. */
  averagePoints: Maybe<Array<PointsAverage>>;
  /** The success of bids, by amount and seat. Null beside an error, when it cannot be read. */
  bids: Maybe<Array<BidSuccess>>;
  /** The success of bids, by round and number of cards. Null beside an error, when it cannot be read. */
  bidsByRound: Maybe<Array<RoundBidSuccess>>;
  /** The frequency of each number of rounds in a game. Null beside an error, when it cannot be read. */
  byRoundCount: Maybe<Array<RoundCount>>;
  /** The frequency of each place, by seat. Null beside an error, when it cannot be read. */
  bySeat: Maybe<Array<SeatPlace>>;
  /** The frequency of each place, by seat, at tables of each number of players. Null beside an error, when it cannot be read. */
  bySeatAndPlayerCount: Maybe<Array<TablePlace>>;
  /** The frequency and success of highest bids, by amount. A moon in Hundred and Ten is an amount of 60. Null beside an error, when it cannot be read. */
  contracts: Maybe<Array<ContractSuccess>>;
  /** The success of highest bids, by amount and the bidder's distance from the dealer. Null beside an error, when it cannot be read. */
  contractsFromDealer: Maybe<Array<DealerContracts>>;
  /** The dealer's advantage: points scored, by distance from the dealer. Null beside an error, when it cannot be read. */
  fromDealer: Maybe<Array<DealerPoints>>;
  /** The dealer's advantage: points scored, by distance from the dealer, at tables of each number of players. Tables of all sizes together overstate it, because each seat has more points where fewer play. Null beside an error, when it cannot be read. */
  fromDealerAndPlayerCount: Maybe<Array<TableDealerPoints>>;
  /** The lengths of games, for all kinds of players. Null beside an error, when it cannot be read. */
  lengths: Maybe<Array<GameLengths>>;
  /** The distribution of the points scored in a round. Null beside an error, when it cannot be read. */
  points: Maybe<Array<PointsFrequency>>;
  /** The points scored in a round, at tables of each number of players. Null beside an error, when it cannot be read. */
  pointsAndPlayerCount: Maybe<Array<TablePoints>>;
  /** The plays of each rank, by the player's final place, in variants in which several cards are played at once. Null beside an error, when it cannot be read. */
  ranksPlayed: Maybe<Array<RankPlayed>>;
  /** The final places of starting hands, by their strength at the table, in variants that compute a hand's strength. Null beside an error, when it cannot be read. */
  startingHands: Maybe<Array<StartingHandPlace>>;
  /** The final places of starting hands, by their strength at the table, at tables of each number of players, in variants that compute a hand's strength. Null beside an error, when it cannot be read. */
  startingHandsAndPlayerCount: Maybe<Array<TableHandPlace>>;
  /** The tricks taken, by amount bid. Null beside an error, when it cannot be read. */
  tricksByBid: Maybe<Array<BidTricks>>;
  /** The frequency of each trump suit. Null beside an error, when it cannot be read. */
  trumps: Maybe<Array<TrumpFrequency>>;
  /** The variant. */
  variant: Variant;
};

/** Runs of consecutive wins; a shared win is a win. */
export type Streaks = {
  __typename: 'Streaks';
  /** The longest run of consecutive wins. */
  longestWinning: Scalars['Int']['output'];
  /** The number of consecutive wins up to the last game. */
  winning: Scalars['Int']['output'];
};

/** All subscriptions. */
export type Subscription = {
  __typename: 'Subscription';
  /** The single events of a game, as you may see them, for auditors and programs that keep their own state: first all events after a version, without gaps or repeats, then each new event. The stream ends with the game. If you are disconnected, subscribe again after the last version that you have. */
  gameEvents: GameEvent;
  /** The updates of a game, with all that a client shows: first a snapshot or, with a cursor, all updates after it, without gaps or repeats; then an update for each command that changes the game. The stream ends with the game. If you are disconnected, subscribe again after the last cursor that you have. */
  gameUpdates: GameUpdate;
  /** A message for each change of a leaderboard, as soon as queries show it; changes within a moment are combined. The first message comes at once, so that you read the leaderboard again after a reconnection. */
  leaderboard: LeaderboardUpdate;
  /** The games that can be joined; private games only for their players and invited players. First the newest games, with the cursor at which the list continues, then changes. After a reconnection the list starts again. */
  lobby: LobbyUpdate;
  /** Your unfinished games: first those in which you have a seat and your invitations, up to 100 of each, the newest first; then what happens in them: your turns, invitations, starts and ends. Changes within a moment are combined. After a reconnection the list starts again. */
  myGames: MyGamesUpdate;
  /** Your seeks: first as they are, then after each change, such as a table that has formed. Your seeks stay open while you follow this subscription, and for 30 seconds after you lost it. After a reconnection the first message has them all. */
  mySeeks: MySeeksUpdate;
  /** What happens at a game's table beside the game: who comes and goes, for those with a seat, and what is said. First the table as it is, then changes. The stream goes on after the end of the game. After a reconnection it starts again. */
  tableSignals: TableSignal;
};


/** All subscriptions. */
export type SubscriptiongameEventsArgs = {
  after?: Scalars['Version']['input'];
  game: Scalars['ID']['input'];
};


/** All subscriptions. */
export type SubscriptiongameUpdatesArgs = {
  after?: InputMaybe<Scalars['Cursor']['input']>;
  game: Scalars['ID']['input'];
};


/** All subscriptions. */
export type SubscriptionleaderboardArgs = {
  board?: Board;
  variant: Scalars['String']['input'];
  window?: Window;
};


/** All subscriptions. */
export type SubscriptionlobbyArgs = {
  variant?: InputMaybe<Scalars['String']['input']>;
};


/** All subscriptions. */
export type SubscriptiontableSignalsArgs = {
  game: Scalars['ID']['input'];
};

/** One of the four suits of a French deck. */
export type Suit =
  /** ♣, black. */
  | 'CLUBS'
  /** ♦, red. */
  | 'DIAMONDS'
  /** ♥, red. */
  | 'HEARTS'
  /** ♠, black. */
  | 'SPADES';

/** The shared part of the table, and the state of the round. */
export type Table = {
  __typename: 'Table';
  /** The amounts that you could bid if it were your turn now; empty outside the bidding, and without a seat. */
  availableBids: Array<Scalars['Int']['output']>;
  /** The highest bid of the round; null without a `bidder`. */
  bid: Maybe<Scalars['Int']['output']>;
  /** The seat that holds the highest bid; null before the first, and in games without one. */
  bidder: Maybe<Scalars['Int']['output']>;
  /** Whether the trick is bleeding: trump was led, so that seats that hold trump must play it. False in games without this rule. */
  bleeding: Scalars['Boolean']['output'];
  /** Whether players see all hands except their own until the bids are revealed. */
  blind: Scalars['Boolean']['output'];
  /** The order of the cards at this moment; null in games that state none. */
  cardOrder: Maybe<CardOrder>;
  /** Whether play is clockwise; null in games whose direction never changes. */
  clockwise: Maybe<Scalars['Boolean']['output']>;
  /** The dealer's seat. */
  dealer: Scalars['Int']['output'];
  /** The cards of the previous trick. */
  lastTrick: Array<PlayedCard>;
  /** The seat that played the cards to beat; null when the table is clear. */
  ledBy: Maybe<Scalars['Int']['output']>;
  /** The number of consecutive passes since the last play; null in games that do not count them. */
  passes: Maybe<Scalars['Int']['output']>;
  /** The phase of the round; after the end of the game, the last one. */
  phase: Phase;
  /** The number of played cards that are put aside for the next shuffle; null in games that keep no such pile. */
  pile: Maybe<Scalars['Int']['output']>;
  /** The number of the round, from 0. */
  round: Scalars['Int']['output'];
  /** The number of cards in the stock: those that were not dealt yet. */
  stock: Scalars['Int']['output'];
  /** The equal cards on the table that a play must beat; empty when the table is clear. */
  toBeat: Array<Scalars['Card']['output']>;
  /** The seats whose turn it is; empty while the game waits for nobody, such as after the last card of a trick, and when it is over. */
  toMove: Array<Scalars['Int']['output']>;
  /** The cards of the current trick. */
  trick: Array<PlayedCard>;
  /** The trump suit of the round; null before it is chosen, and in rounds without trump. */
  trump: Maybe<Suit>;
  /** The card turned up for trump; null without one. */
  turnUp: Maybe<Scalars['Card']['output']>;
  /** The seat whose card is winning the trick; null for an empty trick. */
  winning: Maybe<Scalars['Int']['output']>;
};

/** Enough players passed in a row, and the cards on the table were put aside. */
export type TableCleared = {
  __typename: 'TableCleared';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The seat that leads next. */
  leader: Scalars['Int']['output'];
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The points scored at a distance from the dealer, at tables of one number of players. */
export type TableDealerPoints = {
  __typename: 'TableDealerPoints';
  /** The average points in a round that was scored; null without rounds. */
  averagePoints: Maybe<Scalars['Float']['output']>;
  /** The first day of the period, in UTC; null without periods. */
  begins: Maybe<Scalars['Date']['output']>;
  /** The distance to the left of the dealer, in seats; 0 is the dealer. */
  fromDealer: Scalars['Int']['output'];
  /** The number of players. */
  playerCount: Scalars['Int']['output'];
  /** The sum of the points scored. */
  points: Scalars['Int']['output'];
  /** The number of rounds scored, counted once for each seat. */
  rounds: Scalars['Int']['output'];
};

/** The frequency of a place for a starting hand, by its strength, at tables of one number of players. */
export type TableHandPlace = {
  __typename: 'TableHandPlace';
  /** The average strength of the hands, as the variant computes it; null without games. */
  averageStrength: Maybe<Scalars['Float']['output']>;
  /** The first day of the period, in UTC; null without periods. */
  begins: Maybe<Scalars['Date']['output']>;
  /** The number of times that such a hand led to this place. */
  games: Scalars['Int']['output'];
  /** The final place, from 1: the number of seats ahead, plus one. */
  place: Scalars['Int']['output'];
  /** The number of players. */
  playerCount: Scalars['Int']['output'];
  /** The share of such hands, from 0 to 1; null without any. */
  share: Maybe<Scalars['Float']['output']>;
  /** The hand's place by strength, 1 for the strongest at the table; equal hands share the better place. */
  strengthPlace: Scalars['Int']['output'];
};

/** The frequency of a place for a seat, at tables of one number of players. */
export type TablePlace = {
  __typename: 'TablePlace';
  /** The average final score; null without games. */
  averagePoints: Maybe<Scalars['Float']['output']>;
  /** The first day of the period, in UTC; null without periods. */
  begins: Maybe<Scalars['Date']['output']>;
  /** The number of games in which the seat had this place. */
  games: Scalars['Int']['output'];
  /** The final place, from 1: the number of seats ahead, plus one. */
  place: Scalars['Int']['output'];
  /** The number of players. */
  playerCount: Scalars['Int']['output'];
  /** The sum of the final scores; 0 in a variant without points. */
  points: Scalars['Int']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The share of the seat's games at such tables, from 0 to 1; null without games. */
  share: Maybe<Scalars['Float']['output']>;
};

/** The frequency of a number of points in a round, at tables of one number of players. */
export type TablePoints = {
  __typename: 'TablePoints';
  /** The first day of the period, in UTC; null without periods. */
  begins: Maybe<Scalars['Date']['output']>;
  /** The number of players. */
  playerCount: Scalars['Int']['output'];
  /** The points that a seat scored in a round. */
  points: Scalars['Int']['output'];
  /** The number of rounds scored with these points, counted once for each seat. */
  rounds: Scalars['Int']['output'];
  /** The share of the rounds scored at such tables, counted once for each seat, from 0 to 1; null without rounds. */
  share: Maybe<Scalars['Float']['output']>;
};

/** What happens at a table beside the game, or a snapshot of it. */
export type TableSignal = {
  __typename: 'TableSignal';
  /** The seats whose players came or are gone; in a snapshot all seats with a person. Empty if you have no seat in the game, and after its end. */
  presence: Array<SeatPresence>;
  /** What was said; in a snapshot the last phrases, as in `Game.talk`. */
  said: Array<PhraseSaid>;
  /** Whether this is a snapshot: replace what you have of the table. It is true in the first message, and again when the seats change and when the game ends, because you may then see more, or less. */
  snapshot: Scalars['Boolean']['output'];
};

/** Who sees a phrase. */
export type TalkAudience =
  /** Callers without a seat; the players, too, once the game is over. A caller without a seat said it. */
  | 'SPECTATORS'
  /** All who may see the game: a player with a seat said it. */
  | 'TABLE';

/** Talk is turned off in this game. */
export type TalkIsOff = {
  __typename: 'TalkIsOff';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The game has ended too long ago to talk. */
export type TalkIsOver = {
  __typename: 'TalkIsOver';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** Minutes for which players can talk after the end. */
  minutes: Scalars['Int']['output'];
};

/** You cannot talk until the bids are revealed: the players see all hands but their own. */
export type TalkIsPaused = {
  __typename: 'TalkIsPaused';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The titles that players have at the end of a game by their place, in games with titles. */
export type Title =
  /** Everyone between the others. */
  | 'CITIZEN'
  /** The last but one, with four players or more. */
  | 'HIGH_SCUM'
  /** The first to go out. */
  | 'PRESIDENT'
  /** The last, with cards left. */
  | 'SCUM'
  /** The second to go out, with four players or more. */
  | 'VICE_PRESIDENT';

/** You have a new token. */
export type TokenIssued = RenewTokenAccepted | SignInAccepted | SignInWithDeviceCodeAccepted;

/** The server has too much to do; the request was not carried out, and nothing is lost. */
export type TooBusy = {
  __typename: 'TooBusy';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** Seconds after which to try again. */
  retryAfter: Scalars['Float']['output'];
};

/** More cards are needed to beat those on the table. */
export type TooFewCards = {
  __typename: 'TooFewCards';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The number of cards in the refused play. */
  count: Scalars['Int']['output'];
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The smallest number of cards that can be played. */
  least: Scalars['Int']['output'];
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The game has the maximum number of open invitations. */
export type TooManyInvitations = {
  __typename: 'TooManyInvitations';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The maximum number of open invitations. */
  most: Scalars['Int']['output'];
};

/** You, or all players at your address, have as many games with machine players as the server allows. */
export type TooManyMachineGames = {
  __typename: 'TooManyMachineGames';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The maximum number of unfinished games with machine players. */
  most: Scalars['Int']['output'];
};

/** You have muted as many players as the server allows. */
export type TooManyMuted = {
  __typename: 'TooManyMuted';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The maximum number of muted players. */
  most: Scalars['Int']['output'];
};

/** You, or all players at your address, have as many open tables as the server allows. */
export type TooManyOpenTables = {
  __typename: 'TooManyOpenTables';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The maximum number of open tables. */
  most: Scalars['Int']['output'];
};

/** The number of items of a list. */
export type TotalCount = {
  __typename: 'TotalCount';
  /** Whether the list has more items than `value`. */
  atLeast: Scalars['Boolean']['output'];
  /** The number of items that you may see, on all pages; 10,000 for longer lists. */
  value: Scalars['Int']['output'];
};

/** Totals over a player's games. */
export type Totals = {
  __typename: 'Totals';
  /** The number of the player's counted bids that were not made. */
  bidsFailed: Scalars['Int']['output'];
  /** The number of the player's counted bids that were made. */
  bidsMade: Scalars['Int']['output'];
  /** The number of games that the player has finished. */
  games: Scalars['Int']['output'];
  /** The sum of the player's final scores in these games. */
  points: Scalars['Int']['output'];
  /** The share of these games that the player has won, from 0 to 1. */
  winRate: Scalars['Float']['output'];
  /** The number of these games that the player has won. */
  wins: Scalars['Int']['output'];
};

/** A seat won a complete trick. */
export type TrickWon = {
  __typename: 'TrickWon';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The card that won the trick. */
  card: Scalars['Card']['output'];
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The trick's number in its round, from 0. */
  trick: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The frequency of a trump suit. */
export type TrumpFrequency = {
  __typename: 'TrumpFrequency';
  /** The first day of the period, in UTC; null without periods. */
  begins: Maybe<Scalars['Date']['output']>;
  /** The number of these rounds in which the highest bid was made; 0 in a variant without contracts. */
  made: Scalars['Int']['output'];
  /** The number of rounds scored with this trump suit. */
  rounds: Scalars['Int']['output'];
  /** The share of the rounds scored that had a trump suit, from 0 to 1; null without rounds. */
  share: Maybe<Scalars['Float']['output']>;
  /** The trump suit. */
  suit: Suit;
};

/** Any of these suits may be named trump. */
export type TrumpOffer = {
  __typename: 'TrumpOffer';
  /** The individual moves; each of them would be accepted. */
  moves: Array<Move>;
  /** The name of the mutation for the moves. */
  mutation: Scalars['String']['output'];
  /** The suits. */
  suits: Array<Suit>;
};

/** A seat named the trump suit of the round. */
export type TrumpSelected = {
  __typename: 'TrumpSelected';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The trump suit. */
  suit: Suit;
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A card was turned up after the deal; its suit is trump. */
export type TrumpTurned = {
  __typename: 'TrumpTurned';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The card. */
  card: Scalars['Card']['output'];
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A seat passed. */
export type TurnPassed = {
  __typename: 'TurnPassed';
  /** The time at which the event was recorded. */
  at: Scalars['DateTime']['output'];
  /** True if the pass was queued before the turn and made automatically. */
  automatic: Scalars['Boolean']['output'];
  /** The player whose command caused the event, directly or as a consequence; null when no player did. */
  by: Maybe<Player>;
  /** The record of the event in log/v1, with the fields that you may read: a line of the file format `kibitz/game/v1`, which begins with the line `{"format":"kibitz/game/v1"}`. Without `open` it is the same for all readers. */
  record: Scalars['String']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The version of the game after the event: a number from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** There is no such ban: it has ended, or never existed. */
export type UnknownBan = {
  __typename: 'UnknownBan';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** There is no such game, or it is private and you are not in it. */
export type UnknownGame = {
  __typename: 'UnknownGame';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The id that was given. */
  given: Scalars['ID']['output'];
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The variant has no such option. */
export type UnknownOption = {
  __typename: 'UnknownOption';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The options that exist. */
  known: Array<Scalars['String']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The option's name. */
  option: Scalars['String']['output'];
};

/** There is no such player. */
export type UnknownPlayer = {
  __typename: 'UnknownPlayer';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The id that was given. */
  given: Scalars['ID']['output'];
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The game is played under rules that this server does not know; a newer server created it. */
export type UnknownRules = {
  __typename: 'UnknownRules';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The versions that the server knows. */
  knownVersions: Array<Scalars['Int']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The version of the rules that the game is played under. */
  rulesVersion: Scalars['Int']['output'];
  /** The variant of the game. */
  variant: Variant;
};

/** You have no such session: it has ended, is another player's, or never existed. */
export type UnknownSession = {
  __typename: 'UnknownSession';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** There is no such variant. */
export type UnknownVariant = {
  __typename: 'UnknownVariant';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The variants that exist. */
  known: Array<Scalars['String']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The name that was given. */
  name: Scalars['String']['output'];
};

/** You see what the player says. */
export type UnmutePlayerAccepted = {
  __typename: 'UnmutePlayerAccepted';
  /** The players whom you have muted, at most 500, the last one first. */
  muted: Array<Player>;
};

/** Hear a player again. */
export type UnmutePlayerInput = {
  /** The player. */
  player: Scalars['ID']['input'];
};

/** The result of `unmutePlayer`: accepted, or refused with a reason. */
export type UnmutePlayerPayload = UnknownPlayer | UnmutePlayerAccepted;

/** Withdraw your queued pass. */
export type UnqueuePass = {
  __typename: 'UnqueuePass';
  /** The name of the mutation for the move. */
  mutation: Scalars['String']['output'];
};

/** The mutation `unqueuePass` was carried out. */
export type UnqueuePassAccepted = {
  __typename: 'UnqueuePassAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Withdraw your queued pass. */
export type UnqueuePassInput = {
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** The result of `unqueuePass`: accepted, or refused with a reason. */
export type UnqueuePassPayload = CommandIdReused | GameIsOver | GameNotStarted | MoveNotInGame | NoPassQueued | NotSeated | SeatIsAutomated | TooBusy | UnknownGame | UnknownRules | UnqueuePassAccepted | VersionConflict | WrongPhase;

/** A play of as many cards as lie on the table must be at least as high as those. */
export type ValueTooLow = {
  __typename: 'ValueTooLow';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The value of the cards on the table. */
  lowest: Rank;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The value of the cards in the refused play. */
  played: Rank;
};

/** A game that you can play on this server. */
export type Variant = {
  __typename: 'Variant';
  /** The leaderboard of the variant in a window of time, from public games. Ranked players come first, by ordinal; then players with enough games but none lately; then players with too few games. Null beside an error, when it cannot be read. */
  leaderboard: Maybe<LeaderboardEntryConnection>;
  /** The levels at which the machine plays the variant, from the weakest; empty if it does not play it. */
  levels: Array<MachineLevel>;
  /** Whether machine players can play the variant. */
  machinePlayer: Scalars['Boolean']['output'];
  /** The maximum number of players. */
  maxPlayers: Scalars['Int']['output'];
  /** The minimum number of players. */
  minPlayers: Scalars['Int']['output'];
  /** The variant's name, for creating games. */
  name: Scalars['String']['output'];
  /** The options of the variant. */
  options: Array<VariantOption>;
  /** The number of rounds in a game; null if it is not fixed. */
  rounds: Maybe<Scalars['Int']['output']>;
  /** The rules for people, as Markdown with headings, paragraphs, lists, tables and bold text. A card is its notation in brackets, such as `[5H]`. Null if the game has no such text. */
  rules: Maybe<Scalars['String']['output']>;
  /** The version of the rules for new games. */
  rulesVersion: Scalars['Int']['output'];
  /** Statistics of the public games of the variant, and activity; by periods if you wish. Null beside an error, when the arguments are invalid. */
  statistics: Maybe<Statistics>;
  /** One sentence about the game, for people who do not know it; null for a variant without one. */
  summary: Maybe<Scalars['String']['output']>;
  /** The points that end the game; null for a game without such a target. */
  targetScore: Maybe<Scalars['Int']['output']>;
  /** The variant's title, for people. */
  title: Scalars['String']['output'];
};


/** A game that you can play on this server. */
export type VariantleaderboardArgs = {
  after?: InputMaybe<Scalars['Cursor']['input']>;
  before?: InputMaybe<Scalars['Cursor']['input']>;
  board?: Board;
  first?: InputMaybe<Scalars['Int']['input']>;
  key?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  ranked?: InputMaybe<Scalars['Boolean']['input']>;
  upToDate?: Scalars['Boolean']['input'];
  window?: Window;
};


/** A game that you can play on this server. */
export type VariantstatisticsArgs = {
  board?: InputMaybe<Board>;
  bucket?: InputMaybe<Bucket>;
  machine?: InputMaybe<Scalars['Boolean']['input']>;
  playerCount?: InputMaybe<Scalars['Int']['input']>;
  rows?: Scalars['Int']['input'];
  since?: InputMaybe<Scalars['Date']['input']>;
  until?: InputMaybe<Scalars['Date']['input']>;
  upToDate?: Scalars['Boolean']['input'];
};

/** An option of a variant. */
export type VariantOption = {
  __typename: 'VariantOption';
  /** The default value. */
  default: Scalars['String']['output'];
  /** The effect of the option. */
  description: Scalars['String']['output'];
  /** The smallest value of a number; null for other options. */
  least: Maybe<Scalars['Int']['output']>;
  /** The largest value of a number; null for other options. */
  most: Maybe<Scalars['Int']['output']>;
  /** The option's name. */
  name: Scalars['String']['output'];
  /** The possible values; empty when there are too many to list. */
  values: Array<Scalars['String']['output']>;
};

/** The game is not at the expected version; the command was not carried out. */
export type VersionConflict = {
  __typename: 'VersionConflict';
  /** The version at which the game stands. */
  actual: Scalars['Version']['output'];
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The version that the command expects. */
  expected: Scalars['Version']['output'];
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};

/** The mutation `voteToAbandon` was carried out. */
export type VoteToAbandonAccepted = {
  __typename: 'VoteToAbandonAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Vote to close the game without a result, which happens when all people who play have voted. If you are the only one, you resign. */
export type VoteToAbandonInput = {
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** The result of `voteToAbandon`: accepted, or refused with a reason. */
export type VoteToAbandonPayload = AlreadyVoted | CommandIdReused | GameIsOver | GameNotStarted | NoMachinePlayer | NotSeated | SeatIsAutomated | TooBusy | UnknownGame | UnknownRules | VersionConflict | VoteToAbandonAccepted;

/** The length of the period in which games are counted together; it begins and ends in UTC. */
export type Window =
  /** All time, from the first game on: all. */
  | 'ALL_TIME'
  /** A calendar day: 2026-11-20. */
  | 'DAY'
  /** A calendar month: 2026-11. */
  | 'MONTH'
  /** A quarter of the year, beginning in January, April, July or October: 2026-Q4. */
  | 'SEASON'
  /** An ISO 8601 week, from Monday to Sunday: 2026-W47. */
  | 'WEEK';

/** The mutation `withdrawInvitation` was carried out. */
export type WithdrawInvitationAccepted = {
  __typename: 'WithdrawInvitationAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Withdraw a player's invitation; any seated player may do this. */
export type WithdrawInvitationInput = {
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
  /** The player whose invitation to withdraw. */
  player: Scalars['ID']['input'];
};

/** The result of `withdrawInvitation`: accepted, or refused with a reason. */
export type WithdrawInvitationPayload = CommandIdReused | GameAlreadyStarted | GameIsOver | NotInvited | NotSeated | SeatsAreClosed | TooBusy | UnknownGame | UnknownRules | VersionConflict | WithdrawInvitationAccepted;

/** The mutation `withdrawVote` was carried out. */
export type WithdrawVoteAccepted = {
  __typename: 'WithdrawVoteAccepted';
  /** The events of the command, as you may see them. */
  events: Array<GameEvent>;
  /** The game after the command, as you may see it. Null beside an error, when a part of it cannot be read. The command was carried out nevertheless. */
  game: Maybe<Game>;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** Withdraw your vote to abandon the game. */
export type WithdrawVoteInput = {
  /** An id of your choice for this command, unique among your commands in the game. A repeat with the same id returns the first result again, so you can safely repeat a command when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The version that the game must have; otherwise the command is refused with VersionConflict. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** The result of `withdrawVote`: accepted, or refused with a reason. */
export type WithdrawVotePayload = CommandIdReused | GameIsOver | GameNotStarted | NotSeated | NotVoted | TooBusy | UnknownGame | UnknownRules | VersionConflict | WithdrawVoteAccepted;

/** The game cannot be played with this number of players. */
export type WrongNumberOfPlayers = {
  __typename: 'WrongNumberOfPlayers';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The smallest number of players. */
  least: Scalars['Int']['output'];
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The largest number of players. */
  most: Scalars['Int']['output'];
  /** The number of seated players. */
  seated: Scalars['Int']['output'];
};

/** The move belongs to another phase of the round. */
export type WrongPhase = {
  __typename: 'WrongPhase';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
  /** The name of the mutation for the move. */
  move: Scalars['String']['output'];
  /** The current phase of the round. */
  phase: Phase;
};

/** This is not the seed that you committed to. */
export type WrongSeed = {
  __typename: 'WrongSeed';
  /** The values in the message, so that a client can write it in another language. */
  arguments: Array<MessageArgument>;
  /** The stable code of the refusal, for programs. */
  code: RefusalCode;
  /** The game that the mutation was for, as you may see it now; null when there is none, when you may not see it, and when this server does not know its rules. */
  game: Maybe<Game>;
  /** The path to the input to blame, from the argument down: names of fields, and indexes in lists, such as `input`, `cards`, `2`; empty if none is to blame. `extensions.inputPath` of errors has the same form. */
  inputPath: Array<Scalars['PathSegment']['output']>;
  /** The reason for the refusal, for people, with the names of players. Its text may change. */
  message: Scalars['String']['output'];
};
