// @ts-check
// Your seat while the machine plays it, with a button to take it back.

import { BusyButton, useBusy } from '../ui/busy-button.js';
import { html } from '../ui/html.js';

/** @param {{ seat: import('../schema').Seat, runCommand: (mutation: string) => Promise<unknown> }} props */
export function AutomatedSeat({ seat, runCommand }) {
  const busy = useBusy();
  if (seat.givenUp) return html`<p class="quiet">You gave up your seat. The machine plays it to the end.</p>`;
  return html`<div class="row mine-automated">
    <p>The machine plays your seat until you take it back.</p>
    <${BusyButton} busy=${busy} name="reclaim" action=${() => runCommand('reclaimSeat')} primary>
      Take your seat back<//>
  </div>`;
}
