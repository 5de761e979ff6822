// @ts-check
// A game as text: moves, offers, its stage and phase, and whose turn it is and why.

import { cardName, cardNames, joinList, rankName, suitName } from './card-names.js';
import { capitalize, fieldTexts, humanize, pluralize, seatName, seatWithVerb } from './phrases.js';
import { seatLabel } from './player-names.js';

/** @typedef {import('./player-names.js').Names} Names */
/** @typedef {import('../schema').Game} Game */

/** Names for texts that mention no player of a table. @type {Names} */
const ANONYMOUS = { seat: (seat) => seatLabel(seat).toLowerCase(), you: null, player: ({ name }) => name };

/** @type {Record<string, (move: any) => string>} */
const MOVE_TEXTS = {
  PlayCard: ({ card }) => `Play the ${cardName(card)}`,
  PlayCards: ({ cards }) => `Play the ${cardNames(cards)}`,
  PlaceBid: ({ amount }) => `Bid ${amount}`,
  SelectTrump: ({ suit }) => `Name ${suitName(suit)} trump`,
  DiscardCards: ({ cards }) => (cards.length ? `Discard the ${cardNames(cards)}` : 'Discard nothing'),
  PassTurn: () => 'Pass',
  QueuePass: () => 'Pass when my turn comes',
  UnqueuePass: () => 'Take the announced pass back',
  AutomateSeat: () => 'Hand over to the machine',
  ReclaimSeat: () => 'Take your seat back',
  Resign: () => 'Resign',
  VoteToAbandon: () => 'Vote to abandon the game',
  WithdrawVote: () => 'Withdraw your vote',
};

/** @type {Record<string, (offer: any) => string>} */
const OFFER_TEXTS = {
  PlayOffer: () => 'Play a card',
  BidOffer: () => 'Bid',
  TrumpOffer: () => 'Name the trump suit',
  DiscardOffer: () => 'Discard cards',
  GroupOffer: ({ value, counts }) => `Play ${rankName(value, Math.max(...counts))}`,
};

/** The texts of offers without fields, by their mutation. @type {Record<string, string>} */
const MUTATION_TEXTS = {
  passTurn: 'Pass', queuePass: MOVE_TEXTS.QueuePass({}), unqueuePass: MOVE_TEXTS.UnqueuePass({}),
};

/** @type {Record<string, string>} */
const STAGE_AND_PHASE_TEXTS = {
  WAITING_FOR_PLAYERS: 'Waiting for players',
  WAITING_FOR_SEEDS: 'Waiting for seeds',
  DEALING: 'The cards are being dealt',
  BIDDING: 'Bidding',
  TRUMP_SELECTION: 'Naming the trump suit',
  DISCARD: 'Discarding',
  TRICKS: 'Playing tricks',
  PLAY: 'Playing',
  ROUND_SCORED: 'The round is over',
  ROUND_PASSED_OUT: 'The round is over without a bid',
  WON: 'The game is over',
  CLOSED: 'The table is closed',
};

/** Return a move as the label of a button. @param {import('../schema').Move} move with all fields @returns {string} */
export function moveText(move) {
  const { __typename: kind = '' } = move;
  return Object.hasOwn(MOVE_TEXTS, kind) ? MOVE_TEXTS[kind](move) : fallbackText(humanize(kind), move);
}

/** Return an offer as a label. @param {import('../schema').Offer} offer with all its fields @returns {string} */
export function offerText(offer) {
  const { __typename: kind = '', mutation } = offer;
  if (Object.hasOwn(OFFER_TEXTS, kind)) return OFFER_TEXTS[kind](offer);
  return MUTATION_TEXTS[mutation] ?? fallbackText(humanize(mutation || kind), offer);
}

/** @param {string} name @param {object} fields */
function fallbackText(name, fields) {
  const texts = fieldTexts(fields, ANONYMOUS, ['mutation', 'moves']);
  return capitalize(name) + (texts.length ? ` (${texts.join(', ')})` : '');
}

/**
 * Return the phase of a game's round as a label, or the game's stage while it is not played.
 * @param {Pick<Game, 'stage' | 'table'>} game
 */
export function phaseText({ stage, table }) {
  const name = stage === 'PLAYING' && table ? table.phase : stage;
  return Object.hasOwn(STAGE_AND_PHASE_TEXTS, name) ? STAGE_AND_PHASE_TEXTS[name] : capitalize(humanize(name));
}

/** Return a variant's title, from its name. @param {string} variant such as `hundred-and-ten` */
export const variantText = (variant) =>
  variant.split('-').map((word) => (['and', 'of', 'the'].includes(word) ? word : capitalize(word))).join(' ');

/**
 * Return whose turn it is and why, derived from the view.
 * @param {Game} game @param {Names} names
 */
