// @ts-check
// Seats that are reserved: for players who look for a game, and for those of a rematch.

/** @typedef {readonly import('../schema').GameEvent[]} Events */

/** Return whether seats of a table are reserved for players. @param {Events} events */
export const hasReservedSeats = (events) =>
  events.some((event) => event.__typename === 'PlayerInvited' && event.reserved)
  && !events.some(({ __typename: kind }) => kind === 'SeatsReleased');

/** Return whether a table formed for players who look for a game. @param {Events} events */
export const isFromSeeks = (events) => hasReservedSeats(events) && !isRematch(events);

/** @param {Events} events */
const isRematch = ([created]) => created?.__typename === 'GameCreated' && created.rematchOfId !== null;

/** Return whether a table formed for a player's seek. @param {Events} events @param {string | undefined} player */
export function isReservedFor(events, player) {
  if (!player || !isFromSeeks(events)) return false;
  return events.some((event) => (event.__typename === 'GameCreated' && event.organizer.id === player)
    || (event.__typename === 'PlayerInvited' && event.reserved && event.player.id === player));
}
