/** @type {Readonly<Record<import('../types/operations.js').OperationName, string>>} */
export declare const OPERATIONS: Readonly<Record<import('../types/operations.js').OperationName, string>>;
/** @type {Readonly<Record<string, string>>} */
export declare const FRAGMENTS: Readonly<Record<string, string>>;
/**
 * Names of the mutations that take a `commandId`: repeated, they take effect once.
 * @type {readonly string[]}
 */
export declare const COMMANDS: readonly string[];
