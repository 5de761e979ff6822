// @ts-check
// The errors of requests: failures of the server or the network, and refusals of the game.

/** Codes of errors that the same request may not get again a moment later. */
export const RETRYABLE_CODES = new Set(['UNAVAILABLE', 'TIMEOUT', 'NOT_READY', 'NOT_UP_TO_DATE', 'TOO_MANY_REQUESTS']);

/** The server failed to answer a request. `code` is undefined if it could not be reached. */
export class RequestError extends Error {
  /** @param {string} message @param {string} [code] */
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

/** Return whether the same request may succeed a moment later. @param {unknown} error */
export const isRetryable = (error) =>
  error instanceof RequestError && (error.code === undefined || RETRYABLE_CODES.has(error.code));

/** The server refused a command by the rules or the state of the game. Nothing has changed. */
export class RefusalError extends Error {
  /** @param {import('../schema').Refusal} refusal with all its fields but `game` */
  constructor(refusal) {
    super(refusal.message);
    this.code = refusal.code;
    this.refusal = refusal;
  }
}
