// @ts-check
// Hundred and Ten: bids that can be passed ahead of one's turn, naming trump, discarding, and tricks.

import { html } from '../ui/html.js';
import { counted, isHidden, Suit, suitName } from '../table/card.js';
import { factsOf } from './round-facts.js';
import { capital, numbered, signed, whom } from '../text/phrases.js';
import { Tricks } from './trick-area.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').Offer} Offer
 * @typedef {import('./game-modules.js').ControlsProps} ControlsProps
 */

/** As printed on the cards: red and black by turns, and high cards first. How trumps rank is the game's affair. */
const SUITS = 'HCDS';
const RANKS = 'AKQJT98765432';
/** The bid that is called by its name. */
const MOON = 60;

/** The trump suit first, behind the joker; then the other suits. @param {readonly string[]} cards @param {Game} game */
function sort(cards, { table }) {
  const suits = (table?.trump?.[0] ?? '') + SUITS;
  /** @param {string} card */
  const place = (card) =>
    isHidden(card) || card === 'JOKER' ? -1 : suits.indexOf(card[1]) * RANKS.length + RANKS.indexOf(card[0]);
  return [...cards].sort((one, other) => place(one) - place(other));
}

/** @param {ControlsProps} props */
function Controls(props) {
  const { game, offers } = props;
  return html`
    ${offers.map((offer) => {
      if (offer.__typename === 'BidOffer') return html`<${Bids} key="bids" ...${props} offer=${offer} />`;
      if (offer.__typename === 'TrumpOffer') return html`<${Trumps} key="trumps" ...${props} offer=${offer} />`;
      if (offer.__typename === 'DiscardOffer') return html`<${Discards} key="discards" ...${props} offer=${offer} />`;
      return null;
    })}
    ${game.status === 'BIDDING' && html`<${Ahead} ...${props} />`}`;
}

/** @param {ControlsProps & { offer: import('../schema').BidOffer }} props */
function Bids({ offer, offers, act, busy }) {
  const pass = offers.find(({ __typename }) => __typename === 'PassOffer');
  return html`<div class="row" role="group" aria-label="Your bid">
    ${offer.amounts.map((amount) => html`<button key=${amount} type="button" aria-busy=${busy}
      onClick=${() => act(offer.mutation, { amount })}>
      ${amount === MOON ? `Shoot the moon (${amount})` : `Bid ${amount}`}
    </button>`)}
    ${pass && html`<button type="button" aria-busy=${busy} onClick=${() => act(pass.mutation, {})}>Pass</button>`}
  </div>`;
}

/** @param {ControlsProps & { offer: import('../schema').TrumpOffer }} props */
function Trumps({ offer, act, busy }) {
  return html`<div class="row" role="group" aria-label="Trump">
    ${offer.suits.map((suit) => html`<button key=${suit} type="button" aria-busy=${busy}
      onClick=${() => act(offer.mutation, { suit })}>
      <${Suit} suit=${suit} /> <span aria-hidden="true">${capital(suitName(suit))}</span>
    </button>`)}
  </div>`;
}

/** @param {ControlsProps & { offer: import('../schema').DiscardOffer }} props */
function Discards({ offer, act, busy, chosen }) {
  const cards = offer.anySubsetOf.filter((card) => chosen.has(card));
  return html`<div class="row" role="group" aria-label="Discard">
    <button type="button" class="main" aria-busy=${busy} onClick=${() => act(offer.mutation, { cards })}>
      ${cards.length ? `Discard ${counted(cards.length)} ${cards.length === 1 ? 'card' : 'cards'}` : 'Keep all cards'}
    </button>
    <p class="hint">Choose the cards to put away; as many are drawn.</p>
  </div>`;
}

/** Passing ahead of one's turn, in public, and taking that back. @param {ControlsProps} props */
function Ahead({ game, act, busy }) {
  const seat = game.you === null ? null : game.seats[game.you];
  if (!seat || seat.automated || seat.passed || game.table?.toMove.includes(seat.index)) return null;
  return html`<div class="row">
    <button type="button" aria-busy=${busy} onClick=${() => act(seat.passQueued ? 'unqueuePass' : 'queuePass', {})}>
      ${seat.passQueued ? 'Take the announced pass back' : 'Pass when my turn comes'}
    </button>
    <p class="hint">
      ${seat.passQueued ? 'You will pass when your turn comes; everyone sees that.' : 'Everyone will see that.'}
    </p>
  </div>`;
}

/** @param {Game} game @param {import('../text/player-names.js').Names} names @returns {import('./game-modules.js').Fact[]} */
function facts(game, names) {
  const { table } = game;
  const bidder = table?.bidder ?? null;
  const highest = table && bidder !== null
    ? [{ term: 'Highest bid', detail: `${table.bid} by ${whom(names, bidder)}` }]
    : [];
  return [...factsOf(game), ...highest];
}

/** @param {import('../schema').Seat} seat @param {Game} game */
function seatNotes({ score, bid, tricks, discarded }, { status }) {
  const notes = [numbered(score, 'point').replace('-', '−')];
  if (bid !== null) notes.push(`Bid ${signed(bid)}`);
  if (discarded !== null) notes.push(`Discarded ${discarded}`);
  if (status === 'TRICKS' || tricks) notes.push(numbered(tricks, 'trick'));
  return notes;
}

/** @type {import('./game-modules.js').GameModule} */
export default {
  sort,
  Controls,
  Middle: Tricks,
  facts,
  seatNotes,
  usesHand: (offers) => (offers.some(({ __typename }) => __typename === 'DiscardOffer') ? 'many' : 'one'),
};
