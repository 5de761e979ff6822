// @ts-check
// The players who are away, each with a button for the organizer to let the machine play.

import { t } from '../text/messages.js';
import { displayName } from '../text/player-names.js';
import { announce } from '../ui/announcer.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { Dialog } from '../ui/dialog.js';
import { useFocusFallback } from '../ui/focus.js';
import { html, useState } from '../ui/html.js';
import { absentSeats } from './presence.js';

/**
 * @typedef {import('../schema').Seat} Seat
 * @typedef {(mutation: string, input?: Record<string, unknown>) => Promise<unknown>} RunCommand
 */

/**
 * @param {{
 *   game: import('../schema').Game, presence: ReadonlyMap<number, boolean>, runCommand: RunCommand,
 * }} props a running game whose organizer you are
 */
export function AbsentSeats({ game, presence, runCommand }) {
  const [player, setPlayer] = useState(/** @type {string | null} */ (null));
  const absent = absentSeats(game, presence);
  // The dialog stays open when the player comes back, and shows the refusal.
  const chosen = game.seats.find((seat) => seat.player.id === player && !seat.automated);
  return html`
    ${absent.length > 0 && html`<${AbsentList} seats=${absent} onChoose=${setPlayer} />`}
    ${chosen && html`<${HandOver} key=${chosen.player.id} seat=${chosen} runCommand=${runCommand}
      onClose=${() => setPlayer(null)} />`}`;
}

/** @param {{ seats: readonly Seat[], onChoose: (player: string) => void }} props */
function AbsentList({ seats, onChoose }) {
  const ref = useFocusFallback();
  return html`<ul ref=${ref} class="absent" aria-label=${t('signals.awayPlayers')}>
    ${seats.map(({ player }) => html`<li key=${player.id}>${t('signals.isAway', { name: displayName(player) })}${' '}
      <button type="button" onClick=${() => onChoose(player.id)}
        >${t('signals.handOverFor', { name: displayName(player) })}</button>
    </li>`)}
  </ul>`;
}

/** @param {{ seat: Seat, runCommand: RunCommand, onClose: () => void }} props */
function HandOver({ seat, runCommand, onClose }) {
  const busy = useBusy();
  const name = displayName(seat.player);
  const handOver = async () => {
    await runCommand('automateSeat', { player: seat.player.id });
    announce(t('signals.handedOver', { name }));
    onClose();
  };
  return html`<${Dialog} title=${t('signals.handOverTitle', { name })} onClose=${onClose}>
    <p>${t('signals.handOverText', { name })}</p>
    <div class="row">
      <${BusyButton} busy=${busy} name="hand over" action=${handOver} primary>${t('signals.handOver')}<//>
      <button type="button" onClick=${onClose}>${t('signals.wait', { name })}</button>
    </div>
  <//>`;
}
