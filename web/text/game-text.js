// @ts-check
// Everything about a game in words: what happened, what can be done, and whose turn it is and why.

import { cardName, cardsName, listed, rankName, suitName } from '../table/card.js';
import { capital, does, fieldsWords, numbered, plain, whom } from './phrases.js';

export { told } from './event-text.js';

/** @typedef {import('./phrases.js').Names} Names */
/** @typedef {import('../schema').Game} Game */

/** For what names nobody who sits at the table. @type {Names} */
const NOBODY = { seat: (seat) => `seat ${seat}`, you: null, player: (id) => id };

/** @type {Record<string, (move: any) => string>} */
const MOVES = {
  PlayCard: ({ card }) => `Play the ${cardName(card)}`,
  PlayCards: ({ cards }) => `Play the ${cardsName(cards)}`,
  PlaceBid: ({ amount }) => `Bid ${amount}`,
  SelectTrump: ({ suit }) => `Name ${suitName(suit)} trump`,
  DiscardCards: ({ cards }) => (cards.length ? `Discard the ${cardsName(cards)}` : 'Discard nothing'),
  PassTurn: () => 'Pass',
  QueuePass: () => 'Pass when my turn comes',
  UnqueuePass: () => 'Take the announced pass back',
};

/** @type {Record<string, (offer: any) => string>} */
const OFFERS = {
  PlayOffer: () => 'Play a card',
  BidOffer: () => 'Bid',
  TrumpOffer: () => 'Name the trump suit',
  DiscardOffer: () => 'Discard cards',
  GroupOffer: ({ value, counts }) => `Play ${rankName(value, Math.max(...counts))}`,
};

/** What an offer is of that has no fields, by its mutation. @type {Record<string, string>} */
const MUTATIONS = { passTurn: 'Pass', queuePass: MOVES.QueuePass({}), unqueuePass: MOVES.UnqueuePass({}) };

/** @type {Record<string, string>} */
const STATUSES = {
  WAITING_FOR_PLAYERS: 'Waiting for players',
  DEALING: 'The cards are being dealt',
  BIDDING: 'Bidding',
  TRUMP_SELECTION: 'Naming the trump suit',
  DISCARD: 'Discarding',
  TRICKS: 'Playing tricks',
  PLAY: 'Playing',
  COMPLETED: 'The round is over',
  COMPLETED_NO_BIDDERS: 'The round is over without a bid',
  WON: 'The game is over',
  CLOSED: 'The table is closed',
};

/** Return what making a move does. @param {import('../schema').Move} move with all its fields @returns {string} */
export function moveWords(move) {
  const { __typename: kind = '' } = move;
  return Object.hasOwn(MOVES, kind) ? MOVES[kind](move) : otherwise(plain(kind), move);
}

/** Return what an offer is about. @param {import('../schema').Offer} offer with all its fields @returns {string} */
export function offerWords(offer) {
  const { __typename: kind = '', mutation } = offer;
  if (Object.hasOwn(OFFERS, kind)) return OFFERS[kind](offer);
  return MUTATIONS[mutation] ?? otherwise(plain(mutation || kind), offer);
}

/** @param {string} what @param {object} fields */
function otherwise(what, fields) {
  const more = fieldsWords(fields, NOBODY, ['mutation', 'moves']);
  return capital(what) + (more.length ? ` (${more.join(', ')})` : '');
}

/** Return how far a game is. @param {string} status */
export const statusWords = (status) => (Object.hasOwn(STATUSES, status) ? STATUSES[status] : capital(plain(status)));

/** Return what a variant is called. @param {string} variant such as `hundred-and-ten` */
export const variantWords = (variant) =>
  variant.split('-').map((word) => (['and', 'of', 'the'].includes(word) ? word : capital(word))).join(' ');

/**
 * Return whose turn it is and why, from the view alone.
 * @param {Game} game @param {Names} names
 */
