// @ts-check
// Your seeds in the browser's storage, by game and player; in memory where storage is blocked.

/**
 * @typedef {object} StoredSeed your seed in one game
 * @property {string} foot the server's part of the deal when the seed was made
 * @property {string} seed 32 random bytes in hexadecimal
 * @property {string} commitment to the seed
 * @property {boolean} isAccepted whether the server has confirmed the commitment
 * @property {string | null} roll the one to which the seed was revealed
 * @property {import('./seed-rules.js').WarningReason | null} secrecy why the seed was not revealed
 * @property {boolean} isNoticed whether you have closed the warning that the deal does not use the seed
 * @property {number} savedAt milliseconds since 1970
 */

const PREFIX = 'kibitz.seed.';
const SEED = /^[0-9a-f]{64}$/;
/** Milliseconds for which a seed is kept, so that the game can be checked after its end. */
const MAX_AGE = 30 * 86_400_000;

/** The seeds that this page made, by key. @type {Map<string, StoredSeed>} */
const seedsInMemory = new Map();

/** @param {string} game @param {string} player */
const keyOf = (game, player) => `${PREFIX}${game}.${player}`;

/** @param {string} key @returns {StoredSeed | null} */
function readItem(key) {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? 'null');
    return SEED.test(stored?.seed) && typeof stored.commitment === 'string' ? stored : null;
  } catch {
    // No storage, or a value that another program wrote.
    return null;
  }
}

/**
 * Return your seed in a game; null without one. Two tabs can make a seed each; then the one that the seat's commitment
 * is for counts, and it is stored for the other tab.
 * @param {string} game @param {string} player
 * @param {string | null} [commitment] the one in your seat
 */
export function readSeed(game, player, commitment = null) {
  const key = keyOf(game, player);
  const [stored, held] = [readItem(key), seedsInMemory.get(key) ?? null];
  if (held && stored?.commitment !== held.commitment && (!stored || held.commitment === commitment)) {
    writeSeed(game, player, held);
    return held;
  }
  return stored;
}

/** @param {string} game @param {string} player @param {StoredSeed} seed */
export function writeSeed(game, player, seed) {
  const key = keyOf(game, player);
  seedsInMemory.set(key, seed);
  try {
    localStorage.setItem(key, JSON.stringify(seed));
  } catch {
    // Without storage a reloaded page cannot reveal the seed.
  }
}

/**
 * Change what is stored about your seed, if it is this one still.
 * @param {string} game @param {string} player @param {string} commitment @param {Partial<StoredSeed>} changes
 */
export function updateSeed(game, player, commitment, changes) {
  const stored = readSeed(game, player, commitment);
  if (stored?.commitment === commitment) writeSeed(game, player, { ...stored, ...changes });
}

/** Remove your seed in a game that never started. @param {string} game @param {string} player */
export function removeSeed(game, player) {
  const key = keyOf(game, player);
  seedsInMemory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // There is no storage.
  }
}

/** Remove the seeds that are too old. */
export function removeOldSeeds() {
  try {
    for (const key of Object.keys(localStorage)) {
      const isOld = (readItem(key)?.savedAt ?? 0) < Date.now() - MAX_AGE;
      if (key.startsWith(PREFIX) && isOld) localStorage.removeItem(key);
    }
  } catch {
    // There is no storage.
  }
}
