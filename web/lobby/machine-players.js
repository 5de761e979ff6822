// @ts-check
// The form with which the organizer fills free seats with machine players.

import { BusyButton } from '../ui/busy-button.js';
import { html, useState } from '../ui/html.js';
import { NumberSelect } from './number-select.js';

/** @param {import('./waiting-room.js').WaitingTable} props */
export function MachinePlayers({ sendCommand, busy, variant, freeSeats }) {
  const [requestedCount, setRequestedCount] = useState(Infinity);
  if (!variant?.machinePlayer || !freeSeats) return null;
  const count = Math.min(requestedCount, freeSeats);
  return html`<div class="panel">
    <h3>Machine players</h3>
    <${NumberSelect} label="How many of the free seats they take" min=${1} max=${freeSeats} value=${count}
      onValueChange=${setRequestedCount} />
    <div class="row">
      <${BusyButton} busy=${busy} name="fill" action=${() => sendCommand('fillSeats', { count })}>
        Add machine players<//>
    </div>
  </div>`;
}
