// @ts-check
// President: cards of one value are chosen and played together; which way play goes, and who is out.

import { html, useEffect } from '../ui/html.js';
import { Card, counted, rankName } from '../table/card.js';
import { capital, does, numbered, ordinal, plain } from '../text/phrases.js';
import { told } from '../text/game-text.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').Offer} Offer
 * @typedef {import('../schema').GroupOffer} GroupOffer
 * @typedef {import('../text/player-names.js').Names} Names
 */

/** As hands are held: low cards first, and those that always go at the end. */
const ORDER = '456789TJQKA32';
const SUITS = 'DCHS';

/** @param {readonly string[]} cards */
const sort = (cards) => [...cards].sort((one, other) => height(one) - height(other));

/** @param {string} card */
const height = ([rank, suit]) => ORDER.indexOf(rank) * SUITS.length + SUITS.indexOf(suit);

/** @param {readonly Offer[]} offers @returns {GroupOffer[]} */
const groups = (offers) => offers.filter((offer) => offer.__typename === 'GroupOffer');

/** @param {readonly Offer[]} offers @param {string} card */
const groupOf = (offers, card) => groups(offers).find(({ cards }) => cards.includes(card));

/**
 * Return what is chosen once a card was picked: cards of its value alone, at first as few as may be played.
 * @param {string} card @param {ReadonlySet<string>} chosen @param {readonly Offer[]} offers
 */
function pick(card, chosen, offers) {
  const group = groupOf(offers, card);
  if (!group) return chosen;
  const kept = group.cards.filter((each) => chosen.has(each));
  if (kept.includes(card)) return kept.filter((each) => each !== card);
  return kept.length ? [...kept, card] : soMany(group, [card], Math.min(...group.counts));
}

/**
 * Return what a card that is not offered is tried with: all that are held of its value, since the reason should hold
 * for any number of them.
 * @param {string} card @param {readonly Offer[]} _ @param {Game} game
 */
const attempt = (card, _, { seats, you }) => ({
  mutation: 'playCards',
  input: { cards: seats[you ?? 0].hand.filter(([rank]) => rank === card[0]) },
});

/**
 * Return so many cards of a group, those that are chosen before others.
 * @param {GroupOffer} group @param {readonly string[]} kept @param {number} count
 */
const soMany = (group, kept, count) =>
  [...kept, ...group.cards.filter((card) => !kept.includes(card))].slice(0, count);

/** @param {number} count @param {string} value */
const cardsOf = (count, value) => `${counted(count)} ${rankName(value, count)}`;

/** @param {import('./game-modules.js').ControlsProps} props */
function Controls({ offers, act, busy, chosen, choose }) {
  const pass = offers.find(({ __typename }) => __typename === 'PassOffer');
  const first = groups(offers).flatMap(({ cards }) => cards).find((card) => chosen.has(card));
  const group = first && groupOf(offers, first);
  const cards = group ? group.cards.filter((card) => chosen.has(card)) : [];
  // What was chosen and cannot be played any more would stay raised among cards that cannot be picked.
  const stale = offers.length > 0 && chosen.size > cards.length;
  useEffect(() => {
    if (stale) choose(cards);
  }, [stale]);
  if (!offers.length) return null;
  const how = groups(offers).length ? 'Choose cards of one value to play.' : 'None of your cards can be played.';
  return html`<div class="president-controls">
    ${group && group.counts.length > 1 && html`<${Numbers} group=${group} cards=${cards} choose=${choose} />`}
    <div class="row">
      ${group
        ? html`<button type="button" class="main" aria-busy=${busy} disabled=${!group.counts.includes(cards.length)}
            onClick=${() => !busy && act(group.mutation, { cards })}
          >Play ${cardsOf(cards.length, group.value)}</button>`
        : html`<p class="president-how">${how}</p>`}
      ${pass && html`<button type="button" aria-busy=${busy} onClick=${() => !busy && act(pass.mutation, {})}
        >Pass</button>`}
    </div>
    ${group && !group.counts.includes(cards.length) && html`<p class="quiet">It takes ${numbersOf(group)}.</p>`}
  </div>`;
}

