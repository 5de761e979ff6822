// The module `operations.js`, which the server generates: the ids of the trusted documents by the names of operations.
export const operations: Readonly<Record<string, string>>;
