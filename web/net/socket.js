// @ts-check
// The WebSocket that all subscriptions share: open while there are any, reconnected when it is lost.

import { operations } from '../operations.js';
import { isOutdated, reportReachable } from './connection.js';
import { RequestError, RETRYABLE_CODES } from './errors.js';
import { retryDelay } from './retry.js';
import { bearerToken, isSessionExpired, markSessionExpired, session } from './session.js';

/** Codes of errors after which a subscription restarts. */
const RESUMABLE_CODES = new Set(['STREAM_INTERRUPTED', 'SLOW_CONSUMER', ...RETRYABLE_CODES]);
/** Milliseconds without a message before a ping is sent; after twice that, the socket is replaced. */
const SILENCE_LIMIT = 10_000;
/** The close code for a rejected token, by the graphql-transport-ws protocol. */
const CLOSE_FORBIDDEN = 4403;

/**
 * @typedef {object} Subscription
 * @property {string} operation
 * @property {() => Record<string, unknown>} variables called at each start and restart
 * @property {(data: any) => void} onNext
 * @property {(error: RequestError) => void} onError
 * @property {() => void} onComplete
 */

class SubscriptionSocket {
  /** The active subscriptions by id. An id is never reused. @type {Map<string, Subscription>} */
  #active = new Map();
  /** The restart timers of interrupted subscriptions. @type {Map<Subscription, ReturnType<typeof setTimeout>>} */
  #retryTimers = new Map();
  /** @type {WebSocket | null} */
  #webSocket = null;
  #isReady = false;
  #attempts = 0;
  #lastId = 0;
  #lastMessageAt = 0;
  /** The token of the current socket: its subscriptions show what this player may see. */
  #token = bearerToken();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #reconnectTimer;

  constructor() {
    // Subscriptions restart as the new player.
    session.subscribe(() => this.#onSessionChange());
    isSessionExpired.subscribe(() => this.#onSessionChange());
    addEventListener('online', () => this.reconnectNow());
    addEventListener('pageshow', () => this.reconnectNow());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.reconnectNow());
    setInterval(() => this.#checkLiveness(), SILENCE_LIMIT / 2);
  }

  /** @param {Subscription} subscription */
  start(subscription) {
    this.#retryTimers.delete(subscription);
    const id = String(++this.#lastId);
    this.#active.set(id, subscription);
    if (this.#isReady) this.#subscribe(id, subscription);
    else this.#connect();
  }

  /** @param {Subscription} subscription */
  stop(subscription) {
    clearTimeout(this.#retryTimers.get(subscription));
    this.#retryTimers.delete(subscription);
    for (const [id, each] of this.#active) {
      if (each !== subscription) continue;
      this.#active.delete(id);
      if (this.#isReady) this.#send({ id, type: 'complete' });
    }
    this.#closeIfIdle();
  }

  #connect() {
    if (this.#webSocket || !this.#active.size) return;
    clearTimeout(this.#reconnectTimer);
    const webSocket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws');
    const token = (this.#token = bearerToken());
    this.#webSocket = webSocket;
    this.#lastMessageAt = Date.now();
    // A replaced socket may still deliver messages, meant for the former player.
    webSocket.onopen = () => this.#webSocket === webSocket
      && this.#send({ type: 'connection_init', payload: token ? { Authorization: `Bearer ${token}` } : {} });
    webSocket.onmessage = ({ data }) => this.#webSocket === webSocket && this.#onMessage(JSON.parse(data));
    webSocket.onclose = ({ code }) => this.#webSocket === webSocket && this.#onClose(code, token);
  }

  /** @param {number} code @param {string | null} token the one that was sent */
  #onClose(code, token) {
    this.#webSocket = null;
    this.#isReady = false;
    if (code === CLOSE_FORBIDDEN && token) markSessionExpired(token);
    if (!this.#active.size || this.#webSocket) return;
    reportReachable('socket', false);
    this.#reconnectTimer = setTimeout(() => this.#connect(), retryDelay(this.#attempts++, 100));
  }

  /** @param {any} message */
  #onMessage({ type, id, payload }) {
    this.#lastMessageAt = Date.now();
    const subscription = this.#active.get(id);
    if (type === 'ping') this.#send({ type: 'pong' });
    else if (type === 'connection_ack') {
      this.#isReady = true;
      this.#attempts = 0;
      for (const [activeId, active] of this.#active) this.#subscribe(activeId, active);
      reportReachable('socket', true);
    } else if (!subscription) return;
    else if (type === 'next' && !payload.errors) subscription.onNext(payload.data);
    else if (type === 'next' || type === 'error') this.#onError(id, subscription, (payload.errors ?? payload)[0]);
    else if (type === 'complete') {
      this.#active.delete(id);
      subscription.onComplete();
      this.#closeIfIdle();
    }
  }

  /**
   * @param {string} id @param {Subscription} subscription
   * @param {{ message: string, extensions?: { code?: string } }} error
   */
  #onError(id, subscription, { message, extensions }) {
    this.#active.delete(id);
    const code = extensions?.code ?? '';
    // The log was restored from a backup, so that events on this page may no longer exist.
    if (code === 'LOG_RESTORED') location.reload();
    else if (RESUMABLE_CODES.has(code)) {
      this.#retryTimers.set(subscription, setTimeout(() => this.start(subscription), retryDelay(1, 150)));
    } else {
      if (code === 'UNAUTHENTICATED') markSessionExpired(this.#token);
      if (code === 'UNKNOWN_DOCUMENT') isOutdated.set(true);
      subscription.onError(new RequestError(message, code));
    }
    this.#closeIfIdle();
  }

  /** @param {string} id @param {Subscription} subscription */
  #subscribe(id, subscription) {
    const payload = { documentId: operations[subscription.operation], variables: subscription.variables() };
    this.#send({ id, type: 'subscribe', payload });
  }

  /** @param {object} message */
  #send(message) {
    if (this.#webSocket?.readyState === WebSocket.OPEN) this.#webSocket.send(JSON.stringify(message));
  }

  /** Detect a dead connection that the browser does not report. */
  #checkLiveness() {
    if (!this.#webSocket) return;
    const silence = Date.now() - this.#lastMessageAt;
    if (silence > 2 * SILENCE_LIMIT) this.reconnect();
    else if (silence > SILENCE_LIMIT) this.#send({ type: 'ping' });
  }

  /** Connect at once instead of after the delay, because the network may be back. */
  reconnectNow() {
    if (!this.#webSocket) this.#connect();
    else this.#checkLiveness();
  }

  #onSessionChange() {
    if (bearerToken() !== this.#token) this.reconnect();
  }

  /** Replace the connection; all subscriptions restart. */
  reconnect() {
    this.#close();
    this.#connect();
  }

  #closeIfIdle() {
    if (this.#active.size || this.#retryTimers.size) return;
    this.#close();
    reportReachable('socket', true);
  }

  #close() {
    clearTimeout(this.#reconnectTimer);
    const webSocket = this.#webSocket;
    this.#webSocket = null;
    this.#isReady = false;
    webSocket?.close(1000);
  }
}

export const socket = new SubscriptionSocket();