/**
 * How many of the cards of a value are to be played.
 * @param {{ group: GroupOffer, cards: readonly string[], choose: (cards: Iterable<string>) => void }} props
 */
const Numbers = ({ group, cards, choose }) =>
  html`<div class="row" role="group" aria-label="How many ${rankName(group.value, 2)}">
    ${group.counts.map((count) => html`<button key=${count} type="button" aria-pressed=${count === cards.length}
      onClick=${() => choose(soMany(group, cards, count))}>${capital(cardsOf(count, group.value))}</button>`)}
  </div>`;

/** @param {GroupOffer} group */
function numbersOf({ counts, value }) {
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? `exactly ${cardsOf(least, value)}` : `${counted(least)} to ${cardsOf(most, value)}`;
}

/** @param {{ game: Game, names: Names, events?: readonly import('../schema').GameEvent[] }} props */
function Middle({ game: { table, version }, names, events = [] }) {
  if (!table) return null;
  const { toBeat, ledBy, clockwise } = table;
  return html`<div class="president">
    ${clockwise !== null && clockwise !== undefined && html`<${Direction} clockwise=${clockwise} />`}
    ${toBeat.length && typeof ledBy === 'number'
      ? html`<p class="president-by">${does(names, ledBy, 'played', 'played')}</p>
        <ul class="president-cards" aria-label="To beat">
          ${toBeat.map((card) => html`<li key=${card}><${Card} card=${card} /></li>`)}
        </ul>`
      : html`<p class="president-clear">${table.toMove.length ? 'The table is clear.' : ''}</p>`}
    ${skips(events, version).map((skip) => html`<p key=${skip.version}>${told(skip, names)}</p>`)}
    ${!!table.passes && html`<p class="president-passes">${numbered(table.passes, 'pass', 'passes')} in a row</p>`}
  </div>`;
}

/** A turning arrow, and the word for it. @param {{ clockwise: boolean }} props */
function Direction({ clockwise }) {
  return html`<p class="president-direction">
    <svg viewBox="0 0 24 24" aria-hidden="true" class=${clockwise ? '' : 'president-back'}>
      <path d="M20 12a8 8 0 1 1-2.6-5.9" /><path d="M20.5 2.5v5h-5" />
    </svg>
    ${clockwise ? 'Clockwise' : 'Counterclockwise'}
  </p>`;
}

/**
 * Who was skipped by what lies on the table.
 * @param {readonly import('../schema').GameEvent[]} events @param {number} version
 */
function skips(events, version) {
  // A replay has events of later moments too.
  const until = events.filter((event) => event.version <= version);
  const last = until.findLastIndex(({ __typename }) => __typename === 'CardsPlayed' || __typename === 'TableCleared');
  return until.slice(Math.max(last, 0)).filter(({ __typename }) => __typename === 'SeatSkipped');
}

/** @param {Game} game @returns {import('./game-modules.js').Fact[]} */
function facts({ table, seats, options }) {
  const left = seats.filter(({ rank }) => typeof rank !== 'number').length;
  const clears = options.find(({ name }) => name === 'clear_after')?.value;
  return [
    ...(table ? [{ term: 'Still with cards', detail: `${left} of ${numbered(seats.length, 'player')}` }] : []),
    ...(clears ? [{ term: 'Passes that clear the table', detail: capital(plain(clears)) }] : []),
  ];
}

/** @param {import('../schema').Seat} seat */
const seatNotes = ({ rank }) => (typeof rank === 'number' ? [`Out in ${ordinal(rank)} place`] : []);

/** @type {import('./game-modules.js').GameModule} */
export default { sort, pick, attempt, Controls, Middle, facts, seatNotes, usesHand: 'many', dealer: false };
