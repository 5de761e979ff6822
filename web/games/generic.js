// @ts-check
// The module for games without one of their own: shows all fields, and a button for each move.

import { request } from '../net/client.js';
import { RequestError } from '../net/errors.js';
import { Card } from '../table/card.js';
import { queuedPlay } from '../queue/move-queue.js';
import { isFaceDown, suitName } from '../text/card-names.js';
import { moveText, offerText } from '../text/game-text.js';
import { t } from '../text/messages.js';
import { isClockOption, isCommonOption, settingTexts } from '../text/option-text.js';
import { capitalize, humanize, valueText } from '../text/phrases.js';
import { html, useEffect, useState } from '../ui/html.js';
import { orderFacts } from './trump-ladder.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').Offer} Offer
 * @typedef {import('../schema').Move} Move
 * @typedef {import('../text/player-names.js').Names} Names
 */

/** With more moves than this, offers become selects instead of buttons. */
const MAX_BUTTONS = 40;

/** Return whether an offer's moves are made by picking a card of the hand. @param {Offer} offer */
const isPlayedFromHand = (offer) => offer.__typename === 'PlayOffer' && !offer.cards.some(isFaceDown);

/** @param {import('./game-modules.js').ControlsProps} props */
function Controls({ game, offers, makeMove, isBusy }) {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState(/** @type {{ version: number, offers: Offer[] } | null} */ (null));
  const [error, setError] = useState(/** @type {RequestError | null} */ (null));
  const hasHandMoves = offers.some(isPlayedFromHand);
  const hasOtherMoves = offers.some((offer) => !isPlayedFromHand(offer));
  useEffect(() => {
    if (!hasOtherMoves) return undefined;
    const controller = new AbortController();
    setError(null);
    request('Moves', { game: game.id }, { signal: controller.signal }).then(
      ({ game: { legalMoves } }) => setLoaded({ version: game.version, offers: legalMoves }),
      (failure) => {
        if (controller.signal.aborted) return;
        if (!(failure instanceof RequestError)) throw failure;
        setError(failure);
      },
    );
    return () => controller.abort(new RequestError('The game went on.'));
  }, [game.id, game.version, hasOtherMoves, attempt]);
  if (!hasOtherMoves) return hasHandMoves && html`<${HandHint} />`;
  if (error) {
    return html`<p class="error">${t('games.movesNotRead', { reason: error.message })}</p>
      <button type="button" onClick=${() => setAttempt(attempt + 1)}>${t('ui.tryAgain')}</button>`;
  }
  // The server would refuse the moves of the version before.
  if (loaded?.version !== game.version) return html`<p class="waiting">${t('games.loadingMoves')}</p>`;
  /** @param {Move} move */
  const makeOfferedMove = ({ __typename, mutation, ...input }) => void (!isBusy && makeMove(mutation, input));
  const otherOffers = loaded.offers.filter((offer) => !isPlayedFromHand(offer));
  const count = otherOffers.reduce((sum, { moves }) => sum + moves.length, 0);
  return html`<div class="generic-moves">
    ${hasHandMoves && html`<${HandHint} />`}
    ${otherOffers.map((offer, index) => {
      const OfferControl = count > MAX_BUTTONS && offer.moves.length > 1 ? OfferSelect : OfferButtons;
      return html`<${OfferControl} key=${`${game.version} ${index}`} offer=${offer} isBusy=${isBusy}
        makeOfferedMove=${makeOfferedMove} />`;
    })}
  </div>`;
}

const HandHint = () => html`<p>${t('games.pickCard')}</p>`;

/** @typedef {{ offer: Offer, makeOfferedMove: (move: Move) => void, isBusy: boolean }} OfferProps */

/** @param {OfferProps} props */
function OfferButtons({ offer, makeOfferedMove, isBusy }) {
  return html`<div class="row" role="group" aria-label=${offerText(offer)}>
    ${offer.moves.map((move, index) => html`<button key=${index} type="button" aria-busy=${isBusy}
      onClick=${() => makeOfferedMove(move)}>
      ${offer.moves.length > 1 ? moveText(move) : singleMoveText(offer, move)}
    </button>`)}
  </div>`;
}

/**
 * Return the label of an offer's only move: the offer's text if the move has no fields.
 * @param {Offer} offer @param {Move} move
 */
