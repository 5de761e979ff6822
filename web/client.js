// @ts-check
// The one way to the server: queries, commands that happen once, and subscriptions that go on where they were cut off.

import { Store } from './html.js';
import { operations } from './operations.js';
import { expire, expired, session } from './session.js';

/** What may have another answer soon, if exactly the same is sent again. */
const PASSING = new Set(['UNAVAILABLE', 'TIMEOUT', 'NOT_READY', 'NOT_FRESH']);
/** How a stream ends that is to be taken up again after the last that came. */
const CUT_OFF = new Set(['STREAM_INTERRUPTED', 'SLOW_CONSUMER', ...PASSING]);
/** How often a question is sent again before its asker is told; commands are sent until there is an answer. */
const ATTEMPTS = 6;
/** Milliseconds without an answer after which a request counts as lost. */
const PATIENCE = 20_000;
/** Milliseconds without a word after which a socket is asked whether it is still there, and given up. */
const SILENCE = 10_000;

/** Whether the server can be reached: 'open', or 'lost' while that is tried again. @type {Store<'open' | 'lost'>} */
export const connection = new Store('open');

/** The server could not do what was asked; `code` says why, undefined where there was no server to tell. */
export class Fault extends Error {
  /** @param {string} message @param {string} [code] */
  constructor(message, code) {
    super(message);
    this.code = code;
  }
}

/** The rules or the state of the game did not allow a command; nothing has changed. */
export class Refused extends Error {
  /** @param {{ __typename: string, code: string, message: string }} refusal with its data */
  constructor(refusal) {
    super(refusal.message);
    this.code = refusal.code;
    this.refusal = refusal;
  }
}

/** Return an id that nobody else makes. */
export function mint() {
  // Not randomUUID, which browsers keep from pages that come by plain HTTP from another machine.
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @param {number} attempt from 0 @param {AbortSignal} [signal] */
const pause = (attempt, signal) =>
  new Promise((resolve, reject) => {
    const wake = () => (clearTimeout(timer), removeEventListener('online', wake), resolve(undefined));
    const timer = setTimeout(wake, Math.min(150 * 2 ** attempt, 4_000) * (0.75 + Math.random() / 2));
    addEventListener('online', wake);
    signal?.addEventListener('abort', () => (clearTimeout(timer), reject(signal.reason)));
  });

/**
 * Ask the server and return its data; sent again for a while when no answer comes.
 * Throws Fault, and the signal's reason.
 * @param {string} operation the name of a trusted document
 * @param {Record<string, unknown>} [variables] @param {{ signal?: AbortSignal, attempts?: number }} [how]
 * @returns {Promise<any>}
 */
export async function ask(operation, variables = {}, { signal, attempts = ATTEMPTS } = {}) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send(operation, variables, signal);
    } catch (error) {
      const passing = error instanceof Fault && (error.code === undefined || PASSING.has(error.code));
      if (!passing || attempt >= attempts) throw error;
    }
    await pause(attempt, signal);
  }
}

/**
 * Carry a command out and return what it led to. However often it has to be sent, it happens once: by its id
 * the server knows it again, and gives the first answer. Throws Refused, and Fault.
 * @param {string} mutation such as `playCard` @param {Record<string, unknown>} input
 * @returns {Promise<{ version: number, events: import('./schema').GameEvent[], game: import('./schema').Game }>}
 */
export async function command(mutation, input) {
  const variables = { input: { commandId: mint(), ...input } };
  for (let busy = 0; ; busy++) {
    const { done } = await ask(mutation[0].toUpperCase() + mutation.slice(1), variables, { attempts: Infinity });
    if (done.__typename === 'CommandAccepted') return done;
    if (done.code !== 'TOO_BUSY' || busy === ATTEMPTS) throw new Refused(done);
    await new Promise((resolve) => setTimeout(resolve, done.retryAfter * 1000));
  }
}

/** @param {string} operation @param {object} variables @param {AbortSignal} [signal] */
async function send(operation, variables, signal) {
  const token = session.value?.token ?? null;
  let response, answer;
  try {
    response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        Accept: 'application/graphql-response+json',
        'Content-Type': 'application/json',
        ...(token && !expired.value ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify({ documentId: operations[operation], variables }),
      signal: signal ? AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]) : AbortSignal.timeout(PATIENCE),
    });
    answer = await response.json();
  } catch {
    signal?.throwIfAborted();
    connection.set('lost');
    throw new Fault('The server cannot be reached.');
  }
  connection.set('open');
  if (answer.errors) {
    const [{ message, extensions }] = answer.errors;
    if (extensions?.code === 'UNAUTHENTICATED') expire(token);
    throw new Fault(message, extensions?.code);
  }
  return answer.data;
}

