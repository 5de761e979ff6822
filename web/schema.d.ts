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
  /** A card by its notation: a rank of `23456789TJQKA` and a suit of `HCSD` (`5H`, `TS`), `JOKER`, or `??` for a card that you cannot see. A card that is sent is never `??`. */
  Card: { input: string; output: string; }
  /** A place in a list, as a string to be sent back as it came: what stands in it is the server's own affair and may change. It holds in the list and the order that it came from. */
  Cursor: { input: string; output: string; }
  /** A day of the calendar, `2026-11-20`, from midnight to midnight in UTC. */
  Date: { input: string; output: string; }
  /** A moment by RFC 3339. It is given in UTC with six decimals, `2026-11-20T18:03:07.123456Z`, so that texts sort as moments do; it is taken with any distance from UTC and up to six decimals that count, but never without `Z` or a distance. */
  DateTime: { input: string; output: string; }
  /** An event's place in the log of all games: a whole number from 1 to 2^53 − 1, without gaps; 0 is before the first. */
  Position: { input: number; output: number; }
  /** How many events a game has had: a whole number from 0 to 2^53 − 1, without gaps. */
  Version: { input: number; output: number; }
};

/** Take the next free seat with an invitation link from a seated player, even in a private game. */
export type AcceptInvitationInput = {
  /** An id of your choice for this command; a repeat gives the first outcome again. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** Refuse the command with a VersionConflict unless the game stands at this version. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The invitation. */
  token: Scalars['String']['input'];
};

/** The visibility of a game: public or by invitation only. */
export type Access =
  /** Only invited players may join or watch the game; for all others it does not exist. */
  | 'PRIVATE'
  /** Anyone may watch the game, and join while a seat is free. */
  | 'PUBLIC';

/** How busy it was. */
export type Activity = {
  __typename: 'Activity';
  /** How many people made a move, each counted once; null by the hour, for which it is not counted. */
  activePlayers: Maybe<Scalars['Int']['output']>;
  /** When the stretch of time begins; null where all is in one. */
  begins: Maybe<Scalars['DateTime']['output']>;
  /** How many games were created. */
  created: Scalars['Int']['output'];
  /** How many games were won or closed. */
  ended: Scalars['Int']['output'];
  /** How many of them machines made. */
  machineMoves: Scalars['Int']['output'];
  /** How many moves were made. */
  moves: Scalars['Int']['output'];
  /** How many games were started. */
  started: Scalars['Int']['output'];
};

/** The machine already plays this seat. */
export type AlreadyAutomated = {
  __typename: 'AlreadyAutomated';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The seat. */
  seat: Scalars['Int']['output'];
};

/** The player is already invited. */
export type AlreadyInvited = {
  __typename: 'AlreadyInvited';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The player's id. */
  player: Scalars['ID']['output'];
};

/** You have already passed in this round. */
export type AlreadyPassed = {
  __typename: 'AlreadyPassed';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The seat. */
  seat: Scalars['Int']['output'];
};

/** The player already has a seat in this game. */
export type AlreadySeated = {
  __typename: 'AlreadySeated';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The player's id. */
  player: Scalars['ID']['output'];
};

/** Hand your seat to the machine for the rest of the game, which then counts as lost for you. */
export type AutomateSeatInput = {
  /** An id of your choice for this command, unique among yours in the game. A repeat with the same id gives the first outcome again, so a command can safely be sent once more when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** Refuse the command with a VersionConflict unless the game stands at this version. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
  /** The player whose seat to hand over; the default, and the only accepted value, is you. */
  player?: InputMaybe<Scalars['ID']['input']>;
};

/** The reason why a seat was handed to the machine. */
export type AutomationReason =
  /** The seat's player was erased. */
  | 'ERASED'
  /** The seat's player handed it over. */
  | 'OWN_CHOICE';

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

/** You have already bid, and cannot change your bid. */
export type BidAlreadyCommitted = {
  __typename: 'BidAlreadyCommitted';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The seat. */
  seat: Scalars['Int']['output'];
};

