// @ts-check
// What happened, in words: one sentence for each event of the schema, and one for any event that is new to the page.

import { cardName, cardsName, counted, isHidden, listed, suitName, suitOf } from '../table/card.js';
import {
  capital, does, fieldsWords, numbered, ordinal, plain, player, playerDoes, signed, whom,
} from './phrases.js';

/** @typedef {import('./phrases.js').Names} Names */
/** @typedef {(event: any, names: Names) => string | null} Telling */

/** @param {number} count */
const cards = (count) => `${counted(count)} ${count === 1 ? 'card' : 'cards'}`;

/** @param {number} round from 0 */
const round = (round) => `round ${round + 1}`;

/** @param {readonly string[]} given */
const seen = (given) => given.some((card) => !isHidden(card));

/** Cards that somebody has, or how many. @param {readonly string[]} given */
const those = (given) => (seen(given) ? `the ${cardsName(given)}` : cards(given.length));

/** @param {Names} names @param {number} seat */
const are = (names, seat) => (seat === names.you ? 'are' : 'is');

/** @type {Record<string, Telling>} */
const LOBBY = {
  GameCreated: ({ organizer }, names) => `${playerDoes(names, organizer, 'set up', 'sets up')} the table.`,
  PlayerInvited: ({ player: id, inviter }, names) => `${playerDoes(names, inviter, 'invite')} ${player(names, id)}.`,
  InvitationDeclined: ({ player: id }, names) => `${playerDoes(names, id, 'decline')} the invitation.`,
  InvitationWithdrawn: ({ player: id }, names) => `The invitation of ${player(names, id)} is withdrawn.`,
  PlayerJoined: ({ player: id, machine }, names) =>
    `${playerDoes(names, id, 'take')} a seat${machine ? ': a machine player' : ''}.`,
  PlayerLeft: ({ player: id, removed, nextOrganizer }, names) => {
    const left = removed ? `${playerDoes(names, id, 'are', 'is')} removed from` : playerDoes(names, id, 'leave');
    const next = nextOrganizer === null ? '' : ` ${playerDoes(names, nextOrganizer, 'are', 'is')} the organizer now.`;
    return `${left} the table.${next}`;
  },
  GameStarted: ({ players }) => `The game begins with ${numbered(players.length, 'player')}.`,
  GameClosed: ({ closeReason }) => closeWords(closeReason),
  // Of machine players that was told when they sat down.
  SeatAutomated: ({ seat }, names) =>
    names.machine?.(seat) ? null : `The machine plays for ${whom(names, seat)} from now on.`,
};

/** @type {Record<string, Telling>} */
const DEAL = {
  DeckShuffled: () => 'The cards are shuffled, and their order is sealed.',
  DeckRevealed: ({ shuffle }) => `The seal of shuffle ${shuffle + 1} is opened: its order can be checked now.`,
  DeckRanOut: () => 'The deck does not last for the deal: cards that were played are shuffled in.',
  RoundDealt: ({ round: number, dealer, hands }, names) => {
    const [least, most] = [Math.min(...hands), Math.max(...hands)];
    const many = least === most ? `${cards(least)} each` : `${counted(least)} or ${cards(most)} each`;
    return `${capital(round(number))}: ${whom(names, dealer)} ${dealer === names.you ? 'deal' : 'deals'} ${many}.`;
  },
  // That the others have hands, and how large, the deal has told.
  HandDealt: ({ seat, cards: hand }, names) =>
    seen(hand) ? `${does(names, seat, 'are', 'is')} dealt ${those(hand)}.` : null,
  BlindHandDealt: ({ seat, cards: hand }, names) =>
    seat === names.you
      ? `You are dealt ${cards(hand.length)} that the others see, and you do not.`
      : `${names.seat(seat)} is dealt ${those(hand)}, without seeing ${hand.length === 1 ? 'it' : 'them'}.`,
  HandShown: ({ seat, cards: hand }, names) => {
    const which = seen(hand) ? `: ${those(hand)}` : '';
    return `${does(names, seat, 'take')} up ${seat === names.you ? 'your' : 'the'} hand${which}.`;
  },
  TrumpTurned: ({ card }) => `The ${cardName(card)} is turned up${suitOf(card) ? `: ${suitOf(card)} are trump` : ''}.`,
  TrumpSelected: ({ seat, suit }, names) => `${does(names, seat, 'name')} ${suitName(suit)} trump.`,
  CardsDiscarded: ({ seat, cards: gone }, names) => {
    if (!gone.length) return `${does(names, seat, 'keep')} all cards.`;
    return `${does(names, seat, 'discard')} ${those(gone)}.`;
  },
  CardsDrawn: ({ seat, cards: drawn }, names) =>
    drawn.length ? `${does(names, seat, 'draw')} ${those(drawn)}.` : null,
};

