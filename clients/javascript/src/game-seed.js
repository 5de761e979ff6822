// @ts-check
// The seed that a player adds to the deals of one game, and the rules by which it is revealed.

import { fingerprint, hasSha256, roll, seedCommitment } from './deal-hashes.js';
import { randomHex } from './random.js';

/**
 * @typedef {Pick<import('../types/operations.js').GameFragment, 'id' | 'version' | 'stage' | 'you' | 'seats' | 'deal'>} GameInDeal
 * @typedef {NonNullable<GameInDeal['deal']>} Deal
 * @typedef {GameInDeal['seats'][number]} Seat
 * @typedef {keyof typeof MESSAGES} SeedWarningReason
 *
 * A warning that the deals of a game do not use your seed.
 * @typedef {{ game: string, reason: SeedWarningReason, message: string }} SeedWarning
 *
 * A mutation to send, with its input besides the game.
 * @typedef {{ mutation: 'commitSeed', input: { commitment: string } }
 *   | { mutation: 'revealSeed', input: { seed: string, commandId: string } }} SeedStep
 */

const SEED_BYTES = 32;
const ID_BYTES = 16;

/** The reasons why a seed is kept secret, or why the deals do not use it, each with a sentence for people. */
const MESSAGES = Object.freeze({
  COMMITTED_TOO_LATE: 'The deals do not use your seed: the seats closed before you committed to it.',
  COMMITMENT_MISSING: 'The deals do not use your seed, which this client keeps secret: the seats closed without your commitment.',
  COMMITMENT_CHANGED:
    'The deals do not use your seed, which this client keeps secret: the seats closed with another commitment of yours, perhaps from another client.',
  FOOT_CHANGED: 'The deals do not use your seed, which this client keeps secret: the server replaced its own part of the deals.',
  WRONG_ROLL: "The deals do not use your seed, which this client keeps secret: the server's roll does not match the seats that it shows.",
  SECOND_ROLL: 'The server closed the seats a second time, with another roll. This client reveals your seed only once.',
  SEED_MISSING: 'The deals do not use your seed: the game started without it.',
  WRONG_FINGERPRINT: 'The deals may not use your seed: the fingerprint does not follow from the seeds that the server shows.',
  NO_SHA_256: 'This client adds no seed to the deals: the page was loaded over plain HTTP, where browsers have no SHA-256.',
});

/**
 * The seed of one player in one game. It decides what to send next, and sends nothing.
 *
 * Pass each state of the game to `nextStep`, one after the other, send the step that it returns, and report the answer
 * with `markCommitted` and `markRevealed`. The seed is revealed once, to the first roll, and only if the client computes
 * the same roll from the seats that it sees.
 */
export class GameSeed {
  /** The reason why the seed stays secret, or why the deals do not use it. @type {SeedWarning | null} */
  warning = null;
  /** Whether the deals use the seed; null before the start, and if there is no commitment to it. @type {boolean | null} */
  included = null;
  /** Whether the server has answered the step that reveals the seed. */
  isRevealed = false;
  #seed = randomHex(SEED_BYTES);
  #commandId = randomHex(ID_BYTES);
  /** The foot and the player that the seed is bound to. @type {{ foot: string, player: string, commitment: string } | null} */
  #bond = null;
  /** @type {number | null} */
  #committedAt = null;
  /** @type {string | null} */
  #roll = null;

  /** The seed in hexadecimal, for a verifier; null while it is secret. @returns {string | null} */
  get seed() {
    return this.isRevealed ? this.#seed : null;
  }

  /** The id of the player, for a verifier; null before the commitment. @returns {string | null} */
  get player() {
    return this.#bond?.player ?? null;
  }

  /** Return the commitment of a player, bound to the foot and the player of the first call. @param {string} foot @param {string} player */
  async commitment(foot, player) {
    this.#bond ??= { foot, player, commitment: await seedCommitment(foot, player, this.#seed) };
    return this.#bond.commitment;
  }

  /** Return what to send in this state of the game; set `warning` and `included`. @param {GameInDeal} game @returns {Promise<SeedStep | null>} */
  async nextStep(game) {
    const { deal, you } = game;
    if (!deal || you === null) return null;
    const own = game.seats[you];
    if (!hasSha256()) {
      if (game.stage === 'WAITING_FOR_PLAYERS') this.#warn(game, 'NO_SHA_256');
      return null;
    }
    if (game.stage === 'WAITING_FOR_PLAYERS') return this.#commit(game, deal, own);
    if (game.stage === 'WAITING_FOR_SEEDS') return this.#reveal(game, deal, own);
    if (game.stage === 'PLAYING' || game.stage === 'WON') await this.#checkStart(game, deal, own);
    return null;
  }

