// @ts-check
// Requests over HTTP, repeated after failures of the network and of the server.

import { Retry } from './backoff.js';
import { Fault, faultOf, Unauthenticated, Unreachable } from './errors.js';

/** @typedef {import('./session.js').Session} Session */

/** Answers of proxies while the server is away. */
const AWAY = new Set([502, 503, 504]);

export class Http {
  #fetch;

  /** @param {string} url @param {number} retryTimeout milliseconds @param {typeof fetch} fetcher */
  constructor(url, retryTimeout, fetcher) {
    this.url = url;
    this.retryTimeout = retryTimeout;
    this.#fetch = fetcher;
  }

  /**
   * Execute an operation as the player of a session. It is sent again while no answer comes, unless `repeat` is false,
   * and if the session's token was replaced.
   * @param {Session} session @param {string} query @param {object} variables @param {boolean} repeat
   * @returns {Promise<any>} its data
   */
  async execute(session, query, variables, repeat) {
    const token = await session.token();
    try {
      return await this.send(token, query, variables, repeat);
    } catch (error) {
      // The server did not carry it out.
      if (!(error instanceof Unauthenticated && (await session.hasReplaced(token)))) throw error;
      return this.send(await session.token(), query, variables, repeat);
    }
  }

  /** @param {string | null} token @param {string} query @param {object} variables @param {boolean} repeat @returns {Promise<any>} */
  async send(token, query, variables, repeat) {
    const retry = new Retry(this.retryTimeout);
    for (;;) {
      let least = 0;
      try {
        return await this.#sendOnce(token, query, variables);
      } catch (error) {
        const isRepeatable = error instanceof Fault ? error.isTransient : repeat && error instanceof Unreachable;
        least = error instanceof Fault ? (error.extensions.retryAfter ?? 0) * 1000 : 0;
        if (!isRepeatable || !retry.mayRepeat(least)) throw error;
      }
      await retry.wait(least);
    }
  }

  /** @param {string | null} token @param {string} query @param {object} variables */
  async #sendOnce(token, query, variables) {
    let answer, response;
    try {
      response = await this.#fetch(this.url, {
        method: 'POST',
        headers: {
          Accept: 'application/graphql-response+json, application/json',
          'Content-Type': 'application/json',
          ...(token !== null && { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ query, variables }),
      });
      answer = await response.json();
    } catch (error) {
      if (response && !AWAY.has(response.status)) throw this.#notKibitz(response);
      throw new Unreachable(this.url, error);
    }
    if (answer?.errors) throw faultOf(answer.errors, answer.data);
    if (!answer?.data) throw this.#notKibitz(response);
    return answer.data;
  }

  /** @param {Response} response */
  #notKibitz({ status }) {
    return new Fault([{ message: `${this.url} does not answer as a Kibitz server does (HTTP status ${status}).` }]);
  }
}
