// @ts-check
// The organizer's choice of what happens to the seats of players who do not come to a rematch.

import { t } from 'catalogue/rematch.js';
import { html, useId } from '../ui/html.js';

/** @typedef {import('../schema').MissingPlayers} MissingPlayers */

/** @type {readonly MissingPlayers[]} */
const CHOICES = ['MACHINES', 'FEWER', 'OPEN'];

/** Return what happens at the end of the wait, as a sentence. @param {MissingPlayers} choice */
export const consequenceText = (choice) => t(`rematch.consequence.${choice}`);

/**
 * @param {{ value: MissingPlayers, hasMachines: boolean, onValueChange: (value: MissingPlayers) => void }} props
 *   `hasMachines` is whether the game has machine players
 */
export function MissingChoice({ value, hasMachines, onValueChange }) {
  const id = useId();
  const onChange = (/** @type {Event & { currentTarget: HTMLSelectElement }} */ event) =>
    onValueChange(/** @type {MissingPlayers} */ (event.currentTarget.value));
  return html`<div class="field">
    <label for=${id}>${t('rematch.missingSeats')}</label>
    <select id=${id} value=${value} onChange=${onChange}>
      ${CHOICES.filter((each) => hasMachines || each !== 'MACHINES').map((each) =>
        html`<option key=${each} value=${each} selected=${each === value}>${t(`rematch.missing.${each}`)}</option>`)}
    </select>
  </div>`;
}
