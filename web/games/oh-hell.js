// @ts-check
// Oh Hell: bids that are made in secret and revealed together, blind rounds, and tricks.

import { html } from '../ui/html.js';
import { isHidden } from '../table/card.js';
import { factsOf } from './round-facts.js';
import { numbered } from '../text/phrases.js';
import { Tricks } from './trick-area.js';
import { told } from '../text/game-text.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('./game-modules.js').ControlsProps} ControlsProps
 */

const SUITS = 'HCDS';
const RANKS = 'AKQJT98765432';

/** The trump suit first; in each suit high cards first. @param {readonly string[]} cards @param {Game} game */
function sort(cards, { table }) {
  const suits = (table?.trump?.[0] ?? '') + SUITS;
  /** @param {string} card */
  const place = (card) => (isHidden(card) ? -1 : suits.indexOf(card[1]) * RANKS.length + RANKS.indexOf(card[0]));
  return [...cards].sort((one, other) => place(one) - place(other));
}

/** @param {ControlsProps} props */
function Controls({ offers, act, busy }) {
  const offer = offers.find((each) => each.__typename === 'BidOffer');
  if (!offer) return null;
  return html`<div class="row" role="group" aria-label="How many tricks you will take, in secret">
    ${offer.amounts.map((amount) => html`<button key=${amount} type="button" class="bid" aria-busy=${busy}
      onClick=${() => act(offer.mutation, { amount })}>
      <span class="unseen">Bid </span>${amount}
    </button>`)}
    <p class="hint">How many tricks will you take? Nobody sees the bids before all are made.</p>
  </div>`;
}

/** @param {import('./game-modules.js').MiddleProps} props */
function Middle({ game, names, mine, events = [] }) {
  const round = events.slice(events.findLastIndex(({ __typename }) => __typename === 'RoundScored') + 1);
  // News until the first card is led; the log keeps it.
  const news = round.some(({ __typename }) => __typename === 'CardPlayed') ? [] : round.filter(
    (event) => event.__typename === 'DeckRanOut' || (event.__typename === 'BidsRevealed' && event.forced),
  );
  return html`
    ${game.table?.blind && html`<p class="middle-note">
      A blind round: you see the cards of the others, and your own only once all bids are made.
    </p>`}
    ${news.map((event) => html`<p class="middle-note" key=${event.version}>${told(event, names)}</p>`)}
    <${Tricks} game=${game} names=${names} mine=${mine} />`;
}

/** @param {import('../schema').Seat} seat @param {Game} game */
function seatNotes({ score, bid, committed, tricks }, { status }) {
  const notes = [numbered(score, 'point')];
  if (committed) notes.push(bid === null ? 'Has bid' : `Bid ${bid}, still secret`);
  else if (bid !== null) notes.push(`Bid ${bid}, took ${tricks}`);
  else if (status === 'BIDDING') notes.push('Has not bid yet');
  return notes;
}

/** @type {import('./game-modules.js').GameModule} */
export default { sort, Controls, Middle, facts: factsOf, seatNotes, usesHand: 'one' };
