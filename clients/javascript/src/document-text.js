// @ts-check
// Puts an operation and the fragments that it uses together, and tells mutations from other documents.

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

const STRING_OR_COMMENT = /"""(?:\\"""|[^])*?"""|"(?:\\.|[^"\\\r\n])*"|#[^\r\n]*/g;
const INNERMOST_BRACES = /\{[^{}]*\}/g;

/** Return whether a document defines a mutation. Other things may have that name too. @param {string} text */
export function hasMutation(text) {
  let outside = text.replace(STRING_OR_COMMENT, ' ');
  // Replace each definition by a semicolon. A mutation is then the first word of the text, or follows a semicolon.
  while (INNERMOST_BRACES.test(outside)) outside = outside.replace(INNERMOST_BRACES, ';');
  return /(^|;)[\s,\uFEFF]*mutation\b/.test(outside);
}

/** @param {string} text */
const usedFragments = (text) =>
  [...text.matchAll(/\.\.\.(\w+)/g)].map(([, name]) => FRAGMENTS[name]);
