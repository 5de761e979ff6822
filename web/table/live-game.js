// @ts-check
// A game that is followed: what has happened in it, and the moves that one makes.

import { command, Fault, follow, Refused } from '../net/client.js';
import { useLayoutEffect, useMemo, useReducer, useStore } from '../ui/html.js';
import { useViewer } from '../net/session.js';
import { Gone, Showing } from './game-display.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('./game-display.js').Move} Move
 * @typedef {{ version: number, done: Promise<void> }} Sent
 */

/** How often a move is sent again because the game went on where that does not touch it. */
const TRIES = 5;

/** One game, from when it is opened until it is left. */
class Followed extends Showing {
  #id;
  #token;
  /** The move that is being carried out, and what was on screen when it was chosen. @type {Sent | null} */
  #sent = null;
  /** @type {() => void} */
  #unfollow = () => {};

  /** @param {string} id @param {string | undefined} token of who follows it; none of an onlooker */
  constructor(id, token) {
    super(id);
    this.#id = id;
    this.#token = token;
  }

  /** Read the game and what has happened in it, and follow it from there. */
  async begin() {
    try {
      this.show(await this.view());
      for (let after = null, more = true; more; ) {
        const { events } = await this.ask('Events', { after });
        if (!events) throw new Gone();
        this.take(events.edges.map((/** @type {{ node: import('../schema').GameEvent }} */ { node }) => node));
        ({ endCursor: after, hasNextPage: more } = events.pageInfo);
      }
      if (this.left) return;
      this.#unfollow = follow(this.#id, this.known, {
        next: (event) => (this.take([event]), this.#goOn()),
        failed: (fault) => this.#fail(fault),
        ended: () => this.change({ status: 'over' }),
      });
      this.change({ status: 'live' });
      await this.catchUp();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Follow it no more. */
  end() {
    this.leave(new Fault('The table was left.'));
    this.#unfollow();
  }

  /**
   * Make a move; what is refused is kept to be shown.
   * @param {string} mutation @param {Record<string, unknown>} [input]
   * @param {{ attempt?: boolean }} [how] `attempt` for what is not offered, and tried to hear why
   */
  act = async (mutation, input = {}, how = {}) => {
    // What is being shown step by step is over; what has just come in is for the server to weigh.
    if (this.value.stepping) return this.hurry();
    try {
      await this.perform(mutation, input, how);
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Fault)) throw error;
      this.change({ refusal: { move: { mutation, input }, code: error.code ?? '', message: error.message } });
    }
  };

  /**
   * Carry a command out and show what it led to. Throws Refused, and Fault.
   * @param {string} mutation @param {Record<string, unknown>} [input] @param {{ attempt?: boolean }} [how]
   */
  perform = async (mutation, input = {}, { attempt = false } = {}) => {
    const game = this.value.game;
    if (!game) return;
    if (this.#sent) {
      // Pressed twice. From a later moment it is another move: the stream may be quicker than the answer.
      if (game.version === this.#sent.version) return;
      await Promise.allSettled([this.#sent.done]);
      if (this.#sent) return;
    }
    const done = this.#carryOut({ mutation, input }, game, attempt);
    this.#sent = { version: game.version, done };
    await done;
  };

  /** @param {Move} move @param {Game} game as it was when the move was chosen @param {boolean} attempt */
  async #carryOut(move, game, attempt) {
    this.change({ pending: move, refusal: null });
    try {
      const done = await this.#send(move, game, attempt);
      this.hear(done.game);
      this.take(done.events);
      this.showOwn(done.game);
      // The rest is shown step by step: nothing more can be chosen from what is on screen until then.
      if (this.value.behind) this.change({ stepping: true });
    } finally {
      this.#sent = null;
      this.change({ pending: null });
      // Also when it was refused: another tab, or another player, may have been quicker.
      this.#goOn();
    }
  }

  /** @param {Move} move @param {Game} game as it was when the move was chosen @param {boolean} attempt */
  async #send({ mutation, input }, game, attempt) {
    // A move is meant for what was on screen; in the lobby, and for one's seat as a whole, that does not matter.
    const meant = game.table !== null && mutation !== 'automateSeat';
    for (let version = game.version, tries = 1; ; tries++) {
      try {
        return await command(mutation, { game: this.#id, ...input, ...(meant ? { expectedVersion: version } : {}) });
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== 'VERSION_CONFLICT' || attempt || tries === TRIES) throw error;
        const now = await this.view();
        // What others did in secret, or ahead of their turn, leaves the choice as it was.
        if (choice(now) !== choice(game)) throw error;
        version = now.version;
      }
    }
  }

  #goOn() {
    this.catchUp().catch((error) => this.#fail(error));
  }

  /** @param {unknown} error */
  #fail(error) {
    if (this.left) return;
    if (error instanceof Gone) this.change({ status: 'gone' });
    else if (!(error instanceof Fault)) throw error;
    else if (error.code === 'UNKNOWN_GAME') this.change({ status: 'gone' });
    // Whoever is signed out looks on, as another who follows the game.
    else if (error.code !== 'UNAUTHENTICATED' || !this.#token) this.change({ status: 'failed', fault: error });
  }
}

/** Return what a choice rests on, as a text. @param {Game} game */
const choice = ({ you, legalMoves, seats }) => JSON.stringify([legalMoves, you === null ? null : seats[you]?.hand]);

/** Follow a game as whoever is signed in; whose sign-in has expired looks on. @param {string} id */
export function useGame(id) {
  const token = useViewer()?.token;
  const [attempt, again] = useReducer((/** @type {number} */ count) => count + 1, 0);
  const followed = useMemo(() => new Followed(id, token), [id, token, attempt]);
  // Not after the frame before it is painted: what is asked for is under way meanwhile.
  useLayoutEffect(() => {
    followed.begin();
    return () => followed.end();
  }, [followed]);
  const { act, perform, hurry } = followed;
  return { ...useStore(followed), act, perform, hurry, again: () => again(0) };
}
