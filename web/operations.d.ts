// The module that the server makes when it starts: the id of each trusted document, by the name of its operation.
export const operations: Readonly<Record<string, string>>;
