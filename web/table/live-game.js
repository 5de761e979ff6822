// @ts-check
// A live game: loads it, follows its events and sends your moves.

import { request, sendCommand } from '../net/client.js';
import { RefusalError, RequestError } from '../net/errors.js';
import { noteServerTime } from '../net/server-clock.js';
import { socket } from '../net/socket.js';
import { followGame } from '../net/subscriptions.js';
import { useLayoutEffect, useMemo, useReducer, useStore } from '../ui/html.js';
import { useViewerId } from '../ui/viewer.js';
import { reducedMotion } from '../motion/use-motion.js';
import { GameDisplay } from './game-display.js';
import { MoveQueue } from '../queue/move-queue.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {import('../schema').GameUpdate} GameUpdate
 * @typedef {import('./game-display.js').Move} Move
 * @typedef {{ version: number, done: Promise<void> }} SentMove
 * @typedef {{ isProbe?: boolean }} MoveOptions `isProbe` marks a move that is sent to learn why it is refused
 * @typedef {ReturnType<typeof useLiveGame>} LiveGameState
 */

/** Maximum number of times that a move is sent while the game advances without affecting it. */
const MAX_ATTEMPTS = 5;

/** Commands for the seat as a whole: they do not depend on the moment on screen. */
const SEAT_COMMANDS = new Set(['automateSeat', 'reclaimSeat', 'resign', 'voteToAbandon', 'withdrawVote']);

/** Milliseconds within which the subscription should bring the update of an accepted move. */
const UPDATE_TIMEOUT = 3_000;

/** The game does not exist, or the viewer may not see it. */
class GameNotFound extends Error {}

