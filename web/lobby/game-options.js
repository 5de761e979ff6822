// @ts-check
// The options of a game: fields to choose them, and a list to read.

import { optionText } from '../games/variants.js';
import { html, useId } from '../ui/html.js';

/** @typedef {import('../schema').VariantOption} Option */

/** @param {string} value */
const optionValueText = (value) => ({ true: 'Yes', false: 'No' })[value.toLowerCase()] ?? optionText(value);

/**
 * A field for one option of a new table.
 * @param {{ option: Option, value: string, onValueChange: (value: string) => void }} props
 */
export function OptionField({ option, value, onValueChange }) {
  const id = useId();
  const onChange = (/** @type {Event & { currentTarget: HTMLInputElement | HTMLSelectElement }} */ event) =>
    onValueChange(event.currentTarget.value);
  return html`<div class="field">
    <label for=${id}>${optionText(option.name)}</label>
    <p class="hint" id=${`${id}-hint`}>${option.description}</p>
    ${option.values.length
      ? html`<select id=${id} aria-describedby=${`${id}-hint`} value=${value} onChange=${onChange}>
          ${option.values.map((each) => html`<option key=${each} value=${each} selected=${each === value}>
            ${optionValueText(each)}${each === option.default && ' (as usual)'}</option>`)}
        </select>`
      : html`<input id=${id} aria-describedby=${`${id}-hint`} value=${value} onInput=${onChange} />`}
  </div>`;
}

/**
 * The options of a table, with their descriptions.
 * @param {{ settings: readonly { name: string, value: string }[], options: readonly Option[] | undefined }} props
 */
export function OptionList({ settings, options }) {
  return html`<dl class="settings">
    ${settings.map(({ name, value }) => {
      const option = options?.find((each) => each.name === name);
      return html`<div key=${name}>
        <dt>${optionText(name)}</dt>
        <dd>${optionValueText(value)}${option && html`<span class="hint"> ${option.description}</span>`}</dd>
      </div>`;
    })}
  </dl>`;
}
