export type OperationName = import('../types/operations.js').OperationName;
export type QueryOperations = import('../types/operations.js').QueryOperations;
export type MutationOperations = import('../types/operations.js').MutationOperations;
export type GameUpdate = import('../types/operations.js').GameUpdatesSubscription['gameUpdates'];
export type MyGamesUpdate = import('../types/operations.js').MyGamesSubscription['myGames'];
export type Move = import('../types/operations.js').MoveFragment;
export type Document<Data, Variables> = string | {
    toString(): string;
    __apiType?: (variables: Variables) => Data;
};
export type Options = {
    /**
     * without one, and without a stored session, you are a spectator
     */
    token?: string;
    /**
     * keeps the session: each renewed token is saved there
     */
    storage?: import('./session.js').SessionStorage;
    /**
     * your label in the list of the player's sessions, such as `Firefox on Linux`
     */
    client?: string;
    /**
     * seconds for which a failing request is repeated; 30 unless given
     */
    retryTimeout?: number;
    /**
     * the class for sockets, where there is no global one (Node before 22)
     */
    WebSocket?: unknown;
    /**
     * sends the requests
     */
    fetch?: typeof fetch;
    /**
     * whether a seed of yours is added to the deals of each game that you start or follow; true unless given
     */
    addSeeds?: boolean;
    /**
     * receives the reason if the deals of a
     * game do not use your seed; unless given, the console shows it
     */
    onSeedWarning?: (warning: import('./game-seed.js').SeedWarning) => void;
};
export type Query<Q extends keyof QueryOperations> = {} extends QueryOperations[Q]['variables'] ? () => Promise<QueryOperations[Q]['result']> : (variables: QueryOperations[Q]['variables']) => Promise<QueryOperations[Q]['result']>;
export type Mutation<M extends keyof MutationOperations> = MutationOperations[M]['variables'] extends {
    input: infer Input;
} ? (input: Input) => Promise<MutationOperations[M]['result']> : () => Promise<MutationOperations[M]['result']>;
export declare class Kibitz {
    #private;
    url: string;
    /** @param {string} url that of the API, such as `http://127.0.0.1:8000/graphql` @param {Options} [options] */
    constructor(url: string, options?: Options);
    /**
     * Each query of the client, such as `query.game({ id })`. For others, write a document for `execute`.
     * @type {{ [Q in keyof QueryOperations]: Query<Q> }}
     */
    query: { [Q in keyof QueryOperations]: Query<Q>; };
    /**
     * Each mutation of the schema. It returns its success or a refusal, which `accepted` and `isRefusal` tell apart.
     * @type {{ [M in keyof MutationOperations]: Mutation<M> }}
     */
    mutate: { [M in keyof MutationOperations]: Mutation<M>; };
    /** Sign in as a new guest. @param {string} url @param {string} name @param {Options} [options] */
    static guest(url: string, name: string, options?: Options): Promise<Kibitz>;
    /**
     * Sign in as the player who has created a code on another device, with `mutate.createDeviceCode()`.
     * @param {string} url @param {string} code @param {Options} [options]
     */
    static withDeviceCode(url: string, code: string, options?: Options): Promise<Kibitz>;
    /** Return the current token, null for a spectator; it changes whenever it is renewed. */
    token(): Promise<string | null>;
    /** End the session on the server, forget it, and close the socket. */
    signOut(): Promise<void>;
    /** Close the socket. */
    close(): Promise<void>;
    /**
     * Make a move as the server offers it (`legalMoves`, `suggestion`); throw `Refused` for a refusal.
     * @param {string} game @param {Move} move @param {{ expectedVersion?: number, commandId?: string }} [options]
     */
    makeMove(game: string, { __typename, mutation, ...values }: Move, options?: {
        expectedVersion?: number;
        commandId?: string;
    }): Promise<{
        __typename: 'PlayCardAccepted';
    } & import("../types/operations.js").Accepted_PlayCardAccepted_Fragment>;
    /** Take a seat in a game, and commit to a seed at once; throw `Refused` for a refusal. @param {string} game */
    joinGame(game: string): Promise<{
        __typename: 'JoinGameAccepted';
    } & import("../types/operations.js").Accepted_JoinGameAccepted_Fragment>;
    /**
     * Commit to a seed, reveal it, or check that the deals use it, as is due, and return the game after it. This is for
     * programs that do not follow the game: `updates` does it on its own.
     * @param {string} id
     */
    addSeed(id: string): Promise<({
        __typename: 'Game';
    } & import("../types/operations.js").GameFragment) | null>;
    /** Return your seed for a game, which knows whether the deals use it; null if there is none. @param {string} game */
    seed(game: string): import("./game-seed.js").GameSeed | null;
    /**
     * Execute a document of yours and return its data. It is sent again while no answer comes, unless it has a mutation.
     * @template [Data=any], [Variables=Record<string, unknown>]
     * @param {Document<Data, Variables>} document @param {Variables} [variables] @returns {Promise<Data>}
     */
    execute<Data = any, Variables = Record<string, unknown>>(document: Document<Data, Variables>, variables?: Variables): Promise<Data>;
    /**
     * Yield the updates of a game until it ends: a snapshot first or, with a cursor, the updates after it. An interrupted
     * connection is resumed after the last update, without gaps or repeats. If you have a seat, your seed is committed to
     * and revealed before the updates are yielded.
     * @param {string} game @param {{ after?: string | null }} [options] @returns {AsyncGenerator<GameUpdate>}
     */
    updates(game: string, { after }?: {
        after?: string | null;
    }): AsyncGenerator<GameUpdate>;
    /** Yield your games, and then what changes among them. @returns {AsyncGenerator<MyGamesUpdate>} */
    myGames(): AsyncGenerator<MyGamesUpdate>;
    /**
     * Yield the data of a subscription of yours. After an interruption it is sent again with its variables as they are
     * then, so keep the last cursor in them.
     * @template [Data=any], [Variables=Record<string, unknown>]
     * @param {Document<Data, Variables>} document @param {Variables} [variables] @returns {AsyncGenerator<Data>}
     */
    subscribe<Data = any, Variables = Record<string, unknown>>(document: Document<Data, Variables>, variables?: Variables): AsyncGenerator<Data>;
}