/** A game that is followed as one player, from opening the page to leaving it. */
class LiveGame extends GameDisplay {
  #id;
  #viewer;
  #controller = new AbortController();
  /** The move in flight, with the version it was chosen at. @type {SentMove | null} */
  #sentMove = null;
  /** The updates that arrived while the game was being loaded; null at other times. @type {GameUpdate[] | null} */
  #earlyUpdates = null;
  /** Called when an update arrives, and when there can be no more. @type {Set<() => void>} */
  #waiting = new Set();
  /** @type {ReturnType<typeof followGame> | null} */
  #subscription = null;
  #queue = new MoveQueue({
    latest: () => this.latest,
    isMoving: () => this.#sentMove !== null,
    send: (move, game) => this.#start(move, game, false),
    update: (changes) => this.update(changes),
  });

  /** @param {string} id @param {string | null} viewer id of the player; null for a spectator */
  constructor(id, viewer) {
    super();
    this.#id = id;
    this.#viewer = viewer;
  }

  /** Load the game and its events, and follow it. */
  start() {
    this.#subscription = followGame(this.#id, this.#content, {
      onNext: (update) => this.#onUpdate(update),
      onError: (error) => this.#handleError(error),
      onComplete: () => this.#onComplete(),
    });
    void this.#load();
  }

  stop() {
    this.#controller.abort(new RequestError('The table was left.'));
    this.#subscription?.stop();
    this.#queue.cancel();
    this.showLatest();
    this.#wakeUp();
  }

  /** What the updates contain: before the start the players can change, and after it what an event can change. */
  #content = () => {
    const isWhole = (this.latest !== null && this.latest.table === null) || reducedMotion.matches;
    return { whole: isWhole, steps: !isWhole };
  };

  /** Load the game and all its events, and then add the updates that have arrived meanwhile. */
  async #load() {
    if (this.#earlyUpdates) return;
    this.#earlyUpdates = [];
    try {
      const { game } = await this.#request('Table');
      if (!game) throw new GameNotFound();
      const events = [...game.events.nodes];
      for (let { hasNextPage, endCursor } = game.events.pageInfo; hasNextPage; ) {
        const { game: next } = await this.#request('Events', { after: endCursor });
        if (!next) throw new GameNotFound();
        events.push(...next.events.nodes);
        ({ hasNextPage, endCursor } = next.events.pageInfo);
      }
      this.#onLoaded(game, events.slice(0, game.version));
    } catch (error) {
      this.#handleError(error);
    }
  }

  /** @param {Game} game @param {GameEvent[]} events */
  #onLoaded(game, events) {
    const early = this.#earlyUpdates ?? [];
    this.#earlyUpdates = null;
    if (game.version > this.version) this.replace(game, events);
    if (this.value.status === 'loading') this.update({ status: 'live' });
    if (this.latest?.table === null) this.#subscription?.restart();
    for (const update of early) this.#onUpdate(update);
    this.#queue.judge();
    this.#wakeUp();
  }

  /** @param {GameUpdate} update */
  #onUpdate(update) {
    for (const event of update.events) if (event.__typename === 'ClockStarted') noteServerTime(event.at);
    if (this.#earlyUpdates) return void this.#earlyUpdates.push(update);
    const wasWaiting = this.latest?.table === null;
    if (!this.add(update)) return void this.#load();
    // From the start on, the updates contain less.
    if (wasWaiting && this.latest?.table) this.#subscription?.restart();
    this.#queue.judge();
    this.#wakeUp();
  }

  #onComplete() {
    if (this.value.status !== 'loading') this.update({ status: 'over' });
  }

  /** @param {string} operation @param {Record<string, unknown>} [variables] */
  #request(operation, variables = {}) {
    const { signal } = this.#controller;
    return request(operation, { game: this.#id, ...variables }, { signal, maxRetries: Infinity });
  }

  /** Wait until the events up to a version have arrived, or no more can arrive. @param {number} version */
  async #reached(version) {
    const isDone = () => this.version >= version || this.#isEnded;
    while (!isDone()) {
      await new Promise((resolve) => {
        const timer = setTimeout(() => this.#recover(), UPDATE_TIMEOUT);
        const finish = () => (clearTimeout(timer), this.#waiting.delete(finish), resolve(undefined));
        this.#waiting.add(finish);
      });
    }
  }

  /** The server has accepted a move and no update comes: the socket may be dead, so do without it. */
  #recover() {
    socket.reconnect();
    void this.#load();
  }

  get #isEnded() {
    return this.#controller.signal.aborted || this.value.status === 'gone' || this.value.status === 'failed';
  }

  #wakeUp() {
    for (const finish of [...this.#waiting]) finish();
  }

  /**
   * Make a move. A refusal becomes part of the state.
   * @param {string} mutation @param {Record<string, unknown>} [input] @param {MoveOptions} [options]
   */
  makeMove = async (mutation, input = {}, options = {}) => {
    // The move was chosen on an outdated moment: show the latest one first.
    if (this.value.isStepping) return this.showLatest();
    if (this.value.roundEnd !== null) this.showLatest();
    this.#queue.replace();
    try {
      await this.runCommand(mutation, input, options);
    } catch (error) {
      if (!(error instanceof RefusalError || error instanceof RequestError)) throw error;
      this.update({ refusal: { move: { mutation, input }, code: error.code ?? '', message: error.message } });
    }
  };

  /**
   * Send a command and show its result. Throws RefusalError and RequestError.
   * @param {string} mutation @param {Record<string, unknown>} [input] @param {MoveOptions} [options]
   */
  runCommand = async (mutation, input = {}, { isProbe = false } = {}) => {
    const game = this.value.game;
    if (!game) return;
    if (this.#sentMove) {
      // The button was pressed twice, unless the stream has already brought a later version.
      if (game.version === this.#sentMove.version && !SEAT_COMMANDS.has(mutation)) return;
      await Promise.allSettled([this.#sentMove.done]);
      if (this.#sentMove) return;
    }
    await this.#start({ mutation, input }, game, isProbe);
  };

  /** Whether a move can be queued for your turn. */
  get canQueue() {
    return this.#queue.canQueue;
  }

  /**
   * Queue a move for your turn, in place of the one before. @param {Move} move @param {Game} game as it was when the move
   * was chosen
   */
  queueMove = (move, game) => {
    // The move was chosen on an outdated moment, from another hand: show the latest one first.
    const isSameHand = this.latest !== null && handKey(this.latest) === handKey(game);
    if (isSameHand && this.canQueue) this.#queue.queue(move);
    else this.showLatest();
  };

  cancelQueued = () => this.#queue.cancel();

  /** @param {Move} move @param {Game} game as it was when the move was chosen @param {boolean} isProbe */
  async #start(move, game, isProbe) {
    const done = this.#execute(move, game, isProbe);
    this.#sentMove = { version: game.version, done };
    try {
      await done;
    } finally {
      this.#queue.judge();
    }
  }

  /** @param {Move} move @param {Game} game as it was when the move was chosen @param {boolean} isProbe */
  async #execute(move, game, isProbe) {
    this.update({ pending: move, refusal: null });
    try {
      const { version } = await this.#sendMove(move, game, isProbe);
      await this.#reached(version);
    } finally {
      this.#sentMove = null;
      this.update({ pending: null });
    }
  }

  /** @param {Move} move @param {Game} game as it was when the move was chosen @param {boolean} isProbe */
  async #sendMove({ mutation, input }, game, isProbe) {
    // A move is meant for the moment on screen. In the lobby the moment does not matter.
    const needsVersion = game.table !== null && !SEAT_COMMANDS.has(mutation);
    for (let version = game.version, attempt = 1; ; attempt++) {
      try {
        const expected = needsVersion ? { expectedVersion: version } : {};
        return await sendCommand(mutation, { game: this.#id, ...input, ...expected });
      } catch (error) {
        if (!(error instanceof RefusalError) || error.refusal.__typename !== 'VersionConflict') throw error;
        await this.#reached(error.refusal.actual);
        // Other players' secret bids and queued passes do not affect your choice.
        const isSameChoice = this.latest !== null && choiceKey(this.latest) === choiceKey(game);
        if (isProbe || !isSameChoice || attempt === MAX_ATTEMPTS) throw error;
        version = this.version;
      }
    }
  }

  /** @param {unknown} error */
  #handleError(error) {
    if (this.#controller.signal.aborted) return;
    this.#earlyUpdates = null;
    if (error instanceof GameNotFound) this.update({ status: 'gone' });
    else if (!(error instanceof RequestError)) throw error;
    else if (error.code === 'UNKNOWN_GAME') this.update({ status: 'gone' });
    // After a rejected token the page continues with a new LiveGame, as a spectator.
    else if (error.code !== 'UNAUTHENTICATED' || !this.#viewer) this.update({ status: 'failed', error });
    this.#wakeUp();
  }
}

/** Return everything that your choice of a move depends on, as a text. @param {Game} game */
const choiceKey = ({ you, legalMoves, seats }) => JSON.stringify([legalMoves, you === null ? null : seats[you]?.hand]);

/** @param {Game} game */
const handKey = ({ you, seats, table }) => JSON.stringify([table?.round, you === null ? null : seats[you]?.hand]);

/** Follow a game as the viewer. @param {string} id */
export function useLiveGame(id) {
  const viewer = useViewerId();
  const [attempt, reopen] = useReducer((/** @type {number} */ count) => count + 1, 0);
  const liveGame = useMemo(() => new LiveGame(id, viewer), [id, viewer, attempt]);
  // A layout effect, so that requests are sent before the first paint.
  useLayoutEffect(() => {
    liveGame.start();
    return () => liveGame.stop();
  }, [liveGame]);
  const state = useStore(liveGame);
  const { makeMove, runCommand, showLatest, queueMove, cancelQueued, canQueue } = liveGame;
  return { ...state, makeMove, runCommand, showLatest, queueMove, cancelQueued, canQueue, reopen: () => reopen(0) };
}
