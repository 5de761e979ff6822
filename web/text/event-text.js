// @ts-check
// Events as sentences: a formatter for each event type, and a fallback for unknown types.

import { cardName, cardNames, isFaceDown, joinList, numberWord, suitName, suitOf } from './card-names.js';
import {
  capitalize, fieldTexts, humanize, ordinal, playerName, playerWithVerb, pluralize, seatName, seatWithVerb,
  signedNumber,
} from './phrases.js';

/** @typedef {import('./player-names.js').Names} Names */
/** @typedef {(event: any, names: Names) => string | null} EventFormatter */

/** @param {number} count */
const cardCount = (count) => `${numberWord(count)} ${count === 1 ? 'card' : 'cards'}`;

/** @param {number} round from 0 */
const roundText = (round) => `round ${round + 1}`;

/** @param {readonly string[]} hand */
const isVisible = (hand) => hand.some((card) => !isFaceDown(card));

/** Return the names of cards, or their number if all are face down. @param {readonly string[]} hand */
const cardsText = (hand) => (isVisible(hand) ? `the ${cardNames(hand)}` : cardCount(hand.length));

/** @param {Names} names @param {number} seat */
const isOrAre = (names, seat) => (seat === names.you ? 'are' : 'is');

/** Return the owner of something, to begin a sentence. @param {Names} names @param {number} seat */
const ownerText = (names, seat) => (seat === names.you ? 'Your' : `${names.seat(seat)}’s`);

/** Texts of what happens to the seats of players who do not come to a rematch. @type {Record<string, string>} */
const MISSING_TEXTS = {
  MACHINES: 'machine players take their seats',
  FEWER: 'the game starts without them',
  OPEN: 'their seats are open to others',
};

/** @type {Record<string, EventFormatter>} */
const LOBBY_EVENTS = {
  GameCreated: ({ organizer }, names) => `${playerWithVerb(names, organizer, 'set up', 'sets up')} the table.`,
  PlayerInvited: ({ player, inviter }, names) =>
    `${playerWithVerb(names, inviter, 'invite')} ${playerName(names, player)}.`,
  InvitationDeclined: ({ player }, names) => `${playerWithVerb(names, player, 'decline')} the invitation.`,
  InvitationWithdrawn: ({ player }, names) => `The invitation of ${playerName(names, player)} is withdrawn.`,
  MissingPlayersChosen: ({ choice, by }, names) =>
    `${by ? playerWithVerb(names, by, 'choose', 'chooses') : 'The organizer chooses'} for missing players: ${MISSING_TEXTS[choice] ?? humanize(choice)}.`,
  SeatsReleased: () => 'The seats that were kept are free for others.',
  PlayerJoined: ({ player, machine }, names) =>
    `${playerWithVerb(names, player, 'take')} a seat${machine ? ': a machine player' : ''}.`,
  PlayerLeft: ({ player, removed, nextOrganizer }, names) => {
    const start = removed
      ? `${playerWithVerb(names, player, 'are', 'is')} removed from`
      : playerWithVerb(names, player, 'leave');
    if (nextOrganizer === null) return `${start} the table.`;
    return `${start} the table. ${playerWithVerb(names, nextOrganizer, 'are', 'is')} the organizer now.`;
  },
  SeedCommitted: ({ player }, names) => `${playerWithVerb(names, player, 'announce')} a seed for the shuffles.`,
  SeatsClosed: () => 'The seats are closed. The game begins when the announced seeds are there.',
  SeedRevealed: ({ player }, names) => `${playerWithVerb(names, player, 'add')} a seed to the shuffles.`,
  GameStarted: ({ players }) => `The game begins with ${pluralize(players.length, 'player')}.`,
  GameClosed: ({ closeReason }) => closeReasonText(closeReason),
};

/** @type {Record<string, EventFormatter>} */
const DEPARTURE_EVENTS = {
  SeatAutomated: ({ seat, automationReason: reason }, names) => {
    // PlayerJoined already says that a player is a machine player.
    if (names.machine?.(seat)) return null;
    const name = seatName(names, seat);
    if (reason === 'RESIGNED') return `${seatWithVerb(names, seat, 'resign')}. The machine plays the seat to the end.`;
    const cause = {
      ABSENT: `${seatWithVerb(names, seat, 'are', 'is')} absent. `,
      CLOCK: `${ownerText(names, seat)} time was over too often. `,
    }[/** @type {string} */ (reason)] ?? '';
    return `${cause}The machine plays for ${name} from now on.`;
  },
  SeatReclaimed: ({ seat }, names) =>
    `${seatWithVerb(names, seat, 'take')} ${seat === names.you ? 'your' : 'the'} seat back from the machine.`,
  SeatMovedByClock: ({ seat }, names) => `The machine moved for ${seatName(names, seat)}: the time was over.`,
  // The clock at the seat says it.
  ClockStarted: () => null,
  ClockStopped: () => null,
  GamePaused: () => 'The game is paused until a player returns.',
  GameResumed: () => 'The game goes on.',
  AbandonVoted: ({ seat }, names) => `${seatWithVerb(names, seat, 'vote')} to abandon the game.`,
  AbandonVoteWithdrawn: ({ seat }, names) =>
    `${seatWithVerb(names, seat, 'withdraw')} the vote to abandon the game.`,
};

