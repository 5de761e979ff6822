// @ts-check
// A connection to a Kibitz server as one player, or as a spectator.

import { Retry } from './backoff.js';
import { documentText, hasMutation } from './document-text.js';
import { COMMANDS, OPERATIONS } from './documents.js';
import { accepted } from './errors.js';
import { Http } from './http.js';
import { randomHex } from './random.js';
import { FollowedGame, SeededGames } from './seeded-games.js';
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
 * @property {boolean} [addSeeds] whether a seed of yours is added to the deals of each game that you start or follow; true unless given
 * @property {(warning: import('./game-seed.js').SeedWarning) => void} [onSeedWarning] receives the reason if the deals of a
 *   game do not use your seed; unless given, the console shows it
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

const ID_BYTES = 16;

export class Kibitz {
  #http;
  /** @type {SeededGames | null} */
  #seeds = null;
  #session;
  #subscriptions;

  /** @param {string} url that of the API, such as `http://127.0.0.1:8000/graphql` @param {Options} [options] */
  constructor(url, options = {}) {
    const { token = null, storage = null, client, retryTimeout = 30, addSeeds = true } = options;
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
    if (addSeeds) {
      const requests = {
        send: (/** @type {OperationName} */ name, /** @type {object} */ input) => this.#send(name, input),
        game: (/** @type {string} */ id) => this.query.game({ id }),
        session: () => this.query.session(),
      };
      this.#seeds = new SeededGames(requests, options.onSeedWarning);
    }
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
   * @param {string} game @param {Move} move @param {{ expectedVersion?: number, commandId?: string }} [options]
   */
  async makeMove(game, { __typename, mutation, ...values }, options) {
    /** @type {MutationOperations['playCard']['result']} */
    const payload = await this.#mutate(capital(mutation), { game, ...values, ...options });
    return accepted(payload);
  }

  /** Take a seat in a game, and commit to a seed at once; throw `Refused` for a refusal. @param {string} game */
  async joinGame(game) {
    /** @type {MutationOperations['joinGame']['result']} */
    const payload = await (this.#seeds ? this.#seeds.join(game) : this.#send('JoinGame', { game }));
    return accepted(payload);
  }

  /**
   * Commit to a seed, reveal it, or check that the deals use it, as is due, and return the game after it. This is for
   * programs that do not follow the game: `updates` does it on its own.
   * @param {string} id
   */
  async addSeed(id) {
    const game = await this.query.game({ id });
    const answer = game && (await this.#seeds?.takeStep(game));
    // The seed may have started the game.
    if (answer?.game) await this.#seeds?.takeStep(answer.game);
    return answer?.game ?? game;
  }

  /** Return your seed for a game, which knows whether the deals use it; null if there is none. @param {string} game */
  seed(game) {
    return this.#seeds?.find(game) ?? null;
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
   * connection is resumed after the last update, without gaps or repeats. If you have a seat, your seed is committed to
   * and revealed before the updates are yielded.
   * @param {string} game @param {{ after?: string | null }} [options] @returns {AsyncGenerator<GameUpdate>}
   */
  async *updates(game, { after = null } = {}) {
    const variables = { game, after };
    let version = 0;
    const results = this.#subscriptions.results(documentText('GameUpdates'), variables, () => (variables.after = null));
    const followed = this.#seeds && new FollowedGame(this.#seeds);
    try {
      for await (const data of results) {
        /** @type {GameUpdate} */
        let update = data.gameUpdates;
        // Updates that waited here when the connection was lost are sent again. A snapshot may be newer than updates after it.
        if (!update.snapshot && update.version <= version) continue;
        variables.after = update.cursor;
        if (followed) update = await followed.observed(update);
        version = update.version;
        yield update;
      }
    } finally {
      followed?.stop();
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

  /** @param {OperationName} name @param {any} given @returns {Promise<any>} */
  async #mutate(name, given) {
    return name === 'StartGame' && this.#seeds ? this.#seeds.start(given) : this.#send(name, given);
  }

  /** @param {OperationName} name @param {object} given */
  async #send(name, given) {
    // Repeated with its id, a command takes effect once: the server repeats the first answer.
    const isCommand = COMMANDS.includes(name);
    const input = isCommand ? { commandId: randomHex(ID_BYTES), ...given } : given;
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
