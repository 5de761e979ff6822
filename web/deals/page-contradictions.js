// @ts-check
// Contradictions between the records that the verifier read and what the server has shown on the page.

import { t } from 'catalogue/deals.js';
import { isSessionExpired } from '../net/session.js';
import { isFaceDown } from '../text/card-names.js';
import { dealFacts } from './deal-facts.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {ReturnType<typeof import('verify').verify>} Report
 * @typedef {Report['findings'][number]} Finding
 * @typedef {Finding & { shuffle?: number }} Contradiction without `shuffle` it concerns all of them
 */

/**
 * Return the report of the verifier with the contradictions as further findings.
 * @param {Report} report @param {readonly string[]} records @param {Game} game @param {readonly GameEvent[]} events
 * @returns {Report}
 */
export function withContradictions(report, records, game, events) {
  if (report.status === 2) return report;
  const found = contradictions(report, records, game, events);
  if (!found.length) return report;
  const shuffles = report.shuffles.map((shuffle) => {
    const contradiction = found.find(({ shuffle: number }) => number === undefined || number === shuffle.number);
    return contradiction ? { ...shuffle, verdict: /** @type {const} */ ('wrong'), reason: contradiction.reason } : shuffle;
  });
  const findings = [...found.map(({ version, reason }) => ({ version, reason })), ...report.findings]
    .sort((one, other) => Number(one.version) - Number(other.version));
  return { ...report, status: 1, shuffles, findings };
}

/**
 * Return what the records and the page contradict each other in.
 * @param {Report} report @param {readonly string[]} texts the records @param {Game} game @param {readonly GameEvent[]} events
 * @returns {Contradiction[]}
 */
function contradictions(report, texts, game, events) {
  if (report.game !== game.id) return [{ version: 1, reason: t('deals.otherGame') }];
  const records = texts.map((text) => JSON.parse(text));
  const found = /** @type {Contradiction[]} */ ([]);
  const started = events.find(({ __typename: kind }) => kind === 'GameStarted')?.version ?? 1;
  const players = report.seats.map(({ player }) => player);
  if (String(players) !== String(game.seats.map(({ player }) => player.id))) {
    found.push({ version: started, reason: t('deals.otherPlayers') });
  }
  const fingerprint = dealFacts(game, events)?.fingerprint;
  if (fingerprint && report.fingerprint !== fingerprint) {
    found.push({ version: started, reason: t('deals.otherFingerprint') });
  }
  if (records.length < events.length) {
    found.push({ version: records.length + 1, reason: t('deals.recordsEnd') });
  }
  for (const [index, event] of events.slice(0, records.length).entries()) {
    const contradiction = contradictionOf(event, records[index], report);
    if (contradiction) found.push({ version: event.version, ...contradiction });
  }
  return found;
}

/** The fields that the page shows as they were stored, and that everyone may read. */
const OPEN_FIELDS = ['seat', 'card', 'amount', 'suit', 'bids', 'scores', 'dealer', 'hands', 'winners', 'ranking'];

/**
 * Return what the record of an event contradicts the page in; null if they agree.
 * @param {GameEvent} event @param {any} record @param {Report} report
 */
function contradictionOf(event, record, report) {
  if (record.version !== event.version || record.event?.type !== event.__typename) {
    return { reason: t('deals.otherEvent') };
  }
  const shown = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (event));
  const isShown = (/** @type {string} */ field) => !(field in shown) || isSame(shown[field], record.event[field]);
  if (!OPEN_FIELDS.every(isShown)) return { reason: t('deals.otherFacts') };
  if (event.__typename === 'DeckShuffled') {
    const commitment = report.shuffles.find(({ number }) => number === event.shuffle)?.commitment;
    if (commitment === event.commitment) return null;
    return { reason: t('deals.otherCommitment'), shuffle: event.shuffle };
  }
  if (!('cards' in event) || event.cards.some(isFaceDown)) return null;
  // Cards that belong to a shuffle are marked, and the verifier reads them from `open` only.
  const cards = 'shuffle' in event ? record.open?.cards?.[1] : record.event.cards;
  // Without a session the server may leave out a hand that the page still shows.
  if (cards === undefined && isSessionExpired.value) return null;
  if (isSame(cards, event.cards)) return null;
  const reason = t('deals.otherCards');
  return 'shuffle' in event ? { reason, shuffle: event.shuffle } : { reason };
}

/** @param {unknown} one @param {unknown} other */
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
