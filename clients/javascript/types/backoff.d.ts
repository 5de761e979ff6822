/** @param {number} milliseconds @returns {Promise<void>} */
export declare const sleep: (milliseconds: number) => Promise<void>;
/** Return how many milliseconds to wait after an attempt. @param {number} attempt from 0 */
export declare const delayAfter: (attempt: number) => number;
/** The attempts of one request, until `timeout` milliseconds after the first failure. */
export declare class Retry {
    #private;
    /** @param {number} timeout */
    constructor(timeout: number);
    /** Record a failure, and return whether another attempt may be made. @param {number} [least] milliseconds to wait */
    mayRepeat(least?: number): boolean;
    /** Wait before the next attempt. @param {number} [least] milliseconds */
    wait(least?: number): Promise<void>;
    /** Record a success. */
    reset(): void;
}
