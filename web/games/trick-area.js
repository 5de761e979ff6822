// @ts-check
// The middle of a table at which tricks are played: each card before the seat that played it, and the last trick.

import { html, useState } from '../ui/html.js';
import { around, position } from '../table/board.js';
import { Card } from '../table/card.js';
import { statusWords } from '../text/game-text.js';

/** @param {{ game: import('../schema').Game, names: import('../text/player-names.js').Names, mine?: number | null }} props */
export function Tricks({ game, names, mine = null }) {
  const [looking, look] = useState(false);
  const table = game.table;
  if (!table) return null;
  const { trick, lastTrick, winning } = table;
  // What was taken stays to be seen until the next card is led.
  const taken = !trick.length && lastTrick.length > 0;
  const shown = looking || taken ? lastTrick : trick;
  return html`<div class="trick ${looking || taken ? 'trick-last' : ''}">
    ${shown.length > 0
      ? html`<p class="unseen">${looking || taken ? 'The last trick:' : 'On the table:'}</p>
        <ul class="trick-cards">${shown.map(({ seat, card }) => html`<${Played}
          key=${seat} seat=${seat} card=${card} game=${game} names=${names} mine=${mine}
          wins=${!looking && !taken && seat === winning}
        />`)}</ul>`
      : html`<p class="trick-none">${table.bid !== null && table.bidder !== null
          ? html`Highest bid: <strong>${table.bid}</strong>, ${names.seat(table.bidder)}`
          : statusWords(game.status)}</p>`}
    ${(looking || taken) && html`<p class="trick-label">Last trick</p>`}
    ${trick.length > 0 && lastTrick.length > 0 && html`<button
      type="button" class="trick-look" aria-pressed=${looking} onClick=${() => look(!looking)}
    >
      ${looking ? 'Back to this trick' : 'Last trick'}
    </button>`}
  </div>`;
}

/**
 * @param {{
 *   seat: number, card: string, wins: boolean, mine: number | null,
 *   game: import('../schema').Game, names: import('../text/player-names.js').Names,
 * }} props
 */
function Played({ seat, card, game, names, mine, wins }) {
  const count = game.seats.length;
  const place = around(count, mine ?? 0).indexOf(seat);
  return html`<li class="played ${wins ? 'played-wins' : ''}" style=${position(place, count)}>
    <${Card} card=${card} />
    <span class="played-by">
      <span class="played-name">${names.seat(seat)}</span>
      ${wins && html`<strong> ${seat === names.you ? 'win' : 'wins'} so far</strong>`}
    </span>
  </li>`;
}
