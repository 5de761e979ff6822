// @ts-check
// A game as text: moves, offers, its stage and phase, and whose turn it is and why.

import { cardName, cardNames, joinList, rankName, suitName } from './card-names.js';
import { t, tOptional } from './messages.js';
import { capitalize, fieldTexts, humanize, seatName, seatText } from './phrases.js';

/** @typedef {import('./player-names.js').Names} Names */
/** @typedef {import('../schema').Game} Game */
/** @typedef {NonNullable<Game['table']>} TableView */

/** Names for texts that mention no player of a table. @type {Names} */
const ANONYMOUS = { seat: (seat) => t('text.seatWithin', { number: seat + 1 }), you: null, player: ({ name }) => name };

/** The values in the texts of moves. @type {Record<string, (move: any) => import('./messages.js').Values<string | number>>} */
const MOVE_VALUES = {
  PlayCard: ({ card }) => ({ card: cardName(card) }),
  PlayCards: ({ cards }) => ({ cards: cardNames(cards) }),
  PlaceBid: ({ amount }) => ({ amount }),
  SelectTrump: ({ suit }) => ({ suit: suitName(suit) }),
  DiscardCards: ({ cards }) => ({ count: cards.length, cards: cardNames(cards) }),
};

/**
 * The texts of offers without fields, by their mutation.
 * @type {Record<string, import('./messages.js').MessageKey>}
 */
const MUTATION_KEYS = {
  passTurn: 'text.move.PassTurn', queuePass: 'text.move.QueuePass', unqueuePass: 'text.move.UnqueuePass',
};

/** Return the values in the texts of a move. @param {import('../schema').Move} move with all fields */
export function moveValues(move) {
  const { __typename: kind = '' } = move;
  return Object.hasOwn(MOVE_VALUES, kind) ? MOVE_VALUES[kind](move) : {};
}

/** Return a move as the label of a button. @param {import('../schema').Move} move with all fields @returns {string} */
export function moveText(move) {
  const { __typename: kind = '' } = move;
  return tOptional(`text.move.${kind}`, moveValues(move)) ?? fallbackText(humanize(kind), move);
}

/** Return an offer as a label. @param {import('../schema').Offer} offer with all its fields @returns {string} */
export function offerText(offer) {
  const { __typename: kind = '', mutation } = offer;
  const rank = offer.__typename === 'GroupOffer' ? rankName(offer.value, Math.max(...offer.counts)) : '';
  const text = tOptional(`text.offer.${kind}`, { rank });
  if (text !== null) return text;
  return Object.hasOwn(MUTATION_KEYS, mutation) ? t(MUTATION_KEYS[mutation]) : fallbackText(humanize(mutation || kind), offer);
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
  if (stage === 'PLAYING' && table) return tOptional(`text.phase.${table.phase}`) ?? capitalize(humanize(table.phase));
  return tOptional(`text.stage.${stage}`) ?? capitalize(humanize(stage));
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
  if (stage === 'WAITING_FOR_PLAYERS') return t('text.turn.seatsTaken', { count: seats.length });
  if (stage === 'WON' && result) return wonText(result.ranking[0] ?? [], names);
  if (!table || !table.toMove.length) return `${phaseText(game)}.`;
  if (game.paused) return pausedText(game, names);
  return [...waitTexts(game, table, names), ...reasonTexts(table, names)].join(' ');
}

/** @param {readonly number[]} winners @param {Names} names */
const wonText = (winners, names) => t('text.turn.won', {
  isYou: winners.length === 1 && winners[0] === names.you, count: winners.length, names: seatList(winners, names),
});

/** @param {readonly number[]} seats @param {Names} names @param {'and' | 'or'} [last] */
const seatList = (seats, names, last) => joinList(seats.map((seat) => seatName(names, seat)), last);

/** Return whom a game waits for. @param {Game} game @param {TableView} table @param {Names} names */
function waitTexts(game, table, names) {
  const { you } = names;
  const others = seatList(table.toMove.filter((seat) => seat !== you), names);
  const action = expectedAction(game, table);
  if (you === null || !table.toMove.includes(you)) {
    const isBidMade = you !== null && game.seats[you]?.committed;
    return [...(isBidMade ? [t('text.turn.bidMade')] : []), t(`text.turn.waiting.${action}`, { names: others })];
  }
  const actions = joinList(offeredActions(game), 'or') || t(`text.action.${action}`);
  return [t('text.turn.yours', { actions }), ...(others ? [t('text.turn.alsoWaiting', { names: others })] : [])];
}

/** Return whom a paused game waits for. @param {Game} game @param {Names} names */
function pausedText({ seats, table }, names) {
  const missing = table?.toMove.filter((seat) => !seats[seat]?.automated) ?? [];
  if (missing.includes(names.you ?? -1)) return t('text.turn.pausedForYou');
  const others = seatList(missing, names, 'or') || t('text.player');
  const own = names.you === null ? null : seats[names.you];
  return t(own?.automated && !own.givenUp ? 'text.turn.pausedOrReclaim' : 'text.turn.paused', { names: others });
}

/** Return the action that a game in its phase waits for. @param {Game} game @param {TableView} table */
function expectedAction({ seats }, { phase, toMove, trick, toBeat }) {
  const isSecret = toMove.length > 1 || seats.some(({ committed }) => committed);
  if (phase === 'BIDDING') return isSecret ? 'bidInSecret' : 'bid';
  if (phase === 'TRUMP_SELECTION') return 'nameTrump';
  if (phase === 'DISCARD') return 'discard';
  if (phase === 'TRICKS') return trick.length ? 'playCard' : 'leadCard';
  if (phase === 'PLAY') return toBeat.length ? 'playOrPass' : 'lead';
  return 'move';
}

/** Return the kinds of offers, each once. @param {Game} game */
function offeredActions({ legalMoves }) {
  // Passing comes last in a list of actions.
  const passes = legalMoves.filter(({ __typename }) => __typename === 'PassOffer');
  const kinds = [...legalMoves.filter((offer) => !passes.includes(offer)), ...passes].map((offer) =>
    tOptional(`text.offeredAction.${offer.__typename}`) ?? uncapitalize(offerText(offer)));
  return [...new Set(kinds)];
}

/** @param {string} text */
const uncapitalize = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * Return the circumstances of a move: the lead, the highest bid, the cards to beat.
 * @param {TableView} table @param {Names} names
 */
function reasonTexts({ trick, winning, bleeding, toBeat, ledBy, bidder, bid, blind }, names) {
  /** @type {string[]} */
  const reasons = [];
  const [led] = trick;
  if (led) {
    reasons.push(seatText('text.turn.led', names, led.seat, { card: cardName(led.card) }));
    const best = trick.find(({ seat }) => seat === winning);
    if (best && trick.length > 1) {
      reasons.push(seatText('text.turn.winning', names, best.seat, { card: cardName(best.card) }));
    }
    if (bleeding) reasons.push(t('text.turn.trumpsMust'));
  }
  if (toBeat.length && typeof ledBy === 'number') {
    reasons.push(seatText('text.turn.toBeat', names, ledBy, { cards: cardNames(toBeat) }));
  }
  if (!led && typeof bidder === 'number' && typeof bid === 'number') {
    reasons.push(seatText('text.turn.highestBid', names, bidder, { bid }));
  }
  if (blind) reasons.push(t('text.turn.blind'));
  return reasons;
}
