// @ts-check
// The board: facts about the round, the seats around the table, its middle, and the controls below.

import { isFaceDown } from '../text/card-names.js';
import { NameWithPresence } from '../signals/presence.js';
import { html } from '../ui/html.js';
import { lazyComponent } from '../ui/lazy-component.js';
import { Card } from './card.js';

/**
 * @typedef {import('../schema').Game} Game
 * @typedef {import('../schema').Seat} Seat
 * @typedef {import('../text/player-names.js').Names} Names
 */

const SeatClock = lazyComponent(null, async () => (await import('../seats/seat-clock.js')).SeatClock);

/**
 * @param {{
 *   game: Game, names: Names, gameModule: import('../games/game-modules.js').GameModule, ownSeat: number | null,
 *   controls?: import('preact').ComponentChildren, events?: readonly import('../schema').GameEvent[], hasClocks?: boolean,
 *   presence?: ReadonlyMap<number, boolean>,
 * }} props `ownSeat` is shown at the bottom, with its hand and clock in `controls`; null for a spectator. `hasClocks` shows
 *   the clocks of the other seats, which count down
 */
export function Board({
  game, names, gameModule, ownSeat, controls = null, events = [], hasClocks = false, presence,
}) {
  const count = game.seats.length;
  const facts = gameModule.facts(game, names);
  return html`<section class="board" aria-label="Table" data-version=${game.version}>
    <dl class="board-facts">
      ${facts.map(({ term, detail }) => html`<div key=${term}><dt>${term}</dt><dd>${detail}</dd></div>`)}
    </dl>
    <div class="felt">
      <ul class="seats" aria-label="Seats" data-count=${count}>
        ${seatsClockwise(count, ownSeat ?? 0).map((index, place) => html`<${SeatView}
          key=${index} seat=${game.seats[index]} game=${game} names=${names}
          notes=${gameModule.seatNotes(game.seats[index], game)}
          isDealer=${gameModule.dealer !== false && game.table?.dealer === index}
          place=${place} count=${count} isOwn=${index === ownSeat} hasClock=${hasClocks}
          isPresent=${presence?.get(index)}
        />`)}
      </ul>
      <div class="middle">
        <${gameModule.Middle} game=${game} names=${names} ownSeat=${ownSeat} events=${events} />
      </div>
    </div>
    ${controls}
  </section>`;
}

/** Return the seats clockwise, starting at the bottom. @param {number} count @param {number} first */
export const seatsClockwise = (count, first) => Array.from({ length: count }, (_, place) => (first + place) % count);

/**
 * Return a seat's position relative to the middle: `--x` to the right and `--y` downwards, from −1 to 1.
 * @param {number} place clockwise from the bottom @param {number} count
 */
export function position(place, count) {
  const angle = Math.PI / 2 + (2 * Math.PI * place) / count;
  return { '--x': Math.cos(angle).toFixed(3), '--y': Math.sin(angle).toFixed(3) };
}

/**
 * @param {{
 *   seat: Seat, game: Game, names: Names, notes: string[], isDealer: boolean, place: number, count: number,
 *   isOwn: boolean, hasClock: boolean, isPresent: boolean | undefined,
 * }} props
 */
function SeatView({ seat, game, names, notes, isDealer, place, count, isOwn, hasClock, isPresent }) {
  const isToMove = game.table?.toMove.includes(seat.index) ?? false;
  const timeouts = seat.automated ? 0 : seat.clock?.timeouts ?? 0;
  const badges = [
    isToMove && html`<span class="sign sign-turn">${seat.index === names.you ? 'Your turn' : 'To move'}</span>`,
    isDealer && html`<span class="sign">Dealer</span>`,
    seat.givenUp && html`<span class="sign">Resigned</span>`,
    seat.automated && !seat.machine && html`<span class="sign">Played by the machine</span>`,
    timeouts > 0 && html`<span class="sign">Time was over${timeouts > 1 && ` ${timeouts} times`}</span>`,
    seat.votesToAbandon && html`<span class="sign">Votes to abandon</span>`,
    seat.passed && html`<span class="sign">Passed</span>`,
    seat.passQueued && html`<span class="sign">Will pass</span>`,
  ].filter(Boolean);
  const className = `seat ${isToMove ? 'seat-turn' : ''} ${isOwn ? 'seat-own' : ''}`;
  return html`<li class=${className} style=${position(place, count)} data-seat=${seat.index}>
    <p class="seat-name"><${NameWithPresence} name=${names.seat(seat.index)} isPresent=${isPresent} /></p>
    <p class="seat-signs">${badges}</p>
    ${!isOwn && hasClock && seat.clock && !seat.automated && html`<${SeatClock} clock=${seat.clock} isOwn=${false} />`}
    ${!isOwn && html`<${SeatHand} seat=${seat} />`}
    <ul class="seat-notes">
      ${notes.map((note) => html`<li key=${note}>${note}</li>`)}
    </ul>
  </li>`;
}

/** Another player's hand: its visible cards, or the number of cards. @param {{ seat: Seat }} props */
function SeatHand({ seat: { hand } }) {
  if (!hand.length) return null;
  if (hand.every(isFaceDown)) {
    return html`<p class="seat-hand">
      <span class="fan" aria-hidden="true">${hand.slice(0, 5).map(() => html`<i></i>`)}</span>
      ${hand.length} ${hand.length === 1 ? 'card' : 'cards'}</p>`;
  }
  return html`<ul class="seat-cards" aria-label="Cards in hand">
    ${hand.map((card, index) => html`<li key=${index}><${Card} card=${card} /></li>`)}
  </ul>`;
}
