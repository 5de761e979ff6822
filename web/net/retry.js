// @ts-check
// Delays between retries: exponential back-off with jitter.

/** The longest delay in milliseconds, before jitter. */
const MAX_DELAY = 4_000;
/** The delay in milliseconds before the first retry of a request. */
const REQUEST_DELAY = 150;

/**
 * Return the milliseconds to wait before the next attempt.
 * @param {number} attempt from 0 @param {number} baseDelay milliseconds for attempt 0
 */
export const retryDelay = (attempt, baseDelay) =>
  Math.min(baseDelay * 2 ** Math.min(attempt, 10), MAX_DELAY) * (0.75 + Math.random() / 2);

/**
 * Wait before a request is sent again. The wait ends early when the browser comes back online.
 * Rejects with the signal's reason.
 * @param {number} attempt from 0 @param {AbortSignal} [signal]
 */
export const waitForRetry = (attempt, signal) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const listeners = new AbortController();
    const cleanUp = () => (clearTimeout(timer), listeners.abort());
    const finish = () => (cleanUp(), resolve(undefined));
    const timer = setTimeout(finish, retryDelay(attempt, REQUEST_DELAY));
    addEventListener('online', finish, { signal: listeners.signal });
    signal?.addEventListener('abort', () => (cleanUp(), reject(signal.reason)), { signal: listeners.signal });
  });
