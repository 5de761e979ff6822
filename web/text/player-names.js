// @ts-check
// The names of the players at a table.

/**
 * @typedef {object} Names
 * @property {(seat: number) => string} seat returns the name of the player at a seat; 'You' for your own
 * @property {(id: string) => string} player returns the name of a player, even after they left
 * @property {number | null} you your seat; null for a spectator
 * @property {(seat: number) => boolean} [machine] returns whether a machine player has the seat
 */

/** The names of all players seen so far: the log still names players who left. @type {Map<string, string>} */
const knownNames = new Map();

/**
 * Return the names at a game's table.
 * @param {import('../schema').Game} game @param {string | null} [viewerId] the signed-in player; null for a spectator
 * @returns {Names}
 */
export function playerNames(game, viewerId = null) {
  for (const player of [...game.seats.map((seat) => seat.player), ...game.invited, game.organizer]) {
    if (player) knownNames.set(player.id, displayName(player));
  }
  const you = game.you;
  const ownId = you === null ? null : game.seats[you]?.player.id;
  return {
    you,
    machine: (seat) => game.seats[seat]?.machine ?? false,
    seat: (seat) => (seat === you ? 'You' : knownNames.get(game.seats[seat]?.player.id) ?? `Seat ${seat}`),
    player: (id) => (id === viewerId || id === ownId ? 'You' : knownNames.get(id) ?? 'Somebody'),
  };
}

/** Return the name to show for a player. @param {import('../schema').Player} player */
export function displayName({ id, name, erased }) {
  if (erased) return 'Somebody who left';
  // The name of a machine player is its id.
  const number = name === id ? /^machine-(\d+)$/.exec(id)?.[1] : undefined;
  return number ? `Machine ${number}` : name;
}
