// @ts-check
// The one way to the server: queries, commands that happen once, and subscriptions that go on where they were cut off.

import { connection, Fault, outdated, PASSING, patience, reached } from './connection.js';
import { operations } from '../operations.js';
import { bearer, expire } from './session.js';
import { socket } from './socket.js';

export { connection, Fault, outdated };

/** How often a question is sent again before its asker is told; commands are sent until there is an answer. */
const ATTEMPTS = 6;
/** Milliseconds without an answer after which a request counts as lost. */
const PATIENCE = 20_000;

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

/**
 * Wait before sending again, but no longer than until the browser is online.
 * @param {number} attempt from 0 @param {AbortSignal} [signal]
 */
const pause = (attempt, signal) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const over = new AbortController();
    const end = () => (clearTimeout(timer), over.abort());
    const wake = () => (end(), resolve(undefined));
    const timer = setTimeout(wake, patience(attempt, 150));
    addEventListener('online', wake, { signal: over.signal });
    signal?.addEventListener('abort', () => (end(), reject(signal.reason)), { signal: over.signal });
  });

/**
 * Ask the server and return its data; sent again for a while when no answer comes.
 * Throws Fault, and the signal's reason.
 * @param {string} operation the name of a trusted document
 * @param {Record<string, unknown>} [variables]
 * @param {{ signal?: AbortSignal, attempts?: number, token?: string }} [how] `token` asks as somebody else
 * @returns {Promise<any>}
 */
export async function ask(operation, variables = {}, { signal, attempts = ATTEMPTS, token } = {}) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await send(operation, variables, signal, token);
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
 * @returns {Promise<{ version: number, events: import('../schema').GameEvent[], game: import('../schema').Game }>}
 */
export async function command(mutation, input) {
  const variables = { input: { commandId: mint(), ...input } };
  // Whose command it is does not change with who is signed in when it is sent again.
  const token = bearer() ?? undefined;
  for (let busy = 0; ; busy++) {
    const { done } = await ask(mutation[0].toUpperCase() + mutation.slice(1), variables, { attempts: Infinity, token });
    if (done.__typename === 'CommandAccepted') return done;
    if (done.code !== 'TOO_BUSY' || busy === ATTEMPTS) throw new Refused(done);
    await new Promise((resolve) => setTimeout(resolve, done.retryAfter * 1000));
  }
}

/** @param {string} operation @param {object} variables @param {AbortSignal} [signal] @param {string} [other] a token */
async function send(operation, variables, signal, other) {
  const token = other ?? bearer();
  let response, answer;
  try {
    response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        Accept: 'application/graphql-response+json',
        'Content-Type': 'application/json',
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify({ documentId: operations[operation], variables }),
      signal: signal ? AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]) : AbortSignal.timeout(PATIENCE),
    });
    answer = await response.json();
  } catch {
    signal?.throwIfAborted();
    reached('requests', false);
    throw new Fault('The server cannot be reached.');
  }
  reached('requests', true);
  if (connection.value === 'lost') socket.now();
  if (answer.errors) {
    const [{ message, extensions }] = answer.errors;
    if (extensions?.code === 'UNAUTHENTICATED') expire(token);
    if (extensions?.code === 'UNKNOWN_DOCUMENT') outdated.set(true);
    throw new Fault(message, extensions?.code);
  }
  return answer.data;
}

const forgotten = () => {};

/**
 * Follow a subscription until it is ended; a lost connection is taken up again.
 * @param {string} operation @param {() => Record<string, unknown>} variables
 * @param {{ next: (data: any) => void, failed?: (fault: Fault) => void, ended?: () => void }} told
 * @returns {() => void} how to end it
 */
export function subscribe(operation, variables, { next, failed = forgotten, ended = forgotten }) {
  const subscription = { operation, variables, next, failed, ended };
  socket.begin(subscription);
  return () => socket.end(subscription);
}

/**
 * Follow a game's events after a version, each once and in order; a lost connection is taken up where it was lost.
 * @param {string} game @param {number} after
 * @param {{
 *   next: (event: import('../schema').GameEvent) => void, failed: (fault: Fault) => void, ended?: () => void,
 * }} told
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