  /** Record that the server has accepted the commitment, and the version of the game after that. @param {number} version */
  markCommitted(version) {
    this.#committedAt = version;
  }

  /** Record that the server has answered the step that reveals the seed; it is not sent again. */
  markRevealed() {
    this.isRevealed = true;
  }

  /** @param {GameInDeal} game @param {Deal} deal @param {Seat} own @returns {Promise<SeedStep | null>} */
  async #commit({ version }, deal, own) {
    if (this.#roll !== null || this.warning) return null;
    // Older states do not show the commitment yet. If another client of the player has replaced it, that one stays: two
    // clients that replaced each other's would not end.
    if (this.#committedAt !== null && (version <= this.#committedAt || own.seedCommitment !== null)) return null;
    const commitment = await this.commitment(deal.foot, own.player.id);
    if (deal.foot !== this.#bond?.foot || own.seedCommitment === commitment) return null;
    return { mutation: 'commitSeed', input: { commitment } };
  }

  /** @param {GameInDeal} game @param {Deal} deal @param {Seat} own @returns {Promise<SeedStep | null>} */
  async #reveal(game, deal, own) {
    if (!this.#bond || this.warning) return null;
    const reason = await this.#reasonForSecrecy(game, deal, own, this.#bond);
    if (reason) {
      this.#warn(game, reason);
      return null;
    }
    this.#roll = deal.roll;
    return this.isRevealed ? null : { mutation: 'revealSeed', input: { seed: this.#seed, commandId: this.#commandId } };
  }

  /**
   * @param {GameInDeal} game @param {Deal} deal @param {Seat} own @param {{ foot: string, player: string, commitment: string }} bond
   * @returns {Promise<SeedWarningReason | null>}
   */
  async #reasonForSecrecy({ seats }, deal, own, { foot, player, commitment }) {
    if (this.#roll !== null && deal.roll !== this.#roll) return 'SECOND_ROLL';
    if (deal.foot !== foot) return 'FOOT_CHANGED';
    const committed = own.player.id === player ? own.seedCommitment : null;
    if (committed !== commitment) {
      if (this.#committedAt === null) return 'COMMITTED_TOO_LATE';
      return committed === null ? 'COMMITMENT_MISSING' : 'COMMITMENT_CHANGED';
    }
    return deal.roll === (await roll(foot, seats)) ? null : 'WRONG_ROLL';
  }

  /** @param {GameInDeal} game @param {Deal} deal @param {Seat} own */
  async #checkStart(game, deal, own) {
    if (!this.#bond || this.included !== null) return;
    const reason = await this.#reasonForExclusion(game, deal, own, this.#bond);
    this.included = reason === null;
    if (reason) this.#warn(game, reason);
  }

  /**
   * @param {GameInDeal} game @param {Deal} deal @param {Seat} own @param {{ foot: string, player: string, commitment: string }} bond
   * @returns {Promise<SeedWarningReason | null>}
   */
  async #reasonForExclusion({ seats }, deal, own, { foot, player, commitment }) {
    if (own.player.id !== player || own.seed !== this.#seed) {
      return this.#committedAt === null && own.seedCommitment !== commitment ? 'COMMITTED_TOO_LATE' : 'SEED_MISSING';
    }
    const isFair =
      deal.foot === foot &&
      (await roll(foot, seats)) === this.#roll &&
      (await matchCommitments(foot, seats)) &&
      deal.fingerprint === (await fingerprint(foot, seats));
    return isFair ? null : 'WRONG_FINGERPRINT';
  }

  /** @param {GameInDeal} game @param {SeedWarningReason} reason */
  #warn({ id }, reason) {
    this.warning ??= { game: id, reason, message: MESSAGES[reason] };
  }
}

/** Return whether each revealed seed is the one that its player committed to. @param {string} foot @param {readonly Seat[]} seats */
async function matchCommitments(foot, seats) {
  for (const { player, seed, seedCommitment: committed } of seats) {
    if (seed !== null && committed !== (await seedCommitment(foot, player.id, seed))) return false;
  }
  return true;
}
