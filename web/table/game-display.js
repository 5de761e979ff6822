// @ts-check
// The moment of a game on screen: catches up with new events, at once or step by step.

import { request } from '../net/client.js';
import { Store } from '../store.js';
import { maskMoment, stepDelay } from './playback-steps.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {{ mutation: string, input: Record<string, unknown> }} Move
 * @typedef {object} DisplayState
 * @property {Game | null} game the moment on screen
 * @property {readonly GameEvent[]} events up to the moment on screen
 * @property {'loading' | 'live' | 'over' | 'gone' | 'failed'} status `over` when no more events can follow
 * @property {import('../net/errors.js').RequestError | null} error why the status is `failed`
 * @property {boolean} isBehind whether there are events after the moment on screen
 * @property {boolean} isStepping whether those are being shown step by step; no move can be made meanwhile
 * @property {Move | null} pending the move in flight
 * @property {{ move: Move, code: string, message: string } | null} refusal of the last move
 */

/** Number of moments in one request. */
const PAGE_SIZE = 25;
/** Milliseconds after its arrival by which an event is on screen, however many there are. */
const MAX_LAG = 4_000;
/** With more events than this, the latest moment is shown without steps. */
const MAX_STEPS = 60;
/** Milliseconds before a request is repeated whose response was older than the event that caused it. */
const STALE_RETRY_DELAY = 100;

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** The game does not exist, or the viewer may not see it. */
export class GameNotFound extends Error {}

/** The displayed state of a game. Subclasses add the events. @extends {Store<DisplayState>} */
export class GameDisplay extends Store {
  #id;
  /** All events so far, without gaps. @type {GameEvent[]} */
  #events = [];
  /** The time at which each event arrived. @type {number[]} */
  #arrivalTimes = [];
  /** The view with the highest version that the server has sent. @type {Game | null} */
  #latestGame = null;
  #isCatchingUp = false;
  #skipSteps = false;
  /** The version whose event ends the current pause. */
  #awaitedVersion = Infinity;
  #controller = new AbortController();
  /** Ends the current pause. @type {() => void} */
  #endPause = () => {};

  /** @param {string} id */
  constructor(id) {
    super(/** @type {DisplayState} */ ({
      game: null, events: [], status: 'loading', error: null,
      isBehind: false, isStepping: false, pending: null, refusal: null,
    }));
    this.#id = id;
  }

  get isClosed() {
    return this.#controller.signal.aborted;
  }

  /** The version up to which all events are known. */
  get knownVersion() {
    return this.#events.length;
  }

  /** Abort all requests. @param {Error} reason with which they reject */
  close(reason) {
    this.#controller.abort(reason);
    this.#endPause();
  }

  /** Show the latest moment at once. */
  showLatest = () => {
    this.#skipSteps = true;
    this.#endPause();
  };

  /** @param {Partial<DisplayState>} changes */
  update(changes) {
    this.set({ ...this.value, ...changes });
  }

