// @ts-check
// The organizer's choice of what happens to the seats of players who do not come to a rematch.

import { html, useId } from '../ui/html.js';

/** @typedef {import('../schema').MissingPlayers} MissingPlayers */

/** @type {Record<MissingPlayers, string>} */
const CHOICES = {
  MACHINES: 'Machine players take them',
  FEWER: 'The game starts without them',
  OPEN: 'They are open to others',
};
/** @type {Record<MissingPlayers, string>} */
const CONSEQUENCES = {
  MACHINES: 'Then machine players take the seats of those who are missing, and the game starts.',
  FEWER: 'Then the game starts without those who are missing, if enough are there.',
  OPEN: 'Then the seats of those who are missing are open to others.',
};

/** Return what happens at the end of the wait, as a sentence. @param {MissingPlayers} choice */
export const consequenceText = (choice) => CONSEQUENCES[choice];

/**
 * @param {{ value: MissingPlayers, hasMachines: boolean, onValueChange: (value: MissingPlayers) => void }} props
 *   `hasMachines` is whether the game has machine players
 */
export function MissingChoice({ value, hasMachines, onValueChange }) {
  const id = useId();
  const choices = /** @type {MissingPlayers[]} */ (Object.keys(CHOICES));
  const onChange = (/** @type {Event & { currentTarget: HTMLSelectElement }} */ event) =>
    onValueChange(/** @type {MissingPlayers} */ (event.currentTarget.value));
  return html`<div class="field">
    <label for=${id}>The seats of missing players</label>
    <select id=${id} value=${value} onChange=${onChange}>
      ${choices.filter((each) => hasMachines || each !== 'MACHINES').map((each) =>
        html`<option key=${each} value=${each} selected=${each === value}>${CHOICES[each]}</option>`)}
    </select>
  </div>`;
}
