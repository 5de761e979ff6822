// @ts-check
// Waits between attempts: exponential back-off with full jitter, so that clients do not return at the same moment.

const SHORTEST = 200;
const LONGEST = 10_000;

/** @param {number} milliseconds @returns {Promise<void>} */
export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Return how many milliseconds to wait after an attempt. @param {number} attempt from 0 */
export const delayAfter = (attempt) => Math.random() * Math.min(SHORTEST * 2 ** attempt, LONGEST);

/** The attempts of one request, until `timeout` milliseconds after the first failure. */
export class Retry {
  #attempt = 0;
  #failingSince = NaN;
  #timeout;

  /** @param {number} timeout */
  constructor(timeout) {
    this.#timeout = timeout;
  }

  /** Record a failure, and return whether another attempt may be made. @param {number} [least] milliseconds to wait */
  mayRepeat(least = 0) {
    if (Number.isNaN(this.#failingSince)) this.#failingSince = Date.now();
    return Date.now() + least - this.#failingSince < this.#timeout;
  }

  /** Wait before the next attempt. @param {number} [least] milliseconds */
  async wait(least = 0) {
    await sleep(least + delayAfter(this.#attempt++));
  }

  /** Record a success. */
  reset() {
    this.#attempt = 0;
    this.#failingSince = NaN;
  }
}
