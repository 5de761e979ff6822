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
 * What a game's updates contain: the `whole` game after each, the game after each event (`steps`), or only events.
 * @typedef {{ whole?: boolean, steps?: boolean }} UpdateContent
 */

/**
 * Subscribe to a game's updates, each once and in order. The first is a snapshot; after a lost connection the
 * subscription continues with the missed updates.
 * @param {string} game @param {() => UpdateContent} content called at each start and restart
 * @param {{
 *   onNext: (update: import('../schema').GameUpdate) => void, onError: (error: RequestError) => void,
 *   onComplete?: () => void,
 * }} handlers
 * @returns {{ stop: () => void, restart: () => void }} `restart()` continues with other content
 */
export function followGame(game, content, { onNext, onError, onComplete = noop }) {
  let lastVersion = 0;
  /** @type {string | null} */
  let cursor = null;
  const subscription = {
    operation: 'GameUpdates',
    variables: () => ({ game, after: cursor, ...content() }),
    /** @param {{ gameUpdates: import('../schema').GameUpdate }} data */
    onNext({ gameUpdates: update }) {
      // The last updates before a reconnect can arrive twice.
      if (!update.snapshot && update.version <= lastVersion) return;
      lastVersion = update.version;
      cursor = update.cursor;
      onNext(update);
    },
    onError,
    onComplete,
  };
  socket.start(subscription);
  return {
    stop: () => socket.stop(subscription),
    restart: () => (socket.stop(subscription), socket.start(subscription)),
  };
}
