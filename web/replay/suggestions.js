// @ts-check
// What the machine would have done, decision by decision, and how often a player did the same.

import { ask } from '../net/client.js';
import { sameMove } from './decisions.js';

/** How many questions are under way at a time: each makes the server go through the game up to its moment. */
const AT_ONCE = 4;

/**
 * @typedef {import('./decisions.js').Decision} Decision
 * @typedef {import('../schema').Move} Move
 * @typedef {object} Count over the decisions of a seat
 * @property {number} asked how many of them the answer is known of
 * @property {number} of how many there are
 * @property {number} same how often the machine would have done the same
 * @property {{ decision: Decision, suggested: Move }[]} different where it would have done something else
 */

/** The suggestions of one game; each is asked for once. */
export class Suggestions {
  /** @type {Map<string, Move | null>} */
  #known = new Map();

  /** @param {string} game */
  constructor(game) {
    this.game = game;
  }

  /**
   * Return what the machine would have done; null where that cannot be known. Throws Fault, and the signal's reason.
   * @param {Decision} decision @param {AbortSignal} signal @returns {Promise<Move | null>}
   */
  async of({ version, seat }, signal) {
    const key = `${version} ${seat}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { replaySuggestion: move } = await ask('ReplaySuggestion', { game: this.game, version, seat }, { signal });
    // What may not be known yet may be later, when its cards are revealed.
    if (move) this.#known.set(key, move);
    return move;
  }

  /**
   * Compare all decisions, a few at a time. Throws Fault, and the signal's reason.
   * @param {readonly Decision[]} decisions @param {AbortSignal} signal @param {(count: Count) => void} progress
   * @returns {Promise<Count>}
   */
  async compare(decisions, signal, progress) {
    let next = 0;
    /** @type {Count} */
    let count = { asked: 0, of: decisions.length, same: 0, different: [] };
    const work = async () => {
      for (let decision; (decision = decisions[next++]); ) {
        const suggested = await this.of(decision, signal);
        if (!suggested || !decision.done) count = { ...count, of: count.of - 1 };
        else if (sameMove(suggested, decision.done)) count = { ...count, asked: count.asked + 1, same: count.same + 1 };
        else {
          const different = [...count.different, { decision, suggested }];
          count = { ...count, asked: count.asked + 1, different };
        }
        progress(count);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    count.different.sort((one, other) => one.decision.version - other.decision.version);
    return count;
  }
}

/** Tell whether an error only says that somebody cancelled. @param {unknown} error */
export const cancelled = (error) => error instanceof DOMException && error.name === 'AbortError';
