// @ts-check
// The verdict on a finished game: whether the signed log has it as this browser saw it.

import { rootOf } from 'verify';
import { RequestError } from '../net/errors.js';
import { headsAfter, RecordError } from './game-heads.js';
import { LogAlarmError } from './log-alarms.js';
import { checkGrowth, compareLog, pinCheckpoint } from './log-comparison.js';
import { loadRecords } from './log-requests.js';
import { keepHead, readHead, readHeads, readPins } from './pin-storage.js';
import { NoteError, openCheckpoint, originOf, parseKey, parseProof } from './signed-notes.js';

/** The code with which the server refuses a cursor, for example one from before its secret was replaced. */
const INVALID_CURSOR = 'INVALID_CURSOR';

/**
 * @typedef {import('./log-requests.js').ProvenGame} ProvenGame
 * @typedef {import('./log-requests.js').Records} Records
 * @typedef {import('./log-alarms.js').AlarmReason} AlarmReason
 */

/**
 * @typedef {object} GameVerdict
 * @property {'UNPROVEN' | 'SHOWN' | 'KEPT' | 'PROVEN'} status no checkpoint covers the game yet; there is a proof, which was
 *   not compared with anything; the signed log has the game as this browser kept it; it has the records that were given
 * @property {number} size of the proof's checkpoint
 * @property {string | null} signedAt
 * @property {string | null} changedSince the former origin under which this browser saw other events; null if none
 */

/**
 * Judge a game by its proof and, if they are given, by all its records, whose head is then kept.
 * Throws LogAlarmError and RequestError.
 * @param {string} game @param {ProvenGame} answer @param {Records | null} records which were loaded after the answer
 * @returns {Promise<GameVerdict>}
 */
export async function judgeGame(game, answer, records) {
  const newest = await compareLog(answer);
  const { log: { verifierKey }, proof } = answer;
  const shown = new ShownGame(game, answer, records);
  if (records) shown.checkRecords();
  else if (proof) await shown.followTo(proof.version);
  const judged = proof && shown.checkProof(proof);
  if (judged) {
    // The server looks for both at the same time: either may be the newer one, and the log may have none yet.
    const found = judged.checkpoint;
    const [older, newer] = newest && found.size < newest.size ? [found, newest] : [newest, found];
    if (older) await checkGrowth(older, newer, { ...shown.evidence, pinned: newest?.note ?? null });
    pinCheckpoint(verifierKey, newer);
  }
  if (records) keepHead(verifierKey, game, { ...shown.lastHead, cursor: records.cursor });
  return {
    status: judged ? statusOf(judged.isWhole, shown) : 'UNPROVEN',
    size: judged?.checkpoint.size ?? 0,
    signedAt: proof?.checkpoint.signedAt ?? null,
    changedSince: records ? changedSince(game, verifierKey, shown.heads) : null,
  };
}

/** @param {boolean} isWhole @param {ShownGame} shown @returns {GameVerdict['status']} */
function statusOf(isWhole, { game, kept, heads }) {
  if (!isWhole) return 'SHOWN';
  if (heads.length) return 'PROVEN';
  // A restored log may have another game than the one that was kept under its earlier name: only the records show it.
  const isUndisputed = Object.values(readHeads(game)).every((each) => each.version === kept?.version && each.head === kept.head);
  return isUndisputed ? 'KEPT' : 'SHOWN';
}

/**
 * Keep the head of a game as it is told now, after the one that was kept. Throws LogAlarmError and RequestError.
 * @param {string} game @param {string} key of the log
 */
export async function followHead(game, key) {
  const kept = readHead(key, game);
  // Without the cursor all records are loaded, and the kept head is compared with them.
  let from = kept?.cursor ? kept : null;
  const loaded = await loadRecords(game, from?.cursor).catch((error) => {
    if (!from || !(error instanceof RequestError && error.code === INVALID_CURSOR)) throw error;
    from = null;
    return loadRecords(game);
  });
  const shown = new ShownGame(game, { log: { verifierKey: key, checkpoint: null }, proof: null }, loaded);
  const heads = shown.headsFrom(from);
  if (!from) shown.compareWithKept();
  const version = (from?.version ?? 0) + loaded.records.length;
  keepHead(key, game, { version, head: heads[heads.length - 1], cursor: loaded.cursor });
}

