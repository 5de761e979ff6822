// @ts-check
// Client of a Kibitz server: idempotent commands, and the events of a game without gaps or repetitions.

import { setTimeout as sleep } from 'node:timers/promises';

import { createClient } from 'graphql-ws';
import WebSocket from 'ws';

/**
 * @typedef {{ message: string, extensions?: { code?: string } }} GraphQLError
 * @typedef {{ __typename: string, version: number, [field: string]: any }} GameEvent
 */

/** Retries before a request fails; enough for a restart of the server. */
const ATTEMPTS = 20;

/** Codes of faults after which the same request may succeed. */
const TRANSIENT = new Set(['UNAVAILABLE', 'TIMEOUT', 'NOT_READY', 'NOT_UP_TO_DATE', 'TOO_MANY_REQUESTS']);

/** Codes with which the server ends a stream that can be resumed after the last version received. */
const INTERRUPTED = new Set(['STREAM_INTERRUPTED', 'SLOW_CONSUMER']);

/** The code with which the server ends a stream when its log was restored from a backup. */
const RESTORED = 'LOG_RESTORED';

/** @param {number} attempt from 0 */
const pause = (attempt) => sleep(Math.min(100 * 2 ** attempt, 5_000));

/** The server could not process a request. `code` is the reason, `undefined` if no server answered. */
export class Fault extends Error {
  /** @param {string} message @param {string} [code] @param {ErrorOptions} [options] */
  constructor(message, code, options) {
    super(message, options);
    this.code = code;
  }
}

/** The server refused a command by the rules or the state of the game; nothing has changed. */
export class Refused extends Error {
  /** @param {{ code: string, message: string }} refusal */
  constructor(refusal) {
    super(refusal.message);
    this.code = refusal.code;
  }
}

export class Kibitz {
  /** @param {string} url @param {string} [token] without a token, you are a spectator */
  constructor(url, token) {
    this.url = url;
    /** @type {Record<string, string>} */
    this.headers = token ? { Authorization: `Bearer ${token}` } : {};
    this.sockets = createClient({
      url: url.replace(/^http/, 'ws'),
      webSocketImpl: WebSocket,
      connectionParams: this.headers,
      retryAttempts: ATTEMPTS,
      retryWait: pause,
      // Retry failed connections too. By default the client retries after close events only.
      shouldRetry: () => true,
    });
  }

  /** Sign in as a guest. @param {string} url @param {string} name */
  static async guest(url, name) {
    // Not repeated: it has no command id, so a repetition would create a second guest.
    const { signIn } = await new Kibitz(url).#send(SIGN_IN, { name });
    if (signIn.__typename !== 'SignInAccepted') throw new Refused(signIn);
    return new Kibitz(url, signIn.token);
  }

