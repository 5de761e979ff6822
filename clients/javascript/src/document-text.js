// @ts-check
// Puts an operation and the fragments that it uses together.

import { FRAGMENTS, OPERATIONS } from './documents.js';

/** @typedef {import('../types/operations.js').OperationName} OperationName */

/** @type {Map<string, string>} */
const texts = new Map();

/** Return the text of an operation with its fragments. @param {OperationName} name */
export function documentText(name) {
  let text = texts.get(name);
  if (text === undefined) {
    const parts = new Set([OPERATIONS[name]]);
    // Parts that are added meanwhile are visited too.
    for (const part of parts) for (const used of usedFragments(part)) parts.add(used);
    text = [...parts].join(' ');
    texts.set(name, text);
  }
  return text;
}

/** @param {string} text */
const usedFragments = (text) =>
  [...text.matchAll(/\.\.\.(\w+)/g)].map(([, name]) => FRAGMENTS[name]);
