export type Session = import('./session.js').Session;
export type GraphQLError = import('./errors.js').GraphQLError;
export declare class Subscriptions {
    #private;
    /** @param {string} url @param {Session} session @param {number} retryTimeout milliseconds @param {unknown} webSocket */
    constructor(url: string, session: Session, retryTimeout: number, webSocket: unknown);
    /**
     * Yield the results of a subscription until the server completes it. After an interruption it is sent again with its
     * variables as they are then.
     * @param {string} query @param {Record<string, unknown>} variables
     * @param {() => void} [onRestored] called before it is sent again to a server whose games were restored from a backup
     * @returns {AsyncGenerator<any>}
     */
    results(query: string, variables: Record<string, unknown>, onRestored?: () => void): AsyncGenerator<any>;
    /** Close the socket. */
    close(): Promise<void>;
}