/** A seat made a secret bid; only the fact that it bid is public. */
export type BidCommitted = {
  __typename: 'BidCommitted';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The number of tricks bid; null for other viewers, who learn it from `BidsRevealed`. */
  committedAmount: Maybe<Scalars['Int']['output']>;
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** This bid cannot be placed now. */
export type BidNotAvailable = {
  __typename: 'BidNotAvailable';
  /** The amount that was bid. */
  amount: Scalars['Int']['output'];
  /** The amounts that could be bid. */
  available: Array<Scalars['Int']['output']>;
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
};

/** Any of these bids may be placed. */
export type BidOffer = {
  __typename: 'BidOffer';
  /** The amounts in ascending order. */
  amounts: Array<Scalars['Int']['output']>;
  /** The moves one by one; each would be accepted. */
  moves: Array<Move>;
  /** The mutation that takes the moves. */
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
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** How often bids of an amount were made good at a seat. */
export type BidSuccess = {
  __typename: 'BidSuccess';
  /** How much was bid. */
  amount: Scalars['Int']['output'];
  /** The first day of the stretch of time, in UTC; null where all is in one. */
  begins: Maybe<Scalars['Date']['output']>;
  /** How many bids counted when their rounds were scored. */
  bids: Scalars['Int']['output'];
  /** How many of them were made good. */
  made: Scalars['Int']['output'];
  /** Those made good by all, from 0 to 1; null for none. */
  rate: Maybe<Scalars['Float']['output']>;
  /** The seat of who bid, from 0 clockwise. */
  seat: Scalars['Int']['output'];
};

/** How often who bid an amount took so many tricks. */
export type BidTricks = {
  __typename: 'BidTricks';
  /** How much was bid. */
  amount: Scalars['Int']['output'];
  /** The mean of the points; null for no bids. */
  averagePoints: Maybe<Scalars['Float']['output']>;
  /** The first day of the stretch of time, in UTC; null where all is in one. */
  begins: Maybe<Scalars['Date']['output']>;
  /** How often that was so. */
  bids: Scalars['Int']['output'];
  /** The points that were scored, added up. */
  points: Scalars['Int']['output'];
  /** The part of the bids of this amount, from 0 to 1; null for none. */
  share: Maybe<Scalars['Float']['output']>;
  /** How many tricks were taken. */
  tricks: Scalars['Int']['output'];
};

/** The bidding ended, and a seat won it with the highest bid. */
export type BidWon = {
  __typename: 'BidWon';
  /** The winning bid. */
  amount: Scalars['Int']['output'];
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** All bids of the round were revealed. */
export type BidsRevealed = {
  __typename: 'BidsRevealed';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The bid of each seat, in seat order. */
  bids: Array<Scalars['Int']['output']>;
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** True if the rules prescribed the bids. */
  forced: Scalars['Boolean']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A seat was dealt a hand that only the other players can see. */
export type BlindHandDealt = {
  __typename: 'BlindHandDealt';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The cards in the order in which they were dealt. */
  cards: Array<Scalars['Card']['output']>;
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The number of the latest shuffle that any of the cards comes from. */
  shuffle: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The group of games that are counted together. */
export type Board =
  /** Games in which a machine player had a seat. */
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

/** The card is not in your hand. */
export type CardNotHeld = {
  __typename: 'CardNotHeld';
  /** The card. */
  card: Scalars['Card']['output'];
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
};

/** A seat played a card to the trick. */
export type CardPlayed = {
  __typename: 'CardPlayed';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The card. */
  card: Scalars['Card']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The same card was named more than once. */
export type CardRepeated = {
  __typename: 'CardRepeated';
  /** The card. */
  card: Scalars['Card']['output'];
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
};

/** A seat discarded cards from its hand; the number of cards is public. */
export type CardsDiscarded = {
  __typename: 'CardsDiscarded';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The cards that were discarded. */
  cards: Array<Scalars['Card']['output']>;
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The number of the latest shuffle that any of the cards comes from. */
  shuffle: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A seat drew cards from the stock; the number of cards is public. */
export type CardsDrawn = {
  __typename: 'CardsDrawn';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The cards in the order in which they were drawn. */
  cards: Array<Scalars['Card']['output']>;
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The number of the latest shuffle that any of the cards comes from. */
  shuffle: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A seat played cards of equal value. */
export type CardsPlayed = {
  __typename: 'CardsPlayed';
  /** True if the seat plays again. */
  again: Scalars['Boolean']['output'];
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** True if this is the four of clubs that opens the game automatically. */
  automatic: Scalars['Boolean']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The cards. */
  cards: Array<Scalars['Card']['output']>;
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The cards of a play must be of equal value. */
export type CardsUnequal = {
  __typename: 'CardsUnequal';
  /** The cards. */
  cards: Array<Scalars['Card']['output']>;
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
};

/** Close a game before its end, without a result; only operators of the server may do this. */
export type CloseGameInput = {
  /** An id of your choice for this command, unique among yours in the game. A repeat with the same id gives the first outcome again, so a command can safely be sent once more when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** Refuse the command with a VersionConflict unless the game stands at this version. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** The reason why a game was closed before its end. */
export type CloseReason =
  /** An operator of the server closed the game. */
  | 'CLOSED_BY_OPERATOR'
  /** The last player left before the start. */
  | 'EVERYONE_LEFT'
  /** A player was erased, and the game has no machine player to take over the seat. */
  | 'PLAYER_ERASED';

/** The command was carried out and will not be lost. */
export type CommandAccepted = {
  __typename: 'CommandAccepted';
  /** What happened, as you may read it. */
  events: Array<GameEvent>;
  /** The game after the command, as you see it. */
  game: Game;
  /** The version of the game after the command. */
  version: Scalars['Version']['output'];
};

/** This command id belongs to another command of yours. */
export type CommandIdReused = {
  __typename: 'CommandIdReused';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** The id of the command. */
  commandId: Scalars['ID']['output'];
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
};

/** What became of a command: carried out, or refused with the reason. */
export type CommandResult = AlreadyAutomated | AlreadyInvited | AlreadyPassed | AlreadySeated | BidAlreadyCommitted | BidNotAvailable | CardNotHeld | CardRepeated | CardsUnequal | CommandAccepted | CommandIdReused | ConfusableName | GameAlreadyStarted | GameFull | GameIsOver | GameNotStarted | InvalidCount | InvalidInvitation | InvalidOption | InvalidPlayer | MoveNotInGame | MustFollow | MustLead | NoCards | NoMachinePlayer | NoPassQueued | NotInvited | NotOrganizer | NotSeated | NotYourSeat | NotYourTurn | OptionRepeated | PassAlreadyQueued | PlayerHasDeclined | RemovedFromGame | SeatIsAutomated | TooBusy | TooFewCards | TooManyInvitations | TooManyMachineGames | TooManyOpenTables | UnknownGame | UnknownOption | UnknownPlayer | UnknownRules | UnknownVariant | ValueTooLow | VersionConflict | WrongNumberOfPlayers | WrongPhase;

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
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** Your name, or the name that you asked for. */
  name: Scalars['String']['output'];
  /** The other player's name. */
  other: Scalars['String']['output'];
};

/** How often the highest bid was of an amount, and made good. */
export type ContractSuccess = {
  __typename: 'ContractSuccess';
  /** How much the highest bid was. */
  amount: Scalars['Int']['output'];
  /** The first day of the stretch of time, in UTC; null where all is in one. */
  begins: Maybe<Scalars['Date']['output']>;
  /** In how many of them it was made good. */
  made: Scalars['Int']['output'];
  /** Those made good by all of the amount, from 0 to 1; null for none. */
  rate: Maybe<Scalars['Float']['output']>;
  /** How many rounds were played for it. */
  rounds: Scalars['Int']['output'];
  /** The part of the rounds that had a highest bid, from 0 to 1; null for none. */
  share: Maybe<Scalars['Float']['output']>;
};

/** Create a game; the creator becomes its organizer and takes seat 0. */
export type CreateGameInput = {
  /** Who may find and join the game. */
  access?: Access;
  /** An id of your choice for this command, unique among yours for new games. A repeat with the same id gives the first outcome again, so a command can safely be sent once more when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** Options by name; those left out take their defaults. */
  options?: Array<OptionInput>;
  /** Which game is played: the name of a variant. */
  variant: Scalars['String']['input'];
};

/** Invite by a link. */
export type CreateInvitationLinkInput = {
  /** The game. */
  game: Scalars['ID']['input'];
};

/** How often the highest bid came from a distance from the dealer, and was made good. */
export type DealerContracts = {
  __typename: 'DealerContracts';
  /** How much the highest bid was. */
  amount: Scalars['Int']['output'];
  /** The first day of the stretch of time, in UTC; null where all is in one. */
  begins: Maybe<Scalars['Date']['output']>;
  /** Places of the bidder to the left of the dealer; 0 is the dealer. */
  fromDealer: Scalars['Int']['output'];
  /** In how many of them it was made good. */
  made: Scalars['Int']['output'];
  /** Those made good by all of these rounds, from 0 to 1; null for none. */
  rate: Maybe<Scalars['Float']['output']>;
  /** How many rounds were played for it. */
  rounds: Scalars['Int']['output'];
};

/** What was scored at a distance from the dealer. */
export type DealerPoints = {
  __typename: 'DealerPoints';
  /** The mean of the points in a round; null for no rounds. */
  averagePoints: Maybe<Scalars['Float']['output']>;
  /** The first day of the stretch of time, in UTC; null where all is in one. */
  begins: Maybe<Scalars['Date']['output']>;
  /** Places to the left of the dealer; 0 is the dealer. */
  fromDealer: Scalars['Int']['output'];
  /** The points that were scored, added up. */
  points: Scalars['Int']['output'];
  /** How many rounds of a seat were scored. */
  rounds: Scalars['Int']['output'];
};

/** The deck is too small for the next deal, so played cards are reshuffled. */
export type DeckRanOut = {
  __typename: 'DeckRanOut';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The number of cards that the deal takes from the old deck before it continues from the new one. */
  dealt: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A shuffle was revealed; anyone can check it against its commitment. */
export type DeckRevealed = {
  __typename: 'DeckRevealed';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The cards as they were shuffled, the top one first. */
  order: Array<Scalars['Card']['output']>;
  /** The salt of the commitment, in hexadecimal. */
  salt: Scalars['String']['output'];
  /** The number of the shuffle. */
  shuffle: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A deck was shuffled, and a commitment to its order was published. */
export type DeckShuffled = {
  __typename: 'DeckShuffled';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** SHA-256, in hexadecimal, over the order and the salt. */
  commitment: Scalars['String']['output'];
  /** The cards, the top one first; sealed until the shuffle is revealed. */
  order: Array<Scalars['Card']['output']>;
  /** 32 bytes in hexadecimal; sealed, and therefore null, until the shuffle is revealed. */
  sealedSalt: Maybe<Scalars['String']['output']>;
  /** The shuffle's number in this game, from 0. */
  shuffle: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** Decline your invitation to a game. */
export type DeclineInvitationInput = {
  /** An id of your choice for this command, unique among yours in the game. A repeat with the same id gives the first outcome again, so a command can safely be sent once more when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** Refuse the command with a VersionConflict unless the game stands at this version. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** Threes were played and reversed the direction of play. */
export type DirectionReversed = {
  __typename: 'DirectionReversed';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** True if play now goes clockwise. */
  clockwise: Scalars['Boolean']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** Discard cards from your hand and draw the same number. */
export type DiscardCards = {
  __typename: 'DiscardCards';
  /** The cards to discard; empty to keep the hand. */
  cards: Array<Scalars['Card']['output']>;
  /** The mutation that takes the move. */
  mutation: Scalars['String']['output'];
};

/** Discard cards from your hand and draw the same number. */
export type DiscardCardsInput = {
  /** The cards to discard; empty to keep the hand. */
  cards: Array<Scalars['Card']['input']>;
  /** An id of your choice for this command, unique among yours in the game. A repeat with the same id gives the first outcome again, so a command can safely be sent once more when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** Refuse the command with a VersionConflict unless the game stands at this version. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** Any subset of these cards may be discarded, including none and all of them. */
export type DiscardOffer = {
  __typename: 'DiscardOffer';
  /** The cards. */
  anySubsetOf: Array<Scalars['Card']['output']>;
  /** The moves one by one; each would be accepted. */
  moves: Array<Move>;
  /** The mutation that takes the moves. */
  mutation: Scalars['String']['output'];
};

/** The reason why a game ended. */
export type EndReason =
  /** Only one player still held cards. */
  | 'ONE_LEFT'
  /** All rounds of the game were played. */
  | 'ROUNDS_PLAYED'
  /** A player reached the target score. */
  | 'TARGET_REACHED';

/** You are erased: your name is gone, and who you are at the identity provider; your tokens are good no more. Games that you have played stay as they are. In games under way the machine takes over your seats, and they count as lost for you; you leave games that have not started. */
export type Erased = {
  __typename: 'Erased';
  /** What others see of you from now on. */
  player: Player;
};

/** Fill free seats with machine players; only the organizer may do this. */
export type FillSeatsInput = {
  /** An id of your choice for this command, unique among yours in the game. A repeat with the same id gives the first outcome again, so a command can safely be sent once more when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** The number of seats to fill; all free seats when omitted. */
  count?: InputMaybe<Scalars['Int']['input']>;
  /** Refuse the command with a VersionConflict unless the game stands at this version. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** A game as you may see it. */
export type Game = {
  __typename: 'Game';
  /** Who may find and join the game. */
  access: Access;
  /** The id; it never changes. */
  id: Scalars['ID']['output'];
  /** Who is invited and has not answered. */
  invited: Array<Player>;
  /** What you may do now: each offer stands for exactly the moves that would be accepted. Empty when you are not to move. */
  legalMoves: Array<Offer>;
  /** Every option of the variant with its value. */
  options: Array<OptionSetting>;
  /** Who set the game up, or inherited that; null when all have left. */
  organizer: Maybe<Player>;
  /** How the game ended; null before, and when it was closed. */
  result: Maybe<Result>;
  /** The seats that are taken, from 0 clockwise. */
  seats: Array<Seat>;
  /** How far the game has come; in play, the phase of the round. */
  status: GameStatus;
  /** The table; null before the game has started. */
  table: Maybe<Table>;
  /** Which game is played. */
  variant: Scalars['String']['output'];
  /** How many events the game has had. */
  version: Scalars['Version']['output'];
  /** Your own seat; null if you have none. */
  you: Maybe<Scalars['Int']['output']>;
};

/** The game has already started. */
export type GameAlreadyStarted = {
  __typename: 'GameAlreadyStarted';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
};

/** The game was closed before its end. */
export type GameClosed = {
  __typename: 'GameClosed';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** Why the game was closed. */
  closeReason: CloseReason;
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A game was created; its variant, rules version and options never change. */
export type GameCreated = {
  __typename: 'GameCreated';
  /** The visibility of the game: public, or by invitation only. */
  access: Access;
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** Every option of the variant with its value. */
  options: Array<OptionSetting>;
  /** The player who created the game. */
  organizer: Scalars['ID']['output'];
  /** The version of the variant's rules that applies until the game ends. */
  rulesVersion: Scalars['Int']['output'];
  /** The name of the variant. */
  variant: Scalars['String']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A fact in the life of a game, as you may read it. */
export type GameEvent = BidCommitted | BidPlaced | BidWon | BidsRevealed | BlindHandDealt | CardPlayed | CardsDiscarded | CardsDrawn | CardsPlayed | DeckRanOut | DeckRevealed | DeckShuffled | DirectionReversed | GameClosed | GameCreated | GameStarted | GameWon | HandDealt | HandShown | InvitationDeclined | InvitationWithdrawn | PassQueued | PassUnqueued | PlayerInvited | PlayerJoined | PlayerLeft | RoundDealt | RoundPassedOut | RoundScored | SeatAutomated | SeatSkipped | SeatWentOut | TableCleared | TrickWon | TrumpSelected | TrumpTurned | TurnPassed;

/** A page of a list. */
export type GameEventConnection = {
  __typename: 'GameEventConnection';
  /** The items of the page. */
  edges: Array<GameEventEdge>;
  /** Where the page stands in the list. */
  pageInfo: PageInfo;
};

/** An item of a list and its place there. */
export type GameEventEdge = {
  __typename: 'GameEventEdge';
  /** The item's place: `after` it the list goes on. */
  cursor: Scalars['Cursor']['output'];
  /** The item. */
  node: GameEvent;
};

/** The games to list; a private game is listed only to its seated and invited players. */
export type GameFilter =
  /** Games that were played to their end. */
  | 'FINISHED'
  /** Games that wait for players and to which the player is invited. */
  | 'INVITED'
  /** Games that wait for players and have a free seat. */
  | 'LOBBY'
  /** Games in which the player is seated or to which the player is invited, also by strangers. */
  | 'MINE'
  /** Games that are being played. */
  | 'RUNNING'
  /** Games in which the player is seated. */
  | 'SEATED';

/** No seat is free. */
export type GameFull = {
  __typename: 'GameFull';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The number of seats. */
  seats: Scalars['Int']['output'];
};

/** The game is over. */
export type GameIsOver = {
  __typename: 'GameIsOver';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
};

/** How long games were. */
export type GameLengths = {
  __typename: 'GameLengths';
  /** The mean number of moves in a game; null for no games. */
  averageMoves: Maybe<Scalars['Float']['output']>;
  /** The mean number of rounds in a game; null for no games. */
  averageRounds: Maybe<Scalars['Float']['output']>;
  /** The mean of the seconds from a game's start to its end; null for no games. */
  averageSeconds: Maybe<Scalars['Float']['output']>;
  /** The first day of the stretch of time, in UTC; null where all is in one. */
  begins: Maybe<Scalars['Date']['output']>;
  /** How many games were finished. */
  games: Scalars['Int']['output'];
  /** How many moves were made in them. */
  moves: Scalars['Int']['output'];
  /** How many rounds were dealt in them. */
  rounds: Scalars['Int']['output'];
  /** The seconds from their starts to their ends, added up. */
  seconds: Scalars['Float']['output'];
};

/** The game has not started. */
export type GameNotStarted = {
  __typename: 'GameNotStarted';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
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

/** What to look for among games; all of it has to be so. */
export type GameSearch = {
  /** The game ended then or later, as a time with its zone. */
  endedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** The game ended earlier, as a time with its zone. */
  endedBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** The game is at least so long. */
  leastEvents?: InputMaybe<Scalars['Int']['input']>;
  /** The game is at most so long. */
  mostEvents?: InputMaybe<Scalars['Int']['input']>;
  /** Somebody who has a seat in the game, or had one at its end. */
  player?: InputMaybe<Scalars['ID']['input']>;
  /** The game started then or later, as a time with its zone. */
  startedAfter?: InputMaybe<Scalars['DateTime']['input']>;
  /** The game started earlier, as a time with its zone. */
  startedBefore?: InputMaybe<Scalars['DateTime']['input']>;
  /** Somebody who won the game. */
  wonBy?: InputMaybe<Scalars['ID']['input']>;
};

/** The game started; its seats are final. */
export type GameStarted = {
  __typename: 'GameStarted';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The players in seat order. */
  players: Array<Scalars['ID']['output']>;
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
  /** The seats of the players for whom an identity provider vouches. */
  vouched: Array<Scalars['Int']['output']>;
};

/** How far a game has come; while it is played, the phase of the round. */
export type GameStatus =
  /** Hundred and Ten: The players bid or pass. Oh Hell: The players bid in secret, all at the same time. */
  | 'BIDDING'
  /** The game was closed before its end. */
  | 'CLOSED'
  /** The round was played and scored. */
  | 'COMPLETED'
  /** Everyone passed; the round ended without a score. */
  | 'COMPLETED_NO_BIDDERS'
  /** The cards are being dealt; no game ever waits in this phase. */
  | 'DEALING'
  /** The players discard and draw in turn. */
  | 'DISCARD'
  /** The players shed their cards. */
  | 'PLAY'
  /** The tricks are played. */
  | 'TRICKS'
  /** The bidder names the trump suit. */
  | 'TRUMP_SELECTION'
  /** The lobby is open. */
  | 'WAITING_FOR_PLAYERS'
  /** The game was played to its end. */
  | 'WON';

/** A game in a list. */
export type GameSummary = {
  __typename: 'GameSummary';
  /** Who may find and join the game. */
  access: Access;
  /** When the game was set up. */
  createdAt: Scalars['DateTime']['output'];
  /** When the game was won or closed; null before. */
  endedAt: Maybe<Scalars['DateTime']['output']>;
  /** The game's id. */
  game: Scalars['ID']['output'];
  /** How many events it took to the game's end, or has taken up to now. */
  length: Scalars['Int']['output'];
  /** Who set the game up, or inherited that; null when all have left. */
  organizer: Maybe<Player>;
  /** Who is seated, in the order of the seats. */
  players: Array<Player>;
  /** How many can play. */
  seats: Scalars['Int']['output'];
  /** How far the game has come. */
  stage: Stage;
  /** When the game started; null before. */
  startedAt: Maybe<Scalars['DateTime']['output']>;
  /** Which game is played. */
  variant: Scalars['String']['output'];
  /** Who won; empty while the game goes on. */
  winners: Array<Player>;
};

/** A page of a list. */
export type GameSummaryConnection = {
  __typename: 'GameSummaryConnection';
  /** The items of the page. */
  edges: Array<GameSummaryEdge>;
  /** Where the page stands in the list. */
  pageInfo: PageInfo;
};

/** An item of a list and its place there. */
export type GameSummaryEdge = {
  __typename: 'GameSummaryEdge';
  /** The item's place: `after` it the list goes on. */
  cursor: Scalars['Cursor']['output'];
  /** The item. */
  node: GameSummary;
};

/** The game was played to its end. */
export type GameWon = {
  __typename: 'GameWon';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** All seats from first place to last; seats that share a place are grouped together. */
  ranking: Array<Array<Scalars['Int']['output']>>;
  /** Why the game ended. */
  reason: EndReason;
  /** The event's place in its game, from 1 without gaps. */
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
  /** The moves one by one; each would be accepted. */
  moves: Array<Move>;
  /** The mutation that takes the moves. */
  mutation: Scalars['String']['output'];
  /** The value of the cards. */
  value: Rank;
};

/** You cannot sign in with a name alone; the operator of this server gives out tokens. */
export type GuestsNotAdmitted = {
  __typename: 'GuestsNotAdmitted';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
};

/** A seat was dealt its hand. */
export type HandDealt = {
  __typename: 'HandDealt';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The cards in the order in which they were dealt. */
  cards: Array<Scalars['Card']['output']>;
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The number of the latest shuffle that any of the cards comes from. */
  shuffle: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A seat picked up the hand that it had been dealt blind. */
export type HandShown = {
  __typename: 'HandShown';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The cards, which the other players have already seen. */
  cards: Array<Scalars['Card']['output']>;
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The number of the latest shuffle that any of the cards comes from. */
  shuffle: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** How a player has done against another. */
export type HeadToHead = {
  __typename: 'HeadToHead';
  /** In how many of them the player was ahead; of all machines, if there were any. */
  ahead: Scalars['Int']['output'];
  /** In how many of them the opponent was ahead. */
  behind: Scalars['Int']['output'];
  /** How many games they have finished together. */
  games: Scalars['Int']['output'];
  /** In how many of them both shared a place. */
  level: Scalars['Int']['output'];
  /** Who it was; null stands for all that machines played. */
  opponent: Maybe<Player>;
};

/** A page of a list. */
export type HeadToHeadConnection = {
  __typename: 'HeadToHeadConnection';
  /** The items of the page. */
  edges: Array<HeadToHeadEdge>;
  /** Where the page stands in the list. */
  pageInfo: PageInfo;
};

/** An item of a list and its place there. */
export type HeadToHeadEdge = {
  __typename: 'HeadToHeadEdge';
  /** The item's place: `after` it the list goes on. */
  cursor: Scalars['Cursor']['output'];
  /** The item. */
  node: HeadToHead;
};

/** The number of seats to fill must be at least one. */
export type InvalidCount = {
  __typename: 'InvalidCount';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** The number that was given. */
  count: Scalars['Int']['output'];
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
};

/** The invitation is invalid or no longer valid. */
export type InvalidInvitation = {
  __typename: 'InvalidInvitation';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
};

/** The name is not valid for a player. */
export type InvalidName = {
  __typename: 'InvalidName';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
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
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The option's name. */
  option: Scalars['String']['output'];
  /** Why the option cannot have the value. */
  reason: Scalars['String']['output'];
  /** The value that was given. */
  value: Scalars['String']['output'];
};

/** The value is not a player's id. */
export type InvalidPlayer = {
  __typename: 'InvalidPlayer';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The value that was given. */
  player: Scalars['ID']['output'];
};

/** What an invitation by link leads to. */
export type Invitation = {
  __typename: 'Invitation';
  /** Who may find and join the game. */
  access: Access;
  /** When the invitation is good no more. */
  expiresAt: Scalars['DateTime']['output'];
  /** The game. */
  game: Scalars['ID']['output'];
  /** Who invites. */
  inviter: Player;
  /** Every option of the variant with its value. */
  options: Array<OptionSetting>;
  /** Who set the game up, or inherited that; null when all have left. */
  organizer: Maybe<Player>;
  /** Who sits at the table, from seat 0 on. */
  players: Array<Player>;
  /** Whether you sit there already. */
  seated: Scalars['Boolean']['output'];
  /** How many seats there are. */
  seats: Scalars['Int']['output'];
  /** Which game is played. */
  variant: Scalars['String']['output'];
};

/** An invited player declined the invitation. */
export type InvitationDeclined = {
  __typename: 'InvitationDeclined';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The player who declined. */
  player: Scalars['ID']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** An invitation by link. */
export type InvitationLink = {
  __typename: 'InvitationLink';
  /** When it is good no more. */
  expiresAt: Scalars['DateTime']['output'];
  /** Lets in whoever sends it with `acceptInvitation`, as often as there are seats, as long as you sit at the table and the game has not started. The page is at `/join/TOKEN`. */
  token: Scalars['String']['output'];
};

/** What became of the wish for an invitation by link. */
export type InvitationLinkResult = GameAlreadyStarted | GameIsOver | InvitationLink | NotSeated | UnknownGame;

/** An invitation was withdrawn. */
export type InvitationWithdrawn = {
  __typename: 'InvitationWithdrawn';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The player who is no longer invited. */
  player: Scalars['ID']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** Invite a player to take a seat; any seated player may do this. */
export type InvitePlayerInput = {
  /** An id of your choice for this command, unique among yours in the game. A repeat with the same id gives the first outcome again, so a command can safely be sent once more when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** Refuse the command with a VersionConflict unless the game stands at this version. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
  /** The player to invite. */
  player: Scalars['ID']['input'];
};

/** Take the next free seat. */
export type JoinGameInput = {
  /** An id of your choice for this command, unique among yours in the game. A repeat with the same id gives the first outcome again, so a command can safely be sent once more when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** Refuse the command with a VersionConflict unless the game stands at this version. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** That a leaderboard has changed: read it again to see how. */
export type LeaderboardChange = {
  __typename: 'LeaderboardChange';
  /** Which games are counted together. */
  board: Board;
  /** Which day, week, month or season it is; what `leaderboard` takes as `key`. */
  key: Scalars['String']['output'];
  /** Who has finished a game that counts. Nobody in the first message, and whenever changes may have been missed: read the leaderboard, whatever you know of it. */
  players: Array<Player>;
  /** Which game. */
  variant: Scalars['String']['output'];
  /** How long a time is counted together. */
  window: Window;
};

/** How a player has done in a variant, on a board and in a window of time. */
export type LeaderboardEntry = {
  __typename: 'LeaderboardEntry';
  /** The most games that the player has won in a row. */
  bestStreak: Scalars['Int']['output'];
  /** How many bids of the player counted and were not made. */
  bidsFailed: Scalars['Int']['output'];
  /** How many bids of the player counted and were made. */
  bidsMade: Scalars['Int']['output'];
  /** How many games the player has finished. */
  games: Scalars['Int']['output'];
  /** When the last of those games ended. */
  lastGameAt: Scalars['DateTime']['output'];
  /** How many different people the player has met; not counted beyond the 5 it takes to be ranked. */
  opponents: Scalars['Int']['output'];
  /** What is ranked by: the rating less three times its uncertainty. */
  ordinal: Scalars['Float']['output'];
  /** Who it is. */
  player: Player;
  /** The player's totals at the ends of those games, added up. */
  points: Scalars['Int']['output'];
  /** Whether the player is not ranked: for want of games in the window (5, of all time 10), of different opponents (5; on the board MIXED none at all will do, too), or, in seasons and of all time, of a game in the last 30 days. */
  provisional: Scalars['Boolean']['output'];
  /** The place among those who are ranked, from 1; players with equal ordinals share one. Null for who is provisional. */
  rank: Maybe<Scalars['Int']['output']>;
  /** How strong the player is thought to be, by the order in which the seats of each game finished; everybody begins a window with 25. */
  rating: Scalars['Float']['output'];
  /** How many games in a row the player has won up to the last. */
  streak: Scalars['Int']['output'];
  /** How uncertain the rating is; everybody begins a window with 25/3. */
  uncertainty: Scalars['Float']['output'];
  /** The part of them that the player has won, from 0 to 1. */
  winRate: Scalars['Float']['output'];
  /** How many of them the player has won. */
  wins: Scalars['Int']['output'];
};

/** A page of a list. */
export type LeaderboardEntryConnection = {
  __typename: 'LeaderboardEntryConnection';
  /** The items of the page. */
  edges: Array<LeaderboardEntryEdge>;
  /** Where the page stands in the list. */
  pageInfo: PageInfo;
};

/** An item of a list and its place there. */
export type LeaderboardEntryEdge = {
  __typename: 'LeaderboardEntryEdge';
  /** The item's place: `after` it the list goes on. */
  cursor: Scalars['Cursor']['output'];
  /** The item. */
  node: LeaderboardEntry;
};

/** Give up your seat before the game starts. */
export type LeaveGameInput = {
  /** An id of your choice for this command, unique among yours in the game. A repeat with the same id gives the first outcome again, so a command can safely be sent once more when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** Refuse the command with a VersionConflict unless the game stands at this version. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** What has changed among the games that can be joined. */
export type LobbyChange = {
  __typename: 'LobbyChange';
  /** Whether the lobby is told from the start: forget the games you knew. So it is in the first message, and again whenever changes may have been missed. */
  anew: Scalars['Boolean']['output'];
  /** Games that can be joined, each as it is now: new ones, and those that have changed. */
  games: Array<GameSummary>;
  /** Games that can no longer be joined, or are not for you any more; where `more` was told, games that you were not told of may be among them. */
  gone: Array<Scalars['ID']['output']>;
  /** In the last message of a lobby that is told from the start: where it goes on, as `games(filter: LOBBY, order: NEWEST, after:)` takes it. Null in all others, and when nothing is left out. Changes are told of all games. */
  more: Maybe<Scalars['Cursor']['output']>;
};

/** A move, in the form in which its mutation takes it. */
export type Move = DiscardCards | PassTurn | PlaceBid | PlayCard | PlayCards | QueuePass | SelectTrump | UnqueuePass;

/** The variant has no such move. */
export type MoveNotInGame = {
  __typename: 'MoveNotInGame';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The name of the move. */
  move: Scalars['String']['output'];
  /** The variant. */
  variant: Scalars['String']['output'];
};

/** You must play another card of your hand. */
export type MustFollow = {
  __typename: 'MustFollow';
  /** The card. */
  card: Scalars['Card']['output'];
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The cards of the hand that may be played. */
  playable: Array<Scalars['Card']['output']>;
};

/** You cannot pass when you lead to a clear table. */
export type MustLead = {
  __typename: 'MustLead';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
};

/** What can be wanted. */
export type Mutation = {
  __typename: 'Mutation';
  /** Take the next free seat with an invitation link from a seated player, even in a private game. */
  acceptInvitation: CommandResult;
  /** Hand your seat to the machine for the rest of the game, which then counts as lost for you. */
  automateSeat: CommandResult;
  /** Close a game before its end, without a result; only operators of the server may do this. */
  closeGame: CommandResult;
  /** Create a game; the creator becomes its organizer and takes seat 0. */
  createGame: CommandResult;
  /** Make an invitation that lets in whoever has it, also to a private game; any seated player may before the start. Nothing is recorded until somebody accepts it. */
  createInvitationLink: InvitationLinkResult;
  /** Decline your invitation to a game. */
  declineInvitation: CommandResult;
  /** Discard cards from your hand and draw the same number. */
  discardCards: CommandResult;
  /** Erase yourself, for good: your name and who you are at an identity provider. In the games that you have played you are an erased player from now on. The machine takes over your seats in games under way, and you leave games that have not started. */
  eraseMe: Erased;
  /** Fill free seats with machine players; only the organizer may do this. */
  fillSeats: CommandResult;
  /** Invite a player to take a seat; any seated player may do this. */
  invitePlayer: CommandResult;
  /** Take the next free seat. */
  joinGame: CommandResult;
  /** Give up your seat before the game starts. */
  leaveGame: CommandResult;
  /** Pass instead of bidding or playing. */
  passTurn: CommandResult;
  /** Place a bid. */
  placeBid: CommandResult;
  /** Play a card to the trick. */
  playCard: CommandResult;
  /** Play one or more cards of equal value. */
  playCards: CommandResult;
  /** Queue a pass before your turn; the server passes for you when your turn comes. */
  queuePass: CommandResult;
  /** Remove a player from its seat before the game starts; only the organizer may do this. */
  removePlayer: CommandResult;
  /** Be called otherwise from now on, also in games that are over. The name must not be one that can be taken for another player's at a table where you sit. */
  rename: RenameResult;
  /** Name the trump suit. */
  selectTrump: CommandResult;
  /** Sign in as a guest, by a name alone; others may bear the same name. */
  signIn: SignInResult;
  /** Close the lobby and start the game; only the organizer may do this. */
  startGame: CommandResult;
  /** Withdraw your queued pass. */
  unqueuePass: CommandResult;
  /** Withdraw a player's invitation; any seated player may do this. */
  withdrawInvitation: CommandResult;
};


/** What can be wanted. */
export type MutationacceptInvitationArgs = {
  input: AcceptInvitationInput;
};


/** What can be wanted. */
export type MutationautomateSeatArgs = {
  input: AutomateSeatInput;
};


/** What can be wanted. */
export type MutationcloseGameArgs = {
  input: CloseGameInput;
};


/** What can be wanted. */
export type MutationcreateGameArgs = {
  input: CreateGameInput;
};


/** What can be wanted. */
export type MutationcreateInvitationLinkArgs = {
  input: CreateInvitationLinkInput;
};


/** What can be wanted. */
export type MutationdeclineInvitationArgs = {
  input: DeclineInvitationInput;
};


/** What can be wanted. */
export type MutationdiscardCardsArgs = {
  input: DiscardCardsInput;
};


/** What can be wanted. */
export type MutationfillSeatsArgs = {
  input: FillSeatsInput;
};


/** What can be wanted. */
export type MutationinvitePlayerArgs = {
  input: InvitePlayerInput;
};


/** What can be wanted. */
export type MutationjoinGameArgs = {
  input: JoinGameInput;
};


/** What can be wanted. */
export type MutationleaveGameArgs = {
  input: LeaveGameInput;
};


/** What can be wanted. */
export type MutationpassTurnArgs = {
  input: PassTurnInput;
};


/** What can be wanted. */
export type MutationplaceBidArgs = {
  input: PlaceBidInput;
};


/** What can be wanted. */
export type MutationplayCardArgs = {
  input: PlayCardInput;
};


/** What can be wanted. */
export type MutationplayCardsArgs = {
  input: PlayCardsInput;
};


/** What can be wanted. */
export type MutationqueuePassArgs = {
  input: QueuePassInput;
};


/** What can be wanted. */
export type MutationremovePlayerArgs = {
  input: RemovePlayerInput;
};


/** What can be wanted. */
export type MutationrenameArgs = {
  input: RenameInput;
};


/** What can be wanted. */
export type MutationselectTrumpArgs = {
  input: SelectTrumpInput;
};


/** What can be wanted. */
export type MutationsignInArgs = {
  input: SignInInput;
};


/** What can be wanted. */
export type MutationstartGameArgs = {
  input: StartGameInput;
};


/** What can be wanted. */
export type MutationunqueuePassArgs = {
  input: UnqueuePassInput;
};


/** What can be wanted. */
export type MutationwithdrawInvitationArgs = {
  input: WithdrawInvitationInput;
};

/** You must play at least one card. */
export type NoCards = {
  __typename: 'NoCards';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
};

/** The game has no machine player. */
export type NoMachinePlayer = {
  __typename: 'NoMachinePlayer';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The variant. */
  variant: Scalars['String']['output'];
};

/** You have not queued a pass. */
export type NoPassQueued = {
  __typename: 'NoPassQueued';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The seat. */
  seat: Scalars['Int']['output'];
};

/** What has an id of its own, unlike any other's; `node` finds it by that. */
export type Node = Game | Player;

/** The player is not invited. */
export type NotInvited = {
  __typename: 'NotInvited';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The player's id. */
  player: Scalars['ID']['output'];
};

/** Only the organizer of the game may do this. */
export type NotOrganizer = {
  __typename: 'NotOrganizer';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The organizer; null when all players have left. */
  organizer: Maybe<Scalars['ID']['output']>;
};

/** The player has no seat in this game. */
export type NotSeated = {
  __typename: 'NotSeated';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The player's id. */
  player: Scalars['ID']['output'];
};

/** You can hand only your own seat to the machine. */
export type NotYourSeat = {
  __typename: 'NotYourSeat';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The player of the seat. */
  player: Scalars['ID']['output'];
};

/** It is not your turn. */
export type NotYourTurn = {
  __typename: 'NotYourTurn';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The seat. */
  seat: Scalars['Int']['output'];
  /** The seats that are to move. */
  toMove: Array<Scalars['Int']['output']>;
};

/** Moves that you may make now. */
export type Offer = BidOffer | DiscardOffer | GroupOffer | PassOffer | PlayOffer | TrumpOffer;

/** The value chosen for an option. */
export type OptionInput = {
  /** The option's name. */
  name: Scalars['String']['input'];
  /** The value, as text. */
  value: Scalars['String']['input'];
};

/** An option was given more than one value. */
export type OptionRepeated = {
  __typename: 'OptionRepeated';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
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

/** Where a page stands in its list. */
export type PageInfo = {
  __typename: 'PageInfo';
  /** The cursor of the page's last item; null when it has none. */
  endCursor: Maybe<Scalars['Cursor']['output']>;
  /** Whether more follows after this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether more comes before this page. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the page's first item; null when it has none. */
  startCursor: Maybe<Scalars['Cursor']['output']>;
};

/** You have already queued a pass. */
export type PassAlreadyQueued = {
  __typename: 'PassAlreadyQueued';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The seat. */
  seat: Scalars['Int']['output'];
};

/** The turn may be passed. */
export type PassOffer = {
  __typename: 'PassOffer';
  /** The moves one by one; each would be accepted. */
  moves: Array<Move>;
  /** The mutation that takes the moves. */
  mutation: Scalars['String']['output'];
};

/** A seat queued a pass, which is made automatically when its turn comes. */
export type PassQueued = {
  __typename: 'PassQueued';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** Pass instead of bidding or playing. */
export type PassTurn = {
  __typename: 'PassTurn';
  /** The mutation that takes the move. */
  mutation: Scalars['String']['output'];
};

/** Pass instead of bidding or playing. */
export type PassTurnInput = {
  /** An id of your choice for this command, unique among yours in the game. A repeat with the same id gives the first outcome again, so a command can safely be sent once more when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** Refuse the command with a VersionConflict unless the game stands at this version. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** A seat withdrew its queued pass. */
export type PassUnqueued = {
  __typename: 'PassUnqueued';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** Place a bid. */
export type PlaceBid = {
  __typename: 'PlaceBid';
  /** The amount to bid. */
  amount: Scalars['Int']['output'];
  /** The mutation that takes the move. */
  mutation: Scalars['String']['output'];
};

/** Place a bid. */
export type PlaceBidInput = {
  /** The amount to bid. */
  amount: Scalars['Int']['input'];
  /** An id of your choice for this command, unique among yours in the game. A repeat with the same id gives the first outcome again, so a command can safely be sent once more when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** Refuse the command with a VersionConflict unless the game stands at this version. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** Play a card to the trick. */
export type PlayCard = {
  __typename: 'PlayCard';
  /** The card to play. */
  card: Scalars['Card']['output'];
  /** The mutation that takes the move. */
  mutation: Scalars['String']['output'];
};

/** Play a card to the trick. */
export type PlayCardInput = {
  /** The card to play. */
  card: Scalars['Card']['input'];
  /** An id of your choice for this command, unique among yours in the game. A repeat with the same id gives the first outcome again, so a command can safely be sent once more when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** Refuse the command with a VersionConflict unless the game stands at this version. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** Play one or more cards of equal value. */
export type PlayCards = {
  __typename: 'PlayCards';
  /** The cards to play. */
  cards: Array<Scalars['Card']['output']>;
  /** The mutation that takes the move. */
  mutation: Scalars['String']['output'];
};

/** Play one or more cards of equal value. */
export type PlayCardsInput = {
  /** The cards to play. */
  cards: Array<Scalars['Card']['input']>;
  /** An id of your choice for this command, unique among yours in the game. A repeat with the same id gives the first outcome again, so a command can safely be sent once more when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** Refuse the command with a VersionConflict unless the game stands at this version. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** Any of these cards may be played. */
export type PlayOffer = {
  __typename: 'PlayOffer';
  /** The cards, in the order of the hand. */
  cards: Array<Scalars['Card']['output']>;
  /** The moves one by one; each would be accepted. */
  moves: Array<Move>;
  /** The mutation that takes the moves. */
  mutation: Scalars['String']['output'];
};

/** A card that a seat has played. */
export type PlayedCard = {
  __typename: 'PlayedCard';
  /** The card. */
  card: Scalars['Card']['output'];
  /** The seat that played it. */
  seat: Scalars['Int']['output'];
};

/** Someone who plays, a person or a machine. */
export type Player = {
  __typename: 'Player';
  /** Whether the player was erased, which no name tells. */
  erased: Scalars['Boolean']['output'];
  /** The id; it never changes. */
  id: Scalars['ID']['output'];
  /** What the player is called; names identify nobody. */
  name: Scalars['String']['output'];
};

/** The player has declined this game's invitations too often to be invited again. */
export type PlayerHasDeclined = {
  __typename: 'PlayerHasDeclined';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The player's id. */
  player: Scalars['ID']['output'];
};

/** A player was invited to take a seat. */
export type PlayerInvited = {
  __typename: 'PlayerInvited';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The seated player who sent the invitation. */
  inviter: Scalars['ID']['output'];
  /** The invited player. */
  player: Scalars['ID']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A player took the next free seat; joining uses up the player's invitation. */
export type PlayerJoined = {
  __typename: 'PlayerJoined';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** True if the player is a machine player. */
  machine: Scalars['Boolean']['output'];
  /** The player who joined. */
  player: Scalars['ID']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A player left its seat before the game started; later seats move up. */
export type PlayerLeft = {
  __typename: 'PlayerLeft';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The organizer from now on; null when no player other than machine players is left. */
  nextOrganizer: Maybe<Scalars['ID']['output']>;
  /** The player who left. */
  player: Scalars['ID']['output'];
  /** True if the organizer removed the player. */
  removed: Scalars['Boolean']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** What a seat scored in a round, on average. */
export type PointsAverage = {
  __typename: 'PointsAverage';
  /** The mean of the points in a round; null for no rounds. */
  average: Maybe<Scalars['Float']['output']>;
  /** The first day of the stretch of time, in UTC; null where all is in one. */
  begins: Maybe<Scalars['Date']['output']>;
  /** The points that were scored, added up. */
  points: Scalars['Int']['output'];
  /** How many rounds of a seat were scored. */
  rounds: Scalars['Int']['output'];
};

/** How often so many points were scored in a round. */
export type PointsFrequency = {
  __typename: 'PointsFrequency';
  /** The first day of the stretch of time, in UTC; null where all is in one. */
  begins: Maybe<Scalars['Date']['output']>;
  /** What a seat scored in a round. */
  points: Scalars['Int']['output'];
  /** How many rounds of a seat were scored so. */
  rounds: Scalars['Int']['output'];
  /** The part of all rounds of a seat, from 0 to 1; null for none. */
  share: Maybe<Scalars['Float']['output']>;
};

/** An event at which a read model stands. */
export type PoisonEvent = {
  __typename: 'PoisonEvent';
  /** The event's position in the log. */
  position: Scalars['Position']['output'];
  /** What kind of event it is, as the log names it; null when that is not known. */
  topic: Maybe<Scalars['String']['output']>;
};

/** What a player has done in a variant, in the public games that were won and in which it kept its seat to the end. */
export type Profile = {
  __typename: 'Profile';
  /** The game with the most points; of equals that with the better place, with more players, the first. */
  best: ProfileGame;
  /** The bids that counted, by amount. */
  bids: Array<ProfileBid>;
  /** Which games count. */
  board: Board;
  /** The last games, ten at most, the latest first. */
  form: Array<ProfileGame>;
  /** The games, the latest first; each with the rating after it. */
  games: ProfileGameConnection;
  /** How the player has done against each of the others, the most met first. */
  headToHead: HeadToHeadConnection;
  /** Who it is. */
  player: Player;
  /** The player's rating after the last game. */
  rating: ProfileRating;
  /** The seats that the player has had, by the size of the table. */
  seats: Array<ProfileSeat>;
  /** Games won or lost in a row. */
  streaks: ProfileStreaks;
  /** What the games come to. */
  totals: ProfileTotals;
  /** The suits that the player has named as trump. */
  trumps: Array<ProfileTrump>;
  /** Which game is played. */
  variant: Scalars['String']['output'];
  /** The game with the fewest points; of equals that with the worse place, with fewer players, the first. */
  worst: ProfileGame;
};


/** What a player has done in a variant, in the public games that were won and in which it kept its seat to the end. */
export type ProfilegamesArgs = {
  after?: InputMaybe<Scalars['Cursor']['input']>;
  before?: InputMaybe<Scalars['Cursor']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** What a player has done in a variant, in the public games that were won and in which it kept its seat to the end. */
export type ProfileheadToHeadArgs = {
  after?: InputMaybe<Scalars['Cursor']['input']>;
  before?: InputMaybe<Scalars['Cursor']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** How often a player bid an amount, and with which success. */
export type ProfileBid = {
  __typename: 'ProfileBid';
  /** How much was bid. */
  amount: Scalars['Int']['output'];
  /** How many of them were not. */
  failed: Scalars['Int']['output'];
  /** How many of these bids were made good. */
  made: Scalars['Int']['output'];
  /** Those made good by all, from 0 to 1. */
  successRate: Scalars['Float']['output'];
};

/** A finished game in a profile. */
export type ProfileGame = {
  __typename: 'ProfileGame';
  /** When the game was won. */
  endedAt: Scalars['DateTime']['output'];
  /** The game's id. */
  game: Scalars['ID']['output'];
  /** The player's place, from 1: one more than there are players before it. */
  place: Scalars['Int']['output'];
  /** The player's total at the end; null in a variant without points. */
  points: Maybe<Scalars['Int']['output']>;
  /** The player's rating after the game. */
  rating: ProfileRating;
  /** The player's seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** How many played. */
  seats: Scalars['Int']['output'];
  /** Whether the player won. */
  won: Scalars['Boolean']['output'];
};

/** A page of a list. */
export type ProfileGameConnection = {
  __typename: 'ProfileGameConnection';
  /** The items of the page. */
  edges: Array<ProfileGameEdge>;
  /** Where the page stands in the list. */
  pageInfo: PageInfo;
};

/** An item of a list and its place there. */
export type ProfileGameEdge = {
  __typename: 'ProfileGameEdge';
  /** The item's place: `after` it the list goes on. */
  cursor: Scalars['Cursor']['output'];
  /** The item. */
  node: ProfileGame;
};

/** How good a player is thought to be. */
export type ProfileRating = {
  __typename: 'ProfileRating';
  /** How strong the player is thought to be. */
  mu: Scalars['Float']['output'];
  /** The strength that the player almost certainly has: mu less three times sigma. */
  ordinal: Scalars['Float']['output'];
  /** How uncertain that is. */
  sigma: Scalars['Float']['output'];
};

/** How a player has done at a seat. */
export type ProfileSeat = {
  __typename: 'ProfileSeat';
  /** The mean of the player's places there. */
  averagePlace: Scalars['Float']['output'];
  /** How many games the player has finished there. */
  games: Scalars['Int']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** How many played. */
  seats: Scalars['Int']['output'];
  /** How many of them the player has won. */
  wins: Scalars['Int']['output'];
};

/** Games in a row that were won, or lost; a shared win is a win. */
export type ProfileStreaks = {
  __typename: 'ProfileStreaks';
  /** The most games that the player has not won in a row. */
  longestLosing: Scalars['Int']['output'];
  /** The most games that the player has won in a row. */
  longestWinning: Scalars['Int']['output'];
  /** How many games the player has not won in a row, up to the last one. */
  losing: Scalars['Int']['output'];
  /** How many games the player has won in a row, up to the last one. */
  winning: Scalars['Int']['output'];
};

/** What the games of a profile come to. */
export type ProfileTotals = {
  __typename: 'ProfileTotals';
  /** The mean of the player's places. */
  averagePlace: Scalars['Float']['output'];
  /** How many bids that counted the player has not made good. */
  bidsFailed: Scalars['Int']['output'];
  /** How many bids that counted the player has made good. */
  bidsMade: Scalars['Int']['output'];
  /** How many games the player has finished. */
  games: Scalars['Int']['output'];
  /** The player's totals at the ends of those games, added up. */
  points: Scalars['Int']['output'];
  /** How many rounds were dealt. */
  rounds: Scalars['Int']['output'];
  /** How many tricks the player has won. */
  tricks: Scalars['Int']['output'];
  /** How many tricks all at the table have won. */
  tricksPlayed: Scalars['Int']['output'];
  /** Wins by games, from 0 to 1. */
  winRate: Scalars['Float']['output'];
  /** How many of them the player has won. */
  wins: Scalars['Int']['output'];
};

/** How often a player has named a suit as trump. */
export type ProfileTrump = {
  __typename: 'ProfileTrump';
  /** The suit. */
  suit: Suit;
  /** How often the player has named it. */
  times: Scalars['Int']['output'];
};

/** A read model, and how it goes with it. */
export type Projection = {
  __typename: 'Projection';
  /** How many seconds ago the oldest event happened that its rows do not know of; 0 when they know all, null when that event cannot be read. */
  behind: Maybe<Scalars['Float']['output']>;
  /** How it goes with it. */
  condition: Condition;
  /** What stopped it, or what it will try again after; null when all is well. */
  error: Maybe<Scalars['String']['output']>;
  /** How many times its tables have been made; 0 before they are there. */
  generation: Scalars['Int']['output'];
  /** The position of the last event in the log. */
  head: Scalars['Position']['output'];
  /** How many events it is behind the log. */
  lag: Scalars['Position']['output'];
  /** The read model's name, as `kibitz projections rebuild` takes it. */
  name: Scalars['String']['output'];
  /** The event that it cannot take, and stands before until it is rebuilt; null without one. */
  poisonEvent: Maybe<PoisonEvent>;
  /** The position of the last event that its rows know of. */
  position: Scalars['Position']['output'];
  /** The position that a rebuild has come to, which is under way or was interrupted; null without one. */
  rebuilt: Maybe<Scalars['Position']['output']>;
  /** Which revision of the read model it is; another one is rebuilt by itself. */
  revision: Scalars['Int']['output'];
  /** When its rows were last brought up to date; null before the first time. */
  updatedAt: Maybe<Scalars['DateTime']['output']>;
};

/** What can be asked. */
export type Query = {
  __typename: 'Query';
  /** What has happened in a game, as you may read it; null when it is refused. A page has 100 events unless you say how many, and 500 at most. */
  events: Maybe<GameEventConnection>;
  /** A game as you see it now; null when it is refused. */
  game: Maybe<Game>;
  /** Games by their stage and by what is searched for, in an order; private games only for those who are in them. */
  games: GameSummaryConnection;
  /** What an invitation by link leads to; null for one that is not good, or good no more. */
  invitation: Maybe<Invitation>;
  /** How people have done in the public games of a variant, in a window of time. Who is ranked comes first, by ordinal; then who has games enough but none lately; then who has too few. */
  leaderboard: LeaderboardEntryConnection;
  /** What you may do now; each offer stands for exactly the moves that would be accepted. Null when it is refused. */
  legalMoves: Maybe<Array<Offer>>;
  /** Who you are; null for an onlooker. */
  me: Maybe<Player>;
  /** A game as it stood after each of the next events, each time as `replay` shows it: 20 events unless you say how many, and 25 at most. Null when it is refused. */
  moments: Maybe<Array<Game>>;
  /** A game or a player by its id; null when there is none that you may know of. Machine players are players; one who was erased is called so. */
  node: Maybe<Node>;
  /** What a player has done in the public games of a variant; null for who has finished none. */
  profile: Maybe<Profile>;
  /** How it goes with each read model; null for who is no operator. */
  projections: Maybe<Array<Projection>>;
  /** A game as it stood at a version, from your seat; shuffles revealed since then are open. Null when it is refused. */
  replay: Maybe<Game>;
  /** What the machine would have done at a version in a seat's place, knowing what the seat knew then. Null when the game did not wait for the seat; when you may not see by now all that it went by, as a hand that was not revealed; and when it is refused: also in a game without a machine player. */
  replaySuggestion: Maybe<Move>;
  /** Who you are, what you may do and for how long; null for an onlooker. */
  session: Maybe<Session>;
  /** What was played in the public games of a variant, added up, and how busy it was; by stretches of time if wanted. */
  statistics: Statistics;
  /** What the machine would do in your place, knowing what you know; null when you are not to move, and when it is refused: also in a game without a machine player. */
  suggestion: Maybe<Move>;
  /** The games that can be played here. */
  variants: Array<Variant>;
};


/** What can be asked. */
export type QueryeventsArgs = {
  after?: InputMaybe<Scalars['Cursor']['input']>;
  before?: InputMaybe<Scalars['Cursor']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  game: Scalars['ID']['input'];
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** What can be asked. */
export type QuerygameArgs = {
  id: Scalars['ID']['input'];
};


/** What can be asked. */
export type QuerygamesArgs = {
  after?: InputMaybe<Scalars['Cursor']['input']>;
  before?: InputMaybe<Scalars['Cursor']['input']>;
  filter?: GameFilter;
  first?: InputMaybe<Scalars['Int']['input']>;
  fresh?: Scalars['Boolean']['input'];
  last?: InputMaybe<Scalars['Int']['input']>;
  order?: GameOrder;
  search?: InputMaybe<GameSearch>;
  variant?: InputMaybe<Scalars['String']['input']>;
};


/** What can be asked. */
export type QueryinvitationArgs = {
  token: Scalars['String']['input'];
};


/** What can be asked. */
export type QueryleaderboardArgs = {
  after?: InputMaybe<Scalars['Cursor']['input']>;
  before?: InputMaybe<Scalars['Cursor']['input']>;
  board?: Board;
  first?: InputMaybe<Scalars['Int']['input']>;
  fresh?: Scalars['Boolean']['input'];
  key?: InputMaybe<Scalars['String']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  ranked?: InputMaybe<Scalars['Boolean']['input']>;
  variant: Scalars['String']['input'];
  window?: Window;
};


/** What can be asked. */
export type QuerylegalMovesArgs = {
  game: Scalars['ID']['input'];
};


/** What can be asked. */
export type QuerymomentsArgs = {
  after?: Scalars['Version']['input'];
  first?: Scalars['Int']['input'];
  game: Scalars['ID']['input'];
};


/** What can be asked. */
export type QuerynodeArgs = {
  id: Scalars['ID']['input'];
};


/** What can be asked. */
export type QueryprofileArgs = {
  board?: Board;
  fresh?: Scalars['Boolean']['input'];
  player: Scalars['ID']['input'];
  variant: Scalars['String']['input'];
};


/** What can be asked. */
export type QueryreplayArgs = {
  game: Scalars['ID']['input'];
  version: Scalars['Version']['input'];
};


/** What can be asked. */
export type QueryreplaySuggestionArgs = {
  game: Scalars['ID']['input'];
  seat: Scalars['Int']['input'];
  version: Scalars['Version']['input'];
};


/** What can be asked. */
export type QuerystatisticsArgs = {
  board?: InputMaybe<Board>;
  bucket?: InputMaybe<Bucket>;
  fresh?: Scalars['Boolean']['input'];
  machine?: InputMaybe<Scalars['Boolean']['input']>;
  rows?: Scalars['Int']['input'];
  seats?: InputMaybe<Scalars['Int']['input']>;
  since?: InputMaybe<Scalars['Date']['input']>;
  until?: InputMaybe<Scalars['Date']['input']>;
  variant: Scalars['String']['input'];
};


/** What can be asked. */
export type QuerysuggestionArgs = {
  game: Scalars['ID']['input'];
};

/** Queue a pass before your turn; the server passes for you when your turn comes. */
export type QueuePass = {
  __typename: 'QueuePass';
  /** The mutation that takes the move. */
  mutation: Scalars['String']['output'];
};

/** Queue a pass before your turn; the server passes for you when your turn comes. */
export type QueuePassInput = {
  /** An id of your choice for this command, unique among yours in the game. A repeat with the same id gives the first outcome again, so a command can safely be sent once more when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** Refuse the command with a VersionConflict unless the game stands at this version. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

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

/** How often cards of a rank were played by who came in a place. */
export type RankPlayed = {
  __typename: 'RankPlayed';
  /** The mean number of cards in a play; null for no plays. */
  averageCards: Maybe<Scalars['Float']['output']>;
  /** The first day of the stretch of time, in UTC; null where all is in one. */
  begins: Maybe<Scalars['Date']['output']>;
  /** How many cards these plays had together. */
  cards: Scalars['Int']['output'];
  /** The place at the end of who played them, from 1. */
  place: Scalars['Int']['output'];
  /** How often they were played. */
  plays: Scalars['Int']['output'];
  /** The rank of the cards. */
  rank: Rank;
};

/** Why a command was not carried out; nothing has changed. */
export type Refusal = AlreadyAutomated | AlreadyInvited | AlreadyPassed | AlreadySeated | BidAlreadyCommitted | BidNotAvailable | CardNotHeld | CardRepeated | CardsUnequal | CommandIdReused | ConfusableName | GameAlreadyStarted | GameFull | GameIsOver | GameNotStarted | GuestsNotAdmitted | InvalidCount | InvalidInvitation | InvalidName | InvalidOption | InvalidPlayer | MoveNotInGame | MustFollow | MustLead | NoCards | NoMachinePlayer | NoPassQueued | NotInvited | NotOrganizer | NotSeated | NotYourSeat | NotYourTurn | OptionRepeated | PassAlreadyQueued | PlayerHasDeclined | RemovedFromGame | SeatIsAutomated | TooBusy | TooFewCards | TooManyInvitations | TooManyMachineGames | TooManyOpenTables | UnknownGame | UnknownOption | UnknownPlayer | UnknownRules | UnknownVariant | ValueTooLow | VersionConflict | WrongNumberOfPlayers | WrongPhase;

/** The stable names of all refusals, for programs. */
export type RefusalCode =
  /** The machine already plays this seat. */
  | 'ALREADY_AUTOMATED'
  /** The player is already invited. */
  | 'ALREADY_INVITED'
  /** You have already passed in this round. */
  | 'ALREADY_PASSED'
  /** The player already has a seat in this game. */
  | 'ALREADY_SEATED'
  /** You have already bid, and cannot change your bid. */
  | 'BID_ALREADY_COMMITTED'
  /** This bid cannot be placed now. */
  | 'BID_NOT_AVAILABLE'
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
  /** The game has not started. */
  | 'GAME_NOT_STARTED'
  /** You cannot sign in with a name alone; the operator of this server gives out tokens. */
  | 'GUESTS_NOT_ADMITTED'
  /** The number of seats to fill must be at least one. */
  | 'INVALID_COUNT'
  /** The invitation is invalid or no longer valid. */
  | 'INVALID_INVITATION'
  /** The name is not valid for a player. */
  | 'INVALID_NAME'
  /** The option cannot have this value. */
  | 'INVALID_OPTION'
  /** The value is not a player's id. */
  | 'INVALID_PLAYER'
  /** The variant has no such move. */
  | 'MOVE_NOT_IN_GAME'
  /** You must play another card of your hand. */
  | 'MUST_FOLLOW'
  /** You cannot pass when you lead to a clear table. */
  | 'MUST_LEAD'
  /** The player is not invited. */
  | 'NOT_INVITED'
  /** Only the organizer of the game may do this. */
  | 'NOT_ORGANIZER'
  /** The player has no seat in this game. */
  | 'NOT_SEATED'
  /** You can hand only your own seat to the machine. */
  | 'NOT_YOUR_SEAT'
  /** It is not your turn. */
  | 'NOT_YOUR_TURN'
  /** You must play at least one card. */
  | 'NO_CARDS'
  /** The game has no machine player. */
  | 'NO_MACHINE_PLAYER'
  /** You have not queued a pass. */
  | 'NO_PASS_QUEUED'
  /** An option was given more than one value. */
  | 'OPTION_REPEATED'
  /** You have already queued a pass. */
  | 'PASS_ALREADY_QUEUED'
  /** The player has declined this game's invitations too often to be invited again. */
  | 'PLAYER_HAS_DECLINED'
  /** The organizer removed you from this game; you can join again only with a new personal invitation. */
  | 'REMOVED_FROM_GAME'
  /** The machine plays your seat to the end of the game. */
  | 'SEAT_IS_AUTOMATED'
  /** Too many commands are waiting; this one was not carried out. */
  | 'TOO_BUSY'
  /** More cards are needed to beat those on the table. */
  | 'TOO_FEW_CARDS'
  /** The game has the maximum number of open invitations. */
  | 'TOO_MANY_INVITATIONS'
  /** You, or all players at your address, have as many games with machine players as the server allows. */
  | 'TOO_MANY_MACHINE_GAMES'
  /** You, or all players at your address, have as many open tables as the server allows. */
  | 'TOO_MANY_OPEN_TABLES'
  /** There is no such game, or it is private and you are not in it. */
  | 'UNKNOWN_GAME'
  /** The variant has no such option. */
  | 'UNKNOWN_OPTION'
  /** There is no such player. */
  | 'UNKNOWN_PLAYER'
  /** The game is played under rules that this server does not know; a newer server created it. */
  | 'UNKNOWN_RULES'
  /** There is no such variant. */
  | 'UNKNOWN_VARIANT'
  /** A play of as many cards as lie on the table must be at least as high as those. */
  | 'VALUE_TOO_LOW'
  /** The game is not at the expected version; the command was not carried out. */
  | 'VERSION_CONFLICT'
  /** The game cannot be played with this number of players. */
  | 'WRONG_NUMBER_OF_PLAYERS'
  /** The move belongs to another phase of the round. */
  | 'WRONG_PHASE';

/** Remove a player from its seat before the game starts; only the organizer may do this. */
export type RemovePlayerInput = {
  /** An id of your choice for this command, unique among yours in the game. A repeat with the same id gives the first outcome again, so a command can safely be sent once more when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** Refuse the command with a VersionConflict unless the game stands at this version. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
  /** The player to remove. */
  player: Scalars['ID']['input'];
};

/** The organizer removed you from this game; you can join again only with a new personal invitation. */
export type RemovedFromGame = {
  __typename: 'RemovedFromGame';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
};

/** Be called otherwise. */
export type RenameInput = {
  /** What you want to be called. */
  name: Scalars['String']['input'];
};

/** What became of the wish for another name. */
export type RenameResult = ConfusableName | InvalidName | Renamed;

/** You are called otherwise, in all games, lists and replays. */
export type Renamed = {
  __typename: 'Renamed';
  /** You, by your new name. */
  player: Player;
};

/** How a game ended. */
export type Result = {
  __typename: 'Result';
  /** All seats from first place to last; equals stand together. */
  ranking: Array<Array<Scalars['Int']['output']>>;
  /** Why the game ended. */
  reason: EndReason;
  /** Who won; more than one when equal totals win together. */
  winners: Array<Player>;
};

/** Role of a caller, which determines its permissions. */
export type Role =
  /** Operates the server: sees the state of the read models, closes games, sees games as a player. */
  | 'OPERATOR'
  /** Plays, and sees what a player sees. */
  | 'PLAYER';

/** How often bids were made good in a round of the game. */
export type RoundBidSuccess = {
  __typename: 'RoundBidSuccess';
  /** The first day of the stretch of time, in UTC; null where all is in one. */
  begins: Maybe<Scalars['Date']['output']>;
  /** How many bids counted when the round was scored. */
  bids: Scalars['Int']['output'];
  /** How many cards each was dealt in it; the most where they differ. */
  cards: Scalars['Int']['output'];
  /** How many of them were made good. */
  made: Scalars['Int']['output'];
  /** Those made good by all, from 0 to 1; null for none. */
  rate: Maybe<Scalars['Float']['output']>;
  /** The number of the round, from 0. */
  round: Scalars['Int']['output'];
};

/** The cards of a round were dealt. */
export type RoundDealt = {
  __typename: 'RoundDealt';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The dealer's seat. */
  dealer: Scalars['Int']['output'];
  /** The number of cards dealt to each seat. */
  hands: Array<Scalars['Int']['output']>;
  /** The round's number, from 0. */
  round: Scalars['Int']['output'];
  /** The number of cards left undealt. */
  stock: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** Everyone passed; the round ended without a score. */
export type RoundPassedOut = {
  __typename: 'RoundPassedOut';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The round's number, from 0. */
  round: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A round was played out and scored. */
export type RoundScored = {
  __typename: 'RoundScored';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The awards, in the order in which they count. */
  awards: Array<Award>;
  /** What became of each seat's bid; empty in a game without bids. */
  bidsMade: Array<BidOutcome>;
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The round's number, from 0. */
  round: Scalars['Int']['output'];
  /** The running total of each seat after the round. */
  scores: Array<Scalars['Int']['output']>;
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A place at the table, who has taken it, and what lies there. */
export type Seat = {
  __typename: 'Seat';
  /** Whether the machine plays the seat. */
  automated: Scalars['Boolean']['output'];
  /** The seat's last bid in this round; null without one, and while it is secret to you. */
  bid: Maybe<Scalars['Int']['output']>;
  /** Whether the seat has made a bid that is still secret. */
  committed: Scalars['Boolean']['output'];
  /** How many cards the seat discarded in this round; null before. */
  discarded: Maybe<Scalars['Int']['output']>;
  /** The cards in hand, in their order; `??` for those you cannot see. */
  hand: Array<Scalars['Card']['output']>;
  /** The seat's number, from 0 clockwise. */
  index: Scalars['Int']['output'];
  /** Whether a machine player fills the seat. */
  machine: Scalars['Boolean']['output'];
  /** Whether the seat has announced that it will pass. */
  passQueued: Scalars['Boolean']['output'];
  /** Whether the seat has passed. */
  passed: Scalars['Boolean']['output'];
  /** Who sits there. */
  player: Player;
  /** The place in which the seat got rid of its cards; null before. */
  rank: Maybe<Scalars['Int']['output']>;
  /** Points scored in the rounds so far. */
  score: Scalars['Int']['output'];
  /** How many tricks of this round the seat has won. */
  tricks: Scalars['Int']['output'];
};

/** A seat was handed to the machine, which plays it to the end of the game. */
export type SeatAutomated = {
  __typename: 'SeatAutomated';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The reason; null for a machine player's seat, and in games recorded before this field existed. */
  automationReason: Maybe<AutomationReason>;
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** The machine plays your seat to the end of the game. */
export type SeatIsAutomated = {
  __typename: 'SeatIsAutomated';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The seat. */
  seat: Scalars['Int']['output'];
};

/** How often a seat came in a place. */
export type SeatPlace = {
  __typename: 'SeatPlace';
  /** The mean of the totals; null for no games. */
  averagePoints: Maybe<Scalars['Float']['output']>;
  /** The first day of the stretch of time, in UTC; null where all is in one. */
  begins: Maybe<Scalars['Date']['output']>;
  /** How many games of the seat ended so. */
  games: Scalars['Int']['output'];
  /** The place, from 1: one more than there are seats before it. */
  place: Scalars['Int']['output'];
  /** The totals at the end, added up; 0 in a variant without points. */
  points: Scalars['Int']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The part of the games of this seat, from 0 to 1; null for none. */
  share: Maybe<Scalars['Float']['output']>;
};

/** A seat lost its turn because cards of the same value as those on the table were played. */
export type SeatSkipped = {
  __typename: 'SeatSkipped';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A seat played its last card. */
export type SeatWentOut = {
  __typename: 'SeatWentOut';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The place that the seat has earned, from 1. */
  rank: Scalars['Int']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** Name the trump suit. */
export type SelectTrump = {
  __typename: 'SelectTrump';
  /** The mutation that takes the move. */
  mutation: Scalars['String']['output'];
  /** The trump suit. */
  suit: Suit;
};

/** Name the trump suit. */
export type SelectTrumpInput = {
  /** An id of your choice for this command, unique among yours in the game. A repeat with the same id gives the first outcome again, so a command can safely be sent once more when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** Refuse the command with a VersionConflict unless the game stands at this version. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
  /** The trump suit. */
  suit: Suit;
};

/** Who you are, as your token says. */
export type Session = {
  __typename: 'Session';
  /** When your token is good no more; open sockets and streams end then. */
  expiresAt: Scalars['DateTime']['output'];
  /** The player that you are. */
  player: Player;
  /** What you may do. */
  roles: Array<Role>;
};

/** Sign in as a guest. */
export type SignInInput = {
  /** What you want to be called. */
  name: Scalars['String']['input'];
};

/** What became of signing in. */
export type SignInResult = GuestsNotAdmitted | InvalidName | SignedIn;

/** You are signed in. */
export type SignedIn = {
  __typename: 'SignedIn';
  /** Who you are. */
  player: Player;
  /** Send it with every request: `Authorization: Bearer TOKEN`. */
  token: Scalars['String']['output'];
};

/** The stage of a game, from the open lobby to its end. */
export type Stage =
  /** The game was closed before its end. */
  | 'CLOSED'
  /** The game is being played. */
  | 'PLAYING'
  /** The lobby is open. */
  | 'WAITING_FOR_PLAYERS'
  /** The game was played to its end. */
  | 'WON';

/** Close the lobby and start the game; only the organizer may do this. */
export type StartGameInput = {
  /** An id of your choice for this command, unique among yours in the game. A repeat with the same id gives the first outcome again, so a command can safely be sent once more when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** Refuse the command with a VersionConflict unless the game stands at this version. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** How often a starting hand, by its strength, led to a place. */
export type StartingHandPlace = {
  __typename: 'StartingHandPlace';
  /** The mean strength of the hands, as the variant reckons it; null for no games. */
  averageStrength: Maybe<Scalars['Float']['output']>;
  /** The first day of the stretch of time, in UTC; null where all is in one. */
  begins: Maybe<Scalars['Date']['output']>;
  /** How many games of a seat went so. */
  games: Scalars['Int']['output'];
  /** The place at the end, from 1: one more than there are seats before it. */
  place: Scalars['Int']['output'];
  /** The part of the games with such a hand, from 0 to 1; null for none. */
  share: Maybe<Scalars['Float']['output']>;
  /** The place of the hand by strength, 1 for the strongest at the table; equals share the better place. */
  strengthPlace: Scalars['Int']['output'];
};

/** What was played in the public games of a variant. Sums are of games that were won, by the day of their end in UTC; what has no meaning in a variant has no rows. Rows are in the order of time, then of what they are about. */
export type Statistics = {
  __typename: 'Statistics';
  /** How busy it was in all public games, whether or not they came to an end; whatever `board`, `seats` and `machine` say. */
  activity: Array<Activity>;
  /** What a seat scored in a round, on average. */
  averagePoints: Array<PointsAverage>;
  /** How often bids were made good, by amount and seat. */
  bids: Array<BidSuccess>;
  /** How often bids were made good, by the round and how many cards it had. */
  bidsByRound: Array<RoundBidSuccess>;
  /** How often the highest bid was of which amount, and how often it was made good: of Hundred and Ten's moon, for example, which is an amount of 60. */
  contracts: Array<ContractSuccess>;
  /** How often the highest bid was made good, by amount and distance from the dealer. */
  contractsFromDealer: Array<DealerContracts>;
  /** The dealer's advantage: what was scored, by the distance from the dealer. */
  fromDealer: Array<DealerPoints>;
  /** How long games were, whoever played them. */
  lengths: Array<GameLengths>;
  /** How often so many points were scored in a round: a histogram. */
  points: Array<PointsFrequency>;
  /** How often cards of each rank were played, by the place of who played them; in variants in which several are played at once. */
  ranksPlayed: Array<RankPlayed>;
  /** How often each seat came in which place. */
  seats: Array<SeatPlace>;
  /** How starting hands, by their strength at the table, came out; in variants that reckon a hand's strength. */
  startingHands: Array<StartingHandPlace>;
  /** Bids against tricks: how often an amount came to how many. */
  tricksByBid: Array<BidTricks>;
  /** How often each suit was trump, whoever made it so. */
  trumps: Array<TrumpFrequency>;
  /** Which game is played. */
  variant: Scalars['String']['output'];
};

/** What can be followed. */
export type Subscription = {
  __typename: 'Subscription';
  /** What happens in a game, as you may read it: first what came after a version, without gap or repetition, then each event as it comes; ends with the game. Who is cut off before that goes on after the last version it has. */
  gameEvents: GameEvent;
  /** That a leaderboard has changed, once queries show it; what happens within a moment is told together. The first message comes at once, so that who comes back reads the leaderboard anew. */
  leaderboardChanged: LeaderboardChange;
  /** The games that can be joined, private ones only for those who are in them: first the newest of them, and where the list of games has the others, then what changes. Nobody has to go on from anywhere: who comes back is told anew. */
  lobby: LobbyChange;
};


/** What can be followed. */
export type SubscriptiongameEventsArgs = {
  after?: Scalars['Version']['input'];
  game: Scalars['ID']['input'];
};


/** What can be followed. */
export type SubscriptionleaderboardChangedArgs = {
  board?: Board;
  variant: Scalars['String']['input'];
  window?: Window;
};


/** What can be followed. */
export type SubscriptionlobbyArgs = {
  variant?: InputMaybe<Scalars['String']['input']>;
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

/** What lies in the middle of the table, and what the round is about. */
export type Table = {
  __typename: 'Table';
  /** The highest bid of the round; null where there is no `bidder`. */
  bid: Maybe<Scalars['Int']['output']>;
  /** The seat that holds the highest bid; null before the first, and in games without one. */
  bidder: Maybe<Scalars['Int']['output']>;
  /** Whether a trump was led, so that trumps must be played. */
  bleeding: Scalars['Boolean']['output'];
  /** Whether players see all hands but their own until the bids are known. */
  blind: Scalars['Boolean']['output'];
  /** Whether play goes to the left; null where it never turns. */
  clockwise: Maybe<Scalars['Boolean']['output']>;
  /** The dealer's seat. */
  dealer: Scalars['Int']['output'];
  /** The cards of the trick before. */
  lastTrick: Array<PlayedCard>;
  /** The seat that played the cards to beat; null when the table is clear. */
  ledBy: Maybe<Scalars['Int']['output']>;
  /** How many have passed in a row since the last play; null in games in which they do not count. */
  passes: Maybe<Scalars['Int']['output']>;
  /** How many cards lie on the discard pile; null where there is none. */
  pile: Maybe<Scalars['Int']['output']>;
  /** The number of the round, from 0. */
  round: Scalars['Int']['output'];
  /** How many cards are left undealt. */
  stock: Scalars['Int']['output'];
  /** The equal cards on the table that a play has to beat; none when the table is clear. */
  toBeat: Array<Scalars['Card']['output']>;
  /** The seats that are to move; empty when the game is over. */
  toMove: Array<Scalars['Int']['output']>;
  /** The cards of the trick being played. */
  trick: Array<PlayedCard>;
  /** The trump suit of the round; null before there is one, and where there is none. */
  trump: Maybe<Suit>;
  /** The card that was turned up for trump; null where none was. */
  turnUp: Maybe<Scalars['Card']['output']>;
  /** The seat whose card is winning the trick; null when none lies there. */
  winning: Maybe<Scalars['Int']['output']>;
};

/** Enough players passed in a row, and the cards on the table were put aside. */
export type TableCleared = {
  __typename: 'TableCleared';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The seat that leads next. */
  leader: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** Too many commands are waiting; this one was not carried out. */
export type TooBusy = {
  __typename: 'TooBusy';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** Seconds after which to try again. */
  retryAfter: Scalars['Float']['output'];
};

/** More cards are needed to beat those on the table. */
export type TooFewCards = {
  __typename: 'TooFewCards';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** The number of cards in the refused play. */
  count: Scalars['Int']['output'];
  /** The smallest number of cards that can be played. */
  least: Scalars['Int']['output'];
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
};

/** The game has the maximum number of open invitations. */
export type TooManyInvitations = {
  __typename: 'TooManyInvitations';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The maximum number of open invitations. */
  most: Scalars['Int']['output'];
};

/** You, or all players at your address, have as many games with machine players as the server allows. */
export type TooManyMachineGames = {
  __typename: 'TooManyMachineGames';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The maximum number of unfinished games with machine players. */
  most: Scalars['Int']['output'];
};

/** You, or all players at your address, have as many open tables as the server allows. */
export type TooManyOpenTables = {
  __typename: 'TooManyOpenTables';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The maximum number of open tables. */
  most: Scalars['Int']['output'];
};

/** A seat won a complete trick. */
export type TrickWon = {
  __typename: 'TrickWon';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The card that won the trick. */
  card: Scalars['Card']['output'];
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The trick's number in its round, from 0. */
  trick: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** How often a suit was trump. */
export type TrumpFrequency = {
  __typename: 'TrumpFrequency';
  /** The first day of the stretch of time, in UTC; null where all is in one. */
  begins: Maybe<Scalars['Date']['output']>;
  /** In how many of them the highest bid was made good; 0 in a variant that does not play for one. */
  made: Scalars['Int']['output'];
  /** How many rounds were scored with it. */
  rounds: Scalars['Int']['output'];
  /** The part of all rounds that had a trump suit, from 0 to 1; null for none. */
  share: Maybe<Scalars['Float']['output']>;
  /** The trump suit. */
  suit: Suit;
};

/** Any of these suits may be named trump. */
export type TrumpOffer = {
  __typename: 'TrumpOffer';
  /** The moves one by one; each would be accepted. */
  moves: Array<Move>;
  /** The mutation that takes the moves. */
  mutation: Scalars['String']['output'];
  /** The suits. */
  suits: Array<Suit>;
};

/** A seat named the trump suit of the round. */
export type TrumpSelected = {
  __typename: 'TrumpSelected';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The trump suit. */
  suit: Suit;
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A card was turned up after the deal; its suit is trump. */
export type TrumpTurned = {
  __typename: 'TrumpTurned';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The card. */
  card: Scalars['Card']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** A seat passed. */
export type TurnPassed = {
  __typename: 'TurnPassed';
  /** When it was recorded. */
  at: Scalars['DateTime']['output'];
  /** True if the pass was queued before the turn and made automatically. */
  automatic: Scalars['Boolean']['output'];
  /** The player whose command led to it, also where it only followed from that command; null where nobody's did. */
  by: Maybe<Scalars['ID']['output']>;
  /** The seat, from 0 clockwise. */
  seat: Scalars['Int']['output'];
  /** The event's place in its game, from 1 without gaps. */
  version: Scalars['Version']['output'];
};

/** There is no such game, or it is private and you are not in it. */
export type UnknownGame = {
  __typename: 'UnknownGame';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** The id that was given. */
  given: Scalars['ID']['output'];
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
};

/** The variant has no such option. */
export type UnknownOption = {
  __typename: 'UnknownOption';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** The options that exist. */
  known: Array<Scalars['String']['output']>;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The option's name. */
  option: Scalars['String']['output'];
};

/** There is no such player. */
export type UnknownPlayer = {
  __typename: 'UnknownPlayer';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The player's id. */
  player: Scalars['ID']['output'];
};

/** The game is played under rules that this server does not know; a newer server created it. */
export type UnknownRules = {
  __typename: 'UnknownRules';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** The versions that the server knows. */
  knownVersions: Array<Scalars['Int']['output']>;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The version of the rules that the game is played under. */
  rulesVersion: Scalars['Int']['output'];
  /** The variant of the game. */
  variant: Scalars['String']['output'];
};

/** There is no such variant. */
export type UnknownVariant = {
  __typename: 'UnknownVariant';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** The variants that exist. */
  known: Array<Scalars['String']['output']>;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The variant that was requested. */
  variant: Scalars['String']['output'];
};

/** Withdraw your queued pass. */
export type UnqueuePass = {
  __typename: 'UnqueuePass';
  /** The mutation that takes the move. */
  mutation: Scalars['String']['output'];
};

/** Withdraw your queued pass. */
export type UnqueuePassInput = {
  /** An id of your choice for this command, unique among yours in the game. A repeat with the same id gives the first outcome again, so a command can safely be sent once more when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** Refuse the command with a VersionConflict unless the game stands at this version. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
};

/** A play of as many cards as lie on the table must be at least as high as those. */
export type ValueTooLow = {
  __typename: 'ValueTooLow';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** The value of the cards on the table. */
  lowest: Rank;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The value of the cards in the refused play. */
  played: Rank;
};

/** A game that can be played here. */
export type Variant = {
  __typename: 'Variant';
  /** How many players it takes at least. */
  leastSeats: Scalars['Int']['output'];
  /** Whether machines can play it. */
  machinePlayer: Scalars['Boolean']['output'];
  /** How many players it takes at most. */
  mostSeats: Scalars['Int']['output'];
  /** The variant's name, by which games of it are created. */
  name: Scalars['String']['output'];
  /** The options of the variant. */
  options: Array<VariantOption>;
  /** The version of the rules that new games are played under. */
  rulesVersion: Scalars['Int']['output'];
  /** The variant's name for people. */
  title: Scalars['String']['output'];
};

/** An option that a variant has. */
export type VariantOption = {
  __typename: 'VariantOption';
  /** The value that it has unless another is chosen. */
  default: Scalars['String']['output'];
  /** What the option decides. */
  description: Scalars['String']['output'];
  /** The option's name. */
  name: Scalars['String']['output'];
  /** The values that it can take; empty when they are without number. */
  values: Array<Scalars['String']['output']>;
};

/** The game is not at the expected version; the command was not carried out. */
export type VersionConflict = {
  __typename: 'VersionConflict';
  /** The version at which the game stands. */
  actual: Scalars['Version']['output'];
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** The version that the command expects. */
  expected: Scalars['Version']['output'];
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
};

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

/** Withdraw a player's invitation; any seated player may do this. */
export type WithdrawInvitationInput = {
  /** An id of your choice for this command, unique among yours in the game. A repeat with the same id gives the first outcome again, so a command can safely be sent once more when its answer was lost. */
  commandId?: InputMaybe<Scalars['ID']['input']>;
  /** Refuse the command with a VersionConflict unless the game stands at this version. */
  expectedVersion?: InputMaybe<Scalars['Version']['input']>;
  /** The game. */
  game: Scalars['ID']['input'];
  /** The player whose invitation to withdraw. */
  player: Scalars['ID']['input'];
};

/** The game cannot be played with this number of players. */
export type WrongNumberOfPlayers = {
  __typename: 'WrongNumberOfPlayers';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** The smallest number of players. */
  least: Scalars['Int']['output'];
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The largest number of players. */
  most: Scalars['Int']['output'];
  /** The number of seated players. */
  seated: Scalars['Int']['output'];
};

/** The move belongs to another phase of the round. */
export type WrongPhase = {
  __typename: 'WrongPhase';
  /** The stable name of the refusal, for programs. */
  code: RefusalCode;
  /** What was refused and why, for people. */
  message: Scalars['String']['output'];
  /** The name of the move. */
  move: Scalars['String']['output'];
  /** The phase that the round is in, as the game's `status`. */
  phase: GameStatus;
};
