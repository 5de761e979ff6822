// @ts-check
// President: a selection of cards of one value, the direction of play, and skipped players.

import { Card } from '../table/card.js';
import { queuedGroup } from '../queue/move-queue.js';
import { numberWord, rankName } from '../text/card-names.js';
import { eventText } from '../text/event-text.js';
import { t, tOptional } from '../text/messages.js';
import { capitalize, humanize } from '../text/phrases.js';
import { html, useEffect } from '../ui/html.js';
import { orderFacts } from './trump-ladder.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').Offer} Offer
 * @typedef {import('../schema').GroupOffer} GroupOffer
 * @typedef {import('../text/player-names.js').Names} Names
 */

/** The most cards of the pile that are drawn. */
const MAX_COVERED = 9;

/** @param {readonly Offer[]} offers @returns {GroupOffer[]} */
const groupOffers = (offers) => offers.filter((offer) => offer.__typename === 'GroupOffer');

/** @param {readonly Offer[]} offers @param {string} card */
const groupWith = (offers, card) => groupOffers(offers).find(({ cards }) => cards.includes(card));

/**
 * Return the selection after a card was picked: cards of its value, at first the fewest that may be played.
 * @param {string} card @param {ReadonlySet<string>} selected @param {readonly Offer[]} offers
 */
function nextSelection(card, selected, offers) {
  const group = groupWith(offers, card);
  if (!group) return selected;
  const selectedCards = group.cards.filter((each) => selected.has(each));
  if (selectedCards.includes(card)) return selectedCards.filter((each) => each !== card);
  return selectedCards.length ? [...selectedCards, card] : fillUp(group, [card], Math.min(...group.counts));
}

/**
 * Return the move to send for a card that is not offered: all cards of its value, so that the refusal holds for any
 * number of them.
 * @param {string} card @param {readonly Offer[]} _ @param {Game} game
 */
const rejectedMove = (card, _, { seats, you }) => ({
  mutation: 'playCards',
  input: { cards: seats[you ?? 0].hand.filter(([rank]) => rank === card[0]) },
});

/**
 * Return the play of the cards picked before your turn; they have one value.
 * @type {import('./game-modules.js').QueuedMove}
 */
const queuedMove = (card, queued) => queuedGroup('playCards', card, [...queued].filter(([rank]) => rank === card[0]));

/**
 * Return a number of cards of a group, the selected ones first.
 * @param {GroupOffer} group @param {readonly string[]} selectedCards @param {number} count
 */
const fillUp = (group, selectedCards, count) =>
  [...selectedCards, ...group.cards.filter((card) => !selectedCards.includes(card))].slice(0, count);

/** @param {number} count @param {string} value */
const cardCountText = (count, value) =>
  t('games.cardCount', { number: numberWord(count), cards: rankName(value, count), count });

/** @param {import('./game-modules.js').ControlsProps} props */
function Controls({ offers, makeMove, isBusy, selected, setSelected, queued = null, queueMove = null }) {
  const pass = offers.find(({ __typename }) => __typename === 'PassOffer');
  const firstSelected = groupOffers(offers).flatMap(({ cards }) => cards).find((card) => selected.has(card));
  const group = firstSelected && groupWith(offers, firstSelected);
  const cards = group ? group.cards.filter((card) => selected.has(card)) : [];
  // Selected cards that are no longer playable would stay raised.
  const isStale = offers.length > 0 && selected.size > cards.length;
  useEffect(() => {
    if (isStale) setSelected(cards);
  }, [isStale]);
  if (queueMove && queued?.mutation !== 'passTurn') {
    return html`<button type="button" onClick=${() => queueMove('passTurn', {})}>${t('text.move.QueuePass')}</button>`;
  }
  if (!offers.length) return null;
  const hint = t(groupOffers(offers).length ? 'games.chooseCards' : 'games.noPlayableCards');
  return html`<div class="president-controls">
    ${group && group.counts.length > 1
      && html`<${CountButtons} group=${group} cards=${cards} setSelected=${setSelected} />`}
    <div class="row">
      ${group
        ? html`<button type="button" class="main" aria-busy=${isBusy} disabled=${!group.counts.includes(cards.length)}
            onClick=${() => !isBusy && makeMove(group.mutation, { cards })}
          >${t('games.playCards', { cards: cardCountText(cards.length, group.value) })}</button>`
        : html`<p class="president-how">${hint}</p>`}
      ${pass && html`<button type="button" aria-busy=${isBusy} onClick=${() => !isBusy && makeMove(pass.mutation, {})}
        >${t('text.move.PassTurn')}</button>`}
    </div>
    ${group && !group.counts.includes(cards.length) && html`<p class="quiet">${countsText(group)}</p>`}
  </div>`;
}

/**
 * Buttons for the number of cards of a value to play.
 * @param {{ group: GroupOffer, cards: readonly string[], setSelected: (cards: Iterable<string>) => void }} props
 */