function singleMoveText(offer, move) {
  return Object.keys(move).length > 2 ? moveText(move) : offerText(offer);
}

/** @param {OfferProps} props */
function OfferSelect({ offer, makeOfferedMove, isBusy }) {
  const [index, setIndex] = useState(0);
  /** @param {Event & { currentTarget: HTMLSelectElement }} event */
  const onChange = ({ currentTarget }) => setIndex(currentTarget.selectedIndex);
  /** @param {Event} event */
  const onSubmit = (event) => (event.preventDefault(), makeOfferedMove(offer.moves[index]));
  return html`<form class="row" onSubmit=${onSubmit}>
    <label>${offerText(offer)}: <select value=${index} onChange=${onChange}>
      ${offer.moves.map((move, value) => html`<option key=${value} value=${value}>${moveText(move)}</option>`)}
    </select></label>
    <button type="submit" aria-busy=${isBusy}>${t('games.makeMove')}</button>
  </form>`;
}

/** The fields of the table that have a place of their own on the board. */
const SHOWN_FIELDS = ['__typename', 'toMove', 'dealer', 'round', 'stock', 'trump', 'winning', 'cardOrder'];

/** @param {{ game: Game, names: Names }} props */
function Middle({ game: { table }, names }) {
  if (!table) return null;
  const piles = Object.entries(table).flatMap(([field, value]) => {
    /** @type {any[]} */
    const values = field === 'turnUp' ? [value] : Array.isArray(value) && !SHOWN_FIELDS.includes(field) ? value : [];
    const cards = values.filter((each) => typeof (each?.card ?? each) === 'string');
    return cards.length ? [{ field, cards }] : [];
  });
  return html`<div class="generic-middle">
    ${!piles.length && html`<p class="quiet">${t('games.noCardsOnTable')}</p>`}
    ${piles.map(({ field, cards }) => html`<section key=${field} aria-label=${capitalize(humanize(field))}>
      <p>${capitalize(humanize(field))}</p>
      <ul class="generic-cards">${cards.map((each, index) => html`<li key=${index}>
        <${Card} card=${each.card ?? each} />
        ${each.card && html`<span>${field === 'trick' && each.seat === table.winning
          ? t('games.winningPlayer', { name: names.seat(each.seat) })
          : names.seat(each.seat)}</span>`}
      </li>`)}</ul>
    </section>`)}
  </div>`;
}

/** Return whether an option matters during the game. @param {{ name: string }} setting */
const matters = ({ name }) => isClockOption(name) || !isCommonOption(name);

/** @param {Game} game @param {Names} names @returns {import('./game-modules.js').Fact[]} */
function facts(game, names) {
  const { table, options } = game;
  if (!table) return [];
  const fields = Object.entries(table).filter(([field, value]) =>
    ![...SHOWN_FIELDS, 'turnUp'].includes(field) && value !== null && value !== false && !Array.isArray(value));
  return [
    { term: t('games.round'), detail: String(table.round + 1) },
    ...(table.trump ? [{ term: t('games.trump'), detail: capitalize(suitName(table.trump)) }] : []),
    ...fields.map(([field, value]) => ({
      term: capitalize(humanize(field)), detail: capitalize(valueText(field, value, names)),
    })),
    ...orderFacts(game),
    ...(table.stock ? [{ term: t('games.stock'), detail: t('felt.cards', { count: table.stock }) }] : []),
    {
      term: t('games.options'),
      detail: settingTexts(options.filter(matters)).map(({ label, text }) => `${label}: ${text}`).join('. '),
    },
  ];
}

/** @param {import('../schema').Seat} seat @returns {import('../felt/seat-view.js').SeatFacts} */
function seatFacts({ score, bid, tricks, discarded, place, committed, passed }) {
  const notes = passed ? [t('games.passed')] : [];
  if (committed) notes.push(t('games.hasBidInSecret'));
  if (typeof discarded === 'number') notes.push(t('games.discardedCards', { count: discarded }));
  return {
    score, bid: typeof bid === 'number' ? { text: t('text.move.PlaceBid', { amount: bid }) } : null, pile: tricks || null,
    place: typeof place === 'number' ? place : null, notes,
  };
}

/** @type {import('./game-modules.js').GameModule} */
export default { Controls, Middle, facts, seatFacts, selection: 'one', queuedMove: queuedPlay };
