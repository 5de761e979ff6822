// @ts-check
// Tells from the events between two moments what moves on the board.

import { stepDelay } from '../table/playback-steps.js';

/**
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {object} Moment what a board shows
 * @property {import('../schema').Game} game
 * @property {readonly GameEvent[]} events at least those up to the moment
 * @property {number | null} ownSeat
 * @typedef {object} Changes
 * @property {ReadonlyMap<string, number>} players the seats that played cards, by card
 * @property {number | null} trickWinner
 * @property {(card: string | null) => boolean} leaves whether a card of the middle leaves the table; null for a covered card
 * @property {string | null} turned the card that is turned up
 * @property {boolean} areBidsRevealed
 * @property {number | null} dealer
 * @property {ReadonlyMap<number, number>} dealt how many face-down cards the other seats have got
 */

/**
 * Return what changes between two moments; null if the board jumps to another moment.
 * @param {Moment | null} former @param {Moment} moment @param {boolean} isStart whether a first moment is the start of the game
 * @returns {Changes | null}
 */
export function changesBetween(former, moment, isStart) {
  if (!former) return isStart ? { ...NO_CHANGES, ...dealTo(null, moment) } : null;
  const events = eventsBetween(former, moment);
  if (!events) return null;
  const players = new Map();
  for (const event of events) {
    if (event.__typename === 'CardPlayed') players.set(event.card, event.seat);
    if (event.__typename === 'CardsPlayed') for (const card of event.cards) players.set(card, event.seat);
  }
  const won = events.find((event) => event.__typename === 'TrickWon');
  const turned = events.find((event) => event.__typename === 'TrumpTurned');
  const wonCards = new Set(won ? former.game.table?.trick.map(({ card }) => card) : []);
  const isCleared = events.some(({ __typename }) => __typename === 'TableCleared');
  return {
    players,
    trickWinner: won ? won.seat : null,
    leaves: (card) => isCleared || (card !== null && wonCards.has(card)),
    turned: turned?.card ?? null,
    areBidsRevealed: events.some(({ __typename }) => __typename === 'BidsRevealed'),
    ...dealTo(former, moment),
  };
}

const NO_CHANGES = { players: new Map(), trickWinner: null, leaves: () => false, turned: null, areBidsRevealed: false };

/** Return the events of one step forward; null for a step back or several steps. @param {Moment} former @param {Moment} moment */
function eventsBetween(former, { game, events, ownSeat }) {
  const { id, version } = former.game;
  if (game.id !== id || ownSeat !== former.ownSeat || game.version <= version) return null;
  const added = events.filter((event) => event.version > version && event.version <= game.version);
  return added.filter((event, at) => stepDelay(event, added[at + 1]) > 0).length > 1 ? null : added;
}

/** @param {Moment | null} former @param {Moment} moment */
function dealTo(former, { game, ownSeat }) {
  /** @type {Map<number, number>} */
  const dealt = new Map();
  for (const { index, hand } of game.seats) {
    const more = hand.length - (former?.game.seats[index]?.hand.length ?? 0);
    if (index !== ownSeat && more > 0 && hand.every((card) => card === '??')) dealt.set(index, more);
  }
  return { dealer: game.table?.dealer ?? null, dealt };
}
