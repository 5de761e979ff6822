// @ts-check
// The hashes of deal/v1, as docs/deal-v1.md specifies them: SHA-256, in hexadecimal.

import { hex } from './random.js';

/** @typedef {{ player: { id: string }, seedCommitment: string | null, seed: string | null }} SeatInDeal a seat of a game */

/** Return whether SHA-256 is available; browsers have none on pages over plain HTTP. */
export const hasSha256 = () => globalThis.crypto?.subtle !== undefined;

/** Return the commitment to a player's seed in the game with this foot. @param {string} foot @param {string} player @param {string} seed */
export const seedCommitment = (foot, player, seed) => sha256(`deal/v1 seed ${foot} ${player} ${seed}`);

/** Return the hash of the foot and of each seat's player, commitment and seed. @param {string} foot @param {readonly SeatInDeal[]} seats */
export function fingerprint(foot, seats) {
  const lines = seats.map((seat, index) => `${index} ${seat.player.id} ${seat.seedCommitment ?? '-'} ${seat.seed ?? '-'}\n`);
  return sha256(`deal/v1 ${foot}\n${lines.join('')}`);
}

/** Return the fingerprint without seeds, to which players reveal theirs. @param {string} foot @param {readonly SeatInDeal[]} seats */
export const roll = (foot, seats) => fingerprint(foot, seats.map((seat) => ({ ...seat, seed: null })));

/** @param {string} text */
async function sha256(text) {
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
}
