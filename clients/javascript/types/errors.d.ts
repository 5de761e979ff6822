export type Extensions = {
    code?: string;
    retryAfter?: number;
    [name: string]: unknown;
};
export type GraphQLError = {
    message: string;
    path?: readonly (string | number)[];
    extensions?: Extensions;
};
export type Refusal = {
    __typename: string;
    code: import('../types/operations.js').RefusalCode;
    message: string;
};
/** The server answered with an error. docs/errors.md lists the codes. */
export declare class Fault extends Error {
    errors: readonly GraphQLError[];
    data: unknown;
    extensions: Extensions;
    /** The stable code of the first error; undefined if another server answered. */
    code: string | undefined;
    /** @override */
    name: string;
    /** @param {readonly GraphQLError[]} errors @param {unknown} [data] what was answered beside the errors */
    constructor(errors: readonly GraphQLError[], data?: unknown);
    /** Whether the same request may succeed later. */
    get isTransient(): boolean;
    /** Whether the subscription that ended with this error can be resumed. */
    get isInterruption(): boolean;
}
/** The token is missing, invalid or expired: sign in again. */
export declare class Unauthenticated extends Fault {
    /** @override */
    name: string;
}
/** No server answered before the retry timeout. */
export declare class Unreachable extends Error {
    url: string;
    /** @override */
    name: string;
    /** @param {string} url @param {unknown} cause */
    constructor(url: string, cause: unknown);
}
/**
 * The server refused a command; nothing has changed. `refusal` is the refusal as the schema types it.
 * @template {Refusal} [R=Refusal]
 */
export declare class Refused<R extends Refusal = Refusal> extends Error {
    refusal: R;
    code: import("../types/operations.js").RefusalCode;
    /** @override */
    name: string;
    /** @param {R} refusal */
    constructor(refusal: R);
}
/**
 * Return whether a payload is a refusal.
 * @template {{ __typename: string }} P
 * @param {P} payload @returns {payload is Extract<P, Refusal>}
 */
export declare const isRefusal: <P extends {
    __typename: string;
}>(payload: P) => payload is Extract<P, Refusal>;
/**
 * Return the success in a payload; throw `Refused` for a refusal.
 * @template {{ __typename: string }} P
 * @param {P} payload @returns {Exclude<P, Refusal>}
 */
export declare function accepted<P extends {
    __typename: string;
}>(payload: P): Exclude<P, Refusal>;
/** Return the error for the errors of an answer. @param {readonly GraphQLError[]} errors @param {unknown} [data] */
export declare const faultOf: (errors: readonly GraphQLError[], data?: unknown) => Fault;
