// @ts-check
// Subscriptions over one WebSocket, resumed after interruptions.

import { createClient } from 'graphql-ws/client';

import { Retry, delayAfter, sleep } from './backoff.js';
import { Fault, faultOf, Unauthenticated, Unreachable } from './errors.js';

/**
 * @typedef {import('./session.js').Session} Session
 * @typedef {import('./errors.js').GraphQLError} GraphQLError
 */

/** The code with which the server closes a socket whose token is not valid, or no longer. */
const FORBIDDEN = 4403;
const RESTORED = 'LOG_RESTORED';

export class Subscriptions {
  #session;
  /** Opens the socket at the first subscription. @type {import('graphql-ws/client').Client | null} */
  #client = null;
  #webSocket;
  #retry;
  #url;
  /** The token of the socket. @type {string | null} */
  #token = null;

  /** @param {string} url @param {Session} session @param {number} retryTimeout milliseconds @param {unknown} webSocket */
  constructor(url, session, retryTimeout, webSocket) {
    this.#url = url;
    this.#session = session;
    this.#retry = new Retry(retryTimeout);
    this.#webSocket = webSocket;
  }

  #connected() {
    return (this.#client ??= createClient({
      url: this.#url.replace(/^http/, 'ws'),
      webSocketImpl: this.#webSocket,
      connectionParams: async () => {
        this.#token = await this.#session.token();
        return this.#token === null ? {} : { Authorization: `Bearer ${this.#token}` };
      },
      retryAttempts: Infinity,
      // Also when the server cannot be reached. By default the client retries after close events only.
      shouldRetry: (failure) => closeCode(failure) !== FORBIDDEN && this.#retry.mayRepeat(),
      retryWait: (attempt) => sleep(delayAfter(attempt)),
      on: { connected: () => this.#retry.reset() },
    }));
  }

  /**
   * Yield the results of a subscription until the server completes it. After an interruption it is sent again with its
   * variables as they are then.
   * @param {string} query @param {Record<string, unknown>} variables
   * @param {() => void} [onRestored] called before it is sent again to a server whose games were restored from a backup
   * @returns {AsyncGenerator<any>}
   */
  async *results(query, variables, onRestored) {
    const release = this.#session.keepRenewed();
    try {
      for (let attempt = 0; ; attempt++) {
        const fault = yield* this.#once(query, variables, () => (attempt = 0));
        if (!fault) return;
        if (fault.code === RESTORED) onRestored?.();
        await sleep((fault.extensions.retryAfter ?? 0) * 1000 + delayAfter(attempt));
      }
    } finally {
      release();
    }
  }

  /** Close the socket. */
  async close() {
    await this.#client?.dispose();
  }

  /**
   * Yield results until the subscription is complete, or return the fault that has interrupted it.
   * @param {string} query @param {Record<string, unknown>} variables @param {() => void} onResult
   */
  async *#once(query, variables, onResult) {
    try {
      for await (const { data, errors } of this.#connected().iterate({ query, variables })) {
        if (errors) throw faultOf(/** @type {readonly GraphQLError[]} */ (errors), data);
        onResult();
        yield data;
      }
    } catch (error) {
      return await this.#interruption(error);
    }
    return null;
  }

  /** Return the fault after which the subscription can be resumed; throw all others. @param {unknown} error */
  async #interruption(error) {
    const fault = Array.isArray(error) ? faultOf(error) : this.#closeError(error);
    if (!(fault instanceof Fault)) throw fault;
    const isResumable = fault instanceof Unauthenticated ? await this.#session.hasReplaced(this.#token) : fault.isInterruption;
    if (!isResumable) throw fault;
    return fault;
  }

  /** @param {any} error what the subscription ended with */
  #closeError(error) {
    if (error instanceof Error && 'code' in error && !('reason' in error)) return error;
    if (closeCode(error) === FORBIDDEN) return faultOf([{ message: error.reason, extensions: { code: 'UNAUTHENTICATED' } }]);
    return new Unreachable(this.#url, error);
  }
}

/** @param {any} failure */
const closeCode = (failure) => failure?.code;
