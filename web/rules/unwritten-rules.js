// @ts-check
// A game without a text of its rules: a notice, and the options of the game.

import { t } from 'catalogue/rules.js';
import { isCommonOption, optionHint, optionLabel, optionValueText } from '../text/option-text.js';
import { html } from '../ui/html.js';

/** @param {{ title: string, options: readonly import('../schema').VariantOption[] }} props */
export function UnwrittenRules({ title, options }) {
  const own = options.filter(({ name }) => !isCommonOption(name));
  return html`<div class="panel">
    <p>${t('rules.unwritten', { game: title })}</p>
    <h2>${t('rules.options')}</h2>
    <dl class="settings">
      ${own.map(({ name, description, default: usual, values }) => html`<div key=${name}>
        <dt>${optionLabel(name)}</dt>
        <dd><span class="hint">${optionHint(name, description)}</span>${' '}
          ${(values.length ? values : [usual]).map((value) => (value === usual
            ? t('rules.usualValue', { value: optionValueText(name, value) })
            : optionValueText(name, value))).join(', ')}</dd>
      </div>`)}
    </dl>
  </div>`;
}
