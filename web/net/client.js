// @ts-check
// Sends GraphQL requests over HTTP, with retries, and commands that take effect once.

import { operations } from '../operations.js';
import { t } from '../text/messages.js';
import { connectionStatus, isOutdated, reportReachable } from './connection.js';
import { isRetryable, RefusalError, RequestError } from './errors.js';
import { waitForRetry } from './retry.js';
import { noteServerTime } from './server-clock.js';
import { bearerToken, isSessionExpired, markSessionExpired } from './session.js';
import { socket } from './socket.js';

/** Maximum retries of a request; commands are retried without limit. */
const MAX_RETRIES = 6;
/** Milliseconds after which an unanswered request counts as lost. */
const REQUEST_TIMEOUT = 20_000;

/** Return a random id of 128 bits. */
export function createCommandId() {
  // Browsers offer randomUUID only over HTTPS and on localhost.
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Execute an operation and return its data; retries while the server cannot be reached.
 * Throws RequestError, and the signal's reason.
 * @param {string} operation the name of a trusted document
 * @param {Record<string, unknown>} [variables]
 * @param {{ signal?: AbortSignal, maxRetries?: number, token?: string }} [options] `token` replaces the session's token
 * @returns {Promise<any>}
 */
export async function request(operation, variables = {}, { signal, maxRetries = MAX_RETRIES, token } = {}) {
  for (let attempt = 0; ; attempt++) {
    const isSignedIn = bearerToken() !== null;
    try {
      return await send(operation, variables, signal, token);
    } catch (error) {
      // The token has expired. Public things are shown without one.
      if (!token && isSignedIn && isSessionExpired.value && codeOf(error) === 'UNAUTHENTICATED') continue;
      if (!isRetryable(error) || attempt >= maxRetries) throw error;
    }
    await waitForRetry(attempt, signal);
  }
}

/** @param {unknown} error */
const codeOf = (error) => (error instanceof RequestError ? error.code : undefined);

/**
 * Execute a command and return its result. All retries carry the same command id, so that it takes effect once.
 * Throws RefusalError and RequestError.
 * @param {string} mutation such as `playCard` @param {Record<string, unknown>} input
 * @returns {Promise<{ version: number, game: { id: string } }>}
 */
export async function sendCommand(mutation, input) {
  const operation = mutation[0].toUpperCase() + mutation.slice(1);
  const variables = { input: { commandId: createCommandId(), ...input } };
  // A retry belongs to the same player, even if another one has signed in since.
  const token = bearerToken() ?? undefined;
  for (let retries = 0; ; retries++) {
    const { done: result } = await request(operation, variables, { maxRetries: Infinity, token });
    if (!('code' in result)) return result;
    if (result.code !== 'TOO_BUSY' || retries === MAX_RETRIES) throw new RefusalError(result);
    await new Promise((resolve) => setTimeout(resolve, result.retryAfter * 1000));
  }
}

/** @param {string} operation @param {object} variables @param {AbortSignal} [signal] @param {string} [tokenOverride] */
async function send(operation, variables, signal, tokenOverride) {
  const token = tokenOverride ?? bearerToken();
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT);
  let response, body;
  try {
    response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        Accept: 'application/graphql-response+json',
        'Content-Type': 'application/json',
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: JSON.stringify({ documentId: operations[operation], variables }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    body = await response.json();
  } catch {
    signal?.throwIfAborted();
    reportReachable('requests', false);
    throw new RequestError(t('net.unreachable'));
  }
  reportReachable('requests', true);
  noteServerTime(response.headers.get('Date'));
  if (connectionStatus.value === 'lost') socket.reconnectNow();
  if (body.errors) {
    const [{ message, extensions }] = body.errors;
    if (extensions?.code === 'UNAUTHENTICATED') markSessionExpired(token);
    if (extensions?.code === 'UNKNOWN_DOCUMENT') isOutdated.set(true);
    throw new RequestError(message, extensions?.code);
  }
  return body.data;
}
