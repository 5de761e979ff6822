// @ts-check
// A game as it was recorded: all its events, and its moments, fetched in stretches where they are looked at and kept.

import { ask, Fault, follow } from '../net/client.js';
import { Store } from '../ui/html.js';

/** How many moments are fetched at once. */
const STRETCH = 25;
/** Milliseconds that a moment is waited for to be left again, such as under a moving slider, before it is fetched. */
const SETTLED = 60;
/** Statuses of games in which nothing will happen any more. */
const OVER = new Set(['WON', 'CLOSED']);

/**
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {import('../schema').Game} Game
 * @typedef {object} Recorded what is known of a game
 * @property {'loading' | 'ready' | 'failed'} status
 * @property {readonly GameEvent[]} events from the first on; the version of each is its place in the list, from 1
 * @property {Game | null} game as it stood when it was looked for
 * @property {boolean} live whether events may still come
 * @property {Fault | null} fault why there is nothing, or nothing more
 */

export class Recording {
  state = new Store(/** @type {Recorded} */ ({ status: 'loading', events: [], game: null, live: false, fault: null }));
  /** Counts what has come and what could not be fetched, for who waits for a moment. */
  arrived = new Store(0);
  /** @type {Map<number, Game>} */
  #moments = new Map();
  /** Stretches that are being fetched. @type {Set<number>} */
  #coming = new Set();
  /** Those that could not be. @type {Map<number, Fault>} */
  #missing = new Map();
  #given = new AbortController();
  /** @type {() => void} */
  #stop = () => {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #wait;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #opening;

  /** @param {string} id of the game */
  constructor(id) {
    this.id = id;
  }

  /** Load the game's events, and follow it unless it is over. */
  async open() {
    try {
      const [{ game }, events] = await Promise.all([this.#ask('Game', {}), this.#events()]);
      const live = !OVER.has(game.status);
      this.state.set({ status: 'ready', events, game, live, fault: null });
      if (live) this.#follow(events.length);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Fetch nothing more. */
  close() {
    this.#stop();
    clearTimeout(this.#wait);
    clearTimeout(this.#opening);
    this.#given.abort();
  }

  /** Return the game as it stood at a version, undefined when it is not here yet. @param {number} version */
  moment(version) {
    return this.#moments.get(version);
  }

  /** Return why a moment is not there. @param {number} version */
  fault(version) {
    return this.#missing.get(stretchOf(version));
  }

  /**
   * Have a moment fetched if need be, and what comes next in the direction of play.
   * @param {number} version @param {1 | -1} direction
   */
  look(version, direction) {
    clearTimeout(this.#wait);
    const ahead = () => this.#need(version + direction * STRETCH * 0.6);
    if (this.moment(version)) return ahead();
    this.#wait = setTimeout(() => (this.#need(version), ahead()), SETTLED);
  }

  /** Try once more to fetch a moment. @param {number} version */
  again(version) {
    this.#missing.delete(stretchOf(version));
    this.#need(version);
    this.arrived.set(this.arrived.value + 1);
  }

  /** @param {number} near */
  #need(near) {
    const last = this.state.value.events.length;
    const stretch = stretchOf(Math.min(Math.max(Math.round(near), 1), last));
    if (this.#coming.has(stretch) || this.#missing.has(stretch)) return;
    const end = Math.min((stretch + 1) * STRETCH, last);
    let after = stretch * STRETCH;
    while (after < end && this.#moments.has(after + 1)) after += 1;
    if (after < end) void this.#fetch(stretch, after, end - after);
  }

  /** @param {number} stretch @param {number} after @param {number} first */
  async #fetch(stretch, after, first) {
    this.#coming.add(stretch);
    const kept = this.#moments;
    try {
      const { moments } = await this.#ask('Moments', { after, first });
      for (const game of moments) kept.set(game.version, game);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.#missing.set(stretch, error);
    } finally {
      this.#coming.delete(stretch);
    }
    this.arrived.set(this.arrived.value + 1);
  }

  /** @returns {Promise<GameEvent[]>} */
  async #events() {
    /** @type {GameEvent[]} */
    const all = [];
    for (let after = null, more = true; more; ) {
      const { events } = await this.#ask('Events', { after });
      for (const { node } of events.edges) all.push(node);
      ({ hasNextPage: more, endCursor: after } = events.pageInfo);
    }
    return all;
  }

  /** @param {number} after */
  #follow(after) {
    this.#stop = follow(this.id, after, {
      next: (event) => this.#heard(event),
      failed: (error) => this.#fail(error),
      ended: () => this.state.set({ ...this.state.value, live: false }),
    });
  }

  /** @param {GameEvent} event */
  #heard(event) {
    const { events } = this.state.value;
    if (event.version !== events.length + 1) return;
    this.state.set({ ...this.state.value, events: [...events, event] });
    if (event.__typename !== 'DeckRevealed') return;
    // At the end of a game several may be opened, one after the other.
    clearTimeout(this.#opening);
    this.#opening = setTimeout(() => this.#reread(), SETTLED);
  }

  /** What was opened is open from the start: what was told before is asked for once more. */
  async #reread() {
    this.#moments = new Map();
    this.#missing.clear();
    this.arrived.set(this.arrived.value + 1);
    try {
      const told = await this.#events();
      const { events } = this.state.value;
      this.state.set({ ...this.state.value, events: [...told, ...events.slice(told.length)] });
    } catch (error) {
      this.#fail(error);
    }
  }

  /** @param {string} operation @param {Record<string, unknown>} variables */
  #ask(operation, variables) {
    return ask(operation, { game: this.id, ...variables }, { signal: this.#given.signal });
  }

  /** @param {unknown} error */
  #fail(error) {
    if (this.#given.signal.aborted) return;
    if (!(error instanceof Fault)) throw error;
    const { status } = this.state.value;
    this.state.set({ ...this.state.value, status: status === 'ready' ? 'ready' : 'failed', live: false, fault: error });
  }
}

/** @param {number} version */
const stretchOf = (version) => Math.floor((version - 1) / STRETCH);
