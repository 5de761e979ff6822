// @ts-check
// What only the organizer of a table that waits can do: have machines take the free seats.

import { html, useState } from '../ui/html.js';
import { Doing } from '../ui/busy-button.js';
import { Count } from './number-select.js';

/** @param {import('./waiting-room.js').Room} props */
export function Organizing({ act, busy, variant, free }) {
  const [wanted, want] = useState(Infinity);
  if (!variant?.machinePlayer || !free) return null;
  const count = Math.min(wanted, free);
  return html`<div class="panel">
    <h3>Machine players</h3>
    <${Count} label="How many of the free seats they take" least=${1} most=${free} value=${count} onValue=${want} />
    <div class="row">
      <${Doing} busy=${busy} name="fill" work=${() => act('fillSeats', { count })}>Add machine players<//>
    </div>
  </div>`;
}
