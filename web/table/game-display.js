// @ts-check
// The moment of a game on screen: catches up with updates, at once or step by step.

import { reducedMotion } from '../motion/use-motion.js';
import { Store } from '../store.js';
import { maskMoment, stepDelay } from './playback-steps.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {import('../schema').GameUpdate} GameUpdate
 * @typedef {import('../queue/move-queue.js').Move} Move
 * @typedef {object} DisplayState
 * @property {Game | null} game the moment on screen
 * @property {readonly GameEvent[]} events up to the moment on screen
 * @property {'loading' | 'live' | 'over' | 'gone' | 'failed'} status `over` when no more events can follow
 * @property {import('../net/errors.js').RequestError | null} error why the status is `failed`
 * @property {boolean} isBehind whether there are events after the moment on screen
 * @property {number | null} roundEnd the version of the end of a round whose summary is shown
 * @property {boolean} isStepping whether those are being shown step by step; no move can be made meanwhile
 * @property {Move | null} pending the move in flight
 * @property {{ move: Move, code: string, message: string } | null} refusal of the last move
 * @property {Move | null} queued the move that is sent when your turn comes
 * @property {import('../queue/move-queue.js').DroppedMove | null} dropped the last queued move, if it was not made
 */

/** Milliseconds after its arrival by which an event is on screen, however many there are. */
const MAX_LAG = 4_000;
/** With more events than this, the latest moment is shown without steps. */
const MAX_STEPS = 60;
/** Milliseconds for which the summary of a round stays. */
const ROUND_END_TIME = 6_000;
/** The same while your clock runs. */
const ROUND_END_TIME_AT_TURN = 3_000;
/** Milliseconds between looks whether your clock runs. */
const LOOK_INTERVAL = 200;

/** The displayed state of a game. Subclasses add the updates. @extends {Store<DisplayState>} */
export class GameDisplay extends Store {
  /** All events so far, without gaps. @type {GameEvent[]} */
  #events = [];
  /** The time at which each event arrived. @type {number[]} */
  #arrivalTimes = [];
  /** The game after all events so far. @type {Game | null} */
  #latest = null;
  /** The games after the events of updates that are not on screen yet. @type {Game[]} */
  #moments = [];
  #isCatchingUp = false;
  #skipSteps = false;
  /** Ends the current pause. @type {() => void} */
  #endPause = () => {};

  constructor() {
    super(/** @type {DisplayState} */ ({
      game: null, events: [], status: 'loading', error: null,
      isBehind: false, roundEnd: null, isStepping: false, pending: null, refusal: null, queued: null, dropped: null,
    }));
  }

  /** The game after all events so far; null until it is loaded. */
  get latest() {
    return this.#latest;
  }

  /** The number of events so far. */
  get version() {
    return this.#events.length;
  }

  /** Show the latest moment at once. The summary of a round is only closed: the steps after it follow. */
  showLatest = () => {
    if (this.value.roundEnd !== null) this.update({ roundEnd: null });
    else this.#skipSteps = this.#isCatchingUp;
    this.#endPause();
  };

  /** @param {Partial<DisplayState>} changes */
  update(changes) {
    this.set({ ...this.value, ...changes });
  }

  /** Replace what is known of the game, and show it at once. @param {Game} game @param {readonly GameEvent[]} events */
  replace(game, events) {
    this.#addEvents(events.slice(this.version));
    this.#events = [...events];
    this.#latest = game;
    this.#moments = [];
    if (this.value.roundEnd !== null) this.update({ roundEnd: null });
    this.#display(game);
    this.#endPause();
  }

  /**
   * Add the next update, and show it. Returns false if it does not tell how the game continues, so that the game must
   * be loaded again.
   * @param {GameUpdate} update
   */
  add({ version, events, game, moments }) {
    const former = this.#latest;
    if (!former || version <= this.version) return true;
    const isWhole = game || moments?.length === events.length;
    if (!isWhole || events[0]?.version !== this.version + 1) return false;
    this.#addEvents(events);
    let latest = former;
    for (const moment of game ? [] : moments) {
      latest = afterMoment(latest, moment);
      this.#moments.push(moment.version === version ? latest : maskMoment(latest, former));
    }
    if (game) this.#moments.push(game);
    this.#latest = game ?? latest;
    // Without moments there is none to stop at, and the result needs no summary before it.
    const scored = game && !game.result ? events.findLast(isRoundEnd) : undefined;
    void this.#catchUp();
    if (scored) void this.#showRoundEnd(scored.version);
    return true;
  }

