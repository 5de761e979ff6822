// @ts-check
// The session of a signed-in player: its token, renewed when half of its time has passed, and where it is kept.

import { Refused, Unauthenticated } from './errors.js';

/**
 * A session as it is stored. Times are milliseconds since 1970; `expiresAt` is missing as long as it is unknown.
 * @typedef {{ token: string, since: number, expiresAt?: number }} StoredSession
 *
 * Keeps the session of one player, such as `browserStorage()`.
 * @typedef {object} SessionStorage
 * @property {() => StoredSession | null | Promise<StoredSession | null>} load
 * @property {(session: StoredSession | null) => void | Promise<void>} save with null, forget it
 *
 * The requests that a session needs.
 * @typedef {object} SessionRequests
 * @property {(token: string) => Promise<string>} expiry tells when a token expires
 * @property {(token: string) => Promise<{ token: string, expiresAt: string }>} renew
 */

/** Milliseconds after a failed renewal before the next attempt. */
const PAUSE = 60_000;
/** Milliseconds before the expiry from which on requests wait for the renewal. */
const LAST_MOMENT = 10_000;
/** The longest timer, in milliseconds; longer ones overflow. */
const LONGEST_TIMER = 86_400_000;

export class Session {
  /** @type {StoredSession | null} */
  #stored = null;
  /** @type {Promise<void> | null} */
  #renewal = null;
  #pausedUntil = 0;
  #users = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #storage;
  #requests;
  /** @type {Promise<void>} */
  #loaded;

  /** @param {string | null} token @param {SessionStorage | null} storage @param {SessionRequests} requests */
  constructor(token, storage, requests) {
    this.#storage = storage;
    this.#requests = requests;
    if (token !== null) this.#stored = { token, since: Date.now() };
    this.#loaded = token === null ? this.reload().then(() => {}) : Promise.resolve();
  }

  /** Return the token to send, null for a spectator; renew it if it is time. */
  async token() {
    await this.#loaded;
    const { expiresAt } = this.#stored ?? {};
    const renewal = this.#renewIfDue();
    // Until shortly before the expiry the old token does, so that no request waits.
    if (expiresAt !== undefined && Date.now() > expiresAt - LAST_MOMENT) await renewal;
    return this.#stored?.token ?? null;
  }

  /**
   * Return whether another token is known than the one that the server rejected: a renewed one, or one that another
   * tab has stored.
   * @param {string | null} rejected
   */
  async hasReplaced(rejected) {
    if (rejected === null) return false;
    await this.#renewal;
    if (this.#stored?.token === rejected) await this.reload();
    return this.#stored !== null && this.#stored.token !== rejected;
  }

  /** Start a session, or end it. @param {string | null} token @param {string} [expiresAt] */
  async set(token, expiresAt) {
    await this.#loaded;
    this.#stored = token === null ? null : { token, since: Date.now(), ...(expiresAt && { expiresAt: Date.parse(expiresAt) }) };
    this.#pausedUntil = 0;
    await this.#storage?.save(this.#stored);
    this.#schedule();
  }

  /** Read the session that is stored. */
  async reload() {
    this.#stored = (await this.#storage?.load()) ?? this.#stored;
  }

  /** Renew the token in time, without requests too, until the returned function is called. */
  keepRenewed() {
    this.#users++;
    void this.token();
    this.#schedule();
    return () => {
      this.#users--;
      this.#schedule();
    };
  }

  /** @returns {Promise<void> | null} */
  #renewIfDue() {
    if (this.#stored === null || this.#renewal || Date.now() < this.#pausedUntil) return this.#renewal;
    if (Date.now() < this.#dueAt(this.#stored)) return null;
    this.#renewal = this.#renew(this.#stored).finally(() => {
      this.#renewal = null;
      this.#schedule();
    });
    return this.#renewal;
  }

  /** @param {StoredSession} session */
  #dueAt({ since, expiresAt }) {
    return expiresAt === undefined ? since : (since + expiresAt) / 2;
  }

  /** Renew a session, or learn when it expires. @param {StoredSession} session */
  async #renew(session) {
    try {
      const known = session.expiresAt !== undefined;
      const { token, expiresAt } = known
        ? await this.#requests.renew(session.token)
        : { token: session.token, expiresAt: await this.#requests.expiry(session.token) };
      // Signed out or in meanwhile: that counts.
      if (this.#stored === session) await this.set(token, expiresAt);
    } catch (error) {
      // This token is not renewable, or not valid: the next request tells.
      const isFinal = error instanceof Refused || error instanceof Unauthenticated;
      this.#pausedUntil = isFinal ? Infinity : Date.now() + PAUSE;
    }
  }

  #schedule() {
    clearTimeout(this.#timer);
    if (!this.#users || this.#stored === null || this.#pausedUntil === Infinity) return;
    const due = Math.max(this.#dueAt(this.#stored), this.#pausedUntil) - Date.now();
    this.#timer = setTimeout(
      () => {
        void this.#renewIfDue();
        this.#schedule();
      },
      Math.min(Math.max(due, 1_000), LONGEST_TIMER),
    );
  }
}

/** Keep the session in the browser, for all its tabs. @param {string} [key] @returns {SessionStorage} */
export const browserStorage = (key = 'kibitz.client') => ({
  load: () => JSON.parse(localStorage.getItem(key) ?? 'null'),
  save: (session) => (session ? localStorage.setItem(key, JSON.stringify(session)) : localStorage.removeItem(key)),
});