/**
 * @typedef {object} Subscription
 * @property {string} id of its own each time that it is begun
 * @property {string} operation
 * @property {() => Record<string, unknown>} variables as they are whenever it is begun, or begun again
 * @property {(data: any) => void} next
 * @property {(fault: Fault) => void} failed
 * @property {() => void} ended
 */

/** The socket that all subscriptions of this page share. */
const socket = new (class {
  /** @type {Map<string, Subscription>} */
  #going = new Map();
  /** @type {WebSocket | null} */
  #open = null;
  #ready = false;
  #attempt = 0;
  #count = 0;
  #heard = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  constructor() {
    // Whoever signs in, or out, sees with other eyes.
    session.follow(() => this.#anew());
    addEventListener('online', () => this.#again());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.#again());
    setInterval(() => this.#watch(), SILENCE / 2);
  }

  /** @param {Subscription} subscription */
  begin(subscription) {
    const id = (subscription.id = String(++this.#count));
    this.#going.set(id, subscription);
    if (this.#ready) this.#subscribe(id, subscription);
    else this.#connect();
  }

  /** @param {Subscription} subscription */
  end({ id }) {
    if (!this.#going.delete(id)) return;
    if (this.#ready) this.#say({ id, type: 'complete' });
    if (!this.#going.size) this.#close();
  }

  #connect() {
    if (this.#open || !this.#going.size || expired.value) return;
    const token = session.value?.token ?? null;
    const opened = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws');
    this.#open = opened;
    this.#heard = Date.now();
    opened.onopen = () => this.#say({ type: 'connection_init', payload: token ? { Authorization: `Bearer ${token}` } : {} });
    opened.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    opened.onclose = ({ code }) => {
      if (this.#open !== opened) return;
      this.#open = null;
      this.#ready = false;
      if (code === 4403 && token) expire(token);
      else if (this.#going.size) {
        connection.set('lost');
        this.#timer = setTimeout(() => this.#connect(), Math.min(100 * 2 ** this.#attempt++, 4_000) * (0.75 + Math.random() / 2));
      }
    };
  }

  /** @param {any} message */
  #hear({ type, id, payload }) {
    this.#heard = Date.now();
    const subscription = this.#going.get(id);
    if (type === 'ping') this.#say({ type: 'pong' });
    else if (type === 'connection_ack') {
      this.#ready = true;
      this.#attempt = 0;
      connection.set('open');
      for (const [each, wanted] of this.#going) this.#subscribe(each, wanted);
    } else if (!subscription) return;
    else if (type === 'next' && !payload.errors) subscription.next(payload.data);
    else if (type === 'next' || type === 'error') this.#failed(id, subscription, (payload.errors ?? payload)[0]);
    else if (type === 'complete') {
      this.#going.delete(id);
      subscription.ended();
    }
  }

  /** @param {string} id @param {Subscription} subscription @param {{ message: string, extensions?: { code?: string } }} error */
  #failed(id, subscription, { message, extensions }) {
    this.#going.delete(id);
    const code = extensions?.code;
    if (CUT_OFF.has(code ?? '')) setTimeout(() => subscription.next !== forgotten && this.begin(subscription), 300);
    else {
      if (code === 'UNAUTHENTICATED') expire(session.value?.token ?? null);
      subscription.failed(new Fault(message, code));
    }
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

  #again() {
    if (this.#open || !this.#going.size) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  #anew() {
    this.#close();
    this.#connect();
  }

  #close() {
    clearTimeout(this.#timer);
    const open = this.#open;
    this.#open = null;
    this.#ready = false;
    open?.close(1000);
  }
})();

const forgotten = () => {};

/**
 * Follow a subscription until it is ended; a lost connection is taken up again.
 * @param {string} operation @param {() => Record<string, unknown>} variables
 * @param {{ next: (data: any) => void, failed?: (fault: Fault) => void, ended?: () => void }} told
 * @returns {() => void} how to end it
 */
export function subscribe(operation, variables, { next, failed = forgotten, ended = forgotten }) {
  const subscription = { id: '', operation, variables, next, failed, ended };
  socket.begin(subscription);
  return () => {
    subscription.next = subscription.failed = subscription.ended = forgotten;
    socket.end(subscription);
  };
}

/**
 * Follow a game's events after a version, each once and in order; a lost connection is taken up where it was lost.
 * @param {string} game @param {number} after
 * @param {{ next: (event: import('./schema').GameEvent) => void, failed: (fault: Fault) => void, ended?: () => void }} told
 * @returns {() => void} how to end it
 */
export function follow(game, after, { next, failed, ended }) {
  let last = after;
  return subscribe('Follow', () => ({ game, after: last }), {
    next: ({ gameEvents: event }) => {
      // What had come when the connection was lost may come once more.
      if (event.version <= last) return;
      last = event.version;
      next(event);
    },
    failed,
    ended,
  });
}
