// @ts-check
// The seats of a table before its start, and the invited players.

import { t } from 'catalogue/lobby.js';
import { NameWithPresence } from '../signals/presence.js';
import { DEFAULT_LEVEL, levelText } from '../text/option-text.js';
import { displayName } from '../text/player-names.js';
import { BusyButton } from '../ui/busy-button.js';
import { html } from '../ui/html.js';

/** @param {import('./waiting-room.js').WaitingTable} props */
export function SeatList({ game, sendCommand, busy, freeSeats, isOrganizer, isKept, presence }) {
  return html`
    <p class="quiet">
      ${t('lobby.seatsTaken', { count: game.seats.length, total: game.seats.length + freeSeats })}</p>
    <ol class="places" aria-label=${t('lobby.seats')}>
      ${game.seats.map((seat) => html`<li key=${seat.player.id} class="place">
        <span class="place-name"><${NameWithPresence} name=${displayName(seat.player)}
          isPresent=${presence.get(seat.index)} /></span>
        ${badgesOf(game, seat).map((badge) => html`<span key=${badge} class="lobby-sign">${badge}</span>`)}
        ${isOrganizer && seat.index !== game.you && html`<span class="place-action">
          <${BusyButton} busy=${busy} name=${`remove ${seat.player.id}`}
            label=${t('lobby.removePlayer', { name: displayName(seat.player) })}
            action=${() => sendCommand('removePlayer', { player: seat.player.id })}>${t('lobby.remove')}<//>
        </span>`}
      </li>`)}
      ${freeSeats > 0 && html`<li key="free" class="place free">
        <span class="place-name">${t(isKept ? 'lobby.keptSeats' : 'lobby.freeSeats', { count: freeSeats })}</span>
      </li>`}
    </ol>
    ${game.invited.length > 0 && html`<h3>${t(isKept ? 'lobby.awaited' : 'lobby.invited')}</h3>
      <ul class="places">
        ${game.invited.map((player) => html`<li key=${player.id} class="place">
          <span class="place-name">${displayName(player)}</span>
          ${game.you !== null && html`<span class="place-action">
            <${BusyButton} busy=${busy} name=${`withdraw ${player.id}`}
              label=${t('lobby.withdrawInvitation', { name: displayName(player) })}
              action=${() => sendCommand('withdrawInvitation', { player: player.id })}>${t('lobby.withdraw')}<//>
          </span>`}
        </li>`)}
      </ul>`}`;
}

/** @param {import('../schema').Game} game @param {import('../schema').Seat} seat @returns {string[]} */
function badgesOf(game, seat) {
  /** @type {[boolean, string][]} */
  const badges = [
    [seat.index === game.you, t('lobby.you')],
    [seat.player.id === game.organizer?.id, t('lobby.organizer')],
    [seat.machine, t('lobby.machine')],
    [seat.automated && !seat.machine, t('lobby.automated')],
    [hasLevel(game, seat), levelText(seat.level ?? DEFAULT_LEVEL)],
  ];
  return badges.filter(([applies]) => applies).map(([, badge]) => badge);
}

/** Return whether a seat has a level that is not the only one. @param {import('../schema').Game} game @param {import('../schema').Seat} seat */
const hasLevel = ({ variant: { levels } }, { level }) => level !== null && (level !== DEFAULT_LEVEL || levels.length > 1);
