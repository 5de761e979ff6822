// @ts-check
// Texts for people: the messages of the catalogue, with values in place of their placeholders.

import catalogue from 'catalogue';
import { lazyValue } from './lazy-value.js';
import { formatInteger } from './numbers.js';

/** @typedef {keyof typeof catalogue} MessageKey */
/** @typedef {string | { readonly [form: string]: Message }} Message */
/**
 * @typedef {object} Choice chooses the form of a message that has several
 * @property {boolean} [isYou] chooses the form `you` over `other`
 * @property {number} [count] chooses the form of this number: `0`, else its plural category in the language
 */
/** @typedef {string | number} Text */
/** @template T @typedef {Choice & { readonly [placeholder: string]: T | boolean | null | undefined }} Values */

/** @type {Record<string, Message>} */
const messages = { ...catalogue };
const pluralRules = lazyValue(() => new Intl.PluralRules(document.documentElement.lang));
const PLACEHOLDER = /\{(\w+)\}/;

/** Add the messages of a section that loads later. @param {Record<string, Message>} section */
export const addMessages = (section) => void Object.assign(messages, section);

/** Return a message as text. @param {MessageKey} key @param {Values<Text>} [values] by placeholder */
export const t = (key, values = {}) => tParts(key, values).join('');

/**
 * Return a message as a list of its texts and values, for values that are components.
 * @template T @param {MessageKey} key @param {Values<T>} values by placeholder
 */
export function tParts(key, values) {
  const message = messages[key];
  if (message === undefined) throw new TypeError(`The catalogue has no message ${key}, or its section is not loaded.`);
  return partsOf(message, values);
}

/**
 * Return the message for a name of the schema, or null if there is none. `key` ends with the name.
 * @param {string} key @param {Values<Text>} [values] by placeholder
 */
export const tOptional = (key, values = {}) => (Object.hasOwn(messages, key) ? partsOf(messages[key], values).join('') : null);

/**
 * @template T @param {Message} message @param {Values<T>} values
 * @returns {(string | T)[]}
 */
function partsOf(message, values) {
  if (typeof message !== 'string') return partsOf(message[formOf(message, values)], values);
  return message.split(PLACEHOLDER).map((part, index) => {
    if (index % 2 === 0) return part;
    const value = /** @type {T | undefined} */ (values[part]);
    if (value === undefined) throw new TypeError(`The message "${message}" has no value for ${part}.`);
    return typeof value === 'number' ? formatInteger(value) : value;
  });
}

/** @param {{ readonly [form: string]: Message }} message @param {Choice} choice */
function formOf(message, { isYou = false, count }) {
  const forms = [...(isYou ? ['you'] : []), ...(count === undefined ? [] : [String(count), pluralRules().select(count)])];
  return forms.find((form) => Object.hasOwn(message, form)) ?? 'other';
}
