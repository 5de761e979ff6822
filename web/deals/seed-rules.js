// @ts-check
// The rules of deal/v1 by which a page keeps your seed secret, and finds out whether the deal uses it.

import { fingerprint, hex, roll, seedCommitment } from 'verify';

/**
 * @typedef {import('./deal-facts.js').DealFacts} DealFacts
 * @typedef {import('./deal-facts.js').SeatSeed} SeatSeed
 * @typedef {import('./seed-storage.js').StoredSeed} StoredSeed
 * @typedef {(
 *   'COMMITTED_TOO_LATE' | 'COMMITMENT_MISSING' | 'COMMITMENT_CHANGED' | 'FOOT_CHANGED' | 'WRONG_ROLL' | 'SECOND_ROLL'
 *   | 'SEED_MISSING' | 'WRONG_FINGERPRINT'
 * )} WarningReason why the deal does not use your seed
 */

/** Return a new seed for a player. @param {Pick<DealFacts, 'foot'>} deal @param {{ player: string }} own @returns {StoredSeed} */
export function createSeed({ foot }, { player }) {
  const seed = hex(crypto.getRandomValues(new Uint8Array(32)));
  return {
    foot, seed, commitment: seedCommitment(foot, player, seed), isAccepted: false, roll: null, secrecy: null,
    isNoticed: false, savedAt: Date.now(),
  };
}

/**
 * Return why a seed must stay secret when the seats are closed; null if it can be revealed.
 * @param {StoredSeed} stored @param {DealFacts} deal @param {SeatSeed} own
 * @returns {WarningReason | null}
 */
export function secrecyReason(stored, deal, own) {
  if (stored.roll !== null && stored.roll !== deal.roll) return 'SECOND_ROLL';
  if (stored.foot !== deal.foot) return 'FOOT_CHANGED';
  if (own.commitment !== seedCommitment(deal.foot, own.player, stored.seed)) {
    if (own.commitment !== null) return 'COMMITMENT_CHANGED';
    return stored.isAccepted ? 'COMMITMENT_MISSING' : 'COMMITTED_TOO_LATE';
  }
  return deal.roll === roll(deal.foot, deal.seats) ? null : 'WRONG_ROLL';
}

/**
 * Return why the deals of a game that has started do not use a seed; null if they do.
 * @param {StoredSeed} stored @param {DealFacts} deal @param {SeatSeed} own
 * @returns {WarningReason | null}
 */
export function exclusionReason(stored, deal, own) {
  if (own.seed !== stored.seed) {
    if (stored.secrecy !== null) return stored.secrecy;
    if (own.seed !== null) return 'COMMITMENT_CHANGED';
    return stored.isAccepted || own.commitment !== null ? 'SEED_MISSING' : 'COMMITTED_TOO_LATE';
  }
  return isFingerprintRight(deal) && stored.foot === deal.foot && stored.roll === roll(deal.foot, deal.seats)
    ? null
    : 'WRONG_FINGERPRINT';
}

/** Return whether the server's fingerprint follows from the seats and seeds that it shows. @param {DealFacts} deal */
export function isFingerprintRight({ foot, seats, fingerprint: shown }) {
  const isEachCommitted = seats.every(({ player, commitment, seed }) =>
    seed === null || commitment === seedCommitment(foot, player, seed));
  return isEachCommitted && shown === fingerprint(foot, seats);
}