/** A game as the server shows it now. All checks throw LogAlarmError. */
class ShownGame {
  /** The heads after each record; the first one is that of no record. @type {string[]} */
  heads = [];

  /** @param {string} game @param {Pick<ProvenGame, 'log' | 'proof'>} answer @param {Records | null} loaded */
  constructor(game, { log: { verifierKey }, proof }, loaded) {
    const records = loaded?.records ?? [];
    const kept = readHead(verifierKey, game);
    this.game = game;
    this.key = verifierKey;
    this.records = records;
    // A head that was kept since the request can be that of a later event, which these records honestly lack.
    this.kept = loaded && kept && kept.version > records.length ? loaded.before[verifierKey] ?? null : kept;
    this.evidence = {
      verifierKey, game, records, proof: proof?.text ?? null,
      pinned: readPins().logs[verifierKey] ?? null, shown: proof?.checkpoint.note ?? null,
      keptHead: this.kept && { version: this.kept.version, head: this.kept.head },
    };
  }

  /** Check all records: none is missing, and they are those that were shown before. */
  checkRecords() {
    this.headsFrom(null);
    this.compareWithKept();
  }

  /** Compute the heads of the records. @param {{ version: number, head: string } | null} from */
  headsFrom(from) {
    try {
      return (this.heads = headsAfter(this.game, this.records, from));
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      throw this.#alarm('record', error.message);
    }
  }

  compareWithKept() {
    const { kept, records } = this;
    if (kept && kept.version > records.length) {
      throw this.#alarm('fewerEvents', '', { before: kept.version, now: records.length });
    }
    if (kept && this.heads[kept.version] !== kept.head) throw this.#alarm('events', '');
  }

  /** Follow a game to its end, if this browser has followed it before. @param {number} version */
  async followTo(version) {
    if (this.kept && this.kept.version < version) await followHead(this.game, this.key);
    this.kept = readHead(this.key, this.game);
  }

  /** The head of the last record. */
  get lastHead() {
    return { version: this.heads.length - 1, head: this.heads[this.heads.length - 1] };
  }

  /**
   * Return the checkpoint of a proof, and whether it has the whole game as it is shown, or was kept.
   * @param {import('./log-requests.js').ShownProof} proof
   */
  checkProof({ version, text }) {
    const { kept, heads } = this;
    try {
      const { index, hashes, note } = parseProof(text);
      const checkpoint = openCheckpoint(note, parseKey(this.key));
      const last = heads.length ? heads.length - 1 : kept?.version;
      const head = heads.length ? heads[version] : kept?.version === version ? kept.head : null;
      if (head === undefined) throw new NoteError(`it proves ${version} events, and the server shows ${last}`);
      const root = btoa(String.fromCharCode(...checkpoint.root));
      if (head !== null && rootOf(head, index, checkpoint.size, hashes) !== root) {
        throw new NoteError('it does not lead from the last record to the checkpoint');
      }
      return { checkpoint, isWhole: head !== null && version === last };
    } catch (error) {
      if (!(error instanceof NoteError)) throw error;
      throw this.#alarm('proof', error.message);
    }
  }

  /** @param {AlarmReason} reason @param {string} details @param {{ before: number, now: number }} [sizes] */
  #alarm(reason, details, sizes) {
    return new LogAlarmError('GAME_CHANGED', reason, this.evidence, { details, sizes });
  }
}

/**
 * Return the latest other origin under which this browser saw other events of a game. A restored log may lack them honestly.
 * @param {string} game @param {string} key of the log @param {readonly string[]} heads
 */
function changedSince(game, key, heads) {
  for (const other of Object.keys(readPins().logs).reverse()) {
    const kept = other === key ? null : readHead(other, game);
    if (kept && heads[kept.version] !== kept.head) return originOf(other);
  }
  return null;
}
