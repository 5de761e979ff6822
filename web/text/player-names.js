// @ts-check
// The names of the players at a table.

import { t } from './messages.js';

/**
 * @typedef {object} Names
 * @property {(seat: number) => string} seat returns the name of the player at a seat; 'You' for your own
 * @property {(player: import('../schema').Player) => string} player returns the name of a player; 'You' for you
 * @property {(player: import('../schema').Player) => boolean} [isYou] returns whether a player is you
 * @property {number | null} you your seat; null for a spectator
 * @property {(seat: number) => boolean} [machine] returns whether a machine player has the seat
 */

/**
 * Return the names at a game's table.
 * @param {import('../schema').Game} game @param {string | null} [viewerId] the signed-in player; null for a spectator
 * @returns {Names}
 */
export function playerNames(game, viewerId = null) {
  const you = game.you;
  const ownId = you === null ? null : game.seats[you]?.player.id;
  const isYou = (/** @type {import('../schema').Player} */ { id }) => id === viewerId || id === ownId;
  return {
    you,
    isYou,
    machine: (seat) => game.seats[seat]?.machine ?? false,
    seat: (seat) => {
      if (seat === you) return t('text.youName');
      return game.seats[seat] ? displayName(game.seats[seat].player) : seatLabel(seat);
    },
    player: (player) => (isYou(player) ? t('text.youName') : displayName(player)),
  };
}

/** Return the label of a seat; people count seats from 1. @param {number} seat from 0 */
export const seatLabel = (seat) => t('text.seat', { number: seat + 1 });

/** Return the name to show for a player. @param {import('../schema').Player} player */
export function displayName({ id, name, erased }) {
  if (erased) return t('text.formerPlayer');
  // The name of a machine player is its id.
  const number = name === id ? /^machine-(\d+)$/.exec(id)?.[1] : undefined;
  return number ? t('text.machine', { number }) : name;
}
