// @ts-check
// The facts of a rematch before its start, from its events.

/**
 * @typedef {import('../schema').MissingPlayers} MissingPlayers
 * @typedef {object} RematchFacts
 * @property {string} at the time of its creation
 * @property {string} before id of the game before
 * @property {MissingPlayers} missing what happens to the seats of missing players
 * @property {string | null} until the time until which seats are reserved; null once they are free for others
 */

/**
 * Return the facts of a rematch; null for another game.
 * @param {readonly import('../schema').GameEvent[]} events @returns {RematchFacts | null}
 */
export function rematchFacts(events) {
  const [created] = events;
  if (created?.__typename !== 'GameCreated' || created.rematchOfId === null) return null;
  let missing = created.missingPlayers ?? 'OPEN';
  for (const event of events) if (event.__typename === 'MissingPlayersChosen') missing = event.choice;
  const isReleased = events.some(({ __typename: kind }) => kind === 'SeatsReleased');
  return { at: created.at, before: created.rematchOfId, missing, until: isReleased ? null : created.waitsUntil };
}
