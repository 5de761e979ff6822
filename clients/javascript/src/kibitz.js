// @ts-check
// A connection to a Kibitz server as one player, or as a spectator.

import { Retry } from './backoff.js';
import { documentText, hasMutation } from './document-text.js';
import { COMMANDS, OPERATIONS } from './documents.js';
import { accepted } from './errors.js';
import { Http } from './http.js';
import { Session } from './session.js';
import { Subscriptions } from './subscriptions.js';

/**
 * @typedef {import('../types/operations.js').OperationName} OperationName
 * @typedef {import('../types/operations.js').QueryOperations} QueryOperations
 * @typedef {import('../types/operations.js').MutationOperations} MutationOperations
 * @typedef {import('../types/operations.js').GameUpdatesSubscription['gameUpdates']} GameUpdate
 * @typedef {import('../types/operations.js').MyGamesSubscription['myGames']} MyGamesUpdate
 * @typedef {import('../types/operations.js').MoveFragment} Move
 */

/**
 * A document of yours. Those that graphql-codegen writes with `documentMode: 'string'` have typed variables and data.
 * @template Data, Variables
 * @typedef {string | { toString(): string, __apiType?: (variables: Variables) => Data }} Document
 */

/**
 * @typedef {object} Options
 * @property {string} [token] without one, and without a stored session, you are a spectator
 * @property {import('./session.js').SessionStorage} [storage] keeps the session: each renewed token is saved there
 * @property {string} [client] your label in the list of the player's sessions, such as `Firefox on Linux`
 * @property {number} [retryTimeout] seconds for which a failing request is repeated; 30 unless given
 * @property {unknown} [WebSocket] the class for sockets, where there is no global one (Node before 22)
 * @property {typeof fetch} [fetch] sends the requests
 */

/**
 * @template {keyof QueryOperations} Q
 * @typedef {{} extends QueryOperations[Q]['variables']
 *   ? () => Promise<QueryOperations[Q]['result']>
 *   : (variables: QueryOperations[Q]['variables']) => Promise<QueryOperations[Q]['result']>} Query
 */
/**
 * @template {keyof MutationOperations} M
 * @typedef {MutationOperations[M]['variables'] extends { input: infer Input }
 *   ? (input: Input) => Promise<MutationOperations[M]['result']>
 *   : () => Promise<MutationOperations[M]['result']>} Mutation
 */

export class Kibitz {
  #http;
  #session;
  #subscriptions;

