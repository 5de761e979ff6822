// @ts-check
// The machine's suggestions for past decisions, and how often a player made the same move.

import { request } from '../net/client.js';
import { isSameMove } from './decisions.js';

/** Maximum concurrent requests; for each, the server replays the game up to the decision. */
const CONCURRENCY = 4;

/**
 * @typedef {import('./decisions.js').Decision} Decision
 * @typedef {import('../schema').Move} Move
 * @typedef {import('../schema').Hint} Hint
 * @typedef {object} Comparison of the decisions of a seat with the machine's suggestions
 * @property {number} total how many decisions can be compared
 * @property {number} comparedCount
 * @property {number} sameCount
 * @property {{ decision: Decision, suggestedMove: Move }[]} differences
 */

/** The suggestions of one game; each is requested once. */
export class Suggestions {
  /** @type {Map<string, Hint>} */
  #hintsByDecision = new Map();

  /** @param {string} game */
  constructor(game) {
    this.game = game;
  }

  /**
   * Return the machine's move with its reason; null if the viewer may not know what the seat knew.
   * Throws RequestError, and the signal's reason.
   * @param {Decision} decision @param {AbortSignal} signal @returns {Promise<Hint | null>}
   */
  async suggest({ version, seat }, signal) {
    const key = `${version} ${seat}`;
    const known = this.#hintsByDecision.get(key);
    if (known) return known;
    const variables = { game: this.game, version, seat };
    const { game: { at: { hint } } } = await request('ReplaySuggestion', variables, { signal });
    // A null answer is not kept, because cards that are revealed later can change it.
    if (hint) this.#hintsByDecision.set(key, hint);
    return hint;
  }

  /**
   * Compare decisions with the suggestions, a few at a time. Throws RequestError, and the signal's reason.
   * @param {readonly Decision[]} decisions @param {AbortSignal} signal
   * @param {(comparison: Comparison) => void} onProgress
   * @returns {Promise<Comparison>}
   */
  async compare(decisions, signal, onProgress) {
    let nextIndex = 0;
    /** @type {Comparison} */
    let comparison = { total: decisions.length, comparedCount: 0, sameCount: 0, differences: [] };
    const worker = async () => {
      for (let decision; (decision = decisions[nextIndex++]); ) {
        const suggestedMove = (await this.suggest(decision, signal))?.move;
        const { total, comparedCount, sameCount, differences } = comparison;
        if (!suggestedMove || !decision.move) comparison = { ...comparison, total: total - 1 };
        else if (isSameMove(suggestedMove, decision.move)) {
          comparison = { ...comparison, comparedCount: comparedCount + 1, sameCount: sameCount + 1 };
        } else {
          const difference = { decision, suggestedMove };
          comparison = { ...comparison, comparedCount: comparedCount + 1, differences: [...differences, difference] };
        }
        onProgress(comparison);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    comparison.differences.sort((one, other) => one.decision.version - other.decision.version);
    return comparison;
  }
}

/** Return whether an error is only a cancelled request. @param {unknown} error */
export const isCancelled = (error) => error instanceof DOMException && error.name === 'AbortError';
