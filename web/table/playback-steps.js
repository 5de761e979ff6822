// @ts-check
// The pace of showing events one by one, and masking of cards revealed since.

/** Milliseconds for which an event's moment stays on screen. */
const STEP_DELAYS = new Map(Object.entries({
  CardPlayed: 430,
  CardsPlayed: 600,
  TurnPassed: 350,
  BidPlaced: 450,
  BidWon: 350,
  BidCommitted: 120,
  BidsRevealed: 1_000,
  TrumpSelected: 700,
  CardsDiscarded: 350,
  TrickWon: 480,
  RoundScored: 900,
  RoundPassedOut: 700,
  TrumpTurned: 700,
  SeatSkipped: 350,
  DirectionReversed: 350,
  TableCleared: 480,
  SeatWentOut: 700,
  SeatMovedByClock: 500,
}));
/** Events without a visible change of their own: they are shown together with the next event. */
const INVISIBLE_EVENTS = new Set([
  'GameCreated', 'PlayerInvited', 'InvitationDeclined', 'InvitationWithdrawn', 'PlayerJoined', 'PlayerLeft',
  'SeedCommitted', 'SeatsClosed', 'SeedRevealed', 'GameStarted', 'SeatAutomated', 'SeatReclaimed', 'ClockStarted', 'ClockStopped',
  'GamePaused', 'GameResumed', 'AbandonVoted', 'AbandonVoteWithdrawn', 'DeckShuffled', 'DeckRevealed', 'MachineKeyRevealed', 'DeckRanOut', 'RoundDealt', 'HandDealt',
  'BlindHandDealt', 'HandShown', 'CardsDrawn', 'PassQueued', 'PassUnqueued', 'GameWon', 'GameClosed',
]);
/** For event types that are unknown here. */
const DEFAULT_DELAY = 400;
/** For the last card of a trick, so that the whole trick is visible before it is taken. */
const TRICK_DELAY = 1_050;
/** For the last hand of a deal. */
const DEAL_DELAY = 800;
const DEALT_HANDS = ['HandDealt', 'BlindHandDealt'];

/**
 * Return the milliseconds for which the moment after an event stays on screen.
 * @param {import('../schema').GameEvent} event @param {import('../schema').GameEvent} [next] the event after it
 */
export function stepDelay(event, next) {
  if (next?.__typename === 'TrickWon') return TRICK_DELAY;
  if (DEALT_HANDS.includes(event.__typename) && !DEALT_HANDS.includes(next?.__typename ?? '')) return DEAL_DELAY;
  return STEP_DELAYS.get(event.__typename) ?? (INVISIBLE_EVENTS.has(event.__typename) ? 0 : DEFAULT_DELAY);
}

/**
 * Return a moment without cards that were hidden then: the server also sends those revealed since.
 * @param {import('../schema').Game} moment @param {import('../schema').Game} before the last view as it was then
 * @returns {import('../schema').Game}
 */
export function maskMoment(moment, before) {
  const isBlind = moment.table?.blind ?? false;
  const seats = moment.seats.map((seat, index) => {
    const formerHand = before.seats[index]?.hand ?? [];
    const isOpen = index === moment.you ? !isBlind : formerHand.length > 0 && !formerHand.includes('??');
    return isOpen ? seat : { ...seat, hand: seat.hand.map(() => '??') };
  });
  return { ...moment, seats };
}
