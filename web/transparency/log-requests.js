// @ts-check
// The requests about the log: its checkpoint, the proof of growth, the proof of a game, and records.

import { t } from 'catalogue/transparency.js';
import { request } from '../net/client.js';
import { RequestError } from '../net/errors.js';
import { readHeads, readPins } from './pin-storage.js';

/**
 * @typedef {Pick<import('../schema').Log, 'verifierKey'> & { checkpoint: { note: string } | null }} ShownLog
 * @typedef {Pick<import('../schema').GameProof, 'version' | 'text' | 'checkpoint'>} ShownProof
 * @typedef {import('./pin-storage.js').LogPins} LogPins
 * @typedef {{ before: LogPins, log: ShownLog }} LogAnswer `before` are the pins at the time of the request
 * @typedef {LogAnswer & { proof: ShownProof | null }} ProvenGame
 * @typedef {object} Records
 * @property {string[]} records
 * @property {string | null} cursor after the last one
 * @property {Record<string, import('./pin-storage.js').KeptHead>} before the heads that were kept of the game at the time
 *   of the request, by verifier key
 */

/** The code with which the server says that it has not signed a size. */
const UNKNOWN_CHECKPOINT = 'UNKNOWN_CHECKPOINT';

/** Load the log. Throws RequestError. @returns {Promise<LogAnswer>} */
export async function loadLog() {
  // An answer is compared with these: a pin that another tab makes meanwhile may be newer than it.
  const before = readPins();
  return { before, log: (await request('Log')).log };
}

/** Load the log, and the proof of a game in it. Throws RequestError. @param {string} game @returns {Promise<ProvenGame>} */
export async function loadProof(game) {
  const before = readPins();
  const { log, game: found } = await request('ProvenGame', { game });
  return { before, log, proof: found?.proof ?? null };
}

/**
 * Load the proof that the log has grown from one signed size to another; null if the server gives none.
 * Throws RequestError. @param {number} from @param {number} to @returns {Promise<string[] | null>}
 */
export async function loadGrowth(from, to) {
  try {
    return (await request('LogGrowth', { from, to })).log.consistency;
  } catch (error) {
    if (error instanceof RequestError && error.code === UNKNOWN_CHECKPOINT) return null;
    throw error;
  }
}

/**
 * Load the records of a game's events, all of them or those after a cursor. Throws RequestError.
 * @param {string} game @param {string | null} [after] @returns {Promise<Records>}
 */
export async function loadRecords(game, after = null) {
  // Other tabs and tasks keep heads of later events meanwhile.
  const before = readHeads(game);
  const records = [];
  for (let cursor = after; ; ) {
    const { game: found } = await request('Records', { game, after: cursor });
    if (!found) throw new RequestError(t('transparency.noSuchGame'), 'UNKNOWN_GAME');
    const { nodes, pageInfo } = /** @type {import('../schema').GameEventConnection} */ (found.events);
    for (const { record } of nodes) records.push(record);
    cursor = pageInfo.endCursor ?? cursor;
    if (!pageInfo.hasNextPage) return { records, cursor, before };
  }
}
