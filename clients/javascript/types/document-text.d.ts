export type OperationName = import('../types/operations.js').OperationName;
/** Return the text of an operation with its fragments. @param {OperationName} name */
export declare function documentText(name: OperationName): string;
/** Return whether a document defines a mutation. Other things may have that name too. @param {string} text */
export declare function hasMutation(text: string): boolean;
