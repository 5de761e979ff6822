// @ts-check
// Hundred and Ten: buttons to bid, pass, queue a pass, name trump and discard, and the trick.

import { NamedSuit } from '../table/card.js';
import { queuedGroup, queuedPlay } from '../queue/move-queue.js';
import { numberWord } from '../text/card-names.js';
import { t } from '../text/messages.js';
import { html, useState } from '../ui/html.js';
import { roundFacts } from './round-facts.js';
import { TrickArea } from './trick-area.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').Offer} Offer
 * @typedef {import('./game-modules.js').ControlsProps} ControlsProps
 */

/** The bid with a name of its own. */
const MOON = 60;
/** @param {ControlsProps} props */
function Controls(props) {
  const { game, offers } = props;
  return html`
    ${offers.map((offer) => {
      if (offer.__typename === 'BidOffer') return html`<${BidButtons} key="bids" ...${props} offer=${offer} />`;
      if (offer.__typename === 'TrumpOffer') return html`<${TrumpButtons} key="trumps" ...${props} offer=${offer} />`;
      if (offer.__typename === 'DiscardOffer') {
        return html`<${DiscardButton} key="discards" ...${props} offer=${offer} />`;
      }
      return null;
    })}
    ${game.table?.phase === 'BIDDING' && html`<${QueueBidForm} ...${props} /><${QueuePassButton} ...${props} />`}`;
}

/** @param {ControlsProps & { offer: import('../schema').BidOffer }} props */
function BidButtons({ offer, offers, makeMove, isBusy }) {
  const pass = offers.find(({ __typename }) => __typename === 'PassOffer');
  return html`<div class="row" role="group" aria-label=${t('games.yourBid')}>
    ${offer.amounts.map((amount) => html`<button key=${amount} type="button" aria-busy=${isBusy}
      onClick=${() => makeMove(offer.mutation, { amount })}>
      ${t(amount === MOON ? 'games.shootTheMoon' : 'text.move.PlaceBid', { amount })}
    </button>`)}
    ${pass && html`<button type="button" aria-busy=${isBusy}
      onClick=${() => makeMove(pass.mutation, {})}>${t('text.move.PassTurn')}</button>`}
  </div>`;
}

/** @param {ControlsProps & { offer: import('../schema').TrumpOffer }} props */
function TrumpButtons({ offer, makeMove, isBusy }) {
  return html`<div class="row" role="group" aria-label=${t('games.trump')}>
    ${offer.suits.map((suit) => html`<button key=${suit} type="button" aria-busy=${isBusy}
      onClick=${() => makeMove(offer.mutation, { suit })}>
      <${NamedSuit} suit=${suit} />
    </button>`)}
  </div>`;
}

/** @param {ControlsProps & { offer: import('../schema').DiscardOffer }} props */
function DiscardButton({ offer, makeMove, isBusy, selected }) {
  const cards = offer.anySubsetOf.filter((card) => selected.has(card));
  const text = cards.length
    ? t('games.discardCards', { number: numberWord(cards.length), count: cards.length })
    : t('games.keepAllCards');
  return html`<div class="row" role="group" aria-label=${t('games.discard')}>
    <button type="button" class=${cards.length ? 'main' : undefined} aria-busy=${isBusy}
      onClick=${() => makeMove(offer.mutation, { cards })}>
      ${text}
    </button>
    <p class="hint">${t('games.discardHint')}</p>
  </div>`;
}

/** A bid or a pass that only you see before your turn. @param {ControlsProps} props */
function QueueBidForm({ game, queued = null, queueMove = null }) {
  const [choice, setChoice] = useState('');
  const seat = game.you === null ? null : game.seats[game.you];
  const bids = game.table?.availableBids ?? [];
  if (!queueMove || queued || !seat || seat.passed || seat.passQueued) return null;
  /** @param {Event} event */
  const onSubmit = (event) => {
    event.preventDefault();
    if (choice === 'pass') queueMove('passTurn', {});
    else if (choice) queueMove('placeBid', { amount: Number(choice) });
  };
  /** @param {Event & { currentTarget: HTMLSelectElement }} event */
  const onChange = ({ currentTarget }) => setChoice(currentTarget.value);
  return html`<form class="row" onSubmit=${onSubmit}>
    <label>${t('games.forMyTurn')} <select value=${choice} onChange=${onChange} required>
      <option value="">${t('games.choose')}</option>
      ${bids.map((amount) => html`<option key=${amount} value=${amount}>${t('text.move.PlaceBid', { amount })}</option>`)}
      <option value="pass">${t('text.move.PassTurn')}</option>
    </select></label>
    <button type="submit">${t('games.queue')}</button>
    <p class="hint">${t('games.onlyYouSeeIt')}</p>
  </form>`;
}

/**
 * Return the move of the cards picked before your turn: a discard until you have discarded, and then a play.
 * @type {import('./game-modules.js').QueuedMove}
 */
function queuedMove(card, queued, { table, seats, you }) {
  if (table?.phase === 'BIDDING' || table?.phase === 'TRUMP_SELECTION') return undefined;
  const hasDiscarded = typeof seats[you ?? 0].discarded === 'number';
  if (table?.phase === 'DISCARD' && !hasDiscarded) return queuedGroup('discardCards', card, [...queued]);
  return queuedPlay(card, queued);
}

/** The button to announce a pass before your turn, and to take it back. @param {ControlsProps} props */
function QueuePassButton({ game, makeMove, isBusy }) {
  const seat = game.you === null ? null : game.seats[game.you];
  if (!seat || seat.automated || seat.passed || game.table?.toMove.includes(seat.index)) return null;
  return html`<div class="row">
    <button type="button" aria-busy=${isBusy}
      onClick=${() => makeMove(seat.passQueued ? 'unqueuePass' : 'queuePass', {})}>
      ${t(seat.passQueued ? 'text.move.UnqueuePass' : 'text.move.QueuePass')}
    </button>
    <p class="hint">${t(seat.passQueued ? 'games.passQueued' : 'games.passIsPublic')}</p>
  </div>`;
}

/**
 * Return what the bubble of a seat says. The highest bid is told there alone.
 * @param {number} seat @param {number | null} bid @param {boolean | null} passed @param {Game['table']} table
 */
function bidFacts(seat, bid, passed, table) {
  const isBidding = table?.phase === 'BIDDING' || table?.phase === 'TRUMP_SELECTION';
  if (passed) return isBidding ? { text: t('text.move.PassTurn'), spoken: t('games.passed') } : null;
  if (bid === null) return null;
  if (table?.bidder !== seat) return { text: t('text.move.PlaceBid', { amount: bid }) };
  return { text: t('text.move.PlaceBid', { amount: bid }), spoken: t('games.highestBid', { amount: bid }), isHighest: true };
}

/** @param {import('../schema').Seat} seat @param {Game} game @returns {import('../felt/seat-view.js').SeatFacts} */
function seatFacts({ index, score, bid, passed, tricks, discarded }, { table }) {
  return {
    score,
    bid: bidFacts(index, bid, passed, table),
    pile: table?.phase === 'TRICKS' || tricks ? tricks : null,
    notes: discarded !== null ? [t('games.discarded', { count: discarded })] : [],
  };
}

/** @type {import('./game-modules.js').GameModule} */
export default {
  Controls,
  Middle: TrickArea,
  facts: roundFacts,
  seatFacts,
  queuedMove,
  selection: (offers) => (offers.some(({ __typename }) => __typename === 'DiscardOffer') ? 'many' : 'one'),
};
