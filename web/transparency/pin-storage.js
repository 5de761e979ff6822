// @ts-check
// The pins of this browser: the newest checkpoint of each key, and the heads of games.
//
// The local storage belongs to the address of the server. Where it is blocked or full, pins last as long as the page.

/**
 * @typedef {object} LogPins
 * @property {string | null} newest the verifier key that the server showed last
 * @property {Record<string, string | null>} logs the newest signed note by verifier key, the oldest key first
 * @property {{ before: string, now: string } | null} restored two origins, until you have closed the notice
 * @property {number} comparedAt when a page last compared the log: milliseconds since 1970
 * @typedef {object} KeptHead
 * @property {number} version
 * @property {string} head in hexadecimal
 * @property {string | null} cursor after the last record, for the request of the next ones
 * @property {number} savedAt milliseconds since 1970
 */

export const PINS = 'kibitz.log';
const HEAD = 'kibitz.head.';
/** Maximum number of games whose heads are kept: about 100 kB. */
const MAX_HEADS = 400;
const HEX = /^[0-9a-f]{64}$/;

/** The values that this page could not store, by key. @type {Map<string, string>} */
const unstored = new Map();

/** @param {string} key @returns {any} the value; null if there is none, or it is not JSON */
function readItem(key) {
  try {
    return JSON.parse(unstored.get(key) ?? localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
function writeItem(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
}

/** @param {string} key */
function removeItem(key) {
  unstored.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // There is no storage.
  }
}

/** @param {string} prefix */
function storedKeys(prefix) {
  let stored = /** @type {string[]} */ ([]);
  try {
    stored = Object.keys(localStorage);
  } catch {
    // There is no storage.
  }
  return [...new Set([...stored, ...unstored.keys()])].filter((key) => key.startsWith(prefix));
}

/** Return the pins of the log. @returns {LogPins} */
export function readPins() {
  const found = readItem(PINS);
  const pins = { newest: null, logs: {}, restored: null, comparedAt: 0 };
  return found && typeof found.logs === 'object' && found.logs ? { ...pins, ...found } : pins;
}

/** @param {Partial<LogPins>} changes */
export const updatePins = (changes) => writeItem(PINS, { ...readPins(), ...changes });

/** @param {string} key @param {string} game */
const headKey = (key, game) => `${HEAD}${key.split('+')[1]}.${game}`;

/**
 * Return the latest head of a game under a verifier key; null without one.
 * @param {string} key @param {string} game @returns {KeptHead | null}
 */
export function readHead(key, game) {
  const kept = readItem(headKey(key, game));
  return Number.isSafeInteger(kept?.version) && HEX.test(kept.head) ? kept : null;
}

/** Return the latest heads of a game by verifier key. @param {string} game @returns {Record<string, KeptHead>} */
export const readHeads = (game) => Object.fromEntries(Object.keys(readPins().logs).flatMap((key) => {
  const kept = readHead(key, game);
  return kept ? [[key, kept]] : [];
}));

/**
 * Keep a head of a game, unless a later one is kept.
 * @param {string} key @param {string} game @param {Omit<KeptHead, 'savedAt'>} head
 */
export function keepHead(key, game, head) {
  const kept = readHead(key, game);
  if (head.version === 0 || (kept && kept.version > head.version)) return;
  writeItem(headKey(key, game), { ...head, savedAt: Date.now() });
  removeOldHeads();
}

function removeOldHeads() {
  const keys = storedKeys(HEAD);
  if (keys.length <= MAX_HEADS) return;
  const byAge = keys.map((key) => ({ key, savedAt: Number(readItem(key)?.savedAt) || 0 }))
    .sort((one, other) => one.savedAt - other.savedAt);
  for (const { key } of byAge.slice(0, keys.length - MAX_HEADS)) removeItem(key);
}

/** Remove all pins and heads, to begin again with the log as it is now. */
export function forgetPins() {
  for (const key of [PINS, ...storedKeys(HEAD)]) removeItem(key);
}
