// @ts-check
// Errors of the client. A refusal is data: only `accepted()` turns it into an error.

/**
 * @typedef {{ code?: string, retryAfter?: number, [name: string]: unknown }} Extensions
 * @typedef {{ message: string, path?: readonly (string | number)[], extensions?: Extensions }} GraphQLError
 * @typedef {{ __typename: string, code: import('../types/operations.js').RefusalCode, message: string }} Refusal
 */

/** Faults after which the same request may succeed. */
const TRANSIENT = new Set(['UNAVAILABLE', 'TIMEOUT', 'NOT_READY', 'TOO_MANY_REQUESTS']);

/** Faults with which the server ends a subscription that can be resumed. */
const INTERRUPTED = new Set([...TRANSIENT, 'STREAM_INTERRUPTED', 'SLOW_CONSUMER', 'LOG_RESTORED']);

/** The server answered with an error. docs/errors.md lists the codes. */
export class Fault extends Error {
  /** @override */
  name = 'Fault';

  /** @param {readonly GraphQLError[]} errors @param {unknown} [data] what was answered beside the errors */
  constructor(errors, data = null) {
    super(errors.map(({ message }) => message).join(' '));
    this.errors = errors;
    this.data = data;
    this.extensions = errors[0]?.extensions ?? {};
    /** The stable code of the first error; undefined if another server answered. */
    this.code = this.extensions.code;
  }

  /** Whether the same request may succeed later. */
  get isTransient() {
    return TRANSIENT.has(this.code ?? '');
  }

  /** Whether the subscription that ended with this error can be resumed. */
  get isInterruption() {
    return INTERRUPTED.has(this.code ?? '');
  }
}

/** The token is missing, invalid or expired: sign in again. */
export class Unauthenticated extends Fault {
  /** @override */
  name = 'Unauthenticated';
}

/** No server answered before the retry timeout. */
export class Unreachable extends Error {
  /** @override */
  name = 'Unreachable';

  /** @param {string} url @param {unknown} cause */
  constructor(url, cause) {
    super(`No server answers at ${url}.`, { cause });
    this.url = url;
  }
}

/**
 * The server refused a command; nothing has changed. `refusal` is the refusal as the schema types it.
 * @template {Refusal} [R=Refusal]
 */
export class Refused extends Error {
  /** @override */
  name = 'Refused';

  /** @param {R} refusal */
  constructor(refusal) {
    super(refusal.message);
    this.refusal = refusal;
    this.code = refusal.code;
  }
}

/**
 * Return whether a payload is a refusal.
 * @template {{ __typename: string }} P
 * @param {P} payload @returns {payload is Extract<P, Refusal>}
 */
export const isRefusal = (payload) => 'code' in payload;

/**
 * Return the success in a payload; throw `Refused` for a refusal.
 * @template {{ __typename: string }} P
 * @param {P} payload @returns {Exclude<P, Refusal>}
 */
export function accepted(payload) {
  if (isRefusal(payload)) throw new Refused(payload);
  return /** @type {Exclude<P, Refusal>} */ (payload);
}

/** Return the error for the errors of an answer. @param {readonly GraphQLError[]} errors @param {unknown} [data] */
export const faultOf = (errors, data) =>
  new (errors[0]?.extensions?.code === 'UNAUTHENTICATED' ? Unauthenticated : Fault)(errors, data);
