// @ts-check
// A table as one sees it: the seats around it, what lies in its middle, and one's own place in front.

import { html } from '../ui/html.js';
import { Card, isHidden } from './card.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').Seat} Seat
 * @typedef {import('../text/player-names.js').Names} Names
 */

/**
 * @param {{
 *   game: Game, names: Names, module: import('../games/game-modules.js').GameModule, mine: number | null,
 *   controls?: import('preact').ComponentChildren, events?: readonly import('../schema').GameEvent[],
 * }} props `mine` is the seat at the bottom, whose hand is left to `controls`; null for an onlooker
 */
export function Board({ game, names, module, mine, controls = null, events = [] }) {
  const count = game.seats.length;
  const facts = module.facts(game, names);
  return html`<section class="board" aria-label="Table" data-version=${game.version}>
    <dl class="board-facts">
      ${facts.map(({ term, detail }) => html`<div key=${term}><dt>${term}</dt><dd>${detail}</dd></div>`)}
    </dl>
    <div class="felt">
      <ul class="seats" aria-label="Seats" data-count=${count}>
        ${around(count, mine ?? 0).map((index, place) => html`<${SeatAt}
          key=${index} seat=${game.seats[index]} game=${game} names=${names}
          notes=${module.seatNotes(game.seats[index], game)}
          dealer=${module.dealer !== false && game.table?.dealer === index}
          place=${place} count=${count} own=${index === mine}
        />`)}
      </ul>
      <div class="middle"><${module.Middle} game=${game} names=${names} mine=${mine} events=${events} /></div>
    </div>
    ${controls}
  </section>`;
}

/** Return the seats clockwise from the one at the bottom. @param {number} count @param {number} first */
export const around = (count, first) => Array.from({ length: count }, (_, place) => (first + place) % count);

/**
 * Return where a seat is, from the middle: `--x` to the right and `--y` downwards, from −1 to 1.
 * @param {number} place clockwise from the bottom @param {number} count
 */
export function position(place, count) {
  const angle = Math.PI / 2 + (2 * Math.PI * place) / count;
  return { '--x': Math.cos(angle).toFixed(3), '--y': Math.sin(angle).toFixed(3) };
}

/**
 * @param {{
 *   seat: Seat, game: Game, names: Names, notes: string[], dealer: boolean, place: number, count: number, own: boolean,
 * }} props
 */
function SeatAt({ seat, game, names, notes, dealer, place, count, own }) {
  const toMove = game.table?.toMove.includes(seat.index) ?? false;
  const signs = [
    toMove && html`<span class="sign sign-turn">${seat.index === names.you ? 'Your turn' : 'To move'}</span>`,
    dealer && html`<span class="sign">Dealer</span>`,
    seat.automated && !seat.machine && html`<span class="sign">Played by the machine</span>`,
    seat.passed && html`<span class="sign">Passed</span>`,
    seat.passQueued && html`<span class="sign">Will pass</span>`,
  ].filter(Boolean);
  const kind = `seat ${toMove ? 'seat-turn' : ''} ${own ? 'seat-own' : ''}`;
  return html`<li class=${kind} style=${position(place, count)} data-seat=${seat.index}>
    <p class="seat-name">${names.seat(seat.index)}</p>
    <p class="seat-signs">${signs}</p>
    ${!own && html`<${HandOf} seat=${seat} />`}
    <ul class="seat-notes">
      ${notes.map((note) => html`<li key=${note}>${note}</li>`)}
    </ul>
  </li>`;
}

/** A hand of somebody else: its cards where they are seen, else how many there are. @param {{ seat: Seat }} props */
function HandOf({ seat: { hand } }) {
  if (!hand.length) return null;
  if (hand.every(isHidden)) {
    return html`<p class="seat-hand">
      <span class="fan" aria-hidden="true">${hand.slice(0, 5).map(() => html`<i></i>`)}</span>
      ${hand.length} ${hand.length === 1 ? 'card' : 'cards'}</p>`;
  }
  return html`<ul class="seat-cards" aria-label="Cards in hand">
    ${hand.map((card, at) => html`<li key=${at}><${Card} card=${card} /></li>`)}
  </ul>`;
}
