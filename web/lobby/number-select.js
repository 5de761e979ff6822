// @ts-check
// A select for a number from a small range.

import { t } from 'catalogue/lobby.js';
import { html, useId } from '../ui/html.js';

/**
 * @typedef {object} Props
 * @property {string} label
 * @property {string} [hint]
 * @property {number} min 0 is shown as a word
 * @property {number} max
 * @property {number} value
 * @property {(value: number) => void} onValueChange
 */

/** @param {Props} props */
export function NumberSelect({ label, hint, min, max, value, onValueChange }) {
  const id = useId();
  const onChange = (/** @type {Event & { currentTarget: HTMLSelectElement }} */ event) =>
    onValueChange(Number(event.currentTarget.value));
  const values = Array.from({ length: max - min + 1 }, (_, index) => min + index);
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
    <select id=${id} aria-describedby=${hint && `${id}-hint`} value=${value} onChange=${onChange}>
      ${values.map((each) =>
        html`<option key=${each} value=${each} selected=${each === value}>${each || t('lobby.none')}</option>`)}
    </select>
  </div>`;
}