  /** @param {string} url that of the API, such as `http://127.0.0.1:8000/graphql` @param {Options} [options] */
  constructor(url, options = {}) {
    const { token = null, storage = null, client, retryTimeout = 30 } = options;
    this.url = url;
    this.#http = new Http(url, retryTimeout * 1000, options.fetch ?? ((...request) => fetch(...request)));
    this.#session = new Session(token, storage, {
      expiry: async (current) => (await this.#http.send(current, documentText('Session'), {}, true)).session.expiresAt,
      renew: async (current) => {
        const { renewToken } = await this.#http.send(current, documentText('RenewToken'), { input: { client } }, true);
        return accepted(renewToken);
      },
    });
    this.#subscriptions = new Subscriptions(url, this.#session, retryTimeout * 1000, options.WebSocket);
  }

  /**
   * Each query of the client, such as `query.game({ id })`. For others, write a document for `execute`.
   * @type {{ [Q in keyof QueryOperations]: Query<Q> }}
   */
  query = this.#methods('query', (name) => async (variables = {}) => result(await this.#execute(name, variables)));

  /**
   * Each mutation of the schema. It returns its success or a refusal, which `accepted` and `isRefusal` tell apart.
   * @type {{ [M in keyof MutationOperations]: Mutation<M> }}
   */
  mutate = this.#methods('mutation', (name) => (input = {}) => this.#mutate(name, input));

  /** Sign in as a new guest. @param {string} url @param {string} name @param {Options} [options] */
  static async guest(url, name, options) {
    const kibitz = new Kibitz(url, options);
    return kibitz.#signedIn(accepted(await kibitz.mutate.signIn({ name, client: options?.client })));
  }

  /**
   * Sign in as the player who has created a code on another device, with `mutate.createDeviceCode()`.
   * @param {string} url @param {string} code @param {Options} [options]
   */
  static async withDeviceCode(url, code, options) {
    const kibitz = new Kibitz(url, options);
    const input = { code, client: options?.client };
    return kibitz.#signedIn(accepted(await kibitz.mutate.signInWithDeviceCode(input)));
  }

  /** Return the current token, null for a spectator; it changes whenever it is renewed. */
  token() {
    return this.#session.token();
  }

  /** End the session on the server, forget it, and close the socket. */
  async signOut() {
    accepted(await this.mutate.signOut());
    await this.#session.set(null);
    await this.close();
  }

  /** Close the socket. */
  async close() {
    await this.#subscriptions.close();
  }

  /**
   * Make a move as the server offers it (`legalMoves`, `suggestion`); throw `Refused` for a refusal.
   * @param {string} game @param {Move} move @param {{ expectedVersion?: number }} [options]
   */
  async makeMove(game, { __typename, mutation, ...values }, options) {
    /** @type {MutationOperations['playCard']['result']} */
    const payload = await this.#mutate(capital(mutation), { game, ...values, ...options });
    return accepted(payload);
  }

  /**
   * Execute a document of yours and return its data. It is sent again while no answer comes, unless it has a mutation.
   * @template [Data=any], [Variables=Record<string, unknown>]
   * @param {Document<Data, Variables>} document @param {Variables} [variables] @returns {Promise<Data>}
   */
  async execute(document, variables) {
    const text = String(document);
    return this.#http.execute(this.#session, text, variables ?? {}, !hasMutation(text));
  }

  /**
   * Yield the updates of a game until it ends: a snapshot first or, with a cursor, the updates after it. An interrupted
   * connection is resumed after the last update, without gaps or repeats.
   * @param {string} game @param {{ after?: string | null }} [options] @returns {AsyncGenerator<GameUpdate>}
   */
  async *updates(game, { after = null } = {}) {
    const variables = { game, after };
    let version = 0;
    const results = this.#subscriptions.results(documentText('GameUpdates'), variables, () => (variables.after = null));
    for await (const data of results) {
      /** @type {GameUpdate} */
      const update = data.gameUpdates;
      // Updates that waited here when the connection was lost are sent again.
      if (!update.snapshot && update.version <= version) continue;
      version = update.version;
      variables.after = update.cursor;
      yield update;
    }
  }

  /** Yield your games, and then what changes among them. @returns {AsyncGenerator<MyGamesUpdate>} */
  async *myGames() {
    for await (const { myGames } of this.#subscriptions.results(documentText('MyGames'), {})) yield myGames;
  }

  /**
   * Yield the data of a subscription of yours. After an interruption it is sent again with its variables as they are
   * then, so keep the last cursor in them.
   * @template [Data=any], [Variables=Record<string, unknown>]
   * @param {Document<Data, Variables>} document @param {Variables} [variables] @returns {AsyncGenerator<Data>}
   */
  subscribe(document, variables) {
    return this.#subscriptions.results(String(document), /** @type {Record<string, unknown>} */ (variables ?? {}));
  }

  /** @param {{ token: string, expiresAt: string }} issued */
  async #signedIn({ token, expiresAt }) {
    await this.#session.set(token, expiresAt);
    return this;
  }

  /** @param {string} kind @param {(name: OperationName) => Function} method @returns {any} */
  #methods(kind, method) {
    const names = /** @type {OperationName[]} */ (Object.keys(OPERATIONS));
    const own = names.filter((name) => OPERATIONS[name].startsWith(kind));
    return Object.freeze(Object.fromEntries(own.map((name) => [name[0].toLowerCase() + name.slice(1), method(name)])));
  }

  /** @param {OperationName} name @param {object} variables @param {boolean} [repeat] */
  #execute(name, variables, repeat = true) {
    return this.#http.execute(this.#session, documentText(name), variables, repeat);
  }

  /** @param {OperationName} name @param {object} given */
  async #mutate(name, given) {
    // Repeated with its id, a command takes effect once: the server repeats the first answer.
    const isCommand = COMMANDS.includes(name);
    const input = isCommand ? { commandId: crypto.randomUUID(), ...given } : given;
    const retry = new Retry(this.#http.retryTimeout);
    for (;;) {
      const payload = result(await this.#execute(name, { input }, isCommand));
      const wait = payload.code === 'TOO_BUSY' ? payload.retryAfter * 1000 : null;
      if (wait === null || !retry.mayRepeat(wait)) return payload;
      await retry.wait(wait);
    }
  }
}

/** Return the result in the one root field of an answer. @param {Record<string, any>} data */
const result = (data) => Object.values(data)[0];

/** @param {string} name */
const capital = (name) => /** @type {OperationName} */ (name[0].toUpperCase() + name.slice(1));