/** @type {Record<string, EventFormatter>} */
const DEAL_EVENTS = {
  DeckShuffled: () => 'The cards are shuffled, and their order is sealed.',
  DeckRevealed: ({ shuffle }) => `The seal of shuffle ${shuffle + 1} is opened: its order can be checked now.`,
  DeckRanOut: () => 'The deck does not last for the deal: cards that were played are shuffled in.',
  RoundDealt: ({ round: number, dealer, hands }, names) => {
    const [least, most] = [Math.min(...hands), Math.max(...hands)];
    const count = least === most ? cardCount(least) : `${numberWord(least)} or ${cardCount(most)}`;
    const verb = dealer === names.you ? 'deal' : 'deals';
    return `${capitalize(roundText(number))}: ${seatName(names, dealer)} ${verb} ${count} each.`;
  },
  // RoundDealt already gives the size of hidden hands.
  HandDealt: ({ seat, cards: hand }, names) =>
    isVisible(hand) ? `${seatWithVerb(names, seat, 'are', 'is')} dealt ${cardsText(hand)}.` : null,
  BlindHandDealt: ({ seat, cards: hand }, names) =>
    seat === names.you
      ? `You are dealt ${cardCount(hand.length)} that the others see, and you do not.`
      : `${names.seat(seat)} is dealt ${cardsText(hand)}, without seeing ${hand.length === 1 ? 'it' : 'them'}.`,
  HandShown: ({ seat, cards: hand }, names) => {
    const cards = isVisible(hand) ? `: ${cardsText(hand)}` : '';
    return `${seatWithVerb(names, seat, 'take')} up ${seat === names.you ? 'your' : 'the'} hand${cards}.`;
  },
  TrumpTurned: ({ card }) => `The ${cardName(card)} is turned up${suitOf(card) ? `: ${suitOf(card)} are trump` : ''}.`,
  TrumpSelected: ({ seat, suit }, names) => `${seatWithVerb(names, seat, 'name')} ${suitName(suit)} trump.`,
  CardsDiscarded: ({ seat, cards }, names) => {
    if (!cards.length) return `${seatWithVerb(names, seat, 'keep')} all cards.`;
    return `${seatWithVerb(names, seat, 'discard')} ${cardsText(cards)}.`;
  },
  CardsDrawn: ({ seat, cards }, names) =>
    cards.length ? `${seatWithVerb(names, seat, 'draw')} ${cardsText(cards)}.` : null,
};

/** @type {Record<string, EventFormatter>} */
const PLAY_EVENTS = {
  BidPlaced: ({ seat, amount }, names) => `${seatWithVerb(names, seat, 'bid')} ${amount}.`,
  BidCommitted: ({ seat, committedAmount: amount }, names) =>
    `${seatWithVerb(names, seat, 'bid')}${amount === null ? '' : ` ${amount},`} in secret.`,
  BidsRevealed: ({ bids, forced }, names) => {
    /** @param {number} bid @param {number} seat */
    const bidText = (bid, seat) => `${seatName(names, seat)} ${bid}`;
    const texts = bids.map(bidText);
    return `${forced ? 'The rules say what is bid' : 'The bids are revealed'}: ${joinList(texts)}.`;
  },
  BidWon: ({ seat, amount }, names) => `${seatWithVerb(names, seat, 'hold')} the highest bid: ${amount}.`,
  TurnPassed: ({ seat, automatic }, names) =>
    `${seatWithVerb(names, seat, 'pass', 'passes')}${automatic ? ', as announced' : ''}.`,
  PassQueued: ({ seat }, names) => `${seatWithVerb(names, seat, 'announce')} a pass.`,
  PassUnqueued: ({ seat }, names) => `${seatWithVerb(names, seat, 'take')} the announced pass back.`,
  CardPlayed: ({ seat, card }, names) => `${seatWithVerb(names, seat, 'play')} the ${cardName(card)}.`,
  CardsPlayed: ({ seat, cards, again, automatic }, names) => {
    const start = automatic ? `${seatWithVerb(names, seat, 'open')} with` : seatWithVerb(names, seat, 'play');
    return `${start} the ${cardNames(cards)}${again ? `, and ${isOrAre(names, seat)} to play again` : ''}.`;
  },
  DirectionReversed: ({ clockwise }) =>
    `The direction turns: play goes ${clockwise ? 'clockwise' : 'counterclockwise'} now.`,
  SeatSkipped: ({ seat }, names) => `${seatWithVerb(names, seat, 'are', 'is')} skipped.`,
  SeatWentOut: ({ seat, place }, names) =>
    `${seatWithVerb(names, seat, 'have', 'has')} no cards left and ` +
    `${isOrAre(names, seat)} out in ${ordinal(place)} place.`,
  TableCleared: ({ leader }, names) =>
    'Everyone has passed: the table is cleared, and ' +
    `${seatName(names, leader)} ${leader === names.you ? 'lead' : 'leads'}.`,
  TrickWon: ({ seat, card, trick }, names) =>
    `${seatWithVerb(names, seat, 'win')} trick ${trick + 1} with the ${cardName(card)}.`,
};