const CountButtons = ({ group, cards, setSelected }) =>
  html`<div class="row" role="group" aria-label=${t('games.howMany', { cards: rankName(group.value, 2) })}>
    ${group.counts.map((count) => html`<button key=${count} type="button" aria-pressed=${count === cards.length}
      onClick=${() => setSelected(fillUp(group, cards, count))}
    >${capitalize(cardCountText(count, group.value))}</button>`)}
  </div>`;

/** @param {GroupOffer} group */
function countsText({ counts, value }) {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  const mostText = cardCountText(most, value);
  return least === most
    ? t('games.takesExactly', { cards: mostText })
    : t('games.takesBetween', { least: numberWord(least), most: mostText });
}

/** @param {{ game: Game, names: Names, events?: readonly import('../schema').GameEvent[] }} props */
function Middle({ game: { table, version }, names, events = [] }) {
  if (!table) return null;
  const { toBeat, ledBy, clockwise } = table;
  return html`<div class="president">
    ${clockwise !== null && clockwise !== undefined && html`<${DirectionSign} clockwise=${clockwise} />`}
    ${toBeat.length && typeof ledBy === 'number'
      ? html`<p class="president-by">${t('games.playedBy', { isYou: ledBy === names.you, name: names.seat(ledBy) })}</p>
        <div class="president-pile">
          <${Covered} count=${playedSinceClear(events, version) - toBeat.length} />
          <ul class="president-cards" aria-label=${t('games.toBeat')}>
            ${toBeat.map((card) => html`<li key=${card}><${Card} card=${card} /></li>`)}
          </ul>
        </div>`
      : html`<p class="president-clear">${table.toMove.length ? t('games.tableIsClear') : ''}</p>`}
    ${skipsSinceLastPlay(events, version).map((skip) => html`<p key=${skip.version}>${eventText(skip, names)}</p>`)}
    ${!!table.passes && html`<p class="president-passes">${t('games.passesInARow', { count: table.passes })}</p>`}
  </div>`;
}

/** The cards under those to beat, as a pile of blank cards. @param {{ count: number }} props */
const Covered = ({ count }) => html`<span class="president-covered" aria-hidden="true">
  ${Array.from({ length: Math.min(Math.max(count, 0), MAX_COVERED) }, (_, at) => html`<span class="card" key=${at}
    style=${{ transform: `rotate(${((at * 37) % 50) - 25}deg)` }}></span>`)}
</span>`;

/** Return the number of cards played since the table was clear. @param {readonly import('../schema').GameEvent[]} events @param {number} version */
function playedSinceClear(events, version) {
  let count = 0;
  for (const event of events) {
    if (event.version > version) break;
    if (event.__typename === 'TableCleared') count = 0;
    else if (event.__typename === 'CardsPlayed') count += event.cards.length;
  }
  return count;
}

/** A circular arrow with the direction of play. @param {{ clockwise: boolean }} props */
function DirectionSign({ clockwise }) {
  return html`<p class="president-direction">
    <svg viewBox="0 0 24 24" aria-hidden="true" class=${clockwise ? '' : 'president-back'}>
      <path d="M20 12a8 8 0 1 1-2.6-5.9" /><path d="M20.5 2.5v5h-5" />
    </svg>
    ${t(clockwise ? 'games.clockwise' : 'games.counterclockwise')}
  </p>`;
}

/**
 * Return the events of seats skipped by the cards on the table.
 * @param {readonly import('../schema').GameEvent[]} events @param {number} version
 */
function skipsSinceLastPlay(events, version) {
  // In a replay the list also contains later events.
  const past = events.filter((event) => event.version <= version);
  const start = past.findLastIndex(({ __typename }) => __typename === 'CardsPlayed' || __typename === 'TableCleared');
  return past.slice(Math.max(start, 0)).filter(({ __typename }) => __typename === 'SeatSkipped');
}

/** @param {Game} game @returns {import('./game-modules.js').Fact[]} */
function facts(game) {
  const { table, seats, options } = game;
  const remaining = seats.filter(({ place }) => typeof place !== 'number').length;
  const clearAfter = options.find(({ name }) => name === 'clear_after')?.value;
  return [
    ...(table
      ? [{ term: t('games.playersWithCards'), detail: t('games.playersLeft', { left: remaining, count: seats.length }) }]
      : []),
    ...orderFacts(game),
    ...(clearAfter ? [{
      term: t('games.clearAfterTerm'),
      detail: tOptional(`games.clearAfter.${clearAfter}`) ?? capitalize(humanize(clearAfter)),
    }] : []),
  ];
}

/** @param {import('../schema').Seat} seat @returns {import('../felt/seat-view.js').SeatFacts} */
const seatFacts = ({ place }) => ({
  score: null, bid: null, pile: null, notes: [], place: typeof place === 'number' ? place : null,
});

/** @type {import('./game-modules.js').GameModule} */
export default {
  nextSelection, rejectedMove, queuedMove, Controls, Middle, facts, seatFacts, selection: 'many', dealer: false,
};
