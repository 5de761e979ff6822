export type OperationName = import('../types/operations.js').OperationName;
/** Return the text of an operation with its fragments. @param {OperationName} name */
export declare function documentText(name: OperationName): string;