  /**
   * Execute an operation and return its data. It is sent again if no answer comes.
   * @param {string} query @param {Record<string, unknown>} [variables] @returns {Promise<any>}
   */
  async ask(query, variables = {}) {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#send(query, variables);
      } catch (error) {
        const transient = error instanceof Fault && (error.code === undefined || TRANSIENT.has(error.code));
        if (!transient || attempt === ATTEMPTS) throw error;
      }
      await pause(attempt);
    }
  }

  /**
   * Send a command and return its result. It takes effect once, however often it has to be sent: the server
   * recognizes its id and repeats the first answer.
   * @param {string} mutation @param {Record<string, unknown>} input @returns {Promise<any>}
   */
  async command(mutation, input) {
    const name = mutation[0].toUpperCase() + mutation.slice(1);
    const document = `mutation ${name}($input: ${name}Input!) { done: ${mutation}(input: $input) { ...Accepted ...Reason } } ${OUTCOME}`;
    const variables = { input: { commandId: crypto.randomUUID(), ...input } };
    for (;;) {
      const { done } = await this.ask(document, variables);
      if (!('code' in done)) return done;
      if (done.code !== 'TOO_BUSY') throw new Refused(done);
      await sleep(done.retryAfter * 1000);
    }
  }

  /**
   * Yield a game's events after a version, each once and in order, until the game ends. A lost connection is resumed
   * after the last event. If the log was restored from a backup, the events start again from version 1.
   * @param {string} game @param {number} [after] @returns {AsyncGenerator<GameEvent>}
   */
  async *follow(game, after = 0) {
    // The client sends the operation again after each reconnection, with the current variables.
    const variables = { game, after };
    for (let interrupted = true; interrupted; ) {
      interrupted = false;
      for await (const { data, errors } of this.#subscription(FOLLOW, variables)) {
        if (errors) {
          interrupted = INTERRUPTED.has(code(errors) ?? '') || code(errors) === RESTORED;
          // The restored log may lack events that were already received, so start again.
          if (code(errors) === RESTORED) variables.after = 0;
          if (!interrupted) throw new Fault(errors[0].message, code(errors));
          break;
        }
        const event = data.gameEvents;
        // Events that were received but not yet processed when the connection was lost are sent again.
        if (event.version <= variables.after) continue;
        variables.after = event.version;
        yield event;
      }
      if (interrupted) await pause(0);
    }
  }

  /** Close the socket. */
  async close() {
    await this.sockets.dispose();
  }

  /**
   * @param {string} query @param {Record<string, unknown>} variables
   * @returns {AsyncIterable<{ data?: any, errors?: readonly GraphQLError[] | null }>}
   */
  #subscription(query, variables) {
    return this.sockets.iterate({ query, variables });
  }

  /** @param {string} query @param {Record<string, unknown>} variables */
  async #send(query, variables) {
    let response, answer;
    try {
      response = await fetch(this.url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...this.headers },
        body: JSON.stringify({ query, variables }),
      });
      answer = await response.json();
    } catch (error) {
      throw new Fault(`no answer from ${this.url}`, undefined, { cause: error });
    }
    if (answer.errors) throw new Fault(answer.errors[0].message, code(answer.errors));
    return answer.data;
  }
}

/** @param {readonly GraphQLError[]} errors */
const code = (errors) => errors[0].extensions?.code;

const SIGN_IN = `
  mutation SignIn($name: String!) {
    signIn(input: { name: $name }) {
      __typename
      ... on SignInAccepted { token }
      ... on Refusal { code message }
    }
  }`;

const STATE = `
  fragment State on Game {
    id version you
    seats { player { name } hand }
    table { toMove toBeat ledBy trick { seat card } trump bid bidder }
    legalMoves { moves { ...Choice } }
    result { winners { name } }
  }
  fragment Choice on Move {
    mutation
    ... on PlaceBid { amount }
    ... on SelectTrump { suit }
    ... on DiscardCards { cards }
    ... on PlayCard { card }
    ... on PlayCards { cards }
  }`;

const OUTCOME = `
  fragment Accepted on CommandAccepted { version game { ...State } }
  fragment Reason on Refusal { code message ... on TooBusy { retryAfter } }
  ${STATE}`;

/** The current state of a game from your seat, and the machine player's move for it. */
export const GAME_STATE = `query GameState($game: ID!) { game(id: $game) { ...State } suggestion(game: $game) { ...Choice } } ${STATE}`;

const FOLLOW = `
  subscription Follow($game: ID!, $after: Version!) {
    gameEvents(game: $game, after: $after) {
      __typename version
      ... on GameCreated { variant }
      ... on PlayerJoined { seat machine }
      ... on HandDealt { seat cards }
      ... on BidPlaced { seat amount }
      ... on BidWon { seat amount }
      ... on TrumpSelected { seat suit }
      ... on CardsDiscarded { seat cards }
      ... on CardPlayed { seat card }
      ... on CardsPlayed { seat cards }
      ... on TurnPassed { seat }
      ... on TrickWon { seat }
      ... on RoundScored { scores }
      ... on SeatWentOut { seat rank }
      ... on GameWon { winners }
    }
  }`;
