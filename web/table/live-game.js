// @ts-check
// A live game: loads it, follows its events and sends your moves.

import { sendCommand } from '../net/client.js';
import { RefusalError, RequestError } from '../net/errors.js';
import { followGame } from '../net/subscriptions.js';
import { useLayoutEffect, useMemo, useReducer, useStore } from '../ui/html.js';
import { useViewer } from '../ui/viewer.js';
import { GameDisplay, GameNotFound } from './game-display.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('./game-display.js').Move} Move
 * @typedef {{ version: number, done: Promise<void> }} SentMove
 * @typedef {{ isProbe?: boolean }} MoveOptions `isProbe` marks a move that is sent to learn why it is refused
 * @typedef {ReturnType<typeof useLiveGame>} LiveGameState
 */

/** Maximum number of times that a move is sent while the game advances without affecting it. */
const MAX_ATTEMPTS = 5;

/** A game that is followed as one player, from opening the page to leaving it. */
class LiveGame extends GameDisplay {
  #id;
  #token;
  /** The move in flight, with the version it was chosen at. @type {SentMove | null} */
  #sentMove = null;
  /** @type {() => void} */
  #unsubscribe = () => {};

  /** @param {string} id @param {string | undefined} token of the player; undefined for a spectator */
  constructor(id, token) {
    super(id);
    this.#id = id;
    this.#token = token;
  }

  /** Load the game and its events, and follow it. */
  async start() {
    try {
      this.display(await this.fetchGame());
      for (let after = null, more = true; more; ) {
        const { game } = await this.request('Events', { after });
        if (!game) throw new GameNotFound();
        const { events } = game;
        this.addEvents(events.edges.map((/** @type {{ node: import('../schema').GameEvent }} */ { node }) => node));
        ({ endCursor: after, hasNextPage: more } = events.pageInfo);
      }
      if (this.isClosed) return;
      this.#unsubscribe = followGame(this.#id, this.knownVersion, {
        onNext: (event) => (this.addEvents([event]), this.#catchUpSafely()),
        onError: (error) => this.#handleError(error),
        onComplete: () => this.update({ status: 'over' }),
      });
      this.update({ status: 'live' });
      await this.catchUp();
    } catch (error) {
      this.#handleError(error);
    }
  }

  stop() {
    this.close(new RequestError('The table was left.'));
    this.#unsubscribe();
  }

  /**
   * Make a move. A refusal becomes part of the state.
   * @param {string} mutation @param {Record<string, unknown>} [input] @param {MoveOptions} [options]
   */
  makeMove = async (mutation, input = {}, options = {}) => {
    // The move was chosen on an outdated moment: show the latest one first.
    if (this.value.isStepping) return this.showLatest();
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
      if (game.version === this.#sentMove.version) return;
      await Promise.allSettled([this.#sentMove.done]);
      if (this.#sentMove) return;
    }
    const done = this.#execute({ mutation, input }, game, isProbe);
    this.#sentMove = { version: game.version, done };
    await done;
  };

  /** @param {Move} move @param {Game} game as it was when the move was chosen @param {boolean} isProbe */
  async #execute(move, game, isProbe) {
    this.update({ pending: move, refusal: null });
    try {
      const result = await this.#sendMove(move, game, isProbe);
      this.keepLatest(result.game);
      this.addEvents(result.events);
      this.displayOwnMove(result.game);
      // The consequences are shown step by step, and no move can be made until then.
      if (this.value.isBehind) this.update({ isStepping: true });
    } finally {
      this.#sentMove = null;
      this.update({ pending: null });
      // A refused move, too, may mean that the game has advanced.
      this.#catchUpSafely();
    }
  }

  /** @param {Move} move @param {Game} game as it was when the move was chosen @param {boolean} isProbe */
  async #sendMove({ mutation, input }, game, isProbe) {
    // A move is meant for the moment on screen. In the lobby, and for the seat as a whole, the moment does not matter.
    const needsVersion = game.table !== null && mutation !== 'automateSeat';
    for (let version = game.version, attempt = 1; ; attempt++) {
      try {
        const expected = needsVersion ? { expectedVersion: version } : {};
        return await sendCommand(mutation, { game: this.#id, ...input, ...expected });
      } catch (error) {
        const isConflict = error instanceof RefusalError && error.code === 'VERSION_CONFLICT';
        if (!isConflict || isProbe || attempt === MAX_ATTEMPTS) throw error;
        const latest = await this.fetchGame();
        // Other players' secret bids and queued passes do not affect your choice.
        if (choiceKey(latest) !== choiceKey(game)) throw error;
        version = latest.version;
      }
    }
  }

  #catchUpSafely() {
    this.catchUp().catch((error) => this.#handleError(error));
  }

  /** @param {unknown} error */
  #handleError(error) {
    if (this.isClosed) return;
    if (error instanceof GameNotFound) this.update({ status: 'gone' });
    else if (!(error instanceof RequestError)) throw error;
    else if (error.code === 'UNKNOWN_GAME') this.update({ status: 'gone' });
    // After a rejected token the page continues with a new LiveGame, as a spectator.
    else if (error.code !== 'UNAUTHENTICATED' || !this.#token) this.update({ status: 'failed', error });
  }
}

/** Return everything that your choice of a move depends on, as a text. @param {Game} game */
const choiceKey = ({ you, legalMoves, seats }) => JSON.stringify([legalMoves, you === null ? null : seats[you]?.hand]);

/** Follow a game as the viewer. @param {string} id */
export function useLiveGame(id) {
  const token = useViewer()?.token;
  const [attempt, reopen] = useReducer((/** @type {number} */ count) => count + 1, 0);
  const liveGame = useMemo(() => new LiveGame(id, token), [id, token, attempt]);
  // A layout effect, so that requests are sent before the first paint.
  useLayoutEffect(() => {
    liveGame.start();
    return () => liveGame.stop();
  }, [liveGame]);
  const { makeMove, runCommand, showLatest } = liveGame;
  return { ...useStore(liveGame), makeMove, runCommand, showLatest, reopen: () => reopen(0) };
}
