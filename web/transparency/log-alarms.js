// @ts-check
// The alarms of this page: contradictions between what the server shows and what it has signed or shown before.

import { Store } from '../store.js';

/**
 * @typedef {'FORGED' | 'HISTORY_CHANGED' | 'GAME_CHANGED'} AlarmKind
 * @typedef {'signature' | 'otherKey' | 'shrunk' | 'sameSize' | 'growth'} LogReason
 * @typedef {LogReason | 'events' | 'fewerEvents' | 'record' | 'proof'} AlarmReason
 * @typedef {object} Evidence
 * @property {string} verifierKey that the server shows now
 * @property {string | null} pinned the signed note that was pinned; null if there was none
 * @property {string | null} shown the signed note that the server has shown now; null if it has shown none
 * @property {string} [game]
 * @property {{ version: number, head: string } | null} [keptHead] of the game, from what the server showed before
 * @property {readonly string[]} [records] of the game, as the server has shown them now
 * @property {string | null} [proof] of the game
 */

/** The server contradicts what it has signed or shown before. Nothing that was pinned of that is changed. */
export class LogAlarmError extends Error {
  /**
   * @param {AlarmKind} kind @param {AlarmReason} reason @param {Evidence} evidence
   * @param {{ details?: string, sizes?: { before: number, now: number } }} [more] `details` are for the evidence
   */
  constructor(kind, reason, evidence, { details = '', sizes } = {}) {
    super(details || reason);
    this.kind = kind;
    this.reason = reason;
    this.evidence = evidence;
    this.sizes = sizes;
  }
}

/** The alarms, at most one of a kind and a game. @type {Store<readonly LogAlarmError[]>} */
export const alarms = new Store(/** @type {readonly LogAlarmError[]} */ ([]));

/** Raise an alarm, unless there is one of the same kind about the same game. @param {LogAlarmError} alarm */
export function raiseAlarm(alarm) {
  const isRaised = alarms.value.some(({ kind, evidence }) => kind === alarm.kind && evidence.game === alarm.evidence.game);
  if (!isRaised) alarms.set([...alarms.value, alarm]);
}