/** @type {Record<string, Telling>} */
const PLAY = {
  BidPlaced: ({ seat, amount }, names) => `${does(names, seat, 'bid')} ${amount}.`,
  BidCommitted: ({ seat, committedAmount: amount }, names) =>
    amount === null ? `${does(names, seat, 'bid')} in secret.` : `${does(names, seat, 'bid')} ${amount}, in secret.`,
  BidsRevealed: ({ bids, forced }, names) =>
    `${forced ? 'The rules say what is bid' : 'The bids are revealed'}: ` +
    `${listed(bids.map((/** @type {number} */ bid, /** @type {number} */ seat) => `${whom(names, seat)} ${bid}`))}.`,
  BidWon: ({ seat, amount }, names) => `${does(names, seat, 'hold')} the highest bid: ${amount}.`,
  TurnPassed: ({ seat, automatic }, names) =>
    `${does(names, seat, 'pass', 'passes')}${automatic ? ', as announced' : ''}.`,
  PassQueued: ({ seat }, names) => `${does(names, seat, 'announce')} a pass.`,
  PassUnqueued: ({ seat }, names) => `${does(names, seat, 'take')} the announced pass back.`,
  CardPlayed: ({ seat, card }, names) => `${does(names, seat, 'play')} the ${cardName(card)}.`,
  CardsPlayed: ({ seat, cards: played, again, automatic }, names) => {
    const begins = automatic ? `${does(names, seat, 'open')} with` : does(names, seat, 'play');
    return `${begins} the ${cardsName(played)}${again ? `, and ${are(names, seat)} to play again` : ''}.`;
  },
  DirectionReversed: ({ clockwise }) =>
    `The direction turns: play goes ${clockwise ? 'clockwise' : 'counterclockwise'} now.`,
  SeatSkipped: ({ seat }, names) => `${does(names, seat, 'are', 'is')} skipped.`,
  SeatWentOut: ({ seat, rank }, names) =>
    `${does(names, seat, 'have', 'has')} no cards left and ${are(names, seat)} out in ${ordinal(rank)} place.`,
  TableCleared: ({ leader }, names) =>
    `Everyone has passed: the table is cleared, and ${whom(names, leader)} ${leader === names.you ? 'lead' : 'leads'}.`,
  TrickWon: ({ seat, card, trick }, names) =>
    `${does(names, seat, 'win')} trick ${trick + 1} with the ${cardName(card)}.`,
};

/** @type {Record<string, Telling>} */
const SCORES = {
  RoundScored: ({ round: number, awards, bidsMade, scores }, names) => {
    const told = scores.map((/** @type {number} */ score, /** @type {number} */ seat) => {
      let points = 0;
      for (const award of awards) if (award.seat === seat) points += award.points;
      const bid = { MADE: ', bid made', FAILED: ', bid failed' }[/** @type {string} */ (bidsMade[seat])] ?? '';
      return `${whom(names, seat)} ${signed(points)} (${signed(score)} in all${bid})`;
    });
    return `${capital(round(number))} is scored: ${listed(told)}.`;
  },
  RoundPassedOut: ({ round: number }) => `Everyone has passed: ${round(number)} ends without score.`,
  GameWon: ({ winners, ranking, reason }, names) => {
    const first = people(winners, names);
    const many = winners.length > 1 || winners[0] === names.you;
    const after = ranking.slice(1).map((/** @type {number[]} */ seats) => people(seats, names));
    const places = after.length ? ` In the next ${after.length > 1 ? 'places' : 'place'}: ${after.join(', then ')}.` : '';
    return `${capital(first)} ${many ? 'win' : 'wins'} the game: ${reasonWords(reason)}.${places}`;
  },
};

/** @param {readonly number[]} seats @param {Names} names */
const people = (seats, names) => listed(seats.map((seat) => whom(names, seat)));

/** Why a table was closed. @type {Record<string, string>} */
const CLOSED = {
  EVERYONE_LEFT: 'Everyone has left, and the table is closed.',
  CLOSED_BY_OPERATOR: 'An operator of this server has closed the table. The game has no result.',
  PLAYER_ERASED: 'A player has deleted its account, and the table is closed. The game has no result.',
};

/** Return why a table was closed, in a sentence or two. @param {string} reason */
export const closeWords = (reason) => CLOSED[reason] ?? `The table is closed: ${plain(reason)}.`;

/** Why a game ended. @type {Record<string, string>} */
const REASONS = {
  ONE_LEFT: 'one player is left with cards',
  ROUNDS_PLAYED: 'all rounds are played',
  TARGET_REACHED: 'the score that the game is played to is reached',
};

/** Return why a game ended, in words. @param {string} reason */
export const reasonWords = (reason) => REASONS[reason] ?? plain(reason);

/** @type {Record<string, Telling>} */
const TELLINGS = { ...LOBBY, ...DEAL, ...PLAY, ...SCORES };

/**
 * Return what happened as a sentence; null for what needs no telling.
 * @param {import('../schema').GameEvent} event with all its fields @param {Names} names
 */
export function told(event, names) {
  const { __typename: kind = '' } = event;
  return (Object.hasOwn(TELLINGS, kind) ? TELLINGS[kind] : unknown)(event, names);
}

/** @type {Telling} */
function unknown(event, names) {
  const { seat } = event;
  const more = fieldsWords(event, names, ['seat', 'version', 'at', 'by', 'shuffle']);
  const what = plain(event.__typename) + (more.length ? ` (${more.join(', ')})` : '');
  return Number.isInteger(seat) ? `${capital(whom(names, seat))}: ${what}.` : `${capital(what)}.`;
}
