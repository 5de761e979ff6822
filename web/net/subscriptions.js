// @ts-check
// GraphQL subscriptions over the shared socket; each resumes by itself after a lost connection.

import { socket } from './socket.js';

/** @typedef {import('./errors.js').RequestError} RequestError */

const noop = () => {};

/**
 * Start a subscription; returns a function that ends it.
 * @param {string} operation @param {() => Record<string, unknown>} variables called at each start and restart
 * @param {{ onNext: (data: any) => void, onError?: (error: RequestError) => void, onComplete?: () => void }} handlers
 * @returns {() => void}
 */
export function subscribe(operation, variables, { onNext, onError = noop, onComplete = noop }) {
  const subscription = { operation, variables, onNext, onError, onComplete };
  socket.start(subscription);
  return () => socket.stop(subscription);
}

/**
 * Subscribe to a game's events after a version, each once and in order; returns a function that ends it.
 * @param {string} game @param {number} afterVersion
 * @param {{
 *   onNext: (event: import('../schema').GameEvent) => void, onError: (error: RequestError) => void,
 *   onComplete?: () => void,
 * }} handlers
 * @returns {() => void}
 */
export function followGame(game, afterVersion, { onNext, onError, onComplete }) {
  let lastVersion = afterVersion;
  return subscribe('Follow', () => ({ game, after: lastVersion }), {
    onNext: ({ gameEvents: event }) => {
      // The last events before a reconnect can arrive twice.
      if (event.version <= lastVersion) return;
      lastVersion = event.version;
      onNext(event);
    },
    onError,
    onComplete,
  });
}
