export type StoredSession = {
    token: string;
    since: number;
    expiresAt?: number;
};
export type SessionStorage = {
    load: () => StoredSession | null | Promise<StoredSession | null>;
    /**
     * with null, forget it
     *
     * The requests that a session needs.
     */
    save: (session: StoredSession | null) => void | Promise<void>;
};
export type SessionRequests = {
    /**
     * tells when a token expires
     */
    expiry: (token: string) => Promise<string>;
    renew: (token: string) => Promise<{
        token: string;
        expiresAt: string;
    }>;
};
export declare class Session {
    #private;
    /** @param {string | null} token @param {SessionStorage | null} storage @param {SessionRequests} requests */
    constructor(token: string | null, storage: SessionStorage | null, requests: SessionRequests);
    /** Return the token to send, null for a spectator; renew it if it is time. */
    token(): Promise<string | null>;
    /**
     * Return whether another token is known than the one that the server rejected: a renewed one, or one that another
     * tab has stored.
     * @param {string | null} rejected
     */
    hasReplaced(rejected: string | null): Promise<boolean>;
    /** Start a session, or end it. @param {string | null} token @param {string} [expiresAt] */
    set(token: string | null, expiresAt?: string): Promise<void>;
    /** Read the session that is stored. */
    reload(): Promise<void>;
    /** Renew the token in time, without requests too, until the returned function is called. */
    keepRenewed(): () => void;
}
/** Keep the session in the browser, for all its tabs. @param {string} [key] @returns {SessionStorage} */
export declare const browserStorage: (key?: string) => SessionStorage;
