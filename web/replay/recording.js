// @ts-check
// The recording of a game: all its events, and a cache of its moments, fetched on demand.

import { t } from 'catalogue/replay.js';
import { request } from '../net/client.js';
import { RequestError } from '../net/errors.js';
import { followGame } from '../net/subscriptions.js';
import { Store } from '../store.js';

/** Number of moments in one request. */
const PAGE_SIZE = 25;
/** Milliseconds before a moment is fetched: a moving slider passes over many. */
const FETCH_DELAY = 60;
/** Stages of games that have no further events. */
const FINAL_STAGES = new Set(['WON', 'CLOSED']);

/**
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {import('../schema').Game} Game
 * @typedef {object} RecordingState
 * @property {'loading' | 'ready' | 'failed'} status
 * @property {readonly GameEvent[]} events all events so far; event `i` has version `i + 1`
 * @property {Game | null} game as it was when the replay was loaded
 * @property {boolean} isLive whether further events can follow
 * @property {RequestError | null} error of loading the game, or of following it
 */

export class Recording {
  state = new Store(/** @type {RecordingState} */ ({
    status: 'loading', events: [], game: null, isLive: false, error: null,
  }));
  /** A counter that changes with the cache of moments and their errors. */
  changes = new Store(0);
  /** The moments by version. @type {Map<number, Game>} */
  #moments = new Map();
  /** The pages of moments that are being fetched. @type {Set<number>} */
  #loadingPages = new Set();
  /** The errors of pages that could not be fetched. @type {Map<number, RequestError>} */
  #pageErrors = new Map();
  #controller = new AbortController();
  /** @type {() => void} */
  #unsubscribe = () => {};
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #fetchTimer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #reloadTimer;

  /** @param {string} id of a game */
  constructor(id) {
    this.id = id;
  }

  /** Load the game and its events, and follow it unless it is over. */
  async open() {
    try {
      const game = await this.#fetchGame('Table', {});
      const events = await this.#fetchEvents(game.events);
      const isLive = !FINAL_STAGES.has(game.stage);
      this.state.set({ status: 'ready', events, game, isLive, error: null });
      if (isLive) this.#subscribe();
    } catch (error) {
      this.#handleError(error);
    }
  }

  /** Abort all requests. */
  close() {
    this.#unsubscribe();
    clearTimeout(this.#fetchTimer);
    clearTimeout(this.#reloadTimer);
    this.#controller.abort();
  }

  /** Return the game at a version; undefined until it is fetched. @param {number} version */
  moment(version) {
    return this.#moments.get(version);
  }

  /** Return the error of fetching a moment. @param {number} version */
  error(version) {
    return this.#pageErrors.get(pageOf(version));
  }

  /**
   * Fetch a moment if necessary, and the moments after it in the direction of play.
   * @param {number} version @param {1 | -1} direction
   */
  prefetch(version, direction) {
    clearTimeout(this.#fetchTimer);
    const fetchAhead = () => this.#ensurePage(version + direction * PAGE_SIZE * 0.6);
    if (this.moment(version)) return fetchAhead();
    this.#fetchTimer = setTimeout(() => (this.#ensurePage(version), fetchAhead()), FETCH_DELAY);
  }

  /** Fetch a moment again after an error. @param {number} version */
  retry(version) {
    this.#pageErrors.delete(pageOf(version));
    this.#ensurePage(version);
    this.changes.set(this.changes.value + 1);
  }

  /** @param {number} version */
  #ensurePage(version) {
    const lastVersion = this.state.value.events.length;
    const page = pageOf(Math.min(Math.max(Math.round(version), 1), lastVersion));
    if (this.#loadingPages.has(page) || this.#pageErrors.has(page)) return;
    const end = Math.min((page + 1) * PAGE_SIZE, lastVersion);
    let after = page * PAGE_SIZE;
    while (after < end && this.#moments.has(after + 1)) after += 1;
    if (after < end) void this.#fetchPage(page, after, end - after);
  }

  /** @param {number} page @param {number} after @param {number} first */
  async #fetchPage(page, after, first) {
    this.#loadingPages.add(page);
    // A reveal may replace the cache while the request is in flight.
    const cache = this.#moments;
    try {
      const { moments } = await this.#fetchGame('Moments', { after, first });
      for (const moment of moments) cache.set(moment.version, { ...this.state.value.game, ...moment });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.#pageErrors.set(page, error);
    } finally {
      this.#loadingPages.delete(page);
    }
    this.changes.set(this.changes.value + 1);
  }

  /**
   * Return all events from a page of them on.
   * @param {import('../schema').GameEventConnection} page @returns {Promise<GameEvent[]>}
   */
  async #fetchEvents({ nodes, pageInfo }) {
    if (!pageInfo.hasNextPage) return nodes;
    const game = await this.#fetchGame('Events', { after: pageInfo.endCursor });
    return [...nodes, ...await this.#fetchEvents(game.events)];
  }

  #subscribe() {
    const { stop } = followGame(this.id, () => ({}), {
      onNext: (update) => this.#onUpdate(update),
      onError: (error) => this.#handleError(error),
      onComplete: () => this.state.set({ ...this.state.value, isLive: false }),
    });
    this.#unsubscribe = stop;
  }

  /** @param {import('../schema').GameUpdate} update */
  #onUpdate({ version, events }) {
    const known = this.state.value.events;
    if (version <= known.length) return;
    const isNext = events[0]?.version === known.length + 1;
    if (isNext) this.state.set({ ...this.state.value, events: [...known, ...events] });
    if (isNext && !events.some(({ __typename }) => __typename === 'DeckRevealed')) return;
    // At the end of a game several decks are revealed one after the other.
    clearTimeout(this.#reloadTimer);
    this.#reloadTimer = setTimeout(() => this.#reload(), FETCH_DELAY);
  }

  /** Load all events and moments again: a reveal uncovers cards from the start, or events were missed. */
  async #reload() {
    this.#moments = new Map();
    this.#pageErrors.clear();
    this.changes.set(this.changes.value + 1);
    try {
      const game = await this.#fetchGame('Events', { after: null });
      const revealedEvents = await this.#fetchEvents(game.events);
      const { events } = this.state.value;
      this.state.set({ ...this.state.value, events: [...revealedEvents, ...events.slice(revealedEvents.length)] });
    } catch (error) {
      this.#handleError(error);
    }
  }

  /** @param {string} operation @param {Record<string, unknown>} variables */
  async #fetchGame(operation, variables) {
    const { game } = await this.#query(operation, variables);
    if (!game) throw new RequestError(t('replay.noGame'), 'UNKNOWN_GAME');
    return game;
  }

  /** @param {string} operation @param {Record<string, unknown>} variables */
  #query(operation, variables) {
    return request(operation, { game: this.id, ...variables }, { signal: this.#controller.signal });
  }

  /** @param {unknown} error */
  #handleError(error) {
    if (this.#controller.signal.aborted) return;
    if (!(error instanceof RequestError)) throw error;
    const { status } = this.state.value;
    this.state.set({ ...this.state.value, status: status === 'ready' ? 'ready' : 'failed', isLive: false, error });
  }
}

/** @param {number} version */
const pageOf = (version) => Math.floor((version - 1) / PAGE_SIZE);
