// @ts-check
// The facts of a game's deal, from its events: the server's part, and the seeds of the seats.

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {object} SeatSeed a seat's part in the deal
 * @property {string} player the player's id
 * @property {string | null} commitment
 * @property {string | null} seed
 * @typedef {object} DealFacts
 * @property {string} foot the server's part, fixed when the game was created
 * @property {SeatSeed[]} seats in the order of the seats
 * @property {{ at: string, until: string } | null} closing the times at which the seats closed and the wait for seeds ends
 * @property {string | null} roll the server's hash of the seats and their commitments
 * @property {string | null} fingerprint the server's hash of all that decides the shuffles besides its links
 */

/**
 * Return the facts of a game's deal; null if its seats cannot add seeds.
 * @param {Pick<Game, 'seats'>} game @param {readonly GameEvent[]} events up to the version of the game
 * @returns {DealFacts | null}
 */
export function dealFacts({ seats }, events) {
  const [created] = events;
  if (created?.__typename !== 'GameCreated' || created.deal === null) return null;
  /** @type {Map<string, string>} */
  const commitments = new Map();
  /** @type {Map<string, string>} */
  const seeds = new Map();
  /** @type {DealFacts} */
  const facts = { foot: created.deal, seats: [], closing: null, roll: null, fingerprint: null };
  for (const event of events) {
    if (event.__typename === 'SeedCommitted') commitments.set(event.player.id, event.commitment);
    else if (event.__typename === 'PlayerLeft') commitments.delete(event.player.id);
    else if (event.__typename === 'SeedRevealed') seeds.set(event.player.id, event.seed);
    else if (event.__typename === 'SeatsClosed') {
      facts.roll = event.roll;
      facts.closing = { at: event.at, until: event.until };
    } else if (event.__typename === 'GameStarted') {
      facts.fingerprint = event.fingerprint;
      break;
    }
  }
  facts.seats = seats.map(({ player: { id } }) => (
    { player: id, commitment: commitments.get(id) ?? null, seed: seeds.get(id) ?? null }));
  return facts;
}
