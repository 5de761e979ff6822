// @ts-check
// The table through the eyes of one seat as it was then: what was hidden from it is laid face down. It only ever hides.

/**
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {import('../schema').Game} Game
 */

const FACE_DOWN = '??';

/** @param {readonly string[]} cards */
const faceDown = (cards) => cards.map(() => FACE_DOWN);

/**
 * Tell whether a seat could read the cards of an event when it happened. Cards that carry the number of their
 * shuffle are their own seat's alone, but for hands that are dealt blind; all others lie on the table.
 * @param {GameEvent} event @param {number} seat
 */
function couldRead(event, seat) {
  if (!('cards' in event && 'shuffle' in event)) return true;
  return event.__typename === 'BlindHandDealt' ? event.seat !== seat : event.seat === seat;
}

/**
 * Return the seats whose hands a seat had seen: all that came into them since the deal.
 * @param {readonly GameEvent[]} events up to the moment @param {number} seat
 * @returns {(other: number) => boolean}
 */
function seenHands(events, seat) {
  /** @type {Map<number, boolean>} */
  const seen = new Map();
  const deal = events.findLastIndex(({ __typename: kind }) => kind === 'RoundDealt');
  for (const event of events.slice(Math.max(deal, 0))) {
    if (!('cards' in event && 'shuffle' in event) || event.__typename === 'CardsDiscarded') continue;
    const readable = couldRead(event, seat);
    // Who takes up its blind hand shows it to itself; the others remember what they saw.
    if (event.__typename === 'HandShown') seen.set(event.seat, readable || seen.get(event.seat) === true);
    else seen.set(event.seat, readable && seen.get(event.seat) !== false);
  }
  return (other) => seen.get(other) ?? other === seat;
}

/**
 * Return a game as a seat saw it.
 * @param {Game} game at a moment @param {readonly GameEvent[]} events up to that moment @param {number} seat
 * @returns {Game}
 */
export function seenFrom(game, events, seat) {
  const seen = seenHands(events, seat);
  const seats = game.seats.map((each) => ({
    ...each,
    hand: seen(each.index) ? each.hand : faceDown(each.hand),
    bid: each.committed && each.index !== seat ? null : each.bid,
  }));
  return { ...game, seats, you: seat, legalMoves: game.you === seat ? game.legalMoves : [] };
}

/**
 * Return events as a seat could read them at the moment of the last: what had been opened by then is open.
 * @param {readonly GameEvent[]} events from the first on @param {number} seat
 * @returns {GameEvent[]}
 */
export function readFrom(events, seat) {
  const opened = new Set(events.flatMap((event) => (event.__typename === 'DeckRevealed' ? event.shuffle : [])));
  return events.map((event) => {
    if (event.__typename === 'BidCommitted') return event.seat === seat ? event : { ...event, committedAmount: null };
    if (!('shuffle' in event) || opened.has(event.shuffle)) return event;
    if (event.__typename === 'DeckShuffled') return { ...event, order: faceDown(event.order), sealedSalt: null };
    return couldRead(event, seat) || !('cards' in event) ? event : { ...event, cards: faceDown(event.cards) };
  });
}
