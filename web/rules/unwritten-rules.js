// @ts-check
// A game without a text of its rules: a notice, and the options of the game.

import { isCommonOption, optionHint, optionLabel, optionValueText } from '../text/option-text.js';
import { html } from '../ui/html.js';

/** @param {{ title: string, options: readonly import('../schema').VariantOption[] }} props */
export function UnwrittenRules({ title, options }) {
  const own = options.filter(({ name }) => !isCommonOption(name));
  return html`<div class="panel">
    <p>The rules of ${title} are not written down here yet. You can watch a game, or ask somebody who knows it.</p>
    <h2>Options</h2>
    <dl class="settings">
      ${own.map(({ name, description, default: usual, values }) => html`<div key=${name}>
        <dt>${optionLabel(name)}</dt>
        <dd><span class="hint">${optionHint(name, description)}</span>${' '}
          ${(values.length ? values : [usual]).map((value) =>
            optionValueText(name, value) + (value === usual ? ' (as usual)' : '')).join(', ')}</dd>
      </div>`)}
    </dl>
  </div>`;
}
