// @ts-check
// Parts of sentences: who does what, and a word for whatever the pages have none of their own for.

import { cardName, cardsName, listed } from '../table/card.js';

/**
 * What those at the table are called, and who is a machine player.
 * @typedef {object} Names
 * @property {(seat: number) => string} seat
 * @property {number | null} you
 * @property {(id: string) => string} player
 * @property {(seat: number) => boolean} [machine]
 */

const CARD = /^(?:[2-9TJQKA][HCSD]|JOKER|\?\?)$/;
/** Fields whose number is a seat's, and whose text is a player's id. */
const SEATS = new Set(['seat', 'seats', 'dealer', 'leader', 'bidder', 'winners', 'toMove', 'winning', 'ledBy']);
const PLAYERS = new Set(['player', 'players', 'inviter', 'organizer', 'nextOrganizer']);

/** Begin with a capital letter. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Take a name of the schema apart: `StakeRaised`, `STAKE_RAISED` → `stake raised`. @param {string} name */
export const plain = (name) =>
  name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ').toLowerCase();

/** A seat as somebody who is spoken of in a sentence. @param {Names} names @param {number} seat */
export const whom = (names, seat) => (seat === names.you ? 'you' : names.seat(seat));

/**
 * Return a seat with what it does: `You play`, `Ann plays`.
 * @param {Names} names @param {number} seat @param {string} verb of you @param {string} [other] of anyone else
 */
export const does = (names, seat, verb, other = `${verb}s`) =>
  seat === names.you ? `You ${verb}` : `${names.seat(seat)} ${other}`;

/**
 * Return a player with what they do.
 * @param {Names} names @param {string} id @param {string} verb @param {string} [other]
 */
export function playerDoes(names, id, verb, other = `${verb}s`) {
  const name = names.player(id);
  return isYou(name) ? `You ${verb}` : `${name} ${other}`;
}

/** @param {Names} names @param {string} id */
export function player(names, id) {
  const name = names.player(id);
  return isYou(name) ? 'you' : name;
}

/** @param {string} name */
const isYou = (name) => name === 'You' || name === 'you';

/** A number with its sign. @param {number} points */
export const signed = (points) => (points < 0 ? `−${-points}` : String(points));

/** A number of things. @param {number} count @param {string} one @param {string} [many] */
export const numbered = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** The place that a number names. @param {number} place from 1 */
export const ordinal = (place) =>
  ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth'][place - 1] ?? `${place}th`;

/**
 * Return any value of the schema in words; empty for nothing.
 * @param {string} field its name @param {unknown} value @param {Names} names @returns {string}
 */
export function valueWords(field, value, names) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return SEATS.has(field) ? whom(names, value) : signed(value);
  if (typeof value === 'string') {
    if (CARD.test(value)) return cardName(value);
    if (PLAYERS.has(field)) return player(names, value);
    return /^[A-Z][A-Z_]+$/.test(value) ? plain(value) : value;
  }
  if (Array.isArray(value)) {
    const cards = value.length > 0 && value.every((each) => typeof each === 'string' && CARD.test(each));
    return cards ? cardsName(value) : listed(value.map((each) => valueWords(field, each, names)).filter(Boolean));
  }
  return fieldsWords(/** @type {Record<string, unknown>} */ (value), names).join(' ');
}

/**
 * Return all that an object tells, each field with its name; what is null is left out.
 * @param {object} fields @param {Names} names @param {readonly string[]} [known] fields that are told otherwise
 * @returns {string[]}
 */
export const fieldsWords = (fields, names, known = []) =>
  Object.entries(fields)
    .filter(([field]) => field !== '__typename' && !known.includes(field))
    .map(([field, value]) => [field, valueWords(field, value, names)])
    .filter(([, words]) => words)
    .map(([field, words]) => `${plain(field)} ${words}`);
