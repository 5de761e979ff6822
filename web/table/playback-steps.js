// @ts-check
// How quickly what happened at once is shown step by step, and what is kept covered meanwhile.

/** Milliseconds for which a moment stays on screen after an event; the others are shown together with what follows. */
const PAUSES = new Map(Object.entries({
  CardPlayed: 450,
  CardsPlayed: 650,
  TurnPassed: 350,
  BidPlaced: 450,
  BidWon: 350,
  BidCommitted: 120,
  BidsRevealed: 900,
  TrumpSelected: 700,
  CardsDiscarded: 350,
  TrickWon: 700,
  RoundScored: 900,
  RoundPassedOut: 700,
  TrumpTurned: 350,
  SeatSkipped: 350,
  DirectionReversed: 350,
  TableCleared: 500,
  SeatWentOut: 700,
}));
/** What happens beside the table, or is seen by its consequence. */
const UNSEEN = new Set([
  'GameCreated', 'PlayerInvited', 'InvitationDeclined', 'InvitationWithdrawn', 'PlayerJoined', 'PlayerLeft',
  'GameStarted', 'SeatAutomated', 'DeckShuffled', 'DeckRevealed', 'DeckRanOut', 'RoundDealt', 'HandDealt',
  'BlindHandDealt', 'HandShown', 'CardsDrawn', 'PassQueued', 'PassUnqueued', 'GameWon', 'GameClosed',
]);
/** For what a game has that nobody thought of here. */
const UNKNOWN = 400;
/** Longer, since the whole trick is to be seen before it is taken. */
const WHOLE_TRICK = 900;

/**
 * Return for how many milliseconds what an event led to is to be seen.
 * @param {import('../schema').GameEvent} event @param {import('../schema').GameEvent} [next] what happened then
 */
export function pauseAfter(event, next) {
  if (next?.__typename === 'TrickWon') return WHOLE_TRICK;
  return PAUSES.get(event.__typename) ?? (UNSEEN.has(event.__typename) ? 0 : UNKNOWN);
}

/**
 * Return a moment as it was seen at the table: a deck that has been revealed since would open hands that were not open
 * then.
 * @param {import('../schema').Game} moment @param {import('../schema').Game} before what was seen last as it stood
 * @returns {import('../schema').Game}
 */
export function masked(moment, before) {
  const blind = moment.table?.blind ?? false;
  const seats = moment.seats.map((seat, index) => {
    const seen = before.seats[index]?.hand ?? [];
    const open = index === moment.you ? !blind : seen.length > 0 && !seen.includes('??');
    return open ? seat : { ...seat, hand: seat.hand.map(() => '??') };
  });
  return { ...moment, seats };
}
