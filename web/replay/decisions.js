// @ts-check
// The decisions of players, derived from the events that their moves led to.

/**
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').Move} Move
 * @typedef {object} Decision
 * @property {number} version of the moment before the move
 * @property {number} seat
 * @property {Move | null} move null while it is secret
 * @property {boolean} isMachine whether the machine played the seat and decided itself
 */

/**
 * Return the amount of a secret bid; null while it is hidden from the viewer.
 * @param {readonly GameEvent[]} events @param {Extract<GameEvent, { __typename: 'BidCommitted' }>} event
 */
function secretBid(events, { committedAmount, version, seat }) {
  if (committedAmount !== null) return committedAmount;
  // Other players' bids are revealed together, before the next deal.
  const reveal = events.slice(version).find(({ __typename: kind }) => kind === 'BidsRevealed' || kind === 'RoundDealt');
  return reveal?.__typename === 'BidsRevealed' ? reveal.bids[seat] : null;
}

/**
 * Return the move that led to an event; undefined if the event is no direct result of a move, null if it is secret.
 * @param {readonly GameEvent[]} events @param {GameEvent} event @returns {Move | null | undefined}
 */
function moveOfEvent(events, event) {
  switch (event.__typename) {
    case 'BidPlaced':
      return { __typename: 'PlaceBid', mutation: 'placeBid', amount: event.amount };
    case 'BidCommitted': {
      const amount = secretBid(events, event);
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
 * The times at which the machine decides for a seat.
 * @typedef {object} MachineTimes
 * @property {(version: number) => boolean} isMachineAt returns whether the machine makes the decision at a moment
 * @property {boolean} isAlways whether the player of the seat never decides
 */

/**
 * Return the times at which the machine decides for a seat: after it was handed over and until it is taken back, and
 * for the moves whose time was over.
 * @param {readonly GameEvent[]} events @param {Game} game at any moment after its start @param {number} seat
 * @returns {MachineTimes}
 */
export function machineTimes(events, game, seat) {
  const startIndex = events.findIndex(({ __typename: kind }) => kind === 'GameStarted');
  const own = events.slice(startIndex + 1).filter((event) => 'seat' in event && event.seat === seat);
  // Seats can be handed over before the start, when their numbers can still change.
  const handover = own.find(({ __typename: kind }) => kind === 'SeatAutomated' || kind === 'SeatReclaimed');
  const isAtStart = handover
    ? handover.__typename === 'SeatReclaimed'
    : game.seats[seat].machine || game.seats[seat].automated;
  let isAutomated = isAtStart;
  const changes = [{ version: 0, isMachine: isAtStart }];
  for (const { __typename: kind, version } of own) {
    if (kind === 'SeatAutomated' || kind === 'SeatReclaimed') isAutomated = kind === 'SeatAutomated';
    else if (kind !== 'SeatMovedByClock' && kind !== 'ClockStopped') continue;
    changes.push({ version, isMachine: isAutomated || kind === 'SeatMovedByClock' });
  }
  return {
    isMachineAt: (at) => changes.findLast(({ version }) => version <= at)?.isMachine ?? isAtStart,
    isAlways: changes.every(({ isMachine }) => isMachine),
  };
}

/**
 * Return the decision at a moment, derived from the next event; null if that was no decision.
 * @param {readonly GameEvent[]} events all events @param {Game} game at any moment after its start
 * @param {number} version @returns {Decision | null}
 */
export function decisionAt(events, game, version) {
  const event = events[version];
  if (!event || !('seat' in event)) return null;
  const move = moveOfEvent(events, event);
  if (move === undefined) return null;
  const { isMachineAt } = machineTimes(events, game, event.seat);
  return { version, seat: event.seat, move, isMachine: isMachineAt(version) };
}

/**
 * Return the decisions of a seat, except those of the machine.
 * @param {readonly GameEvent[]} events @param {Game} game @param {number} seat @returns {Decision[]}
 */
export function decisionsOf(events, game, seat) {
  const { isMachineAt } = machineTimes(events, game, seat);
  return events.flatMap((event, version) => {
    if (!('seat' in event) || event.seat !== seat || isMachineAt(version)) return [];
    const move = moveOfEvent(events, event);
    return move === undefined ? [] : { version, seat, move, isMachine: false };
  });
}

/** Return whether two moves are the same, regardless of the order of cards. @param {Move} one @param {Move} other */
export function isSameMove(one, other) {
  /** @param {Move} move */
  const comparable = ({ ...fields }) =>
    Object.entries(fields).map(([name, value]) => `${name} ${Array.isArray(value) ? [...value].sort() : value}`).sort();
  return comparable(one).join() === comparable(other).join();
}
