// @ts-check
// A move that is queued for your turn: kept by this page alone, and sent when the turn comes.

import { RefusalError, RequestError } from '../net/errors.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').Offer} Offer
 * @typedef {{ mutation: string, input: Record<string, unknown> }} Move
 */

/**
 * Why a queued move was not made: it was not among the legal moves, the server refused it, your seat made another move,
 * the round or the game is over, or the machine plays your seat.
 * @typedef {'NOT_LEGAL' | 'REFUSED' | 'MOVED' | 'ROUND_OVER' | 'GAME_OVER' | 'SEAT_AUTOMATED'} DropReason
 */

/**
 * @typedef {{ move: Move, reason: DropReason, version: number, code: string, message: string }} DroppedMove
 *   `version` is that of the game in which it was dropped, `code` and `message` are the server's if it refused the move
 */

/**
 * The table for which moves are queued.
 * @typedef {object} QueueTable
 * @property {() => Game | null} latest returns the latest game, which may not be on screen yet
 * @property {() => boolean} isMoving returns whether a move is in flight
 * @property {(move: Move, game: Game) => Promise<void>} send sends a move; throws RefusalError and RequestError
 * @property {(changes: { queued?: Move | null, dropped?: DroppedMove | null }) => void} update shows what is queued
 */

/** At most one move, which is sent or dropped when it is your turn. */
export class MoveQueue {
  #table;
  /** @type {{ move: Move, round: number, handSize: number } | null} */
  #queued = null;
  #isSending = false;

  /** @param {QueueTable} table */
  constructor(table) {
    this.#table = table;
  }

  /** Whether a move can be queued: while you hold cards and it is not your turn. */
  get canQueue() {
    const game = this.#table.latest();
    return !!game?.table && handSize(game) > 0 && !obstacle(game) && !game.legalMoves.length;
  }

  /** Queue a move in place of the one before. @param {Move} move */
  queue(move) {
    const game = this.#table.latest();
    if (!game?.table || !this.canQueue) return;
    this.#queued = { move, round: game.table.round, handSize: handSize(game) };
    this.#table.update({ queued: move, dropped: null });
  }

  /** Remove the queued move; if it is in flight it may still take effect. */
  cancel() {
    this.#queued = null;
    this.#table.update({ queued: null, dropped: null });
  }

  /** Drop the queued move because another one is made, and clear the notice of an earlier one. */
  replace() {
    if (this.#isSending) return;
    if (this.#queued) this.#drop('MOVED');
    else this.#table.update({ dropped: null });
  }

  /** Send or drop the queued move if the latest game tells so. */
  judge() {
    const game = this.#table.latest();
    if (!this.#queued || !game || this.#isSending) return;
    const { move, round, handSize: formerSize } = this.#queued;
    const reason = obstacle(game);
    if (reason) this.#drop(reason);
    else if (game.table?.round !== round) this.#drop('ROUND_OVER');
    else if (handSize(game) !== formerSize) this.#drop('MOVED');
    else if (!game.legalMoves.length || this.#table.isMoving()) return;
    else if (isOffered(move, game.legalMoves)) void this.#send(game);
    else this.#drop('NOT_LEGAL');
  }

  /** @param {Game} game */
  async #send(game) {
    const sent = this.#queued;
    if (!sent) return;
    this.#isSending = true;
    this.#table.update({ queued: null });
    try {
      await this.#table.send(sent.move, game);
      if (this.#queued === sent) this.#queued = null;
    } catch (error) {
      if (!(error instanceof RefusalError || error instanceof RequestError)) throw error;
      // After a conflict the game has gone on, so that the move is judged again.
      if (this.#queued === sent && error.code === 'VERSION_CONFLICT') this.#table.update({ queued: sent.move });
      else if (this.#queued === sent) this.#drop('REFUSED', error);
    } finally {
      this.#isSending = false;
    }
    this.judge();
  }

  /** @param {DropReason} reason @param {{ code?: string, message: string }} [error] */
  #drop(reason, { code = '', message } = { message: '' }) {
    if (!this.#queued) return;
    const { move } = this.#queued;
    this.#queued = null;
    const version = this.#table.latest()?.version ?? 0;
    this.#table.update({ queued: null, dropped: { move, reason, version, code, message } });
  }
}

/** @param {Game} game */
const ownSeat = ({ you, seats }) => (you === null ? null : seats[you] ?? null);

/** @param {Game} game */
const handSize = (game) => ownSeat(game)?.hand.length ?? 0;

/** Return why your seat can make no more moves in a game. @param {Game} game @returns {DropReason | null} */
function obstacle(game) {
  if (game.result || game.stage === 'CLOSED') return 'GAME_OVER';
  return ownSeat(game)?.automated ? 'SEAT_AUTOMATED' : null;
}

/**
 * Return whether a move is among the legal ones. The moves of offers that are unknown here are judged by the server alone.
 * @param {Move} move @param {readonly Offer[]} offers
 */
export const isOffered = ({ mutation, input }, offers) =>
  offers.some((offer) => offer.mutation === mutation && includes(offer, input));

/** @param {Offer} offer @param {any} input the fields of a move of its mutation */
function includes(offer, { card, cards = [], amount, suit }) {
  if (offer.__typename === 'PlayOffer') return offer.cards.includes(card);
  if (offer.__typename === 'BidOffer') return offer.amounts.includes(amount);
  if (offer.__typename === 'TrumpOffer') return offer.suits.includes(suit);
  /** @param {readonly string[]} from */
  const isSubsetOf = (from) => cards.every((/** @type {string} */ each) => from.includes(each));
  if (offer.__typename === 'DiscardOffer') return isSubsetOf(offer.anySubsetOf);
  if (offer.__typename === 'GroupOffer') return offer.counts.includes(cards.length) && isSubsetOf(offer.cards);
  return true;
}

/** Return the cards of a move. @param {Move | null} move @returns {ReadonlySet<string>} */
export function cardsOf(move) {
  const { card, cards } = /** @type {any} */ (move?.input ?? {});
  return new Set(cards ?? (card ? [card] : []));
}

/**
 * Return the play of a card that was picked before your turn; null to cancel the queued one.
 * @param {string} card @param {ReadonlySet<string>} queued the cards of the queued move
 */
export const queuedPlay = (card, queued) => (queued.has(card) ? null : { mutation: 'playCard', input: { card } });

/**
 * Return the move of several cards after one was picked before your turn; null if none is left.
 * @param {string} mutation @param {string} card @param {readonly string[]} queued the cards picked before
 */
export function queuedGroup(mutation, card, queued) {
  const cards = queued.includes(card) ? queued.filter((each) => each !== card) : [...queued, card];
  return cards.length ? { mutation, input: { cards } } : null;
}
