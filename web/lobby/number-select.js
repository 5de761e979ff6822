// @ts-check
// Asks for a number out of a few.

import { html, useId } from '../ui/html.js';

/**
 * @typedef {object} Props
 * @property {string} label
 * @property {string} [hint]
 * @property {number} least what can be chosen, from here; 0 reads as none
 * @property {number} most up to here
 * @property {number} value
 * @property {(value: number) => void} onValue
 */

/** @param {Props} props */
export function Count({ label, hint, least, most, value, onValue }) {
  const id = useId();
  const choose = (/** @type {Event & { currentTarget: HTMLSelectElement }} */ event) =>
    onValue(Number(event.currentTarget.value));
  const numbers = Array.from({ length: most - least + 1 }, (_, index) => least + index);
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
    <select id=${id} aria-describedby=${hint && `${id}-hint`} value=${value} onChange=${choose}>
      ${numbers.map((each) =>
        html`<option key=${each} value=${each} selected=${each === value}>${each || 'None'}</option>`)}
    </select>
  </div>`;
}
