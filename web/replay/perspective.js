// @ts-check
// A game as one seat saw it: turns cards face down that the seat could not see, reveals none.

import { FACE_DOWN } from '../text/card-names.js';

/**
 * @typedef {import('../schema').GameEvent} GameEvent
 * @typedef {import('../schema').Game} Game
 */

/** @param {readonly string[]} cards */
const faceDown = (cards) => cards.map(() => FACE_DOWN);

/**
 * Return whether a seat could see the cards of an event when it happened. Cards with a shuffle number are visible to
 * their own seat only, and blind hands to all others; all other cards are public.
 * @param {GameEvent} event @param {number} seat
 */
function couldSee(event, seat) {
  if (!('cards' in event && 'shuffle' in event)) return true;
  return event.__typename === 'BlindHandDealt' ? event.seat !== seat : event.seat === seat;
}

/**
 * Return a function that tells whose hands a seat could see: those of which it saw every card since the deal.
 * @param {readonly GameEvent[]} events up to the moment @param {number} seat
 * @returns {(other: number) => boolean}
 */
function handVisibility(events, seat) {
  /** @type {Map<number, boolean>} */
  const visibility = new Map();
  const dealIndex = events.findLastIndex(({ __typename: kind }) => kind === 'RoundDealt');
  for (const event of events.slice(Math.max(dealIndex, 0))) {
    if (!('cards' in event && 'shuffle' in event) || event.__typename === 'CardsDiscarded') continue;
    const isVisible = couldSee(event, seat);
    // HandShown shows a blind hand to its owner; the others have already seen it.
    if (event.__typename === 'HandShown') visibility.set(event.seat, isVisible || visibility.get(event.seat) === true);
    else visibility.set(event.seat, isVisible && visibility.get(event.seat) !== false);
  }
  return (other) => visibility.get(other) ?? other === seat;
}

/**
 * Return a game as a seat saw it.
 * @param {Game} game at a moment @param {readonly GameEvent[]} events up to that moment @param {number} seat
 * @returns {Game}
 */
export function gameSeenFrom(game, events, seat) {
  const isVisible = handVisibility(events, seat);
  const seats = game.seats.map((each) => ({
    ...each,
    hand: isVisible(each.index) ? each.hand : faceDown(each.hand),
    bid: each.committed && each.index !== seat ? null : each.bid,
  }));
  return { ...game, seats, you: seat, legalMoves: game.you === seat ? game.legalMoves : [] };
}

/**
 * Return events as a seat saw them at the last of them: cards of shuffles revealed by then are visible.
 * @param {readonly GameEvent[]} events all events up to a moment @param {number} seat
 * @returns {GameEvent[]}
 */
export function eventsSeenFrom(events, seat) {
  const revealed = new Set(events.flatMap((event) => (event.__typename === 'DeckRevealed' ? event.shuffle : [])));
  return events.map((event) => {
    if (event.__typename === 'BidCommitted') return event.seat === seat ? event : { ...event, committedAmount: null };
    if (!('shuffle' in event) || revealed.has(event.shuffle)) return event;
    if (event.__typename === 'DeckShuffled') return { ...event, order: faceDown(event.order), sealedSalt: null };
    return couldSee(event, seat) || !('cards' in event) ? event : { ...event, cards: faceDown(event.cards) };
  });
}