/** @type {Record<string, EventFormatter>} */
const SCORE_EVENTS = {
  RoundScored: ({ round: number, awards, bidsMade, scores }, names) => {
    const texts = scores.map((/** @type {number} */ score, /** @type {number} */ seat) => {
      let points = 0;
      for (const award of awards) if (award.seat === seat) points += award.points;
      const bid = { MADE: ', bid made', FAILED: ', bid failed' }[/** @type {string} */ (bidsMade[seat])] ?? '';
      return `${seatName(names, seat)} ${signedNumber(points)} (${signedNumber(score)} in all${bid})`;
    });
    return `${capitalize(roundText(number))} is scored: ${joinList(texts)}.`;
  },
  RoundPassedOut: ({ round: number }) => `Everyone has passed: ${roundText(number)} ends without score.`,
  GameWon: ({ winners, ranking, reason }, names) => {
    const verb = winners.length > 1 || winners[0] === names.you ? 'win' : 'wins';
    const text = `${capitalize(seatList(winners, names))} ${verb} the game: ${endReasonText(reason)}.`;
    const places = ranking.slice(1).map((/** @type {number[]} */ seats) => seatList(seats, names));
    if (!places.length) return text;
    return `${text} In the next ${places.length > 1 ? 'places' : 'place'}: ${places.join(', then ')}.`;
  },
};

/** @param {readonly number[]} seats @param {Names} names */
const seatList = (seats, names) => joinList(seats.map((seat) => seatName(names, seat)));

/** Sentences for `GameClosed`, by its reason. @type {Record<string, string>} */
const CLOSE_REASONS = {
  EVERYONE_LEFT: 'Everyone has left, and the table is closed.',
  LOBBY_EXPIRED: 'Nobody was there for a long time, and the table is closed.',
  NOBODY_RETURNED: 'Nobody came back to the game for 14 days, and the table is closed. The game has no result.',
  ABANDONED: 'All people at the table agreed to abandon the game. It has no result.',
  CLOSED_BY_OPERATOR: 'An operator of this server has closed the table. The game has no result.',
  PLAYER_ERASED: 'A player has deleted its account, and the table is closed. The game has no result.',
};

/** Return why a table was closed, in one or two sentences. @param {string} reason */
export const closeReasonText = (reason) => CLOSE_REASONS[reason] ?? `The table is closed: ${humanize(reason)}.`;

/** Clauses for `GameWon`, by its reason. @type {Record<string, string>} */
const END_REASONS = {
  ONE_LEFT: 'one player is left with cards',
  ROUNDS_PLAYED: 'all rounds are played',
  TARGET_REACHED: 'the score that the game is played to is reached',
};

/** Return why a game ended, as a clause. @param {string} reason */
export const endReasonText = (reason) => END_REASONS[reason] ?? humanize(reason);

/** @type {Record<string, EventFormatter>} */
const FORMATTERS = { ...LOBBY_EVENTS, ...DEPARTURE_EVENTS, ...DEAL_EVENTS, ...PLAY_EVENTS, ...SCORE_EVENTS };

/**
 * Return an event as a sentence; null if other events already say it.
 * @param {import('../schema').GameEvent} event with all its fields @param {Names} names
 */
export function eventText(event, names) {
  const { __typename: kind = '' } = event;
  return (Object.hasOwn(FORMATTERS, kind) ? FORMATTERS[kind] : unknownEventText)(event, names);
}

/** @type {EventFormatter} */
function unknownEventText(event, names) {
  const { seat } = event;
  const fields = fieldTexts(event, names, ['seat', 'version', 'at', 'by', 'shuffle']);
  const text = humanize(event.__typename) + (fields.length ? ` (${fields.join(', ')})` : '');
  return Number.isInteger(seat) ? `${capitalize(seatName(names, seat))}: ${text}.` : `${capitalize(text)}.`;
}
