// @ts-check
// The options of a game, to be chosen or to be read.

import { html, useId } from '../ui/html.js';
import { worded } from '../games/variants.js';

/** @typedef {import('../schema').VariantOption} Option */

/** Return a value as words. @param {string} value */
const valueWords = (value) => ({ true: 'Yes', false: 'No' })[value.toLowerCase()] ?? worded(value);

/**
 * One option of a game that is being set up.
 * @param {{ option: Option, value: string, onValue: (value: string) => void }} props
 */
export function OptionField({ option, value, onValue }) {
  const id = useId();
  const choose = (/** @type {Event & { currentTarget: HTMLInputElement | HTMLSelectElement }} */ event) =>
    onValue(event.currentTarget.value);
  return html`<div class="field">
    <label for=${id}>${worded(option.name)}</label>
    <p class="hint" id=${`${id}-hint`}>${option.description}</p>
    ${option.values.length
      ? html`<select id=${id} aria-describedby=${`${id}-hint`} value=${value} onChange=${choose}>
          ${option.values.map((each) => html`<option key=${each} value=${each} selected=${each === value}>
            ${valueWords(each)}${each === option.default && ' (as usual)'}</option>`)}
        </select>`
      : html`<input id=${id} aria-describedby=${`${id}-hint`} value=${value} onInput=${choose} />`}
  </div>`;
}

/**
 * How a game was set up, in words.
 * @param {{ settings: readonly { name: string, value: string }[], options: readonly Option[] | undefined }} props
 */
export function Settings({ settings, options }) {
  return html`<dl class="settings">
    ${settings.map(({ name, value }) => {
      const option = options?.find((each) => each.name === name);
      return html`<div key=${name}>
        <dt>${worded(name)}</dt>
        <dd>${valueWords(value)}${option && html`<span class="hint"> ${option.description}</span>`}</dd>
      </div>`;
    })}
  </dl>`;
}