  /** @param {readonly GameEvent[]} events */
  #addEvents(events) {
    for (const event of events) {
      this.#events.push(event);
      this.#arrivalTimes.push(performance.now());
    }
  }

  /** Put a moment on screen. @param {Game} game */
  #display(game) {
    const { events, status } = this.value;
    const isOver = game.result !== null || game.stage === 'CLOSED';
    this.update({
      game,
      events: events.length === game.version ? events : this.#events.slice(0, game.version),
      isBehind: game.version < this.version,
      ...(isOver && status === 'live' ? { status: 'over' } : {}),
      ...(game.version !== this.value.game?.version ? { refusal: null } : {}),
    });
  }

  /** Show all moments after the one on screen. */
  async #catchUp() {
    if (this.#isCatchingUp) return;
    this.#isCatchingUp = true;
    for (let moment = this.#moments.shift(); moment; moment = this.#moments.shift()) {
      const isTooMuch = this.version - moment.version > MAX_STEPS;
      if (reducedMotion.matches || document.hidden || this.#skipSteps || isTooMuch) {
        moment = this.#moments.pop() ?? moment;
        this.#moments = [];
      }
      if (isRoundEnd(this.#events[moment.version - 1]) && !this.#skipSteps && !reducedMotion.matches && !document.hidden) {
        this.update({ isStepping: true });
        this.#display(moment);
        await this.#showRoundEnd(moment.version);
        // The time of the summary does not count as a delay of what follows.
        this.#arrivalTimes.fill(performance.now(), moment.version);
        continue;
      }
      const duration = this.#moments.length ? this.#stepDuration(moment.version) : 0;
      if (!duration && this.#moments.length) continue;
      this.#display(moment);
      if (!duration) continue;
      this.update({ isStepping: true });
      await this.#pause(duration);
    }
    this.#isCatchingUp = this.#skipSteps = false;
    if (this.value.isStepping) this.update({ isStepping: false });
  }

  /** Show the summary of a round until its time is over or it is closed. @param {number} version */
  async #showRoundEnd(version) {
    const start = performance.now();
    this.update({ roundEnd: version });
    const isShown = () => this.value.roundEnd === version && !document.hidden;
    const time = () => (this.#hasRunningClock() ? ROUND_END_TIME_AT_TURN : ROUND_END_TIME);
    while (isShown() && performance.now() - start < time()) await this.#pause(LOOK_INTERVAL);
    if (this.value.roundEnd === version) this.update({ roundEnd: null });
  }

  #hasRunningClock() {
    const { you, seats, table } = this.#latest ?? {};
    return typeof you === 'number' && Boolean(table?.toMove.includes(you) && seats?.[you]?.clock?.deadline);
  }

  /**
   * Return the milliseconds for which a moment stays, shortened so that no event is shown later than MAX_LAG.
   * @param {number} version
   */
  #stepDuration(version) {
    /** @param {number} at */
    const delay = (at) => stepDelay(this.#events[at - 1], this.#events[at]);
    let remaining = 0;
    for (let at = version; at < this.version; at++) remaining += delay(at);
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

/** @param {GameEvent | undefined} event */
const isRoundEnd = (event) => event?.__typename === 'RoundScored';

/**
 * Return the game with what an event has changed.
 * @param {Game} former @param {import('../schema').GameMoment} moment @returns {Game}
 */
function afterMoment(former, { __typename, changedSeats, ...changes }) {
  const seats = [...former.seats];
  for (const seat of changedSeats) seats[seat.index] = { ...seats[seat.index], ...seat };
  return { ...former, ...changes, seats };
}
