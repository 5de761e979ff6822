// @ts-check
// What the people at a table are called, on every page that shows one.

/**
 * @typedef {object} Names
 * @property {(seat: number) => string} seat who sits there; 'You' for oneself
 * @property {(id: string) => string} player who that is, also one who has left
 * @property {number | null} you one's own seat
 * @property {(seat: number) => boolean} machine whether a machine player sits there
 */

/** Names of those who were seen at a table: who has left is still spoken of. @type {Map<string, string>} */
const known = new Map();

/**
 * Return the names at a game's table.
 * @param {import('../schema').Game} game @param {string | null} [viewer] the id of who looks on; null for nobody
 * @returns {Names}
 */
export function namesOf(game, viewer = null) {
  for (const player of [...game.seats.map((seat) => seat.player), ...game.invited, game.organizer]) {
    if (player) known.set(player.id, nameOf(player));
  }
  const you = game.you;
  const own = you === null ? null : game.seats[you]?.player.id;
  return {
    you,
    machine: (seat) => game.seats[seat]?.machine ?? false,
    seat: (seat) => (seat === you ? 'You' : known.get(game.seats[seat]?.player.id) ?? `Seat ${seat}`),
    player: (id) => (id === viewer || id === own ? 'You' : known.get(id) ?? 'Somebody'),
  };
}

/** Return what a player is called. @param {import('../schema').Player} player */
export function nameOf({ id, name, erased }) {
  if (erased) return 'Somebody who left';
  // Machine players have no name but their ids.
  const number = name === id ? /^machine-(\d+)$/.exec(id)?.[1] : undefined;
  return number ? `Machine ${number}` : name;
}
