// @ts-check
// The socket that all subscriptions of this page share: opened when there is one, and again when it was lost.

import { Fault, outdated, PASSING, patience, reached } from './connection.js';
import { operations } from '../operations.js';
import { bearer, expire, expired, session } from './session.js';

/** How a stream ends that is to be taken up again after the last that came. */
const CUT_OFF = new Set(['STREAM_INTERRUPTED', 'SLOW_CONSUMER', ...PASSING]);
/** Milliseconds without a word after which a socket is asked whether it is still there, and given up. */
const SILENCE = 10_000;
/** How a server closes a socket whose token it does not take. */
const FORBIDDEN = 4403;

/**
 * @typedef {object} Subscription
 * @property {string} operation
 * @property {() => Record<string, unknown>} variables as they are whenever it is begun, or begun again
 * @property {(data: any) => void} next
 * @property {(fault: Fault) => void} failed
 * @property {() => void} ended
 */

class Socket {
  /** The subscriptions by their ids, of which each is used once. @type {Map<string, Subscription>} */
  #going = new Map();
  /** Those that were cut off, and when they begin again. @type {Map<Subscription, ReturnType<typeof setTimeout>>} */
  #waiting = new Map();
  /** @type {WebSocket | null} */
  #open = null;
  #ready = false;
  #attempt = 0;
  #count = 0;
  #heard = 0;
  /** Whose eyes subscriptions see with. */
  #token = bearer();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    // Whoever signs in, or out, sees with other eyes.
    session.follow(() => this.#look());
    expired.follow(() => this.#look());
    addEventListener('online', () => this.now());
    addEventListener('pageshow', () => this.now());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.now());
    setInterval(() => this.#watch(), SILENCE / 2);
  }

  /** @param {Subscription} subscription */
  begin(subscription) {
    this.#waiting.delete(subscription);
    const id = String(++this.#count);
    this.#going.set(id, subscription);
    if (this.#ready) this.#subscribe(id, subscription);
    else this.#connect();
  }

  /** @param {Subscription} subscription */
  end(subscription) {
    clearTimeout(this.#waiting.get(subscription));
    this.#waiting.delete(subscription);
    for (const [id, each] of this.#going) {
      if (each !== subscription) continue;
      this.#going.delete(id);
      if (this.#ready) this.#say({ id, type: 'complete' });
    }
    this.#rest();
  }

  #connect() {
    if (this.#open || !this.#going.size) return;
    clearTimeout(this.#timer);
    const opened = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws');
    const own = (this.#token = bearer());
    this.#open = opened;
    this.#heard = Date.now();
    // A socket that was given up may still have something to say, and that is for other eyes.
    opened.onopen = () => this.#open === opened
      && this.#say({ type: 'connection_init', payload: own ? { Authorization: `Bearer ${own}` } : {} });
    opened.onmessage = ({ data }) => this.#open === opened && this.#hear(JSON.parse(data));
    opened.onclose = ({ code }) => this.#open === opened && this.#lost(code, own);
  }

  /** @param {number} code @param {string | null} own the token that was sent */
  #lost(code, own) {
    this.#open = null;
    this.#ready = false;
    if (code === FORBIDDEN && own) expire(own);
    if (!this.#going.size || this.#open) return;
    reached('socket', false);
    this.#timer = setTimeout(() => this.#connect(), patience(this.#attempt++, 100));
  }

  /** @param {any} message */
  #hear({ type, id, payload }) {
    this.#heard = Date.now();
    const subscription = this.#going.get(id);
    if (type === 'ping') this.#say({ type: 'pong' });
    else if (type === 'connection_ack') {
      this.#ready = true;
      this.#attempt = 0;
      for (const [each, wanted] of this.#going) this.#subscribe(each, wanted);
      reached('socket', true);
    } else if (!subscription) return;
    else if (type === 'next' && !payload.errors) subscription.next(payload.data);
    else if (type === 'next' || type === 'error') this.#failed(id, subscription, (payload.errors ?? payload)[0]);
    else if (type === 'complete') {
      this.#going.delete(id);
      subscription.ended();
      this.#rest();
    }
  }

  /**
   * @param {string} id @param {Subscription} subscription
   * @param {{ message: string, extensions?: { code?: string } }} error
   */
  #failed(id, subscription, { message, extensions }) {
    this.#going.delete(id);
    const code = extensions?.code ?? '';
    // The games were put back from a backup, and nothing on the page is sure to have happened.
    if (code === 'LOG_RESTORED') location.reload();
    else if (CUT_OFF.has(code)) {
      this.#waiting.set(subscription, setTimeout(() => this.begin(subscription), patience(1, 150)));
    } else {
      if (code === 'UNAUTHENTICATED') expire(this.#token);
      if (code === 'UNKNOWN_DOCUMENT') outdated.set(true);
      subscription.failed(new Fault(message, code));
    }
    this.#rest();
  }

  /** @param {string} id @param {Subscription} subscription */
  #subscribe(id, subscription) {
    const payload = { documentId: operations[subscription.operation], variables: subscription.variables() };
    this.#say({ id, type: 'subscribe', payload });
  }

  /** @param {object} message */
  #say(message) {
    if (this.#open?.readyState === WebSocket.OPEN) this.#open.send(JSON.stringify(message));
  }

  /** A line that is dead often does not say so. */
  #watch() {
    if (!this.#open) return;
    const silent = Date.now() - this.#heard;
    if (silent > 2 * SILENCE) this.#anew();
    else if (silent > SILENCE) this.#say({ type: 'ping' });
  }

  /** Connect without waiting any longer: there may be a line again. */
  now() {
    if (!this.#open) this.#connect();
    else this.#watch();
  }

  #look() {
    if (bearer() !== this.#token) this.#anew();
  }

  #anew() {
    this.#close();
    this.#connect();
  }

  /** Without subscriptions there is no socket. */
  #rest() {
    if (this.#going.size || this.#waiting.size) return;
    this.#close();
    reached('socket', true);
  }

  #close() {
    clearTimeout(this.#timer);
    const open = this.#open;
    this.#open = null;
    this.#ready = false;
    open?.close(1000);
  }
}

export const socket = new Socket();
