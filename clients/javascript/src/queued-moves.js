// @ts-check
// Queued moves: chosen before your turn, kept by the client, and sent when the turn comes.

import { Refused } from './errors.js';
import { randomHex } from './random.js';

/**
 * A move without the field `__typename`: `{ mutation: 'playCard', card: '5H' }`.
 * @typedef {{ mutation: string, [field: string]: unknown }} QueuedMove
 */

/**
 * The reason why queued moves are no longer sent. `NOT_LEGAL`: your turn came, and the first move was not among the legal
 * ones. `REFUSED`: the server refused the first move. `MOVED`: your seat made another move, by you, here or on another
 * device, or by the server. `ROUND_OVER`: the round in which they were queued is over. `GAME_OVER`. `SEAT_AUTOMATED`: the
 * machine plays your seat.
 * @typedef {'NOT_LEGAL' | 'REFUSED' | 'MOVED' | 'ROUND_OVER' | 'GAME_OVER' | 'SEAT_AUTOMATED'} DropReason
 */

/**
 * @typedef {object} DroppedMoves
 * @property {readonly QueuedMove[]} moves the move that could not be made, and those queued behind it
 * @property {DropReason} reason
 * @property {import('./errors.js').Refusal | null} refusal the server's refusal; null unless the reason is `REFUSED`
 */

/** @typedef {import('./kibitz.js').GameUpdate} GameUpdate */
/** @typedef {GameUpdate['game']} Game */
/** @typedef {{ move: QueuedMove, commandId: string, sentAt: number | null }} Entry `sentAt` while its answer is not known */

const ID_BYTES = 16;

/**
 * The queued moves of your seat in one game. Call `observe` with each update of the game. Nothing is sent before an update
 * shows that it is your turn: until then no other player, and not even the server, knows of the moves. A move that is not
 * legal then is dropped together with those behind it, and `onDropped` receives them.
 */
export class QueuedMoves {
  #kibitz;
  #game;
  #onDropped;
  /** @type {Entry[]} */
  #queue = [];
  /** @type {Game | null} */
  #latest = null;
  /** @type {number | null} */
  #round = null;
  #handSize = 0;
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();

  /**
   * @param {import('./kibitz.js').Kibitz} kibitz @param {string} game its id
   * @param {{ onDropped: (dropped: DroppedMoves) => void }} options
   */
  constructor(kibitz, game, { onDropped }) {
    this.#kibitz = kibitz;
    this.#game = game;
    this.#onDropped = onDropped;
  }

  /** The queued moves in the order in which they will be made. */
  get moves() {
    return this.#queue.map(({ move }) => move);
  }

  /**
   * Queue moves behind the others; the first one is sent at once if it is your turn.
   * @param {...QueuedMove} moves
   */
  async add(...moves) {
    for (const move of moves) this.#queue.push({ move, commandId: randomHex(ID_BYTES), sentAt: null });
    await this.#inTurn(() => this.#advance());
  }

