// @ts-check
// One caller of a Kibitz server: commands that happen once, and the events of a game without gap or repetition.

import { setTimeout as sleep } from 'node:timers/promises';

import { createClient } from 'graphql-ws';
import WebSocket from 'ws';

/**
 * @typedef {{ message: string, extensions?: { code?: string } }} GraphQLError
 * @typedef {{ __typename: string, version: number, [field: string]: any }} GameEvent
 */

/** Times that something is sent again before it counts as lost; more than a restart of a server takes. */
const ATTEMPTS = 20;

/** What may have another answer soon, if exactly the same is sent again. */
const PASSING = new Set(['UNAVAILABLE', 'TIMEOUT', 'NOT_READY', 'NOT_FRESH', 'TOO_MANY_REQUESTS']);

/** How a stream ends that is to be taken up again after the last version that came. */
const CUT_OFF = new Set(['STREAM_INTERRUPTED', 'SLOW_CONSUMER']);

/** How a stream ends when the games were put back from a backup. */
const RESTORED = 'LOG_RESTORED';

/** @param {number} attempt from 0 */
const pause = (attempt) => sleep(Math.min(100 * 2 ** attempt, 5_000));

/** The server could not do what was asked; `code` says why, `undefined` if there was no server to tell. */
export class Fault extends Error {
  /** @param {string} message @param {string} [code] @param {ErrorOptions} [options] */
  constructor(message, code, options) {
    super(message, options);
    this.code = code;
  }
}

/** The rules or the state of the game did not allow a command; nothing has changed. */
export class Refused extends Error {
  /** @param {{ code: string, message: string }} refusal */
  constructor(refusal) {
    super(refusal.message);
    this.code = refusal.code;
  }
}

export class Kibitz {
  /** @param {string} url @param {string} [token] without one, an onlooker */
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
      // Also when the server is not there: that is an error and no close event, after which the client comes back anyway.
      shouldRetry: () => true,
    });
  }

  /** Sign in as a guest. @param {string} url @param {string} name */
  static async guest(url, name) {
    // Sent once only: it has no command id, and sent twice it would make two guests.
    const { signIn } = await new Kibitz(url).#send(SIGN_IN, { name });
    if (signIn.__typename !== 'SignedIn') throw new Refused(signIn);
    return new Kibitz(url, signIn.token);
  }

  /**
   * Send an operation and return its data; it is sent again when no answer comes.
   * @param {string} query @param {Record<string, unknown>} [variables] @returns {Promise<any>}
   */
  async ask(query, variables = {}) {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#send(query, variables);
      } catch (error) {
        const passing = error instanceof Fault && (error.code === undefined || PASSING.has(error.code));
        if (!passing || attempt === ATTEMPTS) throw error;
      }
      await pause(attempt);
    }
  }

  /**
   * Carry a command out and return what it led to. However often it has to be sent, it happens once: by its
   * id the server knows it again, and gives the first answer.
   * @param {string} mutation @param {Record<string, unknown>} input @returns {Promise<any>}
   */
  async command(mutation, input) {
    const name = mutation[0].toUpperCase() + mutation.slice(1);
    const document = `mutation ${name}($input: ${name}Input!) { done: ${mutation}(input: $input) { ...Outcome } } ${OUTCOME}`;
    const variables = { input: { commandId: crypto.randomUUID(), ...input } };
    for (;;) {
      const { done } = await this.ask(document, variables);
      if (done.__typename === 'CommandAccepted') return done;
      if (done.code !== 'TOO_BUSY') throw new Refused(done);
      await sleep(done.retryAfter * 1000);
    }
  }

  /**
   * Yield a game's events after a version, each once and in order, until the game ends; a lost connection is
   * taken up where it was lost. Where the games were put back from a backup, it is told from version 1 on again.
   * @param {string} game @param {number} [after] @returns {AsyncGenerator<GameEvent>}
   */
  async *follow(game, after = 0) {
    // Whenever the client has connected again it sends the operation anew, with the variables as they are then.
    const variables = { game, after };
    for (let cutOff = true; cutOff; ) {
      cutOff = false;
      for await (const { data, errors } of this.#subscription(FOLLOW, variables)) {
        if (errors) {
          cutOff = CUT_OFF.has(code(errors) ?? '') || code(errors) === RESTORED;
          // What came may never have happened: it is told again as it is now.
          if (code(errors) === RESTORED) variables.after = 0;
          if (!cutOff) throw new Fault(errors[0].message, code(errors));
          break;
        }
        const event = data.gameEvents;
        // What had come but was not looked at yet when the connection was lost comes once more.
        if (event.version <= variables.after) continue;
        variables.after = event.version;
        yield event;
      }
      if (cutOff) await pause(0);
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
      ... on SignedIn { token }
      ... on Refusal { code message }
    }
  }`;

const SEEN = `
  fragment Seen on Game {
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
  fragment Outcome on CommandResult {
    __typename
    ... on CommandAccepted { version game { ...Seen } }
    ... on Refusal { code message }
    ... on TooBusy { retryAfter }
  } ${SEEN}`;

/** A game as you see it now, and what the machine would do in your place. */
export const LOOK = `query Look($game: ID!) { game(id: $game) { ...Seen } suggestion(game: $game) { ...Choice } } ${SEEN}`;

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
