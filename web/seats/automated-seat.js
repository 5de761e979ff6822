// @ts-check
// Your seat while the machine plays it, with a button to take it back.

import { t } from '../text/messages.js';
import { BusyButton, useBusy } from '../ui/busy-button.js';
import { html } from '../ui/html.js';

/** @param {{ seat: import('../schema').Seat, runCommand: (mutation: string) => Promise<unknown> }} props */
export function AutomatedSeat({ seat, runCommand }) {
  const busy = useBusy();
  if (seat.givenUp) return html`<p class="quiet">${t('seats.givenUp')}</p>`;
  return html`<div class="row mine-automated">
    <p>${t('seats.automated')}</p>
    <${BusyButton} busy=${busy} name="reclaim" action=${() => runCommand('reclaimSeat')} primary>
      ${t('text.move.ReclaimSeat')}<//>
  </div>`;
}
