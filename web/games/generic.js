// @ts-check
// Any game that has no module of its own: its view in words, and a button for each move that is not a card of the hand.

import { ask, Fault } from '../net/client.js';
import { html, useEffect, useState } from '../ui/html.js';
import { Card, isHidden, suitName } from '../table/card.js';
import { capital, numbered, ordinal, plain, signed, valueWords } from '../text/phrases.js';
import { moveWords, offerWords } from '../text/game-text.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').Offer} Offer
 * @typedef {import('../schema').Move} Move
 * @typedef {import('../text/player-names.js').Names} Names
 */

/** Above so many moves they are no longer all buttons. */
const MANY = 40;
const SUITS = 'HCDS';
const RANKS = '23456789TJQKA';

/** By suit, then by rank. @param {readonly string[]} cards */
const sort = (cards) => [...cards].sort((one, other) => place(one) - place(other));

/** @param {string} card */
const place = ([rank, suit]) => SUITS.indexOf(suit) * RANKS.length + RANKS.indexOf(rank);

/** Whether what is offered is picked from the hand. @param {Offer} offer */
const isInHand = (offer) => offer.__typename === 'PlayOffer' && !offer.cards.some(isHidden);

/** @param {import('./game-modules.js').ControlsProps} props */
function Controls({ game, offers, act, busy }) {
  const [asked, again] = useState(0);
  const [found, show] = useState(/** @type {{ version: number, offers: Offer[] } | null} */ (null));
  const [fault, fail] = useState(/** @type {Fault | null} */ (null));
  const hand = offers.some(isInHand);
  const any = offers.some((offer) => !isInHand(offer));
  useEffect(() => {
    if (!any) return undefined;
    const left = new AbortController();
    fail(null);
    ask('Moves', { game: game.id }, { signal: left.signal }).then(
      ({ legalMoves }) => show({ version: game.version, offers: legalMoves ?? [] }),
      (error) => {
        if (left.signal.aborted) return;
        if (!(error instanceof Fault)) throw error;
        fail(error);
      },
    );
    return () => left.abort(new Fault('The game went on.'));
  }, [game.id, game.version, any, asked]);
  if (!any) return hand && html`<${FromHand} />`;
  if (fault) {
    return html`<p class="error">The moves could not be read: ${fault.message}</p>
      <button type="button" onClick=${() => again(asked + 1)}>Try again</button>`;
  }
  // Until the moves of this very moment are there, those of the last would be refused.
  if (found?.version !== game.version) return html`<p class="waiting">Looking up what can be done…</p>`;
  /** @param {Move} move */
  const make = ({ __typename, mutation, ...input }) => void (!busy && act(mutation, input));
  const rest = found.offers.filter((offer) => !isInHand(offer));
  const count = rest.reduce((sum, { moves }) => sum + moves.length, 0);
  return html`<div class="generic-moves">
    ${hand && html`<${FromHand} />`}
    ${rest.map((offer, at) => {
      const Shown = count > MANY && offer.moves.length > 1 ? Choice : Buttons;
      return html`<${Shown} key=${`${game.version} ${at}`} offer=${offer} make=${make} busy=${busy} />`;
    })}
  </div>`;
}

const FromHand = () => html`<p>Pick a card of your hand to play it.</p>`;

/** @typedef {{ offer: Offer, make: (move: Move) => void, busy: boolean }} OfferProps */

/** @param {OfferProps} props */
function Buttons({ offer, make, busy }) {
  return html`<div class="row" role="group" aria-label=${offerWords(offer)}>
    ${offer.moves.map((move, at) => html`<button key=${at} type="button" aria-busy=${busy} onClick=${() => make(move)}>
      ${offer.moves.length > 1 ? moveWords(move) : offerOrMove(offer, move)}
    </button>`)}
  </div>`;
}

/** What tells more where an offer is a single move, often without fields. @param {Offer} offer @param {Move} move */
function offerOrMove(offer, move) {
  return Object.keys(move).length > 2 ? moveWords(move) : offerWords(offer);
}

/** @param {OfferProps} props */
function Choice({ offer, make, busy }) {
  const [at, choose] = useState(0);
  /** @param {Event & { currentTarget: HTMLSelectElement }} event */
  const changed = ({ currentTarget }) => choose(currentTarget.selectedIndex);
  /** @param {Event} event */
  const submit = (event) => (event.preventDefault(), make(offer.moves[at]));
  return html`<form class="row" onSubmit=${submit}>
    <label>${offerWords(offer)}: <select value=${at} onChange=${changed}>
      ${offer.moves.map((move, value) => html`<option key=${value} value=${value}>${moveWords(move)}</option>`)}
    </select></label>
    <button type="submit" aria-busy=${busy}>Do it</button>
  </form>`;
}

/** What is shown as cards, or at the seats. */
const SHOWN = ['__typename', 'toMove', 'dealer', 'round', 'stock', 'trump', 'winning'];

/** @param {{ game: Game, names: Names }} props */
function Middle({ game: { table }, names }) {
  if (!table) return null;
  const piles = Object.entries(table).flatMap(([field, value]) => {
    /** @type {any[]} */
    const given = field === 'turnUp' ? [value] : Array.isArray(value) && !SHOWN.includes(field) ? value : [];
    const cards = given.filter((each) => typeof (each?.card ?? each) === 'string');
    return cards.length ? [{ field, cards }] : [];
  });
  return html`<div class="generic-middle">
    ${!piles.length && html`<p class="quiet">No cards lie on the table.</p>`}
    ${piles.map(({ field, cards }) => html`<section key=${field} aria-label=${capital(plain(field))}>
      <p>${capital(plain(field))}</p>
      <ul class="generic-cards">${cards.map((each, at) => html`<li key=${at}>
        <${Card} card=${each.card ?? each} />
        ${each.card && html`<span>
          ${names.seat(each.seat)}${field === 'trick' && each.seat === table.winning && ', winning'}
        </span>`}
      </li>`)}</ul>
    </section>`)}
  </div>`;
}

/** @param {Game} game @param {Names} names @returns {import('./game-modules.js').Fact[]} */
function facts({ table, options }, names) {
  if (!table) return [];
  const more = Object.entries(table).filter(([field, value]) =>
    ![...SHOWN, 'turnUp'].includes(field) && value !== null && value !== false && !Array.isArray(value));
  return [
    { term: 'Round', detail: String(table.round + 1) },
    ...(table.trump ? [{ term: 'Trump', detail: capital(suitName(table.trump)) }] : []),
    ...more.map(([field, value]) => ({
      term: capital(plain(field)), detail: capital(valueWords(field, value, names)),
    })),
    ...(table.stock ? [{ term: 'Stock', detail: numbered(table.stock, 'card') }] : []),
    { term: 'Options', detail: options.map(({ name, value }) => `${plain(name)} ${plain(value)}`).join(', ') },
  ];
}

/** @param {import('../schema').Seat} seat */
function seatNotes({ score, bid, tricks, discarded, rank, committed }) {
  const notes = [`${signed(score)} ${Math.abs(score) === 1 ? 'point' : 'points'}`];
  if (typeof bid === 'number') notes.push(`Bid ${bid}`);
  if (committed) notes.push('Has bid in secret');
  if (tricks) notes.push(numbered(tricks, 'trick'));
  if (typeof discarded === 'number') notes.push(`Discarded ${numbered(discarded, 'card')}`);
  if (typeof rank === 'number') notes.push(`Out in ${ordinal(rank)} place`);
  return notes;
}

/** @type {import('./game-modules.js').GameModule} */
export default { sort, Controls, Middle, facts, seatNotes, usesHand: 'one' };