  /**
   * Remove a move and those behind it, or all moves, and return them. A move that is being sent may still take effect; it
   * is not sent again.
   * @param {QueuedMove} [move]
   */
  cancel(move) {
    const start = move ? this.#queue.findIndex((each) => keyOf(each.move) === keyOf(move)) : 0;
    const removed = start < 0 ? [] : this.#queue.splice(start);
    if (!this.#queue.length) this.#round = null;
    return removed.map((each) => each.move);
  }

  /**
   * Drop the queued moves, and make another one at once; throw `Refused` for a refusal.
   * @param {QueuedMove} move @param {{ expectedVersion?: number }} [options]
   */
  async makeMove(move, options) {
    this.#drop('MOVED');
    return this.#inTurn(async () => {
      const payload = await this.#kibitz.makeMove(this.#game, offered(move), options);
      this.#latest = payload.game ?? this.#latest;
      return payload;
    });
  }

  /**
   * Send the queued moves that are due in an update of the game, or drop them. A move whose answer is not known, because
   * this throws `Unreachable`, is sent again with the next update, under the same command id.
   * @param {GameUpdate} update
   */
  async observe({ snapshot, game }) {
    await this.#inTurn(async () => {
      if (!this.#latest || game.version >= this.#latest.version) this.#latest = game;
      // Either an answer has overtaken the snapshot, or the log was restored from a backup.
      else if (snapshot) this.#latest = await this.#kibitz.query.game({ id: this.#game });
      else return;
      await this.#advance();
    });
  }

  /** Run a task after those before it have ended. @template T @param {() => Promise<T>} task @returns {Promise<T>} */
  #inTurn(task) {
    const done = this.#last.then(task);
    this.#last = done.catch(() => {});
    return done;
  }

  /** Make moves while it is the seat's turn. */
  async #advance() {
    for (let head = this.#queue[0]; head && this.#latest; head = this.#queue[0]) {
      if (head.sentAt === null) {
        const reason = this.#dropReason(head.move, this.#latest);
        if (reason) return this.#drop(reason);
        if (!this.#latest.legalMoves.length) return;
        head.sentAt = this.#latest.version;
      }
      await this.#send(head, head.sentAt);
    }
    if (!this.#queue.length) this.#round = null;
  }

  /** @param {QueuedMove} move @param {Game} game @returns {DropReason | null} */
  #dropReason(move, { you, seats, table, stage, result, legalMoves }) {
    const seat = you === null ? null : seats[you];
    if (!seat) throw new Error('You have no seat in this game.');
    if (result || stage === 'CLOSED') return 'GAME_OVER';
    if (seat.automated) return 'SEAT_AUTOMATED';
    if (!table) return null;
    if (this.#round === null) [this.#round, this.#handSize] = [table.round, seat.hand.length];
    if (table.round !== this.#round) return 'ROUND_OVER';
    if (seat.hand.length !== this.#handSize) return 'MOVED';
    const isOffered = legalMoves.some(({ moves }) => moves.some((each) => keyOf(each) === keyOf(move)));
    return isOffered || !legalMoves.length ? null : 'NOT_LEGAL';
  }

  /** @param {Entry} head @param {number} expectedVersion */
  async #send(head, expectedVersion) {
    const { move, commandId } = head;
    try {
      const payload = await this.#kibitz.makeMove(this.#game, offered(move), { expectedVersion, commandId });
      this.#queue = this.#queue.filter((each) => each !== head);
      const game = payload.game ?? (await this.#kibitz.query.game({ id: this.#game }));
      if (game && game.version >= (this.#latest?.version ?? 0)) this.#latest = game;
      this.#handSize = this.#latest?.seats[this.#latest.you ?? -1]?.hand.length ?? 0;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      head.sentAt = null;
      // After a conflict the game has gone on, so that the move is judged again.
      if (error.code === 'VERSION_CONFLICT') this.#latest = await this.#kibitz.query.game({ id: this.#game });
      else if (this.#queue.includes(head)) this.#drop('REFUSED', error.refusal);
    }
  }

  /** @param {DropReason} reason @param {DroppedMoves['refusal']} [refusal] */
  #drop(reason, refusal = null) {
    const { moves } = this;
    this.#queue = [];
    this.#round = null;
    if (moves.length) this.#onDropped({ moves, reason, refusal });
  }
}

/** Return a move as the server offers it. @param {QueuedMove} move */
const offered = (move) => /** @type {import('./kibitz.js').Move} */ (/** @type {unknown} */ (move));

/** Return what equal moves have in common: cards can be chosen in any order. @param {object} move */
const keyOf = (move) =>
  JSON.stringify(
    Object.entries(move)
      .filter(([name]) => name !== '__typename')
      .map(([name, value]) => [name, Array.isArray(value) ? value.toSorted() : value])
      .toSorted(),
  );
