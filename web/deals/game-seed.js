// @ts-check
// Adds your seed to the deals of one game by deal/v1: commits to it, reveals it, and ends the wait for missing seeds.

import { sendCommand } from '../net/client.js';
import { RefusalError, RequestError } from '../net/errors.js';
import { Store } from '../store.js';
import { dealFacts } from './deal-facts.js';
import { createSeed, secrecyReason } from './seed-rules.js';
import { readSeed, removeOldSeeds, removeSeed, updateSeed, writeSeed } from './seed-storage.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {import('./deal-facts.js').DealFacts} DealFacts
 * @typedef {import('./deal-facts.js').SeatSeed} SeatSeed
 * @typedef {import('./seed-rules.js').WarningReason} WarningReason
 * @typedef {object} SeedState
 * @property {WarningReason | null} warning why your seed stays secret
 * @property {number | null} deadline the time, as of `performance.now()`, from which the game starts without seeds
 */

/** Milliseconds after which the start is requested again while the server's clock has not reached the deadline. */
const RETRY_DELAY = 1_000;
/** Milliseconds by which each seat requests the start later than the one before, so that one request is enough. */
const SEAT_DELAY = 120;

/** The seed of the viewer in a game before its start. Without a seat it only measures the wait. @extends {Store<SeedState>} */
export class GameSeed extends Store {
  #id;
  #isStopped = false;
  #isCommitting = false;
  /** The version at which the server has accepted the last commitment, or at which it was refused. */
  #committedAt = 0;
  #isRevealed = false;
  /** Whether the table was on screen before its seats closed. */
  #hasSeenOpenSeats = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @param {string} id of a game */
  constructor(id) {
    super(/** @type {SeedState} */ ({ warning: null, deadline: null }));
    this.#id = id;
  }

  /** Do what is due in a state of the game. @param {Game} game @param {readonly GameEvent[]} events */
  follow(game, events) {
    const deal = dealFacts(game, events);
    if (!deal || this.#isStopped) return;
    const own = game.you === null ? null : deal.seats[game.you];
    if (game.stage === 'WAITING_FOR_PLAYERS') {
      this.#hasSeenOpenSeats = true;
      if (own) void this.#commit(game.version, deal, own);
    } else if (game.stage === 'WAITING_FOR_SEEDS') {
      this.#measureWait(deal, game.you);
      if (own) void this.#reveal(deal, own);
    } else if (game.stage === 'CLOSED' && own && !deal.fingerprint) removeSeed(this.#id, own.player);
  }

  stop() {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  /** @param {number} version @param {DealFacts} deal @param {SeatSeed} own */
  async #commit(version, deal, own) {
    const { player } = own;
    const stored = readSeed(this.#id, player, own.commitment);
    if (stored && stored.foot !== deal.foot) return this.set({ ...this.value, warning: 'FOOT_CHANGED' });
    if (stored?.commitment === own.commitment) {
      if (!stored.isAccepted) updateSeed(this.#id, player, stored.commitment, { isAccepted: true });
      return;
    }
    // The update can arrive after the answer. Another commitment is from another tab or device of yours by then, and
    // pages that replaced each other's would not end.
    const isDone = this.#committedAt > 0 && (version <= this.#committedAt || own.commitment !== null);
    if (isDone || this.#isCommitting || stored?.roll) return;
    const seed = stored ?? createSeed(deal, own);
    if (!stored) removeOldSeeds();
    // A player who leaves takes the commitment along, and commits again after joining again.
    writeSeed(this.#id, player, { ...seed, isAccepted: false });
    this.#isCommitting = true;
    const answer = await this.#send('commitSeed', { commitment: seed.commitment });
    this.#isCommitting = false;
    this.#committedAt = answer.version ?? version;
    if (answer.version) updateSeed(this.#id, player, seed.commitment, { isAccepted: true });
  }

  /** @param {DealFacts} deal @param {SeatSeed} own */
  async #reveal(deal, own) {
    const { player } = own;
    const stored = readSeed(this.#id, player, own.commitment);
    if (!stored || own.seed !== null || this.#isRevealed) return;
    const { seed, commitment } = stored;
    const warning = secrecyReason(stored, deal, own);
    this.set({ ...this.value, warning });
    // Stored before it is sent: a seed is revealed to one roll only, also by a reloaded page.
    updateSeed(this.#id, player, commitment, { secrecy: warning, roll: warning ? stored.roll : deal.roll });
    if (warning) return;
    this.#isRevealed = true;
    // Other tabs and a reloaded page send the same command, which takes effect once.
    await this.#send('revealSeed', { seed, commandId: `seed-${commitment.slice(0, 32)}` });
  }

  /** Measure the wait for seeds, and start the game after it. @param {DealFacts} deal @param {number | null} you */
  #measureWait({ closing }, you) {
    if (!closing || this.value.deadline !== null) return;
    const until = Date.parse(closing.until);
    const whole = until - Date.parse(closing.at);
    // The clocks of server and browser can differ: only a page that was opened later relies on its own.
    const wait = this.#hasSeenOpenSeats ? whole : Math.min(Math.max(until - Date.now(), 0), whole);
    this.set({ ...this.value, deadline: performance.now() + wait });
    if (you !== null) this.#timer = setTimeout(() => this.#start(), wait + SEAT_DELAY * you);
  }

  async #start() {
    const { code } = await this.#send('startGame', {});
    if (code === 'SEEDS_AWAITED' && !this.#isStopped) this.#timer = setTimeout(() => this.#start(), RETRY_DELAY);
  }

  /**
   * Send a command. Refusals and errors need no message: the next state of the game says what to do.
   * @param {string} mutation @param {Record<string, unknown>} input
   * @returns {Promise<{ version?: number, code?: string }>} the version after the command, or the code of its refusal
   */
  async #send(mutation, input) {
    try {
      const { version } = await sendCommand(mutation, { game: this.#id, ...input });
      return { version };
    } catch (error) {
      if (!(error instanceof RefusalError || error instanceof RequestError)) throw error;
      return { code: error.code };
    }
  }
}

/**
 * Commit to a new seed in a game that you have created. Throws RefusalError and RequestError.
 * @param {string} game @param {Pick<DealFacts, 'foot'>} deal @param {string} player your id
 */
export async function commitNewSeed(game, deal, player) {
  const commitment = joiningCommitment(game, deal, player);
  if (commitment === null) return;
  await sendCommand('commitSeed', { game, commitment });
  updateSeed(game, player, commitment, { isAccepted: true });
}

/**
 * Return the commitment to your seed for joining a game; null if none can be sent. Makes the seed if there is none.
 * @param {string} game @param {Pick<DealFacts, 'foot'>} deal @param {string} player your id
 */
export function joiningCommitment(game, deal, player) {
  const stored = readSeed(game, player);
  if (stored && (stored.foot !== deal.foot || stored.roll)) return null;
  const seed = stored ?? createSeed(deal, { player });
  writeSeed(game, player, { ...seed, isAccepted: false });
  return seed.commitment;
}
