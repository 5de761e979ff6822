// @ts-check
// What can be done about a table besides playing: look back, and hand one's seat to the machine.

import { html, useState } from '../ui/html.js';
import { Dialog } from '../ui/dialog.js';

/** @param {{ live: ReturnType<typeof import('./live-game.js').useGame>, game: import('../schema').Game }} props */
export function Actions({ live, game }) {
  const [sure, ask] = useState(false);
  const seat = game.you === null ? null : game.seats[game.you];
  const over = game.result !== null || game.status === 'CLOSED';
  const mine = seat && !seat.automated && !over;
  return html`<div class="table-actions">
    <a class="button" href=${`/games/${game.id}/replay`}>${over ? 'Replay' : 'Replay so far'}</a>
    ${mine && html`<button type="button" onClick=${() => ask(true)}>Hand over to the machine</button>`}
    ${sure && mine && html`<${Dialog} title="Hand your seat to the machine?" onClose=${() => ask(false)}>
      <p>The machine plays your seat to the end of this game, and the game counts as lost for you. You cannot take
        this back.</p>
      <div class="row">
        <button type="button" class="main" onClick=${() => (ask(false), live.act('automateSeat'))}>Hand over</button>
        <button type="button" onClick=${() => ask(false)}>Go on playing</button>
      </div>
    <//>`}
  </div>`;
}
