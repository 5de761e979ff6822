// @ts-check
// The comparison of the server's log with what this browser has pinned of it, by the rules of docs/log-v1.md.

import { checkConsistency } from './consistency.js';
import { LogAlarmError } from './log-alarms.js';
import { loadGrowth } from './log-requests.js';
import { readPins, updatePins } from './pin-storage.js';
import { NoteError, openCheckpoint, originOf, parseKey } from './signed-notes.js';

/**
 * @typedef {import('./signed-notes.js').Checkpoint} Checkpoint
 * @typedef {import('./pin-storage.js').LogPins} LogPins
 * @typedef {import('./log-requests.js').LogAnswer} LogAnswer
 */

/**
 * Check that the log has only grown since it was pinned, and pin its checkpoint; null while it has none.
 * Throws LogAlarmError and RequestError. @param {LogAnswer} answer @returns {Promise<Checkpoint | null>}
 */
export async function compareLog({ before, log }) {
  const checkpoint = openLog(before, log);
  const pinned = pinnedCheckpoint(before, log.verifierKey);
  if (pinned) {
    const evidence = { verifierKey: log.verifierKey, pinned: pinned.note, shown: checkpoint?.note ?? null };
    if (!checkpoint || checkpoint.size < pinned.size) {
      const sizes = { before: pinned.size, now: checkpoint?.size ?? 0 };
      throw new LogAlarmError('HISTORY_CHANGED', 'shrunk', evidence, { sizes });
    }
    await checkGrowth(pinned, checkpoint, evidence);
  }
  if (checkpoint) pinCheckpoint(log.verifierKey, checkpoint);
  noteKey(before, log.verifierKey);
  return checkpoint;
}

/**
 * Check that the log of one checkpoint is the beginning of that of another. Throws LogAlarmError and RequestError.
 * @param {Checkpoint} older @param {Checkpoint} newer @param {import('./log-alarms.js').Evidence} evidence
 */
export async function checkGrowth(older, newer, evidence) {
  if (older.note === newer.note) return;
  try {
    const isProofNeeded = older.size !== 0 && older.size !== newer.size;
    const proof = isProofNeeded ? await loadGrowth(older.size, newer.size) : [];
    if (!proof) throw new NoteError('the server gives no proof of growth');
    checkConsistency(older, newer, proof);
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    const sizes = { before: older.size, now: newer.size };
    const reason = older.size === newer.size ? 'sameSize' : 'growth';
    throw new LogAlarmError('HISTORY_CHANGED', reason, evidence, { details: error.message, sizes });
  }
}

/** Pin a checkpoint, unless another tab has pinned a later one. @param {string} key @param {Checkpoint} checkpoint */
export function pinCheckpoint(key, checkpoint) {
  const pins = readPins();
  const kept = pinnedCheckpoint(pins, key);
  if (!kept || kept.size <= checkpoint.size) updatePins({ logs: { ...pins.logs, [key]: checkpoint.note } });
}

/**
 * Return the checkpoint of a log that its key has signed; null while it has none. A key under the name of another one
 * that has signed before is no key of the log. Throws LogAlarmError.
 * @param {LogPins} before @param {import('./log-requests.js').ShownLog} log
 */
function openLog(before, { verifierKey, checkpoint: shown }) {
  const note = shown?.note ?? null;
  const newest = before.newest === null ? null : pinnedCheckpoint(before, before.newest);
  const pinned = pinnedCheckpoint(before, verifierKey) ?? newest;
  const evidence = { verifierKey, pinned: pinned?.note ?? null, shown: note };
  let checkpoint;
  try {
    const key = parseKey(verifierKey);
    checkpoint = note === null ? null : openCheckpoint(note, key);
  } catch (error) {
    if (!(error instanceof NoteError)) throw error;
    throw new LogAlarmError('FORGED', 'signature', evidence, { details: error.message });
  }
  for (const known of Object.keys(before.logs)) {
    const earlier = pinnedCheckpoint(before, known);
    if (earlier && known !== verifierKey && originOf(known) === originOf(verifierKey)) {
      throw new LogAlarmError('FORGED', 'otherKey', { ...evidence, pinned: earlier.note });
    }
  }
  return checkpoint;
}

/** Note the key that the server shows, and that it is another one than before. @param {LogPins} before @param {string} key */
function noteKey(before, key) {
  if (before.newest === key) return;
  const { logs } = readPins();
  const restored = before.newest === null ? null : { before: originOf(before.newest), now: originOf(key) };
  updatePins({ newest: key, logs: { ...logs, [key]: logs[key] ?? null }, restored });
}

/**
 * Return the pinned checkpoint of a key; null without one.
 * @param {LogPins} pins @param {string} key
 */
function pinnedCheckpoint({ logs }, key) {
  try {
    const note = logs[key];
    return typeof note === 'string' ? openCheckpoint(note, parseKey(key)) : null;
  } catch {
    // Another program has written it: it must not look like a lie of the server.
    return null;
  }
}
