// @ts-check
// The seats of a table before its start, and the invited players.

import { NameWithPresence } from '../signals/presence.js';
import { displayName } from '../text/player-names.js';
import { BusyButton } from '../ui/busy-button.js';
import { html } from '../ui/html.js';

/** @param {import('./waiting-room.js').WaitingTable} props */
export function SeatList({ game, sendCommand, busy, freeSeats, isOrganizer, isKept, presence }) {
  return html`
    <p class="quiet">${game.seats.length} of ${game.seats.length + freeSeats} seats taken</p>
    <ol class="places" aria-label="Seats">
      ${game.seats.map((seat) => html`<li key=${seat.player.id} class="place">
        <span class="place-name"><${NameWithPresence} name=${displayName(seat.player)}
          isPresent=${presence.get(seat.index)} /></span>
        ${badgesOf(game, seat).map((badge) => html`<span key=${badge} class="lobby-sign">${badge}</span>`)}
        ${isOrganizer && seat.index !== game.you && html`<span class="place-action">
          <${BusyButton} busy=${busy} name=${`remove ${seat.player.id}`} label=${`Remove ${displayName(seat.player)}`}
            action=${() => sendCommand('removePlayer', { player: seat.player.id })}>Remove<//>
        </span>`}
      </li>`)}
      ${freeSeats > 0 && html`<li key="free" class="place free">
        <span class="place-name">${freeSeatsText(freeSeats, isKept)}</span>
      </li>`}
    </ol>
    ${game.invited.length > 0 && html`<h3>${isKept ? 'Awaited' : 'Invited'}</h3>
      <ul class="places">
        ${game.invited.map((player) => html`<li key=${player.id} class="place">
          <span class="place-name">${displayName(player)}</span>
          ${game.you !== null && html`<span class="place-action">
            <${BusyButton} busy=${busy} name=${`withdraw ${player.id}`}
              label=${`Withdraw the invitation of ${displayName(player)}`}
              action=${() => sendCommand('withdrawInvitation', { player: player.id })}>Withdraw<//>
          </span>`}
        </li>`)}
      </ul>`}`;
}

/** @param {number} count @param {boolean} isKept */
function freeSeatsText(count, isKept) {
  const seats = count === 1 ? 'One seat is' : `${count} seats are`;
  return `${seats} ${isKept ? 'kept' : 'free'}`;
}

/** @param {import('../schema').Game} game @param {import('../schema').Seat} seat @returns {string[]} */
function badgesOf(game, seat) {
  /** @type {[boolean, string][]} */
  const badges = [
    [seat.index === game.you, 'You'],
    [seat.player.id === game.organizer?.id, 'Organizer'],
    [seat.machine, 'Machine'],
    [seat.automated && !seat.machine, 'Played by the machine'],
  ];
  return badges.filter(([applies]) => applies).map(([, badge]) => badge);
}
