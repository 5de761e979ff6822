// @ts-check
// Seats that were reserved when the table was created, for players who look for a game.

/** @typedef {readonly import('../schema').GameEvent[]} Events */

/** Return whether seats of a table were reserved for players. @param {Events} events */
export const hasReservedSeats = (events) =>
  events.some((event) => event.__typename === 'PlayerInvited' && event.reserved);

/** Return whether a table formed for a player's seek. @param {Events} events @param {string | undefined} player */
export function isReservedFor(events, player) {
  if (!player || !hasReservedSeats(events)) return false;
  return events.some((event) => (event.__typename === 'GameCreated' && event.organizer.id === player)
    || (event.__typename === 'PlayerInvited' && event.reserved && event.player.id === player));
}
