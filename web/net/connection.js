// @ts-check
// The line to the server: whether it can be reached, by requests and by the socket, and what went wrong.

import { Store } from '../ui/html.js';

/** Whether the server can be reached: 'open', or 'lost' while that is tried again. */
export const connection = new Store(/** @type {'open' | 'lost'} */ ('open'));

/** Whether the server no longer knows this page's documents: it has a newer page. */
export const outdated = new Store(false);

/** What may have another answer soon, if exactly the same is sent again. */
export const PASSING = new Set(['UNAVAILABLE', 'TIMEOUT', 'NOT_READY', 'NOT_FRESH', 'TOO_MANY_REQUESTS']);

/** The server could not do what was asked; `code` says why, undefined where there was no server to tell. */
export class Fault extends Error {
  /** @param {string} message @param {string} [code] */
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

/** The ways to the server that do not work now. @type {Set<'requests' | 'socket'>} */
const lost = new Set();

/** Note whether a way to the server works. @param {'requests' | 'socket'} way @param {boolean} works */
export function reached(way, works) {
  // What comes over the socket proves more than a request that failed before.
  if (works && way === 'socket') lost.clear();
  else if (works) lost.delete(way);
  else lost.add(way);
  connection.set(lost.size ? 'lost' : 'open');
}

/**
 * Return for how many milliseconds to wait before trying again.
 * @param {number} attempt from 0 @param {number} first of about how many before the first
 */
export const patience = (attempt, first) =>
  Math.min(first * 2 ** Math.min(attempt, 10), 4_000) * (0.75 + Math.random() / 2);
