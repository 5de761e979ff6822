// @ts-check
// What players decided, told by the events that their moves led to, and whether the machine would have done the same.

/**
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').Move} Move
 * @typedef {object} Decision
 * @property {number} version where the game stood when it was taken
 * @property {number} seat who took it
 * @property {Move | null} done what was done; null while that is secret
 * @property {boolean} machine whether the machine played the seat by then, and so took the decision itself
 */

/** @param {readonly GameEvent[]} events @param {Extract<GameEvent, { __typename: 'BidCommitted' }>} event */
function bidOf(events, { committedAmount, version, seat }) {
  if (committedAmount !== null) return committedAmount;
  // Of others it is told when all are, which is no secret any more.
  const known = events.slice(version).find(({ __typename: kind }) => kind === 'BidsRevealed' || kind === 'RoundDealt');
  return known?.__typename === 'BidsRevealed' ? known.bids[seat] : null;
}

/** Return the move that an event tells of; undefined where nobody moved. @param {readonly GameEvent[]} events
 * @param {GameEvent} event @returns {Move | null | undefined} */
function moveOf(events, event) {
  switch (event.__typename) {
    case 'BidPlaced':
      return { __typename: 'PlaceBid', mutation: 'placeBid', amount: event.amount };
    case 'BidCommitted': {
      const amount = bidOf(events, event);
      return amount === null ? null : { __typename: 'PlaceBid', mutation: 'placeBid', amount };
    }
    case 'TurnPassed':
      return event.automatic ? undefined : { __typename: 'PassTurn', mutation: 'passTurn' };
    case 'TrumpSelected':
      return { __typename: 'SelectTrump', mutation: 'selectTrump', suit: event.suit };
    case 'CardsDiscarded':
      return event.cards.includes('??')
        ? null
        : { __typename: 'DiscardCards', mutation: 'discardCards', cards: event.cards };
    case 'CardPlayed':
      return { __typename: 'PlayCard', mutation: 'playCard', card: event.card };
    case 'CardsPlayed':
      return event.automatic ? undefined : { __typename: 'PlayCards', mutation: 'playCards', cards: event.cards };
    default:
      return undefined;
  }
}

/**
 * Return the version from which on the machine played a seat; infinite where it never did.
 * @param {readonly GameEvent[]} events @param {Game} game at some moment after its start @param {number} seat
 */
export function machineFrom(events, game, seat) {
  const start = events.findIndex(({ __typename: kind }) => kind === 'GameStarted');
  const handed = events.find(
    (event, place) => place > start && event.__typename === 'SeatAutomated' && event.seat === seat,
  );
  if (handed) return handed.version;
  return game.seats[seat].machine || game.seats[seat].automated ? 0 : Infinity;
}

/**
 * Return the decision that was taken at a moment, by what happened next; null where nobody decided anything.
 * @param {readonly GameEvent[]} events from the first on @param {Game} game at some moment after its start
 * @param {number} version @returns {Decision | null}
 */
export function decisionAt(events, game, version) {
  const event = events[version];
  if (!event || !('seat' in event)) return null;
  const done = moveOf(events, event);
  if (done === undefined) return null;
  return { version, seat: event.seat, done, machine: machineFrom(events, game, event.seat) <= version };
}

/**
 * Return all decisions of a seat that the machine did not take itself.
 * @param {readonly GameEvent[]} events @param {Game} game @param {number} seat @returns {Decision[]}
 */
export function decisionsOf(events, game, seat) {
  const end = machineFrom(events, game, seat);
  return events.flatMap((event, place) => {
    if (place >= end || !('seat' in event) || event.seat !== seat) return [];
    return decisionAt(events, game, place) ?? [];
  });
}

/** Tell whether two moves are the same, in whichever order cards are named. @param {Move} one @param {Move} other */
export function sameMove(one, other) {
  /** @param {Move} move */
  const told = ({ ...fields }) =>
    Object.entries(fields).map(([name, value]) => `${name} ${Array.isArray(value) ? [...value].sort() : value}`).sort();
  return told(one).join() === told(other).join();
}
