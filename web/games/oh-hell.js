// @ts-check
// Oh Hell: buttons for secret bids, notes on blind rounds, and the trick.

import { queuedPlay } from '../queue/move-queue.js';
import { eventText } from '../text/event-text.js';
import { html } from '../ui/html.js';
import { roundFacts } from './round-facts.js';
import { Card } from '../table/card.js';
import { TrickArea } from './trick-area.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('./game-modules.js').ControlsProps} ControlsProps
 */

/** @param {ControlsProps} props */
function Controls({ offers, makeMove, isBusy }) {
  const offer = offers.find((each) => each.__typename === 'BidOffer');
  if (!offer) return null;
  return html`<div class="row" role="group" aria-label="How many tricks you will take, in secret">
    ${offer.amounts.map((amount) => html`<button key=${amount} type="button" class="bid" aria-busy=${isBusy}
      onClick=${() => makeMove(offer.mutation, { amount })}>
      <span class="unseen">Bid </span>${amount}
    </button>`)}
    <p class="hint">How many tricks will you take? Nobody sees the bids before all are made.</p>
  </div>`;
}

/** @param {import('./game-modules.js').MiddleProps} props */
function Middle({ game, names, ownSeat, events = [] }) {
  const round = events.slice(events.findLastIndex(({ __typename }) => __typename === 'RoundScored') + 1);
  // These notes disappear with the first lead; the log keeps them.
  const notes = round.some(({ __typename }) => __typename === 'CardPlayed') ? [] : round.filter(
    (event) => event.__typename === 'DeckRanOut' || (event.__typename === 'BidsRevealed' && event.forced),
  );
  return html`
    ${game.table?.blind && html`<p class="middle-note">
      A blind round: you see the cards of the others, and your own only once all bids are made.
    </p>`}
    ${notes.map((event) => html`<p class="middle-note" key=${event.version}>${eventText(event, names)}</p>`)}
    <${TrickArea} game=${game} names=${names} ownSeat=${ownSeat}>
      ${game.table?.phase === 'BIDDING' && game.table.turnUp && html`<${Card} key=${game.table.turnUp} card=${game.table.turnUp} />`}
    <//>`;
}

/** @param {import('../schema').Seat} seat @param {Game} game @returns {import('../felt/seat-view.js').SeatFacts} */
function seatFacts({ score, bid, committed, tricks }, { table }) {
  const isPlaying = table?.phase === 'TRICKS';
  return { score, bid: bidFacts(bid, committed, tricks), pile: isPlaying || tricks ? tricks : null, notes: [] };
}

/** @param {number | null} bid @param {boolean} committed @param {number} tricks */
function bidFacts(bid, committed, tricks) {
  if (committed) {
    return bid === null ? { text: 'Bid ?', spoken: 'Has bid' } : { text: `Bid ${bid}`, spoken: `Bid ${bid}, still secret` };
  }
  return bid === null ? null : { text: `Bid ${bid}`, spoken: `Bid ${bid}, took ${tricks}` };
}

/** @type {import('./game-modules.js').GameModule} */
export default { Controls, Middle, facts: roundFacts, seatFacts, selection: 'one', queuedMove: queuedPlay };
