// @ts-check
// The heads of a game: hashes of all its records up to each version, as docs/log-v1.md specifies them.

import { canonical, commitment, headAfter } from 'verify';

const NO_HEAD = '0'.repeat(64);
const SALT = /^[0-9a-f]{64}$/;

/** A record is malformed, contradicts a commitment or does not follow. */
export class RecordError extends Error {}

/**
 * Return the heads from one on: the first is that, the others are those after each record. Throws RecordError.
 * @param {string} game @param {readonly string[]} records @param {{ version: number, head: string } | null} [from]
 */
export function headsAfter(game, records, from = null) {
  const heads = [from?.head ?? NO_HEAD];
  let version = from?.version ?? 0;
  for (const text of records) {
    version++;
    const record = readRecord(text);
    if (record.game !== game || record.version !== version) {
      throw new RecordError(`record ${version} is missing, or of another game`);
    }
    heads.push(headAfter(heads[heads.length - 1], record));
  }
  return heads;
}

/** Return a record whose opened fields are those that were committed to. Throws RecordError. @param {string} text */
function readRecord(text) {
  /** @type {any} */
  let record = null;
  try {
    record = JSON.parse(text);
  } catch {
    // The comparison below tells.
  }
  if (record === null || typeof record !== 'object' || canonical(record) !== text) {
    throw new RecordError('a record is not in the canonical form');
  }
  for (const [field, pair] of Object.entries(record.open ?? {})) {
    const isPair = Array.isArray(pair) && pair.length === 2 && SALT.test(pair[0]);
    if (!isPair || commitment(pair[0], field, pair[1]) !== record.sealed?.[field]) {
      throw new RecordError(`record ${record.version} opens ${field} otherwise than it was committed to`);
    }
  }
  return record;
}
