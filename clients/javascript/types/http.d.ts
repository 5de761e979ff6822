export type Session = import('./session.js').Session;
export declare class Http {
    #private;
    url: string;
    retryTimeout: number;
    /** @param {string} url @param {number} retryTimeout milliseconds @param {typeof fetch} fetcher */
    constructor(url: string, retryTimeout: number, fetcher: typeof fetch);
    /**
     * Execute an operation as the player of a session. It is sent again while no answer comes, unless `repeat` is false,
     * and if the session's token was replaced.
     * @param {Session} session @param {string} query @param {object} variables @param {boolean} repeat
     * @returns {Promise<any>} its data
     */
    execute(session: Session, query: string, variables: object, repeat: boolean): Promise<any>;
    /** @param {string | null} token @param {string} query @param {object} variables @param {boolean} repeat @returns {Promise<any>} */
    send(token: string | null, query: string, variables: object, repeat: boolean): Promise<any>;
}
