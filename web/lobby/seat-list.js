// @ts-check
// The seats of a table that waits: taken, free, and promised to who is invited.

import { html } from '../ui/html.js';
import { nameOf } from '../text/player-names.js';
import { Doing } from '../ui/busy-button.js';

/** @param {import('./waiting-room.js').Room} props */
export function Seats({ game, act, busy, free, organizing }) {
  return html`
    <p class="quiet">${game.seats.length} of ${game.seats.length + free} seats taken</p>
    <ol class="places" aria-label="Seats">
      ${game.seats.map((seat) => html`<li key=${seat.player.id} class="place">
        <span class="place-number">Seat ${seat.index}</span>
        <span class="place-name">${nameOf(seat.player)}</span>
        ${signs(game, seat).map((sign) => html`<span key=${sign} class="lobby-sign">${sign}</span>`)}
        ${organizing && seat.index !== game.you && html`<span class="place-action">
          <${Doing} busy=${busy} name=${`remove ${seat.player.id}`} label=${`Remove ${nameOf(seat.player)}`}
            work=${() => act('removePlayer', { player: seat.player.id })}>Remove<//>
        </span>`}
      </li>`)}
      ${Array.from({ length: free }, (_, each) => html`<li key=${`free ${each}`} class="place free">
        <span class="place-number">Seat ${game.seats.length + each}</span> <span class="place-name">Free</span>
      </li>`)}
    </ol>
    ${game.invited.length > 0 && html`<h3>Invited</h3>
      <ul class="places">
        ${game.invited.map((player) => html`<li key=${player.id} class="place">
          <span class="place-name">${nameOf(player)}</span>
          ${game.you !== null && html`<span class="place-action">
            <${Doing} busy=${busy} name=${`withdraw ${player.id}`}
              label=${`Withdraw the invitation of ${nameOf(player)}`}
              work=${() => act('withdrawInvitation', { player: player.id })}>Withdraw<//>
          </span>`}
        </li>`)}
      </ul>`}`;
}

/** @param {import('../schema').Game} game @param {import('../schema').Seat} seat @returns {string[]} */
function signs(game, seat) {
  /** @type {[boolean, string][]} */
  const all = [
    [seat.index === game.you, 'You'],
    [seat.player.id === game.organizer?.id, 'Organizer'],
    [seat.machine, 'Machine'],
    [seat.automated && !seat.machine, 'Played by the machine'],
  ];
  return all.filter(([is]) => is).map(([, sign]) => sign);
}