export function turnText(game, names) {
  const { stage, seats, table, result } = game;
  if (stage === 'WAITING_FOR_PLAYERS') {
    return `Waiting for players: ${pluralize(seats.length, 'seat is', 'seats are')} taken.`;
  }
  if (stage === 'WON' && result) return `The game is over: ${winnersText(game, names)}.`;
  if (!table || !table.toMove.length) return `${phaseText(game)}.`;
  if (game.paused) return pausedText(game, names);
  const you = names.you;
  const others = table.toMove.filter((seat) => seat !== you).map((seat) => seatName(names, seat));
  const action = expectedAction(game);
  const reason = reasonText(game, names);
  if (you === null || !table.toMove.includes(you)) {
    const bid = you !== null && seats[you]?.committed ? 'Your bid is made. ' : '';
    return `${bid}Waiting for ${joinList(others)} to ${action}${reason}.`;
  }
  const ownAction = joinList(offeredActions(game), 'or') || action;
  if (!others.length) return `It is your turn: ${ownAction}${reason}.`;
  return `You are to ${ownAction}, and so ${others.length > 1 ? 'are' : 'is'} ${joinList(others)}${reason}.`;
}

/** Return whom a paused game waits for. @param {Game} game @param {Names} names */
function pausedText({ seats, table }, names) {
  const missing = table?.toMove.filter((seat) => !seats[seat]?.automated) ?? [];
  if (missing.includes(names.you ?? -1)) return 'The game waits for you: make your move to go on.';
  const others = joinList(missing.map((seat) => seatName(names, seat)), 'or');
  const own = names.you === null ? null : seats[names.you];
  const alternative = own?.automated && !own.givenUp ? ', or for you to take your seat back' : '';
  return `The game waits for ${others || 'a player'} to return${alternative}.`;
}

/** @param {Game} game @param {Names} names */
function winnersText({ result }, names) {
  const winners = result?.ranking[0] ?? [];
  if (winners.length === 1) return seatWithVerb(names, winners[0], 'win').replace(/^You/, 'you');
  return `${joinList(winners.map((seat) => seatName(names, seat)))} win`;
}

/** Return the action that a game in its phase waits for. @param {Game} game */
function expectedAction({ table, seats }) {
  const phase = table?.phase;
  const isSecret = (table?.toMove.length ?? 0) > 1 || seats.some(({ committed }) => committed);
  if (phase === 'BIDDING') return isSecret ? 'bid in secret' : 'bid';
  if (phase === 'TRUMP_SELECTION') return 'name the trump suit';
  if (phase === 'DISCARD') return 'discard';
  if (phase === 'TRICKS') return table?.trick.length ? 'play a card' : 'lead a card';
  if (phase === 'PLAY') return table?.toBeat.length ? 'play or pass' : 'lead';
  return 'move';
}

/** Return the kinds of offers, each once. @param {Game} game */
function offeredActions({ legalMoves }) {
  // Passing comes last in a list of actions.
  const passes = legalMoves.filter(({ __typename }) => __typename === 'PassOffer');
  const kinds = [...legalMoves.filter((offer) => !passes.includes(offer)), ...passes].map((offer) =>
    offer.__typename === 'GroupOffer' ? 'play cards' : uncapitalize(offerText(offer)));
  return [...new Set(kinds)];
}

/** @param {string} text */
const uncapitalize = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * Return the circumstances of a move: the lead, the highest bid, the cards to beat.
 * @param {Game} game @param {Names} names
 */
function reasonText({ table }, names) {
  if (!table) return '';
  /** @type {string[]} */
  const reasons = [];
  const [led] = table.trick;
  if (led) {
    reasons.push(`${seatWithVerb(names, led.seat, 'led', 'led').replace(/^You/, 'you')} the ${cardName(led.card)}`);
    if (typeof table.winning === 'number' && table.trick.length > 1) {
      const best = table.trick.find(({ seat }) => seat === table.winning);
      const holds = table.winning === names.you ? 'you are' : `${names.seat(table.winning)} is`;
      if (best) reasons.push(`${holds} winning with the ${cardName(best.card)}`);
    }
    if (table.bleeding) reasons.push('trumps must be played');
  }
  if (table.toBeat.length && typeof table.ledBy === 'number') {
    reasons.push(`${seatName(names, table.ledBy)} played the ${cardNames(table.toBeat)}`);
  }
  if (!led && typeof table.bidder === 'number' && typeof table.bid === 'number') {
    const holds = table.bidder === names.you ? 'you hold' : `${names.seat(table.bidder)} holds`;
    reasons.push(`${holds} the highest bid, ${table.bid}`);
  }
  if (table.blind) reasons.push('everyone sees all hands but their own');
  return reasons.length ? `; ${reasons.join('; ')}` : '';
}