  /**
   * Send a request about this game, retried without limit.
   * @param {string} operation @param {Record<string, unknown>} [variables]
   */
  request(operation, variables = {}) {
    const { signal } = this.#controller;
    return request(operation, { game: this.#id, ...variables }, { signal, maxRetries: Infinity });
  }

  /** Return the game's latest view. Throws GameNotFound. @returns {Promise<Game>} */
  async fetchGame() {
    const { game } = await this.request('Game');
    if (!game) throw new GameNotFound();
    this.keepLatest(game);
    return game;
  }

  /** Keep a view if it is the latest. @param {Game} game */
  keepLatest(game) {
    if (game.version >= (this.#latestGame?.version ?? 0)) this.#latestGame = game;
  }

  /**
   * Add the events that are new. The same event can arrive in a response and in the stream.
   * @param {readonly GameEvent[]} events
   */
  addEvents(events) {
    for (const event of events) {
      if (event.version !== this.#events.length + 1) continue;
      this.#events.push(event);
      this.#arrivalTimes.push(performance.now());
    }
    if (this.#events.length >= this.#awaitedVersion) this.#endPause();
    // The moment on screen may have arrived before its events.
    if (this.value.game) this.display(this.value.game);
  }

  /** Put a moment on screen, unless it is older than the current one. @param {Game} game */
  display(game) {
    if (game.version < (this.value.game?.version ?? 0)) return;
    const { events, status } = this.value;
    const count = Math.min(game.version, this.#events.length);
    const isOver = game.result !== null || game.stage === 'CLOSED';
    this.update({
      game,
      events: events.length === count ? events : this.#events.slice(0, count),
      isBehind: game.version < this.#headVersion,
      ...(isOver && status === 'live' ? { status: 'over' } : {}),
      ...(game.version !== this.value.game?.version ? { refusal: null } : {}),
    });
  }

  /** Show the result of your own move at once if it is a single event. @param {Game} game */
  displayOwnMove(game) {
    if (reducedMotion.matches || game.version === (this.value.game?.version ?? 0) + 1) this.display(game);
  }

  /** Show all events after the moment on screen. Throws GameNotFound and RequestError. */
  async catchUp() {
    if (this.#isCatchingUp || !this.value.game) return;
    this.#isCatchingUp = true;
    try {
      for (let shown = this.value.game; shown.version < this.#headVersion; shown = this.value.game ?? shown) {
        const isTooMuch = this.#headVersion - shown.version > MAX_STEPS || this.#events.length < this.#headVersion;
        if (reducedMotion.matches || document.hidden || this.#skipSteps || isTooMuch) await this.#displayLatest();
        else await this.#displaySteps(shown);
        // The response was older than the event that caused the request.
        if (this.value.game === shown) await this.#pause(STALE_RETRY_DELAY);
      }
    } finally {
      this.#isCatchingUp = this.#skipSteps = false;
      if (this.value.isStepping) this.update({ isStepping: false });
    }
  }

  /** The highest version that is known to exist. */
  get #headVersion() {
    return Math.max(this.#events.length, this.#latestGame?.version ?? 0);
  }

  async #displayLatest() {
    const latest = this.#latestGame;
    this.display(latest && latest.version >= this.#headVersion ? latest : await this.fetchGame());
  }

  /** Show the next moments one by one. @param {Game} shown */
  async #displaySteps(shown) {
    const former = this.#latestGame ?? shown;
    const { game } = await this.request('Moments', { after: shown.version, first: PAGE_SIZE });
    if (!game?.moments) throw new GameNotFound();
    /** @type {Game[]} */
    const moments = game.moments.map((/** @type {object} */ moment) => ({ ...former, ...moment }));
    await this.#waitForEvents(moments[moments.length - 1]?.version ?? 0);
    for (const moment of moments) {
      if (this.#skipSteps) return;
      const isLatest = moment.version >= Math.max(this.#headVersion, moments[moments.length - 1].version);
      if (isLatest) this.keepLatest(moment);
      const duration = isLatest ? 0 : this.#stepDuration(moment.version);
      // The last moment of a page is always shown, because the next page starts there.
      if (duration || moment === moments.at(-1)) this.display(isLatest ? moment : maskMoment(moment, former));
      if (!duration) continue;
      this.update({ isStepping: true });
      await this.#pause(duration);
    }
  }

  /** Wait for the events up to a version, because they set the pace of moments. @param {number} version */
  async #waitForEvents(version) {
    if (this.#events.length >= version) return;
    this.#awaitedVersion = version;
    await this.#pause(MAX_LAG);
    this.#awaitedVersion = Infinity;
  }

  /**
   * Return the milliseconds for which a moment stays, shortened so that no event is shown later than MAX_LAG.
   * @param {number} version
   */
  #stepDuration(version) {
    /** @param {number} at */
    const delay = (at) => (at > this.#events.length ? 0 : stepDelay(this.#events[at - 1], this.#events[at]));
    let remaining = 0;
    for (let at = version; at < this.#events.length; at++) remaining += delay(at);
    const allowed = MAX_LAG - (performance.now() - this.#arrivalTimes[version - 1]);
    return remaining ? delay(version) * Math.max(0, Math.min(1, allowed / remaining)) : 0;
  }

  /** @param {number} milliseconds */
  #pause(milliseconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#endPause = () => (clearTimeout(timer), resolve(undefined));
    });
  }
}