export function turnWords(game, names) {
  const { status, seats, table, result } = game;
  if (status === 'WAITING_FOR_PLAYERS') {
    return `Waiting for players: ${numbered(seats.length, 'seat is', 'seats are')} taken.`;
  }
  if (status === 'WON' && result) return `The game is over: ${winnersWords(game, names)}.`;
  if (!table || !table.toMove.length) return `${statusWords(status)}.`;
  const you = names.you;
  const others = table.toMove.filter((seat) => seat !== you).map((seat) => whom(names, seat));
  const what = doing(game);
  if (you === null || !table.toMove.includes(you)) {
    const bid = you !== null && seats[you]?.committed ? 'Your bid is made. ' : '';
    return `${bid}Waiting for ${listed(others)} to ${what}${why(game, names)}.`;
  }
  const too = others.length ? `, and so ${others.length > 1 ? 'are' : 'is'} ${listed(others)}` : '';
  const yours = listed(choices(game), 'or') || what;
  return too ? `You are to ${yours}${too}${why(game, names)}.` : `It is your turn: ${yours}${why(game, names)}.`;
}

/** Who won. @param {Game} game @param {Names} names */
function winnersWords({ result }, names) {
  const first = result?.ranking[0] ?? [];
  const only = first.length === 1;
  if (only) return does(names, first[0], 'win').replace(/^You/, 'you');
  return `${listed(first.map((seat) => whom(names, seat)))} win`;
}

/** What a status waits for. @param {Game} game */
function doing({ status, table, seats }) {
  const secret = (table?.toMove.length ?? 0) > 1 || seats.some(({ committed }) => committed);
  if (status === 'BIDDING') return secret ? 'bid in secret' : 'bid';
  if (status === 'TRUMP_SELECTION') return 'name the trump suit';
  if (status === 'DISCARD') return 'discard';
  if (status === 'TRICKS') return table?.trick.length ? 'play a card' : 'lead a card';
  if (status === 'PLAY') return table?.toBeat.length ? 'play or pass' : 'lead';
  return 'move';
}

/** What the offers of a game are, each kind once. @param {Game} game */
function choices({ legalMoves }) {
  // A pass is what one says last.
  const passes = legalMoves.filter(({ __typename }) => __typename === 'PassOffer');
  const kinds = [...legalMoves.filter((offer) => !passes.includes(offer)), ...passes].map((offer) =>
    offer.__typename === 'GroupOffer' ? 'play cards' : uncapital(offerWords(offer)));
  return [...new Set(kinds)];
}

/** @param {string} text */
const uncapital = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/** What lies there that the move answers to. @param {Game} game @param {Names} names */
function why({ table }, names) {
  if (!table) return '';
  /** @type {string[]} */
  const reasons = [];
  const [led] = table.trick;
  if (led) {
    reasons.push(`${does(names, led.seat, 'led', 'led').replace(/^You/, 'you')} the ${cardName(led.card)}`);
    if (typeof table.winning === 'number' && table.trick.length > 1) {
      const best = table.trick.find(({ seat }) => seat === table.winning);
      const holds = table.winning === names.you ? 'you are' : `${names.seat(table.winning)} is`;
      if (best) reasons.push(`${holds} winning with the ${cardName(best.card)}`);
    }
    if (table.bleeding) reasons.push('trumps must be played');
  }
  if (table.toBeat.length && typeof table.ledBy === 'number') {
    reasons.push(`${whom(names, table.ledBy)} played the ${cardsName(table.toBeat)}`);
  }
  if (!led && typeof table.bidder === 'number' && typeof table.bid === 'number') {
    const holds = table.bidder === names.you ? 'you hold' : `${names.seat(table.bidder)} holds`;
    reasons.push(`${holds} the highest bid, ${table.bid}`);
  }
  if (table.blind) reasons.push('everyone sees all hands but their own');
  return reasons.length ? `; ${reasons.join('; ')}` : '';
}
