// @ts-check
// Building blocks of sentences: names, counts, and fallbacks for unknown fields.

import { cardName, cardNames, joinList } from './card-names.js';
import { t } from './messages.js';
import { withMinus } from './numbers.js';

/**
 * @typedef {import('./player-names.js').Names} Names
 * @typedef {import('./messages.js').MessageKey} MessageKey
 * @typedef {import('../schema').Player} Player
 */
/** @template T @typedef {import('./messages.js').Values<T>} Values */

const CARD = /^(?:[2-9TJQKA][HCSD]|JOKER|\?\?)$/;
/** Fields of the schema that contain seats. */
const SEAT_FIELDS = new Set(['seat', 'seats', 'dealer', 'leader', 'bidder', 'winners', 'toMove', 'winning', 'ledBy']);

/** @param {string} text */
export const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Split a name of the schema into words: `StakeRaised`, `STAKE_RAISED` → `stake raised`. @param {string} name */
export const humanize = (name) =>
  name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ').toLowerCase();

/** Return a seat's name within a sentence: `you`, `Ann`. @param {Names} names @param {number} seat */
export const seatName = (names, seat) => (seat === names.you ? t('text.you') : names.seat(seat));

/**
 * Return a message about a seat, which is `name` in it.
 * @param {MessageKey} key @param {Names} names @param {number} seat @param {Values<string | number>} [values] the others
 */
export const seatText = (key, names, seat, values = {}) =>
  t(key, { ...values, isYou: seat === names.you, name: names.seat(seat) });

/**
 * Return a message about a player, who is `name` in it.
 * @param {MessageKey} key @param {Names} names @param {Player} player @param {Values<string | number>} [values] the others
 */
export const playerText = (key, names, player, values = {}) =>
  t(key, { ...values, isYou: isViewer(names, player), name: names.player(player) });

/** Return whether a player is you. @param {Names} names @param {Player} player */
export const isViewer = (names, player) => names.isYou?.(player) ?? false;

/** Return a player's name within a sentence: `you`, `Ann`. @param {Names} names @param {Player} player */
export const playerName = (names, player) => (isViewer(names, player) ? t('text.you') : names.player(player));

/** Return points with a typographic minus sign. `numbers.js` formats other numbers. @param {number} points */
export const signedNumber = (points) => withMinus(String(points));

/** Return an ordinal number: `first`. @param {number} place from 1 */
export const ordinal = (place) => t('text.ordinal', { count: place });

/** Return an ordinal number in digits: `1st`. @param {number} place from 1 */
export const shortOrdinal = (place) => t('text.shortOrdinal', { count: place });

/**
 * Return the value of any field of the schema as text; empty for null.
 * @param {string} field @param {unknown} value @param {Names} names @returns {string}
 */
export function valueText(field, value, names) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return t(value ? 'text.yes' : 'text.no');
  if (typeof value === 'number') return SEAT_FIELDS.has(field) ? seatName(names, value) : signedNumber(value);
  if (typeof value === 'string') {
    if (CARD.test(value)) return cardName(value);
    return /^[A-Z][A-Z_]+$/.test(value) ? humanize(value) : value;
  }
  if (Array.isArray(value)) {
    const cards = value.length > 0 && value.every((each) => typeof each === 'string' && CARD.test(each));
    return cards ? cardNames(value) : joinList(value.map((each) => valueText(field, each, names)).filter(Boolean));
  }
  const fields = /** @type {Record<string, unknown>} */ (value);
  if ('erased' in fields) return playerName(names, /** @type {Player} */ (value));
  return fieldTexts(fields, names).join(' ');
}

/**
 * Return the fields of an object as text, each with its name; null fields are left out.
 * @param {object} fields @param {Names} names @param {readonly string[]} [excluded] fields to leave out
 * @returns {string[]}
 */
export const fieldTexts = (fields, names, excluded = []) =>
  Object.entries(fields)
    .filter(([field]) => field !== '__typename' && !excluded.includes(field))
    .map(([field, value]) => [field, valueText(field, value, names)])
    .filter(([, text]) => text)
    .map(([field, text]) => `${humanize(field)} ${text}`);
