// @ts-check
// What is on screen of a game that goes on: at once, or step by step where much happened and motion is welcome.

import { ask } from '../net/client.js';
import { Store } from '../ui/html.js';
import { masked, pauseAfter } from './playback-steps.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {{ mutation: string, input: Record<string, unknown> }} Move
 * @typedef {object} Live
 * @property {Game | null} game as it is on screen
 * @property {readonly GameEvent[]} events up to what is on screen
 * @property {'loading' | 'live' | 'over' | 'gone' | 'failed'} status `over` when nothing more can happen
 * @property {import('../net/client.js').Fault | null} fault why it failed
 * @property {boolean} behind whether more has happened than is on screen
 * @property {boolean} stepping whether that is being shown step by step, and can be hurried; no move can be made then
 * @property {Move | null} pending the move that is being carried out
 * @property {{ move: Move, code: string, message: string } | null} refusal what was refused last, and why
 */

/** How many moments are asked for at once. */
const MOMENTS = 25;
/** Milliseconds after which everything is on screen that has happened, however much it is. */
const BEHIND = 4_000;
/** How many events are too many to be shown one by one. */
const TOO_MANY = 60;
/** Milliseconds before an answer that came too early is asked for again. */
const AGAIN = 100;

const still = matchMedia('(prefers-reduced-motion: reduce)');

/** The game is not there, or not for who asks. */
export class Gone extends Error {}

/** The state of a game that is shown; whoever has it takes in what happens. @extends {Store<Live>} */
export class Showing extends Store {
  #id;
  /** All that has happened, without a gap, and when each came here. @type {GameEvent[]} */
  #events = [];
  /** @type {number[]} */
  #came = [];
  /** The latest view that the server gave of how the game stands. @type {Game | null} */
  #newest = null;
  #showing = false;
  #hurry = false;
  /** How many events are waited for. */
  #awaited = Infinity;
  #left = new AbortController();
  /** How to do at once what is waited for. @type {() => void} */
  #wake = () => {};

  /** @param {string} id */
  constructor(id) {
    super(/** @type {Live} */ ({
      game: null, events: [], status: 'loading', fault: null,
      behind: false, stepping: false, pending: null, refusal: null,
    }));
    this.#id = id;
  }

  /** Whether nobody looks at it any more. */
  get left() {
    return this.#left.signal.aborted;
  }

  /** How many of its events are here. */
  get known() {
    return this.#events.length;
  }

  /** Show it no more. @param {Error} reason what whoever waits for something is told */
  leave(reason) {
    this.#left.abort(reason);
    this.#wake();
  }

  /** Show at once all that has happened. */
  hurry = () => {
    this.#hurry = true;
    this.#wake();
  };

  /** @param {Partial<Live>} changes */
  change(changes) {
    this.set({ ...this.value, ...changes });
  }

  /**
   * Ask about the game until there is an answer.
   * @param {string} operation @param {Record<string, unknown>} [variables]
   */
  ask(operation, variables = {}) {
    return ask(operation, { game: this.#id, ...variables }, { signal: this.#left.signal, attempts: Infinity });
  }

  /** Return how the game stands. Throws Gone. @returns {Promise<Game>} */
  async view() {
    const { game } = await this.ask('Game');
    if (!game) throw new Gone();
    this.hear(game);
    return game;
  }

  /** Keep a view of how the game stands. @param {Game} game */
  hear(game) {
    if (game.version >= (this.#newest?.version ?? 0)) this.#newest = game;
  }

  /**
   * Keep the events that are new: each comes by an answer, by the stream, or by both.
   * @param {readonly GameEvent[]} events
   */
  take(events) {
    for (const event of events) {
      if (event.version !== this.#events.length + 1) continue;
      this.#events.push(event);
      this.#came.push(performance.now());
    }
    if (this.#events.length >= this.#awaited) this.#wake();
    // Events of what is on screen already may have come only now.
    if (this.value.game) this.show(this.value.game);
  }

  /** Put a moment on screen, unless it is older than what is there. @param {Game} game */
  show(game) {
    if (game.version < (this.value.game?.version ?? 0)) return;
    const { events, status } = this.value;
    const count = Math.min(game.version, this.#events.length);
    const over = game.result !== null || game.status === 'CLOSED';
    this.change({
      game,
      events: events.length === count ? events : this.#events.slice(0, count),
      behind: game.version < this.#head,
      ...(over && status === 'live' ? { status: 'over' } : {}),
      ...(game.version !== this.value.game?.version ? { refusal: null } : {}),
    });
  }

  /** Show what one's own move led to, if there is nothing to be shown on the way there. @param {Game} game */
  showOwn(game) {
    if (still.matches || game.version === (this.value.game?.version ?? 0) + 1) this.show(game);
  }

  /** Show all that has happened since what is on screen. Throws Gone, and Fault. */
  async catchUp() {
    if (this.#showing || !this.value.game) return;
    this.#showing = true;
    try {
      for (let shown = this.value.game; shown.version < this.#head; shown = this.value.game ?? shown) {
        const many = this.#head - shown.version > TOO_MANY || this.#events.length < this.#head;
        if (still.matches || document.hidden || this.#hurry || many) await this.#leap();
        else await this.#step(shown);
        // An answer from before the event that it was asked for is none.
        if (this.value.game === shown) await this.#pause(AGAIN);
      }
    } finally {
      this.#showing = this.#hurry = false;
      if (this.value.stepping) this.change({ stepping: false });
    }
  }

  /** How far the game has come, as far as is known here. */
  get #head() {
    return Math.max(this.#events.length, this.#newest?.version ?? 0);
  }

  async #leap() {
    const newest = this.#newest;
    this.show(newest && newest.version >= this.#head ? newest : await this.view());
  }

  /** Show the moments that followed, one by one. @param {Game} shown */
  async #step(shown) {
    const before = this.#newest ?? shown;
    /** @type {{ moments: Game[] | null }} */
    const { moments } = await this.ask('Moments', { after: shown.version, first: MOMENTS });
    if (!moments) throw new Gone();
    await this.#reach(moments[moments.length - 1]?.version ?? 0);
    for (const moment of moments) {
      if (this.#hurry) return;
      const last = moment.version >= Math.max(this.#head, moments[moments.length - 1].version);
      if (last) this.hear(moment);
      const wait = last ? 0 : this.#wait(moment.version);
      // The last of a stretch is shown in any case: from there the next one is asked for.
      if (wait || moment === moments.at(-1)) this.show(last ? moment : masked(moment, before));
      if (!wait) continue;
      this.change({ stepping: true });
      await this.#pause(wait);
    }
  }

  /** Wait for the events up to a version: moments are paced by them, and may be here before. @param {number} version */
  async #reach(version) {
    if (this.#events.length >= version) return;
    this.#awaited = version;
    await this.#pause(BEHIND);
    this.#awaited = Infinity;
  }

  /**
   * Return for how long a moment stays, so that no event is on screen much later than it came.
   * @param {number} version
   */
  #wait(version) {
    /** @param {number} at */
    const pause = (at) => (at > this.#events.length ? 0 : pauseAfter(this.#events[at - 1], this.#events[at]));
    let left = 0;
    for (let at = version; at < this.#events.length; at++) left += pause(at);
    const allowed = BEHIND - (performance.now() - this.#came[version - 1]);
    return left ? pause(version) * Math.max(0, Math.min(1, allowed / left)) : 0;
  }

  /** @param {number} milliseconds */
  #pause(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#wake = () => (clearTimeout(timer), resolve(undefined));
    });
  }
}
