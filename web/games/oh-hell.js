// @ts-check
// Oh Hell: buttons for secret bids, notes on blind rounds, and the trick.

import { queuedPlay } from '../queue/move-queue.js';
import { eventText } from '../text/event-text.js';
import { t, tParts } from '../text/messages.js';
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
  return html`<div class="row" role="group" aria-label=${t('games.secretBid')}>
    ${offer.amounts.map((amount) => html`<button key=${amount} type="button" class="bid" aria-busy=${isBusy}
      onClick=${() => makeMove(offer.mutation, { amount })}>
      <${BidLabel} amount=${amount} />
    </button>`)}
    <p class="hint">${t('games.secretBidHint')}</p>
  </div>`;
}

/** A bid that shows only its amount. @param {{ amount: number }} props */
const BidLabel = ({ amount }) => tParts('text.move.PlaceBid', { amount: html`<span>${amount}</span>` })
  .map((part) => (typeof part === 'string' ? html`<span class="unseen">${part}</span>` : part));

/** @param {import('./game-modules.js').MiddleProps} props */
function Middle({ game, names, ownSeat, events = [] }) {
  const round = events.slice(events.findLastIndex(({ __typename }) => __typename === 'RoundScored') + 1);
  // These notes disappear with the first lead; the log keeps them.
  const notes = round.some(({ __typename }) => __typename === 'CardPlayed') ? [] : round.filter(
    (event) => event.__typename === 'DeckRanOut' || (event.__typename === 'BidsRevealed' && event.forced),
  );
  return html`
    ${game.table?.blind && html`<p class="middle-note">${t('games.blindRound')}</p>`}
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
    if (bid === null) return { text: t('games.unknownBid'), spoken: t('games.hasBid') };
    return { text: t('text.move.PlaceBid', { amount: bid }), spoken: t('games.bidStillSecret', { amount: bid }) };
  }
  if (bid === null) return null;
  return { text: t('text.move.PlaceBid', { amount: bid }), spoken: t('games.bidAndTricks', { amount: bid, count: tricks }) };
}

/** @type {import('./game-modules.js').GameModule} */
export default { Controls, Middle, facts: roundFacts, seatFacts, selection: 'one', queuedMove: queuedPlay };
